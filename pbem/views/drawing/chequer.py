"""A board of squares with axis labels: obstacles fill their square, tokens stand on it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from pbem.board import Board, Frame, Piece, Place, Trace
from pbem.views.drawing.lettering import cut, named
from pbem.views.drawing.marks import NAMES, arrow_of, burst, cross, ink_of, star
from pbem.views.drawing.markup import NOTHING, el, group, join, path, text
from pbem.views.drawing.scene import Box, Thing, label_of, legal_disc
from pbem.views.drawing.tiles import place_words
from pbem.views.drawing.token import SIZES, token
from pbem.views.terminal import clean

__all__ = ["Chequer"]

WIDE: Final = 66.0
NARROW: Final = 43.5
_MOST: Final = 540.0  # the board is at most so wide
_OF: Final = 66  # drawings of obstacles are made for this square

_HILL: Final = "M6 54C12 36 20 30 27 29 35 20 46 24 50 36 56 40 60 48 60 54Z"
_HILL_LINES: Final = "M18 46C22 39 27 37 31 38M36 34C42 33 46 38 48 44M30 48C36 44 42 45 46 49"
_CRAG: Final = "M7 55 16 34 22 39 33 12 42 30 47 25 60 55Z"
_CRAG_LINES: Final = "M33 12 31 30 36 38 33 55M22 39 24 47M47 25 46 38 50 46"
_CRAG_SHADE: Final = "M33 12 36 38 33 55H60L47 25 42 30Z"


def _hill() -> Markup:
    outline = path(_HILL, "f-hill s-hillink rd", stroke_width=1.8)
    return outline + path(_HILL_LINES, "nf s-hillink rd", stroke_width=1.5)


def _crag() -> Markup:
    outline = path(_CRAG, "f-hill s-hillink rd", stroke_width=1.8)
    lines = path(_CRAG_LINES, "nf s-hillink rd", stroke_width=1.5)
    return outline + lines + path(_CRAG_SHADE, "f-hillink", fill_opacity=0.22)


OBSTACLES: Final[Mapping[str, Markup]] = MappingProxyType({"hill": _hill(), "crag": _crag()})


class Chequer:
    """The ground of a game with squares."""

    kind = "chequer"
    matrix: tuple[float, ...] = ()
    slots: tuple[Box, ...] = ()

    def __init__(self, frame: Frame, *, narrow: bool, turned: bool, live: bool) -> None:
        self.frame, self.turned, self.live, self.narrow = frame, turned, live, narrow
        self.square = NARROW if narrow else min(WIDE, _MOST / max(frame.cols, frame.rows))
        if narrow:
            self.square = min(self.square, 348 / frame.cols)
        self.left = 22.0 if frame.lines else 0.0
        self.piece = SIZES["narrow" if self.square < 56 else "wide"]

    @property
    def size(self) -> tuple[float, float]:
        under = 20 if self.frame.columns else 0
        return self.left + self.frame.cols * self.square, self.frame.rows * self.square + under

    def corner(self, col: int, row: int) -> tuple[float, float]:
        if self.turned:
            col, row = self.frame.cols - 1 - col, self.frame.rows - 1 - row
        return self.left + col * self.square, row * self.square

    def middle(self, place: Place) -> tuple[float, float]:
        x, y = self.corner(place.col, place.row)
        return x + self.square / 2, y + self.square / 2

    def still(self, board: Board) -> Markup:  # noqa: ARG002
        """Axis labels and the frame."""
        frame, q = self.frame, self.square
        bottom = frame.rows * q
        names = [
            text(clean(name), self.corner(col, 0)[0] + q / 2, bottom + 15, "mi f-ink2")
            for col, name in enumerate(frame.columns)
        ]
        names += [
            text(clean(name), self.left - 8, self.corner(0, row)[1] + q / 2 + 4, "en f-ink2")
            for row, name in enumerate(frame.lines)
        ]
        edge = el(
            "rect", x=self.left, y=0, width=frame.cols * q, height=bottom, rx=1, class_="nf s-feature",
            stroke_width=1.5,
        )  # fmt: skip
        return group(*names, edge)

    # -- squares ---------------------------------------------------------------------------------
    def places(self, board: Board) -> list[Thing]:
        word = board.scores[0].word if board.scores else ""
        return [self._place(place, word) for place in board.places]

    def _place(self, place: Place, word: str) -> Thing:
        q = self.square
        dark = (place.col + place.row) % 2
        drawn = [el("rect", width=q, height=q, class_=f"f-{'ground2' if dark else 'ground'}")]
        drawn += [_deploys(side, q) for side in NAMES if f"deploy:{side}" in place.roles]
        if self.live:
            drawn.append(el("rect", class_="legal", x=2.5, y=2.5, width=q - 5, height=q - 5, rx=5))
        if "special" in place.roles:
            owner = next((b.side for b in place.badges if b.role == "prize"), "")
            drawn.append(star(q - 13, 13, owner))
        drawn += [self._obstacle(role) for role in place.roles if _unlisted(role)]
        if place.label and place.label != place.id:
            drawn.append(text(named(place.label), 4, 13, "t11 f-ink2"))
        if self.live:
            drawn.append(legal_disc(q / 2, q / 2))
        x, y = self.corner(place.col, place.row)
        return Thing(place.id, "", join(*drawn), x, y, Box(0, 0, q, q), 3, place_words(place, word))

    def _obstacle(self, role: str) -> Markup:
        kind = role.partition(":")[2] or role
        q = self.square
        if role.startswith("obstacle:"):
            known = OBSTACLES.get(kind)
            if known:
                return group(known, transform=f"scale({q / _OF:.3f})")
            block = el(
                "rect", x=q * 0.14, y=q * 0.2, width=q * 0.72, height=q * 0.6, rx=4, class_="f-hill s-hillink"
            )
            return block + text(cut(named(kind), 11, q * 0.7), q / 2, q / 2 + 4, "t11 mi f-hillink")
        return text(cut(named(kind), 11, q - 4), q / 2, q - 5, "t11 mi it f-ink2")

    # -- units -----------------------------------------------------------------------------------
    def pieces(self, board: Board) -> list[Thing]:
        places = {place.id: place for place in board.places}
        here: dict[str, list[Piece]] = {}
        for piece in board.pieces:
            if "gone" not in piece.flags and piece.place in places:
                here.setdefault(piece.place, []).append(piece)
        r = self.piece.r
        things = []
        for place, pieces in here.items():
            x, y = self.middle(places[place])
            for i, piece in enumerate(pieces):  # several on one square are fanned out
                off = (i - (len(pieces) - 1) / 2) * 12
                box = Box(-r - 1, -r - 1, 2 * r + 2, 2 * r + 2)
                drawn = token(piece, self.piece)
                things.append(
                    Thing(piece.id, piece.side, drawn, x + off, y - off / 2, box, r + 1, label_of(piece))
                )
        return things

    # -- what happened ---------------------------------------------------------------------------
    def traces(self, traces: Sequence[Trace], board: Board) -> tuple[Markup, Markup]:
        places = {place.id: place for place in board.places}
        under, over = list[Markup](), list[Markup]()
        for trace in traces:
            points = [self.middle(places[point]) for point in trace.points if point in places]
            if not points:
                continue
            if trace.kind == "move":
                under.append(_moved(points, trace.side, self.piece.r))
            elif trace.kind == "shot":
                over.append(_shot(points, trace, self.piece.r))
            else:
                over.append(cross(*points[-1], self.piece.r, trace.side))
        return group(*under), group(*over)


def short_of(one: tuple[float, float], two: tuple[float, float], by: float) -> tuple[float, float]:
    """The point on the way from one to two that is `by` before two."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length <= by:
        return one
    return two[0] - dx * by / length, two[1] - dy * by / length


