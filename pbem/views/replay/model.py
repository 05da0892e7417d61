"""What a replay is told.  Plain data, all of it known to the person who makes the page."""

from typing import Any

import msgspec

from pbem.board import Board, Line, Reach, Ring, Trace

__all__ = ["Luck", "Panel", "Replay", "Step"]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of the match as it is shown: the file's number and author, the story, the author's
    message, the position after it (None before the game has begun), and what moved and fired in it.

    `label` says where the game stands ("round 2 of 4"); `now` marks the position that I decide in, which
    no file holds yet."""

    turn: int
    side: str
    label: str
    lines: tuple[Line, ...] = ()
    message: str = ""
    board: Board | None = None
    traces: tuple[Trace, ...] = ()
    now: bool = False


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """Successes of one side in one kind of roll, beside what was to be expected."""

    side: str
    kind: str
    actual: int
    expected: float


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """What an order panel needs: the name of the order file, the tree of choices (`tree.panel_of`), what
    is wanted in words, and whether more may be asked before the turn can end."""

    file: str
    tree: dict[str, Any]
    standing: str = ""  # my standing orders as TOML, to begin with
    before: str = ""  # the answers of this file that were given already, as TOML tables
    reach: tuple[Reach, ...] = ()  # of my units that move freely


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A match for a page.  `me` is the viewer's side ("" for an onlooker); `since` the number of his
    newest file (−1: none); `running` are (turn, successes above expectation so far) for each side."""

    title: str
    game: str
    me: str
    names: dict[str, str]
    steps: tuple[Step, ...]
    since: int = -1
    wanted: str = ""  # what is asked of me now, "" when nothing is
    over: str = ""  # the result in a sentence
    luck: tuple[Luck, ...] = ()
    running: dict[str, tuple[tuple[int, float], ...]] = {}
    panel: Panel | None = None
    rings: tuple[Ring, ...] = ()  # ranges of all units, shown on demand
    credit: str = ""
