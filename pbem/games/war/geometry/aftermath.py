"""After a fight: who falls, whose friends are near, where the loser goes."""

from typing import Final, NamedTuple

from pbem.games.war.geometry.field import (
    Body,
    Field,
    box_of,
    gap_at_most,
    impassable,
    on_table,
    others,
    overlapped,
    pathway,
)
from pbem.games.war.geometry.numbers import Point, trunc

__all__ = [
    "RETREAT", "WIPEOUT", "Retreat", "casualties", "friends_near", "reach_of_shift", "retreat", "vector",
]  # fmt: skip

RETREAT: Final = 400
WIPEOUT: Final = 400


class Retreat(NamedTuple):
    """How far the loser went and along which vector; how far the winner stepped back instead; `locked`
    where neither could."""

    shift: int
    vector: Point
    loser: tuple[Point, ...]
    winner_shift: int
    winner: tuple[Point, ...]
    locked: bool


def casualties(unit: Body, enemy: Body, count: int, *, rear: bool = True) -> tuple[int, ...]:
    """Numbers of the models that fall: the farthest from the enemy first (`rear`, else the nearest
    first), of two the higher number."""

    def far(i: int) -> tuple[int, int]:
        x, y = unit.pos[i]
        away = min((x - u) ** 2 + (y - v) ** 2 for u, v in enemy.pos)
        return (away if rear else -away), i

    return tuple(sorted(range(len(unit.pos)), key=far, reverse=True)[:count])


def friends_near(field: Field, dead: Body) -> tuple[str, ...]:
    """Units of the same owner within `WIPEOUT` of the places where the dead stood."""
    return tuple(
        body.id
        for body in field.bodies
        if body.owner == dead.owner and body.id != dead.id and gap_at_most(body, dead, WIPEOUT)
    )


def vector(unit: Body, enemy: Body, home: int) -> Point:
    """The exact direction from the middle of the enemy to that of the unit; where they are one, toward
    `home` (−1: y = 0, 1: the other edge)."""
    n, m = len(unit.pos), len(enemy.pos)
    x = m * sum(p[0] for p in unit.pos) - n * sum(p[0] for p in enemy.pos)
    y = m * sum(p[1] for p in unit.pos) - n * sum(p[1] for p in enemy.pos)
    return (x, y) if x or y else (0, home)


class _Shifts:
    """Shifts of a whole unit by up to `RETREAT`, judged one after the other.  The enemy that it fought
    does not block the way, only the end."""

    def __init__(self, field: Field, unit: Body, enemy: Body) -> None:
        self.field, self.unit = field, unit
        x0, y0, x1, y1 = box_of(unit.pos)
        room = (x0 - RETREAT, y0 - RETREAT, x1 + RETREAT, y1 + RETREAT)
        self.third = others(field, unit, room, but=enemy.id)
        self.bases = others(field, unit, room)

    def ends(self, by: Point) -> tuple[Point, ...] | None:
        """Where everybody stands after the shift; None where it cannot be."""
        r = self.unit.r
        ends = tuple((x + by[0], y + by[1]) for x, y in self.unit.pos)
        if not all(on_table(self.field, p, r) for p in ends):
            return None
        if any(overlapped(p, r, self.bases, 3) for p in ends):
            return None
        ways = tuple(zip(self.unit.pos, ends, strict=True))
        if impassable(self.field, ways, r) or not pathway(ways, r, self.third):
            return None
        return ends


def reach_of_shift(
    field: Field, unit: Body, enemy: Body, toward: Point
) -> tuple[int, Point, tuple[Point, ...]]:
    """The longest legal shift in a direction, up to `RETREAT`: its length (0: none), vector, places."""
    shifts = _Shifts(field, unit, enemy)
    for length in range(RETREAT, 0, -1):
        by = trunc(toward, length)
        ends = shifts.ends(by)
        if ends is not None:
            return length, by, ends
    return 0, (0, 0), unit.pos


def retreat(field: Field, loser: Body, winner: Body, homes: tuple[int, int], toward: Point | None) -> Retreat:
    """The loser goes away from the winner (or `toward` where its owner says so), as far as possible; if
    it cannot and is in contact still, the winner steps back just out of contact; else both stay.

    `homes` are the directions of the own edges of loser and winner (−1 or 1)."""
    length, by, ends = reach_of_shift(field, loser, winner, toward or vector(loser, winner, homes[0]))
    if length or not gap_at_most(loser, winner, 2):
        return Retreat(length, by, ends, 0, winner.pos, locked=False)
    back, shifts = vector(winner, loser, homes[1]), _Shifts(field, winner, loser)
    for k in range(1, RETREAT + 1):
        placed = shifts.ends(trunc(back, k))
        if placed is not None:
            return Retreat(0, (0, 0), loser.pos, k, placed, locked=False)
    return Retreat(0, (0, 0), loser.pos, 0, winner.pos, locked=True)
