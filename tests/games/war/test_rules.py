"""The rules R1 to R35, each by itself."""

import re

import pytest

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.rules.recruiting import profiles
from tests.games.war.kit import WOOD, YES, U, act, ahead, charge, fault, go, position, rest, shoot, terms

FAR = U("levy", 4, 2, 34, facing=180)


def test_R1_a_unit_moves_shoots_charges_or_rests() -> None:
    state = position([U("warrior javelins", 8, 24, 10, files=4)], [U("warrior", 8, 24, 15, files=4)])
    for order in (ahead(state, "A1", 1), shoot("A1", "B1"), charge("A1", "B1"), rest("A1")):
        assert fault(state, order) == ""
    assert fault(state, Order(unit="A1")) == "expected one of move, shoot, charge and rest, found none"
    both = Order(unit="A1", shoot="B1", charge="B1")
    assert fault(state, both) == "expected one of move, shoot, charge and rest, found shoot and charge"
    strange = Order(unit="A1", shoot="B1", files=3)
    assert fault(state, strange) == "files does not go with shoot"


def test_R2_later_activations_bring_fatigue_to_that_unit_alone() -> None:
    state = position([U("warrior", 8, 10, 10, files=4), U("warrior", 8, 30, 10, files=4)], [FAR])
    run = act(state, ahead(state, "A1", 1))
    run = act(run.state, ahead(run.state, "A2", 1))
    assert (run.fatigue("A1"), run.fatigue("A2")) == (0, 0)
    run = act(run.state, ahead(run.state, "A1", 1))
    assert (run.fatigue("A1"), run.fatigue("A2")) == (1, 0)
    run = act(run.state, ahead(run.state, "A1", 1))
    assert run.fatigue("A1") == 2
    over = RULESET.apply(run.state, Order(end=True)).state
    again = RULESET.apply(over, Order(end=True)).state
    run = act(again, ahead(again, "A1", 1))
    assert run.fatigue("A1") == 2  # a new turn: the first activation is free again


def test_R3_whoever_fought_and_lives_is_more_tired() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[6] * 4, [6] * 4, [1] * 4])
    assert (run.fatigue("A1"), run.fatigue("B1")) == (1, 1)
    run = act(state, charge("A1", "B1"), [[6] * 4, [1] * 4, [6] * 4, [1] * 4])
    assert run.state.unit("A1").gone
    assert run.state.unit("B1").gone
    assert not run.of(e.Tired)


def test_R4_resting_comes_first_and_once() -> None:
    state = position([U("warrior", 8, 24, 10, files=4, fatigue=3)], [FAR])
    run = act(state, rest("A1"))
    assert run.fatigue("A1") == 2
    assert "first thing" in fault(run.state, rest("A1"))
    moved = act(state, ahead(state, "A1", 1))
    assert "first thing" in fault(moved.state, rest("A1"))


@pytest.mark.parametrize(("what", "clear", "rough"), [("warrior", 6, 4), ("warrior mounted", 12, 6)])
def test_R5_R6_movement(what: str, clear: int, rough: int) -> None:
    setup = terms([WOOD])
    state = position([U(what, 4, 5, 10)], [FAR], setup)
    assert fault(state, ahead(state, "A1", clear)) == ""
    assert f"has {clear}" in fault(state, ahead(state, "A1", clear + 0.01))
    wood = position([U(what, 4, 24, 18)], [FAR], setup)
    assert fault(wood, ahead(wood, "A1", rough)) == ""
    assert f"over difficult ground, has {rough}" in fault(wood, ahead(wood, "A1", rough + 0.01))
    run = act(wood, ahead(wood, "A1", rough))
    assert run.fatigue("A1") == ("mounted" in what)
    assert run.of(e.Moved)[0].difficult


