"""`pbem replay`, and what `show --svg`, `orders --html` and `demo` draw."""

import contextlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from pbem.cli.screen import Screen, near
from pbem.desk.clerk import Desk


def register(app: typer.Typer) -> None:
    app.command()(replay)


SIDES: Final = {"blue": "a", "red": "b", "a": "a", "b": "b"}


def replay(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A turn file, or the folder of a match.")] = Path(),
    output: Annotated[
        str, typer.Option("--output", "-o", help="The page to write (-: standard output).")
    ] = "match.html",
    side: Annotated[str, typer.Option(help="blue or red: as this side sees it.")] = "",
    onlooker: Annotated[
        bool, typer.Option("--onlooker", help="With nothing that only you know, for others to read.")
    ] = False,
) -> None:
    """The match as one page to look at: a film, the story, luck, and an order panel when it is your move.

    It needs no network, holds only what you may know, and works in any browser.
    """
    screen = Screen()
    page = page_of(context.obj, path, side=side_named(side), onlooker=onlooker)
    deliver(screen, output, page)


def side_named(side: str) -> str:
    """a, b, or "" for nothing said."""
    from pbem.errors import USAGE, Refused

    found = SIDES.get(side.lower(), "")
    if side and not found:
        raise Refused(USAGE, f"there is no side {side!r}", "blue or red")
    return found


def page_of(desk: Desk, path: Path, *, side: str = "", onlooker: bool = False) -> str:
    """The replay of a match as a page; `Refused` where it has not begun."""
    from pbem.cli.gather import gather
    from pbem.views.replay import page

    return page(gather(desk, path, side=side, onlooker=onlooker))


def deliver(screen: Screen, output: str, page: str) -> None:
    """Write a page or a picture where it was wanted, and say so."""
    from pbem.desk import files

    if output == "-":
        screen.data(page.rstrip("\n"))
        return
    target = Path(output)
    files.write(target, page, replace=True)
    screen.say(f"written: {near(target)} ({-(-len(page.encode()) // 1000)} KB)")
    screen.say("next: open it in a browser" if target.suffix == ".html" else "next: open it")


def beside(screen: Screen, desk: Desk, folder: Path, turn: int) -> None:
    """`orders --html`: the replay beside the newest turn file."""
    from pbem.desk import files

    target = folder / f"turn{turn:02d}.html"
    files.write(target, page_of(desk, folder), replace=True)
    screen.say(f"written: {near(target)}, the match to look at")


# -- pictures of one position -----------------------------------------------------------------


def picture(screen: Screen, table: Any, board: Any, viewer: str, svg: str, png: str) -> None:
    """`show --svg` and `--png`: the position as a picture, the viewer's own edge at the bottom."""
    from pbem.views.svg import board_svg

    title = table.match.charter.title or table.rules.title
    if svg:
        deliver(screen, svg, board_svg(board, title=title, viewer=viewer))
    if png:
        _convert(board_svg(board, title=title, viewer=viewer, theme="light"), Path(png))
        screen.say(f"written: {near(Path(png))}")


def with_reach(rules: Any, state: Any, board: Any, unit: str, folder: Path) -> Any:
    """`show --reach`: the board with the ranges of a unit ("": of none)."""
    from msgspec.structs import replace

    from pbem.errors import USAGE, Refused

    if not unit:
        return board
    try:
        found = rules.reach(state, unit)
    except ValueError as error:
        raise Refused(USAGE, str(error)) from None
    if found is None:
        message = f"{rules.title} is played in places, not in inches: there is no range to draw"
        raise Refused(USAGE, message, f"pbem legal {near(folder)} says what a unit can do")
    return replace(board, rings=found.rings)


_CONVERTERS: Final = ("rsvg-convert", "inkscape", "chromium", "chromium-browser", "google-chrome")


def _convert(svg: str, target: Path) -> None:
    """SVG → PNG by whatever program is installed, at twice its size."""
    from pbem.errors import USAGE, Refused

    program = next((found for name in _CONVERTERS if (found := shutil.which(name))), None)
    if program is None:
        message = "no program that turns SVG into PNG was found"
        raise Refused(USAGE, message, f"install one of {', '.join(_CONVERTERS[:3])}, or use --svg")
    with tempfile.TemporaryDirectory() as scratch:
        source, made = Path(scratch) / "board.svg", Path(scratch) / "board.png"
        source.write_text(svg, "utf-8")
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(  # noqa: S603  (a program that is installed here, and our own picture)
                _command(Path(program), source, made, svg), capture_output=True, timeout=120, check=False
            )
        if not made.exists():
            raise Refused(USAGE, f"{Path(program).name} made no picture", "try --svg")
        try:
            shutil.copyfile(made, target)
        except OSError as error:
            raise Refused(USAGE, f"cannot write {target}: {error.strerror}") from None


def _command(program: Path, source: Path, made: Path, svg: str) -> list[str]:
    if program.name == "rsvg-convert":
        return [str(program), "--zoom", "2", "--output", str(made), str(source)]
    if program.name == "inkscape":
        return [str(program), str(source), "--export-dpi=192", f"--export-filename={made}"]
    import re

    w, h = (re.search(rf'<svg [^>]*\b{name}="(\d+)', svg) for name in ("width", "height"))
    size = f"{int(w[1]) + 1},{int(h[1]) + 1}" if w and h else "900,900"
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run")
    profile = f"--user-data-dir={made.parent / 'profile'}"
    shot = (f"--window-size={size}", "--force-device-scale-factor=2", f"--screenshot={made}")
    return [str(program), *quiet, profile, *shot, source.as_uri()]
