"""The end of a match (R2, A27): nobody left, or the last turn."""

from typing import Literal

from pbem.games.zoids.rules.cards import points
from pbem.games.zoids.state import State
from pbem.ruleset import Side

__all__ = ["hits_left", "last_turn", "verdict", "wiped_out"]


def hits_left(state: State) -> tuple[int, int]:
    """Hits that a and b have left in all: the score."""
    a, b = (sum(zoid.hits for zoid in row if not zoid.gone) for row in state.zoids)
    return a, b


def wiped_out(state: State, s: int) -> bool:
    """R2: whether side number `s` has no Zoid left."""
    return all(zoid.gone for zoid in state.zoids[s])


def last_turn(state: State) -> bool:
    """A27: whether no turn follows the present one."""
    limit = state.options.turn_limit
    return bool(limit) and state.term >= limit


def verdict(state: State) -> tuple[Side | Literal[""], str]:
    """A27: most Hits left, then most points left, then a draw."""
    value = tuple(sum(points(state, zoid.id) for zoid in row if not zoid.gone) for row in state.zoids)
    for (a, b), what in ((hits_left(state), "Hits"), (value, "points")):
        if a != b:
            more, less = max(a, b), min(a, b)
            return ("a" if a > b else "b"), f"more {what} left after the last turn, {more} against {less}"
    return "", "as many Hits and points left after the last turn"
