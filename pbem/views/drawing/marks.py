"""The signs of a picture: sides, prizes, badges, silhouettes, dice, icons of cards.

Never colour alone: Blue is light, hollow, round and hatched, Red is dark, full, cut and plain, as in
chess.  Roles are closed lists; what is not on them is drawn `plain`, with its label.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from pbem.board import Badge
from pbem.views.drawing.markup import NOTHING, el, group, join, path, shift, text
from pbem.views.drawing.palette import SIDES, Ink

__all__ = [
    "DEFS",
    "GLYPHS",
    "ICONS",
    "NAMES",
    "arrow_of",
    "badge_text",
    "badge_words",
    "burst",
    "cross",
    "elite",
    "hexagon",
    "hourglass",
    "ink_of",
    "pip_row",
    "side_mark",
    "silhouette",
    "star",
    "tick",
]

NAMES: Final[Mapping[str, str]] = MappingProxyType({"a": "Blue", "b": "Red"})

# Silhouettes in a box of 24: who is who without reading.
GLYPHS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "flyer": "M12 2 14 8 23 13V16L14.5 14 14 18 17 21V22.5L12 21 7 22.5V21L10 18 9.5 14 1 16V13L10 8Z",
        "fast": "M1 9 6 7.5 14 8.5 18 5 22.5 6 23 9.5 19.5 11.5 18.5 14 21 20H18.5L15 14.5 9 14.5 6 17.5"
        " 6.5 20H4L3 16 4.5 11.5Z",
        "heavy": "M2 8 6 5H17L20 7H23.5V9.5L20.5 12V20H16.5V15.5H8.5V20H4.5V13L2 12Z",
        "walker": "M14 2H20L22.5 4.5V6.5L17.5 8 17 11 14.5 15 15.5 21.5H12L10.5 16.5 9 18V21.5H5.5L6 16 7 13"
        " 1 11V9L9 9.5 12.5 6Z",
    }
)  # fmt: skip

# Icons in a box of 24, drawn in lines: what a card is for.
ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "move": "M3 12h15M12.5 6 19 12l-6.5 6",
        "ranged": "M12 2v6M12 16v6M2 12h6M16 12h6M12 7a5 5 0 1 0 .01 0",
        "hth": "M4 20 20 4M20 4h-5M20 4v5M4 4 20 20M4 4h5M4 4v5",
        "defense": "M12 2 20 5V12C20 17 16 20.5 12 22 8 20.5 4 17 4 12V5Z",
        "special": "M12 3 14.6 9.2 21.3 9.8 16.2 14.2 17.8 20.8 12 17.2 6.2 20.8 7.8 14.2 2.7 9.8 9.4 9.2Z",
        "tactics": "M4 4h16v16H4ZM8 8l8 8M16 8l-2 2M8 16l2-2",
        "back": "M12 4 18.5 12 12 20 5.5 12Z",
        "plain": "M5 4h14v16H5ZM8 9h8M8 13h8",
    }
)

_STAR: Final = "M0-8 2.2-2.9 7.6-2.5 3.5 1 4.8 6.4 0 3.5-4.8 6.4-3.5 1-7.6-2.5-2.2-2.9Z"
_HEXAGON: Final = "M8 0 4 6.9H-4L-8 0-4-6.9H4Z"
_UPRIGHT: Final = "M0-9 7.5-4.5V4.5L0 9-7.5 4.5V-4.5Z"
_BURST: Final = "M0-9 2.4-3.6 8-5.6 4.8 0 8 5.6 2.4 3.6 0 9-2.4 3.6-8 5.6-4.8 0-8-5.6-2.4-3.6Z"
_CHEVRONS: Final = MappingProxyType(
    {"1": "M-3.8 2.2 0-1.6 3.8 2.2", "2": "M-3.8 .2 0-3.4 3.8 .2M-3.8 4.2 0 .6 3.8 4.2"}
)


def _arrow(name: str, class_: str, size: int) -> Markup:
    head = path("M0 0 8 4 0 8Z", class_)
    return el(
        "marker", head, id=name, viewBox="0 0 8 8", refX=6.5, refY=4, markerWidth=size, markerHeight=size,
        markerUnits="userSpaceOnUse", orient="auto",
    )  # fmt: skip


def _pattern(name: str, step: float, band: float, ground: str, line: str, **more: float) -> Markup:
    rows = el("rect", width=step, height=step, class_=f"f-{ground}")
    rows += el("rect", width=band, height=step, class_=f"f-{line}", **more)
    return el(
        "pattern", rows, id=name, width=step, height=step, patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )  # fmt: skip


def _side_marks() -> Markup:
    ring = el("circle", cx=7, cy=7, r=5.6, class_="f-blue s-blue-line", stroke_width=2)
    hatched = ring + path("M3 9 9 3M5 11 11 5", "nf s-blue-line", stroke_width=1.4)
    diamond = path("M7 .8 13.2 7 7 13.2 .8 7Z", "f-red-ink")
    open_ = path("M7 2 12.5 12H1.5Z", "nf s-ink2", stroke_width=1.6)
    drawn = {"a": hatched, "b": diamond, "": open_}
    return join(*(el("g", mark, id=f"mk{side}") for side, mark in drawn.items()))


def _tick() -> Markup:
    disc = el("circle", r=6.5, class_="f-card s-ink", stroke_width=1.4)
    return el("g", disc, path("M-3.1 .2-.8 2.6 3.1-2.2", "nf s-ink", stroke_width=1.9), id="tick")


# Everything that other elements refer to by name, once in a document.
DEFS: Final = el(
    "defs",
    _side_marks(),
    _tick(),
    path(_HEXAGON, "nf", id="hx", stroke_width=1.4),
    _pattern("hatch", 5, 2, "blue", "blue-line"),
    _pattern("tint", 9, 1.2, "blue-tint", "blue-line", fill_opacity=0.4),
    _arrow("to", "f-ink", 9),
    _arrow("to-a", "f-blue-line", 10),
    _arrow("to-b", "f-red-ink", 10),
)


def ink_of(side: str) -> Ink:
    return SIDES.get(side, SIDES[""])


def arrow_of(side: str) -> str:
    """Reference to the head of an arrow in a side's colour."""
    return f"url(#to-{side})" if side in NAMES else "url(#to)"


