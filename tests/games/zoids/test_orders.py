"""The order file: what people may write, every fault at its place, templates, and the way back."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.games.zoids.orders import Order
from pbem.ruleset import Understood
from tests.games.zoids.kit import END, RULES, Table, position, zoid

FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text("utf-8"))["case"]
HAND = [
    "lasers",
    "lasers",
    "missiles",
    "slow_advance",
    "claw_attack",
    "awesome_move",
    "special_ability",
    "superior_tactics",
]


def field(**options: Any) -> Table:
    return position(
        [
            zoid("liger_zero", "d2", ep=True, ez=True),
            zoid("mammoth", "f2"),
            zoid("gun_blaster", "e1"),
            zoid("gatordus", "", gone=3),
            zoid("gatordus", "a1"),
            zoid("gatordus", "a2"),
        ],
        [zoid("blade_liger", "f4"), zoid("dark_horn", "e3"), zoid("war_shark", "h8")],
        hand=HAND,
        other=["dodge", "armor"],
        **{"hand_limit": 8, **options},
    )


def understood(text: str, **options: Any) -> Understood:
    return field(**options).understand(tomllib.loads(text))


def faults(text: str, **options: Any) -> list[str]:
    return [str(problem) for problem in understood(text, **options).problems]


def uncommented(template: str, *tables: str) -> str:
    """The template with the # taken away from the orders of these tables."""
    lines, inside = [], False
    for line in template.splitlines():
        if re.match(r"#\[", line):
            inside = line.strip("#[]") in tables
        lines.append(line[1:] if inside and re.match(r"#[^ ]", line) else line)
    return "\n".join(lines)


TURN = """
[tactics]
play = ["awesome move"]
discard = ["lasers", "missiles"]
[move]
zoid = "liger zero"
play = "slow advance"
to = "E2"
[fire]
zoid = "gun blaster"
play = "laser"
at = "B2"
[fight]
zoid = "A2 Mammoth"
play = "claw attack"
at = "Dark Horn (B2)"
else = [{ zoid = "A1" }, { zoid = "A1", play = "special ability", at = "B2" }]
"""


def test_a_turn_as_people_write_it() -> None:
    found = understood(TURN, hand_limit=5)
    assert found.problems == ()
    assert found.orders == (
        Order(play=5),
        Order(discard=(0, 2)),
        Order(play=3, zoid="A1", to="e2"),
        Order(play=1, zoid="A3", fire="B2"),
        Order(
            play=4,
            zoid="A2",
            fight="B2",
            else_=(Order(play=4, zoid="A1", fight="B2"), Order(play=6, zoid="A1", fight="B2")),
        ),
        END,
    )
    assert found.words == (
        "play awesome move",
        "discard lasers and missiles",
        "Liger Zero (A1) moves to e2 with slow advance",
        "Gun Blaster (A3) fires lasers at Dark Horn (B2)",
        (
            "Mammoth (A2) attacks Dark Horn (B2) with claw attack, if B2 still stands; "
            "else Liger Zero (A1) attacks Dark Horn (B2) with claw attack; "
            "else Liger Zero (A1) attacks Dark Horn (B2) with special ability"
        ),
        "end of the turn",
    )
    assert found.notes == (
        "'laser' read as lasers",
        "order 5: an alternative shows its card to the other side even when not played: special ability",
    )


def test_the_same_as_a_list_of_steps() -> None:
    text = """
    do = [
      { play = "awesome move" },
      { discard = ["lasers", "missiles"] },
      { zoid = "A1", play = "slow advance", to = "e2" },
      { zoid = "A3", play = "lasers", at = "B2" },
      { zoid = "A2", play = "claw attack", at = "B2", else = [
          { zoid = "A1" }, { zoid = "A1", play = "special ability", fight = "B2" }] },
    ]
    """
    assert understood(text, hand_limit=5).orders == understood(TURN, hand_limit=5).orders


def test_equal_cards_are_used_one_after_the_other_and_public_ones_first() -> None:
    text = """
    [[fire]]
    zoid = "A3"
    play = "lasers"
    at = "B2"
    [[fire]]
    zoid = "A2"
    play = "lasers"
    at = "B1"
    """
    found = understood(text, cards_per_phase=0)
    assert found.problems == ()
    assert [order.play for order in found.orders] == [0, 1, None]
    table = field(cards_per_phase=0)
    table.state = RULES.learn(table.state, 1, "lasers")
    found = table.understand(tomllib.loads(text))
    assert [order.play for order in found.orders] == [1, 0, None]


