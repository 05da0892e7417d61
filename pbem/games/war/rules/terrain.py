"""Terrain (R5, R7, R18, A30, A31) and the table as geometry sees it."""

from functools import lru_cache
from itertools import pairwise

from pbem.games.war.geometry.field import Body, Field, gap_at_most
from pbem.games.war.geometry.predicates import Piece, piece, seg_hit
from pbem.games.war.inches import BadInches, hundredths
from pbem.games.war.state import Ground, MapPiece, Profile, State, Unit
from pbem.ruleset import Problem

__all__ = ["body", "contacts", "field_of", "ground_of", "pieces"]


@lru_cache(maxsize=64)
def pieces(ground: tuple[Ground, ...]) -> tuple[Piece, ...]:
    """The terrain with its edges."""
    return tuple(piece(it.name, it.kind, it.points, it.flags) for it in ground)


def body(profile: Profile, unit: Unit) -> Body:
    """A unit as bases on the table."""
    return Body(unit.id, profile.side, profile.radius, unit.pos)


def field_of(state: State) -> Field:
    """Table, terrain and all units that stand on it."""
    setup = state.setup
    bodies = tuple(
        body(profile, unit)
        for s in (0, 1)
        for profile, unit in zip(state.profiles[s], state.units[s], strict=True)
        if unit.pos
    )
    return Field(setup.width, setup.height, bodies, pieces(setup.ground), setup.enemy_gap)


def contacts(state: State, name: str) -> tuple[str, ...]:
    """Enemy units in base contact with the unit (A27: they could not be separated)."""
    mine = body(state.profile(name), state.unit(name))
    s = 1 if mine.owner == "a" else 0
    return tuple(
        unit.id for unit in state.standing(s) if gap_at_most(mine, body(state.profile(unit.id), unit), 2)
    )


# ------------------------------------------------------------------------------ maps as people write them


def ground_of(it: MapPiece, where: str, width: int, height: int) -> tuple[Ground | None, list[Problem]]:
    """A piece of a map → terrain of a match on a table of width × height, with every problem (A30)."""
    problems, points = [], []
    for i, (x, y) in enumerate(it.points):
        try:
            point = hundredths(x), hundredths(y)
        except BadInches as error:
            problems.append(Problem(f"{where}.points[{i}]", str(error)))
            continue
        if point[0] > width or point[1] > height:
            size = f"{width // 100} × {height // 100}"
            problems.append(Problem(f"{where}.points[{i}]", f"the point is off the table of {size} inches"))
        points.append(point)
    if problems:
        return None, problems
    shape = tuple(points)
    if any(p == q for p, q in pairwise(shape)):
        problems.append(Problem(f"{where}.points", "two points that follow each other are the same"))
    elif it.kind == "area":
        problems += _area_faults(shape, where)
    if problems:
        return None, problems
    return Ground(name=it.name, kind=it.kind, points=shape, flags=it.flags, texture=it.texture), []


def _area_faults(shape: tuple[tuple[int, int], ...], where: str) -> list[Problem]:
    if len(shape) < 3 or shape[0] == shape[-1]:
        hint = "the last point is joined to the first by itself"
        message = f"an area has at least 3 different points, found {len(shape)}"
        return [Problem(f"{where}.points", message, hint)]
    n = len(shape)
    edges = [(shape[i], shape[(i + 1) % n]) for i in range(n)]
    for i in range(n):
        for j in range(i + 2, n):
            if (i, j) != (0, n - 1) and seg_hit(*edges[i], *edges[j]):
                return [Problem(f"{where}.points", f"edges {i} and {j} of the area cross or touch")]
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in edges) == 0:
        return [Problem(f"{where}.points", "the area is empty")]
    return []
