"""`pbem send` and `pbem receive`: turns on their way."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, at, interactive, near
from pbem.desk.clerk import Desk


def register(app: typer.Typer) -> None:
    app.command()(send)
    app.command()(receive)


def send(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="A turn or notice of yours, or the folder of the match.")
    ] = Path(),
    eml: Annotated[
        str,
        typer.Option(help="Send nothing: write the letter for your mail program to this file (-: output)."),
    ] = "",
    to: Annotated[str, typer.Option(help="The other player's address; remembered for this match.")] = "",
    html: Annotated[
        bool,
        typer.Option("--html", help="Attach the match as a page; it holds no secret of yours."),
    ] = False,
    git: Annotated[bool, typer.Option("--git", help="Commit and push it instead.")] = False,
) -> None:
    """Send your newest turn: by mail as git sends mail, as a letter for your mail program, or by git."""
    from pbem.cli import letters
    from pbem.errors import NETWORK, USAGE, Refused
    from pbem.post import sending
    from pbem.post.letter import address, compose

    desk: Desk = context.obj
    screen = Screen()
    if git:
        from pbem.cli import repository

        if html:
            message = "a page goes along with a letter, not with git"
            raise Refused(USAGE, message, f"pbem replay{at(file)} makes it")
        repository.send(desk, screen, file)
        return
    parcel = letters.parcel(desk, file, html=html)
    facts = desk.home.matches().get(parcel.match.id, {})
    if eml:
        letters.write(screen, parcel, eml, to or str(facts.get("mail", "")))
        return
    by = sending.way(parcel.path.parent)
    to = to or str(facts.get("mail", "")) or by.to
    if not to:
        raise Refused(USAGE, "to whom?", "--to bert@example.org; it is remembered for this match")
    if not by.sender:
        raise Refused(
            USAGE, "your own address is not known", "git config --global user.email anna@example.org"
        )
    try:
        address(to), address(by.sender)
    except ValueError as error:
        raise Refused(USAGE, str(error)) from None
    screen.say(f"sending {parcel.letter.name} to {to} {by.words}")
    raw = compose(parcel.letter, sender=by.sender, to=to, now=letters.now())
    try:
        sending.send(by, raw, to, sending.password_for(parcel.path.parent, _password))
    except Refused as error:
        keep = f"{parcel.letter.name} is kept, and was not sent"
        by_hand = f"pbem send{at(file)} --eml letter.eml"
        hint = error.hint if "--eml" in error.hint else f"{error.hint}; or: {by_hand}"
        raise Refused(error.status, f"{error}\n{keep}", hint.removeprefix("; ")) from None
    except OSError as error:
        raise Refused(NETWORK, f"{error}\n{parcel.letter.name} is kept, and was not sent") from None
    desk.home.remember(parcel.match.id, mail=to, sent=parcel.letter.hash)
    screen.data(str(parcel.path))
    screen.say(f"sent: {parcel.letter.about} of {parcel.letter.title}")


def receive(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            help="A file under any name, a mail (-: pasted), an mbox, a Maildir, a folder of downloads, "
            "or imaps://you@mail.example.org/INBOX; with --git the folder of the match."
        ),
    ] = "",
    git: Annotated[bool, typer.Option("--git", help="Fetch it from the repository of the match.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Look at every mail again, not only at new ones.")
    ] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Put together matches that this computer has lost, here.")
    ] = False,
    days: Annotated[int, typer.Option(help="From a server: no mails older than this (0: all).", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="As data for a program.")] = False,
) -> None:
    """Take in what arrived: whatever continues a match of yours, wherever it is found.

    Tells what it took and why it left the rest.  What is taken twice changes nothing.
    """
    from pbem.desk import inbox
    from pbem.errors import USAGE, Refused
    from pbem.post import mailbox, sending

    desk: Desk = context.obj
    screen = Screen()
    if git:
        from pbem.cli import repository

        repository.receive(desk, screen, Path(source or "."))
        return
    if not source:
        hint = "name a file, a folder or a mailbox; - reads a pasted mail from standard input"
        raise Refused(USAGE, "receive from where?", hint)
    box: mailbox.Source
    if source == "-":
        box = mailbox.Single("-", "what was pasted", raw=sys.stdin.buffer.read())
    else:
        ask = sending.password_for(Path(), _password)
        box = mailbox.open_source(source, ask, days=days)
    seen = inbox.Seen(desk.home, box.name)
    post = Post(many=box.many)
    try:
        with _bar(box) as advance:
            for mail in box.mails(lambda key: advance(seen(key) and not (everything or rebuild))):
                seen.settle(mail.key)
                post.open(mail)
    finally:
        if isinstance(box, mailbox.Imap):
            box.close()
    out = inbox.sort(desk, post.arrivals, rebuild=Path() if rebuild else None)
    for verdict in out.verdicts:
        if verdict.what == "later":
            seen.reopen(verdict.arrival.key)
    status = _report(screen, desk, box, post, out, as_json=as_json, rebuild=rebuild)
    if box.many:
        seen.save()
    if status:
        raise typer.Exit(status)


# What mail does to a turn; what another program or a player did is not mended by sending it again.
_DAMAGED = {"file/size", "file/frame", "file/toml", "file/data", "seal/hash", "seal/signature"}


class Post:
    """The mails of one run, opened one by one: the sheets in them, and what is to be said of the rest."""

    def __init__(self, *, many: bool) -> None:
        self.many = many
        self.count = 0
        self.arrivals: list[Any] = []
        self.troubles: list[tuple[str, Any, str]] = []  # where, what is wrong, what to ask for

    def open(self, mail: Any) -> None:
        """Take a mail apart; damaged turns and odd attachments count only in a mail without a good one."""
        from pbem.desk import matchfolder
        from pbem.desk.inbox import Arrival
        from pbem.errors import TurnRejected
        from pbem.post import letter

        self.count += 1
        if self.many and not letter.promising(mail.raw):
            return
        found = letter.unpack(mail.raw)
        label = f"“{found.subject}”" if found.subject else mail.where
        sheets: dict[str, Any] = {}
        good: list[Any] = []
        refusals = []
        for piece in found.pieces:
            if piece.spare and good:
                break
            where = f"{piece.where} of {label}" if piece.where else label
            try:
                for sheet in matchfolder.sheets_of(piece.raw):
                    arrival = sheets.setdefault(sheet.hash, Arrival(sheet=sheet, where=where, key=mail.key))
                    good += [arrival] if arrival not in good and matchfolder.holds(sheet) else []
            except TurnRejected as error:
                refusals.append((where, error, letter.AGAIN if error.code in _DAMAGED else ""))
        self.arrivals += good or sheets.values()
        if sheets or (self.many and not found.ours):
            return
        remarks = [(label, remark.what, remark.ask) for remark in found.remarks]
        self.troubles += remarks or refusals[:1] or self._nothing(label)

    def _nothing(self, label: str) -> list[tuple[str, Any, str]]:
        from pbem.post.letter import AGAIN

        return [] if self.many else [(label, "there is no turn in it", AGAIN)]


def _report(
    screen: Screen, desk: Desk, box: Any, post: Post, out: Any, *, as_json: bool, rebuild: bool
) -> int:
    """What was taken, and why the rest was left; the exit status: the first trouble with a match of mine."""
    from pbem.errors import NOT_A_TURN, TurnRejected

    statuses = [v.error.status for v in out.verdicts if v.what in {"fork", "refused"}]
    statuses += [
        what.status if isinstance(what, TurnRejected) else NOT_A_TURN for _, what, _ in post.troubles
    ]
    if not box.many:
        statuses += [v.error.status for v in out.verdicts if v.what == "later"]
    if as_json:
        rows = [
            {
                "what": v.what,
                "match": v.title,
                "turn": getattr(v.arrival.sheet.content, "turn", -1),
                "hash": v.arrival.sheet.hash,
                "file": str(v.path or ""),
                "where": v.arrival.where,
                "code": getattr(v.error, "code", ""),
                "notes": list(v.arrival.sheet.notes),
            }
            for v in out.verdicts
        ]
        troubles = [{"where": where, "what": str(what)} for where, what, _ in post.troubles]
        screen.data(json.dumps({"mails": post.count, "sheets": rows, "troubles": troubles}, indent=1))
        return statuses[0] if statuses else 0
    _tell(screen, out, many=box.many, rebuild=rebuild)
    for where, what, ask in post.troubles:
        _trouble(screen, where, what, ask)
    if box.many:
        taken = sum(v.what == "taken" for v in out.verdicts)
        known = sum(v.what == "known" for v in out.verdicts)
        screen.say(f"{post.count} new mails or files: {taken} taken, {known} known already")
    for table in out.tables:
        next_step(screen, desk, table)
    return statuses[0] if statuses else 0


def _tell(screen: Screen, out: Any, *, many: bool, rebuild: bool) -> None:
    from pbem.cli import letters
    from pbem.desk.clerk import match_of
    from pbem.post.letter import AGAIN

    elsewhere: dict[str, list[str]] = {}
    for verdict in out.verdicts:
        sheet, where = verdict.arrival.sheet, verdict.arrival.where
        name = f"{verdict.title or 'a match'}: {letters.about(sheet)}"
        if verdict.what == "taken":
            screen.data(str(verdict.path))
            screen.say(f"{name} taken ({where})")
            if sheet.notes:
                screen.say(f"  opened after this was undone: {'; '.join(sheet.notes)}; signature good")
        elif verdict.what == "known" and not many:
            screen.say(f"{name} is here already: {near(verdict.path)}")
        elif verdict.what == "challenge":
            screen.say(f"{verdict.title or 'a match'}: a challenge, good and signed ({where})")
            screen.say(f"next: pbem join {near(verdict.path)}        (shows the terms first)")
        elif verdict.what == "elsewhere":
            elsewhere.setdefault(match_of(sheet), []).append(verdict.title)
        elif verdict.what in {"later", "fork", "refused"}:
            ask = AGAIN if getattr(verdict.error, "code", "") in _DAMAGED else ""
            _trouble(screen, f"{name} ({where})", verdict.error, ask)
            if verdict.path is not None:
                screen.say(f"  kept as evidence: {near(verdict.path)}")
    for match, titles in elsewhere.items():
        files = "1 file" if len(titles) == 1 else f"{len(titles)} files"
        name = titles[0] or f"match {match[:6]}…"
        if rebuild:
            screen.say(f"{name}: {files}, and no turn 0 among them: it cannot be put together without")
            screen.say("  hint: ask the other player for turn00.toml, and give it together with the rest")
            continue
        screen.say(f"{name}: {files} of a match that is not on this computer, left alone")
        screen.say("  hint: if it is yours and was lost, the same with --rebuild puts it together here")


def _trouble(screen: Screen, where: str, what: Any, ask: str) -> None:
    """Why something was left, and the words to send to the other player."""
    from pbem.cli import words
    from pbem.errors import PbemError

    rows = words.lines(what) if isinstance(what, PbemError) else [str(what)]
    screen.say(f"{where}: {rows[0]}")
    for row in rows[1:]:
        screen.say(f"  {row}")
    if ask:
        why = what.message if hasattr(what, "message") else str(what)
        screen.say(f"  to the other player:  Your mail arrived, but I cannot open the turn in it: {why}.")
        screen.say(f"  Please {ask}.")


def next_step(screen: Screen, desk: Desk, table: Any) -> None:
    """What to type now, where it is my move."""
    from pbem.desk import clerk, keys
    from pbem.desk.matchfolder import turn_name
    from pbem.errors import PbemError
    from pbem.referee import match as m

    match = table.match
    newest = table.path(match.turn - 1)
    if m.over(match, table.rules) is not None:
        screen.say(f"next: pbem log {near(table.folder)}        (the match is over)")
        return
    with suppress(PbemError):
        side = clerk.my_side(match, keys.load(desk.home.key_file, lambda _: None))
        if side != match.to:
            screen.say(f"{match.charter.title}: your {turn_name(match.turn - 1)} waits for an answer")
            return
    screen.say(f"next: pbem orders {near(newest)}")


@contextmanager
def _bar(box: Any) -> Iterator[Any]:
    """A progress bar on a terminal; the function given moves it by one and hands its argument on."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        shown = console.is_terminal and box.many
        task = bar.add_task("reading mails", total=box.count() if shown else None)

        def advance(value: bool) -> bool:
            bar.advance(task)
            return value

        yield advance


def _password(question: str) -> str | None:
    """A password from the terminal, shown to nobody and kept nowhere."""
    if not interactive():
        return None
    import getpass

    return getpass.getpass(question)
