"""`pbem orders` and `pbem bot`: a turn is made."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, at, unlock
from pbem.desk.clerk import Desk


def register(app: typer.Typer) -> None:
    app.command()(orders)
    app.command()(bot)


File = Annotated[Path, typer.Argument(help="The turn file you got, or the folder of the match.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Sign without being asked.")]
Message = Annotated[str, typer.Option("--message", "-m", help="A word to the other player.")]


def orders(
    context: typer.Context,
    file: File = Path(),
    source: Annotated[
        str, typer.Option("--from", help="Take the orders from this file (-: standard input).")
    ] = "",
    edit: Annotated[bool, typer.Option("--edit", help="Open the order file in your editor first.")] = False,
    ask_me: Annotated[bool, typer.Option("--ask", help="Put the questions one by one.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check and show the orders; sign nothing.")
    ] = False,
    yes: Yes = False,
    redo: Annotated[
        bool, typer.Option("--redo", help="Make your newest turn again, if it was not sent.")
    ] = False,
    message: Message = "",
    accept: Annotated[bool, typer.Option("--accept", help="Accept the other side's offer.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="Decline it.")] = False,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="Of two versions of a turn go on from this one.")
    ] = False,
    eml: Annotated[
        str, typer.Option(help="Write the letter that brings the turn, for your mail program (-: output).")
    ] = "",
    html: Annotated[
        bool, typer.Option("--html", help="The match as a page, beside the turn and in the letter.")
    ] = False,
) -> None:
    """Read the turn you got, then make yours: the main job.

    Without orders it tells what happened and writes a template to fill in; with orders it checks them,
    shows them as understood, asks, and writes the next turn file, which you send.

    Standing orders answer reactions without a mail.  They go into any order file, in ZipWarz and in WAR as

    \b
      [standing]                              [[standing.rule]]
      rules = [                               to = "cancel"
        { unit = "B5", when = "lethal" },     action = "charge"
        { when = "hits", hits = 3 },          when = "always"
      ]

    What they may hold: pbem schema zipwarz.standing, pbem schema war.standing.
    """
    from pbem.cli import draft, given, letters, pictures, turn
    from pbem.desk import clerk, files, forks, keys, matchfolder
    from pbem.desk.matchfolder import turn_name
    from pbem.errors import CHAIN, Refused

    desk: Desk = context.obj
    screen = Screen()
    given.word(message)
    if edit:
        draft.editor()
    identity = keys.load(desk.home.key_file, unlock())
    if agreed:
        sheet = matchfolder.sheets_of(files.read(file))[0]
        folder = clerk.home_folder(desk, file, clerk.match_of(sheet))
        file = forks.agree(desk.home, folder, file).folder
    table, notes = given.opened(desk, identity, file)
    for note in notes:
        screen.say(f"note: {note}")
    if agreed:
        screen.say(f"agreed: play goes on from this {turn_name(table.match.turn - 1)}")
    if redo:
        table = clerk.withdraw(desk, identity, table)
    elif (there := turn.already_written(screen, desk, identity, table)) is not None:
        if source or ask_me or edit:
            why = f"{there} was signed before" if there else "the match is over"
            again = f"pbem orders{at(table.folder)} --redo makes it again" if there > turn_name(1) else ""
            raise Refused(CHAIN, f"your orders were not used: {why}", again)
        if eml:
            letters.write(
                screen, letters.parcel(desk, table.folder, html=html), eml, letters.known_address(desk, table)
            )
        if html:
            pictures.beside(screen, desk, table.folder, table.match.turn - 1)
        return
    table, statements = turn.answer_offers(
        screen, desk, identity, table, accept=accept, decline=decline, file=file
    )
    asked = turn.Source(file=source, edit=edit, ask=ask_me, message=message, statements=statements)
    plan = turn.worked_out(screen, desk, identity, table, asked)
    if plan is None:
        if html:
            pictures.beside(screen, desk, table.folder, table.match.turn - 1)
        return
    turn.show_plan(screen, plan)
    if dry_run:
        screen.say("a dry run: nothing was signed or written")
        return
    if (plan.words or statements) and not (yes or turn.confirmed(screen, plan)):
        screen.say("nothing was signed or written")
        return
    written, after = clerk.commit(desk, identity, plan, redo=redo)
    turn.finished(screen, desk, identity, written, after)
    if eml:
        letters.write(
            screen, letters.parcel(desk, written.path, html=html), eml, letters.known_address(desk, after)
        )
    if html:
        pictures.beside(screen, desk, after.folder, after.match.turn - 1)


def bot(
    context: typer.Context,
    file: File = Path(),
    kind: Annotated[str, typer.Option(help="greedy or random")] = "greedy",
    seed: Annotated[int, typer.Option(help="Luck of the bot's choices.")] = 1,
) -> None:
    """Let a bot make your turn: for practice alone, for it plays with your key."""
    from random import Random

    from pbem.bots import greedy_bot, random_bot
    from pbem.cli import given, turn
    from pbem.desk import clerk, keys
    from pbem.errors import USAGE, Refused

    bots: dict[str, Any] = {"greedy": greedy_bot.decide, "random": random_bot.decide}
    if kind not in bots:
        raise Refused(USAGE, f"there is no bot {kind!r}", "greedy or random")
    desk: Desk = context.obj
    screen = Screen()
    identity = keys.load(desk.home.key_file, unlock())
    table, _ = given.opened(desk, identity, file)
    if turn.already_written(screen, desk, identity, table) is not None:
        return
    side = clerk.my_side(table.match, identity) or table.match.to  # under a new key it is not mine yet
    rng = Random(f"{seed} {table.match.head}")  # noqa: S311  # a bot's whims are no secret

    def decide(want: Any, state: Any, known: Any) -> Any:
        del want
        return bots[kind](table.rules, state, side, known, rng)

    plan = clerk.prepare(desk, identity, table, decide)
    assert isinstance(plan, clerk.Plan)
    turn.show_plan(screen, plan)
    written, after = clerk.commit(desk, identity, plan)
    turn.finished(screen, desk, identity, written, after)
