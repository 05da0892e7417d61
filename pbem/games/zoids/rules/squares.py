"""The board (R3): squares a1 to h8, the eight directions, what lies between two squares."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

__all__ = ["SQUARES", "Ray", "between", "distance", "is_square", "neighbours", "ray", "rays", "rotated"]

SIZE: Final = 8
FILES: Final = "abcdefgh"
SQUARES: Final = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # N, NE, E, …


class Ray(NamedTuple):
    """A straight line in one of eight directions: the squares strictly between, and how many steps."""

    between: tuple[str, ...]
    steps: int


def is_square(name: str) -> bool:
    return name in SQUARES


def _cell(square: str) -> tuple[int, int]:
    """Column and row from a1, each from 0."""
    return FILES.index(square[0]), int(square[1]) - 1


def _name(col: int, row: int) -> str:
    return f"{FILES[col]}{row + 1}"


def rotated(square: str) -> str:
    """The square that a player on the other side of the board calls so: b1 and g8."""
    col, row = _cell(square)
    return _name(SIZE - 1 - col, SIZE - 1 - row)


def distance(here: str, there: str) -> int:
    """Steps of a king from one square to the other."""
    (a, b), (c, d) = _cell(here), _cell(there)
    return max(abs(a - c), abs(b - d))


@cache
def rays(square: str) -> tuple[tuple[str, ...], ...]:
    """The squares that lie in each of the eight directions, nearest first."""
    col, row = _cell(square)
    return tuple(tuple(_walk(col, row, step)) for step in _STEPS)


def _walk(col: int, row: int, step: tuple[int, int]) -> Iterator[str]:
    while 0 <= (col := col + step[0]) < SIZE and 0 <= (row := row + step[1]) < SIZE:
        yield _name(col, row)


@cache
def ray(here: str, there: str) -> Ray | None:
    """The straight line from one square to another, None where there is none (R17, R19; A3, A4)."""
    for line in rays(here):
        if there in line:
            steps = line.index(there) + 1
            return Ray(line[: steps - 1], steps)
    return None


def between(here: str, there: str) -> tuple[str, ...]:
    """The squares strictly between two squares on a line."""
    line = ray(here, there)
    return line.between if line else ()


@cache
def neighbours(square: str) -> tuple[str, ...]:
    """The squares next to a square, at most eight."""
    return tuple(line[0] for line in rays(square) if line)
