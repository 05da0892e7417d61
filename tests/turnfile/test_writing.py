"""What the writer writes survives mail, and reads back as the same data (P1.3)."""

import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pbem.turnfile.canon import MAX_INT
from pbem.turnfile.read import candidates, parse
from pbem.turnfile.write import BEGIN, COLUMNS, END, document, fold, pieces, quoted, unfold

HOUSE = settings(
    derandomize=True, deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow]
)

WORDS = st.text(max_size=30) | st.text(min_size=60, max_size=200)
SCALARS = WORDS | st.booleans() | st.integers(-MAX_INT, MAX_INT)
KEYS = st.from_regex(r"[a-z0-9_-]{1,9}", fullmatch=True)
# What stands in turn files: tables of tables, arrays of one kind of thing, arrays of arrays.
ROW = st.dictionaries(KEYS, SCALARS | st.lists(SCALARS, max_size=5), max_size=4)
SHEETS = st.recursive(
    ROW,
    lambda table: st.dictionaries(
        KEYS,
        SCALARS | table | st.lists(table, max_size=3) | st.lists(st.lists(SCALARS, max_size=3)),
        max_size=4,
    ),
    max_leaves=8,
)
# Anything in the closed model: tables beside words in one array, arrays in inline tables in arrays.
ANYTHING = st.dictionaries(
    KEYS,
    st.recursive(
        SCALARS, lambda d: st.lists(d, max_size=4) | st.dictionaries(KEYS, d, max_size=4), max_leaves=25
    ),
    max_size=4,
)


def mail_safe(text: str) -> None:
    lines = text.split("\n")
    assert lines.pop() == ""  # the last line ends too
    assert lines[0] == BEGIN
    assert lines[-1] == END
    for line in lines:
        assert line.isascii()
        assert len(line) <= COLUMNS
        assert line == line.rstrip()
        assert not any(ord(char) < 32 or ord(char) == 127 for char in line)
        assert not line.startswith(("From ", ">", "."))
    assert '"""' not in text
    assert "'''" not in text


def written(data: dict[str, Any]) -> str | None:
    try:
        return document(fold(data))
    except ValueError:
        return None


def crowded(data: Any, *, inside_array: bool) -> bool:
    """Whether an inline table in an array has several entries: TOML allows no line to end between them."""
    items = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []
    if isinstance(data, dict) and inside_array and len(items) > 1:
        return True
    return any(crowded(item, inside_array=inside_array or isinstance(data, list)) for item in items)


def nfc(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: nfc(value) for key, value in data.items()}
    if isinstance(data, list):
        return [nfc(item) for item in data]
    return unicodedata.normalize("NFC", data) if isinstance(data, str) else data


@HOUSE
@given(SHEETS)
def test_every_sheet_reads_back_as_it_was(data: dict[str, Any]) -> None:
    data = unfold(nfc(data))  # `{ text = ["a"] }` is the word `a` (see test_folding)
    assume(isinstance(data, dict))
    text = document(fold(data))
    mail_safe(text)
    assert parse(text) == data


@HOUSE
@given(ANYTHING)
def test_anything_in_the_model_reads_back_as_it_was_or_is_refused(data: dict[str, Any]) -> None:
    data = unfold(nfc(data))
    assume(isinstance(data, dict))
    text = written(data)
    if text is None:
        assert crowded(data, inside_array=False)
        return
    mail_safe(text)
    assert parse(text) == data


@HOUSE
@given(WORDS | st.text(alphabet='"\\\n\t\x7fé\U0001f600 ', min_size=1, max_size=300))
def test_pieces_are_the_text_and_each_fits(text: str) -> None:
    cut = pieces(text)
    assert "".join(cut) == unicodedata.normalize("NFC", text)
    assert all(len(quoted(piece)) <= 64 for piece in cut)
    assert len(cut) == 1 or all(cut)


