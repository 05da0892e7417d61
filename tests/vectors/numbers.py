"""Numbers for a second implementation: `dice.json`, `derivations.json`."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.chance import dice
from pbem.chance.shares import LAST_WINDOW, TAGS, Secrets, sealing_hash
from pbem.desk.keys import fingerprint, shared_code
from pbem.turnfile.canon import b64, canonical
from pbem.turnfile.seal import NOTICE, TURN, body_of, pae, public_key, sign

SIDES = (2, 6, 10, 20, 100, 256)
LONG = 70  # dice of each sort: more than two blocks of the stream
Data = dict[str, Any]


def fixed(what: str) -> bytes:
    """32 bytes that everybody can make again."""
    return hashlib.sha256(what.encode()).digest()


def files() -> Mapping[str, bytes]:
    """File name → what belongs in it."""
    found = {"dice.json": windows(), "derivations.json": derivations()}
    return {name: (json.dumps(data, indent=1) + "\n").encode() for name, data in found.items()}


# -- dice ------------------------------------------------------------------------------------------------
def windows() -> list[Data]:
    """Windows with their seeds, and what dice of each sort show that are rolled from byte 0 on."""
    given = [
        (bytes(range(32)), 1, fixed("opening"), b"\x11" * 32, b"\x22" * 32),
        (fixed("match"), 2, fixed("another opening"), fixed("share of a"), fixed("share of b")),
        (b"\xff" * 32, LAST_WINDOW, bytes(32), fixed("share of b"), fixed("share of a")),
    ]
    return [_window(*window) for window in given]


def _window(match: bytes, k: int, opening: bytes, opener: bytes, closer: bytes) -> Data:
    seed = dice.seed(match, k, opening, opener, closer)
    rolled = {str(n): dice.roll(seed, 0, LONG, n) for n in SIDES}
    return {
        "match": match.hex(),
        "k": k,
        "opening": opening.hex(),
        "opener": opener.hex(),
        "closer": closer.hex(),
        "seed": seed.hex(),
        "faces": {n: list(faces) for n, (faces, _) in rolled.items()},
        "next_byte": {n: byte for n, (_, byte) in rolled.items()},
        "in_turn": _in_turn(seed),
    }


def _in_turn(seed: bytes) -> list[Data]:
    """Rolls of different sorts, one after the other from one stream."""
    byte, rows = 0, []
    for sides, count in ((6, 5), (6, 5), (20, 1), (100, 7), (2, 9), (256, 3), (10, 4)):
        faces, after = dice.roll(seed, byte, count, sides)
        rows.append({"sides": sides, "from_byte": byte, "faces": list(faces)})
        byte = after
    return rows


# -- secrets, seals, signatures --------------------------------------------------------------------------
def derivations() -> Data:
    """All that follows from the keys and nonces of two players."""
    seeds, nonces = (fixed("key a 1"), fixed("key b 1")), (fixed("nonce a 1"), fixed("nonce b 1"))
    keys = [Ed25519PrivateKey.from_private_bytes(seed) for seed in seeds]
    public = [b64(public_key(key)) for key in keys]
    match, parent = fixed("match"), fixed("parent")
    words, digits = shared_code(b64(match), *public)
    players = [_player(*pair, parent) for pair in zip(seeds, nonces, strict=True)]
    for player, key in zip(players, public, strict=True):
        player |= {"key": key, "fingerprint": fingerprint(key)}
    return {
        "players": players,
        "shared_code": {"match": b64(match), "words": list(words), "digits": list(digits)},
        "signed": [_signed(keys[0], TURN), _signed(keys[0], NOTICE)],
    }


def _player(seed: bytes, nonce: bytes, parent: bytes) -> Data:
    secrets = Secrets(seed, nonce)
    numbers = (0, 1, 2, 3, 1000, LAST_WINDOW - 1, LAST_WINDOW)
    sealed = (
        ("army", secrets.army_salt(), {"faction": "tidewrack_brood", "unit": []}),
        ("standing", secrets.salt(4, parent, 0), {"rules": [{"when": "hits", "hits": 3}]}),
        ("deploy", secrets.salt(2, parent, 0), {"orders": [{"unit": "A1", "zone": 5, "name": "Zo\u00eb"}]}),
    )
    return {
        "seed": seed.hex(),
        "nonce": nonce.hex(),
        "master": secrets._master.hex(),
        "expanded": {"info": "pbem/1 any", "length": 64, "bytes": secrets.expand(b"pbem/1 any", 64).hex()},
        "shares": {str(k): secrets.share(k).hex() for k in numbers},
        "anchor": b64(secrets.share(0)),
        "army_salt": secrets.army_salt().hex(),
        "salts": [
            {"turn": turn, "parent": parent.hex(), "number": i, "salt": secrets.salt(turn, parent, i).hex()}
            for turn, i in ((1, 0), (4, 0), (4, 1), (258, 3))
        ],
        "seals": [_seal(secrets, what, salt, value) for what, salt, value in sealed],
    }


def _seal(secrets: Secrets, what: str, salt: bytes, value: Data) -> Data:
    sealing = secrets.seal(what, salt, value)
    digest = sealing_hash(what, salt, value)
    return {
        "what": what,
        "tag": TAGS.get(what, b"pbem/1 sealed").decode(),
        "salt": salt.hex(),
        "value": value,
        "canonical": canonical(value).decode(),
        "hash": sealing.hash,
        "box_key": secrets.expand(b"pbem/1 box" + digest).hex(),
        "box": "".join(sealing.box),
    }


def _signed(key: Ed25519PrivateKey, kind: str) -> Data:
    """Canonical form, PAE, hash and signature of a sheet with everything that a canonical form has to get
    right: order of keys, letters, escapes, a folded string."""
    data = {
        "turn": 7,
        "b-2": [1, -1, True, False, 2**53 - 1, []],
        "b2": {"z": "\u00e9\u4e2d\U0001f40e", "a": 'quo"te\\ \n\t\r\b\f\x00\x1f\x7f\u2028', "_": {}},
        "a": {"text": ["one ", "two ", "three"]},
        "c": {"text": [{"text": ["inner"]}, "outer"]},
    }
    sealed = sign(kind, data, key)
    body = body_of(sealed)
    return {
        "type": kind,
        "data": data,
        "canonical": body.decode(),
        "pae_sha256": hashlib.sha256(pae(kind, body)).hexdigest(),
        "seal": sealed["seal"],
    }
