"""`pbem show`, `legal`, `measure`, `log`, `rules`, `schema`: looking, without touching anything."""

import contextlib
import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, near, unlock
from pbem.desk.clerk import Decider, Desk


def register(app: typer.Typer) -> None:
    app.command()(show)
    app.command()(legal)
    app.command()(measure)
    app.command()(log)
    app.command()(rules)
    app.command()(schema)


PAGES = {"protocol": "PROTOCOL.md", "cheats": "CHEATS.md"}  # what is no game
Where = Annotated[Path, typer.Argument(help="A turn file, or the folder of a match.")]
Json = Annotated[bool, typer.Option("--json", help="As data for a program.")]
Plain = Annotated[bool, typer.Option("--plain", help="ASCII only, for screen readers and old terminals.")]


def show(
    context: typer.Context,
    file: Where = Path(),
    side: Annotated[str, typer.Option(help="blue or red: as this side sees it.")] = "",
    plain: Plain = False,
    as_json: Json = False,
    svg: Annotated[str, typer.Option(help="Draw the board into this file (-: standard output).")] = "",
    png: Annotated[str, typer.Option(help="The same as PNG, if a converter is installed.")] = "",
    reach: Annotated[str, typer.Option(help="In the picture: how far a unit goes and shoots (A3).")] = "",
) -> None:
    """The board, the units, the last events."""
    from pbem.cli import pictures, turn
    from pbem.errors import USAGE, Refused
    from pbem.referee.report import chapter, ending, story
    from pbem.turnfile.canon import plain as data_of

    chosen = pictures.side_named(side)
    screen = Screen(plain=plain)
    table, mine, state, entries, want = sight(context.obj, file)
    seen: Any = chosen or mine
    if state is None:
        screen.say("the match has not begun: turns 0 and 1 bring the armies")
        return
    board = table.rules.board(state, seen or None, table.known if seen == mine else {})
    if reach and not svg and not png:
        message = "the reach of a unit is drawn in a picture"
        raise Refused(USAGE, message, f"pbem show {near(file)} --reach {reach[:20]} --svg board.svg")
    if svg or png:
        board = pictures.with_reach(table.rules, state, board, reach, table.folder)
        pictures.picture(screen, table, board, seen or "", svg, png)
        return
    if as_json:
        screen.data(json.dumps(data_of(board), ensure_ascii=True, indent=1))
        return
    screen.tell(turn.headline(table, table.match, mine, state))
    screen.data()
    if table.chapters:
        screen.story(chapter(table.rules, table.chapters[-1]).lines)
    screen.story(story(table.rules, entries))
    screen.data()
    screen.board(board)
    over = ending(table.rules, table.match)
    if over is not None:
        screen.data()
        screen.story((over,))
    elif want is not None and mine is not None and table.match.to == mine:
        screen.data()
        screen.tell(f"Your move: {table.rules.describe(state, want)}")


def legal(
    context: typer.Context,
    file: Where = Path(),
    unit: Annotated[str, typer.Argument(help="One unit only: A3.")] = "",
    as_json: Json = False,
) -> None:
    """Every legal order now, unit by unit."""
    from pbem.errors import CHAIN, USAGE, Refused
    from pbem.turnfile.canon import plain as data_of

    screen = Screen()
    table, mine, state, _, _ = sight(context.obj, file)
    side: Any = mine or table.match.to
    if state is None or side != table.match.to:
        raise Refused(CHAIN, "it is not your move: nothing is asked of you now", "pbem status")
    choices = table.rules.legal(state, side, table.known)
    units = list(dict.fromkeys(choice.unit for choice in choices))
    if unit:
        found = [u for u in units if u.lower() == unit.lower()]
        if not found:
            can = f"these can: {' '.join(units)}" if units else "nothing can be ordered now"
            raise Refused(USAGE, f"{unit[:20]} cannot be ordered now", can)
        choices, units = tuple(c for c in choices if c.unit == found[0]), found
    if as_json:
        rows = [
            {
                "unit": c.unit,
                "verb": c.verb,
                "at": c.at,
                "label": c.label,
                "hint": c.hint,
                "order": data_of(c.order),
            }
            for c in choices
        ]
        screen.data(json.dumps(rows, ensure_ascii=True, indent=1))
        return
    for name in units:
        screen.data(name or "Choices")
        for choice in choices:
            if choice.unit == name:
                toml = f"   {choice.toml}" if choice.toml else ""
                screen.data(f"  {choice.label:<34}{toml}".rstrip())
                if choice.hint:
                    screen.tell(f"      {choice.hint}")


def measure(
    context: typer.Context,
    file: Where,
    one: Annotated[str, typer.Argument(help="A unit, by number or name: A3.")],
    two: Annotated[str, typer.Argument(help="Another one: B2.")],
) -> None:
    """The exact distance between two units, and whether one sees the other."""
    from pbem.cli.given import unit_named
    from pbem.errors import CHAIN, USAGE, Refused

    screen = Screen()
    table, mine, state, _, _ = sight(context.obj, file)
    if state is None:
        raise Refused(CHAIN, "the match has not begun: there is nothing to measure")
    board = table.rules.board(state, mine, table.known if mine else {})
    one, two = unit_named(board, one), unit_named(board, two)
    try:
        said = table.rules.measure(state, one, two)
    except ValueError as error:
        raise Refused(USAGE, str(error)) from None
    for line in said:
        screen.tell(line)


