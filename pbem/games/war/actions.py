"""What an action does, up to the dice of a fight: each function takes a position to the next one and adds
what happened to the story.  The order of things stands in `phases`, the rest of a fight in `fighting`.
"""

from typing import cast

from msgspec.structs import replace

from pbem.games.war import events as e
from pbem.games.war.fighting import opened
from pbem.games.war.geometry.moves import Moved
from pbem.games.war.geometry.numbers import facing_of
from pbem.games.war.legality import rested
from pbem.games.war.manoeuvre import clamped, front_of
from pbem.games.war.marks import mark, middle
from pbem.games.war.orders import Order, verb
from pbem.games.war.rules import melee
from pbem.games.war.rules.activation import acted, later
from pbem.games.war.rules.charging import gap_of, line, onset
from pbem.games.war.rules.fatigue import need, needs
from pbem.games.war.rules.movement import moved
from pbem.games.war.rules.shooting import aim, gap_between
from pbem.games.war.state import State, Unit
from pbem.ruleset import Event

__all__ = ["cancelled", "carried_out", "declared", "halved"]

# ------------------------------------------------------------------------- A38: declaration and answers


def declared(state: State, order: Order) -> State:
    """An action is under way; what else its order said is for the referee."""
    order = replace(order, pause=False, else_=())
    return replace(state, action=order, later=later(state, state.unit(order.unit)), halved=False)


def _action(state: State) -> tuple[Order, Unit]:
    order = cast("Order", state.action)
    return order, state.unit(order.unit)


def cancelled(state: State, tokens: int, told: list[Event]) -> State:
    """R24, A10: the action is used up and counts as an activation, but brings no fatigue unless the
    players agreed on it."""
    order, unit = _action(state)
    tired = state.later and state.setup.options.cancel_adds_fatigue
    unit = replace(unit, fatigue=unit.fatigue - tokens + tired)
    told.append(e.Cancelled(unit=unit.id, what=verb(order), fatigue=unit.fatigue))
    return acted(state, unit)


def halved(state: State, told: list[Event]) -> State:
    """R25, A12."""
    _, unit = _action(state)
    unit = replace(unit, fatigue=unit.fatigue - 1)
    told.append(e.Halved(unit=unit.id, fatigue=unit.fatigue))
    return replace(state.with_unit(unit), halved=True)


# ------------------------------------------------------------------------- R4 to R14: actions themselves


def carried_out(state: State, told: list[Event]) -> State:
    """The action that nobody cancelled; with `fight` where dice or windows follow."""
    order, _ = _action(state)
    match verb(order):
        case "rest":
            state = rested(state, order.unit)
            told.append(e.Rested(unit=order.unit, fatigue=state.unit(order.unit).fatigue))
            return state
        case "move":
            return _marched(state, told)
        case "shoot":
            return _aimed(state, told)
    return _charged(state, told)


def _marched(state: State, told: list[Event]) -> State:
    """R5, R6, A26."""
    order, unit = _action(state)
    done: Moved = moved(state, order, halved=state.halved)
    gained = state.later + (done.difficult and state.profile(unit.id).mounted)
    stays = done.centre is None
    start = front_of(state, unit.id, unit.facing, clamped(state, unit.id))
    via = () if stays or state.halved else order.move[:-1]
    way = (start, *via, done.centre or start)
    after = replace(unit, pos=done.pos, fatigue=unit.fatigue + gained)
    if not stays:
        after = replace(after, facing=order.facing, files=order.files)
    told.append(
        e.Moved(
            unit=unit.id,
            way=way,
            used=done.used,
            allow=done.allow,
            difficult=done.difficult,
            halved=state.halved,
            stays=stays,
            fatigue=after.fatigue,
            gained=gained,
        )
    )
    state = acted(state, after)
    return state if stays else mark(state, "move", unit.id, way)


def _aimed(state: State, told: list[Event]) -> State:
    """R7 to R10; the fatigue of a later activation comes when the shot is resolved (A9)."""
    order, unit = _action(state)
    fight = aim(state, unit.id, order.shoot)
    state = acted(state, replace(unit, shots=unit.shots + 1))
    told.append(
        e.Aimed(
            unit=unit.id,
            target=order.shoot,
            shooters=fight.models[0],
            of=len(unit.pos),
            dice=fight.dice[0],
            need=need(state.setup.options, fight.armour[1], fight.bonus[0]),
            gap=gap_between(state, unit.id, order.shoot),
            cover=fight.cover,
        )
    )
    return opened(replace(state, fight=fight), told)


def _charged(state: State, told: list[Event]) -> State:
    """R13 to R15, A9, A25, A26."""
    order, unit = _action(state)
    by, target = unit.id, order.charge
    profile, foe = state.profile(by), state.unit(target)
    way = line(state, by, target, halved=state.halved)
    gap = gap_of(way.distance2, profile.radius + state.profile(target).radius)
    done = None if way.reason else onset(state, by, target, way.allow)
    if done is None or done.reason:
        unit = replace(unit, fatigue=unit.fatigue + state.later)
        short = e.FellShort(
            unit=by,
            target=target,
            gap=gap,
            allow=way.allow,
            fatigue=unit.fatigue,
            gained=int(state.later),
            no_room=done is not None,
        )
        told.append(short)
        return acted(state, unit)
    cover = melee.shielded(state, by, target)
    gained = state.later + (way.difficult and profile.mounted)
    steps = (middle(unit.pos), middle(done.attackers))
    there = middle(done.targets)
    toward = facing_of((there[0] - steps[1][0], there[1] - steps[1][1]))
    unit = replace(unit, pos=done.attackers, facing=toward, fatigue=unit.fatigue + gained)
    state = acted(state.with_unit(replace(foe, pos=done.targets)), unit)
    fight = melee.join(state, by, target, cover=cover)
    told.append(
        e.Charged(
            unit=by,
            target=target,
            way=steps,
            gap=gap,
            allow=way.allow,
            contacts=(len(done.attackers_in_contact), len(done.targets_in_contact)),
            dice=fight.dice,
            need=needs(state, fight),
            difficult=way.difficult,
            halved=state.halved,
            obstacle=cover,
            fatigue=unit.fatigue,
            gained=gained,
        )
    )
    return opened(mark(replace(state, fight=fight), "move", by, steps), told)
