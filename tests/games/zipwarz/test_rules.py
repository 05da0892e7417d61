"""One test for every numbered rule of RULES.md, with hand-made dice."""

import pytest

from pbem.games.zipwarz import catalogue
from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.rules.attack import threshold
from pbem.games.zipwarz.rules.zones import NEXT, ZONES, cell, distance
from pbem.ruleset import Decide, Roll
from tests.games.zipwarz.kit import (
    ORDER,
    RULES,
    able,
    attack,
    end,
    hold,
    messages,
    move,
    open_game,
    position,
    run,
    setup,
    unit,
)

GUARD = "lantern_guard"


def army_faults(rows: list[dict[str, object]], **options: object) -> list[str]:
    _, problems = RULES.army(setup(**options), {"faction": GUARD, "unit": rows})
    return messages(problems)


def test_r01_an_army_is_a_list_of_units() -> None:
    state = open_game()
    assert [u.id for u in state.units[0]] == ["A1", "A2", "A3", "A4", "A5"]
    assert [u.id for u in state.units[1]] == ["B1", "B2", "B3", "B4", "B5", "B6"]
    riders = state.profile("A5")
    assert (riders.level, riders.models) == (3, 2)
    assert [a.id for a in (*riders.always, *riders.limited)] == ["swift", "surge"]
    assert state.profile("B1").always == state.profile("B1").limited == ()  # militia have none


