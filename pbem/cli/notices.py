"""`pbem resign`, `draw`, `takeback`, `claim`, `rekey`: signed words beside the turns."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.opening import kilobytes
from pbem.cli.screen import Screen, ask, interactive, near, passphrase
from pbem.desk.clerk import Desk
from pbem.ruleset import Side


def register(app: typer.Typer) -> None:
    app.command()(resign)
    app.command()(draw)
    app.command()(takeback)
    app.command()(claim)
    app.command()(rekey)
    app.command("open-hands")(open_hands)


File = Annotated[Path, typer.Argument(help="A turn file, or the folder of the match.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Sign without being asked.")]
Message = Annotated[str, typer.Option("--message", "-m", help="A word to the other player.")]


def resign(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """Give the match up, at any time, whoever is to move."""
    from pbem.desk import notices
    from pbem.referee.report import ending

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.resign(desk, identity, table, message)

    screen, table, match = _said(context, file, yes, "Resign? It cannot be taken back.", work)
    line = ending(table.rules, match)
    assert line is not None
    screen.say(line.text)


def draw(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """Offer a draw while the other side is to move; it answers with its next turn."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.offer_draw(desk, identity, table, message)

    screen, _, _ = _said(context, file, yes, "Offer a draw?", work)
    screen.say("the other side accepts it with: pbem orders … --accept")


def takeback(
    context: typer.Context,
    file: File = Path(),
    to: Annotated[int, typer.Option(help="Go back to the position after this turn.", min=0)] = 0,
    yes: Yes = False,
    message: Message = "",
) -> None:
    """Ask to take turns back; new dice are rolled after it, and the chain keeps what was undone."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.ask_takeback(desk, identity, table, to, message)

    question = f"Ask to go back to the position after turn {to}?"
    screen, _, _ = _said(context, file, yes, question, work, full=True)
    screen.say("the other side agrees with: pbem orders … --accept")


def claim(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """Record that the other side is late, by the days that were agreed."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.claim(desk, identity, table, message)

    screen, _, _ = _said(context, file, yes, "Claim that the other side is late?", work)
    screen.say("it is evidence, not proof: clocks are the players' own; settle the rest between you")


def rekey(
    context: typer.Context,
    file: File = Path(),
    side: Annotated[str, typer.Option(help="The side whose key is lost: blue or red.")] = "",
    agree: Annotated[bool, typer.Option("--agree", help="Consent to the other side's new key.")] = False,
    yes: Yes = False,
    message: Message = "",
) -> None:
    """Your key is lost: ask to go on with a new one, with the other side's consent."""
    from pbem.desk import clerk, notices
    from pbem.errors import CHAIN, USAGE, Refused

    def ask_for(desk: Any, identity: Any, table: Any) -> Any:
        sides: dict[str, Side] = {"blue": "a", "red": "b"}
        lost = sides.get(side.lower())
        if lost is None:
            raise Refused(USAGE, "say whose key is lost", "--side blue, or --side red")
        return notices.ask_new_key(desk, identity, table, lost, message)

    def consent(desk: Any, identity: Any, table: Any) -> Any:
        mine = clerk.my_side(table.match, identity)
        waiting = notices.new_keys(table, mine)
        if not waiting:
            raise Refused(CHAIN, "nobody asks for a new key in this match")
        if table.match.to == mine:
            raise Refused(CHAIN, "it is your move: consent with your turn", "pbem orders … --accept")
        return notices.agree_to_key(desk, identity, table, waiting[-1], message)

    if agree:
        question = "Consent to the other side's new key? Call first: is it really the same person?"
        screen, _, _ = _said(context, file, yes, question, consent)
        screen.say("the other side goes on with: pbem orders")
    else:
        screen, _, _ = _said(context, file, yes, "Ask to go on with the key of this home?", ask_for)
        screen.say("call the other player: he consents with pbem orders … --accept, or pbem rekey … --agree")


def open_hands(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """After a match with cards: let everybody see the cards that you saw."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.open_hands(desk, identity, table, message)

    screen, _, _ = _said(context, file, yes, "Open your hand to everybody?", work)
    screen.say("the replay and the books of the match show your cards now")


def _said(
    context: typer.Context,
    file: Path,
    yes: bool,
    question: str,
    work: Callable[[Any, Any, Any], Any],
    *,
    full: bool = False,
) -> tuple[Screen, Any, Any]:
    """Open the match, ask, sign, and say what to send."""
    from pbem.desk import clerk, keys, matchfolder
    from pbem.errors import USAGE, Refused

    desk: Desk = context.obj
    screen = Screen()
    identity = keys.load(desk.home.key_file, passphrase)
    table, _ = clerk.open_table(desk, file)
    if full:
        table = matchfolder.load(table.folder, desk.home, full=True)
    if not yes:
        if not interactive():
            raise Refused(USAGE, "nobody is there to confirm; nothing was signed", "--yes signs unasked")
        if ask(f"{question} [y/N]").lower() not in {"y", "yes"}:
            screen.say("nothing was signed or written")
            raise typer.Exit
    path, match = work(desk, identity, table)
    screen.data(str(path))
    screen.say(f"written: {near(path)} ({kilobytes(path.stat().st_size)})")
    screen.say(f"next: send {near(path)} to the other player")
    return screen, table, match
