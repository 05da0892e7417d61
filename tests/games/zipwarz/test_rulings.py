"""One test for every ruling of RULES.md, each option both ways."""

from typing import Any

import msgspec
import pytest

from pbem.games.zipwarz import catalogue
from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.standing import Rule, Standing
from pbem.games.zipwarz.state import State
from pbem.ruleset import OTHER, Decide, React, Roll, Sealed, Unseal
from tests.games.zipwarz.kit import (
    ORDER,
    RULES,
    able,
    attack,
    end,
    example,
    hold,
    messages,
    move,
    open_game,
    position,
    run,
    setup,
    unit,
)

ACTED = {"acted": True}


def outcome(state: State) -> tuple[str, str]:
    found = RULES.outcome(state)
    assert found is not None
    return found.winner, found.reason


def test_a01_leaving_a_zone_with_enemies() -> None:
    surge = able("surge", ("extra_action", 1), limit="round")
    rows = [unit(1, 1, 6), unit(1, 1, 6, surge), unit(1, 1, 1)], [unit(9, 9, 6)]
    free = position(*rows)
    assert run(free, [move("A1", 2)])[0].active == msgspec.structs.replace(
        run(free, [move("A3", 2)])[0].active, unit="A1"
    )
    forbidden = position(*rows, options={"disengage": "forbidden"})
    assert messages(RULES.faults(forbidden, move("A1", 2))) == ["move: A1 may not leave 6 while B1 is there"]
    assert RULES.faults(forbidden, move("A3", 2)) == ()
    both = position(*rows, options={"disengage": "both_actions"})
    state, _ = run(both, [move("A1", 2)])
    assert messages(RULES.faults(state, move("A1", 3))) == [": A1 has no action left"]
    state, _ = run(both, [attack("A1", "B1")], [(1,)])
    assert messages(RULES.faults(state, move("A1", 2))) == [
        ": leaving 6 while B1 is there takes two actions, A1 has one left"
    ]
    state, _ = run(both, [attack("A2", "B1")], [(1,)])
    assert RULES.faults(state, move("A2", 2, use=("surge",))) == ()  # one more action makes it two
    assert next(c.order for c in RULES.legal(state, "a", {}) if c.unit == "A2" and c.verb == "move").use == (
        "surge",
    )
    state, _ = run(both, [move("A3", 2)])
    assert RULES.faults(state, move("A3", 3)) == ()


def test_a02_how_long_a_unit_is_stopped() -> None:
    slip = able("slip", ("move", 2), ("ignore_stop", 1))
    rows = [unit(1, 1, 5), unit(1, 1, 5, slip)], [unit(9, 9, 6)]
    action = position(*rows)
    state, _ = run(action, [move("A1", 6)])
    assert RULES.faults(state, move("A1", 7)) == ()
    activation = position(*rows, options={"stop_scope": "activation"})
    state, _ = run(activation, [move("A1", 6)])
    assert messages(RULES.faults(state, move("A1", 7))) == [
        "move: A1 was stopped in 6 and does not move again in this activation"
    ]
    state, _ = run(activation, [move("A2", 6)])
    assert RULES.faults(state, move("A2", 7)) == ()  # nobody stops it
    state, _ = run(activation, [move("A1", 1)])
    assert RULES.faults(state, move("A1", 5)) == ()


def test_a03_no_passing_but_holding() -> None:
    state = position([unit(at=1)], [unit(at=24)])
    assert messages(RULES.check(state, "a", (end,), {})) == [
        "[0]: activate at least one unit before the turn ends (A1)"
    ]
    assert RULES.check(state, "a", (hold("A1"), end), {}) == ()
    lone = position([unit(at=1)], [unit(at=24, acted=True)], lone=True)
    assert RULES.check(lone, "a", (end,), {}) != ()


def test_a04_fewer_than_three_left() -> None:
    state = position([unit(at=1), unit(at=1), unit(at=1, acted=True)], [unit(at=24)])
    assert RULES.describe(state, Decide("a", "orders", 1)) == "activate 1 or 2 of A1 A2 (A3 has acted)"
    state, _ = run(state, [hold("A1"), hold("A2")])
    assert state.side == "b"  # nobody is left: the turn ended by itself


