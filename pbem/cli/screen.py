"""Where words and data go: data on standard output, words on standard error.

All text that players wrote passes `clean`, so that no name or message can move the cursor, colour the
screen or pretend to be the program.
"""

import contextlib
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

from pbem.board import Board, Line
from pbem.views.story import story_text
from pbem.views.terminal import clean, tidy_ascii
from pbem.views.text import board_text


class Screen:
    """The terminal, or whatever stands in its place."""

    def __init__(self, *, plain: bool = False) -> None:
        self.ascii = plain or not _unicode(sys.stdout)
        self.width = min(max(shutil.get_terminal_size((80, 24)).columns, 40), 100)

    def data(self, text: str = "") -> None:
        """A line of data to standard output."""
        print(_fit(tidy_ascii(text) if self.ascii else text, sys.stdout))

    def say(self, text: str = "") -> None:
        """A line of words to standard error."""
        print(_fit(text, sys.stderr), file=sys.stderr)

    def board(self, board: Board) -> None:
        for line in board_text(board, width=self.width, ascii_only=self.ascii):
            self.data(line)

    def story(self, lines: tuple[Line, ...], indent: str = "  ") -> None:
        for line in story_text(lines, width=self.width - len(indent), ascii_only=self.ascii):
            self.data(f"{indent}{line}" if line else "")


def near(path: Path) -> str:
    """A path as it is typed here: relative where it lies below the present folder, quoted if need be."""
    with contextlib.suppress(ValueError):
        path = path.resolve().relative_to(Path.cwd())
    return shlex.quote(str(path)) if os.name != "nt" else f'"{path}"' if " " in str(path) else str(path)


def ask(question: str, default: str = "") -> str:
    """A question on the terminal; the answer, or the default for an empty one."""
    shown = f" [{default}]" if default else ""
    print(_fit(f"{question}{shown} ", sys.stderr), end="", file=sys.stderr, flush=True)
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


def _unicode(stream: Any) -> bool:
    return "utf" in (getattr(stream, "encoding", "") or "").lower()


def _fit(text: str, stream: Any) -> str:
    """Text that the stream can print: what it cannot show becomes `?`, never an error."""
    text = "\n".join(clean(line) for line in text.split("\n"))
    encoding = getattr(stream, "encoding", None) or "ascii"
    if not _unicode(stream):
        text = tidy_ascii(text)
    return text.encode(encoding, "replace").decode(encoding, "replace")
