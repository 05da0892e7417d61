"""Initiative (R19), points (R13, R14, R26), the end of the game (R15 to R17, A8)."""

from typing import Literal

from pbem.games.zipwarz.events import KillsScored, PrizeScored, RoundScored
from pbem.games.zipwarz.state import State
from pbem.ruleset import OTHER, SIDES, Event, Side

__all__ = ["initiative", "majority", "round_points", "totals", "units_left", "verdict"]


def units_left(state: State) -> tuple[int, int]:
    """Units of a and b on the field."""
    return sum(1 for _ in state.on_field(0)), sum(1 for _ in state.on_field(1))


def initiative(state: State) -> Side:
    """R19: fewest units first, the Aggressor when even."""
    a, b = units_left(state)
    assert state.aggressor
    return state.aggressor if a == b else "a" if a < b else "b"


def majority(state: State, zone: int) -> Side | Literal[""]:
    """R13, A10: the side with strictly more units in the zone."""
    a, b = (sum(1 for unit in row if unit.at == zone) for row in state.units)
    return "" if a == b else "a" if a > b else "b"


def totals(state: State) -> tuple[int, int]:
    """Victory Points of a and b."""
    return sum(a for a, _ in state.scored), sum(b for _, b in state.scored)


def round_points(state: State) -> tuple[tuple[int, int], tuple[Event, ...]]:
    """R13, R14: points of a and b for the round that ends, and how they came about."""
    scenario = state.setup.scenario
    points = {"a": 0, "b": 0}
    events: list[Event] = []
    for side in (state.first, OTHER[state.first]):  # R26
        zones = tuple(zone for zone in scenario.prizes if majority(state, zone) == side)
        if zones:
            worth = len(zones) * scenario.vp_prize_majority
            points[side] += worth
            events.append(PrizeScored(side=side, zones=zones, points=worth))
    a, b = state.kills
    most: Side | Literal[""] = "" if a == b else "a" if a > b else "b"
    if most:
        points[most] += scenario.vp_most_kills
    if a or b:
        events.append(KillsScored(kills=(a, b), side=most, points=scenario.vp_most_kills if most else 0))
    before_a, before_b = totals(state)
    now = (before_a + points["a"], before_b + points["b"])
    events.append(RoundScored(round=state.round, totals=now))
    return (points["a"], points["b"]), tuple(events)


def level_total(state: State, s: int) -> int:
    """R16, A12: Level of every model on the field; with `tiebreak_wounds` less the wounds."""
    wounds = state.setup.options.tiebreak_wounds
    return sum(
        profile.health - (unit.wounds if wounds else 0)
        for profile, unit in zip(state.profiles[s], state.units[s], strict=True)
        if unit.at
    )


def verdict(state: State) -> tuple[Side | Literal[""], str]:
    """R15 to R17: who has won after the last round, and why."""
    a, b = totals(state)
    if a != b:
        return ("a" if a > b else "b"), f"{max(a, b)} to {min(a, b)} Victory Points"
    why = f"even at {a} Victory Points"
    assert state.aggressor
    for rule in state.setup.scenario.tiebreak:
        if rule == "level_total":
            x, y, what = level_total(state, 0), level_total(state, 1), "Levels on the field"
            if state.setup.options.tiebreak_wounds:
                what = "Health on the field"
        elif rule == "units_left":
            (x, y), what = units_left(state), "units on the field"
        else:
            winner = state.aggressor if rule == "aggressor" else OTHER[state.aggressor]
            return winner, f"{why}, so the {rule.capitalize()} wins"
        if x != y:
            return SIDES[x < y], f"{why}; {what} {max(x, y)} to {min(x, y)}"
        why += f" and {x} {what}"
    return "", why
