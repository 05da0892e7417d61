"""Windows for reactions: they open exactly when rules and fatigue allow, and standing orders answer them
as their owner would."""

from itertools import product
from random import Random
from typing import Any

import pytest

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.standing import DEFAULT, Rule, Standing
from pbem.games.war.state import State
from pbem.ruleset import Event, React, Roll
from tests.games.war.kit import U, act, ahead, charge, position, rest, shoot, terms

ACTIONS = ("move", "shoot", "charge", "rest")
TARGETS = {"warrior": True, "warrior heavy": False, "warrior mounted": False, "warrior javelins": True}
KINDS = ("cancel", "halve", "armour", "close_ranks", "spend")
SAID = {
    "cancel": Order(cancel=True),
    "halve": Order(halve=True),
    "armour": Order(armour=1),
    "close_ranks": Order(close_ranks=True),
    "spend": Order(spend=("lower_all", "raise_all")),
}


def scene(fatigue: int, target: str, *, acted: int = 0, gap: float = 2, theirs: int = 0) -> State:
    """Javelins that can do everything, two inches from their target."""
    shape: dict[str, Any] = {"files": 4, "fatigue": fatigue, "actions": acted}
    foe = U(target, 8, 24, 14 + gap, files=4, facing=180, fatigue=theirs)
    return position([U("warrior javelins", 8, 24, 13, **shape)], [foe, U("levy", 4, 2, 34)])


def order_of(state: State, action: str) -> Order:
    return {
        "move": ahead(state, "A1", 0.5),
        "shoot": shoot("A1", "B1"),
        "charge": charge("A1", "B1"),
        "rest": rest("A1"),
    }[action]


def resolve(state: State, order: Order, answer: Any, rng: Random) -> tuple[State, list[Event], list[str]]:
    """Carry out an order with dice of `rng`; `answer` is asked in every window."""
    step = RULESET.apply(state, order)
    events, windows = list(step.events), []
    while not isinstance(want := RULESET.want(step.state), type(RULESET.want(state)) | None):
        if isinstance(want, Roll):
            step = RULESET.apply(step.state, tuple(rng.randint(1, want.faces) for _ in range(want.count)))
        else:
            assert isinstance(want, React)
            assert not want.hidden
            windows.append(want.kind)
            orders = answer(want, step.state)
            assert RULESET.check(step.state, want.side, orders, {}) == ()
            step = RULESET.apply(step.state, orders)
        events += step.events
    return step.state, events, windows


def expected(action: str, target: str, fatigue: int, acted: int, yes: tuple[str, ...]) -> list[str]:
    """The windows of an action, from the rules alone (A38)."""
    found = []
    if fatigue >= 2:
        found.append("cancel")
        if "cancel" in yes:
            return found
    if action in ("move", "charge") and fatigue >= 1:
        found.append("halve")
        fatigue -= "halve" in yes
    if action == "shoot" and fatigue >= 1:
        found.append("armour")
    if action == "charge":
        if TARGETS[target]:
            found.append("close_ranks")
        if fatigue + (acted > 0) >= 1:  # R2 comes before the melee
            found.append("spend")
    return found


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("target", TARGETS)
def test_windows_open_exactly_when_there_is_an_answer(action: str, target: str) -> None:
    for fatigue, acted, said in product(range(4), (0, 1), product((False, True), repeat=3)):
        yes = tuple(kind for kind, on in zip(("cancel", "halve", "close_ranks"), said, strict=True) if on)
        state = scene(fatigue, target, acted=acted)
        order = order_of(state, action)
        if RULESET.faults(state, order):
            assert action == "rest"
            assert acted
            continue

        def answer(want: React, _: State) -> tuple[Order, ...]:
            return (SAID[want.kind],) if want.kind in yes else ()  # noqa: B023

        _, _, windows = resolve(state, order, answer, Random(1))
        assert windows == expected(action, target, fatigue, acted, yes), (fatigue, acted, yes)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_declared_action_is_told_when_it_may_be_answered(action: str) -> None:
    for fatigue in range(4):
        state = scene(fatigue, "warrior")
        step = RULESET.apply(state, order_of(state, action))
        told = any(isinstance(event, e.Declared) for event in step.events)
        opened = step.state.phase in ("cancel", "halve")
        assert told == opened == bool({"cancel", "halve"} & set(expected(action, "warrior", fatigue, 0, ())))


