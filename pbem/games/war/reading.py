"""Reading the tables that people write: every problem with its path, and "did you mean"."""

import difflib
import re
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from pbem.errors import Problem

__all__ = ["did_you_mean", "kind_of", "read", "unknown_keys"]

T = TypeVar("T", bound=msgspec.Struct)
_WORDS: Final = {
    "`int`": "a whole number",
    "`str`": "a text",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
    "`float`": "a number with a point",
    "`null`": "nothing",
}
_LIMITS: Final = (
    (r"a list of length <= (\d+)", r"a list of at most \1"),
    (r"a list of length >= (\d+)", r"a list of at least \1"),
    (r" of length <= (\d+)", r" of at most \1 characters"),
    (r" <= (\d+)", r" of \1 or less"),
    (r" >= (\d+)", r" of \1 or more"),
)
# What the patterns of texts, which nobody can read, stand for.
_PATTERNS: Final = (
    ("int | str", 'expected inches such as 6 or "6.5"'),
    (r"(\\.[0-9]{1,2})", 'expected inches such as 6 or "6.5"'),
    ("/[1-9]", "expected a fraction such as 1/2"),
    ("[a-z0-9_]", "expected small letters, digits and _"),
    ("", "expected plain text"),
)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, "" if none is near."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"did you mean {near[0]}?" if near else ""


def kind_of(value: Any) -> str:
    """A value as a message shows it: short, with its kind where it is not plain."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value if len(value) <= 40 else value[:37] + "...")
        case int():
            return str(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "a table"
    return repr(value)[:40]


def unknown_keys(data: dict[str, Any], known: Iterable[str], path: str) -> list[Problem]:
    """A problem for every key that is not known."""
    known = list(known)
    return [
        Problem(
            join(path, key),
            f"unknown key {kind_of(key)}",
            did_you_mean(key, known) or f"known: {', '.join(known)}",
        )
        for key in data
        if key not in known
    ]


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def read(kind: type[T], data: Any, path: str = "") -> tuple[T | None, list[Problem]]:
    """A table → a struct, field by field and row by row, so that no problem hides another."""
    if not isinstance(data, dict):
        return None, [Problem(path, f"expected a table, found {kind_of(data)}")]
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    problems = unknown_keys(data, fields, path)
    values: dict[str, Any] = {}
    for key, field in fields.items():
        if key in data:
            values[field.name], wrong = _value(field.type, data[key], join(path, key))
            problems += wrong
        elif field.required:
            problems.append(Problem(join(path, key), f"{key} is missing"))
    return (None, problems) if problems else (kind(**values), [])


def _value(kind: Any, value: Any, where: str) -> tuple[Any, list[Problem]]:
    """A value of any type that our structs have; lists and tables item by item."""
    plain = _bare(kind)
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        return read(plain, value, where)
    if typing.get_origin(plain) is tuple and isinstance(value, list | tuple):
        return _items(kind, plain, value, where)
    try:
        return msgspec.convert(value, kind), []
    except msgspec.ValidationError as error:
        return None, [_problem(error, where, plain, value)]


def _bare(kind: Any) -> Any:
    """A type without its limits, and without the nothing that may stand in its place."""
    while typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        rest = [one for one in typing.get_args(kind) if one is not type(None)]
        return _bare(rest[0]) if len(rest) == 1 else kind
    return kind


def _items(kind: Any, plain: Any, value: Sequence[Any], where: str) -> tuple[Any, list[Problem]]:
    """A list of any length, or of as many items as its type has."""
    args = typing.get_args(plain)
    many = args[1:] == (Ellipsis,)
    if not many and len(args) != len(value):
        return None, [Problem(where, f"expected {len(args)} items, found {len(value)}")]
    kinds = args[:1] * len(value) if many else args
    read_items = [
        _value(one, item, f"{where}[{i}]") for i, (one, item) in enumerate(zip(kinds, value, strict=True))
    ]
    problems = [problem for _, wrong in read_items for problem in wrong]
    found = tuple(item for item, _ in read_items)
    if not problems:
        try:
            msgspec.convert(msgspec.to_builtins(found), kind)  # its limits as a whole
        except msgspec.ValidationError as error:
            problems.append(_problem(error, where, plain, value))
    return found, problems


def _problem(error: msgspec.ValidationError, where: str, kind: Any, value: Any) -> Problem:
    """What `msgspec` has against a value, as people say it: "expected X, found Y"."""
    message = str(error).partition(" - at `$")[0]
    if typing.get_origin(kind) is typing.Literal and isinstance(value, str):
        words = list(typing.get_args(kind))
        expected = f"expected {', '.join(words[:-1])} or {words[-1]}"
        return Problem(where, f"{expected}, found {kind_of(value)}", did_you_mean(value, words))
    expected = message.partition(", got")[0]
    if "matching regex" in expected or "int | str" in expected:
        expected = next(words for mark, words in _PATTERNS if mark in expected)
    for word, plain in _WORDS.items():
        expected = expected.replace(word, plain)
    for pattern, words_for in _LIMITS:
        expected = re.sub(pattern, words_for, expected)
    return Problem(where, f"{expected[:1].lower()}{expected[1:]}, found {kind_of(value)}")
