"""Prices, rosters, armies, own rosters and scenarios, options: what is agreed before the first die."""

import json
import tomllib
from fractions import Fraction
from math import ceil
from typing import Any

import jsonschema
import msgspec
import pytest

from pbem.games.zipwarz import catalogue
from pbem.games.zipwarz.rules.army import SIZES, formula, profiles, total
from pbem.games.zipwarz.state import Ability, Army, Effect, RosterFile, Scenario
from tests.games.zipwarz.kit import ROOT, RULES, example, hold, messages, run, setup

# Points in the books: faction, line, models → price.
PRINTED = [
    (faction, line, price.models, price.points)
    for faction in catalogue.factions()
    for line in faction.lines
    for price in line.prices
]
ARMIES = [
    ("lantern_guard", "skirmish", 6, 250),
    ("lantern_guard", "small", 9, 495),
    ("lantern_guard", "medium", 12, 1000),
    ("lantern_guard", "large", 24, 2000),
    ("tidewrack_brood", "skirmish", 5, 250),
    ("tidewrack_brood", "small", 8, 500),
    ("tidewrack_brood", "medium", 11, 1000),
    ("tidewrack_brood", "large", 21, 2000),
]


def by_fractions(level: int, models: int, abilities: list[Ability]) -> int:
    """The price formula once more, written another way."""
    base = Fraction(level * (level + 9), 2) * models
    percent = {"ignore_stop": 10, "range": 20, "level_attack": 15, "level_defend": 15, "extra_action": 40}
    points = {"dice": 2, "defend_flat": 4, "heal": 4}
    share, flat = Fraction(0), Fraction(0)
    for ability in abilities:
        part = Fraction(1) if ability.limit == "none" else Fraction(1, 2)
        for effect in ability.effects:
            n = effect.value
            if effect.kind == "move":
                share += part * 10 * (n - 1)
            elif effect.kind == "defend_roll":
                share += part * {6: 15, 5: 30, 4: 50}[n]
            else:
                share += part * percent.get(effect.kind, 0) * n
                flat += part * points.get(effect.kind, 0) * n
    return 5 * ceil((base * (100 + share) / 100 + flat) / 5)


def test_the_formula_gives_all_printed_prices() -> None:
    known = {ability.id: ability for ability in catalogue.abilities()}
    assert len(PRINTED) == 33
    for _, line, models, points in PRINTED:
        abilities = [known[name] for name in line.abilities]
        assert formula(line.level, models, abilities) == points, line.id
        assert by_fractions(line.level, models, abilities) == points


@pytest.mark.parametrize(
    ("kind", "value"),
    [("move", 4), ("ignore_stop", 1), ("range", 3), ("level_attack", 2), ("level_defend", 1),
     ("dice", 7), ("defend_flat", 3), ("defend_roll", 6), ("defend_roll", 5), ("defend_roll", 4),
     ("heal", 5), ("extra_action", 2)],
)  # fmt: skip
@pytest.mark.parametrize("limit", ["none", "round", "game"])
def test_the_formula_is_exact_for_every_effect(kind: Any, value: int, limit: Any) -> None:
    ability = Ability(id="x", name="x", limit=limit, effects=(Effect(kind=kind, value=value),))
    for level in range(1, 13):
        for models in (1, 2, 3, 7, 10, 99):
            assert formula(level, models, [ability]) == by_fractions(level, models, [ability])


def test_the_rosters_are_the_printed_ones() -> None:
    prices = {
        line.id: {p.models: p.points for p in line.prices} for f in catalogue.factions() for line in f.lines
    }
    assert prices == {
        "lantern_militia": {5: 25, 10: 50, 15: 75},
        "pike_wardens": {5: 65, 10: 120},
        "sling_company": {5: 30, 10: 60},
        "lamplighter_scouts": {3: 40, 6: 75},
        "bombard_crew": {2: 55, 4: 100, 10: 240},
        "chirurgeon_cadre": {2: 30, 4: 55},
        "lantern_knights": {2: 70, 4: 130},
        "beacon_marshal": {1: 55},
        "skitterlings": {6: 35, 12: 70, 18: 100},
        "shellbacks": {5: 75, 10: 145},
        "spitter_polyps": {3: 40, 6: 80},
        "reef_stalkers": {2: 50, 4: 95},
        "brine_priests": {2: 30, 4: 55},
        "crusher_hulks": {1: 45, 2: 80},
        "undertow_riders": {2: 50, 4: 95},
        "mother_fathom": {1: 65},
    }
    levels = {line.id: line.level for f in catalogue.factions() for line in f.lines}
    assert list(levels.values()) == [1, 2, 1, 2, 3, 2, 4, 6, 1, 2, 2, 3, 2, 5, 3, 6]
    limits = {line.id: line.max_per_500 for f in catalogue.factions() for line in f.lines if line.max_per_500}
    assert limits == {"bombard_crew": 1, "beacon_marshal": 1, "undertow_riders": 2, "mother_fathom": 1}


