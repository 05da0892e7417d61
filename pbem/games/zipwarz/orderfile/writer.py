"""Signed orders → a part of an order file that gives them; the inverse of `understand`."""

from typing import Any

from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.state import State
from pbem.ruleset import Data

__all__ = ["write_orders"]


def write_orders(state: State, orders: tuple[Order, ...]) -> Data:
    """A part of an order file that gives these orders; the inverse of `understand`."""
    if state.phase == "defend":
        if not orders:
            return {"use": []}
        return {"hold": True} if orders[0].hold else {"use": _one_or_many(orders[0].use)}
    if state.phase != "activate":
        return {order.unit: order.zone for order in orders}
    rest = [order for order in orders if not order.end]
    rows: list[Data] = []
    at: dict[str, int] = {}
    for i, order in enumerate(rest):
        if not rows or rows[-1]["unit"] != order.unit:
            rows.append({"unit": order.unit, "do": []})
        last = i + 1 == len(rest) or rest[i + 1].unit != order.unit
        rows[-1]["do"].append(_step(state, order, at, pause=order.pause and not last))
        if order.pause and last:
            rows[-1]["pause"] = True
        if order.move:
            at[order.unit] = order.move[-1]
    part: Data = {"activate": rows} if rows else {}
    ends, would_end = len(rest) < len(orders), bool(rest) and not rest[-1].pause
    return {**part, "end": ends} if ends != would_end else part


def _step(state: State, order: Order, at: dict[str, int], *, pause: bool = False) -> Any:
    step: Data = {}
    if order.move:
        here = at.get(order.unit, state.unit(order.unit).at)
        step["move"] = [here, *order.move] if order.move[0] == here else list(order.move)
    if order.attack:
        step["attack"] = order.attack
    if order.heal:
        step["heal"] = order.heal
    if order.hold:
        step["hold"] = True
    if order.use:
        step["use"] = _one_or_many(order.use)
    if order.else_:
        others = []
        for other in order.else_:
            inner = _step(state, other, at)
            if other.unit != order.unit:
                inner = {"unit": other.unit, **(inner if isinstance(inner, dict) else {"hold": True})}
            others.append(inner)
        step["else"] = others
    if pause:
        step["pause"] = True
    return "hold" if step == {"hold": True} else step


def _one_or_many(use: tuple[str, ...]) -> Any:
    return use[0] if len(use) == 1 else list(use)
