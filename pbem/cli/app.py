"""The command line: its families of commands, and what becomes of every error.

Exit statuses: 0 good, 1 a bug of the program, 2 usage, 3 orders refused, 4 not a turn or damaged,
5 signature, key or charter, 6 chain, fork or not your move, 7 newer format or other rules, 8 mail or
network, 9 key missing or locked, 10 the other side's file breaks the rules.
"""

import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli import demo, judge, key, look, mail, notices, opening, pictures, play, repository, status, words
from pbem.desk.clerk import Desk
from pbem.desk.home import Home
from pbem.errors import BUG, USAGE, PbemError
from pbem.views.terminal import tidy_ascii

EXITS = (
    "Exit status: 0 good · 1 bug · 2 usage · 3 orders refused · 4 not a turn · 5 signature or key · "
    "6 chain, fork, not your move · 7 other format or rules · 8 mail · 9 key · "
    "10 the other side's file breaks the rules."
)

app = typer.Typer(
    name="pbem",
    help="A play-by-mail referee for two-player tabletop games.\n\nBegin with: pbem demo",
    epilog=EXITS,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def everywhere(
    context: typer.Context,
    home: Annotated[
        Path | None,
        typer.Option(
            help="Folder of key and journal instead of PBEM_HOME (two players at one computer).",
            show_default=False,
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print version and licence, and leave.")] = False,
) -> None:
    """Options before the command count for all of them."""
    if version:
        from pbem import __version__
        from pbem.about import ABOUT

        print(ABOUT.format(version=__version__))
        raise typer.Exit
    context.obj = Desk(home=Home(home if home is not None else Home.default()))


for family in (key, opening, play, mail, repository, notices, status, look, pictures, judge, demo):
    family.register(app)


def run(arguments: list[str]) -> int:
    """Run one command; returns the exit status.  Nothing a user can do ends in a traceback."""
    try:
        result = _command()(arguments, standalone_mode=False)
    except PbemError as error:
        for line in words.lines(error):
            _say(line)
        return error.status
    except (KeyboardInterrupt, EOFError):
        _say("\ninterrupted; nothing was written")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:  # noqa: BLE001  # the last resort
        return _unexpected(error)
    return result if isinstance(result, int) else 0


class _Spelt(typer.Context.formatter_class):  # type: ignore[misc, valid-type]
    """Help for a terminal that cannot show every sign: the library would send it UTF-8 all the same."""

    def getvalue(self) -> str:
        return tidy_ascii(super().getvalue())


class _SpeltContext(typer.Context):
    formatter_class = _Spelt


def _command() -> Any:
    """The whole tree of commands."""
    command = typer.main.get_command(app)
    waiting: list[Any] = [] if "utf" in (sys.stdout.encoding or "").lower() else [command]
    while waiting:
        one = waiting.pop()
        one.context_class = _SpeltContext
        waiting += getattr(one, "commands", {}).values()
    return command


def _unexpected(error: Exception) -> int:
    show = getattr(error, "format_message", None)
    if show is not None:  # a usage error of the command line library
        context = getattr(error, "ctx", None)
        _say(f"{show()[:1].lower()}{show()[1:]}")
        _say(f"hint: {context.command_path if context else 'pbem'} --help")
        return USAGE
    if type(error).__name__ in {"Abort", "Exit"}:
        return int(getattr(error, "exit_code", 130))
    report = "".join(traceback.format_exception(error))
    place = Home.default() / "crash.txt"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(report, "utf-8")
        where = f"details are in {place}"
    except OSError:
        where = "details could not be stored"
    _say(f"a bug in the program ({type(error).__name__}: {str(error)[:200]}); your files are as they were")
    _say(f"hint: please report it; {where}")
    return BUG


def _say(text: str) -> None:
    from pbem.cli.screen import Screen

    Screen().say(text)
