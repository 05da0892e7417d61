"""Terrain: woods of canopies, hills in contours, marsh with reeds, walls in courses; names beside them."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from markupsafe import Markup

from pbem.board import Area
from pbem.views.drawing.lettering import named, width
from pbem.views.drawing.markup import NOTHING, el, group, join, path, shift, text
from pbem.views.drawing.scene import Box

__all__ = ["DEFS", "area", "area_label", "label_box"]

Point = tuple[float, float]
Place = Callable[[float, float], Point]

_INCH: Final = 15.9  # pixels of an inch for which trees are drawn
_CANOPY: Final = (
    "M0-10C4-11 6-8 6-6 9-6 11-3 9.4 0 11 3 8 6.5 6 6 5 9.5 1 10.5-1 9-4 10.5-7.5 8-7 5.5-10.5 4.5-11 .5"
    "-9-1.5-10.5-5-7-8-4.5-7.5-4-9.5-2-10.5 0-10Z"
)
_LEAVES: Final = "M-4-1.5C-3-4.5 1-5 3-3M-1 3.5C1 5 4 4 5 2"
_REED: Final = "M-7 4H7M-4 4-5-2M0 4V-6M4 4 5.5-1"

DEFS: Final = el(
    "defs",
    el(
        "g",
        path(_CANOPY, "f-wood s-woodink", stroke_width=1.2),
        path(_LEAVES, "nf s-woodink rd", stroke_width=1),
        id="tree",
    ),
    path(_REED, "nf s-marshink rd", id="reed", stroke_width=1.4),
)
INKS: Final = {"wood": "woodink", "hill": "hillink", "marsh": "marshink", "wall": "ink2", "plain": "ink2"}


def area(ground: Area, at: Place, inch: float) -> Markup:
    """One piece of terrain; `inch` in pixels.  An unknown texture is an outline."""
    points = [at(x, y) for x, y in ground.points]
    if not points:
        return NOTHING
    if ground.texture == "wall" or len(points) < 3:
        return _wall(points, inch) if ground.texture == "wall" else _line(points)
    if ground.texture == "wood":
        shape = path(
            _closed(points), "f-wood s-woodink rd", fill_opacity=0.55, stroke_width=1.4,
            stroke_dasharray="1 4",
        )  # fmt: skip
        big = max(0.62, inch / _INCH)
        trees = [
            el("use", href="#tree", transform=f"{shift(x, y)} scale({(0.72 + 0.4 * size) * big:.2f})")
            for x, y, size in _scattered(points, 24 * big)
        ]
        return group(shape, *trees)
    if ground.texture == "hill":
        return group(
            *(
                path(_smooth(_shrunk(points, k)), "f-hill s-hillink", fill_opacity=fill, stroke_width=1.2)
                for k, fill in ((1, 0.45), (0.66, 0.6), (0.34, 0.8))
            )
        )
    if ground.texture == "marsh":
        shape = path(
            _smooth(points), "f-marsh s-marshink", fill_opacity=0.75, stroke_width=1.2,
            stroke_dasharray="7 4",
        )  # fmt: skip
        spread = max(21.0, 34 * inch / _INCH)
        reeds = [el("use", href="#reed", transform=shift(x, y)) for x, y, _ in _scattered(points, spread)]
        return group(shape, *reeds)
    return path(_closed(points), "nf s-ink2", stroke_width=1.2, stroke_dasharray="2 6", stroke_opacity=0.7)


def area_label(ground: Area, at: Place, table: Box) -> Markup:
    """The name of an area in italics, below it, or above it where the table ends."""
    spot = _label_spot(ground, at, table)
    if spot is None:
        return NOTHING
    token = INKS.get(ground.texture, "ink2")
    return text(named(ground.label), *spot, f"mi it halo s-ground f-{token}")


def label_box(ground: Area, at: Place, table: Box) -> Box | None:
    """The room that the name of an area takes; None where it has none."""
    spot = _label_spot(ground, at, table) if ground.label else None
    if spot is None:
        return None
    wide = width(named(ground.label), 12)
    return Box(spot[0] - wide / 2, spot[1] - 11, wide, 14)


def _label_spot(ground: Area, at: Place, table: Box) -> Point | None:
    """The middle of the line on which the name of an area is written."""
    points = [at(x, y) for x, y in ground.points]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    half = width(ground.label, 12) / 2 + 4
    x = min(max((min(xs) + max(xs)) / 2, table.x + half), table.x + table.w - half)
    y = max(ys) + 15
    if y > table.y + table.h - 6:
        y = min(ys) - 6
    return x, max(y, table.y + 14)


def _closed(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _line(points: Sequence[Point]) -> Markup:
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return path(d, "nf s-ink2", stroke_width=1.2, stroke_dasharray="2 6", stroke_opacity=0.7)


def _wall(points: Sequence[Point], inch: float) -> Markup:
    """Two lines with courses of stones between them; a wall with an area is its outline in stone."""
    closed = len(points) > 2
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")
    thick = max(5.0, 0.5 * inch)
    return join(
        path(d, "nf s-feature", stroke_width=thick),
        path(d, "nf s-card", stroke_width=thick - 3),
        path(d, "nf s-feature", stroke_width=thick - 2, stroke_dasharray="1.2 9.9"),
    )


def _shrunk(points: Sequence[Point], k: float) -> list[Point]:
    """The outline drawn in towards its middle, and a little to the top left, as hills are drawn."""
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return [(mx + (x - mx) * k, my + (y - my) * k) for x, y in points]


def _smooth(points: Sequence[Point]) -> str:
    """A round outline: curves from middle to middle of the edges, the corners as handles."""
    middles = [
        ((x1 + x2) / 2, (y1 + y2) / 2)
        for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True)
    ]
    start = middles[-1]
    d = f"M{start[0]:.1f} {start[1]:.1f}"
    for (x, y), (mx, my) in zip(points, middles, strict=True):
        d += f"Q{x:.1f} {y:.1f} {mx:.1f} {my:.1f}"
    return d + "Z"


def _scattered(points: Sequence[Point], apart: float) -> Iterator[tuple[float, float, float]]:
    """Points inside a polygon, about so far apart, with a number from 0 to 1 each; the same every time."""
    seed = int(sum(x * 7 + y * 13 for x, y in points)) or 1
    xs, ys = [x for x, _ in points], [y for _, y in points]
    row = 0
    y = min(ys) + apart * 0.6
    while y < max(ys) - apart * 0.3:
        x = min(xs) + apart * (0.55 if row % 2 else 0.95)
        while x < max(xs) - apart * 0.3:
            seed = (seed * 1103515245 + 12345) % 2**31
            jx, jy, size = (seed >> 4) % 100 / 100, (seed >> 11) % 100 / 100, (seed >> 18) % 100 / 100
            px, py = x + (jx - 0.5) * apart * 0.55, y + (jy - 0.5) * apart * 0.45
            if _inside(px, py, points) and _margin(px, py, points) > apart * 0.4:
                yield px, py, size
            x += apart * 1.05
        y += apart * 0.9
        row += 1


def _inside(x: float, y: float, points: Sequence[Point]) -> bool:
    odd = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def _margin(x: float, y: float, points: Sequence[Point]) -> float:
    """Distance from the nearest edge."""
    best = math.inf
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        dx, dy = x2 - x1, y2 - y1
        along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1)))
        best = min(best, math.hypot(x - x1 - along * dx, y - y1 - along * dy))
    return best
