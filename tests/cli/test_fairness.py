"""Keys, notices, evidence and books through the command line."""

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path

from tests.conftest import program
from tests.kit.shell import Person, begun, mail, newest


def played(root: Path, files: int) -> tuple[Person, Person]:
    """A match of that many files after the opening: (who waits, who is to move)."""
    mover, other = begun(root)
    for _ in range(files):
        mover.run("bot", ".")
        mail(mover, other, newest(mover))
        mover, other = other, mover
    return other, mover


def word(root: Path, text: str) -> dict[str, str]:
    path = root / "word"
    path.write_text(text + "\n")
    return {"PBEM_PASSPHRASE_FILE": str(path)}


def test_both_see_the_same_code_and_remember_the_answer(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    shown = anna.run("key", "verify", ".")
    words, digits = shown.out.splitlines()
    assert len(words.split()) == 8
    assert [len(group) for group in digits.split()] == [5] * 6
    assert bert.run("key", "verify", ".").out == shown.out
    assert "unverified" in anna.run("status").out
    assert "next: pbem key verify --same" in shown.err
    assert "is verified" in anna.run("key", "verify", ".", "--same").err
    assert "compared before, on" in anna.run("key", "verify", ".").err
    assert "unverified" not in anna.run("status").out


def test_a_known_name_with_another_key_is_a_hard_stop(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path)
    bert.run("key", "verify", ".", "--same")
    false = Person(tmp_path / "false", tmp_path / "f")
    false.run("key", "new")
    false.run("new", "zipwarz", "--title", "trap", "--name", "Anna")
    said = bert.run("join", false.folder / "trap" / "turn00.toml", "--yes", status=5)
    assert "Anna" in said.err
    assert "another key" in said.err
    assert "pbem key forget" in said.err
    bert.run("key", "forget", "Anna")
    bert.run("join", false.folder / "trap" / "turn00.toml", "--yes")
    anna.run("new", "zipwarz", "--title", "again", "--name", "Anna")
    assert "another key" in bert.run("join", anna.folder / "again" / "turn00.toml", "--yes", status=5).err


def test_a_key_moves_to_another_computer(tmp_path: Path) -> None:
    waiting, mover = played(tmp_path, 3)
    secret = word(tmp_path, "correct horse")
    assert "always locked" in mover.run("key", "export", tmp_path / "copy.pem", status=2).err
    mover.run("key", "export", tmp_path / "copy.pem", env=secret)
    assert b"ENCRYPTED" in (tmp_path / "copy.pem").read_bytes()
    other = Person(tmp_path / "other-home", tmp_path / "other")
    assert "locked" in other.run("key", "import", tmp_path / "copy.pem", status=9).err
    other.run("key", "import", tmp_path / "copy.pem", env=secret)
    assert other.run("key", "show").out == mover.run("key", "show").out
    other.folder = mover.folder
    said = other.run("bot", ".")
    assert "signed nothing in this match before" in said.err
    text = (other.folder / newest(other)).read_text()
    assert "resumed = true" in text
    mail(other, waiting, newest(other))
    assert "resumed without a journal" in waiting.run("audit", ".").out
    assert (
        "there is a key already"
        in other.run("key", "import", tmp_path / "copy.pem", env=secret, status=9).err
    )


def test_an_ssh_key_can_be_taken(tmp_path: Path) -> None:
    subprocess.run(
        [program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "id")], check=True
    )
    person = Person(tmp_path / "home", tmp_path / "here")
    taken = person.run("key", "import", tmp_path / "id").out
    assert person.run("key", "show").out == taken
    subprocess.run(
        [program("ssh-keygen"), "-q", "-t", "rsa", "-N", "", "-f", str(tmp_path / "rsa")], check=True
    )
    other = Person(tmp_path / "home2", tmp_path / "here")
    assert "not an Ed25519 key" in other.run("key", "import", tmp_path / "rsa", status=9).err


def test_a_draw_by_the_command_line(tmp_path: Path) -> None:
    waiting, mover = played(tmp_path, 4)
    assert "your move now" in mover.run("draw", ".", "--yes", status=6).err
    said = waiting.run("draw", ".", "--yes", "-m", "enough?")
    name = Path(said.out.strip()).name
    mail(waiting, mover, name)
    assert "offers a draw" in mover.run("status").out
    said = mover.run("orders", ".", "--accept", "--yes")
    assert "a draw was agreed" in said.err
    mail(mover, waiting, newest(mover))
    for person in (waiting, mover):
        assert "drawn" in person.run("status").out
        assert "statement: " in person.run("audit", ".").out
    assert "accepts the draw" in waiting.run("log", ".").out


