"""Actions and who may take them (R1, R2, R4; A6, A7, A8, A10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.war.state import INDEX, WHERE, State, Unit
from pbem.ruleset import SIDE_NAMES

__all__ = [
    "able", "acted", "actions_left", "exhausted", "later", "rest_faults", "turn_is_used_up", "unit_faults",
]  # fmt: skip


def actions_left(state: State, unit: Unit) -> int:
    """A6: how many more actions the unit may take in this player-turn (99: as many as it likes)."""
    options = state.setup.options
    left = options.actions_per_unit - unit.actions if options.actions_per_unit else 99
    if options.actions_per_turn:
        left = min(left, options.actions_per_turn - state.begun)
    return max(0, left)


def later(state: State, unit: Unit) -> bool:
    """R2, A8: whether an action now would be a later activation, which brings fatigue."""
    free = 1 if unit.rested and not state.setup.options.rest_counts else 0
    return unit.actions > free


def exhausted(state: State, unit: Unit) -> bool:
    """A7."""
    limit = state.setup.options.exhaustion
    return bool(limit) and unit.fatigue >= limit


def acted(state: State, unit: Unit) -> State:
    """The unit, as it is now, has taken one more action."""
    return replace(state.with_unit(replace(unit, actions=unit.actions + 1)), begun=state.begun + 1)


def unit_faults(state: State, name: str, *, tired: bool = True) -> Problem | None:
    """Why the unit may take no action at all now; `tired`: exhaustion forbids it too."""
    s, who = INDEX[state.side], SIDE_NAMES[state.side]
    where = WHERE.get(name)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        have = " ".join(unit.id for unit in state.standing(s))
        return Problem("unit", f"{name or 'nobody'} is not a unit of {who} (it has {have})")
    unit = state.units[s][where[1]]
    if unit.gone:
        return Problem("unit", f"{name} was removed")
    if not actions_left(state, unit):
        options = state.setup.options
        most = options.actions_per_unit
        if most and unit.actions >= most:
            return Problem("unit", f"{name} has used its {most} action{'s' * (most > 1)} of this turn")
        return Problem("unit", f"{who} has used all {options.actions_per_turn} actions of this turn")
    if tired and exhausted(state, unit):
        message = f"{name} is exhausted: with {unit.fatigue} fatigue it can do nothing but rest"
        return Problem("unit", message)
    return None


def rest_faults(unit: Unit) -> Problem | None:
    """R4: only as the first activation of the turn, and so only once."""
    if unit.actions:
        message = f"{unit.id} has acted this turn: resting is the first thing it does, or not at all"
        return Problem("rest", message)
    return None


def able(state: State) -> Iterator[Unit]:
    """Units of the side whose turn it is that have an action left."""
    return (unit for unit in state.standing(INDEX[state.side]) if actions_left(state, unit))


def turn_is_used_up(state: State) -> bool:
    """Whether nobody can do anything any more in this player-turn."""
    return not any(not exhausted(state, unit) or rest_faults(unit) is None for unit in able(state))
