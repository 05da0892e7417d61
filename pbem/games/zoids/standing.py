"""Standing orders: there is nothing that they could answer.

The one reaction of this game is answered from a hidden hand, and a promise about a hidden hand cannot be
checked.  A player's own rules for his defense are in `policy`; they are never signed.
"""

from typing import Any, Final

from pbem.errors import Problem
from pbem.games.zoids.reading import kind_of
from pbem.ruleset import Data, Promise, Struct

__all__ = ["DEFAULT", "Standing", "read_standing", "understand_standing"]


class Standing(Struct, frozen=True):
    """Nothing."""


DEFAULT: Final = Standing()


def read_standing(data: Data) -> tuple[Standing | None, tuple[Problem, ...]]:
    """Only an empty table will do."""
    if not isinstance(data, dict):
        return None, (Problem("", f"expected a table, found {kind_of(data)}"),)
    message = "standing orders cannot answer for a hidden hand"
    problems = tuple(
        Problem(key, message, "write rules of your own for your defense, [[defend]]") for key in data
    )
    return (None, problems) if problems else (DEFAULT, ())


def understand_standing(part: Any) -> Promise:
    """The part `[standing]` of an order file: whatever stands in it is a problem."""
    standing, problems = read_standing(part)
    if standing is None:
        return Promise(problems=problems)
    return Promise(warnings=("standing orders answer nothing in this game",))
