"""`pbem git`, and the way of a turn through a repository that both players push to.

Fetch, judge what is new, go on to it; then commit one file, push.  Two histories are never merged: what
does not simply follow is explained.
"""

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, at, near
from pbem.desk.clerk import Desk

repositories = typer.Typer(
    help="The match folder as a git repository: init.", no_args_is_help=True, rich_markup_mode=None
)


def register(app: typer.Typer) -> None:
    app.add_typer(repositories, name="git")


@repositories.command("init")
def init_command(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder of the match.")] = Path(),
) -> None:
    """Make the match folder a repository, or complete a clone: attributes, hook, workflow, first commit."""
    desk: Desk = context.obj
    init(desk, Screen(), folder)


def init(desk: Desk, screen: Screen, folder: Path) -> None:
    """The repository of a match folder, with all that it needs."""
    from pbem.desk import matchfolder
    from pbem.post import gitrepo

    table = matchfolder.load(folder, desk.home)
    written, notes = gitrepo.init(folder, table.match.charter.title or table.match.game)
    for note in notes:
        screen.say(f"note: {note}")
    for name in written:
        screen.data(str(folder / name))
    screen.say(f"{near(folder)} is a git repository; every commit is verified first")
    inside = f" -C{at(folder)}" if at(folder) else ""
    if gitrepo.found(folder).remote:
        screen.say(
            f"next: pbem send{at(folder)} --git pushes your turns, pbem receive{at(folder)} --git fetches"
        )
    else:
        screen.say(f"next: git{inside} remote add origin URL")
        screen.say(f"then: pbem send{at(folder)} --git")


def receive(desk: Desk, screen: Screen, folder: Path) -> None:
    """Fetch, judge, go on; say what is new and what to type."""
    from pbem.cli.mail import next_step
    from pbem.post import gitrepo

    folder = folder if folder.is_dir() else folder.parent
    repository = gitrepo.found(folder)
    table, taken = brought(desk, repository)
    for verdict in taken:
        screen.data(str(verdict.path))
        screen.say(f"{verdict.title}: {_about(verdict)} taken, and good")
    if not taken:
        screen.say("nothing new")
    next_step(screen, desk, table)


def send(desk: Desk, screen: Screen, file: Path) -> None:
    """Fetch and judge first; then commit what is signed and not yet committed, one file each, and push."""
    from pbem.post import gitrepo

    folder = file if file.is_dir() else file.parent
    repository = gitrepo.found(folder)
    table, taken = brought(desk, repository)
    for verdict in taken:
        screen.say(f"{verdict.title}: {_about(verdict)} came in, and is good")
    before = repository.commit_of("HEAD")
    tracked = repository.tracked()
    changed = set(repository.changed())
    committed: list[str] = []
    for found in _signed(table):
        name = found.path.name
        if name not in changed:
            continue
        amend = name in tracked and repository.alone(name)
        if name in tracked and not amend and _differs(repository, found):
            _second(name, found.sheet)
        repository.commit((name,), _about_sheet(found.sheet), amend=amend)
        committed.append(name)
    try:
        repository.push()
    except gitrepo.TooLate:
        if committed and before:
            repository.undo(before, tuple(committed))
        raise
    for name in committed:
        screen.data(str(folder / name))
    title = table.match.charter.title
    what = ", ".join(committed) if committed else "nothing new to commit; everything"
    desk.home.remember(table.match.id, sent=table.chain[-1])
    screen.say(f"{title}: {what} pushed to {repository.remote}/{repository.upstream}")


