"""What arrived, sorted into the matches on this desk: by content and place in the chain, never by name.

sort(desk, arrivals)     takes what continues a match of mine, and says of all else why it was left
into(desk, folder, …)    the same for one match, perhaps without storing anything
Seen                     which mails of a mailbox need not be looked at again
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.desk import clerk, files, matchfolder
from pbem.desk.clerk import Desk, match_of
from pbem.desk.home import Home
from pbem.desk.matchfolder import Table
from pbem.desk.opening import slug
from pbem.errors import CHAIN, PbemError, Refused, TurnRejected
from pbem.referee.fold import begin
from pbem.referee.match import Folded
from pbem.turnfile.model import Turn
from pbem.turnfile.seal import Sheet, to_text

What = Literal["taken", "known", "later", "fork", "refused", "challenge", "elsewhere"]


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """A signed sheet that arrived: where it was found, in words, and the key of its mail."""

    sheet: Sheet
    where: str = ""
    key: str = ""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a sheet.  `path` is where it lies now, `error` why it was left."""

    what: What
    arrival: Arrival
    title: str = ""
    path: Path | None = None
    error: PbemError | None = None


class Sorted(msgspec.Struct, kw_only=True):
    """All verdicts, match by match in the order of the chain, and the tables of those matches."""

    verdicts: list[Verdict] = []
    tables: list[Table] = []


def sort(desk: Desk, arrivals: Sequence[Arrival], *, rebuild: Path | None = None) -> Sorted:
    """Every sheet to its match.  Joins nothing: a challenge is kept, and told of.

    With `rebuild` a match that is not on this computer is put together again in a folder there, if its
    turn 0 is among the sheets.
    """
    out = Sorted()
    groups: dict[str, list[Arrival]] = {}
    for arrival in arrivals:
        groups.setdefault(match_of(arrival.sheet), []).append(arrival)
    known = desk.home.matches()
    for match, group in groups.items():
        facts = known.get(match)
        try:
            if facts is None and rebuild is not None:
                facts = _rebuilt(desk, group, rebuild)
            if facts is None:
                out.verdicts += _strange(desk, group)
                continue
            with files.lock(desk.home.lock_file(match)):
                found, table = into(desk, Path(str(facts.get("folder"))), group)
        except PbemError as error:
            title = str((facts or {}).get("title", ""))
            out.verdicts += [Verdict(what="refused", arrival=a, title=title, error=error) for a in group]
            continue
        out.verdicts += found
        out.tables.append(table)
    return out


def into(
    desk: Desk, folder: Path, arrivals: Sequence[Arrival], *, store: bool = True
) -> tuple[list[Verdict], Table]:
    """The sheets of one match in the order of its chain: turns first, then notices.

    Two good files for one turn are a fork: both are kept as evidence, and neither is taken.  Without
    `store` nothing but such evidence is written, and the table shows what would be.
    """
    if not (folder / matchfolder.turn_name(0)).exists():
        raise Refused(CHAIN, f"the folder of this match is gone: {folder}", "put it back where it was")
    turns: dict[int, dict[str, Arrival]] = {}
    backwards = False
    for arrival in arrivals:
        content = arrival.sheet.content
        if isinstance(content, Turn):
            turns.setdefault(content.turn, {}).setdefault(arrival.sheet.hash, arrival)
            backwards = backwards or matchfolder.goes_back(arrival.sheet)
    sorter = _Sorter(matchfolder.load(folder, desk.home, full=backwards), store)
    for number in sorted(turns):
        sorter.turns(number, list(turns[number].values()))
    for arrival in arrivals:
        if not isinstance(arrival.sheet.content, Turn):
            sorter.notice(arrival)
    return sorter.verdicts, sorter.table


