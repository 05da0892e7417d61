"""The file in which a person writes orders: read with mercy, cut into parts, faults with their lines.

One habit for all games: `[[react]]` answers what is asked first, a table named after any other decision
(`[deploy]`) answers that, each `[[turn]]` is a player-turn, and whatever else stands at the top level is
one player-turn too.  `message` is what I say to the other player, `[standing]` lays standing orders.
"""

import difflib
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import tomli

from pbem.errors import OrdersRefused, Problem, TurnRejected
from pbem.ruleset import Decide, React, Want
from pbem.turnfile.canon import path_text
from pbem.turnfile.model import MESSAGE_LIMIT
from pbem.turnfile.read import limits
from pbem.turnfile.repair import BLANKS, HIDDEN, QUOTES, decoded, unescaped

_ODD: Final = {**BLANKS, **HIDDEN}
_PASTED: Final = {**_ODD, **QUOTES}


class OrderFile(msgspec.Struct, kw_only=True):
    """An order file: its name, its text, its data, what was repaired, and which parts were used."""

    name: str
    text: str
    data: dict[str, Any]
    notes: tuple[str, ...] = ()
    used: list[tuple[str, int]] = []

    def part(self, want: Want) -> tuple[Any, str] | None:
        """The next part that answers this want, and its path; None if there is none left."""
        if isinstance(want, React):
            return self._next("react")
        if not isinstance(want, Decide):
            return None
        if want.kind != "orders":
            if want.kind not in self.data or (want.kind, 0) in self.used:
                return None
            self.used.append((want.kind, 0))
            return self.data[want.kind], want.kind
        top = {key: value for key, value in self.data.items() if key in self.turn_keys}
        if top and ("", 0) not in self.used:
            self.used.append(("", 0))
            return top, ""
        return self._next("turn")

    @property
    def turn_keys(self) -> list[str]:
        """Top-level keys that together are one player-turn: all but the parts with names of their own."""
        named = {"react", "turn", "standing", "message", "deploy"}
        return [key for key in self.data if key not in named]

    @property
    def empty(self) -> bool:
        """Nothing is ordered: still the template, or no more than a message."""
        return not [key for key in self.data if key != "message"]

    def strays(self, schema: Mapping[str, Any], want: Want | None) -> list[Problem]:
        """Top-level keys that stand nowhere in the order files of the game: misspelt, or out of their table.

        `want` is what is asked first; its tables are looked into first.
        """
        known = schema.get("properties", {})
        asked = "react" if isinstance(want, React) else want.kind if isinstance(want, Decide) else ""
        problems = []
        for key in [key for key in self.data if known and key not in known]:
            homes = [name for name in known if key in _resolved(schema, known[name]).get("properties", {})]
            if asked == "orders":
                homes = [name for name in homes if name not in ("deploy", "react")] or homes
            near = difflib.get_close_matches(key, known, 1)
            if asked in known and not near and isinstance(known[asked].get("additionalProperties"), dict):
                homes = [asked]  # its keys are names: of units, of places
            if homes:
                where = " or ".join(_header(known, name) for name in ([asked] if asked in homes else homes))
                problem = Problem(key, f"it stands under {where} here")
            else:
                hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
                problem = Problem(key, f"unknown key {key[:40]!r}", hint)
            problems.append(self.problem(problem))
        return problems

    def untimely(self, want: Want, asked: str) -> list[Problem]:
        """Parts that cannot be for what is asked now (`asked`: in words), and not for later either."""
        now = "react" if isinstance(want, React) else want.kind if isinstance(want, Decide) else ""
        problems = []
        for key in ("deploy", "react"):
            later = key == now or (key == "react" and self.used)
            if key in self.data and not later and (key, 0) not in self.used:
                header = "[[react]]" if key == "react" else "[deploy]"
                problems.append(
                    self.problem(Problem(key, f"{header} is not asked for now; this is: {asked}"))
                )
        return problems

    def unused(self) -> list[Problem]:
        """Parts that nothing asked for."""
        problems = []
        for key in ("react", "turn", "deploy"):
            rows = self.data.get(key)
            if rows is None:
                continue
            listed = isinstance(rows, list) and key != "deploy"
            for i in range(len(rows) if listed else 1):
                if (key, i) not in self.used:
                    path = f"{key}[{i}]" if listed else key
                    problems.append(self.problem(Problem(path, "nothing asks for this now", "take it out")))
        if self.turn_keys and ("", 0) not in self.used:
            problems.append(
                self.problem(Problem(self.turn_keys[0], "no orders for a turn are wanted now", "take it out"))
            )
        return problems

    def message(self) -> str:
        """My words to the other player."""
        said = self.data.get("message", "")
        if not isinstance(said, str) or len(said) > MESSAGE_LIMIT:
            problem = Problem("message", f"expected a text of at most {MESSAGE_LIMIT} characters")
            raise OrdersRefused((self.problem(problem),))
        return said

    def problem(self, problem: Problem, root: str = "") -> Problem:
        """A problem of a part, with path from the top, file and line."""
        joint = "" if not root or not problem.path or problem.path.startswith("[") else "."
        path = f"{root}{joint}{problem.path}"
        return Problem(path, problem.message, problem.hint, self.name, line_of(self.text, path))

    def _next(self, key: str) -> tuple[Any, str] | None:
        rows = self.data.get(key)
        if rows is None:
            return None
        listed = rows if isinstance(rows, list) else [rows]
        for i, row in enumerate(listed):
            if (key, i) not in self.used:
                self.used.append((key, i))
                return row, f"{key}[{i}]" if isinstance(rows, list) else key
        return None


