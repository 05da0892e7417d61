"""Whole numbers only: roundings, lengths, directions.  The unit of length is 1/100 inch.

Everything is rounded on differences, never on places, and alike for both signs, so that a position and
the same position turned by half a circle round alike.
"""

from functools import cache
from math import isqrt
from typing import Final

__all__ = [
    "SCALE",
    "SIN90",
    "Point",
    "clen",
    "d2",
    "facing_of",
    "forward",
    "norm",
    "rdiv",
    "right",
    "ring",
    "rounded",
    "sin",
    "tdiv",
    "trunc",
]  # fmt: skip

Point = tuple[int, int]

SCALE: Final = 1_000_000  # of sines
# sin 0°, 1°, … 90°.  This is data: another table would be another game.
SIN90: Final = (
    0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434, 173648, 190809, 207912, 224951,
    241922, 258819, 275637, 292372, 309017, 325568, 342020, 358368, 374607, 390731, 406737, 422618, 438371,
    453990, 469472, 484810, 500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320,
    642788, 656059, 669131, 681998, 694658, 707107, 719340, 731354, 743145, 754710, 766044, 777146, 788011,
    798636, 809017, 819152, 829038, 838671, 848048, 857167, 866025, 874620, 882948, 891007, 898794, 906308,
    913545, 920505, 927184, 933580, 939693, 945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148,
    981627, 984808, 987688, 990268, 992546, 994522, 996195, 997564, 998630, 999391, 999848, 1000000,
)  # fmt: skip


def tdiv(a: int, b: int) -> int:
    """a ÷ b toward zero; b > 0."""
    return a // b if a >= 0 else -(-a // b)


def rdiv(a: int, b: int) -> int:
    """a ÷ b to the nearest, halves away from zero; b > 0."""
    return (2 * a + b) // (2 * b) if a >= 0 else -((b - 2 * a) // (2 * b))


def d2(p: Point, q: Point) -> int:
    """The square of the distance."""
    x, y = p[0] - q[0], p[1] - q[1]
    return x * x + y * y


def clen(p: Point, q: Point) -> int:
    """The length of a leg, rounded up; clen ≤ A exactly when d2 ≤ A²."""
    n = d2(p, q)
    return isqrt(n - 1) + 1 if n else 0


def norm(v: Point) -> int:
    """The length of v ≠ 0 in 1/1024, rounded up."""
    return isqrt(((v[0] * v[0] + v[1] * v[1]) << 20) - 1) + 1


def trunc(v: Point, length: int) -> Point:
    """v shortened or stretched to `length`, never longer than that: for walking."""
    n = norm(v)
    return tdiv(v[0] * length * 1024, n), tdiv(v[1] * length * 1024, n)


def rounded(v: Point, length: int) -> Point:
    """v at `length`, to the nearest: for points of contact only."""
    n = norm(v)
    return rdiv(v[0] * length * 1024, n), rdiv(v[1] * length * 1024, n)


def sin(degrees: int) -> int:
    """The sine of any whole number of degrees, scaled by `SCALE`."""
    degrees %= 360
    if degrees > 180:
        return -sin(degrees - 180)
    return SIN90[degrees if degrees <= 90 else 180 - degrees]


@cache
def forward(facing: int) -> Point:
    """The direction of a facing, scaled by `SCALE`: 0 is +y, 90 is +x, clockwise."""
    return sin(facing), sin(facing + 90)


def right(facing: int) -> Point:
    """What is to the right of somebody with that facing."""
    return forward((facing + 90) % 360)


@cache
def ring(radius: int) -> tuple[Point, ...]:
    """24 points around (0, 0), every 15 degrees."""
    return tuple(
        (rdiv(radius * x, SCALE), rdiv(radius * y, SCALE)) for x, y in map(forward, range(0, 360, 15))
    )


def facing_of(v: Point, step: int = 15) -> int:
    """The facing, a multiple of `step` (a divisor of 15), that is nearest to v; of two the lower one
    (for pictures and short forms only)."""

    def along(d: int) -> tuple[int, int]:
        x, y = forward(d % 360)
        return v[0] * x + v[1] * y, -(d % 360)

    near = max(range(0, 360, 15), key=along)
    return max(range(near - 15, near + 16, step), key=along) % 360
