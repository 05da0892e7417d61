"""What a greedy player thinks of a choice: hit what is worth most, hold prizes, come closer.

Whole numbers only.  About 10 for a point of army value, so that a Victory Point is worth 100.
"""

from typing import Final

from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.abilities import combine
from pbem.games.zipwarz.rules.activation import activate
from pbem.games.zipwarz.rules.attack import base_dice, defending, hits, lethal, threshold
from pbem.games.zipwarz.rules.zones import distance
from pbem.games.zipwarz.state import INDEX, Power, Profile, State, Unit
from pbem.ruleset import Choice, Side

__all__ = ["worth"]

POINT: Final = 100  # a Victory Point
VALUE: Final = 10  # a point of army value


def worth(state: State, side: Side, choice: Choice) -> int:
    """How good the choice looks; the end of a turn is worth 1, so that only idle units stay behind."""
    order: Order = choice.order
    if order.end:
        return 1
    if order.zone:
        return _deployment(state, side, order)
    if not order.unit:
        return _defence(state, order)
    running = state.active is not None and state.active.unit == order.unit
    profile, unit = state.profile(order.unit), state.unit(order.unit)
    power = combine(profile.power, (a for a in profile.limited if a.id in order.use))
    thrift = 15 * len(order.use)  # what can be used once is kept for a good occasion
    if order.attack:
        return _attack(state, profile, unit, order.attack, power) - thrift + 20 * running
    if order.heal:
        healed = min(state.unit(order.heal).wounds, power.heal)
        return healed * _value(state.profile(order.heal)) // 2 - thrift + 20 * running
    if order.move:
        left = activate(state, order.unit, profile).left - 1
        better = _place(state, side, profile, unit, order.move[-1], attacks=left > 0)
        better -= _place(state, side, profile, unit, unit.at, attacks=left >= 0)
        return better - thrift + (20 if running and better > 0 else 0)
    return -1 if running else 0


def _value(profile: Profile) -> int:
    """Worth of one Health of this unit."""
    return VALUE * profile.points // profile.health


def _wounds(state: State, profile: Profile, unit: Unit, target: str, power: Power) -> int:
    """Tenths of wounds to expect."""
    foe = state.profile(target)
    need = threshold(profile.level + power.level_attack, foe.level + foe.power.level_defend)
    dice = base_dice(state, profile, unit) + power.dice
    tenths = max(0, dice * (7 - need) * 10 // 6 - 10 * foe.power.flat)
    return tenths * (foe.power.roll - 1) // 6 if foe.power.roll else tenths


def _attack(state: State, profile: Profile, unit: Unit, target: str, power: Power) -> int:
    """Value of the wounds to expect, and of a kill that is in sight."""
    foe, there = state.profile(target), state.unit(target)
    left = 10 * (foe.health - there.wounds)
    tenths = _wounds(state, profile, unit, target, power)
    gain = min(tenths, left) * _value(foe) // 10
    if tenths >= left:
        gain += VALUE * foe.points // 4 + state.setup.scenario.vp_most_kills * POINT // 3
        if there.at in state.setup.scenario.prizes:
            gain += state.setup.scenario.vp_prize_majority * POINT // 2
    return gain


def _place(state: State, side: Side, profile: Profile, unit: Unit, zone: int, *, attacks: bool) -> int:
    """How good it is to stand in the zone: prizes, targets in reach, distance to what is left to do."""
    s = INDEX[side]
    scenario = state.setup.scenario
    worth = 0
    goal = 99
    for prize in scenario.prizes:
        mine = sum(1 for u in state.units[s] if u.at == prize and u.id != unit.id)
        theirs = sum(1 for u in state.units[1 - s] if u.at == prize)
        if prize == zone:
            before, after = (mine > theirs) - (theirs > mine), (mine + 1 > theirs) - (theirs > mine + 1)
            worth += (after - before) * scenario.vp_prize_majority * POINT // 2
        if mine <= theirs:
            goal = min(goal, distance(zone, prize))
    if goal < 99:
        worth -= 25 * goal
    near = [u for u in state.units[1 - s] if u.at and distance(zone, u.at) <= profile.power.range]
    if attacks and near:
        worth += max(_attack(state, profile, unit, u.id, profile.power) for u in near) * 2 // 3
    for foe in state.units[1 - s]:
        if foe.at and distance(zone, foe.at) == 0 and not foe.acted:
            tenths = _wounds(state, state.profile(foe.id), foe, unit.id, state.profile(foe.id).power)
            worth -= min(tenths, 10 * (profile.health - unit.wounds)) * _value(profile) // 20
    return worth


def _deployment(state: State, side: Side, order: Order) -> int:
    """Near the prizes, and not all in one place."""
    crowd = sum(1 for unit in state.units[INDEX[side]] if unit.at == order.zone)
    return -12 * crowd - 10 * min(
        distance(order.zone, prize) for prize in state.setup.scenario.prizes or (1,)
    )


def _defence(state: State, order: Order) -> int:
    """Spend a defence on three hits or more, or on the blow that kills."""
    assert state.attack is not None
    if not order.use:
        return 1
    flat = defending(state, state.attack).flat
    return 2 + len(order.use) if lethal(state) or hits(state.attack) - flat >= 3 else 0
