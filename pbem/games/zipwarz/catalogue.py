"""What comes with the game, read once from `data/*.toml`: abilities, rosters, scenarios, ready armies."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pbem.games.zipwarz.state import (
    Ability,
    AbilityData,
    Faction,
    Line,
    LineData,
    Price,
    RosterFile,
    Scenario,
)
from pbem.ruleset import Data

__all__ = ["ROSTERS", "SCENARIOS", "abilities", "data", "factions", "ready_armies", "scenarios", "text"]

ROSTERS: Final = ("lantern_guard", "tidewrack_brood")
SCENARIOS: Final = ("start_from_the_corners",)
_FILES: Final = ("abilities", *ROSTERS, *SCENARIOS, "armies")


def text(name: str) -> str:
    """A file of this package, as text."""
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def data() -> Data:
    """All built-in data by file: what the rules digest covers."""
    return {name: tomllib.loads(text(f"data/{name}.toml")) for name in _FILES}


@cache
def abilities() -> tuple[Ability, ...]:
    found = msgspec.convert(data()["abilities"]["ability"], dict[str, AbilityData])
    return tuple(ability(name, value) for name, value in found.items())


@cache
def factions() -> tuple[Faction, ...]:
    return tuple(faction(msgspec.convert(data()[name], RosterFile)) for name in ROSTERS)


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(msgspec.convert(data()[name], Scenario) for name in SCENARIOS)


def ready_armies(size: str) -> Mapping[str, Data]:
    """The armies for a size, by faction."""
    rows: list[dict[str, Any]] = data()["armies"]["army"]
    return {
        row["faction"]: {"faction": row["faction"], "unit": row["unit"]}
        for row in rows
        if row["size"] == size
    }


# ------------------------------------------------------------- from the form of files to that of matches


def ability(name: str, found: AbilityData) -> Ability:
    return Ability(id=name, name=found.name or plain(name), effects=found.effects, limit=found.limit)


def faction(found: RosterFile) -> Faction:
    return Faction(id=found.id, name=found.name or plain(found.id), lines=tuple(map(line, found.unit)))


def line(found: LineData) -> Line:
    """Bare digit keys are texts in TOML; here they are numbers of models, ascending."""
    prices = sorted((int(models), points) for models, points in found.price.items())
    return Line(
        id=found.id,
        name=found.name or plain(found.id),
        level=found.level,
        prices=tuple(Price(models=models, points=points) for models, points in prices),
        abilities=found.abilities,
        max_per_500=found.max_per_500,
    )


def plain(name: str) -> str:
    """An id as people read it."""
    return name.replace("_", " ")
