"""Close, Open, and the windows between them (P3.1, P3.3 steps 0, 1 and *Open*)."""

import pytest

from pbem.chance import dice
from pbem.chance.shares import previous
from pbem.errors import TurnRejected
from pbem.referee import windows
from pbem.referee.fold import fold
from pbem.referee.match import over
from pbem.ruleset import Decide, Outcome, Roll
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Turn
from tests.kit.duel import Duel, read, refold
from tests.kit.scene import END, attack, begun, move, scenes
from tests.kit.whole import CONFIGS, played


def turns(duel: Duel) -> list[Turn]:
    return [read(text).turn for text in duel.files]


# -- step 1: close ---------------------------------------------------------------------------------------
def test_step_1_an_open_window_is_closed_by_the_next_file() -> None:
    scene = begun().say("b", attack("B2", "A2"), END)
    scene.step()
    window = scene.match.window
    assert window is not None
    assert (window.k, window.opener, window.live) == (2, "b", False)
    assert scene.want == Roll("B2 attacks A2", 1, 6, "b", "hit", 5)
    folded = scene.step()
    third, fourth = turns(scene)[3:5]
    assert third.chance.open is not None
    assert third.chance.close is None  # window 1 was live: nothing to close
    assert fourth.chance.close is not None
    assert [booked.rolled.window for booked in folded.rolls] == [2]


def test_step_1_a_closed_window_is_live_from_its_first_byte_and_its_roll_0() -> None:
    scene = begun().say("b", attack("B2", "A2"), attack("B3", "A3"), END)
    scene.step()
    opened = scene.match.window
    assert opened is not None
    folded = scene.step()
    rolled = [booked.rolled for booked in folded.rolls]
    assert [(r.window, r.number, r.why, r.sides) for r in rolled] == [
        (2, 0, "B2 attacks A2", 6),
        (2, 1, "B3 attacks A3", 6),
    ]
    third, fourth = turns(scene)[3:5]
    assert opened.opening == fourth.parent  # the hash of the file that opened it
    assert opened.opener_share == third.chance.open
    seed = dice.seed(
        unb64(scene.match.id),
        2,
        unb64(opened.opening),
        unb64(opened.opener_share),
        unb64(fourth.chance.close or ""),
    )
    assert dice.roll(seed, 0, 2, 6)[0] == rolled[0].faces + rolled[1].faces


@pytest.mark.parametrize("name", ["everything", "hidden reactions", "takebacks and reactions"])
def test_step_1_closing_shares_stand_where_a_window_was_open_and_nowhere_else(name: str) -> None:
    duel = played(name, 0)
    was_open = False
    for turn, folded in zip(turns(duel), duel.folded, strict=True):
        assert (turn.chance.close is not None) == was_open, turn.turn
        window = folded.match.window
        was_open = window is not None and not window.live


# -- Open ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", CONFIGS)
def test_open_comes_with_a_decision_or_a_consent_and_with_nothing_else(name: str) -> None:
    duel = played(name, 1)
    k = 0
    for turn, folded in zip(turns(duel), duel.folded, strict=True):
        consents = any(s.answer == "yes" for s in turn.statements)
        opens = bool(turn.decisions) or consents or turn.turn == 1
        assert (turn.chance.open is not None) == opens, turn.turn
        k += opens
        assert folded.match.kmax == k  # once a file, however many decisions it holds


@pytest.mark.parametrize("name", ["everything", "everything, takebacks", "pauses"])
def test_shares_are_shown_one_after_the_other_from_the_anchor_on(name: str) -> None:
    duel = played(name, 2)
    for side in ("a", "b"):
        player = duel.match.player(side)
        last, count = player.anchor, 0
        for turn in turns(duel):
            for share in (turn.chance.close, turn.chance.open) if turn.author == side else ():
                if share is not None:
                    assert b64(previous(unb64(player.nonce), unb64(share))) == last
                    last, count = share, count + 1
        assert duel.match.shares["ab".index(side)] == (count, last)
        assert abs(duel.match.kmax - count) <= 1  # window k uses share k of both sides


@pytest.mark.parametrize("name", ["everything", "one activation a turn", "everything, takebacks"])
def test_rolls_are_numbered_from_0_in_each_window_and_windows_do_not_return(name: str) -> None:
    duel = played(name, 0)
    window, number = 1, -1
    for booked in duel.rolls():
        rolled = booked.rolled
        if rolled.window == window:
            assert rolled.number == number + 1
        else:
            assert rolled.window > window
            assert rolled.number == 0
        window, number = rolled.window, rolled.number


def test_open_ends_a_live_window_and_no_die_is_rolled_later_in_that_file() -> None:
    """Side a closes window 1, whose dice a could now work out, and attacks: they wait for window 2."""
    scene = next(scenes("a"))
    scene.say("a", attack("A2", "B2"), END)
    folded = scene.step()
    assert [booked.rolled.why for booked in folded.rolls] == ["roll-off: Blue, Red"]
    assert [booked.rolled.window for booked in folded.rolls] == [1]
    assert scene.want == Roll("A2 attacks B2", 1, 6, "a", "hit", 5)
    assert scene.match.window is not None
    assert (scene.match.window.k, scene.match.window.live) == (2, False)
    assert [booked.rolled.window for booked in scene.step().rolls] == [2]


