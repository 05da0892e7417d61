"""Notices and the answers to them: resignation, draw, takeback (P6)."""

from typing import Any, Literal

import msgspec
import pytest

from examples.toy import events as e
from pbem.errors import TurnRejected
from pbem.referee import windows
from pbem.referee.advance import Lay
from pbem.referee.fold import fold
from pbem.referee.match import Match, Spoken, over, owed_by
from pbem.referee.report import chapter, ending
from pbem.referee.statements import hear, takeback_problem
from pbem.ruleset import OTHER, Outcome, Side
from pbem.turnfile.model import Statement
from pbem.turnfile.seal import NOTICE, open_sheet
from tests.kit.duel import Duel, read, refold
from tests.kit.scene import END, Scene, attack, begun, events, move, scenes
from tests.kit.whole import CONFIGS, played

Said = Literal["yes", "no", "noted"]


def asked(duel: Duel, statement: dict[str, Any], said: Said) -> dict[str, Any]:
    """What the writer of the next file answers to a notice of the other side."""
    notice = duel.notice(OTHER[duel.match.to], statement)
    return {"statements": (Statement(answer=said, notice=notice.data),)}


def played_on() -> Scene:
    """b has shot twice, a has moved and laid nothing: turn 5 is next, by b."""
    scene = begun().say("b", attack("B2", "A2"), move("B3", 5), END)
    scene.step()
    scene.say("a", move("A4", 5), END)
    scene.step()
    return scene


# -- resignation -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_resignation_ends_the_match_at_once(side: Side) -> None:
    scene = played_on()
    match = hear(scene.match, scene.rules, scene.notice(side, {"kind": "resign"}))
    assert over(match, scene.rules) == Outcome(OTHER[side], f"side {side} resigned")
    assert owed_by(match, scene.rules) == ""
    line = ending(scene.rules, match)
    assert line is not None
    names = {"a": "Blue", "b": "Red"}
    assert line.text == f"the match is over: {names[OTHER[side]]} wins ({names[side]} resigned)"


def test_no_turn_follows_a_resignation() -> None:
    scene = played_on()
    match = hear(scene.match, scene.rules, scene.notice("a", {"kind": "resign"}))
    sheet = scene.sheet("b", scene.draft().data)
    with pytest.raises(TurnRejected, match="the match is over") as caught:
        fold(match, scene.rules, scene.setup, sheet)
    assert caught.value.code == "chain/number"


def test_a_resignation_comes_too_late_after_the_end() -> None:
    duel = played("dice only", 0)
    result = over(duel.match, duel.rules)
    assert result is not None
    for side in ("a", "b"):
        assert over(hear(duel.match, duel.rules, duel.notice(side, {"kind": "resign"})), duel.rules) == result


def test_of_two_resignations_the_first_counts() -> None:
    scene = played_on()
    resigned = hear(scene.match, scene.rules, scene.notice("b", {"kind": "resign"}))
    assert hear(resigned, scene.rules, scene.notice("a", {"kind": "resign"})) == resigned


@pytest.mark.parametrize(
    "statement",
    [{"kind": "draw"}, {"kind": "takeback", "to": 2}, {"kind": "claim", "late": 5}],
)
def test_other_notices_do_nothing_by_themselves(statement: dict[str, Any]) -> None:
    scene = played_on()
    assert hear(scene.match, scene.rules, scene.notice("a", statement)) == scene.match


def refused_notice(scene: Scene, signer: Side, **change: Any) -> TurnRejected:
    notice = scene.notice(signer, {"kind": "resign"}, **change)
    with pytest.raises(TurnRejected) as caught:
        hear(scene.match, scene.rules, notice)
    return caught.value


def test_a_resignation_for_the_other_side_is_refused() -> None:
    assert refused_notice(played_on(), "a", author="b").code == "seal/key"


def test_a_resignation_from_another_match_is_refused() -> None:
    refusal = refused_notice(played_on(), "a", match="A" * 43)
    assert refusal.code == "chain/match"
    assert refusal.expected == played_on().match.id


def test_a_resignation_that_was_changed_is_refused() -> None:
    scene = played_on()
    notice = scene.notice("a", {"kind": "draw"})
    forged = {**notice.data, "statement": {"kind": "resign"}}
    with pytest.raises(TurnRejected) as caught:
        hear(scene.match, scene.rules, open_sheet(forged))
    assert caught.value.code == "seal/hash"


def test_a_turn_is_no_notice_and_a_notice_no_turn() -> None:
    scene = played_on()
    with pytest.raises(TurnRejected, match="expected a notice, found a turn"):
        hear(scene.match, scene.rules, read(scene.files[-1]))
    with pytest.raises(TurnRejected, match="expected a turn, found a notice"):
        fold(scene.match, scene.rules, scene.setup, scene.notice("b", {"kind": "resign"}))


