"""Points and the end of the game (A4, A5)."""

from typing import Literal

from pbem.games.war.state import INDEX, TYPES, State
from pbem.ruleset import OTHER, SIDE_NAMES, SIDES, Side

__all__ = ["ended", "models_left", "removed", "score", "verdict"]


def models_left(state: State, s: int) -> int:
    return sum(len(unit.pos) for unit in state.units[s])


def removed(state: State, s: int) -> dict[str, int]:
    """Models that side number `s` has lost, by type."""
    lost = dict.fromkeys(TYPES, 0)
    if state.turn:
        for profile, unit in zip(state.profiles[s], state.units[s], strict=True):
            lost[profile.type] += profile.models - len(unit.pos)
    return {kind: count for kind, count in lost.items() if count}


def score(state: State) -> tuple[int, int]:
    """A5: points of a and b for enemy models removed, rounded down for each type."""
    return _points(state, 1), _points(state, 0)


def _points(state: State, s: int) -> int:
    worth: dict[str, int] = {profile.type: profile.per_point for profile in state.profiles[s]}
    total = 0
    for kind, count in removed(state, s).items():
        lords = kind == "warlord"
        total += count * state.setup.options.warlord_points if lords else count // worth[kind]
    return total


def _lord(state: State, side: Side) -> bool:
    """Whether the side's Warlord lives."""
    s = INDEX[side]
    return any(p.type == "warlord" and u.pos for p, u in zip(state.profiles[s], state.units[s], strict=True))


def _by_points(state: State) -> tuple[Side | Literal[""], str]:
    """A5: more points; then the only Warlord alive."""
    a, b = score(state)
    if a != b:
        return ("a" if a > b else "b"), "more points"
    lords = [side for side in SIDES if _lord(state, side)]
    if len(lords) == 1:
        return lords[0], "equal points, and the only Warlord alive"
    return "", "equal points"


def ended(state: State) -> tuple[Side | Literal[""], str] | None:
    """A5: the result, if the game ends at once: a side has no model left, or, where the players agreed
    on it, no Warlord."""
    empty = [side for side in SIDES if not models_left(state, INDEX[side])]
    if len(empty) == 1:
        return OTHER[empty[0]], f"{SIDE_NAMES[empty[0]]} has no model left"
    if empty:
        winner, reason = _by_points(state)
        return winner, f"nobody is left; {reason}"
    if state.setup.options.warlord_death_ends:
        dead = [side for side in SIDES if not _lord(state, side)]
        if len(dead) == 1:
            return OTHER[dead[0]], f"the Warlord of {SIDE_NAMES[dead[0]]} is dead"
        if dead:
            winner, reason = _by_points(state)
            return winner, f"both Warlords are dead; {reason}"
    return None


def verdict(state: State) -> tuple[Side | Literal[""], str]:
    """A4, A5: the result after the last turn."""
    if state.setup.options.victory == "annihilation":
        return "", "both sides still stand"
    return _by_points(state)