def test_a05_units_need_not_be_named_beforehand() -> None:
    state = position([unit(at=1) for _ in range(3)], [unit(at=24)])
    pausing = (move("A1", 2), move("A1", 3, pause=True))
    assert RULES.check(state, "a", pausing, {}) == ()
    state, _ = run(state, pausing)
    assert RULES.want(state) == Decide("a", "orders", 1)  # the same turn goes on
    assert RULES.check(state, "a", (hold("A2"), end), {}) == ()
    assert RULES.check(state, "a", (end,), {}) == ()
    strict = position([unit(at=1)], [unit(at=24)], options={"allow_pause": False})
    assert messages(RULES.check(strict, "a", pausing, {})) == [
        f"[{i}].pause: this match has no pauses (option allow_pause)" for i in (1,)
    ]


def test_a06_the_last_turn_has_no_limit_of_three() -> None:
    many = [unit(1, 1, 6) for _ in range(5)]
    alone = position(many, [unit(at=24, acted=True)], lone=True)
    state, told = run(alone, [move("A1", 2), end])
    assert e.Held(units=("A2", "A3", "A4", "A5")) in told  # who was not activated holds
    assert state.round == 2

    # The last waiting enemy falls in the second activation: the limit is lifted at once.
    lifted = position(many, [unit(1, 1, 6), unit(at=24, acted=True)])
    orders = (hold("A1"), attack("A2", "B1"), hold("A3"), hold("A4"), hold("A5"), end)
    assert RULES.check(lifted, "a", orders, {}) == ()
    state, _ = run(lifted, orders, [(6,)])
    assert state.round == 2
    # If he does not fall, what comes after the third is dropped without harm.
    state, told = run(lifted, (*orders[:2], move("A3", 2), *orders[3:]), [(1,)])
    assert [type(x) for x in told if isinstance(x, e.Dropped)] == [e.Dropped, e.Dropped]
    assert (state.side, state.begun) == ("b", 0)
    assert [u.acted for u in state.units[0]] == [True, True, True, False, False]
    # A turn that ends with units left is followed by another of the same side, and that is the last.
    state, _ = run(lifted, (*orders[:3], end), [(6,)])
    assert (state.side, state.term, state.lone) == ("a", 2, True)
    state, told = run(state, [hold("A4"), end])
    assert e.Held(units=("A5",)) in told


def test_a06_a_decision_may_not_begin_with_a_unit_that_has_to_wait() -> None:
    state = position([unit(at=1) for _ in range(4)], [unit(at=24)])
    state, _ = run(state, [hold("A1"), hold("A2"), move("A3", 2, pause=True)])
    assert messages(RULES.check(state, "a", (hold("A4"), end), {})) == [
        "[0].unit: 3 units have been activated in this turn, A4 has to wait"
    ]
    assert RULES.check(state, "a", (move("A3", 1), hold("A4"), end), {}) == ()


def test_a07_a_unit_that_is_removed_before_it_acted_never_acts() -> None:
    state = position([unit(1, 1, 6), unit(at=1)], [unit(1, 1, 6), unit(at=24, acted=True)])
    state, _ = run(state, [attack("A1", "B1"), end], [(6,)])
    assert (state.side, state.lone) == ("a", True)  # Red has nobody left to activate
    assert "removed" in messages(RULES.faults(msgspec.structs.replace(state, side="b"), hold("B1")))[0]


def wiped(wipeout: str, **more: Any) -> State:
    rows = [unit(1, 1, 6), unit(at=1)], [unit(1, 1, 6)]
    state = position(*rows, options={"wipeout": wipeout}, **more)
    return run(state, [attack("A1", "B1"), end], [(6,)])[0]


def test_a08_one_side_wiped_out() -> None:
    behind = {"scored": ((0, 50),), "round": 2}
    state = wiped("play_on", **behind)
    assert RULES.want(state) == Decide("a", "orders", 2)
    for number in (3, 4):
        state, _ = run(state, [hold("A1") if state.round > 2 else hold("A2"), end])
        assert (state.round, state.first, state.side) == (number, "b", "a")  # Player 1 is passed over
    state, _ = run(state, [hold("A1"), end])
    assert outcome(state) == ("b", "50 to 11 Victory Points")  # 5 for the unit, 2 for the prize in each round

    state, told = run(wiped("end_of_round", **behind), [hold("A2"), end])
    assert outcome(state) == ("a", "Red has no unit left")
    assert any(isinstance(x, e.RoundScored) for x in told)

    state = wiped("immediate", **behind)
    assert outcome(state) == ("a", "Red has no unit left")
    assert RULES.score(state) == (0, 50)
    assert state.unit("A2").acted is False


