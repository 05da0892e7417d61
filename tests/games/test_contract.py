"""What every game owes the referee, asked of every game that there is.

A game that is a package under `pbem.games`, or an example, is here by being there: nothing needs to
be registered.  Whole matches are played in memory once, and every promise of `pbem.ruleset` is then
tested on their positions, decisions and events.
"""

import hashlib
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import pbem.games
from pbem.board import Badge, Board, Line
from pbem.ruleset import SIDES, Decide, Order, React, Roll, Ruleset, Side
from tests.kit.play import Played, Taken, bots, play, ready

ROOT = Path(__file__).parents[2]
EXAMPLES = ["examples.toy"]
GAMES = [f"pbem.games.{m.name}" for m in pkgutil.iter_modules(pbem.games.__path__) if m.ispkg] + EXAMPLES
# Options that turn on what a game's defaults leave out.
OPTIONS: dict[str, dict[str, Any]] = {
    "examples.toy": {"hidden": 20, "pre": 30, "own": 15, "post": 30, "mid": 15, "initiative": 50},
}
# Terms under which units are deployed, where the defaults place them with the army or in another way.
DEPLOYED: dict[str, tuple[dict[str, Any], ...]] = {
    "pbem.games.war": ({"deployment": "saga"},),
    "pbem.games.zipwarz": ({}, {"deployment": "alternating"}),
    "pbem.games.zoids": ({"setup": "p1_then_p2"}, {"setup": "alternate"}),
}
KEY = re.compile(r"[a-z0-9_-]{1,64}")
BIGGEST = 2**53 - 1
BADGES = {"prize", "level", "models", "elite", "fatigue"}
PLACES = re.compile(r"special|deploy:[ab]|obstacle:[a-z]+")
TEXTURES = {"wood", "hill", "marsh", "wall", "plain"}
FLAGS = {"spent", "gone"}


@cache
def rules_of(game: str) -> Ruleset:
    return importlib.import_module(game).RULESET


@cache
def matches(game: str) -> tuple[Played, ...]:
    rules = rules_of(game)
    plays = []
    for seed, kind in enumerate(("random", "greedy", "random")):
        setup, armies = ready(rules, OPTIONS.get(game, {}), Random(f"{game} {seed}"))
        habits = {"pauses": 10, "alternatives": 30} if kind == "random" else {}
        plays.append(play(rules, setup, armies, bots(kind, **habits), seed))
    return tuple(plays)


