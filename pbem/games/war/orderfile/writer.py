"""Signed orders → a part of an order file that gives them; the inverse of `understand`."""

from typing import Any

from pbem.games.war.inches import written
from pbem.games.war.orders import Order
from pbem.games.war.state import State
from pbem.ruleset import Data

__all__ = ["write_orders"]


def write_orders(state: State, orders: tuple[Order, ...]) -> Data:
    """A part of an order file that gives these orders."""
    if state.phase == "deploy":
        return {
            order.unit: {"at": _point(order.at), "facing": order.facing, "files": order.files}
            for order in orders
        }
    if state.phase != "orders":
        return {state.phase: _answer(state.phase, orders)}
    rest = [order for order in orders if not order.end]
    rows: list[Data] = []
    for i, order in enumerate(rest):
        if not rows or rows[-1]["unit"] != order.unit:
            rows.append({"unit": order.unit, "do": []})
        last = i + 1 == len(rest) or rest[i + 1].unit != order.unit
        rows[-1]["do"].append(_step(order, pause=order.pause and not last))
        if order.pause and last:
            rows[-1]["pause"] = True
    part: Data = {"activate": rows} if rows else {}
    ends, would_end = len(rest) < len(orders), bool(rest) and not rest[-1].pause
    return {**part, "end": ends} if ends != would_end else part


def _point(point: tuple[int, ...]) -> list[Any]:
    return [written(n) for n in point]


def _step(order: Order, *, pause: bool = False) -> Any:
    step: Data = {}
    if order.move:
        points = [_point(point) for point in order.move]
        step["move"] = points if len(points) > 1 else points[0]
        step |= {"facing": order.facing, "files": order.files}
    if order.shoot:
        step["shoot"] = order.shoot
    if order.charge:
        step["charge"] = order.charge
        if order.spend:
            step["spend"] = _plan(order.spend)
        if order.keep:
            step["keep"] = order.keep
    if order.rest:
        step["rest"] = True
    if order.else_:
        others = []
        for other in order.else_:
            inner = _step(other)
            if other.unit != order.unit:
                inner = {"unit": other.unit, **(inner if isinstance(inner, dict) else {"rest": True})}
            others.append(inner)
        step["else"] = others
    if pause:
        step["pause"] = True
    return "rest" if step == {"rest": True} else step


def _plan(spend: tuple[str, ...]) -> list[str]:
    return [step.replace("_", " ") for step in spend]


def _answer(kind: str, orders: tuple[Order, ...]) -> Any:
    """No order and `decline` are the same no."""
    if not orders or orders[0].decline:
        return False
    order = orders[0]
    match kind:
        case "armour":
            return order.armour
        case "retreat":
            return order.retreat
        case "spend":
            plan = _plan(order.spend)
            return {"plan": plan, "keep": order.keep} if order.keep else plan
    return True