def test_several_decisions_in_one_file_open_one_window() -> None:
    """The winner of the roll-off deploys second and moves first: both in one file."""
    scene = begun(deploy="open")
    scene.until(lambda s: len(s.decided) and s.match.state.round == 1 and s.decided[s.match.turn - 1] == 2)
    turn = turns(scene)[-1]
    assert [decision.kind for decision in turn.decisions] == ["deploy", "orders"]
    assert turn.author == "b"
    assert turn.chance.open is not None
    assert scene.match.kmax == 3  # 1 the roll-off, 2 a's deployment, 3 this file


def test_a_pause_without_dice_brings_the_next_decision_into_the_same_file() -> None:
    scene = begun()
    scene.say("b", move("B2", 5, pause=True))
    scene.say("b", move("B3", 5, pause=True))
    scene.say("b", move("B4", 5), END)
    scene.step()
    assert [len(d.orders) for d in turns(scene)[-1].decisions] == [1, 1, 2]
    assert scene.match.kmax == 2
    assert [scene.man(unit).place for unit in ("B2", "B3", "B4")] == [5, 5, 5]


def test_who_is_alone_writes_turn_after_turn_in_one_file() -> None:
    """While the next want is one's own and no dice are owed, one goes on deciding."""
    weak = {"pikes": 0, "bows": 3}
    for scene in scenes(kill=2, acts=9, rounds=4, armies=(weak, {"pikes": 0, "bows": 7})):
        shots = [
            attack(f"B{n}", f"A{1 + n % 3}", attack(f"B{n}", f"A{1 + (n + 1) % 3}")) for n in range(1, 8)
        ]
        scene.say("b", *shots)
        scene.step()
        scene.step()
        if not scene.state.on_field("a"):
            break
    scene.until(lambda s: s.over)
    last = turns(scene)[-1]
    assert last.author == "b"
    assert len(last.decisions) == 3  # rounds 2, 3 and 4
    assert sum(turn.chance.open is not None for turn in turns(scene)[4:]) == 1


def test_a_duty_file_shows_a_share_and_decides_nothing() -> None:
    scene = begun()
    turn = turns(scene)[2]  # a closes window 1; b won the roll-off
    assert (turn.author, turn.decisions, turn.chance.open) == ("a", (), None)
    assert turn.chance.close is not None
    assert scene.match.to == "b"


# -- the end of the shares -------------------------------------------------------------------------------
def test_when_all_windows_are_used_the_match_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LAST_WINDOW", 4)
    scene = begun(rounds=20)
    scene.until(lambda s: s.over)
    assert over(scene.match, scene.rules) == Outcome("", "all dice windows are used")
    assert scene.match.kmax == 4
    last = turns(scene)[-1]
    assert last.chance.open is None
    assert last.next is not None
    assert (last.next.side, last.next.want) == ("", "nothing")
    assert refold(scene.rules, scene.files) == scene.match


def test_there_is_no_share_for_a_window_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LAST_WINDOW", 4)
    scene = begun(rounds=20)
    scene.until(lambda s: s.match.kmax == 4 and isinstance(s.want, Decide))
    draft = scene.draft()
    data = {**draft.data}
    share = b64(scene.seats[scene.match.to].secrets.share(5))
    data["chance"] = {**data.get("chance", {}), "open": share}
    sheet = scene.send(scene.match.to, data)
    with pytest.raises(TurnRejected) as caught:
        fold(scene.match, scene.rules, scene.setup, sheet)
    assert (caught.value.code, caught.value.path) == ("window/order", "chance.open")


# -- step 0 and step 6 -----------------------------------------------------------------------------------
def test_steps_0_and_6_number_author_and_parent_alternate() -> None:
    duel = played("everything", 0)
    parent: str | None = None
    for number, (text, folded) in enumerate(zip(duel.files, duel.folded, strict=True)):
        sheet = read(text)
        turn = sheet.turn
        assert (turn.turn, turn.author) == (number, "ab"[number % 2])
        assert turn.parent == parent
        assert turn.match == (duel.match.id if number else None)
        assert folded.match.head == sheet.hash
        assert (folded.match.turn, folded.match.to) == (number + 1, "ba"[number % 2])
        parent = sheet.hash


def test_nothing_is_half_applied() -> None:
    """A file that is refused leaves the match as it was: the good one still fits."""
    scene = begun(pre=100).say("b", attack("B2", "A2"), END)
    draft = scene.draft()
    before = scene.match
    for change in ({"rolls": []}, {"chance": {}}, {"decisions": []}, {"state": {}}):
        sheet = scene.send("b", {**draft.data, **change})
        with pytest.raises(TurnRejected):
            fold(before, scene.rules, scene.setup, sheet)
    scene.files = scene.files[: before.turn]
    assert scene.match is before
    scene.take(draft)
