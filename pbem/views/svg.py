"""A position as one self-contained picture: SVG with light and dark colours, legible in grey.

    board_svg(board)                     a whole picture: head, score, board, what lies beside it
    ground(...)                          the bare board, for those who compose pages

It knows no game.  Words that people wrote are escaped; roles that are not on the lists are drawn plain.
"""

import re
from typing import Final, Literal

from markupsafe import Markup

from pbem.board import Board, Score
from pbem.views.drawing import terrain
from pbem.views.drawing.chequer import Chequer
from pbem.views.drawing.lettering import cut, named, width
from pbem.views.drawing.marks import DEFS, NAMES, side_mark, star, tick
from pbem.views.drawing.markup import NOTHING, el, group, join, num, shift, text
from pbem.views.drawing.palette import Theme, picture_css
from pbem.views.drawing.scene import Ground, Thing, edges_of, turned
from pbem.views.drawing.table import SIGNS, Table
from pbem.views.drawing.tiles import Tiles
from pbem.views.drawing.trays import trays
from pbem.views.terminal import clean

__all__ = ["board_svg", "ground"]

Layout = Literal["wide", "narrow"]
_MARGIN: Final = 16.0
_TOKEN: Final = re.compile(r"\b[fs]-([a-z0-9-]+)")


def ground(
    board: Board, *, narrow: bool, turn: bool, edges: tuple[str, str] = ("", ""), live: bool = False
) -> Ground:
    """The ground that a board needs: a table for open ground, squares where there are axis labels, tiles
    otherwise.  `live`: with what shows that something may be done."""
    frame = board.frame
    if frame.kind == "plane":
        return Table(frame, narrow=narrow, turned=turn, live=live, edges=edges)
    if frame.columns:
        return Chequer(frame, narrow=narrow, turned=turn, live=live)
    return Tiles(frame, narrow=narrow, turned=turn, live=live)


def board_svg(
    board: Board, *, title: str = "", viewer: str = "", layout: Layout = "wide", theme: Theme = "auto"
) -> str:
    """The picture.  `viewer` is the side whose edge is at the bottom ("" : as it lies); `theme` "auto"
    follows the reader's wish for light or dark."""
    below = ground(
        board, narrow=layout == "narrow", turn=turned(board.frame, viewer), edges=edges_of(board.frame)
    )
    w, h = below.size
    head, top = _head(board, title, w)
    under, over = below.traces(board.traces, board)
    things = [*map(_drawn, below.places(board))]
    pieces = [*map(_drawn, below.pieces(board))]
    rings, words = below.rings(board) if isinstance(below, Table) else (NOTHING, NOTHING)
    picture = group(
        below.still(board), group(*things), rings, under, group(*pieces), over, words, transform=shift(0, top)
    )
    y = top + h + 14
    beside, y = trays(board.trays, y, w) if board.trays else (NOTHING, y)
    foot, y = _foot(board, y, w)
    said = clean(f"{title}, {board.headline}" if title else board.headline)
    inner = group(head, picture, beside, foot, transform=shift(_MARGIN, _MARGIN))
    full_w, full_h = w + 2 * _MARGIN, y + 2 * _MARGIN - 6
    paper = el("rect", width=full_w, height=full_h, class_="f-paper")
    body = join(DEFS, terrain.DEFS, paper, inner)
    css = picture_css(theme, set(_TOKEN.findall(body)))
    return str(
        el(
            "svg", el("title", said), el("style", Markup(css)), body,  # noqa: S704  (our own rules)
            xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {num(full_w)} {num(full_h)}",
            width=full_w, height=full_h, role="img",
        )
    ) + "\n"  # fmt: skip


def _drawn(thing: Thing) -> Markup:
    title = el("title", thing.words)
    return group(title, thing.drawn, transform=shift(thing.x, thing.y))


# -- head and foot --------------------------------------------------------------------------------------
def _head(board: Board, title: str, w: float) -> tuple[Markup, float]:
    """Title, headline and both scores; and where the board begins."""
    first = clean(title) if title else named(board.headline)
    drawn = [text(cut(first, 16, w * 0.6, bold=True), 0, 14, "t16 w7 f-ink")]
    if title:
        x = width(first, 16, bold=True) + 14
        drawn.append(text(cut(named(board.headline), 14, w - x), x, 14, "t14 f-ink2"))
    if not board.scores:
        return join(*drawn), 28
    scores = {score.side: score for score in board.scores}
    drawn += [_score(scores[side], w, right=side == "b", narrow=w < 500) for side in NAMES if side in scores]
    return join(*drawn), 82


def _score(score: Score, w: float, *, right: bool, narrow: bool) -> Markup:
    """Mark and name, points, and below them one line of state."""
    name, points = NAMES.get(score.side, score.side), str(score.points)
    p, n = width(points, 28, bold=True), width(name, 14, bold=True)
    line = score.line
    if score.rounds and not narrow:
        line += f"; by round {' + '.join(map(str, score.rounds))}"
    said = cut(named(line), 12, w * 0.48)
    if right:
        word = text(score.word, w, 50, "en f-ink2")
        x = w - width(score.word, 12) - 6
        big = text(points, x, 50, "t28 w7 en f-ink")
        x -= p + 14
        label = text(name, x, 50, "t14 w7 en f-ink") + side_mark(score.side, x - n - 20, 38)
        return group(label, big, word, text(said, w, 68, "en f-ink2"))
    label = side_mark(score.side, 0, 38) + text(name, 20, 50, "t14 w7 f-ink")
    x = 20 + n + 14
    big = text(points, x, 50, "t28 w7 f-ink")
    word = text(score.word, x + p + 6, 50, "f-ink2")
    return group(label, big, word, text(said, 0, 68, "f-ink2"))


def _foot(board: Board, y: float, w: float) -> tuple[Markup, float]:
    """Who is gone, and what the signs mean."""
    drawn: list[Markup] = []
    x = 0.0
    signs: list[tuple[Markup, str]] = []
    if any("spent" in piece.flags for piece in board.pieces):
        signs.append((tick(7, y + 8), "has acted"))
    if any(badge.role == "prize" for place in board.places for badge in place.badges):
        signs.append((star(7, y + 8, ""), "prize: hatched Blue's, full Red's, hollow nobody's"))
    for sign, words in signs:
        drawn += [group(sign, transform=shift(x, 0)), text(words, x + 20, y + 12, "t11 f-ink2")]
        x += 36 + width(words, 11)
    y += 22 if signs else 0
    lines = [f"{NAMES[side]} lost {', '.join(gone)}" for side in NAMES if (gone := _gone(board, side))]
    drawn_signs = SIGNS if board.frame.kind == "plane" else ()
    for line in (*lines, *drawn_signs, *board.key):
        for row in wrapped(named(line), 11, w):
            drawn.append(text(row, 0, y + 10, "t11 f-ink2"))
            y += 15
    return group(*drawn), y


def _gone(board: Board, side: str) -> list[str]:
    return [f"{p.id} {p.label}".strip() for p in board.pieces if p.side == side and "gone" in p.flags]


def wrapped(words: str, size: float, room: float) -> list[str]:
    """Words in lines of at most `room` pixels."""
    lines, line = list[str](), ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, cut(line, size, room)] if line else lines
