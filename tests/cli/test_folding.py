"""Lines on a terminal: folded to its width, commands and paths in one piece, in any encoding."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from pbem.cli.fold import fold, paragraphs
from tests.cli.test_match import deployed
from tests.kit.shell import Person, begun, two

NARROW = {"COLUMNS": "80"}
ENCODINGS = (
    {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)


def wide(text: str) -> list[str]:
    """Lines that are wider than 80 columns and could have been broken."""
    lines = [line for line in text.splitlines() if cell_len(line) > 80]
    return [line for line in lines if fold(line, 80) != [line]]


def test_words_are_folded_with_a_hanging_indent() -> None:
    assert fold("short", 80) == ["short"]
    assert fold("one two three four five", 10) == ["one two", "  three", "  four", "  five"]
    assert fold("  12  alpha beta gamma delta", 18) == ["  12  alpha beta", "      gamma delta"]
    assert fold("hint: alpha beta gamma", 16) == ["hint: alpha beta", "      gamma"]
    assert fold("  alpha beta gamma", 12) == ["  alpha beta", "    gamma"]
    assert fold("北京 北京 北京 北京", 12) == ["北京 北京", "  北京 北京"]


def test_commands_and_paths_stay_in_one_piece() -> None:
    path = "/tmp/" + "x" * 30 + "/turn07.toml"
    assert fold(f"next: fill it in, then  pbem orders {path}", 40) == [
        "next: fill it in, then",
        f"      pbem orders {path}",
    ]
    assert fold(f"next: pbem orders {path}      (or: --ask)", 40) == [
        f"next: pbem orders {path}",
        "      (or: --ask)",
    ]
    for command in (
        "pbem key verify --same 'my own folder/mill creek'",
        "git -C ../mill-creek remote add origin URL",
        "pbem send mill-creek --git",
        "pbem show . --reach A3 --svg board.svg",
    ):
        rows = fold(f"you may wish to type this line here: {command}", 40)
        assert any(command in row for row in rows), rows
    assert fold("pbem verify mill-creek shows what is good and what is not", 40) == [
        "pbem verify mill-creek shows what is",
        "  good and what is not",
    ]


def test_paragraphs_of_markdown_are_filled_anew_and_drawings_are_not() -> None:
    page = "# Head\n\none\ntwo\n\n- item\n  more\n- next\n\n```\na b\n  c\n```\nend"
    assert list(paragraphs(page)) == [
        ("# Head", False),
        ("", True),
        ("one two", False),
        ("", True),
        ("- item more", False),
        ("- next", False),
        ("", True),
        ("```", True),
        ("a b", True),
        ("  c", True),
        ("```", True),
        ("end", False),
    ]


def test_nothing_is_wider_than_the_screen(tmp_path: Path) -> None:
    anna, bert = two(tmp_path / ("a long folder name " * 4).strip().replace(" ", "-"))
    said = anna.run("new", "war", "--title", "mill-creek", "-m", "some words " * 30, env=NARROW)
    assert wide(said.all) == []
    turn = anna.folder / "mill-creek" / "turn00.toml"
    assert f"next: send {turn.relative_to(anna.folder)}" in said.err
    said = bert.run("join", turn, "--yes", env=NARROW)
    assert wide(said.all) == []
    assert "some words" in said.err
    for words in (["status"], ["verify", "mill-creek"], ["rules", "war"], ["rules", "zipwarz", "A13"]):
        assert wide(bert.run(*words, env=NARROW).all) == []
    assert all(cell_len(line) <= 80 for line in bert.run("rules", "zipwarz", env=NARROW).out.splitlines())


def test_orders_and_looking_fit_too(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    for words in (["orders", "."], ["legal", "."], ["show", "."], ["log", "."], ["audit", "."], ["status"]):
        assert wide(mover.run(*words, env=NARROW).all) == []
    rows = json.loads(mover.run("status", "--json", env=NARROW).out)
    assert rows[0]["match"] == "mill-creek"
    (mover.folder / "bad.toml").write_text('[[activate]]\nunit = "nobody knows him"\ndo = ["hold", "hold"]\n')
    said = mover.run("orders", ".", "--from", "bad.toml", status=3, env=NARROW)
    assert wide(said.all) == []
    # Without a terminal and COLUMNS nobody looks: a line is a line.
    assert (
        "bad.toml:2: activate[0].unit: 'nobody knows him' is not a unit"
        in mover.run("orders", ".", "--from", "bad.toml", status=3).err
    )


def test_a_long_hint_of_a_legal_order_stands_below_it(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    hints = [row["hint"] for row in json.loads(mover.run("legal", ".", "--json").out) if row["hint"]]
    out = mover.run("legal", ".", env={"COLUMNS": "60"}).out
    for hint in hints:
        assert any(line.startswith("      ") for line in out.splitlines() if hint.split(";")[0][:30] in line)


@pytest.mark.parametrize("encoding", ENCODINGS, ids=["ascii", "latin-1", "c"])
def test_any_encoding_will_do(tmp_path: Path, encoding: dict[str, str]) -> None:
    person = Person(tmp_path / "home", tmp_path / "here")
    said = person.run("--version", env=encoding)
    assert "Powered by ZipWarz." in said.out
    assert "A'n'SR -entertainments" in said.out
    assert "?" not in said.out
    for words in (["--help"], ["key", "--help"], ["orders", "--help"]):
        assert person.run(*words, env=encoding).out.isascii()
    assert "0 good - 1 bug" in person.run("--help", env=encoding).out
    assert "no such command" in person.run("nothing–here", status=2, env=encoding).err.lower()


def test_a_turn_is_told_in_ascii(tmp_path: Path) -> None:
    anna, _ = begun(tmp_path)
    assert anna.run("orders", ".", env=ENCODINGS[0]).all.isascii()
