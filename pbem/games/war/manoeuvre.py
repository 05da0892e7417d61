"""Moves as people think of them, "forward 6", "towards B2", made into exact orders.

An order names places.  Here they are found: straight in a direction from where the front rank is, as far
as was said or as far as the unit may go.
"""

from msgspec.structs import replace

from pbem.games.war.geometry.block import offsets
from pbem.games.war.geometry.numbers import Point, facing_of, forward, rdiv, trunc
from pbem.games.war.marks import middle
from pbem.games.war.orders import Order
from pbem.games.war.rules.movement import shortened
from pbem.games.war.state import State

__all__ = ["TURNS", "clamped", "front_of", "heading", "straight", "toward"]

# Directions relative to the facing of a unit, in degrees.
TURNS = {"forward": 0, "right": 90, "back": 180, "left": 270}


def clamped(state: State, name: str, files: int = 0) -> int:
    """So many files, or those that the unit has, but no more than it has models."""
    unit = state.unit(name)
    return max(1, min(files or unit.files, len(unit.pos)))


def front_of(state: State, name: str, facing: int, files: int) -> Point:
    """The centre of the front rank of such a block that stands on the middle of the unit.  For a unit in
    good order, and its own facing and files, that is where its front rank is."""
    unit, profile = state.unit(name), state.profile(name)
    n = len(unit.pos)
    marks = offsets(n, files, facing, profile.radius)
    x = sum(p[0] for p in unit.pos) - sum(m[0] for m in marks)
    y = sum(p[1] for p in unit.pos) - sum(m[1] for m in marks)
    return rdiv(x, n), rdiv(y, n)


def straight(
    state: State, name: str, direction: Point, length: int | None, *, facing: int, files: int
) -> Order:
    """A move in a direction: `length` hundredths of an inch, or (None) as far as the unit may go, which
    may be nowhere (then the order has faults)."""
    x, y = front_of(state, name, facing, files)
    clear = state.profile(name).move[0]
    u, v = trunc(direction, clear if length is None else length) if length != 0 else (0, 0)
    order = Order(unit=name, move=((x + u, y + v),), facing=facing, files=files)
    if length is None:
        centre = shortened(state, order).centre
        if centre is not None:
            return replace(order, move=(centre,))
    return order


def heading(facing: int, turn: str) -> Point:
    """The direction of "forward", "back", "left" or "right" for somebody with that facing."""
    return forward((facing + TURNS[turn]) % 360)


def toward(state: State, name: str, target: str) -> tuple[Point, int]:
    """The direction from the middle of one unit to that of another, and the facing next to it."""
    here, there = middle(state.unit(name).pos), middle(state.unit(target).pos)
    way = (there[0] - here[0], there[1] - here[1])
    return (way, facing_of(way, 1)) if way != (0, 0) else (forward(0), 0)
