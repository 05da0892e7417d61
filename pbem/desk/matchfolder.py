"""A match on disk: a folder of turn files, known by content and chain, never by name.

load(folder)         the newest position, from a snapshot where one is good
Table.adopt(file)    a file that arrived from elsewhere, verified, then stored under its proper name
"""

import re
from collections.abc import Sequence
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

MOST_KEYS: Final = 64
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
    mine: tuple[str, ...] = ()  # my own keys in this match, as far as this computer knows
    rival: Found | None = None  # a second signed version of the newest turn, on which nobody has agreed
    known: Known = {}  # what the person at the desk sees of the cards; filled in by whoever holds his key

    def path(self, turn: int) -> Path:
        """The proper name of a turn file."""
        return self.folder / turn_name(turn)


def turn_name(turn: int) -> str:
    """`turn07.toml`; three digits when needed."""
    return f"turn{turn:02d}.toml"


def notice_path(folder: Path, sheet: Sheet, turn: int) -> Path:
    """`resign-blue.toml`, `draw-red-07.toml`: the kind, the side, and the turn that it is about; with the
    beginning of its hash where another notice has that name."""
    kind, side = sheet.notice.statement.kind, SIDE_NAMES[sheet.notice.author].lower()
    name = f"{kind}-{side}" if kind == "resign" else f"{kind}-{side}-{turn:02d}"
    path = folder / f"{name}.toml"
    return path if not path.exists() else folder / f"{name}-{sheet.hash[:8]}.toml"


def sheets_of(raw: bytes) -> list[Sheet]:
    """Every turn and notice in the bytes, mended where its seal confirms it; `TurnRejected` if there is
    none.  Of bytes with more than `MOST_KEYS` keys only that many are tried: a match has few."""
    keys: dict[str, None] = {}

    def good(sheet: Sheet) -> bool:
        keys[sheet.content.seal.key] = None
        return len(keys) <= MOST_KEYS and holds(sheet)

    return opened(raw, open_sheet, good)


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


def _hands_last(entry: Found) -> bool:
    content = entry.sheet.content
    return isinstance(content, Notice) and content.statement.kind == "open_hands"


def hear_all(table: Table, found: Sequence[Found]) -> None:
    """The notices of a folder.  One that does not hold is left out with a note: anybody can write one."""
    heard: list[Sheet] = []
    # What ends the match comes before what is for afterwards, whatever the files are called.
    for entry in sorted(found, key=_hands_last):
        if not isinstance(entry.sheet.content, Notice) or any(entry.sheet.hash == s.hash for s in heard):
            continue
        try:
            table.match = hear(table.match, table.rules, entry.sheet)
        except TurnRejected as error:
            note = f"{entry.path.name} is left out ({error.code}): {error.message}"
            table.notes = (*table.notes, note)
            continue
        heard.append(entry.sheet)
    table.notices = tuple(heard)


def is_turn(found: Found, number: int) -> bool:
    return isinstance(found.sheet.content, Turn) and found.sheet.content.turn == number


def signed_here(table: Table, sheet: Sheet) -> bool:
    """A turn of this match under the key that its charter names for its author."""
    turn = sheet.content
    if not isinstance(turn, Turn) or turn.turn == 0 or turn.match != table.match.id:
        return False
    if turn.author == "b" and table.match.players[1] is None:
        return False
    for key in table.match.keys_at(turn.author, turn.turn):
        try:
            check_seal(sheet, key)
        except TurnRejected:
            continue
        return True
    return False


def load(folder: Path, home: Home | None = None, *, retell: int = 1, full: bool = False) -> Table:
    """The match in a folder, verified.

    Without `full` a snapshot of `home` saves the work for files that were verified before; the
    newest `retell` files are folded anew, so that their story can be told.
    """
    table = _from_snapshot(folder, home, retell) if home is not None and not full else None
    found = scan(folder, set(table.stats) if table else set())
    if table is not None and any(goes_back(f.sheet) for f in found):
        return load(folder, home, full=True)  # a takeback needs positions that no snapshot keeps
    if table is None:
        table = from_start(folder, found)
    facts = home.matches().get(table.match.id, {}) if home is not None else {}
    table.mine = (*facts.get("keys", ()), *([home.public] if home is not None and home.public else []))
    _asked_for(table, table.match)
    turns = [f for f in found if isinstance(f.sheet.content, Turn) and f.path.name not in table.stats]
    _extend(table, turns, home)
    hear_all(table, found)
    table.rival = rival_of(table, facts.get("agreed"))
    return table


