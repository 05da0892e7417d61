"""The order file that a person writes → signed orders, and back (`understand`, `write_orders`).

    [[activate]]                          a run of orders of one unit
    unit = "B3"                           its id or its name
    do = [{ move = [7, 6] },              zones entered, in order
          { attack = "A6", use = "bombard", else = [{ attack = "A5" }] },
          "hold"]
    use = "surge"                         abilities that give more actions
    pause = true                          show me the result before I go on

    [deploy]                              [[react]]
    A1 = 5                                to = "bombard by A6"
    20 = ["A2", "A3"]                     use = "ancient hide"      # or "nothing"

Everything that is wrong is reported at once, with its path in the part.
"""

from collections.abc import Iterator
from typing import Any

from pbem.errors import Problem
from pbem.games.zipwarz import phases
from pbem.games.zipwarz.legality import assume, check, faults
from pbem.games.zipwarz.orderfile.reader import Reader
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.reading import kind_of
from pbem.games.zipwarz.state import State
from pbem.games.zipwarz.words import order_words
from pbem.ruleset import Decide, React, Ruleset, Understood

__all__ = ["understand"]


def understand(rules: Ruleset, state: State, part: Any) -> Understood:
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
    wrong = check(rules, state, want.side, tuple(reader.orders), want)
    return Understood(
        orders=tuple(reader.orders),
        words=tuple(_words(state, reader.orders)),
        notes=(*reader.notes, *_advice(state, reader.orders)),
        problems=reader.all_problems(wrong),
    )


def _plan(state: State, orders: list[Order]) -> Iterator[tuple[Order, State, State]]:
    """Each order with the position in which nobody was removed and the one in which all attacked are."""
    stay, gone = state, state
    for order in orders:
        yield order, stay, gone
        if state.phase == "activate" and not order.end:
            stay, gone = _go_on(stay, order, gone=False), _go_on(gone, order, gone=True)


def _go_on(state: State, order: Order, *, gone: bool) -> State:
    able = next((branch for branch in (order, *order.else_) if not faults(state, branch)), None)
    return assume(state, able, gone=gone) if able else state


def _words(state: State, orders: list[Order]) -> Iterator[str]:
    """The orders as understood, a line each, with what they depend on."""
    for order, stay, gone in _plan(state, orders):
        said = _say(stay, order)
        if order.attack and not gone.unit(order.attack).at and stay.unit(order.attack).at:
            said += f", if {order.attack} still stands"
        elif not order.end and faults(stay, order) and not faults(gone, order):
            said += ", if the way is free by then"
        said += "".join(f"; else {_say(stay, other)}" for other in order.else_)
        yield said + (", then wait for the result" if order.pause else "")


def _say(state: State, order: Order) -> str:
    return order_words(state, order, here=state.unit(order.unit).at if order.move else 0)


def _advice(state: State, orders: list[Order]) -> Iterator[str]:
    """A note when orders hang on dice and have no alternative."""
    hang = [
        str(i)
        for i, (order, stay, gone) in enumerate(_plan(state, orders), 1)
        if not order.else_ and not order.end and bool(faults(stay, order)) != bool(faults(gone, order))
    ]
    if state.phase == "activate" and hang:
        what = f"order {hang[0]} depends" if len(hang) == 1 else f"orders {', '.join(hang)} depend"
        yield f"{what} on dice that are not rolled yet; an else says what to do otherwise"
