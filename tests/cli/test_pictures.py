"""`pbem show --svg`, `pbem replay`, `pbem orders --html`, the page of the demo, as a person types them."""

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pbem.games import find
from tests.kit.desks import Pair
from tests.kit.shell import Person, two


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    rules = find("zipwarz")
    assert rules is not None
    pair = Pair(tmp_path_factory.mktemp("match"), rules, "pictures").open()
    while len(pair.sent) < 9:
        pair.turn()
    return pair


def person(match: Pair, side: str) -> Person:
    return Person(match[side].home.root, match[side].folder)


def test_show_draws_the_board(match: Pair, tmp_path: Path) -> None:
    anna, out = person(match, "a"), tmp_path / "out.svg"
    said = anna.run("show", ".", "--svg", out)
    assert "out.svg" in said.err
    root = ET.parse(out).getroot()
    title = root.findtext("{http://www.w3.org/2000/svg}title") or ""
    assert title.startswith("mill-creek, round ")
    assert anna.run("show", ".", "--svg", "-").out.strip() == out.read_text("utf-8").strip()
    assert anna.run("show", ".", "--side", "red", "--svg", "-").out  # side by side: as it lies
    anna.run("show", ".", "--side", "green", status=2)
    anna.run("show", ".", "--svg", tmp_path, status=2)  # a folder stands in the way


def test_png_by_a_converter_or_a_clear_word(match: Pair, tmp_path: Path) -> None:
    anna, out = person(match, "a"), tmp_path / "out.png"
    nothing = anna.run("show", ".", "--png", out, status=2, env={"PATH": str(tmp_path)})
    assert "rsvg-convert" in nothing.err
    if not any(shutil.which(name) for name in ("rsvg-convert", "inkscape", "chromium")):
        pytest.skip("no converter is installed")
    anna.run("show", ".", "--png", out)
    assert out.read_bytes().startswith(b"\x89PNG\r\n")


def test_replay_writes_one_page(match: Pair, tmp_path: Path) -> None:
    for side in ("a", "b"):
        player = person(match, side)
        said = player.run("replay", ".", "-o", tmp_path / f"{side}.html")
        assert "open it in a browser" in said.err
        text = (tmp_path / f"{side}.html").read_text("utf-8")
        assert len(text) < 600_000
        mine = match["a"].table().match.to == side
        assert ('id="orders"' in text) == mine
        assert ("Your move" in text) == mine
        # From a file of the match, onto standard output: the same page.
        assert player.run("replay", "turn03.toml", "-o", "-").out.strip() == text.strip()
    page = person(match, "a").run("replay", ".", "--side", "red", "-o", "-").out
    assert "(you)" in page
    assert 'id="orders"' not in page  # orders are given with one's own eyes
    onlooker = person(match, "a").run("replay", ".", "--onlooker", "-o", "-").out
    assert "(you)" not in onlooker


def test_replay_of_what_has_not_begun(tmp_path: Path) -> None:
    anna, bert = two(tmp_path)
    anna.run("new", "zipwarz", "--title", "mill-creek", "--name", "Anna", "--army", "lantern_guard")
    said = anna.run("replay", "mill-creek", "-o", tmp_path / "x.html", status=6)
    assert "not begun" in said.err
    assert not (tmp_path / "x.html").exists()
    bert.run("replay", ".", status=6)


def test_sealed_standing_orders_stay_sealed(match: Pair, tmp_path: Path) -> None:
    """What Blue laid under seal is not in Red's page, whatever Red's program holds."""
    again = tmp_path / "again"
    shutil.copytree(match["a"].folder.parent, again)
    to = match["a"].table().match.to
    mover, other = (
        Person(again / f"home-{s}", again / f"match-{s}") for s in (to, "b" if to == "a" else "a")
    )
    unit = "A1" if to == "a" else "B1"
    template = mover.run("legal", ".", "--json").out
    first = re.search(r'"unit": "([AB]\d+)"', template)
    assert first is not None
    (again / "orders.toml").write_text(
        f'[[activate]]\nunit = "{first[1]}"\ndo = "hold"\n[standing]\nsealed = true\n'
        f'rules = [{{ unit = "{unit}", when = "hits", hits = 237 }}]\n', "utf-8"
    )  # fmt: skip
    mover.run("orders", ".", "--from", again / "orders.toml", "--yes")
    newest = max(path.name for path in mover.folder.glob("turn??.toml"))
    shutil.copy(mover.folder / newest, other.folder)
    for viewer in (mover, other):
        page = viewer.run("replay", ".", "-o", "-").out
        assert "hits = 237" not in page
        assert '"hits":237' not in page


def test_the_demo_leaves_a_page(tmp_path: Path) -> None:
    said = Person(tmp_path / "home", tmp_path).run("demo", "--dir", tmp_path / "demo")
    page = (tmp_path / "demo" / "match.html").read_text("utf-8")
    assert "match.html" in said.err
    assert "Greedy bot" in page
    assert "The match is over" in page
    assert "(you)" not in page
    again = Person(tmp_path / "home", tmp_path).run("replay", "demo", "-o", "-").out
    assert again.strip() == page.strip()
