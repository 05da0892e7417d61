"""`pbem receive`: what continues a match of mine is taken, wherever it lies; all else is explained."""

import json
import mailbox
import re
import shutil
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk import keys, matchfolder
from pbem.turnfile.seal import TURN, sign, to_text
from tests.post.people import Somebody, begun

NUMBER = re.compile(r"turn(\d+)\.toml")


def made(mover: Somebody, **how: str) -> str:
    """The mover's next turn, as it is sent."""
    mover.run("bot", ".", *(word for key, value in how.items() for word in (f"--{key}", value)))
    return mover.newest.read_text()


def carried(mover: Somebody, other: Somebody) -> str:
    text = made(mover)
    (other.folder / mover.newest.name).write_text(text)
    return text


def letter(mover: Somebody) -> bytes:
    return mover.run("send", ".", "--eml", "-").out.encode()


@pytest.fixture
def match(tmp_path: Path) -> tuple[Somebody, Somebody]:
    """(who is to move, the other), after turn 2."""
    anna, bert = begun(tmp_path)
    carried(anna, bert)
    return bert, anna


# -- where a turn may lie ------------------------------------------------------------------------------


def in_mbox(raw: bytes, root: Path) -> object:
    box = mailbox.mbox(root / "inbox")
    for body in ("lunch?", "From the ford we advance\n\nFrom me\n"):
        other = EmailMessage()
        other["From"], other["Subject"] = "eve@example.org", "lunch"
        other.set_content(body)
        box.add(other)
    box.add(raw)
    box.close()
    return root / "inbox"


def in_maildir(raw: bytes, root: Path) -> object:
    box = mailbox.Maildir(root / "Maildir")
    box.add(b"From: eve@example.org\nSubject: lunch?\n\ntoday?\n")
    box.add(raw)
    return root / "Maildir"


def in_downloads(raw: bytes, root: Path) -> object:
    folder = root / "Downloads"
    folder.mkdir()
    (folder / "move (3).bin").write_bytes(raw)
    (folder / "holiday.jpg").write_bytes(bytes(range(256)) * 40)
    (folder / "army.toml").write_text('name = "Moss Court"\n')
    (folder / "turn99.toml.crdownload").write_bytes(raw[:300])
    (folder / ".hidden").write_bytes(raw)
    (folder / "big.iso").write_bytes(bytes(5_000_000))
    return folder


def in_file(name: str) -> Callable[[bytes, Path], object]:
    def work(raw: bytes, root: Path) -> object:
        (root / name).write_bytes(raw)
        return root / name

    return work


PLACES: dict[str, Callable[[bytes, Path], object]] = {
    "a letter": in_file("letter.eml"),
    "a letter under any name": in_file("x"),
    "an mbox": in_mbox,
    "a maildir": in_maildir,
    "a folder of downloads": in_downloads,
}


@pytest.mark.parametrize("place", PLACES)
def test_a_letter_is_taken_from_anywhere(
    place: str, tmp_path: Path, match: tuple[Somebody, Somebody]
) -> None:
    mover, other = match
    text = made(mover)
    name = mover.newest.name
    source = PLACES[place](letter(mover), tmp_path)
    said = other.run("receive", source)
    assert said.out.strip() == str(other.folder / name)
    assert f"mill-creek: turn {int(name[4:6])} (Red) taken (attachment {name}" in said.err
    assert f"next: pbem orders {name}" in said.err
    assert (
        matchfolder.sheets_of((other.folder / name).read_bytes())[0].hash
        == matchfolder.sheets_of(text.encode())[0].hash
    )
    before = {p: p.read_bytes() for p in other.folder.iterdir()}
    again = other.run("receive", source)
    assert again.out == "" and ("here already" in again.err or "0 taken" in again.err)
    assert {p: p.read_bytes() for p in other.folder.iterdir()} == before
    assert "0 taken, 0 known" in again.err or "here already" in again.err
    everything = other.run("receive", source, "--all").err
    assert "1 known already" in everything or "here already" in everything