def taken(game: str, most: int = 150) -> Iterator[Taken]:
    """Decisions from all matches, evenly picked where there are many."""
    every = [one for played in matches(game) for one in played.taken]
    yield from every[:: len(every) // most + 1]


def states(game: str, most: int = 150) -> Iterator[Any]:
    every = [state for played in matches(game) for state in played.states]
    yield from every[:: len(every) // most + 1]


def same(value: Any, kind: Any) -> None:
    """What JSON and TOML do to a value must not change it."""
    data = json.loads(json.dumps(msgspec.to_builtins(value)))
    assert msgspec.convert(data, kind) == value


def closed(data: Any, where: str = "") -> None:
    """The data model of a turn file: tables, arrays, strings, booleans, small integers."""
    match data:
        case dict():
            for key, value in data.items():
                assert isinstance(key, str), where
                assert KEY.fullmatch(key), f"{where}.{key}"
                closed(value, f"{where}.{key}")
        case list() | tuple():
            for i, value in enumerate(data):
                closed(value, f"{where}[{i}]")
        case bool() | str():
            pass
        case int():
            assert -BIGGEST <= data <= BIGGEST, where
        case _:
            raise AssertionError(f"{where}: {type(data).__name__} {data!r} has no place in a turn file")


pytestmark = pytest.mark.parametrize("game", GAMES)


def test_a_whole_match_ends_with_an_outcome(game: str) -> None:
    rules = rules_of(game)
    for played in matches(game):
        assert rules.want(played.last) is None
        outcome = rules.outcome(played.last)
        assert outcome is not None
        assert outcome.winner in ("a", "b", "")
        assert outcome.reason
        assert outcome.score == rules.score(played.last)
        assert all(rules.outcome(state) is None for state in played.states[:-1])
        assert all(rules.legal(played.last, side, {}) == () for side in SIDES)


def test_everything_signed_survives_data(game: str) -> None:
    rules = rules_of(game)
    closed(rules.data, "data")
    for played in matches(game):
        setup = played.setup
        same(setup, type(setup))
        standing = rules.default_standing(setup)
        same(standing, rules.standing_type)
        closed(msgspec.to_builtins(standing), "standing")
        assert rules.standing(setup, msgspec.to_builtins(standing)) == (standing, ())
        for data in rules.ready_armies(setup).values():
            army, problems = rules.army(setup, data)
            assert problems == ()
            same(army, rules.army_type)
            closed(msgspec.to_builtins(army), "army")
            assert rules.army(setup, msgspec.to_builtins(army)) == (army, ())
            assert rules.army_words(setup, army)
        for one in played.taken:
            same(one.orders, tuple[rules.order_type, ...])
            closed(msgspec.to_builtins(one.orders), "orders")
    same(msgspec.convert({}, rules.options_type), rules.options_type)


def test_states_survive_data_and_show_only_what_a_turn_file_may_hold(game: str) -> None:
    rules = rules_of(game)
    for state in states(game):
        same(state, rules.state_type)
        public = rules.public(state)
        closed(json.loads(json.dumps(public)), "state")
        assert rules.headline(state)


def test_what_is_wanted_follows_from_the_state_alone(game: str) -> None:
    rules = rules_of(game)
    for state in states(game):
        want = rules.want(state)
        again = msgspec.convert(msgspec.to_builtins(state), rules.state_type)
        assert rules.want(again) == want
        if want is not None:
            assert rules.describe(state, want)
        for side in SIDES:
            if not isinstance(want, Decide | React) or want.side != side:
                assert rules.legal(state, side, {}) == ()
                assert rules.check(state, side, (rules.order_type(end=True),), {}) != ()


def test_legal_choices_are_free_of_faults_and_can_be_planned(game: str) -> None:
    rules = rules_of(game)
    for one in taken(game):
        want = rules.want(one.state)
        for choice in rules.legal(one.state, one.side, one.known):
            order = choice.order
            assert rules.faults(one.state, order) == (), order
            assert choice.verb in ("move", "attack", "other")
            assert choice.label
            assert isinstance(rules.worth(one.state, one.side, choice), int)
            for gone in (False, True):
                assert rules.want(rules.assume(one.state, order, gone)) == want  # planning answers nothing
            if choice.last or (isinstance(want, Decide) and want.kind == "orders"):
                assert rules.check(one.state, one.side, (order,), one.known) == (), order


def test_what_checks_clean_runs(game: str) -> None:
    """Decisions put together from scraps of others: refused with a reason, or carried out."""
    rules = rules_of(game)
    rng = Random(f"scraps {game}")
    clean = refused = 0
    pool = [order for one in taken(game) for order in one.orders]
    for one in taken(game):
        want = rules.want(one.state)
        assert isinstance(want, Decide | React)
        now = [choice.order for choice in rules.legal(one.state, one.side, one.known)]
        for _ in range(12):
            orders = tuple(scrap(rng, now, pool) for _ in range(rng.choice((0, 1, 1, 1, 2, 3))))
            problems = rules.check(one.state, one.side, orders, one.known)
            for problem in problems:
                assert problem.message
                assert problem.path == "" or re.match(r"\[\d+\]", problem.path), problem
                assert not problem.path.endswith("."), problem
            clean, refused = clean + (not problems), refused + bool(problems)
            here = shown(rules, one, orders)
            assert bool(rules.check(here, one.side, orders, {})) == bool(problems)  # as the referee sees it
            if isinstance(want, Decide) and want.kind == "orders":
                if len(orders) == 1 and not (orders[0].else_ or orders[0].pause):
                    # then both judge the same thing
                    assert bool(problems) == bool(rules.faults(here, orders[0])), problems
                if not problems:
                    run_queue(rules, here, one.side, want.term, orders)
            elif not problems and not (isinstance(want, Decide) and want.sealed):
                assert rules.apply(here, orders).state != here
    assert clean > 50
    assert refused > 50


def shown(rules: Ruleset, one: Taken, orders: tuple[Order, ...]) -> Any:
    """The position in which the cards that the orders show are public, as far as their author holds them."""
    here = one.state
    for slot in rules.owes(here, orders):
        if slot in one.known:
            here = rules.learn(here, slot, one.known[slot])
    return here


def scrap(rng: Random, now: list[Order], pool: list[Order]) -> Order:
    order = rng.choice(now if now and rng.randrange(3) else pool)
    if rng.randrange(4) == 0 and not order.end:
        other = rng.choice(now if now and rng.randrange(2) else pool)
        order = msgspec.structs.replace(order, else_=(other,))
    return msgspec.structs.replace(order, pause=True) if rng.randrange(20) == 0 else order


def run_queue(rules: Ruleset, state: Any, side: Side, term: int, orders: tuple[Order, ...]) -> None:
    """Carry the orders out as far as no die and no reaction is needed."""
    for order in orders:
        want = rules.want(state)
        if not isinstance(want, Decide) or (want.side, want.kind, want.term) != (side, "orders", term):
            return
        able = [branch for branch in (order, *order.else_) if not rules.faults(state, branch)]
        state = (rules.apply(state, able[0]) if able else rules.downgrade(state, order)).state
        if order.pause:
            return


def test_orders_are_written_and_understood_alike(game: str) -> None:
    rules = rules_of(game)
    for one in taken(game):
        part = rules.write_orders(one.state, one.orders)
        understood = rules.understand(one.state, json.loads(json.dumps(part)), one.known)
        assert understood.problems == ()
        assert understood.orders == one.orders
        assert len(understood.words) == len(one.orders)
        assert all(rules.order_words(one.state, order) for order in one.orders)


def test_templates_are_toml_in_which_nothing_is_ordered(game: str) -> None:
    rules = rules_of(game)
    for one in taken(game, 60):
        template = rules.template(one.state, one.known)
        assert leaves(tomllib.loads(template)) == []
        for choice in rules.legal(one.state, one.side, one.known)[:3]:
            assert not choice.unit or choice.unit in template


def leaves(data: Any) -> list[Any]:
    if isinstance(data, dict):
        return [leaf for value in data.values() for leaf in leaves(value)]
    return [leaf for value in data for leaf in leaves(value)] if isinstance(data, list) else [data]


def test_the_story_has_a_line_for_every_event(game: str) -> None:
    rules = rules_of(game)
    for played in matches(game):
        for state, event in played.events:
            lines = rules.tell(state, event)
            assert lines, event
            for line in lines:
                assert isinstance(line, Line)
                assert line.text.strip(), event
                assert line.side in ("a", "b", "")
                assert line.tone in ("plain", "a", "b", "strong", "quiet")
                assert line.depth in (0, 1)


def test_boards_use_the_common_vocabulary(game: str) -> None:
    rules = rules_of(game)
    for state in states(game, 60):
        for side in (None, *SIDES):
            check_board(rules.board(state, side, {}))


def check_board(board: Board) -> None:
    assert board.headline
    assert [score.side for score in board.scores] == ["a", "b"]
    assert board.frame.cols > 0
    assert board.frame.rows > 0
    places = {place.id: place for place in board.places}
    assert len(places) == len(board.places)
    for place in board.places:
        assert 0 <= place.col < board.frame.cols
        assert 0 <= place.row < board.frame.rows
        assert all(PLACES.fullmatch(role) for role in place.roles), place
        check_badges(place.badges)
    assert len({piece.id for piece in board.pieces}) == len(board.pieces)
    for piece in board.pieces:
        assert piece.side in ("a", "b")
        assert piece.label
        assert set(piece.flags) <= FLAGS
        left, of = piece.track
        assert 0 <= left <= of
        assert board.frame.kind == "plane" or piece.place in places or "gone" in piece.flags, piece
        check_badges(piece.badges)
    assert all(area.texture in TEXTURES for area in board.areas)


def check_badges(badges: tuple[Badge, ...]) -> None:
    for badge in badges:
        assert badge.role in BADGES
        assert badge.side in ("a", "b", "")


def fingerprint(game: str) -> str:
    """Everything that the matches of a game came to, in one short text."""
    digest = hashlib.sha256()
    for played in matches(game):
        for one in played.asked:
            public = played.rules.public(one.after)
            digest.update(msgspec.json.encode((one.want, one.answer, public, one.events)))
    return digest.hexdigest()


def test_the_same_seed_gives_the_same_match_whatever_the_hash_seed(game: str) -> None:
    code = f"from tests.games.test_contract import fingerprint; print(fingerprint({game!r}))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "4711")
    }
    assert found == {fingerprint(game)}


def test_the_papers_are_in_order(game: str) -> None:
    rules = rules_of(game)
    assert KEY.fullmatch(rules.name)
    assert rules.title
    assert rules.version >= 1
    assert "rules" in rules.pages
    assert rules.order_file_schema["type"] == "object"
    _, problems = rules.setup({"no_such_option": 1}, {})
    assert problems
    setup, _ = rules.setup(OPTIONS.get(game, {}), {})
    assert all(advice.strip() for advice in rules.advice(setup))
    assert rules.ready_armies(setup)


def test_reach_is_for_pieces_on_open_ground(game: str) -> None:
    """Rings around whoever stands on the table, in its units; nothing where there are places; the way to
    anywhere is a fragment of an order file."""
    rules = rules_of(game)
    for one in list(taken(game, 12)):
        board = rules.board(one.state, one.side, one.known)
        standing = [piece for piece in board.pieces if "gone" not in piece.flags]
        for piece in standing[:3]:
            found = rules.reach(one.state, piece.id)
            if board.frame.kind == "grid":
                assert found is None
                continue
            assert found is not None
            assert found.unit == piece.id
            assert found.rings
            assert all(ring.unit == piece.id and ring.label and ring.distance > 0 for ring in found.rings)
            for stance in found.stances:
                text = stance.toml.replace("{x}", "1").replace("{y}", "2.5")
                assert tomllib.loads(f"x = {text}")["x"]
                assert len(stance.models) == len(piece.models)
                assert 360 % len(stance.ways) == 0
            for aim in found.aims:
                assert tomllib.loads(f"x = {aim.toml.replace('{unit}', 'B1')}")["x"]
        if board.frame.kind == "plane":
            with pytest.raises(ValueError, match="not on"):
                rules.reach(one.state, "Z9")


def test_standing_orders_of_an_order_file_are_read_with_the_armies_in_sight(game: str) -> None:
    """What the defaults say is read back, said in words, and laid as it is; what nobody has is refused."""
    rules = rules_of(game)
    played = matches(game)[0]
    default = rules.default_standing(played.setup)
    data = msgspec.to_builtins(default)
    for state in (played.first, played.states[len(played.states) // 2]):
        for side in SIDES:
            promise = rules.understand_standing(state, side, json.loads(json.dumps(data)))
            assert (promise.notes, promise.problems) == ((), ())
            assert rules.standing(played.setup, promise.data) == (default, ())
            assert bool(promise.words) == bool(data)
            assert all(line.strip() for line in (*promise.words, *promise.warnings))
            closed(promise.data, "standing")
            wrong = rules.understand_standing(state, side, {"no_such_key": 1})
            assert [problem.path for problem in wrong.problems] == ["no_such_key"]
            assert wrong.data == {}


def test_what_is_under_way_is_named_wherever_dice_or_an_answer_are_told(game: str) -> None:
    """A line of depth 1 belongs to the one above it; where it is the first of a step, the position before
    it says what is under way."""
    rules = rules_of(game)
    seen = 0
    for played in matches(game):
        assert rules.under_way(played.first) is None
        for one in played.asked:
            lines = [line for event in one.events for line in rules.tell(one.state, event)]
            if lines and lines[0].depth and isinstance(one.want, Roll | React):
                begun = rules.under_way(one.state)
                assert begun is not None, (one.want, one.events)
                assert begun.text
                assert begun.depth == 0
                assert begun.side in SIDES
                seen += 1
    assert seen


def test_every_unit_that_may_be_placed_is_offered(game: str) -> None:
    """Whoever deploys may begin with any of those that are offered later."""
    rules = rules_of(game)
    for options in DEPLOYED.get(game, ({},)):
        setup, armies = ready(rules, options, Random(game))
        played = play(rules, setup, armies, bots("random"), 3)
        placings = [
            one
            for one in played.taken
            if isinstance(want := rules.want(one.state), Decide) and want.kind != "orders"
        ]
        assert placings or not options
        for one in placings:
            offered = {choice.unit for choice in rules.legal(one.state, one.side, one.known)}
            here = one.state
            for order in one.orders:
                choices = rules.legal(here, one.side, one.known)
                assert {choice.unit for choice in choices} <= offered
                here = rules.assume(here, order, False)
            assert len(offered) >= len(one.orders)
