"""Lines folded to a width: between words, never inside a command or a path."""

import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

# What later lines of a folded one are indented by: an item, a number or a label and the blanks after it.
_LEAD: Final = re.compile(r" *(?:(?:\d+\.? +|[-*] +|(?:hint|next|note|warning|expected|found): +)(?=[^ ]))?")
_PROGRAMS: Final = ("pbem", "git", "pip")
_WORDS: Final = frozenset(
    "new show verify export import forget init add remote origin zipwarz zoids war .".split()  # noqa: SIM905
)
_ARGUMENT: Final = re.compile(r"(?:-|…|['\"<]|[A-Z]+\d*\b|\d+\b|\S*[/\\@=\[]|\S+\.\w).*")


def fold(line: str, width: int) -> list[str]:
    """A line in rows of at most `width` columns, broken between words, later ones indented.

    What may not be broken (a command, a path) and is wider than a row sticks out; a remark in brackets
    after a wide gap goes below as a whole.
    """
    if cell_len(line) <= width:
        return [line]
    lead = _LEAD.match(line)
    assert lead is not None
    hang = cell_len(lead[0])
    if not lead[0].strip() or hang > width // 2:
        hang = len(line) - len(line.lstrip(" ")) + 2
    aside = re.search(r"(?<=\S) {4,}(?=\()", line)
    if aside is not None:
        below = f"{' ' * hang}{line[aside.end() :]}"
        return [*fold(line[: aside.start()], width), *fold(below, width)]
    rows, row = list[str](), ""
    for gap, word in _pieces(line):
        begun = len(row.rstrip()) > len(lead[0].rstrip())  # a label does not stand alone
        if begun and cell_len(row) + len(gap) + cell_len(word) > width:
            rows.append(row)
            row = f"{' ' * hang}{word}"
        else:
            row = f"{row}{gap}{word}"
    return [*rows, row]


def paragraphs(markdown: str) -> Iterator[tuple[str, bool]]:
    """(line, whether it has to stay as it is) of Markdown; what was filled to another width is one line."""
    waiting, drawn = "", False
    for line in markdown.split("\n"):
        fence = line.lstrip().startswith("```")
        if waiting and not fence and _goes_on(line):
            waiting += f" {line.strip()}"
            continue
        if waiting:
            yield waiting, False
        waiting = "" if drawn or fence else line
        drawn ^= fence
        if not waiting:
            yield line, True
    if waiting:
        yield waiting, False


def _pieces(line: str) -> list[tuple[str, str]]:
    """(blanks before it, what stays in one piece) of a line: words, quoted paths, whole commands."""
    tokens = re.findall(r"( *)([^ ]+)", line)
    pieces, i = list[tuple[str, str]](), 0
    while i < len(tokens):
        gap, word = tokens[i]
        last = _quoted(tokens, i)
        if word.lstrip("(“") in _PROGRAMS:
            last = min(i + 1, len(tokens) - 1)  # the name of the command
            while last + 1 < len(tokens) and _belongs(tokens[last], tokens[last + 1]):
                last = _quoted(tokens, last + 1)
        pieces.append((gap, word + "".join(g + w for g, w in tokens[i + 1 : last + 1])))
        i = last + 1
    return pieces


def _quoted(tokens: list[tuple[str, str]], i: int) -> int:
    """Where a quoted path that begins in this token ends; the token itself if none does."""
    word = tokens[i][1]
    mark = word[:1]
    if mark not in ("'", '"') or (word.rstrip("),.;:").endswith(mark) and len(word) > 1):
        return i
    return next((j for j in range(i + 1, len(tokens)) if tokens[j][1].rstrip("),.;:").endswith(mark)), i)


def _belongs(before: tuple[str, str], token: tuple[str, str]) -> bool:
    """Whether a token goes on with the command that stands before it."""
    gap, word = token
    ended = before[1][-1] in "),;:" or (before[1].endswith(".") and len(before[1]) > 1)
    return gap == " " and not ended and (word.rstrip("),;:") in _WORDS or bool(_ARGUMENT.match(word)))


def _goes_on(line: str) -> bool:
    """Whether a line of Markdown belongs to the paragraph before it."""
    return bool(line.strip()) and not re.match(r"\s*(?:[-*] |\d+\. |#|\||>)", line)
