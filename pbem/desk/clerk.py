"""The clerk: the workflow of a player at his desk.  He prints nothing and asks nobody; what he needs he
is given, what he did he returns.

    open_table              a file or folder → the match it belongs to, verified
    prepare → commit        the next turn: worked out, read again as the receiver will, signed, stored

Turns 0 and 1 are `pbem.desk.opening`, words that are no turns are `pbem.desk.notices`.
"""

import datetime as dt
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem import __version__
from pbem.chance.shares import Secrets
from pbem.desk import files, forks, matchfolder, policies
from pbem.desk.home import Home
from pbem.desk.keys import Identity
from pbem.desk.matchfolder import Table
from pbem.errors import BUG, CHAIN, Refused, TurnRejected
from pbem.referee import match as m
from pbem.referee import rekey
from pbem.referee.advance import Draft, Hand, Lay, NeedsDecision, advance
from pbem.referee.cardtable import hand
from pbem.referee.fold import fold
from pbem.referee.match import Entry, Match
from pbem.referee.statements import hear
from pbem.ruleset import SIDE_NAMES, Known, Order, Ruleset, Side, Want
from pbem.turnfile.canon import plain, unb64
from pbem.turnfile.model import Statement
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import TURN, Sheet, open_sheet, sign, to_text

# (what is wanted, the position, what I see of the cards) → my orders; None: there is no answer here.
Decider = Callable[[Want, Any, Known], tuple[Order, ...] | None]
WRITER = f"pbem {__version__}"
MOST_REQUESTS = 16  # for a new key: anybody can write one
RESUMED = (
    "this computer has signed nothing in this match before: make sure that every file you sent is in "
    "the folder, or you may sign a second version of a turn"
)


class Desk(msgspec.Struct, kw_only=True):
    """One player's desk.  Clock and entropy are the system's unless they are injected (tests, demo)."""

    home: Home
    entropy: Callable[[int], bytes] = os.urandom
    today: Callable[[], str] = lambda: dt.date.today().isoformat()  # noqa: DTZ011  # a day for people


class Written(msgspec.Struct, kw_only=True, frozen=True):
    """A file that was written."""

    path: Path
    match: Match
    size: int
    again: bool = False  # it was signed before, and is the same to the byte


class Plan(msgspec.Struct, kw_only=True):
    """The next turn, ready to be signed: what it does in words, and what it leads to."""

    table: Table
    side: Side
    draft: Draft
    words: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    replaces: bool = False


class Pending(msgspec.Struct, kw_only=True):
    """The player has to choose before the file can end."""

    table: Table
    side: Side
    want: Want
    state: Any
    known: Known
    entries: tuple[Entry, ...]
    taken: int  # decisions of this file that are made already


def open_table(desk: Desk, path: Path, *, retell: int = 1) -> tuple[Table, tuple[str, ...]]:
    """A turn file anywhere, or a match folder → the match, verified up to its newest file.

    A file that lies elsewhere and continues one of my matches is copied into its folder first; the
    second value says so in words.
    """
    if path.is_dir():
        table = matchfolder.load(path, desk.home, retell=retell)
        remember(desk, table.match, table.folder)
        return table, table.notes
    sheets = matchfolder.sheets_of(files.read(path))
    identifier = match_of(sheets[0])
    folder = home_folder(desk, path, identifier)
    back = any(matchfolder.goes_back(sheet) for sheet in sheets)
    table = matchfolder.load(folder, desk.home, retell=retell, full=back)
    notes: list[str] = [*table.notes, *sheets[0].notes]
    for sheet in sheets:
        if match_of(sheet) != table.match.id:
            continue
        if path.resolve().parent == folder.resolve():
            if "notice" in sheet.data and all(sheet.hash != known.hash for known in table.notices):
                hear(table.match, table.rules, sheet)  # left out: the reason why
            continue
        if "notice" in sheet.data:
            notes += take_notice(table, sheet)
        else:
            stored = matchfolder.adopt(table, sheet)
            notes += [f"{path.name} was copied to {stored}"] if stored else []
            table.rival = matchfolder.rival_of(
                table, desk.home.matches().get(table.match.id, {}).get("agreed")
            )
    remember(desk, table.match, table.folder)
    return table, tuple(notes)


