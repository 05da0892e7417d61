"""Hash, signature and key: what binds a player to a file (P1.1)."""

import hashlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.errors import TurnRejected
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Notice, Turn
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import (
    NOTICE,
    TURN,
    Sheet,
    body_of,
    check_key,
    check_seal,
    digest,
    open_sheet,
    pae,
    public_key,
    sign,
    to_text,
)

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = b64(public_key(KEY))
L = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
DATA: dict[str, Any] = {
    "format": "pbem/1",
    "turn": 3,
    "author": "b",
    "game": "toy",
    "rules": b64(bytes(32)),
    "writer": "pbem test",
    "message": ["Grüße"],
    "match": b64(hashlib.sha256(b"match").digest()),
    "parent": b64(hashlib.sha256(b"parent").digest()),
    "state": {"units": [{"id": "A1", "at": 4}]},
}
SAID: dict[str, Any] = {
    "format": "pbem/1",
    "match": DATA["match"],
    "notice": 1,
    "author": "b",
    "head": DATA["parent"],
    "writer": "pbem test",
    "statement": {"kind": "resign"},
}


def sheet(data: dict[str, Any]) -> Sheet:
    return open_sheet(data)


def code(data: dict[str, Any], key: str = PUBLIC) -> str:
    with pytest.raises(TurnRejected) as caught:
        check_seal(sheet(data), key)
    return caught.value.code


# -- what is signed -------------------------------------------------------------------------------------
def test_the_encoding_before_signing_to_the_byte() -> None:
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"  # the example of the DSSE protocol
    )
    assert pae(TURN, b"{}") == b"DSSEv1 33 application/vnd.pbem.turn.v1+json 2 {}"
    assert pae(NOTICE, b"") == b"DSSEv1 35 application/vnd.pbem.notice.v1+json 0 "
    assert pae("é", "é".encode()) == b"DSSEv1 2 \xc3\xa9 2 \xc3\xa9"  # lengths count bytes


def test_hash_and_signature_worked_out_by_hand() -> None:
    body = (
        f'{{"author":"b","format":"pbem/1","game":"toy","match":"{DATA["match"]}","message":["Grüße"],'
        f'"parent":"{DATA["parent"]}","rules":"{DATA["rules"]}",'
        '"state":{"units":[{"at":4,"id":"A1"}]},"turn":3,"writer":"pbem test"}'
    ).encode()
    assert body_of(DATA) == body
    message = b"DSSEv1 33 application/vnd.pbem.turn.v1+json " + str(len(body)).encode() + b" " + body
    signed = sign(TURN, DATA, KEY)
    assert signed["seal"]["hash"] == b64(hashlib.sha256(message).digest()) == b64(digest(TURN, signed))
    first, second = signed["seal"]["signature"]
    assert (len(first), len(second)) == (43, 43)
    Ed25519PublicKey.from_public_bytes(public_key(KEY)).verify(unb64(first + second), message)
    assert signed["seal"]["key"] == PUBLIC
    assert {k: v for k, v in signed.items() if k != "seal"} == DATA


def test_a_sealed_file_through_text_and_back() -> None:
    for kind, data, name in ((TURN, DATA, Turn), (NOTICE, SAID, Notice)):
        signed = sign(kind, data, KEY)
        text = to_text(signed, ("for human eyes",))
        ((read, notes),) = candidates(text.encode())
        assert read == signed
        opened = open_sheet(read, notes)
        assert isinstance(opened.content, name)
        assert opened.hash == signed["seal"]["hash"]
        check_seal(opened, PUBLIC)


def test_words_are_normalised_before_they_are_signed() -> None:
    signed = sign(TURN, {**DATA, "message": ["Gru\u0308ße"]}, KEY)
    assert signed["seal"]["hash"] == sign(TURN, {**DATA, "message": ["Gr\u00fcße"]}, KEY)["seal"]["hash"]
    check_seal(sheet(signed), PUBLIC)


def test_a_reader_does_not_normalise() -> None:
    """Unicode versions differ, so a reader takes the words as they are: another spelling is a change."""
    signed = sign(TURN, {**DATA, "message": ["Gr\u00fcße"]}, KEY)
    assert code({**signed, "message": ["Gru\u0308ße"]}) == "seal/hash"


