"""How far a unit may go and strike, as pictures show it: what is drawn is what the rules allow."""

import tomllib
from random import Random

import pytest
from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war.orders import Order
from pbem.games.war.state import State
from pbem.ruleset import Decide
from tests.games.war.kit import U, position, terms
from tests.kit.play import bots, play, ready


def orders(state: State, unit: str, toml: str) -> tuple[Order, ...]:
    part = {"activate": [{"unit": unit, "do": [tomllib.loads(f"x = {toml}")["x"]]}]}
    said = RULESET.understand(state, part, {})
    assert not said.problems, said.problems
    return tuple(order for order in said.orders if not order.end)


def written(toml: str, to: tuple[int, int]) -> str:
    return toml.replace("{x}", str(to[0] / 100)).replace("{y}", str(to[1] / 100))


def test_open_ground_is_a_circle() -> None:
    """R5: 6 inches in every direction for troops on foot; the ring is that of the bases."""
    state = position([U("warrior", 4, 24, 18)], [U("warrior", 4, 24, 34)])
    found = RULESET.reach(state, "a1")
    assert found is not None
    stance = found.stances[0]
    assert stance.label.startswith("keeps its facing")
    assert stance.start == (2400, 1800)
    assert stance.turn == 0
    assert len(stance.ways) == 36
    assert [way.used for way in stance.ways if way.used != 600] == []
    assert stance.ways[0].to == (2400, 2400)  # north
    assert stance.ways[9].to == (3000, 1800)  # east
    assert {way.reason for way in stance.ways} == {""}
    assert [(ring.label, ring.distance) for ring in found.rings] == [("moves and charges 6 in", 600)]
    assert (found.actions, found.most, found.radius) == (3, 600, state.profile("A1").radius)


def test_what_is_in_the_way_is_named() -> None:
    wall = {"name": "Cliff", "points": [[20, 20], [28, 20], [28, 21], [20, 21]], "flags": ["impassable"]}
    state = position(
        [U("warrior", 1, 24, 18), U("warrior", 1, 26, 18)], [U("warrior", 1, 24, 34)], terms([wall])
    )
    ways = RULESET.reach(state, "A1").stances[0].ways  # type: ignore[union-attr]
    assert ways[0].reason == "Cliff is in the way of A1, and impassable"
    assert ways[0].used < 200
    assert ways[9].reason == "A2 is in the way of A1"
    assert ways[27].reason == ""
    edge = position([U("warrior", 1, 2, 18)], [U("warrior", 1, 24, 34)])
    assert RULESET.reach(edge, "A1").stances[0].ways[27].reason.startswith("A1 would end off the table")  # type: ignore[union-attr]


def test_rings_of_shooters_and_of_the_other_side() -> None:
    state = position([U("levy bows", 6, 24, 10)], [U("warrior crossbows", 6, 24, 30)])
    mine, theirs = RULESET.reach(state, "A1"), RULESET.reach(state, "B1")
    assert mine is not None
    assert theirs is not None
    assert [ring.distance for ring in mine.rings] == [600, state.profile("A1").range]
    assert [aim.toml for aim in mine.aims] == ['{ shoot = "{unit}" }', '{ charge = "{unit}" }']
    assert (theirs.stances, theirs.aims, theirs.actions) == ((), (), 0)  # it is not their turn
    assert len(theirs.rings) == 2


def test_who_has_acted_goes_nowhere() -> None:
    state = position([U("warrior", 4, 24, 18, actions=3)], [U("warrior", 4, 24, 34)])
    found = RULESET.reach(state, "A1")
    assert found is not None
    assert found.stances == ()
    for name in ("A2", "B7", "C1", ""):
        with pytest.raises(ValueError, match="is not on the table"):
            RULESET.reach(state, name)
    gone = state.with_unit(replace(state.unit("B1"), pos=(), gone=True))
    with pytest.raises(ValueError, match="is not on the table"):
        RULESET.reach(gone, "B1")


def test_every_way_is_an_order_and_no_farther() -> None:
    """In matches: what is drawn can be ordered as it stands there, and costs what it says; where a reason
    stands, a step more is refused."""
    setup, armies = ready(RULESET, {}, Random(3))
    played = play(RULESET, setup, armies, bots("random"), 3)
    looked = 0
    for one in played.taken[::6]:
        want = RULESET.want(one.state)
        if not (isinstance(want, Decide) and want.kind == "orders"):
            continue
        for unit in one.state.standing(0 if one.side == "a" else 1):
            found = RULESET.reach(one.state, unit.id)
            assert found is not None
            for stance in found.stances:
                for way in stance.ways[::5]:
                    if way.to == stance.start:
                        continue
                    (order,) = orders(one.state, unit.id, written(stance.toml, way.to))
                    assert RULESET.faults(one.state, order) == (), (unit.id, stance.label, way)
                    assert way.used <= way.allow
                    looked += 1
                    if " needs " in way.reason:
                        x, y = way.to
                        u, v = stance.start
                        far = max(1, abs(x - u), abs(y - v))
                        beyond = (x + round((x - u) * 40 / far), y + round((y - v) * 40 / far))
                        more = replace(order, move=(beyond,))
                        assert RULESET.faults(one.state, more) != (), (unit.id, way)
    assert looked > 150
