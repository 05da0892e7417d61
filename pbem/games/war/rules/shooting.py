"""Shooting (R7 to R12; A16, A17, A27, A30, A32)."""

from pbem.errors import Problem
from pbem.games.war.catalogue import gear
from pbem.games.war.geometry.field import closest
from pbem.games.war.geometry.sight import in_cover, in_range, los
from pbem.games.war.inches import inches
from pbem.games.war.rules.charging import gap_of
from pbem.games.war.rules.dice import dice
from pbem.games.war.rules.terrain import body, contacts, field_of
from pbem.games.war.state import INDEX, WHERE, Fight, Profile, State, Unit
from pbem.ruleset import OTHER, SIDE_NAMES

__all__ = ["SAVE_COVER", "SAVE_OPEN", "aim", "gap_between", "shooter_faults", "target_faults", "target_of"]

SAVE_OPEN, SAVE_COVER = 4, 3  # R11


def target_of(state: State, name: str, field: str) -> Problem | None:
    """Why `name` is no enemy unit on the table."""
    s = INDEX[OTHER[state.side]]
    where = WHERE.get(name)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        have = " ".join(unit.id for unit in state.standing(s))
        who = SIDE_NAMES[OTHER[state.side]]
        return Problem(field, f"{name or 'nobody'} is not a unit of {who} (it has {have})")
    if state.units[s][where[1]].gone:
        return Problem(field, f"{name} was removed")
    return None


def shooter_faults(state: State, profile: Profile, unit: Unit) -> Problem | None:
    """Why the unit cannot shoot at anybody (R32, R33, A16, A27)."""
    what = gear(profile.equipment, mounted=profile.mounted)[0].name
    if not profile.range:
        message = f"{unit.id} has {what}: it cannot shoot"
        return Problem("shoot", message, "javelins, bows, crossbows and guns can")
    if profile.shots and unit.shots >= profile.shots:
        return Problem("shoot", f"{unit.id} has shot this turn, and {what} take all of it to reload")
    if foes := contacts(state, unit.id):
        return Problem("shoot", f"{unit.id} is in contact with {' and '.join(foes)} and cannot shoot")
    return None


def target_faults(state: State, profile: Profile, unit: Unit, target: str) -> Problem | None:
    """R7, R8: range, sight, and nobody shoots into a melee (A27)."""
    me, foe = body(profile, unit), body(state.profile(target), state.unit(target))
    what = gear(profile.equipment, mounted=profile.mounted)[0].name
    if not in_range(me, foe, profile.range):
        gap = inches(gap_of(closest(me, foe)[0], me.r + foe.r))
        message = f"{target} is {gap} inches from {unit.id}, {what} reach {inches(profile.range)}"
        return Problem("shoot", message)
    if friends := contacts(state, target):
        return Problem("shoot", f"{target} is in contact with {' and '.join(friends)}: nobody shoots at it")
    if not los(field_of(state), me, foe, units_block=state.setup.options.units_block_los).seen:
        return Problem("shoot", f"{unit.id} does not see {target}", f"pbem measure FILE {unit.id} {target}")
    return None


def aim(state: State, by: str, target: str) -> Fight:
    """R8, R10, R11: shooters in range, dice, armour and cover of a shot that is allowed."""
    profile, there = state.profile(by), state.profile(target)
    me, foe = body(profile, state.unit(by)), body(there, state.unit(target))
    shooters = len(in_range(me, foe, profile.range))
    return Fight(
        by=by,
        target=target,
        models=(shooters, len(foe.pos)),
        dice=(dice(state.setup.options, shooters, profile.shoot), 0),
        armour=(profile.armour[1], there.armour[1]),
        bonus=(profile.shoot_hit, 0),
        cover=in_cover(field_of(state), me, foe, state.setup.cover),
    )


def gap_between(state: State, one: str, two: str) -> int:
    """R8: from the closest base to the closest base."""
    me, foe = body(state.profile(one), state.unit(one)), body(state.profile(two), state.unit(two))
    return gap_of(closest(me, foe)[0], me.r + foe.r)
