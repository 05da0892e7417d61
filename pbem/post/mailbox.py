"""Where mails lie: a file, an mbox, a Maildir, a folder of downloads, a mailbox at an IMAP server.

open_source(text) → a `Source`, which knows how many mails there are and yields those that were not seen
before, one at a time and never all in memory.  Nothing is ever changed, moved or marked as read.
"""

import contextlib
import hashlib
import re
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, Protocol
from urllib.parse import unquote, urlsplit

from pbem.errors import NETWORK, USAGE, Refused

MAX_MAIL: Final = 32 << 20  # bytes; what is longer holds no turn that anybody can open
MAX_DOWNLOAD: Final = 4 << 20
LOCAL: Final = frozenset({"127.0.0.1", "::1", "localhost"})
Ask = Callable[
    [str, str, str], tuple[str, Callable[[bool], None]]
]  # protocol, host, user → password, verdict
_BLOCK: Final = 1 << 20
_POSTMARK: Final = re.compile(rb"From .*\d\d?:\d\d")
_BETWEEN: Final = re.compile(rb"\nFrom [^\n]*\d:\d\d[^\n]*\n")
_UNFINISHED: Final = (".part", ".crdownload", ".download", ".tmp", "~")


class Mail(NamedTuple):
    """A mail or a file: the key under which it is remembered, where it lies in words, its bytes."""

    key: str
    where: str
    raw: bytes


class Source(Protocol):
    """A place where mails lie.  `name` is the same whenever the same place is named; `many` is false
    for a single file, of which its owner wants to hear everything."""

    name: str
    many: bool

    def count(self) -> int:
        """How many mails there are, roughly; 0 if that is not known."""
        ...

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:
        """The mails whose keys were not seen before."""
        ...


def open_source(text: str, ask: Ask, *, days: int = 0) -> Source:
    """What a person named: a path, or the address of an IMAP server.  `days`: no older mails from it."""
    if re.match(r"imaps?://", text, re.IGNORECASE):
        return Imap(text, ask, days)
    path = Path(text).expanduser()
    if not path.exists():
        raise Refused(
            USAGE, f"there is no file or folder {path}", "- reads a pasted mail from standard input"
        )
    if path.is_dir():
        return Maildir(path) if (path / "cur").is_dir() and (path / "new").is_dir() else Downloads(path)
    with _opened(path) as stream:
        head = stream.read(4096)
    if _POSTMARK.match(head) and b"\n" in head:
        return Mbox(path)
    return Single(str(path), path.name, path)


class Single:
    """One file, or what was pasted."""

    many = False

    def __init__(self, name: str, where: str, path: Path | None = None, raw: bytes = b"") -> None:
        self.name, self.where, self.path, self.raw = name, where, path, raw

    def count(self) -> int:
        return 1

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:  # what is named is always read
        del seen
        raw = self.raw
        if self.path is not None:
            with _opened(self.path) as stream:
                raw = stream.read(MAX_MAIL + 1)
        if len(raw) > MAX_MAIL:
            raise Refused(
                USAGE, f"{self.where} is too large for a mail", "name the mail or the turn file itself"
            )
        yield Mail("", self.where, raw)


class Mbox:
    """One file with many mails, each behind a line `From …`."""

    many = True

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, f"mbox {path.resolve()}"

    def count(self) -> int:
        with _opened(self.path) as stream:
            return sum(block.count(b"\nFrom ") for block in iter(lambda: stream.read(1 << 20), b"")) + 1

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:
        with _opened(self.path) as stream:
            for number, raw in enumerate(_split(stream), 1):
                key = hashlib.blake2b(raw, digest_size=12).hexdigest()
                if not seen(key):
                    escaped = b"\n>From " in raw or b"\n>>From " in raw
                    plain = re.sub(rb"^>(>*From )", rb"\1", raw, flags=re.MULTILINE) if escaped else raw
                    yield Mail(key, f"mail {number}", plain)


def _parted(held: bytes) -> list[bytes]:
    """What stands between the lines `From …` with a time in them that follow an empty line."""
    parts, begin = list[bytes](), 0
    at = held.find(b"\nFrom ")
    while at >= 0:
        start = at - 1 if held[at - 1 : at] == b"\r" else at
        found = _BETWEEN.match(held, at) if held[start - 1 : start] == b"\n" else None
        if found is not None:
            parts.append(held[begin:start])
            begin = found.end()
        at = held.find(b"\nFrom ", begin if found is not None else at + 1)
    return [*parts, held[begin:]]