def rival_of(table: Table, agreed: str | None) -> Found | None:
    """A second version of the newest turn among the evidence: play stops until both agree on one, which
    is then noted as `agreed`."""
    newest, folder = table.match.turn - 1, table.folder / "forks"
    if newest < 2 or not folder.is_dir() or table.chain[-1] == agreed:
        return None
    for name in sorted(path.name for path in folder.glob(f"turn{newest:02d}-*.toml")):
        try:
            found = [Found(folder / name, sheet) for sheet in sheets_of(files.read(folder / name))]
        except (TurnRejected, Refused):
            continue
        for entry in found:
            other = is_turn(entry, newest) and entry.sheet.hash != table.chain[newest]
            if other and signed_here(table, entry.sheet):
                return entry
    return None


def goes_back(sheet: Sheet) -> bool:
    """Whether a turn may consent to a takeback, which needs positions that no snapshot keeps."""
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


def from_start(folder: Path, found: list[Found]) -> Table:
    starts = [f for f in found if isinstance(f.sheet.content, Turn) and f.sheet.content.turn == 0]
    if not starts:
        raise Refused(
            CHAIN, f"there is no turn 0 in {folder}", "a match folder holds turn00.toml and all that follow"
        )
    first = _beginning(folder, starts, found)
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


def _beginning(folder: Path, starts: list[Found], found: list[Found]) -> Found:
    """Turn 0 of the match that a folder holds: the only one, else the one that the most files follow."""
    followers = {start.sheet.hash: 0 for start in starts}
    for entry in found:
        content = entry.sheet.content
        belongs = content.match if content.match is not None else ""
        if belongs in followers:
            followers[belongs] += 1
    most = max(followers.values())
    best = [start for start in starts if followers[start.sheet.hash] == most]
    if len({start.sheet.hash for start in best}) > 1:
        names = " and ".join(start.path.name for start in best)
        raise Refused(CHAIN, f"{folder} holds two matches ({names})", "give each match a folder of its own")
    return best[0]


def by_turn_of(found: list[Found]) -> dict[int, list[Found]]:
    by_turn: dict[int, list[Found]] = {}
    for entry in found:
        if isinstance(entry.sheet.content, Turn):
            by_turn.setdefault(entry.sheet.content.turn, []).append(entry)
    return by_turn


def _extend(table: Table, found: list[Found], home: Home | None) -> None:
    """Fold every turn that continues the match; two good ones for one turn are a fork."""
    positions: list[tuple[Match, tuple[str, ...], dict[str, tuple[int, int]]]] = []
    by_turn = by_turn_of(found)
    for number in sorted(by_turn):
        if number < len(table.chain):
            for entry in by_turn[number]:
                _old(table, entry, keep=home is not None)
            continue
        positions.append((table.match, table.chain, dict(table.stats)))
        take_next(table, number, by_turn[number], keep=home is not None)
    if home is not None:
        positions.append((table.match, table.chain, dict(table.stats)))
        for match, chain, stats in positions[-snapshots.KEEP :]:
            snapshots.save(home, match, chain, stats)


def folded(table: Table, sheet: Sheet) -> Folded:
    """The next file of the match, accepted whole; also refused where it gives my side a strange key."""
    after = fold(table.match, table.rules, table.setup, sheet)
    _asked_for(table, after.match)
    return after


def _set_aside(table: Table, entry: Found) -> None:
    """A second version of a turn that lies in the folder itself: a copy of it goes to the evidence."""
    kept = keep_fork(table, entry.sheet)
    table.notes = (
        *table.notes,
        f"{entry.path.name} is a second version of its turn, kept as forks/{kept.name}",
    )


