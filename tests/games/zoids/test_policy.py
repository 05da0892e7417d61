"""A player's own rules for his defense, and standing orders, which cannot have any."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.games.zoids.orders import Order
from pbem.games.zoids.policy import DEFAULT, NARROWEST, Policy, Rule, defend, policy_data, read_policy
from pbem.games.zoids.rules.cards import face_of
from tests.games.zoids.kit import RULES, Table, position, setup, zoid

EXAMPLES = Path(__file__).parents[3] / "examples"


def attacked(
    target: str = "gojulas", hits: int | None = None, other: tuple[str, ...] = ("armor", "heavy_armor")
) -> Table:
    red = [zoid(target, "b3", hits), zoid("gatordus", "h8")]
    table = position([zoid("mammoth", "b1")], red, hand=["lasers"], other=other)
    return table.decide(table.fire("lasers", "A1", "B1"))


def answer(table: Table, text: str) -> str | None:
    """The card that the policy plays, "" for none, None for asking."""
    policy, problems = read_policy(tomllib.loads(text))
    assert problems == ()
    assert policy is not None
    orders = defend(policy, table.state, table.known["b"])
    if orders is None:
        return None
    assert RULES.check(table.state, "b", orders, table.known["b"]) == ()
    return table.faces[orders[0].play] if orders else ""


def test_the_default_defends_with_the_narrowest_card() -> None:
    table = attacked()
    assert defend(DEFAULT, table.state, table.known["b"]) == (Order(play=table.slot("heavy_armor", "b")),)
    assert read_policy({"defend": [{"when": "always"}]})[0] == DEFAULT


def test_narrowest_names_every_defense_and_the_universal_ones_last() -> None:
    from pbem.games.zoids.catalogue import faces

    able = [face for face, card in faces().items() if card.kind in ("d", "x")]
    assert sorted(NARROWEST) == sorted(able)
    assert [face for face in NARROWEST if face_of(face).user == "all"] == ["special_ability", "light_armor"]
    assert NARROWEST[-2:] == ("special_ability", "light_armor")


@pytest.mark.parametrize(
    ("rule", "card"),
    [
        ('when = "always"', "heavy_armor"),
        ('when = "never"', ""),
        ('when = "ask"', None),
        ('when = "hits<=4"', "heavy_armor"),
        ('when = "hits <= 3"', None),  # no rule fits: ask
        ('when = "cost>=10"', "heavy_armor"),
        ('when = "cost >= 11"', None),
        ('use = ["armor", "heavy armor"]', "armor"),
        ('use = ["evasion"]', ""),
        ('use = "armor"', "armor"),
        ('zoid = "B1"', "heavy_armor"),
        ('zoid = "gojulas"', "heavy_armor"),
        ('zoid = "Gojulas"\nwhen = "never"', ""),
        ('zoid = "B2"', None),
        ('zoid = "mammoth"', None),
    ],
)
def test_rules(rule: str, card: str | None) -> None:
    assert answer(attacked(), f"[[defend]]\n{rule}") == card


def test_the_first_rule_that_fits_decides() -> None:
    text = """
    [[defend]]
    zoid = "gatordus"
    when = "never"
    [[defend]]
    when = "hits<=1"
    use = ["armor"]
    [[defend]]
    when = "never"
    """
    assert answer(attacked(), text) == ""
    assert answer(attacked(hits=1), text) == "armor"
    assert answer(attacked("gatordus", 1), text) == ""


def test_nothing_to_ask_without_a_card_that_serves() -> None:
    table = attacked("war_shark", other=("massive_armor", "lasers"))
    assert answer(table, '[[defend]]\nwhen = "ask"') == ""
    assert answer(table, "") == ""


def test_the_hand_is_known_only_to_its_owner() -> None:
    table = attacked()
    assert defend(DEFAULT, table.state, {}) == ()


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ([], "expected a table, found a list"),
        ({"defence": []}, "defence: unknown key 'defence' (did you mean defend?)"),
        ({"defend": 3}, "defend: expected a list of tables, found 3 (write [[defend]])"),
        ({"defend": [3]}, "defend[0]: expected a table, found 3"),
        ({"defend": [{"wen": "always"}]}, "defend[0].wen: unknown key 'wen' (did you mean when?)"),
        (
            {"defend": [{"when": "sometimes"}]},
            "defend[0].when: expected always, never, ask, hits<=N or cost>=N, found 'sometimes'",
        ),
        (
            {"defend": [{"when": "3"}]},
            "defend[0].when: expected always, never, ask, hits<=N or cost>=N, found '3'",
        ),
        (
            {"defend": [{"when": 3}]},
            "defend[0].when: expected always, never, ask, hits<=N or cost>=N, found 3",
        ),
        ({"defend": [{"zoid": "mamoth"}]}, "defend[0].zoid: 'mamoth' is not a Zoid (did you mean mammoth?)"),
        ({"defend": [{"zoid": 3}]}, "defend[0].zoid: expected the name of a Zoid, found 3"),
        ({"defend": [{"use": ["lasers"]}]}, "defend[0].use[0]: lasers is no defense card"),
        (
            {"defend": [{"use": ["doge"]}]},
            "defend[0].use[0]: expected a defense card or \"narrowest\", found 'doge' (did you mean dodge?)",
        ),
        ({"defend": [{"use": 3}]}, 'defend[0].use: expected a defense card or "narrowest", found 3'),
    ],
)
def test_what_is_no_policy(data: Any, wanted: str) -> None:
    policy, problems = read_policy(data)
    assert policy is None
    assert [str(problem) for problem in problems] == [wanted]


def test_a_policy_survives_data() -> None:
    policy = Policy(
        rules=(
            Rule(when="hits", zoid="A1", n=2),
            Rule(when="cost", n=10, use=("dodge", "special_ability")),
            Rule(when="ask", zoid="mammoth"),
        )
    )
    assert read_policy(policy_data(policy)) == (policy, ())


def test_standing_orders_are_empty() -> None:
    standing = RULES.default_standing(setup())
    assert RULES.standing(setup(), {}) == (standing, ())
    assert RULES.answer_by(standing, attacked().state) is None
    _, problems = RULES.standing(setup(), {"defend": "always"})
    assert [(p.path, p.message) for p in problems] == [
        ("defend", "standing orders cannot answer for a hidden hand")
    ]
    assert RULES.standing(setup(), [])[0] is None  # type: ignore[arg-type]
    promise = RULES.understand_standing(attacked().state, "b", {"defend": "always"})
    assert [(p.path, p.hint) for p in promise.problems] == [
        ("defend", "write rules of your own for your defense, [[defend]]")
    ]
    empty = RULES.understand_standing(attacked().state, "b", {})
    assert (empty.data, empty.problems) == ({}, ())
    assert empty.warnings == ("standing orders answer nothing in this game",)


def test_the_example_policy_and_teams_are_good() -> None:
    policies = sorted(EXAMPLES.rglob("zoids-*defense*.toml"))
    assert policies
    for path in policies:
        _, problems = read_policy(tomllib.loads(path.read_text("utf-8")))
        assert problems == (), path
    teams = sorted((EXAMPLES / "armies").glob("zoids-*.toml"))
    assert teams
    for path in teams:
        army, problems = RULES.army(setup(), tomllib.loads(path.read_text("utf-8")))
        assert problems == (), path
        assert RULES.army_words(setup(), army)[-1].endswith("50 of 50 points")
    for path in sorted((EXAMPLES / "options").glob("zoids-*.toml")):
        _, problems = RULES.setup(tomllib.loads(path.read_text("utf-8")), {})
        assert problems == (), path
