"""The part `[standing]` of an order file: names, what can answer nothing, and what is laid (A25)."""

from pbem.games.zipwarz.standing import Rule, Standing
from tests.games.zipwarz.kit import RULES, able, messages, open_game, position, setup, unit

HIDE = able("ancient hide", ("defend_roll", 4), limit="round")
FIELD = position(
    [unit(1, 1, 6, name="militia")],
    [unit(2, 5, 6, HIDE, name="sling company"), unit(1, 5, 6, able("swift", ("move", 3)), name="runners")],
)


def test_rules_for_nobody_or_for_the_enemy_are_refused_before_they_are_signed() -> None:
    part = {"rules": [{"unit": "A77", "when": "lethal"}, {"unit": "A1", "when": "lethal"}]}
    promise = RULES.understand_standing(FIELD, "b", part)
    assert messages(promise.problems) == [
        "rules[0].unit: A77 is not a unit on the field (Red has B1 B2)",
        "rules[1].unit: A1 belongs to Blue (Red has B1 B2)",
    ]
    # The protocol takes them as before: they are legal, and never answer.
    laid = Standing(rules=(Rule(when="lethal", unit="A77"), Rule(when="lethal", unit="A1")))
    assert RULES.standing(setup(), part) == (laid, ())


def test_every_problem_is_reported_once() -> None:
    part = {"rule": [{"unit": "nobody", "when": "al"}, {"unit": 3, "when": "never"}], "rools": []}
    promise = RULES.understand_standing(FIELD, "b", part)
    assert [problem.path for problem in promise.problems] == [
        "rule[0].unit", "rools", "rule[0].when", "rule[1].unit",
    ]  # fmt: skip
    assert RULES.understand_standing(FIELD, "b", ["always"]).problems


def test_names_are_completed_as_in_orders() -> None:
    part = {"rule": [{"unit": "SLING COMPANY", "hits": 2}, {"unit": "sling", "when": "lethal"}]}
    promise = RULES.understand_standing(FIELD, "b", part)
    assert promise.problems == ()
    assert promise.notes == ("'sling' read as sling company (B1)",)
    assert promise.data == {"rule": [{"unit": "B1", "hits": 2}, {"unit": "B1", "when": "lethal"}]}
    assert promise.warnings == ()
    assert promise.words == (
        "sling company (B1): defend at 2 hits or more",
        "sling company (B1): defend when the attack would remove it",
        "where no rule applies: take the hits",
    )
    assert part["rule"][0]["unit"] == "SLING COMPANY"  # the file itself stays as it was read


def test_rules_that_can_answer_nothing_are_named() -> None:
    rules = [
        {"unit": "B2", "when": "always"},
        {"unit": "B1", "when": "always"},
        {"unit": "B1", "hits": 3},
        {"when": "never"},
        {"when": "lethal"},
    ]
    promise = RULES.understand_standing(FIELD, "b", {"rules": rules})
    assert promise.problems == ()
    assert promise.warnings == (
        "standing orders, rule 1: runners (B2) has nothing to defend with",
        "standing orders, rule 3: an earlier rule decides, this one is never reached",
        "standing orders, rule 5: an earlier rule decides, this one is never reached",
    )
    assert promise.words[3] == "every other unit: take the hits"
    assert len(promise.words) == len(rules)  # the last but one takes all that is left
    none = RULES.understand_standing(FIELD, "a", {"rules": [{"when": "always"}]})
    assert none.warnings == ("standing orders: none of your units has a defence to use",)
    asking = position([unit(1, 1, 6, HIDE)], [unit(at=24)], options={"limited_defence": "ask"})
    assert RULES.understand_standing(asking, "a", {"rules": []}).words == ("where no rule applies: ask me",)


def test_standing_orders_may_be_written_before_anybody_is_on_the_field() -> None:
    state = open_game()
    promise = RULES.understand_standing(state, "a", {"rules": [{"unit": "shellbacks", "when": "lethal"}]})
    assert promise.problems == ()
    assert promise.data["rules"][0]["unit"] == "A2"