def home_folder(desk: Desk, path: Path, identifier: str) -> Path:
    """The folder of a match: the one it was started in, else the one that the file lies in."""
    known = desk.home.matches().get(identifier, {}).get("folder")
    if known and (Path(known) / matchfolder.turn_name(0)).exists():
        return Path(known)
    here = path.resolve().parent
    if (here / matchfolder.turn_name(0)).exists():
        return here
    raise Refused(
        CHAIN,
        f"{path.name} belongs to a match that is not on this computer",
        "put all its turn files into one folder, and name a file there; pbem join begins a new match",
    )


def my_side(match: Match, identity: Identity) -> Side | None:
    """Which side my key plays; None for an onlooker.  In a solo match: the side that is to move."""
    sides: list[Side] = []
    for side, player in zip(("a", "b"), match.players, strict=True):
        if player is not None and player.key == identity.public:
            sides.append("a" if side == "a" else "b")
    return sides[0] if len(sides) == 1 else match.to if sides else None


class NotYours(Refused):
    """It is the other side's move; `written` is my newest file, to be sent if it was not."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(CHAIN, message, hint)


def prepare(
    desk: Desk,
    identity: Identity,
    table: Table,
    decide: Decider,
    *,
    lay: Lay | None = None,
    message: str = "",
    statements: tuple[Statement, ...] = (),
) -> Plan | Pending:
    """Work out my next file as far as `decide` has answers.

    Raises `NotYours`, `OrdersRefused`, `Refused`.  Writes nothing.
    """
    match, rules = table.match, table.rules
    consent = consent_to_key(table, identity)
    side = my_side(match, identity) if consent is None else match.to
    if side is None:
        hint = "if the key that you played with is lost: pbem rekey --side blue (or red)"
        raise Refused(CHAIN, "your key plays neither side of this match", hint)
    if consent is not None:
        statements = (*statements, Statement(answer="noted", notice=consent.data))
    acquaint(desk, match, side)
    own(desk, match, identity.public)
    if table.rival is not None and match.to == side:
        raise forks.unsettled(table, table.rival)
    if m.over(match, rules) is not None and not statements:
        raise Refused(CHAIN, "the match is over", "pbem status tells the result")
    if match.stage == "answer":
        raise NotYours("the challenge has not been answered yet", "send turn00.toml to the other player")
    if match.to != side:
        newest = matchfolder.turn_name(match.turn - 1)
        raise NotYours(
            f"it is {SIDE_NAMES[match.to]}'s move: your {newest} is written and waits for an answer",
            f"send {newest} if you have not",
        )
    decide = policies.answering(desk.home, rules, decide)
    nonce = consent.notice.statement.nonce if consent is not None else match.player(side).nonce
    secrets = Secrets(identity.seed, unb64(nonce or ""))
    resumed = not desk.home.has_journal(match.id)
    decisions: list[tuple[Order, ...]] = []
    words: list[str] = []
    hand = Hand(
        secrets=secrets,
        writer=WRITER,
        lay=lay,
        message=message,
        statements=statements,
        date=day(desk, match.charter.practice),
        resumed=resumed,
    )
    while True:
        hand = msgspec.structs.replace(hand, decisions=tuple(decisions))
        try:
            draft = advance(match, rules, table.setup, hand)
            break
        except NeedsDecision as need:
            orders = decide(need.want, need.state, need.known)
            if orders is None:
                return Pending(
                    table=table,
                    side=side,
                    want=need.want,
                    state=need.state,
                    known=need.known,
                    entries=need.entries,
                    taken=need.taken,
                )
            seen = need.state
            for slot in rules.owes(need.state, orders):  # cards are called by their faces, not by slots
                seen = rules.learn(seen, slot, need.known[slot]) if slot in need.known else seen
            words += in_words(rules, seen, orders)
            decisions.append(orders)
    draft = _seal_again(draft, hand, table, side)
    warnings = (RESUMED,) if resumed else ()
    return Plan(table=table, side=side, draft=draft, words=tuple(words), warnings=warnings)


def own(desk: Desk, match: Match, key: str) -> None:
    """Note a key of mine in a match: a file that gives my side any other is refused."""
    keys = list(desk.home.matches().get(match.id, {}).get("keys", ()))
    if key not in keys:
        desk.home.remember(match.id, keys=[*keys, key])


def consent_to_key(table: Table, identity: Identity) -> Sheet | None:
    """The other side's consent to my new key, where I have lost the old one and am to move."""
    match = table.match
    if my_side(match, identity) is not None:
        return None
    asked = [
        (words.key, words.nonce, words.anchor)
        for sheet in table.notices
        if rekey.is_request(sheet.notice) and (words := sheet.notice.statement).key == identity.public
    ]
    for sheet in table.notices:
        notice, words = sheet.notice, sheet.notice.statement
        about = words.kind == "rekey" and notice.head == match.head and notice.author != match.to
        # Nonce and anchor have to be mine: a consent in other words would choose my dice for me.
        if about and not rekey.is_request(notice) and (words.key, words.nonce, words.anchor) in asked:
            return sheet
    return None


