"""The group in which cards are masked (protocol P5.1): the prime-order subgroup of edwards25519.

A point is its 32-byte encoding, a scalar an integer below `L`.  The arithmetic is libsodium's, over
PyNaCl; here stand the rules that make it safe for cards.  Whatever comes from the other side must have
passed `is_point` before anything else is done with it, even a comparison: only then has a point one
encoding.  Nothing else of the program imports PyNaCl, so games without cards never load it.
"""

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

import nacl.bindings as sodium

from pbem.errors import VERSION, Refused
from pbem.turnfile.canon import be32

L: Final = 2**252 + 27742317777372353535851937790883648493  # order of the group
FIELD: Final = 2**255 - 19
SIZE: Final = 32  # bytes of a point and of a scalar
IDENTITY: Final = (1).to_bytes(SIZE, "little")
_TORSION: Final = (FIELD - 1).to_bytes(SIZE, "little")  # (0, −1), the point of order 2
_BASE: Final = bytes([0x58]) + bytes([0x66]) * 31  # G as RFC 8032 encodes it
_PROBE: Final = bytes.fromhex("8a9fdc33a0b50e3f84100171a3a1a0d04833a40642adc1eac81223eb68d9bb29")


def is_point(raw: bytes) -> bool:
    """Whether these bytes are a card point: 32 bytes, the canonical encoding of a point of the
    prime-order subgroup, and not the identity."""
    return len(raw) == SIZE and sodium.crypto_core_ed25519_is_valid_point(raw)


def scalar(raw: bytes) -> int:
    """Bytes → scalar; ValueError where they are not 32 bytes, little-endian, below `L`."""
    number = int.from_bytes(raw, "little")
    if len(raw) != SIZE or number >= L:
        raise ValueError("not a scalar below the order of the group")
    return number


def scalar_bytes(number: int) -> bytes:
    """Scalar → its one encoding."""
    return (number % L).to_bytes(SIZE, "little")


def inverse(number: int) -> int:
    """1 / number modulo `L`; ValueError for 0."""
    return pow(number, -1, L)


def base(number: int) -> bytes:
    """number·G."""
    if number % L == 0:
        return IDENTITY
    product: bytes = sodium.crypto_scalarmult_ed25519_base_noclamp(scalar_bytes(number))
    return product


def mul(number: int, point: bytes) -> bytes:
    """number·point."""
    if number % L == 0 or point == IDENTITY:  # libsodium refuses these two
        return IDENTITY
    product: bytes = sodium.crypto_scalarmult_ed25519_noclamp(scalar_bytes(number), point)
    return product


def add(left: bytes, right: bytes) -> bytes:
    """left + right."""
    total: bytes = sodium.crypto_core_ed25519_add(left, right)
    return total


def sub(left: bytes, right: bytes) -> bytes:
    """left − right."""
    rest: bytes = sodium.crypto_core_ed25519_sub(left, right)
    return rest


def combine(numbers: Iterable[int], points: Iterable[bytes]) -> bytes:
    """Σ number·point over two rows of equal length."""
    total = IDENTITY
    for number, point in zip(numbers, points, strict=True):
        total = add(total, mul(number, point))
    return total


def hash_to_point(*parts: bytes) -> bytes:
    """H2P: a point of which nobody knows the logarithm.  Points with known logarithms, such as j·G for
    card j, would let anybody read a masked deck."""
    seed = hashlib.sha512(b"".join(be32(len(part)) + part for part in parts)).digest()
    for count in itertools.count():
        candidate = hashlib.sha256(seed + be32(count)).digest()
        if int.from_bytes(candidate, "little") % 2**255 >= FIELD:
            continue
        try:
            point = add(candidate, candidate)
        except RuntimeError:
            continue  # on no curve, as every second one
        point = add(point, point)
        point = add(point, point)  # eight times the candidate: in the subgroup
        if point != IDENTITY:
            return point
    raise AssertionError


@lru_cache(maxsize=64)
def card_points(match: bytes, session: int, count: int) -> Mapping[bytes, int]:
    """The `count` cards of a deck before anybody masked it: point → card id, in the order of ids.
    Fresh for every session, so that no two decks of a match have a card in common."""
    cards = (hash_to_point(b"card", match, be32(session), j.to_bytes(2, "big")) for j in range(count))
    return MappingProxyType({point: j for j, point in enumerate(cards)})


@cache
def generator(number: int) -> bytes:
    """h_number: a base of the commitments in shuffle proofs, the same in all matches."""
    return hash_to_point(b"pbem/1 deck gen", be32(number))


def self_test() -> None:
    """Refuse a libsodium that lets points outside the subgroup pass (CVE-2025-69277), or that computes
    anything else than the protocol's numbers; by what it does, for versions do not tell.  `Refused`."""
    hint = "pip install --upgrade 'pynacl>=1.6.2'"
    if is_point(add(_BASE, _TORSION)) or is_point(_TORSION) or is_point(IDENTITY):
        what = "accepts points outside the prime-order group (CVE-2025-69277)"
    elif is_point((FIELD + 1).to_bytes(SIZE, "little")):
        what = "accepts encodings that are not canonical"
    elif base(1) != _BASE or not is_point(_BASE) or mul(L - 1, _PROBE) != sub(IDENTITY, _PROBE):
        what = "does not compute edwards25519"
    elif hash_to_point(b"pbem/1 test") != _PROBE:
        what = "does not refuse what is on no curve"
    else:
        return
    raise Refused(VERSION, f"cards cannot be played here: the installed libsodium {what}", hint)


self_test()
