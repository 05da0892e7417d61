"""One turn at the terminal: what happened, what is wanted, the order file, the question, the result."""

import contextlib
from pathlib import Path
from typing import Any

import msgspec

from pbem.board import Line
from pbem.cli import draft
from pbem.cli.opening import kilobytes
from pbem.cli.screen import Screen, ask, at, interactive, near
from pbem.desk import clerk, files, matchfolder, notices, orderfile
from pbem.desk.clerk import Desk, Pending, Plan, Written
from pbem.desk.keys import Identity
from pbem.desk.matchfolder import Table, turn_name
from pbem.errors import ORDERS_REFUSED, USAGE, OrdersRefused, Refused, TurnRejected
from pbem.referee import match as m
from pbem.referee.match import Entry, Match
from pbem.referee.report import chapter, ending, story
from pbem.ruleset import SIDE_NAMES, Known, Order, Roll, Want
from pbem.turnfile.model import Statement
from pbem.turnfile.seal import Sheet
from pbem.views.story import story_markdown
from pbem.views.terminal import clean
from pbem.views.text import board_text


class Source(msgspec.Struct, frozen=True):
    """Where the orders come from."""

    file: str = ""
    edit: bool = False
    ask: bool = False
    message: str = ""
    statements: tuple[Statement, ...] = ()


def headline(table: Table, match: Match, side: str | None, state: Any) -> str:
    """mill-creek · ZipWarz · round 2 of 4 · you are Blue."""
    where = table.rules.headline(state) if state is not None else ""
    who = f"you are {SIDE_NAMES[side]}" if side else "an onlooker"
    return " · ".join(w for w in (match.charter.title or "a match", table.rules.title, where, who) if w)


def already_written(screen: Screen, desk: Desk, identity: Identity, table: Table) -> str | None:
    """My turn is signed: finish a run that was cut off, or say that the other one is to move.  The name of
    the file that is there ("" for none of mine); None where it is my move."""
    match = table.match
    side = clerk.my_side(match, identity)
    over = ending(table.rules, match)
    if over is not None:
        if side is not None:
            screen.story((over,))
        return "" if side is not None else None
    if side == match.to:
        text = clerk.signed_before(desk, table)
        if text is None:
            return None
        written, after = clerk.finish(desk, table, text)
        screen.say(f"{written.path.name} was signed before, and is now in its place")
        finished(screen, desk, identity, written, after)
        return written.path.name
    if side is None or match.turn < 1:
        return None
    newest = turn_name(match.turn - 1)
    screen.say(f"{headline(table, match, side, match.state)}")
    waits = "the challenge has not been answered" if match.turn == 1 else f"{SIDE_NAMES[match.to]} is to move"
    screen.say(f"{waits}; your {newest} is written")
    again = "; --redo makes it again" if match.turn > 2 else ""
    screen.say(f"next: send {near(table.folder / newest)} if you have not{again}")
    return newest


def answer_offers(
    screen: Screen, desk: Desk, identity: Identity, table: Table, *, accept: bool, decline: bool, file: Path
) -> tuple[Table, tuple[Statement, ...]]:
    """What my turn answers to offers of the other side; a takeback needs the match from turn 0."""
    waiting = notices.offers(table, clerk.my_side(table.match, identity))
    if not waiting:
        if accept or decline:
            raise Refused(USAGE, "there is no offer to answer")
        return table, ()
    sheet = meant(waiting, file)
    for each in [sheet] if sheet is not None else waiting:
        screen.say(f"{notices.in_words(each)}")
    if sheet is None:
        if accept:
            message = "there are several offers: say which one you accept"
            raise Refused(USAGE, message, "pbem orders THE-FILE-OF-THE-NOTICE --accept")
        return table, tuple(notices.answered(each, yes=False) for each in waiting) if decline else ()
    if not (accept or decline) and interactive():
        answer = ask("Accept? [y/N, or enter to leave it unanswered]").lower()
        accept, decline = answer in {"y", "yes"}, answer in {"n", "no"}
    if not (accept or decline):
        screen.say("it lapses with your turn unless you say --accept or --decline")
        return table, ()
    if accept and sheet.notice.statement.kind == "takeback":
        screen.say("you may know the dice that are owed now; whoever asks for a takeback accepts that")
        table = matchfolder.load(table.folder, desk.home, full=True)
    if accept and sheet.notice.statement.kind == "rekey":
        screen.say("whoever has this key plays for the other side from now on: compare it by telephone")
    return table, (notices.answered(sheet, yes=accept),)


def meant(waiting: list[Sheet], file: Path) -> Sheet | None:
    """The offer that is answered: the one whose file was named, else the only one; None: it is unclear."""
    named: list[str] = []
    if file.is_file():
        with contextlib.suppress(TurnRejected):
            named = [sheet.hash for sheet in matchfolder.sheets_of(files.read(file))]
    found = [sheet for sheet in waiting if sheet.hash in named]
    return found[0] if found else waiting[-1] if len(waiting) == 1 else None


