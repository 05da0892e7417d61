"""`pbem verify`: a whole match judged again, by anybody, without any key."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen
from pbem.desk.clerk import Desk


def register(app: typer.Typer) -> None:
    app.command()(verify)


def verify(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A match folder, or one of its turn files.")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="As data for a program.")] = False,
) -> None:
    """Judge a match again from turn 0: good, or the first bad turn with code, path, expected, found."""
    from pbem.cli import look, words
    from pbem.desk import matchfolder
    from pbem.errors import PbemError, TurnRejected
    from pbem.referee.report import ending

    desk: Desk = context.obj
    screen = Screen()
    verdict: dict[str, Any] = {
        "ok": True,
        "turns": 0,
        "code": "",
        "turn": -1,
        "path": "",
        "expected": "",
        "found": "",
    }
    try:
        folder = path if path.is_dir() else look.folder_of(desk, path)
        table = matchfolder.load(folder, full=True)
    except PbemError as error:
        if isinstance(error, TurnRejected):
            verdict |= {"code": error.code, "turn": error.turn, "path": error.path}
            verdict |= {"expected": error.expected, "found": error.found}
        verdict |= {"ok": False, "turns": max(verdict["turn"], 0), "message": str(error)}
        if as_json:
            screen.data(json.dumps(verdict, ensure_ascii=True))
            raise typer.Exit(error.status) from None
        for line in words.lines(error):
            screen.say(line)
        if isinstance(error, TurnRejected) and error.path:
            screen.say(f"path:     {error.path}")
            screen.say(f"expected: {error.expected}")
            screen.say(f"found:    {error.found}")
        if isinstance(error, TurnRejected) and error.turn > 0:
            screen.say(f"turns 0 to {error.turn - 1} are good")
        raise typer.Exit(error.status) from None
    count = len(table.chain)
    if as_json:
        screen.data(json.dumps({**verdict, "turns": count}, ensure_ascii=True))
        return
    rolled = [roll for folded in table.chapters for roll in folded.rolls]
    dice = sum(len(roll.rolled.faces) for roll in rolled)
    screen.data(f"good: {count} turn files, chain unbroken, every signature holds, every state recomputed")
    screen.data(f"{len(rolled)} rolls with {dice} dice, each from shares that turns 0 and 1 had fixed")
    if table.match.charter.practice:
        screen.data("practice: keys and shares of this match are not secret")
    over = ending(table.rules, table.match)
    if over is not None:
        screen.data(over.text)
