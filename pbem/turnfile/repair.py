"""What mail programs do to text, undone (protocol section 1.3).

`decoded` and `frames` undo what hurts nobody: encodings, line ends, quote marks in front of a framed
turn.  `mended` guesses what happened to the characters and the lines of a frame; a guess counts only if
the signature then holds, so a wrong one can do nothing but fail.
"""

import codecs
import html
import itertools
import quopri
import re
from collections.abc import Callable, Iterator
from typing import Final

from pbem.turnfile.write import BEGIN, END

Notes = tuple[str, ...]
MAX_MENDED: Final = 1 << 18  # characters of a frame; what is longer was not pasted anywhere
MAX_GUESSED: Final = 1 << 20  # characters of all guesses about one file; a short one counts as `_SHORT`
_SHORT: Final = 1 << 12
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Nothing but ASCII is ever written, so each of these was put there on the way → what it stands for.
BLANKS: Final = dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f\u3000", " ")
HIDDEN: Final = dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad", "")
QUOTES: Final = {**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚", "'")}
_TYPESET: Final = {"–": "-", "—": "--", "…": "..."}
_WINDOWS: Final = {
    "\x91": "'",
    "\x92": "'",
    "\x93": '"',
    "\x94": '"',
    "\x96": "-",
    "\x97": "--",
    "\x85": "...",
}
# Letters of Windows-1252 → the byte that each was; the five codes that it leaves open stand for themselves.
_AS_BYTES: Final = {
    ord(letter): byte for byte in range(0x80, 0xA0) if (letter := bytes([byte]).decode("cp1252", "ignore"))
}
_PLAIN: Final = str.maketrans({**BLANKS, **HIDDEN, **QUOTES, **_TYPESET, **_WINDOWS})


def decoded(raw: bytes) -> tuple[str, Notes]:
    """Bytes → text, with notes on what was undone.  Never fails: bytes that are no UTF-8 are read as
    Latin-1, for a frame is ASCII and the words around it do not count."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            text = raw[len(bom) :].decode(encoding, "replace")
            note = () if encoding == "utf-8" else ("read as UTF-16",)
            return lines_fixed(text), note
    for zeros, encoding in ((raw[1:200:2], "utf-16-le"), (raw[:200:2], "utf-16-be")):
        if zeros and zeros.count(0) > len(zeros) * 3 // 4 and raw[:200].count(0) < 150:  # ASCII as UTF-16
            return lines_fixed(raw.decode(encoding, "replace")), ("read as UTF-16",)
    try:
        return lines_fixed(raw.decode()), ()
    except UnicodeDecodeError:
        return lines_fixed(raw.decode("latin-1")), ()


def lines_fixed(text: str) -> str:
    """CR CR LF, CR LF and lone CR → LF."""
    *lines, last = text.split("\n")
    return "\n".join([*(line.rstrip("\r") for line in lines), last]).replace("\r", "\n")


def frames(text: str) -> list[tuple[str, Notes]]:
    """Every framed turn in a text, without the quote marks or blanks that stood in front of its first
    line, with notes on what was undone; the text itself if no frame begins in it.

    Where not even the mark BEGIN is legible, the whole text is mended until it is.
    """
    text, told = _legible(text)
    found: list[tuple[str, Notes]] = []
    prefix: str | None = None  # of the frame that is open
    begun, rows = False, [""]
    for line in text.split("\n"):
        before, mark, rest = line.partition(BEGIN)
        if mark and '"' not in before:  # else somebody's words; a frame that was open is cut off
            begun, prefix, rows = True, before, [rest]
        elif prefix is not None:
            bare = _without(prefix, line)
            if bare.lstrip().startswith(END):
                notes = () if not prefix else (f"quote marks removed ({prefix.strip() or 'blanks'})",)
                found.append(("\n".join(rows) + "\n", told + notes))
                prefix = None
            else:
                rows.append(bare)
    return found if begun else [(text, told)]


def _legible(text: str) -> tuple[str, Notes]:
    if BEGIN not in text:
        for steps in _STEPS:
            reading, notes = _after(steps, text)
            if BEGIN in reading:
                return reading, notes
    return text, ()


def _without(prefix: str, line: str) -> str:
    if prefix and line.startswith(prefix):
        return line[len(prefix) :]
    bare = prefix.rstrip()  # an empty quoted line loses the blank behind its mark
    return line[len(bare) :] if bare and line.startswith(bare) else line


# -- guesses ---------------------------------------------------------------------------------------


def cost(frame: str) -> int:
    """What one guess about a frame costs, in characters."""
    return max(len(frame), _SHORT)


def mended(frame: str, most: int = MAX_GUESSED) -> Iterator[tuple[str, Notes]]:
    """Readings of a frame that its signature may confirm, each with notes on what was undone: the
    likely ones first, fewer than thirty, none twice, and never the frame as it stands.  There are
    fewer where they would cost more than `most`, for a hostile file must cost nothing."""
    if len(frame) > MAX_MENDED:
        return
    seen, begun = {frame}, set[str]()
    for steps in ((), *_STEPS):
        text, notes = _after(steps, frame)
        if text in begun:
            continue
        begun.add(text)
        for join, note in _JOINS:
            most -= cost(text)
            if most < 0:
                return
            reading = join(text)
            if reading not in seen:
                seen.add(reading)
                yield reading, (*notes, *note)


def plain(text: str) -> str:
    """Odd blanks, typographic quotation marks and dashes → the ASCII that they stand for."""
    return text if text.isascii() else text.translate(_PLAIN)


def unescaped(text: str) -> str:
    """HTML entities resolved: `&quot;` → `"`."""
    return html.unescape(text) if "&" in text else text


def unquoted(text: str) -> str:
    """Quoted-printable that nobody has decoded: `=3D` → `=`, and a line that ends with `=` goes on."""
    if "=3D" not in text and "=3d" not in text:
        return text
    return decoded(quopri.decodestring(text.encode()))[0]


def reread(text: str) -> str:
    """UTF-8 that was read as Windows-1252 or Latin-1 (`Â`, `â€œ`), where it can be told."""
    return text if text.isascii() else re.sub(r"[^\x00-\x7f]+", lambda run: _reread(run[0]), text)


def _reread(run: str) -> str:
    try:
        return run.translate(_AS_BYTES).encode("latin-1").decode()
    except UnicodeError:
        return run


def _after(steps: "tuple[_Step, ...]", text: str) -> tuple[str, Notes]:
    notes: Notes = ()
    for step, note in steps:
        before, text = text, step(text)
        if text != before and note not in notes:
            notes = (*notes, note)
    return text, notes


def flowed(text: str) -> str:
    """Lines that end with a blank go on in the next one, as `format=flowed` means them (RFC 3676)."""
    return re.sub(r" \n ?", " ", text)


def unwrapped(text: str, glue: str = " ") -> str:
    """Lines that were broken where TOML allows no break, joined with `glue`: inside a string, inside an
    inline table, and where no statement begins.  What was broken off a comment is dropped."""
    rows = itertools.dropwhile(lambda row: not _BEGINS.match(row), text.split("\n"))
    text = _STRING.sub(lambda found: re.sub(r"[ \t]*\n[ \t]*", glue, found[0]), "\n".join(rows))
    out: list[str] = []
    nested: list[str] = []
    before = ""  # the last lexeme that is not blank
    for found in _LEXEME.finditer(text):
        lexeme = found[0]
        if lexeme in "[{":
            nested.append(lexeme)
        elif lexeme in "]}" and nested:
            nested.pop()
        elif lexeme[0] == "\n":
            rest = text[found.end() : found.end() + 80].lstrip(" \t\n")
            if not nested:
                goes_on = before == "=" or not _STATEMENT.match(rest)
            else:
                goes_on = nested[-1] == "{" or (before[-1:].isalnum() and rest[:1].isalnum())
            lexeme = glue if goes_on else lexeme
        before = lexeme.rstrip() or before
        out.append(lexeme)
    return "".join(out).strip() + "\n"


_BEGINS: Final = re.compile(r'[ \t]*[\w"-][\w".-]*[ \t]*=')
_STATEMENT: Final = re.compile(r'\[|[\w"-][\w".-]*[ \t\n]*=|$')
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_LEXEME: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|\n+|[\[\]{}=]|[^\[\]{}=\n"]+', re.DOTALL)

_Step = tuple[Callable[[str], str], str]
_CHARACTERS: Final = (plain, "odd blanks, quotation marks or dashes made plain")
_ENTITIES: Final = (unescaped, "HTML entities resolved")
_QUOTED: Final = (unquoted, "quoted-printable decoded")
_READ: Final = (reread, "letters read in the wrong alphabet")
_ALL: Final = (_QUOTED, _READ, _ENTITIES)
_STEPS: Final[tuple[tuple[_Step, ...], ...]] = (
    (_CHARACTERS,),
    (_QUOTED,),
    (_QUOTED, _CHARACTERS),
    (_ENTITIES, _CHARACTERS),
    (_READ, _CHARACTERS),
    (*_ALL, *_ALL, _CHARACTERS),
)
_JOINS: Final[tuple[tuple[Callable[[str], str], Notes], ...]] = (
    (lambda text: text, ()),
    (flowed, ("wrapped lines joined",)),
    (unwrapped, ("wrapped lines joined",)),
    (lambda text: unwrapped(text, ""), ("wrapped lines joined",)),
)
