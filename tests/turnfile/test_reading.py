"""Bytes → data: what mail does to a file, and what a hostile file may cost (P1.2, P1.4)."""

import codecs
from collections.abc import Callable
from typing import Any

import pytest

from pbem.errors import TurnRejected
from pbem.turnfile.read import MAX_FILE, candidates, parse, parse_json
from pbem.turnfile.write import BEGIN, END, document, fold

DATA: dict[str, Any] = {
    "format": "pbem/1",
    "message": ["From the ford we advance. ", "> not quoted", "", "ü"],
    "state": {"units": [{"id": "A1", "at": 4}, {"id": "A2", "at": 5}], "round": 2},
    "decisions": [{"kind": "orders", "orders": [{"unit": "A1", "move": 5}, {"end": True}]}],
    "long": "y" * 100,
}
TEXT = document(fold(DATA))
OTHER = document(fold({**DATA, "format": "other"}))


def quoted(prefix: str, text: str = TEXT) -> str:
    """As mail programs quote: an empty line gets the bare mark."""
    return "".join(f"{prefix}{line}\n" if line else f"{prefix.rstrip()}\n" for line in text.splitlines())


MANGLINGS: dict[str, Callable[[str], bytes]] = {
    "untouched": str.encode,
    "crlf": lambda t: t.replace("\n", "\r\n").encode(),
    "cr cr lf": lambda t: t.replace("\n", "\r\r\n").encode(),
    "lone cr": lambda t: t.replace("\n", "\r").encode(),
    "crlf in some lines": lambda t: t.replace("]\n", "]\r\n").encode(),
    "utf-8 with bom": lambda t: codecs.BOM_UTF8 + t.encode(),
    "utf-16 le with bom": lambda t: codecs.BOM_UTF16_LE + t.encode("utf-16-le"),
    "utf-16 be with bom": lambda t: codecs.BOM_UTF16_BE + t.encode("utf-16-be"),
    "utf-16 le with bom and crlf": lambda t: (
        codecs.BOM_UTF16_LE + t.replace("\n", "\r\n").encode("utf-16-le")
    ),
    "no newline at the end": lambda t: t.rstrip("\n").encode(),
    "more newlines at the end": lambda t: (t + "\n\n\n").encode(),
    "trailing blanks": lambda t: t.replace("\n", "  \n").encode(),
    "double-spaced": lambda t: t.replace("\n", "\n\n").encode(),
    "blank lines between tables": lambda t: t.replace("\n[", "\n\n\n[").encode(),
    "greeting and signature": lambda t: ("Hi Ann,\nyour move!\n\n" + t + "-- \nBob\n").encode(),
    "a list footer": lambda t: (t + "_" * 40 + "\nPlayers mailing list\n").encode(),
    "words in latin-1 around it": lambda t: "Grüße\n".encode("latin-1") + t.encode() + b"\xfc\n",
    "toml that is none around it": lambda t: ('x = [[[["\n' + t + "]]]] = '''\n").encode(),
    "quoted with >": lambda t: quoted("> ", t).encode(),
    "quoted with > and no blank": lambda t: quoted(">", t).encode(),
    "quoted twice": lambda t: quoted("> > ", t).encode(),
    "quoted thrice, tightly": lambda t: quoted(">>> ", t).encode(),
    "quoted with |": lambda t: quoted("| ", t).encode(),
    "quoted with initials": lambda t: quoted("JD> ", t).encode(),
    "quoted and indented": lambda t: quoted("  > ", t).encode(),
    "indented by 4": lambda t: quoted("    ", t).encode(),
    "indented by a tab": lambda t: quoted("\t", t).encode(),
    "quoted, with an answer above": lambda t: ("I accept.\n\nAnn wrote:\n" + quoted("> ", t)).encode(),
    "quoted, and crlf": lambda t: quoted("> ", t).replace("\n", "\r\n").encode(),
    "quoted, a lost mark": lambda t: quoted("> ", t).replace("> round", "round").encode(),
    "without any frame": lambda t: t.replace(BEGIN, "#").replace(END, "#").encode(),
    "comments added": lambda t: t.replace("\n[state]", "\n# this is not signed\n[state] # nor this").encode(),
}