def in_words(rules: Ruleset, state: Any, orders: Sequence[Order]) -> list[str]:
    """Orders as understood, a line each, with their alternatives."""
    lines = []
    for order in orders:
        line = rules.order_words(state, order)
        for other in order.else_:
            line += f"; else {rules.order_words(state, other)}"
        lines.append(line + (", then wait for the result" if order.pause else ""))
    return lines or ["nothing"]


def _seal_again(draft: Draft, hand: Hand, table: Table, side: Side) -> Draft:
    """Sealed standing orders that were opened stay in force in clear; a player who sealed them once
    wants them sealed, so the same are laid afresh in a file that opens a window."""
    if hand.lay is not None or draft.after.window is None or draft.after.window.opening != "":
        return draft
    mine, waiting = draft.after.in_force[m.index(side)], draft.after.waiting[m.index(side)]
    if mine is None or mine.held is None or mine.orders is None or waiting is not None:
        return draft
    again = msgspec.structs.replace(hand, lay=Lay(orders=plain(mine.orders), sealed=True))
    return advance(table.match, table.rules, table.setup, again)


def commit(desk: Desk, identity: Identity, plan: Plan, *, redo: bool = False) -> tuple[Written, Table]:
    """Sign and store the turn of a plan.

    The signed text goes into the journal before it goes anywhere else: a run that is killed in
    between is finished by the next one with the same bytes, and no second file for a turn is signed
    by accident.
    """
    table, match = plan.table, plan.table.match
    with files.lock(desk.home.lock_file(match.id)):
        old = None if redo else desk.home.journal_entry(match.id, match.turn, match.head)
        if old is None:
            data = sign(TURN, plan.draft.data, identity.key)
            sheet = checked_sheet(data)
            try:
                fold(match, table.rules, table.setup, sheet)
            except TurnRejected as error:  # the receiver would refuse what the writer made: never send it
                raise Refused(
                    BUG, f"the turn does not pass its own check ({error}); nothing written"
                ) from error
            text = to_text(data, comments(match, match.turn, plan.side))
            desk.home.journal(match.id, match.turn, match.head, text)
        else:
            text = old
        return _place(desk, table, text, again=old is not None, replace=redo)


def signed_before(desk: Desk, table: Table) -> str | None:
    """The file that was signed here for the next turn of this very position, if any."""
    return desk.home.journal_entry(table.match.id, table.match.turn, table.match.head)


def finish(desk: Desk, table: Table, text: str) -> tuple[Written, Table]:
    """Put a file of the journal where it belongs, after a run that was cut off."""
    with files.lock(desk.home.lock_file(table.match.id)):
        return _place(desk, table, text, again=True, replace=False)


def _place(desk: Desk, table: Table, text: str, *, again: bool, replace: bool) -> tuple[Written, Table]:
    path = table.path(table.match.turn)
    if replace or not path.exists():
        files.write(path, text, replace=replace)
    remember(desk, table.match, table.folder)
    after = matchfolder.load(table.folder, desk.home, retell=2)
    return Written(path=path, match=after.match, size=len(text), again=again), after


