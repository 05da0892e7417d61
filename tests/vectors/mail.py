"""Turn 1 as it comes out of a mail program: changed in every letter, perhaps, and the same turn all the same.

Words stand around it, and it brings a message that mail programs like to change.
"""

import codecs
import json
from collections.abc import Callable
from typing import Any

from pbem.turnfile.write import BEGIN, END
from tests.kit.cheat import signed_text
from tests.kit.duel import read
from tests.post import manglings as post
from tests.vectors.scenes import Made, raw, to_answer
from tests.vectors.table import mangled

MESSAGE = (
    "From the ford we advance.\n> not quoted\n.\n\t"
    "Gr\u00fc\u00dfe, \u201cZo\u00eb\u201d -- 5 < 6 & 7 > 6 = \u2026"
)
Mail = Callable[[str], str | bytes]


def utf_16(order: str, bom: bytes) -> Mail:
    return lambda text: bom + text.replace("\n", "\r\n").encode(f"utf-16-{order}")


def unframed(text: str) -> str:
    inside = text[text.index(BEGIN) : text.index(END)]
    return inside.replace(BEGIN, "# a turn")


def rewritten(text: str) -> str:
    """The same data in the TOML of another program: no frame, tables in line, keys in the order of the
    alphabet, letters beyond ASCII as they are."""

    def value(data: Any) -> str:
        if isinstance(data, dict):
            return "{" + ", ".join(f'"{key}" = {value(data[key])}' for key in sorted(data)) + "}"
        if isinstance(data, list):
            return "[" + ",\n  ".join(map(value, data)) + "]"
        return json.dumps(data, ensure_ascii=False)

    data = read(text[text.index(BEGIN) :]).data
    return "# made by another program\n" + "".join(f"{key} = {value(data[key])}\n" for key in sorted(data))


# name → (what it is, how it is done)
AS_IT_STANDS: dict[str, tuple[str, Mail]] = {
    "untouched": ("nothing happened to it but the words around it", lambda t: t),
    "crlf": ("lines end with CR LF", post.SOFT["crlf"]),
    "cr-cr-lf": ("lines end with CR CR LF", post.SOFT["cr cr lf"]),
    "lone-cr": ("lines end with a lone CR", post.SOFT["lone cr"]),
    "crlf-in-some-lines": ("some lines end with CR LF", lambda t: t.replace('"\n', '"\r\n')),
    "utf-8-with-bom": ("it begins with a byte order mark", lambda t: codecs.BOM_UTF8 + t.encode()),
    "utf-16-le": ("UTF-16, little-endian, with its mark and CR LF", utf_16("le", codecs.BOM_UTF16_LE)),
    "utf-16-be": ("UTF-16, big-endian, with its mark and CR LF", utf_16("be", codecs.BOM_UTF16_BE)),
    "words-in-latin-1": ("the words around it are no UTF-8", lambda t: t.encode("latin-1", "replace")),
    "trailing-blanks-added": ("every line ends with blanks", post.SOFT["trailing blanks added"]),
    "no-final-newline": ("the last line does not end", post.SOFT["no final newline"]),
    "more-newlines": ("empty lines between the tables", post.SOFT["extra newlines"]),
    "double-spaced": ("an empty line behind every line", post.SOFT["double-spaced"]),
    "from-escaped": ("a line of the letter begins with >From", post.SOFT[">From escaping"]),
    "dot-stuffed": ("a dot before every line that begins with one", post.SOFT["dot-stuffing"]),
    "quoted": ("every line begins with > and a blank", post.SOFT["quoted with >"]),
    "quoted-tightly": ("every line begins with >", post.quoted(">")),
    "quoted-twice": ("every line begins with > > and a blank", post.quoted("> > ")),
    "quoted-with-bars": ("every line begins with | and a blank", post.SOFT["quoted with |"]),
    "quoted-with-initials": ("every line begins with Ann>", post.quoted("Ann> ")),
    "indented": ("every line begins with four blanks", post.SOFT["indented by 4"]),
    "indented-by-a-tab": ("every line begins with a tab", post.quoted("\t")),
    "list-footer": ("a mailing list wrote below it", post.SOFT["list footer"]),
    "comments-added": ("comments stand in it, unsigned", lambda t: t.replace("\n[", "\n# not signed\n[")),
    "without-any-frame": ("the marks are gone, and so is the letter", unframed),
    "another-writer": ("another program wrote the same data in its own way", rewritten),
}  # fmt: skip
MENDED: dict[str, tuple[str, Mail]] = {
    "quoted-printable": ("nobody decoded its quoted-printable", post.SOFT["quoted-printable left raw"]),
    "flowed": ("format=flowed, pasted as it stood", post.SOFT["format=flowed paste"]),
    "wrapped-at-60": ("lines wrapped at 60 columns, in strings too", post.HARSH["hard wrap at 60"]),
    "no-break-blanks": ("every blank is a no-break space", post.SOFT["nbsp for blanks"]),
    "zero-width-marks": ("invisible marks in every line", post.HARSH["zero-width marks"]),
    "smart-quotes": ("straight quotation marks became typographic", post.SOFT["smart quotes"]),
    "html-entities": ("quotation marks and signs became HTML entities", post.SOFT["html entities"]),
    "smart-quotes-misread": (
        "typographic marks in UTF-8 that were read as Windows-1252",
        lambda t: post.mojibake(post.smart(t)),
    ),
}  # fmt: skip


def _enter(name: str, what: str, mail: Mail, *, mended: bool) -> None:
    def maker() -> Made:
        scene, data = to_answer()
        letter = post.letter(signed_text(scene, {**data, "message": [MESSAGE]}))
        return raw(scene, mail(letter))

    maker.__name__, maker.__doc__ = name, f"Turn 1 in a letter: {what}."
    mangled(mended=mended)(maker)


for _name, (_what, _mail) in AS_IT_STANDS.items():
    _enter(_name, _what, _mail, mended=False)
for _name, (_what, _mail) in MENDED.items():
    _enter(_name, _what, _mail, mended=True)


@mangled()
def several_frames() -> Made:
    """Turn 1, and below it the challenge that it answers, quoted: each is known by its place in the chain."""
    scene, data = to_answer()
    new = signed_text(scene, data)
    return raw(scene, f"Hi,\n\n{new}\nAnn wrote:\n{post.quoted('> ')(scene.files[0])}\n")


@mangled()
def a_damaged_frame_before_it() -> Made:
    """A frame that was cut off stands before the whole one."""
    scene, data = to_answer()
    new = signed_text(scene, data)
    return raw(scene, f"{new[: len(new) // 2]}\nsorry, that was cut off. Once more:\n\n{new}")