def test_R7_sight_and_cover_are_checked() -> None:
    hill = {"name": "hill", "points": [[20, 14], [28, 14], [28, 16], [20, 16]], "flags": ["blocks_los"]}
    state = position([U("levy bows", 8, 24, 10, files=4)], [U("warrior", 4, 24, 20)], terms([hill]))
    assert fault(state, shoot("A1", "B1")).startswith("A1 does not see B1")
    wood = {"name": "wood", "points": [[20, 19], [28, 19], [28, 22], [20, 22]], "flags": ["cover"]}
    state = position([U("levy bows", 8, 24, 10, files=4)], [U("warrior", 4, 24, 20)], terms([wood]))
    assert act(state, shoot("A1", "B1"), [[1] * 4]).of(e.Aimed)[0].cover


def test_R8_range_is_measured_to_the_closest_model() -> None:
    state = position([U("levy bows", 4, 24, 10)], [U("warrior", 4, 24, 23)])
    assert fault(state, shoot("A1", "B1")) == ""
    farther = position([U("levy bows", 4, 24, 10)], [U("warrior", 4, 24, 23.01)])
    assert fault(farther, shoot("A1", "B1")) == "B1 is 12.01 inches from A1, bows reach 12"
    ranks = position([U("levy bows", 8, 24, 10, files=4)], [U("warrior", 4, 24, 23)])
    assert act(ranks, shoot("A1", "B1"), [[1, 1]]).of(e.Aimed)[0].shooters == 4


def test_R9_R22_only_the_targets_owner_spends_on_a_shot() -> None:
    state = position([U("levy bows", 8, 24, 10, files=8)], [U("warrior", 4, 24, 16, fatigue=3)])
    run = act(state, shoot("A1", "B1"), [[4, 4, 3, 3], [4, 4]])
    assert run.windows == []  # the shooter has no token, and cannot spend those of its target
    assert run.fatigue("B1") == 3
    tired = position([U("levy bows", 8, 24, 10, files=8, fatigue=1)], [U("warrior", 4, 24, 16)])
    run = act(tired, shoot("A1", "B1"), [[4, 4, 3, 3]], YES)
    assert run.windows == ["armour"]
    assert run.rolls[0].need == 5
    run = act(tired, shoot("A1", "B1"), [[4, 4, 3, 3], [4, 4]])
    assert (run.rolls[0].need, run.fatigue("A1")) == (4, 1)


def test_R10_dice_and_what_hits() -> None:
    state = position([U("elite blackpowder", 4, 24, 10)], [U("elite", 4, 24, 16)])
    run = act(state, shoot("A1", "B1"), [[4, 3, 6, 1], [6, 6]])
    assert run.rolls[0].count == 4
    assert run.rolls[0].need == 4  # armour 5, +1 for guns
    assert run.of(e.AttackRolled)[0].hits == 2


@pytest.mark.parametrize(("cover", "need"), [(False, 4), (True, 3)])
def test_R11_saves(cover: bool, need: int) -> None:
    wood = {"name": "w", "points": [[20, 14], [28, 14], [28, 18], [20, 18]], "flags": ["cover"] * cover}
    state = position([U("levy bows", 8, 24, 10, files=8)], [U("warrior", 4, 24, 16)], terms([wood]))
    run = act(state, shoot("A1", "B1"), [[6, 6, 1, 1], [3, 2]])
    assert run.rolls[1].need == need
    assert run.models("B1") == (3 if cover else 2)


def test_R12_each_failed_save_removes_a_model() -> None:
    state = position([U("levy bows", 12, 24, 10, files=12)], [U("warrior", 4, 24, 16)])
    run = act(state, shoot("A1", "B1"), [[6] * 6, [1, 1, 1, 6, 6, 6]])
    assert run.models("B1") == 1
    run = act(state, shoot("A1", "B1"), [[6] * 6, [1] * 6])  # more than there are
    assert run.state.unit("B1").gone
    assert run.of(e.Fell)[0].count == 4


