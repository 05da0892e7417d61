"""The ford, played in every configuration and rule by rule."""

import json
from collections import Counter
from itertools import pairwise
from random import Random

import msgspec
import pytest

from examples.toy import RULESET as RULES
from examples.toy import events as e
from examples.toy.state import FORD, Army, Fight, FordOrder, Options, Setup, Standing, State
from pbem.ruleset import OTHER, SIDES, Decide, React, Roll, Sealed, Unseal
from tests.kit.play import Played, bots, play, ready

replace = msgspec.structs.replace
REACT = {"pre": 30, "own": 20, "post": 30}
ALL = {**REACT, "hidden": 20, "mid": 15, "initiative": 100}
ANSWERS = ("yes", "no", "cancel")

# Options, habits of the bots, standing orders (None: the game's, "mixed", "ask").
CONFIGS: dict[str, tuple[dict[str, object], dict[str, int], str]] = {
    "dice only": ({"deploy": "none"}, {}, ""),
    "one activation a turn": ({"deploy": "none", "acts": 1}, {}, ""),
    "many activations a turn": ({"deploy": "none", "acts": 9}, {}, ""),
    "sealed deployment": ({"deploy": "sealed"}, {}, ""),
    "open deployment": ({"deploy": "open"}, {}, ""),
    "open army": ({"sealed_army": False}, {}, ""),
    "bloody: one plays on alone": ({"kill": 2, "rounds": 12}, {}, ""),
    "harmless": ({"kill": 6, "rounds": 3}, {}, ""),
    "initiative": ({"initiative": 100, "rounds": 10}, {}, ""),
    "initiative now and then": ({"initiative": 40, "rounds": 10}, {}, ""),
    "pauses": ({}, {"pauses": 20}, ""),
    "alternatives": ({"kill": 3}, {"alternatives": 60}, ""),
    "turns broken off": ({}, {"stops": 30}, ""),
    "reactions: the game's answers": (REACT, {}, ""),
    "reactions: own standing orders": (REACT, {}, "mixed"),
    "reactions: always asked": (REACT, {}, "ask"),
    "before the dice alone": ({"pre": 100}, {}, "mixed"),
    "of the mover alone": ({"own": 100}, {}, "ask"),
    "after the dice alone": ({"post": 100, "kill": 3}, {}, "mixed"),
    "choices in mid-action": ({"mid": 30}, {}, ""),
    "choices after every attack": ({"mid": 100}, {}, ""),
    "hidden reactions": ({"hidden": 40}, {}, ""),
    "everything": (ALL, {"pauses": 15, "alternatives": 30}, "mixed"),
    "everything, bloody": ({**ALL, "kill": 3, "rounds": 10}, {"pauses": 15, "alternatives": 30}, "mixed"),
    "everything, asked": ({**ALL, "deploy": "open"}, {"pauses": 5}, "ask"),
}


def match(name: str, seed: int) -> Played:
    options, habits, standing = CONFIGS[name]
    setup, armies = ready(RULES, options, Random(f"{name} {seed}"))
    will = Random(f"standing {seed}")
    laid = {
        "": RULES.default_standing(setup),
        "ask": Standing(pre="ask", own="ask", post="ask"),
        "mixed": Standing(**{k: will.choice((*ANSWERS, "ask")) for k in ("pre", "own", "post")}),
    }[standing]
    return play(RULES, setup, armies, bots("random", **habits), seed, standing=dict.fromkeys(SIDES, laid))


@pytest.fixture(scope="module")
def matches() -> dict[str, list[Played]]:
    return {name: [match(name, seed) for seed in range(6)] for name in CONFIGS}


@pytest.mark.parametrize("name", CONFIGS)
def test_plays_to_the_end(name: str, matches: dict[str, list[Played]]) -> None:
    for played in matches[name]:
        last = played.last
        assert RULES.want(last) is None
        outcome = RULES.outcome(last)
        assert outcome is not None
        assert outcome.score == RULES.score(last) == last.points
        a, b = last.points
        assert outcome.winner == ("" if a == b else "a" if a > b else "b")
        assert last.round == last.setup.options.rounds or not any(m.health for m in last.soldiers)
        for state in played.states[::7]:
            data = json.loads(json.dumps(msgspec.to_builtins(state)))
            assert msgspec.convert(data, State) == state


