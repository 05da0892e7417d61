"""Ranges: the outline of all ground within a distance of the bases of a unit, and its name on the line.

The outline of many circles is what is left of slightly larger ones where the circles are cut out.
"""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from pbem.views.drawing.lettering import width
from pbem.views.drawing.markup import el, group, join, text
from pbem.views.drawing.scene import Box

__all__ = ["ring", "ring_label"]

_LINE: Final = 1.5


def ring(name: str, spots: Sequence[tuple[float, float]], r: float, ground: Box) -> Markup:
    """One outline at `r` pixels around spots, inside the ground; `name` tells it from other rings."""
    cut = join(*(el("circle", cx=x, cy=y, r=r, fill="#000") for x, y in spots))
    whole = el("rect", x=ground.x, y=ground.y, width=ground.w, height=ground.h, fill="#fff")
    box = {"x": ground.x, "y": ground.y, "width": ground.w, "height": ground.h}
    mask = el("mask", whole, cut, id=name, maskUnits="userSpaceOnUse", **box)
    around = [el("circle", cx=x, cy=y, r=r + _LINE, class_="f-mark-line") for x, y in spots]
    inside = [el("circle", cx=x, cy=y, r=r, class_="f-mark") for x, y in spots]
    return join(mask, group(*inside, opacity=0.08), group(*around, mask=f"url(#{name})"))


def ring_label(label: str, spots: Sequence[tuple[float, float]], r: float, ground: Box) -> Markup:
    """The words on the outline: at its top, or at its lower end where the top is off the ground."""
    half = width(label, 11) / 2 + 4
    top, low = min(spots, key=lambda s: s[1]), max(spots, key=lambda s: s[1])
    x, y = (top[0], top[1] - r) if top[1] - r > ground.y + 12 else (low[0], low[1] + r)
    x = min(max(x, ground.x + half), ground.x + ground.w - half)
    y = min(max(y + 4, ground.y + 12), ground.y + ground.h - 6)
    return text(label, x, y, "t11 mi halo s-ground f-mark-line")