@pytest.mark.parametrize(("faction", "size", "units", "points"), ARMIES)
def test_the_ready_armies(faction: str, size: str, units: int, points: int) -> None:
    terms = setup(size=size)
    ready = RULES.ready_armies(terms)
    assert list(ready) == ["lantern_guard", "tidewrack_brood"]
    army, problems = RULES.army(terms, ready[faction])
    assert problems == ()
    found = next(f for f in terms.factions if f.id == faction)
    assert total(found, army) == points
    assert len(profiles(terms, army, "a")) == units
    words = RULES.army_words(terms, army)
    assert len(words) == units + 1
    assert words[-1] == f"{found.name}: {points} of {SIZES[size]} points"


def test_ready_armies_are_legal_under_the_terms() -> None:
    assert list(RULES.ready_armies(setup(max_copies=1))) == ["tidewrack_brood"]  # two units of militia


def test_every_fault_of_an_army_at_once() -> None:
    data = {
        "faction": "lantern_guard",
        "unit": [
            {"line": "pike_warden", "models": 5},
            {"line": "pike_wardens", "models": "5"},
            {"line": "pike_wardens", "models": 5, "count": 0},
            {"line": "pike_wardens", "modles": 5},
        ],
    }
    _, problems = RULES.army(setup(), data)
    assert [str(p) for p in problems] == [
        "unit[1].models: expected a whole number, found '5'",
        "unit[2].count: expected a whole number of 1 or more, found 0",
        "unit[3].modles: unknown key 'modles' (did you mean models?)",
        "unit[3].models: models is missing",
    ]
    _, problems = RULES.army(setup(), {"faction": "lantern_gard", "unit": [{"line": "x", "models": 1}]})
    assert [str(p) for p in problems] == [
        "faction: 'lantern_gard' is not a faction of this match (did you mean lantern_guard?)"
    ]
    _, problems = RULES.army(
        setup(),
        {**data, "unit": [{"line": "pike_warden", "models": 5}, {"line": "pike_wardens", "models": 6}]},
    )
    assert [str(p) for p in problems] == [
        "unit[0].line: 'pike_warden' is not on the roster of Lantern Guard (did you mean pike_wardens?)",
        "unit[1].models: pike wardens come in units of 5 or 10 models, found 6",
    ]
    assert messages(RULES.army(setup(), {"faction": "lantern_guard", "unit": "many"})[1]) == [
        "unit: expected a list, found 'many'"
    ]
    long = {"faction": "lantern_guard", "unit": [{"line": "pike_wardens", "models": 5, "name": "x" * 61}]}
    assert RULES.army(setup(), long)[1][0].path == "unit[0].name"
    for trick in ("a\nb", "a\x1b[31m", "\u202eabc"):
        odd = {"faction": "lantern_guard", "unit": [{"line": "pike_wardens", "models": 5, "name": trick}]}
        assert messages(RULES.army(setup(), odd)[1])[0].startswith("unit[0].name: expected plain text")


def test_too_many_units() -> None:
    cheap = {"id": "mob", "unit": [{"id": "mob", "level": 1, "price": {"1": 5}}]}
    terms, problems = RULES.setup({"size": "large"}, {"roster": [cheap]})
    assert problems == ()
    rows = [{"line": "mob", "models": 1, "count": 99}]
    assert RULES.army(terms, {"faction": "mob", "unit": rows})[1] == ()
    rows.append({"line": "mob", "models": 1, "count": 1})
    assert messages(RULES.army(terms, {"faction": "mob", "unit": rows})[1]) == [
        "unit: an army has at most 99 units, found 100"
    ]


# -- own rosters and scenarios, options ---------------------------------------------------------------


X: dict[str, Any] = {"id": "x", "level": 1, "price": {"5": 25}}


def roster(**change: Any) -> dict[str, Any]:
    return {**example("rosters/zipwarz-moss-court.toml"), **change}


def roster_faults(**change: Any) -> list[str]:
    return [str(p) for p in RULES.setup({}, {"roster": [roster(**change)]})[1]]


