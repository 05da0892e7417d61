"""`pbem verify` and `pbem audit`: a match judged again, by anybody, without any key."""

import json
import math
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.books import data_of, plainly, rows_of, survival
from pbem.cli.screen import Screen
from pbem.desk.clerk import Desk
from pbem.ruleset import SIDE_NAMES


def register(app: typer.Typer) -> None:
    app.command()(verify)
    app.command()(audit)


Paths = Annotated[list[Path], typer.Argument(help="A match folder, or turn files in any number of files.")]


def verify(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A match folder, or one of its turn files.")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="As data for a program.")] = False,
) -> None:
    """Judge a match again from turn 0: good, or the first bad turn with code, path, expected, found."""
    from pbem.errors import PbemError, TurnRejected
    from pbem.referee.report import ending

    screen = Screen()
    case = None
    refusal: PbemError | None = None
    try:
        case = judged(whole(context.obj, [existing(path)]))
        refusal = finding(case)
    except PbemError as error:
        refusal = error
    count = len(case.table.chain) if case is not None else 0
    if as_json:
        verdict: dict[str, Any] = {"ok": refusal is None, "turns": count, "code": "", "turn": -1, "path": ""}
        if isinstance(refusal, TurnRejected):
            verdict |= {"code": refusal.code, "turn": refusal.turn, "path": refusal.path}
            verdict |= {"expected": refusal.expected, "found": refusal.found}
        if refusal is not None:
            verdict["message"] = str(refusal)
        screen.data(json.dumps(verdict, ensure_ascii=True))
        if refusal is not None:
            raise typer.Exit(refusal.status)
        return
    if refusal is not None:
        refused(screen, refusal, count)
    assert case is not None
    rolled = [roll for folded in case.table.chapters for roll in folded.rolls]
    dice = sum(len(roll.rolled.faces) for roll in rolled)
    files = "1 turn file" if count == 1 else f"{count} turn files"
    screen.tell(f"good: {files}, chain unbroken, every signature holds, every state recomputed")
    screen.tell(f"{len(rolled)} rolls with {dice} dice, all from shares that {fixed_by(case)} had fixed")
    for line in vouched(case):
        screen.tell(line)
    for note in case.table.notes:
        screen.say(f"note: {note}")
    if case.table.match.charter.practice:
        screen.tell("practice: the secrets of this match follow from a public number")
    over = ending(case.table.rules, case.table.match)
    if over is not None:
        screen.tell(over.text)


def audit(
    context: typer.Context,
    paths: Paths,
    as_json: Annotated[bool, typer.Option("--json", help="The whole books as data.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Every roll as a row of a table.")] = False,
    every: Annotated[bool, typer.Option("--rolls", help="List every roll with its proof.")] = False,
) -> None:
    """The books of a match: every roll and who could have known it, everything sealed, luck, forks.

    Needs no key and trusts nobody: all numbers come from the turn files alone.
    """
    from pbem.referee.books import keep

    screen = Screen()
    case = judged(whole(context.obj, [existing(path) for path in paths]))
    table = case.table
    books = keep(table.sheets, table.chapters)
    refusal = finding(case)
    if as_csv:
        rows_of(books)
    elif as_json:
        screen.data(json.dumps(data_of(case, books, refusal), ensure_ascii=True, indent=1))
    else:
        _heading(screen, case)
        if every:
            _rolls(screen, books)
        _luck(screen, books)
        _proof(screen, case, books)
        _sealed(screen, books)
        _cards(screen, books, every=every)
        _forks(screen, case)
    if refusal is not None:
        if as_csv or as_json:
            raise typer.Exit(refusal.status)
        refused(screen, refusal, len(table.chain))
    if not (as_csv or as_json):
        replaced = vouched(case)
        for line in replaced:
            screen.tell(line)
        screen.data("verdict: good" + (", as far as the new key is its owner's" if replaced else ""))


def existing(path: Path) -> Path:
    """A path that is there, or a refusal."""
    from pbem.errors import USAGE, Refused

    if not path.exists():
        raise Refused(USAGE, f"there is no file or folder {path}")
    return path


