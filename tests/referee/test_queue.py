"""Signed orders: how they are judged, how they run, what becomes of them (P3.3, P3.4)."""

from typing import Any

import msgspec
import pytest

from examples.toy import events as e
from examples.toy.state import FordOrder
from pbem.errors import OrdersRefused
from pbem.referee.match import Instead, Unused
from pbem.ruleset import Decide, check_turn
from tests.kit.duel import read
from tests.kit.scene import END, Scene, attack, begun, events, move, scenes
from tests.kit.whole import CONFIGS, played


def shot(*orders: FordOrder, hit: bool = True, **options: Any) -> Scene:
    """B2 has shot at A2 and hit it (or missed): the position after a's file, with these orders signed."""
    for scene in scenes(kill=4, **options):
        scene.say("b", attack("B2", "A2"), *orders)
        scene.step()
        face = scene.step().rolls[0].rolled.faces[0]
        if (face >= 4) == hit and face > 1:  # with 1 it stumbles
            return scene
    raise AssertionError("no such dice")


def told(scene: Scene, *kinds: type) -> list[Any]:
    return events(scene.folded[-1], *kinds)


# -- alternatives and downgrades -------------------------------------------------------------------------
def test_an_order_that_is_still_possible_runs_whatever_else_it_has() -> None:
    scene = shot(attack("B3", "A2", move("B3", 5)), END, hit=False)
    assert told(scene, Instead) == []
    assert [event.unit for event in told(scene, e.Attacked)] == ["B3"]


def test_the_first_possible_alternative_runs_when_the_order_has_become_impossible() -> None:
    first, second, third = attack("B3", "A2"), move("B3", 5), move("B3", 9)
    order = msgspec.structs.replace(first, else_=(attack("B3", "A2"), second, third))
    scene = shot(order, END)
    assert told(scene, Instead) == [Instead(side="b", order=order, cause="A2 has fallen", taken=second)]
    assert scene.man("B3").place == 5
    assert told(scene, e.Held) == []


def test_without_a_possible_alternative_the_rules_make_something_of_it() -> None:
    scene = shot(attack("B3", "A2", attack("B3", "A2")), move("B4", 5), END)
    assert told(scene, e.Held) == [e.Held(side="b", unit="B3", why="A2 has fallen")]
    assert scene.man("B3").spent
    assert scene.man("B4").place == 5  # the queue goes on


def test_a_downgrade_is_never_a_refusal() -> None:
    for name in CONFIGS:
        duel = played(name, 0)
        assert duel.over
    held = sum(isinstance(entry.event, e.Held) for name in CONFIGS for entry in played(name, 0).entries())
    assert held > 10


# -- pause -----------------------------------------------------------------------------------------------
def test_a_pause_gives_control_back_after_that_order() -> None:
    scene = begun().say("b", move("B2", 5), attack("B3", "A3", pause=True), move("B4", 5))
    scene.step()
    assert scene.match.paused
    folded = scene.step()
    assert events(folded, Unused) == [Unused(side="b", orders=(move("B4", 5),))]
    assert scene.want == Decide("b", "orders", 1)
    scene.say("b", move("B5", 5), END)
    folded = scene.step()
    assert events(folded, e.Moved) == [e.Moved(side="b", unit="B5", here=6, there=5)]


@pytest.mark.parametrize("hit", [True, False])
def test_a_pause_holds_whichever_branch_ran(hit: bool) -> None:
    order = msgspec.structs.replace(attack("B3", "A2", move("B3", 5)), pause=True)
    scene = shot(order, move("B4", 5), END, hit=hit)
    assert bool(told(scene, Instead)) == hit
    scene.until(lambda s: s.want == Decide("b", "orders", 1))
    unused = [entry.event for entry in scene.entries() if isinstance(entry.event, Unused)]
    assert unused == [Unused(side="b", orders=(move("B4", 5),))]
    assert scene.man("B4").place == 6


def test_a_pause_holds_when_nothing_could_be_done() -> None:
    scene = shot(attack("B3", "A2", pause=True), move("B4", 5), END)
    assert told(scene, e.Held) == [e.Held(side="b", unit="B3", why="A2 has fallen")]
    assert told(scene, Unused) == [Unused(side="b", orders=(move("B4", 5),))]
    assert scene.want == Decide("b", "orders", 1)


def test_an_empty_queue_gives_control_back_as_a_pause_does() -> None:
    scene = begun().say("b", attack("B2", "A2"))
    scene.step()
    scene.step()
    assert scene.want == Decide("b", "orders", 1)
    scene.say("b", move("B3", 5)).say("b", END)
    scene.step()
    assert [len(d.orders) for d in read(scene.files[-1]).turn.decisions] == [1, 1]


def test_what_is_queued_is_public() -> None:
    scene = begun().say("b", attack("B2", "A2"), move("B3", 5, move("B3", 9)), END)
    scene.step()
    assert read(scene.files[-1]).turn.state["referee"]["queue"] == {
        "owner": "b",
        "term": 1,
        "orders": [{"unit": "B3", "move": 5, "else": [{"unit": "B3", "move": 9}]}, {"end": True}],
    }


