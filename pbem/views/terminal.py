"""What a terminal can show: signs in Unicode and in ASCII, the two sides' names and tones, and safe text.

Whatever people wrote (names, titles, messages) passes `clean`: nothing in it can move a cursor, turn
the reading direction or hide.  Rows are `rich.text.Text` throughout, which reads no markup; where
there is no colour, their `plain` is the whole picture.
"""

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import IO, Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

__all__ = ["Glyphs", "Pen", "clean", "console", "ink", "pad", "show", "tidy_ascii", "wrap"]

NAME: Final[Mapping[str, str]] = MappingProxyType({"a": "Blue", "b": "Red"})
# Middle tones: 4.5:1 or better on black and on white alike, so that no theme need be known.
STYLE: Final[Mapping[str, str]] = MappingProxyType(
    {"a": "#2b7fd4", "b": "#d1462f", "strong": "bold", "quiet": "dim", "plain": ""}
)

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str) -> str:
    """The same text with everything that cannot be seen written out (`\\x1b`, `\\u202e`).

    That is: controls and escapes, format characters (bidi, zero width, tags), line and paragraph
    separators, private and unassigned characters.  A line end is one of them: whoever expects
    several lines splits them first.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_written(c) if unicodedata.category(c) in _HIDDEN else c for c in text)


def _written(c: str) -> str:
    code = ord(c)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_SPELT: Final[Mapping[int, str]] = MappingProxyType(
    str.maketrans(
        {
            "→": "->", "←": "<-", "↔": "<->", "×": "x", "–": "-", "—": "-", "−": "-", "·": "-", "…": "...",
            "≥": ">=", "≤": "<=", "±": "+/-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'",
            "«": '"', "»": '"', "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
            "√": "*", "✓": "*", "★": "*", "☆": "*", "σ": "s", "χ": "chi", "⁄": "/",
            "⚀": "1", "⚁": "2", "⚂": "3", "⚃": "4", "⚄": "5", "⚅": "6",
        }
    )
)  # fmt: skip


def tidy_ascii(text: str) -> str:
    """The nearest ASCII: our own signs spelt out, accents dropped, the rest as `?`."""
    if text.isascii():
        return text
    flat = unicodedata.normalize("NFKD", text.translate(_SPELT)).translate(_SPELT)
    return "".join(c if c.isascii() else "?" for c in flat if not unicodedata.combining(c))


@dataclass(frozen=True)
class Glyphs:
    """The signs of a picture.  `box` is: ─ │, then ┌ ┬ ┐, ├ ┼ ┤, └ ┴ ┘."""

    box: str
    spent: str
    mine: Mapping[str, str]  # the mark of each side: hollow and full, as in chess
    held: str  # a prize that somebody holds
    open: str  # a prize that nobody holds
    full: str
    empty: str
    more: str  # where a text was cut
    dot: str  # between things in one line
    arrow: str
    wounds: str  # ×, as in ×10
    facing: str  # eight directions, clockwise from north
    texture: Mapping[str, str]


UNICODE: Final = Glyphs(
    box="─│┌┬┐├┼┤└┴┘",
    spent="✓",
    mine=MappingProxyType({"a": "○", "b": "◆", "": " "}),
    held="★",
    open="☆",
    full="█",
    empty="░",
    more="…",
    dot="·",
    arrow="→",
    wounds="×",
    facing="↑↗→↘↓↙←↖",
    texture=MappingProxyType({"wood": "♣", "hill": "^", "marsh": "≈", "wall": "▒", "plain": "·"}),
)
ASCII: Final = Glyphs(
    box="-|+++++++++",
    spent="*",
    mine=MappingProxyType({"a": "o", "b": "x", "": " "}),
    held="$",
    open="$",
    full="#",
    empty=".",
    more="~",
    dot="-",
    arrow="->",
    wounds="x",
    facing="^/>\\v/<\\",
    texture=MappingProxyType({"wood": "%", "hill": "^", "marsh": "=", "wall": "H", "plain": "."}),
)


@dataclass(frozen=True)
class Pen:
    """Writes what a game says in the signs that are at hand."""

    ascii_only: bool = False

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.ascii_only else UNICODE

    def say(self, text: str) -> str:
        """Safe to print, whoever wrote it."""
        safe = clean(text)
        return tidy_ascii(safe) if self.ascii_only else safe

    def fit(self, text: str, width: int) -> str:
        """`say`, cut to `width` columns with a sign where something is missing."""
        said = self.say(text)
        if cell_len(said) <= width:
            return said
        return set_cell_size(said, width - 1).rstrip() + self.glyphs.more if width > 1 else said[:width]


def ink(text: str, style: str = "") -> Text:
    """The beginning of a row; what is appended to it does not inherit the style."""
    return Text().append(text, style)


def pad(row: Text, width: int) -> Text:
    """The row filled up with blanks to `width` columns."""
    row.pad_right(max(0, width - row.cell_len))
    return row


def wrap(text: str, width: int, hang: int = 0) -> list[str]:
    """Words in lines of at most `width` columns; later lines are indented by `hang`.  A word that is
    longer than a line is cut.  Wide characters count two columns."""
    lines, line = list[str](), ""
    for word in _pieces(text.split(" "), max(1, width - hang)):
        if line and cell_len(line) + 1 + cell_len(word) <= width:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line.rstrip())
        line = " " * (hang if lines else 0) + word if word else ""
    return [*lines, line.rstrip()] if line else lines


def _pieces(words: Sequence[str], width: int) -> Iterator[str]:
    for word in words:
        while cell_len(word) > width:
            cut = next(n for n in range(len(word), 0, -1) if cell_len(word[:n]) <= width or n == 1)
            yield word[:cut]
            word = word[cut:]  # noqa: PLW2901  (what is left of it)
        yield word


def console(file: IO[str] | None = None) -> Console:
    """A console that never fails to print: no markup, no colour where `NO_COLOR` is set or nobody
    looks, and characters that the file's encoding lacks written out.  Draw with
    `ascii_only=console.options.ascii_only`, which is true for every encoding but UTF."""
    out = file or sys.stdout
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    return Console(
        file=out,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        markup=False,
        emoji=False,
        highlight=False,
    )


def show(out: Console, rows: Iterable[Text]) -> None:
    """Print rows as they are; they were drawn to their width already."""
    for row in rows:
        out.print(row, no_wrap=True, overflow="ignore", crop=False)
