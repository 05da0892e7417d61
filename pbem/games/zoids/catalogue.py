"""What comes with the game, read once from `data/*.toml`: Zoids, cards, deck, map, ready teams."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

import msgspec

from pbem.games.zoids.state import Face, Kind
from pbem.ruleset import Data

__all__ = ["COSTS", "POINTS", "data", "deck", "default_obstacles", "faces", "kinds", "ready_teams", "text"]

POINTS: Final = 50  # R6
COSTS: Final[Mapping[str, int]] = MappingProxyType({"elite_pilot": 1, "elite_zoid": 1})  # R11
_FILES: Final = ("zoids", "cards", "deck", "map", "teams")


def text(name: str) -> str:
    """A file of this package, as text."""
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def data() -> Data:
    """All built-in data by file: what the rules digest covers."""
    return {name: tomllib.loads(text(f"data/{name}.toml")) for name in _FILES}


@cache
def kinds() -> Mapping[str, Kind]:
    """The Zoids by id, in the order of the table."""
    rows = msgspec.convert(data()["zoids"]["zoid"], tuple[Kind, ...])
    return MappingProxyType({row.id: row for row in rows})


@cache
def faces() -> Mapping[str, Face]:
    """The kinds of cards by id, in the order of the list."""
    rows = msgspec.convert(data()["cards"]["card"], tuple[Face, ...])
    return MappingProxyType({row.id: row for row in rows})


@cache
def deck() -> tuple[str, ...]:
    """R14: the 84 faces in public order."""
    count: dict[str, int] = data()["deck"]["count"]
    return tuple(face for face, n in count.items() for _ in range(n))


def default_obstacles() -> tuple[str, ...]:
    """A15."""
    return tuple(data()["map"]["obstacles"])


def ready_teams() -> Mapping[str, Data]:
    """The teams by id, with their squares."""
    rows: list[dict[str, Any]] = data()["teams"]["team"]
    return {row["id"]: {"zoid": row["zoid"]} for row in rows}
