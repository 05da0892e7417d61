"""What stands in a turn file, as types: the sheet of protocol section 1.4 and the notice of section 6.

Reading is strict: an unknown field, a missing one or a wrong type is `file/type`, with its path.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from pbem.errors import TurnRejected
from pbem.turnfile.canon import under

T = TypeVar("T")
FORMAT: Final = "pbem/1"
SideName = Literal["a", "b"]
# Patterns are written so that Python and the published JSON Schemas (ECMAScript) read them alike; `$`
# would admit a newline at the end in Python, so the length is fixed beside it.
B64: Final = "^[A-Za-z0-9_-]{43}$"
Hash = Annotated[str, Meta(pattern=B64, min_length=43, max_length=43)]  # 32 bytes, base64url without padding
# One line, without controls: it stands in the middle of what the program says.
LINE: Final = r"^[^\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*(?![\s\S])"
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=LINE)]
Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=LINE)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Share = Hash
Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10)]
Texts = tuple[str, ...]
MESSAGE_LIMIT: Final = 4000  # characters
MAX_VALUES: Final = 3000  # in one part that is handed to the rules of a game


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every table of a turn file."""


class Sealing(Sheet, frozen=True, kw_only=True):
    """A sealed thing: `hash` binds it for everybody, `box` lets its author (alone) read it again."""

    hash: Hash
    box: Texts


class Player(Sheet, frozen=True, kw_only=True):
    """One side in the charter.  The army is in clear or, for side a, sealed."""

    name: Name
    key: Hash
    nonce: Hash
    anchor: Hash
    army: dict[str, Any] | None = None
    seal: Sealing | None = None


class Charter(Sheet, frozen=True, kw_only=True):
    """What the match is; turn 0 brings all but the other player, turn 1 the other player."""

    player: Player
    title: Title | None = None
    days: Annotated[int, Meta(ge=0, le=3650)] = 0
    practice: bool = False
    solo: bool = False
    options: dict[str, Any] = {}
    material: dict[str, tuple[dict[str, Any], ...]] = {}


class Chance(Sheet, frozen=True, kw_only=True):
    """The share that closes the open window, and the share that opens the next one."""

    close: Share | None = None
    open: Share | None = None


class Decision(Sheet, frozen=True, kw_only=True):
    """A decision: its kind and its orders in clear, or their seal."""

    kind: Annotated[str, Meta(max_length=64)]
    orders: tuple[dict[str, Any], ...] = ()
    seal: Sealing | None = None


class CardWork(Sheet, frozen=True, kw_only=True):
    """One operation on the deck (section 5); `data` is its proof and payload."""

    op: Literal["shuffle", "strip", "reveal"]
    data: dict[str, Any] = {}


class Opening(Sheet, frozen=True, kw_only=True):
    """A sealed thing opened: what it is, its salt and its value."""

    what: Annotated[str, Meta(max_length=64)]
    salt: Hash
    value: dict[str, Any]


class Laid(Sheet, frozen=True, kw_only=True):
    """New standing orders: in clear, or sealed."""

    orders: dict[str, Any] | None = None
    seal: Sealing | None = None


class Rolled(Sheet, frozen=True, kw_only=True):
    """One roll as it happened: window, number in that window, purpose, sides of the dice, faces."""

    window: Number
    number: Number
    why: str
    sides: int = 6
    faces: tuple[int, ...]


class Next(Sheet, frozen=True, kw_only=True):
    """Who owes what after this file; `side` is empty when the match is over."""

    side: Literal["a", "b", ""]
    want: str


class Statement(Sheet, frozen=True, kw_only=True):
    """A notice of the other side taken in whole, and the answer to it."""

    answer: Literal["yes", "no", "noted"]
    notice: dict[str, Any]


class Seal(Sheet, frozen=True, kw_only=True):
    """Key, hash and signature; the signature is two strings of 43 characters."""

    key: Hash
    hash: Hash
    signature: tuple[str, str]


