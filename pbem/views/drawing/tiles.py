"""A grid of zones, each a tile with room for many units: number and prize in its head, chips below."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from markupsafe import Markup

from pbem.board import Board, Frame, Piece, Place, Trace
from pbem.views.drawing.chip import SIZES, Size, chip, more_chip
from pbem.views.drawing.lettering import named, width
from pbem.views.drawing.marks import NAMES, arrow_of, burst, cross, ink_of, star
from pbem.views.drawing.markup import NOTHING, el, group, join, path, text
from pbem.views.drawing.scene import Box, Thing, label_of, legal_disc

__all__ = ["Tiles", "place_words"]

WIDE: Final = 781.0
NARROW: Final = 373.0
BAND: Final = 8  # width of the band of a deployment zone
_HEAD: Final = 23


class Look(NamedTuple):
    """Width and height of a tile, the gap between two, and the chips that fit."""

    w: float
    h: float
    gap: float
    full: Size
    half: Size
    narrow: bool


def _look(frame: Frame, *, narrow: bool) -> Look:
    gap = 5 if narrow else 7
    w = ((NARROW if narrow else WIDE) - gap * (frame.cols - 1)) / frame.cols
    w = min(w, 190.0)
    if narrow:
        small = SIZES["small"]._replace(w=w - 9.5)
        return Look(w, 90, gap, small, small, narrow)
    return Look(w, 93, gap, SIZES["full"]._replace(w=w - 12), SIZES["half"]._replace(w=(w - 16) / 2), narrow)


class Tiles:
    """The ground of a game with zones."""

    kind = "tiles"
    matrix: tuple[float, ...] = ()

    def __init__(self, frame: Frame, *, narrow: bool, turned: bool, live: bool) -> None:
        self.frame, self.turned, self.live = frame, turned, live
        self.look = _look(frame, narrow=narrow)
        self._kept: dict[tuple[Place, str], Thing] = {}

    @property
    def size(self) -> tuple[float, float]:
        look = self.look
        return (
            self.frame.cols * (look.w + look.gap) - look.gap,
            self.frame.rows * (look.h + look.gap) - look.gap,
        )

    @property
    def slots(self) -> tuple[Box, ...]:
        slots, size = self._slots(1, 0, 0)
        return tuple(Box(x, y, size.w, size.h) for x, y in slots)

    def still(self, board: Board) -> Markup:  # noqa: ARG002  (a zone is a thing: its prize changes hands)
        return NOTHING

    def corner(self, place: Place) -> tuple[float, float]:
        """Top left corner of a tile."""
        col, row = self.cell(place)
        return col * (self.look.w + self.look.gap), row * (self.look.h + self.look.gap)

    def cell(self, place: Place) -> tuple[int, int]:
        if self.turned:
            return self.frame.cols - 1 - place.col, self.frame.rows - 1 - place.row
        return place.col, place.row

    @property
    def _band(self) -> float:
        return 5 if self.look.narrow else BAND

    # -- zones -----------------------------------------------------------------------------------
    def places(self, board: Board) -> list[Thing]:
        word = board.scores[0].word if board.scores else ""
        return [self._kept.get((place, word)) or self._place(place, word) for place in board.places]

    def _place(self, place: Place, word: str) -> Thing:
        w, h = self.look.w, self.look.h
        special = "special" in place.roles
        tile = el("rect", width=w, height=h, rx=8, class_=f"f-{'ground2' if special else 'ground'} s-gline")
        legal = el("rect", class_="legal", x=1.5, y=1.5, width=w - 3, height=h - 3, rx=7)
        bands, left, right = self._bands(place)
        disc = legal_disc(w - 13 - right, 12) if self.live else NOTHING
        drawn = join(tile, legal if self.live else "", bands, self._head(place, 10 + left, word), disc)
        x, y = self.corner(place)
        thing = Thing(place.id, "", drawn, x, y, Box(0, 0, w, h), 8, place_words(place, word))
        self._kept[place, word] = thing
        return thing

    def _head(self, place: Place, x: float, word: str) -> Markup:
        """Number, prize, and whatever else there is to say, from x on."""
        said = named(place.label or place.id)
        drawn = [text(said, x, 17, "f-ink2")]
        x += width(said, 12) + 8
        for badge in place.badges:
            words = f"{badge.text} {word}" if badge.text.isdecimal() and not self.look.narrow else badge.text
            if badge.role == "prize":
                drawn.append(star(x + 9, 12.5, badge.side))
                x += 22
            else:
                words = f"{badge.role} {badge.text}".strip()
            if not self.look.narrow and words:
                drawn.append(text(words, x, 17, "f-ink2"))
                x += width(words, 12) + 8
        for role in _unknown(place):
            drawn.append(text(role, x, 17, "it f-ink2"))
            x += width(role, 12) + 8
        return join(*drawn)

    def _bands(self, place: Place) -> tuple[Markup, float, float]:
        """Who deploys here: a band on the outer edge; and the room that it takes left and right."""
        col, _ = self.cell(place)
        sides = [side for side in NAMES if f"deploy:{side}" in place.roles]
        drawn, left, right = [], 0.0, 0.0
        band = self._band
        for i, side in enumerate(sides):
            at_left = col == 0 if col in (0, self.frame.cols - 1) else i == 0
            drawn.append(_band(side, self.look, band, at_left=at_left))
            left, right = (band, right) if at_left else (left, band)
        return join(*drawn), left, right

    # -- units -----------------------------------------------------------------------------------
    def pieces(self, board: Board) -> list[Thing]:
        places = {place.id: place for place in board.places}
        here: dict[str, list[Piece]] = {}
        for piece in board.pieces:
            if "gone" not in piece.flags and piece.place in places:
                here.setdefault(piece.place, []).append(piece)
        return [
            thing
            for place, pieces in here.items()
            for thing in self._crowd(places[place], sorted(pieces, key=lambda piece: piece.side))
        ]

    def _crowd(self, place: Place, pieces: Sequence[Piece]) -> list[Thing]:
        left, top = self.corner(place)
        _, at_left, at_right = self._bands(place)
        slots, size = self._slots(len(pieces), at_left, at_right)
        shown = len(pieces) if len(pieces) <= len(slots) else len(slots) - 1
        names = size.w > 120 and not self.look.narrow
        box = Box(0, 0, size.w, size.h)
        things = [
            Thing(p.id, p.side, chip(p, size, names=names), left + x, top + y, box, 9, label_of(p))
            for p, (x, y) in zip(pieces, slots[:shown], strict=False)
        ]
        if shown < len(pieces):
            x, y = slots[shown]
            rest = pieces[shown:]
            words = f"{len(rest)} more in {place.label or place.id}: {', '.join(p.id for p in rest)}"
            drawn = more_chip(len(rest), size)
            things.append(Thing(f"+{place.id}", "", drawn, left + x, top + y, box, 4, words))
        return things

    def _slots(self, count: int, at_left: float, at_right: float) -> tuple[list[tuple[float, float]], Size]:
        """Where the chips of a zone stand, and how large they are: as full as the crowd allows, beside
        the bands."""
        look = self.look
        edge = 5.0 if look.narrow else 6.0
        left, right = max(edge, at_left + 2), look.w - max(edge, at_right + 2)
        if look.narrow:
            return [(left, 20.5 + 23 * i) for i in range(3)], look.full._replace(w=right - left)
        if count <= 2:
            return [(left, _HEAD + 35 * i) for i in range(2)], look.full._replace(w=right - left)
        w = (right - left - 4) / 2
        return [(x, y) for y in (_HEAD, _HEAD + 35) for x in (left, right - w)], look.half._replace(w=w)

    # -- what happened ---------------------------------------------------------------------------
    def traces(self, traces: Sequence[Trace], board: Board) -> tuple[Markup, Markup]:
        """Moves hop over the edges of tiles, through the heads, which are free; shots run below the
        chips and end in the head of their zone."""
        places = {place.id: place for place in board.places}
        under, over = list[Markup](), list[Markup]()
        hops: dict[tuple[str, str], int] = {}
        heads: dict[str, int] = {}
        for trace in traces:
            points = [places[point] for point in trace.points if point in places]
            if not points:
                continue
            if trace.kind == "move":
                for one, two in pairwise(points):
                    key = (min(one.id, two.id), max(one.id, two.id))
                    hops[key] = hops.get(key, 0) + 1
                    (x1, y1), (x2, y2) = self.cell(one), self.cell(two)
                    far = abs(x1 - x2) + abs(y1 - y2) > 1  # an arrow over other zones runs below their chips
                    (under if far else over).append(self._hop(one, two, trace.side, hops[key] - 1))
                continue
            there = points[-1]
            slot = heads.get(there.id, 0)
            heads[there.id] = slot + 1
            x, y = self.corner(there)
            x, y = x + self.look.w - (13 if self.look.narrow else 32) - 19 * slot, y + 12
            if trace.kind == "shot":
                if points[0] is not there:
                    under.append(self._shot(points[0], there, trace.side))
                over.append(burst(x, y, trace.side, hit=trace.hit, scale=0.95))
            else:
                over.append(cross(x, y, 7, trace.side))
        return group(*under), group(*over)

    def _hop(self, one: Place, two: Place, side: str, nth: int) -> Markup:
        (x1, y1), (x2, y2) = self.corner(one), self.corner(two)
        w, h = self.look.w, self.look.h
        if y1 == y2:
            y = y1 + 8 + 7 * (nth % 2)
            start, end = (x1 + w - 17, x2 + 7) if x2 > x1 else (x1 + 6, x2 + w - 16)
            d = f"M{start:.1f} {y:.1f}H{end:.1f}"
        elif x1 == x2:
            x = x1 + w * 0.62 + 12 * (nth % 4)
            start, end = (y1 + h - 6, y2 + 17) if y2 > y1 else (y1 + 17, y2 + h - 5)
            d = f"M{x:.1f} {start:.1f}V{end:.1f}"
        else:
            x1, x2 = (x1 + w - 4, x2 + 6) if x2 > x1 else (x1 + 4, x2 + w - 6)
            y1, y2 = (y1 + h - 4, y2 + 6) if y2 > y1 else (y1 + 4, y2 + h - 6)
            d = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        tone = ink_of(side)
        line = tone.line if side == "a" else tone.ink
        return path(d, f"nf s-{line}", stroke_width=2.25, stroke_dasharray="5 3", marker_end=arrow_of(side))

    def _shot(self, one: Place, two: Place, side: str) -> Markup:
        (x1, y1), (x2, y2) = self.corner(one), self.corner(two)
        w, h = self.look.w, self.look.h
        tone = ink_of(side)
        line = tone.line if side == "a" else tone.ink
        d = f"M{x1 + w / 2:.1f} {y1 + h / 2:.1f}L{x2 + w - 32:.1f} {y2 + 12:.1f}"
        return path(d, f"nf s-{line}", stroke_width=2)


def _band(side: str, look: Look, band: float, *, at_left: bool) -> Markup:
    w, h = look.w, look.h
    d = f"M{band} .7H8Q.7 .7 .7 8V{h - 8}Q.7 {h - 0.7} 8 {h - 0.7}H{band}Z"
    if not at_left:
        x, edge = w - band, w - 0.7
        d = (
            f"M{x:.1f} .7H{w - 8:.1f}Q{edge:.1f} .7 {edge:.1f} 8V{h - 8}Q{edge:.1f} {h - 0.7} "
            f"{w - 8:.1f} {h - 0.7}H{x:.1f}Z"
        )
    if side == "a":
        return path(d, "s-blue-line", fill="url(#tint)", stroke_opacity=0.35)
    tone = ink_of(side)
    return path(d, f"f-{tone.tint} s-{tone.ink}", stroke_opacity=0.35)


def _unknown(place: Place) -> list[str]:
    """Roles that are not on the list, to be said in words."""
    return [role.partition(":")[2] or role for role in place.roles if not _known(role)]


def _known(role: str) -> bool:
    return role == "special" or role.startswith("deploy:")


def place_words(place: Place, word: str) -> str:
    """A place in words: "6, prize 2 VP held by Blue, Red deploys here"."""
    said = [place.label or place.id]
    for badge in place.badges:
        owner = f" held by {NAMES[badge.side]}" if badge.side in NAMES else ""
        unit = f" {word}" if badge.text.isdecimal() and word else ""
        said.append(f"{badge.role} {badge.text}{unit}{owner}".strip())
    for role in place.roles:
        kind, _, what = role.partition(":")
        if kind == "deploy":
            said.append(f"{NAMES.get(what, what)} deploys here")
        elif role != "special":
            said.append(what or role)
    return ", ".join(said)
