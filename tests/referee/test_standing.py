"""Standing orders: sealed or clear, waiting, in force, replaced (P3.3 step 3 and the want table)."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from examples.toy import events as e
from examples.toy.state import Standing as FordStanding
from pbem.chance.shares import sealing_hash
from pbem.errors import OrdersRefused
from pbem.referee.advance import Lay
from pbem.referee.match import Standing, StandingAnswer
from pbem.referee.run import Run
from pbem.ruleset import Decide, React, Roll
from pbem.turnfile.canon import b64, unb64
from tests.kit.duel import read, refold
from tests.kit.scene import END, Scene, answer, attack, begun, events, move, scenes
from tests.kit.whole import played

YES: dict[str, Any] = {"pre": "yes", "own": "yes", "post": "yes"}
CANCEL: dict[str, Any] = {"pre": "cancel", "own": "cancel", "post": "cancel"}
ASK: dict[str, Any] = {"pre": "ask", "own": "ask", "post": "ask"}


def clear(orders: dict[str, Any]) -> Lay:
    return Lay(orders=orders, sealed=False)


def sealed(orders: dict[str, Any]) -> Lay:
    return Lay(orders=orders, sealed=True)


def typed(orders: dict[str, Any]) -> FordStanding:
    return FordStanding(**orders)


def answers(scene: Scene) -> list[tuple[str, str, int]]:
    """(side, answer, file that laid the standing orders) of every reaction of the newest file."""
    told = events(scene.folded[-1], StandingAnswer, e.Answered)
    return [
        (first.side, second.answer, first.sealed_in)
        for first, second in pairwise(told)
        if isinstance(first, StandingAnswer)
    ]


# -- when they bind --------------------------------------------------------------------------------------
def test_the_defaults_of_the_game_are_in_force_from_the_beginning() -> None:
    scene = begun(pre=100)
    for side in ("a", "b"):
        standing = scene.in_force(side)
        assert (standing.since, standing.turn, standing.orders) == (0, 0, FordStanding())
        assert scene.waiting(side) is None
    scene.say("b", attack("B2", "A2"), END)
    scene.step()
    assert answers(scene) == [("a", "no", 0)]


def test_laid_in_a_file_that_opens_they_bind_from_that_window_on() -> None:
    scene = begun(own=100).say("b", move("B2", 5), END)
    scene.step(lay=clear(YES))
    assert scene.match.kmax == 2
    standing = scene.in_force("b")
    assert (standing.since, standing.turn, standing.orders) == (2, 3, typed(YES))
    assert scene.waiting("b") is None


def test_laid_in_a_file_that_opens_nothing_they_wait_for_the_next_window() -> None:
    scene = begun(pre=100)
    duty = Scene(str(seed_of(scene)), pre=100)
    duty.step()
    duty.step(lay=clear(CANCEL))  # turn 2 is pure duty: a closes window 1
    assert duty.match.kmax == 1
    waiting = duty.waiting("a")
    assert waiting is not None
    assert (waiting.since, waiting.turn) == (2, 2)
    assert duty.in_force("a").turn == 0
    duty.say("b", attack("B2", "A2"), END)
    duty.step()  # b opens window 2: a's orders come into force before anything in that window
    assert duty.in_force("a").turn == 2
    assert duty.waiting("a") is None
    assert answers(duty) == [("a", "cancel", 2)]


def seed_of(scene: Scene) -> int:
    """The seed that `begun` found (its duty file comes before the scene begins)."""
    for seed in range(200):
        if Scene(str(seed), pre=100).match.id == scene.match.id:
            return seed
    raise AssertionError


def test_laid_from_turn_1_on() -> None:
    scene = Scene(str(seed_of(begun(pre=100))), pre=100)
    scene.step(lay=sealed(YES))  # turn 1 opens window 1
    standing = scene.in_force("b")
    assert (standing.since, standing.turn, standing.orders) == (1, 1, None)
    assert refold(scene.rules, scene.files) == scene.match


def test_early_binding_is_impossible_the_dice_of_the_live_window_are_not_among_theirs() -> None:
    """b attacks twice; a closes the window, can work out all of its dice, and lays standing orders in that
    very file: they do not bind before the next window, so the second attack is answered by the old ones."""
    for scene in scenes(post=100, kill=2):
        scene.say("b", attack("B2", "A2"), attack("B3", "A3"), END)
        scene.step()
        folded = scene.step(lay=clear(CANCEL))  # a closes window 2 and lays
        assert scene.match.turn - 1 == 4
        if all(event.faces[0] > 1 for event in events(folded, e.Rolled) if event.kind == "hit"):
            break
    assert answers(scene) == [("a", "yes", 0), ("a", "yes", 0)]
    if scene.match.kmax == 2:
        assert scene.in_force("a").turn == 0
        assert scene.waiting("a") is not None
    else:  # a went on to decide in the same file, and opened window 3
        assert (scene.in_force("a").turn, scene.in_force("a").since) == (4, 3)


@pytest.mark.parametrize("name", ["reactions: own standing orders", "standing orders of both in one attack"])
def test_standing_orders_answer_only_in_windows_that_were_opened_after_they_were_laid(name: str) -> None:
    answered = 0
    for seed in range(3):
        duel = played(name, seed)
        opened: dict[int, int] = {}  # window → file that opened it
        for turn, folded in enumerate(duel.folded):
            opened.setdefault(folded.match.kmax, turn)
            for event in events(folded, StandingAnswer):
                if event.sealed_in:
                    # The window that is newest when it answers was opened by the file that laid them,
                    # or by a later one.
                    assert max(opened.values()) >= event.sealed_in
                    answered += 1
    assert answered > 5


# -- replacing -------------------------------------------------------------------------------------------
def test_new_orders_replace_those_in_force_opened_or_not() -> None:
    scene = begun(own=100).say("b", move("B2", 5), END)
    scene.step(lay=sealed(YES))
    first = scene.in_force("b")
    assert first.orders is None
    scene.step()  # a passes
    scene.say("b", attack("B3", "A3"), END)
    scene.step(lay=clear(CANCEL))  # opens window 4 with its decision: in force for what comes next
    assert scene.in_force("b").orders == typed(CANCEL)
    assert [o.what for o in read(scene.files[-1]).turn.openings] == ["standing"]  # B3 asked the old ones


def test_the_orders_of_this_file_do_not_answer_in_this_file() -> None:
    scene = begun(own=100).say("b", attack("B2", "A2"), END)
    scene.step(lay=clear(CANCEL))
    assert answers(scene) == [("b", "no", 0)]  # they are laid behind everything that the file does
    assert scene.in_force("b").orders == typed(CANCEL)


class LaysOnly:
    """A tape of files that open nothing and lay one set of standing orders."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self.turn, self.orders = 3, orders

    def laid(self) -> Standing:
        return Standing(since=0, orders=typed(self.orders), turn=self.turn)


