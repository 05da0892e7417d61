"""What mail programs do to text, undone before anything is parsed (protocol section 1.3).

Everything here changes how text arrives, never what was signed: a repair counts only if the signature
then verifies.  Encodings, line ends, and quote marks in front of a framed turn.
"""

import codecs
import re
from typing import Final

from pbem.turnfile.write import BEGIN, END

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(raw: bytes) -> tuple[str, tuple[str, ...]]:
    """Bytes → text, with notes on what was undone.  Never fails: bytes that are no UTF-8 are read as
    Latin-1, for a frame is ASCII and the words around it do not count."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            text = raw[len(bom) :].decode(encoding, "replace")
            note = () if encoding == "utf-8" else ("read as UTF-16",)
            return lines_fixed(text), note
    try:
        return lines_fixed(raw.decode()), ()
    except UnicodeDecodeError:
        return lines_fixed(raw.decode("latin-1")), ()


def lines_fixed(text: str) -> str:
    """CR CR LF, CR LF and lone CR → LF."""
    return re.sub(r"\r+\n|\r", "\n", text)


def frames(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every framed turn in a text, without the quote marks or blanks that stood in front of its first
    line, with notes on what was undone; the text itself if no frame begins in it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    prefix: str | None = None  # of the frame that is open
    begun, rows = False, [""]
    for line in text.split("\n"):
        before, mark, rest = line.partition(BEGIN)
        if mark and '"' not in before:  # else somebody's words; a frame that was open is cut off
            begun, prefix, rows = True, before, [rest]
        elif prefix is not None:
            bare = _without(prefix, line)
            if bare.startswith(END):
                notes = () if not prefix else (f"quote marks removed ({prefix.strip() or 'blanks'})",)
                found.append(("\n".join(rows) + "\n", notes))
                prefix = None
            else:
                rows.append(bare)
    return found if begun else [(text, ())]


def _without(prefix: str, line: str) -> str:
    if prefix and line.startswith(prefix):
        return line[len(prefix) :]
    bare = prefix.rstrip()  # an empty quoted line loses the blank behind its mark
    return line[len(bare) :] if bare and line.startswith(bare) else line