def withdraw(desk: Desk, identity: Identity, table: Table) -> Table:
    """The position before my newest file, so that it can be made again (`--redo`).

    Only a file of mine that nobody has answered can be made again.
    """
    match = table.match
    number = match.turn - 1
    author: Side = m.other(match.to)
    if (
        number < 2
        or my_side(match, identity) not in (author, None)
        or match.player(author).key != identity.public
    ):
        raise Refused(CHAIN, "there is no unanswered turn of yours to make again")
    if desk.home.matches().get(match.id, {}).get("sent") == table.chain[-1]:
        message = f"turn {number} was sent from here: to sign another one would be a second turn {number}"
        raise Refused(CHAIN, message, "ask the other player for a takeback, or leave it as it is")
    path = table.path(number)
    hidden = path.with_suffix(".toml.redo")
    path.replace(hidden)
    try:
        return matchfolder.load(table.folder, desk.home, full=True)
    finally:
        hidden.replace(path)


def take_notice(table: Table, sheet: Sheet) -> list[str]:
    """A notice that lies elsewhere, verified, then stored beside the turns."""
    table.match = hear(table.match, table.rules, sheet)
    if any(sheet.hash == known.hash for known in table.notices):
        return []
    head = table.match.head
    requests = sum(rekey.is_request(s.notice) and s.notice.head == head for s in table.notices)
    if rekey.is_request(sheet.notice) and sheet.notice.head != head:
        message = (
            "the request for a new key is about another turn than the newest one: it has to be made anew"
        )
        raise TurnRejected("statement/illegal", message, path="head")
    if rekey.is_request(sheet.notice) and requests >= MOST_REQUESTS:
        message = f"there are {MOST_REQUESTS} requests for a new key already"
        raise TurnRejected("statement/illegal", message, path="statement")
    path = matchfolder.notice_path(table.folder, sheet, table.match.turn - 1)
    table.notices = (*table.notices, sheet)
    files.write(path, to_text(sheet.data))
    return [f"the notice ({sheet.notice.statement.kind}) was copied to {path}"]


# ---------------------------------------------------------------------------------- small things


def checked_sheet(data: dict[str, Any]) -> Sheet:
    """Signed data, written and read again, as the receiver will read it."""
    (found, _), *_ = candidates(to_text(data).encode())
    return open_sheet(found)


def comments(match: Match, turn: int, side: Side) -> tuple[str, ...]:
    """What stands above a turn file for human eyes (not signed, so it says nothing of weight)."""
    name = matchfolder.turn_name(turn)
    do = "pbem join" if turn == 0 else "pbem orders"
    return (f"{match.game}, turn {turn} by {SIDE_NAMES[side]}. Open it with: {do} {name}",)


def match_of(sheet: Sheet) -> str:
    found = sheet.data.get("match")
    return found if isinstance(found, str) else sheet.hash


def acquaint(desk: Desk, match: Match, side: Side) -> str:
    """Meet the player of the other side: when we compared our codes ("" if never).  A name that is
    known with another key is refused; names that nobody chose are no names."""
    player = match.players[m.index(m.other(side))]
    if player is None:
        return ""
    contacts = desk.home.contacts()
    known = contacts.get(player.key)
    # A new key, with consent: the same person, who may go on with the old one in another match.
    keys = [player.key, *(f.player.key for f in match.former if f.side != side)]
    if len(keys) > 1 and any(key in contacts for key in keys):
        for key in keys:
            desk.home.meet(
                key, player.name, same=sorted({*keys, *contacts.get(key, {}).get("same", ())} - {key})
            )
        return str((known or {}).get("compared", ""))
    if known is None and player.name not in SIDE_NAMES.values():
        desk.home.check(player.key, player.name)
        desk.home.meet(player.key, player.name)
    return str((known or {}).get("compared", ""))


def remember(desk: Desk, match: Match, folder: Path) -> None:
    """Note where a match lives."""
    desk.home.remember(
        match.id, folder=str(folder.resolve()), title=match.charter.title or "", game=match.game
    )


def day(desk: Desk, practice: bool) -> str:
    return "" if practice else desk.today()


def known_to(identity: Identity, match: Match, side: Side | None) -> Known:
    """What I see of the cards in this match, beyond what everybody sees."""
    if side is None or not match.decks:
        return {}
    secrets = Secrets(identity.seed, unb64(match.player(side).nonce))
    return hand(match, match.decks, side, secrets.expand)