def test_every_kind_of_want_occurs(matches: dict[str, list[Played]]) -> None:
    count: Counter[str] = Counter()
    for name in CONFIGS:
        for played in matches[name]:
            count += played.count
    for kind in (
        "Roll roll-off", "Roll initiative", "Roll hit", "Roll save", "Roll after",
        "Decide deploy", "Decide orders", "Decide mid", "Unseal deploy",
        "React pre by standing orders", "React pre asked", "React own by standing orders",
        "React own asked", "React post by standing orders", "React post asked", "React hidden asked",
        "alternatives used", "downgrades", "pauses", "orders not used",
    ):  # fmt: skip
        assert count[kind] >= 20, kind
    assert count["React hidden"] == count["React hidden asked"]  # no standing order answers for a hand


@pytest.mark.parametrize(
    ("name", "only"),
    [
        ("dice only", set()),
        ("sealed deployment", {"Decide deploy", "Unseal deploy"}),
        ("open deployment", {"Decide deploy"}),
        ("before the dice alone", {"React pre"}),
        ("of the mover alone", {"React own"}),
        ("after the dice alone", {"React post", "Roll save"}),
        ("choices after every attack", {"Decide mid", "Roll after"}),
        ("hidden reactions", {"React hidden"}),
        ("initiative", {"Roll initiative"}),
    ],
)
def test_an_option_turns_on_its_own_want_alone(
    name: str, only: set[str], matches: dict[str, list[Played]]
) -> None:
    spice = {"React pre", "React own", "React post", "React hidden", "Decide mid", "Roll initiative"}
    spice |= {"Roll save", "Roll after"}
    spice |= {"Decide deploy", "Unseal deploy"} if name in ("dice only", "open deployment") else set()
    seen = {kind for played in matches[name] for kind in played.count}
    assert only <= seen
    assert not (seen & spice) - only


def is_alone(state: State) -> bool:
    return bool(state.side) and not state.over and not state.on_field(OTHER[state.side])


def test_one_side_moves_twice_running_and_some_play_on_alone(matches: dict[str, list[Played]]) -> None:
    twice, alone = 0, 0
    for name in CONFIGS:
        for played in matches[name]:
            turns = dict.fromkeys((s.term, s.side) for s in played.states if s.term and not s.over)
            sides = [side for _, side in turns]
            assert [term for term, _ in turns] == list(range(1, len(turns) + 1))  # none is left out
            twice += sum(x == y for x, y in pairwise(sides))
            alone += len({s.term for s in played.states if is_alone(s)}) > 3
    assert twice > 100
    assert alone > 5


def test_the_same_answers_give_the_same_match() -> None:
    one, two = match("everything", 3), match("everything", 3)
    assert one.states == two.states
    assert match("everything", 4).states != one.states


# -- rule by rule ----------------------------------------------------------------------------------------
def begun(**options: object) -> State:
    """Blue to move: A1 (pike) in 4, A2 (bow) in 1; B1 (pike) in 5, B2 (bow) in 6."""
    setup = Setup(options=msgspec.convert({"deploy": "none", **options}, Options))
    state = RULES.apply(RULES.start(setup, (Army(pikes=1, bows=2), Army(pikes=1, bows=2))), (6, 1)).state
    for unit, place in (("A1", 4), ("A2", 1), ("A3", 7), ("B1", 5), ("B2", 6), ("B3", 3)):
        state = state.change(unit, place=place)
    return state


def do(state: State, **order: object) -> State:
    return RULES.apply(state, FordOrder(**order)).state


def wrong(state: State, **order: object) -> list[str]:
    return [f"{p.path}: {p.message}" for p in RULES.faults(state, FordOrder(**order))]


def test_f3_a_tie_is_rolled_again() -> None:
    setup, _ = RULES.setup({}, {})
    state = RULES.start(setup, (Army(pikes=3), Army(pikes=3)))
    step = RULES.apply(state, (4, 4))
    assert step.state == state
    assert step.events == (e.RolledOff(kind="roll-off", faces=(4, 4), winner=""),)
    assert RULES.apply(state, (2, 5)).state.first == "b"