def worked_out(screen: Screen, desk: Desk, identity: Identity, table: Table, source: Source) -> Plan | None:
    """The next turn, or None where the player has to fill in the template first."""
    number = table.match.turn
    target = table.folder / f"turn{number:02d}.orders.toml"
    first = clerk.prepare(
        desk,
        identity,
        table,
        lambda want, state, known: None,  # noqa: ARG005
        message=source.message,
        statements=source.statements,
    )
    happened(screen, desk, table, first, identity)
    if isinstance(first, Plan):  # a duty; what was written for it all the same is not passed over
        document = draft.read(source.file, target)
        if document is None or not document.data:
            return first
        return from_document(screen, desk, identity, table, document, target, source, None)
    if source.ask:
        from pbem.cli.chosen import Chosen
        from pbem.cli.questions import chooser

        asked, chosen = chooser(screen, table.rules, first.side), Chosen(table.rules)

        def choose(want: Want, state: Any, known: Known) -> tuple[Order, ...] | None:
            orders = asked(want, state, known)
            chosen.add(want, state, orders or ())
            return orders

        plan = clerk.prepare(
            desk, identity, table, choose, message=source.message, statements=source.statements
        )
        assert isinstance(plan, Plan)
        chosen.save(target)
        return plan
    if source.edit:
        command = draft.editor()
        if not target.exists():
            draft.write_template(target, first, table)
        draft.edit(command, target)
    document = draft.read(source.file, target)
    if document is None:
        draft.write_template(target, first, table)
        asks(screen, table, first)
        screen.say(f"written: {near(target)}, a template with everything that you may order")
        screen.say(f"next: fill it in, then  pbem orders {near(table.path(number - 1))}      (or: --ask)")
        return None
    if document.empty:
        asks(screen, table, first)
        raise draft.without_orders(document, source.file)
    return from_document(screen, desk, identity, table, document, target, source, first.want)


def from_document(
    screen: Screen,
    desk: Desk,
    identity: Identity,
    table: Table,
    document: orderfile.OrderFile,
    target: Path,
    source: Source,
    want: Want | None,
) -> Plan | None:
    """Orders of a file → plan; appends the next part of the template where more is wanted.  `want` is
    what is asked first."""
    rules = table.rules
    for note in document.notes:
        screen.say(f"note: {document.name}: {note}")
    strays = document.strays(rules.order_file_schema, want)

    def decide(want: Want, state: Any, known: Known) -> tuple[Order, ...] | None:
        found = document.part(want)
        if found is None:
            return None
        part, root = found
        understood = rules.understand(state, part, known)
        if understood.problems:
            raise OrdersRefused(
                draft.merged(strays, [document.problem(p, root) for p in understood.problems])
            )
        for note in understood.notes:
            screen.say(f"note: {note}")
        return understood.orders

    lay, promise = draft.standing_orders(document, table)
    for note in promise.notes:
        screen.say(f"note: {note}")
    message = source.message or document.message()
    plan = clerk.prepare(
        desk, identity, table, decide, lay=lay, message=message, statements=source.statements
    )
    if isinstance(plan, Plan):
        if unused := draft.merged(strays, document.unused()):
            raise OrdersRefused(unused)
        said, warned = (*plan.words, *promise.words), (*plan.warnings, *promise.warnings)
        return msgspec.structs.replace(plan, words=said, warnings=warned)
    if wrong := draft.merged(strays, document.untimely(plan.want, _asked(table, plan))):
        raise OrdersRefused(wrong)
    happened_since(screen, table, plan)
    asks(screen, table, plan)
    if source.file:
        for line in draft.next_part(plan, table, document).rstrip().split("\n"):
            screen.data(line)
        raise draft.incomplete(document, plan)
    head = f"# ---- wanted next: {_asked(table, plan)}"
    if head in document.text:
        message = f"{target.name}: the part at its end is still the template"
        raise Refused(ORDERS_REFUSED, message, "take the # away from what you want, or use --ask")
    draft.append_template(target, plan, table, document, head)
    screen.say(
        f"{target.name}: the next part was added at its end, for more is wanted before the turn can end"
    )
    screen.say(f"next: fill it in, then  pbem orders {near(table.path(table.match.turn - 1))}")
    return None


# -- telling --------------------------------------------------------------------------------


