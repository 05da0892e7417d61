"""What mail programs, lists, word processors and terminals do to a text, one function each.

Every one is text → text; what ends in bytes of another encoding stands in `ENCODED`.  `HARSH` are
accidents that lose something in some texts, so that a turn may only be refused after them, not misread.
"""

import codecs
import html
import quopri
import textwrap
import unicodedata
from collections.abc import Callable

Mangling = Callable[[str], str]


def each_line(work: Callable[[str], str]) -> Mangling:
    return lambda text: "\n".join(work(line) for line in text.split("\n"))


def quoted(prefix: str) -> Mangling:
    """As mail programs quote: an empty line gets the bare mark."""
    return each_line(lambda line: f"{prefix}{line}" if line else prefix.rstrip())


def wrapped(width: int) -> Mangling:
    """Long lines broken at blanks, as a composer does when it sends."""

    def work(line: str) -> str:
        return "\n".join(
            textwrap.wrap(
                line, width, break_long_words=False, break_on_hyphens=False, drop_whitespace=True,
                replace_whitespace=False, expand_tabs=False,
            )
        )  # fmt: skip

    return each_line(work)


def cut(width: int) -> Mangling:
    """Lines broken after so many columns, wherever that is."""
    return each_line(lambda line: "\n".join(line[i : i + width] for i in range(0, max(1, len(line)), width)))


def flowed(width: int) -> Mangling:
    """format=flowed (RFC 3676): soft line ends keep their blank, lines that begin with one are stuffed."""

    def work(line: str) -> str:
        rows: list[str] = []
        while len(line) > width and " " in line[1:width].strip():
            at = line.rindex(" ", 1, width) + 1
            rows.append(line[:at])
            line = line[at:]
        return "\n".join(f" {row}" if row.startswith((" ", ">", "From ")) else row for row in [*rows, line])

    return each_line(work)


def printable(text: str) -> str:
    """Quoted-printable, as it stands in a mail that nobody has decoded."""
    return quopri.encodestring(text.encode()).decode()


def smart(text: str) -> str:
    """Straight quotation marks made typographic, opening and closing in turn."""
    out, opening = "", True
    for char in text:
        if char == '"':
            out += "“" if opening else "”"
            opening = not opening
        else:
            out += "’" if char == "'" else char
    return out


def mojibake(text: str) -> str:
    """UTF-8 read as Windows-1252 (and Latin-1 where that has no letter)."""
    return "".join(
        bytes([byte]).decode("cp1252") if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D} else chr(byte)
        for byte in text.encode()
    )


SOFT: dict[str, Mangling] = {
    "crlf": lambda t: t.replace("\n", "\r\n"),
    "cr cr lf": lambda t: t.replace("\n", "\r\r\n"),
    "lone cr": lambda t: t.replace("\n", "\r"),
    "trailing blanks stripped": each_line(str.rstrip),
    "trailing blanks added": each_line(lambda line: line + "  "),
    "no final newline": lambda t: t.rstrip("\n"),
    "extra newlines": lambda t: "\n\n" + t.replace("\n[", "\n\n\n[") + "\n\n\n",
    "double-spaced": lambda t: t.replace("\n", "\n\n"),
    "quoted-printable decoded": lambda t: quopri.decodestring(printable(t)).decode(),
    "base64 decoded": lambda t: codecs.decode(codecs.encode(t.encode(), "base64"), "base64").decode(),
    "quoted-printable left raw": printable,
    "format=flowed paste": flowed(66),
    "hard wrap at 76": wrapped(76),
    "cut at 998": cut(998),
    ">From escaping": each_line(lambda line: f">{line}" if line.startswith("From ") else line),
    "quoted with >": quoted("> "),
    "quoted with |": quoted("| "),
    "indented by 4": quoted("    "),
    "tabs to blanks": str.expandtabs,
    "nbsp for blanks": lambda t: t.replace(" ", "\u00a0"),
    "smart quotes": smart,
    "html entities": lambda t: html.escape(t).replace("  ", " &nbsp;"),
    "mojibake": mojibake,
    "? replacements": lambda t: t.encode("ascii", "replace").decode(),
    "nfd": lambda t: unicodedata.normalize("NFD", t),
    "list footer": lambda t: t + "_" * 47 + "\nPlayers mailing list\nplayers@example.org\n",
    "greeting and signature": lambda t: f"Grüße, Bert!\n\n{t}\n-- \nAnna, “at the ford”\n",
    "dot-stuffing": each_line(lambda line: f".{line}" if line.startswith(".") else line),
}  # fmt: skip
HARSH: dict[str, Mangling] = {
    "format=flowed at 50": flowed(50),
    "hard wrap at 60": wrapped(60),
    "hard wrap at 40": wrapped(40),
    "cut at 60": cut(60),
    "quoted, then wrapped": lambda t: wrapped(72)(quoted("> > > ")(t)),
    "quoted with initials": quoted("Ann> "),
    "nbsp for double blanks": lambda t: t.replace("  ", " \u00a0"),
    "zero-width marks": lambda t: t.replace(" = ", " \u200b= ").replace(",", ",\ufeff"),
    "soft hyphens": lambda t: t.replace("PBEM", "PB\u00adEM"),
    "smart dashes": lambda t: t.replace("--", "—"),
    "every blank an entity": lambda t: html.escape(t).replace(" ", "&nbsp;"),
}
ENCODED: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "utf-8 with bom": lambda t: codecs.BOM_UTF8 + t.encode(),
    "utf-16 le with bom": lambda t: codecs.BOM_UTF16_LE + t.encode("utf-16-le"),
    "utf-16 be without bom": lambda t: t.encode("utf-16-be"),
    "windows-1252": lambda t: t.encode("cp1252", "replace"),
}
AROUND = ("Grüße!\nFrom the ford we advance.\n.\n\tYour move:\n\n", "\nFrom now on “hold”.\n..\n")


def letter(turn: str) -> str:
    """A turn with words around it that mail programs like to change."""
    return AROUND[0] + turn + AROUND[1]
