"""The worked examples E1 to E18 of RULES.md, with the dice that they name."""

import pytest
from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.rules.recruiting import profiles
from pbem.games.war.rules.scoring import score
from tests.games.war.kit import YES, U, act, ahead, charge, fault, position, rest, shoot, terms


def army(units: list[dict[str, object]], recruit: list[dict[str, object]]) -> tuple[str, ...]:
    """What is wrong with an army, placements apart."""
    setup = terms(deployment="saga")
    _, problems = RULESET.army(setup, {"recruit": recruit, "unit": [{"type": "warlord"}, *units]})
    return tuple(p.message for p in problems)


def test_E1_the_army_of_the_book() -> None:
    recruit = [
        {"type": "elite", "count": 2, "equipment": "heavy"},
        {"type": "warrior", "count": 3},
        {"type": "levy", "equipment": "javelins"},
    ]
    units = [
        {"type": "elite", "models": 8, "equipment": "heavy"},
        {"type": "warrior", "models": 12},
        {"type": "warrior", "models": 12},
        {"type": "levy", "models": 6, "equipment": "javelins"},
        {"type": "levy", "models": 6, "equipment": "javelins"},
    ]
    assert army(units, recruit) == ()
    setup = terms(deployment="saga")
    made, _ = RULESET.army(setup, {"recruit": recruit, "unit": [{"type": "warlord"}, *units]})
    assert sum(profile.models for profile in profiles(setup, made, "a")) == 45
    assert RULESET.army_words(setup, made)[-1] == "6 of 6 points, 45 models"


@pytest.mark.parametrize(
    ("sizes", "good"), [((12, 9, 3), False), ((13, 11), False), ((10, 9, 5), True), ((12, 12), True)]
)
def test_E2_sizes_of_units(sizes: tuple[int, ...], good: bool) -> None:
    units = [{"type": "warrior", "models": n} for n in sizes]
    assert (army(units, [{"type": "warrior", "count": 3}]) == ()) is good


def test_E3_a_melee() -> None:
    state = position([U("warrior", 8, 24, 10, files=4)], [U("elite", 4, 24, 13, facing=180)])
    dice = [[5, 6, 4, 3, 2, 1, 5, 2], [5, 2, 3], [4, 3, 6, 2], [6, 1]]
    run = act(state, charge("A1", "B1"), dice)
    assert [roll.need for roll in run.rolls] == [5, 5, 4, 5]
    assert [roll.side for roll in run.rolls] == ["a", "b", "b", "a"]
    assert (run.models("A1"), run.models("B1")) == (7, 2)
    assert run.of(e.MeleeWon) == [e.MeleeWon(unit="A1", target="B1", caused=(2, 1), winner="A1")]
    assert run.of(e.FellBack)[0].shift == 400
    assert (run.fatigue("A1"), run.fatigue("B1")) == (1, 1)


def test_E4_closed_ranks() -> None:
    state = position([U("warrior", 8, 24, 10, files=4)], [U("levy", 12, 24, 13, files=6, facing=180)])
    dice = [[4, 4, 5, 6, 1, 2, 3, 3], [4, 3, 5, 1], [4, 2, 6], [5, 4]]
    run = act(state, charge("A1", "B1"), dice, YES)
    assert run.windows == ["close_ranks"]
    assert run.of(e.ClosedRanks) == [e.ClosedRanks(unit="B1", dice=3)]
    assert [roll.need for roll in run.rolls] == [4, 4, 4, 5]
    assert (run.models("A1"), run.models("B1")) == (7, 10)
    assert run.of(e.MeleeWon)[0].winner == "A1"


@pytest.mark.parametrize("casualties", [0, 1])
def test_E5_a_tie_is_the_defenders(casualties: int) -> None:
    state = position([U("elite", 4, 24, 10)], [U("elite", 4, 24, 13, facing=180)])
    hits = [5, 1, 1, 1] if casualties else [1, 1, 1, 1]
    dice = [hits, [1], hits, [1]] if casualties else [hits, hits]
    run = act(state, charge("A1", "B1"), dice)
    assert run.of(e.MeleeWon)[0].winner == "B1"
    back = run.of(e.FellBack)[0]
    assert (back.unit, back.shift) == ("A1", 400)


