"""Signed orders → a part of an order file that gives them; the inverse of `understand`.

Cards are written as their slots: no state says what a hidden one is, and equal cards differ in nothing else.
"""

from typing import Any

from pbem.games.zoids.orders import Order, verb_of
from pbem.games.zoids.state import State
from pbem.ruleset import Data

__all__ = ["write_orders"]

_TABLES = {"to": "move", "fire": "fire", "fight": "fight"}
_ORDER = ("arrange", "tactics", "discard", "move", "fire", "fight")


def write_orders(state: State, orders: tuple[Order, ...]) -> Data:
    """A part of an order file that gives these orders."""
    if state.phase == "defend":
        return {"play": _answer(orders[0]) if orders else []}
    if state.phase == "deploy":
        return {order.zoid: order.to for order in orders}
    rest = tuple(order for order in orders if not order.end)
    part = _tables(rest) if _orderly(rest) else {"do": [_step(order) for order in rest]}
    ends = len(rest) < len(orders)
    if not rest:
        return {"end": True}
    # Whether a tactics card gives control back depends on its face: then the end is always said.
    unclear = any(verb_of(branch) == "tactics" for branch in (rest[-1], *rest[-1].else_))
    return {**part, "end": ends} if unclear or ends == rest[-1].pause else part


def _answer(order: Order) -> Any:
    return "nothing" if order.hold else order.play


def _orderly(orders: tuple[Order, ...]) -> bool:
    """Whether the tables of the phases can say it: in order, tactics in one table without alternatives."""
    places = [_ORDER.index(_TABLES.get(verb_of(order), verb_of(order))) for order in orders]
    tactics = [order for order, place in zip(orders, places, strict=True) if place < 3]
    once = all(places.count(place) < 2 for place in (0, 2))
    plain = not any(order.else_ for order in tactics) and not any(order.pause for order in tactics[:-1])
    return places == sorted(places) and once and plain


def _tables(orders: tuple[Order, ...]) -> Data:
    tactics: Data = {}
    part: Data = {}
    for order in orders:
        verb = verb_of(order)
        if verb in _TABLES:
            part.setdefault(_TABLES[verb], []).append(_step(order, at="to" if verb == "to" else "at"))
            continue
        part["tactics"] = tactics
        if verb == "tactics":
            tactics.setdefault("play", []).append(order.play)
        else:
            tactics[verb] = list(order.discard or order.arrange)
        if order.pause:
            tactics["pause"] = True
    return {key: rows[0] if isinstance(rows, list) and len(rows) == 1 else rows for key, rows in part.items()}


def _step(order: Order, *, at: str = "") -> Data:
    """One order as a step that says everything."""
    verb = verb_of(order)
    step: Data = {}
    match verb:
        case "discard" | "arrange":
            step[verb] = list(order.discard or order.arrange)
        case "tactics":
            step["tactics"] = order.play
        case _:
            step = {"zoid": order.zoid, "play": order.play, at or verb: order.to or order.fire or order.fight}
    if order.pause:
        step["pause"] = True
    if order.else_:
        step["else"] = [_step(other) for other in order.else_]
    return step
