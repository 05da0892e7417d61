"""The want table (P3.3 step 2), row by row, on the ford.  Cards have a suite of their own."""

import pytest

from examples.toy import events as e
from pbem.errors import TurnRejected
from pbem.referee.advance import Lay
from pbem.referee.fold import fold
from pbem.referee.match import StandingAnswer, Unused
from pbem.ruleset import Decide, React, Roll, Unseal
from pbem.turnfile.model import Turn
from tests.kit.duel import Duel, read
from tests.kit.scene import END, Scene, answer, attack, begun, events, move, scenes
from tests.kit.whole import played


def last(duel: Duel) -> Turn:
    return read(duel.files[-1]).turn


def owed(duel: Duel) -> tuple[str, str]:
    following = last(duel).next
    assert following is not None
    return following.side, following.want


# -- none ------------------------------------------------------------------------------------------------
def test_none_the_match_is_over_and_nobody_owes_anything() -> None:
    duel = played("dice only", 0)
    assert duel.over
    assert owed(duel) == ("", "nothing")


def test_none_no_turn_follows() -> None:
    duel = played("dice only", 0)
    turn = {k: v for k, v in read(duel.files[-1]).data.items() if k != "seal"}
    turn |= {"turn": duel.match.turn, "parent": duel.match.head, "author": duel.match.to}
    with pytest.raises(TurnRejected, match="the match is over: no turn follows") as caught:
        fold(duel.match, duel.rules, duel.setup, duel.sheet(duel.match.to, turn))
    assert caught.value.code == "chain/number"


# -- Roll ------------------------------------------------------------------------------------------------
def test_roll_without_a_live_window_stops() -> None:
    scene = begun().say("b", attack("B2", "A2"), END)
    folded = scene.step()
    assert isinstance(scene.want, Roll)
    assert folded.rolls == ()
    assert owed(scene) == ("a", "dice")


def test_roll_in_a_live_window_goes_on() -> None:
    scene = begun().say("b", attack("B2", "A2"), attack("B3", "A3"), attack("B4", "A4"), END)
    scene.step()
    folded = scene.step()
    assert [booked.rolled.why for booked in folded.rolls] == [f"B{n} attacks A{n}" for n in (2, 3, 4)]
    assert isinstance(scene.want, Decide)


# -- Unseal ----------------------------------------------------------------------------------------------
def test_unseal_of_the_writer_takes_an_opening_and_opens_no_window() -> None:
    scene = begun(deploy="sealed").until(lambda s: s.want == Unseal("a", "deploy"))
    assert owed(scene) == ("a", "open deploy")
    kmax = scene.match.kmax
    scene.step()
    turn = last(scene)
    assert [opening.what for opening in turn.openings] == ["deploy"]
    assert [scene.man(f"A{n}").place for n in range(1, 8)] == [4] * 7
    # What follows in the same file is b's: the duty is all of it, and a closes b's window.
    assert turn.decisions == ()
    assert (turn.chance.open, scene.match.kmax) == (None, kmax)
    assert scene.want == Decide("b", "orders", 1)


def test_unseal_of_the_other_stops() -> None:
    scene = begun(deploy="sealed").until(lambda s: s.want == Unseal("a", "deploy"))
    assert scene.match.to == "a"
    assert last(scene).author == "b"
    assert last(scene).openings == ()


# -- Decide, orders --------------------------------------------------------------------------------------
def test_orders_with_an_empty_queue_are_taken_from_the_writer() -> None:
    scene = begun().say("b", move("B2", 5), END)
    folded = scene.step()
    assert [event for event in events(folded) if isinstance(event, e.Moved)] == [
        e.Moved(side="b", unit="B2", here=6, there=5)
    ]
    assert last(scene).decisions[0].kind == "orders"


def test_orders_with_an_empty_queue_of_the_other_stop() -> None:
    scene = begun().say("b", move("B2", 5), END)
    scene.step()
    assert scene.want == Decide("a", "orders", 2)
    assert owed(scene) == ("a", "orders")


