"""Notices: signed words that are no turns (protocol section 6)."""

from pathlib import Path
from typing import Any

from pbem.desk import files, matchfolder
from pbem.desk.clerk import WRITER, Desk, day, my_side
from pbem.desk.keys import Identity
from pbem.desk.matchfolder import Table
from pbem.errors import CHAIN, Refused
from pbem.referee import match as m
from pbem.referee.match import Match
from pbem.ruleset import SIDE_NAMES
from pbem.turnfile.model import FORMAT
from pbem.turnfile.seal import NOTICE, sign, to_text


def resign(desk: Desk, identity: Identity, table: Table, message: str = "") -> tuple[Path, Match]:
    """Write a resignation beside the turn files; it ends the match at once."""
    match = table.match
    side = my_side(match, identity)
    if side is None:
        raise Refused(CHAIN, "your key plays neither side of this match")
    if m.over(match, table.rules) is not None:
        raise Refused(CHAIN, "the match is over already", "pbem status tells the result")
    data: dict[str, Any] = {
        "format": FORMAT,
        "match": match.id,
        "notice": 1,
        "author": side,
        "head": match.head,
        "writer": WRITER,
    }
    date = day(desk, match.charter.practice)
    data |= {"date": date} if date else {}
    data |= {"message": [message]} if message else {}
    data["statement"] = {"kind": "resign"}
    signed = sign(NOTICE, data, identity.key)
    path = table.folder / f"resign-{SIDE_NAMES[side].lower()}.toml"
    files.write(path, to_text(signed, (f"pbem: {SIDE_NAMES[side]} resigns",)))
    after = matchfolder.load(table.folder, desk.home)
    return path, after.match