def test_a09_role_dice_are_rolled_again_when_even() -> None:
    state, told = run(open_game(), dice=[(4, 1, 1, 1, 1), (1, 2, 3, 3, 6)])
    assert told[-1] == e.RolesTied(count=1)
    want = RULES.want(state)
    assert isinstance(want, Roll)
    assert (want.side, want.count) == ("a", 5)
    state, _ = run(state, dice=[(4, 1, 1, 1, 1), (1, 1, 1, 1, 1)])
    assert state.aggressor == "a"


def test_a10_units_are_counted_not_models() -> None:
    state = position([unit(6, 10, 6)], [unit(1, 1, 6, **ACTED), unit(1, 1, 6, **ACTED), unit(at=11, **ACTED)])
    state, _ = run(state, [hold("A1"), end])
    assert state.scored == ((0, 4),)  # two small units against one big one, and one against none


def test_a11_a_removed_unit_counts_for_the_other_side() -> None:
    state = position([unit(1, 1, 6)], [unit(1, 1, 6), unit(at=24, **ACTED)])
    state, told = run(state, [attack("A1", "B1"), end], [(6,)])
    assert e.KillsScored(kills=(1, 0), side="a", points=5) in told
    assert state.scored == ((5 + 2, 0),)
    quiet = position([unit(at=1)], [unit(at=24, **ACTED)])
    _, told = run(quiet, [hold("A1"), end])
    assert not any(isinstance(x, e.KillsScored) for x in told)


def test_a12_the_level_total_ignores_wounds_unless_agreed() -> None:
    rows = [unit(2, 3, 1, wounds=5)], [unit(1, 5, 24, **ACTED)]
    state, _ = run(position(*rows, round=4), [hold("A1"), end])
    assert outcome(state)[0] == "a"  # 6 to 5
    state, _ = run(position(*rows, round=4, options={"tiebreak_wounds": True}), [hold("A1"), end])
    assert outcome(state) == ("b", "even at 0 Victory Points; Health on the field 5 to 1")


def deployed(state: State, *zones: int) -> tuple[Any, ...]:
    waiting = [u for u in state.units["ab".index(state.side)] if not u.at]
    return tuple(ORDER(unit=u.id, zone=z) for u, z in zip(waiting, zones, strict=False))


def with_roles(**options: Any) -> State:
    return run(open_game(**options), dice=[(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)])[0]


def test_a13_deployment_in_the_open() -> None:
    state = with_roles(deployment="aggressor_first")
    assert RULES.want(state) == Decide("a", "deploy")
    state = RULES.apply(state, deployed(state, 1, 5, 17, 21, 1)).state
    assert RULES.want(state) == Decide("b", "deploy")
    assert RULES.public(state)["units"][0] == {"id": "A1", "at": 1}  # the Defender sees it


def test_a13_deployment_sealed() -> None:
    state = with_roles(deployment="sealed")
    assert RULES.want(state) == Decide("a", "deploy", sealed=True)
    secret = deployed(state, 1, 5, 17, 21, 1)
    assert RULES.check(state, "a", secret, {}) == ()
    step = RULES.apply(state, Sealed())
    assert step.events == (e.DeploymentSealed(side="a"),)
    assert RULES.want(step.state) == Decide("b", "deploy")
    state = RULES.apply(step.state, deployed(step.state, 4, 8, 20, 24, 4, 4)).state
    assert RULES.want(state) == Unseal("a", "deploy")
    assert RULES.check(state, "a", secret, {}) == ()
    assert RULES.check(state, "a", secret[1:], {}) != ()
    assert RULES.check(state, "b", secret, {}) != ()
    assert RULES.legal(state, "a", {}) == ()  # a duty, not a decision
    state = RULES.apply(state, secret).state
    assert (state.round, [u.at for u in state.units[0]]) == (1, [1, 5, 17, 21, 1])


