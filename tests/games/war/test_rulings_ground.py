"""The rulings A21 to A40: the Warlord, ground, casualties, the order of things, maps."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.rules.terrain import contacts
from pbem.games.war.state import Options, State
from pbem.ruleset import Roll
from tests.games.war.kit import (
    YES,
    U,
    act,
    ahead,
    charge,
    fault,
    go,
    position,
    rest,
    shoot,
    terms,
)

FAR = U("levy", 4, 2, 34, facing=180)
END = Order(end=True)


@pytest.mark.parametrize("spare", [0, 2])
def test_A21_what_a_warlord_stands(spare: int) -> None:
    setup = terms(warlord_resilience=spare)
    state = position([U("elite", 4, 24, 10)], [U("warlord", 1, 24, 12, facing=180), FAR], setup)
    run = act(state, charge("A1", "B1"), [[6, 6, 1, 1], [1, 1], [1] * 8])
    assert run.state.unit("B1").gone is (spare == 0)
    assert run.of(e.Fell)[0].shrugged == spare
    if spare:
        assert run.of(e.MeleeWon)[0].caused == (0, 0)
        again = replace(run.state.unit("A1"), actions=0)
        state = run.state.with_unit(again)
        run = act(state, charge("A1", "B1", "pass"), [[6, 1, 1, 1], [1], [1] * 8])
        assert run.state.unit("B1").gone


def test_A22_modifiers_add_up() -> None:
    state = position([U("warrior bows mounted", 4, 24, 10)], [FAR])
    assert state.profile("A1").armour == (3, 2)
    _, problems = RULESET.army(
        terms(deployment="saga"),
        {"recruit": [{"type": "elite", "equipment": ["bows", "heavy"]}], "unit": [{"type": "warlord"}]},
    )
    assert problems[0].path == "recruit[0].equipment"


def test_A23_bases() -> None:
    assert (terms().foot, terms().mounted) == (50, 75)
    setup = terms(base_foot="0.8", base_mounted=2)
    assert (setup.foot, setup.mounted) == (40, 100)
    assert position([U("levy", 4, 24, 10)], [FAR], setup).profile("A1").radius == 40
    assert RULESET.setup({"base_foot": "0.99"}, {})[1]
    assert RULESET.setup({"base_mounted": 3}, {})[1]


@pytest.mark.parametrize("straight", [False, True])
def test_A23_straight_moves(straight: bool) -> None:
    state = position([U("levy", 4, 24, 10)], [FAR], terms(straight_only=straight))
    bent = Order(unit="A1", move=((2500, 1000), (2500, 1200)), files=4)
    assert fault(state, bent).startswith("moves are straight") is straight


@pytest.mark.parametrize("measure", ["model", "front"])
def test_A23_how_long_a_move_is(measure: str) -> None:
    column = U("levy", 12, 24, 15, files=1)
    state = position([column], [FAR], terms(measure=measure))
    # A line on the middle of the column: its front does not move at all, the ends walk 5.64 inches.
    line = go("A1", 24, 9.39, files=12)
    run = act(state, line)
    assert run.of(e.Moved)[0].used == (564 if measure == "model" else 0)
    far = go("A1", 24, 12.39, files=12)
    assert ("needs" in fault(state, far)) is (measure == "model")


@pytest.mark.parametrize("gap", [0, 2])
def test_A24_near_enemies(gap: int) -> None:
    setup = terms(enemy_gap=gap)
    state = position([U("levy", 4, 24, 10), U("levy", 4, 30, 10)], [U("elite", 4, 24, 14, facing=180)], setup)
    touch = fault(state, go("A1", 24, 13, files=4))
    assert touch.startswith("A1 would end less than 2 inches from B1" if gap else "A1 would end in contact")
    assert (fault(state, go("A1", 24, 12, files=4)) == "") is (gap == 0)
    assert fault(state, go("A1", 28, 10.5, files=4)).startswith("A2 is in the way")
    # Touching a friend is allowed.
    beside = position([U("levy", 1, 24, 10), U("levy", 1, 26, 10)], [FAR], setup)
    assert fault(beside, go("A1", 25, 10)) == ""
    assert fault(beside, go("A1", 25.01, 10)).startswith("A2 is in the way")


def test_A25_the_line_of_a_charge() -> None:
    a, b = U("elite", 4, 24, 10, files=4), U("levy", 4, 24, 15, facing=180)
    friend = U("levy", 1, 24, 12.5)
    assert fault(position([a, friend], [b]), charge("A1", "B1")) == ""  # beside the line of the closest
    blocked = position([a, U("levy", 4, 24, 12.5)], [b])
    assert fault(blocked, charge("A1", "B1")) == "A2 is in the way of A1 to B1"
    hedge = {"name": "hedge", "kind": "line", "points": [[20, 12], [28, 12]], "flags": ["difficult"]}
    assert fault(position([a], [b], terms([hedge])), charge("A1", "B1")) == ""
    farther = position([a], [U("levy", 4, 24, 15.5, facing=180)], terms([hedge]))
    said = "A1 needs 4.5 inches over difficult ground to reach B1, has 4"
    assert fault(farther, charge("A1", "B1")) == said
    wall = {"name": "cliff", "kind": "line", "points": [[20, 12], [28, 12]], "flags": ["impassable"]}
    assert fault(position([a], [b], terms([wall])), charge("A1", "B1")) == "cliff is between A1 and B1"


def test_A26_halved_moves() -> None:
    state = position([U("levy", 4, 24, 10, fatigue=1, actions=1)], [FAR])
    run = act(state, ahead(state, "A1", 6), answers=YES)
    assert run.of(e.Moved)[0].used == 300
    assert run.fatigue("A1") == 1  # the token of a later activation, all the same
    column = position([U("levy", 12, 24, 15, files=1, fatigue=1)], [FAR])
    run = act(column, go("A1", 24, 9.39, files=12), answers=YES)
    assert run.of(e.Moved)[0].stays
    assert run.state.unit("A1").pos == column.unit("A1").pos
    assert run.state.unit("A1").files == 1
    short = position([U("levy", 4, 24, 10, fatigue=1, actions=1)], [U("levy", 4, 24, 16, facing=180)])
    run = act(short, charge("A1", "B1"), answers=YES)
    assert run.of(e.FellShort)[0].gained == 1
    assert run.fatigue("B1") == 0


def test_A27_back_to_the_edge_and_locked_units() -> None:
    state = position([U("elite", 4, 24, 31)], [U("elite", 4, 24, 34, facing=180)])
    run = act(state, charge("A1", "B1"), [[6, 1, 1, 1], [1], [1] * 4])
    assert run.of(e.FellBack)[0].shift < 200  # as far as the edge lets it
    # Shut in between rocks, neither can go: they stay in contact.
    rocks = [
        {"name": n, "points": [[20, y], [28, y], [28, y + 4], [20, y + 4]], "flags": ["impassable"]}
        for n, y in (("south", 5), ("north", 11.02))
    ]
    for rock in rocks:
        rock["points"] = [[x, f"{y:.2f}"] for x, y in rock["points"]]
    state = position([U("elite", 1, 24, 9.5)], [U("elite", 1, 24, 10.52, facing=180)], terms(rocks))
    assert contacts(state, "A1") == ("B1",)
    run = act(state, charge("A1", "B1"), [[1], [1]])
    assert run.of(e.FellBack)[0].locked
    assert contacts(run.state, "A1") == ("B1",)
    assert fault(run.state, charge("A1", "B1")) == ""


def test_A27_locked_units_neither_shoot_nor_are_shot_at() -> None:
    a = [U("levy bows", 4, 24, 10), U("levy bows", 4, 40, 10)]
    state = position(a, [U("elite", 4, 24, 11.02, facing=180)])
    assert fault(state, shoot("A1", "B1")) == "A1 is in contact with B1 and cannot shoot"
    state = position(a, [U("elite", 4, 24, 11.02, facing=180), U("elite", 4, 40, 16)])
    near = position([a[0], U("levy bows", 4, 31, 11)], [U("elite", 4, 24, 11.02, facing=180)])
    assert fault(near, shoot("A2", "B1")) == "B1 is in contact with A1: nobody shoots at it"
    assert fault(state, go("A1", 24, 8, files=4)) == ""  # it may move away
    assert fault(state, rest("A1")) == ""
    assert fault(state, charge("A1", "B1")) == ""


@pytest.mark.parametrize("who", ["auto", "owner"])
def test_A27_who_chooses_the_way_back(who: str) -> None:
    setup = terms(retreat=who)
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)], setup)
    dice_ = [[6, 1, 1, 1], [1], [1] * 4]
    run = act(state, charge("A1", "B1"), dice_, {"retreat": Order(retreat=60)})
    assert ("retreat" in run.windows) is (who == "owner")
    x = run.state.unit("B1").pos[0][0] - state.unit("B1").pos[0][0]
    assert (x > 300) is (who == "owner")
    if who == "owner":
        assert act(state, charge("A1", "B1"), dice_).of(e.FellBack)[0].shift == 400  # no answer: straight
        asked = pending(state, charge("A1", "B1"), dice_)
        assert asked.phase == "retreat"
        assert RULESET.want(asked).side == "b"  # type: ignore[union-attr]
        assert RULESET.faults(asked, Order(retreat=180))  # toward the enemy
        assert len(RULESET.legal(asked, "b", {})) > 5


def pending(state: State, order: Order, dice_: list[list[int]]) -> State:
    """The position after these dice, at the next window other than those before the dice."""
    state = RULESET.apply(state, order).state
    left = list(dice_)
    while left:
        want = RULESET.want(state)
        answer = tuple(left.pop(0)) if isinstance(want, Roll) else ()
        state = RULESET.apply(state, answer).state
    return state


def test_A28_nobody_falls_back_when_somebody_is_wiped_out() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 1, 24, 13, facing=180), FAR])
    run = act(state, charge("A1", "B1"), [[6] * 4, [1] * 4, [6], [1]])
    assert run.of(e.MeleeWon)[0] == e.MeleeWon(unit="A1", target="B1", caused=(1, 1), winner="")
    assert not run.of(e.FellBack)


def test_A29_friends_are_measured_after_everybody_closed_up() -> None:
    # Two inches of closing up bring B1 within 4 inches of B2.
    b = [U("levy", 4, 24, 13, facing=180), U("warlord", 1, 30.2, 13)]
    state = position([U("elite", 8, 24, 10, files=8)], b)
    run = act(state, charge("A1", "B1"), [[6] * 8, [1] * 8, [1] * 2])
    assert run.of(e.Shaken)[0].units == ("B2",)


@pytest.mark.parametrize(("fraction", "cover"), [("1/2", True), ("2/3", False), ("0/1", True)])
def test_A30_how_much_of_a_unit_is_in_cover(fraction: str, cover: bool) -> None:
    wood = {"name": "w", "points": [["20", 15], ["24.6", 15], ["24.6", 18], ["20", 18]], "flags": ["cover"]}
    setup = terms([wood], cover_fraction=fraction)
    # 3 of 5 models stand in the wood.
    state = position([U("levy bows", 4, 24, 8)], [U("warrior", 5, 24, 16)], setup)
    assert act(state, shoot("A1", "B1"), [[1] * 2]).of(e.Aimed)[0].cover is cover
    assert RULESET.setup({"cover_fraction": "3/2"}, {})[1]


def test_A31_what_is_an_obstacle() -> None:
    for y, behind in ((12, True), (11.4, False)):
        wall = {
            "name": "w",
            "kind": "line",
            "points": [["20", f"{y}"], ["28", f"{y}"]],
            "flags": ["obstacle"],
        }
        state = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 13, facing=180)], terms([wall]))
        run = act(state, charge("A1", "B1"), [[1] * 4, [1] * 4])
        assert run.of(e.Charged)[0].obstacle is behind
    wood = {"name": "w", "points": [[20, 12], [28, 12], [28, 16], [20, 16]], "flags": ["cover"]}
    state = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 13, facing=180)], terms([wood]))
    assert act(state, charge("A1", "B1"), [[1] * 4, [1] * 4]).of(e.Charged)[0].obstacle


@pytest.mark.parametrize("block", [True, False])
def test_A32_units_in_the_line_of_sight(block: bool) -> None:
    setup = terms(units_block_los=block)
    a = [U("levy bows", 4, 24, 10), U("warrior", 12, 24, 13, files=12)]
    state = position(a, [U("elite", 4, 24, 18)], setup)
    assert fault(state, shoot("A1", "B1")).startswith("A1 does not see B1") is block


@pytest.mark.parametrize("how", ["rear", "front"])
def test_A33_who_falls(how: str) -> None:
    setup = terms(casualties=how)
    state = position([U("levy bows", 8, 24, 10)], [U("warrior", 8, 24, 18, files=4)], setup)
    run = act(state, shoot("A1", "B1"), [[6, 1, 1, 1], [1]])
    left = run.state.unit("B1").pos
    lost = next(p for p in state.unit("B1").pos if p not in left)
    # It faces away from the shooters: its rear rank is the one near to them.
    assert lost[1] == (1698 if how == "front" else 1800)


def test_A33_orders_that_have_become_impossible() -> None:
    state = position([U("levy", 4, 24, 10)], [U("elite", 4, 24, 30)])
    step = RULESET.downgrade(state, charge("A1", "B1"))
    assert step.events == (e.Lost(unit="A1", what="charge", cause="A1 needs 19 inches to reach B1, has 6"),)
    assert step.state.unit("A1").actions == 1
    assert step.state.unit("A1").fatigue == 0
    gone = state.with_unit(replace(state.unit("A1"), pos=(), gone=True))
    step = RULESET.downgrade(gone, charge("A1", "B1"))
    assert step.events == (e.Dropped(unit="A1", cause="A1 was removed"),)
    assert step.state == gone


@pytest.mark.parametrize("shorten", [False, True])
def test_A33_moves_that_have_become_too_long(shorten: bool) -> None:
    setup = terms(auto_shorten=shorten)
    state = position([U("levy", 4, 24, 10)], [U("elite", 4, 24, 15)], setup)
    step = RULESET.downgrade(state, go("A1", 24, 16, files=4))
    if shorten:
        kinds = [type(event).__name__ for event in step.events]
        assert kinds == ["Shortened", "Moved"]
        assert step.state.unit("A1").pos[0][1] > 1380
        blocked = Order(unit="A1", move=((2600, 1000), (2600, 1900)), files=9)
        assert RULESET.downgrade(state, blocked).state.unit("A1").pos != state.unit("A1").pos
    else:
        assert isinstance(step.events[0], e.Lost)
        assert step.state.unit("A1").pos == state.unit("A1").pos


def test_A34_a_unit_without_fatigue_may_rest() -> None:
    state = position([U("levy", 4, 24, 10)], [FAR])
    assert act(state, rest("A1")).fatigue("A1") == 0
    tired = position([U("levy", 4, 24, 10, fatigue=40)], [FAR])
    assert act(tired, rest("A1")).fatigue("A1") == 39


def test_A35_points() -> None:
    for points in (4, 10):
        setup = terms(points=points)
        for data in RULESET.ready_armies(setup).values():
            army, problems = RULESET.army(setup, data)
            assert problems == ()
            assert sum(one.count for one in army.recruit) == points


def test_A36_heavy_weapons_help_the_defender_too() -> None:
    both = [U("elite javelins", 4, 24, 10)], [U("elite heavy", 4, 24, 13, facing=180)]
    run = act(position(*both), charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert [roll.need for roll in run.rolls] == [3, 3]  # armour 4 each, +1 each
    other = [U("elite heavy", 4, 24, 10)], [U("elite javelins", 4, 24, 13, facing=180)]
    run = act(position(*other), charge("A1", "B1"), [[1] * 4, [1] * 4], {})
    assert [roll.need for roll in run.rolls] == [3, 4]  # no charge, no bonus


def test_A37_cavalry_in_difficult_ground_pays_twice() -> None:
    marsh = {"name": "m", "points": [[0, 0], [48, 0], [48, 30], [0, 30]], "flags": ["difficult"]}
    state = position([U("elite mounted", 4, 24, 10)], [FAR], terms([marsh]))
    run = act(state, ahead(state, "A1", 6))
    assert run.fatigue("A1") == 1
    run = act(run.state, ahead(run.state, "A1", 6))
    assert run.fatigue("A1") == 3


def test_A38_the_order_of_windows() -> None:
    a, b = U("elite", 4, 24, 10, fatigue=3, actions=1), U("warrior", 8, 24, 13, files=8, facing=180)
    run = act(position([a], [b]), charge("A1", "B1"), [[1] * 4, [1] * 8])
    assert run.windows == ["cancel", "halve", "close_ranks", "spend"]
    # Tokens are gone at once: after a halving there is one less to spend.
    answers = {"halve": YES["halve"], "spend": Order(spend=("lower_all",))}
    run = act(position([a], [b]), charge("A1", "B1"), [[1] * 4, [1] * 8], answers)
    assert run.of(e.Charged)[0].fatigue == 3
    assert run.of(e.Bargained)[0].left == (0, 0)


def test_A39_the_order_of_dice() -> None:
    state = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[6] * 4, [6] * 4, [6] * 4, [6] * 4])
    assert [roll.why for roll in run.rolls] == ["A1 fights B1", "B1 saves", "B1 fights A1", "A1 saves"]
    assert [roll.kind for roll in run.rolls] == ["melee", "save", "melee", "save"]


def test_A40_maps() -> None:
    setup, problems = RULESET.setup({}, {})
    assert problems == ()
    assert [(it.name, it.points[0], it.flags) for it in setup.ground] == [
        ("west wood", (800, 1300), ("difficult", "cover")),
        ("east wood", (3300, 1800), ("difficult", "cover")),
        ("old wall", (2100, 1800), ("obstacle", "cover")),
    ]
    for name in ("open_field", "hamlet", "fens", "ridge"):
        other, problems = RULESET.setup({"terrain": name}, {})
        assert problems == ()
        assert RULESET.advice(other) == ()
        assert len(RULESET.ready_armies(other)) >= 2
    assert RULESET.setup({"terrain": "fen"}, {})[1][0].hint == "did you mean fens?"
    assert act(position([U("warlord", 1, 24, 10)], [FAR]), go("A1", 24, 12)).state.side == "a"
    assert fault(position([U("warlord", 1, 24, 10)], [FAR]), END) == ""


BAD_MAPS = [
    ({"points": [[1, 1], [2, 2]]}, "an area has at least 3 different points, found 2"),
    ({"points": [[1, 1], [1, 1]], "kind": "line"}, "two points that follow each other are the same"),
    ({"points": [[1, 1], [5, 5], [5, 1], [1, 5]]}, "edges 0 and 2 of the area cross or touch"),
    ({"points": [[1, 1], [3, 3], [2, 2]]}, "the area is empty"),
    ({"points": [[1, 1], [90, 1]], "kind": "line"}, "the point is off the table of 48 × 36 inches"),
    (
        {"points": [[1, 1], [2, "1.234"]], "kind": "line"},
        "expected inches such as 6 or \"6.5\", found '1.234'",
    ),
    (
        {"points": [[1, 1], [2, 2]], "kind": "line", "flags": ["wet"]},
        "expected difficult, cover, obstacle, blocks_los or impassable, found 'wet'",
    ),
    ({"points": [[1, 1], [2]], "kind": "line"}, "expected 2 items, found 1"),
    ({"points": [[1, 1]], "kind": "line"}, "expected a list of at least 2, found a list"),
]


@pytest.mark.parametrize(("piece", "message"), BAD_MAPS)
def test_A40_bad_maps(piece: dict[str, Any], message: str) -> None:
    _, problems = RULESET.setup({}, {"map": [{"id": "own", "piece": [{"name": "p", **piece}]}]})
    assert [p.message for p in problems] == [message]
    assert problems[0].path.startswith("map[0].piece[0]")


def test_A40_own_maps_replace_the_default() -> None:
    own = {"id": "own", "name": "Own ground", "piece": []}
    setup, _ = RULESET.setup({}, {"map": [own]})
    assert setup.map == "Own ground"
    setup, _ = RULESET.setup({"terrain": "two_woods"}, {"map": [own]})
    assert setup.map == "Two woods and a wall"
    assert RULESET.setup({}, {"map": [{**own, "id": "fens"}]})[1]
    assert RULESET.setup({}, {"roster": []})[1]


def test_every_option_has_a_ruling() -> None:
    page = RULESET.pages["rules"]
    for name in Options.__struct_fields__:
        assert f"`{name}`" in page, name
