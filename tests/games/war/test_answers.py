"""Answers to reactions and deployments as people write them."""

import json

import pytest

from pbem.games.war import RULESET
from pbem.games.war import events as e
from pbem.games.war.orders import Order
from pbem.games.war.state import State
from tests.games.war.kit import U, charge, orders, position, problems, shoot, terms


def window(kind: str, tokens: int = 3) -> State:
    a, b = (
        U("warrior javelins", 8, 24, 10, files=4, fatigue=tokens),
        U("warrior", 8, 24, 14, files=4, facing=180),
    )
    state = position([a], [b], terms(retreat="owner", shoot_fatigue_max=2))
    order = shoot("A1", "B1") if kind == "armour" else charge("A1", "B1")
    state = RULESET.apply(state, order).state
    faces: list[tuple[int, ...]] = [(6, 1, 1, 1, 1, 1, 1, 1), (1,), (1,) * 8]
    while state.phase != kind:
        rolling = RULESET.want(state).__class__.__name__ == "Roll"
        state = RULESET.apply(state, faces.pop(0) if rolling else ()).state
    return state


@pytest.mark.parametrize(
    ("kind", "said", "order"),
    [
        ("cancel", "cancel = true", Order(cancel=True)),
        ("cancel", "cancel = false", Order(decline=True)),
        ("cancel", 'to = "charge by A1 on B1"\ncancel = true', Order(cancel=True)),
        ("halve", "halve = true", Order(halve=True)),
        ("halve", 'halve = "no"', Order(decline=True)),
        ("armour", "armour = 1", Order(armour=1)),
        ("armour", "armour = 2", Order(armour=2)),
        ("armour", "armour = true", Order(armour=1)),
        ("armour", "armour = 0", Order(decline=True)),
        ("armour", 'to = "Shot by A1 on B1"\narmour = false', Order(decline=True)),
        ("close_ranks", "close_ranks = true", Order(close_ranks=True)),
        ("spend", 'spend = ["lower", "raise all"]', Order(spend=("lower", "raise_all"))),
        ("spend", 'spend = { plan = "lower all", keep = 1 }', Order(spend=("lower_all",), keep=1)),
        ("spend", 'spend = "nothing"', Order(decline=True)),
        ("retreat", "retreat = 45", Order(retreat=45)),
        ("retreat", 'retreat = "NE"', Order(retreat=45)),
        ("retreat", 'retreat = "auto"', Order(decline=True)),
    ],
)
def test_answers(kind: str, said: str, order: Order) -> None:
    state = window(kind)
    assert orders(f"[[react]]\n{said}\n", state) == (order,)
    again = json.loads(json.dumps(RULESET.write_orders(state, (order,))))
    assert RULESET.understand(state, again, {}).orders == (order,)
    assert RULESET.order_words(state, order)


@pytest.mark.parametrize(
    ("kind", "said", "problem"),
    [
        ("cancel", "", "cancel: cancel is missing"),
        ("cancel", "cancel = 3", "cancel: expected true or false, found 3"),
        ("cancel", "cancle = true", "cancle: unknown key 'cancle'"),
        (
            "cancel",
            'to = "move by A1"\ncancel = true',
            """to: the answer wanted is to "charge by A1 on B1", found 'move by A1'""",
        ),
        ("armour", "armour = 3", "armour: expected 1 to 2, found 3"),
        ("armour", 'armour = "much"', "armour: expected a number from 0 to 9, found 'much'"),
        ("spend", 'spend = ["loewr"]', "spend[0]: 'loewr' is no use of a token"),
        ("spend", "spend = { plna = 1 }", "spend.plna: unknown key 'plna'"),
        ("retreat", "retreat = 180", "retreat: B1 cannot fall back toward 180 degrees"),
        ("retreat", "retreat = 999", "retreat: expected a direction in whole degrees, 0 to 359, found 999"),
    ],
)  # fmt: skip
def test_wrong_answers(kind: str, said: str, problem: str) -> None:
    assert problems(f"[[react]]\n{said}\n", window(kind)) == [problem]


def saga() -> State:
    setup = terms(deployment="saga", points=4)
    made, _ = RULESET.army(setup, next(iter(RULESET.ready_armies(setup).values())))
    state = RULESET.start(setup, (made, made))
    for face in (1, 6):
        state = RULESET.apply(state, (face,)).state
    return state


def test_deployment() -> None:
    state = saga()
    text = """
    B1 = { at = [24, 31] }
    b2 = { at = ["30.5", 26], facing = "enemy", files = 4 }
    B3 = { at = [18, 26], facing = 170, files = 4 }
    """
    found = orders(text, state)
    assert found == (
        Order(unit="B1", at=(2400, 3100), facing=180, files=1),
        Order(unit="B2", at=(3050, 2600), facing=180, files=4),
        Order(unit="B3", at=(1800, 2600), facing=170, files=4),
    )
    again = RULESET.write_orders(state, found)
    assert RULESET.understand(state, json.loads(json.dumps(again)), {}).orders == found
    after = RULESET.apply(state, found)
    assert after.events == (
        e.Deployed(side="b", units=("B1", "B2", "B3"), places=((2400, 3100), (3050, 2600), (1800, 2600))),
    )
    bad = """
    B1 = { at = [24, 5] }
    B2 = { facing = 3 }
    B3 = 5
    B9 = { at = [1, 30] }
    """
    said = problems(bad, state)
    assert said[:3] == ["B2: at is missing", "B3: expected a table, found 5",
                        "B9: B9 is not a unit on the table (Red has B1 B2 B3 B4 B5)"]  # fmt: skip
    assert any(line.startswith("B1.at: some of Warlord would stand outside") for line in said)
