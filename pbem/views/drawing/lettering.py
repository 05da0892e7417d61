"""How wide words are, without a font at hand: Arial's widths, with room for wider fonts."""

import unicodedata
from typing import Final

from markupsafe import Markup

from pbem.views.drawing.markup import text
from pbem.views.terminal import clean

__all__ = ["cut", "fitted", "named", "width"]

# Letters by their width in thousandths of the size.
_WIDTHS: Final = {
    191: "'", 222: "ijl", 260: "|", 278: " !,./:;I[\\]ft", 333: "()-r`", 355: '"', 389: "*{}", 469: "^",
    500: "Jcksvxyz", 556: "#$0123456789?L_abdeghnopqu", 584: "+<=>~", 611: "FTZ", 667: "&ABEKPSVXY",
    722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1015: "@",
}  # fmt: skip
_WIDTH: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_BOLD: Final = 1.07
_LEAST: Final = 0.86  # so far are letters squeezed


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Width in pixels, about."""
    return sum(map(_letter, words)) * size / 1000 * (_BOLD if bold else 1)


def _letter(letter: str) -> int:
    known = _WIDTH.get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter):
        return 0
    return 1000 if unicodedata.east_asian_width(letter) in "WF" else 600


def cut(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Words cut to the room, with a sign where something is missing."""
    if width(words, size, bold=bold) <= room:
        return words
    while words and width(words + "…", size, bold=bold) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def named(label: str) -> str:
    """A name as it stands in a picture: safe, and with a capital."""
    said = clean(label)
    return said[:1].upper() + said[1:]


def fitted(
    label: str, short: str, x: float, y: float, class_: str, *, size: float, room: float, bold: bool = False
) -> Markup:
    """A name in its room: whole, squeezed a little, its short form, or cut."""
    words = named(label)
    if width(words, size, bold=bold) * _LEAST > room:
        words = named(short) if short else words
        words = cut(words, size, room / _LEAST, bold=bold)
    wide = width(words, size, bold=bold)
    # A wider font than Arial is squeezed to what Arial would take; all others stay as they are.
    tight = min(wide, room) if wide > room * _LEAST else None
    adjust = "spacingAndGlyphs" if tight else None
    return text(words, x, y, class_, textLength=tight, lengthAdjust=adjust)
