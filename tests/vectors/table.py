"""The list of all vectors: each is a function, and what it shows is its docstring.

@accepted
def one_more() -> Made: …               accepted/one-more.txt

@refused("share/missing", "chance.close")
def the_closing_one() -> Made: …        refused/share-missing-the-closing-one.txt
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from tests.vectors.form import ACCEPT, Vector, judged
from tests.vectors.scenes import Made

Maker = Callable[[], Made]
ROOMS = ("accepted", "refused", "mail", "with_cards")  # modules of this package that hold vectors


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A vector that can be made."""

    folder: str
    name: str
    what: str
    expect: str
    path: str
    mended: bool
    make: Maker


_ENTRIES: list[Entry] = []


def _enter(folder: str, maker: Maker, prefix: str = "", **more: Any) -> Maker:
    what = " ".join((maker.__doc__ or "").split()).removesuffix(".")
    assert what, maker
    name = prefix + maker.__name__.strip("_").replace("_", "-")
    fields = {"expect": ACCEPT, "path": "", "mended": False, **more}
    _ENTRIES.append(Entry(folder=folder, name=name, what=what, make=maker, **fields))
    return maker


def accepted(maker: Maker) -> Maker:
    """A vector whose last file is accepted."""
    return _enter("accepted", maker)


def refused(code: str, path: str = "") -> Callable[[Maker], Maker]:
    """A vector whose last file is refused with that code, at that place."""
    return lambda maker: _enter("refused", maker, f"{code.replace('/', '-')}-", expect=code, path=path)


def mangled(*, mended: bool = False) -> Callable[[Maker], Maker]:
    """A vector whose last file was changed by mail and is accepted all the same."""
    return lambda maker: _enter("mail", maker, mended=mended)


def entries() -> tuple[Entry, ...]:
    """All of them."""
    for room in ROOMS:
        import_module(f"tests.vectors.{room}")
    return tuple(_ENTRIES)


def made(entry: Entry) -> Vector:
    """The vector of an entry; who has won after it, this program says."""
    what = entry.make()
    files = (*what.duel.files, *((what.text,) if what.text else ()))
    vector = Vector(
        name=entry.name,
        what=entry.what,
        game=what.duel.rules.name,
        seed=what.duel.seats["a"].seed,
        turn=what.turn,
        expect=entry.expect,
        path=entry.path,
        mended=entry.mended,
        files=files,
        raw=what.raw,
    )
    if entry.expect != ACCEPT:
        return vector
    return msgspec.structs.replace(vector, winner=judged(vector).winner)


def all_made() -> Iterator[tuple[Entry, Vector]]:
    """Every entry with its vector."""
    for entry in entries():
        yield entry, made(entry)