def test_f4_the_loser_seals_the_winner_answers_the_loser_opens() -> None:
    setup, _ = RULES.setup({}, {})
    state = RULES.apply(RULES.start(setup, (Army(pikes=3), Army(pikes=3))), (6, 1)).state
    assert RULES.want(state) == Decide("b", "deploy", sealed=True)
    state = RULES.apply(state, Sealed()).state
    assert RULES.want(state) == Decide("a", "deploy")
    assert all(man.place == 0 for man in state.soldiers)  # nothing of the sealed places is in the state
    state = RULES.apply(state, tuple(FordOrder(unit=f"A{i}", place=4) for i in (1, 2, 3))).state
    assert RULES.want(state) == Unseal("b", "deploy")
    state = RULES.apply(state, tuple(FordOrder(unit=f"B{i}", place=3) for i in (1, 2, 3))).state
    assert RULES.want(state) == Decide("a", "orders", 1)
    assert [man.place for man in state.soldiers] == [4, 4, 4, 3, 3, 3]


def test_f4_every_soldier_is_deployed_once_on_its_own_bank() -> None:
    setup, _ = RULES.setup({"deploy": "open"}, {})
    state = RULES.apply(RULES.start(setup, (Army(pikes=3), Army(pikes=3))), (1, 6)).state
    places = (("A1", 1), ("A1", 4), ("A2", 2), ("B1", 3))
    orders = tuple(FordOrder(unit=unit, place=place) for unit, place in places)
    problems = [str(p) for p in RULES.check(state, "a", orders, {})]
    assert problems == [
        "[1].unit: A1 is deployed twice",
        "[2].place: 2 is not on the bank of Blue (1, 4, 7)",
        "[3].unit: B1 is not a soldier of Blue (Blue has A1, A2, A3)",
        "[3].place: 3 is not on the bank of Blue (1, 4, 7)",
        "A2 is not deployed (give it one of 1, 4, 7)",
        "A3 is not deployed (give it one of 1, 4, 7)",
    ]


def test_f5_turns_end_by_limit_by_end_and_by_passing() -> None:
    state = do(begun(acts=2), unit="A1", move=1)
    assert RULES.want(state) == Decide("a", "orders", 1)
    assert RULES.want(do(state, unit="A2", move=2)) == Decide("b", "orders", 2)
    assert RULES.want(do(state, end=True)) == Decide("b", "orders", 2)
    passed = do(begun(), end=True)
    assert passed.ready("a") == ()
    b = passed
    for unit in ("B1", "B2", "B3"):
        assert RULES.want(b) == Decide("b", "orders", 2)
        b = do(b, unit=unit, move={"B1": 8, "B2": 9, "B3": 2}[unit])
    assert (b.round, b.side) == (2, "a")  # everybody has acted; the side that did not move last begins


def test_f6_f7_faults_name_what_would_be_right() -> None:
    state = begun()
    assert wrong(state, unit="A1", move=9) == ["move: 9 is not next to 4 (next to 4: 1, 5, 7)"]
    assert wrong(state, unit="A1", attack="B2") == ["attack: B2 is 2 steps away; a pike reaches 1"]
    assert wrong(state, unit="A2", attack="B3") == []
    assert wrong(state, unit="A9", move=1) == ["unit: A9 is not a soldier of Blue (Blue has A1, A2, A3)"]
    assert wrong(state, unit="B1", move=8) == ["unit: B1 is not a soldier of Blue (Blue has A1, A2, A3)"]
    assert wrong(state, unit="A1") == [": expected either move or attack, found neither"]
    assert wrong(state, unit="A1", move=5, attack="B1") == [": expected either move or attack, found both"]
    assert wrong(state, unit="A1", attack="A2") == ["attack: A2 is not an enemy (Red has B1, B2, B3)"]
    assert wrong(state, unit="A1", move=5, answer="yes") == ["answer: answer does not belong here"]
    assert wrong(do(state, unit="A1", move=1), unit="A1", move=4) == [
        "unit: A1 has already acted in this round"
    ]
    assert wrong(state.change("B1", health=0), unit="A1", attack="B1") == ["attack: B1 has fallen"]


def test_f7_f8_dice_wound_and_the_fallen_are_worth_a_point() -> None:
    state = do(begun(), unit="A1", attack="B1")
    assert RULES.want(state) == Roll("A1 attacks B1", 2, 6, "a", "hit", 5)
    once = RULES.apply(state, (5, 4))
    assert once.state.find("B1").health == 1
    assert once.state.points == (0, 0)
    twice = RULES.apply(state, (6, 5)).state
    assert twice.find("B1").health == 0
    assert twice.points == (1, 0)
    stumble = RULES.apply(state, (1, 1)).state
    assert stumble.find("A1").health == 1
    assert stumble.points == (0, 0)


