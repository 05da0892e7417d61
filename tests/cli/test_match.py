"""Two people, two folders, one match, through the command line alone."""

import json
import shutil
from pathlib import Path

import pytest

from tests.kit.shell import Person, begun, mail, newest, two


def deployed(root: Path) -> tuple[Person, Person, Person]:
    """A match where both have deployed: (Anna, Bert, who is to move)."""
    anna, bert = begun(root)
    mover, other = anna, bert
    for _ in range(6):
        said = mover.run("bot", ".")
        name = newest(mover)
        mail(mover, other, name)
        mover, other = other, mover
        if "deploys" in said.all or (mover.folder / "turn04.toml").exists():
            break
    return anna, bert, mover


def ready(mover: Person) -> str:
    """A unit of the mover that may act now."""
    return str(json.loads(mover.run("legal", ".", "--json").out)[0]["unit"])


def test_a_whole_match_by_bots_through_files(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    mover, other = anna, bert
    for _ in range(80):
        said = mover.run("bot", newest(mover), "--kind", "greedy" if mover is anna else "random")
        mail(mover, other, newest(mover))
        if "the match is over" in said.err:
            break
        mover, other = other, mover
    else:
        pytest.fail("the match does not end")
    for person in (anna, bert):
        status = person.run("status").out
        assert "the match is over" in status
        assert "wins" in status
        verdict = json.loads(person.run("verify", ".", "--json").out)
        assert verdict["ok"] is True
        assert verdict["turns"] == len(list(person.folder.glob("turn??.toml")))
    assert "good" in anna.run("verify", ".").out
    assert "round 4 is over" in anna.run("log", ".").out
    assert anna.run("log", ".", "--from", "3", "--to", "3").out.count("Turn ") == 1
    # A stranger with the files and no key.
    stranger = Person(tmp_path / "nobody", tmp_path / "elsewhere")
    shutil.copytree(anna.folder, stranger.folder / "files")
    assert "good" in stranger.run("verify", "files").out
    assert "verdict: good" in stranger.run("audit", "files").out
    assert "over in round 4" in stranger.run("show", "files").out


def test_first_steps_say_what_to_type_next(tmp_path: Path) -> None:
    new = Person(tmp_path / "home", tmp_path / "here")
    assert "next: pbem new zipwarz" in new.run("status").err
    said = new.run("new", "zipwarz", status=9)
    assert "there is no key yet" in said.err
    assert "hint: pbem key new makes one" in said.err
    said = new.run("key", "new")
    assert len(said.out.split()) == 8
    assert "next: pbem new" in said.err
    assert "there is a key already" in new.run("key", "new", status=9).err
    assert new.run("key", "show").out == said.out
    key = tmp_path / "home" / "key.pem"
    assert key.stat().st_mode & 0o077 == 0


def test_a_challenge_is_shown_before_it_is_accepted(tmp_path: Path) -> None:
    anna, bert = two(tmp_path)
    anna.run(
        "new",
        "zipwarz",
        "--title",
        "ford",
        "--name",
        "Anna",
        "--option",
        "rounds=5",
        "--days",
        "7",
        "-m",
        "hello",
    )
    said = bert.run("join", anna.folder / "ford" / "turn00.toml", status=2)
    for word in ("Anna", "rounds = 5", "7 days a turn", "hello", "--yes accepts"):
        assert word in said.err
    assert list(bert.folder.iterdir()) == []
    assert "your own challenge" in anna.run("join", "ford/turn00.toml", "--yes", status=6).err
    bert.run("join", anna.folder / "ford" / "turn00.toml", "--yes")
    again = bert.run("join", anna.folder / "ford" / "turn00.toml", "--yes")
    assert "was written before, and is the same" in again.err


def test_a_template_appears_and_is_no_order(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    mover = anna
    said = mover.run("orders", "turn01.toml")
    if "Your move" not in said.err:  # Red is the Aggressor: Blue owed nothing but a share
        assert "turn02.toml" in said.out
        mail(anna, bert, "turn02.toml")
        mover = bert
        said = mover.run("orders", "turn02.toml")
    name = "turn02.orders.toml" if mover is anna else "turn03.orders.toml"
    assert f"written: {name}" in said.err
    text = (mover.folder / name).read_text()
    assert text.startswith("#:schema ./.zipwarz.orders.schema.json\n")
    schema = json.loads((mover.folder / ".zipwarz.orders.schema.json").read_text())
    assert schema["type"] == "object"
    said = mover.run("orders", ".", status=3)
    assert "is still the template" in said.err
    assert not list(mover.folder.glob("turn03.toml"))


def test_all_faults_at_once_with_lines_and_nothing_written(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    before = sorted(p.name for p in mover.folder.iterdir())
    own = "A" if "anna" in str(mover.folder) else "B"
    other = "B" if own == "A" else "A"
    bad = f"""# my orders
[[activate]]
unit = "{own}1"
do = [{{ move = [99] }}, {{ attack = "{other}9", els = ["hold"] }}]

[[activate]]
unit = "{own}99"
do = ["hold"]
"""
    (mover.folder / "bad.toml").write_text(bad)
    said = mover.run("orders", ".", "--from", "bad.toml", status=3)
    assert "bad.toml:4: activate[0].do[1].els: unknown key 'els'" in said.err
    assert f"bad.toml:7: activate[1].unit: {own}99 is not a unit on the field" in said.err
    assert "nothing written" in said.err
    (mover.folder / "bad.toml").unlink()
    assert sorted(p.name for p in mover.folder.iterdir()) == before
    said = mover.run("orders", ".", "--from", "-", status=3, stdin="[[activate]\nunit = 1\n")
    assert "standard input:1: not TOML" in said.err
    said = mover.run("orders", ".", "--from", "missing.toml", status=2)
    assert "there is no file missing.toml" in said.err


def test_orders_from_standard_input_a_dry_run_and_yes(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    unit = ready(mover)
    orders = f'message = "for the king"\n[[activate]]\nunit = "{unit}"\ndo = ["hold"]\n'
    number = int(newest(mover)[4:6]) + 1
    said = mover.run("orders", ".", "--from", "-", "--dry-run", stdin=orders)
    assert "a dry run: nothing was signed" in said.err
    said = mover.run("orders", ".", "--from", "-", stdin=orders, status=2)
    assert "--yes signs without being asked" in said.err
    assert not (mover.folder / f"turn{number:02d}.toml").exists()
    said = mover.run("orders", ".", "--from", "-", "--yes", stdin=orders)
    assert "Understood" in said.err
    assert f"turn{number:02d}.toml written" in said.err
    assert f"subject: [pbem mill-creek] turn {number}" in said.err
    assert "for the king" in (mover.folder / f"turn{number:02d}.log.md").read_text()
    first = (mover.folder / f"turn{number:02d}.toml").read_bytes()
    again = mover.run("orders", ".")
    assert "is to move; your" in again.err
    assert (mover.folder / f"turn{number:02d}.toml").read_bytes() == first
    said = mover.run("orders", ".", "--from", "-", "--yes", stdin=orders, status=6)
    assert "--redo makes it again" in said.err
    changed = orders.replace("king", "queen")
    mover.run("orders", ".", "--from", "-", "--yes", "--redo", stdin=changed)
    assert "queen" in (mover.folder / f"turn{number:02d}.toml").read_text()


def test_orders_pasted_from_a_mail_work_with_a_note(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    unit = ready(mover)
    pasted = f"> [[activate]]\r\n> unit\u00a0= “{unit}”\r\n> do = [“hold”]\r\n"
    said = mover.run("orders", ".", "--from", "-", "--dry-run", stdin=pasted)
    assert "quote marks (>) were removed" in said.err
    assert "were made plain" in said.err
    assert "Understood" in said.err


def test_an_editor_is_started(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    unit = ready(mover)
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys, pathlib\n"
        f'orders = \'[[activate]]\\nunit = "{unit}"\\ndo = ["hold"]\\n\'\n'
        "pathlib.Path(sys.argv[1]).open('a').write(orders)\n"
    )
    import sys

    said = mover.run("orders", ".", "--edit", "--yes", env={"VISUAL": f"{sys.executable} {script}"})
    assert "Understood" in said.err
    assert "written" in said.err


def test_the_other_sides_turn_is_awaited(tmp_path: Path) -> None:
    anna, bert, mover = deployed(tmp_path)
    waiting = bert if mover is anna else anna
    said = waiting.run("orders", ".")
    assert "is to move" in said.err
    assert "not your move" in waiting.run("legal", ".", status=6).err
    assert waiting.run("status").out.count("is to move") == 1


def test_looking(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    own = "A" if "anna" in str(mover.folder) else "B"
    shown = mover.run("show", ".").out
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "Your move: activate" in shown
    plain = mover.run("show", ".", "--plain").out
    assert plain.isascii()
    board = json.loads(mover.run("show", ".", "--json").out)
    assert board["frame"]["cols"] == 4
    legal = mover.run("legal", ".", ready(mover).lower()).out
    assert "move" in legal
    rows = json.loads(mover.run("legal", ".", "--json").out)
    assert {row["unit"][0] for row in rows} == {own}
    assert "these can" in mover.run("legal", ".", "X9", status=2).err
    assert "## Turn 1 by Red" in mover.run("log", ".", "--markdown").out
    ascii_out = mover.run("show", ".", env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}).out
    assert "┌" not in ascii_out
    rows = json.loads(mover.run("status", "--json").out)
    assert rows[0]["match"] == "mill-creek"
    assert rows[0]["next"].startswith("pbem orders")


def test_the_rules_are_at_hand(tmp_path: Path) -> None:
    person = Person(tmp_path / "home", tmp_path / "here")
    assert "zipwarz" in person.run("rules").out.split()
    page = person.run("rules", "zipwarz").out
    for number in (*(f"R{n}" for n in range(1, 38)), *(f"A{n}" for n in range(1, 30))):
        assert number in page
        found = (
            person.run("rules", "zipwarz", number).out if number in {"R1", "R32", "A13", "A29"} else number
        )
        assert number in found
        assert found.count("\n") < 30
    assert "did you mean" in person.run("rules", "zipwarx", status=2).err
    assert "there is no rule" in person.run("rules", "zipwarz", "R99", status=2).err
    assert "The protocol" in person.run("rules", "protocol").out
    assert "a card twice" in person.run("rules", "cheats").out


def test_resigning(tmp_path: Path) -> None:
    anna, bert, _ = deployed(tmp_path)
    assert "--yes signs unasked" in anna.run("resign", ".", status=2).err
    said = anna.run("resign", ".", "--yes", "-m", "well played")
    assert "Red wins" in said.err
    assert "resign-blue.toml" in said.out
    mail(anna, bert, "resign-blue.toml")
    assert "Red wins" in bert.run("status").out
    assert "Blue resigned" in bert.run("show", ".").out
    assert "over" in bert.run("resign", ".", "--yes", status=6).err
    assert bert.run("verify", ".").out.count("Red wins") == 1


def test_verify_names_the_first_bad_turn(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    path = mover.folder / newest(mover)
    text = path.read_text()
    path.write_text(text.replace("kmax = ", "kmax = 1"))
    number = int(path.name[4:6])
    said = mover.run("verify", ".", status=5)
    assert f"turn {number}: refused (seal/hash)" in said.err
    assert f"turns 0 to {number - 1} are good" in said.err
    verdict = json.loads(mover.run("verify", ".", "--json", status=5).out)
    assert (verdict["ok"], verdict["code"], verdict["turn"]) == (False, "seal/hash", number)
    path.write_text(text[: len(text) // 2])
    said = mover.run("verify", ".", status=4)
    assert "file/frame" in said.err
    assert "hint:" in said.err
    path.write_text("")
    assert "the file is empty" in mover.run("orders", path.name, status=4).err
    path.write_text(text)
    mover.run("verify", ".")
    (mover.folder / "turn02.toml").rename(mover.folder.parent / "away.toml")
    assert "turn 2 is missing" in mover.run("verify", ".", status=6).err


def test_usage_is_refused_in_a_sentence(tmp_path: Path) -> None:
    person = Person(tmp_path / "home", tmp_path / "here")
    said = person.run("oders", status=2)
    assert "no such command 'oders'" in said.err.lower()
    assert "hint:" in said.err
    assert "Exit status" in person.run("--help").out
    person.run("new", "--options", status=2)
    assert "Copyright" in person.run("--version").out
    assert "ZipWarz Core Rules" in person.run("--version").out
    said = person.run("verify", "nowhere", status=2)
    assert "nowhere" in said.err
    said = person.run("orders", "nowhere.toml", status=9)
    assert "no key" in said.err


def test_an_unreadable_key(tmp_path: Path) -> None:
    anna, _ = two(tmp_path)
    key = anna.home / "key.pem"
    key.write_text("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    said = anna.run("key", "show", status=9)
    assert "is not a private key, or is damaged" in said.err
    assert "AAAA" not in said.all


def test_a_locked_key_and_its_passphrase(tmp_path: Path) -> None:
    word = tmp_path / "word"
    word.write_text("correct horse\n")
    person = Person(tmp_path / "home", tmp_path / "here")
    person.run("key", "new", "--passphrase", status=2)
    made = person.run("key", "new", "--passphrase", env={"PBEM_PASSPHRASE_FILE": str(word)})
    assert "locked" in person.run("key", "show", status=9).err
    assert person.run("key", "show", env={"PBEM_PASSPHRASE_FILE": str(word)}).out == made.out
    word.write_text("wrong\n")
    said = person.run("key", "show", env={"PBEM_PASSPHRASE_FILE": str(word)}, status=9)
    assert "the passphrase does not open it" in said.err
    assert "wrong" not in said.all.replace("is wrong", "")


def test_two_players_at_one_computer(tmp_path: Path) -> None:
    person = Person(tmp_path / "unused", tmp_path / "here")
    person.run("--home", tmp_path / "h1", "key", "new")
    person.run("--home", tmp_path / "h2", "key", "new")
    person.run("--home", tmp_path / "h1", "new", "zipwarz", "--dir", "one")
    person.run("--home", tmp_path / "h2", "join", "one/turn00.toml", "--dir", "one", "--yes")
    assert "ZipWarz" in person.run("--home", tmp_path / "h1", "show", "one").out
    person.run("--home", tmp_path / "h1", "bot", "one")
    assert (person.folder / "one" / "turn02.toml").exists()


def test_own_roster_and_scenario(tmp_path: Path) -> None:
    anna, bert = two(tmp_path)
    examples = Path(__file__).parents[2] / "examples"
    roster = next((examples / "rosters").glob("*.toml"))
    scenario = next((examples / "scenarios").glob("*.toml"))
    anna.run("new", "zipwarz", "--roster", roster, "--scenario", scenario, "--title", "own", "--name", "Anna")
    bert.run("join", anna.folder / "own" / "turn00.toml", "--yes")
    broken = tmp_path / "broken.toml"
    broken.write_text(roster.read_text().replace("level = ", "levle = ", 1).replace("level=", "levle=", 1))
    said = anna.run("new", "zipwarz", "--roster", broken, "--title", "bad", status=3)
    assert "broken.toml:" in said.err
    assert "did you mean 'level'" in said.err
    broken.write_text(
        roster.read_text().replace("level = ", 'level = "two" # ', 1).replace("level=", 'level="two", l=', 1)
    )
    said = anna.run("new", "zipwarz", "--roster", broken, "--title", "bad", status=3)
    assert "expected an integer, found 'two'" in said.err
    assert not (anna.folder / "bad").exists()


def test_the_same_demo_twice_is_the_same_to_the_byte(tmp_path: Path) -> None:
    person = Person(tmp_path / "home", tmp_path / "here")
    said = person.run("demo", "--dir", "one", "--seed", "7")
    person.run("demo", "--dir", "two", "--seed", "7")
    person.run("demo", "--dir", "three", "--seed", "8")
    one, two_, three = (
        {p.name: p.read_bytes() for p in (person.folder / d).glob("*.toml")} for d in ("one", "two", "three")
    )
    assert one == two_
    assert one != three
    assert b"practice = true" in one["turn00.toml"]
    assert "The match is over" in said.out
    assert "Verified from turn 0" in said.out
    assert "next: pbem verify" in said.err
    assert "good" in person.run("verify", "one").out
    assert "practice" in person.run("audit", "one").out
    assert not (tmp_path / "home").exists()  # nothing of the demo touches the home of the person
    assert "holds a match already" in person.run("demo", "--dir", "one", status=2).err
