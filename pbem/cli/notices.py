"""`pbem resign`, `draw`, `takeback`, `claim`, `rekey`: signed words beside the turns."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.opening import kilobytes
from pbem.cli.screen import Screen, ask, at, interactive, near, unlock
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

    screen, table, match, _ = _said(context, file, yes, "Resign? It cannot be taken back.", work, message)
    line = ending(table.rules, match)
    assert line is not None
    screen.say(line.text)


def draw(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """Offer a draw while the other side is to move; it answers with its next turn."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.offer_draw(desk, identity, table, message)

    screen, _, _, path = _said(context, file, yes, "Offer a draw?", work, message)
    screen.say(f"the other side accepts it with: pbem orders {path.name} --accept")


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
    screen, _, _, path = _said(context, file, yes, question, work, message, full=True)
    screen.say(f"the other side agrees with: pbem orders {path.name} --accept")


def claim(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """Record that the other side is late, by the days that were agreed."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.claim(desk, identity, table, message)

    screen, _, _, _ = _said(context, file, yes, "Claim that the other side is late?", work, message)
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
    from pbem.cli import turn
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
        request = turn.meant(waiting, file)
        if request is None:
            several = "there are several requests: " + "; ".join(map(notices.in_words, waiting))
            raise Refused(USAGE, several, "pbem rekey THE-FILE-OF-THE-NOTICE --agree")
        if table.match.to == mine:
            hint = f"pbem orders{at(table.folder)} --accept"
            raise Refused(CHAIN, "it is your move: consent with your turn", hint)
        return notices.agree_to_key(desk, identity, table, request, message)

    if agree:
        question = (
            "Consent to the other side's new key? Call first and compare it: is it really the same person? "
            "Dice that are owed, which the owner of the old key may know, are rolled anew."
        )
        screen, _, _, path = _said(context, file, yes, question, consent, message)
        screen.say(f"the other side goes on with: pbem orders {path.name}")
    else:
        question = "Ask to go on with the key of this home?"
        screen, _, _, path = _said(context, file, yes, question, ask_for, message)
        screen.say(f"call the other player: he consents with pbem orders {path.name} --accept on his move,")
        screen.say(f"  else with pbem rekey {path.name} --agree")


def open_hands(context: typer.Context, file: File = Path(), yes: Yes = False, message: Message = "") -> None:
    """After a match with cards: let everybody see the cards that you saw."""
    from pbem.desk import notices

    def work(desk: Any, identity: Any, table: Any) -> Any:
        return notices.open_hands(desk, identity, table, message)

    screen, _, _, _ = _said(context, file, yes, "Open your hand to everybody?", work, message)
    screen.say("the replay and the books of the match show your cards now")


def _said(
    context: typer.Context,
    file: Path,
    yes: bool,
    question: str,
    work: Callable[[Any, Any, Any], Any],
    message: str,
    *,
    full: bool = False,
) -> tuple[Screen, Any, Any, Path]:
    """Open the match, ask, sign, and say what to send."""
    from pbem.cli import given
    from pbem.desk import keys, matchfolder
    from pbem.errors import USAGE, Refused

    desk: Desk = context.obj
    screen = Screen()
    given.word(message)
    identity = keys.load(desk.home.key_file, unlock())
    table, _ = given.opened(desk, identity, file)
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
    return screen, table, match, path