@pytest.mark.parametrize("kind", KINDS)
def test_every_window_takes_yes_no_and_nothing_else(kind: str) -> None:
    order = shoot("A1", "B1") if kind == "armour" else charge("A1", "B1")
    state = RULESET.apply(scene(3, "warrior"), order).state
    while state.phase != kind:
        state = RULESET.apply(state, ()).state
    want = RULESET.want(state)
    assert isinstance(want, React)
    assert want.side == "b"
    assert kind in RULESET.template(state, {})
    choices = RULESET.legal(state, "b", {})
    assert [choice.order for choice in choices if choice.order.decline]
    for choice in choices:
        assert choice.last
        assert RULESET.check(state, "b", (choice.order,), {}) == ()
        assert RULESET.order_words(state, choice.order)
    assert RULESET.check(state, "b", (), {}) == ()
    assert RULESET.check(state, "a", (), {})
    for other in KINDS:
        if other != kind:
            assert RULESET.check(state, "b", (SAID[other],), {}), other
    assert RULESET.check(state, "b", (SAID[kind], SAID[kind]), {})
    assert RULESET.check(state, "b", (rest("B1"),), {})
    no = RULESET.apply(state, (Order(decline=True),))
    assert no == RULESET.apply(state, ())
    assert no != RULESET.apply(state, (SAID[kind],))


STANDINGS = (
    DEFAULT,
    Standing(rules=(Rule(to="cancel", when="never"), Rule(to="halve", when="never"))),
    Standing(
        rules=(
            Rule(to="cancel", when="always", fatigue=3),
            Rule(to="cancel", when="never"),
            Rule(to="halve", when="always"),
            Rule(to="armour", when="matters"),
            Rule(to="close_ranks", when="always"),
            Rule(to="spend", when="always", plan=("raise", "lower"), keep=1),
        )
    ),
    Standing(
        rules=(
            Rule(to="cancel", when="never"),
            Rule(to="close_ranks", when="never"),
            Rule(to="armour", when="never"),
            Rule(to="spend", when="never"),
        )
    ),
)


@pytest.mark.parametrize("standing", STANDINGS)
@pytest.mark.parametrize("action", ["move", "shoot", "charge"])
def test_standing_orders_and_asked_answers_come_to_the_same(standing: Standing, action: str) -> None:
    """All 32 ways in which some reactions are asked and the others stand."""
    for fatigue, gap in ((1, 2), (2, 2), (3, 4.5)):
        state = scene(fatigue, "warrior", gap=gap, acted=1, theirs=1)
        order = order_of(state, action)
        results = []
        for asked in product((False, True), repeat=len(KINDS)):
            ask = tuple(kind for kind, on in zip(KINDS, asked, strict=True) if on)
            rules = (*(Rule(to=kind, when="ask") for kind in ask), *standing.rules)
            laid = Standing(rules=rules)

            def answer(want: React, now: State) -> tuple[Order, ...]:
                orders = RULESET.answer_by(laid, now)  # noqa: B023
                if want.kind in ask:  # noqa: B023
                    assert orders is None
                    orders = RULESET.answer_by(standing, now)  # what its owner would say
                assert orders is not None
                return orders

            results.append(resolve(state, order, answer, Random(7)))
        assert all(result == results[0] for result in results)


def test_the_defaults_answer_everything() -> None:
    for target, fatigue, action in product(TARGETS, range(4), ACTIONS):
        state = scene(fatigue, target)

        def answer(_: React, now: State) -> tuple[Order, ...]:
            orders = RULESET.answer_by(Standing(), now)
            assert orders is not None
            assert orders == RULESET.answer_by(RULESET.default_standing(now.setup), now)
            return orders

        resolve(state, order_of(state, action), answer, Random(3))


def first_answer(state: State, order: Order, kind: str, *rules: Rule) -> tuple[Order, ...] | None:
    """What standing orders say in the window of this kind."""
    state = RULESET.apply(state, order).state
    while state.phase != kind:
        state = RULESET.apply(state, ()).state
    return RULESET.answer_by(Standing(rules=rules), state)


def test_defaults_cancel_charges_and_nothing_else() -> None:
    state = scene(3, "warrior")
    assert first_answer(state, charge("A1", "B1"), "cancel") == (Order(cancel=True),)
    for action in ("move", "shoot", "rest"):
        assert first_answer(state, order_of(state, action), "cancel") == ()


def test_a_charge_is_halved_where_it_then_falls_short() -> None:
    near, far = scene(1, "warrior"), scene(1, "warrior", gap=4.5)
    assert first_answer(near, charge("A1", "B1"), "halve") == ()
    assert first_answer(far, charge("A1", "B1"), "halve") == (Order(halve=True),)
    assert first_answer(far, ahead(far, "A1", 1), "halve") == ()


def test_ranks_are_closed_against_as_many_dice() -> None:
    strong, weak = scene(1, "warrior"), scene(1, "levy")
    assert first_answer(strong, charge("A1", "B1"), "close_ranks") == (Order(close_ranks=True),)
    many = position([U("elite", 4, 24, 13)], [U("warrior", 8, 24, 16, files=4, facing=180)])
    assert first_answer(many, charge("A1", "B1"), "close_ranks") == ()
    assert first_answer(weak, charge("A1", "B1"), "close_ranks") == (Order(close_ranks=True),)


def test_armour_is_raised_where_it_matters() -> None:
    rule = Rule(to="armour", when="matters")
    state = scene(1, "warrior")
    assert first_answer(state, shoot("A1", "B1"), "armour", rule) == (Order(armour=1),)
    lord = position([U("warrior bows", 8, 24, 10, files=4, fatigue=1)], [U("warlord", 1, 24, 16)])
    assert first_answer(lord, shoot("A1", "B1"), "armour", rule) == ()  # 6+ stays 6+
    assert first_answer(lord, shoot("A1", "B1"), "armour") == (Order(armour=1),)


