"""Pictures of positions: sound, self-contained, legible, and the same in structure as those that were
looked at and liked.

To draw the outlines anew after a change of design: `PBEM_WRITE_GOLDEN=1 pytest tests/views`, then look.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.board import Area, Badge, Board, Card, Frame, Piece, Place, Ring, Trace, Tray
from pbem.views.drawing.lettering import cut, width
from pbem.views.drawing.palette import TOKENS, Theme
from pbem.views.drawing.scene import Box, edges_of, turned
from pbem.views.drawing.table import Table
from pbem.views.drawing.terrain import label_box
from pbem.views.svg import Layout, board_svg, ground
from tests.views.boards import squares, table, unit, zones

GOLDEN = Path(__file__).parent / "golden"
BOARDS: dict[str, Callable[[], Board]] = {"zones": zones, "squares": squares, "table": table}
PICTURES = Path(__file__).parents[2] / "examples" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"


def tree(board: Board, **how: str) -> ET.Element:
    return ET.fromstring(board_svg(board, **how))  # type: ignore[arg-type]


def words(root: ET.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}text")]


def outline(root: ET.Element, depth: int = 0) -> Iterator[str]:
    """Elements, classes and texts without a single coordinate; runs of the same line counted."""
    name = root.tag.removeprefix(SVG)
    said = " ".join([name, *(root.get("class") or "").split()])
    refers = root.get("href") or root.get("fill", "") if name in ("use", "rect", "path") else ""
    text = f" {root.text!r}" if root.text and name in ("text", "title") else ""
    yield "  " * depth + said + (f" {refers}" if refers.startswith(("#", "url")) else "") + text
    for child in root:
        if child.tag not in (f"{SVG}style", f"{SVG}defs"):
            yield from outline(child, depth + 1)


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("name", BOARDS)
def test_structure(name: str, layout: Layout) -> None:
    lines = list(outline(tree(BOARDS[name](), title="mill-creek", layout=layout)))
    path, text = GOLDEN / f"{name}-{layout}.outline.txt", "\n".join(lines) + "\n"
    if os.environ.get("PBEM_WRITE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_of_the_readme_are_whole(path: Path) -> None:
    text = path.read_text("utf-8")
    root = ET.fromstring(text)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert {"Blue", "Red"} <= set(words(root))
    assert path.name in (PICTURES.parents[1] / "README.md").read_text("utf-8")


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_needs_nothing_but_itself(name: str, theme: Theme) -> None:
    text = board_svg(BOARDS[name](), theme=theme)
    root = ET.fromstring(text)
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    refers = re.findall(r'(?:href="|url\()#([\w-]+)', text)
    assert refers
    assert set(refers) <= ids
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "script" not in text
    assert "style=" not in text
    css = root.findtext(f"{SVG}style") or ""
    used = {c for e in root.iter() for c in (e.get("class") or "").split() if c[:2] in ("f-", "s-")}
    assert all(f".{c}{{" in css for c in used)
    light, dark = (TOKENS["ground"][i] in css for i in (0, 1))
    assert (light, dark) == {"auto": (True, True), "light": (True, False), "dark": (False, True)}[theme]


HOSTILE = '<script>alert(1)</script>" onload="x\'&amp;]]><!--\x1b[31m\u202e\ud800'
DANGEROUS = ("\x1b", "\u202e")


def poisoned(board: Board) -> Board:
    pieces = tuple(
        replace(p, label=HOSTILE, short=HOSTILE, glyph=HOSTILE, about=HOSTILE,
                badges=(Badge(HOSTILE, HOSTILE, HOSTILE), Badge("level", HOSTILE), Badge("elite", HOSTILE)))
        for p in board.pieces
    )  # fmt: skip
    places = tuple(
        replace(p, label=HOSTILE, roles=(*p.roles, HOSTILE), badges=(Badge("prize", HOSTILE, HOSTILE),))
        for p in board.places
    )
    scores = tuple(replace(s, word=HOSTILE, line=HOSTILE) for s in board.scores)
    areas = tuple(replace(a, label=HOSTILE, texture=HOSTILE) for a in board.areas)
    trays = (Tray(HOSTILE, HOSTILE, (Card(HOSTILE, HOSTILE, (HOSTILE,)),)), Tray(HOSTILE, "a", count=3))
    return replace(
        board, headline=HOSTILE, pieces=pieces, places=places, scores=scores, areas=areas, trays=trays,
        key=(HOSTILE,),
    )  # fmt: skip


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("name", BOARDS)
def test_whatever_people_write_is_text(name: str, layout: Layout) -> None:
    text = board_svg(poisoned(BOARDS[name]()), title=HOSTILE, layout=layout)
    root = ET.fromstring(text.encode("utf-8"))  # sound, and no lone surrogate is left in it
    assert not {e.tag for e in root.iter()} & {f"{SVG}script", "script"}
    assert not any(key.startswith("on") for e in root.iter() for key in e.attrib)
    assert any("<script>" in word for word in words(root))
    assert not any(sign in text for sign in DANGEROUS)


_ANY = st.text(max_size=30)


@settings(max_examples=25, deadline=None)
@given(_ANY, _ANY, st.integers(0, 40), st.integers(0, 40))
def test_any_name_and_any_track_can_be_drawn(label: str, text: str, left: int, lost: int) -> None:
    piece = replace(unit("A1", label, 6, (left, left + lost)), short=text, badges=(Badge("level", text),))
    for form in ("chip", "token", "block"):
        for base in (zones(), squares(), table()):
            place = base.places[0].id if base.places else ""
            drawn = replace(base, pieces=(replace(piece, form=form, place=place, x=900, y=900),))
            ET.fromstring(board_svg(drawn, title=text).encode())


def test_unknown_roles_are_drawn_plain_with_their_label() -> None:
    board = squares()
    places = (replace(board.places[0], roles=("obstacle:swamp",)), replace(board.places[1], roles=("lair",)))
    pieces = (replace(board.pieces[0], glyph="dragon", badges=(Badge("banner", "IV"),)),)
    trays = (Tray("hoard", "", (Card("gold", "treasure"),)),)
    said = words(tree(replace(board, places=(*places, *board.places[2:]), pieces=pieces, trays=trays)))
    assert {"Swamp", "Lair", "Goj", "IV", "Gold"} <= set(said)
    plain = replace(table(), areas=(Area(((0, 0), (900, 0), (900, 900)), "lava", "Fire Pit"),))
    assert "Fire pit" not in (said := words(tree(plain)))
    assert "Fire Pit" in said
    chips = replace(zones(), pieces=(replace(unit("A1", "Rats", 6, (1, 2)), badges=(Badge("curse", "2"),)),))
    assert "curse 2" in words(tree(chips))


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_a_crowd_shows_how_many_it_hides(layout: Layout) -> None:
    for count in range(1, 9):
        crowd = replace(zones(), pieces=tuple(unit(f"A{i}", "Rats", 11, (3, 3)) for i in range(1, count + 1)))
        said = words(tree(crowd, layout=layout))
        shown = sum(f"A{i}" in said for i in range(1, count + 1))
        more = [int(word[1:]) for word in said if re.fullmatch(r"\+\d+", word)]
        assert shown + sum(more) == count
        assert shown >= min(count, 2)


def test_the_level_goes_before_the_number_of_models() -> None:
    crowd = tuple(unit(f"A1{i}", "Rats", 11, (3, 3), size=(44, 20)) for i in range(4))
    said = words(tree(replace(zones(), pieces=crowd)))
    assert said.count("44") == 4


# -- layouts --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_everything_stands_on_its_board(name: str, narrow: bool) -> None:
    board = BOARDS[name]()
    below = ground(board, narrow=narrow, turn=False)
    w, h = below.size
    assert not narrow or w <= 375
    whole = Box(0, 0, w, h).grown(8)
    for thing in (*below.places(board), *below.pieces(board)):
        x, y, bw, bh = thing.box
        assert Box(thing.x + x, thing.y + y, bw, bh).inside(whole), thing.id
        assert min(bw, bh) >= (20 if narrow else 24), thing.id  # large enough to touch


@pytest.mark.parametrize("narrow", [False, True])
def test_places_do_not_overlap_and_their_pieces_stand_in_them(narrow: bool) -> None:
    for board in (zones(), squares()):
        below = ground(board, narrow=narrow, turn=False)
        at = {t.id: Box(t.x, t.y, t.box.w, t.box.h) for t in below.places(board)}
        boxes = list(at.values())
        assert not any(a.grown(-0.1).meets(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
        where = {piece.id: piece.place for piece in board.pieces}
        for thing in below.pieces(board):
            place = where.get(thing.id, thing.id.removeprefix("+"))
            box = Box(thing.x + thing.box.x, thing.y + thing.box.y, thing.box.w, thing.box.h)
            assert box.inside(at[place].grown(1)), thing.id


def test_flags_find_room() -> None:
    """No flag covers a model of another unit, as long as there is room."""
    board = table()
    assert "×8" in words(tree(board))
    below = ground(board, narrow=False, turn=False)
    for thing in below.pieces(board):
        flag = re.search(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)"><(?:path|rect)', thing.drawn)
        assert flag is not None
        box = Box(thing.x + float(flag[1]), thing.y + float(flag[2]), 50, 18)
        for other in below.pieces(board):
            body = Box(other.x + other.box.x, other.y + other.box.y, other.box.w, other.box.h).grown(-2)
            assert other.id == thing.id or not box.meets(body), (thing.id, other.id)


def test_a_flag_stands_beside_the_name_of_a_place() -> None:
    """Behind the unit, where its flag would stand, a wood has its name: the flag goes elsewhere."""
    block = Piece("A1", "a", "block", "Levies", x=2400, y=2000, facing=0, models=((2400, 2000),), radius=50)
    wood = Area(((2200, 2120), (2600, 2120), (2600, 2000), (2200, 2000)), "wood", "Crow Wood")
    for areas in ((), (wood,)):
        board = Board(Frame("plane", 4800, 3600, "1/100 in"), "", (), areas=areas, pieces=(block,))
        below = ground(board, narrow=False, turn=False)
        assert isinstance(below, Table)
        (thing,) = below.pieces(board)
        found = re.search(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)"><path', thing.drawn)
        assert found is not None
        flag = Box(thing.x + float(found[1]), thing.y + float(found[2]), 30, 18)
        name = label_box(wood, below.at, below.ground)
        assert name is not None
        assert flag.meets(name) == (not areas)


def test_the_viewers_edge_is_at_the_bottom() -> None:
    assert edges_of(zones().frame) == ("", "")  # side by side: nobody has an edge
    assert edges_of(squares().frame) == edges_of(table().frame) == ("a", "b")
    for board, mine, theirs in ((squares(), "A1", "B1"), (table(), "A1", "B2")):
        for viewer, (low, high) in {"": (mine, theirs), "a": (mine, theirs), "b": (theirs, mine)}.items():
            for narrow in (False, True):
                below = ground(board, narrow=narrow, turn=turned(board.frame, viewer))
                at = {thing.id: thing for thing in below.pieces(board)}
                if below.kind == "table" and narrow:  # a table stands on its short side: my edge at the left
                    assert at[low].x < at[high].x
                else:
                    assert at[low].y > at[high].y


def test_the_matrix_of_a_table_gives_the_same_points() -> None:
    for narrow in (False, True):
        for turn in (False, True):
            below = ground(table(), narrow=narrow, turn=turn)
            a, b, c, d, e, f = below.matrix
            for piece, thing in zip(table().pieces, below.pieces(table()), strict=True):
                x, y = a * piece.x + c * piece.y + e, b * piece.x + d * piece.y + f
                assert (round(x, 3), round(y, 3)) == (round(thing.x, 3), round(thing.y, 3))


def test_traces_are_drawn_where_they_happened() -> None:
    board = replace(
        squares(), traces=(Trace("move", "b", ("g7", "e5")), Trace("shot", "a", ("f2", "e5"), True))
    )
    text = board_svg(board)
    assert 'marker-end="url(#to-b)"' in text
    assert 'marker-end="url(#to-a)"' in text
    strange = (
        Trace("move", "a", ("z9",)),
        Trace("ghost", "b", ("nowhere",)),
        Trace("shot", "a", ("1,1", "2")),
    )
    for base in (zones(), squares(), table()):
        ET.fromstring(board_svg(replace(base, traces=strange)))


def test_empty_boards_are_drawn_too() -> None:
    grid = Board(Frame("grid", 4, 6), "before the first round", ())
    plane = Board(Frame("plane", 4800, 3600, "1/100 in"), "", ())
    odd = Board(Frame("grid", 1, 1, columns=("a",), lines=("1",)), "", (), places=(Place("a1", 0, 0),),
                pieces=(Piece("X", "c", "token", "Third side", place="a1"),))  # fmt: skip
    for board in (grid, plane, odd):
        for layout in ("wide", "narrow"):
            ET.fromstring(board_svg(board, layout=layout))


# -- legible --------------------------------------------------------------------------------------------
def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, two: str, dark: bool) -> float:
    high, low = sorted((luminance(TOKENS[one][dark]), luminance(TOKENS[two][dark])), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXT = [
    *(("ink", on) for on in ("paper", "card", "ground", "ground2", "mark-soft")),
    *(("ink2", on) for on in ("paper", "card", "ground", "ground2")),
    ("blue-on", "blue"), ("red-on", "red"), ("blue-ink", "card"), ("red-ink", "card"),
    ("blue-ink", "mark-soft"), ("red-ink", "mark-soft"), ("black", "mark"), ("woodink", "ground"),
    ("hillink", "ground"), ("marshink", "ground"), ("card", "ink"),
]  # fmt: skip
SHAPES = [
    ("blue-line", "ground"), ("blue-line", "ground2"), ("red-line", "ground"), ("red-line", "ground2"),
    ("rule2", "card"), ("mark-line", "ground"), ("mark-line", "mark-soft"), ("blue-line", "blue"),
]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast(dark: bool) -> None:
    """WCAG AA: 4.5:1 for text, 3:1 for what has to be seen."""
    low = {f"{a} on {b}": contrast(a, b, dark) for a, b in TEXT if contrast(a, b, dark) < 4.5}
    low |= {f"{a} on {b}": contrast(a, b, dark) for a, b in SHAPES if contrast(a, b, dark) < 3}
    assert not low


def test_sides_differ_in_grey_and_in_shape() -> None:
    assert luminance(TOKENS["blue"][0]) - luminance(TOKENS["red"][0]) > 0.5
    board = zones()
    below = ground(board, narrow=False, turn=False)
    chips = {thing.id: thing.drawn for thing in below.pieces(board)}
    assert chips["A1"].startswith("<rect")
    assert "url(#hatch)" in chips["A1"]
    assert chips["B1"].startswith("<path")
    assert "hatch" not in chips["B1"]


def test_no_letter_is_smaller_than_11() -> None:
    for make in BOARDS.values():
        css = tree(make()).findtext(f"{SVG}style") or ""
        assert min(map(int, re.findall(r"font-size:(\d+)px", css))) == 11


def test_words_are_cut_to_their_room() -> None:
    assert cut("Mother Fathom", 12, 500) == "Mother Fathom"
    short = cut("Mother Fathom of the Deep", 12, 80)
    assert short.endswith("…")
    assert width(short, 12) <= 80
    assert width("WWW", 12) > width("iii", 12) * 3
    assert width("界", 12) == 12


def test_ranges_are_drawn_where_they_are_asked_for() -> None:
    board = table()
    plain = board_svg(board)
    assert "<mask" not in plain
    rings = (Ring("A1", "moves 6 in", 600), Ring("A1", "shoots 12 in", 1200), Ring("Z9", "nobody", 100))
    root = ET.fromstring(board_svg(replace(board, rings=rings)))
    masks = root.findall(f".//{SVG}mask")
    piece = next(piece for piece in board.pieces if piece.id == "A1")
    assert len(masks) == 2
    scale = Table(board.frame, narrow=False, turned=False, live=False).scale
    for mask, distance in zip(masks, (1200, 600), strict=True):  # the widest first, below the others
        circles = mask.findall(f"{SVG}circle")
        assert len(circles) == len(piece.models)
        assert float(circles[0].get("r", "")) == pytest.approx((distance + piece.radius) * scale, abs=0.1)
    assert {"Moves 6 in", "Shoots 12 in"} <= set(words(root))
    assert "Nobody" not in set(words(root))
    assert "<mask" not in board_svg(replace(zones(), rings=rings))  # there is no open ground
