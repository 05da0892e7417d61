"""What is typed by mistake: each is told what it is, and what would be right."""

import json
import shutil
from pathlib import Path

from tests.cli.test_match import deployed, ready
from tests.conftest import program
from tests.kit.shell import Person, begun, mail, newest, two

DEPLOYED = "[deploy]\n" + "".join(f"A{number} = 1\n" for number in range(1, 7))


def deploying(root: Path) -> tuple[Person, str, str]:
    """A match in which somebody has to deploy: (who, the letter of his units, the turn that he got)."""
    anna, bert = begun(root)
    if json.loads(anna.run("legal", ".", "--json").out):
        return anna, "A", "turn01.toml"
    anna.run("orders", ".")  # Red begins: Blue owes no more than a share
    mail(anna, bert, "turn02.toml")
    return bert, "B", "turn02.toml"


def test_misspelt_and_misplaced_parts_of_an_order_file(tmp_path: Path) -> None:
    mover, own, _ = deploying(tmp_path)
    mover.run("orders", ".")
    draft = next(mover.folder.glob("*.orders.toml"))
    draft.write_text(f"[deploi]\n{own}1 = 1\n")
    said = mover.run("orders", ".", status=3)
    assert f"{draft.name}:1: deploi: unknown key 'deploi' (did you mean deploy?)" in said.err
    assert draft.read_text() == f"[deploi]\n{own}1 = 1\n"
    units = {"A": 6, "B": 5}[own]
    whole = "[deploy]\n" + "".join(f"{own}{number} = 1\n" for number in range(1, units + 1))
    for text, right in (
        (f"{own}1 = 5\n", f"standard input:1: {own}1: it stands under [deploy] here"),
        ("[[reakt]]\nuse = 'nothing'\n", "unknown key 'reakt' (did you mean react?)"),
        ("[[react]]\nuse = 'nothing'\n", f"[[react]] is not asked for now; this is: deploy {own}1 {own}2"),
        (f"{whole}[deploi]\n", f"standard input:{units + 2}: deploi: unknown key"),
        (f"{whole}[[activate]]\nunit = '{own}1'\ndo = 'hold'\n", "no orders for a turn are wanted now"),
    ):
        said = mover.run("orders", ".", "--from", "-", "--yes", stdin=text, status=3)
        assert right in said.err, text
        assert "nothing written" in said.err
    before = newest(mover)
    mover.run("orders", ".", "--from", "-", "--yes", stdin=whole)
    assert newest(mover) > before


