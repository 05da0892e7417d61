"""The replay in a real browser: one request, no complaint, every control, everybody."""

import re
from typing import Any

import pytest

from pbem.board import Line
from pbem.cli.pictures import page_of
from pbem.views.replay import page as page_of_boards
from tests.browser.conftest import PHONE, Open, Tab, page
from tests.conftest import CI
from tests.kit.desks import Pair
from tests.views.boards import squares, table, zones
from tests.views.test_replay import replay
from tests.views.test_svg import HOSTILE, poisoned

MANNERS = [{}, {"color_scheme": "dark"}, {"viewport": PHONE}, {"viewport": PHONE, "color_scheme": "dark"}]


@pytest.mark.parametrize("how", MANNERS, ids=["wide", "dark", "phone", "phone-dark"])
def test_it_loads_alone_and_without_a_complaint(opened: Open, battle_page: str, how: dict[str, Any]) -> None:
    tab = opened(battle_page, **how)
    narrow = "viewport" in how
    assert tab("#board svg.n").is_visible() == narrow
    assert tab("#board svg.w").is_visible() != narrow
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= tab.page.viewport_size["width"]
    assert tab("#orders").is_visible()
    ground = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(18, 23, 26)" if "color_scheme" in how else "rgb(239, 242, 237)")


def test_every_control_of_the_film(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page)
    data = tab.data
    names = [step["name"] for step in data["steps"]]
    last = len(names) - 1
    assert tab.turn.startswith(names[-1])
    tab("#back").click()
    assert tab.turn.startswith(names[-2])
    assert tab.page.url.endswith(f"#turn={data['steps'][-2]['t']}")
    assert tab("#live").inner_text() == data["steps"][-2]["say"]
    tab("#on").click()
    assert tab.turn.startswith(names[-1])
    keys = {"Home": 0, "ArrowRight": 1, "End": last, "ArrowLeft": last - 1}
    for key, expected in (*keys.items(), ("End", last), ("ArrowRight", last)):
        tab.page.keyboard.press(key)
        assert tab.turn.startswith(names[expected] + " "), key
    tab("#turn").fill("1")
    assert tab.turn.startswith(names[1])
    assert tab("#turn").get_attribute("aria-valuetext") == data["steps"][1]["say"]
    tab("#turn").press("ArrowRight")
    assert tab.turn.startswith(names[2])
    tab("#log .turn.cur h3 a").click()
    assert tab.turn.startswith(names[2])


def test_play_and_pause(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, "#turn=3")
    first = tab.turn
    tab("#play").click()
    assert tab("#play").get_attribute("aria-pressed") == "true"
    assert tab("#play").get_attribute("aria-label") == "Pause"
    tab.page.wait_for_function("before => document.querySelector('#said').innerText !== before", arg=first)
    tab.page.keyboard.press("Escape")
    tab("body").press(" ")
    assert tab("#play").get_attribute("aria-pressed") == "false"
    stays = tab.turn
    tab.page.wait_for_timeout(1300)
    assert tab.turn == stays


@pytest.mark.parametrize("way", ["button", "key"])
def test_since_my_last_move(opened: Open, battle_page: str, way: str) -> None:
    tab = opened(battle_page)
    data = tab.data
    news = [step for step in data["steps"] if step["t"] > data["since"]]
    assert tab("#log .turn.new").count() == len(news) > 0
    if way == "button":
        tab("#since").click()
    else:
        tab("body").press("m")
    assert tab.turn.startswith(f"Turn {data['since']} ")
    assert tab("#play").get_attribute("aria-pressed") == "true"
    last = data["steps"][-1]["name"]
    tab.page.wait_for_function("name => document.querySelector('#said').innerText.startsWith(name)", arg=last)
    tab.page.wait_for_function(
        "() => document.querySelector('#play').getAttribute('aria-pressed') === 'false'"
    )


def test_deep_links(opened: Open, battle_page: str) -> None:
    last = re.findall(r'data-turn="(\d+)"', battle_page)[-1]
    names = {"#turn=4": "Turn 4", "#turn=999": f"Turn {last}", "#turn=x": f"Turn {last}", "": f"Turn {last}"}
    for address, name in names.items():
        tab = opened(battle_page, address)
        assert tab.turn.startswith(name), address
        assert tab.page.evaluate("scrollY") == 0
    tab.page.evaluate("location.hash = '#turn=5'")
    tab.page.wait_for_function("() => document.querySelector('#said').innerText.startsWith('Turn 5')")
    assert tab("#log .turn.cur").get_attribute("data-turn") == "5"


