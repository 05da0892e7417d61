"""Real mail servers on 127.0.0.1: Dovecot for reading, aiosmtpd for sending, one certificate for both."""

import contextlib
import datetime as dt
import getpass
import ipaddress
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PASSWORD = "open sesame/42"
USERS = {"anna": PASSWORD, "bert": PASSWORD}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(tz=dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert, private = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return cert, private


class Dovecot:
    """An IMAP server with the Maildirs of Anna and Bert: one port with STARTTLS, one with TLS.

    It lives in a folder of its own: its processes run as somebody else, whom pytest's folders keep out.
    """

    def __init__(self, binary: str, cert: tuple[Path, Path]) -> None:
        self.root, self.binary, self.cert = Path(tempfile.mkdtemp(prefix="imap-")), binary, cert
        self.port, self.secure_port = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def maildir(self, user: str) -> Path:
        return self.root / "mail" / user

    def start(self) -> "Dovecot":
        root = os.geteuid() == 0
        for user in USERS:
            for part in ("cur", "new", "tmp"):
                (self.maildir(user) / part).mkdir(parents=True)
        me = getpass.getuser()
        owner = "nobody" if root else me
        if root:
            self.open_to(owner)
        (self.root / "users").write_text("".join(f"{u}:{{PLAIN}}{p}\n" for u, p in USERS.items()))
        (self.root / "dovecot.conf").write_text(CONFIG.format(
            root=self.root, port=self.port, secure=self.secure_port, cert=self.cert[0], key=self.cert[1],
            owner=owner, group=_group(owner),
            internal="" if root else f"default_internal_user = {me}\ndefault_login_user = {me}\n"
            f"default_internal_group = {_group(me)}",
        ))  # fmt: skip
        return self.again()

    def again(self) -> "Dovecot":
        """Run it, with the settings and mails as they are."""
        self.process = subprocess.Popen(
            [self.binary, "-F", "-c", str(self.root / "dovecot.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as probe:
                if probe.recv(10):
                    return self
            time.sleep(0.05)
        log = self.root / "log"
        raise RuntimeError(f"dovecot does not answer: {log.read_text() if log.exists() else 'no log'}")

    def open_to(self, owner: str) -> None:
        shutil.chown(self.root / "mail", owner)
        for path in (self.root / "mail").rglob("*"):
            shutil.chown(path, owner)
        self.root.chmod(0o755)

    def deliver(self, user: str, raw: bytes) -> None:
        """Put a mail into an inbox, as a delivery agent does."""
        box = self.maildir(user)
        name = f"{time.time_ns()}.{os.getpid()}.post"
        (box / "tmp" / name).write_bytes(raw)
        if os.geteuid() == 0:
            shutil.chown(box / "tmp" / name, "nobody")
        (box / "tmp" / name).rename(box / "new" / name)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)


def _group(user: str) -> str:
    import grp
    import pwd

    return grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name


CONFIG = """\
protocols = imap
listen = 127.0.0.1
base_dir = {root}/run
log_path = {root}/log
{internal}
mail_location = maildir:{root}/mail/%u
first_valid_uid = 1
ssl = yes
ssl_cert = <{cert}
ssl_key = <{key}
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
login_trusted_networks = 127.0.0.1
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {root}/users
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={root}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {secure}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


class Smtp:
    """A mail server that hands every mail to `deliver(recipient, raw)`.

    `mode` is tls (STARTTLS), ssl (TLS from the first byte) or none; `answer` refuses what it is given for:
    `{"auth": "535 5.7.8 …"}`, `{"data": "552 …"}`, `{"rcpt": "550 …"}`.
    """

    def __init__(self, cert: tuple[Path, Path], deliver: Any, mode: str = "tls", **answer: str) -> None:
        self.deliver, self.answer = deliver, answer
        self.greetings: list[str] = []
        self.logins: list[tuple[str, str]] = []
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*map(str, cert))
        options: dict[str, Any] = {
            "authenticator": self._authenticate,
            "auth_required": mode != "none",
            "hostname": "127.0.0.1",
            "port": free_port(),
        }
        if mode == "ssl":
            options |= {"ssl_context": context, "auth_require_tls": False}
        elif mode == "tls":
            options |= {"tls_context": context, "require_starttls": True}
        self.controller = Controller(self, **options)

    @property
    def port(self) -> int:
        return int(self.controller.port)

    def _authenticate(
        self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any
    ) -> AuthResult:
        self.logins.append((data.login.decode(), data.password.decode()))
        if "auth" in self.answer:
            return AuthResult(success=False, handled=False, message=self.answer["auth"])
        return AuthResult(success=USERS.get(data.login.decode()) == data.password.decode())

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, name: str, responses: Any) -> Any:
        self.greetings.append(name)
        session.host_name = name
        return responses

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if "rcpt" in self.answer:
            return self.answer["rcpt"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if "data" in self.answer:
            return self.answer["data"]
        for address in envelope.rcpt_tos:
            self.deliver(address.partition("@")[0], envelope.content)
        return "250 OK"


@contextlib.contextmanager
def running(server: Smtp) -> Iterator[Smtp]:
    server.controller.start()
    try:
        yield server
    finally:
        server.controller.stop()


@contextlib.contextmanager
def serving(binary: str, cert: tuple[Path, Path]) -> Iterator[Dovecot]:
    server = Dovecot(binary, cert)
    try:
        yield server.start()
    finally:
        server.remove()
