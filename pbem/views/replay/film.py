"""Boards → a film: every drawing once, and for each step what stands where.

The script of the page only puts drawings into their places; it draws nothing that the rules speak of.
A film is plain data:

    art      [drawing, x, y, w, h, radius, words]: a thing and the box in which it is touched
    spots    [id, art, x, y]: a thing in its place
    sets     [spot, …]: all places, or all pieces, of a step
    strips   drawings of what happened
    steps    for each step the numbers of its sets and strips: places, pieces, under, over
    m        units of open ground → pixels
    slots    [x, y, w, h] in a place with room for several units, where the next one would stand
"""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from pbem.board import Board, Trace
from pbem.views.drawing.markup import el, num, shift
from pbem.views.drawing.scene import Ground, Thing
from pbem.views.terminal import clean

__all__ = ["Film", "outer"]


class Shelf:
    """Things kept once, and known by their number."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._at: dict[Any, int] = {}

    def put(self, item: Any) -> int:
        found = self._at.get(item)
        if found is None:
            found = self._at[item] = len(self.items)
            self.items.append(item)
        return found


class Film:
    """One layout of all steps."""

    def __init__(self, ground: Ground, boards: Sequence[tuple[Board, tuple[Trace, ...]]]) -> None:
        self.ground = ground
        self.art, self.spots, self.sets, self.strips = Shelf(), Shelf(), Shelf(), Shelf()
        self.steps: list[list[int]] = []
        self.still = ground.still(boards[-1][0])
        self.last: tuple[list[Thing], list[Thing], Markup, Markup] = ([], [], Markup(), Markup())
        for board, traces in boards:
            places, pieces = ground.places(board), ground.pieces(board)
            under, over = ground.traces(traces, board)
            self.last = (places, pieces, under, over)
            self.steps.append(
                [self._set(places), self._set(pieces), self.strips.put(under), self.strips.put(over)]
            )

    def _set(self, things: Sequence[Thing]) -> int:
        return self.sets.put(tuple(map(self._spot, things)))

    def _spot(self, thing: Thing) -> int:
        box = thing.box
        art = self.art.put(
            (
                thing.drawn,
                *(round(n, 1) for n in (box.x, box.y, box.w, box.h, thing.round)),
                clean(thing.words),
            )
        )
        return self.spots.put((thing.id, art, round(thing.x, 1), round(thing.y, 1)))

    def data(self) -> dict[str, Any]:
        """The film for the page's script."""
        return {
            "art": self.art.items,
            "spots": self.spots.items,
            "sets": self.sets.items,
            "strips": self.strips.items,
            "steps": self.steps,
            "m": self.ground.matrix,
            "slots": self.ground.slots,
        }


def outer(thing: Thing, kind: str) -> Markup:
    """A thing as the page holds it: the drawing, what shows that it is meant, and where it is touched."""
    box = thing.box
    side = f" {thing.side}" if thing.side in ("a", "b") else ""
    parts = [el("g", thing.drawn, class_="art", aria_hidden="true")]
    if kind == "piece":
        parts += [_ring(thing), el("path", class_="aim", d=corners(box.x, box.y, box.w, box.h))]
    parts.append(
        el(
            "rect", class_="hit", x=box.x, y=box.y, width=box.w, height=box.h, role="img",
            aria_label=thing.words,
        )
    )  # fmt: skip
    return el("g", *parts, class_=kind + side, data_id=thing.id, transform=shift(thing.x, thing.y))


def _ring(thing: Thing) -> Markup:
    box = thing.box.grown(2.5)
    return el(
        "rect", class_="ring", x=box.x, y=box.y, width=box.w, height=box.h, rx=min(thing.round + 2.5, 99)
    )


def corners(x: float, y: float, w: float, h: float) -> str:
    """Four brackets around a box: a target."""
    a, b, c, d = x - 3, y - 3, x + w + 3, y + h + 3
    k = 8.0
    return (
        f"M{num(a)} {num(b + k)}V{num(b)}H{num(a + k)}M{num(c - k)} {num(b)}H{num(c)}V{num(b + k)}"
        f"M{num(c)} {num(d - k)}V{num(d)}H{num(c - k)}M{num(a + k)} {num(d)}H{num(a)}V{num(d - k)}"
    )
