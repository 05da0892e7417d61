"""What can happen at the ford: plain facts, told to people by `tell`."""

from typing import Literal

from pbem.ruleset import Event, Side


class RolledOff(Event, frozen=True):
    """Roll-off or initiative; `winner` is empty after a tie."""

    kind: Literal["roll-off", "initiative"]
    faces: tuple[int, ...]
    winner: Side | Literal[""]


class DeploymentSealed(Event, frozen=True):
    side: Side


class Deployed(Event, frozen=True):
    side: Side
    places: tuple[tuple[str, int], ...]


class RoundBegan(Event, frozen=True):
    round: int


class Moved(Event, frozen=True):
    side: Side
    unit: str
    here: int
    there: int


class Attacked(Event, frozen=True):
    side: Side
    unit: str
    target: str


class Answered(Event, frozen=True):
    """A reaction or a choice in mid-action; `unit` is the soldier it is about."""

    side: Side
    kind: str
    unit: str
    answer: str


class Rolled(Event, frozen=True):
    """Dice of an attack (`hit`), of shields (`save`) or after the attack (`pursue`, `rest`)."""

    side: Side
    kind: Literal["hit", "save", "pursue", "rest"]
    unit: str
    faces: tuple[int, ...]
    need: int


class Wounded(Event, frozen=True):
    """`unit` of `side` has `health` left; 0: it fell."""

    side: Side
    unit: str
    health: int
    why: str


class Healed(Event, frozen=True):
    side: Side
    unit: str
    health: int


class Scored(Event, frozen=True):
    side: Side
    points: int
    why: str


class Passed(Event, frozen=True):
    """A player-turn ended with nobody having acted: the side is done for the round."""

    side: Side


class Held(Event, frozen=True):
    """An order that had become impossible; `unit` did nothing instead, `why` is the first cause."""

    side: Side
    unit: str
    why: str


class GameOver(Event, frozen=True):
    points: tuple[int, int]
