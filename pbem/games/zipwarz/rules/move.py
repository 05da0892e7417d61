"""Move actions (R28, R29; A1, A2, A14, A27): one walk that judges, carries out and cuts short."""

from typing import Final

from pbem.games.zipwarz.rules.zones import NEXT, ZONES, distance, row
from pbem.games.zipwarz.state import INDEX, Power, State
from pbem.ruleset import SIDE_NAMES

__all__ = ["holder", "leaving_costs", "reach", "stopped_in", "walk"]

_COUNT: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def holder(state: State, s: int, zone: int) -> str:
    """The first enemy of side number `s` in the zone, "" if there is none."""
    for unit in state.units[1 - s]:
        if unit.at == zone:
            return unit.id
    return ""


def leaving_costs(state: State, s: int, at: int) -> int:
    """Actions that a Move out of this zone takes (A1)."""
    return 2 if state.setup.options.disengage == "both_actions" and holder(state, s, at) else 1


def stopped_in(state: State, s: int, zone: int, power: Power) -> bool:
    """R29: entering this zone ends the Move."""
    return not power.ignore_stop and bool(holder(state, s, zone))


def walk(
    state: State, name: str, at: int, path: tuple[int, ...], power: Power, *, stopped: bool
) -> tuple[int, str]:
    """How many zones of the path the unit can enter, and why not the next one ("" if all).

    `stopped`: it may not move any more in this activation (A2).
    """
    s = INDEX[state.side]
    options = state.setup.options
    here = holder(state, s, at)
    if stopped:
        return 0, f"{name} was stopped in {at} and does not move again in this activation"
    if here and options.disengage == "forbidden":
        return 0, f"{name} may not leave {at} while {here} is there"
    full = options.max_units_per_zone
    for i, zone in enumerate(path):
        if i and not power.ignore_stop and (held_by := holder(state, s, at)):
            return i, f"{name} stops in {at}: {held_by} holds it"
        if zone not in NEXT[at]:
            return i, _not_next(state, name, at, zone, power, alone=len(path) == 1)
        if i >= power.move:
            zones = (
                f"{_COUNT[power.move]} zone{'s' * (power.move > 1)}" if power.move < len(_COUNT) else "less"
            )
            return i, f"{name} moves {zones} at most, the path names {len(path)}"
        if full and sum(u.at == zone and u.id != name for u in state.units[s]) >= full:
            return i, f"{zone} is full: {SIDE_NAMES[state.side]} has {full} there"
        at = zone
    return len(path), ""


def _not_next(state: State, name: str, at: int, zone: int, power: Power, *, alone: bool) -> str:
    near = f"(next to {at}: {row(NEXT[at])})"
    if zone not in ZONES:
        return f"{zone} is not a zone {near}"
    if zone == at:
        return f"the path names {zone} twice running {near}"
    far = distance(at, zone)
    if alone and far > power.move:
        who = state.profile(name).name
        return f"{zone} is {_COUNT[far]} zones from {at}; {who} {_moves(who)} {power.move} {near}"
    return f"{zone} is not next to {at} {near}"


def _moves(name: str) -> str:
    return "move" if name.endswith("s") and not name.endswith("ss") else "moves"


def reach(state: State, name: str, at: int, power: Power, *, stopped: bool) -> dict[int, tuple[int, ...]]:
    """Zones that one Move can end in, each with a shortest path, nearest first."""
    found: dict[int, tuple[int, ...]] = {at: ()}
    for zone in (queue := [at]):
        path = found[zone]
        if len(path) >= power.move:
            continue
        for near in NEXT[zone]:
            if near not in found and walk(state, name, at, (*path, near), power, stopped=stopped)[1] == "":
                found[near] = (*path, near)
                queue.append(near)
    del found[at]
    return found