def test_a_turn_file_under_any_name_and_a_pasted_one(
    tmp_path: Path, match: tuple[Somebody, Somebody]
) -> None:
    mover, other = match
    text = made(mover)
    path = other.folder / mover.newest.name
    for name in ("turn07 (1).toml", "turn03.toml.txt", "noname", "mill-creek.eml"):
        (tmp_path / name).write_text(text)
        assert other.run("receive", tmp_path / name).out.strip() == str(path)
        path.unlink()
    quoted = "Hello!\n\n" + "".join(f"> {row}\n" for row in text.splitlines()) + "\ncheers\n"
    said = other.run("receive", "-", stdin=quoted.encode())
    assert "opened after this was undone: quote marks removed (>); signature good" in said.err
    path.unlink()
    forwarded = b"From: bert@example.org\nTo: anna@example.org\nSubject: Fwd: move\n\n" + quoted.encode()
    assert "the text of “Fwd: move”" in other.run("receive", "-", stdin=forwarded).err
    path.unlink()
    pasted = text.replace(" = ", "\u00a0=\u00a0").replace('"', "”")
    said = other.run("receive", "-", stdin=pasted.encode())
    assert "odd blanks, quotation marks or dashes made plain; signature good" in said.err
    path.unlink()
    # Two blank lines between tables, none at the end; CRLF in the seal alone.
    spaced = text.replace("\n[", "\n\n\n[").rstrip("\n")
    assert other.run("receive", "-", stdin=spaced.encode()).out
    path.unlink()
    head, mark, seal = text.partition("[seal]")
    assert other.run("receive", "-", stdin=(head + mark + seal.replace("\n", "\r\n")).encode()).out