def test_a_takeback_by_the_command_line(tmp_path: Path) -> None:
    waiting, mover = played(tmp_path, 6)
    said = waiting.run("takeback", ".", "--to", "1", "--yes", status=6)
    assert "opens the match" in said.err
    said = waiting.run("takeback", ".", "--to", "5", "--yes")
    mail(waiting, mover, Path(said.out.strip()).name)
    said = mover.run("orders", ".", "--accept", "--yes")
    assert "asks to go back to the position after turn 5" in said.err
    assert "you may know the dice that are owed" in said.err
    (mover.folder / f"turn{int(newest(waiting)[4:6]) + 1:02d}.orders.toml").unlink(missing_ok=True)
    if newest(mover) == newest(waiting):  # something has to be decided in the position of turn 5
        units = [f"{side}{n}" for side in "AB" for n in range(1, 10)]
        for unit in units:  # whoever had not acted then
            hold = f'[[activate]]\nunit = "{unit}"\ndo = ["hold"]\n'
            said = mover.run("orders", ".", "--accept", "--yes", "--from", "-", stdin=hold, status=None)
            if said.status == 0:
                break
    away = tmp_path / "downloads"
    away.mkdir()
    shutil.copy(mover.folder / newest(mover), away)
    waiting.run("orders", away / newest(mover), status=None)  # wherever it lies, it is taken
    assert (waiting.folder / newest(mover)).exists()
    assert "asks to go back" not in waiting.run("status").out  # that was answered
    assert "Blue agrees to a takeback" in waiting.run("log", ".").out.replace("Red", "Blue")
    assert "good" in waiting.run("verify", ".").out
    assert "statement: " in waiting.run("audit", ".").out


def test_a_claim_by_the_command_line(tmp_path: Path) -> None:
    anna, bert = begun(tmp_path, "--days", "3")
    said = bert.run("claim", ".", "--yes", status=6)
    assert "0 days old; 3 days are agreed" in said.err
    path = bert.folder / "turn01.toml"
    assert path.exists()
    assert anna.folder.exists()


def test_a_fork_is_kept_as_evidence(tmp_path: Path) -> None:
    waiting, mover = played(tmp_path, 5)
    backup = tmp_path / "backup"
    shutil.copytree(mover.folder, backup)
    mover.run("bot", ".", "--kind", "random", "--seed", "1")
    name = newest(mover)
    mail(mover, waiting, name)
    number = int(name[4:6])
    for seed in range(2, 40):  # a cheater removes his traces and signs another one
        shutil.rmtree(mover.home / "journal")
        (mover.folder / name).unlink()
        mover.run("bot", ".", "--kind", "random", "--seed", str(seed))
        if (mover.folder / name).read_text().split("[seal]")[0] != (waiting.folder / name).read_text().split(
            "[seal]"
        )[0]:
            break
    second = tmp_path / "second.toml"
    shutil.copy(mover.folder / name, second)
    said = waiting.run("orders", second, status=6)
    assert f"a second turn {number}" in said.err
    assert "chain/fork" in said.err
    assert "agree on one by telephone" in said.err
    (evidence,) = (waiting.folder / "forks").iterdir()
    # Play stops, and says so, until one of the two is agreed upon; then it goes on from that one.
    assert "has signed two versions" in waiting.run("status").out.replace("\n    ", " ")
    held = (waiting.folder / name).read_text()
    said = waiting.run("orders", ".", status=6)
    assert "has signed two versions" in said.err
    assert evidence.name in said.err.replace("\n", "")
    assert "--agreed" in said.err
    said = waiting.run("orders", waiting.folder / "turn00.toml", "--agreed", status=6)
    assert "neither of the two versions" in said.err
    said = waiting.run("audit", ".", status=6)
    assert "FORK:" in said.out
    assert "both signatures hold" in said.out
    stranger = Person(tmp_path / "nobody", tmp_path / "elsewhere")
    shutil.copytree(waiting.folder, stranger.folder / "files")
    found = json.loads(stranger.run("audit", "files", "--json", status=6).out)
    assert found["code"] == "chain/fork"
    assert [fork["turn"] for fork in found["forks"]] == [number]
    said = waiting.run("orders", evidence, "--agreed", status=None)
    assert "play goes on from this" in said.err
    assert (waiting.folder / name).read_text() != held
    assert len(list((waiting.folder / "forks").iterdir())) == 2  # both stay as evidence
    waiting.run("bot", ".")
    mail(waiting, mover, newest(waiting))
    assert "good: " in waiting.run("verify", ".").out
    assert "settled: play went on from the first" in waiting.run("audit", ".").out


