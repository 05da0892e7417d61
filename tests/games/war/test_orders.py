"""Order files: every form that people write, every fault at its place, and numbers in refusals."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli
from jsonschema import Draft202012Validator

from pbem.desk import inputs, orderfile
from pbem.games.war import RULESET
from pbem.games.war.inches import BadInches, hundredths, inches, place, written
from pbem.games.war.measure import measure
from pbem.games.war.orders import Order
from pbem.games.war.state import State
from tests.games.war import kit
from tests.games.war.kit import U, fault, go, position, read, rest, shoot, terms

FAR = U("levy", 4, 2, 34, facing=180)
HERE = Path(__file__).parent


def scene() -> State:
    a = [U("warrior javelins", 8, 18, 10, files=4), U("elite heavy", 4, 30, 10), U("warlord", 1, 24, 4)]
    b = [U("warrior", 8, 18, 14.5, files=4, facing=180), U("levy bows", 12, 30, 20, files=6, facing=180)]
    return position(a, b)


def orders(text: str) -> tuple[Order, ...]:
    return kit.orders(text, scene())


def problems(text: str) -> list[str]:
    return kit.problems(text, scene())


def one(do: str, unit: str = "A1") -> str:
    return f'[[activate]]\nunit = "{unit}"\ndo = {do}\n'


# -- inches ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (6, 600),
        ("6", 600),
        ("6.5", 650),
        ("6.05", 605),
        ("06.50", 650),
        (0, 0),
        ("99.99", 9999),
        ("-1.5", -150),
        ("6 in", 600),
    ],
)
def test_inches_are_read_digit_by_digit(said: Any, value: int) -> None:
    assert hundredths(said) == value


def test_decimal_numbers_count_as_they_are_written() -> None:
    for text in ("6.1", "17.9", "9.07", "0.1", "0.29", "47.99", "1.1", "2.675"[:4]):
        number = tomli.loads(f"x = {text}")["x"]
        assert hundredths(number) == hundredths(text)
    every = [hundredths(tomli.loads(f"x = {n // 100}.{n % 100:02}")["x"]) for n in range(0, 9999, 7)]
    assert every == list(range(0, 9999, 7))


@pytest.mark.parametrize("said", ["6.123", "six", "", "1e3", "6,5", "0x10", True, None, [6], "1000", "6."])
def test_what_is_no_length(said: Any) -> None:
    with pytest.raises(BadInches):
        hundredths(said)


@pytest.mark.parametrize("text", ["6.125", "1e-7", "inf", "nan", "1e30", "6.5000001"])
def test_numbers_that_are_no_length(text: str) -> None:
    with pytest.raises(BadInches):
        hundredths(tomli.loads(f"x = {text}")["x"])


def test_inches_are_said_short() -> None:
    assert [inches(n) for n in (600, 650, 642, 5, 0, -150)] == ["6", "6.5", "6.42", "0.05", "0", "-1.5"]
    assert [written(n) for n in (600, 650)] == [6, "6.5"]
    assert place((1790, 910)) == "(17.9, 9.1)"


# -- what people write -------------------------------------------------------------------------------------


def test_the_example_of_the_manual() -> None:
    text = """
    [[activate]]
    unit = "A1"
    do = [{ move = [18, 9.5], facing = 0, files = 4 },
          { shoot = "B1" },
          { charge = "B1", spend = ["lower", "raise"], else = [{ shoot = "B1" }] }]
    """
    assert orders(text) == (
        Order(unit="A1", move=((1800, 950),), facing=0, files=4),
        Order(unit="A1", shoot="B1"),
        Order(unit="A1", charge="B1", spend=("lower", "raise"), else_=(shoot("A1", "B1"),)),
        Order(end=True),
    )


@pytest.mark.parametrize(
    ("said", "move"),
    [
        ("[18, 12]", ((1800, 1200),)),
        ('["18", "12.25"]', ((1800, 1225),)),
        ("[[17, 11], [18, 12]]", ((1700, 1100), (1800, 1200))),
        ('"forward 2"', ((1800, 1200),)),
        ('"forward 2.5"', ((1800, 1250),)),
        ('"Forward 2 inches"', ((1800, 1200),)),
        ('"back 3"', ((1800, 700),)),
        ('"backwards 3"', ((1800, 700),)),
        ('"left 2"', ((1600, 1000),)),
        ('"right 2"', ((2000, 1000),)),
        ('"back"', ((1800, 400),)),
        ('"forward"', ((1800, 1340),)),  # stops short of B1
    ],
)
def test_moves(said: str, move: tuple[tuple[int, int], ...]) -> None:
    (order, _) = orders(one(f"[{{ move = {said} }}]"))
    assert order == Order(unit="A1", move=move, facing=0, files=4)


def test_moves_toward_somebody() -> None:
    (order, _) = orders(one('[{ move = "towards B2" }]', "A2"))
    assert order == Order(unit="A2", move=((3000, 1600),), facing=0, files=4)
    (order, _) = orders(one('[{ move = "toward levies with bows 3" }]', "A2"))
    assert order.move == ((3000, 1300),)
    (order, _) = orders(one('[{ move = "towards A1 2", facing = 0 }]', "A2"))
    assert order.facing == 0
    assert order.move[0][0] < 3000
    found = read(scene(), one('[{ move = "towards B2 3" }]', "A2"))
    assert found.notes == ("A2 towards b2 3: to (30, 13), facing 0, 4 files",)


def test_later_moves_start_where_the_earlier_ones_end() -> None:
    first, second, _ = orders(one('[{ move = "right 2" }, { move = "forward 1" }]'))
    assert second.move == ((2000, 1100),)
    first, second, _ = orders(one('[{ move = "right 2", facing = "E", files = 2 }, { move = "forward 1" }]'))
    assert (first.facing, first.files) == (90, 2)
    ((x, y),) = first.move
    assert (second.facing, second.files, second.move) == (90, 2, ((x + 100, y),))


@pytest.mark.parametrize(
    ("said", "degrees"),
    [("0", 0), ("45", 45), ("360", 0), ('"N"', 0), ('"ne"', 45), ('"South-West"', 225), ('"90"', 90)],
)
def test_facings(said: str, degrees: int) -> None:
    (order, _) = orders(one(f"[{{ move = [24, 8], facing = {said} }}]", "A3"))
    assert order.facing == degrees


def test_facing_a_unit() -> None:
    (order, _) = orders(one('[{ move = [29.9, 10], facing = "B2" }]', "A2"))
    assert order.facing == 0


def test_names_in_full_and_short() -> None:
    (order, _) = orders(one('[{ charge = "warriors" }]', "a1"))
    assert order == Order(unit="A1", charge="B1")
    found = read(scene(), one('[{ shoot = "warr" }]', "javelins"))
    assert found.orders[0] == Order(unit="A1", shoot="B1")
    assert len(found.notes) == 2
    (order, _) = orders(one('"rest"', "Warlord"))
    assert order == Order(unit="A3", rest=True)


def test_spending() -> None:
    for said, spend in (
        ('["lower", "raise"]', ("lower", "raise")),
        ('"lower all"', ("lower_all",)),
        ('["Raise_all", "pass"]', ("raise_all", "pass")),
        ('"nothing"', ("pass",)),
    ):
        (order, _) = orders(one(f'[{{ charge = "B1", spend = {said}, keep = 1 }}]'))
        assert (order.spend, order.keep) == (spend, 1)


def test_pause_and_end() -> None:
    paused = orders(one('[{ shoot = "B1", pause = true }, "rest"]').replace('"rest"', '{ charge = "B1" }'))
    assert [order.pause for order in paused] == [True, False, False]
    last = orders(one('[{ shoot = "B1" }]') + "pause = true\n")
    assert last == (Order(unit="A1", shoot="B1", pause=True),)
    assert orders("end = false\n" + one('["rest"]')) == (rest("A1"),)
    assert orders("end = true\n") == (Order(end=True),)


# -- what is wrong -----------------------------------------------------------------------------------------


FAULTS = re.findall(r"^(\S.*)\n    (.*)$", (HERE / "faults.txt").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("do", "said"), [pair for pair in FAULTS if pair[0][0] != "#"])
def test_faults_at_their_places(do: str, said: str) -> None:
    assert problems(one(do)) == [said]


def test_other_faults() -> None:
    assert problems("") == [": nothing is ordered"]
    assert problems("activate = 3")[0] == "activate: expected a list of tables, found 3"
    assert problems("activate = [3]") == ["activate[0]: expected a table, found 3"]
    assert problems("[[activate]]\nunit = 3\n")[0] == "activate[0]: do is missing"
    assert "activate[0].unit: A9 is not a unit on the table (Blue has A1 A2 A3)" in problems(
        one('"rest"', "A9")
    )
    assert problems("[[aktivate]]\n")[0] == "aktivate: unknown key 'aktivate'"
    assert problems(one('"rest"', "w")) == ["activate[0].unit: 'w' may be A1, A2 or A3"]
    many = "[" + ", ".join("[18, 12]" for _ in range(17)) + "]"
    assert problems(one(f"[{{ move = {many} }}]")) == [
        "activate[0].do[0].move: a move has at most 16 points, found 17"
    ]
    four = one('[{ move = "forward 1" }, { move = "back 1" }, { move = "forward 1" }, { move = "back 1" }]')
    assert problems(four) == ["activate[0].unit: A1 has used its 3 actions of this turn"]


def test_all_faults_at_once_and_no_mere_consequences() -> None:
    text = one('[{ move = [18, 19] }, { shoot = "B1" }]') + one('[{ shoot = "B1" }]', "A2")
    found = problems(text)
    assert found[0] == "activate[0].do[0].move: A1 needs 9 inches, has 6; at most to (18, 13.4)"
    assert found[1].startswith("activate[1].do[0].shoot: A2 has heavy weapons: it cannot shoot")
    assert len(found) == 2


def test_refusals_have_numbers_that_help() -> None:
    state = scene()
    said = fault(state, go("A2", 30, 16.42, files=4))
    assert said == "A2 needs 6.42 inches, has 6; at most to (30, 16)"
    found = read(state, one("[{ move = [30, 16.42] }]", "A2")).problems[0]
    assert found.message == said
    assert fault(state, go("A2", 30, 16, files=4)) == ""
    off = fault(state, go("A2", 47.7, 10, files=4))
    assert off.startswith("A2 would end off the table of 48 × 36 inches; possible is (36, 10)")
    wall = {"name": "mill", "points": [[28, 12], [32, 12], [32, 14], [28, 14]], "flags": ["impassable"]}
    walled = position([U("elite", 4, 30, 10)], [FAR], terms([wall]))
    assert fault(walled, go("A1", 30, 15, files=4)).startswith("mill is in the way of A1, and impassable")


def test_what_hangs_on_dice_is_said() -> None:
    text = one('[{ shoot = "B1" }, { charge = "B1" }]')
    found = read(scene(), text)
    assert found.words == (
        "warriors with javelins (A1) shoot at warriors (B1)",
        "warriors with javelins (A1) charge warriors (B1), if B1 still stands",
        "end of the turn",
    )
    assert found.notes == (
        "order 2 depends on dice that are not rolled yet; an else says what to do otherwise",
    )


def test_a_way_that_opens_only_if_the_enemy_falls() -> None:
    text = one('[{ charge = "B1" }, { move = "forward 1", else = ["rest"] }]')
    found = read(scene(), text)
    assert any("rest" in p.message for p in found.problems)
    text = one('[{ charge = "B1" }]') + one("[{ move = [24, 9] }]", "A3")
    assert problems(text) == []


# -- schema, templates, files --------------------------------------------------------------------------------


def test_the_schema_admits_what_is_understood() -> None:
    validator = Draft202012Validator(RULESET.order_file_schema)
    Draft202012Validator.check_schema(RULESET.order_file_schema)
    good = [
        one('[{ move = [18, 9.5], files = 4 }, { charge = "B1", spend = "nothing", else = ["rest"] }]'),
        one('"rest"') + "pause = true\n",
        one('[{ move = "towards B1 2", facing = "NE" }]'),
        "[[react]]\nto = 'charge by A1 on B1'\nclose_ranks = true\n[[react]]\narmour = 1\n",
        "[[react]]\nspend = { plan = ['lower all'], keep = 1 }\n[[react]]\nretreat = 'auto'\n",
        "[deploy]\nA1 = { at = [24, '9.5'], facing = 0, files = 4 }\n",
    ]
    bad = [
        one("[{ move = [18, 9.5, 1] }]"),
        one('[{ shoot = "B1", charge = "B1" }]'),
        "[[react]]\nyes = true\n",
    ]
    for text in good:
        assert list(validator.iter_errors(tomli.loads(text))) == [], text
    for text in bad:
        assert list(validator.iter_errors(tomli.loads(text))), text


def test_templates_work_when_their_marks_are_taken_away() -> None:
    state = scene()
    template = RULESET.template(state, {})
    for unit in ("A1", "A2", "A3"):
        lines = template.split(f"# {unit} ")[1].split("\n# ")[0].splitlines()
        block = [line[1:] for line in lines if line.startswith("#") and not line.startswith("# ")]
        block = [line for line in block if not line.startswith("end")]
        steps = [line for line in block if line.startswith("  ")]
        for step in steps:
            text = "\n".join(line for line in block if not line.startswith("  ") or line == step)
            assert problems(text) == [], text
    assert "no charge on" not in template
    assert "inches to enemies: B1 3.5" in template


def test_lines_of_faults_in_a_real_file() -> None:
    text = '# my turn\n[[activate]]\nunit = "A1"\ndo = [\n  { shoot = "B1" },\n  { shoot = "B2" },\n]\n'
    document = orderfile.read(text.encode(), "turn08.orders.toml")
    found = document.part(RULESET.want(scene()))  # type: ignore[arg-type]
    assert found is not None
    understood = RULESET.understand(scene(), found[0], {})
    lines = [str(document.problem(p, found[1])) for p in understood.problems]
    assert lines == [
        "turn08.orders.toml:6: activate[0].do[1].shoot: B2 is 11.76 inches from A1, javelins reach 6"
    ]


def test_files_of_armies_and_maps_pass_the_desk(tmp_path: Path) -> None:
    army = tmp_path / "army.toml"
    army.write_text(
        'recruit = [{ type = "elite" }]\n[[unit]]\ntype = "warlord"\ndeploy = { at = [24, 4.5] }\n'
        '[[unit]]\ntype = "elite"\nmodels = 4\nname = "the guard"\n'
        'deploy = { at = [24, "9.25"], files = 4 }\n'
    )
    data = inputs.read_table(army, RULESET.army_type)
    made, found = RULESET.army(terms(points=4), data)
    assert found == ()
    assert [unit.deploy.at for unit in made.unit] == [(24, "4.5"), (24, "9.25")]


EXAMPLES = sorted((HERE.parents[2] / "examples").glob("*/war-*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_legal(path: Path) -> None:
    match path.parent.name:
        case "armies":
            setup, _ = RULESET.setup({"points": int(path.stem.split("-")[-1])}, {})
            data = inputs.read_table(path, RULESET.army_type)
            assert RULESET.army(setup, data)[1] == ()
        case "maps":
            data = inputs.read_table(path, RULESET.material_types["map"])
            setup, found = RULESET.setup({}, {"map": [data]})
            assert found == ()
            assert RULESET.advice(setup) == ()
            assert len(RULESET.ready_armies(setup)) > 1
        case "standing":
            standing, found = RULESET.standing(terms(), tomli.loads(path.read_text())["standing"])
            assert found == ()
            assert len(standing.rules) > 3
        case other:
            pytest.fail(f"an example in a strange place: {other}")


def test_there_are_examples() -> None:
    assert {path.parent.name for path in EXAMPLES} == {"armies", "maps", "standing"}


# -- measuring -----------------------------------------------------------------------------------------------


def test_measure() -> None:
    state = scene()
    said = measure(state, "A1", "B1")
    assert said == (
        "warriors with javelins (A1) to warriors (B1): 3.5 inches, from (16.47, 10) to (16.47, 14.5)",
        "sight: A1 sees it, (16.47, 10) to (16.47, 14.5)",
        "cover: 0 of 8 models of B1 covered, not in cover",
        "range: 8 of 8 models of A1 within 6 inches",
        "charge: warriors with javelins (A1) reach it, has 6 inches; halved it would fall short",
    )
    far = measure(state, "A2", "B2")
    assert far[-1] == "charge: no, A2 needs 9 inches to reach B2, has 6"
    assert len(measure(state, "A1", "A2")) == 4  # friends are not charged
    for pair in (("A1", "B9"), ("A1", "A1"), ("x", "A1")):
        with pytest.raises(ValueError, match=r"table|same"):
            measure(state, *pair)


def test_random_order_files_never_crash() -> None:
    rng = Random(5)
    words = ["A1", "B1", "forward", "towards B2", "rest", 3, 9.5, True, [18, 9.5], [], {}, "N", "", None, -1]
    keys = ["move", "facing", "files", "shoot", "charge", "spend", "keep", "rest", "else", "pause", "unit"]
    for _ in range(400):
        step: Any = {rng.choice(keys): rng.choice(words) for _ in range(rng.randrange(4))}
        if rng.randrange(4) == 0:
            step = rng.choice(words)
        part = {"activate": [{"unit": rng.choice(words), "do": [step] if rng.randrange(5) else step}]}
        found = RULESET.understand(scene(), part, {})
        if not found.problems:
            assert RULESET.check(scene(), "a", found.orders, {}) == ()
