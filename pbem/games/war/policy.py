"""What a greedy player thinks of a choice: hit what is worth most, come near, rest when it pays.

Whole numbers only, in sixtieths of a point (A5), so that a Warlord is worth 240 and a Levy 20.
"""

from typing import Final

from pbem.games.war.geometry.field import closest
from pbem.games.war.orders import Order, verb
from pbem.games.war.rules.activation import exhausted, later
from pbem.games.war.rules.charging import gap_of
from pbem.games.war.rules.dice import dice
from pbem.games.war.rules.fatigue import need, needs
from pbem.games.war.rules.shooting import aim
from pbem.games.war.rules.terrain import body
from pbem.games.war.state import INDEX, Profile, State, Unit
from pbem.ruleset import Choice, Side

__all__ = ["worth"]

POINT: Final = 60
TOKEN: Final = 25  # what a token of fatigue on one's own unit costs


def worth(state: State, side: Side, choice: Choice) -> int:
    """How good the choice looks; the end of a turn is worth 1."""
    order: Order = choice.order
    if order.end:
        return 1
    if order.at:
        return -abs(order.at[0] - state.setup.width // 2) // 100
    if not order.unit:
        return _answer(state, order)
    unit = state.unit(order.unit)
    price = TOKEN * later(state, unit) * (1 + unit.fatigue)
    match verb(order):
        case "rest":
            return 40 * min(unit.fatigue, 2)
        case "shoot":
            fight = aim(state, unit.id, order.shoot)
            hits = _hits(fight.dice[0], needs(state, fight)[0])
            lost = hits * (2 if fight.cover else 3) // 6
            return 2 + lost * _value(state, state.profile(order.shoot)) // 60 - price
        case "charge":
            return _charge(state, unit, order.charge) - price
    return _move(state, side, unit, order) - price


def _value(state: State, profile: Profile) -> int:
    """A model in sixtieths of a point."""
    each = state.setup.options.warlord_points if profile.type == "warlord" else 1
    return each * POINT // profile.per_point


def _hits(count: int, least: int) -> int:
    """Hits to expect, in sixtieths."""
    return count * max(0, 7 - least) * 10


def _melee(state: State, one: Profile, two: Profile, n: int, m: int) -> int:
    """What a charge of n models on m is worth: losses to expect of both."""
    options = state.setup.options
    mine = _hits(dice(options, n, one.melee), need(options, two.armour[0], one.melee_hit + one.charge_hit))
    theirs = _hits(dice(options, m, two.melee), need(options, one.armour[0], two.melee_hit))
    kills, deaths = min(mine * 4 // 6, 60 * m), min(theirs * 4 // 6, 60 * n)
    return (kills * _value(state, two) - deaths * _value(state, one)) // 60


def _charge(state: State, unit: Unit, target: str) -> int:
    foe = state.unit(target)
    one, two = state.profile(unit.id), state.profile(target)
    tokens = 15 * (foe.fatigue - unit.fatigue)
    weak = 30 * exhausted(state, foe)
    return 10 + _melee(state, one, two, len(unit.pos), len(foe.pos)) + tokens + weak


def _move(state: State, side: Side, unit: Unit, order: Order) -> int:
    """Fighters come nearer to the enemy that they fight best; shooters keep at their range."""
    profile = state.profile(unit.id)
    if profile.type == "warlord":
        return -5
    to = order.move[-1]
    best = -1000
    for foe in state.standing(1 - INDEX[side]):
        there = state.profile(foe.id)
        gap = gap_of(closest(body(profile, unit), body(there, foe))[0], profile.radius + there.radius)
        middle = foe.pos[len(foe.pos) // 2]
        far, near = _far(unit.pos[0], middle), _far(to, middle)
        gain = min(far - near, max(0, gap - (profile.range or 0))) // 20
        if gap <= profile.range:
            gain = -5
        fits = _melee(state, profile, there, len(unit.pos), len(foe.pos)) // 20
        best = max(best, gain + fits)
    return best


def _far(p: tuple[int, int], q: tuple[int, int]) -> int:
    """A rough distance: whole numbers, and good enough."""
    x, y = abs(p[0] - q[0]), abs(p[1] - q[1])
    return max(x, y) + min(x, y) // 2


def _answer(state: State, order: Order) -> int:
    """Tokens are there to be spent on what hurts: charges, shots, melees."""
    if order.decline:
        return 1
    action = state.action
    assert action is not None
    if order.cancel:
        return 2 if action.charge else 0
    if order.halve:
        return 2 if action.charge else 0
    if order.close_ranks:
        assert state.fight is not None
        return 2 if state.fight.dice[0] >= state.fight.dice[1] else 0
    if order.retreat >= 0:
        return 0
    return 2 + len(order.spend) + order.armour