def test_b_cannot_resign_before_it_has_joined() -> None:
    scene = Scene()
    with pytest.raises(TurnRejected, match="has not been answered") as caught:
        hear(scene.match, scene.rules, scene.notice("b", {"kind": "resign"}))
    assert caught.value.code == "chain/number"
    assert over(
        hear(scene.match, scene.rules, scene.notice("a", {"kind": "resign"})), scene.rules
    ) == Outcome("b", "side a resigned")


# -- draw ------------------------------------------------------------------------------------------------
def test_a_draw_that_is_accepted_ends_the_match_with_that_file() -> None:
    scene = played_on()
    folded = scene.step(**asked(scene, {"kind": "draw"}, "yes"))
    assert events(folded) == [Spoken(side="b", kind="draw", answer="yes")]
    assert over(scene.match, scene.rules) == Outcome("", "a draw was agreed")
    turn = read(scene.files[-1]).turn
    assert turn.decisions == ()
    assert turn.chance.open is None
    assert turn.next is not None
    assert (turn.next.side, turn.next.want) == ("", "nothing")
    assert chapter(scene.rules, folded).lines[0].text == "Red accepts the draw"
    assert refold(scene.rules, scene.files) == scene.match


def test_a_draw_that_is_declined_changes_nothing() -> None:
    scene, without = played_on(), played_on()
    folded = scene.step(**asked(scene, {"kind": "draw"}, "no"))
    without.step()
    assert events(folded)[0] == Spoken(side="b", kind="draw", answer="no")
    assert scene.state == without.state
    assert not scene.over


def test_a_draw_still_needs_the_share_that_is_owed() -> None:
    scene = begun().say("b", attack("B2", "A2"), END)
    scene.step()
    scene.step(**asked(scene, {"kind": "draw"}, "yes"))
    assert read(scene.files[-1]).turn.chance.close is not None
    assert scene.over


# -- takeback --------------------------------------------------------------------------------------------
def taken_back(to: int = 3) -> tuple[Scene, Match, Match]:
    """(after consent in turn 6, the match after turn `to`, the match before the consent)."""
    scene = begun().say("b", attack("B2", "A2"), move("B3", 5), END)
    after = {}
    for orders in ((move("A4", 5), END), (move("B5", 5), END)):
        scene.step()
        after[scene.match.turn - 1] = scene.match
        scene.say(scene.match.to, *orders)
    scene.step()
    after[scene.match.turn - 1] = scene.match
    before = scene.match
    scene.said["a"].clear()
    scene.step(**asked(scene, {"kind": "takeback", "to": to}, "yes"))
    return scene, after[to], before


def test_a_takeback_brings_back_position_queue_and_pause() -> None:
    scene, then, _ = taken_back(3)
    match = scene.match
    assert (match.state, match.queue, match.paused) == (then.state, then.queue, then.paused)
    assert [order.unit for order in match.queue.orders] == ["B3", ""]
    assert scene.man("A4").place == 4  # a's move of turn 4 never was
    # The dice that were rolled in turn 4 are owed again, from a window that is new.
    assert scene.want.why == "B2 attacks A2"


def test_consent_opens_a_fresh_window_so_the_dice_are_new() -> None:
    scene, then, before = taken_back(3)
    assert scene.match.kmax == before.kmax + 1
    assert scene.match.window is not None
    assert (scene.match.window.opener, scene.match.window.live) == ("a", False)
    first = next(b for b in scene.rolls() if b.rolled.why == "B2 attacks A2").rolled
    folded = scene.step()
    again = folded.rolls[0].rolled
    assert again.why == first.why
    assert again.window == before.kmax + 1 > then.kmax >= first.window


def test_shares_and_windows_are_not_taken_back() -> None:
    scene, then, before = taken_back(3)
    assert scene.match.shares[0][0] == scene.match.kmax
    assert scene.match.shares[1] == before.shares[1]
    assert scene.match.kmax > then.kmax


def test_the_chain_keeps_what_was_undone() -> None:
    scene, _, before = taken_back(3)
    assert scene.match.turn == before.turn + 1
    assert read(scene.files[-1]).turn.parent == before.head
    assert [read(text).turn.turn for text in scene.files] == list(range(scene.match.turn))
    told = chapter(scene.rules, scene.folded[-1]).lines[0].text
    assert told == "Blue agrees to a takeback: play goes back to the position after turn 3"
    assert refold(scene.rules, scene.files) == scene.match


