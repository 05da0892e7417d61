"""The conformance vectors are judged as their heads say, cover every code, and are up to date."""

import hashlib
import hmac
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from pbem.errors import CODES
from tests.vectors import numbers
from tests.vectors.form import ACCEPT, Vector, from_bytes, to_bytes
from tests.vectors.generate import HERE, difference, everything, stored

MOST = 2_500_000  # bytes of the whole folder


@cache
def vectors() -> dict[str, Vector]:
    return {path: from_bytes(raw) for path, raw in stored().items() if path.endswith(".txt")}


@pytest.mark.parametrize("folder", ["accepted", "refused", "mail"])
def test_every_vector_is_judged_as_its_head_says(folder: str) -> None:
    mine = {path: vector for path, vector in vectors().items() if path.startswith(f"{folder}/")}
    assert len(mine) > 30
    assert {path: said for path, vector in mine.items() if (said := difference(vector))} == {}


def test_they_are_up_to_date() -> None:
    """`python -m tests.vectors.generate dump` writes them anew."""
    wanted, found = everything(), stored()
    assert sorted(wanted) == sorted(found)
    assert [path for path, raw in wanted.items() if found[path] != raw] == []


def test_every_code_is_there() -> None:
    count = Counter(vector.expect for vector in vectors().values())
    assert set(count) == {ACCEPT, *CODES}
    games = {(vector.game, vector.expect) for vector in vectors().values()}
    assert {("zipwarz", ACCEPT), ("zoids", ACCEPT), ("zoids", "cards/shuffle")} <= games


def test_the_folder_stays_small() -> None:
    assert sum(map(len, stored().values())) < MOST


def test_a_vector_is_what_its_file_says() -> None:
    for path, vector in vectors().items():
        assert to_bytes(vector) == (HERE / path).read_bytes()
        assert path.removesuffix(".txt").endswith(f"/{vector.name}")
        assert (vector.expect == ACCEPT) == (not path.startswith("refused/"))
        head = (HERE / path).read_bytes().partition(b"\n\n")[0].decode("ascii")
        assert all(line == line.rstrip() and line.startswith("# ") for line in head.split("\n"))
        assert vector.what[0].isupper()


def test_a_vector_that_says_something_else_is_found() -> None:
    """The test sees what it looks for."""
    good = vectors()["refused/state-differs-a-wound.txt"]
    assert difference(good) == ""
    for change in ({"expect": ACCEPT}, {"path": "units.A2.wounds"}, {"turn": 4}, {"expect": "rolls/differ"}):
        said = difference(Vector(**{**{f: getattr(good, f) for f in good.__struct_fields__}, **change}))
        assert said.startswith("expected ")
    broken = {f: getattr(good, f) for f in good.__struct_fields__} | {"files": good.files[1:]}
    assert difference(Vector(**broken)).startswith("a file before the last one is not accepted")


# -- the numbers, worked out once more with nothing but the standard library ------------------------------
def numbers_in(name: str) -> Any:
    return json.loads((HERE / name).read_text("ascii"))


def stream(seed: bytes, sides: int, start: int) -> Any:
    """(face, next byte) of every die of the stream."""
    for at in range(start, 100_000):
        block = hmac.new(seed, (at // 32).to_bytes(4, "big"), hashlib.sha256).digest()
        if block[at % 32] < 256 - 256 % sides:
            yield block[at % 32] % sides + 1, at + 1


def test_dice() -> None:
    windows = numbers_in("dice.json")
    assert windows[0]["seed"] == "a38f330c65e8a01f8d9667f8cf0a0686909a1b76101d316fedf987e4252e6ff1"
    for window in windows:
        raw = {name: bytes.fromhex(window[name]) for name in ("match", "opening", "opener", "closer")}
        parts = (raw["match"], window["k"].to_bytes(4, "big"), raw["opening"], raw["opener"], raw["closer"])
        seed = hashlib.sha256(b"pbem/1 dice" + b"".join(parts)).digest()
        assert seed.hex() == window["seed"]
        for sides, faces in window["faces"].items():
            rolled = [die for die, _ in zip(stream(seed, int(sides), 0), faces, strict=False)]
            assert [face for face, _ in rolled] == faces
            assert rolled[-1][1] == window["next_byte"][sides]
            assert len(faces) == numbers.LONG
        byte = 0
        for row in window["in_turn"]:
            assert row["from_byte"] == byte
            rolled = [die for die, _ in zip(stream(seed, row["sides"], byte), row["faces"], strict=False)]
            assert [face for face, _ in rolled] == row["faces"]
            byte = rolled[-1][1]


def expand(master: bytes, info: bytes, length: int = 32) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869)."""
    out, block = b"", b""
    for counter in range(1, 1 + -(-length // 32)):
        block = hmac.new(master, block + info + bytes([counter]), hashlib.sha256).digest()
        out += block
    return out[:length]


def test_derivations() -> None:
    for player in numbers_in("derivations.json")["players"]:
        seed, nonce = bytes.fromhex(player["seed"]), bytes.fromhex(player["nonce"])
        extracted = hmac.new(nonce, seed, hashlib.sha256).digest()
        master = expand(extracted, b"pbem/1 match")
        assert master.hex() == player["master"]
        link = expand(master, b"pbem/1 dice")
        for k in range(4096, -1, -1):
            if str(k) in player["shares"]:
                assert player["shares"][str(k)] == link.hex()
            link = hashlib.sha256(b"pbem/1 share" + nonce + link).digest()
        assert player["army_salt"] == expand(master, b"pbem/1 army salt").hex()
        for salt in player["salts"]:
            parent = bytes.fromhex(salt["parent"])
            info = salt["turn"].to_bytes(4, "big") + parent + salt["number"].to_bytes(4, "big")
            assert salt["salt"] == expand(master, b"pbem/1 salt" + info).hex()
        for seal in player["seals"]:
            body = json.dumps(seal["value"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            assert body == seal["canonical"]
            tagged = seal["tag"].encode() + bytes.fromhex(seal["salt"]) + body.encode()
            digest = hashlib.sha256(tagged).digest()
            assert numbers.b64(digest) == seal["hash"]
            assert seal["box_key"] == expand(master, b"pbem/1 box" + digest).hex()
    for signed in numbers_in("derivations.json")["signed"]:
        kind, body = signed["type"].encode(), signed["canonical"].encode()
        pae = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body)
        assert hashlib.sha256(pae).hexdigest() == signed["pae_sha256"]
        assert numbers.b64(hashlib.sha256(pae).digest()) == signed["seal"]["hash"]
