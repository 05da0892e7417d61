"""Open ground to scale: a ruler on two edges, terrain, bases, flags, ways in inches.

y grows away from the bottom edge.  A telephone shows the table on its short side, the viewer's own edge
at the left.
"""

import math
import re
from collections.abc import Sequence
from typing import Final, Literal

from markupsafe import Markup

from pbem.board import Board, Frame, Piece, Trace
from pbem.views.drawing.block import Flag, acted, bases, flag, flag_size, flag_spots
from pbem.views.drawing.chequer import short_of
from pbem.views.drawing.lettering import named
from pbem.views.drawing.marks import arrow_of, burst, cross, ink_of
from pbem.views.drawing.markup import NOTHING, el, group, join, num, path, text
from pbem.views.drawing.rings import ring, ring_label
from pbem.views.drawing.scene import Box, Thing, label_of
from pbem.views.drawing.terrain import area, area_label, label_box

__all__ = ["SIGNS", "Table", "ruler"]

WIDE: Final = (763.2, 572.4)
NARROW: Final = 342.0
_LEFT: Final = 28.0
_UNDER: Final = 27.0
_ORIGIN: Final = re.compile(r"(-?\d+),(-?\d+)")
# What is drawn on a table, for a legend.
SIGNS: Final = (
    "circles: models, each on its base",
    "hourglass: fatigue; tick: has acted; cross: where one fell",
)
Point = tuple[float, float]
_HALF_TURN: Final = 180


