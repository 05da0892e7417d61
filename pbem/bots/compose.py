"""How a player that needs no sleep puts a decision together, whatever the game.

One step at a time: look at what is legal, pick one, suppose that it was carried out (`assume`), look
again, until a choice needs nothing more or nothing is left.  Every step is legal where it is taken,
so that the whole decision passes `check`.  A bot has no memory and no luck of its own: the same
position and the same `rng` give the same decision.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Protocol

import msgspec

from pbem.ruleset import Choice, Decide, Known, Order, React, Ruleset, Side

__all__ = ["Pick", "Player", "compose"]

LONGEST: Final = 200  # steps in one decision; no game comes near it

# Chooses among the legal steps of a position, or stops (None), which only a player-turn allows.
Pick = Callable[[Any, Sequence[Choice]], Choice | None]


class Player(Protocol):
    """Whoever can answer what a game asks of `side`; the answer always passes `rules.check`."""

    def __call__(
        self, rules: Ruleset, state: Any, side: Side, known: Known, rng: Random
    ) -> tuple[Order, ...]: ...


def compose(
    rules: Ruleset,
    state: Any,
    side: Side,
    known: Known,
    *,
    pick: Pick,
    rng: Random,
    alternatives: int = 0,
    pauses: int = 0,
) -> tuple[Order, ...]:
    """A whole decision from single picks.

    `alternatives` is the percentage of orders in a player-turn that get an `else`, `pauses` the
    percentage that give control back.  Where a game does not allow one of these here, the decision
    goes without.  Raises `ValueError` when nothing is asked of `side`.
    """
    want = rules.want(state)
    if not isinstance(want, Decide | React) or want.side != side:
        raise ValueError(f"nothing is asked of side {side}")
    turn = isinstance(want, Decide) and want.kind == "orders"
    end = rules.order_type(end=True)
    steps: list[tuple[Choice, Sequence[Choice]]] = []
    here = state
    while len(steps) < LONGEST and (legal := rules.legal(here, side, known)):
        choice = pick(here, legal)
        if choice is None and turn and not rules.faults(here, end):
            break
        choice = choice or rng.choice(legal)
        steps.append((choice, legal))
        if choice.last or choice.order.end:
            break
        here = rules.assume(here, choice.order, False)

    plain = tuple(choice.order for choice, _ in steps)
    if not turn:
        return plain
    # Boldest first: with alternatives and pauses, without, and ever shorter where a game wants that.
    adorned = _adorn(steps, rng, alternatives, pauses)
    for orders in (adorned, *(plain[:n] for n in range(len(plain), -1, -1))):
        closed = orders if orders and (orders[-1].end or orders[-1].pause) else (*orders, end)
        if not rules.check(state, side, closed, known):
            return closed
    raise AssertionError(f"{rules.name} refuses every beginning of {plain}, which it offered itself")


def _adorn(
    steps: Sequence[tuple[Choice, Sequence[Choice]]], rng: Random, alternatives: int, pauses: int
) -> tuple[Order, ...]:
    """The orders, some with an alternative that was legal in the same place, some with a pause."""
    orders: list[Order] = []
    for choice, legal in steps:
        order: Order = choice.order
        others = [c.order for c in legal if c.order != order and _simple(c.order)]
        if others and _simple(order) and rng.randrange(100) < alternatives:
            order = msgspec.structs.replace(order, else_=(rng.choice(others),))
        if not order.end and rng.randrange(100) < pauses:
            order = msgspec.structs.replace(order, pause=True)
        orders.append(order)
    return tuple(orders)


def _simple(order: Order) -> bool:
    return not (order.end or order.pause or order.else_)
