"""The data that a signature covers: a closed model, and its one canonical form (RFC 8785).

Tables, arrays, strings, booleans and integers within ±(2^53 − 1); keys `[a-z0-9_-]{1,64}`; nothing
else.  Mail programs change bytes, so hashes and signatures are made over this data, never over bytes.
"""

import base64
import binascii
import json
import re
from typing import Any, Final

import msgspec

from pbem.errors import TurnRejected

MAX_INT: Final = 2**53 - 1
MAX_DEPTH: Final = 64
MAX_STRING: Final = 65_536  # bytes of UTF-8
_KEY: Final = re.compile(r"[a-z0-9_-]{1,64}")
_NAMES: Final = {dict: "a table", list: "an array", str: "a string", bool: "a boolean", int: "an integer"}


def check_data(data: Any) -> None:
    """Refuse (`file/data`) everything outside the closed data model, naming the path."""
    _check(data, (), 0)


def _check(value: Any, path: tuple[str | int, ...], depth: int) -> None:
    kind = type(value)
    if kind is str:
        if len(value) > MAX_STRING // 4 and len(value.encode("utf-8", "surrogatepass")) > MAX_STRING:
            raise _refusal(path, f"at most {MAX_STRING} bytes", "a longer string")
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise _refusal(path, "text", "half of a surrogate pair") from None
    elif kind is int:
        if not -MAX_INT <= value <= MAX_INT:
            raise _refusal(path, "an integer within ±(2^53 − 1)", "a larger one")
    elif kind is dict:
        if depth >= MAX_DEPTH:
            raise _refusal(path, f"at most {MAX_DEPTH} levels", "more")
        for key, item in value.items():
            if type(key) is not str or not _KEY.fullmatch(key):
                raise _refusal(path, "keys of a-z, 0-9, _ and -, at most 64", repr(key)[:80])
            _check(item, (*path, key), depth + 1)
    elif kind is list:
        if depth >= MAX_DEPTH:
            raise _refusal(path, f"at most {MAX_DEPTH} levels", "more")
        for i, item in enumerate(value):
            _check(item, (*path, i), depth + 1)
    elif kind is not bool:
        found = {"float": "a float", "datetime": "a date", "date": "a date", "time": "a time"}
        raise _refusal(
            path,
            "a table, an array, a string, a boolean or an integer",
            found.get(kind.__name__, kind.__name__),
        )


def _refusal(path: tuple[str | int, ...], expected: str, found: str) -> TurnRejected:
    return TurnRejected(
        "file/data",
        f"expected {expected}, found {found}",
        path=path_text(path),
        expected=expected,
        found=found,
    )


def path_text(path: tuple[str | int, ...]) -> str:
    """('units', 2, 'at') → `units[2].at`."""
    words = [f"[{p}]" if isinstance(p, int) else f".{p}" for p in path]
    return "".join(words).removeprefix(".")


def under(root: str, path: str) -> str:
    """A path inside another: `army` with `pikes` → `army.pikes`, with `[1].at` → `army[1].at`."""
    return f"{root}{path}" if not path or not root or path.startswith("[") else f"{root}.{path}"


def canonical(data: Any) -> bytes:
    """RFC 8785 canonical JSON of data inside the closed model.

    Keys there are ASCII, so their order by UTF-16 code units is Python's own; strings are escaped as
    RFC 8785 asks by `json` with `ensure_ascii` off; there are no numbers but integers.
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def plain(value: Any) -> Any:
    """Structs and tuples as the plain data that a file holds: tables and arrays."""
    return msgspec.json.decode(msgspec.json.encode(value))


def kind_of(value: Any) -> str:
    """What a value is, in words, for messages."""
    return _NAMES.get(type(value), type(value).__name__)


def b64(raw: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text: str, size: int | None = None) -> bytes:
    """Strict base64url without padding: what does not encode back to the same text is a ValueError."""
    if not text.isascii() or "=" in text or len(text) % 4 == 1:
        raise ValueError("not base64url without padding")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("not base64url without padding") from None
    if b64(raw) != text:
        raise ValueError("not the canonical base64url of anything")
    if size is not None and len(raw) != size:
        raise ValueError(f"expected {size} bytes, found {len(raw)}")
    return raw


def be32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")
