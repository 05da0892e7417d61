"""A window's dice: seed and stream (protocol section 3).

seed   = SHA-256("pbem/1 dice" ‖ match ‖ be32(k) ‖ opening file ‖ opener's share ‖ closer's share)
block j = HMAC-SHA256(seed, be32(j)); bytes in order; a die with n sides takes the next byte below
256 − 256 mod n, its face is byte mod n + 1.  So every face of every die has the same chance.
"""

import hashlib
import hmac

from pbem.turnfile.canon import be32

BLOCK = 32


def seed(match: bytes, k: int, opening: bytes, opener: bytes, closer: bytes) -> bytes:
    """The 32-byte seed of window `k`; all other arguments are 32 bytes."""
    return hashlib.sha256(b"pbem/1 dice" + match + be32(k) + opening + opener + closer).digest()


def roll(seed: bytes, start: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
    """`count` dice from byte `start` of the stream: (faces, the next unused byte).

    2 ≤ sides ≤ 256, count ≥ 1; a game that asks for anything else has a bug (ValueError).
    """
    if not 2 <= sides <= 256 or count < 1:
        raise ValueError(f"no such roll: {count} dice with {sides} sides")
    limit = 256 - 256 % sides
    faces: list[int] = []
    at = start
    number, block = -1, b""
    while len(faces) < count:
        if at // BLOCK != number:
            number = at // BLOCK
            block = hmac.digest(seed, be32(number), "sha256")
        byte = block[at % BLOCK]
        at += 1
        if byte < limit:
            faces.append(byte % sides + 1)
    return tuple(faces), at
