"""A bundle of files judged again by anybody: no key, no snapshot, no trust (protocol section 7).

judge(paths)    the good prefix, the first refusal, forks, and what was left out
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from pbem.desk import files
from pbem.desk.matchfolder import (
    Found,
    Table,
    by_turn_of,
    from_start,
    hear_all,
    is_turn,
    scan,
    sheets_of,
    signed_here,
    take_next,
)
from pbem.errors import TurnRejected
from pbem.turnfile.model import Turn
from pbem.turnfile.seal import Sheet, check_seal


class Case(msgspec.Struct, kw_only=True):
    """A bundle of files as it was judged: the good prefix, the first refusal, forks, what was left out."""

    table: Table
    refusal: TurnRejected | None = None
    forks: tuple[tuple[Sheet, Sheet], ...] = ()


Progress = Callable[[int, int], None]  # files judged, files in all


def judge(paths: Sequence[Path], progress: Progress | None = None) -> Case:
    """Judge folders and files from turn 0, whole and without any snapshot; nobody's key is needed.

    Raises only where there is no turn 0 to begin with; all else is in the case.
    """
    found: list[Found] = []
    named: list[Found] = []
    refusal: TurnRejected | None = None
    for path in paths:
        try:
            gathered = _gather(path)
        except TurnRejected as error:
            refusal = refusal or error
            continue
        found += gathered
        named += [] if path.is_dir() else gathered
    folder = paths[0] if paths[0].is_dir() else paths[0].parent
    if refusal is not None and not any(is_turn(f, 0) for f in found):
        raise refusal
    table = from_start(folder, found)
    case = Case(table=table)
    by_turn = by_turn_of(found)
    for number in sorted(by_turn):
        if progress is not None:
            progress(number, len(by_turn))
        try:
            if number >= len(table.chain):
                take_next(table, number, _gone_on_from(table, by_turn, number))
        except TurnRejected as error:
            case.refusal = error
            break
    for number in sorted(by_turn):
        signed = {f.sheet.hash: f.sheet for f in by_turn[number] if signed_here(table, f.sheet)}
        if len(signed) > 1:
            ours = table.chain[number] if number < len(table.chain) else next(iter(signed))
            case.forks += tuple((signed[ours], sheet) for name, sheet in signed.items() if name != ours)
    case.refusal = case.refusal or refusal
    hear_all(table, found)
    for entry in named:
        case.refusal = case.refusal or _stranger(case, entry)
    return case


def _gone_on_from(table: Table, by_turn: dict[int, list[Found]], number: int) -> list[Found]:
    """The files for a turn.  Of several versions the one from which the next file goes on, if it is one."""
    here = by_turn[number]
    children = [entry for entry in by_turn.get(number + 1, ()) if signed_here(table, entry.sheet)]
    parents = [entry.sheet.turn.parent for entry in children]
    found = [entry for entry in here if entry.sheet.hash in parents]
    return found if len({entry.sheet.hash for entry in found}) == 1 else here


def _stranger(case: Case, entry: Found) -> TurnRejected | None:
    """Why a file that was named is no part of what was judged; None where it is."""
    sheet, table = entry.sheet, case.table
    part = (*table.chain, *(s.hash for s in table.notices), *(s.hash for _, s in case.forks))
    if sheet.hash in part:
        return None
    try:
        check_seal(sheet, sheet.content.seal.key)
    except TurnRejected as error:
        return error
    number = sheet.turn.turn if isinstance(sheet.content, Turn) else -1
    message = f"{entry.path.name} is good by itself, but no part of this match"
    return TurnRejected("chain/match", message, turn=number, path="match", expected=table.match.id)


def _gather(path: Path) -> list[Found]:
    """Everything signed in a folder (its forks too) or in a file, which may hold several frames."""
    if path.is_dir():
        forks = path / "forks"
        return scan(path) + (scan(forks) if forks.is_dir() else [])
    return [Found(path, sheet) for sheet in sheets_of(files.read(path))]
