"""Files that a player writes before a match: armies, options, rosters, scenarios, standing orders.

Checked against the published JSON Schema of their type first, so that every fault has its file, line
and path, with what was expected and what was found; the rules of the game come after.
"""

import difflib
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from pbem.desk import files, orderfile
from pbem.errors import OrdersRefused, Problem
from pbem.turnfile.canon import kind_of, path_text
from pbem.turnfile.model import explain

_KINDS: Final = {
    "object": "a table",
    "array": "an array",
    "string": "a string",
    "integer": "an integer",
    "boolean": "true or false",
    "null": "nothing",
}


def read_table(path: Path, kind: type[Any]) -> dict[str, Any]:
    """A TOML file of the type → its data; `OrdersRefused` with every fault."""
    document = orderfile.read(files.read(path), path.name)
    problems = faults(document.data, kind)
    if problems:
        raise OrdersRefused(tuple(document.problem(p) for p in problems))
    return document.data


def faults(data: Any, kind: type[Any]) -> list[Problem]:
    """Every mismatch of data with the schema of a type, in the order of their paths.

    The schema speaks for people; the typed reader, which is stricter (3.0 is no integer), has the last
    word."""
    found = schema_faults(data, schema_of(kind))
    if found:
        return found
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, path = explain(error)
        return [Problem(path, message)]
    return []


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a type."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(kind)}


def schema_faults(data: Any, schema: dict[str, Any]) -> list[Problem]:
    """Data against a schema, in our voice."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415  # slow to import, and seldom needed

    validator = Draft202012Validator(schema)
    found = sorted(validator.iter_errors(data), key=lambda e: [str(p) for p in e.absolute_path])
    problems: list[Problem] = []
    for error in found:
        problems += _problems(error)
    return problems


def _problems(error: Any) -> list[Problem]:
    while error.validator in {"anyOf", "oneOf"} and error.context:
        # The branch that got furthest is the one that was meant.
        error = max(error.context, key=lambda e: (len(e.absolute_path), e.validator != "type"))
    path = path_text(tuple(error.absolute_path))
    value = error.instance
    match error.validator:
        case "additionalProperties":
            known = list(error.schema.get("properties", {}))
            return [unknown_key(path, key, known) for key in value if key not in known]
        case "required":
            missing = re.match(r"'(.*?)'", error.message)
            key = missing[1] if missing else "something"
            return [Problem(path, f"{key} is missing")]
        case "type":
            wanted = error.validator_value
            names = wanted if isinstance(wanted, list) else [wanted]
            expected = " or ".join(_KINDS.get(str(name), str(name)) for name in names)
            return [Problem(path, f"expected {expected}, found {shown(value)}")]
        case "enum" | "const":
            options = error.validator_value if error.validator == "enum" else [error.validator_value]
            near = difflib.get_close_matches(str(value), [str(o) for o in options], 1)
            hint = f"did you mean {near[0]!r}?" if near else ""
            listed = ", ".join(str(o) for o in options)
            return [Problem(path, f"expected one of {listed}; found {shown(value)}", hint)]
        case "minimum":
            return [Problem(path, f"expected at least {error.validator_value}, found {value}")]
        case "maximum":
            return [Problem(path, f"expected at most {error.validator_value}, found {value}")]
        case "maxLength" | "minLength":
            word = "most" if error.validator == "maxLength" else "least"
            return [
                Problem(path, f"expected at {word} {error.validator_value} characters, found {len(value)}")
            ]
        case "minItems" | "maxItems":
            word = "most" if error.validator == "maxItems" else "least"
            return [Problem(path, f"expected at {word} {error.validator_value} entries, found {len(value)}")]
        case "pattern":
            return [Problem(path, f"{shown(value)} is not written as it should be ({error.validator_value})")]
    return [Problem(path, str(error.message)[:200])]


def unknown_key(path: str, key: str, known: list[str]) -> Problem:
    """An unknown key, with the known one that is nearest to it."""
    near = difflib.get_close_matches(key, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known keys: {', '.join(known)}"
    return Problem(f"{path}.{key}" if path else key, f"unknown key {key!r}", hint)


def shown(value: Any) -> str:
    """A value for a message, short."""
    if isinstance(value, (dict, list)):
        return kind_of(value)
    return f"{value!r}"[:60] if isinstance(value, str) else str(value).lower()[:60]


def option(text: str) -> tuple[str, Any]:
    """`rounds=5` → ("rounds", 5); true, false and integers are read as such, all else as text."""
    key, mark, value = text.partition("=")
    key = key.strip().replace("-", "_")
    if not mark or not key:
        raise OrdersRefused((Problem("option", f"expected name=value, found {text[:60]!r}"),))
    value = value.strip()
    if value in {"true", "false"}:
        return key, value == "true"
    return key, int(value) if re.fullmatch(r"-?\d{1,15}", value) else value
