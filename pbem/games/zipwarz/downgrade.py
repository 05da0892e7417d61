"""What becomes of an order that was legal when it was signed and is not when its turn comes.

Its alternatives were tried before.  What is left of it is carried out, and the story names the first
cause: a move goes as far as it can (R29, A27), an action without abilities that are spent by now, else
the action is lost (A19); an order of a unit that may not act at all costs nothing (A6).
"""

from msgspec.structs import replace

from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.legality import act, actor, faults
from pbem.games.zipwarz.orders import Order, verb
from pbem.games.zipwarz.phases import apply, settle
from pbem.games.zipwarz.rules.abilities import combine
from pbem.games.zipwarz.rules.activation import activate, unit_faults
from pbem.games.zipwarz.rules.move import walk
from pbem.games.zipwarz.state import WHERE, Power, State
from pbem.ruleset import Event, Step

__all__ = ["downgrade"]


def downgrade(state: State, order: Order) -> Step:
    """Carry out what is left of an order that has faults now."""
    wrong = faults(state, order)
    if not wrong:
        return apply(state, order)
    cause = wrong[0].message
    if order.end or unit_faults(state, order.unit):
        known = order.unit in (unit.id for row in state.units for unit in row)
        return Step(state, (e.Dropped(unit=order.unit if known else "", cause=cause),))
    used = state.unit(order.unit).used
    if any(name in used for name in order.use):
        order = replace(order, use=tuple(name for name in order.use if name not in used))
        if not faults(state, order):
            step = apply(state, order)
            return Step(step.state, (e.Lacking(unit=order.unit, cause=cause), *step.events))
    if activate(state, order.unit, state.profile(order.unit)).left == 0 and not order.use:
        return Step(state, (e.Dropped(unit=order.unit, cause=cause),))
    if order.move and (cut := _as_far_as_possible(state, order)):
        return cut
    return _lose(state, order, cause)


def _as_far_as_possible(state: State, order: Order) -> Step | None:
    """R29: the first part of the path, if any of it can be walked."""
    unit, _, active, power = actor(state, order)
    steps, cause = walk(state, unit.id, unit.at, order.move, power, stopped=active.stopped)
    short = replace(order, move=order.move[:steps])
    if not short.move or faults(state, short):
        return None
    after, told = act(state, short)
    return settle(after, [_with_cause(event, cause) for event in told])


def _with_cause(event: Event, cause: str) -> Event:
    return replace(event, cause=cause) if isinstance(event, e.Moved) else event


def _lose(state: State, order: Order, cause: str) -> Step:
    """A19: the action is lost, but its unit is activated, and keeps extra actions that it named."""
    s, k = WHERE[order.unit]
    unit, profile = state.units[s][k], state.profiles[s][k]
    more = tuple(
        a for a in profile.limited
        if a.id in order.use and any(effect.kind == "extra_action" for effect in a.effects)
    )  # fmt: skip
    active = activate(state, order.unit, profile)
    left = max(0, active.left + combine(Power(), more).extra - 1)
    fresh = state.active is None or state.active.unit != order.unit
    after = replace(
        state,
        units=state.with_unit(replace(unit, acted=True, used=unit.used + tuple(a.id for a in more))),
        active=replace(active, left=left),
        begun=state.begun + fresh,
    )
    return settle(after, [e.Lost(unit=order.unit, what=verb(order), cause=cause)])