def brought(desk: Desk, repository: Any) -> tuple[Any, list[Any]]:
    """The match after what the other side has pushed, and what that was: judged before any file here is
    touched, refused with its cause where it does not simply follow."""
    from pbem.desk import inbox, matchfolder
    from pbem.errors import CHAIN, Refused

    folder = repository.folder
    standing = repository.fetch()
    if standing.relation in {"same", "new", "ahead"}:
        return _opened(desk, folder), []
    if not (folder / matchfolder.turn_name(0)).exists():
        repository.advance(standing, ())
        return _opened(desk, folder), []
    mine, theirs = repository.tree(standing.mine), repository.tree(standing.theirs)
    arrivals = _sheets({name: raw for name, raw in theirs.items() if mine.get(name) != raw})
    verdicts = inbox.into(desk, folder, arrivals, store=False)[0] if arrivals else []
    for what in ("fork", "refused", "later"):
        for verdict in verdicts:
            if verdict.what == what and verdict.error is not None:
                raise verdict.error
    rewritten = standing.relation == "rewritten"
    gone = sorted(set(mine if rewritten else repository.tree(standing.base)) - set(theirs))
    if rewritten or gone:
        what = f"the history at {repository.remote} was rewritten" if rewritten else "a turn was taken out"
        lost = f"; {', '.join(gone[:3])} is missing in it" if gone else ""
        hint = "turns are never taken out of a match: ask the other player what happened; yours is still here"
        raise Refused(CHAIN, f"{what}{lost}; nothing here was touched", hint)
    if standing.relation == "apart":
        new = ", ".join(sorted(set(theirs) - set(mine))) or "a commit"
        message = (
            f"the other side has pushed {new}, while a commit of yours was not pushed; nothing was merged"
        )
        inside = f" -C{at(folder)}" if at(folder) else ""
        raise Refused(CHAIN, message, f"git{inside} pull --rebase, then pbem send{at(folder)} --git")
    present = {name for name in theirs if (folder / name).exists()} - repository.tracked()
    repository.advance(standing, tuple(sorted(_same(folder, theirs, present))))
    return _opened(desk, folder), [v for v in verdicts if v.what == "taken"]


def _opened(desk: Desk, folder: Path) -> Any:
    """The match in the folder, verified and remembered."""
    from pbem.desk import clerk, matchfolder

    table = matchfolder.load(folder, desk.home)
    clerk.remember(desk, table.match, folder)
    return table


def _sheets(raws: dict[str, bytes]) -> list[Any]:
    """The sheets in files of a commit; one that is called like a turn and is none is refused."""
    import re

    from pbem.desk import matchfolder
    from pbem.desk.inbox import Arrival
    from pbem.errors import TurnRejected

    found = []
    for name, raw in raws.items():
        try:
            found += [Arrival(sheet=sheet, where=name) for sheet in matchfolder.sheets_of(raw)[:1]]
        except TurnRejected as error:
            if re.fullmatch(r"turn\d+\.toml", name):
                error.message = f"{name}: {error.message}"
                raise
    return found


def _same(folder: Path, theirs: dict[str, bytes], names: set[str]) -> set[str]:
    """Which files that lie here already hold the same signed content as the commit brings."""
    hashes = {a.where: a.sheet.hash for a in _sheets({name: theirs[name] for name in names})}
    here = {a.where: a.sheet.hash for a in _sheets({name: (folder / name).read_bytes() for name in names})}
    return {name for name in names if hashes.get(name) == here.get(name) and name in hashes}


def _differs(repository: Any, found: Any) -> bool:
    committed = _sheets({found.path.name: repository.tree("HEAD")[found.path.name]})
    return not committed or committed[0].sheet.hash != found.sheet.hash


def _second(name: str, sheet: Any) -> None:
    from pbem.errors import CHAIN, Refused

    message = (
        f"{name} was pushed before, and is another file now: that would be a second {_about_sheet(sheet)}"
    )
    raise Refused(CHAIN, message, f"git checkout -- {name} takes the one that was pushed")


def _signed(table: Any) -> list[Any]:
    """The files of the match in its folder: the turns of its chain in their order, then the notices."""
    from pbem.desk import matchfolder

    placed: list[tuple[int, str, Any]] = []
    for found in matchfolder.scan(table.folder):
        number = getattr(found.sheet.content, "turn", len(table.chain))
        proper = number == len(table.chain) or found.path.name == matchfolder.turn_name(number)
        if proper:
            placed.append((number, found.path.name, found))
    return [found for _, _, found in sorted(placed, key=lambda row: row[:2])]


def _about(verdict: Any) -> str:
    return _about_sheet(verdict.arrival.sheet)


def _about_sheet(sheet: Any) -> str:
    from pbem.cli.letters import about

    return about(sheet)