def test_E6_heavy_weapons() -> None:
    state = position([U("elite heavy", 8, 24, 10, files=4)], [U("warrior", 8, 24, 13, files=4, facing=180)])
    assert state.profile("A1").armour == (4, 5)
    dice = [[3, 2, 4, 1, 6, 5, 2, 3], [6, 6, 6, 6, 6], [1] * 8]
    run = act(state, charge("A1", "B1"), dice)
    assert run.of(e.AttackRolled)[0].hits == 5
    light = position([U("elite", 8, 24, 10, files=4)], [U("warrior", 8, 24, 13, files=4, facing=180)])
    run = act(light, charge("A1", "B1"), [dice[0], [6, 6, 6], [1] * 8])
    assert run.of(e.AttackRolled)[0].hits == 3


def bowmen(*, cover: bool = False, fatigue: int = 0) -> tuple[object, ...]:
    """12 Levies with bows, the last rank of 3 out of range."""
    wood = {"name": "wood", "points": [[10, 20], [38, 20], [38, 30], [10, 30]], "flags": ["cover"]}
    setup = terms([wood] if cover else [])
    shooters = U("levy bows", 12, 24, 9.1, files=3, fatigue=fatigue)
    return setup, position([shooters], [U("warrior", 8, 24, 20, files=4, facing=180)], setup)


@pytest.mark.parametrize(("cover", "casualties"), [(False, 2), (True, 1)])
def test_E7_shooting(cover: bool, casualties: int) -> None:
    _, state = bowmen(cover=cover)
    run = act(state, shoot("A1", "B1"), [[4, 6, 3, 2, 5], [4, 2, 3]])
    aimed = run.of(e.Aimed)[0]
    assert (aimed.shooters, aimed.of, aimed.dice, aimed.need, aimed.cover) == (9, 12, 5, 4, cover)
    assert run.rolls[1].need == (3 if cover else 4)
    assert run.models("B1") == 8 - casualties
    assert run.fatigue("A1") == 0


def test_E8_a_token_against_the_shot() -> None:
    _, state = bowmen(fatigue=1)
    run = act(state, shoot("A1", "B1"), [[4, 6, 3, 2, 5], [4, 4]], YES)
    assert run.windows == ["armour"]
    assert run.rolls[0].need == 5
    assert run.fatigue("A1") == 0


@pytest.mark.parametrize(
    ("what", "armour"),
    [
        ("warrior bows", (3, 3)),
        ("warrior javelins", (3, 4)),
        ("warrior mounted", (4, 3)),
        ("warrior bows mounted", (3, 2)),
        ("warrior javelins mounted", (3, 3)),
        ("elite heavy", (4, 5)),
        ("warlord mounted", (6, 5)),
    ],
)
def test_E9_armour(what: str, armour: tuple[int, int]) -> None:
    state = position([U(what, 1 if "warlord" in what else 4, 24, 10)], [])
    assert state.profile("A1").armour == armour


def test_E10_how_far() -> None:
    swamp = {"name": "m", "points": [[0, 12], [48, 12], [48, 13], [0, 13]], "flags": ["difficult"]}
    setup = terms([swamp])
    for what, clear, rough in (("warrior", 6, 4), ("warrior mounted", 12, 6)):
        open_ = position([U(what, 4, 24, 16)], [U("levy", 4, 2, 34)], setup)
        assert fault(open_, ahead(open_, "A1", clear)) == ""
        assert "needs" in fault(open_, ahead(open_, "A1", clear + 0.01))
        near = position([U(what, 4, 24, 10, fatigue=1)], [U("levy", 4, 2, 34)], setup)
        assert fault(near, ahead(near, "A1", rough)) == ""
        assert f"has {rough};" in fault(near, ahead(near, "A1", rough + 0.01))
        run = act(near, ahead(near, "A1", rough))
        assert run.fatigue("A1") == 1 + ("mounted" in what)
        tired = position([U(what, 4, 24, 16, fatigue=1)], [U("levy", 4, 2, 34)], setup)
        run = act(tired, ahead(tired, "A1", clear), answers=YES)
        assert run.of(e.Moved)[0].used == clear * 50
        run = act(near, ahead(near, "A1", rough), answers=YES)
        assert run.of(e.Moved)[0].used <= clear * 50


def test_E11_fatigue_of_a_busy_unit() -> None:
    state = position([U("warrior javelins", 8, 24, 10, files=4)], [U("levy bows", 12, 24, 20, files=6)])
    run = act(state, ahead(state, "A1", 4))
    assert run.fatigue("A1") == 0
    run = act(run.state, shoot("A1", "B1"), [[1, 1, 1, 1]])
    assert run.fatigue("A1") == 1
    run = act(run.state, charge("A1", "B1"), [[1] * 8, [1] * 6])
    assert run.of(e.Charged)[0].fatigue == 2
    assert run.fatigue("A1") == 3


