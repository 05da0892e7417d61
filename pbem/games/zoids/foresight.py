"""Draws that are certain to come, so that their cards can be prepared a file ahead (A23, option draws)."""

from msgspec.structs import replace

from pbem.games.zoids.drawing import DRAW
from pbem.games.zoids.legality import assume, faults
from pbem.games.zoids.orders import Order
from pbem.games.zoids.rules.deck import hidden_from, top
from pbem.games.zoids.rules.victory import last_turn
from pbem.games.zoids.state import State
from pbem.ruleset import OTHER

__all__ = ["foreseen"]


def foreseen(state: State, rest: tuple[Order, ...]) -> tuple[int, ...]:
    """Slots of the present deck that the side which moves next is certain to draw in its next turn, if the
    game goes on: whatever dice, answers and alternatives still come.

    `rest` are the orders of the running turn that are still to be run.  They must close the turn, and
    nothing in them may pause: orders that nobody has seen yet could draw these very cards.
    """
    running = state.phase in ("turn", "defend", "spoil", "give")
    if not running or state.options.draws == "late" or last_turn(state):
        return ()
    if state.phase == "spoil" and state.stage in ("fire", "fight"):
        return ()  # dice after an attack (A19): the file may be that of the side under attack
    if not rest or not rest[-1].end or any(order.pause for order in rest):
        return ()
    if not all(_closes(state, rest, gone=gone) for gone in (False, True)):
        return ()
    side = OTHER[state.side]
    return hidden_from(state, side, top(state, DRAW))


def _closes(state: State, rest: tuple[Order, ...], *, gone: bool) -> bool:
    """Whether the turn can be ended behind these orders (it cannot above the hand limit)."""
    here = state if state.phase == "turn" else _as_if_answered(state)
    for order in rest[:-1]:
        able = [branch for branch in (order, *order.else_) if not faults(here, branch)]
        if any(branch.arrange for branch in (order, *order.else_)):
            return False
        here = assume(here, able[0], gone=gone) if able else here
    return not faults(here, rest[-1])


def _as_if_answered(state: State) -> State:
    """The position in which the present attack or tactics card is done with."""
    return replace(state, phase="turn", attack=None, spoil=())
