"""The data that a signature covers, and the one form in which it is signed (P1.1, P1.2)."""

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import TurnRejected
from pbem.turnfile.canon import (
    MAX_INT,
    MAX_STRING,
    b64,
    be32,
    canonical,
    check_data,
    kind_of,
    path_text,
    plain,
    unb64,
    under,
)
from pbem.turnfile.model import Chance, Seal

HOUSE = settings(derandomize=True, deadline=None, max_examples=200)


@pytest.mark.parametrize(
    ("data", "form"),
    [
        # The string of the sample in RFC 8785, section 3.2.2, and the bytes that section 3.2.4 gives it.
        (
            {"string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/"},
            bytes.fromhex(
                "7b 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c"
                "5c 5c 5c 22 2f 22 7d"
            ),
        ),
        ({"literals": [True, False]}, b'{"literals":[true,false]}'),
        # Section 3.2.2.2: the seven short escapes, \u00xx in small letters, all else as it is.
        ('\b\t\n\f\r"\\', rb'"\b\t\n\f\r\"\\"'),
        ("\x00\x01\x0b\x1f", rb'"\u0000\u0001\u000b\u001f"'),
        ("/ ' < > &", b'"/ \' < > &"'),
        ("\x7f", b'"\x7f"'),  # DEL is no control character of JSON
        ("\x80\x9f", b'"\xc2\x80\xc2\x9f"'),
        ("\u2028\u2029\ufeff", b'"\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf"'),
        ("\U0001f600", b'"\xf0\x9f\x98\x80"'),
        ("é", b'"\xc3\xa9"'),
        ("e\u0301", b'"e\xcc\x81"'),  # no normalisation here: that is the writer's business
        # Numbers: integers only, in the one shortest form.
        ([0, -1, 9007199254740991, -9007199254740991], b"[0,-1,9007199254740991,-9007199254740991]"),
        # Order of keys: - < digits < _ < letters.
        (
            {"b": 1, "a_a": 1, "a": 1, "a1": 1, "a-a": 1, "aa": 1, "10": 1, "9": 1, "_": 1},
            b'{"10":1,"9":1,"_":1,"a":1,"a-a":1,"a1":1,"a_a":1,"aa":1,"b":1}',
        ),
        (
            {"b": {"d": [], "c": {}}, "a": [[{"y": 1, "x": ""}]]},
            b'{"a":[[{"x":"","y":1}]],"b":{"c":{},"d":[]}}',
        ),
        ({}, b"{}"),
    ],
)
def test_canonical_form(data: Any, form: bytes) -> None:
    assert canonical(data) == form


SCALARS = st.text() | st.booleans() | st.integers(-MAX_INT, MAX_INT)
KEYS = st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True)
DATA = st.recursive(
    SCALARS, lambda d: st.lists(d, max_size=4) | st.dictionaries(KEYS, d, max_size=4), max_leaves=20
)


@HOUSE
@given(DATA)
def test_canonical_form_is_json_of_the_same_data_and_does_not_depend_on_order(data: Any) -> None:
    check_data(data)
    form = canonical(data)
    assert json.loads(form) == data
    assert canonical(backwards(data)) == form


def backwards(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: backwards(data[key]) for key in reversed(data)}
    return [backwards(item) for item in data] if isinstance(data, list) else data


def nested(levels: int, kind: type) -> Any:
    data: Any = "bottom"
    for _ in range(levels):
        data = [data] if kind is list else {"a": data}
    return data


