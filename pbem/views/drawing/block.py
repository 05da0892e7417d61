"""A unit as bases to scale on open ground: models, a wedge where it faces, and a flag behind it."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from pbem.board import Piece
from pbem.views.drawing.lettering import width
from pbem.views.drawing.marks import hourglass, ink_of, tick
from pbem.views.drawing.markup import NOTHING, el, group, join, num, path, shift, text
from pbem.views.drawing.scene import Box

__all__ = ["Flag", "acted", "bases", "flag", "flag_size", "flag_spots"]

FLAG: Final = 18  # height of a flag
_MANY: Final = 4  # from here on, one hourglass and a number
_GAP: Final = 4
_STAR: Final = "M0-9 2.4-2.9 9-2.8 3.8 1.2 5.6 7.6 0 4-5.6 7.6-3.8 1.2-9-2.8-2.4-2.9Z"


class Flag(NamedTuple):
    """What a flag says: code, number of models (or ""), tokens of fatigue and whether they hang below it."""

    code: str
    models: str
    fatigue: int
    below: bool


def bases(piece: Piece, models: Sequence[tuple[float, float]], r: float, facing: float) -> Markup:
    """The models at their pixels around the unit's own point, and the wedge before them."""
    tone = ink_of(piece.side)
    body = f"shape f-{tone.fill} s-{tone.line}"
    shapes = [el("circle", cx=x, cy=y, r=r - 0.8, class_=body, stroke_width=1.6) for x, y in models]
    if any(badge.role == "elite" for badge in piece.badges):
        x, y = models[0]
        sign = tone.on if piece.side == "b" else tone.line
        shapes.append(path(_STAR, f"f-{sign}", transform=f"{shift(x, y)} scale({r / 11:.2f})"))
    return join(*shapes, _wedge(models, r, facing, tone.ink if piece.side == "b" else tone.line))


def _wedge(models: Sequence[tuple[float, float]], r: float, facing: float, token: str) -> Markup:
    """A filled wedge in front of the front rank, in the middle of it."""
    if not models:
        return NOTHING
    turn = math.radians(facing)
    fx, fy = math.sin(turn), -math.cos(turn)
    ahead = [x * fx + y * fy for x, y in models]
    side = [-x * fy + y * fx for x, y in models]
    front = max(ahead)
    rank = [s for s, a in zip(side, ahead, strict=True) if a > front - r]
    middle = (min(rank) + max(rank)) / 2
    x, y = fx * front - fy * middle, fy * front + fx * middle
    size = max(4.5, min(7.0, r))
    d = f"M{num(-size)} {num(-r - 2.5)}L0 {num(-r - 2.5 - size * 1.1)}L{num(size)} {num(-r - 2.5)}Z"
    return path(d, f"f-{token}", transform=f"{shift(x, y)} rotate({num(facing)})")


def flag_size(said: Flag) -> tuple[float, float]:
    """Width and height of a flag."""
    w = 15 + width(said.code, 12, bold=True) + (width(said.models, 12) + 5 if said.models else 0)
    glasses = _glasses(said)
    if said.below:
        return max(w, glasses), FLAG + (14 if said.fatigue else 0)
    return w + (glasses + 3 if said.fatigue else 0), FLAG


def _glasses(said: Flag) -> float:
    if said.fatigue >= _MANY:
        return 12 + width(str(said.fatigue), 11)
    return 11 * said.fatigue


def flag(said: Flag, side: str, x: float, y: float) -> Markup:
    """The flag with its top left corner at x, y: rounded for Blue, swallow-tailed for Red."""
    tone = ink_of(side)
    w, _ = flag_size(said)
    if said.below:
        w = flag_size(Flag(said.code, said.models, 0, below=True))[0]
    if side == "a":
        d = f"M4 0H{num(w - 9)}A9 9 0 0 1 {num(w - 9)} 18H4A4 4 0 0 1 0 14V4A4 4 0 0 1 4 0Z"
    elif side == "b":
        d = f"M0 0H{num(w)}L{num(w - 6)} 9 {num(w)} 18H0Z"
    else:
        d = f"M0 0H{num(w)}V18H0Z"
    cloth = path(d, f"shape f-{tone.fill} s-{tone.line}", stroke_width=1.5)
    code = text(said.code, 6, 13, f"w7 f-{tone.on}")
    at = 6 + width(said.code, 12, bold=True) + 5
    count = text(said.models, at, 13, f"f-{tone.on}") if said.models else NOTHING
    left = 2.0 if said.below else at + (width(said.models, 12) + 4 if said.models else 0)
    tokens = _fatigue(said, left, 20.5 if said.below else 3.5, "ink" if said.below else tone.on)
    return group(cloth, code, count, tokens, transform=shift(x, y))


def _fatigue(said: Flag, x: float, y: float, token: str) -> Markup:
    if said.fatigue >= _MANY:
        return hourglass(x, y) + text(str(said.fatigue), x + 11, y + 9.5, f"t11 f-{token}")
    return join(*(hourglass(x + 11 * i, y) for i in range(said.fatigue)))


def flag_spots(body: Box, size: tuple[float, float], facing: float) -> list[Box]:
    """Where a flag may stand: behind its unit, then left, right, before it, then at the corners."""
    w, h = size
    middle_x, middle_y = body.x + body.w / 2 - w / 2, body.y + body.h / 2 - h / 2
    over, under = body.y - h - _GAP, body.y + body.h + _GAP
    left, right = body.x - w - _GAP, body.x + body.w + _GAP
    up, down = Box(middle_x, over, w, h), Box(middle_x, under, w, h)
    west, east = Box(left, middle_y, w, h), Box(right, middle_y, w, h)
    quarter = round(facing / 90) % 4  # 0 up the picture, 1 to the right, …
    around = [down, west, east, up] if quarter == 0 else [up, east, west, down]
    if quarter == 1:
        around = [west, up, down, east]
    elif quarter == 3:
        around = [east, down, up, west]
    corners = [Box(x, y, w, h) for y in (under, over) for x in (left, right)]
    shifted = [Box(middle_x + dx, y, w, h) for y in (under, over) for dx in (-w / 2, w / 2)]
    far = [Box(middle_x, body.y + body.h + _GAP + 20, w, h), Box(middle_x, body.y - h - _GAP - 20, w, h)]
    return around + shifted + corners + far


def acted(piece: Piece, x: float, y: float) -> Markup:
    """The tick of a unit that has acted, on a corner of its flag."""
    return tick(x, y) if "spent" in piece.flags else NOTHING
