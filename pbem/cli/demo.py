"""`pbem demo`: two bots play a whole match through real turn files, each with a home and key of its own."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.screen import Screen, near

# Two bots may dance around each other for two hundred turns; a demonstration ends sooner.
SHORTER: dict[str, dict[str, Any]] = {"zoids": {"turn_limit": 60}}


def register(app: typer.Typer) -> None:
    app.command()(demo)


def demo(
    game: Annotated[str, typer.Argument(help="zipwarz, zoids or war")] = "zipwarz",
    directory: Annotated[Path | None, typer.Option("--dir", help="Where the turn files are kept.")] = None,
    seed: Annotated[int, typer.Option(help="The same number, the same match, to the byte.")] = 1,
    plain: Annotated[bool, typer.Option("--plain", help="ASCII only.")] = False,
) -> None:
    """Watch a whole match between two bots, and see it verified at the end."""
    from pbem.cli.opening import game_named
    from pbem.errors import USAGE, Refused

    screen = Screen(plain=plain)
    rules = game_named(game)
    folder = directory if directory is not None else Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    if any(folder.glob("turn*.toml")):
        raise Refused(USAGE, f"{folder} holds a match already", "name an empty folder with --dir")
    scratch = Path(tempfile.mkdtemp(prefix="pbem-homes-"))
    try:
        table = _Demo(screen, rules, folder, scratch, seed).play()
        _closing(screen, table, folder, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


class _Demo:
    """Blue is a greedy bot, Red a random one.  Everything that is secret derives from the seed, so the
    charter says `practice = true`."""

    def __init__(self, screen: Screen, rules: Any, folder: Path, scratch: Path, seed: int) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        from pbem.bots import greedy_bot, random_bot
        from pbem.desk import keys
        from pbem.desk.clerk import Desk
        from pbem.desk.home import Home

        self.screen, self.rules, self.seed = screen, rules, seed
        self.folders = {"a": folder, "b": scratch / "red" / "match"}
        self.bots: dict[str, Callable[..., Any]] = {"a": greedy_bot.decide, "b": random_bot.decide}
        self.desks, self.keys = {}, {}
        for side in "ab":
            home = Home(scratch / ("blue" if side == "a" else "red") / "home")
            key = Ed25519PrivateKey.from_private_bytes(self.secret(f"key {side}"))
            keys.store(home.key_file, keys.Identity(key), None)
            self.keys[side] = keys.load(home.key_file, lambda _: None)
            self.desks[side] = Desk(home=home, entropy=lambda _, s=side: self.secret(f"nonce {s}"))  # type: ignore[misc]

    def secret(self, purpose: str) -> bytes:
        return hashlib.sha256(f"pbem demo {self.rules.name} {self.seed} {purpose}".encode()).digest()

    def play(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        from pbem.referee import match as m

        table = self.open()
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("turn {task.completed}"))
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("playing", total=40)
            while m.over(table.match, self.rules) is None:
                table = self.turn(table)
                progress.update(bar, completed=table.match.turn, total=max(40, table.match.turn + 10))
        return table

    def open(self) -> Any:
        """Turns 0 and 1, by the same steps as two people take."""
        from pbem.desk import opening

        options = SHORTER.get(self.rules.name, {})
        setup, _ = self.rules.setup(options, {})
        armies = list(self.rules.ready_armies(setup).values())
        terms = opening.Terms(
            rules=self.rules, army=armies[0], name="Greedy bot", title="demo", practice=True, options=options
        )
        written, table = opening.challenge_match(self.desks["a"], self.keys["a"], terms, self.folders["a"])
        self.tell(table)
        found = opening.read_challenge(written.path)
        answer, table = opening.answer_match(
            self.desks["b"],
            self.keys["b"],
            found,
            army=armies[1 % len(armies)],
            name="Random bot",
            folder=self.folders["b"],
        )
        self.path = answer.path
        self.tell(table)
        return table

    def turn(self, table: Any) -> Any:
        """One turn: the file that was sent is received, answered, told."""
        from random import Random

        from pbem.desk import clerk, matchfolder

        side = table.match.to
        desk, identity = self.desks[side], self.keys[side]
        shutil.copy(self.path, self.folders[side])  # the mail
        table = matchfolder.load(self.folders[side], desk.home)
        rng = Random(f"{self.seed} {table.match.head}")  # noqa: S311  # a bot's whims are no secret

        def decide(want: Any, state: Any, known: Any) -> Any:
            del want
            return self.bots[side](self.rules, state, side, known, rng)

        plan = clerk.prepare(desk, identity, table, decide)
        assert isinstance(plan, clerk.Plan)
        written, after = clerk.commit(desk, identity, plan)
        self.path = written.path
        self.tell(after)
        return after

    def tell(self, table: Any) -> None:
        from pbem.referee.report import chapter
        from pbem.ruleset import SIDE_NAMES

        part = chapter(self.rules, table.chapters[-1])
        if table.match.turn > 2 and all(line.tone == "quiet" for line in part.lines):
            return  # a duty file: nothing that a person would tell
        self.screen.data(f"Turn {part.turn} by {SIDE_NAMES[part.author]}")
        self.screen.story(part.lines)
        self.screen.data()


def _closing(screen: Screen, table: Any, folder: Path, scratch: Path) -> None:
    """The final board, the verification, the replay, and what to try next."""
    from pbem.cli.pictures import page_of
    from pbem.desk import files, matchfolder
    from pbem.desk.clerk import Desk
    from pbem.desk.home import Home
    from pbem.desk.matchfolder import turn_name
    from pbem.referee.report import ending

    if not (folder / turn_name(table.match.turn - 1)).exists():  # the last file was Red's
        shutil.copy(table.folder / turn_name(table.match.turn - 1), folder)
    for log in folder.glob("turn*.log.md"):
        log.unlink()
    judged = matchfolder.load(folder, full=True)
    screen.board(judged.rules.board(judged.match.state, None, {}))
    end = ending(judged.rules, judged.match)
    assert end is not None
    screen.data()
    screen.tell(end.text[:1].upper() + end.text[1:])
    size = sum(path.stat().st_size for path in folder.glob("turn*.toml")) // len(judged.chain)
    rolls = [roll for folded in judged.chapters for roll in folded.rolls]
    dice = sum(len(roll.rolled.faces) for roll in rolls)
    screen.tell(
        f"Verified from turn 0: {len(judged.chain)} signed files of {size} bytes on average, "
        f"{dice} dice, every state recomputed"
    )
    page = folder / "match.html"
    files.write(page, page_of(Desk(home=Home(scratch / "onlooker")), folder, onlooker=True), replace=True)
    screen.say("")
    screen.say(f"the turn files are in {folder}")
    screen.say(f"the match to look at, in any browser: {page}")
    screen.say(f"next: pbem verify {near(folder)}")
    screen.say(f"      pbem log {near(folder)}")
    screen.say("      pbem key new, then pbem new zipwarz, to play yourself")
