"""`pbem status`: every match of mine, and every challenge that waits for me."""

import contextlib
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.look import Json, folder_of, sight
from pbem.cli.screen import Screen, near
from pbem.desk.clerk import Desk


def register(app: typer.Typer) -> None:
    app.command()(status)


def status(
    context: typer.Context,
    path: Annotated[Path | None, typer.Argument(help="One match; all of yours by default.")] = None,
    as_json: Json = False,
) -> None:
    """Your matches: whose move, what is wanted, the score, and the next command to type."""
    from pbem.errors import PbemError

    desk: Desk = context.obj
    screen = Screen()
    rows = []
    if path is not None:
        rows.append(_row(desk, path if path.is_dir() else folder_of(desk, path)))
    else:
        for facts in sorted(desk.home.matches().values(), key=lambda f: str(f.get("title"))):
            folder = Path(str(facts.get("folder")))
            try:
                rows.append(_row(desk, folder))
            except PbemError as error:
                title, following = str(facts.get("title")), f"pbem verify {near(folder)}"
                rows.append({"match": title, "trouble": str(error), "next": following})
        rows += _challenges(desk)
    if as_json:
        screen.data(json.dumps(rows, ensure_ascii=True, indent=1))
        return
    if not rows:
        screen.say("no matches yet")
        screen.say("next: pbem new zipwarz        (or: pbem join turn00.toml, if you were challenged)")
    for row in rows:
        if "trouble" in row:
            screen.tell(f"{row['match']}: {row['trouble']}")
        elif "challenge" in row:
            screen.tell(f"{row['match']} · {row['game']} · a challenge by {row['challenge']}")
        else:
            who = f"you are {row['you']}{row['against']}"
            screen.tell(f"{row['match']} · {row['game']} · {row['where']} · {who}")
            screen.tell(f"  {row['move']}; score {row['score'][0]} : {row['score'][1]} (Blue : Red)")
        for said in row.get("notices", []):
            screen.tell(f"  {said}")
        screen.tell(f"  next: {row['next']}")


def _row(desk: Desk, folder: Path) -> dict[str, Any]:
    from pbem.desk.matchfolder import turn_name
    from pbem.referee import match as m
    from pbem.referee.report import ending
    from pbem.ruleset import SIDE_NAMES

    table, mine, state, _, want = sight(desk, folder)
    match = table.match
    over = ending(table.rules, match)
    newest = table.folder / turn_name(match.turn - 1)
    if over is not None:
        move, following = over.text, f"pbem log {near(table.folder)}"
    elif match.stage == "answer":
        move, following = "waits for an answer to the challenge", f"send {near(newest)}"
    elif mine == match.to:
        what = table.rules.describe(state, want) if want is not None and state is not None else "a dice share"
        move, following = f"your move: {what}", f"pbem orders {near(newest)}"
    else:
        move = f"{SIDE_NAMES[match.to]} is to move"
        following = f"send {near(newest)} if you have not" if mine else f"wait for turn {match.turn}"
    if table.rival is not None and mine == match.to:
        move = f"{SIDE_NAMES[m.other(match.to)]} has signed two versions of turn {match.turn - 1}: play stops"
        rival = near(table.rival.path)
        following = f"agree on one by telephone, then pbem orders {near(newest)} --agreed, or {rival}"
    from pbem.desk.notices import in_words, pending

    said = [in_words(sheet) for sheet in pending(table)]
    return {
        "notices": said,
        "match": match.charter.title,
        "game": table.rules.title,
        "where": table.rules.headline(state) if state is not None else "not begun",
        "you": SIDE_NAMES[mine] if mine else "an onlooker",
        "against": against(desk, match, mine),
        "turn": match.turn - 1,
        "to": match.to,
        "over": over is not None,
        "move": move,
        "score": list(table.rules.score(state)) if state is not None else [0, 0],
        "days": match.charter.days,
        "next": following,
    }


def _challenges(desk: Desk) -> list[dict[str, Any]]:
    """Challenges that `pbem receive` has kept and nobody has answered yet."""
    from pbem.desk import opening
    from pbem.errors import PbemError

    rows = []
    for path in sorted((desk.home.root / "challenges").glob("*.toml")):
        with contextlib.suppress(PbemError):
            found = opening.read_challenge(path)
            match = found.folded.match
            if match.id not in desk.home.matches():
                rows.append(
                    {
                        "match": match.charter.title,
                        "game": found.rules.title,
                        "challenge": match.player("a").name,
                        "next": f"pbem join {near(path)}",
                    }
                )
    return rows


def against(desk: Desk, match: Any, mine: Any) -> str:
    """Whom I play, and whether we have compared our keys."""
    from pbem.desk import clerk
    from pbem.referee import match as m

    if mine is None or match.players[1] is None:
        return ""
    name = match.player(m.other(mine)).name
    return f" against {name}" + ("" if clerk.acquaint(desk, match, mine) else " (key unverified)")
