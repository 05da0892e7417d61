"""A match on disk: a folder of turn files, known by content and chain, never by name.

load(folder)         the newest position, from a snapshot where one is good
Table.adopt(file)    a file that arrived from elsewhere, verified, then stored under its proper name
"""

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

import msgspec

from pbem import games
from pbem.desk import files, snapshots
from pbem.desk.home import Home
from pbem.errors import CHAIN, USAGE, Refused, TurnRejected
from pbem.referee.fold import begin, check_answer, fold, match_setup
from pbem.referee.match import Folded, Match
from pbem.referee.statements import hear
from pbem.ruleset import SIDE_NAMES, Known, Ruleset
from pbem.turnfile.model import Notice, Turn
from pbem.turnfile.read import opened
from pbem.turnfile.seal import Sheet, check_seal, open_sheet, to_text

_TURN_NAME: Final = re.compile(r"turn\d+\.toml", re.IGNORECASE)


class Found(msgspec.Struct, frozen=True):
    """A file of the folder that is a turn or a notice."""

    path: Path
    sheet: Sheet


class Table(msgspec.Struct, kw_only=True):
    """A match as it lies on the desk: its folder, its position, the chapters folded anew."""

    folder: Path
    rules: Ruleset
    setup: Any
    match: Match
    chain: tuple[str, ...]
    stats: dict[str, tuple[int, int]]
    chapters: tuple[Folded, ...] = ()
    sheets: tuple[Sheet, ...] = ()  # as many as chapters: the files that were folded anew
    notices: tuple[Sheet, ...] = ()
    notes: tuple[str, ...] = ()
    known: Known = {}  # what the person at the desk sees of the cards; filled in by whoever holds his key

    def path(self, turn: int) -> Path:
        """The proper name of a turn file."""
        return self.folder / turn_name(turn)


def turn_name(turn: int) -> str:
    """`turn07.toml`; three digits when needed."""
    return f"turn{turn:02d}.toml"


def notice_name(sheet: Sheet, turn: int) -> str:
    """`resign-blue.toml`, `draw-red-07.toml`: the kind, the side, and the turn that it is about."""
    kind, side = sheet.notice.statement.kind, SIDE_NAMES[sheet.notice.author].lower()
    return f"{kind}-{side}.toml" if kind == "resign" else f"{kind}-{side}-{turn:02d}.toml"


def sheets_of(raw: bytes) -> list[Sheet]:
    """Every turn and notice in the bytes, mended where its seal confirms it; `TurnRejected` if there is
    none."""
    return opened(raw, open_sheet, holds)


def holds(sheet: Sheet) -> bool:
    """Whether its seal holds under the key that it names itself: whose key that is, is judged later."""
    try:
        check_seal(sheet, sheet.content.seal.key)
    except TurnRejected:
        return False
    return True


def scan(folder: Path, skip: AbstractSet[str] = frozenset()) -> list[Found]:
    """Turns and notices among the TOML files of a folder.  A file that is called like a turn and is
    none is refused; all others that are no turns are somebody's own business."""
    found = []
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise Refused(USAGE, f"cannot read the folder {folder}: {error.strerror or error}") from None
    for name in names:
        if (
            not name.endswith(".toml")
            or name.endswith(".orders.toml")
            or name in skip
            or name.startswith(".")
        ):
            continue
        path = folder / name
        try:
            sheets = sheets_of(files.read(path))
        except TurnRejected as error:
            if _TURN_NAME.fullmatch(name):
                error.message = f"{name}: {error.message}"
                raise
            continue
        found += [Found(path, sheet) for sheet in sheets[:1]]
    return found


def rules_of(name: str) -> Ruleset:
    """The game of that name, or `rules/differ`."""
    rules = games.find(name)
    if rules is None:
        message = f"it is a match of {name[:40]!r}, which this program does not know"
        raise TurnRejected("rules/differ", message, expected=", ".join(games.NAMES), found=name[:40])
    return rules


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
    refusal: TurnRejected | None = None
    for path in paths:
        try:
            found += _gather(path)
        except TurnRejected as error:
            refusal = refusal or error
    folder = paths[0] if paths[0].is_dir() else paths[0].parent
    if refusal is not None and not any(_is_turn(f, 0) for f in found):
        raise refusal
    table = _from_start(folder, found)
    case = Case(table=table)
    by_turn = _by_turn(found)
    for number in sorted(by_turn):
        if progress is not None:
            progress(number, len(by_turn))
        try:
            if number >= len(table.chain):
                _next(table, number, by_turn[number])
        except TurnRejected as error:
            case.refusal = error
            break
    for number in sorted(by_turn):
        signed = {f.sheet.hash: f.sheet for f in by_turn[number] if _signed_here(table, f.sheet)}
        if len(signed) > 1:
            ours = table.chain[number] if number < len(table.chain) else next(iter(signed))
            case.forks += tuple((signed[ours], sheet) for name, sheet in signed.items() if name != ours)
    case.refusal = case.refusal or refusal
    table.notices = tuple(f.sheet for f in found if isinstance(f.sheet.content, Notice))
    for notice in table.notices:
        try:
            table.match = hear(table.match, notice)
        except TurnRejected as error:
            case.refusal = case.refusal or error
    return case


