"""Writing the next file: the same run as reading, with a tape that makes what is asked for.

    draft = advance(match, rules, setup, hand)   → data ready to be signed

A `Hand` is what a player brings to a turn: his secrets, and the decisions he has made so far.  Where
the run needs a decision that is not there yet it raises `NeedsDecision` with the position in which it
has to be made; the caller gets it and starts again from the same match.  Nothing is half-written.
"""

from typing import Any

import msgspec

from pbem.chance.deck import Context, Deck
from pbem.chance.shares import Secrets
from pbem.errors import OrdersRefused, Problem, TurnRejected
from pbem.referee.cardtable import hand as cards_in_hand
from pbem.referee.consequences import consequences
from pbem.referee.fold import answered
from pbem.referee.match import Booked, Entry, Held, Match, Standing, index
from pbem.referee.run import Run
from pbem.referee.statements import is_rekey
from pbem.ruleset import Decide, Known, Order, React, Ruleset, Side, Want
from pbem.turnfile.canon import b64, plain, unb64, under
from pbem.turnfile.model import (
    FORMAT,
    CardWork,
    Chance,
    Charter,
    Decision,
    Laid,
    Opening,
    Player,
    Statement,
    Words,
)
from pbem.turnfile.seal import open_sheet
from pbem.turnfile.write import pieces


class Lay(msgspec.Struct, frozen=True):
    """Standing orders to lay with this file, in clear or sealed (plain data of the game)."""

    orders: dict[str, Any]
    sealed: bool = True


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """What a player brings to a turn."""

    secrets: Secrets
    writer: str
    decisions: tuple[tuple[Order, ...], ...] = ()
    lay: Lay | None = None
    statements: tuple[Statement, ...] = ()
    message: str = ""
    date: str = ""
    resumed: bool = False
    player: Player | None = None  # turn 1: the charter's entry of side b


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A file ready to be signed, and what it leads to (`after.head` is not known yet)."""

    data: dict[str, Any]
    after: Match
    entries: tuple[Entry, ...]
    rolls: tuple[Booked, ...]
    unused: int  # decisions of the hand that nothing asked for


class NeedsDecision(Exception):
    """The player has to choose: `want`, in `state`, seeing `known`; `entries` is what happened in this
    file so far, `taken` how many of his decisions it has used."""

    def __init__(self, want: Want, state: Any, known: Known, entries: tuple[Entry, ...], taken: int) -> None:
        super().__init__(f"side {getattr(want, 'side', '')} has to decide: {want}")
        self.want, self.state, self.known, self.entries, self.taken = want, state, known, entries, taken


class Writer:
    """The tapes of a file in the making."""

    def __init__(self, match: Match, rules: Ruleset, setup: Any, hand: Hand) -> None:
        self.turn = match.turn
        self._match, self._rules, self._setup, self._hand = match, rules, setup, hand
        self._taken, self._seals = 0, 0
        self.run: Run | None = None
        self.close: str | None = None
        self.open: str | None = None
        self.decisions: list[Decision] = []
        self.cards: list[CardWork] = []
        self.openings: list[Opening] = []
        self.standing: Laid | None = None

    def new_key(self, match: Match) -> Words | None:
        del match
        found = [s.notice for s in self._hand.statements if s.answer == "noted" and is_rekey(s)]
        return open_sheet(found[0]).notice.statement if found else None

    def close_share(self, k: int) -> str:
        self.close = b64(self._hand.secrets.share(self._link(k)))
        return self.close

    def open_share(self, k: int) -> str:
        self.open = b64(self._hand.secrets.share(self._link(k)))
        return self.open

    def _link(self, k: int) -> int:
        """Which share of one's own chain serves window k: the chain begins where the key does."""
        return k - self.run.bases[index(self.run.side)] if self.run is not None else k

    def statements(self) -> tuple[Statement, ...]:
        return self._hand.statements

    def decision(
        self, want: Decide | React, state: Any, *, sealed: bool
    ) -> tuple[tuple[Order, ...], Held | None]:
        if self._taken >= len(self._hand.decisions):
            assert self.run is not None
            known = self.known(want.side)
            raise NeedsDecision(want, state, known, tuple(self.run.entries), self._taken)
        orders = self._hand.decisions[self._taken]
        self._taken += 1
        problems = self._rules.check(state, want.side, orders, self.known(want.side))
        if problems:
            where = f"decisions[{self._taken - 1}].orders"
            raise OrdersRefused(tuple(Problem(under(where, p.path), p.message, p.hint) for p in problems))
        rows = tuple(plain(orders))
        if not sealed:
            self.decisions.append(Decision(kind=want.kind, orders=rows))
            return orders, None
        held = self._sealed(want.kind, {"orders": list(rows)})
        self.decisions.append(Decision(kind=want.kind, seal=held.sealing))
        return (), held

    def opening(self, side: Side, what: str, held: Held) -> dict[str, Any]:  # noqa: ARG002
        secrets = self._hand.secrets
        value: dict[str, Any] = secrets.unseal(held.sealing)
        if what == "army":
            salt = secrets.army_salt()
        else:
            salt = secrets.salt(held.turn, unb64(held.parent), held.number)
        self.openings.append(Opening(what=what, salt=b64(salt), value=value))
        return value

    def card(self, op: str, deck: Deck, side: Side, slots: tuple[int, ...], context: Context) -> Deck:
        from pbem.chance import cards  # noqa: PLC0415  # loads libsodium: only for matches with cards

        expand = self._hand.secrets.expand
        if op == "shuffle":
            data, after = cards.shuffle(deck, side, expand, context)
            self.cards.append(CardWork(op="shuffle", data=data))
        elif op == "strip":
            data, after = cards.strip(deck, side, slots, expand, context)
            self.cards.append(CardWork(op="strip", data=data))
        else:
            data, after = cards.reveal(deck, side, slots, expand, context)
            self.cards.append(CardWork(op="reveal", data=data))
        return after

    def known(self, side: Side) -> Known:
        """What the writer sees of the cards."""
        assert self.run is not None
        return cards_in_hand(self._match, self.run.cards.decks, side, self._hand.secrets.expand)

    def laid(self) -> Standing | None:
        lay = self._hand.lay
        if lay is None:
            return None
        orders, problems = self._rules.standing(self._setup, lay.orders)
        if problems:
            raise OrdersRefused(
                tuple(Problem(under("standing", p.path), p.message, p.hint) for p in problems)
            )
        table = plain(orders)
        if not lay.sealed:
            self.standing = Laid(orders=table)
            return Standing(since=0, orders=orders, turn=self.turn)
        held = self._sealed("standing", table)
        self.standing = Laid(seal=held.sealing)
        return Standing(since=0, held=held, turn=self.turn)

    def finish(self, *, opened: bool, closed: bool) -> None:
        """Nothing can be left over on a tape that was made to measure."""

    @property
    def unused(self) -> int:
        return len(self._hand.decisions) - self._taken

    def _sealed(self, what: str, value: dict[str, Any]) -> Held:
        parent, number = self._match.head, self._seals
        self._seals += 1
        salt = self._hand.secrets.salt(self.turn, unb64(parent), number)
        sealing = self._hand.secrets.seal(what, salt, value)
        return Held(sealing=sealing, turn=self.turn, parent=parent, number=number)