def _resolved(schema: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a table, or of the tables in a list; of several forms the first."""
    for _ in range(4):
        if "$ref" in part:
            part = schema["$defs"][str(part["$ref"]).rpartition("/")[2]]
        elif "oneOf" in part:
            part = part["oneOf"][0]
        elif "items" in part:
            part = part["items"]
    return part


def _header(known: Mapping[str, Any], name: str) -> str:
    """[deploy], [[react]]: how the head of a part is written."""
    single = known[name].get("type") == "object" or "oneOf" in known[name]
    return f"[{name}]" if single else f"[[{name}]]"


def read(raw: bytes, name: str) -> OrderFile:
    """Bytes → order file; `OrdersRefused` with the line where it is not TOML."""
    text, notes = decoded(raw)
    text, more = mended(text)
    try:
        limits(text)
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        where = re.search(r"\(at line (\d+), column \d+\)", str(error))
        message = str(error).replace(where[0], "").strip() if where else str(error)
        line = int(where[1]) if where else text.count("\n") + 1
        shown = text.split("\n")[line - 1].strip() if line <= text.count("\n") + 1 else ""
        said = f"not TOML: {message[:1].lower()}{message[1:]}" + (f", in: {shown[:60]}" if shown else "")
        raise OrdersRefused((Problem("", said, file=name, line=line),)) from None
    except (TurnRejected, ValueError, RecursionError) as error:
        raise OrdersRefused((Problem("", f"not an order file: {error}", file=name),)) from None
    return OrderFile(name=name, text=text, data=data, notes=notes + more, used=[])


def mended(text: str) -> tuple[str, tuple[str, ...]]:
    """Text without what pasting brings along (odd blanks, smart quotes, `> `, HTML entities), and notes
    on it.  What could stand in somebody's words is touched only where the text is no TOML without that."""
    readings = [_reading(text, _ODD), _reading(text, _PASTED)]
    if "&" in text:
        resolved = ("HTML entities (&quot;) were resolved",)
        readings += [_reading(unescaped(text), odd, resolved) for odd in (_ODD, _PASTED)]
    return next((reading for reading in readings if _is_toml(reading[0])), readings[1])


def _reading(text: str, odd: Mapping[str, str], notes: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...]]:
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and all(line.lstrip().startswith(">") for line in lines):
        text = re.sub(r"^[ \t]*>[ \t]?", "", text, flags=re.MULTILINE)
        notes += ("quote marks (>) were removed",)
    count = sum(text.count(char) for char in odd)
    if count:
        text = text.translate({ord(char): meant for char, meant in odd.items()})
        notes += (f"{count} odd blanks or quotation marks from a mail were made plain",)
    return text, notes


def _is_toml(text: str) -> bool:
    try:
        limits(text)
        tomli.loads(text)
    except (TurnRejected, ValueError, RecursionError):
        return False
    return True


# ------------------------------------------------------------------ where a path stands in the text