def test_the_books_as_text_json_and_csv(tmp_path: Path) -> None:
    person = Person(tmp_path / "home", tmp_path / "here")
    person.run("demo", "--dir", "match", "--seed", "5")
    text = person.run("audit", "match").out
    for words in (
        "chi-square",
        "sigma",
        "verdict: good",
        "every share was fixed by turns 0 and 1",
        "sealed: Blue's army",
    ):
        assert words in text
    assert max(len(line) for line in text.splitlines()) <= 110
    every = person.run("audit", "match", "--rolls").out
    books = json.loads(person.run("audit", "match", "--json").out)
    assert every.count(": blind") == 2 * len(books["rolls"])
    assert all(roll["blind"] for roll in books["rolls"])
    rows = list(csv.DictReader(io.StringIO(person.run("audit", "match", "--csv").out)))
    assert len(rows) == len(books["rolls"])
    assert sum(len(row["faces"].split()) for row in rows) == sum(sum(d["counts"]) for d in books["dice"])
    mixed = list((person.folder / "match").glob("*.toml"))[::-1]
    assert person.run("audit", *mixed).out == text  # any bundle, in any order
    bundle = person.folder / "bundle.txt"
    bundle.write_text(
        "\n".join(path.read_text() for path in sorted((person.folder / "match").glob("*.toml")))
    )
    assert person.run("audit", bundle).out == text
    (person.folder / "match" / "turn05.toml").unlink()
    said = person.run("audit", "match", status=6)
    assert "turn 5 is missing" in said.err
    assert "turns 0 to 4 are good" in said.err


def test_a_named_file_is_judged_itself(tmp_path: Path) -> None:
    """`verify FILE` says whether that file is good, not whether its neighbours are."""
    waiting, mover = played(tmp_path, 4)
    name = newest(mover)
    assert "good: " in mover.run("verify", name).out
    evil = mover.folder / "evil.toml"
    evil.write_text((mover.folder / name).read_text().replace('writer = "pbem', 'writer = "bpem'))
    assert "seal/hash" in mover.run("verify", "evil.toml", status=5).err
    assert "good: " in mover.run("verify", ".").out
    other = Person(tmp_path / "home-x", tmp_path / "x")
    other.run("key", "new")
    other.run("new", "zipwarz", "--title", "another", "--name", "Anna")
    shutil.copy(other.folder / "another" / "turn00.toml", mover.folder / "stray.toml")
    said = mover.run("verify", "stray.toml", status=6)
    assert "no part of this match" in said.err
    assert "good: " in mover.run("verify", ".").out  # a stray file is nobody's fault
    assert "good: " in waiting.run("verify", ".").out


def test_a_lost_key_by_the_command_line(tmp_path: Path) -> None:
    """Both ways of consent, from the messages alone; a second match with the same person goes on."""
    waiting, mover = played(tmp_path, 4)
    side = {"anna": "blue", "bert": "red"}[mover.home.name.removeprefix("home-")]
    again = Person(tmp_path / "home-new", mover.folder)
    again.run("key", "new")
    assert "pbem rekey --side" in again.run("orders", ".", status=6).err
    asked = mover.folder / Path(again.run("rekey", ".", "--side", side, "--yes").out.strip()).name
    shutil.copy(asked, waiting.folder)
    assert "asks to go on with a new key" in waiting.run("status").out
    said = waiting.run("rekey", asked.name, "--agree", "--yes")
    mail(waiting, again, Path(said.out.strip()).name)
    again.run("bot", ".")
    mail(again, waiting, newest(again))
    said = waiting.run("verify", ".")
    assert "key was replaced in turn" in said.out
    assert "only" in said.out
    assert "as far as the new key is its owner's" in waiting.run("audit", ".").out
    assert "another key" not in waiting.run("status").err