def test_f9_a_ruse_ends_the_attack_and_is_spent() -> None:
    state = do(begun(hidden=100), unit="A1", attack="B1")
    assert RULES.want(state) == React("b", "hidden", hidden=True)
    assert RULES.answer_by(Standing(), state) is None
    after = RULES.apply(state, (FordOrder(answer="yes"),)).state
    assert after.ruses == (2, 1)
    assert after.fight == Fight()
    assert RULES.want(RULES.apply(state, ()).state) == Roll("A1 attacks B1", 2, 6, "a", "hit", 5)
    none_left = do(replace(begun(hidden=100), ruses=(2, 0)), unit="A1", attack="B1")
    assert isinstance(RULES.want(none_left), Roll)


def test_f10_bracing_and_giving_ground() -> None:
    state = do(begun(pre=100), unit="A1", attack="B1")
    assert RULES.want(state) == React("b", "pre")
    braced = RULES.apply(state, (FordOrder(answer="yes"),)).state
    assert RULES.want(braced) == Roll("A1 attacks B1", 2, 6, "a", "hit", 6)
    assert braced.find("B1").spent
    yielded = RULES.apply(state, (FordOrder(answer="cancel"),)).state
    assert yielded.points == (1, 0)
    assert RULES.want(yielded) == Decide("a", "orders", 1)


def test_f11_pressing_and_calling_off_are_the_movers() -> None:
    state = do(begun(own=100), unit="A1", attack="B1")
    assert RULES.want(state) == React("a", "own")
    pressed = RULES.apply(state, (FordOrder(answer="yes"),)).state
    assert RULES.want(pressed) == Roll("A1 attacks B1", 3, 6, "a", "hit", 5)
    assert RULES.apply(pressed, (2, 3, 4)).state.find("A1").health == 1
    off = RULES.apply(state, (FordOrder(answer="cancel"),)).state
    assert off.points == (0, 0)
    assert off.find("A1").spent


def test_f12_shields_take_a_die_for_each_hit() -> None:
    state = RULES.apply(do(begun(post=100), unit="A1", attack="B1"), (5, 6)).state
    assert RULES.want(state) == React("b", "post")
    shield = RULES.apply(state, (FordOrder(answer="yes"),)).state
    assert RULES.want(shield) == Roll("B1 shields", 2, 6, "b", "save", 5)
    assert RULES.apply(shield, (5, 2)).state.find("B1").health == 1
    assert RULES.apply(state, (FordOrder(answer="no"),)).state.find("B1").health == 0
    ground = RULES.apply(state, (FordOrder(answer="cancel"),)).state
    assert (ground.find("B1").health, ground.points) == (2, (1, 0))
    missed = RULES.apply(do(begun(post=100), unit="A1", attack="B1"), (4, 2)).state
    assert RULES.want(missed) == Decide("a", "orders", 1)


def test_f13_pursuit_and_rest() -> None:
    wounded = begun(mid=100).change("A1", health=1)
    state = RULES.apply(do(wounded, unit="A1", attack="B1"), (2, 3)).state
    assert RULES.want(state) == Decide("a", "mid")
    pursuit = RULES.apply(state, (FordOrder(answer="yes"),)).state
    assert RULES.want(pursuit) == Roll("A1 after the attack", 1, 6, "a", "after")
    assert RULES.apply(pursuit, (4,)).state.find("A1").place == FORD
    assert RULES.apply(pursuit, (3,)).state.find("A1").place == 4
    rest = RULES.apply(state, (FordOrder(answer="no"),)).state
    assert RULES.apply(rest, (5,)).state.find("A1").health == 2
    assert RULES.apply(rest, (4,)).state.find("A1").health == 1


def test_f14_the_ford_counts_for_whoever_is_alone_in_it() -> None:
    state = begun()
    for unit in ("A1", "A2", "A3", "B2", "B3"):
        state = state.change(unit, spent=True)
    ended = do(replace(state, side="b"), unit="B1", move=8)
    assert ended.points == (0, 0)
    held = do(replace(state.change("B2", spent=False).change("B1", spent=True), side="b"), unit="B2", move=9)
    assert held.points == (0, 1)


