"""`pbem new` and `pbem join`: a match begins."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, ask, interactive, near, unlock
from pbem.desk.clerk import Desk
from pbem.ruleset import Problem, Ruleset


def register(app: typer.Typer) -> None:
    app.command()(new)
    app.command()(join)


def new(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="zipwarz, zoids or war")],
    army: Annotated[str, typer.Option(help="A ready army by name, or an army file.")] = "",
    roster: Annotated[list[Path] | None, typer.Option(help="An own roster (may be repeated).")] = None,
    scenario: Annotated[Path | None, typer.Option(help="An own scenario.")] = None,
    map_file: Annotated[Path | None, typer.Option("--map", help="An own map (WAR).")] = None,
    options: Annotated[Path | None, typer.Option(help="A file of options.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="One option: name=value (may be repeated).")
    ] = None,
    title: Annotated[str, typer.Option(help="What the match is called; two words by default.")] = "",
    name: Annotated[str, typer.Option(help="What you are called in it.")] = "",
    days: Annotated[int, typer.Option(help="Days for a turn, as agreed (0: none).", min=0, max=3650)] = 0,
    directory: Annotated[Path | None, typer.Option("--dir", help="Folder of the match.")] = None,
    message: Annotated[str, typer.Option("--message", "-m", help="A word to the other player.")] = "",
    solo: Annotated[bool, typer.Option(help="Play both sides with one key.")] = False,
    git: Annotated[
        bool, typer.Option("--git", help="Make the folder of the match a git repository.")
    ] = False,
) -> None:
    """Challenge somebody: write turn00.toml, which you send to the other player."""
    from pbem.cli import given
    from pbem.desk import inputs, keys, opening
    from pbem.errors import OrdersRefused

    desk: Desk = context.obj
    screen = Screen()
    given.checked(name=name, title=title, message=message)
    identity = keys.load(desk.home.key_file, unlock())
    rules = game_named(game)
    chosen: dict[str, Any] = inputs.read_table(options, rules.options_type) if options else {}
    for text in option or []:
        key, value = inputs.option(text)
        chosen[key] = value
    if wrong := inputs.faults(chosen, rules.options_type):
        raise OrdersRefused(tuple(Problem(f"option {p.path}", p.message, p.hint) for p in wrong))
    files = {"roster": roster or [], "scenario": [scenario] if scenario else []}
    files["map"] = [map_file] if map_file else []
    material, sources = own_files(rules, files)
    setup = checked_setup(rules, chosen, material, sources)
    for sentence in rules.advice(setup):
        screen.say(f"note: {sentence}")
    data = army_data(screen, rules, setup, army)
    terms = opening.Terms(
        rules=rules,
        army=data,
        name=name or named(screen, "What are you called?", "Blue"),
        title=title,
        options=chosen,
        material=material,
        days=days,
        solo=solo,
        message=message,
    )
    written, table = opening.challenge_match(desk, identity, terms, directory)
    screen.say(f"{table.match.charter.title} · {rules.title} · you are Blue")
    sealed = ", sealed until both are fixed" if rules.sealed_army(setup) else ", for everybody to see"
    screen.say(f"your army{sealed}:")
    show_army(screen, rules, setup, data)
    screen.data(str(written.path))
    screen.say(f"written: {near(written.path)} ({kilobytes(written.size)})")
    if git:
        from pbem.cli import repository

        repository.init(desk, screen, table.folder)
        return
    screen.say(f"next: send {near(written.path)} to the other player")
    screen.say(f"      he answers with: pbem join {written.path.name}")


def join(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The challenge you got: turn00.toml.")],
    army: Annotated[str, typer.Option(help="A ready army by name, or an army file.")] = "",
    name: Annotated[str, typer.Option(help="What you are called in it.")] = "",
    directory: Annotated[Path | None, typer.Option("--dir", help="Folder of the match.")] = None,
    message: Annotated[str, typer.Option("--message", "-m", help="A word to the other player.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Accept the terms without being asked.")] = False,
) -> None:
    """Accept a challenge: see its terms, then write turn01.toml, which you send back."""
    from pbem.cli import given
    from pbem.desk import keys, opening
    from pbem.errors import USAGE, Refused

    desk: Desk = context.obj
    screen = Screen()
    given.checked(name=name, message=message)
    identity = keys.load(desk.home.key_file, unlock())
    found = opening.read_challenge(file)
    show_terms(screen, found)
    data = army_data(screen, found.rules, found.setup, army)
    show_army(screen, found.rules, found.setup, data)
    if not yes:
        if not interactive():
            raise Refused(USAGE, "nobody is there to accept the terms", "--yes accepts them")
        if ask("Accept and write turn01.toml? [y/N]").lower() not in {"y", "yes"}:
            screen.say("nothing was written")
            return
    written, table = opening.answer_match(
        desk,
        identity,
        found,
        army=data,
        name=name or named(screen, "What are you called?", "Red"),
        folder=directory,
        message=message,
    )
    verb = "was written before, and is the same" if written.again else "written"
    screen.data(str(written.path))
    size, title = kilobytes(written.size), table.match.charter.title
    screen.say(f"{verb}: {near(written.path)} ({size}) · {title} · you are Red")
    screen.say(f"next: send {near(written.path)} to {table.match.player('a').name}")


# -- shared with other commands -------------------------------------------------------------


def game_named(name: str) -> Ruleset:
    """A game by its name on the command line, or a refusal with the names there are."""
    import difflib

    from pbem import games
    from pbem.errors import USAGE, Refused

    rules = games.find(name.lower())
    if rules is None:
        near = difflib.get_close_matches(name.lower(), games.NAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(games.NAMES)}"
        raise Refused(USAGE, f"there is no game {name!r}", hint)
    return rules


def own_files(
    rules: Ruleset, given: dict[str, list[Path]]
) -> tuple[dict[str, tuple[dict[str, Any], ...]], dict[str, list[str]]]:
    """Own rosters, scenarios, maps, checked against their schemas, and the names of their files."""
    from pbem.desk import inputs
    from pbem.errors import USAGE, Refused

    material: dict[str, tuple[dict[str, Any], ...]] = {}
    for kind, paths in given.items():
        if not paths:
            continue
        if kind not in rules.material_types:
            takes = " and ".join(f"--{name}" for name in rules.material_types) or "no files of its own"
            raise Refused(USAGE, f"{rules.title} takes no {kind}", f"it takes {takes}")
        material[kind] = tuple(inputs.read_table(path, rules.material_types[kind]) for path in paths)
    return material, {kind: [path.name for path in paths] for kind, paths in given.items()}


def checked_setup(
    rules: Ruleset,
    options: dict[str, Any],
    material: dict[str, tuple[dict[str, Any], ...]],
    sources: dict[str, list[str]],
) -> Any:
    """Options, rosters and scenario → setup; problems name the file they stand in."""
    import re

    from pbem.errors import OrdersRefused

    setup, problems = rules.setup(options, {key: list(rows) for key, rows in material.items()})
    placed = []
    for problem in problems:
        where = re.match(r"(roster|scenario|map)\[(\d+)\]\.?(.*)", problem.path)
        if where:
            name = sources[where[1]][int(where[2])]
            placed.append(Problem(where[3], problem.message, problem.hint, name))
        else:
            placed.append(problem)
    if placed:
        raise OrdersRefused(tuple(placed))
    return setup


def army_data(screen: Screen, rules: Ruleset, setup: Any, given: str) -> dict[str, Any]:
    """A ready army by name, an army file, or the player's choice; legal, or refused with every fault."""
    import difflib

    from pbem.desk import inputs
    from pbem.errors import USAGE, OrdersRefused, Refused

    ready = rules.ready_armies(setup)
    name = ""
    if given in ready:
        data = dict(ready[given])
    elif given and (Path(given).suffix == ".toml" or Path(given).exists()):
        data, name = inputs.read_table(Path(given), rules.army_type), Path(given).name
    elif given:
        near = difflib.get_close_matches(given, list(ready), 1)
        hint = f"did you mean {near[0]}?" if near else f"ready armies: {', '.join(ready)}; or an army file"
        raise Refused(USAGE, f"there is no army {given!r}", hint)
    elif not ready:
        raise Refused(USAGE, "no ready army fits these terms", "write an army file, and name it with --army")
    else:
        data = dict(ready[_choice(screen, list(ready))])
    _, problems = rules.army(setup, data)
    if problems:
        raise OrdersRefused(tuple(Problem(p.path, p.message, p.hint, name) for p in problems))
    return data


