"""Rolls, state and next: what a file shows although every reader works it out again (section 1.4).

They are in the file so that a person can read it.  A file whose consequences are not the reader's own
is refused, naming the first item that differs by path, with both values.
"""

import hashlib
from typing import Any

from pbem.errors import TurnRejected
from pbem.referee import match as m
from pbem.referee.match import Booked, Match
from pbem.ruleset import Cards, Decide, React, Roll, Ruleset, Unseal
from pbem.turnfile.canon import b64, canonical, kind_of, path_text, plain


def consequences(match: Match, rules: Ruleset, rolls: tuple[Booked, ...]) -> dict[str, Any]:
    """The three tables that belong at the end of the file that led to `match`."""
    out: dict[str, Any] = {}
    if rolls:
        out["rolls"] = [plain(booked.rolled) for booked in rolls]
    table = state_table(match, rules)
    out["state"] = {**table, "hash": b64(hashlib.sha256(canonical(table)).digest())}
    out["next"] = {"side": m.owed_by(match, rules), "want": wanted(match, rules)}
    return out


def state_table(match: Match, rules: Ruleset) -> dict[str, Any]:
    """The whole public state: the game's table, and `referee` for windows, queue and standing orders."""
    referee: dict[str, Any] = {"kmax": match.kmax}
    if match.window is not None:
        window = match.window
        referee["window"] = {"k": window.k, "opener": window.opener, "live": window.live}
        if window.live:
            referee["window"] |= {"byte": window.byte, "roll": window.roll}
    if match.decks:
        referee["deck"] = {"session": match.decks[-1].session, "early": [slot for _, slot in match.ready]}
    if match.paused:
        referee["paused"] = True
    if match.queue.orders:
        orders = plain(match.queue.orders)
        referee["queue"] = {"owner": match.queue.owner, "term": match.queue.term, "orders": orders}
    standing = [
        _standing(side, name, entry)
        for name, pair in (("in_force", match.in_force), ("waiting", match.waiting))
        for side, entry in zip("ab", pair, strict=True)
        if entry is not None and (entry.turn > 0 or name == "waiting")
    ]
    if standing:
        referee["standing"] = standing
    game = plain(rules.public(match.state)) if match.stage == "play" else {}
    return {**game, "referee": referee}


def _standing(side: str, name: str, entry: m.Standing) -> dict[str, Any]:
    row: dict[str, Any] = {"side": side, "status": name, "since": entry.since, "turn": entry.turn}
    if entry.orders is None and entry.held is not None:
        return {**row, "sealed": entry.held.sealing.hash}
    return {**row, "orders": plain(entry.orders)}


def wanted(match: Match, rules: Ruleset) -> str:
    """What the next file owes, in a few words without names."""
    if m.over(match, rules) is not None:
        return "nothing"
    if match.stage == "answer":
        return "answer"
    match m.want(match, rules):
        case Roll():
            return "dice"
        case Decide(kind=kind) | React(kind=kind):
            return kind
        case Unseal(what=what):
            return f"open {what}"
        case Cards(op=op):
            return op
    return "nothing"


def compare(expected: dict[str, Any], found: dict[str, Any], turn: int) -> None:
    """Refuse (`rolls/differ`, `state/differs`, `next/differs`) at the first item that is not the same."""
    for table, code in (("rolls", "rolls/differ"), ("state", "state/differs"), ("next", "next/differs")):
        difference = first_difference(expected.get(table), found.get(table), ())
        if difference is None:
            continue
        path, mine, theirs = difference
        where = named(found.get(table), path)
        where = where if table == "state" and where else table + where
        message = f"the file says {shown(theirs)}, the orders and dice give {shown(mine)}"
        raise TurnRejected(code, message, turn=turn, path=where.lstrip("."), expected=mine, found=theirs)


def first_difference(
    mine: Any, theirs: Any, path: tuple[str | int, ...]
) -> tuple[tuple[str | int, ...], Any, Any] | None:
    """(path, my value, their value) of the first item that differs; hashes last, for they say least."""
    if type(mine) is not type(theirs):
        return path, mine, theirs
    if isinstance(mine, dict):
        keys = sorted({**mine, **theirs}, key=lambda key: (key == "hash", key))
        for key in keys:
            found = first_difference(mine.get(key), theirs.get(key), (*path, key))
            if found is not None:
                return found
        return None
    if isinstance(mine, list):
        for i in range(max(len(mine), len(theirs))):
            pair = (mine[i] if i < len(mine) else None, theirs[i] if i < len(theirs) else None)
            found = first_difference(*pair, (*path, i))
            if found is not None:
                return found
        return None
    return None if mine == theirs else (path, mine, theirs)


def named(data: Any, path: tuple[str | int, ...]) -> str:
    """`.units.A2.wounds`: rows that have an `id` are called by it."""
    words: list[str | int] = []
    for part in path:
        row = data[part] if isinstance(data, list) and isinstance(part, int) and part < len(data) else None
        words.append(row["id"] if isinstance(row, dict) and isinstance(row.get("id"), str) else part)
        data = data.get(part) if isinstance(data, dict) else row
    text = path_text(tuple(words))
    return text if text.startswith("[") or not text else f".{text}"


def shown(value: Any) -> str:
    """A value for a message: scalars as they are, tables by kind, nothing as nothing."""
    if value is None:
        return "nothing"
    return kind_of(value) if isinstance(value, (dict, list)) and len(str(value)) > 60 else str(value)
