"""What becomes of an order that was legal when it was signed and is not when its turn comes (A33).

Its alternatives were tried before.  The action is lost without fatigue; a move goes as far as it can
where the players agreed on that; an order of a unit that can take no action costs nothing.
"""

from msgspec.structs import replace

from pbem.games.war import events as e
from pbem.games.war.legality import faults
from pbem.games.war.orders import Order, verb
from pbem.games.war.phases import apply, settle
from pbem.games.war.rules.activation import acted, unit_faults
from pbem.games.war.rules.movement import shortened
from pbem.games.war.state import State
from pbem.ruleset import Step

__all__ = ["downgrade"]


def downgrade(state: State, order: Order) -> Step:
    """Carry out what is left of an order that has faults now."""
    wrong = faults(state, order)
    if not wrong:
        return apply(state, order)
    cause = wrong[0].message
    if order.end or unit_faults(state, order.unit, tired=False):
        return Step(state, (e.Dropped(unit=order.unit, cause=cause),))
    if order.move and state.setup.options.auto_shorten and (short := _short(state, order)):
        step = apply(state, short)
        return Step(step.state, (e.Shortened(unit=order.unit, cause=cause), *step.events))
    lost = e.Lost(unit=order.unit, what=verb(order), cause=cause)
    return settle(acted(state, state.unit(order.unit)), [lost])


def _short(state: State, order: Order) -> Order | None:
    """The order that leads as far along the way as one can go, if there is one."""
    if not 1 <= order.files <= len(state.unit(order.unit).pos):
        order = replace(order, files=len(state.unit(order.unit).pos))
    if not faults(state, order):
        return order
    centre = shortened(state, order).centre
    if centre is None:
        return None
    for legs in range(len(order.move) - 1, -1, -1):
        short = replace(order, move=(*order.move[:legs], centre))
        if not faults(state, short):
            return short
    return None
