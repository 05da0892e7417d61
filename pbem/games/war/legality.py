"""What may be ordered: one source of legality for `check`, `faults`, `apply` and `downgrade`.

`faults` judges one order in one position, `check` a decision when it is signed, and `assume` says what to
plan on before any die is rolled.
"""

from typing import Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.war.orders import Order, verb
from pbem.games.war.rules.activation import acted, later, rest_faults, unit_faults
from pbem.games.war.rules.charging import charge_faults, line, onset
from pbem.games.war.rules.deployment import deploy_check, deploy_faults, deployer, placed
from pbem.games.war.rules.fatigue import may_raise
from pbem.games.war.rules.melee import directions
from pbem.games.war.rules.movement import move_faults, moved
from pbem.games.war.rules.shooting import shooter_faults, target_faults, target_of
from pbem.games.war.state import State
from pbem.ruleset import OTHER, SIDE_NAMES, Decide, React, Ruleset, Side, Want, check_turn

__all__ = ["REACTIONS", "assume", "beaten", "check", "decider", "faults", "reactor", "rested"]

NOTHING: Final = (Problem("", "no order is asked for now"),)
# phase → what an answer to it may say beside `decline`
REACTIONS: Final = ("cancel", "halve", "armour", "close_ranks", "spend", "retreat")


def faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why the order cannot be carried out in this very position; paths are fields of the order."""
    if state.phase == "orders":
        return _end_faults(order) if order.end else _action_faults(state, order)
    if state.phase == "deploy":
        return deploy_faults(state, order)
    if state.phase in REACTIONS:
        return _answer_faults(state, order)
    return NOTHING


def _end_faults(order: Order) -> tuple[Problem, ...]:
    """A side may always pass (A40)."""
    if order == Order(end=True, pause=order.pause, else_=order.else_):
        return ()
    return (Problem("", "the end of the turn has nothing else in it"),)


def _action_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """R1, R4, R7, R13 and the rulings on them: form first, then who, then the action itself."""
    said = [name for name in ("move", "shoot", "charge", "rest") if getattr(order, name)]
    if len(said) != 1:
        found = f"{' and '.join(said)}" if said else "none"
        return (Problem("", f"expected one of move, shoot, charge and rest, found {found}"),)
    problems = list(_strange(order, said[0]))
    if wrong := unit_faults(state, order.unit, tired=said[0] != "rest"):
        return (*problems, wrong)
    profile, unit = state.profile(order.unit), state.unit(order.unit)
    match said[0]:
        case "move":
            problems += move_faults(state, order)
        case "shoot":
            missed = (
                shooter_faults(state, profile, unit)
                or target_of(state, order.shoot, "shoot")
                or target_faults(state, profile, unit, order.shoot)
            )
            problems += [missed] if missed else []
        case "charge":
            if missed := target_of(state, order.charge, "charge"):
                problems.append(missed)
            else:
                problems += charge_faults(state, profile, unit, order.charge)
        case "rest":
            missed = rest_faults(unit)
            problems += [missed] if missed else []
    return tuple(problems)


def _strange(order: Order, said: str) -> tuple[Problem, ...]:
    """Fields that do not go with the action."""
    plain = Order(unit=order.unit, pause=order.pause, else_=order.else_)
    match said:
        case "move":
            plain = replace(plain, move=order.move, facing=order.facing, files=order.files)
        case "shoot":
            plain = replace(plain, shoot=order.shoot)
        case "charge":
            plain = replace(plain, charge=order.charge, spend=order.spend, keep=order.keep)
        case "rest":
            plain = replace(plain, rest=True)
    names = ("at", "facing", "files", "spend", "keep", "cancel", "halve", "armour", "close_ranks", "retreat")
    return tuple(
        Problem(name, f"{name} does not go with {said}")
        for name in (*names, "decline")
        if getattr(order, name) != getattr(plain, name)
    )


# ---------------------------------------------------------------------------------------- reactions


def _answer_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """R15, R22 to R25: the answer that the window asks for, or `decline`."""
    kind = state.phase
    if order == Order(decline=True):
        return ()
    form = {
        "cancel": Order(cancel=True),
        "halve": Order(halve=True),
        "armour": Order(armour=order.armour),
        "close_ranks": Order(close_ranks=True),
        "spend": Order(spend=order.spend, keep=order.keep),
        "retreat": Order(retreat=order.retreat),
    }[kind]
    if order != form:
        return (Problem("", f"the answer wanted here is {kind}, or decline, and nothing else"),)
    if kind == "armour" and not 1 <= order.armour <= (most := may_raise(state)):
        return (Problem("armour", f"expected 1{f' to {most}' if most > 1 else ''}, found {order.armour}"),)
    if kind == "spend" and not order.spend:
        return (Problem("spend", "say what to spend tokens on: lower, raise, pass, lower_all, raise_all"),)
    if kind == "retreat":
        assert state.fight is not None
        loser, winner = beaten(state)
        only = range(order.retreat, order.retreat + 1)
        if order.retreat < 0 or not directions(state, loser, winner, among=only):
            message = f"{loser} cannot fall back toward {order.retreat} degrees"
            return (Problem("retreat", message, "away from the enemy, where there is room"),)
    return ()


def beaten(state: State) -> tuple[str, str]:
    """Loser and winner of the melee whose loser falls back now."""
    fight = state.fight
    assert fight is not None
    return (fight.target, fight.by) if fight.won == 0 else (fight.by, fight.target)


def check(
    rules: Ruleset, state: State, side: Side, orders: tuple[Order, ...], want: Want | None
) -> tuple[Problem, ...]:
    """Every fault of a decision when it is taken."""
    if not isinstance(want, Decide | React) or want.side != side:
        return (Problem("", f"nothing is asked of {SIDE_NAMES[side]} now"),)
    if state.phase == "orders":
        return check_turn(rules, state, orders)
    if state.phase == "deploy":
        return deploy_check(state, orders)
    if len(orders) > 1:
        return (Problem("", f"expected one answer at most, found {len(orders)}"),)
    return tuple(
        Problem(f"[0].{p.path}" if p.path else "[0]", p.message, p.hint)
        for order in orders
        for p in faults(state, order)
    )


# ---------------------------------------------------------------------------------------- planning


def rested(state: State, name: str) -> State:
    """R4: one fatigue less."""
    unit = state.unit(name)
    return acted(state, replace(unit, fatigue=max(0, unit.fatigue - 1), rested=True))


def assume(state: State, order: Order, *, gone: bool) -> State:
    """The position after a faultless order, for planning: nobody reacts, no die is rolled and nobody
    falls back; with `gone` the enemy that it attacks is removed.  The turn does not end."""
    if state.phase == "deploy":
        return placed(state, order)
    if state.phase != "orders" or order.end:
        return state
    unit = state.unit(order.unit)
    tokens = unit.fatigue + later(state, unit)
    match verb(order):
        case "rest":
            return rested(state, order.unit)
        case "move":
            done = moved(state, order)
            tokens += done.difficult and state.profile(order.unit).mounted
            after = acted(
                state,
                replace(unit, pos=done.pos, facing=order.facing, files=order.files, fatigue=tokens),
            )
        case "shoot":
            after = acted(state, replace(unit, fatigue=tokens, shots=unit.shots + 1))
        case "charge":
            way = line(state, order.unit, order.charge)
            tokens += way.difficult and state.profile(order.unit).mounted
            met = onset(state, order.unit, order.charge, way.allow)
            foe, after = state.unit(order.charge), state
            if not met.reason:
                after = state.with_unit(replace(foe, pos=met.targets, fatigue=foe.fatigue + 1))
                unit, tokens = replace(unit, pos=met.attackers), tokens + 1
            after = acted(after, replace(unit, fatigue=tokens))
    target = order.shoot or order.charge
    if gone and target:
        after = after.with_unit(replace(after.unit(target), pos=(), gone=True))
    return after


def reactor(state: State) -> Side:
    """Whose reaction is asked for: the loser's in a retreat, else the side whose turn it is not."""
    if state.phase == "retreat":
        return state.profile(beaten(state)[0]).side
    return OTHER[state.side]


def decider(state: State) -> Side:
    """Whose decision is asked for."""
    return deployer(state) if state.phase == "deploy" else state.side