def test_a13_deployment_alternating() -> None:
    state = with_roles(deployment="alternating")
    sides = []
    while isinstance(want := RULES.want(state), Decide) and want.kind == "deploy":
        sides.append(want.side)
        orders = deployed(state, *(1, 4)[want.side == "b" :][:1])
        assert RULES.check(state, want.side, (), {}) != ()
        assert RULES.check(state, want.side, orders, {}) == ()
        assert all(choice.last for choice in RULES.legal(state, want.side, {}))
        state = RULES.apply(state, orders).state
    assert "".join(sides) == "ababababab" + "b"  # six Red units against five
    assert state.round == 1


def test_a14_stacking() -> None:
    state = with_roles()
    assert RULES.check(state, "a", deployed(state, 1, 1, 1, 1, 1), {}) == ()
    state = with_roles(max_units_per_zone=2)
    assert messages(RULES.check(state, "a", deployed(state, 1, 1, 1, 5, 5), {})) == [
        "[2].zone: 1 is full: no more than 2 to a zone"
    ]
    rows = [unit(1, 1, 5, able("swift", ("move", 2))), unit(at=6), unit(at=6)], [unit(at=24), unit(at=9)]
    full = position(*rows, options={"max_units_per_zone": 2})
    assert messages(RULES.faults(full, move("A1", 6))) == ["move: 6 is full: Blue has 2 there"]
    assert RULES.faults(full, move("A1", 6, 7)) != ()  # passing through counts
    assert RULES.faults(full, move("A1", 9)) == ()  # enemies do not count
    assert RULES.faults(position(*rows), move("A1", 6)) == ()
    crowd = {"faction": "lantern_guard", "unit": [{"line": "lantern_militia", "models": 5, "count": 9}]}
    _, problems = RULES.army(setup(max_units_per_zone=2), crowd)
    assert messages(problems) == ["unit: 9 units do not fit into the deployment zones, which hold 8"]


def test_a15_rounds() -> None:
    assert RULES.headline(open_game()) == "before the first round"
    for options, rounds in (({}, 4), ({"rounds": 5}, 5), ({"rounds": 1}, 1)):
        state = position([unit(at=1)], [unit(at=24, **ACTED)], options=options, round=rounds)
        assert RULES.headline(state) == f"round {rounds} of {rounds}"
        assert RULES.outcome(run(state, [hold("A1"), end])[0]) is not None
    state = position([unit(at=1)], [unit(at=24, **ACTED)], options={"rounds": 5}, round=4)
    assert RULES.outcome(run(state, [hold("A1"), end])[0]) is None


@pytest.mark.parametrize(("wounds", "dice"), [(0, 10), (1, 10), (2, 8), (3, 8), (9, 2)])
def test_a16_wounded_units_roll_all_dice_unless_agreed(wounds: int, dice: int) -> None:
    rows = [unit(2, 5, 6, wounds=wounds)], [unit(at=6)]
    for options, count in (({}, 10), ({"wounds_reduce_dice": True}, dice)):
        want = RULES.want(run(position(*rows, options=options), [attack("A1", "B1")])[0])
        assert isinstance(want, Roll)
        assert want.count == count


def test_a17_a_scenario_at_another_size() -> None:
    assert RULES.advice(setup(size="medium"))[0] == (
        "Start From the Corners is meant for skirmish and small games, this is a medium one"
    )
    assert RULES.advice(setup(size="small")) == ()
    assert RULES.setup({"size": "small", "enforce_scenario_size": True}, {})[1] == ()
    _, problems = RULES.setup({"size": "large", "enforce_scenario_size": True}, {})
    assert messages(problems) == ["size: Start From the Corners is for skirmish and small games"]


def test_a18_nothing_blocks_an_attack_unless_agreed() -> None:
    slings = able("slings", ("range", 2))
    rows = [unit(1, 1, 5, slings)], [unit(at=7), unit(at=6), unit(at=10), unit(at=5), unit(at=9)]
    free, blocked = position(*rows), position(*rows, options={"range_blocked": True})
    assert [t for t in ("B1", "B2", "B3", "B4") if RULES.faults(free, attack("A1", t)) == ()] == [
        "B1",
        "B2",
        "B3",
        "B4",
    ]
    assert messages(RULES.faults(blocked, attack("A1", "B1"))) == ["attack: B2 stands between 5 and 7"]
    assert RULES.faults(blocked, attack("A1", "B2")) == ()
    assert RULES.faults(blocked, attack("A1", "B4")) == ()
    assert RULES.faults(blocked, attack("A1", "B3")) != ()  # both ways to 10 are held, by 6 and by 9
    open_way = position([unit(1, 1, 5, slings)], [unit(at=10), unit(at=6)], options={"range_blocked": True})
    assert RULES.faults(open_way, attack("A1", "B1")) == ()  # one way is free


