"""The secrets of one player in one match, and what others can check of them (protocol section 1.5, 3).

Everything derives from the identity key and a public nonce, so a player whose disk died goes on from
his key and the turn files alone:

    M = HKDF-SHA256(ikm = Ed25519 seed, salt = own nonce, info = "pbem/1 match", 32 bytes)

Shares form a hash chain.  Its end, the anchor, stands in the charter: one commitment, made before the
first order, fixes every share of the match.
"""

import hashlib
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from pbem.turnfile.canon import b64, be32, canonical, unb64
from pbem.turnfile.model import Sealing
from pbem.turnfile.read import parse_json
from pbem.turnfile.write import pieces

LAST_WINDOW: Final = 4096
TAGS: Final = {"army": b"pbem/1 army", "standing": b"pbem/1 standing"}  # all others: a sealed choice
_PAD: Final = 1024


def previous(nonce: bytes, share: bytes) -> bytes:
    """Share i → share i − 1 of the chain that belongs to this nonce."""
    return hashlib.sha256(b"pbem/1 share" + nonce + share).digest()


def sealing_hash(what: str, salt: bytes, value: Any) -> bytes:
    """SHA-256(tag ‖ salt ‖ canonical JSON): what a seal binds its author to."""
    return hashlib.sha256(TAGS.get(what, b"pbem/1 sealed") + salt + canonical(value)).digest()


class Secrets:
    """One player's secrets in one match.

    `seed` is the 32-byte Ed25519 seed of the identity key, `nonce` the player's 32-byte nonce in the
    charter.  Nothing here is ever stored: it is derived again when needed.
    """

    def __init__(self, seed: bytes, nonce: bytes) -> None:
        self.nonce = nonce
        self._master = HKDF(SHA256(), 32, nonce, b"pbem/1 match").derive(seed)
        self._chain: list[bytes] = []

    def expand(self, info: bytes, length: int = 32) -> bytes:
        """HKDF-Expand(M, info)."""
        return HKDFExpand(SHA256(), length, info).derive(self._master)

    def share(self, k: int) -> bytes:
        """Share `k` (0 is the anchor; 1 … 4096 are revealed one after the other)."""
        if not 0 <= k <= LAST_WINDOW:
            raise ValueError(f"there is no share {k}")
        if not self._chain:
            link = self.expand(b"pbem/1 dice")
            chain = [link]
            for _ in range(LAST_WINDOW):
                link = previous(self.nonce, link)
                chain.append(link)
            self._chain = chain[::-1]
        return self._chain[k]

    def army_salt(self) -> bytes:
        """Salt of the sealed army."""
        return self.expand(b"pbem/1 army salt")

    def salt(self, turn: int, parent: bytes, number: int) -> bytes:
        """Salt of seal `number` (from 0) in the file with this turn and parent."""
        return self.expand(b"pbem/1 salt" + be32(turn) + parent + be32(number))

    def seal(self, what: str, salt: bytes, value: Any) -> Sealing:
        """Bind oneself to a value without showing it; the box lets oneself read it again."""
        digest = sealing_hash(what, salt, value)
        plain = canonical(value)
        plain += b" " * (-len(plain) % _PAD)  # so that its length says little
        box = ChaCha20Poly1305(self._box_key(digest)).encrypt(bytes(12), plain, None)
        return Sealing(hash=b64(digest), box=pieces(b64(box)))

    def unseal(self, sealing: Sealing) -> Any:
        """The value in one's own box; ValueError when it is not one's own, or damaged."""
        try:
            raw = unb64("".join(sealing.box))
            plain = ChaCha20Poly1305(self._box_key(unb64(sealing.hash, 32))).decrypt(bytes(12), raw, None)
        except InvalidTag:
            raise ValueError("the box was not made with this key") from None
        return parse_json(plain)

    def _box_key(self, digest: bytes) -> bytes:
        return self.expand(b"pbem/1 box" + digest)
