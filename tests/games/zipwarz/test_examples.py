"""The worked examples of the rules, as golden tests; E1 and E2 are those of the SRD."""

import pytest

from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.catalogue import abilities
from pbem.games.zipwarz.rules.army import formula
from pbem.games.zipwarz.rules.attack import threshold
from pbem.games.zipwarz.rules.scoring import initiative
from pbem.games.zipwarz.rules.zones import NEXT, distance
from tests.games.zipwarz.kit import (
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
    unit,
)

BUILT_IN = {ability.id: ability for ability in abilities()}


def test_e01_the_attack_of_the_srd() -> None:
    state = position([unit(3, 10, 1, BUILT_IN["bombard"])], [unit(2, 5, 6), unit(at=24)])
    rolled = (4,) * 5 + (5,) * 5 + (6,) * 5 + (1,) * 7 + (2,) * 7 + (3,) * 7
    after, told = run(state, [attack("A1", "B1", "bombard")], [rolled])
    declared, hits = told[0], told[1]
    assert isinstance(declared, e.Attacked)
    assert isinstance(hits, e.AttackRolled)
    assert (declared.dice, declared.extra, declared.a, declared.t, declared.need) == (36, 6, 4, 2, 4)
    assert (hits.hits, hits.result and hits.result.wounds) == (15, 15)
    assert after.unit("B1").gone
    assert after.kills == (1, 0)
    assert messages(RULES.faults(state, attack("A1", "B1"))) == [
        "attack: B1 is in 6, 2 zones from 1; A1 attacks in its own zone only"
    ]
    assert threshold(3, 2) == 5


def test_e02_the_move_of_the_srd() -> None:
    state = position([unit(1, 5, 2, able("long stride", ("move", 4)))], [unit(at=6), unit(at=9)])
    assert RULES.faults(state, move("A1", 3, 7, 11, 10)) == ()
    assert messages(RULES.faults(state, move("A1", 6, 10))) == ["move: A1 stops in 6: B1 holds it"]
    assert messages(RULES.faults(state, move("A1", 1, 5, 9, 10))) == ["move: A1 stops in 9: B2 holds it"]
    assert "5 is not next to 2" in messages(RULES.faults(state, move("A1", 5)))[0]
    assert "7 is not next to 2" in messages(RULES.faults(state, move("A1", 7)))[0]
    ways = [path for path in _walks(2, 4) if path[-1] == 10 and RULES.faults(state, move("A1", *path)) == ()]
    assert ways == [(3, 7, 11, 10)]


def _walks(at: int, most: int):
    for near in NEXT[at]:
        yield (near,)
        if most > 1:
            yield from ((near, *rest) for rest in _walks(near, most - 1))


@pytest.mark.parametrize(
    ("a", "t", "need"),
    [(1, 1, 5), (2, 2, 5), (3, 2, 5), (4, 2, 4), (2, 1, 4), (2, 4, 6), (1, 2, 6), (5, 3, 5), (6, 3, 4),
     (3, 6, 6), (3, 5, 5), (5, 2, 4)],
)  # fmt: skip
def test_e03_thresholds(a: int, t: int, need: int) -> None:
    assert threshold(a, t) == need


def test_e04_equality_removes() -> None:
    state = position([unit(1, 10, 6)], [unit(2, 5, 6, wounds=7)])
    state, told = run(state, [attack("A1", "B1")], [(6, 6, 6, 1, 2, 3, 4, 5, 5, 5)])
    rolled = told[1]
    assert isinstance(rolled, e.AttackRolled)
    assert (rolled.need, rolled.hits) == (6, 3)
    assert rolled.result == e.Result(hits=3, flat=0, rolled=0, wounds=3, total=10, health=10)
    assert state.unit("B1").gone


def test_e05_full_dice_when_wounded() -> None:
    state, _ = run(position([unit(2, 5, 6, wounds=9)], [unit(at=6)]), [attack("A1", "B1")])
    assert state.attack is not None
    assert state.attack.dice == 10