def test_an_alternative_uses_the_card_of_its_step() -> None:
    text = (
        '[fire]\nzoid = "A3"\nplay = "lasers"\nat = "B2"\nelse = { zoid = "A1", play = "lasers", at = "B1" }'
    )
    found = understood(text)
    assert found.orders[0].else_ == (Order(play=0, zoid="A1", fire="B1"),)
    assert found.notes == ()


def test_when_the_turn_ends() -> None:
    fire = '[fire]\nzoid = "A3"\nplay = "lasers"\nat = "B2"\n'
    assert understood(fire).orders[-1].end
    assert not understood(f"end = false\n{fire}").orders[-1].end
    paused = understood(f"{fire}pause = true").orders
    assert (len(paused), paused[0].pause) == (1, True)
    assert understood(f"end = true\n{fire}pause = true").orders[-1].end
    assert understood("[end]").orders == (END,)
    assert understood("end = true").orders == (END,)
    assert understood("[tactics]\nplay = []").orders == (END,)
    assert understood('[tactics]\nplay = ["superior tactics"]').orders == (Order(play=7),)
    assert understood('[tactics]\nplay = ["awesome move"]\npause = true').orders == (
        Order(play=5, pause=True),
    )


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: " ".join(case["text"].split())[:60])
def test_every_fault_at_its_place(case: dict[str, Any]) -> None:
    assert faults(case["text"]) == case["wanted"]


def test_all_faults_at_once() -> None:
    text = """
    [tactics]
    play = ["awesom move", "claw"]
    [move]
    zoid = "A9"
    play = "slow"
    to = "d1"
    [fight]
    zoid = "A2"
    play = "claw attack"
    at = "B3"
    """
    found = faults(text)
    assert [re.split(r": ", line)[0] for line in found] == [
        "tactics.play[0]",
        "move.zoid",
        "tactics.play[1]",
        "fight.at",
    ]


def test_a_hand_that_is_too_large() -> None:
    fire = '[fire]\nzoid = "A3"\nplay = "lasers"\nat = "B2"\n'
    first = "discard 3 cards first: the hand is 8, the limit is 5"
    assert faults(fire, hand_limit=5) == [f"fire: {first}", f"end: {first}"]
    unread = f'[tactics]\ndiscard = ["dodge"]\n{fire}'
    assert [line.split(":")[0] for line in faults(unread, hand_limit=5)] == ["tactics.discard[0]"]


def test_alternatives_of_another_kind() -> None:
    text = """
    [fight]
    zoid = "A1"
    play = "claw attack"
    at = "B2"
    else = [{ play = "special ability" }, { zoid = "A3", play = "lasers", fire = "B2" },
            { discard = ["lasers"] }, { play = "awesome move" }]
    """
    found = understood(text)
    others = found.orders[0].else_
    assert others[0] == Order(play=6, zoid="A1", fight="B2")
    assert others[1] == Order(play=0, zoid="A3", fire="B2")
    assert others[2] == Order(discard=(0,))
    assert others[3] == Order(play=5)
    assert [p.path for p in found.problems] == ["fight.else[2].discard"]


def test_a_battle_plan_put_in_order() -> None:
    deck = ["bound", "soar", "dodge", "armor", "lasers", "bound", "missiles", "evasion"]
    table = position(
        [zoid("mammoth", "b1")],
        [zoid("mammoth", "h8")],
        hand=["battle_plan"],
        deck=deck,
        battle_plan_reorder=True,
    )
    table.decide(table.tactics("battle_plan"))
    found = table.understand({"tactics": {"arrange": ["evasion"]}})
    assert [p.path for p in found.problems] == ["tactics.arrange[0]"]
    found = table.understand({"tactics": {"arrange": [1, 2, 3, 4, 5, 6, 7, 8]}})
    assert [p.message for p in found.problems] == ["expected each of the cards 1 2 3 4 5 6 7 once"]
    names = ["missiles", "bound", "lasers", "armor", "dodge", "soar", "bound"]
    found = table.understand({"tactics": {"arrange": names}})
    assert found.problems == ()
    assert found.orders[0] == Order(arrange=(7, 1, 5, 4, 3, 2, 6))
    assert (
        tomllib.loads(uncommented(RULES.template(table.state, table.known["a"]), "tactics"))["tactics"][
            "arrange"
        ][0]
        == "bound"
    )
