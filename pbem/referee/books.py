"""The books of a match: every roll with who could have known it, every sealed thing, luck by player.

Worked out from the chain alone, by anybody, without a key.  Exact: integers and fractions.

The proof of a roll.  The dice of window k follow from two shares, one of each side, and each side's
shares were fixed by its anchor in turn 0 or 1.  A player can know the dice only when both shares are
published.  So a decision was taken blind if the *other* side's share k was published in a later file
than the decision; where this holds for the last decision of both sides before the roll, it holds for
all, and nobody could know the dice that his decisions led to.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from pbem.chance.shares import sealing_hash
from pbem.referee.match import Booked, Folded, other
from pbem.ruleset import SIDES, Side
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Turn
from pbem.turnfile.seal import Sheet


class Proof(msgspec.Struct, frozen=True):
    """Why `side` decided blind: its last decision before the roll stands in file `decided`, the other
    side's share in file `published`."""

    side: Side
    decided: int
    published: int

    @property
    def holds(self) -> bool:
        return self.decided < self.published


class BookedRoll(msgspec.Struct, frozen=True):
    """One roll: where it was worked out, its window, shares and faces, and the two proofs."""

    turn: int
    window: int
    number: int
    why: str
    kind: str
    side: str
    sides: int
    faces: tuple[int, ...]
    need: int
    opener: Side
    opened: int
    opener_share: str
    closed: int
    closer_share: str
    proofs: tuple[Proof, ...]

    @property
    def hits(self) -> int:
        """Faces that reached what was needed (0 where nothing was)."""
        return sum(face >= self.need for face in self.faces) if self.need else 0

    @property
    def blind(self) -> bool:
        return all(proof.holds for proof in self.proofs)


class SealedThing(msgspec.Struct, frozen=True):
    """A sealed thing: what, whose, its hash, the file that committed it and the file that opened it
    (−1: not yet)."""

    what: str
    side: Side
    hash: str
    committed: int
    opened: int


class CardEvent(msgspec.Struct, frozen=True):
    """Card work of one file, proven when it was folded: who, what, which slots, which faces are public."""

    turn: int
    side: Side
    op: str
    slots: tuple[int, ...]
    faces: tuple[str, ...]


