"""Moving (R4, R13, R17, R18; A2, A3, A7 to A9): where a Zoid may end, and why not elsewhere."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from pbem.games.zoids.catalogue import kinds
from pbem.games.zoids.rules.cards import kind_of_zoid
from pbem.games.zoids.rules.squares import SQUARES, distance, is_square, neighbours, ray, rays
from pbem.games.zoids.state import State

__all__ = ["move_fault", "reach"]

Passes = Callable[[str], str]


def _obstruction(state: State, name: str, square: str) -> str:
    """R4, R18, A8: why the Zoid cannot move over the square, "" if it can."""
    flyer = kind_of_zoid(state.profile(name)).flyer
    there = state.at(square)
    if not flyer:
        if square in state.obstacles:
            return f"{square} is an obstacle, and {name} is no flyer"
        return f"{there} stands on {square}, and {name} is no flyer" if there else ""
    if there and not state.options.flyers_pass_flyers and kinds()[state.profile(there).kind].flyer:
        return f"{there} on {square} is a flyer too"
    return ""


def _landing(state: State, name: str, square: str) -> str:
    """R4, R13, A9: why the Zoid cannot end on the square, "" if it can."""
    if there := state.at(square):
        return f"{there} stands on {square}"
    if square not in state.obstacles:
        return ""
    if not kind_of_zoid(state.profile(name)).flyer:
        return f"{square} is an obstacle, and {name} is no flyer"
    return "" if state.options.flyer_land_on_obstacle else f"{square} is an obstacle: nobody may land there"


def _distances(state: State, n: int) -> range:
    """A2: exactly n squares, or any number up to n."""
    return range(n, n + 1) if state.options.exact_move else range(1, n + 1)


def move_fault(state: State, name: str, to: str, n: int) -> str:
    """Why the Zoid cannot move to that square with a move of n, "" if it can.  n = 0: it is not known how
    far the card carries, and only the square is judged."""
    here = state.zoid(name).at
    if not is_square(to):
        return f"expected a square from a1 to h8, found {to!r}"
    if to == here:
        return f"{name} is on {to} already"
    if cause := _landing(state, name, to):
        return cause
    if n == 0:
        return ""
    if state.options.move_geometry == "path":
        return "" if _leads(state, name, to, n) else _no_path(state, name, to, n)
    line = ray(here, to)
    if line is None:
        return f"{to} is not in a straight line from {here}"
    if line.steps not in _distances(state, n):
        least = "exactly" if state.options.exact_move else "at most"
        return f"{to} is {_squares(line.steps)} from {here}, the move is {least} {n}"
    return next((cause for square in line.between if (cause := _obstruction(state, name, square))), "")


def _squares(n: int) -> str:
    return "1 square" if n == 1 else f"{n} squares"


def _no_path(state: State, name: str, to: str, n: int) -> str:
    least = "exactly" if state.options.exact_move else "at most"
    return f"no way of {least} {_squares(n)} leads from {state.zoid(name).at} to {to}"


def reach(state: State, name: str, n: int) -> tuple[str, ...]:
    """The squares on which a move of n can end, nearest direction first (A3)."""
    here = state.zoid(name).at
    if state.options.move_geometry == "path":
        near = (s for s in SQUARES if s != here and distance(here, s) <= n)
        return tuple(s for s in near if not _landing(state, name, s) and _leads(state, name, s, n))
    return tuple(_line_ends(state, name, here, n))


def _line_ends(state: State, name: str, here: str, n: int) -> Iterator[str]:
    lengths = _distances(state, n)
    for line in rays(here):
        for steps, square in enumerate(line[:n], 1):
            if steps in lengths and not _landing(state, name, square):
                yield square
            if _obstruction(state, name, square):
                break


# ---------------------------------------------------------------------- A3: any path of king's steps


def _leads(state: State, name: str, to: str, n: int) -> bool:
    """Whether a path of n squares (up to n) leads there, no square twice, each passable."""
    shut = tuple(square for square in SQUARES if _obstruction(state, name, square))
    return any(_path(state.zoid(name).at, to, k, shut) for k in _distances(state, n))


@lru_cache(maxsize=4096)
def _path(here: str, to: str, n: int, shut: tuple[str, ...]) -> bool:
    return _walk(here, to, n, shut, (here,))


def _walk(here: str, to: str, n: int, shut: tuple[str, ...], been: tuple[str, ...]) -> bool:
    """Depth first; a path that is too short for what is left is given up."""
    if n == 1:
        return to in neighbours(here)
    for square in neighbours(here):
        if square in been or square in shut or square == to or distance(square, to) > n - 1:
            continue
        if _walk(square, to, n - 1, shut, (*been, square)):
            return True
    return False