def test_R13_a_charge_reaches_as_far_as_the_unit_moves() -> None:
    state = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 17, facing=180)])
    assert fault(state, charge("A1", "B1")) == ""
    far = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 17.01, facing=180)])
    assert fault(far, charge("A1", "B1")) == "A1 needs 6.01 inches to reach B1, has 6"
    run = act(state, charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert run.of(e.Charged)[0].contacts == (4, 4)
    assert run.of(e.Charged)[0].gap == 600


def test_R14_the_target_closes_up_two_inches() -> None:
    state = position([U("warlord", 1, 24, 10)], [U("warrior", 8, 24, 13, files=8, facing=180)])
    run = act(state, charge("A1", "B1"), [[1] * 8, [1] * 8])
    met = run.of(e.Charged)[0].contacts
    assert met[0] == 1
    assert met[1] > 2


def test_R15_dice_of_a_melee_and_closed_ranks() -> None:
    state = position([U("elite", 5, 24, 10)], [U("levy", 7, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[1] * 5, [1] * 4])
    assert run.of(e.Charged)[0].dice == (5, 4)
    run = act(state, charge("A1", "B1"), [[4, 1, 1, 1, 1], [4], [1] * 2], YES)
    assert run.of(e.ClosedRanks)[0].dice == 2
    assert run.rolls[1].need == 4


def test_R16_tokens_are_spent_in_turn_attacker_first() -> None:
    a, b = U("elite", 4, 24, 10, fatigue=2), U("elite", 4, 24, 13, facing=180, fatigue=2)
    state = position([a], [b])
    answers = {"spend": Order(spend=("lower", "raise"))}
    run = act(state, charge("A1", "B1", "raise", "lower"), [[1] * 4, [1] * 4], answers)
    spent = run.of(e.Bargained)[0]
    assert spent.spent == ((0, "raise"), (1, "lower"), (0, "lower"), (1, "raise"))
    assert spent.armour == (5, 5)
    assert spent.left == (0, 0)
    assert (run.fatigue("A1"), run.fatigue("B1")) == (1, 1)  # R3


def test_R17_who_falls_still_rolls() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[6] * 4, [1] * 4, [6] * 4, [1, 1, 6, 6]])
    assert run.state.unit("B1").gone
    assert run.models("A1") == 2


def test_R18_saves_of_a_melee_are_no_better_than_4() -> None:
    wall = {"name": "wall", "kind": "line", "points": [[20, 12], [28, 12]], "flags": ["obstacle"]}
    state = position([U("elite", 4, 24, 10)], [U("warrior", 4, 24, 13, facing=180)], terms([wall]))
    run = act(state, charge("A1", "B1"), [[6, 1, 1, 1], [6], [6, 1, 1, 1], [6]])
    assert run.of(e.Charged)[0].obstacle
    assert [run.rolls[1].need, run.rolls[3].need] == [4, 5]
    run = act(state, charge("A1", "B1"), [[6, 1, 1, 1], [6], [6, 1], [6]], YES)
    assert run.rolls[1].need == 4


def test_R19_more_casualties_win_and_the_loser_falls_back() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[6, 1, 1, 1], [1], [1] * 4])
    assert run.of(e.MeleeWon)[0] == e.MeleeWon(unit="A1", target="B1", caused=(1, 0), winner="A1")
    assert run.of(e.FellBack)[0] == e.FellBack(unit="B1", winner="A1", shift=400, back=0, locked=False)
    assert run.state.unit("B1").pos[0][1] > 1650


def test_R20_a_tie_is_the_defenders() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert run.of(e.FellBack)[0].unit == "A1"


def test_R21_friends_of_a_unit_that_is_wiped_out() -> None:
    near, far = U("levy", 4, 24, 15, facing=180), U("levy", 4, 24, 30, facing=180)
    state = position([U("elite", 8, 24, 10, files=8)], [U("levy", 4, 24, 13, facing=180), near, far])
    run = act(state, charge("A1", "B1"), [[6] * 8, [1] * 8, [1] * 2])
    assert run.of(e.Shaken)[0].units == ("B2",)
    assert (run.fatigue("B2"), run.fatigue("B3")) == (1, 0)
    shot = position([U("levy bows", 12, 24, 10, files=12)], [U("levy", 4, 24, 13), near])
    run = act(shot, shoot("A1", "B1"), [[6] * 6, [1] * 6])
    assert run.state.unit("B1").gone
    assert run.fatigue("B2") == 0  # in a melee only


