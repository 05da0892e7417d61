"""Turns 0 and 1: a challenge is made, shown, answered (protocol section 2)."""

import shlex
from pathlib import Path
from typing import Any

import msgspec

from pbem.chance.shares import Secrets
from pbem.desk import files, matchfolder
from pbem.desk.clerk import WRITER, Desk, Written, acquaint, checked_sheet, comments, day, own, remember
from pbem.desk.keys import Identity
from pbem.desk.matchfolder import Table
from pbem.desk.words import FIRST, SECOND
from pbem.errors import CHAIN, USAGE, OrdersRefused, Refused
from pbem.referee.advance import Hand, advance, challenge
from pbem.referee.fold import begin, fold, match_setup, rules_digest
from pbem.referee.match import Folded, Match
from pbem.ruleset import Ruleset
from pbem.turnfile.canon import b64, plain
from pbem.turnfile.model import Charter, Player
from pbem.turnfile.seal import TURN, Sheet, sign, to_text


class Terms(msgspec.Struct, kw_only=True, frozen=True):
    """What side a proposes."""

    rules: Ruleset
    army: dict[str, Any]
    name: str
    title: str = ""
    options: dict[str, Any] = {}
    material: dict[str, tuple[dict[str, Any], ...]] = {}
    days: int = 0
    practice: bool = False
    solo: bool = False
    message: str = ""


def challenge_match(
    desk: Desk, identity: Identity, terms: Terms, folder: Path | None
) -> tuple[Written, Table]:
    """Write turn 0.  Raises `OrdersRefused` where options or army break the rules."""
    rules = terms.rules
    setup, problems = rules.setup(terms.options, {k: list(v) for k, v in terms.material.items()})
    if problems:
        raise OrdersRefused(problems)
    army, problems = rules.army(setup, terms.army)
    if problems:
        raise OrdersRefused(problems)
    nonce = desk.entropy(32)
    secrets = Secrets(identity.seed, nonce)
    table = plain(army)
    sealed = rules.sealed_army(setup)
    player = Player(
        name=terms.name,
        key=identity.public,
        nonce=b64(nonce),
        anchor=b64(secrets.share(0)),
        army=None if sealed else table,
        seal=secrets.seal("army", secrets.army_salt(), table) if sealed else None,
    )
    title = terms.title or title_from(nonce)
    charter = Charter(
        player=player,
        title=title,
        days=terms.days,
        practice=terms.practice,
        solo=terms.solo,
        options=terms.options,
        material=terms.material,
    )
    hand = Hand(secrets=secrets, writer=WRITER, message=terms.message, date=day(desk, terms.practice))
    data = sign(TURN, challenge(charter, rules, rules_digest(rules), hand), identity.key)
    sheet = checked_sheet(data)
    folded = begin(sheet, rules)
    where = folder if folder is not None else Path(slug(title))
    _fresh(where)
    text = to_text(data, comments(folded.match, 0, "a"))
    desk.home.journal(folded.match.id, 0, "", text)
    path = where / matchfolder.turn_name(0)
    files.write(path, text)
    remember(desk, folded.match, where)
    own(desk, folded.match, identity.public)
    table = matchfolder.load(where, desk.home)
    return Written(path=path, match=folded.match, size=len(text)), table


class Challenge(msgspec.Struct, kw_only=True):
    """A challenge that lies before me: the sheet, the match, its rules and setup."""

    sheet: Sheet
    folded: Folded
    rules: Ruleset
    setup: Any
    source: Path


def read_challenge(path: Path) -> Challenge:
    """A file → the challenge in it, verified."""
    sheets = matchfolder.sheets_of(files.read(path))
    sheet = next((s for s in sheets if s.data.get("turn") == 0), sheets[0])
    turn = sheet.turn
    if turn.turn != 0:
        hint = "the other player has joined already"
        if turn.turn > 1:
            hint = f"pbem orders {shlex.quote(str(path))}"
        raise Refused(CHAIN, f"{path.name} is turn {turn.turn}; a match is joined with its turn 0", hint)
    rules = matchfolder.rules_of(turn.game)
    folded = begin(sheet, rules)
    return Challenge(
        sheet=sheet, folded=folded, rules=rules, setup=match_setup(folded.match.charter, rules), source=path
    )


def answer_match(
    desk: Desk,
    identity: Identity,
    found: Challenge,
    *,
    army: dict[str, Any],
    name: str,
    folder: Path | None,
    message: str = "",
) -> tuple[Written, Table]:
    """Write turn 1.  Raises `OrdersRefused` where the army breaks the rules."""
    match = found.folded.match
    acquaint(desk, match, "b")
    where = folder if folder is not None else _folder_for(found, match)
    target = where / matchfolder.turn_name(1)
    with files.lock(desk.home.lock_file(match.id)):
        old = desk.home.journal_entry(match.id, 1, match.head)
        if old is None:
            text = _sign_answer(desk, identity, found, army=army, name=name, message=message)
            desk.home.journal(match.id, 1, match.head, text)
        else:
            text = old
        first = where / matchfolder.turn_name(0)
        if not first.exists():
            files.write(first, to_text(found.sheet.data, comments(match, 0, "a")))
        again = target.exists()
        if not again:
            files.write(target, text)
        remember(desk, match, where)
        own(desk, match, identity.public)
    table = matchfolder.load(where, desk.home)
    return Written(path=target, match=table.match, size=len(text), again=old is not None), table


def _sign_answer(
    desk: Desk, identity: Identity, found: Challenge, *, army: dict[str, Any], name: str, message: str
) -> str:
    match, rules, setup = found.folded.match, found.rules, found.setup
    if match.players[0].key == identity.public and not match.charter.solo:
        raise Refused(
            CHAIN,
            "this is your own challenge: the other player joins it, with a key of his own",
            "to play both sides at one computer, give the second side --home DIR of its own",
        )
    typed, problems = rules.army(setup, army)
    if problems:
        raise OrdersRefused(problems)
    nonce = desk.entropy(32)
    secrets = Secrets(identity.seed, nonce)
    player = Player(
        name=name,
        key=identity.public,
        nonce=b64(nonce),
        anchor=b64(secrets.share(0)),
        army=plain(typed),
    )
    date = day(desk, match.charter.practice)
    hand = Hand(secrets=secrets, writer=WRITER, message=message, date=date, player=player)
    draft = advance(match, rules, setup, hand)
    data = sign(TURN, draft.data, identity.key)
    fold(match, rules, setup, checked_sheet(data))
    return to_text(data, comments(match, 1, "b"))


def title_from(nonce: bytes) -> str:
    """Two words from a nonce: `mill-creek`."""
    return f"{FIRST[nonce[0] % len(FIRST)]}-{SECOND[nonce[1] % len(SECOND)]}"


def slug(title: str) -> str:
    """A title as the name of a folder: never a path, whatever the title says."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in title.lower())
    return "-".join(part for part in kept.split("-") if part)[:60] or "match"


def _folder_for(found: Challenge, match: Match) -> Path:
    """Where a challenge is answered: here, if the challenge lies here and nothing else does; else in a
    folder here that is named after the match."""
    here = Path.cwd()
    mine = {matchfolder.turn_name(0), matchfolder.turn_name(1)}
    if found.source.resolve().parent == here and {p.name for p in here.glob("[!.]*")} <= mine:
        return here
    return Path(slug(match.charter.title or match.game))


def _fresh(folder: Path) -> None:
    if (folder / matchfolder.turn_name(0)).exists():
        raise Refused(USAGE, f"{folder} holds a match already", "give this one another --title, or a --dir")
