"""A cheater's program: it changes whatever it likes, then signs properly, with its own key.

    refuse = reading(scene, changed(draft.data, "state.soldiers.A3.health", 5))
    refuse()                    # what the honest side does with the file: raises TurnRejected

Nothing here breaks a signature by accident: what is refused is refused for what it says.
"""

import copy
from collections.abc import Callable
from typing import Any

from pbem.referee.fold import begin, fold
from pbem.referee.match import Folded
from pbem.ruleset import Ruleset, Side
from pbem.turnfile.seal import TURN, sign, to_text
from tests.kit.duel import Duel, read

Reading = Callable[[], Folded]
Data = dict[str, Any]


def reading(duel: Duel, data: Data, side: Side | None = None) -> Reading:
    """How the honest side reads this data, signed by `side` (the one whose turn it is)."""
    return reading_text(duel, signed_text(duel, data, side))


def signed_text(duel: Duel, data: Data, side: Side | None = None) -> str:
    """This data as a turn file, signed by `side` (the one whose turn it is)."""
    return to_text(sign(TURN, data, duel.seats[side or duel.match.to].key))


def reading_text(duel: Duel, text: str) -> Reading:
    """How the honest side reads this very text."""
    match = duel.match
    return lambda: fold(match, duel.rules, duel.setup, read(text))


def reading_challenge(duel: Duel, data: Data, rules: Ruleset | None = None) -> Reading:
    """How side b reads this data as a challenge by side a."""
    text = signed_text(duel, data, "a")
    return lambda: begin(read(text), rules or duel.rules)


def bare(text: str) -> Data:
    """The data of a file without its seal, ready to be changed and signed again."""
    return {key: value for key, value in read(text).data.items() if key != "seal"}


def changed(data: Data, path: str, value: Any) -> Data:
    """The data with one item replaced or added.  Rows are named by number or by their `id`; a number
    that is one too many appends."""
    out, (*way, last) = copy.deepcopy(data), path.split(".")
    here: Any = out
    for word in way:
        here = here.setdefault(word, {}) if isinstance(here, dict) else here[_row(here, word)]
    if isinstance(here, dict):
        here[last] = value
    elif _row(here, last) == len(here):
        here.append(value)
    else:
        here[_row(here, last)] = value
    return out


def without(data: Data, path: str) -> Data:
    """The data with one item left out."""
    out, (*way, last) = copy.deepcopy(data), path.split(".")
    here: Any = out
    for word in way:
        here = here[word] if isinstance(here, dict) else here[_row(here, word)]
    del here[last if isinstance(here, dict) else _row(here, last)]
    return out


def item(data: Data, path: str) -> Any:
    """One item of the data."""
    here: Any = data
    for word in path.split("."):
        here = here[word] if isinstance(here, dict) else here[_row(here, word)]
    return here


def _row(rows: list[Any], word: str) -> int:
    if word.isdecimal():
        return int(word)
    return next(i for i, row in enumerate(rows) if isinstance(row, dict) and row.get("id") == word)