def side_mark(side: str, x: float = 0, y: float = 0) -> Markup:
    """The mark of a side in words and lists: a hatched ring, a full diamond; 14 wide, 14 high."""
    name = side if side in NAMES else ""
    return el("use", href=f"#mk{name}", x=x or None, y=y or None)


def star(x: float, y: float, owner: str) -> Markup:
    """A prize: hatched Blue's, full Red's, hollow nobody's."""
    paint = {"a": "s-blue-line", "b": "f-red-ink s-red-ink"}.get(owner, "f-card s-ink2")
    fill = "url(#hatch)" if owner == "a" else None
    shape = path(_STAR, paint + " r", fill=fill, stroke_width=1.6)
    return group(shape, transform=f"{shift(x, y)} scale(1.15)")


def hexagon(x: float, y: float, words: str, side: str) -> Markup:
    """A level in its hexagon, in the colour of text on the chip."""
    tone = ink_of(side)
    line = tone.on if side == "b" else tone.line
    shape = el("use", href="#hx", x=x, y=y, class_=f"s-{line}")
    return shape + text(words, x, y + 4, f"t11 w7 mi f-{tone.on}")


def elite(x: float, y: float, words: str) -> Markup:
    """An upright hexagon with one chevron or two; any other text stands in it."""
    shape = path(_UPRIGHT, "f-card s-ink", stroke_width=1.4)
    chevrons = _CHEVRONS.get(words)
    sign = path(chevrons, "nf s-ink", stroke_width=1.8) if chevrons else text(words, 0, 4, "t11 w7 mi f-ink")
    return group(shape, sign, transform=shift(x, y))


def hourglass(x: float, y: float) -> Markup:
    """A token of fatigue, 8 wide and 11 high, from its top left corner."""
    return path("M0 0H8L0 11H8Z", "f-card s-ink rd", transform=shift(x, y), stroke_width=1.3)


def tick(x: float, y: float, scale: float = 1) -> Markup:
    """Has acted."""
    if scale == 1:
        return el("use", href="#tick", x=x, y=y)
    return el("use", href="#tick", transform=f"{shift(x, y)} scale({scale})")


def burst(x: float, y: float, side: str, *, hit: bool, scale: float = 1) -> Markup:
    """Where a shot arrived: full where it hit, hollow where it did not."""
    tone = ink_of(side)
    shape = path(_BURST, f"f-{tone.ink if hit else 'card'} s-{tone.ink} rd", stroke_width=1.5)
    return group(shape, transform=shift(x, y) + (f" scale({scale})" if scale != 1 else ""))


def cross(x: float, y: float, r: float, side: str) -> Markup:
    """Where something fell: a dashed ring with a cross, in its side's colour."""
    tone, arm = ink_of(side), r * 0.5
    ring = el("circle", r=r, class_=f"nf s-{tone.ink}", stroke_dasharray="2.5 2.5", stroke_width=1.25)
    bars = path(
        f"M{-arm:.1f} {-arm:.1f}L{arm:.1f} {arm:.1f}M{arm:.1f} {-arm:.1f}L{-arm:.1f} {arm:.1f}",
        f"nf s-{tone.ink}",
        stroke_width=1.4,
    )
    return group(ring, bars, transform=shift(x, y))


def silhouette(glyph: str, x: float, y: float, scale: float, class_: str) -> Markup:
    """A role's silhouette with its box of 24 × `scale` at x, y; nothing for an unknown role."""
    d = GLYPHS.get(glyph)
    return path(d, class_, transform=f"{shift(x, y)} scale({scale})") if d else NOTHING


def badge_text(badge: Badge) -> str:
    """A badge in a word: "×10", "elite 2", "level 5"."""
    if badge.role == "models":
        return badge.text if badge.text.startswith("×") else f"×{badge.text}"
    return f"{badge.role} {badge.text}".strip()


def badge_words(badges: tuple[Badge, ...]) -> str:
    """Badges in words, for labels: "level 5, ×10, elite 2"."""
    return ", ".join(map(badge_text, badges))


def pip_row(count: tuple[int, int], y: float, r: float, gap: float, side: str) -> Markup:
    """Pips in a row around x = 0: full what is left, hollow what is lost."""
    left, of = count
    tone = ink_of(side)
    line = tone.on if side == "b" else tone.line
    return join(
        *(
            el("circle", cx=(i - (of - 1) / 2) * gap, cy=y, r=r, stroke_width=1,
               class_=f"{f'f-{line}' if i < left else 'nf'} s-{line}")
            for i in range(of)
        )
    )  # fmt: skip
