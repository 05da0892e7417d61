"""Who may act (R20 to R23) and how many actions he has (R27)."""

from typing import Final

from pbem.errors import Problem
from pbem.games.zipwarz.rules.abilities import combine, unspent
from pbem.games.zipwarz.state import INDEX, WHERE, Active, Power, Profile, State
from pbem.ruleset import SIDE_NAMES

__all__ = ["ACTIONS", "LIMIT", "activate", "free_to_begin", "idle", "spare", "unit_faults", "waiting"]

ACTIONS: Final = 2
LIMIT: Final = 3


def waiting(state: State, s: int) -> int:
    """How many units of side number `s` are still to be activated in this round (R22)."""
    return sum(1 for unit in state.units[s] if unit.at and not unit.acted)


def idle(state: State, s: int) -> tuple[str, ...]:
    """Their ids."""
    return tuple(unit.id for unit in state.units[s] if unit.at and not unit.acted)


def free_to_begin(state: State) -> bool:
    """R20, R23, A6: a fourth unit may be activated only when the other side has none left, and then
    at once."""
    return state.begun < LIMIT or waiting(state, 1 - INDEX[state.side]) == 0


def activate(state: State, name: str, profile: Profile) -> Active:
    """The activation of the unit as it stands: the running one, or a fresh one (R27)."""
    active = state.active
    if active is not None and active.unit == name:
        return active
    return Active(unit=name, left=ACTIONS + profile.power.extra)


def spare(state: State) -> int:
    """Actions that the active unit has left, those that it could still give itself included."""
    active = state.active
    if active is None or active.done:
        return 0
    s, k = WHERE[active.unit]
    profile = state.profiles[s][k]
    if not profile.limited:
        return active.left
    more = combine(Power(), unspent(profile, state.units[s][k], "more")).extra
    return active.left + more


def unit_faults(state: State, name: str) -> Problem | None:
    """Why this unit may not act now (R20 to R23)."""
    s = INDEX[state.side]
    where = WHERE.get(name)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        who = SIDE_NAMES[state.side]
        have = " ".join(unit.id for unit in state.on_field(s))
        if not name:
            return Problem("unit", f"an order names its unit ({who} has {have})")
        return Problem("unit", f"{name} is not a unit of {who} ({who} has {have})")
    unit = state.units[s][where[1]]
    if not unit.at:
        return Problem("unit", f"{name} was removed and is no longer on the field")
    active = state.active
    if active is not None and active.unit == name:
        return Problem("", f"{name} holds for the rest of this round") if active.done else None
    if unit.acted:
        return Problem("unit", f"{name} has already acted this round")
    if not state.plan and not free_to_begin(state):
        return Problem("unit", f"{LIMIT} units have been activated in this turn, {name} has to wait")
    return None
