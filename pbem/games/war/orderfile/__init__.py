"""The order file that a person writes → signed orders, and back (`understand`, `write_orders`).

    [[activate]]                          what a unit does, one action after the other
    unit = "B2"                           its id or its name
    do = [{ move = [18, 9.5], facing = 0, files = 4 },      where its front rank ends, in inches; or
                                                            "forward 6", "left 2", "towards A4", …
          { shoot = "A1" },
          { charge = "A4", spend = ["lower", "raise"], else = [{ move = "back 3" }] }]
    pause = true                          show me the result before I go on

    [deploy]                              [[react]]
    A1 = { at = [24, 9.5], files = 4 }    to = "charge by A3 on B1"
                                          close_ranks = true

Everything that is wrong is reported at once, with its path in the part.
"""

from collections.abc import Iterator

from pbem.errors import Problem
from pbem.games.war import phases
from pbem.games.war.legality import assume, check, faults
from pbem.games.war.orderfile.reader import Reader
from pbem.games.war.orders import Order
from pbem.games.war.reading import kind_of
from pbem.games.war.state import State
from pbem.games.war.words import order_words
from pbem.ruleset import Data, Decide, React, Ruleset, Understood

__all__ = ["understand"]


def understand(rules: Ruleset, state: State, part: Data) -> Understood:
    """A part of an order file → the orders that answer the present want."""
    want = phases.want(state)
    if not isinstance(want, Decide | React):
        return Understood(problems=(Problem("", "no orders are wanted now"),))
    if not isinstance(part, dict):
        return Understood(problems=(Problem("", f"expected a table, found {kind_of(part)}"),))
    reader = Reader(state, want.side)
    if isinstance(want, React):
        reader.reaction(part)
    elif want.kind == "deploy":
        reader.deployment(part)
    else:
        reader.turn(part)
    orders = tuple(reader.orders)
    wrong = check(rules, state, want.side, orders, want)
    return Understood(
        orders=orders,
        words=tuple(_words(state, orders)),
        notes=(*reader.notes, *_advice(state, orders)),
        problems=reader.all_problems(wrong),
    )


def _plan(state: State, orders: tuple[Order, ...]) -> Iterator[tuple[Order, State, State]]:
    """Each order with the position in which nobody was removed and the one in which all attacked are."""
    stay, gone = state, state
    for order in orders:
        yield order, stay, gone
        if state.phase == "orders" and not order.end:
            stay, gone = _go_on(stay, order, gone=False), _go_on(gone, order, gone=True)


def _go_on(state: State, order: Order, *, gone: bool) -> State:
    able = next((branch for branch in (order, *order.else_) if not faults(state, branch)), None)
    return assume(state, able, gone=gone) if able else state


def _words(state: State, orders: tuple[Order, ...]) -> Iterator[str]:
    """The orders as understood, a line each, with what they depend on."""
    for order, stay, gone in _plan(state, orders):
        said = order_words(state, order)
        target = order.shoot or order.charge
        if target and not gone.unit(target).pos and stay.unit(target).pos:
            said += f", if {target} still stands"
        elif not order.end and faults(stay, order) and not faults(gone, order):
            said += ", if the way is free by then"
        said += "".join(f"; else {order_words(state, other)}" for other in order.else_)
        yield said + (", then wait for the result" if order.pause else "")


def _advice(state: State, orders: tuple[Order, ...]) -> Iterator[str]:
    """A note when orders hang on dice and have no alternative."""
    hang = [
        str(i)
        for i, (order, stay, gone) in enumerate(_plan(state, orders), 1)
        if not order.else_ and not order.end and bool(faults(stay, order)) != bool(faults(gone, order))
    ]
    if state.phase == "orders" and hang:
        what = f"order {hang[0]} depends" if len(hang) == 1 else f"orders {', '.join(hang)} depend"
        yield f"{what} on dice that are not rolled yet; an else says what to do otherwise"