def test_a_file_is_its_hash_and_not_its_signature() -> None:
    one, two = sign(TURN, DATA, KEY), sign(TURN, DATA, OTHER)
    assert one["seal"] != two["seal"]
    assert sheet(one).hash == sheet(two).hash


def test_a_turn_is_no_notice_even_with_the_same_words() -> None:
    assert digest(TURN, SAID) != digest(NOTICE, SAID)
    signed = sign(TURN, SAID, KEY)  # signed as a turn, shaped as a notice
    assert code(signed) == "seal/hash"
    with pytest.raises(TurnRejected, match="expected a turn, found a notice"):
        _ = sheet(sign(NOTICE, SAID, KEY)).turn
    with pytest.raises(TurnRejected, match="expected a notice, found a turn"):
        _ = sheet(sign(TURN, DATA, KEY)).notice


def test_what_does_not_read_back_is_never_written() -> None:
    with pytest.raises(ValueError, match="does not read back"):
        to_text({**sign(TURN, DATA, KEY), "message": {"text": ["a", "b"]}})


# -- what is refused ------------------------------------------------------------------------------------
CHANGES: dict[str, dict[str, Any]] = {
    "another number": {"turn": 4},
    "another author": {"author": "a"},
    "another word": {"message": ["Gruß"]},
    "the same word cut elsewhere": {"message": ["Grü", "ße"]},
    "a unit moved": {"state": {"units": [{"id": "A1", "at": 5}]}},
    "something added": {"date": "2024-01-02"},
    "a table added": {"chance": {}},
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_content_is_told_from_a_bad_signature(change: str) -> None:
    signed = sign(TURN, DATA, KEY)
    assert code({**signed, **CHANGES[change]}) == "seal/hash"
    # Whoever changes the hash as well still lacks the signature.
    changed = {**signed, **CHANGES[change]}
    forged = {**changed, "seal": {**signed["seal"], "hash": b64(digest(TURN, changed))}}
    assert code(forged) == "seal/signature"


def test_something_left_out() -> None:
    signed = sign(TURN, DATA, KEY)
    assert code({k: v for k, v in signed.items() if k != "message"}) == "seal/hash"


def halves(raw: bytes) -> list[str]:
    text = b64(raw)
    return [text[:43], text[43:]]


def resealed(**changes: Any) -> dict[str, Any]:
    signed = sign(TURN, DATA, KEY)
    return {**signed, "seal": {**signed["seal"], **changes}}


def test_every_flipped_bit_of_a_signature_is_seen() -> None:
    raw = unb64("".join(sign(TURN, DATA, KEY)["seal"]["signature"]))
    for bit in range(512):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert code(resealed(signature=halves(bytes(flipped)))) == "seal/signature", bit


def test_every_flipped_bit_of_hash_and_key_is_seen() -> None:
    seal = sign(TURN, DATA, KEY)["seal"]
    for name, expected in (("hash", "seal/hash"), ("key", "seal/key")):
        raw = unb64(seal[name])
        for bit in range(256):
            flipped = bytearray(raw)
            flipped[bit // 8] ^= 1 << bit % 8
            assert code(resealed(**{name: b64(bytes(flipped))})) == expected, bit


def test_the_scalar_of_a_signature_is_reduced() -> None:
    """S + L satisfies the equation as well; taking it would give every file a second signature."""
    raw = unb64("".join(sign(TURN, DATA, KEY)["seal"]["signature"]))
    scalar = int.from_bytes(raw[32:], "little")
    assert scalar < L
    for more in (L, 2 * L, 15 * L):
        if scalar + more < 2**256:
            again = raw[:32] + (scalar + more).to_bytes(32, "little")
            with pytest.raises(TurnRejected, match="its scalar is not reduced") as caught:
                check_seal(sheet(resealed(signature=halves(again))), PUBLIC)
            assert caught.value.code == "seal/signature"


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        (["A" * 42, "A" * 44], "expected two strings of 43 characters"),
        (["A" * 43, ""], "expected two strings of 43 characters"),
        (["A" * 43, "A" * 42 + "B"], "not the canonical base64url"),
        (["A" * 43, "A" * 42 + "="], "not base64url"),
        (["A" * 43, "A" * 42 + "ä"], "not base64url"),
        (["A" * 43, "A" * 43], "it was not made by this key for this content"),
    ],
)
def test_a_signature_is_two_halves_of_43(signature: list[str], message: str) -> None:
    with pytest.raises(TurnRejected, match=message) as caught:
        check_seal(sheet(resealed(signature=signature)), PUBLIC)
    assert caught.value.code == "seal/signature"
    assert caught.value.path == "seal.signature"
    assert caught.value.turn == 3