def log(
    context: typer.Context,
    path: Where = Path(),
    since: Annotated[int, typer.Option("--from", help="First turn to tell.", min=0)] = 0,
    until: Annotated[int, typer.Option("--to", help="Last turn to tell.", min=0)] = 999_999,
    markdown: Annotated[bool, typer.Option("--markdown", help="As Markdown.")] = False,
    plain: Plain = False,
) -> None:
    """The readable log of a match, from any turn to any turn."""
    from pbem.desk import matchfolder
    from pbem.referee.report import chapter, ending
    from pbem.ruleset import SIDE_NAMES
    from pbem.views.story import story_markdown

    desk: Desk = context.obj
    screen = Screen(plain=plain)
    folder = path if path.is_dir() else folder_of(desk, path)
    table = matchfolder.load(folder, full=True)
    for folded in table.chapters:
        part = chapter(table.rules, folded)
        if not since <= part.turn <= until:
            continue
        title = f"Turn {part.turn} by {SIDE_NAMES[part.author]}"
        if folded.match.state is not None:
            title += f" · {table.rules.headline(folded.match.state)}"
        if markdown:
            screen.data(f"## {title}\n")
            screen.data(story_markdown(part.lines))
        else:
            screen.tell(title)
            screen.story(part.lines)
        if part.message:
            if markdown:
                screen.data(f"> {part.message}")
            else:
                screen.tell(f"  {SIDE_NAMES[part.author]} writes: {part.message}")
        screen.data()
    over = ending(table.rules, table.match)
    if over is not None:
        screen.story((over,), indent="")


def rules(
    game: Annotated[
        str, typer.Argument(help="A game, or: protocol, cheats; without one, the list of them.")
    ] = "",
    rule: Annotated[str, typer.Argument(help="One rule or ruling: R32, A13.")] = "",
) -> None:
    """The numbered rules and rulings of a game."""
    import difflib
    from importlib.resources import files

    from pbem import games
    from pbem.cli.opening import game_named
    from pbem.errors import USAGE, Refused

    screen = Screen()
    if not game:
        for name in (*games.NAMES, *PAGES):
            screen.data(name)
        screen.say("next: pbem rules zipwarz        (one rule: pbem rules zipwarz R32)")
        return
    if game.lower() in PAGES:
        page = files("pbem").joinpath(PAGES[game.lower()]).read_text("utf-8")
    else:
        page = game_named(game).pages["rules"]
    if not rule:
        screen.page(page.rstrip("\n"))
        return
    blocks: dict[str, str] = {}
    for block in re.split(r"\n(?=\s*(?:[-*] |#+ )?\*{0,2}[RAEP]\d+\b)", page):
        number = re.match(r"\s*(?:[-*] |#+ )?\*{0,2}([RAEP]\d+)\b", block)
        if number:
            blocks.setdefault(number[1], re.split(r"\n(?=#)|\n\n(?!\s)", block.strip("\n"))[0])
    found = blocks.get(rule.upper())
    if found is None:
        near = difflib.get_close_matches(rule.upper(), list(blocks), 1)
        raise Refused(
            USAGE, f"there is no rule {rule[:20]!r}", f"did you mean {near[0]}?" if near else "R1, A1, …"
        )
    screen.page(found)


# -- what a person may see -------------------------------------------------------------------


def sight(desk: Desk, path: Path, decide: Decider | None = None) -> tuple[Any, Any, Any, Any, Any]:
    """(table, my side or None, the position, what happened on the way, what is wanted of me).

    `decide` are decisions that I have made already; without it the position is that of the first one.

    With the key of the side to move the position is the one that it decides in: its share may have
    rolled dice already.  Without a key it is the position after the newest file.
    """
    from pbem.desk import clerk, keys, matchfolder, notices
    from pbem.errors import PbemError
    from pbem.referee import match as m

    folder = path if path.is_dir() else folder_of(desk, path)
    table = matchfolder.load(folder, desk.home)
    identity = None
    if desk.home.key_file.exists():
        with contextlib.suppress(PbemError):
            identity = keys.load(desk.home.key_file, unlock())
    mine = clerk.my_side(table.match, identity) if identity is not None else None
    if identity is not None:
        table.known = clerk.known_to(identity, table.match, mine)
    for seen in notices.hands(table).values():
        table.known = {**table.known, **seen}
    want = m.want(table.match, table.rules)
    over = m.over(table.match, table.rules) is not None
    if identity is None or mine != table.match.to or over or table.match.stage == "answer":
        return table, mine, table.match.state, (), want
    nothing: Decider = lambda want, state, known: None  # noqa: E731, ARG005
    result = clerk.prepare(desk, identity, table, decide or nothing)
    if isinstance(result, clerk.Pending):
        table.known = result.known
        return table, mine, result.state, result.entries, result.want
    return table, mine, result.draft.after.state, result.draft.entries, None


def folder_of(desk: Desk, path: Path) -> Path:
    """The folder that a file's match is looked at in: its own if turn 0 lies there, else the known one."""
    from pbem.desk import clerk, matchfolder
    from pbem.desk.files import read

    here = path.resolve().parent
    raw = read(path)
    if (here / matchfolder.turn_name(0)).exists():
        return here
    sheet = matchfolder.sheets_of(raw)[0]
    return clerk.home_folder(desk, path, clerk.match_of(sheet))


def schema(
    name: Annotated[str, typer.Argument(help="turn, zipwarz.army, …; without one, the list.")] = "",
) -> None:
    """The JSON Schema of a file: turn files, orders, armies, options, standing orders, rosters."""
    import difflib

    from pbem.desk.schemas import published
    from pbem.errors import USAGE, Refused

    screen = Screen()
    known = published()
    if not name:
        for found in known:
            screen.data(found)
        return
    if name not in known:
        near_by = difflib.get_close_matches(name, list(known), 1)
        hint = f"did you mean {near_by[0]}?" if near_by else ", ".join(known)
        raise Refused(USAGE, f"there is no schema {name!r}", hint)
    screen.data(json.dumps(known[name], indent=1, ensure_ascii=True))
