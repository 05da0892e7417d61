"""Other parts of the order file: deployment, answers; templates, and the way back."""

import json
import re
import tomllib
from typing import Any

import jsonschema
import pytest

from pbem.games.zoids.orders import Order
from pbem.ruleset import Decide
from tests.games.zoids.kit import END, RULES, Table, game, position, zoid
from tests.games.zoids.test_orders import field, uncommented
from tests.kit.play import bots, play

# ------------------------------------------------------------------------------ deployment, reactions


def test_deployment() -> None:
    blue = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}]}
    table = game(blue, blue, setup="p1_then_p2", first="p1")
    found = table.understand({"A1": "D1", "gatordus": "e2"})
    assert found.problems == ()
    assert found.orders == (Order(zoid="A1", to="d1"), Order(zoid="A2", to="e2"))
    assert found.words == ("Mammoth (A1) to d1", "Gatordus (A2) to e2")
    wrong = table.understand({"A1": 5, "A2": "e3", "A3": "d1"})
    assert [str(p) for p in wrong.problems] == [
        'A1: expected a square, found 5 (for example A1 = "d1")',
        "A3: A3 is not a Zoid of Blue (Blue has A1 A2)",
        "A2: Blue places Zoids on ranks 1 and 2, found e3",
    ]
    assert [str(p) for p in table.understand({"A1": "d1"}).problems] == ["A2 is not placed"]
    assert (
        table.understand(
            tomllib.loads(uncommented(RULES.template(table.state, {}), "deploy"))["deploy"]
        ).problems
        == ()
    )


def attacked() -> Table:
    table = position(
        [zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"], other=["heavy_armor", "dodge"]
    )
    return table.decide(table.fire("lasers", "A1", "B1"), END)


@pytest.mark.parametrize("to", ["lasers by A1 on B1", "Lasers by A1", "A1", None])
def test_an_answer(to: str | None) -> None:
    more = {} if to is None else {"to": to}
    table = attacked()
    assert table.understand({**more, "play": "heavy armor"}).orders == (Order(play=1),)
    nothing = table.understand({**more, "play": "nothing"})
    assert (nothing.orders, nothing.problems) == ((Order(hold=True),), ())
    assert nothing.words == ("no card: take the hit",)


@pytest.mark.parametrize(
    ("part", "wanted"),
    [
        (
            {"to": "lasers by A2"},
            [
                "to: the answer wanted is to \"lasers by A1 on B1\", found 'lasers by A2'",
                'play: play is missing (a defense card, or play = "nothing")',
            ],
        ),
        ({"play": "dodge"}, ["play: dodge needs Speed 4, B1 has 3"]),
        ({"play": "evasion"}, ["play: evasion is not in the hand (there are heavy armor, dodge)"]),
        ({"play": ["dodge", "heavy armor"]}, ["play: one card answers an attack, found 2"]),
        ({"pley": "dodge"}, ["pley: unknown key 'pley' (did you mean play?)"]),
        ({}, ['play: play is missing (a defense card, or play = "nothing")']),
    ],
)
def test_answers_that_are_none(part: dict[str, Any], wanted: list[str]) -> None:
    assert [str(p) for p in attacked().understand(part).problems] == wanted


# ----------------------------------------------------------------------- templates and the way back


@pytest.mark.parametrize("options", [{}, {"hand_limit": 5}, {"cards_per_phase": 0}])
def test_template_of_a_turn(options: dict[str, Any]) -> None:
    table = field(**options)
    template = RULES.template(table.state, table.known["a"])
    assert tomllib.loads(template) == {}
    assert all(len(line) <= 100 for line in template.splitlines())
    for text in (
        "A1 Liger Zero on d2, 3 Hits left",
        "A4 Gatordus: destroyed in turn 3",
        "claw attack",
        "[end]",
    ):
        assert text in template
    assert "The other hand: 2 cards" in template
    if "hand_limit" in options:
        text = re.sub("(?m)^play.*$", "", uncommented(template, "tactics"))
        found = table.understand(tomllib.loads(text))
        assert (found.problems, len(found.orders[0].discard)) == ((), 3)
        return
    for name in ("move", "fire", "fight"):
        found = table.understand(tomllib.loads(uncommented(template, name)))
        assert (found.problems, len(found.orders)) == ((), 2), name
    assert table.understand(tomllib.loads(uncommented(template, "end"))).orders == (END,)


def test_template_of_an_answer() -> None:
    table = attacked()
    template = RULES.template(table.state, table.known["b"])
    text = uncommented(template, "react").replace('play = "nothing"', "#")
    assert table.understand(tomllib.loads(text)["react"][0]).orders == (Order(play=1),)
    bare = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"], other=["dodge"])
    bare.decide(bare.fire("lasers", "A1", "B1"))
    assert "none of them defends B1" in RULES.template(bare.state, bare.known["b"])


def test_a_template_marks_what_the_other_side_knows() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["know_your_enemy"], other=["dodge", "armor"]
    )
    table.decide(table.tactics("know_your_enemy")).decide(END)
    template = RULES.template(table.state, table.known["b"])
    assert len(re.findall("the other side knows it", template)) == 2