def _split(stream: BinaryIO) -> Iterator[bytes]:
    """The mails of an mbox; one that is longer than `MAX_MAIL` comes without its end."""
    front = b""  # of such a mail
    held = re.sub(rb"\AFrom [^\n]*\n", b"", stream.read(_BLOCK))
    while True:
        *mails, held = _parted(held)
        if front and mails:
            mails[0], front = front, b""
        yield from mails
        if len(held) > MAX_MAIL:
            front, held = front or held[:MAX_MAIL], held[-1000:]
        block = stream.read(_BLOCK)
        if not block:
            break
        held += block
    if front or held.strip():
        yield front or held


class Maildir:
    """A folder with a file for each mail, in `cur` and `new`."""

    many = True

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, f"maildir {path.resolve()}"
        self.files = [file for part in ("cur", "new") for file in sorted((path / part).iterdir())]

    def count(self) -> int:
        return len(self.files)

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:
        for file in self.files:
            key = re.split("[:;!]2,", file.name)[0]  # without its flags, which change
            if not file.name.startswith(".") and not seen(key):
                with contextlib.suppress(OSError), file.open("rb") as stream:
                    yield Mail(key, f"mail {file.name[:20]}", stream.read(MAX_MAIL))


class Downloads:
    """A folder in which files lie that came from anywhere; known by their content, not their names."""

    many = True

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, f"folder {path.resolve()}"
        try:
            self.files = sorted(file for file in path.iterdir() if file.is_file())
        except OSError as error:
            raise Refused(USAGE, f"cannot read the folder {path}: {error.strerror or error}") from None

    def count(self) -> int:
        return len(self.files)

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:
        for file in self.files:
            if file.name.startswith(".") or file.name.lower().endswith(_UNFINISHED):
                continue
            with contextlib.suppress(OSError):
                facts = file.stat()
                key = f"{file.name}\0{facts.st_size}\0{facts.st_mtime_ns}"
                if facts.st_size > MAX_DOWNLOAD or seen(key):
                    continue
                raw = file.read_bytes()
                if _POSTMARK.match(raw[:4096]):
                    for number, mail in enumerate(Mbox(file).mails(lambda _: False), 1):
                        yield Mail(key, f"{file.name}, mail {number}", mail.raw)
                else:
                    yield Mail(key, file.name, raw)


