"""Charges (R13, R14; A25, A26): who can charge whom, and where everybody then stands."""

from functools import lru_cache
from math import isqrt

from pbem.errors import Problem
from pbem.games.war.geometry import charge as ground
from pbem.games.war.geometry.field import Body, Field, box_of, impassable, others, pathway
from pbem.games.war.geometry.numbers import Point, rounded
from pbem.games.war.inches import inches
from pbem.games.war.rules.movement import allowance
from pbem.games.war.rules.terrain import body, field_of
from pbem.games.war.state import Profile, State, Unit

__all__ = ["charge_faults", "gap_of", "line", "onset"]


def gap_of(distance2: int, both: int) -> int:
    """The least range that reaches from base to base, from the square of the distance of centres."""
    return max(0, isqrt(max(0, distance2 - 1)) + 1 - both)


def line(state: State, unit: str, target: str, *, halved: bool = False) -> ground.Line:
    """The way of the closest model to the closest enemy (A25), with half the allowance if `halved`."""
    profile, there = state.profile(unit), state.profile(target)
    me, foe = body(profile, state.unit(unit)), body(there, state.unit(target))
    return ground.charge_line(field_of(state), me, foe, allowance(profile, halved=halved))


@lru_cache(maxsize=256)
def _carried(field: Field, me: Body, foe: Body, most: int) -> ground.Charge:
    return ground.charge(field, me, foe, most)


def onset(state: State, unit: str, target: str, most: int) -> ground.Charge:
    """R13, R14: a charge whose line is free, carried out with that allowance."""
    me = body(state.profile(unit), state.unit(unit))
    foe = body(state.profile(target), state.unit(target))
    return _carried(field_of(state), me, foe, most)


def charge_faults(state: State, profile: Profile, unit: Unit, target: str) -> tuple[Problem, ...]:
    """Why the charge cannot be made in this very position, with numbers."""
    there = state.profile(target)
    me, foe = body(profile, unit), body(there, state.unit(target))
    field = field_of(state)
    way = ground.charge_line(field, me, foe, allowance(profile))
    match way.reason:
        case "":
            return ()
        case "out_of_reach":
            gap = gap_of(way.distance2, me.r + foe.r)
            rough = " over difficult ground" if way.difficult else ""
            needs = f"{inches(gap)} inches{rough} to reach {target}"
            message = f"{unit.id} needs {needs}, has {inches(way.allow)}"
            return (Problem("charge", message),)
        case "path_impassable":
            return (Problem("charge", f"{_wall(field, me, foe, way)} is between {unit.id} and {target}"),)
    return (Problem("charge", f"{_unit(field, me, foe, way)} is in the way of {unit.id} to {target}"),)


def _leg(me: Body, foe: Body, way: ground.Line) -> tuple[tuple[Point, Point]]:
    a, d = me.pos[way.pair[0]], foe.pos[way.pair[1]]
    if way.distance2 <= (me.r + foe.r + 2) ** 2:
        return ((a, a),)
    x, y = rounded((a[0] - d[0], a[1] - d[1]), me.r + foe.r + 1)
    return ((a, (d[0] + x, d[1] + y)),)


def _wall(field: Field, me: Body, foe: Body, way: ground.Line) -> str:
    for it in field.pieces:
        if it.impassable and impassable(field._replace(pieces=(it,)), _leg(me, foe, way), me.r):
            return it.name or "something impassable"
    raise AssertionError("nothing impassable is in the way")


def _unit(field: Field, me: Body, foe: Body, way: ground.Line) -> str:
    leg = _leg(me, foe, way)
    for other in field.bodies:
        if other.id in (me.id, foe.id):
            continue
        alone = field._replace(bodies=(other,))
        if not pathway(leg, me.r, others(alone, me, box_of(leg[0]))):
            return other.id
    raise AssertionError("nobody is in the way")
