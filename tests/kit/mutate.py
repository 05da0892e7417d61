"""Damage, at random but always the same: bytes, lines, values and the structure of turn files."""

import copy
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from pbem.turnfile.write import document, fold

ODD_BYTES = [
    *(
        b"\x00",
        b"\xff",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\t",
        b"\xc2\xa0",
        b"\xe2\x80\x8b",
    ),
    *(b'"', b'"""', b"'''", b"\\", b"[", b"]", b"[[", b"]]", b"{", b"}", b"=", b"#", b".", b",", b"> "),
    *(b"# -----BEGIN PBEM TURN-----\n", b"# -----END PBEM TURN-----\n", b"-----BEGIN"),
]
ODD_VALUES = [
    *("0", "-1", "1", "9007199254740991", "9007199254740992", "1.5", "1e3", "inf", "nan", "true", "false"),
    *('""', '"a"', '"b"', '"A1"', '"' + "A" * 43 + '"', '"\\u0000"', '"\\ud800"', "[]", "[[]]", "{}"),
    *("2024-01-02", "0x10", "1_000", "'x'", '"""x"""', '{ text = ["a"] }', '"../../etc/passwd"'),
]
ODD_DATA: list[Any] = [
    *(
        0,
        -1,
        1,
        7,
        2**53 - 1,
        True,
        False,
        "",
        "a",
        "b",
        "A1",
        "yes",
        "A" * 43,
        "x" * 200,
        [],
        {},
        [[]],
        [{}],
    ),
    *({"text": ["a"]}, {"end": True}, ["a", 1], {"a": {"b": {}}}),
]


def bytes_changed(rng: Random, text: str) -> bytes:
    """One to three accidents to the bytes."""
    raw = bytearray(text.encode())
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(raw) + 1)
        to = min(len(raw), at + rng.choice((1, 1, 2, 8, 100, 1000)))
        match rng.randrange(7):
            case 0 if at < len(raw):
                raw[at] ^= 1 << rng.randrange(8)
            case 1:
                del raw[at:to]
            case 2:
                raw[at:at] = rng.choice(ODD_BYTES)
            case 3:
                raw[at:at] = raw[at:to]
            case 4:
                raw[at:to] = bytes(rng.randrange(256) for _ in range(to - at))
            case 5 if rng.randrange(4) == 0:
                del raw[at:]
            case _:
                other = rng.randrange(len(raw) + 1)
                raw[at:at] = raw[other : other + to - at]
        if not raw:
            break
    return bytes(raw)


def lines_changed(rng: Random, text: str, others: list[str]) -> bytes:
    """Lines lost, doubled, exchanged, broken, joined, or taken from other files."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines.insert(at, rng.choice(rng.choice(others).split("\n")))
            case 4:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
            case 5:
                lines[at : at + 2] = ["".join(lines[at : at + 2])]
            case _:
                lines[at] = rng.choice(("> ", "  ", "\t", "# ", "From ")) + lines[at]
    return "\n".join(lines).encode()


_VALUE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\b\d+\b|\btrue\b|\bfalse\b')
_KEY = re.compile(r"(?m)^[a-z0-9_]+(?= = )|(?<=[{,] )[a-z0-9_]+(?= = )")


def values_changed(rng: Random, text: str) -> bytes:
    """One or two values, or a key, replaced in the text."""
    for _ in range(rng.choice((1, 1, 2))):
        found = list((_KEY if rng.randrange(6) == 0 else _VALUE).finditer(text))
        if not found:
            break
        spot, source = rng.choice(found), rng.choice(found)
        new = source[0] if rng.randrange(2) else rng.choice(ODD_VALUES)
        text = text[: spot.start()] + new + text[spot.end() :]
    return text.encode(errors="surrogatepass")


def structure_changed(rng: Random, data: dict[str, Any], others: list[dict[str, Any]]) -> dict[str, Any]:
    """One to three items left out, doubled, replaced, moved or taken from another file."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        holder, key = _spot(rng, data)
        match rng.choice((0, 1, 1, 2, 2, 2, 3, 4, 4, 4, 5)):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
            case 3:
                where, name = _spot(rng, rng.choice(others))
                holder[key] = copy.deepcopy(where[name])
            case 4 if type(holder[key]) is int:
                holder[key] += rng.choice((-1, 1))
            case 4 if type(holder[key]) is bool:
                holder[key] = not holder[key]
            case 4 if isinstance(holder[key], list):
                rng.shuffle(holder[key])
            case 5 if isinstance(holder, dict):
                holder[rng.choice(("a", "end", "orders", "pause", "else", "kind", "text"))] = holder[key]
            case _:
                alike = [value for value in ODD_DATA if type(value) is type(holder[key])]
                holder[key] = copy.deepcopy(rng.choice(alike if alike and rng.randrange(4) else ODD_DATA))
        if not data:
            break
    return data


def _spot(rng: Random, data: dict[str, Any]) -> tuple[Any, Any]:
    """Any place of the data as (holder, key); each table is hit as often as any other, and more often
    than a single value at the top."""
    table = rng.choice(
        list(data) + [key for key, value in data.items() if isinstance(value, dict | list)] * 6
    )
    inside = list(_places(data[table])) if isinstance(data[table], dict | list) else []
    return rng.choice(inside) if inside and rng.randrange(8) else (data, table)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every (holder, key) of the data."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(items):
        yield data, key
        if isinstance(value, dict | list):
            yield from _places(value)


def written(data: dict[str, Any]) -> str | None:
    """The data as a document; None where no line can hold it."""
    try:
        return document(fold(data))
    except ValueError:
        return None
