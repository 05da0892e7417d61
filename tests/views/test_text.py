"""Positions as text, compared letter by letter with drawings that were looked at and liked.

To draw them anew after a change of design: `PBEM_WRITE_GOLDEN=1 pytest tests/views`, then look.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from pbem.board import Area, Badge, Board, Frame, Piece, Place, Score, Trace, Tray
from pbem.views.text import board_rows, board_text
from tests.views.boards import squares, table, unit, zones

GOLDEN = Path(__file__).parent / "golden"
BOARDS: dict[str, Callable[[], Board]] = {"zones": zones, "squares": squares, "table": table}


def compare(name: str, lines: list[str]) -> None:
    path, text = GOLDEN / name, "\n".join(lines) + "\n"
    if os.environ.get("PBEM_WRITE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_drawings(name: str, width: int, ascii_only: bool) -> None:
    lines = board_text(BOARDS[name](), width, ascii_only)
    assert all(cell_len(line) <= width for line in lines)
    assert all(line == line.rstrip() for line in lines)
    assert not ascii_only or all(line.isascii() for line in lines)
    compare(f"{name}-{width}-{'ascii' if ascii_only else 'unicode'}.txt", lines)


def test_rows_say_the_same_in_tones() -> None:
    rows = board_rows(zones())
    assert [row.plain.rstrip() for row in rows] == board_text(zones())
    row = next(row for row in rows if "Skitterlings" in row.plain)
    tones = {row.plain[span.start : span.end].strip(): str(span.style) for span in row.spans}
    assert tones["Skitterlings"] == "#2b7fd4"
    assert tones["Militia"] == "#d1462f"
    assert tones["│"] == "dim"


def crowd(blue: int, red: int, **changes: object) -> list[str]:
    """One zone of the usual width with so many units."""
    units = [
        replace(unit(f"{s.upper()}{i}", "Any Name", 1, (i, 9)), **changes)
        for s, n in (("a", blue), ("b", red))
        for i in range(1, n + 1)
    ]
    places = tuple(Place(str(i + 1), i, 0) for i in range(4))
    board = Board(Frame("grid", 4, 1), "x", (), places, pieces=tuple(units))
    return [line[1:19].rstrip() for line in board_text(board)[2:] if line.startswith("│")]


def test_company_gets_names_and_a_crowd_signs() -> None:
    assert crowd(1, 1) == [" 1", " A1 Any Name", "    █░░░░░░░░  1/9", " B1 Any Name", "    █░░░░░░░░  1/9"]
    assert crowd(2, 1) == [" 1", " A1 1/9 A2 2/9", " B1 1/9"]
    assert crowd(4, 2) == [" 1", " A1 1/9 A2 2/9", " A3 3/9 A4 4/9", " B1 1/9 B2 2/9"]
    assert crowd(4, 3) == [" 1", " A1 A2 A3 A4 B1 B2", " B3"]
    assert crowd(9, 9) == [" 1", " A1 A2 A3 A4 A5 A6", " A7 A8 A9 B1 B2 B3", " B4 B5 B6 B7 B8 B9"]


def test_those_for_whom_there_is_no_room_are_counted() -> None:
    assert crowd(9, 9, flags=("spent",)) == [
        " 1",
        " A1✓ A2✓ A3✓ A4✓",
        " A5✓ A6✓ A7✓ A8✓",
        " A9✓ B1✓ B2✓ +7",
    ]


def test_fallen_units_leave_the_map_and_are_remembered() -> None:
    lines = board_text(zones())
    assert any("gone: A9 Brine Priests" in line for line in lines)
    assert not any("A9" in line and "│" in line for line in lines)


def test_a_bar_is_full_only_when_nothing_is_lost() -> None:
    def bar_of(left: int, of: int) -> str:
        board = Board(Frame("grid", 1, 1), "", (), pieces=(unit("A1", "X", 1, (left, of)),))
        row = next(line for line in board_text(board, 60) if line.startswith("A1"))
        return row.split()[2] + " " + row.split()[-1]

    assert bar_of(100, 100) == "██████████ 100/100"
    assert bar_of(99, 100) == "█████████░ 99/100"
    assert bar_of(1, 100) == "█░░░░░░░░░ 1/100"
    assert bar_of(0, 100) == "░░░░░░░░░░ 0/100"
    assert bar_of(2, 3) == "██░ 2/3"
    assert bar_of(1, 1) == "█ 1/1"


def test_a_name_too_long_gives_way_to_the_short_one() -> None:
    long = "Honourable Company of the Seven Rivers"
    assert crowd(1, 0, label=long)[1] == " A1 Honourable Co…"
    assert crowd(1, 0, label=long, short="Seven Rivers")[1] == " A1 Seven Rivers"


def test_unknown_roles_are_drawn_with_their_words() -> None:
    place = Place("1", 0, 0, roles=("obstacle:bog", "haunted"), badges=(Badge("curse", "3", "b"),))
    piece = Piece("A1", "a", "chip", "Ghost", place="1", badges=(Badge("mood", "grim"),))
    board = Board(Frame("grid", 1, 1), "odd", (), (place,), pieces=(piece,))
    text = "\n".join(board_text(board))
    assert "1  curse 3  bog" in text
    assert "in 1, mood grim" in text


def test_trays_and_traces_are_told() -> None:
    board = replace(
        squares(),
        traces=(
            Trace("move", "a", ("c1", "c2")),
            Trace("shot", "b", ("d7", "c2")),
            Trace("ghost", "b", ("g6",)),
        ),
    )
    lines = board_text(board)
    assert "Blue, hand: Missiles (range 3, A1), Dodge, Battle Plan" in lines
    assert "Red, hand: 4" in lines
    assert "deck: 31" in lines
    assert "last: Blue c1 → c2; Red shot d7 → c2; Red lost one in g6" in lines


def test_a_game_says_what_happened_in_its_own_words() -> None:
    """On open ground points are nothing to read: what has no words is passed over."""
    shot = Trace("shot", "b", ("100,200", "2400,650"), hit=True, words="B4 shot at A3, models fell")
    board = replace(table(), traces=(Trace("ghost", "a", ("2400,650",)), shot))
    lines = board_text(board)
    assert "last: B4 shot at A3, models fell" in lines
    assert not any(line.startswith("last") for line in board_text(replace(board, traces=board.traces[:1])))


def test_the_name_of_terrain_is_parted_from_its_texture() -> None:
    wall = Area(((0, 500), (1000, 500)), "wall", "Hold wall")
    wood = Area(((0, 300), (1000, 300), (1000, 0), (0, 0)), "wood", "elm")
    text = board_text(Board(Frame("plane", 1000, 1000), "", (), areas=(wall, wood)), 42, ascii_only=True)
    assert any("HH Hold wall HH" in line for line in text)
    assert any("% elm %" in line for line in text)


def test_facing_is_a_compass() -> None:
    def arrow(facing: int) -> str:
        piece = Piece("A1", "a", "block", "X", x=500, y=500, facing=facing, models=((500, 500),))
        text = "\n".join(board_text(Board(Frame("plane", 1000, 1000), "", (), pieces=(piece,)), 40))
        return text[text.index("A1") + 2]

    assert "".join(arrow(f) for f in (0, 45, 90, 135, 180, 225, 270, 315, 22, 23, 359)) == "↑↗→↘↓↙←↖↑↗↑"


def test_north_is_up_and_terrain_is_where_it_is() -> None:
    areas = (Area(((0, 500), (500, 500), (500, 1000), (0, 1000)), "wood"),)
    board = Board(Frame("plane", 1000, 1000), "", (), areas=areas)
    rows = [line[1:-1] for line in board_text(board, 42) if line.startswith("│")]
    wooded = [("♣" in row[:20], "♣" in row[20:]) for row in rows]
    assert wooded == [(True, False)] * (len(rows) // 2) + [(False, False)] * (len(rows) // 2)


def test_units_without_room_on_the_plane_are_named() -> None:
    pieces = tuple(Piece(f"A{i}", "a", "block", "X", x=500, y=500) for i in range(60))
    text = "\n".join(board_text(Board(Frame("plane", 1000, 1000), "", (), pieces=pieces), 40))
    head, _, tail = text.partition("no room on the map for ")
    named = tail.split("\n\n")[0].replace("\n", " ").replace(",", "").split()
    shown = [f"A{i}" for i in range(60) if f"A{i}↑" in head]
    assert len(shown) > 10
    assert sorted([*shown, *named]) == sorted(f"A{i}" for i in range(60))


words = st.text(max_size=60)


@settings(max_examples=60, deadline=None)
@given(words, words, words, st.integers(40, 120), st.booleans())
def test_no_text_breaks_the_picture(one: str, two: str, three: str, width: int, ascii_only: bool) -> None:
    place = Place("1", 0, 0, label=one, badges=(Badge("prize", two[:6], "a"),))
    piece = Piece("A1", "a", "chip", one, short=two, place="1", track=(3, 7), about=three)
    board = Board(
        Frame("grid", 1, 1), two, (Score("a", 3, "VP", one[:20]),), (place,), pieces=(piece,),
        trays=(Tray(three, "b", count=2),), key=(one,),
    )  # fmt: skip
    for line in board_text(board, width, ascii_only):
        assert cell_len(line) <= width
        assert line.isprintable() or not line.strip() or "\u3000" in line or not ascii_only
        assert not ascii_only or (line.isascii() and line.isprintable())
        assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E for c in line)
