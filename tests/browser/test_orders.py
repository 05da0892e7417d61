"""Orders made by clicking: what the page writes is what the program takes, and what was clicked is done."""

import importlib
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.desk import clerk
from pbem.desk.matchfolder import turn_name
from pbem.games import NAMES
from pbem.ruleset import React, Ruleset
from pbem.views.replay import Panel, panel_of
from pbem.views.replay import page as page_of_boards
from tests.browser.conftest import PHONE, Open, Tab, asked, of_kind, page, played
from tests.kit.desks import Pair
from tests.kit.play import Taken, bots, play, ready
from tests.kit.shell import Person
from tests.views.test_replay import replay


def taken(pair: Pair, text: str, tmp_path: Path) -> list[list[dict[str, Any]]]:
    """Give the order file to `pbem orders --from` in a copy of the desk; the decisions that were signed."""
    player = pair.to
    person = Person(player.home.root, player.folder)
    number = player.table().match.turn
    file = tmp_path / "clicked.toml"
    file.write_text(text, "utf-8")
    said = person.run("orders", ".", "--from", file, "--dry-run")
    assert "a dry run" in said.err
    plan = planned(pair, text)
    assert plan.table.match.turn == number
    return [list(decision["orders"]) for decision in plan.draft.data["decisions"] if "orders" in decision]


def planned(pair: Pair, text: str) -> clerk.Plan:
    """The turn that the program would write from this order file."""
    from pbem.desk import orderfile

    player, table = pair.to, pair.to.table()
    document = orderfile.read(text.encode(), "clicked.toml")

    def decide(want: Any, state: Any, known: Any) -> Any:
        found = document.part(want)
        return None if found is None else pair.rules.understand(state, found[0], known).orders

    plan = clerk.prepare(player.desk, player.identity, table, decide)
    assert isinstance(plan, clerk.Plan)
    return plan


def first(tab: Tab, verb: str, unit: str = "") -> dict[str, Any]:
    """A first choice with that verb, as the page has it."""
    panel = tab.data["panel"]
    for name, menu in panel["root"].items():
        for n in panel["menus"][menu]:
            keys = ("unit", "verb", "at", "label", "hint", "toml")
            row = dict(zip(keys, (panel["words"][i] for i in panel["choices"][n][:6]), strict=True))
            if row["verb"] == verb and unit in ("", name):
                return row
    raise LookupError(verb)


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_clicked_orders_are_the_orders_of_the_turn(
    opened: Open, battle: Pair, battle_page: str, tmp_path: Path, how: dict[str, Any]
) -> None:
    tab = opened(battle_page, **how)
    assert tab.orders == "# nothing is ordered yet\n"
    shot = first(tab, "attack")
    tab.touch("piece", shot["unit"])
    assert tab("#nexth").inner_text().startswith(shot["unit"])
    assert tab(f'.piece.can[data-id="{shot["at"]}"]').count() == 2  # in both layouts
    tab.touch("piece", shot["at"])
    if tab("#nexth").inner_text().endswith("how?"):  # several ways to attack the same unit
        tab.choose(shot["label"])
    while tab("#nexth").inner_text().startswith(shot["unit"]):
        tab.choose("hold")
    mover = next(u for u in tab.data["panel"]["root"] if u != shot["unit"])
    walk = first(tab, "move", mover)
    tab.touch("piece", mover)
    tab.touch("place", walk["at"])
    assert tab(".plan .ghost").count() == 2
    orders = taken(battle, tab.orders, tmp_path)[0]
    assert orders[0] == {"unit": shot["unit"], "attack": shot["at"]}
    moved = next(order for order in orders if order.get("unit") == mover)
    assert moved["move"][-1] == int(walk["at"])
    assert orders[-1] == {"end": True}
    assert tab("#live").inner_text() == f"Order added: {mover} {walk['label']}"


def test_the_next_step_is_offered_from_the_place_after_the_last(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page)
    walk = first(tab, "move")
    tab.touch("piece", walk["unit"])
    tab.touch("place", walk["at"])
    offered = tab("#chips button").all_inner_texts()
    assert any(words.strip().startswith(f"move {walk['at']} →") for words in offered)
    assert tab.data["panel"]["most"] in (0, 1, 2, 3)


