"""Notices: signed words that are no turns (protocol section 6).

*Resign* ends the match at once.  *Claim* records that the other side is past the agreed days.  A *draw*
offer and a *takeback* request wait for the other side's next turn, which takes them in with an answer.
"""

import datetime as dt
import shlex
from pathlib import Path
from typing import Any

from pbem.chance.shares import Secrets
from pbem.desk import files, matchfolder
from pbem.desk.clerk import WRITER, Desk, day, my_side, own
from pbem.desk.keys import Identity, fingerprint
from pbem.desk.matchfolder import Table, notice_path
from pbem.errors import CHAIN, Refused
from pbem.referee import match as m
from pbem.referee import rekey
from pbem.referee.cardtable import opened
from pbem.referee.match import Match
from pbem.referee.statements import takeback_problem
from pbem.ruleset import SIDE_NAMES, Known, Side
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import FORMAT, Statement, Words
from pbem.turnfile.seal import NOTICE, Sheet, open_sheet, sign, to_text
from pbem.turnfile.write import pieces


def resign(desk: Desk, identity: Identity, table: Table, message: str = "") -> tuple[Path, Match]:
    """Give the match up: it ends at once, whoever is to move."""
    return _write(desk, identity, table, {"kind": "resign"}, message)


def offer_draw(desk: Desk, identity: Identity, table: Table, message: str = "") -> tuple[Path, Match]:
    """Offer a draw; it counts when the other side's next turn accepts it."""
    _awaits(identity, table, "a draw is offered")
    return _write(desk, identity, table, {"kind": "draw"}, message)


def ask_takeback(
    desk: Desk, identity: Identity, table: Table, to: int, message: str = ""
) -> tuple[Path, Match]:
    """Ask to go back to the position after turn `to`; `table` has to be folded from turn 0."""
    _awaits(identity, table, "a takeback is asked for")
    problem = takeback_problem(table.match, to)
    if problem:
        log = f"pbem log {shlex.quote(str(table.folder))}"
        raise Refused(CHAIN, problem, f"{log} shows what each turn brought")
    return _write(desk, identity, table, {"kind": "takeback", "to": to}, message)


def claim(desk: Desk, identity: Identity, table: Table, message: str = "") -> tuple[Path, Match]:
    """Record that the other side is late: evidence, not proof, for clocks are the players' own."""
    match = table.match
    _awaits(identity, table, "a late turn is claimed")
    if not match.charter.days:
        raise Refused(CHAIN, "no days were agreed for this match, so nothing is late")
    sent = table.sheets[-1].turn.date if table.sheets else None
    if sent is not None:
        waited = (dt.date.fromisoformat(desk.today()) - dt.date.fromisoformat(sent)).days
        if waited <= match.charter.days:
            said = f"your turn {match.turn - 1} is {waited} days old; {match.charter.days} days are agreed"
            raise Refused(CHAIN, said, "wait, or write to the other player")
    return _write(desk, identity, table, {"kind": "claim", "late": match.turn}, message)


def ask_new_key(
    desk: Desk, identity: Identity, table: Table, side: Side, message: str = ""
) -> tuple[Path, Match]:
    """Ask to go on with the key of this home, where the old one of `side` is lost.  The other side
    consents after it has made sure, by telephone, that it is really you."""
    nonce = desk.entropy(32)
    anchor = Secrets(identity.seed, nonce).share(0)
    words = {"kind": "rekey", "key": identity.public, "nonce": b64(nonce), "anchor": b64(anchor)}
    problem = rekey.problem(table.match, side, Words(**words))  # type: ignore[arg-type]
    if problem:
        raise Refused(CHAIN, problem)
    own(desk, table.match, identity.public)
    return _write(desk, identity, table, words, message, side=side)


def agree_to_key(
    desk: Desk, identity: Identity, table: Table, request: Sheet, message: str = ""
) -> tuple[Path, Match]:
    """Consent to the other side's new key while it is to move; its next turn takes this in."""
    words = request.notice.statement
    agreed = {"kind": "rekey", "key": words.key, "nonce": words.nonce, "anchor": words.anchor}
    return _write(desk, identity, table, agreed, message)


def new_keys(table: Table, mine: Side | None) -> list[Sheet]:
    """Requests of the other side to go on with a new key."""
    return [s for s in table.notices if rekey.is_request(s.notice) and s.notice.author != mine]


