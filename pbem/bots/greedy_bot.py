"""A player who always takes what looks best now (`Ruleset.worth`) and never looks further."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pbem.bots.compose import compose
from pbem.ruleset import Choice, Known, Order, Ruleset, Side


def decide(
    rules: Ruleset, state: Any, side: Side, known: Known, rng: Random, *, alternatives: int = 10
) -> tuple[Order, ...]:
    """The best-looking decision; equals are drawn by `rng`.  Of a hundred orders, `alternatives` get
    an `else`."""

    def pick(here: Any, legal: Sequence[Choice]) -> Choice:
        worths = [rules.worth(here, side, choice) for choice in legal]
        best = max(worths)
        return rng.choice([choice for choice, worth in zip(legal, worths, strict=True) if worth == best])

    return compose(rules, state, side, known, pick=pick, rng=rng, alternatives=alternatives)