def test_play_goes_on_after_a_takeback() -> None:
    scene, _, _ = taken_back(3)
    scene.until(lambda s: s.over)
    assert refold(scene.rules, scene.files) == scene.match


def test_standing_orders_are_not_taken_back() -> None:
    scene = begun().say("b", attack("B2", "A2"), END)
    scene.step()
    scene.step(lay=Lay(orders={"pre": "yes", "own": "no", "post": "no"}, sealed=False))
    laid = scene.in_force("a")
    assert laid.turn == 4
    scene.step()
    scene.step(**asked(scene, {"kind": "takeback", "to": 3}, "yes"))
    assert scene.in_force("a") == laid


def test_a_seal_that_was_opened_after_the_turn_is_closed_again() -> None:
    scene = begun("b", deploy="sealed")  # a sealed in turn 2
    for _ in range(3):
        scene.step()  # 3: b deploys in clear; 4: a opens; 5: b moves
    assert scene.match.sealed == ()
    scene.step(**asked(scene, {"kind": "takeback", "to": 3}, "yes"))
    # Back after turn 3: the opening is owed again, by a, who is writing, and is in this very file.
    assert [o.what for o in read(scene.files[-1]).turn.openings] == ["deploy"]
    assert scene.match.sealed == ()
    scene.until(lambda s: s.over)
    assert refold(scene.rules, scene.files) == scene.match


def test_a_seal_that_was_made_after_the_turn_is_void() -> None:
    scene = next(scenes("a", deploy="sealed"))
    scene.step()  # 2: a wins the roll-off; b is to seal
    scene.step()  # 3: b seals
    scene.step()  # 4: a deploys in clear
    assert [what for _, what, _ in scene.match.sealed] == ["deploy"]
    scene.step(**asked(scene, {"kind": "takeback", "to": 2}, "yes"))
    # Back after turn 2, b seals again in this file: one seal is held, the new one.
    assert [(what, held.turn) for _, what, held in scene.match.sealed] == [("deploy", 5)]


def test_a_takeback_that_is_declined_changes_nothing() -> None:
    scene, without = played_on(), played_on()
    folded = scene.step(**asked(scene, {"kind": "takeback", "to": 3}, "no"))
    without.step()
    assert events(folded)[0] == Spoken(side="b", kind="takeback", answer="no", to=3)
    assert chapter(scene.rules, folded).lines[0].text == "Red does not agree to a takeback"
    assert scene.state == without.state
    assert scene.match.kmax == without.match.kmax


def test_what_was_taken_back_cannot_be_gone_back_to() -> None:
    scene, _, before = taken_back(3)
    assert [past.turn for past in before.past] == [1, 2, 3, 4, 5]
    assert [past.turn for past in scene.match.past] == [1, 2, 3, 6]
    scene.step()
    assert takeback_problem(scene.match, 5) == "turn 5 is not in this match"
    assert takeback_problem(scene.match, 3) == ""
    assert takeback_problem(scene.match, 6) == ""


def test_a_match_that_ended_goes_on_after_a_takeback_and_after_nothing_else() -> None:
    scene = begun(rounds=1).until(lambda s: s.over)
    last = scene.match.turn - 1
    draw = asked(scene, {"kind": "draw"}, "yes")
    with pytest.raises(TurnRejected, match="the match is over: no turn follows") as caught:
        scene.step(**draw)
    assert caught.value.code == "chain/number"
    scene.files.pop()
    scene.step(**asked(scene, {"kind": "takeback", "to": last - 1}, "yes"))
    assert not scene.over
    scene.until(lambda s: s.over)
    assert refold(scene.rules, scene.files) == scene.match


def test_consent_to_a_window_too_many_draws_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = played_on()
    scene.step()
    monkeypatch.setattr(windows, "LAST_WINDOW", scene.match.kmax)
    scene.step(**asked(scene, {"kind": "takeback", "to": 3}, "yes"))
    assert over(scene.match, scene.rules) == Outcome("", "all dice windows are used")


@pytest.mark.parametrize("name", [name for name, (_, habits) in CONFIGS.items() if habits.takebacks])
def test_takebacks_in_whole_matches(name: str) -> None:
    yes = 0
    for seed in range(3):
        duel = played(name, seed)
        for file, to, said in duel.asked:
            before, after = duel.folded[file - 1].match, duel.folded[file].match
            assert Spoken(side=before.to, kind="takeback", answer=said, to=to) in events(duel.folded[file])
            if said == "yes":
                yes += 1
                assert after.kmax == before.kmax + 1
                assert [past.turn for past in after.past][:-1] == [
                    t for t in range(1, to + 1) if kept(before, t)
                ]
    assert yes > 2


