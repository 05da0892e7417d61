"""The terms of a match: options, own rosters and scenarios → `Setup`, with every problem (A28)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zipwarz import catalogue
from pbem.games.zipwarz.reading import did_you_mean, read
from pbem.games.zipwarz.rules.army import formula
from pbem.games.zipwarz.state import (
    Ability,
    AbilityData,
    Faction,
    LineData,
    Options,
    RosterFile,
    Scenario,
    Setup,
)
from pbem.ruleset import Data

__all__ = ["advice", "make_setup"]


def make_setup(
    options: Data, material: Mapping[str, Sequence[Data]]
) -> tuple[Setup | None, tuple[Problem, ...]]:
    """Options and own files → the terms.  Paths begin with the option, or with `roster[0]`, `scenario[0]`."""
    terms, problems = read(Options, options)
    for kind in material:
        if kind not in ("roster", "scenario"):
            problems.append(Problem(kind, "expected rosters and scenarios", did_you_mean(kind, ("roster",))))
    factions, abilities = list(catalogue.factions()), list(catalogue.abilities())
    for i, data in enumerate(material.get("roster", ())):
        roster, wrong = read(RosterFile, data, f"roster[{i}]")
        problems += wrong
        if roster is not None:
            free = terms is not None and terms.free_prices
            problems += _add_roster(roster, f"roster[{i}]", factions, abilities, free=free)
    scenarios = list(catalogue.scenarios())
    for i, data in enumerate(material.get("scenario", ())):
        scenario, wrong = read(Scenario, data, f"scenario[{i}]")
        problems += wrong
        if scenario is not None:
            known = [one.id for one in scenarios]
            problems += _scenario_faults(scenario, f"scenario[{i}]", known)
            scenarios.append(scenario)
    if terms is None:
        return None, tuple(problems)
    if "scenario" not in options and len(scenarios) == len(catalogue.scenarios()) + 1:
        terms = replace(terms, scenario=scenarios[-1].id)  # who brings one scenario wants to play it
    chosen = next((one for one in scenarios if one.id == terms.scenario), None)
    if chosen is None:
        names = [one.id for one in scenarios]
        hint = did_you_mean(terms.scenario, names) or f"known: {', '.join(names)}"
        problems.append(Problem("scenario", f"{terms.scenario!r} is not a known scenario", hint))
    elif terms.enforce_scenario_size and terms.size not in chosen.sizes:  # A17
        problems.append(Problem("size", f"{chosen.name} is for {' and '.join(chosen.sizes)} games"))
    if problems or chosen is None:
        return None, tuple(problems)
    setup = Setup(options=terms, scenario=chosen, abilities=tuple(abilities), factions=tuple(factions))
    return setup, ()


def _add_roster(
    roster: RosterFile, where: str, factions: list[Faction], abilities: list[Ability], *, free: bool
) -> list[Problem]:
    """Adds the faction and its abilities where nothing is wrong with them."""
    problems: list[Problem] = []
    if any(one.id == roster.id for one in factions):
        problems.append(Problem(f"{where}.id", f"{roster.id!r} is already a faction of this match"))
    new = []
    for name, found in roster.ability.items():
        at = f"{where}.ability.{name}"
        problems += _ability_faults(name, found, at)
        if any(one.id == name for one in abilities):
            problems.append(
                Problem(at, f"{name!r} is already an ability of this match", "choose another name")
            )
        new.append(catalogue.ability(name, found))
    if not roster.unit:
        problems.append(Problem(f"{where}.unit", "a roster has at least one line"))
    known = {one.id: one for one in (*abilities, *new)}
    for i, line in enumerate(roster.unit):
        at = f"{where}.unit[{i}]"
        if any(one.id == line.id for one in roster.unit[:i]):
            problems.append(Problem(f"{at}.id", f"{line.id!r} stands on the roster twice"))
        strange = False
        for j, name in enumerate(line.abilities):
            if name not in known or name in line.abilities[:j]:
                strange = True
                what = "is named twice" if name in known else "is not a known ability"
                hint = "" if name in known else did_you_mean(name, known)
                problems.append(Problem(f"{at}.abilities[{j}]", f"{name!r} {what}", hint))
        wrong_models = [models for models in line.price if not _is_count(models)]
        problems += [
            Problem(f"{at}.price.{models}", f"expected 1 to 100 models, found {models!r}")
            for models in wrong_models
        ]
        if not line.price:
            problems.append(Problem(f"{at}.price", "a line has at least one price"))
        if not (strange or wrong_models or free or problems):
            problems += _price_faults(line, at, [known[name] for name in line.abilities])
    if not problems:
        factions.append(catalogue.faction(roster))
        abilities += new
    return problems


def _is_count(models: str) -> bool:
    return models.isascii() and models.isdecimal() and str(int(models)) == models and 1 <= int(models) <= 100


def _price_faults(line: LineData, where: str, abilities: list[Ability]) -> list[Problem]:
    """A28: no price below the formula, unless both players agree to free prices."""
    problems = []
    for models, points in line.price.items():
        least = formula(line.level, int(models), abilities)
        if points < least:
            message = f"{points} points are below the price formula, which gives {least}"
            problems.append(Problem(f"{where}.price.{models}", message, "or set the option free_prices"))
    return problems


def _ability_faults(name: str, found: AbilityData, where: str) -> list[Problem]:
    """What an effect may be is ruling A21."""
    problems = []
    if not (name.isascii() and name.isidentifier() and name == name.lower() and len(name) <= 40):
        problems.append(Problem(where, f"expected a name of small letters, digits and _, found {name!r}"))
    if not found.effects:
        problems.append(Problem(f"{where}.effects", "an ability has at least one effect"))
    for i, effect in enumerate(found.effects):
        n = effect.value
        wanted = {
            "move": (2, 10, "2 to 10 zones"),
            "ignore_stop": (1, 1, "1"),
            "range": (1, 8, "1 to 8 zones"),
            "defend_roll": (4, 6, "4, 5 or 6"),
            "extra_action": (1, 3, "1 to 3 actions"),
        }
        low, high, words = wanted.get(effect.kind, (1, 30, "1 to 30"))
        if not low <= n <= high:
            message = f"{effect.kind} takes {words}, found {n}"
            problems.append(Problem(f"{where}.effects[{i}].value", message))
    return problems


def _scenario_faults(scenario: Scenario, where: str, known: list[str]) -> list[Problem]:
    problems = []
    if scenario.id in known:
        problems.append(Problem(f"{where}.id", f"{scenario.id!r} is already a scenario of this match"))
    lists = {
        "prizes": scenario.prizes,
        "deploy.aggressor": scenario.deploy.aggressor,
        "deploy.defender": scenario.deploy.defender,
    }
    for name, zones in lists.items():
        twice = [zone for i, zone in enumerate(zones) if zone in zones[:i]]
        if twice:
            problems.append(Problem(f"{where}.{name}", f"zone {twice[0]} is named twice"))
        if not zones and name != "prizes":
            problems.append(Problem(f"{where}.{name}", "a side needs at least one zone to deploy in"))
    both = [zone for zone in scenario.deploy.aggressor if zone in scenario.deploy.defender]
    if both:
        problems.append(Problem(f"{where}.deploy", f"zone {both[0]} is given to both sides"))
    if not scenario.sizes:
        problems.append(Problem(f"{where}.sizes", "a scenario is for at least one size of game"))
    return problems


def advice(setup: Setup) -> tuple[str, ...]:
    """What a player should read before he agrees."""
    said = []
    options, scenario = setup.options, setup.scenario
    name = scenario.name or catalogue.plain(scenario.id)
    if options.size not in scenario.sizes:  # A17
        said.append(f"{name} is meant for {' and '.join(scenario.sizes)} games, this is a {options.size} one")
    if options.size in ("medium", "large"):
        said.append("at this size the Lantern Guard is stronger than the Tidewrack Brood")
    if options.free_prices:
        said.append("prices of own rosters are free: they may be far below the formula")
    own = [one.name for one in setup.factions[len(catalogue.ROSTERS) :]]
    if own:
        said.append(f"own rosters: {', '.join(own)}; nobody has balanced them")
    if options.limited_defence == "ask":
        said.append(
            "limited defences are asked for where a player's standing orders say so: up to two more mails"
        )
    return tuple(said)
