"""A unit as a token on a square: silhouette, letters, pips of hits, badges on its shoulders."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from markupsafe import Markup

from pbem.board import Piece
from pbem.views.drawing.lettering import cut, named
from pbem.views.drawing.marks import GLYPHS, elite, hexagon, hourglass, ink_of, pip_row, silhouette, tick
from pbem.views.drawing.markup import NOTHING, el, join, path, text

__all__ = ["SIZES", "Size", "outline", "token"]


class Size(NamedTuple):
    """Radius, scale and top of the silhouette, size and base line of the letters, pips."""

    r: float
    scale: float
    top: float
    letters: int
    line: float
    pip: float


SIZES: Final[Mapping[str, Size]] = MappingProxyType(
    {"wide": Size(27, 1.2, -25, 14, 14, 3), "narrow": Size(19, 0.75, -17.5, 11, 9, 2)}
)
_MOST_PIPS: Final = 7


def outline(side: str, r: float, class_: str) -> Markup:
    """A disc for Blue, an octagon for Red, a square for nobody; around 0, 0."""
    if side == "a":
        return el("circle", r=r, class_=class_, stroke_width=1.75)
    if side == "b":
        c = r * 0.52
        d = f"M{-c:.1f} {-r}H{c:.1f}L{r} {-c:.1f}V{c:.1f}L{c:.1f} {r}H{-c:.1f}L{-r} {c:.1f}V{-c:.1f}Z"
        return path(d, class_, stroke_width=1.5)
    return path(f"M{-r} {-r}H{r}V{r}H{-r}Z", class_, stroke_width=1.5)


def token(piece: Piece, size: Size) -> Markup:
    """The token, its middle at 0, 0."""
    tone, r = ink_of(piece.side), size.r
    glyph = tone.on if piece.side == "b" else tone.line
    figure = silhouette(piece.glyph, -12 * size.scale, size.top, size.scale, f"f-{glyph}")
    line = size.line if figure else size.letters * 0.2
    said = cut(named(piece.short or piece.id), size.letters, 1.7 * r, bold=True)
    letters = text(said, 0, line, f"{'t14' if size.letters == 14 else 't11'} w7 mi f-{tone.on}")
    return join(
        outline(piece.side, r, f"shape f-{tone.fill} s-{tone.line}"),
        figure,
        letters,
        _track(piece, size),
        _badges(piece, r),
        tick(r * 0.72, -r * 0.72) if "spent" in piece.flags else NOTHING,
    )


def _track(piece: Piece, size: Size) -> Markup:
    """Pips as large as fit in a row near the lower edge; numbers where there are too many."""
    left, of = piece.track
    y = size.r * (0.74 if piece.glyph in GLYPHS else 0.62)
    if not of:
        return NOTHING
    if of > _MOST_PIPS:
        return text(f"{left}/{of}", 0, y + 4, f"t11 mi f-{ink_of(piece.side).on}")
    gap = min(size.pip * 2.7, 1.45 * size.r / of)
    return pip_row((left, of), y, min(size.pip, gap * 0.41), gap, piece.side)


def _badges(piece: Piece, r: float) -> Markup:
    """The first on the left shoulder, more below it."""
    drawn = []
    for i, badge in enumerate(piece.badges):
        x, y = -r * 0.72, -r * 0.72 + i * 18
        if badge.role == "elite":
            drawn.append(elite(x, y, badge.text))
        elif badge.role == "level":
            drawn.append(el("circle", cx=x, cy=y, r=8.5, class_="f-card") + hexagon(x, y, badge.text, ""))
        elif badge.role == "fatigue":
            drawn.append(hourglass(x - 4, y - 5))
        elif badge.text:
            drawn.append(text(badge.text, x, y + 4, "t11 w7 mi halo s-ground f-ink"))
    return join(*drawn)
