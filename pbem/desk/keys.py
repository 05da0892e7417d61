"""The identity key: one Ed25519 key that signs turn files, and from which every secret of a match derives.

Kept as PKCS8 PEM, mode 0600, made with O_EXCL, optionally under a passphrase.  Losing it loses the
matches that are running; showing it to anybody shows him every sealed thing.
"""

import base64
import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    load_ssh_private_key,
)

from pbem.desk import files
from pbem.desk.words import SPOKEN
from pbem.errors import KEY, Refused
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.seal import public_key

Ask = Callable[[str], str | None]  # asks for a passphrase; None: nobody can be asked


class Identity:
    """A private key at work: its seed, its public half, its fingerprint."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self.key = key
        self.seed = key.private_bytes_raw()
        self.public = b64(public_key(key))

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


def fingerprint(public: str) -> str:
    """A public key for people: eight groups of four letters and digits (160 bits of its SHA-256)."""
    digest = hashlib.sha256(b"pbem/1 fingerprint" + public.encode()).digest()
    text = base64.b32encode(digest[:20]).decode().lower()
    return " ".join(text[i : i + 4] for i in range(0, 32, 4))


def shared_code(match: str, blue: str, red: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What both players see for a match, to be compared by telephone: 8 words and 6 × 5 digits.

    From SHA-256 over match id and both public keys, so nobody who sits between the two can show the
    same code to both.
    """
    digest = hashlib.sha256(b"pbem/1 compare" + unb64(match) + unb64(blue) + unb64(red)).digest()
    number = int.from_bytes(digest[8:], "big")
    groups = tuple(f"{number // 10 ** (5 * i) % 100_000:05d}" for i in range(6))
    return tuple(SPOKEN[byte] for byte in digest[:8]), groups


def create(path: Path, passphrase: str | None) -> Identity:
    """Make a new key; an existing one is never touched."""
    identity = Identity(Ed25519PrivateKey.generate())
    store(path, identity, passphrase)
    return identity


def store(path: Path, identity: Identity, passphrase: str | None) -> None:
    """Write a key where none is; `Refused` (exit 9) where one is."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            KEY,
            f"there is a key already: {path}",
            "pbem key show prints its fingerprint; a lost key cannot be made again, so none is overwritten",
        ) from None
    except OSError as error:
        raise files.trouble(error, path) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(pem(identity, passphrase))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise files.trouble(error, path) from None
    if path.name == "key.pem":
        note(path, identity)


def note(path: Path, identity: Identity) -> None:
    """The public half beside a key, readable without a passphrase: it tells which side of a match is mine."""
    public = path.with_suffix(".pub")
    with contextlib.suppress(OSError, Refused):
        if not public.exists() or public.read_text("ascii").strip() != identity.public:
            files.write(public, f"{identity.public}\n", replace=True, mode=0o600)


def pem(identity: Identity, passphrase: str | None) -> bytes:
    """PKCS8 PEM, encrypted where there is a passphrase."""
    how: KeySerializationEncryption = NoEncryption()
    if passphrase:
        how = BestAvailableEncryption(passphrase.encode())
    return identity.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how)


def load(path: Path, ask: Ask) -> Identity:
    """The key of this home; `Refused` (exit 9) where it is missing, locked or damaged."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise Refused(KEY, "there is no key yet", "pbem key new makes one") from None
    except OSError as error:
        raise Refused(KEY, f"cannot read the key {path}: {error.strerror or error}") from None
    identity = parse(raw, str(path), ask)
    note(path, identity)
    return identity


def parse(raw: bytes, name: str, ask: Ask) -> Identity:
    """A private key in PKCS8 PEM, or in OpenSSH's form, → identity."""
    reader = load_ssh_private_key if b"OPENSSH PRIVATE KEY" in raw else load_pem_private_key
    passphrase: bytes | None = None
    for attempt in range(4):
        try:
            key = reader(raw, passphrase)
        except TypeError:  # it is locked, and there was no passphrase
            passphrase = _asked(name, ask)
        except (ValueError, UnsupportedAlgorithm) as error:
            locked = b"ENCRYPTED" in raw or passphrase is not None
            if locked and attempt < 3:
                passphrase = _asked(name, ask)
                continue
            said = "the passphrase does not open it" if locked else "it is not a private key, or is damaged"
            raise Refused(KEY, f"cannot use the key {name}: {said}") from error
        else:
            if not isinstance(key, Ed25519PrivateKey):
                raise Refused(KEY, f"the key {name} is not an Ed25519 key", "ssh-keygen -t ed25519 makes one")
            return Identity(key)
    raise Refused(KEY, f"cannot use the key {name}: the passphrase does not open it")


def _asked(name: str, ask: Ask) -> bytes:
    answer = ask(f"passphrase of {name}: ")
    if answer is None:
        raise Refused(
            KEY,
            f"the key {name} is locked, and there is no terminal to ask for its passphrase",
            "run it in a terminal, or set PBEM_PASSPHRASE_FILE to a file that holds it",
        )
    return answer.encode()
