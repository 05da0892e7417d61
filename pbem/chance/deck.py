"""A shared deck as all see it (protocol P5): who masked it, what was stripped, what is public.

A `Deck` is the same for both players and whoever watches, and holds nothing secret.  It changes only in
`pbem.chance.cards`, step by proven step; this page alone loads no cryptography.
"""

from typing import Any

import msgspec

from pbem.errors import TurnRejected
from pbem.ruleset import DECK, OTHER, Side
from pbem.turnfile.canon import unb64


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Where card work stands: what its proofs are bound to, and what a refusal says of the place.

    `match`, `parent` (hash of the turn before) and `keys` (of a and b) as they stand in the match,
    base64url.  `turn` is the number of the file, `path` the place of the data in it.
    """

    match: str
    parent: str
    keys: tuple[str, str]
    turn: int = -1
    path: str = ""

    def refusal(
        self, code: str, message: str, where: str = "", expected: Any = "", found: Any = ""
    ) -> TurnRejected:
        """The refusal of this card work, for something at a place in its data."""
        path = f"{self.path}.{where}".strip(".")
        return TurnRejected(code, message, turn=self.turn, path=path, expected=expected, found=found)


class Mask(msgspec.Struct, frozen=True, kw_only=True):
    """One shuffle: whose, its key K, and what the scalar behind K derives from (P1.6): the parent of
    the file and the digest of the deck before."""

    side: Side
    key: str
    parent: str
    source: str


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """A slot without the mask of `side`: the other side can see its card."""

    slot: int
    side: Side
    point: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A slot that was revealed, and the id of its card."""

    slot: int
    card: int


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck at any time; all strings but the faces are base64url of 32 bytes.

    `session` counts the decks of a match from 0.  `faces` are the cards by id, in public order; `points`
    the masked cards by position, once somebody has shuffled.  Slots are session × `DECK` + position.
    """

    session: int
    faces: tuple[str, ...]
    points: tuple[str, ...] = ()
    masks: tuple[Mask, ...] = ()
    strips: tuple[Strip, ...] = ()
    shown: tuple[Shown, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether both sides have shuffled."""
        return len(self.masks) == 2

    def holds(self, slot: int) -> bool:
        """Whether the slot belongs to this deck."""
        return slot // DECK == self.session and slot % DECK < len(self.faces)

    def dealt(self, slot: int, side: Side) -> bool:
        """Whether `side` can see the slot: the other side has stripped it."""
        return self.stripped(slot, OTHER[side]) is not None

    def face(self, slot: int) -> str | None:
        """The face of a slot that was revealed to everybody."""
        return next((self.faces[entry.card] for entry in self.shown if entry.slot == slot), None)

    def stripped(self, slot: int, side: Side) -> bytes | None:
        """The slot without the mask of `side`, once that was shown."""
        points = (entry.point for entry in self.strips if entry.slot == slot and entry.side == side)
        return next(map(unb64, points), None)

    def mask(self, side: Side) -> Mask:
        """The mask of a side that has shuffled."""
        for mask in self.masks:
            if mask.side == side:
                return mask
        raise ValueError(f"side {side} has not shuffled this deck")
