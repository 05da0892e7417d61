"""Whole numbers and exact predicates."""

import hashlib
from math import isqrt
from random import Random

import pytest

from pbem.games.war.geometry.numbers import (
    SIN90,
    clen,
    d2,
    facing_of,
    forward,
    norm,
    rdiv,
    right,
    rounded,
    sin,
    tdiv,
    trunc,
)
from pbem.games.war.geometry.predicates import contains, crossed, in_poly, near, piece, pt_seg, seg_hit, swept

# -- numbers -----------------------------------------------------------------------------------------------


def test_divisions_are_symmetric_and_right() -> None:
    for b in (1, 2, 3, 7, 10, 2_000_000):
        for a in range(-50, 51):
            assert tdiv(a, b) == -tdiv(-a, b)
            assert abs(tdiv(a, b)) == abs(a) // b
            assert rdiv(a, b) == -rdiv(-a, b)
            assert abs(2 * (rdiv(a, b) * b - a)) <= b
    assert [rdiv(n, 2) for n in (1, -1, 3, -3)] == [1, -1, 2, -2]


def test_lengths_are_rounded_up() -> None:
    for v in ((3, 4), (1, 0), (1, 1), (360, 480), (361, 480), (0, 0)):
        n = d2((0, 0), v)
        length = clen((0, 0), v)
        assert (length - 1) ** 2 < n <= length**2 or n == length == 0
        if n:
            assert (norm(v) - 1) ** 2 < n << 20 <= norm(v) ** 2


def test_the_sines_are_the_published_ones() -> None:
    text = ",".join(map(str, SIN90))
    digest = "2b250ad416a0902cc096936f68de1dca9719e27eb297f85628c443094070d65f"
    assert hashlib.sha256(text.encode()).hexdigest() == digest


def test_the_sines_come_from_whole_numbers() -> None:
    scale, pi = 10**39, 3141592653589793238462643383279502884197
    for d, expected in enumerate(SIN90):
        x = pi * d // 180
        term = total = x
        k = 1
        while term:
            term = tdiv(-tdiv(term * x, scale) * x, scale * 2 * k * (2 * k + 1))
            total += term
            k += 1
        assert (total * 10**6 + scale // 2) // scale == expected


def test_directions() -> None:
    assert forward(0) == (0, 10**6)
    assert forward(90) == right(0) == (10**6, 0)
    assert forward(180) == (0, -(10**6))
    assert sin(270) == -(10**6)
    for d in range(360):
        assert sin(d + 180) == -sin(d)
        assert sin(180 - d) == sin(d)
        assert facing_of(forward(d), 1) == d


@pytest.mark.parametrize("length", [1, 2, 99, 100, 400, 1200])
def test_I12_shortened_vectors_are_never_too_long(length: int) -> None:
    rng = Random(length)
    for _ in range(400):
        v = (rng.randrange(-5000, 5000), rng.randrange(-5000, 5000))
        if v == (0, 0):
            continue
        x, y = trunc(v, length)
        assert x * x + y * y <= length * length
        x, y = rounded(v, length)
        assert abs(isqrt(x * x + y * y) - length) <= 1


# -- predicates --------------------------------------------------------------------------------------------


def test_distances_from_a_segment() -> None:
    a, b = (0, 0), (100, 0)
    assert pt_seg((50, 30), a, b, 30) == 0
    assert pt_seg((50, 29), a, b, 30) < 0
    assert pt_seg((50, 31), a, b, 30) > 0
    assert pt_seg((-30, 40), a, b, 50) == 0
    assert pt_seg((130, -40), a, b, 50) == 0
    assert pt_seg((5, 5), (2, 1), (2, 1), 5) == 0


def test_segments_that_meet() -> None:
    cross = [
        ((0, 0), (10, 10), (0, 10), (10, 0), True),
        ((0, 0), (10, 0), (5, 0), (5, 9), True),  # touch
        ((0, 0), (10, 0), (10, 0), (20, 5), True),  # at an end
        ((0, 0), (10, 0), (11, 0), (20, 0), False),  # on one line, apart
        ((0, 0), (10, 0), (5, 0), (20, 0), True),  # on one line, over each other
        ((0, 0), (10, 0), (0, 1), (10, 1), False),
        ((5, 0), (5, 0), (0, 0), (10, 0), True),  # a point on it
        ((5, 1), (5, 1), (0, 0), (10, 0), False),
    ]
    for a, b, c, d, expected in cross:
        for one in ((a, b), (b, a)):
            for two in ((c, d), (d, c)):
                assert seg_hit(*one, *two) is expected
                assert seg_hit(*two, *one) is expected


def test_points_in_a_polygon_whichever_way_round() -> None:
    points = ((0, 0), (100, 0), (100, 100), (50, 50), (0, 100))
    for shape in (points, points[::-1]):
        it = piece("dart", "area", shape, ())
        inside = ((50, 20), (20, 60), (0, 0), (100, 50), (50, 50), (75, 75))
        outside = ((50, 51), (50, 90), (101, 50), (-1, 0))
        assert all(in_poly(it.edges, p) and contains(it, p) for p in inside)
        assert not any(in_poly(it.edges, p) or contains(it, p) for p in outside)


def test_exact_touch_is_not_overlap_but_counts_for_sight() -> None:
    wood = piece("wood", "area", ((0, 0), (100, 0), (100, 100), (0, 100)), ())
    assert not swept(wood, (-50, 50), (-50, 60), 50)
    assert swept(wood, (-49, 50), (-49, 60), 50)
    assert swept(wood, (50, 50), (50, 50), 1)  # inside
    assert swept(wood, (-100, 50), (200, 50), 1)  # through
    assert crossed(wood, (-10, 0), (0, 0))
    assert not crossed(wood, (-10, 0), (-1, 0))
    assert crossed(wood, (20, 20), (30, 30))
    wall = piece("wall", "line", ((0, 0), (100, 0)), ())
    assert contains(wall, (50, 0))
    assert not contains(wall, (50, 1))
    assert near(wall, (50, 150), 150)
    assert not near(wall, (50, 151), 150)
