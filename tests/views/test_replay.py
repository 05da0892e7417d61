"""The replay as a file: whole, sealed by its own policy, and free of what its maker may not know."""

import base64
import hashlib
import importlib
import json
import re
import tomllib
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from examples.toy import RULESET as FORD
from pbem.board import Board, Card, Line, Piece, Ring, Trace, Tray
from pbem.games import NAMES
from pbem.ruleset import Decide, React, Ruleset
from pbem.views.replay import Luck, Panel, Replay, Step, happened, page, panel_of
from pbem.views.replay.charts import signed
from pbem.views.replay.story import Finder, sorted_dice, spoken
from pbem.views.replay.tree import inline, joined
from tests.kit.play import Taken, bots, play, ready
from tests.views.boards import squares, table, tale, unit, zones
from tests.views.test_svg import HOSTILE, poisoned


def replay(*boards: Board, **more: Any) -> Replay:
    """A match over these boards, a step each, by turns."""
    steps = tuple(
        Step(turn=i + 2, side="ab"[i % 2], label=b.headline, lines=tuple(tale()), board=b, traces=b.traces)
        for i, b in enumerate(boards)
    )
    told = {"title": "mill-creek", "game": "A game", "me": "a", "names": {"a": "Anna", "b": "Bert"}}
    return Replay(**{**told, "steps": steps, **more})