def take_next(table: Table, number: int, here: list[Found], *, keep: bool = False) -> None:
    """The next turn from the files for it.  Of two good ones `keep` sets one aside as evidence, so that the
    match can be opened and its player told; without it they are refused."""
    if number > table.match.turn:
        message = f"turn {table.match.turn} is missing: the next file here is turn {number}"
        raise TurnRejected("chain/number", message, turn=number, expected=table.match.turn, found=number)
    good: list[tuple[Found, Folded]] = []
    refusal: TurnRejected | None = None
    for entry in here:
        try:
            good.append((entry, folded(table, entry.sheet)))
        except TurnRejected as error:
            refusal = refusal or error
    if not good:
        assert refusal is not None
        raise refusal
    proper = turn_name(table.match.turn)
    first, after = next((pair for pair in good if pair[0].path.name == proper), good[0])
    for entry, _ in good:
        if entry.sheet.hash == first.sheet.hash:
            continue
        if not keep or entry.sheet.turn.turn == 1:
            raise fork(table, first.sheet, entry.sheet)
        _set_aside(table, entry)
    table.match = after.match
    table.chain = (*table.chain, first.sheet.hash)
    table.chapters = (*table.chapters, after)
    table.sheets = (*table.sheets, first.sheet)
    table.stats |= {entry.path.name: snapshots.stat(entry.path) for entry, _ in good}


def _asked_for(table: Table, after: Match) -> None:
    """Refuse what gives my side a key that I never asked for: whoever consents to a new key vouches for
    it alone, and could have made it up."""
    for former in after.former:
        if former.player.key not in table.mine or after.player(former.side).key in table.mine:
            continue
        message = (
            f"turn {former.until} gives {SIDE_NAMES[former.side]}, your side, a new key that was never asked "
            "for on this computer: your key is good, and nobody else may play for you"
        )
        raise TurnRejected("statement/illegal", message, turn=former.until, path="statements")


def _old(table: Table, entry: Found, *, keep: bool) -> None:
    """A file for a turn that is played: a copy is fine, another one signed by its author is a fork."""
    turn = entry.sheet.turn
    if entry.sheet.hash == table.chain[turn.turn]:
        table.stats |= {entry.path.name: snapshots.stat(entry.path)}
        return
    if signed_here(table, entry.sheet):
        if not keep:
            raise fork(table, None, entry.sheet)
        _set_aside(table, entry)
        return
    table.notes = (*table.notes, f"{entry.path.name} is left out: it does not belong to this match")


def fork(table: Table, first: Sheet | None, second: Sheet) -> TurnRejected:
    """Two signed files for one turn: evidence, and the end of play until the players agree.  Where two
    players have answered one challenge, it is nobody's fault: `charter/taken`."""
    turn = second.turn
    if turn.turn == 1 and first is not None and first.turn.seal.key != turn.seal.key:
        message = "two players have answered the challenge: keep the answer that you go on from"
        return TurnRejected("charter/taken", message, turn=turn.turn, path="charter.player")
    mine = first.hash if first is not None else table.chain[turn.turn]
    name = SIDE_NAMES[turn.author]
    message = f"a second turn {turn.turn} by {name}: you hold {mine[:6]}…, this is {second.hash[:6]}…"
    return TurnRejected("chain/fork", message, turn=turn.turn, expected=mine, found=second.hash)


def settled(table: Table, second: Sheet) -> bool:
    """Whether play has gone on from one of two versions: the other is evidence, and no longer in question."""
    return len(table.chain) > second.turn.turn + 1


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
        if turn.match == table.match.id and turn.turn > 0:
            check_answer(table.match, turn)
            if not signed_here(table, sheet):
                check_seal(sheet, table.match.key_at(turn.author, turn.turn))
            keep_fork(table, sheet)
            raise fork(table, None, sheet)
    after = folded(table, sheet)
    path = table.path(turn.turn)
    files.write(path, to_text(sheet.data))
    table.match = after.match
    table.chain = (*table.chain, sheet.hash)
    table.chapters = (*table.chapters, after)
    table.sheets = (*table.sheets, sheet)
    table.stats |= {path.name: snapshots.stat(path)}
    return path
