"""The referee's own state: everything that decides what the next file may hold (protocol section 3).

Immutable: reading a file makes a new `Match` or raises.  Print one and you know what is pending.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from pbem.chance.deck import Deck
from pbem.ruleset import OTHER, Event, Order, Outcome, Ruleset, Side, Want
from pbem.turnfile.model import Charter, Player, Rolled, Sealing, Words

Stage = Literal["answer", "opening", "play"]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the referee's records."""


class Window(Record, frozen=True, kw_only=True):
    """A pair of shares.  `opening` is the hash of the file that opened it; without a closer's share it
    is open, with one it is live: `byte` and `roll` are the next of its stream."""

    k: int
    opener: Side
    opening: str
    opener_share: str
    closer_share: str = ""
    byte: int = 0
    roll: int = 0

    @property
    def live(self) -> bool:
        return self.closer_share != ""


class Queue(Record, frozen=True, kw_only=True):
    """Orders signed and not yet run, of one player-turn; `turn` is the file that brought them."""

    owner: Side | Literal[""] = ""
    term: int = 0
    orders: tuple[Any, ...] = ()
    turn: int = 0


class Held(Record, frozen=True, kw_only=True):
    """A seal, with what its author needs to make its salt again: the file it came in, its number there."""

    sealing: Sealing
    turn: int = 0
    parent: str = ""
    number: int = 0


class Standing(Record, frozen=True, kw_only=True):
    """Standing orders: in force from window `since` on; `orders` is None while they are sealed."""

    since: int
    orders: Any = None
    held: Held | None = None
    turn: int = 0  # the file that laid them (0: the game's defaults)


class Past(Record, frozen=True, kw_only=True):
    """What a takeback to `turn` restores."""

    turn: int
    state: Any
    queue: Queue
    paused: bool
    sealed: tuple[tuple[Side, str, Held], ...]
    ready: tuple[tuple[Side, int], ...] = ()


class Former(Record, frozen=True, kw_only=True):
    """What a side was before it went on with a new key: that signs its files from turn `until` on."""

    side: Side
    until: int
    player: Player


class Match(Record, frozen=True, kw_only=True):
    """One match between its files.

    `turn` is the number of the next file, `to` who writes it, `head` the hash of the last one.
    `shares` are the last share that each side has shown, with its number; `opening` are the frames of
    turns 1 and 2 that are still to come; `ready` are slots that a side has stripped early.
    """

    id: str
    game: str
    rules: str
    charter: Charter
    players: tuple[Player, Player | None]
    turn: int
    to: Side
    head: str
    stage: Stage = "answer"
    opening: tuple[Want, ...] = ()
    state: Any = None
    queue: Queue = Queue()
    paused: bool = False
    kmax: int = 0
    window: Window | None = None
    in_force: tuple[Standing | None, Standing | None] = (None, None)
    waiting: tuple[Standing | None, Standing | None] = (None, None)
    sealed: tuple[tuple[Side, str, Held], ...] = ()
    shares: tuple[tuple[int, str], tuple[int, str]]
    bases: tuple[int, int] = (0, 0)  # windows that were used before a side's present key
    former: tuple[Former, ...] = ()  # keys that were replaced, oldest first
    decks: tuple[Deck, ...] = ()
    ready: tuple[tuple[Side, int], ...] = ()
    cards_turn: int = 0
    past: tuple[Past, ...] = ()
    result: Outcome | None = None

    def player(self, side: Side) -> Player:
        """The charter's entry for a side; a match without an answer has no side b."""
        player = self.players[index(side)]
        if player is None:
            raise LookupError("the challenge has not been answered")
        return player

    def key_at(self, side: Side, turn: int) -> str:
        """The key that signs a side's file of that number."""
        for former in self.former:
            if former.side == side and turn < former.until:
                return former.player.key
        return self.player(side).key

    def keys_at(self, side: Side, turn: int) -> tuple[str, ...]:
        """The keys under which a side's file of that number is its own: in the turn of a change both."""
        changed = [f.player.key for f in self.former if f.side == side and f.until == turn]
        return (self.key_at(side, turn), *changed)


def index(side: Side) -> int:
    """a → 0, b → 1."""
    return 0 if side == "a" else 1


def put(pair: tuple[Any, Any], side: Side, value: Any) -> tuple[Any, Any]:
    """The pair with the entry of one side replaced."""
    return (value, pair[1]) if side == "a" else (pair[0], value)


def held(sealed: Sequence[tuple[Side, str, Held]], side: Side, what: str) -> Held:
    """The seal of that side for that choice; asked only where the game says there is one."""
    return next(entry for owner, name, entry in sealed if owner == side and name == what)


def want(match: Match, rules: Ruleset) -> Want | None:
    """What the match waits for: the frame of the opening first, then what the game wants."""
    if match.result is not None or match.stage == "answer":
        return None
    if match.stage == "opening":
        return match.opening[0]
    return rules.want(match.state)


def over(match: Match, rules: Ruleset) -> Outcome | None:
    """The result of a match that has ended: by its rules, or else by a statement (which comes too late
    once the rules have spoken)."""
    if match.stage == "play" and rules.want(match.state) is None:
        return rules.outcome(match.state)
    return match.result


def owed_by(match: Match, rules: Ruleset) -> Side | Literal[""]:
    """Who can go on: the writer of the next file, or nobody."""
    return "" if over(match, rules) is not None else match.to


class Entry(Record, frozen=True, kw_only=True):
    """One thing that happened, in the order of happening: which file worked it out, who wrote that,
    the position before it, and the event."""

    turn: int
    author: Side
    state: Any
    event: Event


class Booked(Record, frozen=True, kw_only=True):
    """One roll for the books: as the file shows it, and what only the rules know of it."""

    rolled: Rolled
    turn: int
    side: Side | Literal[""]
    kind: str
    need: int


class Folded(Record, frozen=True, kw_only=True):
    """What one file led to."""

    match: Match
    entries: tuple[Entry, ...] = ()
    rolls: tuple[Booked, ...] = ()
    message: str = ""


# ------------------------------------------------------------- events of the referee itself


class Unused(Event, frozen=True, kw_only=True):
    """Orders that were dropped because their player-turn ended or was paused."""

    side: Side
    orders: tuple[Order, ...]


class Instead(Event, frozen=True, kw_only=True):
    """An alternative taken because the order (and those before it) had become impossible."""

    side: Side
    order: Order
    cause: str
    taken: Order


class StandingAnswer(Event, frozen=True, kw_only=True):
    """A reaction answered by standing orders."""

    side: Side
    kind: str
    sealed_in: int  # the file that laid them; 0: the game's defaults


class Spoken(Event, frozen=True, kw_only=True):
    """A statement that was made or answered."""

    side: Side
    kind: str
    answer: str = ""
    to: int = 0
    words: Words | None = None  # rekey: the new key


def other(side: Side) -> Side:
    """The other side."""
    return OTHER[side]
