"""The ground and everybody on it: bases (discs), terrain, and who is in whose way."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pbem.games.war.geometry.numbers import Point
from pbem.games.war.geometry.predicates import Box, Piece, pt_seg, swept

__all__ = [
    "CONTACT", "NEAR", "Body", "Field", "Other", "Path", "box_of", "closest", "gap_at_most", "impassable",
    "on_table", "others", "overlapped", "pathway", "touching",
]  # fmt: skip

CONTACT: Final = 2  # a gap of at most this is base contact
NEAR: Final = 100  # what is called near: beside an obstacle, engaged
Path = tuple[Point, ...]  # where a model walks, both ends included


class Body(NamedTuple):
    """A unit: round bases of radius r at `pos`, in the order of the numbers of its models."""

    id: str
    owner: str
    r: int
    pos: tuple[Point, ...]


class Field(NamedTuple):
    """A table of width × height with bodies and terrain.  `enemy_gap` is what an ordinary move must
    keep from enemies (never less than just out of contact).  `hand` −1 is a table in a mirror, where
    left is right; only tests use it."""

    width: int
    height: int
    bodies: tuple[Body, ...] = ()
    pieces: tuple[Piece, ...] = ()
    enemy_gap: int = 0
    hand: int = 1

    def body(self, name: str) -> Body:
        return next(body for body in self.bodies if body.id == name)

    def but(self, *bodies: Body) -> "Field":
        """The same with these in the places of those of their names."""
        new = {body.id: body for body in bodies}
        return self._replace(bodies=tuple(new.get(body.id, body) for body in self.bodies))


class Other(NamedTuple):
    """A base in the way: its centre, its radius, whether it is an enemy's."""

    at: Point
    r: int
    enemy: bool


@lru_cache(maxsize=4096)
def box_of(points: Sequence[Point]) -> Box:
    """The smallest upright box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def others(field: Field, mover: Body, room: Box, *, but: str = "") -> list[Other]:
    """Bases of other units (`but` one) that may matter to somebody who stays in the box `room`."""
    x0, y0, x1, y1 = room
    x0, y0, x1, y1 = x0 - mover.r, y0 - mover.r, x1 + mover.r, y1 + mover.r
    keep = max(3, field.enemy_gap)
    found = []
    for body in field.bodies:
        if body.id in (mover.id, but) or not body.pos:
            continue
        m = body.r + keep
        bx0, by0, bx1, by1 = box_of(body.pos)
        if bx0 - m > x1 or bx1 + m < x0 or by0 - m > y1 or by1 + m < y0:
            continue
        enemy = body.owner != mover.owner
        found += [
            Other(p, body.r, enemy)
            for p in body.pos
            if x0 <= p[0] + m and p[0] - m <= x1 and y0 <= p[1] + m and p[1] - m <= y1
        ]
    return found


def on_table(field: Field, p: Point, r: int) -> bool:
    """Whether a whole base is on the table."""
    return r <= p[0] <= field.width - r and r <= p[1] <= field.height - r


def impassable(field: Field, paths: Iterable[Path], r: int) -> bool:
    """Whether a base sweeps over impassable ground on one of these ways."""
    bad = [it for it in field.pieces if it.impassable]
    return bool(bad) and touching(bad, paths, r)


def touching(pieces: Sequence[Piece], paths: Iterable[Path], r: int) -> bool:
    """Whether a base sweeps over one of the pieces on one of these ways."""
    return any(
        swept(it, path[i], path[i + 1], r) for it in pieces for path in paths for i in range(len(path) - 1)
    )


def pathway(paths: Iterable[Path], r: int, bases: Sequence[Other]) -> bool:
    """Whether nobody on one of these ways comes nearer to a base than touching it."""
    if not bases:
        return True
    for path in paths:
        for i in range(len(path) - 1):
            a, b = path[i], path[i + 1]
            for other in bases:
                if pt_seg(other.at, a, b, r + other.r) < 0:
                    return False
    return True


def overlapped(p: Point, r: int, bases: Iterable[Other], enemy_gap: int) -> bool:
    """Whether a base at p overlaps another, or is nearer than `enemy_gap` to an enemy's."""
    x, y = p
    for (ox, oy), other, enemy in bases:
        reach = r + other + (enemy_gap if enemy else 0)
        dx, dy = x - ox, y - oy
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


def gap_at_most(one: Body, two: Body, gap: int) -> bool:
    """Whether some base of one is at most `gap` away from some base of the other, edge to edge."""
    if not one.pos or not two.pos:
        return False
    reach = one.r + two.r + gap
    ax0, ay0, ax1, ay1 = box_of(one.pos)
    bx0, by0, bx1, by1 = box_of(two.pos)
    if ax0 - reach > bx1 or bx0 - reach > ax1 or ay0 - reach > by1 or by0 - reach > ay1:
        return False
    limit = reach * reach
    return any((x - u) ** 2 + (y - v) ** 2 <= limit for x, y in one.pos for u, v in two.pos)


def closest(one: Body, two: Body) -> tuple[int, int, int]:
    """The closest pair: (square of the distance, number in one, number in two), least first."""
    return min(
        ((x - u) * (x - u) + (y - v) * (y - v), i, j)
        for i, (x, y) in enumerate(one.pos)
        for j, (u, v) in enumerate(two.pos)
    )
