"""What can happen in ZipWarz: plain facts, told to people by `tell`.

Units are named by their ids, abilities by theirs; zones are numbers.
"""

from typing import Literal

import msgspec

from pbem.ruleset import Event, Side


class RolesRolled(Event, frozen=True):
    """R9: one player's dice; faces ≥ `need` count."""

    side: Side
    faces: tuple[int, ...]
    need: int


class RolesTied(Event, frozen=True):
    """A9: both roll again."""

    count: int


class RolesSet(Event, frozen=True):
    aggressor: Side


class DeploymentSealed(Event, frozen=True):
    side: Side


class Deployed(Event, frozen=True):
    """R11, R12: `places` are (unit, zone)."""

    side: Side
    places: tuple[tuple[str, int], ...]


class RoundBegan(Event, frozen=True):
    """R19: `counts` are the units of a and b on the field."""

    round: int
    first: Side
    counts: tuple[int, int]


class Moved(Event, frozen=True):
    """R28, R29: `path` begins with the zone left; `cause` is why the rest of the order was not
    possible (then the move ended early), `use` the abilities named."""

    unit: str
    path: tuple[int, ...]
    use: tuple[str, ...] = ()
    cause: str = ""


class Attacked(Event, frozen=True):
    """An attack was declared (R30 to R32): `dice` of which `extra` come from abilities, effective
    levels `a` against `t`, the least face that hits `need`."""

    unit: str
    target: str
    dice: int
    extra: int
    a: int
    t: int
    need: int
    use: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """What an attack came to (R33, R34): `hits` rolled, stopped by `flat` and by `rolled` defences,
    `wounds` added, which makes `total` of `health`."""

    hits: int
    flat: int
    rolled: int
    wounds: int
    total: int
    health: int


class AttackRolled(Event, frozen=True):
    """Attack dice; `result` where no reaction and no defence dice follow."""

    unit: str
    target: str
    faces: tuple[int, ...]
    need: int
    hits: int
    result: Result | None = None


class Defended(Event, frozen=True):
    """A25: the target's side used limited defences, or none.  `need` and `hits` are counted afresh
    where a level was raised; `result` where no dice follow."""

    unit: str
    use: tuple[str, ...]
    need: int
    hits: int
    result: Result | None = None


class DefenceRolled(Event, frozen=True):
    unit: str
    faces: tuple[int, ...]
    need: int
    result: Result


class Removed(Event, frozen=True):
    """R34; `by` is the unit that did it."""

    unit: str
    by: str


class Healed(Event, frozen=True):
    unit: str
    target: str
    wounds: int
    total: int
    use: tuple[str, ...] = ()


class Held(Event, frozen=True):
    """The rest of an activation was given up; `units` are several when a turn of R23 ends."""

    units: tuple[str, ...]


class Lost(Event, frozen=True):
    """A19: an action that had become impossible; `what` was ordered, `cause` is the first cause."""

    unit: str
    what: Literal["move", "attack", "heal", "hold"]
    cause: str


class Dropped(Event, frozen=True):
    """An order that costs nothing because its unit may not act now (A6); `unit` is empty where the
    order names none of this match."""

    unit: str
    cause: str


class Lacking(Event, frozen=True):
    """An action goes on without an ability that was spent by then."""

    unit: str
    cause: str


class PrizeScored(Event, frozen=True):
    """R13: `side` holds `zones` at the end of the round."""

    side: Side
    zones: tuple[int, ...]
    points: int


class KillsScored(Event, frozen=True):
    """R14: units taken out this round by a and b; `side` is empty when they are even."""

    kills: tuple[int, int]
    side: Side | Literal[""]
    points: int


class RoundScored(Event, frozen=True):
    """Totals after the round (R26)."""

    round: int
    totals: tuple[int, int]


class GameOver(Event, frozen=True):
    winner: Side | Literal[""]
    reason: str
    totals: tuple[int, int]