@pytest.mark.parametrize("mangling", MANGLINGS)
def test_what_mail_does_is_undone(mangling: str) -> None:
    ((data, _),) = candidates(MANGLINGS[mangling](TEXT))
    assert data == DATA


@pytest.mark.parametrize(
    ("mangling", "notes"),
    [
        ("untouched", ()),
        ("crlf", ()),
        ("utf-16 le with bom", ("read as UTF-16",)),
        ("utf-16 be with bom", ("read as UTF-16",)),
        ("quoted with >", ("quote marks removed (>)",)),
        ("quoted twice", ("quote marks removed (> >)",)),
        ("quoted with initials", ("quote marks removed (JD>)",)),
        ("indented by 4", ("quote marks removed (blanks)",)),
    ],
)
def test_what_was_undone_is_told(mangling: str, notes: tuple[str, ...]) -> None:
    ((_, told),) = candidates(MANGLINGS[mangling](TEXT))
    assert told == notes


def test_several_frames_are_all_found_in_their_order() -> None:
    mail = "my turn:\n" + OTHER + "\nAnn wrote:\n" + quoted("> ") + "\nBob wrote:\n" + quoted("> > ", OTHER)
    found = [(data["format"], notes) for data, notes in candidates(mail.encode())]
    assert found == [
        ("other", ()),
        ("pbem/1", ("quote marks removed (>)",)),
        ("other", ("quote marks removed (> >)",)),
    ]


def test_a_damaged_frame_does_not_hide_a_good_one() -> None:
    damaged = OTHER.replace("round = 2", "round = = 2")
    for mail in (damaged + TEXT, TEXT + damaged, damaged + TEXT + damaged):
        ((data, _),) = candidates(mail.encode())
        assert data == DATA


def test_a_frame_that_was_cut_off_does_not_swallow_the_next() -> None:
    mail = OTHER.partition("[state]")[0] + "\n" + TEXT
    ((data, _),) = candidates(mail.encode())
    assert data == DATA


def test_frame_marks_in_words_are_words() -> None:
    data = {"message": [BEGIN, f"{BEGIN} a = 1", END, f"> {BEGIN}", "a = 1"], "title": BEGIN, "x": END}
    text = document(fold(data))
    ((read, _),) = candidates(text.encode())
    assert read == data
    ((unframed, _),) = candidates(MANGLINGS["without any frame"](text.replace(f'"{BEGIN}', '"#')))
    assert unframed["x"] == "#"


CUT = TEXT.partition("[state]")[0]