def _gather(path: Path) -> list[Found]:
    """Everything signed in a folder (its forks too) or in a file, which may hold several frames."""
    if path.is_dir():
        forks = path / "forks"
        return scan(path) + (scan(forks) if forks.is_dir() else [])
    return [Found(path, sheet) for sheet in sheets_of(files.read(path))]


def _is_turn(found: Found, number: int) -> bool:
    return isinstance(found.sheet.content, Turn) and found.sheet.content.turn == number


def _signed_here(table: Table, sheet: Sheet) -> bool:
    """A turn of this match under the key that its charter names for its author."""
    turn = sheet.content
    if not isinstance(turn, Turn) or turn.turn == 0 or turn.match != table.match.id:
        return False
    try:
        check_seal(sheet, table.match.player(turn.author).key)
    except (TurnRejected, LookupError):
        return False
    return True


def load(folder: Path, home: Home | None = None, *, retell: int = 1, full: bool = False) -> Table:
    """The match in a folder, verified.

    Without `full` a snapshot of `home` saves the work for files that were verified before; the
    newest `retell` files are folded anew, so that their story can be told.
    """
    table = _from_snapshot(folder, home, retell) if home is not None and not full else None
    found = scan(folder, set(table.stats) if table else set())
    if table is not None and any(_goes_back(f.sheet) for f in found):
        return load(folder, home, full=True)  # a takeback needs positions that no snapshot keeps
    if table is None:
        table = _from_start(folder, found)
    table.notices = tuple(f.sheet for f in found if isinstance(f.sheet.content, Notice))
    turns = [f for f in found if isinstance(f.sheet.content, Turn) and f.path.name not in table.stats]
    _extend(table, turns, home)
    for notice in table.notices:
        table.match = hear(table.match, notice)
    return table


def _goes_back(sheet: Sheet) -> bool:
    return isinstance(sheet.content, Turn) and any(s.answer == "yes" for s in sheet.content.statements)


def _from_snapshot(folder: Path, home: Home, retell: int) -> Table | None:
    place = str(folder.resolve())
    for match, facts in home.matches().items():
        if facts.get("folder") != place:
            continue
        rules = games.find(str(facts.get("game")))
        if rules is None:
            continue
        count = sum(1 for path in folder.iterdir() if _TURN_NAME.fullmatch(path.name))
        kept = snapshots.load(home, match, rules, folder, most=count - retell)
        if kept is None:
            return None
        position, snapshot = kept
        setup = match_setup(position.charter, rules)
        return Table(
            folder=folder,
            rules=rules,
            setup=setup,
            match=position,
            chain=snapshot.chain,
            stats=dict(snapshot.stats),
        )
    return None


def _from_start(folder: Path, found: list[Found]) -> Table:
    starts = [f for f in found if isinstance(f.sheet.content, Turn) and f.sheet.content.turn == 0]
    if not starts:
        raise Refused(
            CHAIN, f"there is no turn 0 in {folder}", "a match folder holds turn00.toml and all that follow"
        )
    if len({f.sheet.hash for f in starts}) > 1:
        names = " and ".join(f.path.name for f in starts)
        raise Refused(CHAIN, f"{folder} holds two matches ({names})", "give each match a folder of its own")
    first = starts[0]
    rules = rules_of(first.sheet.turn.game)
    folded = begin(first.sheet, rules)
    return Table(
        folder=folder,
        rules=rules,
        setup=match_setup(folded.match.charter, rules),
        match=folded.match,
        chain=(first.sheet.hash,),
        stats={first.path.name: snapshots.stat(first.path)},
        chapters=(folded,),
        sheets=(first.sheet,),
    )


def _by_turn(found: list[Found]) -> dict[int, list[Found]]:
    by_turn: dict[int, list[Found]] = {}
    for entry in found:
        if isinstance(entry.sheet.content, Turn):
            by_turn.setdefault(entry.sheet.content.turn, []).append(entry)
    return by_turn


