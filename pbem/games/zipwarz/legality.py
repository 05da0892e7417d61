"""What may be ordered: one source of legality for `check`, `faults`, `apply` and `downgrade`.

`faults` judges one order in one position.  `check` judges a decision when it is signed.  `act` carries
out an order of an activation that has no faults; planning (`assume`) is `act` without the dice.
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.orders import Order, verb
from pbem.games.zipwarz.rules import attack as strike
from pbem.games.zipwarz.rules.abilities import combine, use_faults
from pbem.games.zipwarz.rules.activation import activate, spare, unit_faults
from pbem.games.zipwarz.rules.deploy import deploy_check, deploy_faults, placed
from pbem.games.zipwarz.rules.move import holder, leaving_costs, stopped_in, walk
from pbem.games.zipwarz.state import INDEX, WHERE, Active, Power, Profile, State, Unit
from pbem.ruleset import SIDE_NAMES, Decide, Event, React, Ruleset, Side, Unseal, Want, check_turn

__all__ = ["Actor", "act", "actor", "assume", "check", "cost", "faults"]

IDLE: Final = "activate at least one unit"
NOTHING: Final = (Problem("", "no order is asked for now"),)


class Actor(NamedTuple):
    """A unit that acts: its facts, its activation, and what it can do with the abilities it names.
    `active.left` counts the actions that these abilities add (R24)."""

    unit: Unit
    profile: Profile
    active: Active
    power: Power


def actor(state: State, order: Order) -> Actor:
    """Of an order whose unit may act and whose abilities may be used."""
    s, k = WHERE[order.unit]
    unit, profile = state.units[s][k], state.profiles[s][k]
    active, power = activate(state, order.unit, profile), profile.power
    if order.use:
        power = combine(power, (a for a in profile.limited if a.id in order.use))
        if power.extra != profile.power.extra:
            active = replace(active, left=active.left + power.extra - profile.power.extra)
    return Actor(unit, profile, active, power)


def cost(state: State, order: Order, unit: Unit) -> int:
    """Actions that the order takes (R27, A1); holding takes none but needs one."""
    return leaving_costs(state, INDEX[state.side], unit.at) if order.move else 1


def faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why the order cannot be carried out in this very position; paths are fields of the order."""
    match state.phase:
        case "activate":
            return _end_faults(state, order) if order.end else _action_faults(state, order)
        case "deploy" | "unseal":
            return deploy_faults(state, order)
        case "defend":
            return _defence_faults(state, order)
    return NOTHING


def _end_faults(state: State, order: Order) -> tuple[Problem, ...]:
    if order.unit or order.move or order.attack or order.heal or order.hold or order.use or order.zone:
        return (Problem("", "the end of the turn has nothing else in it"),)
    if state.begun == 0:  # A3
        ready = " ".join(u.id for u in state.units[INDEX[state.side]] if u.at and not u.acted)
        return (Problem("", f"{IDLE} before the turn ends ({ready})"),)
    return ()


def _action_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """R20 to R31, A1, A2, A19, A21."""
    verbs = bool(order.move) + bool(order.attack) + bool(order.heal) + order.hold
    if verbs != 1:
        found = "several" if verbs else "none"
        return (Problem("", f"expected one of move, attack, heal and hold, found {found}"),)
    problems = []
    if order.zone:
        problems.append(Problem("zone", "units are deployed before the first round only"))
    if order.pause and not state.setup.options.allow_pause:
        problems.append(Problem("pause", "this match has no pauses (option allow_pause)"))
    if wrong := unit_faults(state, order.unit):
        return (*problems, wrong)
    s, k = WHERE[order.unit]
    unit, profile, what = state.units[s][k], state.profiles[s][k], verb(order)
    if order.use and (spoilt := use_faults(profile, unit, order.use, what)):
        return (*problems, *spoilt)
    unit, profile, active, power = actor(state, order)
    price = cost(state, order, unit)
    if active.left < price and not (order.hold and spare(state)):
        problems.append(_no_action(state, active, price))
    if order.move:
        cause = walk(state, order.unit, unit.at, order.move, power, stopped=active.stopped)[1]
        if cause:
            problems.append(Problem("move", cause))
    elif order.attack:
        if missed := strike.target_faults(state, unit, order.attack, power):
            problems.append(missed)
    elif order.heal and (missed := strike.heal_faults(state, unit, order.heal, profile, power)):
        problems.append(missed)
    return tuple(problems)


