"""A turn made into a letter, and every kind of mail taken apart."""

import base64
import contextlib
import datetime as dt
import email
import email.policy
import socket
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from pbem.desk import matchfolder
from pbem.errors import TurnRejected
from pbem.post.letter import Letter, address, compose, is_mail, message_id, promising, subject, unpack
from tests.post.files import NAMES, sheet_of, turn_files
from tests.post.mails import HELLO, MAILS, OCTETS, TNEF, mail, part, quoted

pytestmark = pytest.mark.usefixtures("with_toy")
LOG = "mill-creek · turn 5 by Red\n\n  Red  “hold” ⚃ [⚄]\n  Grüße\n"


def letter_of(text: str, **other: object) -> Letter:
    sheet = sheet_of(text)
    facts = {
        "title": "mill-creek",
        "about": "turn 5 (Red)",
        "name": "turn05.toml",
        "log": LOG,
        "day": "2026-05-03",
        "parents": ("a" * 43, "b" * 43),
    }
    return Letter(text=text, hash=sheet.hash, **(facts | other))


def hashes(raw: bytes) -> set[str]:
    """The good turns in a mail."""
    found = set()
    for piece in unpack(raw).pieces:
        if piece.spare and found:
            break
        try:
            found |= {sheet.hash for sheet in matchfolder.sheets_of(piece.raw) if matchfolder.holds(sheet)}
        except TurnRejected:
            continue
    return found


# -- letters of our own --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_a_letter_brings_the_turn_twice(game: str, tmp_path: Path) -> None:
    for text in turn_files(game, tmp_path)[::2]:
        raw = compose(letter_of(text), to="Anna <anna@example.org>")
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        body, (attached,) = mail.get_body(), mail.iter_attachments()
        assert body is not None
        words = body.get_content().replace("\r\n", "\n")
        assert words.startswith(LOG.partition("\n")[0])  # the log comes first
        assert "pbem orders turn05.toml" in words
        assert words.rstrip().endswith(text.rstrip())
        assert max(map(len, words.splitlines())) <= 80
        assert attached.get_content() == text.encode()
        assert (attached.get_filename(), attached["Content-Transfer-Encoding"]) == ("turn05.toml", "base64")
        assert hashes(raw) == {sheet_of(text).hash}
        for piece in unpack(raw).pieces:  # each place alone is enough
            assert {s.hash for s in matchfolder.sheets_of(piece.raw)} == {sheet_of(text).hash}


def test_the_header_of_a_letter(tmp_path: Path) -> None:
    text = turn_files("toy", tmp_path)[5]
    letter = letter_of(text)
    mail = email.message_from_bytes(compose(letter, to="anna@example.org"), policy=email.policy.default)
    assert mail["Subject"] == "[pbem mill-creek] turn 5 (Red)"
    assert mail["Message-ID"] == f"<{letter.hash[:22]}@pbem.invalid>"
    assert mail["In-Reply-To"] == message_id("b" * 43)
    assert mail["References"].split() == [message_id("a" * 43), message_id("b" * 43)]
    assert mail["X-Unsent"] == "1" and "From" not in mail
    assert mail["Date"].startswith("Sun, 03 May 2026 12:00:00")
    long = compose(letter_of(text, parents=tuple(f"{n:043}" for n in range(60))))
    references = email.message_from_bytes(long, policy=email.policy.default)["References"].split()
    assert references == [message_id(f"{0:043}"), *(message_id(f"{n:043}") for n in range(51, 60))]
    sent = compose(
        letter,
        sender="Bert <bert@example.org>",
        to="a@example.org",
        now=dt.datetime(2026, 5, 4, tzinfo=dt.UTC),
    )
    mail = email.message_from_bytes(sent, policy=email.policy.default)
    assert "X-Unsent" not in mail and mail["Date"].startswith("Mon, 04 May 2026 00:00:00")
    assert mail["Message-ID"] == message_id(letter.hash)