class Reader(HTMLParser):
    """Elements, their attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag if tag in self.inside else ""
        if self._open:
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside[self._open][-1] += data


def data_of(text: str) -> Any:
    return json.loads(Reader(text).inside["script"][0])


@pytest.mark.parametrize("board", [zones(), squares(), table()], ids=["zones", "squares", "table"])
def test_the_page_asks_for_nothing(board: Board) -> None:
    text = page(replay(board, board))
    read = Reader(text)
    tags = {tag for tag, _ in read.found}
    assert not tags & {"link", "img", "iframe", "object", "embed", "form", "base", "audio", "video", "image"}
    for _, attrs in read.found:
        assert not [key for key in attrs if key.startswith("on") or key in ("src", "style", "srcset")]
        assert (attrs.get("href") or "#").startswith("#")
    assert "@import" not in text
    assert re.findall(r"url\((?!#)", text) == []


def test_the_policy_names_this_style_and_this_script() -> None:
    read = Reader(page(replay(zones())))
    policy = next(a["content"] for t, a in read.found if t == "meta" and a.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for content, where in ((read.inside["style"][0], "style-src"), (read.inside["script"][1], "script-src")):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{where} 'sha256-{digest}'" in policy


def test_whatever_people_write_is_text() -> None:
    lines = (Line(f"{HOSTILE} A1 {HOSTILE}", "a"), Line("</script><script>alert(2)</script>"))
    panel = {"kind": "orders", "form": "do", "head": "", "words": ["</script><SCRIPT>"], "root": {}}
    panel |= {key: [] for key in ("choices", "menus", "effects")}
    luck = (Luck(side=HOSTILE, kind=HOSTILE, actual=1, expected=2),)
    for board in (zones(), squares(), table()):
        told = replay(poisoned(board), title=HOSTILE, game=HOSTILE, names={"a": HOSTILE, "b": HOSTILE},
                      wanted=HOSTILE, credit=HOSTILE, luck=luck,
                      panel=Panel(file="turn03.orders.toml", tree=panel, standing=HOSTILE))  # fmt: skip
        step = replace(told.steps[0], message=HOSTILE, lines=lines, label=HOSTILE)
        text = page(replace(told, steps=(step,)))
        clean = page(replay(board, panel=told.panel, luck=told.luck))
        read = Reader(text)
        scripts = [attrs for tag, attrs in read.found if tag == "script"]
        assert len(scripts) == 2
        assert read.inside["script"][1] == Reader(clean).inside["script"][1]
        assert not [a for _, attrs in read.found for a in attrs if a.startswith("on")]
        assert "\x1b" not in text
        assert "\u202e" not in text
        text.encode("utf-8")
        json.loads(read.inside["script"][0])


def test_every_step_finds_its_drawings() -> None:
    """Numbers in the film lead somewhere, and the newest position stands in the page before any script."""
    moved = replace(
        zones(), pieces=tuple(replace(p, place="9") if p.id == "A1" else p for p in zones().pieces)
    )
    text = page(replay(zones(), moved, zones()))
    data = data_of(text)
    for film in data["films"].values():
        assert len(film["steps"]) == len(data["steps"]) == 3
        assert film["steps"][0] == film["steps"][2]  # what comes again is kept once
        for places, pieces, under, over in film["steps"]:
            assert film["strips"][under] is not None
            assert film["strips"][over] is not None
            spots = [film["spots"][n] for s in (places, pieces) for n in film["sets"][s]]
            assert all(film["art"][art][0] for _, art, _, _ in spots)
            assert {unit for unit, *_ in spots} >= {"1", "24", "A1"}
    for step in data["steps"]:
        assert len(data["lists"][step["rows"]]) == len(data["lists"][step["notes"]]) == len(data["units"])
        assert all(data["parts"][n] is not None for n in (*step["strip"], step["trays"], step["hand"]))
    last = re.search(r'<svg class="w".*?</svg>', text, re.DOTALL)
    assert last is not None
    assert 'class="piece a" data-id="A1"' in last[0]


def test_log_links_units_and_draws_dice() -> None:
    text = page(replay(zones()))
    assert '<span class="u b" data-u="B6">' in text
    assert 'aria-label="4+ hits: rolled 1 4 5 2 6 3 1 5 2 3 6 4: 6 of 12, 1 undone"' in text
    assert text.count('class="die c d') == 2  # the undone one, and the legend's
    finder = Finder({"A1": "pike wardens", "A11": "militia"})
    assert str(finder.linked("Pike wardens (A1) hit A11, not A1-2, aa1 or B1")) == (
        '<span class="u a" data-u="A1">Pike wardens (A1)</span> hit '
        '<span class="u a" data-u="A11">A11</span>, not A1-2, aa1 or B1'
    )


def test_dice_stand_from_high_to_low() -> None:
    dice = tale()[2].dice
    assert dice is not None
    shown = sorted_dice(dice)
    assert [d.face for d in shown] == sorted(dice.faces, reverse=True)
    assert "".join(d.state or "-" for d in shown) == "hhhhhc------"
    assert spoken(replace(dice, need=0, cancelled=0, label="")) == "rolled 1 4 5 2 6 3 1 5 2 3 6 4"
    assert [signed(v) for v in (4.23, -1.9, 0.04, 0)] == ["+4.2", "−1.9", "0.0", "0.0"]


# -- what may be known ----------------------------------------------------------------------------------
def test_only_what_the_board_shows_is_in_the_page() -> None:
    hidden = Tray("hand", "b", count=4)
    shown = Tray("hand", "b", (Card("Plasma Lance"),), 1)
    assert "Plasma" not in page(replay(replace(squares(), trays=(hidden,))))
    assert "Plasma" in page(replay(replace(squares(), trays=(shown,))))


# -- what happened --------------------------------------------------------------------------------------
def at(place: str, *flags: str, name: str = "A1") -> Board:
    piece: Piece = replace(unit(name, "Rats", 1, (3, 3)), place=place, flags=flags)
    return replace(zones(), pieces=(piece,), traces=())


def test_moves_and_falls_are_read_off_the_positions() -> None:
    assert happened(at("1"), [at("1"), at("1")]) == ()
    assert happened(at("1"), [at("2"), at("2"), at("6")]) == (Trace("move", "a", ("1", "2", "6")),)
    assert happened(at("1"), [at("2"), at("", "gone")]) == (
        Trace("move", "a", ("1", "2")), Trace("ghost", "a", ("2",)),
    )  # fmt: skip
    assert happened(at("", "gone"), [at("", "gone")]) == ()
    assert happened(None, [at("1"), at("5")]) == (Trace("move", "a", ("1", "5")),)


def test_traces_of_the_game_come_first() -> None:
    old, doubt, hit = (
        Trace("shot", "b", ("9", "1")),
        Trace("shot", "a", ("1", "2")),
        Trace("shot", "a", ("1", "2"), True),
    )
    start = replace(at("1"), traces=(old,))
    boards = [replace(at("1"), traces=(old, doubt)), replace(at("2"), traces=(hit,))]
    assert happened(start, boards) == (hit, Trace("move", "a", ("1", "2")))
    told = Trace("move", "a", ("1", "6", "2"))
    assert happened(start, [replace(at("2"), traces=(told,))]) == (told,)


# -- choices --------------------------------------------------------------------------------------------
GAMES = (*(f"pbem.games.{name}" for name in NAMES), "examples.toy")


@cache
def decisions(game: str) -> tuple[tuple[Ruleset, Taken], ...]:
    """Decisions of a match, some of every kind."""
    rules = importlib.import_module(game).RULESET
    setup, armies = ready(rules, {}, Random(game))
    played = play(rules, setup, armies, bots("random"), 3)
    found: dict[str, list[Taken]] = {}
    for one in played.taken:
        want = rules.want(one.state)
        if isinstance(want, Decide | React):
            found.setdefault(want.kind, []).append(one)
    return tuple((rules, one) for kind in found.values() for one in kind[:: max(1, len(kind) // 3)][:3])


def panel(rules: Ruleset, one: Taken) -> dict[str, Any] | None:
    return panel_of(rules, one.state, one.side, one.known, calls=40, seconds=60)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_panel_is_what_the_game_understands(game: str) -> None:
    """The first choices, written as the page writes them, and each with a further step of its unit."""
    seen = 0
    for rules, one in decisions(game):
        made = panel(rules, one)
        legal = [c for c in rules.legal(one.state, one.side, one.known) if not c.order.end]
        if made is None:
            assert not legal, one
            continue
        words, root = made["words"], made["root"]
        rows = {n: [words[i] for i in made["choices"][n][:6]] for n in range(len(made["choices"]))}
        assert json.loads(json.dumps(made)) == made
        if made["kind"] != "orders":
            continue
        first = {tuple(rows[n]) for menu in root.values() for n in made["menus"][menu]}
        assert first == {(c.unit, c.verb, c.at, c.label, c.hint, c.toml) for c in legal}
        for unit_, menu in root.items():
            for n in made["menus"][menu][:: max(1, len(made["menus"][menu]) // 4)]:
                steps = [rows[n][5]]
                effect = made["choices"][n][7]
                own = made["effects"][effect][0] if effect >= 0 else -1
                if own >= 0:
                    steps.append(rows[made["menus"][own][0]][5])
                for many in (steps[:1], steps):
                    part = tomllib.loads(joined(made["form"], unit_, many))
                    said = rules.understand(one.state, part, one.known)
                    # What is missing at the end of so short a turn (discards) is no fault of the part.
                    assert not [p for p in said.problems if p.path != "end"], (part, said.problems)
                    assert len([order for order in said.orders if not order.end]) == len(many)
                    seen += 1
    assert seen > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_panel_is_bounded(game: str) -> None:
    rules, one = next((r, t) for r, t in decisions(game) if getattr(r.want(t.state), "kind", "") == "orders")
    small = panel_of(rules, one.state, one.side, one.known, calls=5, seconds=60)
    none = panel_of(rules, one.state, one.side, one.known, calls=0, seconds=60)
    whole = panel(rules, one)
    assert small is not None and none is not None and whole is not None
    assert len(none["choices"]) <= len(small["choices"]) <= len(whole["choices"])
    assert all(choice[7] == -1 for choice in none["choices"])
    assert sum(choice[7] >= 0 for choice in small["choices"]) == 5
    assert len(json.dumps(whole)) < 300_000


def test_effects_close_what_a_choice_makes_impossible() -> None:
    """At the ford one soldier acts in a turn of one activation: any first choice closes all the others."""
    setup, armies = ready(FORD, {"deploy": "none", "acts": 1}, Random(1))
    played = play(FORD, setup, armies, bots("random"), 1)
    one = next(t for t in played.taken if len(FORD.legal(t.state, t.side, {})) > 4)
    made = panel_of(FORD, one.state, one.side, {}, seconds=60)
    assert made is not None
    every = {n for menu in made["root"].values() for n in made["menus"][menu]}
    for unit_, menu in made["root"].items():
        others = every - set(made["menus"][menu])
        for n in made["menus"][menu]:
            own, closed, opened = made["effects"][made["choices"][n][7]]
            assert (own, set(closed), opened) == (-1, others, {}), unit_


def test_at_most_three_units_act_in_a_turn_of_zipwarz() -> None:
    rules = importlib.import_module("pbem.games.zipwarz").RULESET
    setup, armies = ready(rules, {"size": "small"}, Random(2))
    played = play(rules, setup, armies, bots("random"), 2)
    one = next(t for t in played.taken if getattr(rules.want(t.state), "kind", "") == "orders")
    made = panel_of(rules, one.state, one.side, {}, seconds=60)
    assert made is not None
    assert (made["form"], made["pause"], made["most"], made["ends"]) == ("units", True, 3, False)


def test_data_as_toml_on_one_line() -> None:
    data = {"rules": [{"unit": 'A"1\\', "when": "hits", "hits": 3, "on": True}], "none": []}
    assert tomllib.loads("x = " + inline(data))["x"] == data
    odd = "".join(map(chr, (*range(1, 128), 0x2028, 0x1F600)))
    assert tomllib.loads("x = " + inline(odd))["x"] == odd


def test_the_page_holds_only_what_it_has_use_for() -> None:
    """No order panel for an onlooker, no ranges where there is no open ground."""
    plain = page(replay(zones()))
    assert "the page offers, the program judges" not in plain
    assert 'id="ranges"' not in plain
    rings = (Ring("A1", "moves 6 in", 600),)
    ringed = page(replay(table(), rings=rings))
    assert 'id="ranges"' in ringed
    assert data_of(ringed)["rings"] == {"A1": [["Moves 6 in", 600]]}
    assert "pointerdown" not in ringed  # nothing can be dragged
    assert data_of(ringed)["ruler"] == [100, "in"]


def test_every_unit_is_offered_in_the_panel_of_a_deployment() -> None:
    """Those that are not needed, because only some are asked for, too; and no two on the same spot."""
    rules = importlib.import_module("pbem.games.war").RULESET
    setup, armies = ready(rules, {"deployment": "saga"}, Random(4))
    played = play(rules, setup, armies, bots("random"), 4)
    one = next(t for t in played.taken if getattr(rules.want(t.state), "kind", "") == "deploy")
    made = panel_of(rules, one.state, one.side, one.known, seconds=60)
    assert made is not None
    units = {c.unit for c in rules.legal(one.state, one.side, one.known)}
    assert set(made["root"]) == units
    assert made["most"] == len(one.orders) < len(units)
    assert not made["single"]
    words = made["words"]
    menus = [made["menus"][menu] for menu in list(made["root"].values())[: made["most"]]]
    spots = [words[made["choices"][menu[n % len(menu)]][2]] for n, menu in enumerate(menus)]
    assert len(set(spots)) == made["most"]
