"""Writing a sheet so that mail cannot hurt it (protocol section 1.2).

ASCII, LF, at most 72 columns, no tabs, no trailing blanks, no multi-line strings, no line that begins
with `From `, `>` or `.`; framed by two comment lines.  What is longer than a line becomes an array:
arrays are wrapped, and a long string is the table `{ text = [pieces] }` (see `fold` and `unfold`).
"""

import unicodedata
from typing import Any, Final

COLUMNS: Final = 72
BEGIN: Final = "# -----BEGIN PBEM TURN-----"
END: Final = "# -----END PBEM TURN-----"
_PIECE: Final = 64  # columns of one piece of a folded string, quotes included
_SHORT: Final = 24  # columns of what stays in one piece inside an inline table that does not fit
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def fold(data: Any) -> Any:
    """Strings to NFC, and those too long for one line to `{ text = [pieces] }`; run before signing."""
    if isinstance(data, dict):
        return {
            key: fold(value) if not isinstance(value, str) else _fold(key, value)
            for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_fold("", item) if isinstance(item, str) else fold(item) for item in data]
    return data


def unfold(data: Any) -> Any:
    """The inverse of `fold`: every table that holds nothing but an array of strings `text` is joined,
    the innermost first, so that none is left and data without such a table comes back as it was."""
    if isinstance(data, dict):
        table = {key: unfold(value) for key, value in data.items()}
        text = table.get("text")
        if len(table) == 1 and isinstance(text, list) and text and all(isinstance(p, str) for p in text):
            return "".join(text)
        return table
    if isinstance(data, list):
        return [unfold(item) for item in data]
    return data


def pieces(text: str, columns: int = _PIECE) -> tuple[str, ...]:
    """Text cut into strings that each fit a line when escaped."""
    out, piece, used = [], "", 2
    for char in _nfc(text):
        size = len(_char(char))
        if used + size > columns:
            out.append(piece)
            piece, used = "", 2
        piece, used = piece + char, used + size
    return (*out, piece) if piece or not out else tuple(out)


def _nfc(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _fold(key: str, text: str) -> Any:
    text = _nfc(text)
    return text if len(key) + 3 + len(quoted(text)) <= COLUMNS else {"text": list(pieces(text))}


def _char(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if " " <= char <= "~":
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def quoted(text: str) -> str:
    """A TOML basic string in ASCII."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_char, text)) + '"'


def document(data: dict[str, Any], comments: tuple[str, ...] = ()) -> str:
    """A framed document.  `data` must be folded; a line that cannot be kept short is a ValueError.

    `comments` are written under the first frame line for human eyes; they are not signed.
    """
    lines = [BEGIN, *(f"# {comment}" for comment in comments)]
    _table(data, "", lines)
    lines.append(END)
    for line in lines:
        if len(line) > COLUMNS or not line.isascii() or line != line.rstrip() or "\t" in line:
            raise ValueError(f"a line that mail would break: {line!r}")
    return "\n".join(lines) + "\n"


def _table(data: dict[str, Any], prefix: str, lines: list[str]) -> None:
    """What fits a line or an array of lines comes first, then the tables that need a header.

    Below the top, small tables stand in one line (`{ id = "A3", at = 6 }`): a row a unit.
    """
    headed = []
    for key, value in data.items():
        if _headed(key, value, below=bool(prefix)):
            headed.append((key, value))
        else:
            _pair(key, value, lines)
    for key, value in headed:
        for item in value if isinstance(value, list) else [value]:
            name = f"{prefix}{key}"
            lines += ["", f"[[{name}]]" if isinstance(value, list) else f"[{name}]"]
            _table(item, f"{name}.", lines)


def _headed(key: str, value: Any, *, below: bool) -> bool:
    if isinstance(value, dict):
        return not (below and _fits(key, value))
    return _rows(value) and not (below and all(_fits("", item) for item in value))


def _rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _fits(key: str, value: Any) -> bool:
    return len(key) + 3 + len(_value(value)) <= COLUMNS


def _pair(key: str, value: Any, lines: list[str]) -> None:
    line = f"{key} = {_value(value)}"
    if len(line) <= COLUMNS and not (_rows(value) and len(value) > 1):
        lines.append(line)
        return
    if not isinstance(value, list):
        raise ValueError(f"{key}: too long for one line: fold it first")
    first, *parts = _parts(value)
    lines.append(f"{key} = {first}")
    row = ""
    for part in parts[:-1]:
        if row and (_rows(value) or len(row) + 1 + len(part) > COLUMNS):
            lines.append(row)
            row = ""
        row += f" {part}" if row else f"  {part}"
    lines += [row, parts[-1]]


def _parts(value: Any) -> list[str]:
    """A value that is too long for a line in parts between which a line may end: an array may go on in
    the next line; an inline table may not, but the arrays in it and its strings, folded, may."""
    if isinstance(value, str):
        value = {"text": list(pieces(value))}
    if isinstance(value, list):
        parts = ["["]
        for item in value:
            parts += _short(item, COLUMNS - 3)
            parts[-1] += ","
        return [*parts, "]"]
    parts = ["{"]
    for key, item in value.items():
        first, *rest = _short(item, _SHORT)
        parts[-1] += f"{'' if parts == ['{'] else ','} {key} = {first}"
        parts += rest
    parts[-1] += " }"
    return parts


def _short(value: Any, columns: int) -> list[str]:
    whole = _value(value)
    return [whole] if len(whole) <= columns or not isinstance(value, (str, list, dict)) else _parts(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
            if value
            else "{}"
        )
    raise TypeError(f"a turn file cannot hold {type(value).__name__}")