def test_the_same_letter_is_the_same_to_the_byte_and_tells_nothing_of_this_computer(tmp_path: Path) -> None:
    letter = letter_of(turn_files("toy", tmp_path)[5])
    raw = compose(letter)
    assert raw == compose(letter)
    assert raw.isascii() and max(map(len, raw.splitlines())) <= 78
    for secret in (socket.gethostname(), str(tmp_path), str(Path.home())):
        assert secret.encode() not in raw
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_a_title_is_never_a_header() -> None:
    assert (
        subject("x\r\nBcc: eve@example.org", "turn 1 (Red)") == "[pbem x  Bcc: eve@example.org] turn 1 (Red)"
    )
    assert subject("Mühlbach 🏰", "resign (Blue)") == "[pbem Mühlbach 🏰] resign (Blue)"
    evil = Letter(title="x\r\n\r\nevil", about="t\x00\x1b", name="turn01.toml", text="x\n", hash="c" * 43)
    assert [*email.message_from_bytes(compose(evil)).keys()] == [
        "Subject", "Message-ID", "X-Unsent", "MIME-Version", "Content-Type",
    ]  # fmt: skip


@pytest.mark.parametrize("good", ["anna@example.org", "Anna B. <anna.b+x@mail.example.org>", "Ännä <a@b.de>"])
def test_addresses(good: str) -> None:
    assert address(good) == good


@pytest.mark.parametrize(
    "bad", ["", "anna", "anna@", "@x", "a@x, b@x", "a@x\nBcc: b@x", "a b@x", "-oQ/tmp <x>"]
)
def test_what_is_no_address(bad: str) -> None:
    with pytest.raises(ValueError, match="expected a mail address"):
        address(bad)


# -- mails of other programs ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MAILS)
@pytest.mark.parametrize("game", NAMES)
def test_a_turn_is_found_in_any_mail(game: str, kind: str, tmp_path: Path) -> None:
    for text in turn_files(game, tmp_path)[2:4]:
        raw = MAILS[kind](text)
        assert hashes(raw) == {sheet_of(text).hash}
        assert promising(raw) or kind == "base64 that nobody has decoded"


def test_several_frames_in_one_mail(tmp_path: Path) -> None:
    """The old turn, quoted under the new one: both are found, the new one first."""
    texts = turn_files("toy", tmp_path)
    body = texts[5] + "\nAnn wrote:\n" + quoted(texts[4])
    body += "".join(f"> > {row}\n" for row in texts[3].splitlines())
    (piece,) = [p for p in unpack(mail(head="\n" + body)).pieces if not p.spare]
    assert [s.hash for s in matchfolder.sheets_of(piece.raw)] == [sheet_of(texts[n]).hash for n in (5, 4, 3)]


EXPLAINED = {
    "only winmail.dat": (
        mail(HELLO, part(TNEF, "application/ms-tnef", name="winmail.dat")),
        "winmail.dat, which only Outlook can open",
        "instead of Rich Text",
    ),
    "winmail.dat as something else": (
        mail(part(TNEF, OCTETS, name="WINMAIL.DAT")),
        "winmail.dat",
        "instead of Rich Text",
    ),
    "an empty attachment": (
        mail(HELLO, part(b"", "application/toml", name="turn07.toml")),
        "the attachment turn07.toml is empty (0 bytes)",
        "send it again as an attachment",
    ),
    "an encrypted mail": (mail(part(b"Version: 1", "application/pgp-encrypted", "")), "is encrypted", ""),
    "a large attachment": (
        mail(HELLO, part(b"x" * 1_500_000, "application/toml", name="turn07.toml")),
        "has 1500000 bytes, more than any turn",
        "send it again",
    ),
    "html that is broken": (
        mail(part(b"<p># -----BEGIN PBEM TURN-----<p>format = &quot;pbem/1<p>", "text/html")),
        "HTML only",
        "send it again as an attachment",
    ),
    "an outlook message": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), ".msg", ""),
    "a zip": (b"PK\x03\x04" + bytes(60), "unpack it", ""),
}
NO_MAILS = [
    b"", b"\n", b"a: b\n\nx", b"Dear Ann: hi\n", b"# -----BEGIN PBEM TURN-----\n", b"unit: A1\nx: y\n",
]  # fmt: skip