class Luck(msgspec.Struct, frozen=True):
    """Luck of one player in one kind of roll: dice, expected and actual successes, and the variance."""

    side: str
    kind: str
    rolls: int
    dice: int
    expected: Fraction
    actual: int
    variance: Fraction

    @property
    def tenths_of_sigma(self) -> int:
        """(actual − expected) / standard deviation, in tenths, rounded to nearest."""
        if not self.variance:
            return 0
        square = (self.actual - self.expected) ** 2 / self.variance * 400
        root = _isqrt(square)  # 20 × |z|, rounded down
        return (1 if self.actual >= self.expected else -1) * ((root + 1) // 2)


class Fairness(msgspec.Struct, frozen=True):
    """Faces of all dice with the same number of sides: counts, and chi-square on sides − 1 degrees."""

    sides: int
    counts: tuple[int, ...]
    chi_square: Fraction


class Books(msgspec.Struct, frozen=True):
    """All of it."""

    rolls: tuple[BookedRoll, ...]
    sealed: tuple[SealedThing, ...]
    luck: tuple[Luck, ...]
    fairness: tuple[Fairness, ...]
    cards: tuple[CardEvent, ...] = ()


def keep(sheets: Sequence[Sheet], chapters: Sequence[Folded]) -> Books:
    """The books of a chain that was folded from turn 0: sheet i led to chapter i."""
    turns = [sheet.turn for sheet in sheets]
    rolls = tuple(_roll(booked, turns) for folded in chapters for booked in folded.rolls)
    return Books(
        rolls=rolls,
        sealed=_sealed(turns),
        luck=tuple(_luck(rolls)),
        fairness=tuple(_fairness(rolls)),
        cards=tuple(_cards(turns, chapters[-1])),
    )


def _roll(booked: Booked, turns: Sequence[Turn]) -> BookedRoll:
    rolled = booked.rolled
    opened = _published(turns, rolled.window, "open", booked.turn)
    closed = _published(turns, rolled.window, "close", booked.turn)
    opener: Side = "a" if turns[opened].author == "a" else "b"
    published = {opener: opened, other(opener): closed}
    proofs = tuple(
        Proof(side, _last_decision(turns, side, booked.turn, rolled.window), published[other(side)])
        for side in SIDES
    )
    return BookedRoll(
        turn=booked.turn,
        window=rolled.window,
        number=rolled.number,
        why=rolled.why,
        kind=booked.kind,
        side=booked.side,
        sides=rolled.sides,
        faces=rolled.faces,
        need=booked.need,
        opener=opener,
        opened=opened,
        opener_share=turns[opened].chance.open or "",
        closed=closed,
        closer_share=turns[closed].chance.close or "",
        proofs=proofs,
    )


def _published(turns: Sequence[Turn], window: int, how: Literal["open", "close"], until: int) -> int:
    """The file in which the share that opens or closes a window was shown.  Windows are opened one
    after the other, so window k is the k-th file with an opening share; it is closed by the next."""
    seen = 0
    for turn in turns[: until + 1]:
        if turn.chance.open is not None:
            seen += 1
            if seen == window:
                return turn.turn if how == "open" else turn.turn + 1
    raise LookupError(f"no file opens window {window}")


def _last_decision(turns: Sequence[Turn], side: Side, before: int, window: int) -> int:
    """The last file before `before` in which the side decided anything, or laid standing orders that
    were in force in this window.

    A decision in the very file of a roll comes after it: once a file has opened a window, no die is
    rolled in it.  Orders that are laid in a file which opens no window bind from the next one only."""
    opened = [turn.chance.open is not None for turn in turns[:before]]
    for turn in reversed(turns[:before]):
        if turn.author != side:
            continue
        if turn.turn < 2 or turn.decisions or opened[turn.turn]:
            return turn.turn
        if turn.standing is not None and sum(opened[: turn.turn + 1]) < window:
            return turn.turn
    return -1


def _sealed(turns: Sequence[Turn]) -> tuple[SealedThing, ...]:
    """Every seal in order, and the file that opened it: an opening shows which by its own hash."""
    things: list[SealedThing] = []
    for turn in turns:
        side: Side = "a" if turn.author == "a" else "b"
        for opening in turn.openings:
            digest = b64(sealing_hash(opening.what, unb64(opening.salt), opening.value))
            mine = [i for i, thing in enumerate(things) if (thing.hash, thing.side) == (digest, side)]
            at = next((i for i in mine if things[i].opened < 0), mine[-1])  # again, after a takeback
            things[at] = msgspec.structs.replace(things[at], opened=turn.turn)
        seals = [("army", turn.charter.player.seal)] if turn.charter is not None else []
        seals += [(decision.kind, decision.seal) for decision in turn.decisions]
        seals += [("standing", turn.standing.seal)] if turn.standing is not None else []
        things += [
            SealedThing(what, side, seal.hash, turn.turn, -1) for what, seal in seals if seal is not None
        ]
    return tuple(things)


def _cards(turns: Sequence[Turn], last: Folded) -> list[CardEvent]:
    """Every shuffle, strip and reveal; the faces are those that the decks show after their proofs."""
    public = {entry.slot: deck.faces[entry.card] for deck in last.match.decks for entry in deck.shown}
    return [
        CardEvent(
            turn=turn.turn,
            side="a" if turn.author == "a" else "b",
            op=work.op,
            slots=(slots := tuple(work.data.get("slots", ()))),
            faces=tuple(public[slot] for slot in slots) if work.op == "reveal" else (),
        )
        for turn in turns
        for work in turn.cards
    ]


def _luck(rolls: Sequence[BookedRoll]) -> list[Luck]:
    out = []
    keys = sorted({(roll.side, roll.kind): None for roll in rolls if roll.need and roll.side})
    for side, kind in keys:
        mine = [roll for roll in rolls if roll.side == side and roll.kind == kind and roll.need]
        chances = [(len(roll.faces), Fraction(roll.sides + 1 - roll.need, roll.sides)) for roll in mine]
        out.append(
            Luck(
                side=side,
                kind=kind,
                rolls=len(mine),
                dice=sum(n for n, _ in chances),
                expected=sum((n * p for n, p in chances), Fraction(0)),
                actual=sum(roll.hits for roll in mine),
                variance=sum((n * p * (1 - p) for n, p in chances), Fraction(0)),
            )
        )
    return out


def _fairness(rolls: Sequence[BookedRoll]) -> list[Fairness]:
    out = []
    for sides in sorted({roll.sides: None for roll in rolls}):
        faces = [face for roll in rolls if roll.sides == sides for face in roll.faces]
        counts = tuple(faces.count(face) for face in range(1, sides + 1))
        mean = Fraction(len(faces), sides)
        chi = sum(((count - mean) ** 2 / mean for count in counts), Fraction(0))
        out.append(Fairness(sides, counts, chi))
    return out


def _isqrt(value: Fraction) -> int:
    """The integer part of a square root, exactly."""
    root = 0
    for bit in range(value.numerator.bit_length(), -1, -1):
        trial = root | 1 << bit
        if trial * trial <= value:
            root = trial
    return root
