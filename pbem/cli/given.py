"""What the command line gives: the file that a command is about, and texts of a certain length."""

import re
from pathlib import Path
from typing import Any

from pbem.cli.screen import near
from pbem.desk import clerk, files, matchfolder, orderfile
from pbem.desk.clerk import Desk
from pbem.desk.keys import Identity
from pbem.desk.matchfolder import Table, turn_name
from pbem.errors import CHAIN, USAGE, OrdersRefused, Refused, TurnRejected
from pbem.turnfile.model import MESSAGE_LIMIT
from pbem.turnfile.seal import Sheet

_ORDERS = re.compile(r"turn(\d+)\.orders\.toml")
NAME_LIMIT = 60  # characters of a name or a title (protocol section 2)


def opened(desk: Desk, identity: Identity, file: Path) -> tuple[Table, tuple[str, ...]]:
    """The match of a file or folder (`clerk.open_table`); an order file and a challenge that was not
    answered here are refused with the command that they are for, and nothing is remembered of them."""
    if not file.is_dir():
        _no_order_file(file)
    start = _challenge(desk, file)
    if start is not None and start.turn.seal.key != identity.public:
        message = f"{file if file.is_dir() else file.name} is a challenge that you have not answered"
        place = file / turn_name(0) if file.is_dir() else file
        raise Refused(CHAIN, message, f"pbem join {near(place)}        (shows the terms first)")
    return clerk.open_table(desk, file)


def _no_order_file(file: Path) -> None:
    try:
        matchfolder.sheets_of(files.read(file))
    except TurnRejected:
        named = _ORDERS.fullmatch(file.name)
        if named is None and not _reads_as_orders(file):
            raise
    else:
        return
    newest = file.with_name(turn_name(int(named[1]) - 1)) if named is not None else None
    if newest is not None and newest.exists():
        hint = f"pbem orders {near(newest)}"
    else:
        hint = f"pbem orders MATCH --from {near(file)}        (MATCH: the folder, or the turn you got)"
    raise Refused(USAGE, f"{file.name} is an order file, not a turn", hint)


def _reads_as_orders(file: Path) -> bool:
    """Whether a file that is no turn has a part of an order file of any game in it."""
    from pbem import games

    try:
        data = orderfile.read(files.read(file), file.name).data
    except OrdersRefused:
        return False
    known = {key for name in games.NAMES for key in games.find(name).order_file_schema["properties"]}  # type: ignore[union-attr]
    return bool(data) and set(data) <= known


def _challenge(desk: Desk, path: Path) -> Sheet | None:
    """The turn 0 that a path stands for, where this computer has no turn 1 to it."""
    file = path / turn_name(0) if path.is_dir() else path
    if not file.exists():
        return None
    try:
        sheet = matchfolder.sheets_of(files.read(file))[0]
    except TurnRejected:
        return None
    if "notice" in sheet.data or sheet.data.get("turn") != 0:
        return None
    known = desk.home.matches().get(sheet.hash, {}).get("folder")
    folders = [file.resolve().parent, *([Path(known)] if known else [])]
    return None if any((folder / turn_name(1)).exists() for folder in folders) else sheet


def limited(option: str, text: str, limit: int) -> str:
    """A text of the command line, refused by the name of its option where no turn file can hold it."""
    if len(text) > limit:
        raise Refused(USAGE, f"{option}: expected at most {limit} characters, found {len(text)}")
    if limit == NAME_LIMIT and re.search(
        r"[\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]", text
    ):
        raise Refused(USAGE, f"{option}: expected one line of text, found a control character in it")
    return text


def checked(*, name: str = "", title: str = "", message: str = "") -> None:
    """The texts that begin a match, or a refusal."""
    limited("--name", name, NAME_LIMIT)
    limited("--title", title, NAME_LIMIT)
    word(message)


def word(text: str) -> str:
    """`--message`, or a refusal."""
    return limited("--message", text, MESSAGE_LIMIT)


def unit_named(board: Any, said: str) -> str:
    """The id of a unit on a board by its id, its name, or the beginning of a name that only it has; what
    fits nothing is handed on as it is, for the game to say what there is."""
    plain = " ".join(said.replace("_", " ").casefold().split())
    here = [piece for piece in board.pieces if "gone" not in piece.flags]
    if any(piece.id.casefold() == plain for piece in board.pieces):
        return said
    for fits in (
        [p.id for p in here if p.label.casefold() == plain],
        [p.id for p in here if any(w.startswith(plain) for w in _endings(p.label.casefold()))],
    ):
        if len(fits) == 1:
            return str(fits[0])
        if fits:
            message = f"{said[:40]!r} may be {', '.join(fits)}"
            raise Refused(USAGE, message, "name the one you mean by its number")
    return said


def _endings(name: str) -> list[str]:
    """A name from each of its words on."""
    words = name.split()
    return [" ".join(words[i:]) for i in range(len(words))]