def test_R23_a_token_raises_or_lowers() -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180, fatigue=1)])
    for step, armour in (("raise", (6, 5)), ("lower", (5, 4))):
        run = act(state, charge("A1", "B1", step), [[1] * 4, [1] * 4])
        assert run.of(e.Bargained)[0].armour == armour


def test_R24_two_tokens_cancel_any_action() -> None:
    target = U("warrior", 8, 24, 15, files=4, facing=180)
    for tokens in range(4):
        state = position([U("warrior javelins", 8, 24, 10, files=4, fatigue=tokens)], [target])
        for order in (ahead(state, "A1", 1), shoot("A1", "B1"), charge("A1", "B1"), rest("A1")):
            if tokens < 2:
                continue
            run = act(state, order, answers=YES)
            assert run.windows == ["cancel"]
            assert run.fatigue("A1") == tokens - 2
            assert run.of(e.Cancelled)
            assert run.state.unit("A1").pos == state.unit("A1").pos
            if not order.rest:
                assert fault(run.state, order) == ""  # it may try the same again


def test_R25_a_token_halves_a_move_and_a_charge() -> None:
    state = position([U("warrior", 4, 24, 10, fatigue=1)], [U("levy", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[1] * 4, [1] * 2], {"halve": YES["halve"]})
    assert run.of(e.Charged)[0].halved
    assert run.of(e.Charged)[0].allow == 300
    run = act(state, go("A1", 30, 10, files=4), answers=YES)
    assert run.of(e.Moved)[0].used == 300
    assert run.fatigue("A1") == 0


@pytest.mark.parametrize(
    ("what", "armour", "melee", "shoot_"),
    [
        ("warlord", 6, (8, 1), (8, 1)),
        ("elite", 5, (1, 1), (1, 1)),
        ("warrior", 4, (1, 1), (1, 2)),
        ("levy", 4, (1, 2), (1, 2)),
    ],
)
def test_R26_statistics(what: str, armour: int, melee: tuple[int, int], shoot_: tuple[int, int]) -> None:
    profile = position([U(what, 1 if what == "warlord" else 4, 24, 10)], []).profile("A1")
    assert profile.armour == (armour, armour)
    assert (profile.melee, profile.shoot) == (melee, shoot_)


def recruited(recruit: list[object], units: list[object], **options: object) -> list[str]:
    setup = terms(deployment="saga", **options)
    _, problems = RULESET.army(setup, {"recruit": recruit, "unit": units})
    return [p.message for p in problems]


LORD = {"type": "warlord"}


def test_R27_points() -> None:
    kinds = {"elite": 4, "warrior": 8, "levy": 12}
    for kind, models in kinds.items():
        good = [LORD, {"type": kind, "models": models}]
        assert recruited([{"type": kind}], good) == []
        bad = [LORD, {"type": kind, "models": models - 1 if models > 4 else 5}]
        assert recruited([{"type": kind}], bad)
    seven = [{"type": "elite", "count": 7}]
    units = [LORD, *({"type": "elite", "models": 4} for _ in range(7))]
    assert recruited(seven, units) == ["7 points are more than the 6 of this game"]
    assert recruited(seven, units, points=7) == []
    _, problems = RULESET.setup({"points": 3}, {})
    assert problems


def test_R28_merging_and_dividing() -> None:
    recruit = [{"type": "elite", "count": 2, "equipment": "heavy"}, {"type": "elite"}]
    heavy = {"type": "elite", "equipment": "heavy"}
    good = [LORD, {**heavy, "models": 8}, {"type": "elite", "models": 4}]
    assert recruited(recruit, good) == []
    mixed = [LORD, {"type": "elite", "models": 12}]  # not the same equipment
    assert recruited(recruit, mixed)
    small = [LORD, {**heavy, "models": 5}, {**heavy, "models": 3}, {"type": "elite", "models": 4}]
    assert recruited(recruit, small) == ["a unit has 4 to 12 models, found 3"]
    assert recruited(recruit, [{"type": "warlord", "models": 2}, *good[1:]])
    assert recruited(recruit, good[1:]) == ["an army has exactly one Warlord, found none"]
    assert recruited(recruit, [LORD, *good]) == ["an army has exactly one Warlord, found 2"]


def test_R29_to_R35_equipment() -> None:
    def profile(what: str) -> object:
        return position([U(what, 4, 24, 10)], []).profile("A1")

    plain = profile("warrior")
    assert (plain.range, plain.melee_hit, plain.charge_hit, plain.shoot_hit) == (0, 0, 0, 0)  # R29
    heavy = profile("warrior heavy")
    assert (heavy.armour, heavy.melee_hit) == ((3, 4), 1)  # R30
    javelins = profile("warrior javelins")
    assert (javelins.armour, javelins.charge_hit, javelins.range) == ((3, 4), 1, 600)  # R31
    bows = profile("warrior bows")
    assert (bows.armour, bows.range, bows.shots) == ((3, 3), 1200, 0)  # R32
    crossbows = profile("warrior crossbows")
    assert (crossbows.armour, crossbows.range, crossbows.shots) == ((3, 3), 1200, 1)  # R33
    guns = profile("warrior blackpowder")
    assert (guns.armour, guns.range, guns.shots, guns.shoot_hit) == ((3, 3), 1200, 1, 1)  # R34
    horse = profile("warrior mounted")
    assert (horse.armour, horse.move, horse.radius) == ((4, 3), (1200, 600), 75)  # R35


def test_R31_javelins_help_the_one_who_charges() -> None:
    both = [U("warrior javelins", 4, 24, 10)], [U("warrior javelins", 4, 24, 13, facing=180)]
    run = act(position(*both), charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert [roll.need for roll in run.rolls] == [2, 3]  # armour 3 both; +1 for the attacker


def test_R33_one_shot_a_turn() -> None:
    state = position([U("warrior crossbows", 8, 24, 10, files=8)], [U("elite", 4, 24, 16)])
    run = act(state, shoot("A1", "B1"), [[1] * 4])
    assert "all of it to reload" in fault(run.state, shoot("A1", "B1"))
    bows = position([U("warrior bows", 8, 24, 10, files=8)], [U("elite", 4, 24, 16)])
    run = act(bows, shoot("A1", "B1"), [[1] * 4])
    assert fault(run.state, shoot("A1", "B1")) == ""


def test_R35_cavalry_has_no_cover_in_a_melee() -> None:
    wall = {"name": "wall", "kind": "line", "points": [[20, 12], [28, 12]], "flags": ["obstacle"]}
    for what, behind in (("warrior", True), ("warrior mounted", False)):
        state = position([U("elite", 4, 24, 10)], [U(what, 4, 24, 13, facing=180)], terms([wall]))
        run = act(state, charge("A1", "B1"), [[1] * 4, [1] * 4])
        assert run.of(e.Charged)[0].obstacle is behind


def test_units_are_numbered_in_the_order_of_the_army() -> None:
    setup = terms()
    army, problems = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    assert problems == ()
    assert [p.id for p in profiles(setup, army, "b")] == [f"B{i + 1}" for i in range(len(army.unit))]


def test_every_number_stands_in_the_rule_book_once() -> None:
    page = RULESET.pages["rules"]
    for letter, count in (("R", 35), ("A", 40), ("E", 18)):
        found = [int(n) for n in re.findall(rf"^- \*\*{letter}(\d+)\*\* ", page, re.MULTILINE)]
        assert found == list(range(1, count + 1))