def test_every_part_fits_the_schema_and_comes_back() -> None:
    terms, _ = RULES.setup(
        {"cards_per_phase": 0, "tactics_cards": "any_phase", "battle_plan_reorder": True}, {}
    )
    armies = tuple(RULES.army(terms, data)[0] for data in list(RULES.ready_armies(terms).values())[:2])
    played = play(RULES, terms, armies, bots("random", pauses=15, alternatives=60), 5)
    validator = jsonschema.Draft202012Validator(RULES.order_file_schema)
    seen: dict[str, int] = {}
    for one in played.taken:
        part = json.loads(json.dumps(RULES.write_orders(one.state, one.orders)))
        turn = isinstance(RULES.want(one.state), Decide)
        validator.validate(part if turn else {"react": [part]})
        for key in part:
            seen[key] = seen.get(key, 0) + 1
        found = RULES.understand(one.state, part, one.known)
        assert (found.orders, found.problems) == (one.orders, ())
    assert {"tactics", "move", "fire", "do", "end", "play"} <= set(seen)
    assert RULES.write_orders(attacked().state, ()) == {"play": []}
    assert attacked().understand({"play": []}).orders == ()


def test_choices_are_steps_of_do() -> None:
    table = field()
    for choice in RULES.legal(table.state, "a", table.known["a"]):
        text = choice.toml if choice.order.end else f"do = [{choice.toml}]\nend = false"
        found = table.understand(tomllib.loads(text))
        assert found.problems == ()
        order = found.orders[0]
        assert (order.play, order.zoid, order.to, order.fire, order.fight, order.discard) == (
            choice.order.play,
            choice.order.zoid,
            choice.order.to,
            choice.order.fire,
            choice.order.fight,
            choice.order.discard,
        )


def test_parts_that_nobody_asks_for() -> None:
    over = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], turn_limit=7).decide(END)
    assert [p.message for p in RULES.understand(over.state, {}, {}).problems] == ["no orders are wanted now"]
    assert RULES.template(over.state, {}) == "# no orders are wanted now\n"
    assert [p.message for p in field().understand([]).problems] == ["expected a table, found a list"]


def test_notes_on_what_hangs_on_an_answer() -> None:
    table = position(
        [zoid("mammoth", "b1"), zoid("mammoth", "c2")],
        [zoid("war_shark", "b3"), zoid("gojulas", "h8")],
        hand=["lasers", "slam_attack"],
    )
    found = table.understand(
        {
            "fire": {"zoid": "A1", "play": "lasers", "at": "B1"},
            "fight": {"zoid": "A2", "play": "slam attack", "at": "B1"},
        }
    )
    assert found.problems == ()
    assert found.words[1].endswith(", if B1 still stands")
    assert found.notes == (
        "order 2 depends on how an attack before it ends; an else says what to do otherwise",
    )
    way = position(
        [zoid("mammoth", "d3"), zoid("iron_kong", "b2")],
        [zoid("war_shark", "b3"), zoid("gojulas", "b5")],
        hand=["lasers", "missiles"],
        obstacles=(),
        units_block_fire=True,
        cards_per_phase=0,
    )
    behind = {"zoid": "A2", "play": "missiles", "at": "B2"}
    assert way.understand({"fire": behind}).problems[0].message == "B1 on b3 is in the way"
    found = way.understand({"fire": [{"zoid": "A1", "play": "lasers", "at": "B1"}, behind]})
    assert found.problems == ()
    assert found.words[1].endswith(", if the way is free by then")
