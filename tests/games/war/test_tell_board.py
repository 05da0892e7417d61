"""What people see: the story of every event, the picture, the words for what is wanted."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.board import Line
from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.state import State
from pbem.ruleset import Decide, Event, React, Roll
from pbem.views.story import story_text
from pbem.views.svg import board_svg
from pbem.views.text import board_text
from tests.games.war.kit import YES, U, act, ahead, charge, go, position, rest, shoot, terms

FAR = U("levy", 4, 2, 34, facing=180)


def story(state: State, events: list[Event]) -> list[str]:
    return [line.text for event in events for line in RULESET.tell(state, event)]


def test_the_story_of_a_melee() -> None:
    a, b = U("elite heavy", 4, 24, 10, fatigue=1, actions=1), U("warrior", 8, 24, 13, files=8, facing=180)
    state = position([a], [b])
    dice = [[6, 5, 4, 1], [4, 6, 1], [6, 1, 2, 3], [5, 1]]
    answers = {"close_ranks": YES["close_ranks"], "spend": Order(spend=("lower", "raise"))}
    run = act(state, charge("A1", "B1"), dice, answers)
    assert story(state, run.events) == [
        "declared: elites with heavy weapons (A1) charge warriors (B1)",
        "elites with heavy weapons (A1) charge warriors (B1), 2 inches, 2 fatigue (+1)",
        "4 against 8 in contact: 4 dice on 3+ against 8 dice on 4+",
        "warriors (B1) close ranks: 4 dice, saves on 4+",
        "lowers the armour of A1 by 1 and raises that of B1 by 1 for 2 fatigue of A1",
        "A1 hits on 4+, B1 on 3+",
        "A1 on B1: 3 hits",
        "B1 saves 2 of 3",
        "B1 on A1: 2 hits",
        "A1 saves 1 of 2",
        "elites with heavy weapons (A1) lose 1 model, 3 left",
        "warriors (B1) lose 1 model, 7 left",
        "casualties caused: A1 1, B1 1; B1 wins the melee",
        "elites with heavy weapons (A1) fall back 4 inches",
        "more tired by the melee: A1 1 fatigue and B1 1 fatigue",
    ]


def every_event() -> list[tuple[State, Event]]:
    """Positions and events of all kinds that there are."""
    tied = U("elite mounted", 4, 24, 10, fatigue=2)
    state = position([tied, U("levy bows", 8, 10, 10)], [U("warrior", 8, 24, 14, files=8, facing=180), FAR])
    found: list[tuple[State, Event]] = []

    def add(run: Any) -> None:
        found.extend((run.state, event) for event in run.events)

    add(act(state, charge("A1", "B1"), answers=YES))  # cancelled
    add(act(state, ahead(state, "A1", 2), answers={"halve": YES["halve"]}))
    dice = [[6] * 4, [1] * 4, [6] * 4, [1] * 4]
    add(act(state, charge("A1", "B1"), dice, {"close_ranks": YES["close_ranks"]}))
    add(act(state, rest("A2")))
    near = position([U("levy bows", 8, 24, 10, fatigue=1, actions=1)], [U("warlord", 1, 24, 16), FAR])
    add(act(near, shoot("A1", "B1"), [[6] * 4, [1] * 4], YES))
    short = position([U("elite", 4, 24, 10, fatigue=1)], [U("warrior", 4, 24, 15.5, facing=180)])
    add(act(short, charge("A1", "B1"), answers=YES))
    lose = position(
        [U("elite", 8, 24, 10, files=8)], [U("levy", 4, 24, 13, facing=180), U("levy", 4, 24, 15)]
    )
    add(act(lose, charge("A1", "B1"), [[6] * 8, [1] * 8, [1] * 2]))
    tough = position(
        [U("elite", 4, 24, 10)], [U("warlord", 1, 24, 12, facing=180), FAR], terms(warlord_resilience=2)
    )
    add(act(tough, charge("A1", "B1"), [[6, 1, 1, 1], [1], [1] * 8]))
    win = position([U("elite", 4, 24, 10, fatigue=1)], [U("elite", 4, 24, 13, facing=180)])
    add(act(win, charge("A1", "B1"), [[6, 1, 1, 1], [1], [1] * 4], {"spend": Order(spend=("lower",))}))
    last = position([U("elite", 8, 24, 10, files=8)], [U("levy", 4, 24, 13, facing=180)])
    add(act(last, charge("A1", "B1"), [[6] * 8, [1] * 8, [1] * 2]))
    for step in (
        RULESET.downgrade(state, charge("A1", "B2")),
        RULESET.downgrade(state.with_unit(replace(state.unit("A1"), pos=(), gone=True)), rest("A1")),
        RULESET.downgrade(
            position([U("levy", 4, 24, 10)], [FAR], terms(auto_shorten=True)), go("A1", 24, 20, files=4)
        ),
    ):
        found += [(state, event) for event in step.events]
    found += [(state, event) for event in RULESET.apply(state, Order(end=True)).events]
    setup = terms(deployment="saga")
    made, _ = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    opening = RULESET.start(setup, (made, made))
    for face in (3, 3, 5, 1):
        step = RULESET.apply(opening, (face,))
        found += [(opening, event) for event in step.events]
        opening = step.state
    choice = RULESET.legal(opening, "a", {})[0].order
    found.append((opening, e.Deployed(side="a", units=(choice.unit,), places=((100, 200),))))
    return found


def test_every_event_has_words() -> None:
    events = every_event()
    kinds = {
        name
        for name, value in vars(e).items()
        if isinstance(value, type) and issubclass(value, Event) and value is not Event
    }
    told = {type(event).__name__ for _, event in events}
    assert kinds - told == set()
    for state, event in events:
        lines = RULESET.tell(state, event)
        assert lines
        for line in lines:
            assert line.text
            assert "  " not in line.text
            assert "None" not in line.text
            assert line.text[0].isalnum()
            assert all(len(row) <= 80 for row in story_text((line,), 80, ascii_only=True))


def test_fell_back_in_all_its_forms() -> None:
    state = position([U("elite", 4, 24, 10)], [U("warlord", 1, 24, 13)])
    said = [
        story(state, [e.FellBack(unit="B1", winner="A1", shift=400, back=0, locked=False)]),
        story(state, [e.FellBack(unit="A1", winner="B1", shift=0, back=2, locked=False)]),
        story(state, [e.FellBack(unit="A1", winner="B1", shift=0, back=0, locked=True)]),
        story(state, [e.FellBack(unit="A1", winner="B1", shift=0, back=0, locked=False)]),
    ]
    assert said == [
        ["Warlord (B1) falls back 4 inches"],
        ["A1 cannot fall back; B1 steps back 0.02 inches"],
        ["A1 and B1 cannot be separated and stay in contact"],
        ["A1 stays where it is"],
    ]


def test_what_is_wanted_in_words() -> None:
    a = U("warrior javelins", 8, 24, 10, files=4, fatigue=2)
    state = position([a, U("levy", 4, 40, 10, actions=1)], [U("warrior", 8, 24, 14, files=4, facing=180)])
    want = RULESET.want(state)
    assert want == Decide("a", "orders", 1)
    said = RULESET.describe(state, want)
    assert said == "orders for A1 A2 (2 left), up to 3 actions each, or end the turn"
    asked = RULESET.apply(state, charge("A1", "B1")).state
    assert RULESET.describe(asked, React("b", "cancel")) == (
        "charge by A1 on B1: cancel it for 2 of its 2 fatigue?"
    )
    asked = RULESET.apply(asked, ()).state
    assert RULESET.describe(asked, React("b", "halve")) == (
        "charge by A1 on B1: halve its movement for 1 of its 2 fatigue?"
    )
    asked = RULESET.apply(asked, ()).state
    assert RULESET.describe(asked, React("b", "close_ranks")) == (
        "charge by A1 on B1: does B1 close ranks, 8 dice against 8?"
    )
    asked = RULESET.apply(asked, ()).state
    assert RULESET.describe(asked, React("b", "spend")) == (
        "charge by A1 on B1: how to spend its 2 fatigue in the melee?"
    )
    asked = RULESET.apply(asked, ()).state
    roll = RULESET.want(asked)
    assert isinstance(roll, Roll)
    assert RULESET.describe(asked, roll) == "8 dice: A1 fights B1"
    shot = RULESET.apply(RULESET.apply(state, shoot("A1", "B1")).state, ()).state
    assert RULESET.describe(shot, React("b", "armour")) == (
        "shot by A1 on B1: raise the armour of B1 by 1 for its fatigue?"
    )


def test_headlines() -> None:
    state = position([U("levy", 4, 24, 10)], [FAR])
    assert RULESET.headline(state) == "game turn 1 of 6"
    assert RULESET.headline(replace(state, turn=0)) == "before the first turn"
    assert RULESET.headline(replace(state, phase="over", turn=4)) == "over in game turn 4 of 6"


# -- the picture -------------------------------------------------------------------------------------------


def test_the_board_is_a_plane_with_north_up() -> None:
    setup, _ = RULESET.setup({}, {})
    state = position([U("warlord", 1, 24, 4), U("elite", 4, 30, 10)], [FAR], setup)
    board = RULESET.board(state, None, {})
    assert (board.frame.kind, board.frame.cols, board.frame.rows) == ("plane", 4800, 3600)
    assert board.frame.columns == ("0", "12", "24", "36", "48")
    assert board.frame.lines == ("36", "24", "12", "0")
    assert [(area.label, area.texture) for area in board.areas] == [
        ("west wood", "wood"),
        ("east wood", "wood"),
        ("old wall", "wall"),
    ]
    lord, elites, red = board.pieces
    assert (lord.x, lord.y, lord.radius, lord.form) == (2400, 400, 50, "block")
    assert [badge.role for badge in lord.badges] == ["elite", "models"]
    assert elites.models == state.unit("A2").pos
    assert elites.track == (4, 4)
    assert red.facing == 180
    assert RULESET.board(state, "b", {}) == board


def test_badges_flags_and_traces() -> None:
    a = U("warrior bows", 8, 24, 10, files=8, fatigue=2, actions=2)
    state = position([a, U("levy", 4, 40, 10)], [U("elite", 4, 24, 16, facing=180), FAR])
    run = act(state, shoot("A1", "B1"), [[6] * 4, [1, 1, 6, 6]])
    board = RULESET.board(run.state, None, {})
    pieces = {piece.id: piece for piece in board.pieces}
    assert [(badge.role, badge.text) for badge in pieces["A1"].badges] == [("models", "×8"), ("fatigue", "3")]
    assert pieces["A1"].flags == ("spent",)
    assert pieces["A2"].flags == ()
    assert [trace.kind for trace in board.traces] == ["ghost", "ghost", "shot"]
    assert board.traces[2].hit
    moved = act(run.state, ahead(run.state, "A2", 3))
    last = RULESET.board(moved.state, None, {}).traces[-1]
    assert (last.kind, last.side, last.points) == ("move", "a", ("4000,1000", "4000,1300"))
    # Pictures show this player-turn and the one before.
    after = RULESET.apply(moved.state, Order(end=True)).state
    assert len(RULESET.board(after, None, {}).traces) == 4
    later = RULESET.apply(after, Order(end=True)).state
    assert RULESET.board(later, None, {}).traces == ()


def test_the_dead_are_flagged_and_the_undeployed_wait_in_a_tray() -> None:
    state = position([U("elite", 4, 24, 10)], [FAR])
    dead = state.with_unit(replace(state.unit("B1"), pos=(), gone=True))
    assert RULESET.board(dead, None, {}).pieces[1].flags == ("gone",)
    setup = terms(deployment="saga")
    made, _ = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    board = RULESET.board(RULESET.start(setup, (made, made)), None, {})
    assert board.pieces == ()
    assert [(tray.side, tray.count) for tray in board.trays] == [("a", 6), ("b", 6)]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_picture_as_text(ascii_only: bool) -> None:
    state = position([U("warlord", 1, 24, 4), U("elite", 4, 30, 10)], [FAR])
    lines = board_text(RULESET.board(state, "a", {}), 80, ascii_only)
    assert all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    assert "A2" in text
    assert "elites" in text
    assert text.isascii() is ascii_only


def test_who_moved_and_shot_is_said_as_far_as_it_can_be_told() -> None:
    a = U("warrior bows", 8, 24, 10, files=8)
    state = position([a, U("levy", 4, 40, 10)], [U("elite", 4, 24, 16, facing=180), FAR])
    run = act(state, shoot("A1", "B1"), [[6] * 4, [1, 1, 6, 6]])
    run = act(run.state, ahead(run.state, "A2", 3))
    words = [trace.words for trace in RULESET.board(run.state, None, {}).traces]
    assert words == [
        "",
        "",
        "warriors with bows (A1) shot at elites (B1), models fell",
        "levies (A2) moved to (40, 13)",
    ]
    lines = board_text(RULESET.board(run.state, None, {}), 100)
    last = lines[next(n for n, line in enumerate(lines) if line.startswith("last: ")) :][:2]
    assert " ".join(line.strip() for line in last).startswith(
        "last: warriors with bows (A1) shot at elites (B1), models fell; levies (A2) moved to (40, 13)"
    )


def test_text_and_template_name_the_same_point_of_a_unit() -> None:
    state = position([U("warrior", 8, 18, 11, files=4)], [FAR])
    front = "front rank at (18, 11), 4 files, facing 0"
    assert RULESET.board(state, "a", {}).pieces[0].about.startswith(front)
    assert "front rank at (18, 11), facing 0, 4 files" in RULESET.template(state, {})
    text = " ".join(board_text(RULESET.board(state, "a", {}), 140))
    assert front in text
    assert "at (18, 10" not in text  # the middle of the block, which no order names


def test_the_key_is_true_for_text_and_picture() -> None:
    state = position([U("warlord", 1, 24, 4, fatigue=1)], [FAR])
    board = RULESET.board(state, "a", {})
    said = " ".join(board.key)
    assert "inches" in said
    assert not any(word in said for word in ("circles", "hourglass", "100"))
    picture = board_svg(board)
    assert "Circles: models, each on its base" in picture
    assert "Hourglass: fatigue" in picture


def test_what_is_under_way_is_the_action_that_waits() -> None:
    a = U("warrior javelins", 8, 24, 10, files=4, fatigue=2)
    state = position([a], [U("warrior", 8, 24, 14, files=4, facing=180)])
    assert RULESET.under_way(state) is None
    asked = RULESET.apply(state, charge("A1", "B1")).state
    said = Line("warriors with javelins (A1) charge warriors (B1)", "a")
    assert RULESET.under_way(asked) == said
    while not isinstance(RULESET.want(asked), Roll):
        asked = RULESET.apply(asked, ()).state
    assert RULESET.under_way(asked) == said


def test_lines_about_both_sides_are_nobodys() -> None:
    state = position([U("elite", 4, 24, 10)], [U("warlord", 1, 24, 13)])
    both = RULESET.tell(state, e.Tired(units=("A1", "B1"), fatigue=(1, 2), why="melee"))
    assert both[0].side == ""
    assert RULESET.tell(state, e.Tired(units=("B1",), fatigue=(2,), why="later"))[0].side == "b"
    even = RULESET.tell(state, e.MeleeWon(unit="A1", target="B1", caused=(0, 1), winner=""))
    assert even[0].side == ""


def test_every_unit_may_be_placed_next_but_the_warlord_is_not_left_over() -> None:
    setup = terms(deployment="saga")
    made, _ = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    state = RULESET.start(setup, (made, made))
    for face in (5, 1):
        state = RULESET.apply(state, (face,)).state
    names = [profile.id for profile in state.profiles[0]]
    lord = next(profile.id for profile in state.profiles[0] if profile.type == "warlord")
    offered = list(dict.fromkeys(choice.unit for choice in RULESET.legal(state, "a", {})))
    assert sorted(offered) == sorted(names)
    assert offered[0] == lord
    orders = []
    for _ in range(2):  # of the three that are asked for
        choice = next(c for c in RULESET.legal(state, "a", {}) if c.unit != lord)
        orders.append(choice.order)
        state = RULESET.assume(state, choice.order, False)
    rest = RULESET.legal(state, "a", {})
    assert {choice.unit for choice in rest} == {lord}
    assert all(choice.last for choice in rest)


def test_moves_do_not_repeat_their_facing() -> None:
    state = position([U("warrior", 8, 24, 10, files=4)], [FAR])
    moves = [choice for choice in RULESET.legal(state, "a", {}) if choice.verb == "move"]
    assert moves
    assert {choice.hint for choice in moves} == {""}
    assert all("facing = " in choice.toml for choice in moves)