@pytest.mark.parametrize(
    ("seal", "path"),
    [
        ({"signature": ["A" * 43]}, "seal.signature"),
        ({"signature": "A" * 86}, "seal.signature"),
        ({"signature": ["A" * 43] * 3}, "seal.signature"),
        ({"hash": "A" * 42}, "seal.hash"),
        ({"hash": "A" * 43 + "\n"}, "seal.hash"),
        ({"key": "+" * 43}, "seal.key"),
        ({"more": 1}, "seal"),
    ],
)
def test_a_seal_of_another_form(seal: dict[str, Any], path: str) -> None:
    with pytest.raises(TurnRejected) as caught:
        sheet(resealed(**seal))
    assert (caught.value.code, caught.value.path) == ("file/type", path)


def test_no_seal_at_all() -> None:
    with pytest.raises(TurnRejected, match="lacks required field seal") as caught:
        sheet(DATA)
    assert caught.value.code == "file/type"


def test_another_key() -> None:
    signed = sign(TURN, DATA, OTHER)
    assert code(signed) == "seal/key"
    stolen = {**signed, "seal": {**signed["seal"], "key": PUBLIC}}
    assert code(stolen) == "seal/signature"
    with pytest.raises(TurnRejected) as caught:
        check_seal(sheet(signed), PUBLIC)
    assert (caught.value.path, caught.value.expected) == ("seal.key", PUBLIC)
    assert caught.value.found == b64(public_key(OTHER))


# -- keys that are none ---------------------------------------------------------------------------------
ORDER_8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
BAD_KEYS = {
    "the identity": ("01" + "00" * 31, "it is the identity"),
    "of order 2": ("ec" + "ff" * 30 + "7f", "its order is not prime"),
    "of order 4": ("00" * 32, "its order is not prime"),
    "of order 4, negative": ("00" * 31 + "80", "its order is not prime"),
    "of order 8": (ORDER_8, "its order is not prime"),
    "of order 8, negative": (ORDER_8[:-2] + "85", "its order is not prime"),
    "of order 8, the other": (
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "its order is not prime",
    ),
    "of order 8, the other, negative": (
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "its order is not prime",
    ),
    "the identity written with p + 1": ("ee" + "ff" * 30 + "7f", "its encoding is not canonical"),
    "zero written with p": ("ed" + "ff" * 30 + "7f", "its encoding is not canonical"),
    "2^255 - 1": ("ff" * 31 + "7f", "its encoding is not canonical"),
    "the identity with a sign": ("01" + "00" * 30 + "80", "its encoding is not canonical"),
    "minus one with a sign": ("ec" + "ff" * 31, "its encoding is not canonical"),
    "no point of the curve": ("02" + "00" * 31, "it is no point of the curve"),
}


@pytest.mark.parametrize("name", BAD_KEYS)
def test_weak_keys_are_refused(name: str) -> None:
    raw, message = BAD_KEYS[name]
    with pytest.raises(TurnRejected, match=message) as caught:
        check_key(b64(bytes.fromhex(raw)))
    assert caught.value.code == "seal/key"


def test_a_key_text_that_is_no_32_bytes() -> None:
    for text in ("A" * 43 + "=", "A" * 42 + "B", "", "A" * 44):
        with pytest.raises(TurnRejected, match="not a valid Ed25519 key"):
            check_key(text)


def test_a_good_key_plus_a_point_of_order_8_is_refused() -> None:
    """Signatures under such a key can be made to hold for some readers and not for others."""
    mixed = plus(decoded(public_key(KEY)), decoded(bytes.fromhex(ORDER_8)))
    with pytest.raises(TurnRejected, match="its order is not prime"):
        check_key(b64(encoded(mixed)))
    torsion = decoded(bytes.fromhex(ORDER_8))
    for _ in range(3):
        torsion = plus(torsion, torsion)
    assert encoded(torsion).hex() == BAD_KEYS["the identity"][0]  # eight times is the identity


