"""Zoids and cards as people name them: ids in any case, names, unambiguous beginnings."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pbem.games.zoids.catalogue import faces, kinds
from pbem.games.zoids.reading import did_you_mean
from pbem.games.zoids.state import INDEX, MOST_ZOIDS, WHERE, State
from pbem.ruleset import SIDE_NAMES, Side

__all__ = ["NameProblem", "find_face", "find_zoid", "kind_named", "plain", "title"]

_WITH_ID: Final = re.compile(
    r"(?:(?P<before>[ab][1-9][0-9]?)\s+)?(?P<name>.*?)\s*\(?(?P<after>\b[ab][1-9][0-9]?)?\)?"
)


class NameProblem(Exception):
    """A name that fits nothing or too much."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def plain(name: str) -> str:
    """Small letters, single blanks, underscores and hyphens as blanks."""
    return " ".join(name.replace("_", " ").replace("-", " ").casefold().split())


def kind_named(said: str) -> str | None:
    """The kind of Zoid of that id or name, None if there is none."""
    word = plain(said)
    return next((kind.id for kind in kinds().values() if word in (plain(kind.id), plain(kind.name))), None)


def title(state: State, name: str) -> str:
    """A Zoid as the story names it: "Dark Horn (B5)"; a name that is nobody's as it is."""
    s, k = WHERE.get(name, (0, MOST_ZOIDS))
    return f"{state.profiles[s][k].name} ({name})" if k < len(state.profiles[s]) else name or "nobody"


def find_zoid(state: State, said: str, side: Side) -> tuple[str, str]:
    """The id of a Zoid of `side`, and a note where a short form was completed.

    Raises `NameProblem`.  Zoids on the board are meant before those that are destroyed.
    """
    word = plain(said)
    mine = state.profiles[INDEX[side]]
    by_id = {profile.id.casefold(): profile for profile in mine}
    both = _WITH_ID.fullmatch(word)
    given = (both["before"] or both["after"] or "") if both else ""
    if given in by_id and both is not None:
        profile = by_id[given]
        if both["name"] and both["name"] not in (plain(profile.name), plain(profile.kind)):
            raise NameProblem(f"{profile.id} is {profile.name}, not {both['name']}")
        return profile.id, ""
    if given.upper() in WHERE:
        s, k = WHERE[given.upper()]
        theirs = s != INDEX[side] and k < len(state.profiles[s])
        what = f"belongs to {SIDE_NAMES[given[0]]}" if theirs else f"is not a Zoid of {SIDE_NAMES[side]}"
        raise NameProblem(f"{given.upper()} {what} ({_have(state, side)})")
    named = {p.id: (plain(p.name), plain(p.kind)) for p in mine}
    alive = [p.id for p in mine if not state.zoid(p.id).gone]
    for ids in (alive, list(named)):
        for fits in (
            [i for i in ids if word in named[i]],
            [i for i in ids if word and any(_begins(name, word) for name in named[i])],
        ):
            if len(fits) == 1:
                exact = word in named[fits[0]]
                return fits[0], "" if exact else f"{said!r} read as {title(state, fits[0])}"
            if fits:
                raise NameProblem(f"{said!r} may be {_or(fits)}", "name the one you mean by its number")
    every = [name for pair in named.values() for name in pair]
    raise NameProblem(f"{said!r} is not a Zoid ({_have(state, side)})", did_you_mean(word, every))


def _have(state: State, side: Side) -> str:
    standing = [zoid.id for zoid in state.zoids[INDEX[side]] if not zoid.gone]
    return f"{SIDE_NAMES[side]} has {' '.join(standing) or 'none'}"


def find_face(said: str, among: Iterable[str]) -> tuple[str, str]:
    """The one of these faces that is meant, and a note where a short form was completed.

    Raises `NameProblem`; a card of the deck that is not among them is named as such.
    """
    word, among = plain(said), list(dict.fromkeys(among))
    hold = f"there are {', '.join(plain(face) for face in among)}" if among else "there is none"
    for fits in (
        [face for face in among if word == plain(face)],
        [face for face in among if word and _begins(plain(face), word)],
    ):
        if len(fits) == 1:
            exact = word == plain(fits[0])
            return fits[0], "" if exact else f"{said!r} read as {plain(fits[0])}"
        if fits:
            raise NameProblem(f"{said!r} may be {_or([plain(face) for face in fits])}", "write it in full")
    if any(word == plain(face) for face in faces()):
        raise NameProblem(f"{word} is not in the hand ({hold})")
    every = [plain(face) for face in faces()]
    raise NameProblem(f"{said!r} is not a card", did_you_mean(word, every) or hold)


def _begins(name: str, word: str) -> bool:
    """Whether the word begins the name, or one of its words."""
    return any(name[i:].startswith(word) for i in range(len(name)) if i == 0 or name[i - 1] == " ")


def _or(items: Sequence[str]) -> str:
    return f"{', '.join(items[:-1])} or {items[-1]}"