def happened(screen: Screen, desk: Desk, table: Table, result: Plan | Pending, identity: Identity) -> None:
    """What happened since my last move: the newest file, and what my share has added to it."""
    side = clerk.my_side(table.match, identity)
    state, entries = position(result)
    known = result.known if isinstance(result, Pending) else clerk.known_to(identity, table.match, side)
    newest = table.match.turn - 1
    author = SIDE_NAMES[m.other(table.match.to)]
    verdict = f"turn {newest} by {author} is good"
    screen.say(f"{headline(table, table.match, side, state)} · {verdict}")
    lines: list[Line] = []
    message = ""
    if table.chapters:
        told = chapter(table.rules, table.chapters[-1])
        message = told.message
        if told.turn == newest:
            lines += told.lines
    lines += story(table.rules, entries)
    if side is not None and table.match.turn <= 3 and not clerk.acquaint(desk, table.match, _side(side)):
        screen.say(
            "note: compare your keys by telephone, once, before you play: "
            f"pbem key verify {near(table.folder)}"
        )
    screen.data()
    screen.data("What happened")
    screen.story(tuple(lines))
    if message:
        screen.tell(f"  {author} writes: {message}")
    screen.data()
    if state is not None:
        screen.board(table.rules.board(state, _side(side), known))
        screen.data()


def happened_since(screen: Screen, table: Table, pending: Pending) -> None:
    """What my decisions so far have led to, in a file that cannot end yet."""
    mine = story(table.rules, pending.entries[-12:])
    if mine:
        screen.data("So far in this turn")
        screen.story(mine)
        screen.data()


def position(result: Plan | Pending) -> tuple[Any, tuple[Entry, ...]]:
    """The position that I decide in (my share may have rolled dice), and what happened on the way."""
    if isinstance(result, Pending):
        return result.state, result.entries
    return result.draft.after.state, result.draft.entries


def asks(screen: Screen, table: Table, pending: Pending) -> None:
    screen.say(f"Your move: {_asked(table, pending)}")


def _asked(table: Table, pending: Pending) -> str:
    return table.rules.describe(pending.state, pending.want)


def _side(side: str | None) -> Any:
    return side


def show_plan(screen: Screen, plan: Plan) -> None:
    """The orders exactly as understood."""
    for statement in plan.draft.data.get("statements", []):
        words = statement["notice"]["statement"]["kind"]
        screen.say(f"Your answer to the {words}: {statement['answer']}")
    if plan.words:
        screen.say("Understood")
        for number, line in enumerate(plan.words, 1):
            screen.say(f"  {number:>2}  {line}")
        if isinstance(m.want(plan.draft.after, plan.table.rules), Roll):
            screen.say("      dice are rolled when the other player's program adds its share")
    else:
        screen.say("nothing has to be decided: what is owed is added by itself")
    for warning in plan.warnings:
        screen.say(f"warning: {warning}")


def confirmed(screen: Screen, plan: Plan) -> bool:
    """The question before the signature."""
    del screen
    if not interactive():
        raise Refused(
            USAGE, "nobody is there to confirm; nothing was signed", "--yes signs without being asked"
        )
    return ask(f"Sign and write {turn_name(plan.table.match.turn)}? [y/N]").lower() in {"y", "yes"}


def finished(screen: Screen, desk: Desk, identity: Identity, written: Written, after: Table) -> None:
    """The log beside the turn, and what to do next."""
    match = written.match
    number = match.turn - 1
    side = SIDE_NAMES[m.other(match.to)]
    log = written.path.with_suffix(".log.md")
    files.write(log, log_text(desk, after, clerk.my_side(match, identity)), replace=True)
    verb = "the same as before" if written.again else "written"
    screen.data(str(written.path))
    screen.say(f"{written.path.name} {verb} ({kilobytes(written.size)}) · {log.name}")
    line = ending(after.rules, match)
    if line is not None:
        screen.say(line.text)
    other = match.player(match.to).name
    screen.say(f"next: send {near(written.path)} to {other}")
    screen.say(f"      (or: pbem send{at(written.path.parent)}; with --eml letter.eml as a letter)")
    screen.say(f"      subject: [pbem {match.charter.title}] turn {number} ({side})")


def log_text(desk: Desk, table: Table, side: str | None) -> str:
    """`turn08.log.md`: the story of the newest two files and the position, for people."""
    del desk
    told = table.chapters
    if len(told) < 2 and table.match.turn > 2:
        told = matchfolder.load(table.folder, full=True).chapters
    match = table.match
    out = [f"# {match.charter.title}, turn {match.turn - 1}", ""]
    state = match.state
    out += [headline(table, match, side, state), ""]
    for folded in told[-2:]:
        part = chapter(table.rules, folded)
        out += [f"## Turn {part.turn} by {SIDE_NAMES[part.author]}", ""]
        out.append(story_markdown(part.lines))
        if part.message:
            out += ["", *(f"> {clean(row)}" for row in part.message.split("\n"))]
        out.append("")
    if state is not None:
        drawn = board_text(table.rules.board(state, None, {}), width=80, ascii_only=False)
        out += ["## The position", "", "```", *drawn, "```", ""]
    end = ending(table.rules, match)
    if end is not None:
        out += [f"**{end.text}**", ""]
    return "\n".join(out)
