"""A unit as a block: ranks and files, and who goes to which place in it."""

from collections.abc import Sequence
from functools import lru_cache

from pbem.games.war.geometry.numbers import SCALE, Point, clen, d2, forward, rdiv, right

__all__ = ["assign", "block", "leg_lengths", "offsets", "pitch"]


def pitch(r: int) -> int:
    """From one place of a block to the next: whatever rounding does, bases never overlap."""
    return 2 * r + 2


@lru_cache(maxsize=4096)
def offsets(n: int, files: int, facing: int, r: int, hand: int = 1) -> tuple[Point, ...]:
    """The places of a block of n models relative to the centre of its front rank.

    Rank after rank from left to right; the last rank is centred.  They depend on facing and files
    alone, so that an advance without turning is an exact translation.  1 ≤ files ≤ n.
    """
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    step = pitch(r)
    found = []
    for rank, first in enumerate(range(0, n, files)):
        m = min(files, n - first)
        q = 2 * rank * step
        for j in range(m):
            s = (2 * j - m + 1) * step * hand
            found.append((rdiv(s * rx - q * fx, 2 * SCALE), rdiv(s * ry - q * fy, 2 * SCALE)))
    return tuple(found)


def block(n: int, files: int, facing: int, to: Point, r: int, *, hand: int = 1) -> tuple[Point, ...]:
    """The places of a block whose front rank has its centre at `to`."""
    x, y = to
    return tuple((x + u, y + v) for u, v in offsets(n, files, facing, r, hand=hand))


def leg_lengths(points: Sequence[Point]) -> int:
    """The length of a way: its legs, each rounded up."""
    return sum(clen(points[i], points[i + 1]) for i in range(len(points) - 1))


def assign(starts: tuple[Point, ...], places: tuple[Point, ...]) -> tuple[int, ...]:
    """For each model the number of its place: the models share out the new places so that nobody has
    to walk farther than necessary.

    The longest walk is as short as can be; then the sum of the squares of all walks; then the first
    model has the lowest place, then the second, and so on.  Terrain plays no part.
    """
    return _translation(starts, places) or _match(starts, places)


def _translation(starts: tuple[Point, ...], places: tuple[Point, ...]) -> tuple[int, ...] | None:
    """Where the whole unit keeps its shape everybody keeps his place, which no other way can beat."""
    n = len(starts)
    by_start, by_place = sorted(range(n), key=starts.__getitem__), sorted(range(n), key=places.__getitem__)
    (ax, ay), (bx, by) = starts[by_start[0]], places[by_place[0]]
    vx, vy = bx - ax, by - ay
    found = [0] * n
    for i, j in zip(by_start, by_place, strict=True):
        (ax, ay), (bx, by) = starts[i], places[j]
        if bx - ax != vx or by - ay != vy:
            return None
        found[i] = j
    return tuple(found)


@lru_cache(maxsize=2048)
def _match(starts: tuple[Point, ...], places: tuple[Point, ...]) -> tuple[int, ...]:
    cost = [[d2(p, q) for q in places] for p in starts]
    longest = _bottleneck(cost)
    return _lowest(*_cheapest(cost, longest))


def _bottleneck(cost: list[list[int]]) -> int:
    """The least T such that everybody can have a place of cost at most T."""
    n = len(cost)
    least = max(*(min(row) for row in cost), *(min(row[j] for row in cost) for j in range(n)))
    taken = [-1] * n  # place → model
    values = sorted({c for row in cost for c in row if c >= least})
    at = 0
    able = _within(cost, values[at])
    for i in range(n):
        while not _augment(able, i, taken, set()):
            at += 1
            able = _within(cost, values[at])
    return values[at]


def _within(cost: list[list[int]], most: int) -> list[list[int]]:
    return [[j for j, c in enumerate(row) if c <= most] for row in cost]


def _augment(able: list[list[int]], i: int, taken: list[int], seen: set[int]) -> bool:
    """Kuhn: find a place for model i, moving others if need be."""
    for j in able[i]:
        if j not in seen:
            seen.add(j)
            if taken[j] < 0 or _augment(able, taken[j], taken, seen):
                taken[j] = i
                return True
    return False


def _cheapest(cost: list[list[int]], longest: int) -> tuple[list[list[int]], list[int]]:
    """The Hungarian method with what is above `longest` forbidden: which pairs can be part of a
    cheapest assignment (those without reduced cost), and one cheapest assignment, place → model."""
    n = len(cost)
    far = (longest + 1) * (n + 1) * 4  # dearer than any assignment that is allowed
    u, v = [0] * (n + 1), [0] * (n + 1)
    match, way = [0] * (n + 1), [0] * (n + 1)
    for i in range(1, n + 1):
        match[0] = i
        j0 = 0
        least = [far * far] * (n + 1)
        used = [False] * (n + 1)
        while match[j0]:
            used[j0] = True
            row, ui = cost[match[j0] - 1], u[match[j0]]
            delta, j1 = far * far, 0
            for j in range(1, n + 1):
                if used[j]:
                    continue
                c = row[j - 1]
                now = (c if c <= longest else far) - ui - v[j]
                if now < least[j]:
                    least[j], way[j] = now, j0
                if least[j] < delta:
                    delta, j1 = least[j], j
            for j in range(n + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            match[j0] = match[way[j0]]
            j0 = way[j0]
    tight = [
        [j for j in range(n) if cost[i][j] <= longest and cost[i][j] == u[i + 1] + v[j + 1]] for i in range(n)
    ]
    return tight, [m - 1 for m in match[1:]]


def _lowest(tight: list[list[int]], taken: list[int]) -> tuple[int, ...]:
    """Of all assignments within `tight` the one that is lowest, model after model."""
    n = len(tight)
    of = [0] * n
    for j, i in enumerate(taken):
        of[i] = j
    fixed: set[int] = set()
    for i in range(n):
        for j in tight[i]:
            if j in fixed:
                continue
            if j == of[i]:
                break
            # Can model i have j, if whoever has it now finds another place among the free ones?
            owner = taken[j]
            trial = list(taken)
            trial[j], trial[of[i]] = i, -1
            if _augment(tight, owner, trial, fixed | {j}):
                taken = trial
                for place, model in enumerate(taken):
                    of[model] = place
                break
        fixed.add(of[i])
    return tuple(of)
