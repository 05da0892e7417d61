"""Placing Zoids before the first turn where the terms say so (R12, R13; A12)."""

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zoids.orders import Order
from pbem.games.zoids.rules.squares import SQUARES
from pbem.games.zoids.state import INDEX, WHERE, State
from pbem.ruleset import OTHER, SIDE_NAMES, Side

__all__ = ["deploy_check", "deploy_faults", "next_to_deploy", "one_by_one", "placed", "rows", "undeployed"]


def rows(side: Side) -> tuple[str, ...]:
    """R3, R12: the squares of a side's two back rows."""
    return tuple(square for square in SQUARES if square[1] in ("12" if side == "a" else "78"))


def undeployed(state: State, side: Side) -> tuple[str, ...]:
    """Zoids of the side that stand nowhere yet."""
    return tuple(zoid.id for zoid in state.zoids[INDEX[side]] if not zoid.at and not zoid.gone)


def one_by_one(state: State) -> bool:
    return state.options.setup == "alternate"


def next_to_deploy(state: State) -> Side | None:
    """A12: who places after `state.side` has; None when both are done."""
    other = OTHER[state.side]
    if undeployed(state, other):
        return other
    return state.side if undeployed(state, state.side) else None


def deploy_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why this Zoid cannot be placed there, in this very position."""
    side, problems = state.side, []
    s, who = INDEX[side], SIDE_NAMES[side]
    other = (order.fire, order.fight, order.discard, order.arrange, order.hold, order.end, order.pause)
    if any(other) or order.else_ or order.play is not None:
        problems.append(Problem("", "a deployment order names a Zoid and a square and nothing else"))
    where = WHERE.get(order.zoid)
    if where is None or where[0] != s or where[1] >= len(state.zoids[s]):
        have = " ".join(zoid.id for zoid in state.zoids[s])
        message = f"{order.zoid or 'nobody'} is not a Zoid of {who} ({who} has {have})"
        problems.append(Problem("zoid", message))
    elif at := state.zoid(order.zoid).at:
        problems.append(Problem("zoid", f"{order.zoid} is already on {at}"))
    ranks = "1 and 2" if side == "a" else "7 and 8"
    if order.to not in rows(side):
        found = order.to or "nothing"
        problems.append(Problem("to", f"{who} places Zoids on ranks {ranks}, found {found}"))
    elif there := state.at(order.to):
        problems.append(Problem("to", f"{there} stands on {order.to}"))
    return tuple(problems)


def deploy_check(state: State, orders: tuple[Order, ...]) -> tuple[Problem, ...]:
    """Every fault of a whole deployment: each Zoid once, none left out (one only when alternating)."""
    problems = []
    here = state
    for i, order in enumerate(orders):
        faults = deploy_faults(here, order)
        problems += [Problem(f"[{i}].{p.path}" if p.path else f"[{i}]", p.message, p.hint) for p in faults]
        if not faults:
            here = placed(here, order)
    if one_by_one(state):
        if len(orders) != 1:
            problems.append(Problem("", f"expected one Zoid, found {len(orders)} (the sides take turns)"))
        return tuple(problems)
    named = {order.zoid for order in orders}
    if missing := [name for name in undeployed(here, state.side) if name not in named]:
        be = "is" if len(missing) == 1 else "are"
        problems.append(Problem("", f"{' '.join(missing)} {be} not placed"))
    return tuple(problems)


def placed(state: State, order: Order) -> State:
    """The position with one Zoid placed."""
    return replace(state, zoids=state.with_zoid(replace(state.zoid(order.zoid), at=order.to)))
