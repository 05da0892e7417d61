"""What a player keeps secret, and what others can check of it (P1.6, P3.1)."""

import hashlib
import hmac
import json
from functools import cache
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pbem.chance.shares import LAST_WINDOW, Secrets, previous, sealing_hash
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Sealing

KEY_SEED = bytes(range(32))
NONCE = b"\x07" * 32
PARENT = b"\x09" * 32


@cache
def mine() -> Secrets:
    return Secrets(KEY_SEED, NONCE)


def hkdf_extract(ikm: bytes, salt: bytes) -> bytes:
    return hmac.new(salt, ikm, hashlib.sha256).digest()


def hkdf_expand(key: bytes, info: bytes, length: int = 32) -> bytes:
    out, block = b"", b""
    for i in range(1, length // 32 + 2):
        block = hmac.new(key, block + info + bytes([i]), hashlib.sha256).digest()
        out += block
    return out[:length]


# Key seed 00 01 … 1f, nonce 32 × 07, parent 32 × 09; worked out with nothing but HMAC and SHA-256.
VECTORS = {
    "master": "c013e1834dc7b38aabc76eaf8be8c5983e4ca620eaa2dea91fa9a1e31c30414f",
    "share 4096": "326c5499cde5c1b19c5bb7b75c598ab0e1cfa8e44c9a0888dbd98ea9c2575714",
    "share 1": "3a6e0c0070f6d963bb4fdbec2f7620d5605bcb218b9d6c470ac50236cda301dc",
    "anchor": "c6093d383d9004c716a0a30bbdf6e82d240960599da901c2d9e2c2c24790f886",
    "army salt": "25a7e6f807cabd4b5714ff7fbcc765f946b55e6fc548e73da72c6d2074d784e8",
    "salt of the first seal of turn 2": "28f203a983f17221d28a6f5283d49ec1961b7b7e245fb2c82f33dc6f668b94bc",
}

# HKDF-SHA256 is extract, then expand: M is the first 32 bytes that expand to the name of the match.
MASTER = hkdf_expand(hkdf_extract(KEY_SEED, NONCE), b"pbem/1 match")


def test_the_hkdf_of_this_test_is_the_one_of_rfc_5869() -> None:
    """Test case 1 of its appendix A."""
    ikm, salt = b"\x0b" * 22, bytes(range(13))
    key = hkdf_extract(ikm, salt)
    assert key.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    assert hkdf_expand(key, bytes(range(0xF0, 0xFA)), 42).hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


def test_every_secret_derives_from_key_and_nonce() -> None:
    secrets = mine()
    assert secrets.expand(b"any", 64) == hkdf_expand(MASTER, b"any", 64)
    assert secrets.share(LAST_WINDOW) == hkdf_expand(MASTER, b"pbem/1 dice")
    assert secrets.army_salt() == hkdf_expand(MASTER, b"pbem/1 army salt")
    info = b"pbem/1 salt" + b"\x00\x00\x01\x02" + PARENT + b"\x00\x00\x00\x03"
    assert secrets.salt(258, PARENT, 3) == hkdf_expand(MASTER, info)


def test_vectors_for_a_second_implementation() -> None:
    assert MASTER.hex() == VECTORS["master"]
    assert mine().share(LAST_WINDOW).hex() == VECTORS["share 4096"]
    assert mine().share(1).hex() == VECTORS["share 1"]
    assert mine().share(0).hex() == VECTORS["anchor"]
    assert mine().army_salt().hex() == VECTORS["army salt"]
    assert mine().salt(2, PARENT, 0).hex() == VECTORS["salt of the first seal of turn 2"]


def test_shares_are_a_chain_of_hashes_from_the_last_to_the_anchor() -> None:
    link = mine().share(LAST_WINDOW)
    for k in range(LAST_WINDOW, 0, -1):
        assert mine().share(k) == link
        before = hashlib.sha256(b"pbem/1 share" + NONCE + link).digest()
        assert previous(NONCE, link) == before
        link = before
    assert mine().share(0) == link  # the anchor


def test_a_share_belongs_to_one_player_one_nonce_one_number() -> None:
    others = [Secrets(KEY_SEED, b"\x08" * 32), Secrets(bytes(32), NONCE)]
    for other in others:
        assert other.share(1) != mine().share(1)
        assert previous(NONCE, other.share(1)) != mine().share(0)
    assert previous(b"\x08" * 32, mine().share(1)) != mine().share(0)
    assert previous(NONCE, mine().share(3)) == mine().share(2) != mine().share(1)


@pytest.mark.parametrize("k", [-1, LAST_WINDOW + 1])
def test_there_are_no_other_shares(k: int) -> None:
    with pytest.raises(ValueError, match=f"there is no share {k}"):
        mine().share(k)


def test_salts_differ_by_turn_parent_and_number() -> None:
    salts = [
        mine().army_salt(),
        mine().salt(2, PARENT, 0),
        mine().salt(3, PARENT, 0),
        mine().salt(2, NONCE, 0),
        mine().salt(2, PARENT, 1),
        Secrets(KEY_SEED, PARENT).salt(2, PARENT, 0),
    ]
    assert len(dict.fromkeys(salts)) == len(salts)


# -- seals -----------------------------------------------------------------------------------------------
SALT = b"\x05" * 32


@pytest.mark.parametrize(
    ("what", "tag"),
    [
        ("army", b"pbem/1 army"),
        ("standing", b"pbem/1 standing"),
        ("deploy", b"pbem/1 sealed"),
        ("anything", b"pbem/1 sealed"),
    ],
)
def test_what_a_seal_binds_to(what: str, tag: bytes) -> None:
    value = {"b": [1, True], "a": "ü"}
    form = '{"a":"ü","b":[1,true]}'.encode()
    assert sealing_hash(what, SALT, value) == hashlib.sha256(tag + SALT + form).digest()


def test_a_seal_binds_to_kind_salt_and_value() -> None:
    seals = [
        sealing_hash("army", SALT, {"pikes": 3}),
        sealing_hash("standing", SALT, {"pikes": 3}),
        sealing_hash("deploy", SALT, {"pikes": 3}),
        sealing_hash("army", PARENT, {"pikes": 3}),
        sealing_hash("army", SALT, {"pikes": 4}),
    ]
    assert len(dict.fromkeys(seals)) == len(seals)


def raw_box(sealing: Sealing) -> bytes:
    return unb64("".join(sealing.box))


def test_a_box_worked_out_by_hand() -> None:
    value = {"pikes": 3}
    sealing = mine().seal("army", SALT, value)
    digest = sealing_hash("army", SALT, value)
    assert sealing.hash == b64(digest)
    key = hkdf_expand(MASTER, b"pbem/1 box" + digest)
    plain = ChaCha20Poly1305(key).decrypt(bytes(12), raw_box(sealing), None)
    assert plain == b'{"pikes":3}' + b" " * 1013
    assert json.loads(plain) == value


@pytest.mark.parametrize(
    ("value", "size"),
    [({}, 1024), ({"a": "x" * 1016}, 1024), ({"a": "x" * 1017}, 2048), ({"a": "x" * 3000}, 3072)],
)
def test_the_size_of_a_box_says_little(value: dict[str, Any], size: int) -> None:
    sealing = mine().seal("deploy", SALT, value)
    assert len(raw_box(sealing)) == size + 16  # 16 bytes of authentication
    assert all(len(piece) <= 62 for piece in sealing.box)
    assert mine().unseal(sealing) == value


def test_only_its_author_opens_a_box() -> None:
    sealing = mine().seal("army", SALT, {"pikes": 3})
    assert mine().unseal(sealing) == {"pikes": 3}
    assert Secrets(KEY_SEED, NONCE).unseal(sealing) == {"pikes": 3}  # after a lost disk
    for other in (Secrets(bytes(32), NONCE), Secrets(KEY_SEED, PARENT)):
        with pytest.raises(ValueError, match="not made with this key"):
            other.unseal(sealing)


def test_a_damaged_box_is_told() -> None:
    sealing = mine().seal("army", SALT, {"pikes": 3})
    raw = bytearray(raw_box(sealing))
    raw[5] ^= 1
    with pytest.raises(ValueError, match="not made with this key"):
        mine().unseal(Sealing(hash=sealing.hash, box=(b64(bytes(raw)),)))
    with pytest.raises(ValueError, match="not made with this key"):
        mine().unseal(Sealing(hash=b64(SALT), box=sealing.box))
    with pytest.raises(ValueError, match="base64url"):
        mine().unseal(Sealing(hash=sealing.hash, box=("=",)))


def test_the_same_value_sealed_again_is_the_same_and_with_another_salt_is_not() -> None:
    one, two = mine().seal("deploy", SALT, {"a": 1}), mine().seal("deploy", PARENT, {"a": 1})
    assert mine().seal("deploy", SALT, {"a": 1}) == one
    assert one.hash != two.hash
    assert one.box != two.box
