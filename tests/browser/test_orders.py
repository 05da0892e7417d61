"""Orders made by clicking: what the page writes is what the program takes, and what was clicked is done."""

import importlib
import re
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


# ---- free movement
def marching(pending: Any) -> bool:
    """A turn in which several units move freely, and an enemy can be reached."""
    if not of_kind("orders")(pending) or pending.state.turn < 3:
        return False
    choices = pending.table.rules.legal(pending.state, pending.side, pending.known)
    moves = {c.unit for c in choices if c.verb == "move"}
    return len(moves) > 2 and any(c.verb == "attack" for c in choices)


@pytest.fixture(scope="session")
def march(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return played(tmp_path_factory.mktemp("march"), "w3", marching, game="war")


@pytest.fixture(scope="session")
def march_page(march: Pair) -> str:
    return page(march)


def free(tab: Tab, least: int = 300) -> tuple[str, int]:
    """A unit that keeps its facing and can go that far in a direction that nothing bars, and which one."""
    for unit, reach in tab.data["panel"]["reach"].items():
        for i, (x, y, used, _, reason) in enumerate(reach["stances"][0]["ways"]):
            if used >= least and not tab.data["panel"]["reasons"][reason]:
                del x, y
                return unit, i
    raise LookupError("nobody can move")


def grab(tab: Tab) -> tuple[float, float]:
    layout = "n" if tab.page.viewport_size["width"] <= 820 else "w"
    handle = tab(f"#board svg.{layout} .grab")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixels(tab: Tab, layout: str, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table is on the screen."""
    return tuple(
        tab.page.evaluate(
            """([L, x, y]) => {
              const svg = document.querySelector(`#board svg.${L}`), m = JSON.parse(
                document.querySelector('#data').textContent).films[L].m;
              const p = new DOMPoint(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
                .matrixTransform(svg.getScreenCTM());
              return [p.x, p.y]; }""",
            [layout, x, y],
        )
    )


def drag(tab: Tab, to: tuple[float, float]) -> None:
    tab.page.mouse.move(*grab(tab))
    tab.page.mouse.down()
    tab.page.mouse.move(*to, steps=6)
    tab.page.mouse.up()


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_a_formation_is_dragged(
    opened: Open, march: Pair, march_page: str, tmp_path: Path, how: dict[str, Any]
) -> None:
    """Where it is dropped it goes; the file has that place, and the program agrees."""
    tab = opened(march_page, **how)
    layout = "n" if how else "w"
    unit, i = free(tab)
    tab.touch("piece", unit)
    stance = tab.data["panel"]["reach"][unit]["stances"][0]
    (x0, y0), (x1, y1) = stance["start"], stance["ways"][i][:2]
    drag(tab, pixels(tab, layout, (x0 + x1) / 2, (y0 + y1) / 2))
    moves = tomllib.loads(tab.orders)["activate"][0]["do"]
    assert len(moves) == 1
    x, y = (round(100 * n) for n in moves[0]["move"])
    assert abs(x - (x0 + x1) / 2) < 40
    assert abs(y - (y0 + y1) / 2) < 40
    assert (x % 10, y % 10) == (0, 0)  # tenths of an inch
    assert " of " in tab("#live").inner_text()
    assert tab(f"#board svg.{layout} .ghost circle").count() == len(stance["models"])
    order = taken(march, tab.orders, tmp_path)[0][0]
    assert order["unit"] == unit
    # Dragged on, the same step leads elsewhere; the allowance holds it, and nothing is illegal in that.
    drag(tab, pixels(tab, layout, x0 + 3 * (x1 - x0), y0 + 3 * (y1 - y0)))
    moves = tomllib.loads(tab.orders)["activate"][0]["do"]
    assert len(moves) == 1
    x, y = (round(100 * n) for n in moves[0]["move"])
    assert (x - x0) ** 2 + (y - y0) ** 2 <= (x1 - x0) ** 2 + (y1 - y0) ** 2 + 1
    assert tab(".ghost.stopped").count() == 0
    taken(march, tab.orders, tmp_path)


def test_a_dragged_formation_stops_and_says_why(
    opened: Open, march: Pair, march_page: str, tmp_path: Path
) -> None:
    tab = opened(march_page)
    reasons = tab.data["panel"]["reasons"]
    unit, stance, way = next(
        (unit, reach["stances"][0], way)
        for unit, reach in tab.data["panel"]["reach"].items()
        for way in reach["stances"][0]["ways"]
        if "is in the way" in reasons[way[4]] and way[2] > 50
    )
    tab.touch("piece", unit)
    (x0, y0), (x1, y1) = stance["start"], way[:2]
    drag(tab, pixels(tab, "w", x0 + 4 * (x1 - x0), y0 + 4 * (y1 - y0)))
    assert tab("#board svg.w .ghost.stopped").count() == 1
    words = tab("#board svg.w .ghost text").all_text_contents()
    assert words[1] in reasons
    assert words[1] in tab("#live").inner_text()
    assert words[1][1:] in tab("#hint").inner_text()
    taken(march, tab.orders, tmp_path)


def test_a_formation_moves_by_keyboard_turns_and_goes_on(
    opened: Open, march: Pair, march_page: str, tmp_path: Path
) -> None:
    tab = opened(march_page)
    unit, i = free(tab)
    stances = tab.data["panel"]["reach"][unit]["stances"]
    tab.choose(unit)
    tab("svg.w .grab").focus()
    dx = stances[0]["ways"][i][0] - stances[0]["start"][0]
    dy = stances[0]["ways"][i][1] - stances[0]["start"][1]
    me = 1 if tab.data["me"] == "a" else -1  # Red sees the table from the other side
    key = ("ArrowRight" if dx * me > 0 else "ArrowLeft") if abs(dx) > abs(dy) else (
        "ArrowUp" if dy * me > 0 else "ArrowDown"
    )  # fmt: skip
    before = tab.turn
    for _ in range(2):
        tab.page.keyboard.press(key)
    assert tab.turn == before  # the arrows moved the unit, not the film
    moves = tomllib.loads(tab.orders)["activate"][0]["do"]
    x, y = (round(100 * n) for n in moves[0]["move"])
    far = ((x - stances[0]["start"][0]) ** 2 + (y - stances[0]["start"][1]) ** 2) ** 0.5
    assert 85 <= far <= 115  # twice half an inch
    taken(march, tab.orders, tmp_path)
    tab.choose(stances[-1]["label"])
    turned = tomllib.loads(tab.orders)["activate"][0]["do"][0]
    assert turned["facing"] != moves[0]["facing"]
    tab.choose("move on from here")
    tab("svg.w .grab").focus()
    tab.page.keyboard.press(key)
    assert len(tomllib.loads(tab.orders)["activate"][0]["do"]) == 2
    tab("#olist button").filter(has_text="×").nth(1).click()
    tab("body").press("Escape")


def test_what_is_near_the_new_place_is_offered(opened: Open, march_page: str) -> None:
    """After a free move the page measures: who is within the distance of a shot or a charge is offered."""
    tab = opened(march_page)
    for unit, reach in tab.data["panel"]["reach"].items():
        tab("body").press("Escape")
        tab.choose(unit)
        foe = next((c for c in tab("#chips button").all_inner_texts() if "towards" in c), "")
        found = re.search(r"towards ([AB]\d+)", foe)
        if found is None or reach["actions"] < 2:
            continue
        e = tab(f'svg.w .piece[data-id="{found[1]}"] .hit').bounding_box()
        drag(tab, (e["x"] + e["width"] / 2, e["y"] + e["height"] / 2))
        offered = [c.strip() for c in tab("#chips button").all_inner_texts()]
        if f"charge {found[1]}" in offered:
            tab.choose(f"charge {found[1]}")
            do = tomllib.loads(tab.orders)["activate"][0]["do"]
            assert next(iter(do[0])) == "move"
            assert do[1] == {"charge": found[1]}
            return
    pytest.fail("nobody came near an enemy")


def test_ranges_are_shown_on_demand(opened: Open, march: Pair) -> None:
    watcher = page(march, "b" if march.to.side == "a" else "a")  # it is not his move
    tab = opened(watcher)
    unit = next(iter(tab.data["rings"]))
    assert tab(".ranges mask").count() == 0
    tab(f'svg.w .piece[data-id="{unit}"] .hit').hover()
    assert tab(".ranges mask").count() == 0
    tab("#ranges").click()
    assert tab("#ranges").get_attribute("aria-pressed") == "true"
    tab(f'svg.w .piece[data-id="{unit}"] .hit').hover()
    assert tab("svg.w .ranges mask").count() == len(tab.data["rings"][unit])
    words = tab("svg.w .ranges text").all_text_contents()
    assert sorted(words) == sorted(label for label, _ in tab.data["rings"][unit])
    tab("#back").click()  # at an earlier turn they are those of the unit as it stood
    tab("#ranges").click()
    assert tab(".ranges mask").count() == 0
