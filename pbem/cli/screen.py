"""Where words and data go: data on standard output, words on standard error.

All text that players wrote passes `clean`, so that no name or message can move the cursor, colour the
screen or pretend to be the program.  Words are folded to the width of a terminal (or COLUMNS) here and
nowhere else; commands and paths stay in one piece, data are printed as they are.
"""

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from pbem.board import Board, Line
from pbem.cli.fold import fold, paragraphs
from pbem.views.story import story_text
from pbem.views.terminal import clean, tidy_ascii
from pbem.views.text import board_text


class Screen:
    """The terminal, or whatever stands in its place."""

    def __init__(self, *, plain: bool = False) -> None:
        self.ascii = plain or not _unicode(sys.stdout)
        self.width = _width()

    def data(self, text: str = "") -> None:
        """A line of data to standard output, as it is: for programs, or drawn to its width already."""
        print(_fit(tidy_ascii(text) if self.ascii else text, sys.stdout))

    def tell(self, text: str) -> None:
        """A line of words to standard output."""
        print(_folded(tidy_ascii(text) if self.ascii else text, sys.stdout))

    def say(self, text: str = "") -> None:
        """A line of words to standard error."""
        print(_folded(text, sys.stderr), file=sys.stderr)

    def aside(self, text: str, remark: str) -> None:
        """A line of words to standard output and a remark beside it, or below where there is no room."""
        room = not _folds(sys.stdout) or cell_len(text) + 3 + cell_len(remark) <= self.width
        self.tell(f"{text}   {remark}" if remark and room else text)
        if remark and not room:
            self.tell(f"      {remark}")

    def page(self, markdown: str) -> None:
        """Markdown to standard output: its paragraphs filled anew where lines are folded."""
        if not _folds(sys.stdout):
            self.data(markdown)
            return
        for line, drawn in paragraphs(markdown):
            (self.data if drawn else self.tell)(line)

    def board(self, board: Board) -> None:
        for line in board_text(board, width=self.width, ascii_only=self.ascii):
            self.data(line)

    def story(self, lines: tuple[Line, ...], indent: str = "  ") -> None:
        for line in story_text(lines, width=self.width - len(indent), ascii_only=self.ascii):
            self.data(f"{indent}{line}" if line else "")


def at(folder: Path) -> str:
    """The argument that a command needs for a match folder: none inside of it, else its path."""
    return "" if folder.resolve() == Path.cwd() else f" {near(folder)}"


def near(path: Path) -> str:
    """A path as it is typed here: relative where it lies below the present folder, quoted if need be."""
    with contextlib.suppress(ValueError):
        path = path.resolve().relative_to(Path.cwd())
    return shlex.quote(str(path)) if os.name != "nt" else f'"{path}"' if " " in str(path) else str(path)


def ask(question: str, default: str = "") -> str:
    """A question on the terminal; the answer, or the default for an empty one."""
    shown = f" [{default}]" if default else ""
    print(_folded(f"{question}{shown}", sys.stderr), end=" ", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    if not answer:
        raise KeyboardInterrupt
    return answer.strip() or default


def interactive() -> bool:
    """Whether there is a person to ask: a terminal on both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def passphrase(question: str) -> str | None:
    """A passphrase from the file that PBEM_PASSPHRASE_FILE names, else from the terminal, else None."""
    named = os.environ.get("PBEM_PASSPHRASE_FILE")
    if named:
        try:
            with open(named, encoding="utf-8") as stream:  # noqa: PTH123
                return stream.readline().rstrip("\r\n")
        except OSError:
            return None
    if not interactive():
        return None
    import getpass

    return getpass.getpass(question)


def twice(question: str) -> str | None:
    """A new passphrase: asked for again, for nobody sees what he types; None: there is nobody to ask."""
    from pbem.errors import USAGE, Refused

    secret = passphrase(question)
    if secret and interactive() and passphrase("the same again: ") != secret:
        raise Refused(USAGE, "the two passphrases are not the same; nothing was written")
    return secret


def unlock() -> Callable[[str], str | None]:
    """Asks for the passphrase of a key, and says so where the last answer was wrong."""
    asked: list[str] = []

    def once(question: str) -> str | None:
        if question in asked and interactive() and not os.environ.get("PBEM_PASSPHRASE_FILE"):
            Screen().say("that is not the passphrase")
        asked.append(question)
        return passphrase(question)

    return once


# -- folding ----------------------------------------------------------------------------------


def _width() -> int:
    return min(max(shutil.get_terminal_size((80, 24)).columns, 40), 100)


def _folds(stream: Any) -> bool:
    """Whether somebody looks at lines of a certain width: a terminal, or COLUMNS says so."""
    columns = os.environ.get("COLUMNS", "")
    return bool(stream.isatty() or (columns.isdigit() and int(columns)))


def _folded(text: str, stream: Any) -> str:
    """Text that the stream can print, folded where it is looked at."""
    text = _fit(text, stream)
    if not _folds(stream):
        return text
    return "\n".join(row for line in text.split("\n") for row in fold(line, _width()))


def _unicode(stream: Any) -> bool:
    return "utf" in (getattr(stream, "encoding", "") or "").lower()


def _fit(text: str, stream: Any) -> str:
    """Text that the stream can print: what it cannot show becomes `?`, never an error."""
    text = "\n".join(clean(line) for line in text.split("\n"))
    encoding = getattr(stream, "encoding", None) or "ascii"
    if not _unicode(stream):
        text = tidy_ascii(text)
    return text.encode(encoding, "replace").decode(encoding, "replace")
