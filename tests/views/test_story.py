"""The story as text and as Markdown."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from pbem.board import Dice, Line
from pbem.views.story import dice_signs, story_markdown, story_rows, story_text
from tests.views.boards import tale
from tests.views.test_text import compare


@pytest.mark.parametrize("width", [80, 50])
@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_a_whole_turn(width: int, ascii_only: bool) -> None:
    lines = story_text(tale(), width, ascii_only)
    assert all(cell_len(line) <= width for line in lines)
    assert not ascii_only or all(line.isascii() for line in lines)
    compare(f"tale-{width}-{'ascii' if ascii_only else 'unicode'}.txt", lines)


def test_a_whole_turn_in_markdown() -> None:
    compare("tale.md", story_markdown(tale()).splitlines())
    assert story_markdown(tale(), ascii_only=True).isascii()


def test_hits_stand_in_brackets_and_undone_ones_in_parentheses() -> None:
    dice = Dice((4, 1, 6, 5, 3), 4, cancelled=1)
    assert list(dice_signs(dice, ascii_only=False)) == ["[⚃]", " ⚀ ", "[⚅]", "(⚄)", " ⚂ "]
    assert list(dice_signs(dice, ascii_only=True)) == ["[4]", " 1 ", "[6]", "(5)", " 3 "]
    assert list(dice_signs(Dice((4, 2), 0), ascii_only=True)) == [" 4 ", " 2 "]
    assert list(dice_signs(Dice((20, 3), 10, sides=20), ascii_only=False)) == ["[20]", "  3 "]


def test_the_side_is_said_when_it_changes() -> None:
    lines = [
        Line("A1 attacks B1", "a"),
        Line("B1 braces", "b", depth=1),
        Line("B1 falls", "b", depth=1),
        Line("A1 pursues", "a", depth=1),
        Line("A2 waits", "a"),
        Line("A3 waits", "a"),
    ]
    assert story_text(lines) == [
        "  Blue A1 attacks B1",
        "  Red    B1 braces",
        "         B1 falls",
        "  Blue   A1 pursues",
        "  Blue A2 waits",
        "  Blue A3 waits",
    ]


def test_few_dice_stand_beside_a_small_fact_and_many_under_it() -> None:
    few, many = Dice((6,), 5, "5+ hits"), Dice((6,) * 24, 5, "5+ hits")
    assert story_text([Line("x", "a", few, 1)]) == ["  Blue   x   5+ hits  [⚅]"]
    assert story_text([Line("x", "a", few)]) == ["  Blue x", "         5+ hits  [⚅]"]
    assert story_text([Line("x", "a", many, 1)], 50)[0] == "  Blue   x"


def test_words_wrap_under_themselves() -> None:
    text = "alpha beta gamma delta epsilon zeta eta theta"
    assert story_text([Line(text, "b")], 30) == [
        "  Red  alpha beta gamma delta",
        "       epsilon zeta eta theta",
    ]


def test_tones_are_tones_and_not_text() -> None:
    rows = story_rows([Line("[bold]B2[/bold] falls", "b", tone="strong")])
    assert rows[0].plain == "  Red  [bold]B2[/bold] falls"
    styles = {rows[0].plain[s.start : s.end]: str(s.style) for s in rows[0].spans}
    assert styles == {"Red  ": "bold #d1462f", "[bold]B2[/bold] falls": "bold"}


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("*bold* _it_ `code`", r"\*bold\* \_it\_ \`code\`"),
        ("<script>alert(1)</script>", r"\<script\>alert(1)\</script\>"),
        ("[x](javascript:1)", r"\[x\](javascript:1)"),
        ("see https://example.org or www.example.org", r"see https\://example.org or www\.example.org"),
        ("a@b &lt; ~~no~~ | cell", r"a\@b \&lt; \~\~no\~\~ \| cell"),
        ("# title", r"\# title"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("a\nb\x1b[31m", "a\\\\nb".replace("n", "x0a") + r"\\x1b\[31m"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_nothing_that_a_player_wrote_becomes_markup(text: str, literal: str) -> None:
    assert story_markdown([Line(text, "a")]) == f"- **Blue** {literal}\n"
    assert story_markdown([Line(text)]) == f"{literal}\n"


faces = st.lists(st.integers(1, 6), max_size=50).map(tuple)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.builds(
            Line,
            st.text(max_size=200),
            st.sampled_from(["a", "b", ""]),
            st.none()
            | st.builds(Dice, st.lists(st.integers(1, 6), max_size=50).map(tuple), st.integers(0, 6)),
            st.integers(0, 1),
        ),
        max_size=6,
    ),
    st.integers(40, 100),
    st.booleans(),
)
def test_any_story_fits(lines: list[Line], width: int, ascii_only: bool) -> None:
    for line in story_text(lines, width, ascii_only):
        assert cell_len(line) <= width
        assert not ascii_only or line.isascii()
    assert "\x1b" not in story_markdown(lines)


def test_a_side_is_not_named_twice() -> None:
    lines = [Line("Blue wins, 9 : 2", "a"), Line("Blueberries", "a"), Line("Red rolls", "b")]
    assert story_text(lines) == ["  Blue wins, 9 : 2", "  Blue Blueberries", "  Red  rolls"]
