"""What the ford knows: the men, the places, and everything that is pending.

A state is the whole position *and* the whole future of the rules: `pending` names the steps that must
be answered before play goes on, so any position can be saved, shown and resumed.  Rule numbers (F1…)
are those of RULES.md.
"""

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from pbem.ruleset import OTHER, Data, Order, Side, Struct

Kind = Literal["pike", "bow"]
Reply = Literal["yes", "no", "cancel"]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Arm(msgspec.Struct, frozen=True):
    """What a kind of soldier can do (F2, F7): its dice, how far they reach, the wounds it survives + 1."""

    dice: int
    reach: int
    health: int


ARMS: Final[Mapping[str, Arm]] = MappingProxyType({"pike": Arm(2, 1, 2), "bow": Arm(1, 2, 1)})
RUSES: Final = 2  # a side begins with so many (F9)
SAVE: Final = 5  # a shield stops a hit on this face or better (F12)
PURSUE: Final = 4  # the pursuer takes the place on this face or better (F13)
REST: Final = 5  # a resting soldier heals a wound on this face or better (F13)

# All that a verdict depends on and that is not code: the rules digest covers it.
DATA: Final[Data] = {
    "arms": {name: msgspec.to_builtins(arm) for name, arm in ARMS.items()},
    "ruses": RUSES,
    "save": SAVE,
    "pursue": PURSUE,
    "rest": REST,
}

# -- the ground (F1): nine places, numbered as on a telephone; 2, 5 and 8 are the river -----------------
PLACES: Final = range(1, 10)
FORD: Final = 5
BANK: Final[Mapping[Side, tuple[int, ...]]] = MappingProxyType({"a": (1, 4, 7), "b": (3, 6, 9)})
NAME: Final[Mapping[str, str]] = MappingProxyType({"a": "Blue", "b": "Red", "": "nobody"})


def dice_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def column_row(place: int) -> tuple[int, int]:
    return (place - 1) % 3, (place - 1) // 3


def distance(here: int, there: int) -> int:
    """Steps between two places, never diagonal."""
    (x, y), (u, v) = column_row(here), column_row(there)
    return abs(x - u) + abs(y - v)


def next_to(place: int) -> tuple[int, ...]:
    return tuple(p for p in PLACES if distance(place, p) == 1)


# -- fixed before the first die --------------------------------------------------------------------------
class Options(Struct, frozen=True):
    """The options of a match.  A percentage says how often a thing happens: 0 never, 100 always."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 6
    acts: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3  # soldiers a player-turn
    kill: Annotated[int, msgspec.Meta(ge=2, le=6)] = 5  # least face that hits
    deploy: Literal["sealed", "open", "none"] = "sealed"
    sealed_army: bool = True
    initiative: Percent = 0  # rounds that begin with a roll (F5)
    hidden: Percent = 0  # attacks that a ruse may answer (F9)
    pre: Percent = 0  # attacks that the defender may answer before the dice (F10)
    own: Percent = 0  # attacks that the attacker may press or call off (F11)
    post: Percent = 0  # hits that shields may stop (F12)
    mid: Percent = 0  # attacks after which the attacker chooses (F13)


class Setup(Struct, frozen=True):
    options: Options


class Army(Struct, frozen=True):
    """Three to seven soldiers (F2)."""

    pikes: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    bows: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0


class Standing(Struct, frozen=True):
    """Standing orders: an answer for each kind of reaction, or `ask`.  None for `hidden`: a promise
    about a hidden thing cannot be checked, so the owner always answers himself."""

    pre: Literal["yes", "no", "cancel", "ask"] = "no"
    own: Literal["yes", "no", "cancel", "ask"] = "no"
    post: Literal["yes", "no", "cancel", "ask"] = "yes"


# -- the position ----------------------------------------------------------------------------------------
class Soldier(Struct, frozen=True):
    """One soldier; `place` 0: not deployed; `health` 0: fallen."""

    id: str
    side: Side
    kind: Kind
    health: int
    place: int = 0
    spent: bool = False


class Fight(Struct, frozen=True):
    """The attack that is being fought; `attacker` is empty when there is none."""

    attacker: str = ""
    target: str = ""
    dice: int = 0
    need: int = 0
    hits: int = 0
    pressed: bool = False
    pursue: bool = False


class State(Struct, frozen=True):
    """The whole public position.  `points` and `ruses` are pairs: a's, b's."""

    setup: Setup
    soldiers: tuple[Soldier, ...]
    pending: tuple[str, ...] = ()  # names of steps, the present one first (see play.STEPS)
    fight: Fight = Fight()
    first: Side | Literal[""] = ""  # winner of the roll-off
    side: Side | Literal[""] = ""  # whose player-turn it is
    round: int = 0
    term: int = 0  # player-turns so far
    acted: int = 0  # orders carried out in this player-turn
    done: bool = False  # the player-turn was ended by its player
    points: tuple[int, int] = (0, 0)
    ruses: tuple[int, int] = (RUSES, RUSES)
    over: bool = False

    def find(self, unit: str) -> Soldier | None:
        return next((s for s in self.soldiers if s.id == unit), None)

    def on_field(self, side: Side) -> tuple[Soldier, ...]:
        return tuple(s for s in self.soldiers if s.side == side and s.health > 0)

    def ready(self, side: Side) -> tuple[Soldier, ...]:
        """Those of `side` who may still act in this round."""
        return tuple(s for s in self.on_field(side) if not s.spent)

    def change(self, unit: str, /, **fields: object) -> "State":
        """The same state with something about one soldier changed."""
        men = tuple(msgspec.structs.replace(s, **fields) if s.id == unit else s for s in self.soldiers)
        return msgspec.structs.replace(self, soldiers=men)

    @property
    def mover(self) -> Side:
        """Whose player-turn it is; asked only where there is one."""
        return self.side or "a"

    @property
    def defender(self) -> Side:
        """The other side: owner of the soldier under attack."""
        return OTHER[self.mover]


class FordOrder(Order, frozen=True):
    """One order.  Exactly one of: `unit` with `move` (a place) or with `attack` (a soldier) in a
    player-turn; `unit` with `place` when deploying; `answer` to a reaction or a choice; `end`."""

    unit: str = ""
    move: int = 0
    attack: str = ""
    place: int = 0
    answer: Literal["", "yes", "no", "cancel"] = ""
    else_: tuple["FordOrder", ...] = ()


def chance(state: State, what: str, percent: int) -> bool:
    """Whether a thing happens here: the same on every machine, and no die.

    Copy this only for a game that needs no skill: it makes the *rules* vary, so that the tests of the
    referee meet every kind of want in every order.
    """
    digest = hashlib.sha256(what.encode() + b"\0" + msgspec.json.encode(state)).digest()
    return int.from_bytes(digest[:4], "big") % 100 < percent