def whole(desk: Desk, paths: list[Path]) -> list[Path]:
    """What is to be judged: a single turn file stands for its match, wherever that lies."""
    from pbem.cli.look import folder_of
    from pbem.desk import files, matchfolder

    path = paths[0]
    if len(paths) > 1 or path.is_dir():
        return paths
    here = path.resolve().parent
    if not (here / matchfolder.turn_name(0)).exists():
        sheets = matchfolder.sheets_of(files.read(path))
        if any(sheet.data.get("turn") == 0 for sheet in sheets):
            return paths
    folder = folder_of(desk, path)
    return [folder, path]


def judged(paths: list[Path]) -> Any:
    """A case, with a progress bar on a terminal where it takes a while."""
    from rich.console import Console
    from rich.progress import Progress

    from pbem.desk import judging

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("judging", total=None)
        return judging.judge(paths, lambda done, of: bar.update(task, completed=done, total=of))


def finding(case: Any) -> Any:
    """The worst finding of a case: the first refusal, else a fork on which nobody has agreed, else None."""
    from pbem.desk import matchfolder

    if case.refusal is not None:
        return case.refusal
    for first, second in case.forks:
        if not matchfolder.settled(case.table, second):
            return matchfolder.fork(case.table, first, second)
    return None


def refused(screen: Screen, error: Any, good: int) -> None:
    """Say what is wrong, where, and what still stands; leave with the status of the finding."""
    from pbem.cli import words
    from pbem.errors import TurnRejected

    for line in words.lines(error):
        screen.say(line)
    if isinstance(error, TurnRejected):
        if error.expected or error.found:
            screen.say(f"expected: {error.expected}")
            screen.say(f"found:    {error.found}")
        if good:
            screen.say(f"turns 0 to {good - 1} are good" if good > 1 else "turn 0 is good")
    raise typer.Exit(error.status)


# -- the books as text ----------------------------------------------------------------------


def _heading(screen: Screen, case: Any) -> None:
    from pbem.desk.notices import in_words
    from pbem.referee.report import ending

    match, table = case.table.match, case.table
    names = " against ".join(p.name for p in match.players if p is not None)
    screen.tell(f"{match.charter.title} · {table.rules.title} · {names}")
    count = len(table.chain)
    files = "1 turn file" if count == 1 else f"{count} turn files"
    screen.tell(f"{files} · chain unbroken · every signature holds · every state recomputed")
    if match.charter.practice:
        screen.tell("practice: the secrets of this match follow from a public number")
    resumed = [s.turn.turn for s in table.sheets if s.turn.resumed]
    if resumed:
        screen.tell(f"resumed without a journal in turn {', '.join(map(str, resumed))}")
    over = ending(table.rules, match)
    screen.tell(over.text if over is not None else f"not over: turn {match.turn} is awaited")
    for sheet in table.notices:
        screen.tell(f"notice: {in_words(sheet)}")
    for note in table.notes:
        screen.tell(f"note: {note}")
    for sheet in table.sheets:
        for statement in sheet.turn.statements:
            words = statement.notice.get("statement", {})
            what = f"{words.get('kind')} to turn {words['to']}" if "to" in words else words.get("kind")
            who = SIDE_NAMES[sheet.turn.author]
            screen.tell(f"statement: {who} answers {statement.answer} to a {what} in turn {sheet.turn.turn}")
    screen.data()


def _rolls(screen: Screen, books: Any) -> None:
    for roll in books.rolls:
        hits = f" · {roll.hits} of {roll.need}+" if roll.need else ""
        screen.tell(f"turn {roll.turn}, window {roll.window}, roll {roll.number}: {roll.why}")
        screen.data(f"  {' '.join(map(str, roll.faces))}{hits}")
        opener, closer = SIDE_NAMES[roll.opener], SIDE_NAMES["b" if roll.opener == "a" else "a"]
        screen.data(f"  opened by {opener} in turn {roll.opened}: {roll.opener_share}")
        screen.data(f"  closed by {closer} in turn {roll.closed}: {roll.closer_share}")
        for proof in roll.proofs:
            mine, theirs = SIDE_NAMES[proof.side], SIDE_NAMES["b" if proof.side == "a" else "a"]
            verdict = "blind" if proof.holds else "COULD HAVE KNOWN"
            screen.tell(
                f"  {mine} decided last in turn {proof.decided}; {theirs}'s share was first shown in "
                f"turn {proof.published}: {verdict}"
            )
    screen.data()


