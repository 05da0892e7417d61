"""The story of one file: it names what it begins in the middle of, and passes over what changed nothing."""

import msgspec

from examples.toy import RULESET as FORD
from examples.toy import events as e
from examples.toy.state import Fight, Options, Setup, Soldier, State
from pbem.board import Line
from pbem.games.war import RULESET as WAR
from pbem.games.war.orders import Order
from pbem.referee.match import Entry, StandingAnswer
from pbem.referee.report import story
from tests.games.war.kit import U, charge, position

MEN = (Soldier("A1", "a", "bow", 1, place=1, spent=True), Soldier("B1", "b", "pike", 2, place=3))
QUIET = State(setup=Setup(options=Options()), soldiers=MEN, side="a", round=1, term=1, acted=1)
FIGHT = msgspec.structs.replace(
    QUIET, pending=("hit",), fight=Fight(attacker="A1", target="B1", dice=1, need=5)
)


def entry(state: object, event: object) -> Entry:
    return Entry(turn=4, author="a", state=state, event=event)


def rolled(*faces: int) -> e.Rolled:
    return e.Rolled(side="a", kind="hit", unit="A1", faces=faces, need=5)


def test_a_file_that_begins_with_dice_names_attacker_and_target() -> None:
    lines = story(FORD, (entry(FIGHT, rolled(6)), entry(FIGHT, rolled(1))))
    assert lines[0] == Line("bow A1 attacks pike B1", "a", tone="quiet")
    assert [line.text for line in lines[1:]] == ["A1: 1 success", "A1: no success"]  # named once


def test_a_file_that_begins_with_standing_orders_names_what_they_answer() -> None:
    answered = e.Answered(side="b", kind="post", unit="B1", answer="yes")
    asked = entry(FIGHT, StandingAnswer(side="b", kind="post", sealed_in=3))
    lines = story(FORD, (asked, entry(FIGHT, answered)))
    assert [line.text for line in lines[:2]] == [
        "bow A1 attacks pike B1",
        "standing orders (laid in turn 3) answer",
    ]


def test_a_file_that_begins_with_something_new_has_no_need_of_it() -> None:
    attacked = e.Attacked(side="a", unit="A1", target="B1")
    lines = story(FORD, (entry(QUIET, attacked), entry(FIGHT, rolled(6))))
    assert [line.text for line in lines] == ["bow A1 attacks pike B1", "A1: 1 success"]
    assert lines[0].tone == "plain"
    assert story(FORD, ()) == ()


def test_standing_orders_that_change_nothing_are_passed_over() -> None:
    """In WAR a no has no event: nothing is told of it; a yes is told with who said it."""
    blue = U("warrior javelins", 8, 24, 10, files=4, fatigue=2)
    state = position([blue], [U("warrior", 8, 24, 14, files=4, facing=180)])

    def run(reply: tuple[Order, ...]) -> list[str]:
        step = WAR.apply(state, charge("A1", "B1"))
        entries = [entry(state, event) for event in step.events]
        for kind in ("cancel", "halve"):
            here = step.state
            if getattr(WAR.want(here), "kind", "") != kind:
                break
            entries.append(entry(here, StandingAnswer(side="b", kind=kind, sealed_in=0)))
            step = WAR.apply(here, reply if kind == "cancel" else ())
            entries += [entry(here, event) for event in step.events]
        return [line.text for line in story(WAR, entries)]

    no = run(())
    assert no[0] == "declared: warriors with javelins (A1) charge warriors (B1)"
    assert no[1].startswith("warriors with javelins (A1) charge warriors (B1), 3 inches")
    assert not any(text.startswith("standing orders") for text in no)
    yes = run((Order(cancel=True),))
    assert yes == [
        "declared: warriors with javelins (A1) charge warriors (B1)",
        "standing orders (the defaults) answer",
        "cancels a charge of warriors with javelins (A1) for 2 of its fatigue: 0 left",
    ]
