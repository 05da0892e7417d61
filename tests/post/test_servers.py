"""Servers that say no, and those that say yes: SMTP, a sendmail-like command, IMAP; on 127.0.0.1 only."""

import base64
import email
import email.policy
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.post import mailbox, sending
from tests.conftest import program
from tests.post.people import Somebody, begun
from tests.post.servers import PASSWORD, Dovecot, Smtp, certificate, free_port, running, serving

# The server's own advice about running it without TLS, which these servers have.
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")


@pytest.fixture(scope="module")
def cert(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("cert"))


@pytest.fixture(autouse=True)
def trusted(cert: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(cert[0]))


@pytest.fixture
def anna(tmp_path: Path) -> Somebody:
    """Anna with turn 2 to be sent."""
    anna, _ = begun(tmp_path)
    anna.run("bot", ".")
    return anna


class Box:
    """Where delivered mails end up."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, bytes]] = []

    def __call__(self, user: str, raw: bytes) -> None:
        self.mails.append((user, raw))


def helper(root: Path, password: str = PASSWORD) -> tuple[str, Path]:
    """A credential helper that answers with the password, and notes what it is asked and told."""
    script, log = root / "helper", root / "helper.log"
    script.write_text(
        f'#!/bin/sh\necho "$1" >> {log}\ncat >> {log}\n[ "$1" = get ] && echo "password={password}"\nexit 0\n'
    )
    script.chmod(stat.S_IRWXU)
    return str(script), log


def configure(person: Somebody, at: Smtp | None = None, encryption: str = "tls", **more: str) -> None:
    values = {"user": "anna", **more}
    if at is not None:
        values |= {"server": "127.0.0.1", "serverport": str(at.port), "encryption": encryption}
    for key, value in values.items():
        if value:
            person.git("config", "--global", f"sendemail.smtp{key}", value)


def kept(person: Somebody) -> bool:
    return (person.folder / "turn02.toml").exists()


# -- sending -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["tls", "ssl"])
def test_a_turn_is_sent_with_tls(mode: str, anna: Somebody, cert: tuple[Path, Path], tmp_path: Path) -> None:
    box = Box()
    word, log = helper(tmp_path)
    anna.git("config", "--global", "credential.helper", word)
    with running(Smtp(cert, box, mode)) as server:
        configure(anna, server, mode)
        assert "--to bert@example.org" in anna.run("send", status=2).err
        said = anna.run("send", "--to", "Bert <bert@example.org>")
        assert "sent: turn 2 (Blue) of mill-creek" in said.err
        anna.run("send")  # the address is remembered, and the letter is the same one
    (to, first), (_, second) = box.mails
    assert to == "bert"
    mails = [email.message_from_bytes(raw, policy=email.policy.default) for raw in (first, second)]
    assert mails[0]["From"] == "Anna <anna@example.org>" and mails[0]["To"] == "Bert <bert@example.org>"
    assert "X-Unsent" not in mails[0] and mails[0]["Date"]
    assert mails[0]["Message-ID"] == mails[1]["Message-ID"]
    asked = log.read_text()
    assert f"protocol=smtp\nhost=127.0.0.1:{server.port}\nusername=anna\n" in asked and "\nstore\n" in asked
    assert server.greetings and set(server.greetings) == {"[127.0.0.1]"}
    everything = b"".join(
        p.read_bytes() for p in (*anna.home.rglob("*"), *anna.folder.rglob("*")) if p.is_file()
    )
    assert PASSWORD.encode() not in everything + said.all.encode()


def test_a_refused_login(anna: Somebody, cert: tuple[Path, Path], tmp_path: Path) -> None:
    word, log = helper(tmp_path, "wrong")
    anna.git("config", "--global", "credential.helper", word)
    with running(Smtp(cert, Box(), auth="535 5.7.8 Username and Password not accepted\x1b[31m")) as server:
        configure(anna, server)
        said = anna.run("send", "--to", "bert@example.org", status=8)
    assert "127.0.0.1 refused the login of anna (535 5.7.8 Username and Password not accepted" in said.err
    assert "turn02.toml is kept, and was not sent" in said.err
    assert all(remedy in said.err for remedy in ("app password", "token", "--eml"))
    assert "wrong" not in said.all and "\x1b" not in said.all
    assert "\nerase\n" in log.read_text() and kept(anna)
    assert "next" in anna.run("send", "--eml", "out.eml").err


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"rcpt": "550 5.1.1 no such user"}, "does not take mail for this address: 550 5.1.1 no such user"),
        ({"data": "552 5.3.4 message too big"}, "did not take the mail: 552 5.3.4 message too big"),
        ({"data": "451 try later"}, "did not take the mail: 451 try later"),
    ],
)
def test_a_refused_mail(answer: dict[str, str], words: str, anna: Somebody, cert: tuple[Path, Path]) -> None:
    with running(Smtp(cert, Box(), **answer)) as server:
        configure(anna, server, **{"pass": PASSWORD})
        said = anna.run("send", "--to", "bert@example.org", status=8)
    assert words in said.err and "turn02.toml is kept" in said.err


def test_a_certificate_that_nobody_vouches_for(
    anna: Somebody, cert: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    for mode in ("tls", "ssl"):
        with running(Smtp(cert, Box(), mode)) as server:
            configure(anna, server, mode, **{"pass": PASSWORD})
            said = anna.run("send", "--to", "bert@example.org", status=8)
            assert "shows a certificate that is not valid" in said.err and server.logins == []
            configure(anna, server, mode, sslcertpath=str(cert[0]))
            anna.run("send", "--to", "bert@example.org")
            anna.git("config", "--global", "--unset", "sendemail.smtpsslcertpath")


def test_no_password_travels_in_clear(
    anna: Somebody, cert: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(anna, server="mail.example.org", **{"pass": PASSWORD})
    said = anna.run("send", "--to", "bert@example.org", status=8)
    assert "would travel in clear" in said.err and "smtpEncryption tls" in said.err
    with running(Smtp(cert, Box(), "none")) as server:  # a server without STARTTLS, of which it is asked
        configure(anna, server, "tls")
        assert "STARTTLS" in anna.run("send", "--to", "bert@example.org", status=8).err


def test_a_token_instead_of_a_password(anna: Somebody, cert: tuple[Path, Path], tmp_path: Path) -> None:
    class Modern(Smtp):
        async def auth_XOAUTH2(self, server: Any, args: list[str]) -> Any:
            from aiosmtpd.smtp import AuthResult

            self.token = base64.b64decode(args[1]).decode()
            return AuthResult(success=True, auth_data="anna")

    box = Box()
    word, _ = helper(tmp_path, "ya29.token")
    anna.git("config", "--global", "credential.helper", word)
    with running(Modern(cert, box)) as server:
        configure(anna, server, auth="XOAUTH2")
        anna.run("send", "--to", "bert@example.org")
        assert isinstance(server, Modern) and server.token == "user=anna\1auth=Bearer ya29.token\1\1"
    assert len(box.mails) == 1


def test_a_server_that_is_not_there_and_a_password_that_nobody_knows(
    anna: Somebody, cert: tuple[Path, Path]
) -> None:
    configure(anna, server="127.0.0.1", serverport=str(free_port()), user="")
    said = anna.run("send", "--to", "bert@example.org", status=8)
    assert "cannot be reached" in said.err and "--eml" in said.err and kept(anna)
    with running(Smtp(cert, Box())) as server:
        configure(anna, server)
        said = anna.run("send", "--to", "bert@example.org", status=8)
        assert "there is no password for anna" in said.err and "credential helper" in said.err
    configure(anna, serverport="smtps")
    assert "is no number" in anna.run("send", "--to", "bert@example.org", status=8).err


def test_a_command_that_sends(anna: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "my sendmail"
    command.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/args\ncat > {tmp_path}/stdin\nexit $FAILS\n')
    command.chmod(stat.S_IRWXU)
    anna.env["FAILS"] = "0"
    anna.git("config", "--global", "sendemail.smtpserver", str(command))
    assert "with my sendmail" in anna.run("send", "--to", "bert@example.org").err
    assert (tmp_path / "args").read_text() == "-i bert@example.org\n"
    raw = (tmp_path / "stdin").read_bytes()
    assert b"\r" not in raw and raw.startswith(b"Subject: [pbem mill-creek] turn 2 (Blue)\n")
    anna.git("config", "--global", "sendemail.sendmailcmd", f"'{command}' --account 'of mine'")
    anna.run("send")
    assert (tmp_path / "args").read_text() == "--account of mine -i bert@example.org\n"
    anna.env["FAILS"] = "75"
    said = anna.run("send", status=8)
    assert "ended with status 75" in said.err and "turn02.toml is kept" in said.err
    anna.git("config", "--global", "sendemail.sendmailcmd", str(tmp_path / "gone"))
    assert "did not send it" in anna.run("send", status=8).err


def test_nothing_is_set_up(anna: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_COMMANDS", ())
    said = anna.run("send", "--to", "bert@example.org", status=8)
    assert "no way to send mail is set up" in said.err
    assert "sendemail.smtpServer" in said.err and "--eml letter.eml" in said.err
    configure(anna, server="127.0.0.1")
    for bad in ("bert", "bert@example.org, eve@example.org", "-oQ/tmp@x y"):
        assert "expected a mail address" in anna.run("send", "--to", bad, status=2).err
    anna.git("config", "--global", "--unset", "user.email")
    assert "user.email" in anna.run("send", "--to", "bert@example.org", status=2).err


def test_settings_of_an_identity(anna: Somebody) -> None:
    for key, value in {
        "sendemail.identity": "club", "sendemail.smtpserver": "one.example.org",
        "sendemail.club.smtpserver": "two.example.org", "sendemail.club.smtpencryption": "SSL",
        "sendemail.from": "A <a@x.org>", "sendemail.club.to": "b@x.org",
    }.items():  # fmt: skip
        anna.git("config", "--global", key, value)
    with anna.here():
        by = sending.way(anna.folder)
    assert (by.server, by.port, by.encryption) == ("two.example.org", 465, "ssl")
    assert (by.sender, by.to) == ("A <a@x.org>", "b@x.org")
    assert "--identity" not in anna.run("send", "--help").out


# -- IMAP ----------------------------------------------------------------------------------------------


@pytest.fixture
def dovecot(cert: tuple[Path, Path]) -> Iterator[Dovecot]:
    with serving(program("dovecot"), cert) as server:
        yield server


def test_imap(anna: Somebody, dovecot: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bert = Somebody.__new__(Somebody)
    bert.__dict__ |= anna.__dict__ | {
        "home": tmp_path / "home-bert",
        "folder": tmp_path / "bert" / "mill-creek",
    }
    bert.env = {**anna.env, "PBEM_HOME": str(bert.home)}
    word, log = helper(tmp_path)
    bert.git("config", "--global", "credential.helper", word)
    raw = anna.run("send", "--eml", "-").out.encode()
    for number in range(60):
        dovecot.deliver("bert", b"From: eve@example.org\nSubject: lunch %d\n\ntoday?\n" % number)
    dovecot.deliver("bert", raw)
    box = f"imaps://bert@127.0.0.1:{dovecot.secure_port}/INBOX"
    said = bert.run("receive", box)
    assert (
        "mill-creek: turn 2 (Blue) taken (attachment turn02.toml of “[pbem mill-creek] turn 2 (Blue)”)"
        in said.err
    )
    assert "61 new mails or files: 1 taken" in said.err
    assert "0 new mails" in bert.run("receive", box).err
    assert "61 new mails" in bert.run("receive", box, "--all").err
    assert "61 new mails" in bert.run("receive", f"imap://bert@127.0.0.1:{dovecot.port}", "--days", "30").err
    names = [path.name for path in dovecot.maildir("bert").rglob("*.post*")]
    assert len(names) == 61 and not [
        name for name in names if "S" in name.partition(":2,")[2]
    ]  # nothing was read
    assert f"protocol=imaps\nhost=127.0.0.1:{dovecot.secure_port}\nusername=bert\n" in log.read_text()
    assert (
        "does not open the folder: Mailbox doesn't exist" in bert.run("receive", f"{box}-gone", status=8).err
    )
    # Somebody else's certificate, a server that is away, a wrong password, a stranger.
    monkeypatch.delenv("SSL_CERT_FILE")
    assert "certificate that is not valid" in bert.run("receive", box, status=8).err
    monkeypatch.setenv("SSL_CERT_FILE", str(dovecot.cert[0]))
    assert "cannot be reached" in bert.run("receive", f"imaps://bert@127.0.0.1:{free_port()}", status=8).err
    helper(tmp_path, "wrong")
    said = bert.run("receive", box, status=8)
    assert "refused the login of bert" in said.err and "app password" in said.err and "wrong" not in said.all
    assert "\nerase\n" in log.read_text()
    # Without encryption no password is sent to another computer.
    monkeypatch.setattr(mailbox, "LOCAL", frozenset())
    plain = dovecot.root / "dovecot.conf"
    dovecot.stop()
    plain.write_text(plain.read_text().replace("ssl = yes\nssl_cert", "ssl = no\nssl_cert"))
    fresh = Dovecot.__new__(Dovecot)
    fresh.__dict__ |= dovecot.__dict__
    fresh.again()
    try:
        said = bert.run("receive", f"imap://bert@127.0.0.1:{dovecot.port}", status=8)
        assert "offers no encryption" in said.err and "try imaps://bert@127.0.0.1/INBOX" in said.err
    finally:
        fresh.stop()


def test_addresses_of_imap_servers(anna: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    for word in (PASSWORD, "p@ss", "x", ""):
        said = anna.run("receive", f"imaps://anna:{word}@mail.example.org", status=2)
        assert "does not belong on the command line" in said.err and (len(word) < 3 or word not in said.all)
    assert "expected an address such as" in anna.run("receive", "imaps://mail.example.org", status=2).err
    assert "is no number" in anna.run("receive", "imaps://anna@mail.example.org:x/", status=2).err
    made = mailbox.Imap(
        "imap://anna%40x.org;AUTH=XOAUTH2@mail.example.org/a%2Fb",
        sending.password_for(anna.folder, lambda _: None),
        0,
    )
    assert (made.user, made.token, made.folder, made.port) == ("anna@x.org", True, "a/b", 143)
    monkeypatch.setitem(sys.modules, "imap_tools", None)
    said = anna.run("receive", "imaps://anna@mail.example.org", status=2)
    assert "pip install 'imap-tools" in said.err


def test_secrets_are_nowhere_in_a_letter(anna: Somebody) -> None:
    raw = anna.run("send", "--eml", "-").out
    sent = email.message_from_string(raw, policy=email.policy.default)
    parts = [part.get_content() for part in sent.walk() if not part.is_multipart()]
    said = "\n".join(
        [*map(str, sent.values()), *(part if isinstance(part, str) else part.decode() for part in parts)]
    )
    assert len(parts) == 2
    for secret in (str(anna.home), str(anna.folder), "anna@example.org", "/home", "/root"):
        assert secret not in said
    # A machine may be called by two letters, which a key or a hash has by chance.
    assert not re.search(rf"(?<![\w-]){re.escape(os.uname().nodename)}(?![\w-])", said)
    assert re.search(r"^Message-ID: <\S{22}@pbem\.invalid>\r?$", raw, re.MULTILINE)