def test_an_own_roster_plays() -> None:
    terms, problems = RULES.setup({}, {"roster": [roster()]})
    assert problems == ()
    assert RULES.advice(terms) == ("own rosters: Moss Court; nobody has balanced them",)
    army, _ = RULES.army(terms, example("armies/zipwarz-moss-court.toml"))
    elder = profiles(terms, army, "b")[0]
    assert (elder.id, elder.name, elder.points, elder.power.roll) == ("B1", "Elder Moss", 50, 0)
    assert [(a.name, a.limit) for a in elder.limited] == [("bark skin", "game"), ("wrath of ages", "round")]
    # Its abilities may also be those that come with the game.
    line = {"id": "x", "level": 1, "price": {"5": 30}, "abilities": ["slings"]}
    assert roster_faults(unit=[line]) == []


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"id": "lantern_guard"}, ["roster[0].id: 'lantern_guard' is already a faction of this match"]),
        ({"id": "Moss Court"}, ["roster[0].id: expected small letters, digits and _, found 'Moss Court'"]),
        ({"id": "moss\n"}, ["roster[0].id: expected small letters, digits and _"]),
        ({"unit": []}, ["roster[0].unit: a roster has at least one line"]),
        ({"colour": "green"}, ["roster[0].colour: unknown key 'colour' (known: id, unit, name, ability)"]),
        (
            {"unit": [{"id": "x", "level": 1, "price": {"5": 30}, "abilities": ["sling"]}]},
            ["roster[0].unit[0].abilities[0]: 'sling' is not a known ability (did you mean slings?)"],
        ),
        (
            {"unit": [{"id": "x", "level": 1, "price": {"5": 90}, "abilities": ["slings", "slings"]}]},
            ["roster[0].unit[0].abilities[1]: 'slings' is named twice"],
        ),
        (
            {"unit": [{"id": "x", "level": 1, "price": {"five": 30, "0": 5, "05": 25}}]},
            [
                f"roster[0].unit[0].price.{n}: expected 1 to 100 models, found '{n}'"
                for n in ("five", "0", "05")
            ],
        ),
        ({"unit": [X | {"price": {}}]}, ["roster[0].unit[0].price: a line has at least one price"]),
        (
            {"unit": [X, X]},
            ["roster[0].unit[1].id: 'x' stands on the roster twice"],
        ),
        (
            {"unit": [{"id": "x", "level": 13, "price": {"5": 2500}}]},
            [
                "roster[0].unit[0].level: expected a whole number of 12 or less, found 13",
                "roster[0].unit[0].price.5: expected a whole number of 2000 or less, found 2500",
            ],
        ),
        (
            {"ability": {"slings": {"effects": [{"kind": "range", "value": 1}]}}, "unit": [X]},
            ["roster[0].ability.slings: 'slings' is already an ability of this match (choose another name)"],
        ),
        (
            {
                "ability": {
                    "Bad Name": {"effects": []},
                    "b": {"effects": [{"kind": "defend_roll", "value": 3}, {"kind": "move", "value": 1}]},
                },
                "unit": [X],
            },
            [
                "roster[0].ability.Bad Name: expected a name of small letters, digits and _",
                "roster[0].ability.Bad Name.effects: an ability has at least one effect",
                "roster[0].ability.b.effects[0].value: defend_roll takes 4, 5 or 6, found 3",
                "roster[0].ability.b.effects[1].value: move takes 2 to 10 zones, found 1",
            ],
        ),
        (
            {"ability": {"b": {"effects": [{"kind": "fly", "value": 3}]}}},
            ["roster[0].ability.b.effects[0].kind: expected move, ignore_stop, range"],
        ),
    ],
)  # fmt: skip
def test_faults_of_an_own_roster(change: dict[str, Any], wanted: list[str]) -> None:
    found = roster_faults(**change)
    assert len(found) == len(wanted), found
    assert all(said.startswith(start) for said, start in zip(found, wanted, strict=True)), found


def test_two_own_rosters_may_not_share_names() -> None:
    _, problems = RULES.setup({}, {"roster": [roster(), roster()]})
    assert "roster[1].id: 'moss_court' is already a faction of this match" in messages(problems)


def test_an_own_scenario_plays() -> None:
    data = example("scenarios/zipwarz-hold-the-middle.toml")
    terms, problems = RULES.setup({}, {"scenario": [data]})
    assert problems == ()
    assert terms.options.scenario == "hold_the_middle"  # who brings one scenario wants to play it
    assert RULES.setup({"scenario": "start_from_the_corners"}, {"scenario": [data]})[0].scenario.rounds == 4
    ready = RULES.ready_armies(terms)
    armies = tuple(RULES.army(terms, ready[name])[0] for name in ("tidewrack_brood", "lantern_guard"))
    state, _ = run(RULES.start(terms, armies), dice=[(5, 6, 1, 1), (4, 4, 4, 5)])
    assert state.aggressor == "b"  # more fives and sixes choose the ground: the Defender
    assert RULES.describe(state, RULES.want(state)) == "deploy B1 B2 B3 B4 B5 B6 in zones 1, 2, 3 or 4"
    board = RULES.board(state, None, {})
    assert [p.id for p in board.places if "special" in p.roles] == ["10", "11", "14", "15"]
    even = msgspec.structs.replace(
        state, round=5, scored=((0, 0),) * 4, phase="activate", side="a", lone=True
    )
    units = tuple(
        tuple(msgspec.structs.replace(u, at=1 + 20 * s, acted=s == 1 or k > 0) for k, u in enumerate(row))
        for s, row in enumerate(even.units)
    )
    even, _ = run(msgspec.structs.replace(even, units=units), [hold("A1")])
    outcome = RULES.outcome(even)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("b", "even at 0 Victory Points; units on the field 6 to 5")