def test_edit_reorder_alternatives_and_pauses(
    opened: Open, battle: Pair, battle_page: str, tmp_path: Path
) -> None:
    tab = opened(battle_page)
    shot = first(tab, "attack")
    tab.touch("piece", shot["unit"])
    tab.choose(shot["label"])
    tab(
        "#olist button",
    ).filter(has_text="else").first.click()
    assert tab("#nexth").inner_text().endswith("or else")
    tab.choose("move")
    tab("#olist button").filter(has_text="wait").first.click()
    other = next(u for u in tab.data["panel"]["root"] if u != shot["unit"])
    tab.choose("other units")
    tab.choose(other)
    tab.choose("move")
    part = tomllib.loads(tab.orders)["activate"]
    assert [row["unit"] for row in part] == [shot["unit"], other]
    assert list(part[0]["do"][0]) == ["attack", "else", "pause"]
    tab(f'#olist button[aria-label^="later: {shot["unit"]}"]').click()
    assert [row["unit"] for row in tomllib.loads(tab.orders)["activate"]] == [other, shot["unit"]]
    orders = taken(battle, tab.orders, tmp_path)[0]
    assert [order.get("unit") for order in orders] == [other, shot["unit"]]  # a pause at the end: no end
    assert orders[1]["pause"] is True
    assert orders[1]["else"][0]["unit"] == shot["unit"]
    tab('#olist button[aria-label^="remove the alternative"]').click()
    assert "else" not in tab.orders
    tab(f'#olist button[aria-label^="remove: {other}"]').click()
    assert [row["unit"] for row in tomllib.loads(tab.orders)["activate"]] == [shot["unit"]]
    tab("body").press("Escape")
    assert tab("#nexth").inner_text() == "Which unit?"


def test_orders_by_keyboard_alone(opened: Open, battle: Pair, battle_page: str, tmp_path: Path) -> None:
    tab = opened(battle_page)
    walk = first(tab, "move")
    tab(f'svg.w .piece[data-id="{walk["unit"]}"] .hit').focus()
    tab.page.keyboard.press("Enter")
    assert tab(f'svg.w .piece.sel[data-id="{walk["unit"]}"]').count() == 1
    assert tab("#live").inner_text().startswith(f"{walk['unit']} ")
    place = tab(f'svg.w .place[data-id="{walk["at"]}"] .hit')
    assert place.get_attribute("tabindex") == "0"
    place.focus()
    tab.page.keyboard.press(" ")
    assert tab("#play").get_attribute("aria-pressed") == "false"  # the blank acted, it did not play
    while not tab("#nexth").inner_text().startswith("Which"):
        tab("#chips button").filter(has_text="hold").focus()
        tab.page.keyboard.press("Enter")
    orders = taken(battle, tab.orders, tmp_path)[0]
    assert orders[0]["move"][-1] == int(walk["at"])


def test_message_and_standing_orders_go_along(
    opened: Open, battle: Pair, battle_page: str, tmp_path: Path
) -> None:
    tab = opened(battle_page)
    tab("#orders summary").click()
    tab("#message").fill('have "at" you\nsoon \\ </script>')
    tab("#standing").fill('rules = [{ when = "never" }]')
    walk = first(tab, "move")
    tab.touch("piece", walk["unit"])
    tab.touch("place", walk["at"])
    data = tomllib.loads(tab.orders)
    assert data["message"] == 'have "at" you\nsoon \\ </script>'
    assert data["standing"] == {"rules": [{"when": "never"}]}
    taken(battle, tab.orders, tmp_path)