def test_deployment_when_orders_are_asked(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    said = mover.run("orders", ".", "--from", "-", stdin=DEPLOYED, status=3)
    assert "standard input:1: deploy: [deploy] is not asked for now; this is: activate 1" in said.err
    unit = ready(mover)
    both = f'[[activat]]\nunit = "{unit}"\n[[activate]]\nunit = "{unit}"\ndo = [{{ moev = 1 }}]\n'
    said = mover.run("orders", ".", "--from", "-", stdin=both, status=3)
    assert "standard input:1: activat: unknown key 'activat' (did you mean activate?)" in said.err
    assert said.err.count("'activat'") == 1
    assert "standard input:5: activate[0].do[0]" in said.err


def test_a_file_without_orders(tmp_path: Path) -> None:
    anna, _, _ = deploying(tmp_path)
    said = anna.run("orders", ".", "--from", "-", status=3)
    assert "standard input: there is no order in it\n" in said.err
    assert "template:" not in said.err
    said = anna.run("orders", ".", "--from", "-", stdin='message = "hi"', status=3)
    assert "there is no order in it, only a message" in said.err
    anna.run("orders", ".")
    assert "is still the template" in anna.run("orders", ".", status=3).err


def test_what_is_wanted_after_a_file_is_shown(tmp_path: Path) -> None:
    anna, _, _ = deploying(tmp_path)
    said = anna.run("orders", ".", "--from", "-", stdin="[[activate]]\nunit = 'A1'\ndo = 'hold'\n", status=3)
    assert "standard input answers nothing of what is asked now" in said.err
    assert "hint: add [deploy]: its template stands above" in said.err
    assert "[deploy]" in said.out


def test_an_order_file_is_no_turn(tmp_path: Path) -> None:
    anna, _, turn = deploying(tmp_path)
    anna.run("orders", ".")
    draft = next(anna.folder.glob("*.orders.toml"))
    said = anna.run("orders", draft.name, status=2)
    assert f"{draft.name} is an order file, not a turn" in said.err
    assert f"hint: pbem orders {turn}\n" in said.err
    said = Person(anna.home, tmp_path / "away").run("orders", draft, status=2)
    assert f"hint: pbem orders {anna.folder / turn}" in said.err
    (anna.folder / "mine.toml").write_text(DEPLOYED)
    said = anna.run("orders", "mine.toml", status=2)
    assert "hint: pbem orders MATCH --from mine.toml" in said.err
    (anna.folder / "odd.toml").write_text("x = 1\n")
    assert "order file" not in anna.run("orders", "odd.toml", status=4).err


def test_a_challenge_is_joined_and_nothing_is_remembered_of_it(tmp_path: Path) -> None:
    anna, bert = two(tmp_path)
    anna.run("new", "zipwarz", "--title", "ford", "--name", "Anna")
    turn = bert.folder / "turn00.toml"
    shutil.copy(anna.folder / "ford" / "turn00.toml", turn)
    for command in (
        ["orders", "turn00.toml"],
        ["orders"],
        ["bot", "turn00.toml"],
        ["resign", "turn00.toml", "--yes"],
    ):
        said = bert.run(*command, status=6)
        assert "is a challenge that you have not answered" in said.err
        assert "hint: pbem join turn00.toml" in said.err
    assert not (bert.home / "matches.json").exists()
    assert "no matches yet" in bert.run("status").err
    # One that came by mail is kept, and told of until it is answered.
    bert.run("receive", "turn00.toml")
    kept = next((bert.home / "challenges").glob("*.toml"))
    said = bert.run("status")
    assert "ford · ZipWarz · a challenge by Anna" in said.out
    assert f"next: pbem join {kept}" in said.out
    row = json.loads(bert.run("status", "--json").out)[0]
    assert (row["challenge"], row["next"]) == ("Anna", f"pbem join {kept}")
    bert.run("join", kept, "--yes")
    said = bert.run("status").out
    assert "a challenge" not in said
    assert "Blue is to move" in said
    # The challenger himself is told to wait.
    assert "has not been answered" in anna.run("orders", "ford").err


def test_texts_that_no_turn_file_can_hold(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    turn = anna.folder / "turn00.toml"
    for words, option in (
        (["new", "zipwarz", "--name", "x" * 61], "--name: expected at most 60 characters, found 61"),
        (["new", "zipwarz", "--title", "x" * 61], "--title: expected at most 60 characters, found 61"),
        (["new", "zipwarz", "--title", "a\nb"], "--title: expected one line of text"),
        (["new", "zipwarz", "-m", "x" * 4001], "--message: expected at most 4000 characters, found 4001"),
        (["join", turn, "--yes", "--name", "x" * 61], "--name: expected at most 60"),
        (["orders", ".", "-m", "x" * 4001], "--message: expected at most 4000"),
        (["orders", ".", "--dry-run", "-m", "x" * 4001], "--message: expected at most 4000"),
        (["draw", ".", "--yes", "-m", "x" * 4001], "--message: expected at most 4000"),
    ):
        person = bert if words[0] == "draw" else anna
        assert option in person.run(*words, status=2).err


def test_an_editor_needs_a_terminal_or_a_name(tmp_path: Path) -> None:
    anna, _, _ = deploying(tmp_path)
    said = anna.run("orders", ".", "--edit", status=2)
    assert "--edit needs a terminal" in said.err
    assert not list(anna.folder.glob("*.orders.toml"))
    for name, command in (("EDITOR", "no-such-editor -x"), ("VISUAL", "no-such-editor"), ("EDITOR", "'half")):
        said = anna.run("orders", ".", "--edit", status=2, env={name: command})
        assert f"{name} is " in said.err
        assert "which cannot be started" in said.err
        assert f"hint: set {name} to a program" in said.err


def test_what_a_run_that_was_cut_off_had_signed_is_named(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    orders = f'[[activate]]\nunit = "{ready(mover)}"\ndo = "hold"\n'
    mover.run("orders", ".", "--from", "-", "--yes", stdin=orders)
    turn = newest(mover)
    (mover.folder / turn).unlink()
    said = mover.run("orders", ".", "--from", "-", "--yes", stdin=orders, status=6)
    assert f"{turn} was signed before, and is now in its place" in said.err
    assert f"your orders were not used: {turn} was signed before" in said.err
    assert (mover.folder / turn).exists()


def test_commands_that_are_told_work_where_they_are_told(tmp_path: Path) -> None:
    anna, bert = two(tmp_path)
    said = anna.run("new", "zipwarz", "--title", "ford", "--name", "Anna")
    assert "next: send ford/turn00.toml" in said.err
    said = anna.run("orders", "ford")
    assert "next: send ford/turn00.toml if you have not\n" in said.err  # nothing can be made again yet
    bert.run("join", "../anna/ford/turn00.toml", "--yes", "--name", "Bert", "--dir", "match")
    shutil.copy(bert.folder / "match" / "turn01.toml", anna.folder / "ford")
    assert "pbem key verify ford" in anna.run("orders", "ford").err
    assert "next: pbem key verify --same ford" in anna.run("key", "verify", "ford").err
    anna.run("key", "verify", "--same", "ford")
    if not (anna.folder / "ford" / "turn02.toml").exists():  # it is her move
        assert "hint: pbem orders ford" in anna.run("draw", "ford", "--yes", status=6).err
    said = bert.run("draw", "match", "--yes")
    assert "accepts it with: pbem orders draw-red-01.toml --accept" in said.err
    said = bert.run("send", "match", "--git", status=2)
    assert f"hint: pbem git init {bert.folder / 'match'} makes it one" in said.err
    program("git")
    who = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "Bert"}
    who |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "bert@example.org"}
    bert.run("git", "init", "match", env=who)
    said = bert.run("git", "init", "match", env=who)
    assert "next: git -C match remote add origin URL" in said.err
    assert "then: pbem send match --git" in said.err


def test_after_the_end_nothing_is_offered(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    bert.run("resign", ".", "--yes")
    mail(bert, anna, "resign-red.toml")
    for person in (anna, bert):
        assert "the match is over already" in person.run("draw", ".", "--yes", status=6).err
    assert "the match is over already" in anna.run("takeback", ".", "--to", "1", "--yes", status=6).err
    said = anna.run("orders", ".", "--from", "-", stdin=DEPLOYED, status=6)
    assert "your orders were not used: the match is over" in said.err


def test_a_file_that_lies_elsewhere_is_judged_with_its_match(tmp_path: Path) -> None:
    anna, _ = begun(tmp_path)
    assert "good: 2 turn files" in anna.run("verify", "turn01.toml").out
    assert "verdict: good" in anna.run("audit", "turn01.toml").out
    away = Person(anna.home, tmp_path / "downloads")
    shutil.copy(anna.folder / "turn01.toml", away.folder / "attachment.toml")
    assert "good: 2 turn files" in away.run("verify", "attachment.toml").out
    assert "verdict: good" in away.run("audit", "attachment.toml").out
    shutil.copy(anna.folder / "turn00.toml", away.folder / "start.toml")
    assert "good: 1 turn file, chain" in away.run("verify", "start.toml").out
    stranger = Person(tmp_path / "nobody", away.folder)
    said = stranger.run("verify", "attachment.toml", status=6)
    assert "belongs to a match that is not on this computer" in said.err


def test_units_are_measured_by_name(tmp_path: Path) -> None:
    anna, bert, _ = deployed(tmp_path)
    del bert
    by_id = anna.run("measure", ".", "A4", "B2").out
    assert anna.run("measure", ".", "pike wardens", "b2").out == by_id
    assert anna.run("measure", ".", "pike", "B2").out == by_id
    said = anna.run("measure", ".", "lantern militia", "B2", status=2)
    assert "'lantern militia' may be A1, A2, A3" in said.err
