"""The battlefield: 24 zones in 6 rows of 4 (R5), adjacency and distance (R6)."""

from typing import Final

__all__ = ["COLUMNS", "NEXT", "ROWS", "ZONES", "between", "cell", "distance", "row"]

COLUMNS: Final = 4
ROWS: Final = 6
ZONES: Final = tuple(range(1, COLUMNS * ROWS + 1))


def cell(zone: int) -> tuple[int, int]:
    """Column and row of a zone, both from 0 (R5)."""
    return (zone - 1) % COLUMNS, (zone - 1) // COLUMNS


def distance(one: int, other: int) -> int:
    """Orthogonal steps between two zones (R6)."""
    return abs((one - 1) // COLUMNS - (other - 1) // COLUMNS) + abs(
        (one - 1) % COLUMNS - (other - 1) % COLUMNS
    )


# Zone → zones next to it, ascending; zone 0 (not on the field) has none.
NEXT: Final = ((), *(tuple(n for n in ZONES if distance(z, n) == 1) for z in ZONES))


def between(one: int, other: int) -> tuple[tuple[int, ...], ...]:
    """The zones that every shortest way from one to the other passes, way by way (A18)."""
    if distance(one, other) <= 1:
        return ((),)
    return tuple(
        (step, *rest)
        for step in NEXT[one]
        if distance(step, other) < distance(one, other)
        for rest in between(step, other)
    )


def row(zones: tuple[int, ...]) -> str:
    """Zones as people read them: "9, 14, 17"."""
    return ", ".join(str(zone) for zone in zones)