class _Sorter:
    """One match: its table grows with what is taken."""

    def __init__(self, table: Table, store: bool) -> None:
        self.table, self.store = table, store
        self.verdicts: list[Verdict] = []

    def turns(self, number: int, rivals: list[Arrival]) -> None:
        """All different files for one turn."""
        if number == len(self.table.chain) and len(rivals) > 1:
            good = [rival for rival in rivals if self._folded(rival.sheet) is not None]
            if len(good) > 1:
                for rival, other in zip(good, [*good[1:], good[0]], strict=True):
                    path = matchfolder.keep_fork(self.table, rival.sheet)
                    self._say("fork", rival, path, matchfolder.fork(self.table, other.sheet, rival.sheet))
                rivals = [rival for rival in rivals if rival not in good]
            else:
                rivals = good + [rival for rival in rivals if rival not in good]
        for rival in rivals:
            try:
                self._turn(rival)
            except TurnRejected as error:
                later = error.code == "chain/number" and number > self.table.match.turn
                fork_ = error.code == "chain/fork"
                kept = matchfolder.keep_fork(self.table, rival.sheet) if fork_ else None
                self._say("fork" if fork_ else "later" if later else "refused", rival, kept, error)

    def notice(self, arrival: Arrival) -> None:
        """A signed word beside the turns."""
        path = matchfolder.notice_path(self.table.folder, arrival.sheet, self.table.match.turn - 1)
        if any(arrival.sheet.hash == sheet.hash for sheet in self.table.notices):
            self._say("known", arrival, path)
            return
        try:
            if self.store:
                clerk.take_notice(self.table, arrival.sheet)
            self._say("taken", arrival, path)
        except TurnRejected as error:
            self._say("refused", arrival, None, error)

    def _turn(self, arrival: Arrival) -> None:
        sheet = arrival.sheet
        path, chain = self.table.path(sheet.turn.turn), self.table.chain
        if sheet.content.seal.hash in chain[sheet.turn.turn : sheet.turn.turn + 1]:  # or a damaged copy of it
            self._say("known", arrival, path)
            return
        if self.store:
            matchfolder.adopt(self.table, sheet)
            self._say("taken", arrival, path)
            return
        if sheet.turn.turn < len(chain):
            matchfolder.adopt(self.table, sheet)  # refused, in the one way there is
        self.table.match = matchfolder.folded(self.table, sheet).match
        self.table.chain = (*chain, sheet.hash)
        self._say("taken", arrival, path)

    def _folded(self, sheet: Sheet) -> Folded | None:
        try:
            return matchfolder.folded(self.table, sheet)
        except TurnRejected:
            return None

    def _say(
        self, what: What, arrival: Arrival, path: Path | None = None, error: PbemError | None = None
    ) -> None:
        title = self.table.match.charter.title or self.table.match.game
        self.verdicts.append(Verdict(what=what, arrival=arrival, title=title, path=path, error=error))


def _strange(desk: Desk, group: list[Arrival]) -> list[Verdict]:
    """Sheets of a match that is not on this computer: a challenge is kept where `pbem join` finds it."""
    start = group[0].sheet
    if {arrival.sheet.hash for arrival in group} != {start.hash} or not _starts(start):
        return [Verdict(what="elsewhere", arrival=arrival, title=_title(group)) for arrival in group]
    folded = begin(start, matchfolder.rules_of(start.turn.game))
    title = folded.match.charter.title or folded.match.game
    path = desk.home.root / "challenges" / f"{slug(title)}-{start.hash[:6]}.toml"
    if not path.exists():
        files.write(path, to_text(start.data, clerk.comments(folded.match, 0, "a")))
    return [Verdict(what="challenge", arrival=group[0], title=title, path=path)]


def _rebuilt(desk: Desk, group: list[Arrival], parent: Path) -> dict[str, Any] | None:
    start = next((arrival.sheet for arrival in group if _starts(arrival.sheet)), None)
    if start is None:
        return None
    match = begin(start, matchfolder.rules_of(start.turn.game)).match
    folder = parent / slug(match.charter.title or match.game)
    path = folder / matchfolder.turn_name(0)
    if not path.exists():
        files.write(path, to_text(start.data, clerk.comments(match, 0, "a")))
    clerk.remember(desk, matchfolder.load(folder).match, folder)
    return desk.home.matches().get(match.id)


def _starts(sheet: Sheet) -> bool:
    return isinstance(sheet.content, Turn) and sheet.content.turn == 0


def _title(group: list[Arrival]) -> str:
    """What a match is called, if the sheet that says so is there."""
    for arrival in group:
        content = arrival.sheet.content
        if isinstance(content, Turn) and content.charter is not None and content.charter.title:
            return content.charter.title
    return ""


class Seen:
    """The keys of mails that hold nothing more for us, kept under PBEM_HOME for each mailbox; those
    that are gone from the mailbox are forgotten with the next `save`."""

    def __init__(self, home: Home, source: str) -> None:
        self.path = home.root / "seen" / f"{hashlib.sha256(source.encode()).hexdigest()[:24]}.json"
        self.old: frozenset[str] = frozenset()
        self.now: dict[str, None] = {}
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return  # it only saves time
        if isinstance(found, list):
            self.old = frozenset(key for key in found if isinstance(key, str))

    def __call__(self, key: str) -> bool:
        """Whether this mail was settled in an earlier run."""
        if key in self.old:
            self.now[key] = None
            return True
        return False

    def settle(self, key: str) -> None:
        """Nothing more will come of this mail."""
        if key:
            self.now[key] = None

    def reopen(self, key: str) -> None:
        """Look at this mail again next time: what it brings has to wait for something."""
        self.now.pop(key, None)

    def save(self) -> None:
        if frozenset(self.now) != self.old:
            files.write(self.path, json.dumps(list(self.now), indent=0), replace=True, mode=0o600)