class Turn(Sheet, frozen=True, kw_only=True):
    """A turn file."""

    format: str
    match: Hash | None = None
    turn: Number
    author: SideName
    parent: Hash | None = None
    game: Annotated[str, Meta(max_length=64)]
    rules: Hash
    writer: Annotated[str, Meta(max_length=64)]
    date: Day | None = None
    message: Texts = ()
    resumed: bool = False
    charter: Charter | None = None
    chance: Chance = Chance()
    decisions: tuple[Decision, ...] = ()
    cards: tuple[CardWork, ...] = ()
    openings: tuple[Opening, ...] = ()
    standing: Laid | None = None
    statements: tuple[Statement, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    state: dict[str, Any] = {}
    next: Next | None = None
    seal: Seal


class Words(Sheet, frozen=True, kw_only=True):
    """The statement of a notice: its kind, and what that kind needs."""

    kind: Literal["resign", "claim", "takeback", "draw", "rekey", "open_hands"]
    to: Number | None = None  # takeback: the turn to go back to
    late: Number | None = None  # claim: the turn that is overdue
    key: Hash | None = None  # rekey
    nonce: Hash | None = None
    anchor: Hash | None = None
    scalars: Texts = ()  # open hands


class Notice(Sheet, frozen=True, kw_only=True):
    """A notice: a signed word that is no turn.  `head` is the last file that its author knows."""

    format: str
    match: Hash
    notice: Literal[1]
    author: SideName
    head: Hash
    writer: Annotated[str, Meta(max_length=64)]
    date: Day | None = None
    message: Texts = ()
    statement: Words
    seal: Seal


def check_parts(turn: Turn) -> None:
    """Refuse (`file/data`) a part for the rules of a game that holds more than `MAX_VALUES` values, tables
    and arrays counted too.  Nothing that people play comes near it, and no rule has to be quick with more.
    """
    for path, part in _parts(turn):
        count, rest = 0, [part]
        while rest:
            value = rest.pop()
            count += 1
            if count > MAX_VALUES:
                message = f"expected at most {MAX_VALUES} values, found more"
                raise TurnRejected("file/data", message, turn=turn.turn, path=path, expected=MAX_VALUES)
            if isinstance(value, dict):
                rest += value.values()
            elif isinstance(value, (list, tuple)):
                rest += value


def _parts(turn: Turn) -> Iterator[tuple[str, Any]]:
    if turn.charter is not None:
        yield "charter.options", turn.charter.options
        yield "charter.material", turn.charter.material
        yield "charter.player.army", turn.charter.player.army
    for i, decision in enumerate(turn.decisions):
        yield f"decisions[{i}].orders", decision.orders
    for i, opening in enumerate(turn.openings):
        yield f"openings[{i}].value", opening.value
    if turn.standing is not None:
        yield "standing.orders", turn.standing.orders


_AT: Final = re.compile(r"^(.*?)(?: - at `\$?(.*)`)?$", re.DOTALL)
_EXPECTED: Final = re.compile(r"^Expected `(.*?)`, got `(.*?)`$")


def typed(data: dict[str, Any], kind: type[T], *, code: str = "file/type", root: str = "") -> T:
    """Data → typed sheet; a mismatch is `code` with the path of the first one."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise refusal(error, code, root) from None


def refusal(error: msgspec.ValidationError, code: str, root: str = "") -> TurnRejected:
    """A `msgspec` mismatch as a refusal with path, expected and found."""
    message, path = explain(error)
    parts = _EXPECTED.match(str(error).split(" - at ")[0])
    expected, found = parts.groups() if parts else ("", "")
    return TurnRejected(code, message, path=under(root, path), expected=expected, found=found)


def explain(error: msgspec.ValidationError) -> tuple[str, str]:
    """A `msgspec` mismatch as (message in our voice, path)."""
    message, path = _AT.match(str(error)).groups()  # type: ignore[union-attr]
    message = message[:1].lower() + message[1:]
    if message.startswith("expected `str` matching regex") and "x1f" in message:
        message = "expected one line of text without control characters"
    message = (
        message.replace("`", "").replace(", got ", ", found ").replace("object contains", "the table has")
    )
    message = message.replace("object missing", "the table lacks").replace("object", "table")
    return message, (path or "").removeprefix(".").replace("[...]", "[…]")