@pytest.mark.parametrize(
    ("raw", "code", "words"),
    [
        (b"", "file/size", "the file is empty (0 bytes); ask for it again"),
        (b"\r\n \t\n", "file/size", "the file is empty (5 bytes)"),
        (b"x" * (MAX_FILE + 1), "file/size", "at most 1048576 bytes, this has 1048577"),
        (CUT.encode(), "file/frame", "the end of the file was cut off"),
        (quoted("> ", CUT).encode(), "file/frame", "cut off"),
        (b"Hello Ann, here is my move.", "file/toml", "damaged or not a turn file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "file/toml", "damaged or not a turn file"),
        (bytes(100), "file/toml", "damaged or not a turn file"),
        (
            TEXT.replace("round = 2\n", "<<<<<<< HEAD\nround = 2\n=======\nround = 3\n>>>>>>> x\n").encode(),
            "file/toml",
            "conflict marks of a merge (<<<<<<<): take one side's file whole, never a mixture",
        ),
        (
            TEXT.replace('"y' + "y" * 40, '"y' + "y" * 40 + "\n", 1).encode(),
            "file/toml",
            "damaged or not a turn file",
        ),
        (b"a = '" + b"x" * 70 + b"\ny'", "file/toml", "damaged or not a turn file"),
        (b'a = "' + b"x" * 70 + b'\ny"', "file/toml", "damaged in transit: line 1 was cut off at 75 columns"),
        (b"a = 1\na = 2\n", "file/toml", "Cannot overwrite a value"),
        (b"[a]\nb = 1\n[a]\nc = 1\n", "file/toml", "Cannot declare"),
        (b"a = {b = 1}\n[a]\nc = 1\n", "file/toml", "Cannot"),
        (b"a.b = 1\na = 1\n", "file/toml", "Cannot overwrite a value"),
        (b'a = "\\ud800"\n', "file/toml", "damaged or not a turn file"),
        (b"a = 0x\n", "file/toml", "damaged or not a turn file"),
        (
            b"a = 1.0\n",
            "file/data",
            "expected a table, an array, a string, a boolean or an integer, found a float",
        ),
        (b"a = inf\n", "file/data", "found a float"),
        (b"a = -nan\n", "file/data", "found a float"),
        (b"a = 1e3\n", "file/data", "found a float"),
        (b"a = 2024-01-02\n", "file/data", "found a date"),
        (b"a = 2024-01-02T03:04:05Z\n", "file/data", "found a date"),
        (b"a = 03:04:05\n", "file/data", "found a time"),
        (b"a = 9007199254740992\n", "file/data", "an integer within"),
        (b"a = -9007199254740992\n", "file/data", "an integer within"),
        (b"a = 0xffffffffffffffff\n", "file/data", "an integer within"),
        (b"Turn = 1\n", "file/data", "keys of a-z"),
        (b'"" = 1\n', "file/data", "keys of a-z"),
        (b'"a b" = 1\n', "file/data", "keys of a-z"),
        ('"é" = 1\n'.encode(), "file/data", "keys of a-z"),
        (b"a" * 65 + b" = 1\n", "file/data", "keys of a-z"),
    ],
)
def test_what_is_no_turn_is_refused_with_its_cause(raw: bytes, code: str, words: str) -> None:
    with pytest.raises(TurnRejected) as caught:
        candidates(raw)
    assert caught.value.code == code
    assert words in caught.value.message


def test_a_long_string_counts_whole() -> None:
    piece = '"' + "x" * 4000 + '",\n'
    assert parse("a = { text = [\n" + piece * 16 + "] }\n")["a"] == "x" * 64000
    with pytest.raises(TurnRejected, match="at most 65536 bytes") as caught:
        parse("a = { text = [\n" + piece * 17 + "] }\n")
    assert (caught.value.code, caught.value.path) == ("file/data", "a")


# -- hostile files: each is refused (or read) at once, long before its size could hurt -------------------
LEVELS = "more than 64 levels of arrays or tables"
PARTS = "a dotted key has at most 32 parts"
LINE = "is longer than 4096 bytes"
FULL = 1_000_000  # bytes, nearly the whole of what a file may hold


def full(unit: str) -> str:
    return unit * (FULL // len(unit))


def hidden(nesting: str) -> str:
    """A string that ends in four quotes: a reader that takes the fourth for the beginning of the next
    string does not see the brackets behind it."""
    return '["""x"""", ' + nesting + '"y",'


HOSTILE: dict[str, tuple[str, str, str]] = {
    "arrays in arrays": ("a = " + "[" * 2000 + "]" * 2000, "file/data", LEVELS),
    "arrays in arrays over lines": ("a = " + full("[\n"), "file/data", LEVELS),
    "tables in tables": ("a = " + "{a = " * 600 + "1" + "}" * 600, "file/data", LEVELS),
    "65 levels": ("a = " + "[" * 65 + "]" * 65, "file/data", LEVELS),
    "brackets behind four quotes": ("a = " + hidden("[" * 1500), "file/data", LEVELS),
    "the same over lines": ("a = " + "\n".join(hidden("[" * 1500) for _ in range(600)), "file/data", LEVELS),
    "brackets behind four apostrophes": (
        "a = ['''x'''', " + "[" * 1500 + "'y'" + "]" * 1500 + "]",
        "file/data",
        LEVELS,
    ),
    "dotted keys in tables in arrays": (
        "a = " + ("[\n{" + ".".join("a" * 31) + " = ") * 31 + "1" + "}]" * 31,
        "file/data",
        LEVELS,
    ),
    "33 parts": (".".join("a" * 33) + " = 1", "file/data", PARTS),
    "a dotted key of 2,000 parts": ("a." * 2000 + "a = 1", "file/data", PARTS),
    "dotted headers": (full("[" + ".".join("a" * 33) + "]\n"), "file/data", PARTS),
    "quoted dotted keys": ('"a".' * 900 + "a = 1", "file/data", PARTS),
    "a line of 4,097 bytes": ('a = "' + "x" * 4091 + '"', "file/data", LINE),
    "a line of 4,096 bytes in 2,050 letters": ('a = "' + "é" * 2046 + '"', "file/data", LINE),
    "one line": ("a" * FULL, "file/data", LINE),
    "quotes": (full('"' * 4000 + "\n"), "file/toml", "damaged"),
    "lone quotes": (full('"\n'), "file/toml", "damaged"),
    "apostrophes": (full("'" * 4000 + "\n"), "file/toml", "damaged"),
    "multi-line strings that never end": (full('\\"""\n'), "file/toml", "damaged"),
    "the same, cut at a backslash": (full('\\"""\n') + "\\", "file/toml", "damaged"),
    "literal strings that never end": ("a = '''" + full("x\n"), "file/toml", "damaged"),
    "frames that never end": (full(BEGIN + "\n"), "file/frame", "cut off"),
    "quoted frames that never end": (full("> " + BEGIN + "\n"), "file/frame", "cut off"),
    "brackets closed before they open": (full("]"*40 + "\n"), "file/toml", "damaged"),
    "numbers without end": ("a = " + "9" * 4000, "file/data", "an integer within"),
    "numbers with underscores": ("a = " + "9_" * 2000 + "9", "file/data", "an integer within"),
    "a million keys": ("".join(f"k{i} = 1\n" for i in range(1_000_000)), "file/size", "at most 1048576"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str) -> None:
    text, code, words = HOSTILE[name]
    with pytest.raises(TurnRejected) as caught:
        candidates(text.encode())
    assert caught.value.code == code
    assert words in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "x" * 4090 + '"',
        "a = " + "[" * 62 + "]" * 62,
        ".".join("a" * 32) + " = 1",
        'a = """x""""\nb = "[[[["  # ]]]]',
        "a = '''x'''''\nb = '{{{{'  # \"\"\"",
        'a = """\\"""x"""\nb = 1',
        "".join(f"k{i} = 1\n" for i in range(20_000)),
        "[[a]]\n" * 20_000,
        (BEGIN + "\n" + END + "\n") * 2000,
    ],
)
def test_what_is_only_large_or_odd_is_read(text: str) -> None:
    assert candidates(text.encode())


def test_limits_do_not_count_what_stands_in_strings_and_comments() -> None:
    brackets = "[" * 100 + "." * 100
    text = (
        f"a = \"{brackets}\" # {brackets}\nb = '{brackets}'\nc = [\n'''\n{brackets}\n''', # {brackets}\n]\n"
    )
    assert parse(text) == {"a": brackets, "b": brackets, "c": [brackets + "\n"]}


def test_data_in_boxes_is_checked_too() -> None:
    assert parse_json(b'{"a":[1,true,"x"]}   ') == {"a": [1, True, "x"]}
    with pytest.raises(TurnRejected, match="found a float"):
        parse_json(b'{"a":1.5}')
    with pytest.raises(TurnRejected, match="found NoneType"):
        parse_json(b'{"a":null}')
