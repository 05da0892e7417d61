"""What comes with the game, read once from `data/*.toml`: troops, equipment, maps, ready armies."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pbem.games.war.state import Equipment, Map, Type
from pbem.ruleset import Data, Struct

__all__ = ["Gear", "Troop", "data", "gear", "maps", "ready_armies", "text", "troop"]

_FILES: Final = ("types", "equipment", "maps", "armies")


class Troop(Struct, frozen=True):
    """A kind of troops (R26, R27); see `data/types.toml`."""

    name: str
    armour: int
    melee: str
    shoot: str
    recruit: int
    per_point: int


class Gear(Struct, frozen=True, omit_defaults=True):
    """An equipment, or being on foot or mounted (R29 to R35); see `data/equipment.toml`."""

    name: str
    armour_melee: int = 0
    armour_shoot: int = 0
    melee_hit: int = 0
    charge_hit: int = 0
    shoot_hit: int = 0
    range: int = 0
    shots_per_turn: int = 0
    move: int = 0
    move_difficult: int = 0


def text(name: str) -> str:
    """A file of this package, as text."""
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def data() -> Data:
    """All built-in data by file: what the rules digest covers."""
    return {name: tomllib.loads(text(f"data/{name}.toml")) for name in _FILES}


@cache
def _troops() -> dict[str, Troop]:
    return msgspec.convert(data()["types"], dict[str, Troop])


@cache
def _gear() -> dict[str, Gear]:
    return msgspec.convert(data()["equipment"], dict[str, Gear])


def troop(kind: Type) -> Troop:
    return _troops()[kind]


def gear(name: Equipment, *, mounted: bool) -> tuple[Gear, Gear]:
    """The equipment itself, and what it is to be on foot or mounted."""
    return _gear()[name], _gear()["mounted" if mounted else "foot"]


@cache
def maps() -> tuple[Map, ...]:
    return msgspec.convert(data()["maps"]["map"], tuple[Map, ...])


def ready_armies(points: int) -> Mapping[str, Data]:
    """The armies for a size, by name, best first."""
    rows: list[dict[str, Any]] = data()["armies"]["army"]
    return {
        row["name"]: {"recruit": row["recruit"], "unit": row["unit"]}
        for row in rows
        if row["points"] == points
    }
