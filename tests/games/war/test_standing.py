"""The part `[standing]` of an order file: names, what can answer nothing, and what is laid (A38)."""

from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war.standing import Rule, Standing
from tests.games.war.kit import U, position, terms

FIELD = position(
    [U("warrior", 8, 24, 10, files=8), U("levy bows", 8, 10, 10)],
    [U("elite", 4, 24, 20, facing=180), U("levy", 8, 40, 30, facing=180)],
)


def test_rules_about_nobody_or_about_the_wrong_side_are_refused_before_they_are_signed() -> None:
    part = {
        "rule": [
            {"to": "cancel", "when": "always", "by": "A1", "target": "B1"},
            {"to": "armour", "when": "never", "target": "A77"},
        ]
    }
    promise = RULESET.understand_standing(FIELD, "a", part)
    assert [(p.path, p.message) for p in promise.problems] == [
        ("rule[0].by", "A1 belongs to Blue (Red has B1 B2)"),
        ("rule[0].target", "B1 belongs to Red (Blue has A1 A2)"),
        ("rule[1].target", "'A77' is not a unit (Blue has A1 A2)"),
    ]
    assert RULESET.standing(terms(), {"rule": part["rule"][:1]})[1] == ()  # the protocol takes it as before


def test_names_are_completed_and_every_rule_is_said_in_words() -> None:
    part = {
        "rule": [
            {"to": "cancel", "action": "charge", "by": "elite", "target": "warriors", "when": "always"},
            {"to": "halve", "when": "ask", "fatigue": 3},
            {"to": "spend", "plan": ["lower all"], "keep": 1},
            {"to": "close_ranks", "when": "outnumbered", "target": "A1"},
        ]
    }
    promise = RULESET.understand_standing(FIELD, "a", part)
    assert (promise.problems, promise.warnings) == ((), ())
    assert promise.data["rule"][0] == part["rule"][0] | {"by": "B1", "target": "A1"}
    laid, problems = RULESET.standing(terms(), promise.data)
    assert problems == ()
    assert laid.rules[0] == Rule(to="cancel", action="charge", by="B1", target="A1", when="always")
    assert promise.words == (
        "cancel a charge by elites (B1) on warriors (A1): always",
        "halve the movement of a move or a charge at 3 fatigue or more: ask me",
        "spend fatigue in the melee of a charge: lower its armour as far as it helps; leave 1 on it",
        "close ranks against a charge on warriors (A1): when the enemy has as many dice or more",
        "all else: as without standing orders",
    )


def test_rules_that_can_answer_nothing_are_named() -> None:
    dead = FIELD.with_unit(replace(FIELD.unit("B2"), pos=(), gone=True))
    rules = [
        {"to": "armour", "action": "charge", "when": "always"},
        {"to": "cancel", "action": "move", "target": "A1", "when": "always"},
        {"to": "close_ranks", "target": "A2", "when": "always"},
        {"to": "retreat", "when": "ask"},
        {"to": "cancel", "by": "B2", "when": "never"},
        {"to": "cancel", "when": "never"},
        {"to": "cancel", "action": "charge", "when": "always"},
    ]
    promise = RULESET.understand_standing(dead, "a", {"rules": rules})
    assert promise.problems == ()
    assert promise.warnings == (
        "standing orders, rule 1: armour does not answer a charge",
        "standing orders, rule 2: a move has no target",
        "standing orders, rule 3: levies with bows (A2) cannot close ranks",
        "standing orders, rule 4: nobody is asked for the way back in this match",
        "standing orders, rule 5: levies (B2) is removed",
        "standing orders, rule 7: an earlier rule decides about every cancel, this one is never reached",
    )
    assert RULESET.understand_standing(dead, "a", {"rules": []}).data == {"rules": []}
    assert RULESET.standing(terms(), {"rules": []}) == (Standing(), ())