def test_orders_in_the_queue_run_without_asking_again_in_files_of_both_sides() -> None:
    scene = begun().say("b", attack("B2", "A2"), move("B3", 5), attack("B4", "A4"), END)
    scene.step()
    assert [order.unit for order in scene.match.queue.orders] == ["B3", "B4", ""]
    assert (scene.match.queue.owner, scene.match.queue.term, scene.match.queue.turn) == ("b", 1, 3)
    folded = scene.step()
    told = events(folded, e.Moved, e.Attacked)
    assert [event.unit for event in told][:2] == ["B3", "B4"]
    assert scene.match.queue.orders == ()


def test_an_order_that_a_player_turn_does_not_need_any_more_is_dropped() -> None:
    """Two activations are all that option `acts` allows: the end behind them is one too many."""
    scene = begun(acts=2).say("b", move("B2", 5), attack("B3", "A3"), END)
    scene.step()
    assert scene.match.queue.orders == (END,)
    scene.say("a", move("A4", 5), END)
    folded = scene.step()
    assert scene.want == Decide("b", "orders", 3)
    assert scene.match.queue.orders == ()
    assert events(folded, Unused) == []  # an end that is not used is not worth a word


def test_orders_behind_a_pause_are_dropped_and_named_when_control_comes_back() -> None:
    scene = begun().say("b", attack("B2", "A2", pause=True), move("B3", 5), move("B4", 5), END)
    scene.step()
    assert scene.match.paused
    folded = scene.step()  # a closes and rolls; then it is b's decision again
    assert events(folded, Unused) == [Unused(side="b", orders=(move("B3", 5), move("B4", 5)))]
    assert not scene.match.paused
    scene.say("b", move("B5", 5), END)
    scene.step()
    assert (scene.man("B3").place, scene.man("B5").place) == (6, 5)


# -- Decide, another kind --------------------------------------------------------------------------------
def in_mid() -> Scene:
    """B2 has attacked, did not stumble and has to choose; B3's order waits behind it."""
    for scene in scenes(mid=100):
        scene.say("b", attack("B2", "A2"), move("B3", 5), END)
        scene.step()
        scene.step()
        if scene.want == Decide("b", "mid"):
            return scene
    raise AssertionError("everybody stumbles")


def test_another_kind_of_the_writer_takes_a_decision_and_opens() -> None:
    scene = in_mid()
    assert owed(scene) == ("b", "mid")
    kmax = scene.match.kmax
    scene.say("b", answer("yes"))
    scene.step()
    assert [d.kind for d in last(scene).decisions] == ["mid"]
    assert scene.match.kmax == kmax + 1
    assert scene.want == Roll("B2 after the attack", 1, 6, "b", "after")


def test_another_kind_of_the_other_stops() -> None:
    scene = in_mid()
    assert last(scene).author == "a"
    assert last(scene).decisions == ()


def test_another_kind_is_never_taken_from_the_queue_which_stays() -> None:
    scene = in_mid()
    assert [order.unit for order in scene.match.queue.orders] == ["B3", ""]
    scene.step()
    assert [order.unit for order in scene.match.queue.orders] == ["B3", ""]
    scene.step()
    assert scene.match.queue.orders == ()
    assert scene.man("B3").place == 5


# -- React -----------------------------------------------------------------------------------------------
def test_react_with_standing_orders_in_clear_is_answered_in_a_file_of_either_side() -> None:
    scene = begun(pre=100).say("b", attack("B2", "A2"), attack("B3", "A3"), END)
    first, second = scene.step(), scene.step()
    # The first in b's own file, the second in a's, both by the defaults of a (laid in "turn 0").
    for folded in (first, second):
        assert events(folded, StandingAnswer) == [StandingAnswer(side="a", kind="pre", sealed_in=0)]


def test_react_with_sealed_standing_orders_of_the_other_stops_until_he_opens_them() -> None:
    scene = sealed_standing("yes")
    scene.say("b", attack("B3", "A3"), END)
    scene.step()
    assert scene.want == React("a", "pre")
    assert owed(scene) == ("a", "pre")
    assert last(scene).openings == ()
    folded = scene.step()
    assert [opening.what for opening in last(scene).openings] == ["standing"]
    assert events(folded, e.Answered)[0].answer == "yes"
    assert [booked.rolled.why for booked in folded.rolls] == ["B3 attacks A3"]  # no window lost