def test_a19_an_attack_that_has_become_impossible() -> None:
    lance, surge = (
        able("lance", ("dice", 4), limit="round"),
        able("surge", ("extra_action", 1), limit="round"),
    )
    state = position(
        [unit(1, 1, 6), unit(1, 1, 6, lance, surge), unit(at=1)], [unit(1, 1, 6), unit(9, 9, 6), unit(at=24)]
    )
    assert messages(RULES.check(state, "a", (attack("A1", "B3"),), {})) == [
        "[0].attack: B3 is in 24, 6 zones from 6; A1 attacks in its own zone only"
    ]
    first = attack("A1", "B1")
    state1, told = run(state, [first, attack("A2", "B1", "lance")], [(6,)])
    lost = told[-1]
    assert isinstance(lost, e.Lost)
    assert lost == e.Lost(unit="A2", what="attack", cause="B1 was already removed (Red has B2 B3)")
    assert state1.active is not None
    assert (state1.active.unit, state1.active.left, state1.begun) == ("A2", 1, 2)
    assert state1.unit("A2").used == ()  # the lance is not spent
    # An alternative is taken instead ...
    _, told = run(state, [first, attack("A2", "B1", else_=(attack("A2", "B2"),))], [(6,), (1,)])
    assert not any(isinstance(x, e.Lost) for x in told)
    # ... and extra actions that were named are kept.
    state3, _ = run(state, [first, attack("A2", "B1", "surge"), move("A2", 2), move("A2", 3)], [(6,)])
    assert state3.unit("A2").at == 3


def test_a20_overkill_is_lost() -> None:
    state = position([unit(1, 5, 6)], [unit(1, 1, 6), unit(1, 1, 6)])
    state, _ = run(state, [attack("A1", "B1")], [(6, 6, 6, 6, 6)])
    assert state.unit("B1").gone
    assert state.unit("B2").wounds == 0


def test_a21_abilities_are_named_and_add_up() -> None:
    bombard = able("bombard", ("range", 2), ("dice", 6), ("level_attack", 1), limit="round")
    aim = able("aim", ("range", 1), ("dice", 1), ("level_attack", 2), limit="round")
    sap, herbs = able("sap", ("heal", 2)), able("herbs", ("heal", 3), limit="round")
    rows = (
        [
            unit(2, 2, 6, bombard, aim, able("slings", ("range", 1))),
            unit(1, 9, 6, sap, herbs, wounds=8),
            unit(at=1),
        ],
        [unit(2, 9, 14), unit(2, 9, 6, able("spikes", ("defend_roll", 5)), able("hide", ("defend_roll", 6)))],
    )
    state = position(*rows)
    declared, _ = run(state, [attack("A1", "B1", "bombard", "aim")])
    assert declared.attack is not None
    assert (declared.attack.dice, declared.attack.a, declared.attack.need) == (4 + 6 + 1, 2 + 1 + 2, 4)
    assert messages(RULES.faults(state, attack("A1", "B1", "aim"))) != []  # range 1 and 1 are not 2
    assert messages(RULES.faults(state, attack("A1", "B2", "slings"))) == [
        "use: slings is always on and is never named"
    ]
    assert messages(RULES.faults(state, attack("A1", "B2", "aim", "aim"))) == ["use[1]: aim is named twice"]
    assert messages(RULES.faults(state, move("A1", 2, use=("aim",)))) == ["use: aim does nothing for a move"]
    assert messages(RULES.faults(state, attack("A2", "B2", "lance"))) == [
        "use: A2 has no ability 'lance' (it has herbs)"
    ]
    healed, told = run(state, [ORDER(unit="A2", heal="A2", use=("herbs",))])
    assert told[0] == e.Healed(unit="A2", target="A2", wounds=5, total=3, use=("herbs",))
    healed, _ = run(healed, [ORDER(unit="A2", heal="A2")])
    assert healed.unit("A2").wounds == 1
    _, told = run(state, [ORDER(unit="A2", heal="A1")])
    assert told[0] == e.Healed(unit="A2", target="A1", wounds=0, total=0)  # allowed, without effect
    assert RULES.faults(state, ORDER(unit="A2", heal="A3")) != ()  # not in its zone
    assert messages(RULES.faults(state, ORDER(unit="A1", heal="A2"))) == [
        "heal: A1 heals only with an ability for it"
    ]
    assert RULES.faults(state, attack("A1", "B1", "bombard")) == ()  # out of a zone that holds an enemy
    parry, _ = run(state, [attack("A1", "B2")], [(5, 5, 1, 1)])
    want = RULES.want(parry)
    assert isinstance(want, Roll)
    assert (want.count, want.kind, want.side, want.need) == (2, "defence", "b", 5)  # the better roll


