"""Ordinary moves: a unit forms a block somewhere else; how far that is, and whether it may."""

from functools import lru_cache
from math import isqrt
from typing import Final, Literal, NamedTuple

from pbem.games.war.geometry.block import assign, leg_lengths, offsets
from pbem.games.war.geometry.field import (
    Body,
    Field,
    Other,
    Path,
    box_of,
    impassable,
    on_table,
    others,
    overlapped,
    pathway,
    touching,
)
from pbem.games.war.geometry.numbers import Point, clen, tdiv
from pbem.games.war.geometry.predicates import Box

__all__ = ["Formation", "Moved", "Reason", "cut_move", "deploy", "full_walks", "move"]

Reason = Literal[
    "", "bad_files", "bad_facing", "off_table", "too_far", "path_impassable", "path_unit", "end_contact",
    "outside_zone", "impassable", "overlap",
]  # fmt: skip
STEP: Final = 10  # how much a cut move is shortened where it may not end


class Formation(NamedTuple):
    """Where a block is to stand: the centre of its front rank, its facing (0…359), its files; `via` are
    points that this centre passes on the way."""

    to: Point
    facing: int
    files: int
    via: tuple[Point, ...] = ()


class Moved(NamedTuple):
    """What a move comes to.  `reason` "" is a legal one; `used` its length (the longest walk of any
    model), `allow` what the unit has; `pos` where it (would have) ended; `centre` of the front rank."""

    reason: Reason
    used: int
    difficult: bool
    allow: int
    pos: tuple[Point, ...]
    centre: Point | None = None


def _form_fault(n: int, order: Formation) -> Reason:
    if not 1 <= order.files <= n:
        return "bad_files"
    return "" if 0 <= order.facing < 360 else "bad_facing"


@lru_cache(maxsize=4096)
def _shares(starts: tuple[Point, ...], order: Formation, r: int, hand: int) -> tuple[Point, ...]:
    """For each model the offset of its place from the front centre."""
    marks = offsets(len(starts), order.files, order.facing, r, hand)
    x, y = order.via[0] if order.via else order.to
    where = assign(starts, tuple((x + u, y + v) for u, v in marks))
    return tuple(marks[j] for j in where)


def full_walks(field: Field, unit: Body, order: Formation) -> tuple[Path, ...]:
    """Where each model walks: to its place in the block at the first point, then with the block."""
    shares = _shares(unit.pos, order, unit.r, field.hand)
    return _walks(unit.pos, shares, (*order.via, order.to))


def _walks(starts: tuple[Point, ...], shares: tuple[Point, ...], way: tuple[Point, ...]) -> tuple[Path, ...]:
    if len(way) == 1:
        ((x, y),) = way
        return tuple((start, (x + u, y + v)) for start, (u, v) in zip(starts, shares, strict=True))
    return tuple(
        (start, *((x + u, y + v) for x, y in way)) for start, (u, v) in zip(starts, shares, strict=True)
    )


class _Course:
    """The ways of a unit to blocks along `poly`, with everything that may matter on any of them."""

    def __init__(self, field: Field, unit: Body, shares: tuple[Point, ...], poly: tuple[Point, ...]) -> None:
        self.unit, self.shares, self.r = unit, shares, unit.r
        u0, v0, u1, v1 = box_of(shares)
        px0, py0, px1, py1 = box_of(poly)
        x0, y0, x1, y1 = box_of(unit.pos)
        room = (min(x0, px0 + u0), min(y0, py0 + v0), max(x1, px1 + u1), max(y1, py1 + v1))
        self.bases = others(field, unit, room)
        self.foes = [other for other in self.bases if other.enemy]
        self.blocker: tuple[int, Other] | None = None
        self.keep = max(3, field.enemy_gap)
        self.walls = [it for it in field.pieces if it.impassable and _meet(it.box, room, self.r)]
        self.rough = [it for it in field.pieces if it.difficult and _meet(it.box, room, self.r)]
        r = self.r  # where the front centre may end so that all bases are on the table
        self.low, self.high = (r - u0, r - v0), (field.width - r - u1, field.height - r - v1)

    def off_table(self, at: Point) -> bool:
        (x0, y0), (x1, y1) = self.low, self.high
        return not (x0 <= at[0] <= x1 and y0 <= at[1] <= y1)

    def longest_first(self, at: Point) -> int:
        """The longest way of a model to the block at a point, in a straight line."""
        x, y = at
        most = 0
        for (sx, sy), (u, v) in zip(self.unit.pos, self.shares, strict=True):
            dx, dy = x + u - sx, y + v - sy
            most = max(most, dx * dx + dy * dy)
        return isqrt(most - 1) + 1 if most else 0

    def walks(self, way: tuple[Point, ...]) -> tuple[Path, ...]:
        return _walks(self.unit.pos, self.shares, way)

    def reason(self, walks: tuple[Path, ...]) -> Reason:
        """Why these walks cannot be made, lengths and table apart: way and end."""
        if self.walls and touching(self.walls, walks, self.r):
            return "path_impassable"
        if not pathway(walks, self.r, self.bases):
            return "path_unit"
        if self.foes and any(overlapped(path[-1], self.r, self.foes, self.keep) for path in walks):
            return "end_contact"
        return ""

    def unblocked(self, way: tuple[Point, ...]) -> tuple[Path, ...] | None:
        """The walks to the block at the end of the way, None where there is any reason against them.  What
        blocked the last ones is asked first."""
        if self.blocker is not None:
            i, other = self.blocker
            one = _walks(self.unit.pos[i : i + 1], self.shares[i : i + 1], way)
            if not pathway(one, self.r, (other,)):
                return None
        walks = self.walks(way)
        reason = self.reason(walks)
        if reason == "path_unit":
            self.blocker = next(
                (i, other)
                for i, path in enumerate(walks)
                for other in self.bases
                if not pathway((path,), self.r, (other,))
            )
        return None if reason else walks

    def difficult(self, walks: tuple[Path, ...]) -> bool:
        return bool(self.rough) and touching(self.rough, walks, self.r)