def test_the_board_is_the_position_of_the_turn(opened: Open, battle_page: str) -> None:
    """Pieces, scores, lists and log all show the same moment."""
    tab = opened(battle_page)
    data = tab.data
    told = tab.page.eval_on_selector_all("#log .turn", "all => all.map(e => +e.dataset.turn)")
    assert told == list(range(data["steps"][-1]["t"] + 1))
    for index in (0, len(data["steps"]) // 2, len(data["steps"]) - 1):
        tab("#turn").fill(str(index))
        step = data["steps"][index]
        shown = tab.page.eval_on_selector_all("svg.w .piece", "all => all.map(e => e.dataset.id)")
        assert {name for name in shown if not name.startswith("+")} <= set(step["at"])
        dead = tab.page.eval_on_selector_all("tbody.dead", "all => all.map(e => e.dataset.u)")
        assert sorted(dead) == sorted(step["gone"])
        later = tab.page.eval_on_selector_all("#log .later", "all => all.map(e => +e.dataset.turn)")
        assert later == [s["t"] for s in data["steps"] if s["t"] > step["t"]]
        for unit in list(step["at"])[:3]:
            assert tab(f'tbody[data-u="{unit}"]').inner_text().startswith(unit)


def test_a_unit_is_lit_everywhere(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page)
    unit = next(iter(tab.data["steps"][-1]["at"]))
    tab(f'tbody[data-u="{unit}"]').hover()
    assert tab(f'svg.w .piece.hov[data-id="{unit}"]').count() == 1
    assert tab(f'.u.hov[data-u="{unit}"]').count() == tab(f'.u[data-u="{unit}"]').count()
    tab("h1").hover()
    assert tab(".hov").count() == 0


def test_without_javascript_it_is_a_readable_page(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, "#turn=4", java_script_enabled=False)
    assert tab("svg.w .piece").count() > 5
    assert tab("svg.w").is_visible()
    turns = tab("#log .turn")
    assert all(turns.nth(i).is_visible() for i in range(turns.count()))
    numbers = tab.page.eval_on_selector_all("#log .turn", "all => all.map(e => +e.dataset.turn)")
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 8
    tab.page.wait_for_timeout(400)  # until everything has its place
    edge = tab("#log .turn").last.bounding_box()
    assert tab("#luck").bounding_box()["y"] >= edge["y"] + edge["height"]  # nothing runs into anything
    assert not tab(".dock").is_visible()
    assert not tab("#orders").is_visible()
    assert tab("#units table").count() == 2
    assert tab("#luck svg").count() == 2


def test_print_shows_all_turns_and_no_controls(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, "#turn=3", color_scheme="dark")
    tab.page.emulate_media(media="print")
    turns = tab("#log .turn")
    assert all(turns.nth(i).is_visible() for i in range(turns.count()))
    for hidden in (".dock", "#orders", ".jump", "svg.n"):
        assert not tab(hidden).first.is_visible()
    assert tab("svg.w").bounding_box()["width"] <= 640
    assert tab.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(tab.page.pdf()) > 10_000


@pytest.mark.parametrize("board", [zones(), squares(), table()], ids=["zones", "squares", "table"])
def test_names_and_messages_stay_inert(opened: Open, board: Any) -> None:
    """The other player may call himself and his units what he likes."""
    told = replay(poisoned(board), board, poisoned(board), title=HOSTILE, names={"a": HOSTILE, "b": HOSTILE})
    lines = (Line(f"A1 {HOSTILE}", "b", tone="strong"), Line("<img src=x onerror=alert(1)>", "a"))
    steps = tuple(type(s)(**{**{f: getattr(s, f) for f in s.__struct_fields__}, "message": HOSTILE,
                             "lines": lines, "label": HOSTILE}) for s in told.steps)  # fmt: skip
    text = page_of_boards(
        type(told)(**{**{f: getattr(told, f) for f in told.__struct_fields__}, "steps": steps})
    )
    tab = opened(text)
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End"):
        tab.page.keyboard.press(key)
    assert tab("img, iframe, object, link, script:not(:nth-of-type(-n+2))").count() == 0
    assert tab.page.evaluate("document.querySelectorAll('script').length") == 2
    handlers = (
        "[...document.querySelectorAll('*')].some(e => [...e.attributes].some(a => a.name.startsWith('on')))"
    )
    assert tab.page.evaluate(handlers) is False
    assert "<script>alert(1)</script>" in tab("h1").inner_text()
    assert "<img src=x onerror=alert(1)>" in tab("#log").inner_text()


def test_an_inserted_script_would_not_run(opened: Open, battle_page: str) -> None:
    """The policy stands behind the escaping: even markup that got in could do nothing."""
    text = battle_page.replace(
        "</main>", '<script>document.title = "owned"</script><b id="x" style="color:red">x</b></main>'
    )
    tab = opened(text)
    assert "owned" not in tab.page.title()
    assert tab.page.evaluate("getComputedStyle(document.querySelector('#x')).color") != "rgb(255, 0, 0)"
    assert len(tab.complaints) == 2  # both were refused, and said so
    assert all("Content Security Policy" in said for said in tab.complaints)
    tab.complaints.clear()


def test_a_hidden_cards_name_is_nowhere_in_the_file(zoids: Pair) -> None:
    """What only the other hand holds is neither drawn, nor told, nor in the data."""
    from pbem.cli.gather import gather

    told = {side: gather(zoids[side].desk, zoids[side].folder) for side in ("a", "b")}
    hands: dict[str, set[str]] = {}
    for side, match in told.items():
        trays = [tray for step in match.steps if step.board for tray in step.board.trays]
        hands[side] = {c.name for tray in trays if tray.side == side for c in tray.cards if c.icon != "back"}
    public = str([line.text for step in told["a"].steps for line in step.lines])
    for side, other in (("a", "b"), ("b", "a")):
        text = page(zoids, side).casefold()
        secret = {name for name in hands[other] - hands[side] if name.casefold() not in public.casefold()}
        assert secret
        assert not [name for name in secret if name.casefold() in text]
        assert all(name.casefold() in text for name in hands[side])
    onlooker = page_of(zoids["a"].desk, zoids["a"].folder, onlooker=True).casefold()
    assert not [n for n in hands["a"] | hands["b"] if n.casefold() in onlooker and n not in public]
    assert "your orders" not in onlooker


# -- everybody ------------------------------------------------------------------------------------------
def findings(tab: Tab) -> list[str]:
    """What axe-core finds, of any weight."""
    if CI:
        from axe_playwright_python.sync_playwright import Axe
    else:
        Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe  # noqa: N806
    found = Axe().run(tab.page).response["violations"]
    return [f"{v['impact']} {v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]


@pytest.mark.parametrize("how", MANNERS, ids=["wide", "dark", "phone", "phone-dark"])
def test_axe_finds_nothing(opened: Open, battle_page: str, how: dict[str, Any]) -> None:
    tab = opened(battle_page, **how)
    if not how:
        assert findings(tab) == []
    tab("#chips button").first.click()  # a unit is selected, its choices are lit
    tab("#chips button").first.click()  # an order is given, the next step is offered
    assert findings(tab) == []


@pytest.mark.parametrize("board", [squares(), table()], ids=["squares", "table"])
def test_axe_finds_nothing_on_other_boards(opened: Open, board: Any) -> None:
    tab = opened(page_of_boards(replay(board, board, wanted="move", since=2)), viewport=PHONE)
    assert findings(tab) == []


def test_targets_are_large_enough_for_a_finger(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, viewport=PHONE)
    boxes = tab.page.eval_on_selector_all(
        "button, summary, svg.n .piece .hit",
        "all => all.map(e => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])"
        ".filter(([_, r]) => r.width).map(([h, r]) => [h, Math.min(r.width, r.height)])",
    )  # fmt: skip
    small = [(html, size) for html, size in boxes if size < (36 if 'class="btn' in html else 20)]
    assert not small


def test_the_drawing_speaks_once(opened: Open, battle_page: str) -> None:
    """Drawings are silent; every piece and place has one label, and only what can act is in the tab order."""
    tab = opened(battle_page)
    me = tab.data["me"]
    silent = tab.page.eval_on_selector_all(
        "svg.w .art, svg.w .still, svg.w .under, svg.w .over",
        "all => all.every(e => e.ariaHidden === 'true')",
    )
    assert silent
    stops = tab.page.eval_on_selector_all(
        "svg.w [tabindex='0']", "all => all.map(e => [e.parentNode.dataset.id, e.getAttribute('role')])"
    )
    sides = tab.data["sides"]
    assert stops
    assert all(role == "button" and sides.get(name, me) == me for name, role in stops)
    labels = tab.page.eval_on_selector_all("svg.w .piece .hit", "all => all.map(e => e.ariaLabel)")
    assert all(re.match(r"[AB]\d+ \w|\d+ more in ", label) for label in labels)


def test_motion_stops_for_those_who_do_not_want_it(opened: Open, battle_page: str) -> None:
    tab = opened(battle_page, reduced_motion="reduce")
    moves = "getComputedStyle(document.querySelector('.piece')).transitionDuration"
    assert tab.page.evaluate(moves) == "0s"
    assert opened(battle_page).page.evaluate(moves) == "0.35s"
