"""Things beside the board in a picture of its own: hands, piles, what waits; rows of cards."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from pbem.board import Card, Tray
from pbem.views.drawing.lettering import cut, named, width
from pbem.views.drawing.marks import ICONS, NAMES, ink_of, side_mark
from pbem.views.drawing.markup import NOTHING, el, group, join, path, shift, text

__all__ = ["card", "tray_title", "trays"]

CARD_W: Final = 152.0
CARD_H: Final = 46.0
_GAP: Final = 8.0
_BACKS: Final = 5  # so many backs are drawn; the number tells the rest


def tray_title(tray: Tray) -> str:
    """ "Blue, hand" """
    owner = NAMES.get(tray.side, "")
    said = named(tray.title)
    return f"{owner}, {tray.title}" if owner and owner.casefold() not in tray.title.casefold() else said


def trays(beside: Sequence[Tray], y: float, room: float) -> tuple[Markup, float]:
    """All of them from y downwards; their drawing and where they end."""
    drawn = []
    for tray in beside:
        title = tray_title(tray)
        mark = side_mark(tray.side, 0, y + 1) if tray.side in NAMES else NOTHING
        drawn += [mark, text(title, 20 if mark else 0, y + 12, "w7 f-ink")]
        if not tray.cards:
            said, x = str(tray.count), 26 + width(title, 12, bold=True)
            backs = [_back(x + 9 * i, y, tray.side) for i in range(min(_BACKS, tray.count))]
            end = x + (9 * len(backs) + 14 if backs else 4)
            drawn += [*backs, text(said, end, y + 13, "t14 w7 f-ink")]
            y += 30
            continue
        y += 20
        across = max(1, int((room + _GAP) // (CARD_W + _GAP)))
        for i, each in enumerate(tray.cards):
            x = (i % across) * (CARD_W + _GAP)
            at = shift(x, y + (i // across) * (CARD_H + _GAP))
            drawn.append(group(card(each, tray.side), transform=at))
        y += -(-len(tray.cards) // across) * (CARD_H + _GAP) + 6
    return join(*drawn), y


def card(face: Card, side: str) -> Markup:
    """One card: icon, name, and what stands in its corners.  A card face down is a back."""
    down = face.icon == "back"
    tone = ink_of(side)
    paint = f"f-{tone.tint} s-{tone.ink}" if down else "f-card s-rule2"
    box = el("rect", width=CARD_W, height=CARD_H, rx=6, class_=paint, stroke_width=1.3)
    known = ICONS.get(face.icon, ICONS["plain"])
    line = tone.ink if down else "ink"
    icon = path(known, f"nf s-{line} rd", stroke_width=2, transform="translate(8 8) scale(.95)")
    name = text(cut(named(face.name), 12, CARD_W - 44, bold=True), 38, 19, "w7 f-ink")
    said = cut(named(" · ".join(face.corners)), 11, CARD_W - 44)
    corners = text(said, 38, 35, "t11 f-ink2") if said else NOTHING
    return join(box, icon, name, corners)


def _back(x: float, y: float, side: str) -> Markup:
    tone = ink_of(side)
    paint = f"f-{tone.tint} s-{tone.ink}"
    shape = el("rect", x=x, y=y - 3, width=16, height=22, rx=2.5, class_=paint, stroke_width=1.1)
    return shape + path("M8 5 11.5 8 8 13 4.5 8Z", f"f-{tone.ink}", transform=shift(x, y - 1))