@pytest.mark.parametrize(
    ("size", "most"), [("skirmish", 250), ("small", 500), ("medium", 1000), ("large", 2000)]
)
def test_r02_the_size_of_the_game_limits_the_points(size: str, most: int) -> None:
    militia = {"line": "lantern_militia", "models": 15, "count": most // 75}
    assert army_faults([militia], size=size) == []
    over = army_faults([{**militia, "count": most // 75 + 1}], size=size)
    points = 75 * (most // 75 + 1)
    assert over == [f"unit: {points} points are more than the {most} of a {size} game"]


def test_r03_units_are_bought_at_listed_numbers_of_models() -> None:
    assert army_faults([{"line": "pike_wardens", "models": 10}]) == []
    assert army_faults([{"line": "pike_wardens", "models": 7}]) == [
        "unit[0].models: pike wardens come in units of 5 or 10 models, found 7"
    ]


def test_r04_one_roster_and_equality_is_allowed() -> None:
    assert army_faults([{"line": "lantern_militia", "models": 10, "count": 5}]) == []  # 250 of 250
    assert army_faults([{"line": "shellbacks", "models": 5}]) == [
        "unit[0].line: 'shellbacks' is not on the roster of Lantern Guard"
    ]


def test_r05_zones_are_numbered_row_by_row() -> None:
    assert tuple(range(1, 25)) == ZONES
    assert [cell(z) for z in (1, 4, 5, 14, 24)] == [(0, 0), (3, 0), (0, 1), (1, 3), (3, 5)]


def test_r06_zones_are_next_to_each_other_when_they_share_an_edge() -> None:
    assert NEXT[5] == (1, 6, 9)
    assert NEXT[4] == (3, 8)
    assert NEXT[14] == (10, 13, 15, 18)
    assert 4 not in NEXT[5]
    assert distance(4, 5) == 4
    assert all((b in NEXT[a]) == (distance(a, b) == 1) for a in ZONES for b in ZONES)


def test_r07_a_scenario_fixes_prizes_places_points_and_the_end() -> None:
    scenario = setup().scenario
    assert scenario.prizes == (6, 11, 14, 19)
    assert (scenario.vp_prize_majority, scenario.vp_most_kills, scenario.rounds) == (2, 5, 4)


def test_r08_a_unit_stands_in_one_zone_with_all_its_models() -> None:
    state = position([unit(1, 10, 1)], [unit(at=24)])
    state, _ = run(state, [move("A1", 2)])
    assert state.unit("A1").at == 2
    assert state.profile("A1").models == 10


def test_r09_more_of_4_5_and_6_is_the_aggressor() -> None:
    state = open_game()
    want = RULES.want(state)
    assert isinstance(want, Roll)
    assert (want.count, want.faces, want.side, want.kind, want.need) == (5, 6, "a", "roles", 4)
    state, told = run(state, dice=[(4, 5, 6, 1, 1), (4, 4, 4, 4, 2)])
    assert state.aggressor == "b"
    assert told[-1] == e.RolesSet(aggressor="b")


def test_r10_prizes_lie_where_they_lie() -> None:
    board = RULES.board(open_game(), None, {})
    assert [p.id for p in board.places if "special" in p.roles] == ["6", "11", "14", "19"]
    state = position([unit(at=6)], [unit(at=24)])
    state, _ = run(state, [hold("A1"), end])
    state, _ = run(state, [hold("B1"), end])
    assert [p.id for p in RULES.board(state, None, {}).places if "special" in p.roles] == [
        "6",
        "11",
        "14",
        "19",
    ]


def deploy(state, zones):
    return tuple(
        ORDER(unit=u.id, zone=z) for u, z in zip(state.units["ab".index(state.side)], zones, strict=True)
    )


def test_r11_the_aggressor_deploys_in_his_corners() -> None:
    state, _ = run(open_game(), dice=[(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)])
    assert RULES.want(state) == Decide("a", "deploy")
    assert RULES.check(state, "a", deploy(state, (1, 5, 17, 21, 1)), {}) == ()
    assert messages(RULES.check(state, "a", deploy(state, (1, 5, 17, 21, 4)), {})) == [
        "[4].zone: Blue may not deploy in 4 (zones: 1, 5, 17, 21)"
    ]
    assert messages(RULES.check(state, "a", deploy(state, (1, 5, 17, 21, 1))[:3], {})) == [
        ": A4 A5 are not deployed"
    ]


def test_r12_the_defender_deploys_in_his_corners() -> None:
    state, _ = run(open_game(), dice=[(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)])
    state = RULES.apply(state, deploy(state, (1, 5, 17, 21, 1))).state
    assert RULES.want(state) == Decide("b", "deploy")
    assert RULES.check(state, "b", deploy(state, (4, 8, 20, 24, 4, 4)), {}) == ()
    assert messages(RULES.check(state, "b", deploy(state, (4, 8, 20, 24, 4, 1)), {})) == [
        "[5].zone: Red may not deploy in 1 (zones: 4, 8, 20, 24)"
    ]
    state = RULES.apply(state, deploy(state, (4, 8, 20, 24, 4, 4))).state
    assert [u.at for u in state.units[1]] == [4, 8, 20, 24, 4, 4]
    assert (state.round, state.side) == (1, "a")  # five units against six


def last_of_round(a, b, **more):
    """A position in which Blue holds once and the round is over."""
    for rows in (a, b):
        for i, (fixed, moving) in enumerate(rows):
            rows[i] = (fixed, {**moving, "acted": not (rows is a and i == 0)})
    return position(a, b, **more)


def test_r13_prizes_go_to_the_side_with_more_units_there() -> None:
    state = last_of_round(
        [unit(at=6), unit(at=6), unit(at=11), unit(at=9)], [unit(at=6), unit(at=11), unit(at=14)]
    )
    state, told = run(state, [hold("A1"), end])
    assert state.scored == ((2, 2),)
    assert e.PrizeScored(side="a", zones=(6,), points=2) in told
    assert e.PrizeScored(side="b", zones=(14,), points=2) in told


def test_r14_most_units_taken_out_are_worth_5() -> None:
    for kills, points in (((2, 1), (5, 0)), ((0, 1), (0, 5)), ((1, 1), (0, 0)), ((0, 0), (0, 0))):
        state = last_of_round([unit(at=1)], [unit(at=24)], kills=kills)
        state, _ = run(state, [hold("A1"), end])
        assert state.scored == (points,)
        assert state.kills == (0, 0)


def test_r15_the_game_is_over_after_the_fourth_round_has_been_scored() -> None:
    rounds = ((0, 0), (0, 2), (0, 0))
    state = last_of_round([unit(at=6), unit(at=14)], [unit(at=24)], round=4, scored=rounds)
    state, told = run(state, [hold("A1"), end])
    assert state.scored[-1] == (4, 0)  # the points of round 4 count
    assert RULES.want(state) is None
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.score, outcome.reason) == ("a", (4, 2), "4 to 2 Victory Points")
    assert isinstance(told[-1], e.GameOver)
    earlier = last_of_round([unit(at=6)], [unit(at=24)], round=3)
    assert RULES.outcome(run(earlier, [hold("A1"), end])[0]) is None


def test_r16_even_points_the_higher_sum_of_levels_wins() -> None:
    state = last_of_round([unit(2, 3, 1)], [unit(1, 7, 24)], round=4)
    outcome = RULES.outcome(run(state, [hold("A1"), end])[0])
    assert outcome is not None
    assert outcome.winner == "b"
    assert outcome.reason == "even at 0 Victory Points; Levels on the field 7 to 6"


@pytest.mark.parametrize("aggressor", ["a", "b"])
def test_r17_even_levels_the_defender_wins(aggressor: str) -> None:
    state = last_of_round([unit(2, 3, 1)], [unit(1, 6, 24)], round=4, aggressor=aggressor)
    outcome = RULES.outcome(run(state, [hold("A1"), end])[0])
    assert outcome is not None
    assert outcome.winner != aggressor
    assert outcome.reason == "even at 0 Victory Points and 6 Levels on the field, so the Defender wins"


def test_r18_initiative_then_activations_then_score() -> None:
    state = position([unit(at=6)], [unit(at=24)])
    state, first = run(state, [hold("A1"), end])
    assert [type(x) for x in first] == [e.Held]
    state, told = run(state, [hold("B1"), end])
    assert [type(x) for x in told] == [e.Held, e.PrizeScored, e.RoundScored, e.RoundBegan]
    assert state.round == 2


@pytest.mark.parametrize(
    ("mine", "theirs", "aggressor", "first"),
    [(1, 2, "b", "a"), (2, 1, "a", "b"), (2, 2, "a", "a"), (2, 2, "b", "b")],
)
def test_r19_fewest_units_begin_and_the_aggressor_when_even(
    mine: int, theirs: int, aggressor: str, first: str
) -> None:
    state = last_of_round(
        [unit(at=1) for _ in range(mine)], [unit(at=24) for _ in range(theirs)], aggressor=aggressor
    )
    state, _ = run(state, [hold("A1"), end])
    assert (state.round, state.first, state.side) == (2, first, first)


def test_r20_one_to_three_units_in_turns() -> None:
    state = position([unit(at=1) for _ in range(4)], [unit(at=24) for _ in range(4)])
    after, _ = run(state, [hold("A1"), end])
    assert (after.side, after.term) == ("b", 2)
    after, _ = run(state, [hold("A1"), hold("A2"), hold("A3")])
    assert (after.side, after.term) == ("b", 2)  # at three the turn ends by itself
    assert (
        "3 units have been activated in this turn"
        in messages(RULES.faults(run(state, [move("A1", 2), move("A2", 2), move("A3", 2)])[0], hold("A4")))[0]
    )


def test_r21_a_unit_finishes_before_the_next_begins() -> None:
    state = position([unit(at=1), unit(at=1)], [unit(at=24)])
    state, _ = run(state, [move("A1", 2), move("A2", 2)])
    assert messages(RULES.faults(state, move("A1", 3))) == ["unit: A1 has already acted this round"]
    assert RULES.faults(state, move("A2", 3)) == ()


def test_r22_each_unit_is_activated_once_a_round() -> None:
    state = position([unit(at=1), unit(at=1)], [unit(at=24)])
    state, _ = run(state, [hold("A1"), end])
    state, _ = run(state, [hold("B1"), end])
    assert state.side == "a"
    assert messages(RULES.faults(state, move("A1", 2))) == ["unit: A1 has already acted this round"]
    state, _ = run(state, [hold("A2")])
    assert state.round == 2
    assert not any(u.acted for row in state.units for u in row)


def test_r23_the_other_side_may_activate_all_that_is_left() -> None:
    state = position([unit(at=1) for _ in range(6)], [unit(at=24, acted=True)], lone=True)
    state, _ = run(state, [hold(f"A{n}") for n in range(1, 6)])
    assert (state.round, state.begun) == (1, 5)
    state, _ = run(state, [hold("A6")])
    assert state.round == 2


def test_r24_abilities_add_and_change_actions() -> None:
    surge = able("surge", ("extra_action", 1), limit="round")
    state = position([unit(1, 5, 1, surge, able("swift", ("move", 2)))], [unit(at=24)])
    orders = [move("A1", 2, 3), move("A1", 2, 1), ORDER(unit="A1", move=(5,), use=("surge",))]
    assert RULES.check(state, "a", (*orders, end), {}) == ()
    state, _ = run(state, orders)
    assert state.unit("A1").at == 5


def test_r25_marks_are_taken_off_when_the_round_ends() -> None:
    state = position([unit(at=1), unit(at=1)], [unit(at=24)])
    state, _ = run(state, [hold("A1")])
    assert [u.acted for u in state.units[0]] == [True, False]
    state, _ = run(state, [end])
    state, _ = run(state, [hold("B1")])
    state, _ = run(state, [hold("A2")])
    assert [u.acted for row in state.units for u in row] == [False, False, False]


def test_r26_player_1_records_his_points_first() -> None:
    for first in ("a", "b"):
        state = last_of_round([unit(at=6)], [unit(at=14)], first=first)
        _, told = run(state, [hold("A1"), end])
        assert [x.side for x in told if isinstance(x, e.PrizeScored)] == [first, "ba"["ab".index(first)]]


def test_r27_two_actions_same_or_different_in_any_order() -> None:
    state = position([unit(1, 1, 1)], [unit(9, 9, 2)])
    dice = [(1,)]
    for orders in (
        [move("A1", 2), attack("A1", "B1")],
        [move("A1", 5), move("A1", 9)],
    ):
        assert RULES.check(state, "a", (*orders, end), {}) == ()
        after, _ = run(state, orders, dice if orders[1].attack else [])
        assert messages(RULES.faults(after, orders[1])) != []
    near = position([unit(1, 1, 2)], [unit(9, 9, 2)])
    after, _ = run(near, [attack("A1", "B1"), attack("A1", "B1")], [(1,), (1,)])
    assert after.side == "b"
    after, _ = run(near, [attack("A1", "B1"), move("A1", 3)], [(1,)])
    assert after.unit("A1").at == 3
    third = RULES.check(near, "a", (move("A1", 3), move("A1", 2), attack("A1", "B1"), end), {})
    assert messages(third) == ["[2]: A1 has no action left"]


def test_r28_a_move_goes_one_zone_orthogonally() -> None:
    state = position([unit(at=6)], [unit(at=24)])
    assert [z for z in ZONES if RULES.faults(state, move("A1", z)) == ()] == [2, 5, 7, 10]
    assert "next to 6: 2, 5, 7, 10" in messages(RULES.faults(state, move("A1", 1)))[0]


def test_r29_more_zones_by_ability_and_enemies_stop() -> None:
    state = position([unit(1, 5, 2, able("gallop", ("move", 3)))], [unit(at=3), unit(at=7)])
    assert RULES.faults(state, move("A1", 1, 5, 9)) == ()
    assert RULES.faults(state, move("A1", 3)) == ()
    assert messages(RULES.faults(state, move("A1", 3, 4))) == ["move: A1 stops in 3: B1 holds it"]
    assert messages(RULES.faults(state, move("A1", 1, 5, 9, 13))) == [
        "move: A1 moves three zones at most, the path names 4"
    ]


def test_r30_targets_are_in_the_same_zone_or_in_range() -> None:
    state = position(
        [unit(1, 5, 6), unit(1, 5, 6, able("slings", ("range", 1)))], [unit(at=6), unit(at=7), unit(at=8)]
    )
    legal = [
        (u, t) for u in ("A1", "A2") for t in ("B1", "B2", "B3") if RULES.faults(state, attack(u, t)) == ()
    ]
    assert legal == [("A1", "B1"), ("A2", "B1"), ("A2", "B2")]
    assert messages(RULES.faults(state, attack("A2", "B3"))) == [
        "attack: B3 is in 8, 2 zones from 6; A2 reaches 1 away"
    ]


def test_r31_dice_are_models_times_level_and_what_abilities_add() -> None:
    claws, lance = able("claws", ("dice", 3)), able("lance", ("dice", 4), limit="round")
    state = position([unit(5, 2, 6), unit(5, 2, 6, claws, lance)], [unit(at=6)])
    for order, dice in (
        (attack("A1", "B1"), 10),
        (attack("A2", "B1"), 13),
        (attack("A2", "B1", "lance"), 17),
    ):
        want = RULES.want(run(state, [order])[0])
        assert isinstance(want, Roll)
        assert (want.count, want.faces, want.side, want.kind) == (dice, 6, "a", "attack")


def test_r32_the_threshold_compares_levels() -> None:
    for a in range(1, 13):
        for t in range(1, 13):
            assert threshold(a, t) == (4 if a >= 2 * t else 6 if t >= 2 * a else 5)
    _, told = run(position([unit(2, 2, 6)], [unit(1, 9, 6)]), [attack("A1", "B1")], [(3, 4, 5, 6)])
    rolled = told[-1]
    assert isinstance(rolled, e.AttackRolled)
    assert (rolled.need, rolled.hits) == (4, 3)


def test_r33_hits_that_nothing_stops_are_wounds() -> None:
    state, _ = run(position([unit(1, 4, 6)], [unit(1, 9, 6, wounds=1)]), [attack("A1", "B1")], [(5, 6, 4, 1)])
    assert state.unit("B1").wounds == 3


def test_r34_as_many_wounds_as_health_remove_at_once() -> None:
    state, told = run(
        position([unit(1, 3, 6)], [unit(2, 2, 6, wounds=1), unit(at=24)]), [attack("A1", "B1")], [(6, 6, 6)]
    )
    assert state.unit("B1").gone
    assert state.unit("B1").at == 0
    assert e.Removed(unit="B1", by="A1") in told
    assert state.kills == (1, 0)
    nearly, _ = run(position([unit(1, 3, 6)], [unit(2, 2, 6, wounds=0)]), [attack("A1", "B1")], [(6, 6, 6)])
    assert nearly.unit("B1").wounds == 3


def test_r35_a_wounded_unit_fights_at_full_strength() -> None:
    state, _ = run(position([unit(2, 5, 6, wounds=9)], [unit(at=6)]), [attack("A1", "B1")])
    want = RULES.want(state)
    assert isinstance(want, Roll)
    assert want.count == 10


def test_r36_once_a_round_comes_back_in_the_next_round() -> None:
    lance = able("lance", ("dice", 4), limit="round")
    oath = able("oath", ("dice", 4), limit="game")
    state = position([unit(1, 1, 6, lance, oath)], [unit(9, 9, 6)])
    state, _ = run(state, [attack("A1", "B1", "lance", "oath")], [(1, 1, 1, 1, 1, 1, 1, 1, 1)])
    assert messages(RULES.faults(state, attack("A1", "B1", "lance"))) == [
        "use: lance was already used this round"
    ]
    assert messages(RULES.faults(state, attack("A1", "B1", "oath"))) == [
        "use: oath was already used in this match"
    ]
    state, _ = run(state, [end])
    state, _ = run(state, [hold("B1")])
    assert state.round == 2
    assert state.unit("A1").used == ("oath",)
    assert RULES.faults(state, attack("A1", "B1", "lance")) == ()
    assert RULES.faults(state, attack("A1", "B1", "oath")) != ()


def test_r37_a_level_for_hitting_changes_the_threshold_only() -> None:
    aim = able("aim", ("level_attack", 1), limit="round")
    state = position([unit(3, 2, 6, aim)], [unit(2, 9, 6)])
    plain, _ = run(state, [attack("A1", "B1")])
    aimed, _ = run(state, [attack("A1", "B1", "aim")])
    assert plain.attack is not None
    assert aimed.attack is not None
    assert (plain.attack.dice, plain.attack.need) == (6, 5)
    assert (aimed.attack.dice, aimed.attack.need, aimed.attack.a) == (6, 4, 4)
    assert aimed.profile("A1").health == 6


def test_every_rule_and_ruling_stands_on_the_page_under_its_number() -> None:
    page = RULES.pages["rules"]
    for number in [f"R{n}" for n in range(1, 39)] + [f"A{n}" for n in range(1, 30)]:
        assert page.count(f"\n- **{number}** ") == 1, number
    assert page.startswith(RULES.credit + "\n")
    assert "Creative Commons Attribution 4.0" in RULES.credit
    for option in RULES.options_type.__struct_fields__:
        if option not in ("scenario", "army"):
            assert f"`{option}`" in page, option
    assert catalogue.text("data/credit.txt").strip() == RULES.credit