def test_e06_flat_defence() -> None:
    state = position([unit(2, 5, 6)], [unit(2, 5, 6, BUILT_IN["braced_pikes"])])
    state, told = run(state, [attack("A1", "B1")], [(5, 6, 5, 1, 1, 2, 3, 4, 4, 2)])
    assert state.unit("B1").wounds == 1
    assert told[1].result == e.Result(hits=3, flat=2, rolled=0, wounds=1, total=1, health=10)  # type: ignore[attr-defined]


def test_e07_rolled_defence() -> None:
    state = position([unit(2, 5, 6)], [unit(2, 5, 6, BUILT_IN["thick_shell"])])
    dice = [(5, 5, 5, 6, 6, 6, 1, 1, 1, 1), (5, 6, 1, 2, 3, 4)]
    state, told = run(state, [attack("A1", "B1")], dice)
    assert state.unit("B1").wounds == 4
    assert told[2].result.rolled == 2  # type: ignore[attr-defined]


def test_e08_scoring() -> None:
    zones_a, zones_b = (6, 6, 11, 19, 19, 19), (6, 11, 14)
    state = position(
        [unit(at=z, acted=i > 0) for i, z in enumerate(zones_a)],
        [unit(at=z, acted=True) for z in zones_b],
        kills=(2, 1),
    )
    state, _ = run(state, [hold("A1"), end])
    assert RULES.score(state) == (9, 2)


def test_e09_kills_even_and_no_prizes() -> None:
    state = position([unit(at=1)], [unit(at=24, acted=True)], kills=(1, 1))
    state, _ = run(state, [hold("A1"), end])
    assert RULES.score(state) == (0, 0)


def test_e10_initiative() -> None:
    five, four = [unit(at=1) for _ in range(5)], [unit(at=24) for _ in range(4)]
    assert initiative(position(five, four)) == "b"
    assert initiative(position(four, four)) == "a"


def test_e11_roles() -> None:
    state, _ = run(open_game(), dice=[(4, 5, 6, 1, 1), (4, 4, 4, 4, 2)])
    assert state.aggressor == "b"
    state, told = run(open_game(), dice=[(4, 1, 1, 1, 1), (1, 2, 3, 3, 6)])
    assert (state.aggressor, told[-1]) == ("", e.RolesTied(count=1))


def test_e12_the_order_of_activations() -> None:
    state = position([unit(at=1) for _ in range(7)], [unit(at=24) for _ in range(2)], side="b", first="b")
    turns = []
    for orders in (
        [hold("B1"), end],
        [hold("A1"), hold("A2"), hold("A3"), end],
        [hold("B2"), end],
        [hold("A4"), hold("A5"), hold("A6"), hold("A7")],
    ):
        turns.append(f"{state.side.upper()}{len([o for o in orders if o.unit])}")
        state, _ = run(state, orders)
    assert turns == ["B1", "A3", "B1", "A4"]
    assert state.round == 2


def test_e13_the_tie_break() -> None:
    state = position(
        [unit(3, 10, 1, wounds=29), unit(1, 5, 1, acted=True)],
        [unit(6, 1, 24, acted=True), unit(2, 10, 24, acted=True)],
        round=4,
        scored=((14, 14),),
    )
    state, _ = run(state, [hold("A1"), end])
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == ("a", (14, 14))
    assert outcome.reason == "even at 14 Victory Points; Levels on the field 35 to 26"


def test_e14_a_price() -> None:
    assert formula(3, 10, [BUILT_IN["bombard"]]) == 240


@pytest.mark.parametrize(
    ("one", "other", "steps"), [(1, 6, 2), (1, 24, 8), (4, 5, 4), (8, 9, 4), (4, 21, 8), (11, 14, 2)]
)
def test_e15_distances(one: int, other: int, steps: int) -> None:
    assert distance(one, other) == distance(other, one) == steps


def test_e16_entering() -> None:
    state = position([unit(at=2)], [unit(at=3)])
    assert RULES.faults(state, move("A1", 3)) == ()
    state = position([unit(at=2)], [unit(at=24)])
    assert messages(RULES.faults(state, move("A1", 3, 7))) == [
        "move: A1 moves one zone at most, the path names 2"
    ]
