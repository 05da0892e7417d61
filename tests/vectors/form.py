"""A conformance vector: what its file looks like, and how it is judged.

    # vector: <name>           comment lines: name, one sentence, game, seed of keys and nonces,
    # …                        the verdict, the number of the file that is judged, the place at fault
    <framed turn files>        the chain from turn 0; the last one is judged
    # raw                      (sometimes) what stands behind this line is judged, byte for byte,
    # raw: base64              or, where it is no plain text, what it encodes

The README beside this file tells it to people who write another program.
"""

import base64
import tempfile
from pathlib import Path

import msgspec

from pbem.desk import matchfolder
from pbem.desk.matchfolder import Table
from pbem.errors import TurnRejected
from pbem.games import zipwarz, zoids
from pbem.referee import match as m
from pbem.referee.fold import begin, fold, match_setup
from pbem.referee.statements import hear
from pbem.ruleset import Ruleset
from pbem.turnfile.model import Turn
from pbem.turnfile.seal import Sheet
from pbem.turnfile.write import BEGIN, END

GAMES: dict[str, Ruleset] = {rules.name: rules for rules in (zipwarz.RULESET, zoids.RULESET)}
ACCEPT = "accept"
_RAW, _RAW_64 = b"\n# raw\n", b"\n# raw: base64\n"


class Vector(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario.  `turn` is the number that the judged file bears (of a notice: of the turn that it is
    about), `winner` who has won after it ("a", "b", "draw"; "" while the match goes on).  `mended`: only a
    reader that mends what mail did to the letters can accept it."""

    name: str
    what: str
    game: str
    seed: str
    turn: int
    expect: str = ACCEPT
    path: str = ""
    winner: str = ""
    mended: bool = False
    files: tuple[str, ...]  # framed
    raw: bytes | None = None  # judged instead of the last of the files

    @property
    def chain(self) -> tuple[bytes, ...]:
        """Everything in order, as bytes; the last one is judged."""
        framed = tuple(text.encode() for text in self.files)
        return framed if self.raw is None else (*framed, self.raw)


class Verdict(msgspec.Struct, frozen=True):
    """What became of the judged file."""

    expect: str
    path: str = ""
    turn: int = -1
    winner: str = ""
    said: str = ""
    notes: tuple[str, ...] = ()


# -- as a file -------------------------------------------------------------------------------------------
def to_bytes(vector: Vector) -> bytes:
    """The file of a vector."""
    rows = {
        "vector": vector.name,
        "what": vector.what,
        "game": vector.game,
        "seed": vector.seed,
        "expect": vector.expect,
        "turn": vector.turn,
        "path": vector.path,
    }
    rows |= {"winner": vector.winner} if vector.winner else {}
    rows |= {"mended": "yes"} if vector.mended else {}
    head = "".join(f"# {name}: {value}".rstrip() + "\n" for name, value in rows.items())
    out = (head + "".join(f"\n{text}" for text in vector.files)).encode()
    if vector.raw is None:
        return out
    if _plain(vector.raw):
        return out + _RAW + vector.raw
    return out + _RAW_64 + base64.encodebytes(vector.raw)


def _plain(raw: bytes) -> bool:
    """Whether bytes can stand in a text file as they are, seen by everybody alike."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return False
    return all(char in "\n\t" or char.isprintable() for char in text)


def from_bytes(raw: bytes) -> Vector:
    """The inverse; a file that is no vector is a ValueError."""
    judged: bytes | None = None
    text = raw
    for mark in (_RAW, _RAW_64):
        before, found, after = raw.partition(mark)
        if found:
            text, judged = before, after if mark == _RAW else base64.decodebytes(after)
    head, _, rest = text.decode().partition("\n\n")
    rows = dict(row.removeprefix("# ").partition(":")[::2] for row in head.splitlines())
    known = {name.strip(): value.strip() for name, value in rows.items()}
    return Vector(
        name=known["vector"],
        what=known["what"],
        game=known["game"],
        seed=known["seed"],
        turn=int(known["turn"]),
        expect=known["expect"],
        path=known["path"],
        winner=known.get("winner", ""),
        mended=known.get("mended") == "yes",
        files=_framed(rest),
        raw=judged,
    )


def _framed(text: str) -> tuple[str, ...]:
    rows: list[str] = []
    found = []
    for line in text.splitlines(keepends=True):
        rows = [line] if line.startswith(BEGIN) else [*rows, line]
        if line.startswith(END):
            found.append("".join(rows))
    return tuple(found)


# -- judged ----------------------------------------------------------------------------------------------
def judged(vector: Vector) -> Verdict:
    """The verdict of this program on the last file, after all others were accepted."""
    *before, last = vector.chain
    rules = GAMES[vector.game]
    table: Table | None = None
    with tempfile.TemporaryDirectory() as folder:
        for raw in before:
            table = _after(table, raw, rules, Path(folder))[0]
        try:
            table, notes = _after(table, last, rules, Path(folder))
        except TurnRejected as refusal:
            said = str(refusal)
            return Verdict(refusal.code, refusal.path, refusal.turn, said=said)
    over = m.over(table.match, rules)
    return Verdict(ACCEPT, winner=(over.winner or "draw") if over else "", notes=notes)


def _after(table: Table | None, raw: bytes, rules: Ruleset, folder: Path) -> tuple[Table, tuple[str, ...]]:
    """The match after what stands in these bytes, and what mail had done to it."""
    notes: tuple[str, ...] = ()
    for sheet in matchfolder.sheets_of(raw):
        table = _next(table, sheet, rules, folder)
        notes = sheet.notes
    assert table is not None
    return table, notes


def _next(table: Table | None, sheet: Sheet, rules: Ruleset, folder: Path) -> Table:
    if table is None:
        match = begin(sheet, rules).match
        setup = match_setup(match.charter, rules)
        return Table(folder=folder, rules=rules, setup=setup, match=match, chain=(sheet.hash,), stats={})
    if not isinstance(sheet.content, Turn):
        table.match = hear(table.match, table.rules, sheet)
    elif sheet.turn.turn < len(table.chain):
        matchfolder.adopt(table, sheet)  # a copy of what is there, a fork, or a challenge that was taken
    else:
        table.match = fold(table.match, rules, table.setup, sheet).match
        table.chain = (*table.chain, sheet.hash)
    return table
