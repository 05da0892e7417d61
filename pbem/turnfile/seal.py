"""Signing and checking: DSSE pre-authentication encoding, SHA-256, Ed25519 (protocol section 1.1).

A file *is* its hash, SHA-256 of the PAE over its canonical data; never its bytes, never its signature.
"""

import hashlib
from functools import lru_cache
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.errors import TurnRejected
from pbem.turnfile.canon import b64, canonical, unb64
from pbem.turnfile.model import FORMAT, MESSAGE_LIMIT, Notice, Seal, Turn, check_parts, typed
from pbem.turnfile.read import parse
from pbem.turnfile.write import document, fold, unfold

TURN: Final = "application/vnd.pbem.turn.v1+json"
NOTICE: Final = "application/vnd.pbem.notice.v1+json"
_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, _P - 2, _P) % _P


def pae(kind: str, body: bytes) -> bytes:
    """DSSEv1 pre-authentication encoding; lengths in bytes, decimal."""
    name = kind.encode()
    return b"DSSEv1 %d %s %d %s" % (len(name), name, len(body), body)


def digest(kind: str, data: dict[str, Any]) -> bytes:
    """The 32 bytes that a file is: SHA-256 of the PAE over its data without `[seal]`."""
    return hashlib.sha256(pae(kind, body_of(data))).digest()


def body_of(data: dict[str, Any]) -> bytes:
    """The canonical bytes of a sheet without its seal, long strings in one piece."""
    return canonical({key: value for key, value in data.items() if key != "seal"})