def _moved(points: Sequence[tuple[float, float]], side: str, r: float) -> Markup:
    """A dashed ring where it stood and a dashed arrow to where it stands."""
    tone = ink_of(side)
    line = tone.line if side == "a" else tone.ink
    start = short_of(points[1], points[0], 9) if len(points) > 1 else points[0]
    end = short_of(points[-2], points[-1], r + 2) if len(points) > 1 else points[-1]
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in (start, *points[1:-1], end))
    ring = el(
        "circle", cx=points[0][0], cy=points[0][1], r=9, class_=f"nf s-{line}", stroke_width=2,
        stroke_dasharray="3 3",
    )  # fmt: skip
    arrow = path(
        f"M{way}", f"nf s-{line}", stroke_width=2.25, stroke_dasharray="7 4", marker_end=arrow_of(side)
    )
    return ring + (arrow if len(points) > 1 else NOTHING)


def _shot(points: Sequence[tuple[float, float]], trace: Trace, r: float) -> Markup:
    """A solid arrow; a burst where it hit, none where it was in vain."""
    tone = ink_of(trace.side)
    line = tone.line if trace.side == "a" else tone.ink
    first, last = points[0], points[-1]
    (x1, y1), (x2, y2) = short_of(last, first, r + 1), short_of(first, last, r * 0.9)
    if first == last:
        return burst(x2 + r * 0.7, y2 - r * 0.7, trace.side, hit=trace.hit)
    d = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    halo = path(d, "nf s-card", stroke_width=5)
    arrow = path(d, f"nf s-{line}", stroke_width=2.25, marker_end=arrow_of(trace.side))
    return join(halo, arrow, burst(x2, y2, trace.side, hit=True) if trace.hit else NOTHING)


def _deploys(side: str, q: float) -> Markup:
    if side == "a":
        return el("rect", width=q, height=q, fill="url(#tint)", fill_opacity=0.8)
    return el("rect", width=q, height=q, class_=f"f-{ink_of(side).tint}", fill_opacity=0.8)


def _unlisted(role: str) -> bool:
    return role != "special" and not role.startswith("deploy:")
