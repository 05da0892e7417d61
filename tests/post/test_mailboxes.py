"""Where mails lie on a disk: every one is found once, and nothing there is changed."""

import mailbox as standard
from pathlib import Path

import pytest

from pbem.desk.home import Home
from pbem.desk.inbox import Seen
from pbem.errors import Refused
from pbem.post import mailbox
from pbem.post.mailbox import Downloads, Maildir, Mbox, Single, open_source

MAIL = b"From: ann@example.org\nSubject: %d\n\nbody %d\n"


def nobody(*words: str) -> None:
    raise AssertionError(words)


def source(path: object) -> mailbox.Source:
    return open_source(str(path), nobody)  # type: ignore[arg-type]


def bodies(found: mailbox.Source) -> list[bytes]:
    return [mail.raw for mail in found.mails(lambda _: False)]


def unseen(key: str) -> bool:
    return False


def test_an_mbox_as_programs_write_it(tmp_path: Path) -> None:
    path = tmp_path / "inbox"
    path.write_bytes(
        b"From ann@example.org Sun May  3 10:00:00 2026\n" + MAIL % (1, 1)
        + b"\nFrom the ford we advance.\nFrom here at 10:30 on\n>From there\n>>From where\n"
        + b"\nFrom - Sun May 03 10:00:00 2026\r\n" + (MAIL % (2, 2)).replace(b"\n", b"\r\n")
        + b"\r\nFrom MAILER-DAEMON Fri Jul  8 12:08:34 2011\r\n" + MAIL % (3, 3)
    )  # fmt: skip
    found = source(path)
    assert isinstance(found, Mbox) and found.many and found.count() >= 3
    one, two, three = bodies(found)
    assert one.startswith(b"From: ann") and b"\nFrom here at 10:30 on\nFrom there\n>From where\n" in one
    assert b"body 2" in two and b"body 3" in three
    before = path.read_bytes()
    keys = [mail.key for mail in found.mails(unseen)]
    assert len(set(keys)) == 3 and path.read_bytes() == before
    assert [mail.key for mail in found.mails(lambda key: key == keys[0])] == keys[1:]


def test_an_mbox_of_the_standard_library(tmp_path: Path) -> None:
    box = standard.mbox(tmp_path / "box")
    for number in range(20):
        box.add(MAIL % (number, number) + b"\nFrom me\n\nFrom you at 12:30\n")
    box.close()
    found = bodies(source(tmp_path / "box"))
    assert len(found) == 20 and all(b"\nFrom me\n\nFrom you at 12:30\n" in raw for raw in found)


def test_a_mail_without_end_costs_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "MAX_MAIL", 5000)
    monkeypatch.setattr(mailbox, "_BLOCK", 300)
    path = tmp_path / "inbox"
    post = b"From x Sun May  3 10:00:00 2026\n"
    path.write_bytes(
        post + MAIL % (1, 1) + b"x" * 99 + b"\n" + b"y" * 79 + b"\n" * 9000 + post + MAIL % (2, 2)
    )
    one, two = bodies(source(path))
    assert len(one) == 5000 and b"body 2" in two
    (tmp_path / "one").write_bytes(b"x" * 5001)
    with pytest.raises(Refused, match="too large for a mail"):
        bodies(source(tmp_path / "one"))


def test_a_maildir(tmp_path: Path) -> None:
    box = standard.Maildir(tmp_path / "Maildir")
    names = [box.add(MAIL % (n, n)) for n in range(4)]
    read = standard.MaildirMessage(box[names[0]])
    read.set_subdir("cur")
    read.add_flag("S")
    box[names[0]] = read
    (tmp_path / "Maildir" / "tmp" / "half").write_bytes(b"x")
    found = source(tmp_path / "Maildir")
    assert isinstance(found, Maildir) and found.count() == 4
    keys = {mail.key for mail in found.mails(unseen)}
    assert keys == set(names)
    box[names[1]].add_flag("S")
    read = standard.MaildirMessage(box[names[1]])
    read.set_subdir("cur")
    box[names[1]] = read
    assert {mail.key for mail in source(tmp_path / "Maildir").mails(unseen)} == keys  # flags change no key


def test_a_folder_of_downloads(tmp_path: Path) -> None:
    (tmp_path / "turn07 (1).toml").write_bytes(b"one")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "turn08.toml").write_bytes(b"deeper")
    for name in ("a.part", "b.crdownload", ".c", "d~"):
        (tmp_path / name).write_bytes(b"not yet")
    (tmp_path / "large").write_bytes(bytes(5 << 20))
    post = b"From x Sun May  3 10:00:00 2026\n"
    (tmp_path / "box").write_bytes(post + MAIL % (1, 1) + b"\n" + post + MAIL % (2, 2))
    found = source(tmp_path)
    assert isinstance(found, Downloads)
    assert [(mail.where, mail.raw[:4]) for mail in found.mails(unseen)] == [
        ("box, mail 1", b"From"), ("box, mail 2", b"From"), ("turn07 (1).toml", b"one"),
    ]  # fmt: skip
    keys = {mail.where: mail.key for mail in found.mails(unseen)}
    (tmp_path / "turn07 (1).toml").write_bytes(b"another")
    assert {mail.where: mail.key for mail in source(tmp_path).mails(unseen)}["turn07 (1).toml"] != keys[
        "turn07 (1).toml"
    ]


def test_a_single_file_is_always_read(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"From the ford\n")
    found = source(tmp_path / "x.toml")
    assert isinstance(found, Single) and not found.many and found.count() == 1
    assert [mail.raw for mail in found.mails(lambda _: True)] == [b"From the ford\n"]
    with pytest.raises(Refused, match="there is no file or folder"):
        source(tmp_path / "y.toml")


def test_what_was_seen_is_remembered_for_each_mailbox(tmp_path: Path) -> None:
    home = Home(tmp_path)
    seen = Seen(home, "mbox /a")
    assert not seen("1")
    for key in ("1", "2", "3", ""):
        seen.settle(key)
    seen.reopen("2")
    seen.save()
    again = Seen(home, "mbox /a")
    assert again("1") and again("3") and not again("2")
    assert not Seen(home, "mbox /b")("1")
    only = Seen(home, "mbox /a")
    assert only("3")
    only.save()  # what is gone from the mailbox is forgotten
    assert not Seen(home, "mbox /a")("1") and Seen(home, "mbox /a")("3")
    for text in ("{", "{}", "[1, null]"):
        seen.path.write_text(text)
        assert not Seen(home, "mbox /a")("3")  # it only saves time
