"""The games, one folder each; a new game is a new folder and a line here."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pbem.ruleset import Ruleset

NAMES: Final = ("zipwarz", "zoids", "war")


@cache
def find(name: str) -> "Ruleset | None":
    """The game of that name, or None.  Only names on the list are ever imported: a name in a mailed
    file must not choose a module."""
    if name not in NAMES:
        return None
    rules: Ruleset = import_module(f"pbem.games.{name}").RULESET
    return rules