def public_key(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes of the public half."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def sign(kind: str, data: dict[str, Any], key: Ed25519PrivateKey) -> dict[str, Any]:
    """The data with its `[seal]`."""
    data = unfold(fold(data))  # NFC, as the file will hold it
    message = pae(kind, body_of(data))
    signature = b64(key.sign(message))
    seal = {
        "key": b64(public_key(key)),
        "hash": b64(hashlib.sha256(message).digest()),
        "signature": [signature[:43], signature[43:]],
    }
    return {**data, "seal": seal}


def to_text(data: dict[str, Any], comments: tuple[str, ...] = ()) -> str:
    """Sealed data as a mail-safe document; raises ValueError if reading it back gave other data."""
    text = document(fold(data), comments)
    if parse(text) != data:
        raise ValueError("the document does not read back as it was meant")
    return text


class Sheet(msgspec.Struct, frozen=True):
    """A file that was read and typed, its seal not yet compared with a charter: the plain data, the
    typed turn or notice, its hash, and notes on what mail had done to it."""

    data: dict[str, Any]
    content: Turn | Notice
    hash: str
    notes: tuple[str, ...] = ()

    @property
    def turn(self) -> Turn:
        """The turn; a notice here is `file/type`."""
        if not isinstance(self.content, Turn):
            raise TurnRejected("file/type", "expected a turn, found a notice")
        return self.content

    @property
    def notice(self) -> Notice:
        """The notice; a turn here is `file/type`."""
        if not isinstance(self.content, Notice):
            raise TurnRejected("file/type", "expected a notice, found a turn")
        return self.content


def _check_beginning(turn: Turn) -> None:
    """A challenge begins a match: it names no match and no parent, and side a writes it."""
    if turn.turn != 0:
        return
    if turn.match is not None or turn.parent is not None:
        message = "a challenge is the beginning, but this one names a match or a parent"
        raise TurnRejected("file/type", message, turn=0, path="match" if turn.match is not None else "parent")
    if turn.author != "a":
        raise TurnRejected("seal/author", "a challenge is written by side a", turn=0, path="author")


def open_sheet(data: dict[str, Any], notes: tuple[str, ...] = ()) -> Sheet:
    """Data → typed sheet: format, types, size of parts.  The seal is checked by `check_seal`."""
    found = data.get("format")
    if not isinstance(found, str):
        raise TurnRejected("file/type", "expected a turn file, found no format line in it", path="format")
    if found != FORMAT:
        raise TurnRejected(
            "file/version",
            f"it needs format {found[:40]}; this program reads {FORMAT}",
            path="format",
            expected=FORMAT,
            found=found[:40],
        )
    kind: type[Turn | Notice] = Notice if "notice" in data else Turn
    content = typed(data, kind)
    if sum(map(len, content.message)) > MESSAGE_LIMIT:
        raise TurnRejected("file/type", f"a message has at most {MESSAGE_LIMIT} characters", path="message")
    if isinstance(content, Turn):
        check_parts(content)
        _check_beginning(content)
    name = NOTICE if kind is Notice else TURN
    return Sheet(data, content, b64(digest(name, data)), notes)


def check_seal(sheet: Sheet, key: str) -> None:
    """The seal of a sheet under the key that the charter names for its author.

    `seal/key` another or no valid key, `seal/hash` changed content, `seal/signature`.
    """
    seal: Seal = sheet.content.seal
    turn = sheet.content.turn if isinstance(sheet.content, Turn) else -1
    if seal.key != key:
        raise TurnRejected(
            "seal/key",
            "it is signed with another key than its author's",
            turn=turn,
            path="seal.key",
            expected=key,
            found=seal.key,
        )
    if seal.hash != sheet.hash:
        raise TurnRejected(
            "seal/hash",
            "something in it was changed after it was signed",
            turn=turn,
            path="seal.hash",
            expected=sheet.hash,
            found=seal.hash,
        )
    kind = TURN if isinstance(sheet.content, Turn) else NOTICE
    try:
        raw = _signature(seal)
        Ed25519PublicKey.from_public_bytes(check_key(key)).verify(raw, pae(kind, body_of(sheet.data)))
    except (ValueError, InvalidSignature) as error:
        said = str(error) or "it was not made by this key for this content"
        raise TurnRejected(
            "seal/signature", f"the signature does not hold: {said}", turn=turn, path="seal.signature"
        ) from None


def _signature(seal: Seal) -> bytes:
    if any(len(half) != 43 for half in seal.signature):
        raise ValueError("expected two strings of 43 characters")
    raw = unb64("".join(seal.signature), 64)
    if int.from_bytes(raw[32:], "little") >= _L:
        raise ValueError("its scalar is not reduced")
    return raw


@lru_cache(maxsize=256)
def check_key(key: str) -> bytes:
    """A public key as 32 bytes: the canonical encoding of a point of prime order, else `seal/key`.

    (OpenSSL takes the identity as a key; one signature would then be good for every message.)
    """
    try:
        raw = unb64(key, 32)
        _check_order(_point(raw))
    except ValueError as error:
        raise TurnRejected("seal/key", f"not a valid Ed25519 key: {error}", path="key") from None
    return raw


def _point(raw: bytes) -> tuple[int, int]:
    """RFC 8032 5.1.3, strictly canonical."""
    number = int.from_bytes(raw, "little")
    y, sign_bit = number & (2**255 - 1), number >> 255
    if y >= _P:
        raise ValueError("its encoding is not canonical")
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P:
        raise ValueError("it is no point of the curve")
    if x == 0 and sign_bit:
        raise ValueError("its encoding is not canonical")
    return (_P - x if x & 1 != sign_bit else x), y


def _check_order(point: tuple[int, int]) -> None:
    if point == (0, 1):
        raise ValueError("it is the identity")
    if _times(_L, point) != (0, 1):
        raise ValueError("its order is not prime")


def _times(scalar: int, point: tuple[int, int]) -> tuple[int, int]:
    """Scalar multiplication in extended coordinates; public input only, so it need not hide timing."""
    x, y = point
    total, base = (0, 1, 1, 0), (x, y, 1, x * y % _P)
    while scalar:
        if scalar & 1:
            total = _add(total, base)
        base = _add(base, base)
        scalar >>= 1
    inverse = pow(total[2], _P - 2, _P)
    return total[0] * inverse % _P, total[1] * inverse % _P


def _add(p: tuple[int, int, int, int], q: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P
