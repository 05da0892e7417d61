"""What every ground is to whoever composes a picture: a size, and things with places.

A `Thing` is drawn around a point of its own, so that it can glide; its box is where it can be touched.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from markupsafe import Markup

from pbem.board import Board, Frame, Piece, Trace
from pbem.views.drawing.marks import badge_words
from pbem.views.drawing.markup import el

__all__ = ["Box", "Ground", "Thing", "edges_of", "label_of", "legal_disc", "turned"]


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: float
    y: float
    w: float
    h: float

    def meets(self, other: "Box") -> bool:
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def inside(self, other: "Box") -> bool:
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.x + self.w <= other.x + other.w
            and self.y + self.h <= other.y + other.h
        )

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


class Thing(NamedTuple):
    """A place or a piece: its id, its side, its drawing around x, y, its box around x, y with the radius
    of its corners, and its words for those who do not see it."""

    id: str
    side: str
    drawn: Markup
    x: float
    y: float
    box: Box
    round: float
    words: str


class Ground(Protocol):
    """A board in one layout."""

    @property
    def kind(self) -> str: ...  # tiles, chequer or table
    @property
    def size(self) -> tuple[float, float]: ...
    @property
    def matrix(self) -> tuple[float, ...]: ...  # units of a plane → pixels (a, b, c, d, e, f); () for a grid

    @property
    def slots(self) -> tuple[Box, ...]: ...  # where units stand in a place, for places with room for several

    def still(self, board: Board) -> Markup:
        """What never changes: terrain, axes, frame."""

    def places(self, board: Board) -> list[Thing]: ...
    def pieces(self, board: Board) -> list[Thing]: ...

    def traces(self, traces: Sequence[Trace], board: Board) -> tuple[Markup, Markup]:
        """What happened, under the pieces and above them."""


def legal_disc(x: float, y: float) -> Markup:
    """The disc that stands where something can be done; hidden until it can."""
    return el("use", href="#go", class_="dot", x=x, y=y)


def label_of(piece: Piece) -> str:
    """A piece in words: "A3 pike wardens, level 2, ×5, 7 of 10 left, has acted, in 11"."""
    said = [f"{piece.id} {piece.label}".strip()]
    said += [words for words in (piece.glyph, badge_words(piece.badges)) if words]
    said += [f"{piece.track[0]} of {piece.track[1]} left"] if piece.track[1] else []
    said += ["has acted"] if "spent" in piece.flags else []
    said += [f"in {piece.place}"] if piece.place else []
    return ", ".join(said)


def edges_of(frame: Frame) -> tuple[str, str]:
    """Whose are the bottom and the top edge as the board lies; "" where the sides begin beside each other
    or anywhere, as on zones without axes."""
    return ("a", "b") if frame.kind == "plane" or frame.columns else ("", "")


def turned(frame: Frame, viewer: str) -> bool:
    """Whether the board is turned round, so that the viewer's own edge is at the bottom."""
    return viewer != "" and edges_of(frame)[1] == viewer
