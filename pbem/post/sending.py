"""How a letter leaves this computer: as `git send-email` would send it.

The settings are git's own (`sendemail.*`): a command that sends (`sendmailCmd`, or an `smtpServer` that is
a path), or a mail server (`smtpServer`, `smtpServerPort`, `smtpEncryption`, `smtpUser`).  The password
comes from git's settings or its credential helper, or is typed; none is ever written anywhere by us.
"""

import contextlib
import re
import shlex
import shutil
import smtplib
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from pbem.errors import NETWORK, Refused
from pbem.post.git import Verdict, credential, settings, text
from pbem.post.mailbox import LOCAL, refused_login

Ask = Callable[[str, str, str], tuple[str, Verdict]]  # protocol, host, user → password, verdict
_COMMANDS: Final = ("/usr/sbin/sendmail", "/usr/lib/sendmail", "sendmail", "msmtp")
SET_UP: Final = (
    "git config --global sendemail.smtpServer mail.example.org (and smtpServerPort, smtpEncryption, "
    "smtpUser); "
    "or let your mail program send it: --eml letter.eml"
)


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How mail is sent here: by a command, or by a server."""

    sender: str = ""
    to: str = ""
    command: tuple[str, ...] = ()
    server: str = ""
    port: int = 0
    encryption: str = ""  # ssl, tls, or none at all
    user: str = ""
    auth: str = ""
    helo: str = ""
    certificates: str = ""

    @property
    def words(self) -> str:
        """Through what, in a word."""
        return f"through {self.server}:{self.port}" if self.server else f"with {Path(self.command[0]).name}"


def way(folder: Path, *, identity: str = "") -> Way:
    """git's settings as seen from a folder; exit 8 where nothing is set up."""
    found = settings(folder, "sendemail")
    chosen = identity or (found.get("identity") or [""])[-1]
    one: dict[str, str] = {key: rows[-1] for key, rows in found.items() if "." not in key}
    if chosen:
        one |= {k.rpartition(".")[2]: rows[-1] for k, rows in found.items() if k.rpartition(".")[0] == chosen}
    name, mail = text(folder, "config", "user.name"), text(folder, "config", "user.email")
    sender = one.get("from") or (f"{name} <{mail}>" if name and mail else mail)
    options = tuple(found.get("smtpserveroption", ()))
    server = one.get("smtpserver", "")
    command: tuple[str, ...] = ()
    if one.get("sendmailcmd"):
        command = tuple(shlex.split(one["sendmailcmd"]))
    elif server.startswith(("/", "~")):
        command = (str(Path(server).expanduser()), *options)
    elif not server:
        present = next((path for path in map(shutil.which, _COMMANDS) if path), "")
        if not present:
            raise Refused(NETWORK, "no way to send mail is set up on this computer", SET_UP)
        command = (present, *options)
    if command:
        return Way(sender=sender, to=one.get("to", ""), command=command)
    encryption = one.get("smtpencryption", "").lower()
    port = one.get("smtpserverport", "")
    if port and not port.isdigit():
        raise Refused(NETWORK, f"sendemail.smtpServerPort is no number: {port[:20]}", SET_UP)
    return Way(
        sender=sender,
        to=one.get("to", ""),
        server=server,
        port=int(port or {"ssl": 465, "tls": 587}.get(encryption, 25)),
        encryption=encryption,
        user=one.get("smtpuser", ""),
        auth=one.get("smtpauth", "").upper(),
        helo=one.get("smtpdomain", ""),
        certificates=one.get("smtpsslcertpath", ""),
    )


def send(by: Way, raw: bytes, to: str, ask: Ask) -> None:
    """Hand a letter over; `Refused` with exit 8 and the remedy where that fails."""
    if by.command:
        _by_command(by, raw, to)
    else:
        with _trouble(by):
            _by_server(by, raw, to, ask)