def open_hands(desk: Desk, identity: Identity, table: Table, message: str = "") -> tuple[Path, Match]:
    """After the match: publish the scalars of my decks, so that a replay can show every card I saw."""
    from pbem.chance import cards  # noqa: PLC0415  # loads libsodium: only for matches with cards

    match = table.match
    side = my_side(match, identity)
    if side is None:
        raise Refused(CHAIN, "your key plays neither side of this match")
    if not match.decks:
        raise Refused(CHAIN, "this game has no cards: nothing is hidden in it")
    if m.over(match, table.rules) is None:
        raise Refused(CHAIN, "hands are opened after the match: this would show the other side your cards")
    secrets = Secrets(identity.seed, unb64(match.player(side).nonce))
    scalars = [cards.publish(deck, side, secrets.expand) for deck in match.decks if deck.ready]
    return _write(desk, identity, table, {"kind": "open_hands", "scalars": scalars}, message)


def hands(table: Table) -> dict[Side, Known]:
    """What each side saw, of those that have opened their hands."""
    return {
        sheet.notice.author: opened(table.match, sheet.notice.author, sheet.notice.statement.scalars)
        for sheet in table.notices
        if sheet.notice.statement.kind == "open_hands"
    }


def offers(table: Table, mine: Side | None) -> list[Sheet]:
    """Offers of the other side that my next turn may answer."""
    return [
        sheet
        for sheet in table.notices
        if (sheet.notice.statement.kind in ("draw", "takeback") or rekey.is_request(sheet.notice))
        and sheet.notice.author != mine
        and sheet.notice.head == table.match.head
        and table.match.to == mine
    ]


def pending(table: Table) -> list[Sheet]:
    """Notices that still say something: an offer that was answered or has lapsed does not."""
    return [
        sheet
        for sheet in table.notices
        if sheet.notice.statement.kind in ("resign", "claim", "open_hands")
        or (sheet.notice.head == table.match.head and table.match.result is None)
    ]


def answered(sheet: Sheet, *, yes: bool) -> Statement:
    """An offer, taken in whole with its answer."""
    return Statement(answer="yes" if yes else "no", notice=sheet.data)


def in_words(sheet: Sheet) -> str:
    """A notice for people."""
    notice = sheet.notice
    who, words = SIDE_NAMES[notice.author], notice.statement
    what = {
        "resign": "resigns",
        "draw": "offers a draw",
        "takeback": f"asks to go back to the position after turn {words.to}",
        "open_hands": "opens the hand",
        "claim": f"claims that turn {words.late} is late",
        "rekey": f"asks to go on with a new key ({fingerprint(words.key or '')})"
        if rekey.is_request(notice)
        else "consents to the other side's new key",
    }.get(words.kind, words.kind)
    said = "".join(notice.message)
    when = f" on {notice.date}" if notice.date else ""
    when += "; a replay shows every card of it" if words.kind == "open_hands" else ""
    return f"{who} {what}{when}" + (f": {said}" if said else "")


def _awaits(identity: Identity, table: Table, what: str) -> None:
    """These are made while the other side is to move: it answers with its turn."""
    side = my_side(table.match, identity)
    if side is None:
        raise Refused(CHAIN, "your key plays neither side of this match")
    if table.match.to != side:
        return
    if m.over(table.match, table.rules) is not None:
        raise Refused(CHAIN, "the match is over already", "pbem status tells the result")
    message = f"{what} while the other side is to move; it is your move now"
    raise Refused(CHAIN, message, f"pbem orders {shlex.quote(str(table.folder))}")


def _write(
    desk: Desk,
    identity: Identity,
    table: Table,
    statement: dict[str, Any],
    message: str,
    *,
    side: Side | None = None,
) -> tuple[Path, Match]:
    match = table.match
    side = side or my_side(match, identity)
    if side is None:
        raise Refused(CHAIN, "your key plays neither side of this match")
    if m.over(match, table.rules) is not None and statement["kind"] not in ("takeback", "open_hands"):
        raise Refused(CHAIN, "the match is over already", "pbem status tells the result")
    if match.stage == "answer":
        raise Refused(CHAIN, "the challenge has not been answered yet", "nothing binds you before that")
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
    data |= {"message": list(pieces(message))} if message else {}
    data["statement"] = statement
    signed = sign(NOTICE, data, identity.key)
    path = notice_path(table.folder, open_sheet(signed), match.turn - 1)
    files.write(path, to_text(signed, (f"pbem: a notice by {SIDE_NAMES[side]}, beside its turns",)))
    after = matchfolder.load(table.folder, desk.home)
    return path, after.match