def kept(match: Match, turn: int) -> bool:
    return any(past.turn == turn for past in match.past)


# -- what must not be answered ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("to", "problem"),
    [
        (None, "a takeback names the turn to go back to"),
        (0, "turn 0 opens the match; play can go back to turn 2 at the earliest"),
        (1, "turn 1 opens the match; play can go back to turn 2 at the earliest"),
        (4, "turn 4 is not before the last one (turn 4)"),
        (5, "turn 5 is not before the last one (turn 4)"),
        (99, "turn 99 is not before the last one (turn 4)"),
        (2, ""),
        (3, ""),
    ],
)
def test_where_play_can_go_back_to(to: int | None, problem: str) -> None:
    assert takeback_problem(played_on().match, to) == problem


def test_cards_that_were_seen_cannot_be_taken_back() -> None:
    match = msgspec.structs.replace(played_on().match, cards_turn=3)
    assert takeback_problem(match, 2) == "cards were seen after turn 2; what was seen cannot be taken back"
    assert takeback_problem(match, 3) == ""


def refused(scene: Scene, *statements: Statement) -> TurnRejected:
    with pytest.raises(TurnRejected) as caught:
        scene.step(statements=statements)
    return caught.value


def test_a_notice_is_answered_once() -> None:
    scene = played_on()
    notice = scene.notice("a", {"kind": "takeback", "to": 3}).data
    refusal = refused(scene, Statement(answer="no", notice=notice), Statement(answer="yes", notice=notice))
    assert (refusal.code, refusal.path) == ("statement/illegal", "statements[1]")
    assert refusal.message == "one notice is answered twice"


def test_two_notices_may_be_answered_in_one_file() -> None:
    scene = played_on()
    draw, back = (scene.notice("a", said).data for said in ({"kind": "draw"}, {"kind": "takeback", "to": 3}))
    folded = scene.step(
        statements=(Statement(answer="no", notice=draw), Statement(answer="yes", notice=back))
    )
    assert [(event.kind, event.answer) for event in events(folded, Spoken)] == [
        ("draw", "no"),
        ("takeback", "yes"),
    ]
    assert events(folded, e.Rolled) == []


@pytest.mark.parametrize("kind", ["resign", "claim", "open_hands"])
@pytest.mark.parametrize("said", ["yes", "no", "noted"])
def test_other_notices_are_not_answered(kind: str, said: Said) -> None:
    scene = played_on()
    words = {"kind": kind, "late": 5} if kind == "claim" else {"kind": kind}
    refusal = refused(scene, Statement(answer=said, notice=scene.notice("a", words).data))
    assert (refusal.code, refusal.path) == ("statement/illegal", "statements[0]")
    assert refusal.message == f"a notice of kind {kind} cannot be answered with {said}"


def test_a_turn_file_in_the_place_of_a_notice_is_refused() -> None:
    scene = played_on()
    refusal = refused(scene, Statement(answer="yes", notice=read(scene.files[-1]).data))
    assert (refusal.code, refusal.path) == ("statement/illegal", "statements[0]")
    assert "expected a notice, found a turn" in refusal.message


def test_a_notice_about_an_older_turn_is_refused() -> None:
    scene = played_on()
    notice = scene.notice("b", {"kind": "draw"}).data
    scene.step()
    refusal = refused(scene, Statement(answer="yes", notice=notice))
    assert (refusal.code, refusal.message) == ("statement/illegal", "the notice is about an older turn")


def test_the_kind_of_a_notice_is_part_of_what_is_signed() -> None:
    scene = played_on()
    turn_signed = scene.sheet("a", {**_notice(scene), "statement": {"kind": "draw"}}, NOTICE)
    assert refused(scene, Statement(answer="yes", notice={**turn_signed.data, "notice": 2})).code == (
        "statement/illegal"
    )


def _notice(scene: Scene) -> dict[str, Any]:
    return {
        "format": "pbem/1",
        "match": scene.match.id,
        "notice": 1,
        "author": "a",
        "head": scene.match.head,
        "writer": "pbem test",
    }


def test_one_notice_at_most_is_agreed_to_in_a_file() -> None:
    """A takeback and a draw, or a takeback and a new key, would each want the window for themselves."""
    scene = played_on()
    back, draw = (scene.notice("a", said).data for said in ({"kind": "takeback", "to": 3}, {"kind": "draw"}))
    refusal = refused(scene, Statement(answer="yes", notice=back), Statement(answer="yes", notice=draw))
    assert (refusal.code, refusal.path) == ("statement/illegal", "statements[1]")
    assert refusal.message == "a file agrees to one notice at most"