def _by_command(by: Way, raw: bytes, to: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603  # his own command
            [*by.command, "-i", to],
            input=raw.replace(b"\r\n", b"\n"),
            capture_output=True,
            check=False,
            timeout=120,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refused(NETWORK, f"{by.command[0]} did not send it: {error}", SET_UP) from None
    if done.returncode:
        said = _plain(done.stderr)
        raise Refused(NETWORK, f"{by.command[0]} ended with status {done.returncode}: {said}", SET_UP)


def _by_server(by: Way, raw: bytes, to: str, ask: Ask) -> None:
    if by.user and by.encryption not in {"ssl", "tls"} and by.server not in LOCAL:
        message = f"the password for {by.server} would travel in clear"
        raise Refused(NETWORK, message, "git config --global sendemail.smtpEncryption tls (or ssl)")
    context = ssl.create_default_context()
    if by.certificates:
        path = Path(by.certificates).expanduser()
        context.load_verify_locations(**{"capath" if path.is_dir() else "cafile": str(path)})
    helo = by.helo or "[127.0.0.1]"  # never the name of this computer
    if by.encryption == "ssl":
        server: smtplib.SMTP = smtplib.SMTP_SSL(by.server, by.port, helo, timeout=30, context=context)
    else:
        server = smtplib.SMTP(by.server, by.port, helo, timeout=30)
    with server:
        if by.encryption == "tls":
            server.starttls(context=context)
        server.ehlo_or_helo_if_needed()
        if by.user:
            _login(by, server, ask)
        server.sendmail(_bare(by.sender), [_bare(to)], raw)


def _login(by: Way, server: smtplib.SMTP, ask: Ask) -> None:
    password, verdict = ask("smtp", f"{by.server}:{by.port}", by.user)
    try:
        if by.auth in {"XOAUTH2", "OAUTHBEARER"}:
            token = f"user={by.user}\1auth=Bearer {password}\1\1"
            server.auth("XOAUTH2", lambda challenge=None: token if challenge is None else "")
        else:
            server.login(by.user, password)
    except smtplib.SMTPAuthenticationError as error:
        verdict(False)
        said = f"{error.smtp_code} {_plain(error.smtp_error)}"
        raise refused_login(by.server, by.user, said) from None
    verdict(True)


@contextlib.contextmanager
def _trouble(by: Way) -> Iterator[None]:
    """Every way in which a mail server says no, in a sentence."""
    where = f"{by.server}:{by.port}"
    later = "try again later, or let your mail program send it: --eml letter.eml"
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        said = "; ".join(f"{code} {_plain(words)}" for code, words in error.recipients.values())
        raise Refused(
            NETWORK, f"{where} does not take mail for this address: {said}", "look at --to"
        ) from None
    except smtplib.SMTPResponseException as error:
        message = f"{where} did not take the mail: {error.smtp_code} {_plain(error.smtp_error)}"
        raise Refused(NETWORK, message, later) from None
    except smtplib.SMTPNotSupportedError as error:
        hint = "look at sendemail.smtpEncryption and sendemail.smtpUser"
        raise Refused(NETWORK, f"{where}: {_plain(str(error))}", hint) from None
    except ssl.SSLCertVerificationError as error:
        message = f"{where} shows a certificate that is not valid for it: {error.verify_message}"
        raise Refused(
            NETWORK, message, "check the name of the server; somebody may sit between you two"
        ) from None
    except (OSError, smtplib.SMTPException) as error:
        raise Refused(NETWORK, f"{where} cannot be reached: {_plain(str(error))}", later) from None


def stored_password(folder: Path) -> str:
    """A password that the player himself has put into git's settings."""
    return (settings(folder, "sendemail").get("smtppass") or [""])[-1]


def password_for(folder: Path, typed: Callable[[str], str | None]) -> Ask:
    """How a password is found: git's settings, its credential helper, the terminal; else exit 8."""

    def ask(protocol: str, host: str, user: str) -> tuple[str, Verdict]:
        stored = stored_password(folder) if protocol == "smtp" else ""
        if stored:
            return stored, lambda right: None  # noqa: ARG005
        found = credential(folder, protocol, host, user)
        if found is not None:
            return found
        word = typed(f"password of {user} at {host}: ")
        if word:
            return word, lambda right: None  # noqa: ARG005
        raise Refused(
            NETWORK,
            f"there is no password for {user} at {host}, and nobody to ask",
            "teach git's credential helper, for example: git config --global credential.helper store",
        )

    return ask


def _bare(words: str) -> str:
    found = re.search(r"<([^<>]+)>\s*$", words)
    return found[1] if found else words.strip()


def _plain(said: str | bytes) -> str:
    """What a server said, in one line, without anything that a terminal could obey."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(re.sub(r"[^\x20-\x7e]", " ", text).split())[:160]