def test_a_waiting_set_is_replaced_before_it_ever_binds() -> None:
    """Twice in files that open nothing: at most one set waits, and it is the newer one."""
    scene = begun()
    match = scene.match
    for orders in (CANCEL, YES):
        run = Run(match, scene.rules, scene.setup, LaysOnly(orders))  # type: ignore[arg-type]
        run.lay()
        assert run.in_force == match.in_force
        waiting = run.waiting[1]
        assert waiting is not None
        assert (waiting.since, waiting.orders) == (match.kmax + 1, typed(orders))
        match = msgspec.structs.replace(match, waiting=run.waiting)


# -- sealed ----------------------------------------------------------------------------------------------
def with_sealed(orders: dict[str, Any], **options: Any) -> Scene:
    """Side a's sealed orders are in force, b is to move, B2 and A2 have acted."""
    scene = begun(**options).say("b", move("B2", 5), END)
    scene.step()
    scene.say("a", move("A2", 5), END)
    scene.step(lay=sealed(orders))
    assert scene.in_force("a").orders is None
    return scene


def test_sealed_orders_show_nothing_but_their_hash() -> None:
    scene = with_sealed(CANCEL, pre=100)
    turn = read(scene.files[-1]).turn
    assert turn.standing is not None
    assert turn.standing.orders is None
    assert turn.standing.seal is not None
    assert "cancel" not in scene.files[-1]
    row = turn.state["referee"]["standing"][0]
    assert row == {
        "side": "a",
        "status": "in_force",
        "since": 3,
        "turn": 4,
        "sealed": turn.standing.seal.hash,
    }