@pytest.mark.parametrize(
    "data",
    [
        {"a": [{"b-c_9": "text", "0": True, "x": -MAX_INT, "y": MAX_INT}]},
        {"a" * 64: "x" * MAX_STRING},
        {"a": "é" * (MAX_STRING // 2)},
        {"a": "\x00\x7f\u2028\U0010ffff"},
        nested(64, dict),
        nested(64, list),
        {},
        [],
    ],
)
def test_data_inside_the_model(data: Any) -> None:
    check_data(data)


@pytest.mark.parametrize(
    ("data", "path", "expected", "found"),
    [
        ({"a": 1.5}, "a", "a table, an array, a string, a boolean or an integer", "a float"),
        ({"a": [1, float("inf")]}, "a[1]", "a table, an array", "a float"),
        ({"a": {"b": float("nan")}}, "a.b", "a table, an array", "a float"),
        ({"day": dt.date(2024, 1, 2)}, "day", "a table, an array", "a date"),
        ({"at": dt.datetime(2024, 1, 2, tzinfo=dt.UTC)}, "at", "a table, an array", "a date"),
        ({"at": dt.time(1, 2)}, "at", "a table, an array", "a time"),
        ({"a": None}, "a", "a table, an array", "NoneType"),
        ({"a": (1, 2)}, "a", "a table, an array", "tuple"),
        ({"a": b"x"}, "a", "a table, an array", "bytes"),
        ({"a": MAX_INT + 1}, "a", "an integer within ±(2^53 − 1)", "a larger one"),
        ({"a": -MAX_INT - 1}, "a", "an integer within ±(2^53 − 1)", "a larger one"),
        ({"a": 10**4000}, "a", "an integer within ±(2^53 − 1)", "a larger one"),
        ({"Units": 1}, "", "keys of a-z, 0-9, _ and -, at most 64", "'Units'"),
        ({"a": {"A3": 1}}, "a", "keys of a-z", "'A3'"),
        ({"": 1}, "", "keys of a-z", "''"),
        ({"a b": 1}, "", "keys of a-z", "'a b'"),
        ({"a.b": 1}, "", "keys of a-z", "'a.b'"),
        ({"é": 1}, "", "keys of a-z", "'é'"),
        ({"a\n": 1}, "", "keys of a-z", "'a\\n'"),
        ({"a" * 65: 1}, "", "keys of a-z", "'aaaa"),
        ({1: 1}, "", "keys of a-z", "1"),
        ({"a": ["x", "\ud800"]}, "a[1]", "text", "half of a surrogate pair"),
        ({"a": "x" * (MAX_STRING + 1)}, "a", "at most 65536 bytes", "a longer string"),
        ({"a": "é" * (MAX_STRING // 2 + 1)}, "a", "at most 65536 bytes", "a longer string"),
        (nested(65, dict), ".".join("a" * 64), "at most 64 levels", "more"),
        (nested(65, list), "[0]" * 64, "at most 64 levels", "more"),
    ],
)
def test_data_outside_the_model_is_refused_by_path(data: Any, path: str, expected: str, found: str) -> None:
    with pytest.raises(TurnRejected) as caught:
        check_data(data)
    refusal = caught.value
    assert refusal.code == "file/data"
    assert refusal.path == path
    assert refusal.expected.startswith(expected)
    assert refusal.found.startswith(found)
    assert refusal.message == f"expected {refusal.expected}, found {refusal.found}"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("units", 2, "at"), "units[2].at"),
        ((0, 1, "a"), "[0][1].a"),
        ((), ""),
    ],
)
def test_paths_as_text(path: tuple[str | int, ...], text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(
    ("root", "path", "text"),
    [
        ("army", "pikes", "army.pikes"),
        ("army", "[1].at", "army[1].at"),
        ("army", "", "army"),
        ("", "pikes", "pikes"),
    ],
)
def test_a_path_under_another(root: str, path: str, text: str) -> None:
    assert under(root, path) == text


@pytest.mark.parametrize("raw", [b"", b"\x00", b"\xff" * 32, bytes(range(32)), b"\xfb\xff"])
def test_base64url_there_and_back(raw: bytes) -> None:
    assert unb64(b64(raw)) == raw
    assert unb64(b64(raw), len(raw)) == raw
    assert "=" not in b64(raw)


@pytest.mark.parametrize(
    "text",
    [
        "AA==",  # padding
        "AB",  # bits behind the last byte: the canonical text is AA
        "A",  # no whole byte
        "AAAAA",
        "+/+/",  # the other alphabet
        "A A A",
        "AA\n",
        "AAA\u00c4",
        "A" * 42 + "B",  # 32 bytes, but two bits are left over
    ],
)
def test_base64url_is_read_strictly(text: str) -> None:
    with pytest.raises(ValueError, match=r"base64url|expected"):
        unb64(text)


def test_base64url_of_another_size() -> None:
    with pytest.raises(ValueError, match="expected 32 bytes, found 31"):
        unb64(b64(bytes(31)), 32)


def test_be32() -> None:
    assert be32(1) == b"\x00\x00\x00\x01"
    assert be32(0x01020304) == b"\x01\x02\x03\x04"


def test_structs_become_plain_data_without_what_is_left_out() -> None:
    assert plain(Chance(open="x" * 43)) == {"open": "x" * 43}
    seal = Seal(key="k" * 43, hash="h" * 43, signature=("s" * 43, "t" * 43))
    assert plain(seal)["signature"] == ["s" * 43, "t" * 43]


def test_kinds_have_names() -> None:
    assert [kind_of(value) for value in ({}, [], "", True, 1)] == [
        "a table", "an array", "a string", "a boolean", "an integer",
    ]  # fmt: skip
