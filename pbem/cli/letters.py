"""What goes into a letter: the file, the story that leads to it, the position; and where it is written."""

import datetime as dt
import sys
from pathlib import Path
from typing import Any

import msgspec

from pbem.cli.opening import kilobytes
from pbem.cli.pictures import page_of
from pbem.cli.screen import Screen, near, unlock
from pbem.desk import clerk, files, keys, matchfolder, notices
from pbem.desk.clerk import Desk
from pbem.desk.matchfolder import Table, turn_name
from pbem.errors import CHAIN, USAGE, Refused
from pbem.post.letter import Letter, address, compose
from pbem.referee import match as m
from pbem.referee.match import Match
from pbem.referee.report import chapter, ending
from pbem.ruleset import SIDE_NAMES
from pbem.turnfile.model import Turn
from pbem.turnfile.seal import Sheet
from pbem.turnfile.write import COLUMNS
from pbem.views.story import story_text
from pbem.views.terminal import clean, wrap
from pbem.views.text import board_text


class Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """A file of mine that is ready to go, as a letter."""

    path: Path
    match: Match
    letter: Letter


def about(sheet: Sheet) -> str:
    """`turn 8 (Red)`, `resign (Blue)`: what a file is, in the subject of its letter."""
    content = sheet.content
    side = SIDE_NAMES[content.author]
    return (
        f"turn {content.turn} ({side})" if isinstance(content, Turn) else f"{content.statement.kind} ({side})"
    )


def parcel(desk: Desk, file: Path, *, html: bool = False) -> Parcel:
    """A turn or notice of mine by its file, or the newest turn of a match by its folder; with `html` the
    match to look at goes along, with nothing in it that only I know."""
    if file.is_dir():
        table = matchfolder.load(file, desk.home, retell=2)
        path = table.path(table.match.turn - 1)
        made = _of_sheet(desk, table, matchfolder.sheets_of(files.read(path))[0], path)
    else:
        sheet = matchfolder.sheets_of(files.read(file))[0]
        folder = clerk.home_folder(desk, file, clerk.match_of(sheet))
        table = matchfolder.load(folder, desk.home, retell=2)
        made = _of_sheet(desk, table, sheet, file)
    if not html:
        return made
    page = page_of(desk, table.folder, onlooker=True)
    return msgspec.structs.replace(made, letter=msgspec.structs.replace(made.letter, page=page))


def _of_sheet(desk: Desk, table: Table, sheet: Sheet, path: Path) -> Parcel:
    content, match = sheet.content, table.match
    if not _mine(desk, match, sheet):
        newest = turn_name(match.turn - 1)
        message = (
            f"{path.name} is by {SIDE_NAMES[content.author]}, the other player: there is nothing to send"
        )
        raise Refused(CHAIN, message, f"pbem orders {near(path)}" if newest == path.name else "pbem status")
    title = match.charter.title or match.game
    if not isinstance(content, Turn):
        number = next(
            (n for n, known in enumerate(table.chain) if known == content.head), len(table.chain) - 1
        )
        log = f"{title}\n\n{notices.in_words(sheet)}\n"
        parents = table.chain[: number + 1]
    else:
        if content.turn >= len(table.chain) or table.chain[content.turn] != sheet.hash:
            hint = f"pbem verify {near(table.folder)} shows what is"
            raise Refused(CHAIN, f"{path.name} is no turn of this match", hint)
        told = {folded.match.turn - 1: folded for folded in table.chapters}
        if content.turn not in told:
            full = matchfolder.load(table.folder, full=True)
            told = {folded.match.turn - 1: folded for folded in full.chapters}
        log = story(table, told, content.turn)
        parents = table.chain[: content.turn]
    text = files.read(path).decode("utf-8", "replace").replace("\r\n", "\n")
    letter = Letter(
        title=title,
        about=about(sheet),
        name=turn_name(content.turn) if isinstance(content, Turn) else path.name,
        text=text if text.endswith("\n") else f"{text}\n",
        hash=sheet.hash,
        parents=parents,
        log=log,
        day=content.date or "",
    )
    return Parcel(path=path, match=match, letter=letter)


def _mine(desk: Desk, match: Match, sheet: Sheet) -> bool:
    """Whether a file was signed here, or by my key."""
    content = sheet.content
    parent = (content.parent or "") if isinstance(content, Turn) else ""
    number = content.turn if isinstance(content, Turn) else -1
    if number >= 0 and desk.home.journal_entry(match.id, number, parent) is not None:
        return True
    return keys.load(desk.home.key_file, unlock()).public == content.seal.key


def story(table: Table, told: dict[int, Any], number: int) -> str:
    """The letter's own words: what the turn before it and the turn itself brought, and the position.
    Told from this program's own recomputation; the same for both players."""
    match = told[number].match
    where = table.rules.headline(match.state) if match.state is not None else ""
    author = m.other(match.to)
    head = [
        match.charter.title or "a match",
        table.rules.title,
        where,
        f"turn {number} by {SIDE_NAMES[author]}",
    ]
    out = wrap(clean(" · ".join(word for word in head if word)), COLUMNS)
    for part in (chapter(table.rules, told[n]) for n in (number - 1, number) if n in told):
        out += ["", f"Turn {part.turn} by {SIDE_NAMES[part.author]}", ""]
        out += [row.rstrip() for row in story_text(part.lines, COLUMNS, ascii_only=False)]
        if part.message:
            out += ["", f"  {clean(match.player(part.author).name)} writes:"]
            for row in part.message.split("\n"):
                out += [f"    {line}" for line in wrap(clean(row), COLUMNS - 4) or [""]]
    if match.state is not None:
        drawn = board_text(table.rules.board(match.state, None, {}), width=COLUMNS, ascii_only=False)
        out += ["", "The position", "", *(row.rstrip() for row in drawn)]
    end = ending(table.rules, match)
    return "\n".join([*out, "", end.text] if end is not None else out) + "\n"


def write(screen: Screen, parcel: Parcel, out: str, to: str) -> None:
    """The letter as a file for a mail program, or to standard output."""
    try:
        raw = compose(parcel.letter, to=address(to) if to else "")
    except ValueError as error:
        raise Refused(USAGE, str(error)) from None
    if out == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    path = Path(out)
    if path.is_dir():
        path /= f"{Path(parcel.letter.name).stem}.eml"
    if not (path.exists() and path.read_bytes() == raw):
        files.write(path, raw.decode("ascii"))
    screen.data(str(path))
    screen.say(f"written: {near(path)} ({kilobytes(len(raw))}), the letter with {parcel.letter.name}")
    screen.say("next: open it with your mail program, add the address if it lacks one, and send it")


def known_address(desk: Desk, table: Table) -> str:
    """Where mails of this match go, if the player said so once (`pbem send --to`)."""
    return str(desk.home.matches().get(table.match.id, {}).get("mail", ""))


def now() -> dt.datetime:
    """The time that a mail is sent."""
    return dt.datetime.now(tz=dt.UTC).replace(microsecond=0)
