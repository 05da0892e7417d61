"""The decks of a match while one file is read or written (protocol P5).

Games know slots and faces; the proofs stand in `pbem.chance.cards`.  This page is between them: it
answers a game's wants for card work from the tape, keeps the decks, and hands over faces that are
proven.  A match without cards never loads any cryptography of cards.
"""

from collections.abc import Callable, Sequence

from pbem.chance.deck import Context, Deck
from pbem.errors import TurnRejected
from pbem.referee.match import Match, other
from pbem.referee.tape import Tape
from pbem.ruleset import Cards, Known, Side

Expand = Callable[[bytes, int], bytes]


class CardTable:
    """Decks, and the strips that were given early, at work."""

    def __init__(self, match: Match, tape: Tape, side: Side) -> None:
        self.decks, self.ready = match.decks, match.ready
        self.used = False
        self._match, self._tape, self._side = match, tape, side

    def answer(self, want: Cards) -> tuple[bool, str | None]:
        """(whether the want is answered, its answer); the file stops where it is the other side's."""
        if want.op == "shuffle":
            return self._shuffle(want), None
        if want.op == "strip":
            return self._strip(want), None
        (slot,) = want.slots
        if self.face(slot) is None:
            if want.side != self._side:
                return False, None
            self.reveal((slot,))
        return True, self.face(slot)

    def reveal(self, slots: Sequence[int]) -> list[tuple[int, str]]:
        """Show these slots of one's own to everybody; those that are public already owe nothing."""
        hidden = [slot for slot in slots if self.face(slot) is None]
        for number in dict.fromkeys(self._number(slot) for slot in hidden):
            self._work("reveal", number, [slot for slot in hidden if self._number(slot) == number])
        return [(slot, face) for slot in hidden if (face := self.face(slot)) is not None]

    def early(self, slots: Sequence[int]) -> None:
        """Strip slots that the other side is certain to draw, with the file that ends the turn."""
        new = [slot for slot in slots if (self._side, slot) not in self.ready]
        if new:
            self._strips(new)
            self.ready = (*self.ready, *((self._side, slot) for slot in new))

    def face(self, slot: int) -> str | None:
        """The face of a slot that everybody has seen."""
        return self.decks[self._number(slot)].face(slot)

    def _shuffle(self, want: Cards) -> bool:
        if want.side != self._side:
            return False
        if not self.decks or self.decks[-1].ready:
            assert not self.ready, "a reshuffle begins only when every early strip was used"
            self.decks = (*self.decks, Deck(session=len(self.decks), faces=want.faces))
        self._work("shuffle", len(self.decks) - 1, ())
        return True

    def _strip(self, want: Cards) -> bool:
        missing = [slot for slot in want.slots if (want.side, slot) not in self.ready]
        if missing and want.side != self._side:
            return False
        if missing:
            self._strips(missing)
        self.ready = tuple(
            entry for entry in self.ready if entry[0] != want.side or entry[1] not in want.slots
        )
        return True

    def _strips(self, slots: Sequence[int]) -> None:
        for number in dict.fromkeys(self._number(slot) for slot in slots):
            self._work("strip", number, [slot for slot in slots if self._number(slot) == number])

    def _work(self, op: str, number: int, slots: Sequence[int]) -> None:
        deck = self._tape.card(op, self.decks[number], self._side, tuple(slots), context(self._match))
        self.decks = (*self.decks[:number], deck, *self.decks[number + 1 :])
        self.used = True

    def _number(self, slot: int) -> int:
        return next(i for i, deck in enumerate(self.decks) if deck.holds(slot))


def context(match: Match) -> Context:
    """What card work in the next file of this match is bound to."""
    red = match.players[1]
    keys = (match.players[0].key, red.key if red is not None else "")
    return Context(match=match.id, parent=match.head, keys=keys, turn=match.turn)


def hand(match: Match, decks: Sequence[Deck], side: Side, expand: Expand) -> Known:
    """Slot → face of every card that `side` can see with its secrets, beyond what everybody sees."""
    known: dict[int, str] = {}
    for deck in decks:
        mine = [strip.slot for strip in deck.strips if strip.side == other(side)]
        slots = [slot for slot in mine if deck.face(slot) is None]
        if slots:
            from pbem.chance import cards  # noqa: PLC0415  # loads libsodium: only for matches with cards

            known |= {slot: cards.see(deck, slot, side, expand, context(match)) for slot in slots}
    return known


def opened(match: Match, side: Side, scalars: Sequence[str]) -> Known:
    """Slot → face of every card that `side` ever saw, by the scalars that it published."""
    from pbem.chance import cards  # noqa: PLC0415

    known: dict[int, str] = {}
    decks = [deck for deck in match.decks if deck.ready]
    if len(scalars) != len(decks):
        message = f"expected {len(decks)} scalars, one for each deck, found {len(scalars)}"
        raise TurnRejected("statement/illegal", message, path="statement.scalars")
    for deck, scalar in zip(decks, scalars, strict=True):
        known |= cards.opened(deck, side, scalar, context(match))
    return known