def test_rules_are_for_units_actions_and_fatigue() -> None:
    state = scene(2, "warrior")
    yes, order = (Order(cancel=True),), shoot("A1", "B1")
    for rule, fits in (
        (Rule(to="cancel", when="always", by="A1"), True),
        (Rule(to="cancel", when="always", by="A2"), False),
        (Rule(to="cancel", when="always", target="B1"), True),
        (Rule(to="cancel", when="always", target="B2"), False),
        (Rule(to="cancel", when="always", action="shoot"), True),
        (Rule(to="cancel", when="always", action="move"), False),
        (Rule(to="cancel", when="always", fatigue=2), True),
        (Rule(to="cancel", when="always", fatigue=3), False),
    ):
        assert first_answer(state, order, "cancel", rule) == (yes if fits else ())
    assert first_answer(state, order, "cancel", Rule(to="cancel", when="ask")) is None


def test_tokens_to_keep() -> None:
    a, b = U("elite", 4, 24, 10, fatigue=3), U("elite", 4, 24, 13, facing=180)
    rule = Rule(to="spend", when="always", plan=("lower_all",), keep=2)
    answer = first_answer(position([a], [b]), charge("A1", "B1"), "spend", rule)
    assert answer == (Order(spend=("lower_all",), keep=2),)
    run = act(position([a], [b]), charge("A1", "B1"), [[1] * 4, [1] * 4], {"spend": answer[0]})
    assert run.of(e.Bargained)[0].left == (2, 0)
    tired = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180, fatigue=3)])
    run = act(tired, charge("A1", "B1", "lower_all", keep=1), [[1] * 4, [1] * 4])
    assert run.of(e.Bargained)[0].left == (0, 1)


def test_a_token_that_changes_nothing_is_not_spent() -> None:
    # Armour 4 with +1 on the dice: two tokens make it 2+, a third would be wasted.
    a, b = U("elite heavy", 4, 24, 10), U("warrior", 4, 24, 13, facing=180, fatigue=9)
    run = act(position([a], [b]), charge("A1", "B1"), [[1] * 4, [1] * 4])
    made = run.of(e.Bargained)[0]
    assert made.spent == ((0, "lower"), (0, "raise"), (0, "raise"))
    assert made.need == (2, 6)
    assert made.left == (0, 6)


def test_standing_orders_as_people_write_them() -> None:
    written = {
        "rule": [
            {"to": "cancel", "action": "charge", "when": "always", "fatigue": 3, "target": "b1"},
            {"to": "spend", "plan": ["lower all", "Raise"], "keep": 1},
            {"to": "close_ranks", "when": "outnumbered"},
        ]
    }
    standing, problems = RULESET.standing(terms(), written)
    assert problems == ()
    assert standing.rules[0].target == "B1"
    assert standing.rules[1] == Rule(to="spend", when="always", plan=("lower_all", "raise"), keep=1)
    mistakes: list[tuple[Any, str, str]] = [
        ({"rule": [{"to": "cancle", "when": "always"}]}, "rule[0].to", "did you mean cancel?"),
        ({"rule": [{"to": "cancel", "when": "short"}]}, "rule[0].when", "expected one of always, never, ask"),
        ({"rule": [{"to": "cancel"}]}, "rule[0].when", ""),
        ({"rule": [{"to": "cancel", "when": "ask", "by": "Bob"}]}, "rule[0].by", ""),
        ({"rule": [{"to": "halve", "when": "ask", "keep": 1}]}, "rule[0].plan", ""),
        ({"rule": {"to": "halve"}}, "rule", ""),
        ({"rules": [], "rule": []}, "rule", ""),
        ({"ruel": []}, "ruel", "did you mean rule?"),
    ]
    for data, path, hint in mistakes:
        _, problems = RULESET.standing(terms(), data)
        assert [p.path for p in problems] == [path], data
        assert problems[0].hint == hint or not hint
    assert RULESET.standing(terms(), [])[1]  # type: ignore[arg-type]


def test_the_way_back_by_standing_orders() -> None:
    setup = terms(retreat="owner")
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)], setup)
    state = RULESET.apply(state, charge("A1", "B1")).state
    for faces in ((), (6, 1, 1, 1), (1,), (1, 1, 1, 1)):
        state = RULESET.apply(state, faces).state
    assert state.phase == "retreat"
    assert RULESET.answer_by(DEFAULT, state) == ()
    ask = Standing(rules=(Rule(to="retreat", when="ask", target="B1"),))
    assert RULESET.answer_by(ask, state) is None
    other = Standing(rules=(Rule(to="retreat", when="ask", target="B2"),))
    assert RULESET.answer_by(other, state) == ()
    assert "which way" in RULESET.describe(state, React("b", "retreat"))
