"""Whole matches: to the end, on every map, under odd terms; what holds in every position; sizes, speed."""

import json
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from pbem import games
from pbem.games.war import RULESET
from pbem.games.war.geometry.block import block
from pbem.games.war.geometry.charge import charge, charge_line
from pbem.games.war.geometry.field import Body, Field
from pbem.games.war.geometry.numbers import d2
from pbem.games.war.geometry.predicates import swept
from pbem.games.war.rules.recruiting import read_army
from pbem.games.war.rules.terrain import contacts, field_of
from pbem.games.war.standing import Rule, Standing
from pbem.games.war.state import State
from pbem.ruleset import Decide
from tests.kit.desks import Pair
from tests.kit.play import Played, bots, play, ready

ASK = Standing(
    rules=tuple(
        Rule(to=kind, when="ask")  # type: ignore[arg-type]
        for kind in ("cancel", "halve", "armour", "close_ranks", "spend", "retreat")
    )
)


def match(seed: int, kind: str = "random", standing: Any = None, **options: Any) -> Played:
    setup, armies = ready(RULESET, options, Random(f"war {seed}"))
    habits = {"pauses": 10, "alternatives": 30} if kind == "random" else {}
    both = {"a": standing, "b": standing} if standing is not None else None
    return play(RULESET, setup, armies, bots(kind, **habits), seed, standing=both)


def sound(state: State) -> None:
    """I1, I4: nobody overlaps, everybody is on the table, on ground where one can stand; enemies touch
    only while a fight is on, or where the last one could not be ended otherwise."""
    field = field_of(state)
    bases = [(p, body.r) for body in field.bodies for p in body.pos]
    assert all(d2(p, q) >= (r + s) ** 2 for (p, r), (q, s) in combinations(bases, 2))
    for p, r in bases:
        assert r <= p[0] <= field.width - r
        assert r <= p[1] <= field.height - r
        assert not any(it.impassable and swept(it, p, p, r) for it in field.pieces)
    for row in state.units:
        for unit in row:
            assert unit.fatigue >= 0
            assert unit.gone == (not unit.pos and state.turn > 0)
            assert unit.gone or 1 <= unit.files <= max(1, len(unit.pos))


def touching(state: State) -> bool:
    return any(contacts(state, unit.id) for unit in state.standing(0))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"terrain": "hamlet", "points": 4},
        {"terrain": "fens", "exhaustion": 3, "turns": 4},
        {"terrain": "ridge", "retreat": "owner", "shoot_fatigue_max": 2, "turns": 4},
        {"terrain": "open_field", "deployment": "saga", "melee_eligible": "engaged", "turns": 4},
        {"points": 8, "turns": 3, "auto_shorten": True, "natural": False, "round": "floor"},
        {"points": 4, "actions_per_unit": 0, "actions_per_turn": 9, "measure": "front", "turns": 3},
        {"points": 10, "turns": 2, "warlord_resilience": 2, "casualties": "front", "enemy_gap": 1},
    ],
)
def test_matches_end_and_every_position_is_sound(options: dict[str, Any]) -> None:
    standing = ASK if options.get("retreat") == "owner" else None
    played = match(3, standing=standing, **options)
    outcome = RULESET.outcome(played.last)
    assert outcome is not None
    assert played.last.turn <= played.setup.options.turns
    for asked in played.asked[::3]:
        sound(asked.after)
    locked = sum(event.__class__.__name__ == "FellBack" and event.locked for _, event in played.events)  # type: ignore[attr-defined]
    ends = [one.after for one in played.asked if isinstance(RULESET.want(one.after), Decide)]
    assert locked or not any(touching(state) for state in ends if state.phase == "orders")


def test_greedy_players_fight() -> None:
    played = match(1, "greedy")
    names = [event.__class__.__name__ for _, event in played.events]
    assert names.count("Charged") > 3
    assert names.count("Aimed") + names.count("Rested") > 0
    assert sum(RULESET.score(played.last)) > 5


def test_the_position_stays_small() -> None:
    for state in match(5, points=10, turns=3).states[::20]:
        assert len(json.dumps(RULESET.public(state))) < 9000


def test_public_shows_all_that_can_change() -> None:
    played = match(7, points=4, turns=3)
    seen: dict[str, State] = {}
    for state in played.states:
        text = json.dumps(RULESET.public(state), sort_keys=True)
        assert seen.setdefault(text, state) == state
    assert len(seen) > 30


def test_a_turn_file_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real signed files of a 6-point match between two desks."""
    find = games.find
    monkeypatch.setattr(games, "find", lambda name: RULESET if name == "war" else find(name))
    pair = Pair(tmp_path, RULESET, options={"turns": 1}).open().play(12)
    sizes = [path.stat().st_size for path in pair.sent]
    assert len(sizes) > 3
    assert max(sizes) <= 20_000, sizes


def test_ready_armies_fit_odd_terms() -> None:
    for options in (
        {"deploy_depth": 8},
        {"table": [40, 30], "terrain": "open_field", "deploy_depth": 10},
        {"base_foot": "1.2", "base_mounted": "2"},
        {"warlord_equipment": False},
        {"deployment": "saga", "points": 10},
    ):
        setup, problems = RULESET.setup(options, {})
        assert problems == ()
        armies = RULESET.ready_armies(setup)
        assert armies, options
        for data in armies.values():
            assert read_army(setup, data)[1] == (), options


# -- speed: generous limits, for machines that are busy ------------------------------------------------------


def test_a_charge_of_12_on_12_is_quick() -> None:
    times = []
    for shift in range(9):
        one = Body("A1", "a", 50, block(12, 6, 0, (2400 + 20 * shift, 1000), 50))
        two = Body("B1", "b", 50, block(12, 6, 180, (2400, 1450), 50))
        field = Field(4800, 3600, (one, two))
        began = process_time()
        line = charge_line(field, one, two, (600, 400))
        assert charge(field, one, two, line.allow).attackers_in_contact
        times.append(process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.030  # measured: 0.006


def test_actions_run_quickly() -> None:
    played = match(2)
    began, count = process_time(), 0
    for asked in played.asked:
        if isinstance(asked.want, Decide):
            count += not asked.answer.end
            if RULESET.faults(asked.state, asked.answer):
                RULESET.downgrade(asked.state, asked.answer)
                continue
        RULESET.apply(asked.state, asked.answer)
    assert count / (process_time() - began) > 400  # measured: about 2,000
