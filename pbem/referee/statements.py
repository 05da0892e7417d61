"""Notices and the answers to them (protocol section 6).

*Resign* stands by itself.  A *takeback* request and a *draw* offer count once the reader's next turn
file includes the notice whole and answers it.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pbem.errors import TurnRejected
from pbem.referee import rekey
from pbem.referee.cardtable import opened
from pbem.referee.match import Match, Spoken, other, over
from pbem.ruleset import Outcome, Ruleset, Side
from pbem.turnfile.model import Notice, Statement, Words
from pbem.turnfile.seal import Sheet, check_seal, open_sheet

MOST: Final = 32  # statements that a file answers: each costs the check of a key


def answers(match: Match, side: Side, statements: tuple[Statement, ...]) -> Iterator[Spoken]:
    """What `side` answers in its file, one by one; `statement/illegal` where it must not."""
    for number, statement in enumerate(statements):
        path = f"statements[{number}]"
        # One thing at most is agreed to in a file: a takeback and a new key both change the window.
        agreed = sum(s.answer == "yes" or (s.answer == "noted" and is_rekey(s)) for s in statements[:number])
        if agreed and statement.answer != "no":
            message = "a file agrees to one notice at most"
            raise TurnRejected("statement/illegal", message, turn=match.turn, path=path)
        if statement.answer == "noted" and is_rekey(statement):
            continue  # consent to a new key of this side: the file stands on it (`Run.go_on_with_new_key`)
        if number >= MOST:
            message = f"expected at most {MOST} answers in a file, found {len(statements)}"
            raise TurnRejected("statement/illegal", message, turn=match.turn, path=path)
        notice = check_notice(match, statement.notice, other(side), match.turn, path)
        words = notice.statement
        problem = ""
        if any(statement.notice == earlier.notice for earlier in statements[:number]):
            problem = "one notice is answered twice"
        elif words.kind == "rekey" and rekey.is_request(notice):
            problem = rekey.problem(match, other(side), words) if statement.answer == "yes" else ""
        elif words.kind not in ("takeback", "draw") or statement.answer == "noted":
            problem = f"a notice of kind {words.kind} cannot be answered with {statement.answer}"
        elif words.kind == "takeback" and statement.answer == "yes":
            problem = takeback_problem(match, words.to)
        if problem:
            raise TurnRejected("statement/illegal", problem, turn=match.turn, path=path)
        accepted = words if words.kind == "rekey" and statement.answer == "yes" else None
        yield Spoken(side=side, kind=words.kind, answer=statement.answer, to=words.to or 0, words=accepted)


def is_rekey(statement: Statement) -> bool:
    """Whether a statement is about a new key."""
    words = statement.notice.get("statement")
    return isinstance(words, dict) and words.get("kind") == "rekey"


def check_notice(match: Match, data: dict[str, Any], author: Side, turn: int, path: str) -> Notice:
    """A notice that a turn file took in: whole, signed by `author`, about the newest file."""
    try:
        sheet = open_sheet(data)
        notice = sheet.notice
        check_seal(sheet, key_of(match, notice))
    except TurnRejected as error:
        message = f"the notice in it is not good: {error.message}"
        raise TurnRejected("statement/illegal", message, turn=turn, path=path) from None
    problem = form_problem(notice.statement)
    if notice.match != match.id:
        problem = "the notice belongs to another match"
    elif notice.author != author:
        problem = f"the notice is not by side {author}"
    elif notice.head != match.head:
        problem = "the notice is about an older turn"
    if problem:
        raise TurnRejected("statement/illegal", problem, turn=turn, path=path)
    return notice


def key_of(match: Match, notice: Notice) -> str:
    """The key that a notice has to be signed with: its author's, or, where he asks for a new one, that."""
    if rekey.is_request(notice) and notice.statement.key is not None:
        return notice.statement.key
    return match.player(notice.author).key


def form_problem(words: Words) -> str:
    """What a statement lacks, or says beside its kind ("" if it is in good form)."""
    needed = {"claim": ("late",), "takeback": ("to",), "rekey": ("key", "nonce", "anchor")}.get(
        words.kind, ()
    )
    for name in needed:
        if getattr(words, name) is None:
            return f"a {words.kind} says {', '.join(needed)}; {name} is missing"
    allowed = (*needed, "scalars") if words.kind == "open_hands" else needed
    for name in ("late", "to", "key", "nonce", "anchor", "scalars"):
        if getattr(words, name) not in (None, ()) and name not in allowed:
            return f"{name} does not belong to a {words.kind}"
    return ""


def takeback_problem(match: Match, to: int | None) -> str:
    """Why play cannot go back to that turn ("" if it can)."""
    if to is None:
        return "a takeback names the turn to go back to"
    if to < 2:
        return f"turn {to} opens the match; play can go back to turn 2 at the earliest"
    if to >= match.turn - 1:
        return f"turn {to} is not before the last one (turn {match.turn - 1})"
    if to < match.cards_turn:
        return f"cards were seen after turn {to}; what was seen cannot be taken back"
    there = next((past for past in match.past if past.turn == to), None)
    if there is None:
        return f"turn {to} is not in this match"
    for former in match.former:
        if to < former.until and any(owner == former.side for owner, _, _ in there.sealed):
            return f"something was sealed then with a key that was replaced in turn {former.until}"
    return ""


def hear(match: Match, rules: Ruleset, sheet: Sheet) -> Match:
    """A notice that arrived by itself: a resignation ends the match, all else leaves it as it is.

    One that comes after the end changes nothing.  Raises `TurnRejected`: another match, a bad seal, a
    side that has not joined yet, words in bad form, hands opened before the end.
    """
    notice = sheet.notice
    if notice.match != match.id:
        raise TurnRejected(
            "chain/match",
            "the notice belongs to another match",
            path="match",
            expected=match.id,
            found=notice.match,
        )
    if match.players[1] is None and notice.author == "b":
        raise TurnRejected("chain/number", "the challenge has not been answered yet", path="author")
    check_seal(sheet, key_of(match, notice))
    problem = form_problem(notice.statement)
    if notice.statement.kind == "open_hands" and not problem:
        if not match.decks:
            problem = "there are no cards in this match"
        elif over(match, rules) is None:
            problem = "hands are opened after the match"
        else:
            opened(match, notice.author, notice.statement.scalars)  # scalars of other decks are refused
    if problem:
        raise TurnRejected("statement/illegal", problem, path="statement")
    if notice.statement.kind != "resign" or match.result is not None:
        return match
    return msgspec.structs.replace(
        match, result=Outcome(other(notice.author), f"side {notice.author} resigned")
    )