def _meet(one: Box, two: Box, margin: int) -> bool:
    return (
        one[0] <= two[2] + margin
        and two[0] - margin <= one[2]
        and one[1] <= two[3] + margin
        and two[1] - margin <= one[3]
    )


def move(field: Field, unit: Body, order: Formation, allow: tuple[int, int], *, front: bool = False) -> Moved:
    """A move with `allow` (clear, difficult) hundredths of an inch; the first reason that forbids it.

    `front`: the length is that of the way of the front rank's centre instead, from where it would be
    if the new block stood on the old middle."""
    if wrong := _form_fault(len(unit.pos), order):
        return Moved(wrong, 0, False, allow[0], unit.pos)
    shares = _shares(unit.pos, order, unit.r, field.hand)
    way = (*order.via, order.to)
    course = _Course(field, unit, shares, way)
    walks = course.walks(way)
    if front:
        used = leg_lengths(_way(unit, shares, order))
    else:
        used = course.longest_first(way[0]) + leg_lengths(way)
    rough = course.difficult(walks)
    most = allow[1] if rough else allow[0]
    reason: Reason = ""
    if course.off_table(order.to):
        reason = "off_table"
    elif used > most:
        reason = "too_far"
    else:
        reason = course.reason(walks)
    return Moved(reason, used, rough, most, tuple(path[-1] for path in walks), order.to)


def _way(unit: Body, shares: tuple[Point, ...], order: Formation) -> tuple[Point, ...]:
    """The way of the front centre: from where it is when the new block stands on the old middle."""
    n, (tx, ty) = len(unit.pos), order.to
    sx = sum(x for x, _ in unit.pos) - sum(u for u, _ in shares)
    sy = sum(y for _, y in unit.pos) - sum(v for _, v in shares)
    start = (tx + tdiv(sx - n * tx, n), ty + tdiv(sy - n * ty, n))
    return (start, *order.via, order.to)


def cut_move(
    field: Field, unit: Body, order: Formation, allow: tuple[int, int], *, front: bool = False
) -> Moved:
    """As much of an order in good form as `allow` (clear, difficult) lets the unit do, as a whole block
    again; where there is none of it, the unit stays as it is (`centre` None)."""
    shares = _shares(unit.pos, order, unit.r, field.hand)
    poly = _way(unit, shares, order)
    course = _Course(field, unit, shares, poly)
    found = _search(course, poly, allow[0], front=front)
    if found is not None and found.difficult:
        found = _search(course, poly, allow[1], front=front)
    return found or Moved("", 0, False, allow[0], unit.pos)


def _search(course: _Course, poly: tuple[Point, ...], most: int, *, front: bool) -> Moved | None:
    """From the end of the way backwards: the first place where the unit may stop."""
    for leg in range(len(poly) - 2, -1, -1):
        (x0, y0), (x1, y1) = poly[leg], poly[leg + 1]
        length = clen(poly[leg], poly[leg + 1])
        # What has been walked when this leg begins; on the first one, models walk straight to the block.
        done = leg_lengths(poly[: leg + 1]) if front else 0
        if leg and not front:
            done = course.longest_first(poly[1]) + leg_lengths(poly[1 : leg + 1])
        k = length
        while k >= (1 if leg else 0):
            at = (x0 + tdiv((x1 - x0) * k, length), y0 + tdiv((y1 - y0) * k, length)) if length else (x0, y0)
            used = done + (clen(poly[leg], at) if leg or front else course.longest_first(at))
            if used > most:
                # One step shortens no walk by more than 1, roundings apart: these need no look.
                k -= max(1, used - most - 4)
                continue
            walks = None if course.off_table(at) else course.unblocked((*poly[1 : leg + 1], at))
            if walks is not None:
                rough = course.difficult(walks)
                return Moved("", used, rough, most, tuple(path[-1] for path in walks), at)
            k -= STEP
    return None


def deploy(
    field: Field, unit: Body, order: Formation, zone: tuple[int, int]
) -> tuple[Reason, tuple[Point, ...]]:
    """The block at the beginning, whole bases between the lines y = zone[0] and y = zone[1]; the first
    reason that forbids it, and its places (model i takes place i)."""
    if wrong := _form_fault(len(unit.pos), order):
        return wrong, unit.pos
    (x, y), r = order.to, unit.r
    marks = offsets(len(unit.pos), order.files, order.facing, r, field.hand)
    places = tuple((x + u, y + v) for u, v in marks)
    if not all(on_table(field, p, r) for p in places):
        return "off_table", places
    if not all(zone[0] <= y - r and y + r <= zone[1] for _, y in places):
        return "outside_zone", places
    if impassable(field, tuple((p, p) for p in places), r):
        return "impassable", places
    bases = others(field, unit, box_of(places))
    if any(overlapped(p, r, bases, 0) for p in places):
        return "overlap", places
    return "", places
