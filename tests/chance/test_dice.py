"""The dice of a window: one seed, one stream, every face of every die with the same chance (P3.1)."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from pbem.chance.dice import roll, seed

MATCH = bytes(range(32))
OPENING = hashlib.sha256(b"opening").digest()
SEED = seed(MATCH, 1, OPENING, b"\x11" * 32, b"\x22" * 32)


def stream(key: bytes, blocks: int) -> bytes:
    return b"".join(
        hmac.new(key, j.to_bytes(4, "big"), hashlib.sha256).digest() for j in range(blocks)
    )  # fmt: skip


def test_the_first_vector() -> None:
    assert SEED.hex() == "a38f330c65e8a01f8d9667f8cf0a0686909a1b76101d316fedf987e4252e6ff1"
    faces, used = roll(SEED, 0, 30, 6)
    assert faces == (3, 4, 5, 4, 2, 2, 5, 5, 3, 4, 2, 5, 4, 2, 5, 6, 4, 1, 5, 3, 6, 1, 4, 4, 4, 6, 6, 6, 4, 4)
    assert used == 30  # no byte of 252 or more among them
    assert max(stream(SEED, 1)[:30]) < 252


def test_the_seed_worked_out_by_hand() -> None:
    by_hand = hashlib.sha256(
        b"pbem/1 dice" + MATCH + b"\x00\x00\x00\x01" + OPENING + b"\x11" * 32 + b"\x22" * 32
    )
    assert by_hand.digest() == SEED


def test_everything_in_the_seed_matters() -> None:
    one, two, three = b"\x11" * 32, b"\x22" * 32, b"\x33" * 32
    seeds = [
        SEED,
        seed(three, 1, OPENING, one, two),
        seed(MATCH, 2, OPENING, one, two),
        seed(MATCH, 256, OPENING, one, two),
        seed(MATCH, 1, three, one, two),
        seed(MATCH, 1, OPENING, three, two),
        seed(MATCH, 1, OPENING, one, three),
        seed(MATCH, 1, OPENING, two, one),
    ]
    assert len(dict.fromkeys(seeds)) == len(seeds)


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 128, 129, 200, 255, 256])
def test_bytes_that_would_favour_low_faces_are_passed_over(sides: int) -> None:
    source = stream(SEED, 40)
    limit = 256 - 256 % sides
    assert limit % sides == 0
    expected = [(byte % sides + 1, at + 1) for at, byte in enumerate(source) if byte < limit]
    count = min(len(expected), 400)
    faces, used = roll(SEED, 0, count, sides)
    assert list(faces) == [face for face, _ in expected[:count]]
    assert used == expected[count - 1][1]
    assert min(faces) >= 1
    assert max(faces) <= sides


@pytest.mark.parametrize(
    ("sides", "kept"),
    [(7, 252), (10, 250), (20, 240), (100, 200), (129, 129), (200, 200), (256, 256), (2, 256)],
)
def test_each_face_has_the_same_number_of_bytes(sides: int, kept: int) -> None:
    """All 256 bytes, taken as a stream: every face comes up equally often and the rest is not used."""
    limit = 256 - 256 % sides
    counts = Counter(byte % sides + 1 for byte in range(limit))
    assert limit == kept
    assert sorted(counts) == list(range(1, sides + 1))
    assert len(dict.fromkeys(counts.values())) == 1


@pytest.mark.parametrize("sides", [6, 7, 20, 200, 256])
@pytest.mark.parametrize("cut", [1, 5, 31, 32, 33, 64, 99])
def test_two_rolls_are_one_roll_cut_in_two(sides: int, cut: int) -> None:
    whole, end = roll(SEED, 0, 100, sides)
    first, middle = roll(SEED, 0, cut, sides)
    rest, last = roll(SEED, middle, 100 - cut, sides)
    assert first + rest == whole
    assert last == end


def test_rolls_of_several_dice_one_after_the_other() -> None:
    at, faces = 0, []
    for sides in (6, 20, 2, 256, 7, 100) * 8:
        (face,), at = roll(SEED, at, 1, sides)
        assert 1 <= face <= sides
        faces.append(face)
    source, again, position = stream(SEED, 10), [], 0
    for sides in (6, 20, 2, 256, 7, 100) * 8:
        while source[position] >= 256 - 256 % sides:
            position += 1
        again.append(source[position] % sides + 1)
        position += 1
    assert (faces, at) == (again, position)


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (-1, 6), (1, 1), (1, 0), (1, 257), (3, -6)])
def test_no_such_roll(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match=f"no such roll: {count} dice with {sides} sides"):
        roll(SEED, 0, count, sides)


def chi_square_is_below(counts: list[int], limit: int) -> bool:
    """Whether Σ (c − e)² / e < limit / 1000 with e = n / cells; in integers: cells · Σ c² − n² against n."""
    n, cells = sum(counts), len(counts)
    return 1000 * (cells * sum(c * c for c in counts) - n * n) < limit * n


def windows(dice: int, of: int, sides: int) -> list[tuple[int, ...]]:
    """`dice` dice in windows of `of`, each with shares of its own."""
    out = []
    for k in range(1, dice // of + 1):
        share = hashlib.sha256(f"share {k}".encode()).digest()
        other = hashlib.sha256(f"other {k}".encode()).digest()
        out.append(roll(seed(MATCH, k, OPENING, share, other), 0, of, sides)[0])
    return out


def test_600_000_dice_are_fair() -> None:
    """Pearson's chi-square with 5 and 35 degrees of freedom, below the limits of one in a thousand."""
    rolled = windows(600_000, 10_000, 6)
    faces = Counter(face for window in rolled for face in window)
    assert sum(faces.values()) == 600_000
    assert chi_square_is_below([faces[face] for face in range(1, 7)], 20_515)
    pairs = Counter(pair for window in rolled for pair in pairwise(window))
    assert chi_square_is_below([pairs[x, y] for x in range(1, 7) for y in range(1, 7)], 66_619)
    # The first die of a window is as fair as any other: 60 windows are few, so count many short ones.
    first = Counter(window[0] for window in windows(6000, 1, 6))
    assert chi_square_is_below([first[face] for face in range(1, 7)], 20_515)


@pytest.mark.parametrize(("sides", "limit"), [(7, 22_458), (10, 27_877), (20, 43_820), (100, 148_230)])
def test_other_dice_are_fair(sides: int, limit: int) -> None:
    faces = Counter(face for window in windows(40_000, 1000, sides) for face in window)
    assert chi_square_is_below([faces[face] for face in range(1, sides + 1)], limit)


def test_the_statistics_see_a_loaded_die() -> None:
    """Bytes taken modulo 6 without passing any over: 1 to 4 come up 43 times in 256, 5 and 6 only 42."""
    loaded = Counter(byte % 6 + 1 for j in range(600) for byte in stream(j.to_bytes(4, "big"), 32))
    assert not chi_square_is_below([loaded[face] for face in range(1, 7)], 20_515)
