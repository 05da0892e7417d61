"""Both bots, on the toy game and on stricter variants of it."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from examples.toy import Ford, Standing
from examples.toy.state import FordOrder
from pbem.bots import greedy_bot, random_bot
from pbem.bots.compose import Player
from pbem.ruleset import OTHER, Decide, Order, Problem, React
from tests.kit.play import Taken, bots, play, ready

SPICE = {"hidden": 30, "pre": 30, "own": 30, "post": 30, "mid": 30, "initiative": 50}
ASK = Standing(pre="ask", own="ask", post="ask")
BOTS: dict[str, Player] = {"random": random_bot.decide, "greedy": greedy_bot.decide}


class Strict(Ford):
    """No alternatives, no pauses, and nobody may end a turn before two soldiers have acted."""

    def check(self, state: Any, side: Any, orders: Any, known: Any) -> tuple[Problem, ...]:
        fancy = [Problem(f"[{i}]", "too fancy") for i, o in enumerate(orders) if o.else_ or o.pause]
        return (*fancy, *super().check(state, side, orders, known))

    def faults(self, state: Any, order: Any) -> tuple[Problem, ...]:
        early = order.end and state.acted < min(2, state.acted + len(state.ready(state.side)))
        return (Problem("end", "too early"),) if early else super().faults(state, order)


class Short(Ford):
    """Offers three orders in a row, but takes one order a turn."""

    def check(self, state: Any, side: Any, orders: Any, known: Any) -> tuple[Problem, ...]:
        many = len([o for o in orders if o.unit and not o.place]) > 1
        return (Problem("", "too many"),) if many else super().check(state, side, orders, known)


def decisions(rules: Ford, kind: str, seed: int, **habits: int) -> Iterator[Taken]:
    """`play` itself asserts that `check` accepts each of them."""
    setup, armies = ready(rules, SPICE, Random(seed))
    laid = {"a": ASK, "b": ASK}
    yield from play(rules, setup, armies, bots(kind, **habits), seed, standing=laid).taken


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("rules", [Ford(), Strict(), Short()], ids=["ford", "strict", "short"])
def test_every_decision_passes_check(kind: str, rules: Ford) -> None:
    kinds = set()
    for seed in range(4):
        for one in decisions(rules, kind, seed, alternatives=50):
            want = rules.want(one.state)
            assert isinstance(want, Decide | React)
            kinds.add(want.kind)
            if want.kind == "orders":
                assert one.orders[-1].end
                assert not any(order.end for order in one.orders[:-1])
    assert kinds == {"deploy", "orders", "pre", "own", "post", "hidden", "mid"}


@pytest.mark.parametrize("kind", BOTS)
def test_the_same_generator_gives_the_same_decision(kind: str) -> None:
    first = next(decisions(Ford(), "random", 5))
    again = [BOTS[kind](Ford(), first.state, first.side, {}, Random(n)) for n in (7, 7, 8, 9, 10, 11)]
    assert again[0] == again[1]
    assert len(set(again)) > 1


def share(orders: list[Order], what: str) -> int:
    """Percentage of orders that have it."""
    return 100 * sum(bool(getattr(order, what)) for order in orders) // len(orders)


def test_habits_of_the_random_bot() -> None:
    def given(**habits: int) -> list[Order]:
        every = [one for seed in range(6) for one in decisions(Ford(), "random", seed, **habits)]
        return [o for one in every for o in one.orders if o.unit and not o.place]

    assert share(given(alternatives=0), "else_") == 0
    assert 40 < share(given(alternatives=60), "else_") < 75
    assert share(given(), "pause") == 0
    assert 10 < share(given(pauses=25), "pause") < 40
    paused = [one for one in decisions(Ford(), "random", 1, pauses=100) if one.orders[0].unit]
    assert all(not order.end for one in paused for order in one.orders)  # a pause needs no end


def test_a_random_bot_that_always_stops_only_passes() -> None:
    turns = [one.orders for one in decisions(Ford(), "random", 2, stops=100) if one.orders[-1].end]
    assert turns
    assert set(turns) == {(FordOrder(end=True),)}


def test_alternatives_were_legal_in_the_same_place() -> None:
    rules = Ford()
    for one in decisions(rules, "random", 3, alternatives=100):
        here = one.state
        for order in one.orders:
            for other in order.else_:
                assert rules.faults(here, other) == ()
                assert other != order
            if order.unit:
                here = rules.assume(here, order, False)


def test_the_greedy_bot_takes_the_best() -> None:
    rules = Ford()
    for one in decisions(rules, "greedy", 4):
        legal = rules.legal(one.state, one.side, {})
        worths = {choice.order: rules.worth(one.state, one.side, choice) for choice in legal}
        plain = msgspec.structs.replace(one.orders[0], else_=())
        assert worths[plain] == max(worths.values())


def test_greed_is_better_than_nothing() -> None:
    rules, won = Ford(), {"greedy": 0, "random": 0, "": 0}
    for seed in range(40):
        setup, armies = ready(rules, {"rounds": 8}, Random(f"fair {seed}"))
        greedy_side = "ab"[seed % 2]
        players = {greedy_side: greedy_bot.decide, OTHER[greedy_side]: partial(random_bot.decide, stops=20)}
        outcome = rules.outcome(play(rules, setup, (armies[0], armies[0]), players, seed).last)
        assert outcome is not None
        won["" if not outcome.winner else "greedy" if outcome.winner == greedy_side else "random"] += 1
    assert won["greedy"] > 2 * won["random"]


def test_nobody_decides_who_was_not_asked() -> None:
    first = next(decisions(Ford(), "random", 5))
    for decide in BOTS.values():
        with pytest.raises(ValueError, match="nothing is asked of side"):
            decide(Ford(), first.state, OTHER[first.side], {}, Random(1))
