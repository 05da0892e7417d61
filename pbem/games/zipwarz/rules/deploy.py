"""Roles (R9, A9) and deployment (R11, R12; A13, A14)."""

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.zones import row
from pbem.games.zipwarz.state import INDEX, WHERE, State
from pbem.ruleset import OTHER, SIDE_NAMES, Side

__all__ = [
    "deploy_check",
    "deploy_faults",
    "next_to_deploy",
    "one_by_one",
    "placed",
    "role_of",
    "undeployed",
    "zones_of",
]


def role_of(state: State, side: Side) -> str:
    """`aggressor` or `defender`; "" before the roles are known."""
    if not state.aggressor:
        return ""
    return "aggressor" if side == state.aggressor else "defender"


def zones_of(state: State, side: Side) -> tuple[int, ...]:
    """Zones in which the side deploys; () before the roles are known."""
    role = role_of(state, side)
    return getattr(state.setup.scenario.deploy, role) if role else ()


def undeployed(state: State, side: Side) -> tuple[str, ...]:
    """Units of the side that stand nowhere yet."""
    return tuple(unit.id for unit in state.units[INDEX[side]] if not unit.at)


def one_by_one(state: State) -> bool:
    """A13: the sides take turns to place one unit."""
    return state.setup.options.deployment == "alternating"


def next_to_deploy(state: State) -> Side | None:
    """A13: who deploys after `state.side` has; None when both have."""
    other = OTHER[state.side]
    if undeployed(state, other):
        return other
    return state.side if undeployed(state, state.side) else None


def deploy_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why this unit cannot be placed there, in this very position."""
    side = state.side
    s, who = INDEX[side], SIDE_NAMES[side]
    problems = []
    other = (order.move, order.attack, order.heal, order.hold, order.use, order.end, order.pause, order.else_)
    if any(other):
        problems.append(Problem("", "a deployment order names a unit and a zone and nothing else"))
    where = WHERE.get(order.unit)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        have = " ".join(unit.id for unit in state.units[s])
        problems.append(
            Problem("unit", f"{order.unit or 'nobody'} is not a unit of {who} ({who} has {have})")
        )
    elif state.units[s][where[1]].at:
        problems.append(Problem("unit", f"{order.unit} is already in {state.units[s][where[1]].at}"))
    zones, most = zones_of(state, side), state.setup.options.max_units_per_zone
    if order.zone not in zones:
        problems.append(Problem("zone", f"{who} may not deploy in {order.zone} (zones: {row(zones)})"))
    elif most and sum(unit.at == order.zone for unit in state.units[s]) >= most:
        problems.append(Problem("zone", f"{order.zone} is full: no more than {most} to a zone"))
    return tuple(problems)


def deploy_check(state: State, orders: tuple[Order, ...]) -> tuple[Problem, ...]:
    """Every fault of a whole deployment: each unit once, none left out (one only when alternating)."""
    problems = []
    here = state
    for i, order in enumerate(orders):
        faults = deploy_faults(here, order)
        problems += [Problem(f"[{i}].{p.path}" if p.path else f"[{i}]", p.message, p.hint) for p in faults]
        if not faults:
            here = placed(here, order)
    left = undeployed(here, state.side)
    if one_by_one(state):
        if len(orders) != 1:
            problems.append(Problem("", f"expected one unit, found {len(orders)} (the sides take turns)"))
    elif left and not any(p.path.endswith(".unit") for p in problems):
        named = {order.unit for order in orders}
        if missing := [unit for unit in left if unit not in named]:
            be = "is" if len(missing) == 1 else "are"
            problems.append(Problem("", f"{' '.join(missing)} {be} not deployed"))
    return tuple(problems)


def placed(state: State, order: Order) -> State:
    """The position with one unit placed."""
    return replace(state, units=state.with_unit(replace(state.unit(order.unit), at=order.zone)))
