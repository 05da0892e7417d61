"""Mails as other programs send, forward, wrap and save them, each with a turn in it."""

import base64
import quopri
from collections.abc import Callable


def mail(*parts: bytes, head: str = "", kind: str = "multipart/mixed") -> bytes:
    """A mail of raw MIME parts."""
    start = "From: Ann <ann@example.org>\nTo: bert@example.org\nSubject: Re: your move\n"
    if not parts:
        return start.encode() + head.encode()
    out = f"{start}{head}MIME-Version: 1.0\nContent-Type: {kind}; boundary=XX\n\nThis is MIME.\n".encode()
    return out + b"".join(b"--XX\n" + part + b"\n" for part in parts) + b"--XX--\n"


def part(content: bytes, kind: str, coding: str = "base64", name: str = "") -> bytes:
    head = f"Content-Type: {kind}\n"
    if name:
        head += f'Content-Disposition: attachment; filename="{name}"\n'
    if coding:
        head += f"Content-Transfer-Encoding: {coding}\n"
    bare = coding.strip().lower()
    body = base64.encodebytes(content) if bare == "base64" else content
    body = quopri.encodestring(content) if bare == "quoted-printable" else body
    return head.encode() + b"\n" + body


HELLO = part(b"Hi, my move.\n", "text/plain", "7bit")


def quoted(text: str) -> str:
    return "".join(f"> {row}\n" for row in text.splitlines())


def attached(text: str) -> bytes:
    """The usual mail: a greeting and an attachment."""
    return mail(HELLO, part(text.encode(), "application/toml", name="x"))


def listed(text: str) -> bytes:
    """A list that wraps the whole mail, to put its footer behind it as a part of its own."""
    inner = attached(text).partition(b"Content-Type: ")[2]
    inner = inner.replace(b"boundary=XX", b"boundary=YY").replace(b"--XX", b"--YY")
    return mail(b"Content-Type: " + inner, part(b"____\nPlayers list\n", "text/plain", "7bit"))


def html_of(text: str, line: str = "{}<br>\n") -> bytes:
    """A mail as a composer of HTML writes it."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("  ", " &nbsp;")
    rows = "".join(line.format(row) for row in plain.splitlines())
    head = "<head><style>p { color: red }</style></head>"
    return f"<html>{head}<body><div>Hi!</div>{rows}</body></html>".encode()


def preformatted(text: str) -> bytes:
    return b"<pre>" + text.replace("&", "&amp;").replace("<", "&lt;").encode() + b"</pre>"


def windows(text: str) -> bytes:
    return ("Grüße\n" + text.replace(" ", "\u00a0")).encode("cp1252")


TNEF = b"x\x9f>\x22" + bytes(50)
OCTETS = "application/octet-stream"
RFC822 = "message/rfc822"


MAILS: dict[str, Callable[[str], bytes]] = {
    "an attachment": attached,
    "an attachment without a name": lambda t: mail(HELLO, part(t.encode(), OCTETS)),
    "(1) in its name": lambda t: mail(HELLO, part(t.encode(), OCTETS, name="turn07 (1).toml")),
    ".toml.txt": lambda t: mail(HELLO, part(t.encode(), "text/plain", name="turn07.toml.txt")),
    "a name that says nothing": lambda t: mail(HELLO, part(t.encode(), "application/pdf", name="scan.pdf")),
    "an encoded name": lambda t: mail(HELLO, part(t.encode(), "application/x", name="=?utf-8?q?z=C3=BCge?=")),
    "an attachment of crlf": lambda t: attached(t.replace("\n", "\r\n")),
    "attached in utf-16": lambda t: mail(HELLO, part(t.encode("utf-16"), OCTETS, name="turn.txt")),
    "an encoding with a blank behind it": lambda t: mail(HELLO, part(t.encode(), OCTETS, "base64 ", "x")),
    "an encoding in capitals": lambda t: mail(HELLO, part(t.encode(), OCTETS, "BASE64", "x")),
    "quoted-printable": lambda t: mail(part(t.encode(), "text/plain; charset=utf-8", "quoted-printable")),
    "base64 text": lambda t: mail(part(t.encode(), "text/plain; charset=utf-8")),
    "base64 with a footer": lambda t: mail(part(t.encode(), "text/plain") + b"\n____\nthe list\n"),
    "a charset of windows": lambda t: mail(part(windows(t), "text/plain; charset=windows-1252", "8bit")),
    "a charset of wide letters": lambda t: mail(part(t.encode("utf-16-le"), "text/plain; charset=utf-16le")),
    "an unknown charset": lambda t: mail(part(t.encode(), "text/plain; charset=x-klingon", "8bit")),
    "format=flowed": lambda t: mail(
        part(t.replace("\n  ", "\n   ").encode(), "text/plain; format=flowed; delsp=yes", "7bit")
    ),
    "alternatives": lambda t: mail(
        part(t.encode(), "text/plain", "7bit"), part(html_of(t), "text/html"), kind="multipart/alternative"
    ),
    "html only, with breaks": lambda t: mail(part(html_of(t), "text/html", "quoted-printable")),
    "html only, in paragraphs": lambda t: mail(part(html_of(t, "<p>{}</p>"), "text/html")),
    "html only, preformatted": lambda t: mail(part(preformatted(t), "text/html")),
    "no mime at all": lambda t: mail(head="\nHi\n\n" + t),
    "forwarded in its text": lambda t: mail(
        head="\n---- Forwarded ----\nFrom: Ann\nSubject: move\n\n" + quoted(t)
    ),
    "forwarded as a mail": lambda t: mail(HELLO, part(attached(t), RFC822, "")),
    "forwarded twice": lambda t: mail(part(mail(part(attached(t), RFC822, "")), RFC822, "")),
    "forwarded in base64": lambda t: mail(HELLO, part(attached(t), RFC822)),
    "forwarded as a file": lambda t: mail(HELLO, part(attached(t), OCTETS, name="fwd.eml")),
    "a list that wraps the mail": listed,
    "a mail whose boundary is lost": lambda t: mail(HELLO, part(t.encode(), "text/plain", "7bit")).replace(
        b"boundary=XX", b"boundary=YY"
    ),
    "a mail without an end": lambda t: attached(t).replace(b"--XX--", b""),
    "winmail.dat with the file in it": lambda t: mail(
        HELLO, part(TNEF + t.encode() + bytes(9), "application/ms-tnef", name="winmail.dat")
    ),
    "with a line From before it": lambda t: b"From ann@example.org Sun May  3 10:00:00 2026\n" + attached(t),
    "saved with crlf": lambda t: attached(t).replace(b"\n", b"\r\n"),
    "saved with cr cr lf": lambda t: attached(t).replace(b"\n", b"\r\r\n"),
    "saved with lone cr": lambda t: attached(t).replace(b"\n", b"\r"),
    "saved by a shell in utf-16": lambda t: attached(t).decode().encode("utf-16"),
    "headers as a program shows them": lambda t: b"From: Ann\nSent: Sunday\nTo: Bert\n\n" + t.encode(),
    "base64 that nobody has decoded": lambda t: b"here:\n\n" + base64.encodebytes(t.encode()) + b"\nbye\n",
    "a header without end": lambda t: mail(
        head="X-Spam: " + "x" * 998 + "\n" + "X-More: y\n" * 50 + "\n" + t
    ),
}
