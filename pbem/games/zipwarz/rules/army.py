"""Armies (R1 to R4), prices (A28), copies (A23), and the units that a match begins with."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from pbem.errors import Problem
from pbem.games.zipwarz.catalogue import plain
from pbem.games.zipwarz.reading import did_you_mean, read
from pbem.games.zipwarz.rules.abilities import combine
from pbem.games.zipwarz.state import (
    MOST_UNITS,
    Ability,
    Army,
    Effect,
    Faction,
    Line,
    Power,
    Profile,
    Purchase,
    Setup,
)
from pbem.ruleset import Data, Side

__all__ = ["SIZES", "army_words", "formula", "points_of", "profiles", "read_army", "total"]

SIZES: Final[Mapping[str, int]] = MappingProxyType(
    {"skirmish": 250, "small": 500, "medium": 1000, "large": 2000}  # R2
)
_ROLL: Final = {6: 15, 5: 30, 4: 50}  # percent for a defence roll


def formula(level: int, models: int, abilities: Iterable[Ability]) -> int:
    """A28: the price of so many models of that Level with these abilities, in points.

    Base for a model is Level × (Level + 9) / 2; abilities add percentages of it and flat points, both
    halved for a limited ability; the sum is rounded up to 5.  Exact: everything is counted in 200ths.
    """
    percent = flat = 0  # in halves
    for ability in abilities:
        weight = 2 if ability.limit == "none" else 1
        percent += weight * sum(_percent(effect) for effect in ability.effects)
        flat += weight * sum(_flat(effect) for effect in ability.effects)
    base = level * (level + 9) // 2 * models
    raw = base * (200 + percent) + 100 * flat
    return -(-raw // 1000) * 5


def _percent(effect: Effect) -> int:
    n = effect.value
    match effect.kind:
        case "move":
            return 10 * (n - 1)
        case "ignore_stop":
            return 10
        case "range":
            return 20 * n
        case "level_attack" | "level_defend":
            return 15 * n
        case "defend_roll":
            return _ROLL[n]
        case "extra_action":
            return 40 * n
    return 0


def _flat(effect: Effect) -> int:
    return {"dice": 2, "defend_flat": 4, "heal": 4}.get(effect.kind, 0) * effect.value


# ------------------------------------------------------------------------------------------- armies


def read_army(setup: Setup, data: Data) -> tuple[Army | None, tuple[Problem, ...]]:
    """An army file, legal under the terms, or every reason why not (R3, R4, A14, A23)."""
    found, problems = read(Army, data)
    if found is None:
        return None, tuple(problems)
    faction = next((f for f in setup.factions if f.id == found.faction), None)
    if faction is None:
        known = [f.id for f in setup.factions]
        hint = did_you_mean(found.faction, known) or f"known: {', '.join(known)}"
        return None, (Problem("faction", f"{found.faction!r} is not a faction of this match", hint),)
    for i, bought in enumerate(found.unit):
        problems += _purchase_faults(faction, bought, f"unit[{i}]")
    if not problems:
        problems += _list_faults(setup, faction, found)
    return (None, tuple(problems)) if problems else (found, ())


def _purchase_faults(faction: Faction, bought: Purchase, where: str) -> list[Problem]:
    """R3: a line of the roster, at a listed number of models."""
    line = _line(faction, bought.line)
    if line is None:
        known = [one.id for one in faction.lines]
        hint = did_you_mean(bought.line, known) or f"known: {', '.join(known)}"
        return [Problem(f"{where}.line", f"{bought.line!r} is not on the roster of {faction.name}", hint)]
    if all(price.models != bought.models for price in line.prices):
        listed = " or ".join(str(price.models) for price in line.prices)
        message = f"{line.name} come in units of {listed} models, found {bought.models}"
        return [Problem(f"{where}.models", message)]
    return []


def _list_faults(setup: Setup, faction: Faction, found: Army) -> list[Problem]:
    """R4, A14, A23: what is wrong with the list as a whole."""
    problems = []
    options = setup.options
    most, spent = SIZES[options.size], total(faction, found)
    units = sum(bought.count for bought in found.unit)
    if units == 0:
        problems.append(Problem("unit", "an army has at least one unit"))
    if units > MOST_UNITS:
        problems.append(Problem("unit", f"an army has at most {MOST_UNITS} units, found {units}"))
    if spent > most:
        problems.append(Problem("unit", f"{spent} points are more than the {most} of a {options.size} game"))
    for line in faction.lines:
        count = sum(bought.count for bought in found.unit if bought.line == line.id)
        limits = [n for n in (line.max_per_500 * -(-most // 500), options.max_copies) if n]
        if limits and count > min(limits):
            message = f"{count} units of {line.name} are too many: {min(limits)} at most in this match"
            problems.append(Problem("unit", message))
    zones = setup.scenario.deploy
    room = options.max_units_per_zone * min(len(zones.aggressor), len(zones.defender))
    if room and units > room:
        message = f"{units} units do not fit into the deployment zones, which hold {room}"
        problems.append(Problem("unit", message))
    return problems


def _line(faction: Faction, name: str) -> Line | None:
    return next((line for line in faction.lines if line.id == name), None)


def points_of(faction: Faction, bought: Purchase) -> int:
    """Points of one unit of a purchase that is on the roster."""
    line = _line(faction, bought.line)
    assert line is not None
    return next(price.points for price in line.prices if price.models == bought.models)


def total(faction: Faction, found: Army) -> int:
    """Points of the whole army."""
    return sum(bought.count * points_of(faction, bought) for bought in found.unit)


def army_words(setup: Setup, found: Army) -> tuple[str, ...]:
    """The army for people, a line a unit, the total last."""
    faction = next(f for f in setup.factions if f.id == found.faction)
    lines = []
    for i, unit in enumerate(profiles(setup, found, "a"), 1):
        able = ", ".join(ability.name for ability in (*unit.always, *unit.limited))
        same = unit.name.casefold() == plain(unit.line)
        name = unit.name if same else f"{unit.name} ({plain(unit.line)})"
        lines.append(
            f"{i}. {name}: level {unit.level} × {unit.models}"
            + (f", {able}" if able else "")
            + f": {unit.points} points"
        )
    spent, most = total(faction, found), SIZES[setup.options.size]
    return (*lines, f"{faction.name}: {spent} of {most} points")


# ------------------------------------------------------------------------------------ units of a match


def profiles(setup: Setup, found: Army, side: Side) -> tuple[Profile, ...]:
    """The army as units A1, A2, … (B1, …), in the order of the list."""
    faction = next(f for f in setup.factions if f.id == found.faction)
    known: dict[str, Any] = {ability.id: ability for ability in setup.abilities}
    bought = [one for one in found.unit for _ in range(one.count)]
    return tuple(_profile(faction, one, f"{side.upper()}{n}", side, known) for n, one in enumerate(bought, 1))


def _profile(
    faction: Faction, bought: Purchase, name: str, side: Side, known: Mapping[str, Ability]
) -> Profile:
    line = _line(faction, bought.line)
    assert line is not None
    abilities = [known[ability] for ability in line.abilities]
    always = tuple(ability for ability in abilities if ability.limit == "none")
    return Profile(
        id=name,
        side=side,
        name=bought.name or line.name,
        line=line.id,
        level=line.level,
        models=bought.models,
        points=points_of(faction, bought),
        power=combine(Power(), always),
        always=always,
        limited=tuple(ability for ability in abilities if ability.limit != "none"),
    )
