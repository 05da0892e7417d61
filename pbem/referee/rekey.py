"""A lost key replaced with the other side's consent (protocol P6).

Whoever lost his key asks with a notice that his *new* key signs: new key, nonce and anchor.  Consent
takes one of two ways:

* the other side is to move: its turn takes the request in and answers `yes`;
* the one who lost his key is to move: the other side signs a notice that names the new key, and the next
  turn, under the new key, takes that in.

In the first way the present window goes on: both its shares are out, and whoever consents knows its dice.
In the second the window waits for a share that only the old key could make: it is dropped and the file
opens a fresh one, so whoever consents accepts that owed dice, which the other may know, are rolled anew.
What the old key had sealed is lost with it: standing orders fall back to the game's defaults; a sealed
choice that was not opened, or cards in hand, make a rekey impossible.

A third person cannot tell a lost key from one that the other side made up: he has only the word of the
side that consents, and the books say so.  The owner of the old key can: his program refuses the file.
"""

import msgspec

from pbem.errors import TurnRejected
from pbem.referee.match import Match, other
from pbem.ruleset import Side
from pbem.turnfile.canon import unb64
from pbem.turnfile.model import Notice, Player, Turn, Words
from pbem.turnfile.seal import check_key, check_seal, open_sheet


def problem(match: Match, side: Side, words: Words) -> str:
    """Why `side` cannot go on with this key ("" if it can)."""
    player = match.player(side)
    known = (player, match.player(other(side)), *(former.player for former in match.former))
    if words.key is None or words.nonce is None or words.anchor is None:
        return "a rekey names key, nonce and anchor"
    try:
        check_key(words.key)
        unb64(words.nonce, 32)
        unb64(words.anchor, 32)
    except (TurnRejected, ValueError):
        return "a rekey names a valid key, nonce and anchor"
    if words.key == player.key:
        return "this is the key of that side already"
    used = [value for each in known for value in (each.key, each.nonce, each.anchor)]
    if words.key in used or words.nonce in used or words.anchor in used:
        return "key, nonce and anchor have to be new"
    if match.decks:
        return "the cards in hand are lost with the key: agree on a draw, or resign"
    if any(owner == side for owner, _, _ in match.sealed):
        return "something sealed with the old key was not opened: begin the match anew"
    return ""


def renewed(match: Match, side: Side, words: Words) -> Player:
    """The charter's entry of that side under its new key; asked only where there is no `problem`."""
    new = {"key": words.key, "nonce": words.nonce, "anchor": words.anchor}
    return msgspec.structs.replace(match.player(side), **new)


def is_request(notice: Notice) -> bool:
    """Whether a rekey notice asks for a new key of its own author (else it consents to the other's)."""
    return notice.statement.kind == "rekey" and notice.statement.key == notice.seal.key


def consent(match: Match, turn: Turn) -> Words | None:
    """The other side's signed consent that a file of a player with a new key takes in."""
    for number, statement in enumerate(turn.statements):
        words = statement.notice.get("statement")
        if statement.answer != "noted" or not isinstance(words, dict) or words.get("kind") != "rekey":
            continue
        path = f"statements[{number}]"
        sheet = open_sheet(statement.notice)
        notice = sheet.notice
        check_seal(sheet, match.player(other(match.to)).key)
        said = problem(match, match.to, notice.statement)
        if notice.match != match.id or notice.head != match.head or notice.author != other(match.to):
            said = "the consent is about another match or an older turn"
        if said:
            raise TurnRejected("statement/illegal", said, turn=turn.turn, path=path)
        return notice.statement
    return None