def test_sealed_orders_are_opened_when_they_are_first_needed_and_stay_in_force_in_clear() -> None:
    scene = with_sealed(YES, pre=100)
    scene.say("b", attack("B3", "A3"), attack("B4", "A4"), END)
    scene.step()
    assert scene.want == React("a", "pre")
    scene.step()
    (opening,) = read(scene.files[-1]).turn.openings
    assert (opening.what, opening.value) == ("standing", YES)
    held = read(scene.files[4]).turn.standing
    assert held is not None
    assert held.seal is not None
    assert b64(sealing_hash("standing", unb64(opening.salt), opening.value)) == held.seal.hash
    assert answers(scene) == [("a", "yes", 4), ("a", "yes", 4)]  # opened once, used twice
    standing = scene.in_force("a")
    assert (standing.orders, standing.turn) == (typed(YES), 4)
    assert read(scene.files[-1]).turn.state["referee"]["standing"][0]["orders"] == YES


def test_opening_costs_no_window() -> None:
    scene = with_sealed(YES, pre=100)
    scene.say("b", attack("B3", "A3"), END)
    scene.step()
    kmax = scene.match.kmax
    folded = scene.step()
    assert [booked.rolled.window for booked in folded.rolls] == [kmax]


def test_orders_that_nobody_asks_stay_sealed() -> None:
    scene = with_sealed(YES, pre=0)
    scene.say("b", attack("B3", "A3"), END)
    scene.until(lambda s: s.over)
    assert all(not read(text).turn.openings for text in scene.files)
    assert scene.in_force("a").orders is None


# -- ask -------------------------------------------------------------------------------------------------
def test_ask_makes_it_a_decision_with_a_fresh_window() -> None:
    scene = with_sealed(ASK, post=100, kill=2)
    for unit in ("B3", "B4", "B5"):
        scene.say("b", attack(unit, "A3"), END)
        scene.step()
        scene.step()
        if scene.want == React("a", "post") or read(scene.files[-1]).turn.decisions:
            break
    # a closed the window, saw the hit, was asked in the same file and answered "no" by a decision.
    turn = read(scene.files[-1]).turn
    assert turn.author == "a"
    assert turn.decisions[0].kind == "post"
    assert turn.chance.open is not None


def test_ask_again_for_each_reaction() -> None:
    scene = begun(pre=100).say("b", move("B2", 5), END)
    scene.step()
    scene.say("a", move("A2", 5), END)
    scene.step(lay=clear(ASK))
    scene.say("b", attack("B3", "A3"), attack("B4", "A4"), END)
    scene.say("a", answer("cancel")).say("a", answer("yes"))
    scene.step()
    folded = scene.step()
    assert [a.answer for a in events(folded, e.Answered)] == ["cancel", "yes"]
    assert [d.kind for d in read(scene.files[-1]).turn.decisions] == ["pre", "pre"]
    assert scene.want == Roll("B4 attacks A4", 1, 6, "b", "hit", 6)


# -- what may be laid ------------------------------------------------------------------------------------
def test_what_the_game_does_not_know_cannot_be_laid() -> None:
    scene = begun()
    with pytest.raises(OrdersRefused) as caught:
        scene.step(lay=clear({"pre": "perhaps", "hidden": "yes"}))
    assert [problem.path for problem in caught.value.problems] == ["standing.pre", "standing.hidden"]


def test_laying_opens_no_window_and_needs_no_decision() -> None:
    scene = begun(deploy="sealed").until(lambda s: s.want.__class__.__name__ == "Unseal")
    kmax = scene.match.kmax
    scene.step(lay=sealed(YES))
    assert scene.match.kmax == kmax
    assert read(scene.files[-1]).turn.decisions == ()
    assert scene.want == Decide("b", "orders", 1)
