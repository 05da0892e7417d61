"""Charges: who gets where.  The closest model leads straight to the closest enemy; everybody else takes
places around the enemy, nearest first, as far as straight ways and the allowance go; then the enemy
closes up in the same manner.
"""

from typing import Final, Literal, NamedTuple

from pbem.games.war.geometry.field import (
    CONTACT,
    Body,
    Field,
    box_of,
    closest,
    impassable,
    others,
    pathway,
    touching,
)
from pbem.games.war.geometry.numbers import Point, rounded
from pbem.games.war.geometry.throng import Throng

__all__ = ["PILE_IN", "Charge", "ChargeReason", "Line", "charge", "charge_line"]

PILE_IN: Final = 200

ChargeReason = Literal["", "own_unit", "path_impassable", "path_unit", "out_of_reach", "no_room"]


class Line(NamedTuple):
    """The way of the model that leads: numbers of the closest pair, the square of their distance,
    whether the way is difficult, what the unit has; `reason` "" where it can charge."""

    reason: ChargeReason
    pair: tuple[int, int]
    distance2: int
    difficult: bool
    allow: int


class Charge(NamedTuple):
    """A charge carried out: places of both units, who is in contact; `first` are the attackers in
    contact before the target closed up."""

    reason: ChargeReason
    attackers: tuple[Point, ...]
    targets: tuple[Point, ...]
    attackers_in_contact: tuple[int, ...] = ()
    targets_in_contact: tuple[int, ...] = ()
    first: tuple[int, ...] = ()


def charge_line(field: Field, unit: Body, foe: Body, allow: tuple[int, int]) -> Line:
    """Whether the closest model can reach the closest enemy with `allow` (clear, difficult)."""
    dist, i, j = closest(unit, foe)
    a, d = unit.pos[i], foe.pos[j]
    both = unit.r + foe.r
    c = a
    if dist > (both + CONTACT) ** 2:
        x, y = rounded((a[0] - d[0], a[1] - d[1]), both + 1)
        c = (d[0] + x, d[1] + y)
    way = ((a, c),)
    difficult = touching([it for it in field.pieces if it.difficult], way, unit.r)
    most = allow[1] if difficult else allow[0]
    reason: ChargeReason = ""
    if unit.owner == foe.owner:
        reason = "own_unit"
    elif impassable(field, way, unit.r):
        reason = "path_impassable"
    elif not pathway(way, unit.r, others(field, unit, box_of((a, c)), but=foe.id)):
        reason = "path_unit"
    elif dist > (both + most) ** 2:
        reason = "out_of_reach"
    return Line(reason, (i, j), dist, difficult, most)


def charge(field: Field, unit: Body, foe: Body, most: int) -> Charge:
    """Carry out a charge whose line is free, with `most` hundredths of an inch for every model."""
    crowd = Throng(field, unit, foe, most)
    crowd.seek_contact()
    first = crowd.touching()
    if not first:
        return Charge("no_room", unit.pos, foe.pos)
    crowd.close_in()
    attackers = tuple(crowd.pos)
    there = unit._replace(pos=attackers)
    answer = Throng(field.but(there), foe, there, PILE_IN)
    answer.seek_contact()
    targets = tuple(answer.pos)
    after = foe._replace(pos=targets)
    return Charge(
        "",
        attackers,
        targets,
        Throng(field, there, after, 0).touching(),
        answer.touching(),
        crowd.touching(),
    )
