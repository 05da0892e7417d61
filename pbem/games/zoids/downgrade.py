"""What becomes of an order that was legal when it was signed and is not when its turn comes.

Its alternatives were tried before.  A move or an attack is exact (A2), so nothing is left of it: the card
is not played and stays in the hand, where everybody has seen it by now; the story names the cause.
"""

from pbem.games.zoids import events as e
from pbem.games.zoids.legality import faults
from pbem.games.zoids.orders import Order, target_of, verb_of
from pbem.games.zoids.phases import apply
from pbem.games.zoids.state import State
from pbem.ruleset import Step

__all__ = ["downgrade"]


def downgrade(state: State, order: Order) -> Step:
    """An order that has faults now costs nothing and does nothing (A26)."""
    wrong = faults(state, order)
    if not wrong:
        return apply(state, order)
    what = verb_of(order)
    said = {"to": f"to {order.to}", "fire": f"at {target_of(order)}", "fight": f"at {target_of(order)}"}.get(
        what, ""
    )
    face = state.face(order.play) if order.play is not None else ""
    cause = wrong[0].message
    told = e.Skipped(side=state.side, zoid=order.zoid, what=f"{what} {said}".strip(), card=face, cause=cause)
    return Step(state, (told,))
