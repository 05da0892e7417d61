"""Promises that hold in every position, tried on random play with random terms."""

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.games.zipwarz.state import State
from pbem.ruleset import Decide, React, Roll, Sealed, Unseal
from tests.games.zipwarz.kit import ORDER, RULES, matched
from tests.kit.play import bots, play

TERMS = st.fixed_dictionaries(
    {
        "deployment": st.sampled_from(["aggressor_first", "sealed", "alternating"]),
        "disengage": st.sampled_from(["free", "forbidden", "both_actions"]),
        "stop_scope": st.sampled_from(["action", "activation"]),
        "wipeout": st.sampled_from(["play_on", "end_of_round", "immediate"]),
        "limited_defence": st.sampled_from(["standing", "ask"]),
        "wounds_reduce_dice": st.booleans(),
        "range_blocked": st.booleans(),
        "tiebreak_wounds": st.booleans(),
        "max_units_per_zone": st.sampled_from([0, 2, 4]),
        "rounds": st.integers(0, 3),
    }
)
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def random_match(terms: dict[str, Any], seed: int) -> list[tuple[State, Any]]:
    """Positions of a match in which every step is any legal one, and what was done there."""
    rng = Random(seed)
    setup, armies = matched(**terms)
    state = RULES.start(setup, armies)
    done, sealed = [], None
    while (want := RULES.want(state)) is not None:
        answer: Any
        if isinstance(want, Roll):
            answer = tuple(rng.randint(1, 6) for _ in range(want.count))
        elif isinstance(want, Unseal):
            answer, sealed = sealed, None
        elif isinstance(want, React):
            answer = rng.choice([(), (rng.choice(RULES.legal(state, want.side, {})).order,)])
        elif isinstance(want, Decide) and want.kind == "orders":
            answer = rng.choice(RULES.legal(state, want.side, {})).order
            assert RULES.faults(state, answer) == ()
        else:
            answer, here = (), state
            while choices := RULES.legal(here, want.side, {}):  # type: ignore[union-attr]
                choice = rng.choice(choices)
                answer, here = (*answer, choice.order), RULES.assume(here, choice.order, False)
                if choice.last:
                    break
            assert RULES.check(state, want.side, answer, {}) == ()  # type: ignore[union-attr]
            if want.sealed:  # type: ignore[union-attr]
                answer, sealed = Sealed(), answer
        done.append((state, answer))
        state = RULES.apply(state, answer).state
    return [*done, (state, None)]


def closed(data: Any) -> None:
    """The data model of a turn file."""
    if isinstance(data, dict):
        for key, value in data.items():
            assert isinstance(key, str)
            assert key == key.lower()
            closed(value)
    elif isinstance(data, list):
        for item in data:
            closed(item)
    else:
        assert isinstance(data, bool | int | str)


@QUICK
@given(TERMS, st.integers(0, 10**6))
def test_every_position_is_sound(terms: dict[str, Any], seed: int) -> None:
    for state, answer in random_match(terms, seed):
        most = terms["max_units_per_zone"]
        for row, profiles in zip(state.units, state.profiles, strict=True):
            for unit, profile in zip(row, profiles, strict=True):
                assert 0 <= unit.wounds < profile.health
                assert not (unit.gone and unit.at)
                assert unit.at in range(25)
                assert bool(unit.at) or unit.gone or not state.round
            if most:
                zones = [unit.at for unit in row if unit.at]
                assert all(zones.count(zone) <= most for zone in zones)
        data = json.loads(json.dumps(msgspec.to_builtins(state)))
        assert msgspec.convert(data, State) == state
        closed(RULES.public(state))
        assert not state.plan
        if isinstance(answer, ORDER):
            again = msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(answer))), ORDER)
            assert again == answer
    assert RULES.outcome(state) is not None


@QUICK
@given(TERMS, st.integers(0, 10**6))
def test_any_order_is_refused_or_runs_and_downgrades_always_run(terms: dict[str, Any], seed: int) -> None:
    """Orders of one position given in another: no faults means it runs, faults mean it is downgraded."""
    rng = Random(seed)
    match = random_match(terms, seed)
    orders = [answer for _, answer in match if isinstance(answer, ORDER)]
    for state, _ in rng.sample(match, min(40, len(match))):
        want = RULES.want(state)
        if not isinstance(want, Decide) or want.kind != "orders":
            continue
        for order in rng.sample(orders, min(10, len(orders))):
            problems = RULES.faults(state, order)
            assert bool(problems) == bool(RULES.check(state, want.side, (order,), {}))
            step = RULES.downgrade(state, order) if problems else RULES.apply(state, order)
            assert all(RULES.tell(state, event) for event in step.events)
            if problems:
                assert step.events
            left = step.state.active.left if step.state.active else 0
            assert left >= 0
            assert RULES.order_words(state, order)


@QUICK
@given(TERMS, st.integers(0, 10**6))
def test_legal_and_worth_agree_with_faults(terms: dict[str, Any], seed: int) -> None:
    for state, _ in random_match(terms, seed)[::5]:
        for side in ("a", "b"):
            choices = RULES.legal(state, side, {})
            assert len({choice.order for choice in choices}) == len(choices)
            for choice in choices:
                assert RULES.faults(state, choice.order) == ()
                assert isinstance(RULES.worth(state, side, choice), int)
            want = RULES.want(state)
            asked = isinstance(want, Decide | React) and want.side == side
            assert bool(choices) == asked


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(12):
        setup, armies = matched()
        greedy, rand = bots("greedy", alternatives=0), bots("random", alternatives=0)
        players = {"a": greedy["a"], "b": rand["b"]} if seed % 2 else {"a": rand["a"], "b": greedy["b"]}
        last = play(RULES, setup, armies, players, seed).last
        wins += last.winner == ("a" if seed % 2 else "b")
    assert wins >= 9