@pytest.mark.parametrize("kind", EXPLAINED)
def test_what_brings_nothing_is_explained(kind: str) -> None:
    raw, what, ask = EXPLAINED[kind]
    found = unpack(raw)
    assert hashes(raw) == set()
    (remark,) = found.remarks
    assert what in remark.what and ask in remark.ask


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n", b"a: b\n\nx", b"Dear Ann: hi\n", b"# -----BEGIN PBEM TURN-----\n", b"unit: A1\nx: y\n"],
)
def test_what_is_no_mail_is_one_piece(raw: bytes) -> None:
    assert not is_mail(raw)
    (piece,) = unpack(raw).pieces
    assert piece.raw == raw


def test_mails_that_cannot_hold_a_turn_are_passed_over() -> None:
    assert not promising(b"From: a\nSubject: lunch?\n\nToday at one.\n" * 50)
    assert promising(b"Subject: [pbem x] turn 1\n\n") and promising(b"Content-Type: message/RFC822\n")
    picture = base64.encodebytes(Random(1).randbytes(100_000))
    assert not promising(b"Content-Transfer-Encoding: Base64\n\n" + picture)
    for word in (b"PBEM TURN", b"pbem/1", "PBEM TURN".encode("utf-16-le")):
        for before in range(60):  # wherever it stands, and wherever the lines end
            hidden = base64.encodebytes(bytes(before) + word + bytes(9))
            assert promising(b"Content-Transfer-Encoding: BASE64\n\n" + hidden)
    assert not unpack(mail(head="\nlunch?\n")).ours
    assert unpack(mail(head="In-Reply-To: <x@pbem.invalid>\n\nlunch?\n")).ours
    assert unpack(mail(HELLO, part(b"", "a/b", name="turn07.toml"))).ours
    assert not unpack(mail(HELLO, part(b"", "a/b", name="winmail.dat"))).ours


def test_nothing_in_a_mail_can_make_it_fail(tmp_path: Path) -> None:
    """Mails bent and broken at random, and nests without end."""
    text = turn_files("toy", tmp_path)[3]
    rng = Random("mails")
    kinds = list(MAILS)
    for number in range(200):
        raw = bytearray(MAILS[kinds[number % len(kinds)]](text))
        for _ in range(rng.randrange(1, 9)):
            at = rng.randrange(len(raw))
            raw[at : at + rng.randrange(40)] = rng.choice(
                [b"", b"\0", b"\xff\xfe", b"--XX\n", b"\n\n", b"=?utf-8?b?x?=", b'"']
            )
        for piece in unpack(bytes(raw)).pieces:
            with contextlib.suppress(TurnRejected):
                found = matchfolder.sheets_of(piece.raw)
                assert all(s.hash == sheet_of(text).hash for s in found if matchfolder.holds(s))
    deep = mail(HELLO)
    for _ in range(60):
        deep = mail(part(deep, "message/rfc822", ""))
    assert unpack(deep).subject == "Re: your move"
    nest = b"".join(b"--%d\nContent-Type: multipart/mixed; boundary=%d\n\n" % (n, n + 1) for n in range(2000))
    unpack(mail(head="MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=0\n\n") + nest)
    odd = EmailMessage()
    odd["Subject"], odd["From"] = "x", "a@b.c"
    odd.set_content("x")
    for head in (
        b'Content-Type: text/plain; charset="\xff"; name*0*=x\'',
        b"Content-Type: ;;;=\n",
        b"Content-Type: multipart/mixed\n",
    ):
        unpack(b"From: a\nTo: b\n" + head + b"\n\nhi")