def test_a_scenario_without_a_last_tie_break_may_be_drawn() -> None:
    data = {**example("scenarios/zipwarz-hold-the-middle.toml"), "tiebreak": ["units_left"], "rounds": 1}
    terms, _ = RULES.setup({}, {"scenario": [data]})
    army = RULES.army(terms, RULES.ready_armies(terms)["lantern_guard"])[0]
    state = RULES.start(terms, (army, army))
    units = tuple(
        tuple(msgspec.structs.replace(u, at=1 + 20 * s, acted=s == 1 or k > 0) for k, u in enumerate(row))
        for s, row in enumerate(state.units)
    )
    state = msgspec.structs.replace(state, units=units, phase="activate", round=1, aggressor="a", term=1)
    state, told = run(state, [hold("A1")])
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("", "even at 0 Victory Points and 6 units on the field")
    assert RULES.tell(state, told[-1])[0].text.startswith("the game is drawn, 0 : 0")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"prizes": [6, 6]}, ["scenario[0].prizes: zone 6 is named twice"]),
        ({"prizes": [25]}, ["scenario[0].prizes[0]: expected a whole number of 24 or less, found 25"]),
        (
            {"id": "start_from_the_corners"},
            ["scenario[0].id: 'start_from_the_corners' is already a scenario"],
        ),
        (
            {"deploy": {"aggressor": [1], "defender": [1, 2]}},
            ["scenario[0].deploy: zone 1 is given to both sides"],
        ),
        (
            {"deploy": {"aggressor": [], "defender": [1]}},
            ["scenario[0].deploy.aggressor: a side needs at least one zone to deploy in"],
        ),
        ({"sizes": []}, ["scenario[0].sizes: a scenario is for at least one size of game"]),
        ({"rounds": 0}, ["scenario[0].rounds: expected a whole number of 1 or more"]),
    ],
)
def test_faults_of_an_own_scenario(change: dict[str, Any], wanted: list[str]) -> None:
    data = {**example("scenarios/zipwarz-hold-the-middle.toml"), **change}
    found = [str(p) for p in RULES.setup({}, {"scenario": [data]})[1]]
    assert len(found) == len(wanted), found
    assert all(said.startswith(start) for said, start in zip(found, wanted, strict=True)), found


def test_faults_of_options() -> None:
    _, problems = RULES.setup(
        {"sise": "small", "rounds": 13, "army": "closed", "allow_pause": "yes"}, {"maps": []}
    )
    assert [str(p) for p in problems] == [
        "sise: unknown key 'sise' (did you mean size?)",
        "army: expected sealed or open, found 'closed'",
        "rounds: expected a whole number of 12 or less, found 13",
        "allow_pause: expected true or false, found 'yes'",
        "maps: expected rosters and scenarios",
    ]
    _, problems = RULES.setup({"scenario": "start_from_the_corner"}, {})
    assert [str(p) for p in problems] == [
        "scenario: 'start_from_the_corner' is not a known scenario (did you mean start_from_the_corners?)"
    ]


def test_sealed_or_open_armies() -> None:
    assert RULES.sealed_army(setup())
    assert not RULES.sealed_army(setup(army="open"))
    assert RULES.deck(setup()) is None


@pytest.mark.parametrize("size", ["skirmish", "small"])
def test_the_example_armies_are_legal(size: str) -> None:
    terms, problems = RULES.setup({"size": size}, {"roster": [roster()]})
    assert problems == ()
    files = sorted((ROOT / "examples" / "armies").glob("zipwarz-*.toml"))
    assert len(files) == 4
    for file in files:
        text = file.read_text("utf-8")
        assert text.startswith("# ")
        army, problems = RULES.army(terms, tomllib.loads(text))
        large = file.stem == "zipwarz-lantern-guns" and size == "skirmish"
        assert bool(problems) == large, (file, problems)
        if not problems:
            assert msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(army))), Army) == army


def test_files_fit_the_published_schemas() -> None:
    for kind, data in (
        (RosterFile, roster()),
        (Scenario, example("scenarios/zipwarz-hold-the-middle.toml")),
        (Army, example("armies/zipwarz-brood-rush.toml")),
        *((RosterFile, RULES.data[name]) for name in catalogue.ROSTERS),
        *((Scenario, RULES.data[name]) for name in catalogue.SCENARIOS),
    ):
        jsonschema.validate(data, msgspec.json.schema(kind))