def test_f16_what_cannot_be_done_is_held_and_the_first_cause_is_named() -> None:
    state = begun().change("B1", health=0)
    step = RULES.downgrade(state, FordOrder(unit="A1", attack="B1"))
    assert step.events == (e.Held(side="a", unit="A1", why="B1 has fallen"),)
    assert step.state.find("A1").spent
    fallen = RULES.downgrade(state.change("A1", health=0), FordOrder(unit="A1", attack="B1"))
    assert fallen.events == (e.Held(side="a", unit="A1", why="A1 has fallen"),)
    assert fallen.state.acted == state.acted


# -- files -----------------------------------------------------------------------------------------------
def test_options_army_and_standing_orders_report_every_problem() -> None:
    _, problems = RULES.setup({"round": 3, "kill": 7, "acts": "3"}, {"roster": [{}]})
    assert [str(p) for p in problems] == [
        "round: unknown key (did you mean rounds?)",
        "kill: expected int <= 6, found 7",
        "acts: expected int, found '3'",
        "roster: the ford takes no files of its own",
    ]
    setup, _ = RULES.setup({}, {})
    assert [str(p) for p in RULES.army(setup, {"pikes": 1, "bows": 1})[1]] == [
        "expected 3 to 7 soldiers, found 2"
    ]
    assert RULES.standing(setup, {"pre": "ask"}) == (Standing(pre="ask"), ())
    assert [str(p) for p in RULES.standing(setup, {"pre": "maybe", "hidden": "yes"})[1]] == [
        "pre: expected yes or no or cancel or ask, found 'maybe'",
        "hidden: unknown key",
    ]


def test_standing_orders_are_said_in_words() -> None:
    setup, _ = RULES.setup({"pre": 20}, {})
    state = RULES.start(setup, (Army(pikes=3), Army(bows=3)))
    promise = RULES.understand_standing(state, "b", {"pre": "cancel", "post": "ask"})
    assert (promise.data, promise.problems) == ({"pre": "cancel", "post": "ask"}, ())
    assert promise.words == (
        "pre: gives ground: the attack ends, a point for the attacker",
        "own: attacks as ordered",
        "post: ask me",
    )
    assert promise.warnings == ("standing orders: nothing asks for post in this match",)
    assert [str(p) for p in RULES.understand_standing(state, "b", {"pre": 1}).problems] == [
        "pre: expected yes or no or cancel or ask, found 1"
    ]


def test_every_soldier_that_waits_is_offered_and_listed_for_deployment() -> None:
    setup, _ = RULES.setup({"deploy": "open"}, {})
    state = RULES.apply(RULES.start(setup, (Army(pikes=3), Army(bows=3))), (6, 1)).state
    want = RULES.want(state)
    assert isinstance(want, Decide) and want.kind == "deploy"
    choices = RULES.legal(state, want.side, {})
    letter = want.side.upper()
    assert len(choices) == 9
    assert {choice.unit for choice in choices} == {f"{letter}{n}" for n in (1, 2, 3)}
    assert all(f"# {letter}{n} = " in RULES.template(state, {}) for n in (1, 2, 3))


def test_orders_are_understood_with_every_problem() -> None:
    state = begun()
    part = {
        "activate": [
            {"unit": "a1", "attack": "b1", "else": [{"unit": "A1", "move": 7}], "pause": True},
            {"unit": "A2", "move": 2},
        ]
    }
    understood = RULES.understand(state, part, {})
    assert understood.problems == ()
    first = "A1: attack B1, else A1: move to 7; then pause"
    assert understood.words == (first, "A2: move to 2", "end the turn")
    assert understood.notes == ("a1 read as A1",)
    bad = {"activate": [{"unit": "A1", "mvoe": 7}, {"unit": "A2", "else": [{"unit": 4}]}], "deploy": {}}
    assert [str(p) for p in RULES.understand(state, bad, {}).problems] == [
        "deploy: is not asked for now (expected activate)",
        "activate[0].mvoe: unknown key (did you mean move?)",
        "activate[1].else[0].unit: expected str, found [{'unit': 4}]",
    ]
    far = {"activate": [{"unit": "A1", "move": 9}]}
    assert [str(p) for p in RULES.understand(state, far, {}).problems] == [
        "activate[0].move: 9 is not next to 4 (next to 4: 1, 5, 7)"
    ]
