"""Mail through real servers on 127.0.0.1: sent with TLS, delivered, fetched with IMAP."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import games
from tests.conftest import program
from tests.post.people import SHORT, Somebody
from tests.post.servers import PASSWORD, Dovecot, Smtp, certificate, running, serving

# The server's own advice about running it without TLS, which these servers have.
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")
HELPER = f"!f() {{ test \"$1\" = get && echo 'password={PASSWORD}'; }}; f"


@pytest.fixture(scope="module")
def cert(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("cert"))


@pytest.fixture
def dovecot(cert: tuple[Path, Path]) -> Iterator[Dovecot]:
    with serving(program("dovecot"), cert) as server:
        yield server


@pytest.fixture(autouse=True)
def trusted(cert: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(cert[0]))


def settings(server: Smtp, user: str, encryption: str = "tls") -> dict[str, str]:
    return {
        "sendemail__smtpserver": "127.0.0.1",
        "sendemail__smtpserverport": str(server.port),
        "sendemail__smtpencryption": encryption,
        "sendemail__smtpuser": user,
        "credential__helper": HELPER,
    }


def configure(person: Somebody, values: dict[str, str]) -> None:
    for key, value in values.items():
        person.git("config", "--global", key.replace("__", "."), value)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_whole_match_by_mail(game: str, tmp_path: Path, dovecot: Dovecot, cert: tuple[Path, Path]) -> None:
    """Sent over STARTTLS and over TLS, fetched over TLS and over STARTTLS, verified at both ends."""
    with running(Smtp(cert, dovecot.deliver)) as tls, running(Smtp(cert, dovecot.deliver, "ssl")) as ssl_:
        anna, bert = Somebody(tmp_path, "anna"), Somebody(tmp_path, "bert")
        configure(anna, settings(tls, "anna"))
        configure(bert, settings(ssl_, "bert", "ssl"))
        boxes = {
            "anna": f"imaps://anna@127.0.0.1:{dovecot.secure_port}/INBOX",
            "bert": f"imap://bert@127.0.0.1:{dovecot.port}",
        }
        anna.run("new", game, "--title", "mill-creek", "--name", "Anna", *SHORT[game])
        anna.folder /= "mill-creek"
        anna.run("send", "--to", "Bert <bert@example.org>")
        said = bert.run("receive", boxes["bert"])
        found = re.search(r"next: pbem join (\S+)", said.err)
        assert found and "a challenge, good and signed" in said.err
        bert.run("join", found[1], "--name", "Bert", "--yes")
        bert.folder /= "mill-creek"
        bert.run("send", "--to", "anna@example.org")
        mover, other = anna, bert
        for _ in range(60):
            said = mover.run("receive", boxes[mover.name], "--json")
            taken = [row for row in json.loads(said.out)["sheets"] if row["what"] == "taken"]
            assert len(taken) == 1 and json.loads(said.out)["mails"] == 1
            said = mover.run("bot", taken[0]["file"], "--kind", "greedy" if mover is anna else "random")
            assert "sent" in mover.run("send").err
            if "the match is over" in said.err:
                break
            mover, other = other, mover
        else:
            pytest.fail("the match does not end")
        other.run("receive", boxes[other.name])
        assert "0 taken" in other.run("receive", boxes[other.name]).err
    for person in (anna, bert):
        verdict = json.loads(person.run("verify", ".", "--json").out)
        assert verdict["ok"] is True
        assert "the match is over" in person.run("status").out
        assert PASSWORD not in "".join(
            path.read_text("utf-8", "replace") for path in person.home.rglob("*") if path.is_file()
        )
    names = {p.name: p.read_bytes() for p in anna.folder.glob("turn??.toml")}
    assert set(names) == {p.name for p in bert.folder.glob("turn??.toml")}
    assert {login for login, _ in tls.logins} == {"anna"}
    assert set(tls.greetings + ssl_.greetings) == {"[127.0.0.1]"}  # never the name of this computer
