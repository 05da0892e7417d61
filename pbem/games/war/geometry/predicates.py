"""Exact answers about points, segments, polygons and discs.  All segments are closed and may be points.

Exact touch is not overlap (`swept`); for sight, touch counts (`crossed`).
"""

from typing import NamedTuple

from pbem.games.war.geometry.numbers import Point

__all__ = [
    "Box", "Piece", "contains", "crossed", "in_poly", "near", "orient", "piece", "pt_seg", "seg_hit",
    "swept",
]  # fmt: skip

Box = tuple[int, int, int, int]  # x0, y0, x1, y1


class Piece(NamedTuple):
    """A piece of terrain: `area` (a simple polygon) or a line; each flag acts by itself."""

    name: str
    area: bool
    edges: tuple[tuple[Point, Point], ...]
    box: Box
    difficult: bool = False
    cover: bool = False
    obstacle: bool = False
    blocks_los: bool = False
    impassable: bool = False


def piece(name: str, kind: str, points: tuple[Point, ...], flags: tuple[str, ...]) -> Piece:
    """A piece from its points; kind `area` or `line`, flags as the fields of `Piece` are called."""
    area = kind == "area"
    ends = (*points[1:], points[0]) if area else points[1:]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    edges = tuple(zip(points, ends, strict=False))
    return Piece(name, area, edges, (min(xs), min(ys), max(xs), max(ys)), **dict.fromkeys(flags, True))


def orient(a: Point, b: Point, c: Point) -> int:
    """Positive where c is to the left of a → b, 0 where it is on that line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def pt_seg(p: Point, a: Point, b: Point, r: int) -> int:
    """Its sign tells whether p is nearer to the segment ab than r (negative), at r (0) or farther."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    wx, wy = p[0] - a[0], p[1] - a[1]
    t = vx * wx + vy * wy
    if t <= 0:
        return wx * wx + wy * wy - r * r
    l2 = vx * vx + vy * vy
    if t >= l2:
        wx, wy = p[0] - b[0], p[1] - b[1]
        return wx * wx + wy * wy - r * r
    cross = vx * wy - vy * wx
    return cross * cross - r * r * l2


def seg_hit(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd have a point in common."""
    o1, o2 = orient(a, b, c), orient(a, b, d)
    if (o1 > 0 and o2 > 0) or (o1 < 0 and o2 < 0):
        return False
    o3, o4 = orient(c, d, a), orient(c, d, b)
    if (o3 > 0 and o4 > 0) or (o3 < 0 and o4 < 0):
        return False
    if o1 or o2 or o3 or o4:
        return True
    return (  # all on one line (or points): they meet where their boxes do
        min(a[0], b[0]) <= max(c[0], d[0])
        and min(c[0], d[0]) <= max(a[0], b[0])
        and min(a[1], b[1]) <= max(c[1], d[1])
        and min(c[1], d[1]) <= max(a[1], b[1])
    )


def in_poly(edges: tuple[tuple[Point, Point], ...], p: Point) -> bool:
    """Whether p is inside the polygon or on its edge, whichever way round it is given."""
    y = p[1]
    inside = False
    for a, b in edges:
        side = orient(a, b, p)
        if side == 0 and pt_seg(p, a, b, 0) == 0:
            return True
        if (a[1] > y) != (b[1] > y):
            inside ^= (side > 0) == (b[1] > a[1])
    return inside


def contains(it: Piece, p: Point) -> bool:
    """Whether the area has p in it or on its edge, or the line has p exactly on it."""
    x0, y0, x1, y1 = it.box
    if not (x0 <= p[0] <= x1 and y0 <= p[1] <= y1):
        return False
    if it.area:
        return in_poly(it.edges, p)
    return any(pt_seg(p, a, b, 0) == 0 for a, b in it.edges)


def near(it: Piece, p: Point, r: int) -> bool:
    """Whether p is at most r away from the piece."""
    return contains(it, p) or any(pt_seg(p, a, b, r) <= 0 for a, b in it.edges)


def swept(it: Piece, a: Point, b: Point, r: int) -> bool:
    """Whether a disc of radius r on its way from a to b comes strictly nearer to the piece than r."""
    x0, y0, x1, y1 = it.box
    (ax, ay), (bx, by) = a, b
    if ax + r <= x0 and bx + r <= x0:
        return False
    if ax - r >= x1 and bx - r >= x1:
        return False
    if ay + r <= y0 and by + r <= y0:
        return False
    if ay - r >= y1 and by - r >= y1:
        return False
    if it.area and in_poly(it.edges, a):
        return True
    for c, d in it.edges:
        if (
            pt_seg(a, c, d, r) < 0
            or pt_seg(b, c, d, r) < 0
            or pt_seg(c, a, b, r) < 0
            or pt_seg(d, a, b, r) < 0
            or seg_hit(a, b, c, d)
        ):
            return True
    return False


def crossed(it: Piece, a: Point, b: Point) -> bool:
    """Whether the segment ab has a point in common with the piece; touch counts."""
    x0, y0, x1, y1 = it.box
    (ax, ay), (bx, by) = a, b
    if (ax < x0 and bx < x0) or (ax > x1 and bx > x1) or (ay < y0 and by < y0) or (ay > y1 and by > y1):
        return False
    return any(seg_hit(a, b, c, d) for c, d in it.edges) or (it.area and in_poly(it.edges, a))