def test_one_signature_under_the_identity_would_be_good_for_every_message() -> None:
    """Why weak keys are refused: R = identity, S = 0 satisfies the equation whatever is signed."""
    identity = bytes.fromhex(BAD_KEYS["the identity"][0])
    signed = sign(TURN, DATA, KEY)
    forged = {
        **signed,
        "seal": {
            "key": b64(identity),
            "hash": signed["seal"]["hash"],
            "signature": halves(identity + bytes(32)),
        },
    }
    assert code(forged, b64(identity)) == "seal/key"


@pytest.mark.parametrize("seed", range(5))
def test_good_keys_pass(seed: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(bytes([seed])).digest())
    assert check_key(b64(public_key(key))) == public_key(key)


# Affine arithmetic on the curve, written for this test alone.
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]


def plus(p: Point, q: Point) -> Point:
    product = D * p[0] * q[0] * p[1] * q[1] % P
    x = (p[0] * q[1] + q[0] * p[1]) * pow(1 + product, -1, P) % P
    y = (p[1] * q[1] + p[0] * q[0]) * pow(1 - product, -1, P) % P
    return x, y


def decoded(raw: bytes) -> Point:
    number = int.from_bytes(raw, "little")
    y = number % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = next(x for x in roots(square) if x % 2 == number >> 255)
    return x, y


def roots(square: int) -> tuple[int, int]:
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert x * x % P == square
    return x, P - x


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


# -- what stands in a sheet -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "code", "path", "words"),
    [
        ({"format": "pbem/2"}, "file/version", "format", "it needs format pbem/2; this program reads pbem/1"),
        ({"format": "x" * 1000}, "file/version", "format", "it needs format " + "x" * 40 + ";"),
        ({"format": 1}, "file/type", "format", "found no format line"),
        ({"turn": "3"}, "file/type", "turn", "expected int, found str"),
        ({"turn": True}, "file/type", "turn", "expected int, found bool"),
        ({"turn": -1}, "file/type", "turn", "expected int >= 0"),
        ({"turn": 10**7}, "file/type", "turn", "expected int <= 1000000"),
        ({"author": "c"}, "file/type", "author", "invalid enum value 'c'"),
        ({"author": "A"}, "file/type", "author", "invalid enum value"),
        ({"match": "x" * 42}, "file/type", "match", "of length >= 43"),
        ({"writer": "x" * 65}, "file/type", "writer", "length <= 64"),
        ({"date": "yesterday"}, "file/type", "date", "matching regex"),
        ({"date": "2024-01-02\n"}, "file/type", "date", "length <= 10"),
        ({"surprise": 1}, "file/type", "", "the table has unknown field surprise"),
        ({"chance": {"third": "x"}}, "file/type", "chance", "unknown field third"),
        ({"decisions": {}}, "file/type", "decisions", "expected array, found table"),
        ({"decisions": [{"orders": []}]}, "file/type", "decisions[0]", "lacks required field kind"),
        ({"decisions": [{"kind": "x", "orders": [1]}]}, "file/type", "decisions[0].orders[0]",
         "expected table, found int"),
        ({"cards": [{"op": "peek"}]}, "file/type", "cards[0].op", "invalid enum value"),
        ({"rolls": [{"window": 1, "number": 0, "why": "x", "faces": ["6"]}]}, "file/type",
         "rolls[0].faces[0]", "expected int, found str"),
        ({"message": "Hello"}, "file/type", "message", "expected array, found str"),
        ({"message": ["x" * 3000, "y" * 1001]}, "file/type", "message", "at most 4000 characters"),
        ({"statements": [{"answer": "maybe", "notice": {}}]}, "file/type", "statements[0].answer",
         "invalid enum value 'maybe'"),
    ],
)  # fmt: skip
def test_types_are_strict_and_told_by_path(change: dict[str, Any], code: str, path: str, words: str) -> None:
    with pytest.raises(TurnRejected) as caught:
        sheet({**sign(TURN, DATA, KEY), **change})
    assert (caught.value.code, caught.value.path) == (code, path)
    assert words in caught.value.message


def test_no_format_line() -> None:
    with pytest.raises(TurnRejected, match="found no format line in it"):
        sheet({"orders": []})


def test_a_message_of_4000_characters_is_read() -> None:
    assert sheet(sign(TURN, {**DATA, "message": ["é" * 3000, "y" * 1000]}, KEY)).turn.message[1] == "y" * 1000
