"""Verified positions under PBEM_HOME, so that the last turn of a long match opens as fast as the first.

A snapshot is trusted like the key beside it.  It counts only while program version, rules and every
file behind it (name, size, time of change) are the same; `pbem verify` never looks at it.
"""

import contextlib
from pathlib import Path
from typing import Any, Final

import msgspec

from pbem import __version__
from pbem.desk import files
from pbem.desk.home import Home
from pbem.referee.fold import rules_digest
from pbem.referee.match import Match, Standing
from pbem.ruleset import Ruleset

KEEP: Final = 3  # positions a match: the newest, and those before it that the story is told from


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position: the match after the files in `stats`, and the hashes of the chain so far."""

    version: str
    rules: str
    chain: tuple[str, ...]
    stats: dict[str, tuple[int, int]]
    match: dict[str, Any]


def stat(path: Path) -> tuple[int, int]:
    """Size and time of change: enough to see that a file was touched."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def save(home: Home, match: Match, chain: tuple[str, ...], stats: dict[str, tuple[int, int]]) -> None:
    """Keep a position; one that cannot be kept is no harm."""
    slim = msgspec.structs.replace(match, past=())
    kept = Snapshot(
        version=__version__, rules=match.rules, chain=chain, stats=stats, match=msgspec.to_builtins(slim)
    )
    folder = home.root / "snapshots" / match.id
    with contextlib.suppress(Exception):
        files.write(folder / f"turn{match.turn:04d}.json", msgspec.json.encode(kept).decode(), replace=True)
        for old in sorted(folder.glob("turn*.json"))[:-KEEP]:
            old.unlink()


def load(home: Home, match: str, rules: Ruleset, folder: Path, *, most: int) -> tuple[Match, Snapshot] | None:
    """The newest good snapshot that stands on at most `most` files of the folder."""
    digest = rules_digest(rules)
    for path in sorted((home.root / "snapshots" / match).glob("turn*.json"), reverse=True):
        with contextlib.suppress(OSError, msgspec.MsgspecError, KeyError, TypeError, ValueError):
            kept = msgspec.json.decode(path.read_bytes(), type=Snapshot)
            same = kept.version == __version__ and kept.rules == digest and len(kept.stats) <= most
            if same and all(stat(folder / name) == entry for name, entry in kept.stats.items()):
                return thaw(kept.match, rules), kept
    return None


def thaw(data: dict[str, Any], rules: Ruleset) -> Match:
    """Plain data → match, with the game's own types where they belong."""
    match = msgspec.convert(data, Match)
    orders = msgspec.convert(match.queue.orders, tuple[rules.order_type, ...])  # type: ignore[name-defined]
    return msgspec.structs.replace(
        match,
        state=None if match.state is None else msgspec.convert(match.state, rules.state_type),
        queue=msgspec.structs.replace(match.queue, orders=orders),
        in_force=_standing(match.in_force, rules),
        waiting=_standing(match.waiting, rules),
    )


def _standing(pair: tuple[Standing | None, Standing | None], rules: Ruleset) -> Any:
    return tuple(
        entry
        if entry is None or entry.orders is None
        else msgspec.structs.replace(entry, orders=msgspec.convert(entry.orders, rules.standing_type))
        for entry in pair
    )
