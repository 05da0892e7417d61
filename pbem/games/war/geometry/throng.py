"""Models that press toward an enemy unit, one after the other, each on a straight way of its own.

A way may cross places of one's own unit, but no other base and no impassable ground; so nobody gets
behind the enemy, and wings wrap round as far as straight lines allow.  Nobody ends farther from the
enemy than he began.
"""

from functools import cached_property
from typing import Final

from pbem.games.war.geometry.field import (
    CONTACT,
    Body,
    Field,
    Other,
    box_of,
    on_table,
    others,
    pathway,
    touching,
)
from pbem.games.war.geometry.numbers import Point, clen, ring, rounded, trunc

__all__ = ["Throng"]

PASSES: Final = 3
STEP: Final = 10
CELL: Final = 8  # bits: cells of 256 hundredths


class Throng:
    """One unit at work; `pos` are the places of its models as they are now."""

    def __init__(self, field: Field, unit: Body, foe: Body, reach: int) -> None:
        self.field, self.foe, self.reach = field, foe.pos, reach
        self.r, self.both = unit.r, unit.r + foe.r
        self.start, self.pos = unit.pos, list(unit.pos)
        x0, y0, x1, y1 = box_of(unit.pos)
        self.room = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
        self.third = others(field, unit, self.room, but=foe.id)
        self.bases = [*self.third, *(Other(e, foe.r, enemy=True) for e in foe.pos)]
        self.walls = [it for it in field.pieces if it.impassable]
        self.crowded = _by_cell(self.r, self.third)
        self._nearest: dict[Point, int] = {}
        self._free: dict[Point, bool] = {}
        self._ways: dict[tuple[int, Point], bool] = {}
        self._contacts: dict[int, list[Point]] = {}
        self._rings: dict[Point, list[tuple[int, Point]]] = {}

    # -- what is so ---------------------------------------------------------------------------

    def nearest(self, p: Point) -> int:
        """The square of the distance to the nearest enemy."""
        found = self._nearest.get(p)
        if found is None:
            x, y = p
            found = self._nearest[p] = min([(x - u) * (x - u) + (y - v) * (y - v) for u, v in self.foe])
        return found

    def touches(self, i: int) -> bool:
        return self.nearest(self.pos[i]) <= (self.both + CONTACT) ** 2

    def touching(self) -> tuple[int, ...]:
        """Numbers of the models in base contact."""
        return tuple(i for i in range(len(self.pos)) if self.touches(i))

    @cached_property
    def order(self) -> list[int]:
        """Whoever begins nearest to the enemy goes first."""
        return sorted(range(len(self.start)), key=lambda i: (self.nearest(self.start[i]), i))

    def free(self, p: Point) -> bool:
        """Whether a base can stand at p, one's own unit apart."""
        found = self._free.get(p)
        if found is None:
            found = self._free[p] = (
                on_table(self.field, p, self.r)
                and self.nearest(p) >= self.both * self.both
                and not self._overlaps(p)
                and not (self.walls and touching(self.walls, ((p, p),), self.r))
            )
        return found

    def _overlaps(self, p: Point) -> bool:
        x, y = p
        for u, v, limit in self.crowded.get((x >> CELL, y >> CELL), ()):
            if (x - u) * (x - u) + (y - v) * (y - v) < limit:
                return True
        return False

    def free_among_own(self, i: int, p: Point) -> bool:
        """Whether nobody else of the unit is in the way of i at p."""
        x, y = p
        across = 2 * self.r
        limit = across * across
        for j, (u, v) in enumerate(self.pos):
            dx = x - u
            if -across < dx < across:
                dy = y - v
                if dx * dx + dy * dy < limit and j != i:
                    return False
        return True

    def can_walk(self, i: int, p: Point) -> bool:
        """Whether i can walk straight from where it began to p."""
        found = self._ways.get((i, p))
        if found is None:
            way = ((self.start[i], p),)
            found = pathway(way, self.r, self.bases) and not (
                self.walls and touching(self.walls, way, self.r)
            )
            self._ways[i, p] = found
        return found

    # -- places in contact ----------------------------------------------------------------------

    @cached_property
    def slots(self) -> list[tuple[int, Point]]:
        """Free places around each enemy: (number of the enemy, place)."""
        x0, y0, x1, y1 = self.room
        around = ring(self.both + 1)
        found = []
        for e, (x, y) in enumerate(self.foe):
            for u, v in around:
                p = (x + u, y + v)
                if x0 <= p[0] <= x1 and y0 <= p[1] <= y1 and self.free(p):
                    found.append((e, p))
        return found

    def contacts(self, i: int) -> list[Point]:
        """Places in contact within reach of i: the nearest first, of two the left one."""
        found = self._contacts.get(i)
        if found is None:
            start, limit, hand = self.start[i], self.reach * self.reach, self.field.hand
            x, y = start
            keyed = []
            straight = []
            for e, (u, v) in enumerate(self.foe):
                dx, dy = rounded((x - u, y - v), self.both + 1)
                p = (u + dx, v + dy)
                if self.free(p):
                    straight.append((e, p))
            for e, p in (*self.slots, *straight):
                dx, dy = p[0] - x, p[1] - y
                d = dx * dx + dy * dy
                if d <= limit:
                    u, v = self.foe[e]
                    u, v = u - x, v - y
                    keyed.append((d, e, (v * dx - u * dy) * hand, -(u * dx + v * dy), p))
            keyed.sort()
            found = self._contacts[i] = [item[4] for item in keyed]
        return found

    def try_contact(self, i: int) -> bool:
        """Put i into contact, if it can be."""
        for p in self.contacts(i):
            if self.free_among_own(i, p) and self.can_walk(i, p):
                self.pos[i] = p
                return True
        return False

    def seek_contact(self) -> None:
        """The first round: whoever can get into contact does."""
        for _ in range(PASSES):
            changed = False
            for i in self.order:
                if not self.touches(i) and self.try_contact(i):
                    changed = True
            if not changed:
                return

    # -- as close as possible -------------------------------------------------------------------

    def close_in(self) -> None:
        """The second round: contact if there is any by now, else as close as possible."""
        placed = list(self.touching())
        for _ in range(PASSES):
            before = list(self.pos)
            for i in self.order:
                if self.touches(i):
                    continue
                if not self.try_contact(i):
                    self.pos[i] = self.approach(i, placed)
                if i not in placed:
                    placed.append(i)
            if before == self.pos:
                return

    def approach(self, i: int, placed: list[int]) -> Point:
        """The place nearest to an enemy that i can have: beside those who have theirs, or ahead."""
        start, here = self.start[i], self.pos[i]
        x, y = start
        limit, most = self.reach * self.reach, self.nearest(here)
        _, e = min(((x - u) * (x - u) + (y - v) * (y - v), e) for e, (u, v) in enumerate(self.foe))
        u, v = self.foe[e][0] - x, self.foe[e][1] - y
        hand = self.field.hand
        offers = [(self.nearest(q), q) for q in (here, start, self.ahead(i, self.foe[e])) if q is not None]
        for j in placed:
            if j != i:
                offers += self._beside(self.pos[j])
        keyed = []
        for near, p in offers:
            if near <= most:
                dx, dy = p[0] - x, p[1] - y
                d = dx * dx + dy * dy
                if d <= limit:
                    keyed.append((near, d, (v * dx - u * dy) * hand, -(u * dx + v * dy), p))
        keyed.sort()
        for item in keyed:
            p = item[4]
            if p == here or (self.free(p) and self.free_among_own(i, p) and self.can_walk(i, p)):
                return p
        return here

    def _beside(self, at: Point) -> list[tuple[int, Point]]:
        """Places around a model of one's own that stands at `at`, with how near they are to the enemy."""
        found = self._rings.get(at)
        if found is None:
            x, y = at
            places = [(x + u, y + v) for u, v in ring(2 * self.r + 1)]
            found = self._rings[at] = [(self.nearest(p), p) for p in places]
        return found

    def ahead(self, i: int, e: Point) -> Point | None:
        """The farthest place straight toward e where i can stand."""
        x, y = self.start[i]
        toward = (e[0] - x, e[1] - y)
        whole = clen((x, y), e)
        for length in range(min(self.reach, whole), 0, -STEP):
            if whole - length + 2 < self.both:
                continue  # on top of e, whatever the roundings
            dx, dy = trunc(toward, length)
            p = (x + dx, y + dy)
            if self.free(p) and self.free_among_own(i, p):
                return p
        return None


def _by_cell(r: int, bases: list[Other]) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """Bases by the cells of a coarse grid in which a base of radius r may be too near to them: (x, y,
    the square of the distance to keep)."""
    cells: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for (x, y), other, enemy in bases:
        keep = r + other + (3 if enemy else 0)
        for i in range((x - keep) >> CELL, ((x + keep) >> CELL) + 1):
            for j in range((y - keep) >> CELL, ((y + keep) >> CELL) + 1):
                cells.setdefault((i, j), []).append((x, y, keep * keep))
    return cells
