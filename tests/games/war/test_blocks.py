"""Blocks, who goes where in them, moves and deployment in form (I10, I11, I13)."""

from itertools import combinations, permutations
from random import Random

import pytest

from pbem.games.war.geometry.block import assign, block, offsets, pitch
from pbem.games.war.geometry.field import Body, Field
from pbem.games.war.geometry.moves import Formation, cut_move, deploy, move
from pbem.games.war.geometry.numbers import (
    d2,
)
from pbem.games.war.geometry.predicates import piece
from tests.games.war.tables import line_of


@pytest.mark.parametrize("r", [50, 75])
def test_I11_neighbours_never_overlap_and_leave_no_chink(r: int) -> None:
    for facing in range(360):
        for n, files in ((12, 4), (8, 8), (7, 3), (5, 1)):
            marks = offsets(n, files, facing, r)
            assert len(marks) == n
            assert all(d2(p, q) >= (2 * r) ** 2 for p, q in combinations(marks, 2))
            for i in range(min(files, n) - 1):
                assert d2(marks[i], marks[i + 1]) < (2 * (r + 2)) ** 2
    assert pitch(r) == 2 * r + 2


def test_the_last_rank_is_centred_and_an_advance_is_a_translation() -> None:
    marks = offsets(7, 3, 0, 50)
    assert marks[6] == (0, -204)
    moved = block(7, 3, 30, (1100, 900), 50)
    there = block(7, 3, 30, (1000, 1000), 50)
    assert all((x - 100, y + 100) == q for (x, y), q in zip(moved, there, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_I10_places_are_shared_out_as_brute_force_does(seed: int) -> None:
    rng = Random(seed)
    n = rng.randrange(1, 7)
    r = 50
    starts = block(n, rng.randrange(1, n + 1), rng.randrange(360), (rng.randrange(300), 0), r)
    places = block(n, rng.randrange(1, n + 1), rng.randrange(360), (rng.randrange(300), 99), r)
    if seed % 5 == 0:  # many ties
        places = tuple((x, y + 300) for x, y in rng.sample(starts, n))
        starts = tuple((x // 3, y // 3) for x, y in starts)

    def cost(order: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        walks = [d2(starts[i], places[j]) for i, j in enumerate(order)]
        return max(walks), sum(walks), order

    assert assign(starts, places) == min(permutations(range(n)), key=cost)


def test_I13_straight_ahead_by_exactly_the_allowance() -> None:
    body = Body("A1", "a", 50, block(9, 4, 17, (2000, 1500), 50))
    field = Field(4800, 3600, (body,))
    ahead = (2000, 1500 + 600)
    assert move(field, body, Formation(ahead, 17, 4), (600, 400)).reason == ""
    beyond = (2000, 1500 + 601)
    assert move(field, body, Formation(beyond, 17, 4), (600, 400)).reason == "too_far"


def test_bad_forms() -> None:
    body = Body("A1", "a", 50, line_of(4, 500))
    field = Field(4800, 3600, (body,))
    assert move(field, body, Formation((2400, 600), 0, 0), (600, 400)).reason == "bad_files"
    assert move(field, body, Formation((2400, 600), 0, 5), (600, 400)).reason == "bad_files"
    assert move(field, body, Formation((2400, 600), 360, 4), (600, 400)).reason == "bad_facing"
    assert deploy(field, body, Formation((2400, 600), -1, 4), (0, 1200))[0] == "bad_facing"


def test_deployment_faults() -> None:
    rock = piece("rock", "area", ((2000, 300), (2200, 300), (2200, 500), (2000, 500)), ("impassable",))
    one = Body("A1", "a", 50, line_of(4, 900))
    two = Body("A2", "a", 50, ((0, 0),) * 4)
    field = Field(4800, 3600, (one, two), (rock,))
    cases = {(2400, 850): "overlap", (2100, 600): "", (2100, 549): "impassable", (100, 600): "off_table"}
    for to, reason in cases.items():
        assert deploy(field, two, Formation(to, 0, 4), (0, 1200))[0] == reason, to


def test_a_cut_move_of_the_front_measure() -> None:
    body = Body("A1", "a", 50, line_of(3, 500))
    field = Field(4800, 3600, (body,))
    order = Formation((2400, 1300), 0, 3)
    assert move(field, body, order, (600, 400), front=True).used == 800
    assert cut_move(field, body, order, (600, 400), front=True).centre == (2400, 1100)
