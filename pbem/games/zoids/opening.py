"""Before the first turn: obstacles by dice (A15), who begins (A10), placing Zoids (R12, A12)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from msgspec.structs import replace

from pbem.games.zoids import events as e
from pbem.games.zoids.catalogue import deck
from pbem.games.zoids.drawing import DRAW, begin_turn
from pbem.games.zoids.orders import Order
from pbem.games.zoids.rules.deploy import next_to_deploy, placed
from pbem.games.zoids.rules.squares import SQUARES, rotated
from pbem.games.zoids.rules.team import profiles, zoids
from pbem.games.zoids.state import Army, Draw, Setup, State
from pbem.ruleset import OTHER, SIDE_NAMES, Answer, Decide, Event, Roll, Side, Step

__all__ = [
    "start",
    "take_deploy",
    "take_first",
    "take_obstacles",
    "want_deploy",
    "want_first",
    "want_obstacles",
]

FIRST: Final[Mapping[str, Side]] = MappingProxyType({"p1": "a", "p2": "b"})
LOWER: Final = tuple(square for square in SQUARES if square[1] in "34")  # one of each pair of obstacles


def start(setup: Setup, armies: tuple[Army, Army]) -> State:
    """The first position: both teams known, the first deck shuffled."""
    a, b = armies
    state = State(
        setup=setup,
        profiles=(profiles(a, "a"), profiles(b, "b")),
        zoids=(zoids(a, "a"), zoids(b, "b")),
        obstacles=setup.obstacles,
        size=len(deck()),
    )
    return _after_obstacles(state, []).state if not setup.pairs else replace(state, phase="obstacles")


# ------------------------------------------------------------------------- A15: obstacles by dice


def _pairs_left(state: State) -> tuple[str, ...]:
    return tuple(square for square in LOWER if square not in state.obstacles)


def want_obstacles(state: State) -> Roll:
    left = len(_pairs_left(state))
    number = len(state.obstacles) // 2 + 1
    return Roll(f"obstacles {number} of {state.setup.pairs}", 1, left, "", "obstacles")


def take_obstacles(state: State, answer: Answer) -> Step:
    """A15: each die picks one of the squares of ranks 3 and 4 that are left, and its opposite."""
    left, faces = _pairs_left(state), cast("tuple[int, ...]", answer)
    square = left[faces[0] - 1]
    pair = (square, rotated(square))
    told: list[Event] = [e.ObstaclesRolled(faces=faces, sides=len(left), squares=pair)]
    state = replace(state, obstacles=(*state.obstacles, *pair))
    if len(state.obstacles) < 2 * state.setup.pairs:
        return Step(state, tuple(told))
    return _after_obstacles(state, told)


# ------------------------------------------------------------------------- A10: who begins


def _after_obstacles(state: State, told: list[Event]) -> Step:
    if state.options.first == "roll":
        return Step(replace(state, phase="first", side="a"), tuple(told))
    return _first_known(state, FIRST[state.options.first], told)


def want_first(state: State) -> Roll:
    return Roll(f"{SIDE_NAMES[state.side]} rolls for the first turn", 1, 6, state.side, "first")


def take_first(state: State, answer: Answer) -> Step:
    faces = cast("tuple[int, ...]", answer)
    told: list[Event] = [e.FirstRolled(side=state.side, face=faces[0])]
    if state.side == "a":
        return Step(replace(state, side="b", dice=faces), tuple(told))
    a, b = state.dice[0], faces[0]
    state = replace(state, dice=())
    if a == b:
        told.append(e.FirstTied(face=a))
        return Step(replace(state, side="a"), tuple(told))
    return _first_known(state, "a" if a > b else "b", told)


def _first_known(state: State, first: Side, told: list[Event]) -> Step:
    """The first draws wait while Zoids are placed (A12), and so tell who begins."""
    told.append(e.FirstSet(side=first))
    n = state.options.starting_hand
    dealt = tuple(Draw(side=side, count=n, why="deal") for side in (first, OTHER[first]) if n)
    state = replace(state, draws=(*dealt, Draw(side=first, count=DRAW, why="turn")))
    if state.options.setup == "sealed":
        return begin_turn(state, first, told)
    return Step(replace(state, phase="deploy", side="a"), tuple(told))


# ------------------------------------------------------------------------- R12, A12: deployment


def want_deploy(state: State) -> Decide:
    return Decide(state.side, "deploy")


def take_deploy(state: State, answer: Answer) -> Step:
    orders = cast("tuple[Order, ...]", answer)
    told: list[Event] = [e.Deployed(side=state.side, places=tuple((o.zoid, o.to) for o in orders))]
    for order in orders:
        state = placed(state, order)
    side = next_to_deploy(state)
    if side is not None:
        return Step(replace(state, side=side), tuple(told))
    return begin_turn(state, state.draws[-1].side, told)