def advance(match: Match, rules: Ruleset, setup: Any, hand: Hand) -> Draft:
    """The next file of `match` by its writer, as data without `[seal]`.

    Raises `NeedsDecision`; `OrdersRefused` where a decision of the hand breaks the rules.
    """
    tape = Writer(match, rules, setup, hand)
    head: dict[str, Any] = {
        "format": FORMAT,
        "match": match.id,
        "turn": match.turn,
        "author": match.to,
        "parent": match.head,
        "game": match.game,
        "rules": match.rules,
        "writer": hand.writer,
    }
    head |= extras(hand)
    if match.turn == 1:
        assert hand.player is not None
        charter = Charter(player=hand.player)
        head["charter"] = plain(charter)
        try:
            run = answered(match, rules, setup, tape, charter)
        except TurnRejected as error:  # my own army or key is not good
            raise OrdersRefused((Problem(error.path, error.message),)) from None
    else:
        run = Run(match, rules, setup, tape)
    tape.run = run
    run.go()
    after = run.result("")
    data = head | _tapes(tape, hand) | consequences(after, rules, tuple(run.rolls))
    return Draft(
        data=data, after=after, entries=tuple(run.entries), rolls=tuple(run.rolls), unused=tape.unused
    )


def challenge(charter: Charter, rules: Ruleset, digest: str, hand: Hand) -> dict[str, Any]:
    """Turn 0 as data without `[seal]`.  The charter's player carries the sealed or open army."""
    data: dict[str, Any] = {"format": FORMAT, "turn": 0, "author": "a", "game": rules.name}
    data |= {"rules": digest, "writer": hand.writer} | extras(hand)
    data["charter"] = plain(charter)
    match = Match(
        id="",
        game=rules.name,
        rules=digest,
        charter=charter,
        players=(charter.player, None),
        turn=1,
        to="b",
        head="",
        shares=((0, charter.player.anchor), (0, "")),
    )
    return data | consequences(match, rules, ())


def extras(hand: Hand) -> dict[str, Any]:
    """Date, message and the mark of a resumed match, where there are any."""
    out: dict[str, Any] = {}
    if hand.date:
        out["date"] = hand.date
    if hand.message:
        out["message"] = list(pieces(hand.message))
    if hand.resumed:
        out["resumed"] = True
    return out


def _tapes(tape: Writer, hand: Hand) -> dict[str, Any]:
    out: dict[str, Any] = {}
    chance = Chance(close=tape.close, open=tape.open)
    if chance != Chance():
        out["chance"] = plain(chance)
    if tape.decisions:
        out["decisions"] = plain(tape.decisions)
    if tape.cards:
        out["cards"] = plain(tape.cards)
    if tape.openings:
        out["openings"] = plain(tape.openings)
    if tape.standing is not None:
        out["standing"] = plain(tape.standing)
    if hand.statements:
        out["statements"] = plain(hand.statements)
    return out
