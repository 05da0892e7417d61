"""The order file that a person writes → signed orders, and back (`understand`, `write_orders`).

    [tactics]                               [[react]]
    play = ["awesome move"]                 to = "missiles by A1 on B2"
    discard = ["slow advance", "dodge"]     play = "massive armor"        # or "nothing"
    [move]
    zoid = "B2"                             [deploy]
    play = "bound"                          A1 = "d1"
    to = "d5"
    [fire]                                  do = [{ play = "awesome move" },
    zoid = "B1"                                   { zoid = "B2", play = "bound", to = "d5" },
    play = "lasers"                               { discard = ["dodge"] }]
    at = "A3"
    else = [{ at = "A2" }, { zoid = "B4", at = "A2" }]

`[fight]` is written like `[fire]`.  `do` is the same turn as a list of steps in any order.  A card is named
by its face and found in the hand; a number is taken as its slot.  What an `else` leaves out is as in the
step that it belongs to.  Everything that is wrong is reported at once, with its path in the part.
"""

from collections.abc import Iterator

from pbem.errors import Problem
from pbem.games.zoids import phases
from pbem.games.zoids.legality import assume, check, faults
from pbem.games.zoids.orderfile.reader import Reader
from pbem.games.zoids.orders import Order, slots_of, target_of
from pbem.games.zoids.reading import kind_of
from pbem.games.zoids.rules.deck import informed
from pbem.games.zoids.state import State
from pbem.games.zoids.words import and_list, order_words, slot_name
from pbem.ruleset import Data, Decide, Known, React, Ruleset, Understood

__all__ = ["understand"]


def understand(rules: Ruleset, state: State, part: Data, known: Known) -> Understood:
    """A part of an order file → the orders that answer the present want."""
    want = phases.want(state)
    if not isinstance(want, Decide | React):
        return Understood(problems=(Problem("", "no orders are wanted now"),))
    if not isinstance(part, dict):
        return Understood(problems=(Problem("", f"expected a table, found {kind_of(part)}"),))
    seen = informed(state, want.side, known)
    reader = Reader(seen, want.side)
    if isinstance(want, React):
        reader.reaction(part)
    elif want.kind == "deploy":
        reader.deployment(part)
    else:
        reader.turn(part)
    orders = tuple(reader.orders)
    wrong = check(rules, state, want.side, orders, known)
    return Understood(
        orders=orders,
        words=tuple(_words(seen, orders)),
        notes=(*reader.notes, *_advice(state, seen, orders)),
        problems=reader.all_problems(wrong),
    )


def _plan(state: State, orders: tuple[Order, ...]) -> Iterator[tuple[Order, State, State]]:
    """Each order with the position in which nobody was removed and the one in which all attacked are."""
    stay, gone = state, state
    for order in orders:
        yield order, stay, gone
        if state.phase == "turn" and not order.end:
            stay, gone = _go_on(stay, order, gone=False), _go_on(gone, order, gone=True)


def _go_on(state: State, order: Order, *, gone: bool) -> State:
    able = next((branch for branch in (order, *order.else_) if not faults(state, branch)), None)
    return assume(state, able, gone=gone) if able else state


def _words(state: State, orders: tuple[Order, ...]) -> Iterator[str]:
    """The orders as understood, a line each, with what they depend on."""
    for order, stay, gone in _plan(state, orders):
        said = order_words(state, order)
        if target_of(order) and faults(gone, order) and not faults(stay, order):
            said += f", if {target_of(order)} still stands"
        elif not order.end and faults(stay, order) and not faults(gone, order):
            said += ", if the way is free by then"
        said += "".join(f"; else {order_words(state, other)}" for other in order.else_)
        yield said + (", then wait for the result" if order.pause else "")


def _advice(public: State, state: State, orders: tuple[Order, ...]) -> Iterator[str]:
    """Notes: an alternative shows its card; orders that hang on an answer and have no alternative."""
    if state.phase != "turn":
        return
    hang = []
    for i, (order, stay, gone) in enumerate(_plan(state, orders), 1):
        shown = [slot for other in order.else_ for slot in slots_of(other)]
        extra = [s for s in dict.fromkeys(shown) if s not in slots_of(order) and not public.face(s)]
        if extra:
            cards = and_list(slot_name(state, slot) for slot in extra)
            yield f"order {i}: an alternative shows its card to the other side even when not played: {cards}"
        if not order.else_ and not order.end and bool(faults(stay, order)) != bool(faults(gone, order)):
            hang.append(str(i))
    if hang:
        what = f"order {hang[0]} depends" if len(hang) == 1 else f"orders {', '.join(hang)} depend"
        yield f"{what} on how an attack before it ends; an else says what to do otherwise"
