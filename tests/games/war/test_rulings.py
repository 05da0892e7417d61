"""The rulings A1 to A20, with every option both ways (A21 to A40: `test_rulings_ground`)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.rules.dice import dice
from pbem.games.war.rules.fatigue import need
from pbem.games.war.rules.recruiting import units_of
from pbem.games.war.rules.scoring import ended, score, verdict
from pbem.games.war.state import Options, State
from pbem.ruleset import Decide, Roll
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


def army_of(units: list[dict[str, Any]]) -> dict[str, Any]:
    lord = {"type": "warlord", "deploy": {"at": [40, 2]}}
    return {"recruit": [{"type": "elite"}], "unit": [lord, *units]}


def begun(setup: Any, dice_: tuple[int, int] = (6, 1), army: Any = None) -> State:
    """A match from its start, after the roll-off."""
    data = army or next(iter(RULESET.ready_armies(setup).values()))
    made, problems = RULESET.army(setup, data)
    assert problems == (), problems
    state = RULESET.start(setup, (made, made))
    for face in dice_:
        state = RULESET.apply(state, (face,)).state
    return state


def test_A1_the_table() -> None:
    for size in ((48, 36), (60, 48)):
        setup = terms(table=list(size))
        assert (setup.width, setup.height) == (size[0] * 100, size[1] * 100)
        state = position([U("levy", 4, size[0] - 3, 5)], [FAR], setup)
        assert fault(state, go("A1", size[0] - 2.1, 5, files=4)) == ""
        assert "off the table" in fault(state, go("A1", size[0] - 1, 5, files=4))
    assert RULESET.setup({"table": [30, 30]}, {})[1]  # the default map does not lie on it


def test_A2_deployment_is_whole_bases_in_the_zone() -> None:
    setup = terms()

    def problems(at: list[Any], **form: Any) -> list[str]:
        unit = {"type": "elite", "models": 4, "deploy": {"at": at, "files": 4, **form}}
        return [f"{p.path}: {p.message}" for p in RULESET.army(setup, army_of([unit]))[1]]

    assert problems([24, "11.5"]) == []
    assert problems([24, 11.5]) == []
    outside = "unit[1].deploy.at: some of elites would stand outside the 12 inches along the own edge"
    assert problems([24, "11.51"]) == [outside]
    assert problems([1, 6]) == [
        "unit[1].deploy.at: some of elites would stand off the table of 48 × 36 inches"
    ]
    assert problems([40, 2]) == ["unit[1].deploy.at: some of elites would stand on another unit"]
    assert problems([24, 6], files=5) == ["unit[1].deploy.files: elites stand in 1 to 4 files, found 5"]
    assert problems([24, 6.123]) == ["unit[1].deploy.at: lengths have at most two decimals, found 6.123"]
    deep = terms(deploy_depth=10)
    unit = {"type": "elite", "models": 4, "deploy": {"at": [24, "9.51"], "files": 4}}
    assert RULESET.army(deep, army_of([unit]))[1]
    assert RULESET.setup({"deploy_depth": 18}, {})[1]


def test_A2_an_army_is_seen_from_its_own_edge() -> None:
    setup = terms()
    unit = {"type": "elite", "models": 4, "deploy": {"at": [10, 10], "facing": 30, "files": 4}}
    army, problems = RULESET.army(setup, army_of([unit]))
    assert problems == ()
    blue, red = units_of(setup, army, "a")[1], units_of(setup, army, "b")[1]
    assert (blue.facing, red.facing) == (30, 210)
    assert red.pos == tuple((4800 - x, 3600 - y) for x, y in blue.pos)


def test_A2_impassable_ground_seen_from_both_edges() -> None:
    rock = {"name": "rock", "points": [[22, 26], [26, 26], [26, 30], [22, 30]], "flags": ["impassable"]}
    unit = {"type": "elite", "models": 4, "deploy": {"at": [24, 8], "files": 4}}
    problems = RULESET.army(terms([rock]), army_of([unit]))[1]
    assert [p.message for p in problems] == ["some of elites would stand on ground where nobody can"]
    assert "not the same from both edges" in RULESET.advice(terms([rock]))[0]


def test_A2_deployment_in_three_parts() -> None:
    setup = terms(deployment="saga")
    state = begun(setup, (2, 5))
    assert state.first == "b"
    sides = []
    while isinstance(want := RULESET.want(state), Decide) and want.kind == "deploy":
        orders: list[Order] = []
        here = state
        while choices := RULESET.legal(here, want.side, {}):
            orders.append(choices[0].order)
            here = RULESET.assume(here, choices[0].order, False)
        sides.append((want.side, len(orders)))
        if len(sides) == 1:  # the Warlord is among the first
            lord = state.profiles[1][0].id
            assert orders[0].unit == lord
            others = tuple(order for order in orders if order.unit != lord)
            assert RULESET.check(state, "b", others, {})
        assert RULESET.check(state, want.side, tuple(orders), {}) == ()
        assert "deploy" in RULESET.describe(state, want)
        assert RULESET.template(state, {})
        state = RULESET.apply(state, tuple(orders)).state
    assert sides == [("b", 3), ("a", 6), ("b", 3)]
    assert state.phase == "orders"
    assert (state.side, state.turn) == ("b", 1)


@pytest.mark.parametrize(("army", "sealed"), [("sealed", True), ("open", False)])
def test_A2_the_army_is_sealed_or_open(army: str, sealed: bool) -> None:
    assert RULESET.sealed_army(terms(army=army)) is sealed


def test_A3_who_begins() -> None:
    setup = terms()
    assert begun(setup, (6, 1)).side == "a"
    assert begun(setup, (2, 3)).side == "b"
    made, _ = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    state = RULESET.start(setup, (made, made))
    state = RULESET.apply(state, (4,)).state
    step = RULESET.apply(state, (4,))
    assert e.Tied() in step.events
    assert RULESET.want(step.state) == Roll("Blue rolls for the first turn", 1, 6, "a", "roll-off")


@pytest.mark.parametrize("turns", [6, 2])
def test_A4_length(turns: int) -> None:
    state = begun(terms(turns=turns))
    count = 0
    while RULESET.want(state) is not None:
        state = RULESET.apply(state, END).state
        count += 1
    assert count == 2 * turns
    assert state.term == 2 * turns


def test_A5_points() -> None:
    b = [U("warlord", 1, 5, 30), U("levy", 12, 35, 30)]
    for points in (4, 7):
        state = position([U("warlord", 1, 5, 5)], b, terms(warlord_points=points))
        dead = state.with_unit(replace(state.unit("B1"), pos=(), gone=True))
        assert score(dead) == (points, 0)
    scratched = state.with_unit(replace(state.unit("B2"), pos=state.unit("B2").pos[:10]))
    assert score(scratched) == (0, 0)  # two Levies are less than a point


def test_A5_ends() -> None:
    a, b = [U("warlord", 1, 5, 5), U("levy", 4, 20, 5)], [U("warlord", 1, 5, 30), U("levy", 4, 20, 30)]

    def without(state: State, *names: str) -> State:
        return state.with_unit(*(replace(state.unit(n), pos=(), gone=True) for n in names))

    state = position(a, b)
    assert ended(state) is None
    assert ended(without(state, "B1", "B2")) == ("a", "Red has no model left")
    assert ended(without(state, "A1", "A2", "B1", "B2")) == ("", "nobody is left; equal points")
    assert ended(without(state, "B1")) is None
    strict = position(a, b, terms(warlord_death_ends=True))
    assert ended(without(strict, "B1")) == ("a", "the Warlord of Red is dead")
    assert ended(without(strict, "A1", "B1")) == ("", "both Warlords are dead; equal points")
    assert verdict(without(state, "B2")) == ("a", "more points")
    assert verdict(state) == ("", "equal points")
    even = without(position(a, b, terms(warlord_points=0)), "B1")
    assert verdict(even) == ("a", "equal points, and the only Warlord alive")
    siege = position(a, b, terms(victory="annihilation"))
    assert verdict(without(siege, "B2")) == ("", "both sides still stand")
    assert ended(without(siege, "B1", "B2")) == ("a", "Red has no model left")


def test_A5_the_game_is_over_at_once() -> None:
    state = position([U("elite", 8, 24, 10, files=8)], [U("levy", 4, 24, 13, facing=180)])
    run = act(state, charge("A1", "B1"), [[6] * 8, [1] * 8, [1] * 2])
    assert run.state.phase == "over"
    outcome = RULESET.outcome(run.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.score) == ("a", "Red has no model left", (1, 0))


@pytest.mark.parametrize("most", [3, 2, 0])
def test_A6_actions_of_a_unit(most: int) -> None:
    setup = terms(actions_per_unit=most)
    state = position([U("warrior", 4, 24, 4), U("warrior", 4, 40, 4)], [FAR], setup)
    for _ in range(most or 5):
        state = act(state, ahead(state, "A1", 1)).state
    assert state.side == "a"
    said = fault(state, ahead(state, "A1", 1))
    assert said == (f"A1 has used its {most} actions of this turn" if most else "")
    assert fault(state, ahead(state, "A2", 1)) == ""


def test_A6_actions_of_a_turn_and_its_end() -> None:
    setup = terms(actions_per_turn=2)
    state = position([U("warrior", 4, 24, 4), U("warrior", 4, 40, 4)], [FAR], setup)
    run = act(state, ahead(state, "A1", 1))
    run = act(run.state, ahead(run.state, "A2", 1))
    assert (run.state.side, run.state.term) == ("b", 2)  # nobody has an action left
    alone = position([U("warrior", 4, 24, 4)], [FAR])
    for _ in range(3):
        alone = act(alone, ahead(alone, "A1", 1)).state
    assert alone.side == "b"


@pytest.mark.parametrize("limit", [0, 3])
def test_A7_exhaustion(limit: int) -> None:
    setup = terms(exhaustion=limit)
    shape = {"files": 8, "fatigue": 3}
    state = position([U("warrior javelins", 8, 24, 10, **shape)], [U("elite", 4, 24, 14, facing=180)], setup)
    for order in (ahead(state, "A1", 1), shoot("A1", "B1"), charge("A1", "B1")):
        said = fault(state, order)
        assert said == ("A1 is exhausted: with 3 fatigue it can do nothing but rest" if limit else "")
    assert fault(state, rest("A1")) == ""
    victim = position(
        [U("elite", 4, 24, 10)], [U("warrior heavy", 8, 24, 13, files=8, facing=180, fatigue=3)], setup
    )
    run = act(victim, charge("A1", "B1", "pass"), [[1] * 4, [1] * (4 if limit else 8)])
    assert run.of(e.Charged)[0].dice == (4, 4 if limit else 8)


@pytest.mark.parametrize("counts", [True, False])
def test_A8_rest_as_an_activation(counts: bool) -> None:
    state = position([U("warrior", 4, 24, 4)], [FAR], terms(rest_counts=counts))
    run = act(state, rest("A1"))
    run = act(run.state, ahead(run.state, "A1", 1))
    assert run.fatigue("A1") == counts
    run = act(run.state, ahead(run.state, "A1", 1))  # the third action ends the turn
    assert run.fatigue("A1") == counts + 1


def test_A9_when_fatigue_comes() -> None:
    state = position([U("warrior bows", 8, 24, 10, files=8)], [U("elite", 4, 24, 14, facing=180)])
    run = act(state, ahead(state, "A1", 0.5))
    shot = act(run.state, shoot("A1", "B1"), [[1] * 4])
    assert shot.windows == []  # the token of the shot comes when it is over
    assert shot.fatigue("A1") == 1
    fought = act(run.state, charge("A1", "B1"), [[1] * 8, [1] * 4])
    assert "spend" in fought.windows  # that of the charge comes before the melee


@pytest.mark.parametrize("adds", [False, True])
def test_A10_cancelled_actions(adds: bool) -> None:
    setup = terms(cancel_adds_fatigue=adds)
    state = position([U("warrior crossbows", 8, 24, 10, files=8, fatigue=4)], [U("elite", 4, 24, 16)], setup)
    run = act(state, shoot("A1", "B1"), answers=YES)
    assert (run.fatigue("A1"), run.state.unit("A1").shots) == (2, 0)
    run = act(run.state, shoot("A1", "B1"), answers=YES)
    assert run.fatigue("A1") == adds
    gone = act(state, rest("A1"), answers=YES)
    assert "first thing" in fault(gone.state, rest("A1"))


def test_A11_tokens_of_the_enemy_only() -> None:
    a, b = U("elite", 4, 24, 10, fatigue=3), U("elite", 4, 24, 13, facing=180)
    run = act(position([a], [b]), charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert run.windows == ["cancel", "halve", "close_ranks", "spend"]
    assert not run.of(e.Bargained)  # B1 has no token that the attacker could spend


@pytest.mark.parametrize("most", [1, 2, 0])
def test_A12_tokens_against_a_shot(most: int) -> None:
    setup = terms(shoot_fatigue_max=most, natural=False)
    shooter = U("warrior bows", 8, 24, 10, files=8, fatigue=5)
    state = position([shooter], [U("elite", 4, 24, 16)], setup)
    answers = {"armour": Order(armour=most)} if most else {}
    run = act(state, shoot("A1", "B1"), [[1] * 4], answers)
    assert ("armour" in run.windows) == bool(most)
    assert run.rolls[0].need == 5 + most
    assert run.fatigue("A1") == 5 - most
    if most:
        asked = RULESET.apply(state, shoot("A1", "B1")).state
        asked = RULESET.apply(asked, ()).state
        assert asked.phase == "armour"
        assert RULESET.faults(asked, Order(armour=most + 1))


def test_A13_a_pass_is_not_final() -> None:
    state = position([U("elite", 4, 24, 10, fatigue=1)], [U("elite", 4, 24, 13, facing=180, fatigue=1)])
    answers = {"spend": Order(spend=("raise",))}
    run = act(state, charge("A1", "B1", "pass", "lower"), [[1] * 4, [1] * 4], answers)
    assert run.of(e.Bargained)[0].spent == ((1, "raise"), (0, "lower"))
    # Two passes in a row end it, whatever the plans still say.
    run = act(state, charge("A1", "B1", "pass", "lower"), [[1] * 4, [1] * 4])
    assert not run.of(e.Bargained)


@pytest.mark.parametrize(("natural", "low", "high"), [(True, 2, 6), (False, 1, 7)])
def test_A14_natural_faces_and_the_clamp(natural: bool, low: int, high: int) -> None:
    options = Options(natural=natural)
    assert need(options, 0, 1) == low
    assert need(options, 9, 0) == high
    assert need(options, 4, 1) == 3
    clamped = Options(natural=natural, armour_clamp=(3, 5))
    assert need(clamped, 1, 0) == 3
    assert need(clamped, 7, 0) == 5
    assert RULESET.setup({"armour_clamp": [5, 3]}, {})[1]


@pytest.mark.parametrize(("how", "count"), [("ceil", 3), ("floor", 2)])
def test_A15_halves(how: str, count: int) -> None:
    options = Options(round=how)  # type: ignore[arg-type]
    assert dice(options, 5, (1, 2)) == count
    assert dice(options, 9, (1, 2), halves=1) == count
    state = position([U("levy", 1, 24, 10)], [U("levy", 5, 24, 13, facing=180)], terms(round=how))
    pools = [[1]] * (how == "ceil") + [[1] * count]
    run = act(state, charge("A1", "B1"), pools)  # no dice, no roll
    assert run.of(e.Charged)[0].dice == (int(how == "ceil"), count)


@pytest.mark.parametrize("allowed", [True, False])
def test_A16_the_equipment_of_the_warlord(allowed: bool) -> None:
    setup = terms(warlord_equipment=allowed, deployment="saga")
    lord = {"type": "warlord", "equipment": "bows", "mounted": True}
    problems = RULESET.army(setup, {"recruit": [], "unit": [lord]})[1]
    assert (problems == ()) is allowed
    state = position([U("warlord bows", 1, 24, 10)], [U("elite", 4, 24, 16)])
    assert act(state, shoot("A1", "B1"), [[1] * 8]).rolls[0].count == 8
    unarmed = position([U("warlord", 1, 24, 10)], [U("elite", 4, 24, 16)])
    assert fault(unarmed, shoot("A1", "B1")).startswith("A1 has shields: it cannot shoot")


@pytest.mark.parametrize("bonus", [False, True])
def test_A17_guns_in_a_melee(bonus: bool) -> None:
    setup = terms(gun_bonus_in_melee=bonus)
    guns, foe = U("warrior blackpowder", 4, 24, 10), U("elite", 4, 24, 13, facing=180)
    run = act(position([guns], [foe], setup), charge("A1", "B1"), [[1] * 4, [1] * 4])
    assert run.rolls[0].need == (4 if bonus else 5)


@pytest.mark.parametrize(
    ("what", "able"),
    [
        ("warrior", True),
        ("warrior javelins", True),
        ("warrior mounted", False),
        ("warrior heavy", False),
        ("warrior bows", False),
        ("warrior crossbows", False),
        ("warrior blackpowder", False),
        ("warlord", True),
    ],
)
def test_A18_who_can_close_ranks(what: str, able: bool) -> None:
    n = 1 if what == "warlord" else 4
    state = position([U("elite", 4, 24, 10)], [U(what, n, 24, 13, facing=180)])
    state = RULESET.apply(state, charge("A1", "B1")).state
    assert (state.phase == "close_ranks") is able
    if what in ("warrior", "warrior heavy"):
        setup = terms(close_ranks=["heavy"])
        state = position([U("elite", 4, 24, 10)], [U(what, n, 24, 13, facing=180)], setup)
        assert (RULESET.apply(state, charge("A1", "B1")).state.phase == "close_ranks") is not able


@pytest.mark.parametrize("who", ["all", "engaged"])
def test_A19_who_fights(who: str) -> None:
    setup = terms(melee_eligible=who)
    column, foe = U("warrior", 12, 24, 12, files=1), U("elite", 4, 24, 18, facing=180)
    step = RULESET.apply(position([column], [foe], setup), charge("A1", "B1"))
    charged = next(event for event in step.events if isinstance(event, e.Charged))
    assert (charged.dice[0] == 12) is (who == "all")
    assert charged.dice[0] >= charged.contacts[0]


@pytest.mark.parametrize("cap", [0, 5])
def test_A20_a_cap_on_dice(cap: int) -> None:
    state = position([U("warrior", 8, 24, 10)], [U("elite", 4, 24, 13, facing=180)], terms(dice_cap=cap))
    run = act(state, charge("A1", "B1"), [[1] * (cap or 8), [1] * 4])
    assert run.rolls[0].count == (cap or 8)