def test_an_mbox_made_by_python_keeps_every_word(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    orders = mover.orders("From the ford we advance").encode()
    mover.run("orders", ".", "--from", "-", "--yes", stdin=orders)
    body = EmailMessage()
    body["From"], body["Subject"] = "bert@example.org", "From the ford"
    body.set_content("From me to you:\n\n" + mover.newest.read_text())
    box = mailbox.mbox(tmp_path / "sent")
    box.add(body)
    box.close()
    other.run("receive", tmp_path / "sent")
    assert "Red writes: From the ford we advance" in other.run("orders", ".").out


def test_the_new_turn_among_quoted_older_ones(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    texts = [carried(mover, other)]
    texts.append(carried(other, mover))
    text = made(mover)
    quoted = [("> " * n, old) for n, old in enumerate(reversed(texts), 1)]
    body = text + "".join("\nwrote:\n" + "".join(f"{p}{row}\n" for row in t.splitlines()) for p, t in quoted)
    said = other.run("receive", "-", stdin=body.encode())
    assert said.out.strip() == str(other.folder / mover.newest.name)
    # The same with the old ones first, and the older one damaged.
    mover, other = other, mover
    text = made(mover)
    damaged = texts[1].replace("turn = ", "turn = 1", 1)
    said = other.run("receive", "-", stdin=(damaged + texts[0] + text).encode())
    assert said.out.strip() == str(other.folder / mover.newest.name)


# -- what is not taken ---------------------------------------------------------------------------------


def test_a_gap_waits_until_it_is_filled(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    folder = tmp_path / "in"
    folder.mkdir()
    texts = [carried(mover, other), carried(other, mover), carried(mover, other)]
    numbers = [int(NUMBER.search(path.name)[1]) for path in sorted(other.folder.glob("turn??.toml"))[-3:]]  # type: ignore[index]
    for path in sorted(other.folder.glob("turn??.toml"))[-3:]:
        path.unlink()
    shutil.rmtree(other.home / "snapshots")
    (folder / "c").write_text(texts[2])
    said = other.run("receive", folder)
    assert f"expected turn {numbers[0]}, found turn {numbers[2]}" in said.err and said.out == ""
    assert "expected turn" in other.run("receive", folder / "c", status=6).err
    (folder / "a").write_text(texts[0])
    said = other.run("receive", folder)
    assert said.out.count("\n") == 1
    (folder / "b").write_text(texts[1])
    said = other.run("receive", folder)
    assert [Path(row).name for row in said.out.splitlines()] == [f"turn{n:02d}.toml" for n in numbers[1:]]


def test_an_answer_to_an_abandoned_turn(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    """A ghost: the other side answers a turn that I have made again since."""
    mover, other = match
    first = made(mover, seed="1")
    twin = tmp_path / "twin"
    shutil.copytree(other.folder, twin)
    (twin / mover.newest.name).write_text(first)
    other.run("bot", twin)  # the answer to the first version
    ghost = max(twin.glob("turn??.toml")).read_text()
    mover.newest.unlink()
    shutil.rmtree(mover.home / "journal")
    made(mover, seed="7", kind="random")
    before = sorted(mover.folder.iterdir())
    said = mover.run("receive", "-", stdin=ghost.encode(), status=6)
    assert "refused (chain/parent): parent: it continues" in said.err and "but your turn" in said.err
    assert sorted(mover.folder.iterdir()) == before


def test_two_turns_by_one_hand_are_evidence(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    first = made(mover, seed="1")
    name = mover.newest.name
    mover.newest.unlink()
    shutil.rmtree(mover.home / "journal")
    second = made(mover, seed="2", kind="random")
    assert first != second
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a").write_text(first)
    (folder / "b").write_text(second)
    said = other.run("receive", folder, status=6)
    assert said.err.count("(chain/fork)") == 2 and said.err.count("kept as evidence: forks/") == 2
    assert not (other.folder / name).exists() and len(list((other.folder / "forks").iterdir())) == 2
    # One of them was agreed upon; the other one still is a fork, whenever it comes.
    assert "has signed two versions" in other.run("orders", folder / "a", status=6).err
    other.run("orders", folder / "a", "--agreed")
    assert (other.folder / name).exists()
    said = other.run("receive", folder / "b", status=6)
    assert f"a second turn {int(name[4:6])} by" in said.err and "agree on one by telephone" in said.err
    assert "FORK" in other.run("audit", ".", status=6).out


def mangled(old: str, new: str) -> Callable[[str], bytes]:
    return lambda text: text.replace(old, new, 1).encode()


HEAD = b"From: a@b.c\nTo: d@e.f\n"
DAMAGED: dict[str, tuple[Callable[[str], bytes], int, tuple[str, ...]]] = {
    "empty": (lambda t: b"", 4, ("the file is empty (0 bytes)", "send it again")),
    "only blanks": (lambda t: b"\r\n \n", 4, ("the file is empty (4 bytes)",)),
    "cut off": (
        lambda t: t[: len(t) * 2 // 3].encode(),
        4,
        ("the end of the file was cut off", "to the other player:", "send it again"),
    ),
    "merged": (
        mangled("[state]", "<<<<<<< HEAD\n[state]\n=======\n>>>>>>> x"),
        4,
        ("conflict marks of a merge",),
    ),
    "no turn": (lambda t: b"Dear Ann, my turn comes tomorrow.\n", 4, ("to the other player:",)),
    "a changed value": (mangled("kmax = ", "kmax = 1"), 5, ("(seal/hash)", "to the other player:")),
    "a newer format": (
        mangled('"pbem/1"', '"pbem/2"'),
        7,
        ("it needs format pbem/2", "install a newer pbem"),
    ),
    "only winmail.dat": (
        lambda t: HEAD + b"Content-Type: application/ms-tnef\n\n" + bytes(99),
        4,
        ("winmail.dat, which only Outlook can open", "instead of Rich Text"),
    ),
    "an empty attachment": (
        lambda t: HEAD + b'Content-Type: x/y; name="turn07.toml"\n\n',
        4,
        ("the attachment turn07.toml is empty (0 bytes)", "Please send it again as an attachment"),
    ),
    "html only": (
        lambda t: HEAD + b"Content-Type: text/html\n\n<p># -----BEGIN PBEM TURN-----<p>x</p>",
        4,
        ("HTML only", "Please send it again as an attachment"),
    ),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_what_cannot_be_opened_is_explained(kind: str, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    work, status, words = DAMAGED[kind]
    before = sorted(other.folder.iterdir())
    said = other.run("receive", "-", stdin=work(made(mover)), status=status)
    assert all(word in said.err for word in words), said.err
    assert sorted(other.folder.iterdir()) == before and said.out == ""
    if status == 4:  # in a mailbox it is told once, and does not come again
        folder = other.home.parent / "in"
        folder.mkdir()
        (folder / "turn.eml").write_bytes(work(mover.newest.read_text()))
        first = other.run("receive", folder, status=other_status(kind))
        assert "0 taken" in first.err
        assert "0 new mails" in other.run("receive", folder).err


def other_status(kind: str) -> int:
    """What does not even look like ours is passed over in a mailbox."""
    return 0 if kind in {"empty", "only blanks", "no turn", "only winmail.dat"} else 4


def test_a_turn_that_breaks_the_rules(match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    made(mover)
    sheet = matchfolder.sheets_of(mover.newest.read_bytes())[0]
    data = {key: value for key, value in sheet.data.items() if key != "seal"}
    key = keys.load(mover.home / "key.pem", lambda _: None).key
    forged = {**data, "state": {**data["state"], "kmax": 9}}
    said = other.run("receive", "-", stdin=to_text(sign(TURN, forged, key)).encode(), status=10)
    assert "state/differs" in said.err and "to the other player" not in said.err
    differ = {**data, "rules": "A" * 43}
    said = other.run("receive", "-", stdin=to_text(sign(TURN, differ, key)).encode(), status=7)
    assert "rules/differ" in said.err and "both players need the same rules" in said.err


def test_challenges_other_matches_and_notices(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    carl = Somebody(tmp_path, "carl")
    carl.run("new", "zipwarz", "--title", "Upper Ford!", "--name", "Carl", "--option", "size=small")
    carl.folder /= "upper-ford"
    challenge = letter(carl)
    said = other.run("receive", "-", stdin=challenge)
    found = re.search(r"next: pbem join (\S+)", said.err)
    assert found and "Upper Ford!: a challenge, good and signed" in said.err
    assert not (other.folder / "upper-ford").exists()  # joined is what a person joins
    assert "your own challenge" in carl.run("join", found[1], "--yes", status=6).err
    other.run("join", found[1], "--name", "Anna", "--yes", "--dir", tmp_path / "ford")
    assert "turn 0 (Blue) is here already" in other.run("receive", "-", stdin=challenge).err
    # Files of a match that is not here are left alone, and so is a mail about lunch.
    stranger = Somebody(tmp_path, "dora")
    said = stranger.run("receive", other.folder)
    assert "of a match that is not on this computer, left alone" in said.err and said.out == ""
    other.run("resign", ".", "--yes", "-m", "well played")
    notice = other.run(
        "send", "resign-blue.toml" if other.name == "anna" else "resign-red.toml", "--eml", "-"
    ).out
    assert "Subject: [pbem mill-creek] resign (" in notice
    said = mover.run("receive", "-", stdin=notice.encode())
    assert "resign (" in said.err and "taken" in said.err and "the match is over" in said.err
    assert "is here already" in mover.run("receive", "-", stdin=notice.encode()).err


def test_a_lost_folder_is_put_together_again(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    for _ in range(3):
        carried(mover, other)
        mover, other = other, mover
    kept = tmp_path / "mails"
    kept.mkdir()
    for number, path in enumerate(sorted(other.folder.glob("turn??.toml"))):
        (kept / f"mail {9 - number}").write_text(path.read_text())
    texts = {p.name: matchfolder.sheets_of(p.read_bytes())[0].hash for p in other.folder.glob("turn??.toml")}
    key = (other.home / "key.pem").read_bytes()
    shutil.rmtree(other.home), shutil.rmtree(other.folder)
    other.home.mkdir()
    (other.home / "key.pem").write_bytes(key)
    other.folder = other.folder.parent
    said = other.run("receive", kept)
    assert "if it is yours and was lost, the same with --rebuild puts it together here" in said.err
    other.run("receive", kept, "--rebuild")
    other.folder /= "mill-creek"
    assert {
        p.name: matchfolder.sheets_of(p.read_bytes())[0].hash for p in other.folder.glob("turn??.toml")
    } == texts
    carried(mover, other)
    made(other)


def test_the_answer_as_data_and_usage(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    made(mover)
    raw = letter(mover)
    rows = json.loads(other.run("receive", "-", "--json", stdin=raw).out)
    (row,) = rows["sheets"]
    assert (row["what"], row["match"], row["turn"], row["code"]) == ("taken", "mill-creek", 3, "")
    assert Path(row["file"]) == other.folder / "turn03.toml"
    assert json.loads(other.run("receive", "-", "--json", stdin=raw).out)["sheets"][0]["what"] == "known"
    rows = json.loads(other.run("receive", "-", "--json", stdin=raw[:2000], status=4).out)
    assert rows["sheets"] == [] and rows["troubles"][0]["what"]
    assert "receive from where?" in other.run("receive", status=2).err
    assert "there is no file or folder" in other.run("receive", "nowhere", status=2).err
    assert "receive" in other.run("--help").out and "send" in other.run("--help").out


def test_a_letter_with_the_orders(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    said = mover.run("orders", ".", "--from", "-", "--yes", "--eml", "out.eml", stdin=mover.orders().encode())
    assert "the letter with turn03.toml" in said.err
    raw = (mover.folder / "out.eml").read_bytes()
    assert raw == letter(mover)
    assert "the letter with turn03.toml" in mover.run("orders", ".", "--eml", "out.eml").err  # the same again
    (mover.folder / "out.eml").write_text("mine")
    assert "is never overwritten" in mover.run("send", ".", "--eml", "out.eml", status=2).err
    assert other.run("receive", mover.folder / "out.eml", status=4).out == ""
    assert other.run("receive", "-", stdin=raw).out
    assert "the other player: there is nothing to send" in other.run("send", status=6).err
    assert "the other player: there is nothing to send" in other.run("send", "turn03.toml", status=6).err


def test_orders_pasted_from_a_mail(match: tuple[Somebody, Somebody]) -> None:
    mover, _ = match
    orders = mover.orders()
    ways = {
        "HTML entities": lambda t: t.replace('"', "&quot;").replace(" = ", "&nbsp;= "),
        "quote marks (>)": lambda t: "".join(f"> {row}\r\n" for row in t.splitlines()),
        "were made plain": lambda t: t.replace('"', "”").replace(" = ", "\u00a0= "),
    }
    for note, work in ways.items():
        said = mover.run("orders", ".", "--from", "-", "--dry-run", stdin=work(orders).encode())
        assert note in said.err and "Understood" in said.err
    said = mover.run("orders", ".", "--from", "-", "--dry-run", stdin=mover.orders("“hi” &amp; bye").encode())
    assert "note: standard input" not in said.err


def test_letters_of_older_turns_and_into_a_folder(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    for _ in range(4):
        carried(mover, other)
        mover, other = other, mover
    mine = other.newest
    number = 0 if mover.name == "anna" else 1
    first = mover.run("send", f"turn{number:02d}.toml", "--eml", "-").out
    assert f"Subject: [pbem mill-creek] turn {number} (" in first
    assert first.count("In-Reply-To") == number  # a challenge answers nothing
    other.run("send", "--eml", tmp_path, "--to", "Eve <eve@example.org>")
    name = matchfolder.sheets_of(mine.read_bytes())[0].hash[:22]
    assert f"Message-ID: <{name}@" in (tmp_path / f"{mine.stem}.eml").read_text()
    assert "expected a mail address" in other.run("send", "--eml", "-", "--to", "eve", status=2).err
    stray = tmp_path / "turn09.toml"
    stray.write_text(mine.read_text().replace("turn = ", "turn = 1", 1))
    assert "is no turn of this match" in other.run("send", stray, "--eml", "-", status=6).err


def test_a_match_whose_folder_is_gone(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    raw = carried(mover, other).encode()
    other.folder.rename(tmp_path / "away")
    other.folder = tmp_path
    said = other.run("receive", "-", stdin=raw, status=6)
    assert "the folder of this match is gone" in said.err


def test_a_rule_breaking_rival_does_not_hide_the_good_one(match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    good = made(mover)
    bad = good.replace("kmax = ", "kmax = 1")
    said = other.run("receive", "-", stdin=f"{bad}\n{good}".encode())
    assert said.out.strip() == str(other.folder / mover.newest.name)


def test_a_progress_bar_on_a_terminal(tmp_path: Path, match: tuple[Somebody, Somebody]) -> None:
    mover, other = match
    made(mover)
    box = in_mbox(letter(mover), tmp_path)
    other.env |= {"FORCE_COLOR": "1", "TERM": "xterm"}
    said = other.run("receive", box)
    assert "reading mails" in said.err and "taken" in said.err
