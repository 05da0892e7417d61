"""A player without a plan: any legal thing, now and then too little, now and then with an `else`."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pbem.bots.compose import compose
from pbem.ruleset import Choice, Known, Order, Ruleset, Side


def decide(
    rules: Ruleset,
    state: Any,
    side: Side,
    known: Known,
    rng: Random,
    *,
    alternatives: int = 20,
    pauses: int = 0,
    stops: int = 5,
) -> tuple[Order, ...]:
    """A decision at random.  Of a hundred orders, `alternatives` get an `else`, `pauses` give control
    back, and `stops` times the turn ends before the next one.  Half of the picks attack where they can."""

    def pick(_: Any, legal: Sequence[Choice]) -> Choice | None:
        if rng.randrange(100) < stops:
            return None
        attacks = [choice for choice in legal if choice.verb == "attack"]
        return rng.choice(attacks if attacks and rng.randrange(2) else legal)

    return compose(rules, state, side, known, pick=pick, rng=rng, alternatives=alternatives, pauses=pauses)