def sealed_standing(word: str) -> Scene:
    """Side b is about to move, side a's sealed standing orders are in force."""
    scene = begun(pre=100)
    scene.say("b", move("B2", 5), END)
    scene.step()
    scene.say("a", move("A2", 5), END)
    scene.step(lay=Lay(orders={"pre": word, "own": "no", "post": "no"}, sealed=True))
    assert scene.want == Decide("b", "orders", 3)
    return scene


def test_react_with_standing_orders_that_ask_is_a_decision() -> None:
    scene = sealed_standing("ask")
    scene.say("b", attack("B3", "A3"), END).say("a", answer("cancel"))
    scene.step()
    kmax = scene.match.kmax
    folded = scene.step()
    assert [d.kind for d in last(scene).decisions] == ["pre", "orders"]
    assert [opening.what for opening in last(scene).openings] == ["standing"]
    assert events(folded, StandingAnswer) == []
    assert events(folded, e.Answered)[0].answer == "cancel"
    assert scene.match.kmax == kmax + 1


def test_react_asked_of_the_other_stops() -> None:
    scene = sealed_standing("ask")
    scene.say("b", attack("B3", "A3"), END)
    folded = scene.step()
    assert scene.want == React("a", "pre")
    assert events(folded, e.Answered) == []


def test_react_with_dice_behind_it_costs_a_window() -> None:
    scene = sealed_standing("ask")
    scene.say("b", attack("B3", "A3"), END).say("a", answer("yes"))
    scene.step()
    scene.step()
    assert scene.want == Roll("B3 attacks A3", 1, 6, "b", "hit", 6)
    assert scene.match.window is not None
    assert (scene.match.window.opener, scene.match.window.live) == ("a", False)


def test_react_to_a_hidden_thing_is_always_a_decision() -> None:
    scene = begun(hidden=100).say("b", attack("B2", "A2"), END).say("a", answer("yes"))
    scene.step()
    assert scene.want == React("a", "hidden", hidden=True)
    folded = scene.step()
    assert last(scene).decisions[0].kind == "hidden"
    assert events(folded, StandingAnswer) == []
    assert scene.state.ruses == (1, 2)


@pytest.mark.parametrize("name", ["hidden reactions", "everything", "hidden reactions and pauses"])
def test_hidden_reactions_are_never_answered_by_standing_orders(name: str) -> None:
    asked = 0
    for seed in range(3):
        duel = played(name, seed)
        told = [entry.event for entry in duel.entries()]
        assert not any(isinstance(event, StandingAnswer) and event.kind == "hidden" for event in told)
        asked += sum(isinstance(event, e.Answered) and event.kind == "hidden" for event in told)
        taken = [d.kind for text in duel.files for d in read(text).turn.decisions]
        assert taken.count("hidden") == sum(
            isinstance(event, e.Answered) and event.kind == "hidden" for event in told
        )
    assert asked > 3


def test_react_of_the_mover_himself() -> None:
    """`own`: the mover answers; his standing orders answer in any file, an asked one only in his."""
    scene = begun(own=100).say("b", attack("B2", "A2"), END)
    folded = scene.step()
    assert events(folded, StandingAnswer) == [StandingAnswer(side="b", kind="own", sealed_in=0)]
    asking = begun(own=100)
    asking.say("b", move("B2", 5), END).step(lay=Lay(orders={"own": "ask"}, sealed=False))
    asking.step()
    asking.say("b", attack("B3", "A3"), attack("B4", "A4"), END)
    asking.say("b", answer("yes")).say("b", answer("cancel"))
    folded = asking.step()
    assert [d.kind for d in last(asking).decisions] == ["orders", "own"]
    assert asking.want == Roll("B3 attacks A3", 2, 6, "b", "hit", 5)
    asking.step()  # a closes; b is asked again for B4
    assert asking.want == React("b", "own")
    folded = asking.step()
    assert [a.answer for a in events(folded, e.Answered)] == ["cancel"]


def test_an_empty_answer_is_an_answer() -> None:
    scene = begun(hidden=100).say("b", attack("B2", "A2"), END).say("a")
    scene.step()
    folded = scene.step()
    assert last(scene).decisions[0].orders == ()
    assert events(folded, e.Answered)[0].answer == "no"