def test_a_pause_that_is_due_is_public() -> None:
    scene = begun().say("b", attack("B2", "A2", pause=True), move("B3", 5))
    scene.step()
    assert read(scene.files[-1]).turn.state["referee"]["paused"] is True


# -- what may be signed ----------------------------------------------------------------------------------
REFUSED = {
    "no order at all": ((), "decisions[0].orders", "a decision needs at least one order"),
    "an order behind the end": (
        (END, move("B2", 5)),
        "decisions[0].orders[1]",
        "nothing may follow the end of the turn",
    ),
    "two ends": ((END, END), "decisions[0].orders[1]", "nothing may follow the end of the turn"),
    "an end that pauses": (
        (FordOrder(end=True, pause=True),),
        "decisions[0].orders[0]",
        "the end of the turn takes no pause and no alternative",
    ),
    "an end with an alternative": (
        (FordOrder(end=True, else_=(move("B2", 5),)),),
        "decisions[0].orders[0]",
        "the end of the turn takes no pause and no alternative",
    ),
    "an alternative that ends the turn": (
        (move("B2", 5, END),),
        "decisions[0].orders[0].else[0]",
        "an alternative takes no end, pause or alternatives",
    ),
    "an alternative that pauses": (
        (move("B2", 5, move("B2", 9, pause=True)),),
        "decisions[0].orders[0].else[0]",
        "an alternative takes no end, pause or alternatives",
    ),
    "an alternative with an alternative": (
        (move("B2", 5, move("B2", 9, move("B2", 3))),),
        "decisions[0].orders[0].else[0]",
        "an alternative takes no end, pause or alternatives",
    ),
    "an alternative that could never run": (
        (move("B2", 5, move("B2", 1)),),
        "decisions[0].orders[0].else[0].move",
        "1 is not next to 6",
    ),
    "a soldier of the other side": (
        (move("A2", 5),),
        "decisions[0].orders[0].unit",
        "A2 is not a soldier of Red",
    ),
    "a soldier twice": (
        (move("B2", 5), move("B2", 6)),
        "decisions[0].orders[1].unit",
        "B2 has already acted in this round",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_decision_is_judged_when_it_is_taken(name: str) -> None:
    orders, path, message = REFUSED[name]
    scene = begun().say("b", *orders)
    with pytest.raises(OrdersRefused) as caught:
        scene.step()
    assert caught.value.problems[0].path == path
    assert caught.value.problems[0].message.startswith(message)


def test_every_problem_is_named_at_once() -> None:
    scene = begun().say("b", move("B2", 1), attack("B3", "B4"), END)
    with pytest.raises(OrdersRefused) as caught:
        scene.step()
    assert [problem.path for problem in caught.value.problems] == [
        "decisions[0].orders[0].move",
        "decisions[0].orders[1].attack",
    ]


def test_an_order_is_legal_if_it_is_where_nobody_falls_or_where_everybody_attacked_falls() -> None:
    scene = begun()
    state, rules = scene.state, scene.rules
    # A2 still stands in the one view, and has fallen in the other: both shots at it may be signed.
    twice = (attack("B2", "A2"), attack("B3", "A2"), END)
    assert check_turn(rules, state, twice) == ()
    # Beyond three activations an order is legal in neither.
    four = (*[move(f"B{n}", 5) for n in (2, 3, 4, 5)], END)
    assert [problem.path for problem in check_turn(rules, state, four)] == ["[3].unit"]


# -- which player-turn an order belongs to ---------------------------------------------------------------
@pytest.mark.parametrize("name", CONFIGS)
def test_a_queue_belongs_to_one_player_turn(name: str) -> None:
    """After every file: what is queued is of the player-turn that runs, or there is nothing to run."""
    duel = played(name, 1)
    queued = 0
    for folded in duel.folded:
        match = folded.match
        if match.queue.orders and match.state is not None and match.stage == "play":
            want = duel.rules.want(match.state)
            queued += 1
            assert match.queue.turn < match.turn
            assert match.queue.owner in ("a", "b")
            if isinstance(want, Decide) and want.kind == "orders":
                assert not (match.queue.owner == want.side == match.to), "its owner would be asked anew"
    assert queued > 3


def test_a_side_that_moves_twice_running_signs_anew_for_its_second_turn() -> None:
    """a has passed: b's second player-turn does not begin with what was left of the first."""
    scene = begun(acts=1).say("b", attack("B2", "A2"), END)
    scene.step()  # the end that b's turn 1 does not need stays queued
    assert scene.match.queue.orders == (END,)
    scene.step()  # a closes, and passes for the round
    assert scene.want == Decide("b", "orders", 3)
    scene.say("b", move("B3", 5), END).say("b", move("B4", 5), END)
    folded = scene.step()
    assert [event.unit for event in events(folded, e.Moved)][:2] == ["B3", "B4"]
    assert not any(event.side == "b" for event in events(folded, e.Passed) if scene.state.round == 1)
