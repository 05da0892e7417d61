"""Where the vectors of ZipWarz begin: a skirmish, played up to the file that matters.

Each scene is the first one, by seed, in which the dice are as they are needed.  `signed` makes a vector of
any file that somebody might write next.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import msgspec

from pbem.referee.advance import Lay
from pbem.ruleset import Side
from pbem.turnfile.seal import Sheet, to_text
from tests.kit.cheat import bare, signed_text
from tests.kit.duel import Duel
from tests.kit.skirmish import END, Skirmish, attack, begun, brood, move

Data = dict[str, Any]
ONE = brood(("mother_fathom", 1))
RULES: dict[str, Data] = {
    "never": {"rules": [{"when": "never"}]},
    "always": {"rules": [{"when": "always"}]},
    "ask": {"rules": []},
}


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What a vector is made of: a duel, and what is judged behind its files (nothing: its last file)."""

    duel: Duel
    text: str = ""
    raw: bytes | None = None
    turn: int


def honest(duel: Duel) -> Made:
    """The last file of the duel."""
    return Made(duel=duel, turn=len(duel.files) - 1)


def signed(duel: Duel, data: Data, side: Side | None = None) -> Made:
    """Any data as the next file, signed by the side whose turn it is, or by another."""
    return text(duel, signed_text(duel, data, side), data["turn"])


def text(duel: Duel, words: str, turn: int | None = None) -> Made:
    """A framed text as the next file."""
    return Made(duel=duel, text=words, turn=duel.match.turn if turn is None else turn)


def raw(duel: Duel, what: bytes | str) -> Made:
    """Bytes as the next file."""
    return Made(duel=duel, raw=what.encode() if isinstance(what, str) else what, turn=duel.match.turn)


def notice(duel: Duel, sheet: Sheet) -> Made:
    """A notice behind the last file."""
    return Made(duel=duel, text=to_text(sheet.data), turn=len(duel.files) - 1)


def first(scene: Callable[[int], Skirmish], test: Callable[[Skirmish], Any]) -> Skirmish:
    """The first scene, by seed, that is as it is needed."""
    for start in range(1, 400):
        found = scene(start)
        if found.seats["a"].seed == str(start) and test(found):
            return found
    raise AssertionError("it never comes to that")


def shared(build: Callable[..., tuple[Skirmish, Data]]) -> Callable[..., tuple[Skirmish, Data]]:
    """Build a scene once, and give everybody a branch of it to play on."""
    built = cache(build)

    @wraps(build)
    def branched(*args: Any, **how: Any) -> tuple[Skirmish, Data]:
        scene, data = built(*args, **how)
        return scene.branch(), data

    return branched


# -- each scene, and the data of the next file -----------------------------------------------------------
@shared
def to_challenge(**how: Any) -> tuple[Skirmish, Data]:
    """Nothing has been sent; a's challenge."""
    scene = Skirmish(**how)
    data = bare(scene.files.pop())
    return scene, data


@shared
def to_answer(**how: Any) -> tuple[Skirmish, Data]:
    """b's answer."""
    scene = Skirmish(**how)
    return scene, scene.draft().data


@shared
def to_open(aggressor: Side = "a", **how: Any) -> tuple[Skirmish, Data]:
    """a's turn 2: its army is opened, the roles are rolled; a deploys if it is the Aggressor."""
    scene = begun(aggressor, **how)
    return scene, scene.draft().data


@shared
def to_order(*, start: int = 1, **how: Any) -> tuple[Skirmish, Data]:
    """a's turn 4: both have deployed; a crosses the field and attacks twice."""
    scene = begun("a", start=start, **how)
    scene.step()
    scene.step()
    scene.say("a", move("A1", 6, 7, 8), attack("A1", "B2"), move("A2", 6, 7, 8), attack("A2", "B1"), END)
    return scene, scene.draft().data


@shared
def to_roll(**how: Any) -> tuple[Skirmish, Data]:
    """b's turn 5: it closes the window, and the attacks are rolled."""
    scene, _ = to_order(**how)
    scene.step()
    return scene, scene.draft().data


def struck(*orders: Any, lay: Lay | None = None, start: int = 1, **how: Any) -> Skirmish:
    """Before b's turn 5: a has given these orders in turn 4, b has laid standing orders in turn 3."""
    scene = begun("a", start=start, **how)
    scene.step()
    scene.step(**({"lay": lay} if lay else {}))
    scene.say("a", *orders)
    scene.step()
    return scene


def fathom_hit(standing: str, *, sealed: bool, **how: Any) -> Skirmish:
    """Before b's turn 5: a has attacked Mother Fathom, who was hit and has a defence left; b has standing
    orders of its own in force."""
    strike = (move("A1", 6, 7, 8), attack("A1", "B1"), END)
    lay = Lay(orders=RULES[standing], sealed=sealed)
    return first(
        lambda start: struck(*strike, lay=lay, start=start, **how),
        lambda scene: 6 in scene.draft().rolls[0].rolled.faces,
    )


@shared
def to_open_standing() -> tuple[Skirmish, Data]:
    """b's turn 5: its sealed standing orders are in force and have to be opened."""
    scene = fathom_hit("always", sealed=True)
    return scene, scene.draft().data


@shared
def to_seal() -> tuple[Skirmish, Data]:
    """a's turn 2: it seals its deployment."""
    return to_open("a", deployment="sealed")


@shared
def to_unseal() -> tuple[Skirmish, Data]:
    """a's turn 4: it opens its deployment, and is to move."""
    scene, _ = to_seal()
    scene.step()
    scene.step()
    return scene, scene.draft().data


@shared
def to_talk() -> tuple[Skirmish, Data]:
    """a's turn 6: two rounds of orders were given, the second without any die."""
    scene, _ = to_roll()
    scene.step()
    return scene, scene.draft().data


def ended(**how: Any) -> Skirmish:
    """A match of one round that is over."""
    scene = begun("a", rounds=1, **how)
    return scene.until(lambda s: s.over)
