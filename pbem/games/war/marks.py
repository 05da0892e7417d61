"""What pictures remember of a player-turn: ways, shots, where somebody fell."""

from typing import Literal

from msgspec.structs import replace

from pbem.games.war.geometry.numbers import Point
from pbem.games.war.state import Mark, State

__all__ = ["mark", "middle"]


def middle(points: tuple[Point, ...]) -> Point:
    """The middle of a unit, for pictures."""
    n = len(points)
    return sum(x for x, _ in points) // n, sum(y for _, y in points) // n


def mark(
    state: State,
    kind: Literal["move", "shot", "ghost"],
    unit: str,
    points: tuple[Point, ...],
    *,
    hit: bool = False,
) -> State:
    """The state with one more mark of the unit's side."""
    side = state.profile(unit).side
    made = Mark(kind=kind, side=side, term=state.term, points=points, hit=hit)
    return replace(state, marks=(*state.marks, made))
