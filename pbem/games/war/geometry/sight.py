"""Ranges, sight, cover, and whether somebody stands behind an obstacle."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from pbem.games.war.geometry.field import NEAR, Body, Field, Other, box_of, closest
from pbem.games.war.geometry.numbers import Point
from pbem.games.war.geometry.predicates import Piece, contains, crossed, near, pt_seg

__all__ = ["LOS_EXTRA", "Sight", "covered", "engaged", "in_cover", "in_range", "los", "obstacle_defence"]

LOS_EXTRA: Final = 2  # a base hides a little more than itself, so that a line of bases has no chinks


class Sight(NamedTuple):
    """Whether some model sees some model, and the first pair that does (−1, −1: none)."""

    seen: bool
    by: int = -1
    of: int = -1


def in_range(unit: Body, target: Body, reach: int) -> tuple[int, ...]:
    """Models of the unit that have some model of the target at most `reach` away, edge to edge."""
    limit = (unit.r + target.r + reach) ** 2
    return tuple(
        i
        for i, (x, y) in enumerate(unit.pos)
        if any((x - u) * (x - u) + (y - v) * (y - v) <= limit for u, v in target.pos)
    )


def los(field: Field, unit: Body, target: Body, *, units_block: bool = True) -> Sight:
    """The first pair, the closest first, between whose centres nothing stands."""
    walls = [it for it in field.pieces if it.blocks_los]
    bases = _between(field, unit, target) if units_block else []
    pairs = sorted(
        ((x - u) * (x - u) + (y - v) * (y - v), i, j)
        for i, (x, y) in enumerate(unit.pos)
        for j, (u, v) in enumerate(target.pos)
    )
    for _, i, j in pairs:
        if not _hidden(walls, bases, unit.pos[i], target.pos[j]):
            return Sight(seen=True, by=i, of=j)
    return Sight(seen=False)


def _between(field: Field, unit: Body, target: Body) -> list[Other]:
    """Bases of third units that may stand between the two."""
    x0, y0, x1, y1 = box_of((*unit.pos, *target.pos))
    found = []
    for body in field.bodies:
        if body.id in (unit.id, target.id):
            continue
        m = body.r + LOS_EXTRA
        found += [
            Other(p, m, enemy=False)
            for p in body.pos
            if x0 - m <= p[0] <= x1 + m and y0 - m <= p[1] <= y1 + m
        ]
    return found


def _hidden(walls: Iterable[Piece], bases: list[Other], a: Point, b: Point) -> bool:
    for i, other in enumerate(bases):
        if pt_seg(other.at, a, b, other.r) <= 0:
            bases[0], bases[i] = bases[i], bases[0]  # what hides one pair often hides the next
            return True
    return any(crossed(it, a, b) and not contains(it, a) and not contains(it, b) for it in walls)


def covered(field: Field, unit: Body, target: Body) -> tuple[int, ...]:
    """Models of the target that have cover from the unit: in a cover area, or behind a piece of cover
    as seen by the shooter closest to them, unless that piece is the shooter's own cover alone."""
    pieces = [it for it in field.pieces if it.cover]
    if not pieces:
        return ()
    found = []
    for j, q in enumerate(target.pos):
        if any(it.area and contains(it, q) for it in pieces):
            found.append(j)
            continue
        p = min(unit.pos, key=lambda s: (s[0] - q[0]) ** 2 + (s[1] - q[1]) ** 2)
        if any(_shields(it, p, unit.r, q, target.r) for it in pieces):
            found.append(j)
    return tuple(found)


def _shields(it: Piece, p: Point, r: int, q: Point, s: int) -> bool:
    if not crossed(it, p, q) or contains(it, p):
        return False
    return not near(it, p, r + NEAR) or near(it, q, s + NEAR)


def in_cover(field: Field, unit: Body, target: Body, fraction: tuple[int, int] = (1, 2)) -> bool:
    """Whether more than that fraction (numerator, denominator) of the target is covered."""
    num, den = fraction
    return len(covered(field, unit, target)) * den > len(target.pos) * num


def obstacle_defence(field: Field, attacker: Body, defender: Body) -> bool:
    """Whether the defender holds an obstacle: one on the line between the closest two, beside that
    defender; or more than half of his models are in cover areas.  Places before the charge."""
    _, i, j = closest(attacker, defender)
    a, d = attacker.pos[i], defender.pos[j]
    if any(it.obstacle and crossed(it, a, d) and near(it, d, defender.r + NEAR) for it in field.pieces):
        return True
    woods = [it for it in field.pieces if it.cover and it.area]
    inside = sum(any(contains(it, p) for it in woods) for p in defender.pos)
    return 2 * inside > len(defender.pos)


def engaged(unit: Body, foe: Body) -> int:
    """How many models of the unit are close enough to an enemy to fight."""
    return len(in_range(unit, foe, NEAR))
