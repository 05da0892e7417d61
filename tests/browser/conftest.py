"""A real Chromium without a head, a fresh profile for every page, and matches to look at.

Debian's `chromium` is driven through playwright, which brings no browser of its own.  Without either the
tests skip with their reason; in CI both are required.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.pictures import page_of
from pbem.desk import clerk
from pbem.desk.clerk import Desk
from pbem.games import find
from pbem.ruleset import Decide
from tests.conftest import CI, program
from tests.kit.desks import Pair

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = program("chromium")
    if CI:
        import playwright.sync_api as api
    else:
        api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS, headless=True)
        yield browser
        browser.close()


class Tab:
    """An open page: what it asked for, what it complained about, and a shorter way to click."""

    def __init__(self, context: Any) -> None:
        self.page = context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))

    def __call__(self, selector: str) -> Any:
        return self.page.locator(selector)

    def touch(self, layer: str, name: str) -> None:
        """Click a piece or a place of the board that is shown."""
        svg = "n" if self.page.viewport_size["width"] <= 820 else "w"
        self.page.locator(f'#board svg.{svg} .{layer}[data-id="{name}"] .hit').click()

    def choose(self, words: str) -> None:
        self.page.locator("#chips button").filter(has_text=words).first.click()

    @property
    def turn(self) -> str:
        return str(self.page.locator("#said").inner_text())

    @property
    def orders(self) -> str:
        return str(self.page.locator("#toml").inner_text())

    @property
    def data(self) -> Any:
        return json.loads(self.page.locator("#data").text_content())


Open = Callable[..., Tab]


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Open]:
    """Open a page; afterwards nobody may have complained and nothing may have been asked for."""
    tabs: list[Tab] = []
    contexts = []

    def show(text: str, address: str = "", **how: Any) -> Tab:
        path = tmp_path / f"match{len(tabs)}.html"
        path.write_text(text, "utf-8")
        context = chromium.new_context(**{"viewport": WIDE, **how})
        context.set_default_timeout(8000)
        contexts.append(context)
        tab = Tab(context)
        tabs.append(tab)
        tab.page.goto(path.as_uri() + address)
        if how.get("java_script_enabled", True):
            tab.page.wait_for_selector("#story.film", state="attached")  # after the first paint
        return tab

    yield show
    for tab in tabs:
        assert len(tab.requests) == 1, tab.requests
        assert not tab.complaints
    for context in contexts:
        context.close()


# -- matches --------------------------------------------------------------------------------------------
def played(
    root: Path,
    seed: str,
    wanted: Callable[[Any], bool],
    game: str = "zipwarz",
    **options: Any,
) -> Pair:
    """A match played by bots up to the first decision that is `wanted`."""
    rules = find(game)
    assert rules is not None
    pair = Pair(root, rules, seed, options).open()
    while not pair.over:
        pending = asked(pair)
        if pending is not None and wanted(pending):
            return pair
        pair.turn()
    raise LookupError("no such decision in this match")


def asked(pair: Pair) -> Any:
    """What the player to move has to decide, with its position; None for a mere duty."""
    player = pair.to
    result = clerk.prepare(player.desk, player.identity, player.table(), lambda *_: None)
    return result if isinstance(result, clerk.Pending) else None


def page(pair: Pair, side: str = "") -> str:
    player = pair[side] if side else pair.to
    return page_of(Desk(home=player.home), player.folder)


def of_kind(kind: str) -> Callable[[Any], bool]:
    return lambda pending: isinstance(pending.want, Decide) and pending.want.kind == kind


def fighting(pending: Any) -> bool:
    """Several units may act, and there is something to shoot at."""
    rules = find("zipwarz")
    assert rules is not None
    if not of_kind("orders")(pending):
        return False
    choices = rules.legal(pending.state, pending.side, {})
    return len({c.unit for c in choices}) > 3 and any(c.verb == "attack" for c in choices)


@pytest.fixture(scope="session")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """In the middle of a match, with something to shoot at."""
    return played(tmp_path_factory.mktemp("battle"), "s6", fighting)


@pytest.fixture(scope="session")
def battle_page(battle: Pair) -> str:
    return page(battle)


def moving(pending: Any) -> bool:
    """A turn in which somebody can move."""
    if not of_kind("orders")(pending):
        return False
    choices = pending.table.rules.legal(pending.state, pending.side, pending.known)
    return any(choice.verb == "move" for choice in choices)


@pytest.fixture(scope="session")
def zoids(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Two hands of cards, and somebody who can move."""
    return played(tmp_path_factory.mktemp("zoids"), "z1", moving, game="zoids")