def _choice(screen: Screen, names: list[str]) -> str:
    if not interactive() or len(names) == 1:
        screen.say(
            f"army: {names[0]} (a ready one; others: {', '.join(names[1:])})" if names[1:] else names[0]
        )
        return names[0]
    for number, name in enumerate(names, 1):
        screen.say(f"  {number}  {name}")
    while True:
        answer = ask("Which ready army?", "1")
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        screen.say(f"a number from 1 to {len(names)}, or a name")


def named(screen: Screen, question: str, default: str) -> str:
    """A player's name: asked for on a terminal, else the default.  Never taken from the computer."""
    del screen
    return ask(question, default)[:60] if interactive() else default


def show_army(screen: Screen, rules: Ruleset, setup: Any, data: dict[str, Any]) -> None:
    """An army, one unit a line, on standard error."""
    army, _ = rules.army(setup, data)
    for line in rules.army_words(setup, army):
        screen.say(f"  {line}")


def show_terms(screen: Screen, found: Any) -> None:
    """What a challenge proposes."""
    match, rules = found.folded.match, found.rules
    charter = match.charter
    screen.say(f"{charter.title} · {rules.title} · a challenge by {match.player('a').name}, good and signed")
    for key, value in sorted(charter.options.items()):
        screen.say(f"  {key} = {json.dumps(value)}")
    for kind, rows in sorted(charter.material.items()):
        screen.say(f"  own {kind}: {', '.join(str(row.get('name', row.get('id', '?'))) for row in rows)}")
    if not charter.options:
        screen.say("  all options as usual")
    screen.say(f"  {charter.days} days a turn" if charter.days else "  no time limit")
    if found.folded.message:
        screen.say(f"  {match.player('a').name} writes: {found.folded.message}")
    for sentence in rules.advice(found.setup):
        screen.say(f"  note: {sentence}")


def kilobytes(size: int) -> str:
    """7120 → 7.1 KB."""
    return f"{size / 1000:.1f} KB"
