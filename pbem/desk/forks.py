"""Two signed versions of one turn: evidence, and the way on from there (protocol section 7)."""

from pathlib import Path

from pbem.desk import files, matchfolder
from pbem.desk.home import Home
from pbem.desk.matchfolder import Found, Table
from pbem.errors import CHAIN, Refused, TurnRejected
from pbem.referee import match as m
from pbem.ruleset import SIDE_NAMES
from pbem.turnfile.seal import to_text


def unsettled(table: Table, rival: Found) -> Refused:
    """Play stops: the other side has signed two versions of its newest turn."""
    number = table.match.turn - 1
    message = (
        f"{SIDE_NAMES[m.other(table.match.to)]} has signed two versions of turn {number}, and play stops:\n"
        f"  {table.path(number)}\n  {rival.path}"
    )
    return Refused(CHAIN, message, "agree on one by telephone, then: pbem orders THAT-FILE --agreed")


def agree(home: Home, folder: Path, file: Path) -> Table:
    """Go on from one of two versions of the newest turn, on which both players have agreed; the other
    stays beside it as evidence."""
    sheets = [sheet for sheet in matchfolder.sheets_of(files.read(file)) if "turn" in sheet.data]
    if not sheets:
        raise Refused(CHAIN, f"{file} is no turn", "name the file of the version that you agreed on")
    chosen = sheets[0]
    table = matchfolder.load(folder, home)
    if chosen.turn.turn == table.match.turn:
        matchfolder.adopt(table, chosen)
        table = matchfolder.load(table.folder, home)
    rival, number = table.rival, table.match.turn - 1
    if rival is None:
        raise Refused(CHAIN, "there are no two versions of the newest turn", "leave --agreed out")
    held, place = table.chain[number], table.path(number)
    if chosen.hash not in (held, rival.sheet.hash):
        raise Refused(CHAIN, f"{file} is neither of the two versions", f"{place} or {rival.path}")
    if chosen.hash != held:
        before = files.read(place)
        old = next(s for s in matchfolder.sheets_of(before) if s.hash == held)
        matchfolder.keep_fork(table, old)
        files.write(place, to_text(chosen.data), replace=True)
        try:
            matchfolder.load(folder, home, full=True)
        except TurnRejected as error:
            files.write(place, before.decode("utf-8", "replace"), replace=True)
            message = f"{file.name} breaks the rules ({error}): it is evidence, and nothing to agree on"
            raise Refused(CHAIN, message, f"go on from the other: pbem orders {place} --agreed") from None
    home.remember(table.match.id, agreed=chosen.hash)
    return matchfolder.load(table.folder, home, full=True)
