"""Attack actions, wounds and Health (R30 to R35), defences (R33, A24) and healing (A21)."""

from pbem.errors import Problem
from pbem.games.zipwarz.events import Result
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.abilities import DEFENCE, combine
from pbem.games.zipwarz.rules.zones import between, distance
from pbem.games.zipwarz.state import INDEX, WHERE, Ability, Attack, Power, Profile, State, Unit
from pbem.ruleset import OTHER, SIDE_NAMES

__all__ = [
    "base_dice",
    "declare",
    "defences",
    "defending",
    "heal_faults",
    "hits",
    "lethal",
    "result",
    "target_faults",
    "threshold",
]


def threshold(a: int, t: int) -> int:
    """R32: the least face that hits, for effective levels of attacker and target."""
    return 4 if a >= 2 * t else 6 if t >= 2 * a else 5


def base_dice(state: State, profile: Profile, unit: Unit) -> int:
    """R31, R35: models × Level; with `wounds_reduce_dice` only of models that still stand, one falling
    for each full Level of wounds (A16)."""
    if not state.setup.options.wounds_reduce_dice:
        return profile.health
    return profile.level * -(-(profile.health - unit.wounds) // profile.level)


def target_faults(state: State, unit: Unit, target: str, power: Power) -> Problem | None:
    """Why this target cannot be attacked (R30, A18, A19)."""
    s = INDEX[state.side]
    where = WHERE.get(target)
    if where is None or where[1] >= len(state.units[where[0]]):
        return Problem("attack", f"{target} is not a unit on the field ({_enemies(state)})")
    if where[0] == s:
        return Problem("attack", f"{target} is a unit of its own side ({_enemies(state)})")
    foe = state.units[1 - s][where[1]]
    if not foe.at:
        return Problem("attack", f"{target} was already removed ({_enemies(state)})")
    far = distance(unit.at, foe.at)
    if far > power.range:
        reach = f"reaches {power.range} away" if power.range else "attacks in its own zone only"
        zones = f"{far} zone{'s' * (far > 1)}"
        return Problem("attack", f"{target} is in {foe.at}, {zones} from {unit.at}; {unit.id} {reach}")
    if far > 1 and state.setup.options.range_blocked:
        ways = between(unit.at, foe.at)
        held = [[u.id for u in state.on_field(1 - s) if u.at in way] for way in ways]
        if all(held):
            return Problem("attack", f"{held[0][0]} stands between {unit.at} and {foe.at}")
    return None


def _enemies(state: State) -> str:
    have = " ".join(unit.id for unit in state.on_field(1 - INDEX[state.side]))
    return f"{SIDE_NAMES[OTHER[state.side]]} has {have or 'none'}"


def heal_faults(state: State, unit: Unit, target: str, profile: Profile, power: Power) -> Problem | None:
    """Why this unit cannot heal that one (A21)."""
    if not power.heal:
        can = next((a for a in profile.limited if any(e.kind == "heal" for e in a.effects)), None)
        hint = f"name {can.name} with use" if can else ""
        return Problem("heal", f"{unit.id} heals only with an ability for it", hint)
    s = INDEX[state.side]
    where = WHERE.get(target)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        have = " ".join(u.id for u in state.on_field(s))
        return Problem("heal", f"{target} is not a unit of {SIDE_NAMES[state.side]} (it has {have})")
    friend = state.units[s][where[1]]
    if not friend.at:
        return Problem("heal", f"{target} was already removed")
    if friend.at != unit.at:
        return Problem("heal", f"{target} is in {friend.at}, not in {unit.at} with {unit.id}")
    return None


def declare(state: State, profile: Profile, unit: Unit, order: Order, power: Power) -> Attack:
    """R31, R32, R37: dice and threshold of an attack that is allowed."""
    other = state.profile(order.attack)
    return Attack(
        by=unit.id,
        target=order.attack,
        dice=base_dice(state, profile, unit) + power.dice,
        a=(a := profile.level + power.level_attack),
        t=(t := other.level + other.power.level_defend),
        need=threshold(a, t),
        use=order.use,
    )


# ---------------------------------------------------------------------------------------- defence


def defences(state: State) -> tuple[Ability, ...]:
    """Limited defences that the target of the present attack has not spent (A25)."""
    assert state.attack is not None
    profile = state.profile(state.attack.target)
    if not profile.limited:
        return ()
    used = state.unit(state.attack.target).used
    return tuple(a for a in profile.limited if a.id not in used and any(e.kind in DEFENCE for e in a.effects))


def defending(state: State, attack: Attack) -> Power:
    """All that defends the target, abilities used included (A21)."""
    profile = state.profile(attack.target)
    if not attack.defence:
        return profile.power
    return combine(profile.power, (a for a in profile.limited if a.id in attack.defence))


def hits(attack: Attack) -> int:
    """R32: dice at or above the threshold."""
    need = attack.need
    return sum(1 for face in attack.faces if face >= need)


def lethal(state: State) -> bool:
    """A24: whether the hits as rolled, less flat defences, would remove the target; rolls not counted."""
    assert state.attack is not None
    profile, unit = state.profile(state.attack.target), state.unit(state.attack.target)
    return hits(state.attack) - defending(state, state.attack).flat >= profile.health - unit.wounds


def result(state: State, attack: Attack, rolled: int) -> Result:
    """R33, A20, A24: flat defences first, then those `rolled`; never below 0."""
    profile, unit = state.profile(attack.target), state.unit(attack.target)
    count = hits(attack)
    flat = min(count, defending(state, attack).flat)
    wounds = count - flat - rolled
    return Result(
        hits=count,
        flat=flat,
        rolled=rolled,
        wounds=wounds,
        total=unit.wounds + wounds,
        health=profile.health,
    )