def test_E12_rest() -> None:
    for counts, after in ((True, 2), (False, 1)):
        setup = terms(rest_counts=counts)
        state = position([U("warrior", 8, 24, 10, fatigue=2)], [U("levy", 4, 2, 34)], setup)
        run = act(state, rest("A1"))
        assert run.fatigue("A1") == 1
        run = act(run.state, ahead(run.state, "A1", 3))
        assert run.fatigue("A1") == after


def test_E13_a_cancelled_shot() -> None:
    _, state = bowmen(fatigue=2)
    run = act(state, shoot("A1", "B1"), answers=YES)
    assert run.windows == ["cancel"]
    assert run.fatigue("A1") == 0
    assert run.state.unit("A1").actions == 1
    run = act(run.state, shoot("A1", "B1"), [[1, 1, 1, 1, 1]])
    assert run.windows == []
    assert run.fatigue("A1") == 1
    assert run.state.unit("A1").actions == 2


def test_E14_friends_of_a_unit_that_is_wiped_out() -> None:
    foes = [U("elite", 4, 24, 13, files=4, facing=180)]
    # Friends above the middle of the dead, at gaps of 3.9, 4 and 4.1 inches (two radii are an inch).
    foes += [U("warrior", 1, 22.5 + i, 13 + 4.9 + i / 10, facing=180) for i in range(3)]
    state = position([U("warrior", 12, 24, 10, files=6)], foes)
    x = [state.unit("B1").pos[i][0] for i in range(4)]
    shifted = [replace(state.unit(f"B{i + 2}"), pos=((x[i], 1300 + 490 + 10 * i),)) for i in range(3)]
    state = state.with_unit(*shifted)
    run = act(state, charge("A1", "B1"), [[6] * 12, [1] * 12, [1] * 4], {})
    assert run.state.unit("B1").gone
    assert run.of(e.Shaken) == [e.Shaken(dead="B1", units=("B2", "B3"), fatigue=(1, 1))]
    assert run.of(e.MeleeWon)[0].winner == ""
    assert not run.of(e.FellBack)
    assert run.fatigue("A1") == 1


@pytest.mark.parametrize("heavy", [False, True])
def test_E15_a_natural_6_hits_the_warlord(heavy: bool) -> None:
    # The attacker has a token, with which the Warlord's armour becomes 7.
    what = "elite heavy" if heavy else "elite"
    state = position([U(what, 3, 24, 10, fatigue=1)], [U("warlord", 1, 24, 12, facing=180)])
    answers = {"spend": Order(spend=("raise",))}
    run = act(state, charge("A1", "B1"), [[6, 5, 6], [6, 6], [1] * 8], answers)
    assert run.of(e.AttackRolled)[0].hits == 2
    spent = run.of(e.Bargained)
    assert [event.armour[1] for event in spent] == ([7] if heavy else [])  # 6+ stays 6+: nothing to gain


def test_E16_points() -> None:
    state = position([U("warlord", 1, 5, 5)], [U("warlord", 1, 5, 30), U("elite", 4, 10, 30)])
    state = position(
        [U("warlord", 1, 5, 5)],
        [
            U("warlord", 1, 5, 30),
            U("elite", 4, 10, 30),
            U("warrior", 8, 20, 30),
            U("levy", 12, 35, 30),
        ],
    )
    left = {"B1": 0, "B2": 1, "B3": 3, "B4": 5}
    state = state.with_unit(
        *(replace(state.unit(n), pos=state.unit(n).pos[:k], gone=not k) for n, k in left.items())
    )
    assert score(state) == (11, 0)


def test_E17_a_charge_that_falls_short() -> None:
    state = position([U("warrior", 4, 24, 10, fatigue=1)], [U("warrior", 4, 24, 15.5, facing=180)])
    run = act(state, charge("A1", "B1"), answers=YES)
    short = run.of(e.FellShort)[0]
    assert (short.gap, short.allow) == (450, 300)
    assert run.state.unit("A1").pos == state.unit("A1").pos
    assert run.state.unit("A1").actions == 1
    assert (run.fatigue("A1"), run.fatigue("B1")) == (0, 0)


@pytest.mark.parametrize(("natural", "hits"), [(True, 1), (False, 3)])
def test_E18_a_natural_1_misses(natural: bool, hits: int) -> None:
    setup = terms(natural=natural)
    state = position([U("elite heavy", 3, 24, 10)], [U("warrior", 4, 24, 13, facing=180, fatigue=2)], setup)
    # Armour 4, lowered twice; +1 on the dice.
    run = act(state, charge("A1", "B1", "lower", "lower"), [[1, 1, 2], [6] * hits, [1] * 4])
    assert run.of(e.AttackRolled)[0].hits == hits
