"""Bytes → sheets: size, frame, TOML, closed data model (protocol sections 1.1, 1.3 and 7).

Limits come before the parser, for a hostile file must cost nothing: 1 MiB a file, 4,096 bytes a line,
64 levels, 32 parts a dotted key.
"""

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import tomli as toml  # the parser of the standard library, compiled: same verdicts, faster

from pbem.errors import TurnRejected
from pbem.turnfile import repair
from pbem.turnfile.canon import check_data
from pbem.turnfile.write import unfold

T = TypeVar("T")
Notes = tuple[str, ...]
Opener = Callable[[dict[str, Any], Notes], T]
MAX_FILE: Final = 1 << 20
MAX_LINE: Final = 4096
MAX_LEVELS: Final = 64
MAX_PARTS: Final = 32
# What may hide a bracket or a dot: strings and comments, as TOML ends them (`""""` is a quote and the
# end), or not ended at all.  Linear: each alternative that begins also matches, and none backs up.
_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?|#[^\n]*+",
    re.DOTALL,
)
_OPEN: Final = re.compile(r"[\[\]{}]")


def candidates(raw: bytes) -> list[tuple[dict[str, Any], Notes]]:
    """Every turn or notice in the bytes as (data, notes on what was undone), in their order, nothing
    mended.

    Raises `TurnRejected` (`file/size`, `file/frame`, `file/toml`, `file/data`) if there is none: the
    refusal of the last frame, for the newest stands at the end of a file and first in a mail, and a
    file holds one.
    """
    return opened(raw, lambda data, notes: (data, notes))


def opened(raw: bytes, opener: Opener[T], holds: Callable[[T], bool] | None = None) -> list[T]:
    """Every frame in the bytes as `opener` makes it of data and notes; refusals as `candidates`.

    With `holds` (does its seal hold?) a frame that cannot be opened as it stands, or does not hold, is
    mended, and the first reading that holds is taken; where none does, it counts as it stands.
    """
    if not raw.strip():
        raise TurnRejected("file/size", f"the file is empty ({len(raw)} bytes); ask for it again")
    if len(raw) > MAX_FILE:
        raise TurnRejected("file/size", f"a turn file has at most {MAX_FILE} bytes, this has {len(raw)}")
    text, notes = repair.decoded(raw)
    reader = _Reader(opener, holds)
    found: list[T] = []
    refusal = None
    framed = repair.frames(text)
    if not framed:
        raise TurnRejected("file/frame", "the turn begins but does not end: the end of the file was cut off")
    for frame, more in framed:
        try:
            found.append(reader.read(frame, notes + more))
        except TurnRejected as error:
            refusal = error
    if not found and refusal:
        raise refusal
    return found


class _Reader(Generic[T]):
    """Reads the frames of one file; `left` is what guesses about them may still cost."""

    def __init__(self, opener: Opener[T], holds: Callable[[T], bool] | None) -> None:
        self.opener, self.holds, self.left = opener, holds, repair.MAX_GUESSED

    def read(self, frame: str, notes: Notes) -> T:
        first: T | None = None
        refusal = None
        try:
            first = self.opener(parse(frame), notes)
            if self.holds is None or self.holds(first):
                return first
        except TurnRejected as error:
            refusal = error
        mended = self._mended(frame, notes) if self.holds is not None else None
        if mended is not None:
            return mended
        if refusal is not None:
            raise refusal
        assert first is not None
        return first

    def _mended(self, frame: str, notes: Notes) -> T | None:
        """The first reading of a frame that holds."""
        for text, more in repair.mended(frame, self.left):
            self.left -= repair.cost(text)
            with contextlib.suppress(TurnRejected):
                mended = self.opener(parse(text), notes + more)
                if self.holds is not None and self.holds(mended):
                    return mended
        return None


def parse(text: str) -> dict[str, Any]:
    """TOML text inside the limits → data of the closed model, long strings joined."""
    limits(text)
    try:
        document = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise TurnRejected("file/toml", _damage(text, str(error))) from None
    except (RecursionError, ValueError) as error:
        raise TurnRejected("file/toml", f"not TOML: {str(error)[:200]}") from None
    try:
        data: dict[str, Any] = unfold(document)
    except RecursionError:  # dotted keys in arrays in dotted keys: deeper than any limit
        raise TurnRejected("file/data", f"more than {MAX_LEVELS} levels of arrays or tables") from None
    check_data(data)
    return data


def parse_json(raw: bytes) -> dict[str, Any]:
    """Canonical JSON, perhaps padded with blanks, → data of the closed model."""
    data: dict[str, Any] = json.loads(raw)
    check_data(data)
    return data


def limits(text: str) -> None:
    """Refuse (`file/data`) lines, levels and dotted keys beyond the limits, without parsing."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE // 4 and len(line.encode("utf-8", "surrogatepass")) > MAX_LINE:
            raise TurnRejected(
                "file/data", f"line {number} is longer than {MAX_LINE} bytes", path=f"line {number}"
            )
    bare = _TOKEN.sub("", text)
    level = 0
    for match in _OPEN.finditer(bare):
        level += 1 if match[0] in "[{" else -1
        if level > MAX_LEVELS:
            raise TurnRejected("file/data", f"more than {MAX_LEVELS} levels of arrays or tables")
    for line in bare.split("\n"):
        if line.count(".") >= MAX_PARTS:
            raise TurnRejected("file/data", f"a dotted key has at most {MAX_PARTS} parts")


def _damage(text: str, said: str) -> str:
    """What the parser said, with the marks of a known accident named."""
    if re.search(r"^(<{7}|={7}|>{7})( |$)", text, re.MULTILINE):
        return "it holds conflict marks of a merge (<<<<<<<): take one side's file whole, never a mixture"
    where = re.search(r"at line (\d+), column (\d+)", said)
    if where and int(where[2]) > 60 and "newline" not in text:
        line = text.split("\n")[int(where[1]) - 1]
        if len(line) >= 60 and line.count('"') % 2:
            return f"damaged in transit: line {where[1]} was cut off at {len(line)} columns"
    return f"damaged or not a turn file: {said[:200]}"