def _extend(table: Table, found: list[Found], home: Home | None) -> None:
    """Fold every turn that continues the match; two good ones for one turn are a fork."""
    positions: list[tuple[Match, tuple[str, ...], dict[str, tuple[int, int]]]] = []
    by_turn = _by_turn(found)
    for number in sorted(by_turn):
        if number < len(table.chain):
            for entry in by_turn[number]:
                _old(table, entry)
            continue
        positions.append((table.match, table.chain, dict(table.stats)))
        _next(table, number, by_turn[number])
    if home is not None:
        positions.append((table.match, table.chain, dict(table.stats)))
        for match, chain, stats in positions[-snapshots.KEEP :]:
            snapshots.save(home, match, chain, stats)


def _next(table: Table, number: int, here: list[Found]) -> None:
    if number > table.match.turn:
        message = f"turn {table.match.turn} is missing: the next file here is turn {number}"
        raise TurnRejected("chain/number", message, turn=number, expected=table.match.turn, found=number)
    _take(table, here)


def _take(table: Table, here: list[Found]) -> None:
    good: list[tuple[Found, Folded]] = []
    refusal: TurnRejected | None = None
    for entry in here:
        try:
            good.append((entry, fold(table.match, table.rules, table.setup, entry.sheet)))
        except TurnRejected as error:
            refusal = refusal or error
    if not good:
        assert refusal is not None
        raise refusal
    first, folded = good[0]
    if any(entry.sheet.hash != first.sheet.hash for entry, _ in good):
        raise fork(table, first.sheet, next(e.sheet for e, _ in good if e.sheet.hash != first.sheet.hash))
    table.match = folded.match
    table.chain = (*table.chain, first.sheet.hash)
    table.chapters = (*table.chapters, folded)
    table.sheets = (*table.sheets, first.sheet)
    table.stats |= {entry.path.name: snapshots.stat(entry.path) for entry, _ in good}


def _old(table: Table, entry: Found) -> None:
    """A file for a turn that is played: a copy is fine, another one signed by its author is a fork."""
    turn = entry.sheet.turn
    if entry.sheet.hash == table.chain[turn.turn]:
        table.stats |= {entry.path.name: snapshots.stat(entry.path)}
        return
    if _signed_here(table, entry.sheet):
        raise fork(table, None, entry.sheet)
    table.notes = (*table.notes, f"{entry.path.name} is left out: it does not belong to this match")


def fork(table: Table, first: Sheet | None, second: Sheet) -> TurnRejected:
    """Two signed files for one turn: evidence, and the end of play until the players agree.  Where two
    players have answered one challenge, it is nobody's fault: `charter/taken`."""
    turn = second.turn
    if first is not None and first.turn.seal.key != turn.seal.key:
        message = "two players have answered the challenge: keep the answer that you go on from"
        return TurnRejected("charter/taken", message, turn=turn.turn, path="charter.player")
    mine = first.hash if first is not None else table.chain[turn.turn]
    name = SIDE_NAMES[turn.author]
    message = f"a second turn {turn.turn} by {name}: you hold {mine[:6]}…, this is {second.hash[:6]}…"
    return TurnRejected("chain/fork", message, turn=turn.turn, expected=mine, found=second.hash)


def keep_fork(table: Table, sheet: Sheet) -> Path:
    """Store a second file for a turn beside the first one, as evidence."""
    path = table.folder / "forks" / f"turn{sheet.turn.turn:02d}-{sheet.hash[:8]}.toml"
    if not path.exists():
        files.write(path, to_text(sheet.data))
    return path


def adopt(table: Table, sheet: Sheet) -> Path | None:
    """Take a sheet that lies elsewhere into the folder, if it continues the match.

    Returns its path; None for one that is there already.  `TurnRejected` for all others; a fork is
    stored as evidence first.
    """
    turn = sheet.turn
    if turn.turn < len(table.chain):
        if sheet.hash == table.chain[turn.turn]:
            return None
        if turn.match == table.match.id:
            check_answer(table.match, turn)
            check_seal(sheet, table.match.player(turn.author).key)
            keep_fork(table, sheet)
            raise fork(table, None, sheet)
    folded = fold(table.match, table.rules, table.setup, sheet)
    path = table.path(turn.turn)
    files.write(path, to_text(sheet.data))
    table.match = folded.match
    table.chain = (*table.chain, sheet.hash)
    table.chapters = (*table.chapters, folded)
    table.sheets = (*table.sheets, sheet)
    table.stats |= {path.name: snapshots.stat(path)}
    return path