class Table:
    """The ground of a game on a table."""

    kind = "table"
    slots: tuple[Box, ...] = ()

    def __init__(
        self, frame: Frame, *, narrow: bool, turned: bool, live: bool, edges: tuple[str, str] = ("", "")
    ) -> None:
        self.frame, self.turned, self.live, self.narrow = frame, turned, live, narrow
        self.edges = edges  # whose are the edges at y = 0 and at y = rows
        self.stands = narrow and frame.cols > frame.rows
        if narrow:
            self.scale = NARROW / (frame.rows if self.stands else frame.cols)
        else:
            self.scale = min(WIDE[0] / frame.cols, WIDE[1] / frame.rows)
        across, down = (frame.rows, frame.cols) if self.stands else (frame.cols, frame.rows)
        self.w, self.h = across * self.scale, down * self.scale
        self.ground = Box(_LEFT, 0, self.w, self.h)

    @property
    def size(self) -> tuple[float, float]:
        return _LEFT + self.w, self.h + _UNDER

    @property
    def matrix(self) -> tuple[float, ...]:
        """Units → pixels: x' = a·x + c·y + e, y' = b·x + d·y + f."""
        s, w, h = self.scale, self.w, self.h
        if self.stands:
            return (0, -s, -s, 0, _LEFT + w, h) if self.turned else (0, s, s, 0, _LEFT, 0)
        return (-s, 0, 0, s, _LEFT + w, 0) if self.turned else (s, 0, 0, -s, _LEFT, h)

    def at(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    def heading(self, facing: float) -> float:
        """A compass direction as it stands in the picture, degrees clockwise from up."""
        return (facing + (90 if self.stands else 0) + (_HALF_TURN if self.turned else 0)) % 360

    # -- ground ----------------------------------------------------------------------------------
    def still(self, board: Board) -> Markup:
        g = self.ground
        floor = el("rect", x=g.x, y=g.y, width=g.w, height=g.h, class_="f-ground")
        areas = [area(each, self.at, self.scale * self._step()) for each in board.areas]
        clip = el("clipPath", el("rect", x=g.x, y=g.y, width=g.w, height=g.h), id=f"table-{self._layout}")
        labels = [area_label(each, self.at, g) for each in board.areas if each.label]
        edge = el("rect", x=g.x, y=g.y, width=g.w, height=g.h, class_="nf s-feature", stroke_width=1.5)
        inside = group(self._grid(), *areas, clip_path=f"url(#table-{self._layout})")
        return join(clip, floor, inside, *labels, *self._edges(), edge, self._ruler())

    @property
    def _layout(self) -> Literal["n", "w"]:
        return "n" if self.narrow else "w"

    def _step(self) -> int:
        return ruler(self.frame)[0] or max(1, self.frame.cols // 48)

    def _lines(self, every: int) -> tuple[list[float], list[float]]:
        """Pixels of the ruler's marks across and down, from the corner where both are 0."""
        step = self._step() * every
        across, down = (
            (self.frame.rows, self.frame.cols) if self.stands else (self.frame.cols, self.frame.rows)
        )
        xs = [self.scale * i for i in range(0, across + 1, step)]
        ys = [self.scale * i for i in range(0, down + 1, step)]
        return xs, ys

    def _grid(self) -> Markup:
        g = self.ground
        xs, ys = self._lines(6)
        d = "".join(f"M{num(g.x + x)} {g.y}V{num(g.h)}" for x in xs[1:])
        d += "".join(f"M{g.x} {num(g.h - y)}H{num(g.x + g.w)}" for y in ys[1:])
        return path(d, "nf s-gline", stroke_opacity=0.4)

    def _ruler(self) -> Markup:
        """Marks at every inch, longer at 3, longest and with a number at 6."""
        g = self.ground
        xs, ys = self._lines(1)
        lengths = [9 if i % 6 == 0 else 6 if i % 3 == 0 else 3.5 for i in range(max(len(xs), len(ys)))]
        down = [y if self.stands and not self.turned else g.h - y for y in ys]
        over = [x if not (self.turned and not self.stands) else g.w - x for x in xs]
        d = "".join(f"M{num(g.x + x)} {num(g.h + 2)}v{n}" for x, n in zip(over, lengths, strict=False))
        d += "".join(f"M{num(g.x - 2)} {num(y)}h-{n}" for y, n in zip(down, lengths, strict=False))
        marks = [path(d, "nf s-rule2")]
        every = 12 if self.narrow else 6
        for i in range(0, len(xs), 6):
            anchor = "en" if over[i] > g.w - 6 else "mi"
            x = g.x + over[i] + (4 if anchor == "en" else 0)
            marks.append(text(str(i), x, g.h + 23, f"{anchor} f-ink2"))
        for i in range(every, len(ys), every):
            y = min(max(down[i] + 4, 10), g.h - 1)
            marks.append(text(str(i), g.x - 13, y, "en f-ink2"))
        return group(*marks)

    def _edges(self) -> list[Markup]:
        """Bands that show whose edge is whose."""
        g = self.ground
        bands = []
        for side, near in zip(self.edges, (True, False), strict=True):
            if not side:
                continue
            near = near != self.turned  # noqa: PLW2901  (the edge of y = 0 is the near one)
            if self.stands:
                box = Box(g.x if near else g.x + g.w - 4, 0, 4, g.h)
            else:
                box = Box(g.x, g.h - 4 if near else 0, g.w, 4)
            fill = "url(#hatch)" if side == "a" else None
            class_ = None if side == "a" else f"f-{ink_of(side).ink}"
            bands.append(el("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=fill, class_=class_))
        return bands

    # -- units -----------------------------------------------------------------------------------
    def places(self, board: Board) -> list[Thing]:  # noqa: ARG002
        return []

    def pieces(self, board: Board) -> list[Thing]:
        """Bases, and each flag where it is the first to find room."""
        standing = [piece for piece in board.pieces if "gone" not in piece.flags]
        bodies = [self._body(piece) for piece in standing]
        taken = [box for piece in standing for box in self._bases(piece)]
        taken += [self._ahead(p, body) for p, body in zip(standing, bodies, strict=True)]
        names = (label_box(each, self.at, self.ground) for each in board.areas)
        taken += [box for box in names if box is not None]
        things = []
        for piece, body in zip(standing, bodies, strict=True):
            said = self._flag(piece)
            size = flag_size(said)
            spots = [b for b in flag_spots(body, size, self.heading(piece.facing)) if b.inside(self.ground)]
            spots = spots or [_kept(Box(body.x, body.y + body.h + 4, *size), self.ground)]
            spot = min(spots, key=lambda s: sum(s.meets(box) for box in taken))
            taken.append(spot)
            things.append(self._piece(piece, body, said, spot))
        return things

    def _ahead(self, piece: Piece, body: Box) -> Box:
        """The room of the wedge in front of a unit."""
        turn = math.radians(self.heading(piece.facing))
        x = body.x + body.w / 2 + math.sin(turn) * (body.w / 2 + 6)
        y = body.y + body.h / 2 - math.cos(turn) * (body.h / 2 + 6)
        return Box(x - 7, y - 6, 14, 12)

    def _bases(self, piece: Piece) -> list[Box]:
        """The squares around the models."""
        r = self._radius(piece)
        return [Box(x - r, y - r, 2 * r, 2 * r) for x, y in self._models(piece)]

    def _flag(self, piece: Piece) -> Flag:
        count = len(piece.models) or piece.track[0]
        fatigue = next((b.text for b in piece.badges if b.role == "fatigue"), "0")
        words = f"×{count}" if count > 1 and not self.narrow else ""
        return Flag(piece.id, words, int(fatigue) if fatigue.isdecimal() else 0, below=self.narrow)

    def _models(self, piece: Piece) -> list[Point]:
        return [self.at(x, y) for x, y in piece.models or ((piece.x, piece.y),)]

    def _radius(self, piece: Piece) -> float:
        return max(3.0, piece.radius * self.scale) if piece.radius else 8.0

    def _body(self, piece: Piece) -> Box:
        models, r = self._models(piece), self._radius(piece)
        xs, ys = [x for x, _ in models], [y for _, y in models]
        return Box(min(xs) - r, min(ys) - r, max(xs) - min(xs) + 2 * r, max(ys) - min(ys) + 2 * r)

    def _piece(self, piece: Piece, body: Box, said: Flag, spot: Box) -> Thing:
        x, y = self.at(piece.x, piece.y)
        models = [(mx - x, my - y) for mx, my in self._models(piece)]
        drawn = join(
            bases(piece, models, self._radius(piece), self.heading(piece.facing)),
            flag(said, piece.side, spot.x - x, spot.y - y),
            acted(piece, spot.x - x, spot.y - y),
        )
        box = Box(body.x - x, body.y - y, body.w, body.h)
        least = 24 - min(box.w, box.h)
        if least > 0:  # too small to touch: its flag counts as part of it
            left, top = min(box.x, spot.x - x), min(box.y, spot.y - y)
            right = max(box.x + box.w, spot.x - x + spot.w)
            box = Box(left, top, right - left, max(box.y + box.h, spot.y - y + spot.h) - top)
        return Thing(piece.id, piece.side, drawn, x, y, box.grown(1), 8, label_of(piece))

    def rings(self, board: Board) -> tuple[Markup, Markup]:
        """Ranges that somebody asked for: outlines, the widest first, and the words on them."""
        pieces = {piece.id: piece for piece in board.pieces if "gone" not in piece.flags}
        asked = sorted((r for r in board.rings if r.unit in pieces), key=lambda r: -r.distance)
        lines, words = list[Markup](), list[Markup]()
        for i, each in enumerate(asked):
            spots = self._models(pieces[each.unit])
            r = (pieces[each.unit].radius + each.distance) * self.scale
            lines.append(ring(f"ring-{self._layout}{i}", spots, r, self.ground))
            words.append(ring_label(named(each.label), spots, r, self.ground))
        clip = f"url(#table-{self._layout})"
        return group(*lines, clip_path=clip) if lines else NOTHING, group(*words) if words else NOTHING

    # -- what happened ---------------------------------------------------------------------------
    def traces(self, traces: Sequence[Trace], board: Board) -> tuple[Markup, Markup]:
        radii = sorted(piece.radius for piece in board.pieces if piece.radius) or [50]
        fallen = max(3.0, radii[len(radii) // 2] * self.scale)
        under, over = list[Markup](), list[Markup]()
        for trace in traces:
            points = [self.at(int(m[1]), int(m[2])) for p in trace.points if (m := _ORIGIN.fullmatch(p))]
            if trace.kind == "ghost":
                under += [cross(*point, fallen, trace.side) for point in points]
            elif len(points) > 1:
                over.append(_way(points, trace))
        return group(*under), group(*over)


def ruler(frame: Frame) -> tuple[int, str]:
    """How many of the game's units are one inch, or whatever is counted on the ruler, and its name; 0
    where the frame does not say."""
    found = re.fullmatch(r"1/(\d+) (\w+)", frame.unit)
    return (int(found[1]), found[2]) if found else (0, "")


def _way(points: list[Point], trace: Trace) -> Markup:
    """A move is dashed, a shot solid; a shot that hit ends in a burst."""
    tone = ink_of(trace.side)
    line = tone.line if trace.side == "a" else tone.ink
    end = short_of(points[-2], points[-1], 4)
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (*points[:-1], end))
    dashes = "6 4" if trace.kind == "move" else None
    arrow = path(d, f"nf s-{line} rd", stroke_width=2.25, stroke_dasharray=dashes,
                 marker_end=arrow_of(trace.side))  # fmt: skip
    halo = path(d, "nf s-ground rd", stroke_width=4.5, stroke_opacity=0.7) if not dashes else NOTHING
    hit = burst(*points[-1], trace.side, hit=True, scale=0.8) if trace.hit and not dashes else NOTHING
    return join(halo, arrow, hit)


def _kept(box: Box, within: Box) -> Box:
    """The box, moved inside another."""
    x = min(max(box.x, within.x), within.x + within.w - box.w)
    y = min(max(box.y, within.y), within.y + within.h - box.h)
    return box._replace(x=x, y=y)
