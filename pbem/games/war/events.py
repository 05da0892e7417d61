"""What can happen in WAR: plain facts, told to people by `tell`.

Units are named by their ids; places and lengths are hundredths of an inch.
"""

from typing import Literal

from pbem.games.war.geometry.numbers import Point
from pbem.games.war.orders import Order, Verb
from pbem.ruleset import Event, Side


class RolledOff(Event, frozen=True):
    """A3: one player's die."""

    side: Side
    face: int


class Tied(Event, frozen=True):
    """A3: both roll again."""


class Begins(Event, frozen=True):
    """A3: who has the first turn."""

    side: Side


class Deployed(Event, frozen=True):
    """A2: `units` are on the table, the centres of their front ranks at `places`."""

    side: Side
    units: tuple[str, ...]
    places: tuple[Point, ...]


class TurnBegan(Event, frozen=True):
    turn: int
    side: Side


class Declared(Event, frozen=True):
    """A38: an action that the other side may answer."""

    order: Order


class Cancelled(Event, frozen=True):
    """R24: for two tokens."""

    unit: str
    what: Verb
    fatigue: int


class Halved(Event, frozen=True):
    """R25: for a token; `fatigue` is what is left."""

    unit: str
    fatigue: int


class Moved(Event, frozen=True):
    """R5, R6: where the centre of the front rank was and is; `used` of `allow`.  `stays`: a halved move of
    which nothing was left.  `fatigue` is the total, `gained` what the action brought."""

    unit: str
    way: tuple[Point, ...]
    used: int
    allow: int
    difficult: bool = False
    halved: bool = False
    stays: bool = False
    fatigue: int = 0
    gained: int = 0


class Rested(Event, frozen=True):
    """R4."""

    unit: str
    fatigue: int


class Aimed(Event, frozen=True):
    """R7 to R10: a shot, with how many of how many models, dice, the least face that hits, cover."""

    unit: str
    target: str
    shooters: int
    of: int
    dice: int
    need: int
    gap: int
    cover: bool


class Raised(Event, frozen=True):
    """R22: the target's owner spends tokens of the shooter; `need` is what the dice need now."""

    unit: str
    target: str
    tokens: int
    need: int


class Charged(Event, frozen=True):
    """R13 to R15: models in contact, dice and what they need; `obstacle`: the target defends one."""

    unit: str
    target: str
    way: tuple[Point, ...]
    gap: int
    allow: int
    contacts: tuple[int, int]
    dice: tuple[int, int]
    need: tuple[int, int]
    difficult: bool = False
    halved: bool = False
    obstacle: bool = False
    fatigue: int = 0
    gained: int = 0


class FellShort(Event, frozen=True):
    """A26: a charge that does not arrive; nobody moves."""

    unit: str
    target: str
    gap: int
    allow: int
    fatigue: int = 0
    gained: int = 0
    no_room: bool = False


class ClosedRanks(Event, frozen=True):
    """R15: `dice` are what is left."""

    unit: str
    dice: int


class Bargained(Event, frozen=True):
    """R16, R23: tokens in the order in which they were spent, as (who: 0 attacker, 1 target; what);
    armour and needs that come of it; tokens left on attacker and target."""

    unit: str
    target: str
    spent: tuple[tuple[int, str], ...]
    armour: tuple[int, int]
    need: tuple[int, int]
    left: tuple[int, int]


class AttackRolled(Event, frozen=True):
    """R10, R17: dice to hit."""

    unit: str
    target: str
    faces: tuple[int, ...]
    need: int
    hits: int


class SavesRolled(Event, frozen=True):
    """R11, R18."""

    unit: str
    faces: tuple[int, ...]
    need: int
    failed: int


class Fell(Event, frozen=True):
    """R12: models removed, models left; `shrugged` wounds that a Warlord took (A21)."""

    unit: str
    count: int
    left: int
    shrugged: int = 0


class Destroyed(Event, frozen=True):
    """The last model fell."""

    unit: str


class Shaken(Event, frozen=True):
    """R21: friends of `dead` that were near."""

    dead: str
    units: tuple[str, ...]
    fatigue: tuple[int, ...]


class MeleeWon(Event, frozen=True):
    """R19, R20: casualties caused by attacker and target; `winner` "" where somebody was wiped out."""

    unit: str
    target: str
    caused: tuple[int, int]
    winner: str


class FellBack(Event, frozen=True):
    """R19, A27: `shift` is how far, `back` how far the winner stepped back instead; `locked`: neither."""

    unit: str
    winner: str
    shift: int
    back: int
    locked: bool


class Tired(Event, frozen=True):
    """R2, R3, A9: fatigue after the action, as totals."""

    units: tuple[str, ...]
    fatigue: tuple[int, ...]
    why: Literal["melee", "later"]


class Lost(Event, frozen=True):
    """A33: an action that had become impossible; `cause` is the first cause."""

    unit: str
    what: Verb
    cause: str


class Dropped(Event, frozen=True):
    """An order of a unit that can take no action: it costs nothing."""

    unit: str
    cause: str


class Shortened(Event, frozen=True):
    """A33: a move goes as far as it can."""

    unit: str
    cause: str


class GameOver(Event, frozen=True):
    winner: Side | Literal[""]
    reason: str
    score: tuple[int, int]
