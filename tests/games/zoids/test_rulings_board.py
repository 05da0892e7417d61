"""The rulings A1 to A15 of RULES.md: phases, distances, lines, set-up; every option is tried."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.games.zoids import events as e
from pbem.games.zoids.orders import Order
from pbem.games.zoids.state import Options
from pbem.ruleset import Decide
from tests.games.zoids.kit import RULES, Table, game, position, setup, zoid

FAR = zoid("gatordus", "h8")


def test_every_option_is_tested_here() -> None:
    text = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rulings_*.py"))
    for field in msgspec.structs.fields(Options):
        assert f"{field.name}=" in text or f'"{field.name}"' in text, field.name


def test_a1_one_card_a_phase() -> None:
    table = position([zoid("mammoth", "b1"), zoid("mammoth", "d1")], [FAR], hand=["slow_advance"] * 2)
    table.decide(table.move("slow_advance", "A1", "a1"))
    wrong = ["A1 has moved, and one card may be played in the maneuver phase"]
    assert table.faults(table.move("slow_advance", "A2", "e1")) == wrong


def test_a1_a_special_ability_is_the_card_of_its_phase() -> None:
    hand = ["special_ability", "lasers"]
    table = position([zoid("dark_horn", "a1"), zoid("mammoth", "b1")], [zoid("gojulas", "d1")], hand=hand)
    table.decide(table.fire("special_ability", "A1", "B1"))
    assert table.faults(table.fire("lasers", "A2", "B1")) == [
        "A1 has fired, and one card may be played in the fire phase"
    ]


def test_a1_any_number_of_cards() -> None:
    hand = ["slow_advance"] * 3
    blue = [zoid("mammoth", "b1"), zoid("mammoth", "d1")]
    table = position(blue, [FAR], hand=hand, cards_per_phase=0)
    table.decide(table.move("slow_advance", "A1", "a1"), Order(play=1, zoid="A2", to="e1"))
    assert table.faults(table.move("slow_advance", "A1", "b1")) == ["A1 has moved in this phase"]
    table = position(blue, [FAR], hand=hand, cards_per_phase=0, once_per_zoid_per_phase=False)
    table.decide(table.move("slow_advance", "A1", "a1"), Order(play=1, zoid="A1", to="b1"))
    assert table.state.zoid("A1").at == "b1"


def test_a2_exact_or_up_to() -> None:
    table = position([zoid("zaber_fang", "a1")], [FAR], hand=["cruising_speed"], exact_move=False)
    assert table.ends("cruising_speed", "A1") == ["a2", "a3", "a4", "b1", "b2", "c1", "c3", "d1", "d4"]
    foes = [zoid("gatordus", square) for square in ("b2", "b3", "b5", "c3", "b6")]
    table = position([zoid("iron_kong", "b1")], foes, hand=["missiles"], exact_range=False, obstacles=())
    assert table.targets("missiles", "A1") == ["B1", "B2"]
    table = position([zoid("iron_kong", "b1")], foes, hand=["slam_attack"], exact_range=False)
    assert table.targets("slam_attack", "A1", "fight") == ["B1"]


def test_a3_straight_lines_or_paths() -> None:
    line = position([zoid("dark_horn", "d2")], [FAR], hand=["cruising_speed"])
    path = position([zoid("dark_horn", "d2")], [FAR], hand=["cruising_speed"], move_geometry="path")
    assert line.ends("cruising_speed", "A1") == ["a2", "g2"]
    ends = path.ends("cruising_speed", "A1")
    assert "d5" in ends  # by e3 and d4, round the obstacle on d3
    assert "e2" in ends  # round about
    assert "c5" not in ends  # an obstacle
    assert "d2" not in ends
    shut = [zoid("gatordus", square) for square in ("a2", "b2", "b1")]
    corner = position([zoid("mammoth", "a1")], shut, hand=["steady_advance"], move_geometry="path")
    assert corner.faults(corner.move("steady_advance", "A1", "a3")) == [
        "no way of exactly 2 squares leads from a1 to a3"
    ]
    less = position(
        [zoid("mammoth", "h1")], [FAR], hand=["steady_advance"], move_geometry="path", exact_move=False
    )
    assert less.ends("steady_advance", "A1") == ["f1", "f2", "f3", "g1", "g2", "g3", "h2", "h3"]


def test_a3_a_path_goes_round_what_a_line_does_not() -> None:
    table = position(
        [zoid("dark_horn", "d2")], [zoid("mammoth", "e2")], hand=["steady_advance"], move_geometry="path"
    )
    assert "d4" in table.ends("steady_advance", "A1")  # by c3 or e3, not through d3


def test_a4_no_knights_leaps() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("mammoth", "c3")], hand=["lasers"])
    assert table.faults(table.fire("lasers", "A1", "B1")) == [
        "B1 on c3 is not in a straight line from b1 (the range is exactly 2)"
    ]


@pytest.mark.parametrize("shooter", ["mammoth", "war_shark"])
def test_a5_zoids_in_the_way(shooter: str) -> None:
    blue, red = [zoid(shooter, "a1"), zoid("mammoth", "a2")], [zoid("gojulas", "a3")]
    assert position(blue, red, hand=["lasers"]).targets("lasers", "A1") == ["B1"]
    table = position(blue, red, hand=["lasers"], units_block_fire=True)
    assert table.faults(table.fire("lasers", "A1", "B1")) == ["A2 on a2 is in the way"]


def test_a6_obstacles_and_fire() -> None:
    on_it = position([zoid("mammoth", "d1")], [zoid("war_shark", "d3")], hand=["lasers"])
    assert on_it.targets("lasers", "A1") == ["B1"]  # not through, onto
    at_flyer = position([zoid("mammoth", "d2")], [zoid("war_shark", "d4")], hand=["lasers"])
    assert at_flyer.targets("lasers", "A1") == []
    over = position(
        [zoid("war_shark", "d2")], [zoid("mammoth", "d4")], hand=["lasers"], flyers_fire_over=False
    )
    assert over.faults(over.fire("lasers", "A1", "B1")) == [
        "the obstacle on d3 is in the way, and A1 fires over none in this match"
    ]


def test_a7_between_two_obstacles() -> None:
    gap = ("c3", "b4")
    table = position(
        [zoid("mammoth", "b3")], [zoid("mammoth", "d5")], hand=["lasers", "slow_advance"], obstacles=gap
    )
    assert table.targets("lasers", "A1") == ["B1"]
    assert "c4" in table.ends("slow_advance", "A1")


def test_a8_flyers_and_flyers() -> None:
    team = [zoid("storm_sworder", "a1"), zoid("pteromander", "c1")]
    table = position(team, [FAR], hand=["soar"])
    assert table.faults(table.move("soar", "A1", "f1")) == ["A2 on c1 is a flyer too"]
    table = position(team, [FAR], hand=["soar"], flyers_pass_flyers=True)
    assert "f1" in table.ends("soar", "A1")


def test_a9_flyers_on_obstacles() -> None:
    table = position([zoid("war_shark", "d2")], [FAR], hand=["slow_advance", "steady_advance"])
    table.decide(table.move("slow_advance", "A1", "d3"))
    assert table.state.zoid("A1").at == "d3"
    bare = position([zoid("war_shark", "d2")], [FAR], hand=["slow_advance"], flyer_land_on_obstacle=False)
    wrong = ["d3 is an obstacle: nobody may land there"]
    assert bare.faults(bare.move("slow_advance", "A1", "d3")) == wrong


def test_a10_who_begins() -> None:
    table = game()
    assert (table.want.faces, table.want.side) == (6, "a")
    table.roll(3, 3)
    assert table.told(e.FirstTied) == [e.FirstTied(face=3)]
    table.roll(2, 5)
    assert table.state.side == "b"
    assert table.want == Decide("b", "orders", 1)
    assert game(first="p1").want == Decide("a", "orders", 1)
    assert game(first="p2").want == Decide("b", "orders", 1)


def test_a11_starting_hands() -> None:
    table = game(first="p2", starting_hand=3)
    assert [len(hand) for hand in table.state.hands] == [3, 6]
    assert table.state.hands[1] == (0, 1, 2, 6, 7, 8)
    assert game(first="p2").state.hands == ((), (0, 1, 2))


def test_a12_sealed_alternate_and_one_after_the_other() -> None:
    assert RULES.sealed_army(setup())
    blue = {"zoid": [{"type": "mammoth"}]}
    red = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}, {"type": "war_shark"}]}
    table = game(blue, red, setup="alternate", first="p2")
    assert table.want == Decide("a", "deploy")
    two = (Order(zoid="A1", to="a1"), Order(zoid="A1", to="b1"))
    assert "expected one Zoid, found 2 (the sides take turns)" in table.faults(*two)
    table.decide(Order(zoid="A1", to="a1"))
    table.decide(Order(zoid="B3", to="a8"))
    assert table.want == Decide("b", "deploy")  # Blue is done
    assert table.faults(Order(zoid="B1", to="a8")) == ["B3 stands on a8"]
    table.decide(Order(zoid="B1", to="b8")).decide(Order(zoid="B2", to="c8"))
    assert table.want == Decide("b", "orders", 1)

    table = game(blue, red, setup="p1_then_p2", first="p1")
    assert table.faults(Order(zoid="A1", to="a3")) == ["Blue places Zoids on ranks 1 and 2, found a3"]
    table.decide(Order(zoid="A1", to="a1"))
    assert table.faults(Order(zoid="B1", to="h8")) == ["B2 B3 are not placed"]
    table.decide(*(Order(zoid=f"B{n}", to=f"{file}7") for n, file in ((1, "a"), (2, "b"), (3, "c"))))
    assert table.want == Decide("a", "orders", 1)


def test_a12_squares_are_seen_from_the_owners_side() -> None:
    low = {"zoid": [{"type": "mammoth", "at": "b1"}]}
    high = {"zoid": [{"type": "mammoth", "at": "g8"}]}
    assert RULES.army(setup(), low) == RULES.army(setup(), high)
    table = game(low, high)
    assert (table.state.zoid("A1").at, table.state.zoid("B1").at) == ("b1", "g8")
    both = {"zoid": [{"type": "mammoth", "at": "b1"}, {"type": "mammoth", "at": "b8"}]}
    _, problems = RULES.army(setup(), both)
    assert [p.message for p in problems] == ["b1 and b8 are on different sides of the board"]
    _, problems = RULES.army(setup(setup="alternate"), low)
    assert problems[0].path == "zoid[0].at"


def test_a13_elites() -> None:
    def attacked(**elite: bool) -> Table:
        table = position(
            [zoid("mammoth", "b1")], [zoid("gatordus", "b3", **elite)], hand=["lasers"], other=["elite_pilot"]
        )
        return table.decide(table.fire("lasers", "A1", "B1"))

    assert attacked(ep=True).usable() == ["elite_pilot"]
    assert attacked(ez=True).usable() == []
    fighter = position([zoid("gun_blaster", "b1", ez=True)], [zoid("mammoth", "b2")], hand=["elite_zoid"])
    assert fighter.targets("elite_zoid", "A1", "fight") == ["B1"]
    other = position([zoid("blade_liger", "b1", ep=True)], [zoid("mammoth", "b2")], hand=["elite_zoid"])
    wrong = ["elite zoid is for an elite Zoid, which A1 is not"]
    assert other.faults(other.fight("elite_zoid", "A1", "B1")) == wrong


def test_a14_copies() -> None:
    twins = {"zoid": [{"type": "mammoth", "at": "a1"}, {"type": "Mammoth", "at": "b1"}]}
    army, problems = RULES.army(setup(), twins)
    assert problems == ()
    assert [recruit.type for recruit in army.zoid] == ["mammoth", "mammoth"]
    _, problems = RULES.army(setup(unique_zoids=True), twins)
    assert [p.message for p in problems] == ["2 of Mammoth: each kind may be there once in this match"]
    _, problems = RULES.army(setup(), {"zoid": []})
    assert [p.message for p in problems] == ["a team has at least one Zoid"]


def test_a15_obstacles() -> None:
    assert setup().obstacles == ("b4", "c5", "d3", "e6", "f4", "g5")
    assert setup(obstacles=["a3", "h6"]).obstacles == ("a3", "h6")
    assert setup(obstacles=[]).obstacles == ()
    table = game(obstacles="random:4", first="p1")
    assert (table.want.faces, table.want.count, table.want.kind) == (16, 1, "obstacles")
    table.roll(1)
    assert table.want.faces == 15
    table.roll(1)
    assert table.state.obstacles == ("a3", "h6", "b3", "g6")
    assert table.want == Decide("a", "orders", 1)


@pytest.mark.parametrize(
    ("obstacles", "path"),
    [
        ("random:5", "obstacles"),
        ("random:0", "obstacles"),
        ("random:26", "obstacles"),
        ("some", "obstacles"),
        (["a2"], "obstacles[0]"),
        (["a3", "a3"], "obstacles[1]"),
        (["z9"], "obstacles[0]"),
        (7, "obstacles"),
    ],
)
def test_a15_what_is_no_set_of_obstacles(obstacles: Any, path: str) -> None:
    made, problems = RULES.setup({"obstacles": obstacles}, {})
    assert made is None
    assert [p.path for p in problems] == [path]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ([], ["expected a table, found a list"]),
        ({}, ["zoid: zoid is missing"]),
        ({"zoid": 3}, ["zoid: expected a list, found 3"]),
        ({"zoids": []}, ["zoids: unknown key 'zoids' (did you mean zoid?)", "zoid: zoid is missing"]),
        ({"zoid": [{"at": "a1"}]}, ["zoid[0].type: type is missing"]),
        (
            {"zoid": [{"type": "mamoth", "at": "a1"}, {"type": "mammoth", "at": "a9"}]},
            [
                "zoid[0].type: 'mamoth' is not a Zoid (did you mean mammoth?)",
                "zoid[1].at: expected a square of one's own two back rows, found 'a9' (ranks 1 and 2)",
            ],
        ),
        (
            {"zoid": [{"type": "mammoth", "at": "a1", "elite_pilot": 3, "name": "x" * 41}]},
            [
                "zoid[0].elite_pilot: expected true or false, found 3",
                f"zoid[0].name: expected a text of at most 40 characters, found '{'x' * 37}...'",
            ],
        ),
    ],
)
def test_what_is_no_team(data: Any, wanted: list[str]) -> None:
    army, problems = RULES.army(setup(), data)
    assert army is None
    assert [str(problem) for problem in problems] == wanted


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"hand_limit": 0}, "hand_limit: expected a whole number of 1 or more, found 0"),
        ({"first": "me"}, "first: expected roll, p1 or p2, found 'me'"),
        (
            {"shield_scope": "selv"},
            "shield_scope: expected self or adjacent, found 'selv' (did you mean self?)",
        ),
        ({"exact_moves": True}, "exact_moves: unknown key 'exact_moves' (did you mean exact_move?)"),
        ({"exact_move": 1}, "exact_move: expected true or false, found 1"),
        ({"cards_per_phase": 2}, "cards_per_phase: expected 0 or 1, found 2"),
    ],
)
def test_what_is_no_option(options: dict[str, Any], wanted: str) -> None:
    made, problems = RULES.setup(options, {})
    assert made is None
    assert [str(problem) for problem in problems] == [wanted]


def test_names_of_ones_own() -> None:
    data = {"zoid": [{"type": "mammoth", "at": "a1", "name": "Old Tusk"}]}
    army, _ = RULES.army(setup(), data)
    assert RULES.army_words(setup(), army)[0].startswith("1. Old Tusk (Mammoth) on a1 (h8 for Red): Speed 2,")
    table = game(data, data, first="p1")
    assert table.understand({"move": {"zoid": "tusk", "play": 0, "to": "a2"}}).orders[0].zoid == "A1"


def test_wrong_deployments() -> None:
    blue = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}]}
    table = game(blue, blue, setup="p1_then_p2", first="p1")
    assert table.faults(Order(zoid="A1", to="a1"), Order(zoid="A1", to="b1")) == [
        "A1 is already on a1",
        "A2 is not placed",
    ]
    assert table.faults(Order(zoid="A1", to="a1"), Order(zoid="A2", to="a1")) == ["A1 stands on a1"]
    assert table.faults(Order(zoid="B1", to="a1"), Order(zoid="A2", to="b1"))[0] == (
        "B1 is not a Zoid of Blue (Blue has A1 A2)"
    )
    assert table.faults(Order(zoid="A1", to="a1", play=1), Order(zoid="A2", to="b1")) == [
        "a deployment order names a Zoid and a square and nothing else"
    ]
    assert table.faults(Order(zoid="A1", to="a1"))[0] == "A2 is not placed"