class Imap:
    """A folder at an IMAP server: `imaps://anna@mail.example.org/INBOX`, or `imap://` with STARTTLS."""

    many = True

    def __init__(self, url: str, ask: Ask, days: int) -> None:
        if re.match(r"\w+://[^@/]*:[^@]*@", url):
            message = "a password does not belong on the command line, where others can see it"
            raise Refused(
                USAGE, message, "leave it out: it is asked for, or taken from git's credential helper"
            )
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise Refused(USAGE, "the port in the address of the server is no number") from None
        user, _, auth = unquote(parts.username or "").partition(";")
        self.secure = parts.scheme.lower() == "imaps"
        self.host, self.user = parts.hostname or "", user
        self.token = auth.upper() == "AUTH=XOAUTH2"
        self.folder = unquote(parts.path.strip("/")) or "INBOX"
        self.port = port or (993 if self.secure else 143)
        self.ask, self.days = ask, days
        if not self.host or not self.user:
            raise Refused(USAGE, "expected an address such as imaps://anna@mail.example.org/INBOX")
        self.name = f"imap {self.user}@{self.host}:{self.port}/{self.folder}"
        self._uids: list[str] | None = None
        self._box: Any = None
        self._era = ""

    def count(self) -> int:
        return len(self._select())

    def mails(self, seen: Callable[[str], bool]) -> Iterator[Mail]:
        with _network(self.host):
            uids = [uid for uid in self._select() if not seen(f"{self._era}.{uid}")]
            for batch in self._batches(uids):
                for row in self._fetch(batch, "(BODY.PEEK[])"):
                    found = re.search(rb"UID (\d+)", row[0]) if isinstance(row, tuple) else None
                    if found:
                        uid = found[1].decode()
                        yield Mail(f"{self._era}.{uid}", f"mail {uid}", row[1])

    def _batches(self, uids: list[str]) -> Iterator[list[str]]:
        """Not too many mails at once, and not too large ones at all."""
        batch: list[str] = []
        total = 0
        for start in range(0, len(uids), 500):
            for row in self._fetch(uids[start : start + 500], "(RFC822.SIZE)"):
                found = re.search(
                    rb"(?=.*UID (\d+))(?=.*RFC822\.SIZE (\d+))", row if isinstance(row, bytes) else b""
                )
                if not found or int(found[2]) > MAX_MAIL:
                    continue
                if batch and (len(batch) == 50 or total + int(found[2]) > MAX_DOWNLOAD):
                    yield batch
                    batch, total = [], 0
                batch.append(found[1].decode())
                total += int(found[2])
        if batch:
            yield batch

    def _fetch(self, uids: list[str], what: str) -> list[Any]:
        status, rows = self._box.client.uid("FETCH", ",".join(uids), what)
        if status != "OK":
            raise Refused(NETWORK, f"{self.host} did not send the mails: {status}", "try again later")
        return list(rows)

    def close(self) -> None:
        """Say good-bye; a server that does not answer any more is no trouble."""
        if self._box is not None:
            with contextlib.suppress(Exception):
                self._box.logout()
            self._box = None

    def _select(self) -> list[str]:
        """The uids of the folder, which is opened for reading only."""
        if self._uids is None:
            import datetime as dt  # noqa: PLC0415

            tools = _imap_tools()
            with _network(self.host):
                self._box = self._login(tools)
                self._box.folder.set(self.folder, readonly=True)
                self._era = str(self._box.client.response("UIDVALIDITY")[1][0] or b"", "ascii")
                since = dt.datetime.now(tz=dt.UTC).date() - dt.timedelta(days=self.days)
                self._uids = list(self._box.uids(tools.AND(date_gte=since) if self.days else "ALL"))
        return self._uids

    def _login(self, tools: Any) -> Any:
        context = ssl.create_default_context()
        if self.secure:
            box = tools.MailBox(self.host, self.port, timeout=30, ssl_context=context)
        else:
            box = tools.MailBoxUnencrypted(self.host, self.port, timeout=30)
        try:
            if not self.secure:
                self._encrypt(box, context)
            self._authenticate(box, tools)
        except BaseException:
            box.client.shutdown()
            raise
        return box

    def _encrypt(self, box: Any, context: ssl.SSLContext) -> None:
        if "STARTTLS" in box.client.capabilities:
            box.client.starttls(context)
        elif self.host not in LOCAL:
            message = f"{self.host} offers no encryption: your password and mails would travel in clear"
            raise Refused(NETWORK, message, f"try imaps://{self.user}@{self.host}/{self.folder}")

    def _authenticate(self, box: Any, tools: Any) -> None:
        protocol, usual = ("imaps", 993) if self.secure else ("imap", 143)
        where = self.host if self.port == usual else f"{self.host}:{self.port}"
        password, verdict = self.ask(protocol, where, self.user)
        try:
            if self.token:
                box.xoauth2(self.user, password, initial_folder=None)
            elif password.isascii() and self.user.isascii():
                box.login(self.user, password, initial_folder=None)
            else:
                box.login_utf8(self.user, password, initial_folder=None)
        except (tools.MailboxLoginError, box.client.error) as error:
            if "[UNAVAILABLE]" in str(error):  # it is not the password
                raise Refused(
                    NETWORK, f"{self.host} cannot check logins just now", "try again later"
                ) from None
            verdict(False)
            raise refused_login(self.host, self.user, str(error)) from None
        verdict(True)


def refused_login(host: str, user: str, said: str) -> Refused:
    """A login that a server does not accept, and what helps."""
    words = _plain(said)
    return Refused(
        NETWORK,
        f"{host} refused the login of {user}" + (f" ({words})" if words else ""),
        "many providers want an app password (made in the settings of your account), others a token that "
        "git's credential helper fetches",
    )


@contextlib.contextmanager
def _network(host: str) -> Iterator[None]:
    """Every way in which a network fails, in a sentence."""
    import imaplib  # noqa: PLC0415

    tools = _imap_tools()
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        message = f"{host} shows a certificate that is not valid for it: {error.verify_message}"
        raise Refused(
            NETWORK, message, "check the name of the server; somebody may sit between you two"
        ) from None
    except tools.MailboxFolderSelectError as error:
        message = f"{host} does not open the folder: {_plain(error)}"
        raise Refused(NETWORK, message, "its name stands behind the address: /INBOX") from None
    except (OSError, imaplib.IMAP4.error, tools.ImapToolsError) as error:
        words = _plain(error)
        raise Refused(
            NETWORK, f"{host} cannot be reached: {words}", "try again later; nothing was lost"
        ) from None


def _plain(said: object) -> str:
    """What a server said, in one line, without anything that a terminal could obey."""
    words = re.sub(r"^.*?Data: \[b['\"](.*?)['\"]\]$", r"\1", str(said), flags=re.DOTALL)
    return " ".join(re.sub(r"[^\x20-\x7e]", " ", words).split())[:160]


def _imap_tools() -> Any:
    try:
        import imap_tools  # noqa: PLC0415  # an extra: only who reads IMAP needs it
    except ImportError:
        raise Refused(USAGE, "reading IMAP needs one package more", "pip install 'imap-tools>=1.7'") from None
    return imap_tools


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise Refused(USAGE, f"cannot read {path}: {error.strerror or error}") from None
