"""A letter: a turn made into a mail, and any mail taken apart again.

compose(letter)   readable log first, the turn framed in the text, and once more as an attachment
unpack(raw)       every place of a mail in which a turn may stand, and what to say of the others

Nothing here decides whether something is a turn: pieces go to the reader of sheets, which asks the seal.
"""

import base64
import binascii
import datetime as dt
import html
import re
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import SMTP, compat32
from email.utils import format_datetime, getaddresses
from typing import Final, NamedTuple

import msgspec

from pbem.turnfile.read import MAX_FILE
from pbem.turnfile.repair import decoded
from pbem.turnfile.write import BEGIN, COLUMNS

THREAD: Final = "pbem.invalid"  # behind the @ of our message ids: a name that no computer may have
_MALFORMED: Final = (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


# -- a turn made into a mail ---------------------------------------------------------------------------


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """What a letter brings.  `name` and `text` are the signed file; `hash` is its hash, `parents` those
    of the files that it follows, oldest first; `log` is what a person reads, `about` ends the subject;
    `page` is the match as HTML to look at, one more attachment ("": none)."""

    title: str
    about: str
    name: str
    text: str
    hash: str
    parents: tuple[str, ...] = ()
    log: str = ""
    day: str = ""
    page: str = ""


def message_id(sheet: str) -> str:
    """The message id of the letter that brings a file: always the same, on every computer."""
    return f"<{sheet[:22]}@{THREAD}>"


def subject(title: str, about: str) -> str:
    """`[pbem mill-creek] turn 8 (Red)`, whatever stands in a title."""
    return "".join(c if c.isprintable() else " " for c in f"[pbem {title}] {about}")


def compose(letter: Letter, *, sender: str = "", to: str = "", now: dt.datetime | None = None) -> bytes:
    """The letter as bytes, CRLF at line ends; the same letter always gives the same bytes.

    Without `now` it is a draft that mail programs open for sending (`X-Unsent`), dated as the turn is.
    """
    mail = EmailMessage(policy=SMTP.clone(max_line_length=78))
    mail["Subject"] = subject(letter.title, letter.about)
    for name, value in (("From", sender), ("To", to)):
        if value:
            mail[name] = value
    if now is not None:
        mail["Date"] = format_datetime(now)
    elif letter.day:
        mail["Date"] = format_datetime(dt.datetime.fromisoformat(letter.day).replace(hour=12, tzinfo=dt.UTC))
    mail["Message-ID"] = message_id(letter.hash)
    if letter.parents:
        known = [letter.parents[0], *letter.parents[1:][-9:]]  # the root and the newest keep a thread
        mail["In-Reply-To"] = message_id(known[-1])
        mail["References"] = " ".join(map(message_id, known))
    if now is None:
        mail["X-Unsent"] = "1"
    text = _text(letter)
    mail.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    mail.add_attachment(
        letter.text.encode(), maintype="application", subtype="toml", cte="base64", filename=letter.name
    )
    if letter.page:
        mail.add_attachment(
            letter.page.encode(), maintype="text", subtype="html", cte="base64",
            filename=_page_name(letter), params={"charset": "utf-8"},
        )  # fmt: skip
    mail.set_boundary(f"pbem-{letter.hash[:24]}")
    return mail.as_bytes()


def _page_name(letter: Letter) -> str:
    return f"{letter.name.removesuffix('.toml')}.html"


def _text(letter: Letter) -> str:
    notice = not letter.name.startswith("turn")
    do = f"pbem receive {letter.name}" if notice else f"pbem orders {letter.name}"
    if letter.name == "turn00.toml":
        do = f"pbem join {letter.name}"
    look = (
        f"To look at the match, open the attachment {_page_name(letter)} in a browser.\n"
        if letter.page
        else ""
    )
    return (
        f"{letter.log.rstrip()}\n\n{'-' * COLUMNS}\n{look}"
        f"To go on: save the attachment {letter.name}, then type\n\n    {do}\n\n"
        "If there is none, save this whole mail, and give it to  pbem receive .\n"
        f"What follows is the same file once more, as text.\n\n{letter.text}"
    )


def address(text: str) -> str:
    """A mail address as it stands in a header (`Anna <anna@example.org>`), or a ValueError."""
    found = getaddresses([text])
    one = len(found) == 1 and re.fullmatch(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+", found[0][1])
    if not one or not text.isprintable() or text.startswith("-"):
        raise ValueError(f"expected a mail address such as anna@example.org, found {text[:60]!r}")
    return text


# -- a mail taken apart --------------------------------------------------------------------------------


class Piece(NamedTuple):
    """Bytes in which a turn may stand, and where they were found, in words.  A `spare` one counts only
    if no other piece of its mail brought anything."""

    where: str
    raw: bytes
    spare: bool = False


class Remark(NamedTuple):
    """Something in a mail that brings nothing: what it is, and what to ask of the other player."""

    what: str
    ask: str


class Unpacked(NamedTuple):
    """A mail: its pieces, what to say of it, its subject and sender, and whether it looks like ours."""

    pieces: tuple[Piece, ...]
    remarks: tuple[Remark, ...] = ()
    subject: str = ""
    sender: str = ""
    ours: bool = False


AGAIN: Final = "send it again as an attachment, or paste the whole file into the mail, from BEGIN to END"
_TNEF: Final = Remark(
    "the attachment came as winmail.dat, which only Outlook can open",
    "set Outlook to send plain text or HTML instead of Rich Text, then " + AGAIN,
)
_HTML: Final = Remark("the mail is HTML only, and its text was taken apart by it", AGAIN)
_SECRET: Final = Remark("the mail is encrypted: decrypt it in your mail program and save the attachment", "")
_OUTLOOK: Final = Remark(
    "this is an Outlook message file (.msg): in Outlook, save the attachment itself, or the mail as text", ""
)
_ZIP: Final = Remark("this is a zip archive: unpack it, and give the file in it to pbem receive", "")
_FIELD: Final = re.compile(rb"[!-9;-~]{1,70}:[ \t\n]")
_KNOWN: Final = re.compile(
    rb"^(from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to|"
    rb"x-[a-z0-9-]+|dkim-signature|reply-to|sender|references|in-reply-to)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_OURS: Final = re.compile(rb"[pP][bB][eE][mM]")
_NUMBERED: Final = re.compile(rb"turn[ _-]?\d")
_MARKED: Final = re.compile(rb"PBEM.{0,12}?TURN|pbem/1", re.DOTALL)
_NAMED: Final = re.compile(r"turn[ _-]?\d+.*", re.IGNORECASE)
_BASE64: Final = re.compile(re.escape(base64.b64encode(BEGIN[:9].encode())))


def promising(raw: bytes) -> bool:
    """Whether a mail can hold a turn at all: a quick look, for there are thousands that cannot."""
    low = raw.lower()
    if any(word in low for word in (b"pbem", b"rfc822", b".eml")) or raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    if b"base64" in low or b"?b?" in low:
        flat = raw.translate(None, b"\r\n")
        if any(digits in flat for digits in _IN_BASE64):
            return True
    return _NUMBERED.search(low) is not None


def _digits(word: str, encoding: str) -> Iterator[bytes]:
    """What base64 makes of a word, wherever it stands: three ways, without the digits at its edges."""
    raw = word.encode(encoding)
    for before in range(3):
        digits = base64.b64encode(bytes(before) + raw + bytes(2))
        yield digits[(before * 8 + 5) // 6 : (before + len(raw)) * 8 // 6]


_IN_BASE64: Final = tuple(
    digits
    for word in ("PBEM TURN", "pbem/1", "[pbem ")
    for encoding in ("ascii", "utf-16-le", "utf-16-be")
    for digits in _digits(word, encoding)
)


def is_mail(raw: bytes) -> bool:
    """Whether bytes begin with the header of a mail."""
    head = _lines(raw[:16384])
    return _FIELD.match(head) is not None and len(_KNOWN.findall(head.partition(b"\n\n")[0])) >= 2


def _lines(raw: bytes) -> bytes:
    """A mail with LF at line ends, from its first field on."""
    lines = raw.lstrip()
    if b"\r" in lines:
        lines = re.sub(rb"\r+\n|\r", b"\n", lines)
    return re.sub(rb"\A>?From [^\n]*\n", b"", lines)


def unpack(raw: bytes) -> Unpacked:
    """Everything in a mail that may be a turn, at any depth and under any name; other bytes are one
    piece as they are.  Never fails, whatever the bytes."""
    if raw.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return Unpacked((), (_OUTLOOK,))
    if raw.startswith(b"PK\x03\x04"):
        return Unpacked((), (_ZIP,))
    if raw[:3] == b"\xef\xbb\xbf" or raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        whole = decoded(raw)[0].encode("utf-8", "replace")
        if is_mail(whole):
            raw = whole
    if not is_mail(raw):
        spare = (Piece("base64 in it", block, spare=True) for block in _blocks(raw))
        return Unpacked((Piece("", raw), *spare), ours=_MARKED.search(raw) is not None)
    return _mail(raw, 0)


def _mail(raw: bytes, depth: int) -> Unpacked:
    lines = _lines(raw)
    try:
        mail = BytesParser(policy=compat32).parsebytes(lines)
        leaves = list(_leaves(mail))
    except _MALFORMED:
        return Unpacked((Piece("the mail", raw),), (Remark("the mail is damaged", AGAIN),))
    pieces: list[Piece] = []
    remarks: list[Remark] = []
    for leaf in leaves:
        more, said = _pieces(leaf, depth)
        pieces += more
        remarks += said
    subject_, sender = _words(mail, "subject"), _words(mail, "from")
    ours = _OURS.search(lines[: lines.find(b"\n\n") if b"\n\n" in lines else None]) is not None
    ours = ours or bool(pieces) or "[pbem" in subject_.lower()
    ours = ours or any(_NAMED.fullmatch(_name(leaf)) for leaf in leaves)
    if _MARKED.search(lines) and len(lines) <= MAX_FILE:  # a mail whose parts were broken apart
        pieces.append(Piece("the mail as it is", lines, spare=True))
    return Unpacked(_in_order(pieces), tuple(dict.fromkeys(remarks)), subject_, sender, ours)


def _in_order(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Attachments, then text, then what counts only in need."""
    return tuple(sorted(pieces, key=lambda piece: (piece.spare, not piece.where.startswith("attachment"))))


def _leaves(mail: Message) -> Iterator[Message]:
    for number, part in enumerate(mail.walk()):
        if number > 500:
            return
        if not part.is_multipart():
            yield part
        elif part.get_content_type() == "message/rfc822" and _coding(part) == "base64":
            inner = part.get_payload(0)  # a mail in base64, which no mail may be, and some are
            if isinstance(inner, Message) and not inner.keys():
                inner["Content-Transfer-Encoding"] = "base64"


def _pieces(part: Message, depth: int) -> tuple[list[Piece], list[Remark]]:
    kind, name = part.get_content_type(), _name(part)
    where = f"attachment {name}" if name else "an attachment without a name"
    attached = bool(name) or part.get_content_maintype() != "text"
    if part.get_content_maintype() in {"image", "audio", "video", "font"}:
        return [], []
    content = _content(part)
    if kind == "application/ms-tnef" or name.lower() == "winmail.dat":
        start = content.find(BEGIN.encode())  # files stand in it as they are
        return [Piece("winmail.dat", content[start:], spare=True)] if start >= 0 else [], [_TNEF]
    if kind in {"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}:
        return [], [_SECRET]
    if attached and _NAMED.fullmatch(name) and not content.strip():
        return [], [Remark(f"the attachment {name} is empty ({len(content)} bytes)", AGAIN)]
    if len(content) > MAX_FILE:
        too_large = Remark(f"the attachment {name} has {len(content)} bytes, more than any turn", AGAIN)
        return [], [too_large] if _NAMED.fullmatch(name) else []
    if depth < 8 and is_mail(content):
        inner = _mail(content, depth + 1)
        return list(inner.pieces), list(inner.remarks)
    marked = _MARKED.search(content.replace(b"\0", b"") if b"\0" in content[:400] else content)
    if kind == "text/html" and not attached:
        if not marked and b"PBEM" not in content:
            return [], []
        return [Piece("the HTML text", text_of_html(content).encode(), spare=True)], [_HTML]
    if marked or _NAMED.fullmatch(name):
        return [Piece(where if attached else "the text", content)], []
    return [Piece("base64 in the text", block, spare=True) for block in _blocks(content)], []


def _coding(part: Message) -> str:
    return str(part.get("content-transfer-encoding", "")).strip(' \t"').lower()


def _content(part: Message) -> bytes:
    """The bytes of a part, whatever blanks stand behind its encoding; text as UTF-8."""
    how = _coding(part)
    if how == "base64":
        raw = _from_base64(_payload(part))
    else:
        if "content-transfer-encoding" in part:
            part.replace_header("content-transfer-encoding", how)
        raw = _payload(part, decode=True)
    charset = part.get_content_charset() or ""
    if part.get_content_maintype() == "text" and charset not in {"", "us-ascii", "utf-8"}:
        try:
            return raw.decode(charset, "replace").encode()
        except (LookupError, UnicodeError):
            return raw
    return raw


def _payload(part: Message, *, decode: bool = False) -> bytes:
    try:
        found = part.get_payload(decode=True) if decode else part.get_payload()
    except _MALFORMED:
        return b""
    return found if isinstance(found, bytes) else str(found).encode("ascii", "replace")


def _from_base64(raw: bytes) -> bytes:
    """As far as it is base64: lists put their footers behind it."""
    found = re.match(rb"[A-Za-z0-9+/\s]*", raw)
    digits = re.sub(rb"\s+", b"", found[0]) if found else b""
    if len(digits) % 4 == 1:  # one digit is no byte
        digits = digits[:-1]
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


def _blocks(content: bytes) -> list[bytes]:
    """Turns that stand in a text as base64, because nobody has decoded them."""
    return [_from_base64(content[found.start() :]) for found in _BASE64.finditer(content)]


def _name(part: Message) -> str:
    try:
        return str(make_header(decode_header(part.get_filename("")))).strip()
    except _MALFORMED:
        return ""


def _words(mail: Message, field: str) -> str:
    """A header for people: decoded, in one line."""
    try:
        return " ".join(str(make_header(decode_header(str(mail.get(field, ""))))).split())[:200]
    except _MALFORMED:
        return ""


_TAGS: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|head)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE
)
_BREAKS: Final = re.compile(
    r"<(?:br|/?p|/?div|/?tr|/?li|/?pre|/?blockquote|/?h[1-6])\b[^<>]*>", re.IGNORECASE
)


def text_of_html(raw: bytes) -> str:
    """What a person reads of an HTML mail, roughly: lines, no tags."""
    text = decoded(raw)[0]
    if not re.search(r"<pre\b|white-space:\s*pre", text, re.IGNORECASE):
        text = re.sub(r"[ \t]*\n[ \t]*", " ", text)
    return html.unescape(_TAGS.sub("", _BREAKS.sub("\n", text)))
