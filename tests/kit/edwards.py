"""edwards25519 in plain Python: the second opinion on `pbem.chance.group`.

The same names, the same bytes, no line and no library in common (but `hashlib`).  Written from the
curve equation −x² + y² = 1 + d·x²·y² and the complete addition law in extended coordinates
(X : Y : Z : T), x = X/Z, y = Y/Z, x·y = T/Z.  Slow (a multiplication takes over a millisecond) and not
constant in time: for tests only.
"""

import hashlib
from collections.abc import Iterable
from functools import cache

FIELD = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT = pow(2, (FIELD - 1) // 4, FIELD)  # of −1
SIZE = 32
IDENTITY = b"\1" + bytes(31)
Extended = tuple[int, int, int, int]
ZERO: Extended = (0, 1, 1, 0)


@cache
def decode(raw: bytes) -> Extended:
    """Bytes → point of the whole curve, any subgroup; ValueError where there is none."""
    number = int.from_bytes(raw, "little")
    sign, y = number >> 255, number % 2**255
    if len(raw) != SIZE or y >= FIELD:
        raise ValueError("not a canonical encoding")
    over, under = (y * y - 1) % FIELD, (D * y * y + 1) % FIELD
    square = over * pow(under, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * ROOT % FIELD
    if x * x % FIELD != square or (x == 0 and sign):
        raise ValueError("on no curve")
    if x % 2 != sign:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def encode(point: Extended) -> bytes:
    flat = pow(point[2], -1, FIELD)
    x, y = point[0] * flat % FIELD, point[1] * flat % FIELD
    return (y + (x % 2 << 255)).to_bytes(SIZE, "little")


def plus(p: Extended, q: Extended) -> Extended:
    a, b = p[0] * q[0], p[1] * q[1]
    c, d = D * p[3] * q[3] % FIELD, p[2] * q[2]
    e, f, g, h = (p[0] + p[1]) * (q[0] + q[1]) - a - b, d - c, d + c, b + a  # a = −1: b − (−a)
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def times(number: int, point: Extended) -> Extended:
    total = ZERO
    for bit in f"{number:b}":
        total = plus(total, total)
        if bit == "1":
            total = plus(total, point)
    return total


def is_point(raw: bytes) -> bool:
    try:
        point = decode(raw)
    except ValueError:
        return False
    return raw != IDENTITY and encode(times(L, point)) == IDENTITY


def scalar(raw: bytes) -> int:
    number = sum(byte << 8 * i for i, byte in enumerate(raw))
    if len(raw) != SIZE or number >= L:
        raise ValueError("not a scalar")
    return number


def scalar_bytes(number: int) -> bytes:
    return bytes(number % L >> 8 * i & 255 for i in range(SIZE))


def inverse(number: int) -> int:
    return pow(number % L, L - 2, L)


G = encode(decode((4 * pow(5, -1, FIELD) % FIELD).to_bytes(SIZE, "little")))


def mul(number: int, point: bytes) -> bytes:
    return encode(times(number % L, decode(point)))


def base(number: int) -> bytes:
    return mul(number, G)


def add(left: bytes, right: bytes) -> bytes:
    return encode(plus(decode(left), decode(right)))


def sub(left: bytes, right: bytes) -> bytes:
    x, y, z, t = decode(right)
    return encode(plus(decode(left), (-x % FIELD, y, z, -t % FIELD)))


def combine(numbers: Iterable[int], points: Iterable[bytes]) -> bytes:
    total = ZERO
    for number, point in zip(numbers, points, strict=True):
        total = plus(total, times(number % L, decode(point)))
    return encode(total)


def hash_to_point(*parts: bytes) -> bytes:
    whole = hashlib.sha512()
    for part in parts:
        whole.update(len(part).to_bytes(4, "big"))
        whole.update(part)
    count = 0
    while True:
        try:
            found = decode(hashlib.sha256(whole.digest() + count.to_bytes(4, "big")).digest())
        except ValueError:
            count += 1
            continue
        point = encode(times(8, found))
        if point != IDENTITY:
            return point
        count += 1


@cache
def card_points(match: bytes, session: int, count: int) -> dict[bytes, int]:
    where = session.to_bytes(4, "big")
    return {hash_to_point(b"card", match, where, bytes([j >> 8, j & 255])): j for j in range(count)}


@cache
def generator(number: int) -> bytes:
    return hash_to_point(b"pbem/1 deck gen", number.to_bytes(4, "big"))
