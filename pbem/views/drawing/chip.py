"""A unit as a chip: spine, code, name, level, models, and under them what is left of it.

Three sizes: `full` with its name, `half` without, `small` for a telephone.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from markupsafe import Markup

from pbem.board import Badge, Piece
from pbem.views.drawing.lettering import fitted, width
from pbem.views.drawing.marks import badge_text, elite, hexagon, hourglass, ink_of, tick
from pbem.views.drawing.markup import NOTHING, el, join, num, path, text

__all__ = ["SIZES", "Size", "chip", "more_chip", "outline"]

Name = Literal["full", "half", "small"]


class Size(NamedTuple):
    """Width and height; where code and words begin; base line, top and height of the bar."""

    w: float
    h: float
    x: float
    line: float
    bar: float
    thick: float


SIZES: Final[Mapping[str, Size]] = MappingProxyType(
    {
        "full": Size(178, 31, 17, 14, 20, 6),
        "half": Size(87, 31, 13, 14, 20, 6),
        "small": Size(80, 22, 11, 12.5, 16, 4),
    }
)
_MOST_BOXES: Final = 24  # a bar of more is not cut into boxes
_LEVEL: Final = 18  # room of a hexagon


def outline(side: str, w: float, h: float, class_: str) -> Markup:
    """The outline of a chip: round for Blue, cut for Red, square for nobody."""
    if side == "a":
        return el("rect", width=w, height=h, rx=9, class_=class_)
    if side == "b":
        d = f"M6 0H{num(w - 6)}L{num(w)} 6V{h - 6}L{num(w - 6)} {h}H6L0 {h - 6}V6Z"
        return path(d, class_)
    return el("rect", width=w, height=h, class_=class_)


@cache
def chip(piece: Piece, size: Size, *, names: bool) -> Markup:
    """The chip, its top left corner at 0, 0.  A match draws the same ones again and again: they are kept."""
    tone = ink_of(piece.side)
    body = outline(piece.side, size.w, size.h, f"shape f-{tone.fill} s-{tone.line}")
    line = size.line if piece.track[1] else size.h / 2 + 4
    code = text(piece.id, size.x, line, f"w7 f-{tone.on}")
    right, badges = _badges(piece, size, line, names=names)
    name = NOTHING
    if names:
        x = size.x + max(21, width(piece.id, 12, bold=True) + 6)
        room = right - x - 3
        if room > 24:
            name = fitted(piece.label, piece.short, x, line, f"f-{tone.on}", size=12, room=room)
    done = tick(size.x * 0.27, size.h / 2, 1 if size.h > 25 else 0.78) if "spent" in piece.flags else NOTHING
    return join(body, _spine(piece.side, size), code, name, badges, _bar(piece, size, names=names), done)


def more_chip(count: int, size: Size) -> Markup:
    """ "+3": what a crowded place does not show."""
    box = outline("", size.w, size.h, "shape f-card s-rule2 rd")
    return box + text(f"+{count}", size.w / 2, size.h / 2 + 4, "w7 mi f-ink")


def _spine(side: str, size: Size) -> Markup:
    """The pattern of a side on the left edge: hatched for Blue, plain for Red."""
    edge, h = size.x - 5.5, size.h
    if side == "a":
        d = f"M9 1.2H{num(edge)}V{num(h - 1.2)}H9Q1.2 {num(h - 1.2)} 1.2 {h - 9}V9Q1.2 1.2 9 1.2Z"
        return path(d, "spine", fill="url(#hatch)")
    if side == "b":
        return path(f"M6 0H{num(edge)}V{h}H6L0 {h - 6}V6Z", "f-red-on", fill_opacity=0.18)
    return NOTHING


def _badges(piece: Piece, size: Size, line: float, *, names: bool) -> tuple[float, Markup]:
    """Badges from the right edge inwards, and where they begin.  Where not all have room, the number of
    models goes first: the level decides more, and the bar shows how many there are."""
    left = size.x + width(piece.id, 12, bold=True) + 2
    order = sorted(piece.badges, key=lambda badge: _ORDER.get(badge.role, 9))
    for shown in (order, [badge for badge in order if badge.role != "models"]):
        right, drawn = _row(shown, piece.side, size, line, column=names)
        if right >= left:
            return right, join(*drawn)
    return size.w - 6, NOTHING


def _row(
    badges: Sequence[Badge], side: str, size: Size, line: float, *, column: bool
) -> tuple[float, list[Markup]]:
    right, drawn = size.w - 6, []
    for badge in badges:
        took, mark = _badge(badge, right, line, side, f"f-{ink_of(side).on}")
        right -= took
        drawn.append(mark)
        if badge.role == "models" and column:
            right = min(right, size.w - 32)  # hexagons of all chips stand in one column
    return right, drawn


_ORDER: Final[Mapping[str, int]] = MappingProxyType({"models": 0, "level": 1, "elite": 2, "fatigue": 3})


def _badge(badge: Badge, right: float, line: float, side: str, tone: str) -> tuple[float, Markup]:
    """A badge that ends at `right`: its room and its drawing.  An unknown role is its text."""
    if badge.role == "level":
        return _LEVEL, hexagon(right - _LEVEL / 2, line - 4, badge.text, side)
    if badge.role == "elite":
        return _LEVEL + 2, elite(right - _LEVEL / 2, line - 4, badge.text)
    if badge.role == "fatigue":
        drawn = hourglass(right - 8, line - 10) + text(badge.text, right - 11, line, f"en t11 {tone}")
        return 14 + width(badge.text, 11), drawn
    words = badge_text(badge)
    return width(words, 12) + 4, text(words, right, line, f"en {tone}")


def _bar(piece: Piece, size: Size, *, names: bool) -> Markup:
    """A box cut into what was there at first, filled with what is left; in full the numbers beside it."""
    left, of = piece.track
    if not of:
        return NOTHING
    tone = ink_of(piece.side)
    line = tone.on if piece.side == "b" else tone.line
    end = size.w - (44 if names else 8)
    box = el(
        "rect", x=size.x, y=size.bar, width=end - size.x, height=size.thick, rx=1, class_=f"nf s-{line}",
        stroke_width=1,
    )  # fmt: skip
    step = (end - size.x - 2) / of
    gap = 1.6 if step > 4 else 0.8
    dashes = f"{step - gap:.2f} {gap}" if 1 < of <= _MOST_BOXES else None
    fill = path(
        f"M{size.x + 1} {size.bar + size.thick / 2}h{max(0.0, left * step - (gap if dashes else 0)):.1f}",
        f"nf s-{line}",
        stroke_width=size.thick - 2,
        stroke_dasharray=dashes,
    )
    shown = [box, fill] if left > 0 else [box]
    if names:
        shown.append(text(f"{left}/{of}", size.w - 6, size.bar + 7, f"t11 en f-{tone.on}"))
    return join(*shown)