def _no_action(state: State, active: Active, price: int) -> Problem:
    if price == 2 and active.left == 1:
        at = state.unit(active.unit).at
        there = holder(state, INDEX[state.side], at)
        return Problem(
            "", f"leaving {at} while {there} is there takes two actions, {active.unit} has one left"
        )
    more = state.profile(active.unit).limited
    extra = next((a.name for a in more if any(f.kind == "extra_action" for f in a.effects)), "")
    spent = state.unit(active.unit).used
    hint = (
        f"{extra} gives it more" if extra and not any(a.name == extra and a.id in spent for a in more) else ""
    )
    return Problem("", f"{active.unit} has no action left", hint)


def _defence_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """A25: abilities of the unit under attack, or nothing."""
    assert state.attack is not None
    other = (
        order.unit,
        order.move,
        order.attack,
        order.heal,
        order.zone,
        order.end,
        order.pause,
        order.else_,
    )
    if any(other) or (order.hold and order.use):
        return (Problem("", "an answer to an attack names abilities to use and nothing else"),)
    if not order.use and not order.hold:
        return (Problem("use", "name the abilities to use, or hold to take the hits"),)
    profile, unit = state.profile(state.attack.target), state.unit(state.attack.target)
    return tuple(use_faults(profile, unit, order.use, "defend"))


def check(
    rules: Ruleset, state: State, side: Side, orders: tuple[Order, ...], want: Want | None
) -> tuple[Problem, ...]:
    """Every fault of a decision when it is taken (A5, A6, A27, protocol: queue)."""
    if not isinstance(want, Decide | React | Unseal) or want.side != side:
        return (Problem("", f"nothing is asked of {SIDE_NAMES[side]} now"),)
    if state.phase in ("deploy", "unseal"):
        return deploy_check(state, orders)
    if state.phase == "defend":
        if len(orders) > 1:
            return (Problem("", f"expected one answer at most, found {len(orders)}"),)
        return tuple(
            Problem(f"[0].{p.path}" if p.path else "[0]", p.message, p.hint)
            for order in orders
            for p in faults(state, order)
        )
    problems = check_turn(rules, state, orders)
    # That nothing was activated is no news where all that should have been is refused.
    told = tuple(p for p in problems if not p.message.startswith(IDLE))
    return told or problems


def assume(state: State, order: Order, *, gone: bool) -> State:
    """The position after a faultless order, for planning (A27, A29): no dice, the turn does not end."""
    if state.phase in ("deploy", "unseal"):
        return replace(placed(state, order), plan=True)
    if state.phase != "activate":
        return state
    if order.end:
        return replace(state, plan=True)
    after, _ = act(state, order)
    if order.attack:
        after = replace(after, phase="activate", attack=None)
        if gone:
            target = replace(after.unit(order.attack), at=0, gone=True)
            after = replace(after, units=after.with_unit(target))
    return replace(after, plan=True)


def act(state: State, order: Order) -> tuple[State, list[Event]]:
    """Carry out a faultless order of an activation, up to its first die."""
    unit, profile, active, power = actor(state, order)
    fresh = state.active is None or state.active.unit != order.unit
    begun = state.begun + fresh
    used = unit.used + order.use
    if order.hold:
        active = replace(active, left=0, done=True)
        units = state.with_unit(replace(unit, acted=True))
        return replace(state, units=units, active=active, begun=begun), [e.Held(units=(unit.id,))]
    left = active.left - cost(state, order, unit)
    if order.move:
        at = order.move[-1]
        stopped = active.stopped or (
            state.setup.options.stop_scope == "activation" and stopped_in(state, INDEX[state.side], at, power)
        )
        active = Active(unit=unit.id, left=left, stopped=stopped)
        moved = e.Moved(unit=unit.id, path=(unit.at, *order.move), use=order.use)
        units = state.with_unit(Unit(id=unit.id, at=at, wounds=unit.wounds, acted=True, used=used))
        return replace(state, units=units, active=active, begun=begun), [moved]
    active = Active(unit=unit.id, left=left, stopped=active.stopped)
    units = state.with_unit(Unit(id=unit.id, at=unit.at, wounds=unit.wounds, acted=True, used=used))
    if order.attack:
        blow = strike.declare(state, profile, unit, order, power)
        attacked = e.Attacked(
            unit=unit.id,
            target=order.attack,
            dice=blow.dice,
            extra=power.dice,
            a=blow.a,
            t=blow.t,
            need=blow.need,
            use=order.use,
        )
        after = replace(state, units=units, active=active, begun=begun, phase="strike", attack=blow)
        return after, [attacked]
    after = replace(state, units=units, active=active, begun=begun)
    friend = after.unit(order.heal)
    healed = min(friend.wounds, power.heal)
    after = replace(after, units=after.with_unit(replace(friend, wounds=friend.wounds - healed)))
    told = e.Healed(
        unit=unit.id, target=friend.id, wounds=healed, total=friend.wounds - healed, use=order.use
    )
    return after, [told]
