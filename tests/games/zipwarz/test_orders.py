"""The order file: what people may write, every fault at its place, templates, and the way back."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from pbem.games.zipwarz.state import State
from pbem.ruleset import Decide, React, Understood
from tests.games.zipwarz.kit import (
    ORDER,
    RULES,
    able,
    attack,
    end,
    hold,
    matched,
    messages,
    move,
    open_game,
    position,
    run,
    unit,
)
from tests.kit.play import bots, play

SURGE = able("surge", ("extra_action", 1), limit="round")
BOMBARD = able("bombard", ("range", 2), ("dice", 6), ("level_attack", 1), limit="round")
SURGERY = able("field surgery", ("heal", 4), limit="round")
SLIP = able("slip between", ("move", 3), ("ignore_stop", 1))


def field() -> State:
    return position(
        [
            unit(3, 2, 7, SLIP, name="reef stalkers"),
            unit(2, 5, 13, SURGE, name="shellbacks", acted=True),
            unit(3, 2, 5, BOMBARD, name="bombard crew"),
            unit(1, 5, 9, name="militia"),
            unit(1, 5, 9, SURGERY, SURGE, name="militia", wounds=2),
            unit(1, 5, 0, name="skitterlings", gone=True),
        ],
        [
            unit(2, 5, 6, name="pike wardens"),
            unit(1, 5, 24, name="old pikes"),
            unit(1, 5, 0, name="slings", gone=True),
        ],
    )


def understood(text: str, state: State | None = None) -> Understood:
    return RULES.understand(state or field(), tomllib.loads(text), {})


def faults(text: str, state: State | None = None) -> list[str]:
    return [str(problem) for problem in understood(text, state).problems]


def test_a_whole_turn_as_people_write_it() -> None:
    found = understood("""
        [[activate]]
        unit = "stalkers"
        do = [{ move = [7, 6, 5] }, { attack = "pike wardens (B1)", else = [{ move = 9 }, "hold"] }]

        [[activate]]
        unit = "a5"
        use = "surge"
        do = [{ heal = "self" }, { move = [10] }, "hold"]

        [[activate]]
        unit = "A3"
        do = [{ attack = "b1", use = "bomb" }]
        pause = true
        """)
    assert [str(p) for p in found.problems] == [
        "activate[0].do[1].attack: B1 is in 6, 1 zone from 5; A1 attacks in its own zone only"
    ]
    found = understood("""
        [[activate]]
        unit = "stalkers"
        do = [{ move = [7, 6] }, { attack = "pike wardens (B1)", else = [{ move = 5 }, "hold"] }]
        [[activate]]
        unit = "a5"
        use = "surge"
        do = [{ heal = "self" }, { move = [10] }, "hold"]
        [[activate]]
        unit = "A3"
        do = [{ attack = "b1", use = "bomb" }]
        pause = true
        """)
    assert found.problems == ()
    assert found.orders == (
        move("A1", 6),
        attack("A1", "B1", else_=(move("A1", 5), hold("A1"))),
        ORDER(unit="A5", heal="A5", use=("field_surgery", "surge")),
        move("A5", 10),
        hold("A5"),
        attack("A3", "B1", "bombard", pause=True),
    )
    assert found.words == (
        "reef stalkers A1 move 7 → 6",
        (
            "reef stalkers A1 attack pike wardens B1 in 6; "
            "else reef stalkers A1 move 6 → 5; else reef stalkers A1 hold"
        ),
        "militia A5 heal themselves with field surgery, surge",
        "militia A5 move 9 → 10",
        "militia A5 hold",
        (
            "bombard crew A3 attack pike wardens B1 in 6 with bombard, if B1 still stands, "
            "then wait for the result"
        ),
    )
    assert found.notes == (
        "'stalkers' read as reef stalkers (A1)",
        "A5 heals with field surgery",
        "'bomb' read as bombard",
        "order 6 depends on dice that are not rolled yet; an else says what to do otherwise",
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # the table
        ("", ['no unit is activated (write [[activate]] with unit = "…" and do = [ … ])']),
        ("activte = []", ["activte: unknown key 'activte' (did you mean activate?)", "no unit is activated"]),
        ("activate = 3", ["activate: expected a list of tables, found 3 (write [[activate]])"]),
        ("activate = [3]", ["activate[0]: expected a table, found 3"]),
        ('[[activate]]\ndo = "hold"', ['activate[0]: unit is missing (for example unit = "…")']),
        ('[[activate]]\nunit = "A1"', ["activate[0]: do is missing"]),
        (
            '[[activate]]\nunit = "A1"\ndo = []',
            ['activate[0].do: nothing is ordered (for example do = ["hold"])'],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = "hold"\npauze = true',
            ["activate[0].pauze: unknown key 'pauze' (did you mean pause?)"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = "hold"\npause = 1',
            ["activate[0].pause: expected true or false, found 1"],
        ),
        ('end = "no"\n[[activate]]\nunit = "A1"\ndo = "hold"', ["end: expected true or false, found 'no'"]),
        # names
        (
            '[[activate]]\nunit = "B1"\ndo = "hold"',
            ["activate[0].unit: B1 belongs to Red (Blue has A1 A2 A3 A4 A5)"],
        ),
        (
            '[[activate]]\nunit = "A9"\ndo = "hold"',
            ["activate[0].unit: A9 is not a unit on the field (Blue has A1 A2 A3 A4 A5)"],
        ),
        ('[[activate]]\nunit = 3\ndo = "hold"', ["activate[0].unit: expected the name of a unit, found 3"]),
        (
            '[[activate]]\nunit = "militia"\ndo = "hold"',
            ["activate[0].unit: 'militia' may be A4 or A5 (name the one you mean by its number)"],
        ),
        (
            '[[activate]]\nunit = "reef stalker"\ndo = [{ attack = "old spikes" }]',
            [
                "activate[0].do[0].attack: 'old spikes' is not a unit (Red has B1 B2) (did you mean",
            ],
        ),
        (
            '[[activate]]\nunit = "shellbacks (A1)"\ndo = "hold"',
            ["activate[0].unit: A1 is reef stalkers, not shellbacks"],
        ),
        # who may act
        ('[[activate]]\nunit = "A2"\ndo = "hold"', ["activate[0].unit: A2 has already acted this round"]),
        (
            '[[activate]]\nunit = "skitterlings"\ndo = "hold"',
            ["activate[0].unit: A6 was removed and is no longer on the field"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = ["hold", { move = 3 }]',
            ["activate[0].do[1]: A1 holds for the rest of this round"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = 3 }, { move = 7 }, { move = 3 }]',
            ["activate[0].do[2]: A1 has no action left"],
        ),
        (
            '[[activate]]\nunit = "A5"\ndo = [{ move = 5 }, { move = 9 }, { move = 5 }]',
            ["activate[0].do[2]: A5 has no action left (surge gives it more)"],
        ),
        # steps
        (
            '[[activate]]\nunit = "A1"\ndo = ["hodl"]',
            ["activate[0].do[0]: expected a table or \"hold\", found 'hodl' (did you mean hold?)"],
        ),
        ('[[activate]]\nunit = "A1"\ndo = [4]', ['activate[0].do[0]: expected a table or "hold", found 4']),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ mvoe = [6] }]',
            ["activate[0].do[0].mvoe: unknown key 'mvoe' (did you mean move?)"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = [6], attack = "B1" }]',
            ["activate[0].do[0]: a step is one of move, attack, heal and hold, found move and attack"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ use = "surge" }]',
            ["activate[0].do[0]: a step is one of move, attack, heal and hold, found none"],
        ),
        ('[[activate]]\nunit = "A1"\ndo = [{ hold = false }]', ["activate[0].do[0].hold: expected true"]),
        # moves
        (
            '[[activate]]\nunit = "A4"\ndo = [{ move = [15] }]',
            ["activate[0].do[0].move: 15 is three zones from 9; militia moves 1 (next to 9: 5, 10, 13)"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = [8, 13] }]',
            ["activate[0].do[0].move: 13 is not next to 8 (next to 8: 4, 7, 12)"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = [25] }]',
            ["activate[0].do[0].move: 25 is not a zone (next to 7: 3, 6, 8, 11)"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = ["6"] }]',
            ["activate[0].do[0].move: expected numbers of zones, found '6' (for example move = [7, 6])"],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = [7] }]',
            ["activate[0].do[0].move: the path leads nowhere from 7 (leave the move out to stand still)"],
        ),
        (
            f'[[activate]]\nunit = "A1"\ndo = [{{ move = {[6, 7] * 16} }}]',
            ["activate[0].do[0].move: a path names at most 30 zones, found 32"],
        ),
        # attacks
        (
            '[[activate]]\nunit = "A3"\ndo = [{ attack = "B9" }]',
            ["activate[0].do[0].attack: B9 is not a unit on the field (Red has B1 B2)"],
        ),
        (
            '[[activate]]\nunit = "A3"\ndo = [{ attack = "A4" }]',
            ["activate[0].do[0].attack: A4 belongs to Blue (Red has B1 B2)"],
        ),
        (
            '[[activate]]\nunit = "A3"\ndo = [{ attack = "slings" }]',
            ["activate[0].do[0].attack: B3 was already removed (Red has B1 B2)"],
        ),
        (
            '[[activate]]\nunit = "A3"\ndo = [{ attack = "B2", else = [{ attack = "B1" }] }]',
            [
                "activate[0].do[0].attack: B2 is in 24, 7 zones from 5; A3 attacks in its own zone only",
                "activate[0].do[0].else[0].attack: B1 is in 6, 1 zone from 5; A3 attacks in its own",
            ],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ unit = "A3", move = 8 }]',
            ["activate[0].do[0].unit: a step takes no unit of its own"],
        ),
        # abilities
        (
            '[[activate]]\nunit = "A3"\ndo = [{ attack = "B1", use = "bombast" }]',
            ["activate[0].do[0].use: 'bombast' is not an ability of it (A3 has bombard) (did you"],
        ),
        (
            '[[activate]]\nunit = "A4"\ndo = [{ move = 10, use = ["surge", 2] }]',
            [
                "activate[0].do[0].use[0]: 'surge' is not an ability of it (A4 has none)",
                "activate[0].do[0].use[1]: expected the name of an ability, found 2",
            ],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = 6, use = "slip_between" }]',
            ["activate[0].do[0].use: slip between is always on and is never named (leave it out)"],
        ),
        (
            '[[activate]]\nunit = "A3"\ndo = [{ move = 9, use = "bombard" }]',
            ["activate[0].do[0].use: bombard does nothing for a move"],
        ),
        (
            '[[activate]]\nunit = "A3"\nuse = "bombard"\ndo = [{ attack = "B1" }]',
            [
                (
                    "activate[0].use: bombard gives no actions: name it in the step that it is for "
                    '(for example { attack = "…", use = "bombard" })'
                ),
                "activate[0].do[0].attack: B1 is in 6, 1 zone from 5; A3 attacks in its own zone only",
            ],
        ),
        (
            '[[activate]]\nunit = "A5"\nuse = "surge"\ndo = ["hold"]',
            ["activate[0].use: surge does nothing for a hold"],
        ),
        # healing
        (
            '[[activate]]\nunit = "A4"\ndo = [{ heal = "A5" }]',
            ["activate[0].do[0].heal: A4 heals only with an ability for it"],
        ),
        (
            '[[activate]]\nunit = "A5"\ndo = [{ heal = "A1" }]',
            ["activate[0].do[0].heal: A1 is in 7, not in 9 with A5"],
        ),
        # alternatives
        (
            '[[activate]]\nunit = "A1"\ndo = { move = 6, else = [{ move = 8, pause = true }, { fly = 3 }] }',
            [
                "activate[0].do.else[0].pause: an alternative takes no pause of its own",
                "activate[0].do.else[1].fly: unknown key 'fly'",
            ],
        ),
        (
            '[[activate]]\nunit = "A1"\ndo = [{ move = 6, else = { unit = "A2", hold = true } }]',
            ["activate[0].do[0].else.unit: A2 has already acted this round"],
        ),
    ],
)
def test_every_fault_at_its_place(text: str, wanted: list[str]) -> None:
    found = faults(text)
    assert len(found) == len(wanted), found
    for said, start in zip(found, wanted, strict=True):
        assert said.startswith(start), found


def test_all_faults_at_once_but_no_mere_consequences() -> None:
    assert faults("""
        [[activate]]
        unit = "A4"
        do = [{ move = [15] }, { attack = "B9" }, { attack = "B1" }]
        [[activate]]
        unit = "A2"
        do = [{ move = [14] }, { move = [13] }]
        [[activate]]
        unit = "A3"
        do = [{ move = "x" }, { attack = "B1" }]
        """) == [
        "activate[0].do[1].attack: B9 is not a unit on the field (Red has B1 B2)",
        "activate[2].do[0].move: expected numbers of zones, found 'x' (for example move = [7, 6])",
        "activate[0].do[0].move: 15 is three zones from 9; militia moves 1 (next to 9: 5, 10, 13)",
        "activate[1].unit: A2 has already acted this round",
    ]


def test_names_short_forms_and_own_names() -> None:
    for said in (
        "reef stalkers",
        "REEF_STALKERS",
        "reef",
        "stalkers",
        "reef stalkers (A1)",
        "Reef Stalkers A1",
        "a1",
    ):
        found = understood(f'[[activate]]\nunit = "{said}"\ndo = "hold"')
        assert found.orders == (hold("A1"), end), said
        assert found.problems == ()
        assert bool(found.notes) == (said in ("reef", "stalkers"))
    state, _ = run(open_game(), dice=[(1,) * 5, (6,) * 5])
    part = {"old": 4, "B1": 4}
    assert [p.path for p in RULES.understand(state, part, {}).problems][:1] == ["old"]


def test_a_leading_present_zone_is_dropped_and_planned_on() -> None:
    found = understood('[[activate]]\nunit = "A1"\ndo = [{ move = [7, 8] }, { move = [8, 7] }]')
    assert found.orders == (move("A1", 8), move("A1", 7), end)


def test_end_and_pause() -> None:
    block = '[[activate]]\nunit = "A1"\ndo = [{ move = 8 }, { move = 7 }]\n'
    assert understood(block).orders[-1] == end
    assert understood("end = false\n" + block).orders == (move("A1", 8), move("A1", 7))
    assert understood(block + "pause = true").orders == (move("A1", 8), move("A1", 7, pause=True))
    assert understood("end = true\n" + block + "pause = true").orders[-1] == end
    inner = '[[activate]]\nunit = "A1"\ndo = [{ move = 8, pause = true }, { move = 7 }]\n'
    assert understood(inner).orders == (move("A1", 8, pause=True), move("A1", 7), end)
    state, _ = run(field(), [move("A1", 8, pause=True)])
    assert understood("end = true", state).orders == (end,)
    assert understood("end = true", state).problems == ()
    assert faults("end = true") == ["end: activate at least one unit before the turn ends (A1 A3 A4 A5)"]
    go_on = understood('[[activate]]\nunit = "A1"\ndo = [{ move = 7 }]', state)
    assert (go_on.orders, go_on.problems) == ((move("A1", 7), end), ())


def test_deployment_by_unit_and_by_zone() -> None:
    state, _ = run(open_game(), dice=[(6,) * 5, (1,) * 5])
    found = understood('A1 = 5\n"reef stalkers" = 21\n17 = ["a2", "A3"]\n1 = "riders"', state)
    assert found.problems == ()
    assert [(o.unit, o.zone) for o in found.orders] == [
        ("A1", 5),
        ("A4", 21),
        ("A2", 17),
        ("A3", 17),
        ("A5", 1),
    ]
    assert found.notes == ("'riders' read as undertow riders (A5)",)
    assert found.words[0] == "skitterlings A1 deploy in 5"
    assert faults('A1 = 5\nA2 = 4\nA3 = "x"\nA7 = 1\nA1x = 5\n1 = ["A4", "A4"]', state) == [
        "A3: expected the number of a zone, found 'x' (for example A1 = 5)",
        "A7: A7 is not a unit on the field (Blue has A1 A2 A3 A4 A5)",
        "A1x: 'A1x' is not a unit (Blue has A1 A2 A3 A4 A5)",
        "A2: Blue may not deploy in 4 (zones: 1, 5, 17, 21)",
        "1[1]: A4 is already in 1",
    ]
    assert faults("A1 = 5", state) == ["A2 A3 A4 A5 are not deployed"]


HIDE = able("ancient hide", ("defend_roll", 4), limit="round")


def attacked() -> State:
    state = position(
        [unit(3, 2, 5, BOMBARD, name="bombard crew")],
        [unit(6, 1, 6, HIDE, SURGERY, name="mother fathom"), unit(at=24)],
    )
    state, _ = run(state, [attack("A1", "B1", "bombard")], [(6,) * 5 + (1,) * 7])
    return state


def test_reactions() -> None:
    state = attacked()
    use = (ORDER(use=("ancient_hide",)),)
    for text in (
        'to = "bombard by A1"\nuse = "ancient hide"',
        'to = "bombard by A1 on B1"\nuse = ["ancient_hide"]',
        'to = "A1"\nuse = "hide"',
        'use = "Ancient Hide"',
    ):
        found = understood(text, state)
        assert (found.orders, found.problems) == (use, ()), text
    assert found.words == ("mother fathom B1 use ancient hide",)
    for text in ('use = "nothing"', "hold = true"):
        found = understood(text, state)
        assert (found.orders, found.problems) == ((hold(""),), ())
        assert found.words == ("mother fathom B1 take the hits",)
    assert (understood("use = []", state).orders, faults("use = []", state)) == ((), [])
    assert faults('to = "bombard by A6"\nuse = "field surgery"', state) == [
        "to: the answer wanted is to \"bombard by A1\", found 'bombard by A6'",
        "use: field surgery does nothing for a defence",
    ]
    assert faults("to = 'A1'", state) == ['use: use is missing (an ability, or use = "nothing")']
    assert faults('usee = "nothing"', state)[0] == "usee: unknown key 'usee' (did you mean use?)"
    assert RULES.check(state, "b", (hold(""), hold("")), {}) != ()


def test_nothing_is_understood_when_nothing_is_wanted() -> None:
    assert faults("", open_game()) == ["no orders are wanted now"]
    assert RULES.template(open_game(), {}) == "# no orders are wanted now\n"


# -- templates ------------------------------------------------------------------------------------------


def moments(**options: Any) -> Iterator[tuple[State, Any]]:
    """Positions in which somebody decides, from a game between bots that wait for results."""
    for seed in range(3):
        setup, armies = matched(**options)
        laid = {side: RULES.standing(setup, {"rule": [{"when": "ask"}]})[0] for side in "ab"}
        played = play(RULES, setup, armies, bots("random", pauses=30, alternatives=30), seed, standing=laid)
        yield from ((one.state, one) for one in played.taken)


OPTIONS: list[dict[str, Any]] = [
    {"size": "small", "limited_defence": "ask"},
    {
        "size": "small",
        "limited_defence": "ask",
        "deployment": "alternating",
        "max_units_per_zone": 3,
        "disengage": "both_actions",
        "stop_scope": "activation",
    },
]


def bare(line: str) -> str:
    return line[1:] if line.startswith("#") and not line.startswith("# ") else line


def filled(template: str) -> Iterator[str]:
    """Every file that comes of uncommenting one block with one of its steps."""
    blocks = template.split("#[[activate]]\n")[1:]
    for block in blocks:
        lines = block.split("#]")[0].splitlines()
        steps = [line for line in lines[2:] if line[1:2] != " "]
        assert lines[1] == "#do = ["
        for step in steps:
            rest = [line for line in steps if line != step]  # still comments, as a person leaves them
            text = "\n".join(["[[activate]]", bare(lines[0]), "do = [", *rest, bare(step), "]"])
            yield text


@pytest.mark.parametrize("options", OPTIONS)
def test_templates_become_orders_when_lines_are_uncommented(options: dict[str, Any]) -> None:
    kinds = set()
    every = list(moments(**options))
    for state, one in [*every[::7], *(pair for pair in every if pair[0].phase == "defend")]:
        template = RULES.template(state, {})
        assert tomllib.loads(template) == {}
        assert all(len(line) <= 100 for line in template.splitlines())
        want = RULES.want(state)
        assert isinstance(want, Decide | React)
        kinds.add(want.kind)
        if want.kind == "orders":
            files = [*filled(template)]
            units = {c.unit for c in RULES.legal(state, one.side, {}) if c.unit}
            assert len(files) == len([c for c in RULES.legal(state, one.side, {}) if c.unit])
            assert all(f'#unit = "{name}"' in template for name in units)
            if "\n#end = true" in template:
                files.append("end = true")
            parts = [tomllib.loads(text) for text in files]
        else:
            lines = [
                bare(line)
                for line in template.splitlines()
                if line.startswith("#") and line[1:2] not in ("", " ")
            ]
            if want.kind == "deploy":
                kept = lines[:2] if options.get("deployment") == "alternating" else lines
                parts = [tomllib.loads("\n".join(kept))["deploy"]]
            else:
                head, uses = lines[:2], lines[2:]
                assert len(uses) == len(RULES.legal(state, one.side, {}))
                parts = [tomllib.loads("\n".join([*head, use]))["react"][0] for use in uses]
        for part in parts:
            found = RULES.understand(state, part, {})
            assert found.problems == (), (part, found.problems)
            assert found.orders
    assert kinds == {"orders", "deploy", "defend"}


@pytest.mark.parametrize("options", OPTIONS)
def test_written_orders_are_understood_and_fit_the_schema(options: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(RULES.order_file_schema)
    jsonschema.Draft202012Validator.check_schema(RULES.order_file_schema)
    for state, one in moments(**options):
        part = json.loads(json.dumps(RULES.write_orders(state, one.orders)))
        found = RULES.understand(state, part, {})
        assert (found.orders, found.problems) == (one.orders, ()), part
        assert len(found.words) == len(one.orders)
        want = RULES.want(state)
        whole = {"deploy": {"deploy": part}, "defend": {"react": [part]}}.get(want.kind, part)  # type: ignore[union-attr]
        validator.validate(whole)
        if want.kind == "orders":  # type: ignore[union-attr]
            validator.validate({"turn": [part], "message": "your move"})


@pytest.mark.parametrize(
    "part",
    [
        {"activate": [{"unit": "A1"}]},
        {"activate": [{"unit": "A1", "do": [{"move": [25]}]}]},
        {"activate": [{"unit": "A1", "do": [{"move": [1], "attack": "B1"}]}]},
        {"activate": [{"unit": "A1", "do": ["wait"]}]},
        {"activate": [{"unit": "A1", "do": [{"move": 1, "else": [{"hold": True, "pause": True}]}]}]},
        {"deploy": {"A1": 25}},
        {"react": [{"use": "x", "with": "y"}]},
    ],
)
def test_the_schema_refuses_what_is_no_order(part: dict[str, Any]) -> None:
    assert not jsonschema.Draft202012Validator(RULES.order_file_schema).is_valid(part)


def test_write_orders_keeps_what_is_hard_to_say() -> None:
    state = field()
    for orders in (
        (move("A1", 8, pause=True), move("A1", 7, pause=True)),
        (move("A1", 8), hold("A3"), move("A4", 10), end),
        (hold("A1", else_=(hold("A3"),)), end),
        (move("A1", 6), move("A1", 7)),
        (move("A1", 7, 6), end),  # not legal, and still the same when read again
        (end,),
    ):
        part = json.loads(json.dumps(RULES.write_orders(state, orders)))
        assert RULES.understand(state, part, {}).orders == orders
    assert RULES.write_orders(attacked(), ()) == {"use": []}
    assert messages(RULES.faults(attacked(), ORDER())) == [
        "use: name the abilities to use, or hold to take the hits"
    ]


# -- signed orders that no order file gives: a stranger's program may send anything ------------------------


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (ORDER(end=True, unit="A1"), ": the end of the turn has nothing else in it"),
        (ORDER(unit="A1"), ": expected one of move, attack, heal and hold, found none"),
        (
            ORDER(unit="A1", hold=True, move=(6,)),
            ": expected one of move, attack, heal and hold, found several",
        ),
        (ORDER(move=(6,)), "unit: an order names its unit (Blue has A1 A2 A3 A4 A5)"),
        (ORDER(unit="A99", hold=True), "unit: A99 is not a unit of Blue (Blue has A1 A2 A3 A4 A5)"),
        (ORDER(unit="A01", hold=True), "unit: A01 is not a unit of Blue (Blue has A1 A2 A3 A4 A5)"),
        (ORDER(unit="A1", hold=True, zone=3), "zone: units are deployed before the first round only"),
        (attack("A3", "B9"), "attack: B9 is not a unit on the field (Red has B1 B2)"),
        (attack("A3", "A1"), "attack: A1 is a unit of its own side (Red has B1 B2)"),
        (move("A1", 6, 6), "move: the path names 6 twice running (next to 6: 2, 5, 7, 10)"),
        (move("A1", 0), "move: 0 is not a zone (next to 7: 3, 6, 8, 11)"),
        (ORDER(unit="A5", heal="B1", use=("field_surgery",)), "heal: B1 is not a unit of Blue"),
        (ORDER(unit="A5", heal="A6", use=("field_surgery",)), "heal: A6 was already removed"),
    ],
)
def test_faults_of_signed_orders(order: Any, wanted: str) -> None:
    state = field()
    found = messages(RULES.faults(state, order))
    assert len(found) == 1
    assert found[0].startswith(wanted), found
    assert RULES.check(state, "a", (order,), {}) != ()
    assert RULES.downgrade(state, order).events != ()


def test_faults_of_signed_deployments_and_answers() -> None:
    state, _ = run(open_game(), dice=[(6,) * 5, (1,) * 5])
    assert messages(RULES.faults(state, ORDER(unit="A1", zone=5, hold=True))) == [
        ": a deployment order names a unit and a zone and nothing else"
    ]
    assert messages(RULES.faults(state, ORDER(unit="B1", zone=5))) == [
        "unit: B1 is not a unit of Blue (Blue has A1 A2 A3 A4 A5)"
    ]
    assert messages(RULES.faults(attacked(), ORDER(unit="B1", use=("ancient_hide",)))) == [
        ": an answer to an attack names abilities to use and nothing else"
    ]
    assert RULES.faults(attacked(), ORDER(hold=True, use=("ancient_hide",))) != ()
    assert messages(RULES.faults(open_game(), hold("A1"))) == [": no order is asked for now"]
    assert messages(RULES.check(field(), "b", (hold("B1"),), {})) == [": nothing is asked of Red now"]
    part: Any = [1]
    assert faults_of(part) == ["expected a table, found a list"]


def faults_of(part: Any) -> list[str]:
    return [str(problem) for problem in RULES.understand(field(), part, {}).problems]