def test_a21_the_best_move_counts_and_slipping_passes_every_enemy() -> None:
    walk = able("walk", ("move", 4), ("ignore_stop", 1), limit="round")
    state = position([unit(1, 1, 5, able("swift", ("move", 2)), walk)], [unit(at=6), unit(at=7), unit(at=8)])
    assert RULES.faults(state, move("A1", 6, 7)) != ()
    assert RULES.faults(state, move("A1", 6, 7, 8, 4, use=("walk",))) == ()
    assert RULES.faults(state, move("A1", 6, 7, 8, 4, 3, use=("walk",))) != ()


def test_a22_once_a_round_serves_one_action() -> None:
    lance = able("lance", ("dice", 4), limit="round")
    state = position([unit(1, 1, 6, lance)], [unit(9, 9, 6)])
    assert messages(
        RULES.check(state, "a", (attack("A1", "B1", "lance"), attack("A1", "B1", "lance")), {})
    ) == ["[1].use: lance was already used this round"]


@pytest.mark.parametrize(("size", "most"), [("skirmish", 2), ("small", 2), ("medium", 4), ("large", 8)])
def test_a23_copies(size: str, most: int) -> None:
    riders = [{"line": "undertow_riders", "models": 2, "count": most}]
    brood = {"faction": "tidewrack_brood", "unit": riders}
    assert RULES.army(setup(size=size), brood)[1] == ()
    _, problems = RULES.army(
        setup(size=size), {**brood, "unit": [*riders, {"line": "undertow_riders", "models": 2}]}
    )
    assert messages(problems) == [
        f"unit: {most + 1} units of undertow riders are too many: {most} at most in this match"
    ]
    militia = {"faction": "lantern_guard", "unit": [{"line": "lantern_militia", "models": 5, "count": 4}]}
    assert RULES.army(setup(size=size), militia)[1] == ()
    assert RULES.army(setup(size=size, max_copies=4), militia)[1] == ()
    assert messages(RULES.army(setup(size=size, max_copies=3), militia)[1]) == [
        "unit: 4 units of lantern militia are too many: 3 at most in this match"
    ]
    assert messages(RULES.army(setup(), {"faction": "lantern_guard", "unit": []})[1]) == [
        "unit: an army has at least one unit"
    ]


HIDE = able("ancient hide", ("defend_roll", 4), limit="round")


def struck(
    *faces: int, defences: tuple[Any, ...] = (HIDE,), level: int = 1, models: int = 9, **options: Any
) -> State:
    """An attack of Level 1 on B1, rolled."""
    state = position(
        [unit(1, len(faces), 6)], [unit(level, models, 6, *defences), unit(at=24)], options=options
    )
    return run(state, [attack("A1", "B1")], [faces])[0]


