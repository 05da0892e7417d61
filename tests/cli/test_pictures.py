"""`pbem show --svg`, `pbem replay`, `pbem orders --html`, the page of the demo, as a person types them."""

import email
import email.policy
import re
import shutil
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pbem.cli.gather import gather
from pbem.desk import clerk
from pbem.games import find
from pbem.ruleset import React
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


def test_ranges_on_demand(tmp_path: Path) -> None:
    rules = find("war")
    assert rules is not None
    pair = Pair(tmp_path, rules, "reach").open()
    pair.turn()
    anna = person(pair, "a")
    said = anna.run("show", ".", "--svg", "-", "--reach", "a1")
    assert said.out.count("<mask") >= 1
    assert "Moves and charges" in said.out
    assert "not on the table" in anna.run("show", ".", "--svg", "-", "--reach", "B9", status=2).err
    assert "--svg board.svg" in anna.run("show", ".", "--reach", "A1", status=2).err


def test_places_have_no_ranges(match: Pair) -> None:
    said = person(match, "a").run("show", ".", "--svg", "-", "--reach", "A1", status=2)
    assert "in places, not in inches" in said.err
    assert "pbem legal" in said.err


def test_a_letter_with_the_match_to_look_at(match: Pair, tmp_path: Path) -> None:
    """`send --html` attaches it; whoever receives the letter takes the turn and is told of nothing else."""
    again = tmp_path / "again"
    shutil.copytree(match["a"].folder.parent, again)
    to = match["a"].table().match.to
    mover, other = (
        Person(again / f"home-{s}", again / f"match-{s}") for s in (to, "b" if to == "a" else "a")
    )
    mover.run("bot", ".")
    mover.run("send", ".", "--html", "--eml", again / "letter.eml")
    mail = email.message_from_bytes((again / "letter.eml").read_bytes(), policy=email.policy.default)
    attached = {part.get_filename(): part for part in mail.iter_attachments()}
    newest = max(path.name for path in mover.folder.glob("turn??.toml"))
    name = newest.replace(".toml", ".html")
    assert set(attached) == {newest, name}
    page = attached[name].get_content()
    assert page.strip() == mover.run("replay", ".", "--onlooker", "-o", "-").out.strip()
    body = mail.get_body(("plain",))
    assert body is not None
    assert f"open the attachment {name} in a browser" in body.get_content()
    said = other.run("receive", again / "letter.eml")
    assert "taken" in said.err + said.out
    assert name not in said.err + said.out
    plain = email.message_from_string(mover.run("send", ".", "--eml", "-").out, policy=email.policy.default)
    assert [part.get_filename() for part in plain.iter_attachments()] == [newest]
    assert "not with git" in mover.run("send", ".", "--html", "--git", status=2).err


def test_a_page_goes_on_from_the_order_file(tmp_path: Path) -> None:
    """An answer that stands in the order file already is given; the panel shows what comes next, and its
    file holds both."""
    rules = find("zoids")
    assert rules is not None
    pair = Pair(tmp_path, rules, "z5").open()
    while True:
        player = pair.to
        asked = clerk.prepare(player.desk, player.identity, player.table(), lambda *_: None)
        waits = isinstance(asked, clerk.Pending) and isinstance(asked.want, React)
        if waits and len(rules.legal(asked.state, asked.side, asked.known)) > 1:
            break
        pair.turn()
    answer = rules.legal(asked.state, asked.side, asked.known)[0]
    file = player.folder / f"turn{player.table().match.turn:02d}.orders.toml"
    before = gather(player.desk, player.folder)
    assert before.panel is not None
    assert (before.panel.tree["kind"], before.panel.before) == ("react", "")
    file.write_text(f"# mine\n[[react]]\n{answer.toml}\n", "utf-8")
    after = gather(player.desk, player.folder)
    assert after.panel is not None
    assert after.panel.tree["kind"] == "orders"
    assert tomllib.loads(after.panel.before) == tomllib.loads(file.read_text("utf-8"))
    assert "mine" not in after.panel.before
    for text in ("[[react]]\nplay = 'no such card'\n", "not toml [", "", "# nothing\n"):
        file.write_text(text, "utf-8")
        assert gather(player.desk, player.folder).panel == before.panel
    onlooker = gather(player.desk, player.folder, onlooker=True)
    assert onlooker.panel is None
