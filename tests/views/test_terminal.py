"""Safe text, ASCII, and consoles that cannot show everything."""

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from pbem.board import Line
from pbem.views.story import story_rows
from pbem.views.terminal import Pen, clean, console, show, tidy_ascii, wrap
from pbem.views.text import board_rows, board_text
from tests.views.boards import tale, zones


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Mother Fathom", "Mother Fathom"),
        ("Žižka × 3 → 5, ½ «ne»", "Žižka × 3 → 5, ½ «ne»"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("\x9b2J", r"\x9b2J"),  # an escape in one byte
        ("a\tb\nc\rd\x00e\x7f", r"a\x09b\x0ac\x0dd\x00e\x7f"),
        ("b\u202eder\u202c", r"b\u202eder\u202c"),  # reading direction
        ("\u2066x\u2069 \u200f\u200e\u061c", r"\u2066x\u2069 \u200f\u200e\u061c"),
        ("zero\u200bwidth\ufeff\u00ad\u2060", r"zero\u200bwidth\ufeff\xad\u2060"),
        ("line\u2028para\u2029", r"line\u2028para\u2029"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("half\ud800", r"half\ud800"),
        ("own\ue000", r"own\ue000"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text())
def test_clean_text_holds_nothing_hidden(text: str) -> None:
    said = clean(text)
    assert all(unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for c in said)
    assert clean(said) == said
    assert tidy_ascii(said).isascii()
    assert tidy_ascii(said).isprintable()


def test_ascii_spells_what_it_knows() -> None:
    assert tidy_ascii("7 → 6 × 2 … “x” ⚃ Žižka Łódź ½") == '7 -> 6 x 2 ... "x" 4 Zizka Lodz 1/2'
    assert tidy_ascii("部隊 3") == "?? 3"


def test_fit_cuts_by_columns() -> None:
    assert Pen().fit("Skitterlings", 12) == "Skitterlings"
    assert Pen().fit("Skitterlings", 8) == "Skitter…"
    assert Pen(ascii_only=True).fit("Skitterlings", 8) == "Skitter~"
    assert Pen().fit("部隊部隊", 6) == "部隊…"
    assert Pen().fit("x\x1b[2J", 80) == r"x\x1b[2J"


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"])), st.integers(4, 40))
def test_wrapped_words_are_all_there(text: str, width: int) -> None:
    lines = wrap(text, width, 2)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


class Terminal(io.StringIO):
    """A file that somebody looks at."""

    def isatty(self) -> bool:
        return True


def drawn(file: io.TextIOBase) -> None:
    out = console(file)
    show(out, board_rows(zones(), ascii_only=out.options.ascii_only))
    show(out, story_rows(tale(), ascii_only=out.options.ascii_only))


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_terminal_gets_tones() -> None:
    file = Terminal()
    drawn(file)
    assert "\x1b[" in file.getvalue()
    assert "┌" in file.getvalue()


def test_no_color_is_no_escape_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = Terminal()
    drawn(file)
    assert "\x1b" not in file.getvalue()
    assert file.getvalue().splitlines()[1] == board_text(zones())[1]


def test_a_pipe_gets_plain_text() -> None:
    file = io.StringIO()
    drawn(file)
    assert "\x1b" not in file.getvalue()
    assert [line.rstrip() for line in file.getvalue().splitlines()][: len(board_text(zones()))] == board_text(
        zones()
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "cp437"])
def test_an_old_encoding_gets_ascii(encoding: str) -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    drawn(file)
    file.flush()
    text = raw.getvalue().decode("ascii")
    assert [line.rstrip() for line in text.splitlines()][: len(board_text(zones()))] == board_text(
        zones(), ascii_only=True
    )


def test_what_an_encoding_lacks_is_written_out_and_never_an_error() -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="cp1252", newline="\n")
    show(console(file), [Text("é → ⚃")])
    file.flush()
    assert raw.getvalue() == b"\xe9 \\u2192 \\u2683\n"


def test_nothing_that_a_player_wrote_reaches_a_terminal_as_a_command() -> None:
    evil = "\x1b[31m[red]\u202ex[/red]:boom:"
    board = replace(zones(), headline=evil, key=(evil,), pieces=(replace(zones().pieces[0], about=evil),))
    file = io.StringIO()
    show(console(file), [*board_rows(board), *story_rows([Line(evil, "a")])])
    text = file.getvalue()
    assert text.count(r"\x1b[31m[red]\u202ex[/red]:boom:") == 4
    assert "\x1b" not in text
    assert "\u202e" not in text
