"""`pbem orders` and `pbem bot`: a turn is made."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, passphrase
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
    """
    from pbem.cli import letters, pictures, turn
    from pbem.desk import clerk, keys
    from pbem.desk.matchfolder import turn_name
    from pbem.errors import CHAIN, Refused

    desk: Desk = context.obj
    screen = Screen()
    identity = keys.load(desk.home.key_file, passphrase)
    table, notes = clerk.open_table(desk, file)
    for note in notes:
        screen.say(f"note: {note}")
    if redo:
        table = clerk.withdraw(desk, identity, table)
    elif turn.already_written(screen, desk, identity, table):
        if source or ask_me or edit:
            newest = turn_name(table.match.turn - 1)
            raise Refused(
                CHAIN, f"these orders were not used: {newest} is signed already", "--redo makes it again"
            )
        if eml:
            letters.write(
                screen, letters.parcel(desk, table.folder, html=html), eml, letters.known_address(desk, table)
            )
        if html:
            pictures.beside(screen, desk, table.folder, table.match.turn - 1)
        return
    table, statements = turn.answer_offers(screen, desk, identity, table, accept=accept, decline=decline)
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
    from pbem.cli import turn
    from pbem.desk import clerk, keys
    from pbem.errors import USAGE, Refused

    bots: dict[str, Any] = {"greedy": greedy_bot.decide, "random": random_bot.decide}
    if kind not in bots:
        raise Refused(USAGE, f"there is no bot {kind!r}", "greedy or random")
    desk: Desk = context.obj
    screen = Screen()
    identity = keys.load(desk.home.key_file, passphrase)
    table, _ = clerk.open_table(desk, file)
    if turn.already_written(screen, desk, identity, table):
        return
    side = clerk.my_side(table.match, identity)
    rng = Random(f"{seed} {table.match.head}")  # noqa: S311  # a bot's whims are no secret

    def decide(want: Any, state: Any, known: Any) -> Any:
        del want
        return bots[kind](table.rules, state, side, known, rng)

    plan = clerk.prepare(desk, identity, table, decide)
    assert isinstance(plan, clerk.Plan)
    turn.show_plan(screen, plan)
    written, after = clerk.commit(desk, identity, plan)
    turn.finished(screen, desk, identity, written, after)