def test_the_layout_of_a_sheet() -> None:
    data = {
        "format": "pbem/1",
        "turn": 7,
        "message": ["First line. ", "Second line."],
        "long": "x" * 80,
        "numbers": list(range(40)),
        "pairs": [["A3", 4]] * 9,
        "state": {
            "round": 2,
            "empty": [],
            "units": [{"id": "A1", "at": 6}, {"id": "A2", "at": 7, "spent": True}],
            "one": [{"id": "A1"}],
            "notes": [{"id": "A1", "words": "y" * 70}],
        },
        "rolls": [{"window": 1, "faces": [1, 2]}, {"window": 2, "faces": [6]}],
        "nothing": {},
    }
    text = document(fold(data), ("turn 7 by Blue",))
    assert (
        text
        == f"""\
# -----BEGIN PBEM TURN-----
# turn 7 by Blue
format = "pbem/1"
turn = 7
message = ["First line. ", "Second line."]
numbers = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
  37, 38, 39,
]
pairs = [
  ["A3", 4], ["A3", 4], ["A3", 4], ["A3", 4], ["A3", 4], ["A3", 4],
  ["A3", 4], ["A3", 4], ["A3", 4],
]

[long]
text = [
  "{"x" * 62}",
  "{"x" * 18}",
]

[state]
round = 2
empty = []
units = [
  {{ id = "A1", at = 6 }},
  {{ id = "A2", at = 7, spent = true }},
]
one = [{{ id = "A1" }}]

[[state.notes]]
id = "A1"

[state.notes.words]
text = [
  "{"y" * 62}",
  "{"y" * 8}",
]

[[rolls]]
window = 1
faces = [1, 2]

[[rolls]]
window = 2
faces = [6]

[nothing]
# -----END PBEM TURN-----
"""
    )
    assert parse(text) == data


def test_words_between_tables_in_one_array() -> None:
    data = {"mixed": ["short", "z" * 100, {"id": "A1", "why": "w" * 50, "at": [1, 2]}, [["v" * 30, "u"]]]}
    text = document(fold(data))
    mail_safe(text)
    lines = [
        "mixed = [",
        '  "short", { text = [',
        f'  "{"z" * 62}",',
        f'  "{"z" * 38}", ] }},',
        '  { id = "A1", why = { text = [',
        f'  "{"w" * 50}",',
        f'  ] }}, at = [1, 2] }}, [["{"v" * 30}", "u"]],',
        "]",
    ]
    assert text.split("\n")[1:-2] == lines
    assert parse(text) == data


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("From the ford we advance", '"From the ford we advance"'),
        ("> quoted", '"> quoted"'),
        ("tab\there", r'"tab\there"'),
        ("\x00\x1b[31m\x7f", r'"\u0000\u001b[31m\u007f"'),
        ("é", r'"\u00e9"'),
        ("e\u0301", r'"\u00e9"'),  # normalised
        ("\U0001f600", r'"\U0001f600"'),
        ("\u202e", r'"\u202e"'),
        ('say "no" \\', r'"say \"no\" \\"'),
        (" trailing ", '" trailing "'),
        ("", '""'),
    ],
)
def test_strings_are_ascii_whatever_they_say(text: str, written: str) -> None:
    lines = document(fold({"a": text, "b": [text]})).split("\n")
    assert lines[1] == f"a = {written}"
    assert lines[2] == f"b = [{written}]"


@pytest.mark.parametrize("word", ["From here", ">", ">>> x", ".", "..", "-- ", BEGIN, END])
def test_no_line_begins_with_what_mail_would_change(word: str) -> None:
    data = {"message": [word] * 9, "long": word + " " + "x" * 80, "rows": [{"word": word}] * 3}
    text = document(fold(data))
    mail_safe(text)
    ((read, _),) = candidates(text.encode())
    assert read == data


def test_what_no_line_can_hold_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="aaa: too long for one line"):
        document({"a" * 64: MAX_INT})
    with pytest.raises(ValueError, match="a line that mail would break"):
        document(fold({"a" * 40: {"b" * 40: {"c": "x" * 70}}}))
    with pytest.raises(ValueError, match="fold it first"):
        document({"a": "x" * 80})
    with pytest.raises(ValueError, match="a line that mail would break"):
        document({}, ("blank at the end ",))
    with pytest.raises(TypeError, match="cannot hold float"):
        document({"a": 1.5})