def line_of(text: str, path: str) -> int:
    """The 1-based line of a path such as `activate[1].do[0].move`, or of its nearest parent that is
    written down; 0 if there is none."""
    places = positions(text)
    steps: list[str | int] = [
        int(index) if index else name for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)
    ]
    while steps:
        line = places.get(path_text(tuple(steps)))
        if line:
            return line
        steps.pop()
    return 0


_LEXEME: Final = re.compile(
    r'(?P<string>"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)|(?P<newline>\n)|(?P<header>^[ \t]*\[\[?)|(?P<mark>[\[\]{},=])"
    r"|(?P<bare>[^\s\[\]{},=#\"']+)",
    re.DOTALL | re.MULTILINE,
)


def positions(text: str) -> dict[str, int]:
    """Path → line for every key, array item and table of a TOML text that parses."""
    return _Scanner(text).places


class _Scanner:
    """A light reading of TOML that keeps what parsers throw away: where things stand."""

    def __init__(self, text: str) -> None:
        self.places: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._tokens: list[tuple[str, str, int]] = []
        line, depth = 1, 0
        for found in _LEXEME.finditer(text):
            kind, value = str(found.lastgroup), found[0]
            if kind == "header" and depth > 0:
                kind, value = "mark", "["
                self._tokens += [("mark", "[", line)] * (found[0].count("[") - 1)
            if kind == "header" or (kind == "mark" and value in "[{"):
                depth += value.count("[") or 1
            elif kind == "mark" and value in "]}":
                depth -= 1
            if kind != "comment":
                self._tokens.append((kind, value, line))
            line += value.count("\n")
        self._at = 0
        self._read()

    def _read(self) -> None:
        table: tuple[str | int, ...] = ()
        while self._at < len(self._tokens):
            kind, value, line = self._tokens[self._at]
            if kind == "newline":
                self._at += 1
            elif kind == "header":
                self._at += 1
                table = self._header(line, array=value.count("[") == 2)
            else:
                self._pair(table)

    def _header(self, line: int, *, array: bool) -> tuple[str | int, ...]:
        names = self._key(("]",))
        while self._at < len(self._tokens) and self._tokens[self._at][1] == "]":
            self._at += 1
        path: tuple[str | int, ...] = ()
        for i, name in enumerate(names):
            path = (*path, name)
            text = path_text(path)
            if array and i == len(names) - 1:
                self._counts[text] = self._counts.get(text, -1) + 1
                self._mark(path, line)
                path = (*path, self._counts[text])
            elif text in self._counts:
                path = (*path, self._counts[text])
        self._mark(path, line)
        return path

    def _key(self, stop: tuple[str, ...]) -> list[str]:
        names: list[str] = []
        while self._at < len(self._tokens):
            kind, value, _ = self._tokens[self._at]
            if value in stop or kind == "newline":
                break
            names += [value[1:-1]] if kind == "string" else [part for part in value.split(".") if part]
            self._at += 1
        return names

    def _pair(self, table: tuple[str | int, ...]) -> None:
        line = self._tokens[self._at][2]
        names = self._key(("=", "}", ","))
        path = (*table, *names)
        self._mark(path, line)
        if self._at < len(self._tokens) and self._tokens[self._at][1] == "=":
            self._at += 1
            self._value(path)
        elif self._at < len(self._tokens) and not names:
            self._at += 1

    def _value(self, path: tuple[str | int, ...]) -> None:
        if self._at >= len(self._tokens):
            return
        _, value, line = self._tokens[self._at]
        self._at += 1
        self._mark(path, line)
        if value == "[":
            self._items(path)
        elif value == "{":
            self._inline(path)

    def _items(self, path: tuple[str | int, ...]) -> None:
        number = 0
        while self._at < len(self._tokens):
            kind, value, _ = self._tokens[self._at]
            if value == "]":
                self._at += 1
                return
            if kind == "newline" or value == ",":
                self._at += 1
                continue
            self._value((*path, number))
            number += 1

    def _inline(self, path: tuple[str | int, ...]) -> None:
        while self._at < len(self._tokens):
            kind, value, _ = self._tokens[self._at]
            if value == "}":
                self._at += 1
                return
            if kind == "newline" or value == ",":
                self._at += 1
                continue
            self._pair(path)

    def _mark(self, path: tuple[str | int, ...], line: int) -> None:
        self.places.setdefault(path_text(path), line)