def test_copy_and_download_give_the_file(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
    walk = first(tab, "move")
    tab.touch("piece", walk["unit"])
    tab.touch("place", walk["at"])
    tab("#copy").click()
    tab.page.wait_for_function("() => document.querySelector('#copy').textContent === 'Copied'")
    assert tab.page.evaluate("navigator.clipboard.readText()") == tab.orders
    with tab.page.expect_download() as waiting:
        tab("#save").click()
    assert waiting.value.suggested_filename == tab.data["panel"]["file"]
    assert Path(waiting.value.path()).read_text("utf-8") == tab.orders
    tab.requests[:] = tab.requests[:1]  # the download is a blob of the page itself


def test_orders_are_for_now(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page)
    tab.touch("piece", first(tab, "move")["unit"])
    assert tab(".place.can").count() > 0
    tab("#back").click()
    assert tab(".place.can").count() == 0
    assert tab("#past").is_visible()
    assert not tab("#next").is_visible()
    tab("#now").click()
    assert tab(".place.can").count() > 0


def test_the_picture_does_not_offer_what_the_panel_does_not(opened: Open, battle_page: str) -> None:
    """Amber on the board and buttons in the panel are the same list."""
    tab = opened(battle_page)
    for unit in tab.data["panel"]["root"]:
        tab("body").press("Escape")
        tab.choose(unit)
        lit = tab.page.eval_on_selector_all("svg.w .can", "all => all.map(e => e.dataset.id)")
        panel = tab.data["panel"]
        offered = {panel["words"][panel["choices"][n][2]] for n in panel["menus"][panel["root"][unit]]}
        assert set(lit) == offered - {""}


def test_deployment_by_clicking(opened: Open, tmp_path: Path) -> None:
    pair = played(tmp_path / "match", "deploy", of_kind("deploy"))
    tab = opened(page(pair))
    want = asked(pair)
    units = list(tab.data["panel"]["root"])
    assert len(units) > 3
    zones = []
    for i, unit in enumerate(units):
        if not tab("#nexth").inner_text().startswith(f"{unit}:"):  # the next one is asked for by itself
            tab.choose(unit)
        places = tab.page.eval_on_selector_all("svg.w .place.can", "all => all.map(e => e.dataset.id)")
        zones.append(places[i % len(places)])
        tab.touch("place", zones[-1])
    assert tab("#count").inner_text() == f"{len(units)} of {len(units)} units"
    orders = taken(pair, tab.orders, tmp_path)[0]
    assert want.want.kind == "deploy"
    assert {o["unit"]: str(o["zone"]) for o in orders} == dict(zip(units, zones, strict=True))
    tab("#olist .pick").first.click()
    tab.touch("place", zones[1])  # a unit that is placed can be placed elsewhere
    assert tomllib.loads(tab.orders)["deploy"][units[0]] == int(zones[1])


def test_a_reaction_by_clicking(opened: Open) -> None:
    """The unit that is asked is asked at once; its answer is a part of its own in the order file."""
    rules, one = decision("pbem.games.zoids", lambda want: isinstance(want, React), 3)
    tab = opened(in_memory(rules, one))
    assert tab.data["panel"]["kind"] == "react"
    labels = [c.label for c in rules.legal(one.state, one.side, one.known)]
    assert [words.strip() for words in tab("#chips button").all_inner_texts()[:-1]] == labels
    tab.choose("take the hit")
    part = tomllib.loads(tab.orders)["react"]
    assert rules.understand(one.state, part[0], one.known).orders[0].hold
    tab("#olist .pick").click()
    tab.choose(labels[0])  # another answer takes its place
    part = tomllib.loads(tab.orders)["react"]
    assert len(part) == 1
    said = rules.understand(one.state, part[0], one.known)
    assert (said.problems, len(said.orders), said.orders[0].hold) == ((), 1, False)


def decision(game: str, wanted: Callable[[Any], bool], least: int) -> tuple[Ruleset, Taken]:
    """A decision of a match in memory, with at least so many choices."""
    rules = importlib.import_module(game).RULESET
    setup, armies = ready(rules, {"deploy": "none"} if "toy" in game else {}, Random(5))
    for one in play(rules, setup, armies, bots("random"), 5).taken:
        if wanted(rules.want(one.state)) and len(rules.legal(one.state, one.side, one.known)) >= least:
            return rules, one
    raise LookupError("no such decision in this match")


def in_memory(rules: Ruleset, one: Taken) -> str:
    """The page of a match that no file holds, at this decision."""
    tree = panel_of(rules, one.state, one.side, one.known, calls=40, seconds=60)
    assert tree is not None
    board = rules.board(one.state, one.side, one.known)
    panel = Panel(file="turn02.orders.toml", tree=tree)
    return page_of_boards(replay(board, me=one.side, panel=panel, wanted="orders"))


def click_through(tab: Tab, most: int = 8) -> list[str]:
    """Whatever is offered first, unit after unit, until nothing is; the choices that were clicked."""
    clicked: list[str] = []
    while tab("#next").is_visible() and len(clicked) < most:
        names = [words.strip() for words in tab("#chips button").all_inner_texts()]
        if "Which" in tab("#nexth").inner_text() or names[0] == "other units":
            unit = tab("#chips button[data-u]")
            if not unit.count():
                break
            unit.first.click()
            continue
        n = next((i for i, name in enumerate(names) if not name.startswith("play ")), 0)
        clicked.append(names[n])  # a card that is only played may give control back at once
        tab("#chips button").nth(n).click()
    return clicked


def test_orders_of_zoids(opened: Open, zoids: Pair, tmp_path: Path) -> None:
    tab = opened(page(zoids))
    clicked = click_through(tab)
    orders = taken(zoids, tab.orders, tmp_path)[0]
    assert len([order for order in orders if not order.get("end")]) == len(clicked) > 0


@pytest.mark.parametrize("game", ["examples.toy", *(f"pbem.games.{name}" for name in NAMES)])
def test_orders_of_any_game_that_keeps_the_contract(opened: Open, game: str) -> None:
    """Order files differ: tables of units, a list, tables of phases; the page finds out by asking."""
    rules, one = decision(game, lambda want: getattr(want, "kind", "") == "orders", 12)
    tab = opened(in_memory(rules, one))
    clicked = click_through(tab)
    said = rules.understand(one.state, tomllib.loads(tab.orders), one.known)
    assert not said.problems, (tab.orders, said.problems)
    assert len([order for order in said.orders if not order.end]) == len(clicked) > 0


def test_html_beside_the_turn(battle: Pair) -> None:
    player = battle.to
    number = player.table().match.turn
    said = Person(player.home.root, player.folder).run("orders", ".", "--html")
    beside = player.folder / turn_name(number - 1).replace(".toml", ".html")
    assert beside.name in said.err
    assert "Your orders" in beside.read_text("utf-8")
    for path in (beside, player.folder / f"turn{number:02d}.orders.toml"):
        path.unlink()
