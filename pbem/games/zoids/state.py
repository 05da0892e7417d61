"""What is fixed and what changes: terms, teams, Zoids, cards, the state of a match.

Everything here is frozen data.  Cards are slots; `State.faces` holds the faces of public slots and of no
other, so that a hand is never in a state.  What the game waits for is `State.phase`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from pbem.ruleset import Data, Side, Struct

__all__ = [
    "INDEX",
    "MOST_ZOIDS",
    "STAGES",
    "WHERE",
    "Army",
    "Attack",
    "Draw",
    "Face",
    "Kind",
    "Options",
    "Profile",
    "Recruit",
    "Setup",
    "Stage",
    "State",
    "Zoid",
    "public",
]

_END: Final = r"(?![\s\S])"  # end of text in Python and in JSON Schema ("$" would admit a line end)
_PLAIN: Final = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # no control characters
Text = Annotated[str, Meta(max_length=40, pattern=rf"^{_PLAIN}*{_END}")]
Square = Annotated[str, Meta(pattern=rf"^[a-h][1-8]{_END}")]
Stage = Literal["tactics", "discard", "move", "fire", "fight"]
Phase = Literal[
    "obstacles", "first", "deploy", "draw", "shuffle", "turn", "defend", "look", "spoil", "give", "over",
]  # fmt: skip

MOST_ZOIDS: Final = 16  # squares of two back rows
STAGES: Final[tuple[Stage, ...]] = ("tactics", "discard", "move", "fire", "fight")  # R15
INDEX: Final[Mapping[str, int]] = MappingProxyType({"a": 0, "b": 1})
# Zoid id → (side index, place in its team).
WHERE: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {f"{letter}{n + 1}": (s, n) for s, letter in enumerate("AB") for n in range(MOST_ZOIDS)}
)


# ------------------------------------------------------------------------------- terms of a match


class Options(Struct, frozen=True, omit_defaults=True):
    """What two players may agree on; each ruling of RULES.md names its key."""

    setup: Literal["sealed", "alternate", "p1_then_p2"] = "sealed"  # A12
    obstacles: str | tuple[str, ...] = "default"  # A15; also "random:6", or squares
    first: Literal["roll", "p1", "p2"] = "roll"  # A10
    starting_hand: Annotated[int, Meta(ge=0, le=10)] = 0  # A11
    hand_limit: Annotated[int, Meta(ge=1, le=84)] = 5  # A25
    cards_per_phase: Literal[0, 1] = 1  # A1; 0: no limit
    once_per_zoid_per_phase: bool = True  # A1, where there is no limit
    exact_move: bool = True  # A2
    exact_range: bool = True  # A2
    move_geometry: Literal["line", "path"] = "line"  # A3
    units_block_fire: bool = False  # A5
    flyers_fire_over: bool = True  # A6
    flyers_pass_flyers: bool = False  # A8
    flyer_land_on_obstacle: bool = True  # A9
    unique_zoids: bool = False  # A14
    shield_scope: Literal["self", "adjacent"] = "self"  # A17
    tactics_cards: Literal["tactics_phase", "any_phase"] = "tactics_phase"  # A19
    battle_plan_reorder: bool = False  # A20
    turn_limit: Annotated[int, Meta(ge=0, le=1000)] = 200  # A27; 0: no limit
    draws: Literal["early", "late"] = "early"  # whether certain draws are prepared a file ahead


class Setup(Struct, frozen=True, omit_defaults=True):
    """Everything that is fixed before the first die, teams apart: the options, the obstacles that they
    name, and how many pairs of obstacles are rolled for (A15)."""

    options: Options
    obstacles: tuple[str, ...] = ()
    pairs: int = 0


class Recruit(Struct, frozen=True, omit_defaults=True):
    """A Zoid of a team (R6, R11): its kind, its elite cards, its square as seen from the owner's side
    (ranks 1 and 2), a name of its own."""

    type: str
    at: str = ""
    elite_pilot: bool = False
    elite_zoid: bool = False
    name: Text = ""


class Army(Struct, frozen=True, omit_defaults=True):
    """R6: a team.  Its Zoids are numbered A1, A2, … (B1, …) in the order of this list."""

    zoid: tuple[Recruit, ...]


class Ability(Struct, frozen=True, omit_defaults=True):
    """R23: what a Special Ability card does for a Zoid; `n` squares of a move or an attack."""

    name: str
    effect: Literal["hth", "ranged", "move", "defense"]
    n: int = 1


class Kind(Struct, frozen=True):
    """A line of the table of Zoids: cost in points, four levels, special ability."""

    id: str
    name: str
    short: str
    glyph: Literal["flyer", "fast", "heavy", "walker"]
    cost: int
    speed: int
    hth: int
    tough: int
    ranged: int
    ability: Ability

    @property
    def flyer(self) -> bool:
        """R7."""
        return self.speed >= 5


class Face(Struct, frozen=True, omit_defaults=True):
    """A kind of card (R17 to R25); `range` in squares."""

    id: str
    user: str
    kind: Literal["m", "ra", "ha", "d", "x", "b", "l", "y", "z"]
    range: int = 0

    @property
    def name(self) -> str:
        return self.id.replace("_", " ")


# ------------------------------------------------------------------------------- a match


class Profile(Struct, frozen=True, omit_defaults=True):
    """What is fixed about a Zoid of a match."""

    id: str
    side: Side
    kind: str
    name: str
    elite_pilot: bool = False
    elite_zoid: bool = False


class Zoid(Struct, frozen=True, omit_defaults=True):
    """What changes about a Zoid: `at` its square ("" when it is not on the board), `hits` left, `gone`
    the turn in which it was destroyed."""

    id: str
    at: str = ""
    hits: int = 0
    gone: int = 0


class Attack(Struct, frozen=True, omit_defaults=True):
    """An attack between its declaration and its outcome (R19 to R22)."""

    by: str
    target: str
    slot: int
    verb: Literal["fire", "fight"]


class Draw(Struct, frozen=True, omit_defaults=True):
    """A draw to come: `count` cards that are still owed, `got` those that it has brought, and what it is
    for: a starting hand (A11), a turn (R16), Superior Tactics (R24)."""

    side: Side
    count: int
    why: Literal["deal", "turn", "tactics"]
    got: int = 0


class State(Struct, frozen=True, omit_defaults=True):
    """A position.  Pairs are a's and b's.

    `side` is whose turn it is (earlier: who rolls or deploys), `term` counts player-turns, `stage` is the
    phase of the turn that was reached, `acted` the Zoids that a card was played for in it.

    The deck: `deck` is its number, the next card is at position `drawn` of `size`, after those of `ahead`
    (rearranged, A20); `draws` are the draws to come, `mixed` that one side has shuffled.  `seen` are slots
    that a side may look at although they are not in its hand; `sight` is where cards are being looked at,
    `plan` are those that may be rearranged, `spoil` those that Awesome Move has picked so far.
    """

    setup: Setup
    profiles: tuple[tuple[Profile, ...], tuple[Profile, ...]]
    zoids: tuple[tuple[Zoid, ...], tuple[Zoid, ...]]
    phase: Phase = "first"
    side: Side = "a"
    dice: tuple[int, ...] = ()  # side a's die for the first turn, until b has rolled
    obstacles: tuple[str, ...] = ()
    term: int = 0
    stage: Stage = "tactics"
    acted: tuple[str, ...] = ()
    attack: Attack | None = None
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    deck: int = 0
    drawn: int = 0
    size: int = 0
    ahead: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()  # the last one is on top
    faces: tuple[tuple[int, str], ...] = ()
    seen: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    draws: tuple[Draw, ...] = ()
    mixed: bool = False
    sight: Literal["", "deck", "hand"] = ""
    plan: tuple[int, ...] = ()
    spoil: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()  # the last move: Zoid, from, to
    shot: tuple[str, ...] = ()  # the last attack: Zoid, from, to, and "hit" where it was not negated
    winner: Side | Literal[""] = ""
    reason: str = ""

    @property
    def options(self) -> Options:
        return self.setup.options

    def on_board(self, s: int) -> Iterator[Zoid]:
        """Zoids of side number `s` that stand on a square."""
        return (zoid for zoid in self.zoids[s] if zoid.at)

    def zoid(self, name: str) -> Zoid:
        """The Zoid of that id; it must be one of this match."""
        s, k = WHERE[name]
        return self.zoids[s][k]

    def profile(self, name: str) -> Profile:
        s, k = WHERE[name]
        return self.profiles[s][k]

    def with_zoid(self, zoid: Zoid) -> tuple[tuple[Zoid, ...], tuple[Zoid, ...]]:
        """The Zoids with this one in its place."""
        s, k = WHERE[zoid.id]
        row = (*self.zoids[s][:k], zoid, *self.zoids[s][k + 1 :])
        return (row, self.zoids[1]) if s == 0 else (self.zoids[0], row)

    def at(self, square: str) -> str:
        """The id of the Zoid on the square, "" where there is none."""
        return next((zoid.id for row in self.zoids for zoid in row if zoid.at == square), "")

    def face(self, slot: int) -> str:
        """The face of a slot, "" while it is not public."""
        return next((face for known, face in self.faces if known == slot), "")

    def hand(self, side: Side) -> tuple[int, ...]:
        return self.hands[INDEX[side]]


_CHANGES: Final = (
    "dice", "obstacles", "term", "stage", "acted", "attack", "deck", "drawn", "size", "ahead", "draws",
    "mixed", "sight", "plan", "spoil", "moved", "shot", "winner", "reason",
)  # fmt: skip


def public(state: State) -> Data:
    """Everything that can change, for the turn file: phase and side always, the rest where it is not as at
    the start; hands as slots, the discard pile with its faces from below to the top, `shown` the public
    cards that are still in a hand."""
    changed: dict[str, Any] = {"phase": state.phase, "side": state.side}
    for name in _CHANGES:
        value = getattr(state, name)
        if value not in ("", 0, None, ()):  # False is 0
            changed[name] = value
    faces = dict(state.faces)
    for name, pair in (("hand", state.hands), ("seen", state.seen)):
        changed[name] = {side: row for side, row in zip("ab", pair, strict=True) if row}
    changed["discard"] = [{"slot": slot, "card": faces[slot]} for slot in state.discards]
    piled = frozenset(state.discards)
    changed["shown"] = [{"slot": slot, "card": face} for slot, face in state.faces if slot not in piled]
    changed["zoids"] = [zoid for row in state.zoids for zoid in row if not zoid.gone]
    changed["destroyed"] = [{"id": z.id, "term": z.gone} for row in state.zoids for z in row if z.gone]
    data: Data = msgspec.json.decode(msgspec.json.encode(changed))
    return {key: value for key, value in data.items() if value not in ([], {})}