def test_a24_limited_then_flat_then_rolls_on_the_rest() -> None:
    bark = able("bark", ("defend_flat", 2), limit="game")
    pikes, shell = able("pikes", ("defend_flat", 1)), able("shell", ("defend_roll", 5))
    state = struck(5, 5, 5, 6, 6, 1, defences=(bark, pikes, shell))
    assert RULES.want(state) == React("b", "defend")
    used = RULES.apply(state, (ORDER(use=("bark",)),)).state
    want = RULES.want(used)
    assert isinstance(want, Roll)
    assert want.count == 5 - 3
    after, told = run(used, dice=[(5, 4)])
    assert after.unit("B1").wounds == 1
    assert after.unit("B1").used == ("bark",)
    result = told[0]
    assert isinstance(result, e.DefenceRolled)
    assert (result.result.hits, result.result.flat, result.result.rolled) == (5, 3, 1)
    taken = RULES.apply(state, ()).state
    want = RULES.want(taken)
    assert isinstance(want, Roll)
    assert want.count == 4
    # Never below none: more flat defence than hits asks for no dice and for no reaction.
    wall = able("wall", ("defend_flat", 3))
    assert struck(5, 5, 5, defences=(wall, shell, bark)).unit("B1").wounds == 0
    assert RULES.want(struck(5, 5, 5, defences=(wall, shell, bark))) == Decide("a", "orders", 1)


def test_a24_a_raised_level_counts_the_dice_afresh() -> None:
    wrath = able("wrath", ("level_defend", 1), limit="round")
    state = struck(5, 5, 6, 1, defences=(wrath,))  # level 1 against 1: 5+
    step = RULES.apply(state, (ORDER(use=("wrath",)),))
    assert step.events[0].need == 6  # type: ignore[attr-defined]
    assert step.state.unit("B1").wounds == 1


def answer(state: State, *rules: Rule) -> Any:
    return RULES.answer_by(Standing(rules=rules) if rules else RULES.default_standing(state.setup), state)


USE: Any = (ORDER(use=("ancient_hide",)),)


def test_a25_when_the_reaction_exists() -> None:
    assert RULES.want(struck(6, 1)) == React("b", "defend")
    assert RULES.want(struck(1, 1)) == Decide("a", "orders", 1)  # no hit
    spent = position([unit(1, 1, 6)], [unit(1, 9, 6, HIDE, used=("ancient_hide",))])
    assert RULES.want(run(spent, [attack("A1", "B1")], [(6,)])[0]) == Decide("a", "orders", 1)


def test_a25_standing_orders_decide() -> None:
    assert answer(struck(5, 5, 5)) == USE
    assert answer(struck(5, 5, 1)) == ()
    assert answer(struck(5, 5, 1, models=2)) == USE  # it would remove the unit
    pikes = able("pikes", ("defend_flat", 1))
    assert answer(struck(5, 5, 1, models=2, defences=(HIDE, pikes))) == ()  # less flat defences
    assert answer(struck(5, 5, 1), Rule(when="always")) == USE
    assert answer(struck(5, 5, 5), Rule(when="never"), Rule(when="always")) == ()
    assert answer(struck(5, 5, 5), Rule(when="never", unit="B2"), Rule(when="always", unit="B1")) == USE
    assert answer(struck(5, 5), Rule(when="hits", hits=3), Rule(when="lethal")) == ()  # none applies: taken


def test_a25_standing_or_ask() -> None:
    asking = Rule(when="ask")
    ask = setup(limited_defence="ask")
    assert answer(struck(5, 5, limited_defence="ask"), asking) is None
    assert answer(struck(5, 5, limited_defence="ask"), Rule(when="hits", hits=3)) is None
    assert answer(struck(5, 5, limited_defence="ask")) == ()  # the default answers everything
    assert RULES.standing(ask, {"rule": [{"when": "ask"}]}) == (Standing(rules=(asking,)), ())
    _, problems = RULES.standing(setup(), {"rule": [{"unit": "b1", "hits": 2}, {"when": "ask"}]})
    assert messages(problems) == ["rule[1].when: nobody is asked in this match (option limited_defence)"]
    good, problems = RULES.standing(setup(), {"rule": [{"unit": "b1", "hits": 2}, {"when": "never"}]})
    assert problems == ()
    assert good == Standing(rules=(Rule(when="hits", unit="B1", hits=2), Rule(when="never")))
    _, problems = RULES.standing(
        setup(),
        {
            "rules": [
                {"when": "hits"},
                {"when": "never", "hits": 2},
                {"when": "al"},
                {"unit": "C1", "when": "never"},
            ]
        },
    )
    assert [p.path for p in problems] == ["rules[0].hits", "rules[1].hits", "rules[2].when", "rules[3].unit"]
    assert RULES.standing(setup(), {"rools": []})[1][0].hint == "did you mean rules?"