def _luck(screen: Screen, books: Any) -> None:
    screen.data(f"{'':<5} {'kind':<12} {'rolls':>6} {'dice':>6} {'expected':>9} {'actual':>7}   luck")
    for row in books.luck:
        sigma = row.tenths_of_sigma
        name = SIDE_NAMES[row.side]
        expected = f"{math.floor(row.expected * 10 + 1 / 2) / 10:.1f}"
        screen.data(
            f"{name:<5} {row.kind[:12]:<12} {row.rolls:>6} {row.dice:>6} {expected:>9} {row.actual:>7}   "
            f"{'+' if sigma >= 0 else '-'}{abs(sigma) / 10:.1f} sigma, {plainly(sigma)}"
        )
    for fair in books.fairness:
        total, degrees = sum(fair.counts), fair.sides - 1
        chance = survival(float(fair.chi_square), degrees)
        counts = " ".join(f"{face}:{n}" for face, n in enumerate(fair.counts, 1))
        screen.data(f"all {total} dice with {fair.sides} sides: {counts}")
        screen.tell(
            f"  chi-square {float(fair.chi_square):.1f} on {degrees} degrees: as uneven or more in "
            f"{chance * 100:.0f} of 100 fair matches"
        )
    screen.data()


def fixed_by(case: Any) -> str:
    """The turns that fix all shares: the two challenges, and those that brought a new key."""
    later = sorted({former.until for former in case.table.match.former})
    numbers = ["0", "1", *map(str, later)]
    return f"turns {', '.join(numbers[:-1])} and {numbers[-1]}"


def vouched(case: Any) -> list[str]:
    """What no signature proves: that a new key belongs to whom it replaced."""
    out = []
    for former in case.table.match.former:
        side, other = SIDE_NAMES[former.side], SIDE_NAMES["b" if former.side == "a" else "a"]
        out.append(
            f"{side}'s key was replaced in turn {former.until}: only {other} vouches that it is still the "
            f"same person; whoever holds the old key can prove the contrary"
        )
    return out


def _proof(screen: Screen, case: Any, books: Any) -> None:
    blind = sum(roll.blind for roll in books.rolls)
    screen.data(f"{len(books.rolls)} rolls: every share was fixed by {fixed_by(case)};")
    if blind == len(books.rolls):
        screen.tell("  each decision was made before its maker could know the dice that it led to")
    else:
        screen.data(f"  {len(books.rolls) - blind} rolls could have been known beforehand (see --rolls)")


def _sealed(screen: Screen, books: Any) -> None:
    for thing in books.sealed:
        opened = f"opened as sealed in turn {thing.opened}" if thing.opened >= 0 else "not opened"
        screen.tell(f"sealed: {SIDE_NAMES[thing.side]}'s {thing.what} in turn {thing.committed}, {opened}")


def _cards(screen: Screen, books: Any, *, every: bool) -> None:
    """Card work: each step was proven when it arrived, or the turn would have been refused."""
    if not books.cards:
        return
    count = {op: sum(event.op == op for event in books.cards) for op in ("shuffle", "strip", "reveal")}
    screen.tell(
        f"cards: {count['shuffle']} shuffles, {count['strip']} times stripped for the other side, "
        f"{count['reveal']} times revealed; every proof holds"
    )
    for event in books.cards if every else ():
        what = f"slots {' '.join(map(str, event.slots))}" if event.slots else "the deck"
        faces = f": {', '.join(event.faces).replace('_', ' ')}" if event.faces else ""
        screen.tell(f"  turn {event.turn}: {SIDE_NAMES[event.side]} {event.op}s {what}{faces}")


def _forks(screen: Screen, case: Any) -> None:
    from pbem.desk import matchfolder

    for first, second in case.forks:
        turn = second.turn
        match = case.table.match
        who = f"{SIDE_NAMES[turn.author]} ({match.player(turn.author).name})"
        screen.data(f"FORK: {who} signed two different files for turn {turn.turn}")
        same = first.turn.parent == turn.parent
        screen.data(f"  both continue {turn.parent}" if same else "  they continue different turns")
        screen.data(f"  first   {first.hash}")
        screen.data(f"  second  {second.hash}")
        screen.data(f"  both signatures hold under {match.key_at(turn.author, turn.turn)},")
        screen.data("  the key of this side in that turn")
        if matchfolder.settled(case.table, second):
            screen.data("  settled: play went on from the first")
