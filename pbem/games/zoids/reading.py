"""Reading the tables that people write: every problem with its path, and "did you mean"."""

import difflib
import re
import typing
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec

from pbem.errors import Problem

__all__ = ["did_you_mean", "join", "kind_of", "read", "unknown_keys"]

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
    (r" of length <= (\d+)", r" of at most \1 characters"),
    (r" <= (\d+)", r" of \1 or less"),
    (r" >= (\d+)", r" of \1 or more"),
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
    return f"a {type(value).__name__}"


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
    args = typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return read(kind, value, where)
    if typing.get_origin(kind) is tuple and isinstance(value, list | tuple):
        items = [_value(args[0], item, f"{where}[{i}]") for i, item in enumerate(value)]
        return tuple(item for item, _ in items), [problem for _, wrong in items for problem in wrong]
    try:
        return msgspec.convert(value, kind), []
    except msgspec.ValidationError as error:
        return None, [_problem(error, where, kind, value)]


def _problem(error: msgspec.ValidationError, where: str, kind: Any, value: Any) -> Problem:
    """What `msgspec` has against a value, as people say it: "expected X, found Y"."""
    message = str(error)
    if typing.get_origin(kind) is typing.Literal:
        words = [str(word) for word in typing.get_args(kind)]
        expected = f"expected {', '.join(words[:-1])} or {words[-1]}"
        hint = did_you_mean(value, words) if isinstance(value, str) else ""
        return Problem(where, f"{expected}, found {kind_of(value)}", hint)
    expected = message.partition(", got")[0]
    if "matching regex" in expected:
        expected = "expected plain text"
    for word, plain in _WORDS.items():
        expected = expected.replace(word, plain)
    for pattern, words_for in _LIMITS:
        expected = re.sub(pattern, words_for, expected)
    return Problem(where, f"{expected[:1].lower()}{expected[1:]}, found {kind_of(value)}")