def test_a26_there_is_no_terrain() -> None:
    board = RULES.board(open_game(), None, {})
    assert board.areas == ()
    assert not any(role.startswith("obstacle") for place in board.places for role in place.roles)


def test_a27_a_path_through_an_enemy_counts_on_earlier_attacks() -> None:
    swift = able("swift", ("move", 3))
    state = position([unit(1, 1, 6), unit(1, 1, 5, swift)], [unit(1, 1, 6), unit(at=24)])
    through = move("A2", 6, 7)
    assert messages(RULES.check(state, "a", (through, end), {})) == ["[0].move: A2 stops in 6: B1 holds it"]
    orders = (attack("A1", "B1"), through, end)
    assert RULES.check(state, "a", orders, {}) == ()
    fallen, _ = run(state, orders[:2], [(6,)])
    assert fallen.unit("A2").at == 7
    standing, told = run(state, orders[:2], [(1,)])
    assert standing.unit("A2").at == 6
    assert told[-1] == e.Moved(unit="A2", path=(5, 6), cause="A2 stops in 6: B1 holds it")
    other, _ = run(state, (orders[0], move("A2", 6, 7, else_=(move("A2", 9),))), [(1,)])
    assert other.unit("A2").at == 9
    two = position([unit(1, 1, 6), unit(1, 1, 5, swift)], [unit(1, 1, 6), unit(1, 1, 6)])
    assert RULES.check(two, "a", orders, {}) != ()  # another enemy there is not attacked


def test_a28_rosters_of_the_players() -> None:
    roster = example("rosters/zipwarz-moss-court.toml")
    made, problems = RULES.setup({}, {"roster": [roster]})
    assert problems == ()
    assert RULES.army(made, example("armies/zipwarz-moss-court.toml"))[1] == ()
    cheap = {**roster, "unit": [{**roster["unit"][0], "price": {"5": 34}}]}
    _, problems = RULES.setup({}, {"roster": [cheap]})
    assert messages(problems) == [
        "roster[0].unit[0].price.5: 34 points are below the price formula, which gives 35"
    ]
    made, problems = RULES.setup({"free_prices": True}, {"roster": [cheap]})
    assert problems == ()
    assert "prices of own rosters are free" in " ".join(RULES.advice(made))
    assert [f.id for f in made.factions] == [*catalogue.ROSTERS, "moss_court"]


def test_a29_each_order_meets_the_position_as_it_is() -> None:
    state = position([unit(1, 1, 6), unit(1, 1, 6)], [unit(1, 1, 6), unit(1, 1, 6), unit(at=24)])
    orders = (attack("A1", "B1"), attack("A2", "B1", else_=(attack("A2", "B2"),)), end)
    assert RULES.check(state, "a", orders, {}) == ()
    gone, told = run(state, orders[:2], [(6,), (6,)])
    assert [x.target for x in told if isinstance(x, e.Attacked)] == ["B1", "B2"]
    assert gone.unit("B2").gone
    _, told = run(state, orders[:2], [(1,), (6,)])
    assert [x.target for x in told if isinstance(x, e.Attacked)] == ["B1", "B1"]
    assert OTHER["a"] == "b"


def test_downgrade_goes_on_without_an_ability_that_is_spent() -> None:
    lance = able("lance", ("dice", 4), limit="round")
    state = position([unit(1, 1, 6, lance)], [unit(9, 9, 6)])
    state, _ = run(state, [attack("A1", "B1", "lance")], [(1, 1, 1, 1, 1)])
    step = RULES.downgrade(state, attack("A1", "B1", "lance"))
    assert step.events[0] == e.Lacking(unit="A1", cause="lance was already used this round")
    assert isinstance(step.events[1], e.Attacked)
    assert step.state.attack.dice == 1


def test_downgrade_of_what_a_unit_has_no_action_for_costs_nothing() -> None:
    state = position([unit(1, 1, 6), unit(at=1)], [unit(9, 9, 6)])
    state, _ = run(state, [attack("A1", "B1"), attack("A1", "B1")], [(1,), (1,)])
    step = RULES.downgrade(state, move("A1", 2))
    assert step.events == (e.Dropped(unit="A1", cause="A1 has no action left"),)
    assert step.state == state
