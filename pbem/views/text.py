"""A position as text: the map, then the score, both sides' units, cards, and what the signs mean.

It knows no game: everything that is said comes from the `Board`.  Without colour nothing is lost;
in ASCII only beauty is.
"""

from rich.cells import cell_len
from rich.text import Text

from pbem.board import Board, Piece, Trace, Tray
from pbem.views.gridmap import BAR, HATCH, badge_words, bar, grid_map, sign
from pbem.views.planemap import plane_map
from pbem.views.terminal import NAME, STYLE, Pen, ink, pad, wrap

TWO_COLUMNS = 70  # narrower than this, one list stands under the other


def board_text(board: Board, width: int = 80, ascii_only: bool = False) -> list[str]:
    """The position in lines of at most `width` columns (as far as a cell needs no more)."""
    return [row.plain.rstrip() for row in board_rows(board, width, ascii_only)]


def board_rows(board: Board, width: int = 80, ascii_only: bool = False) -> list[Text]:
    """The same with tones, for a console that can show them."""
    pen = Pen(ascii_only)
    draw = grid_map if board.frame.kind == "grid" else plane_map
    parts = [
        [ink(pen.fit(board.headline, width), STYLE["strong"])],
        draw(board, width, pen),
        _scores(board, width, pen),
        _lists(board, width, pen),
        _beside(board, width, pen),
        _legend(board, width, pen),
    ]
    rows: list[Text] = []
    for part in parts:
        rows += [Text()] if rows and part and part is not parts[1] else []
        rows += part
    return rows


# -- score strip -----------------------------------------------------------------------------------------
def _scores(board: Board, width: int, pen: Pen) -> list[Text]:
    """`○ Blue  11 VP   7 units, prizes 6 and 14   by round   2   9`, the columns of both aligned;
    what does not fit stands below."""
    digits = max((len(str(score.points)) for score in board.scores), default=0)
    words = max((cell_len(pen.say(score.word)) for score in board.scores), default=0)
    state = max((cell_len(pen.say(score.line)) for score in board.scores), default=0)
    rows: list[Text] = []
    for score in board.scores:
        tone = STYLE.get(score.side, "")
        row = ink(f"{pen.glyphs.mine.get(score.side, ' ')} {NAME.get(score.side, ''):4}", f"bold {tone}")
        row.append(f"  {score.points:{digits}} {pen.say(score.word)}", STYLE["strong"])
        rows.append(pad(row, 6 + 2 + digits + 1 + words))
        rounds = "by round " + "".join(f"{n:4}" for n in score.rounds) if score.rounds else ""
        for text, room, style in ((pen.say(score.line), state, ""), (rounds, 0, STYLE["quiet"])):
            if rows[-1].cell_len + 3 + max(room, cell_len(text)) > width:
                rows += [ink(" " * 8).append(line, style) for line in wrap(text, width - 8)]
            elif text:
                pad(rows[-1].append("   ").append(text, style), rows[-1].cell_len + room - cell_len(text))
    return rows


# -- units -----------------------------------------------------------------------------------------------
def _lists(board: Board, width: int, pen: Pen) -> list[Text]:
    """Both sides' units, side by side where there is room."""
    sides = [side for side in NAME if any(piece.side == side for piece in board.pieces)]
    if width < TWO_COLUMNS or len(sides) < 2:
        lists = [[row for unit in _units(board, side, width, pen) for row in unit] for side in sides]
        return [row for i, rows in enumerate(lists) for row in ([Text()] if i else []) + rows]
    room = (width - 2) // 2
    left, right = (_units(board, side, room, pen) for side in sides)
    rows: list[Text] = []
    for i in range(max(len(left), len(right))):
        one, two = left[i] if i < len(left) else [], right[i] if i < len(right) else []
        for j in range(max(len(one), len(two))):
            row = pad(one[j].copy() if j < len(one) else Text(), room)
            rows.append(row.append("  ").append_text(two[j] if j < len(two) else Text()))
    return rows


def _units(board: Board, side: str, room: int, pen: Pen) -> list[list[Text]]:
    """A block of rows for the heading, for each unit, and for those that are gone."""
    mine = [piece for piece in board.pieces if piece.side == side]
    ids = max(cell_len(sign(piece, pen)) for piece in board.pieces) + 1
    track = max(len(_track(piece)) for piece in board.pieces)
    blocks = [[ink(f"{pen.glyphs.mine[side]} {NAME[side]}", f"bold {STYLE[side]}")]]
    blocks += [_unit(piece, room, ids, track, pen) for piece in mine if "gone" not in piece.flags]
    gone = [f"{pen.say(piece.id)} {pen.say(piece.label)}" for piece in mine if "gone" in piece.flags]
    if gone:
        blocks.append([ink(line, STYLE["quiet"]) for line in wrap("gone: " + ", ".join(gone), room, 2)])
    return blocks


def _unit(piece: Piece, room: int, ids: int, track: int, pen: Pen) -> list[Text]:
    """`A1  Skitterlings  ██████░░░░  7/12`, and quietly under it what else there is to know."""
    tail = BAR + 2 + track if track else 0
    row = ink(f"{sign(piece, pen):{ids}}", STYLE[piece.side])
    row.append(pen.fit(piece.label, room - ids - tail - 1))
    if piece.track[1]:
        pad(row, room - tail).append(f"{bar(piece.track, BAR, pen):{BAR}}", STYLE[piece.side])
        row.append(f"  {_track(piece):>{track}}")
    where = f"in {pen.say(piece.place)}" if piece.place else ""
    badges = " ".join(badge_words(badge, pen) for badge in piece.badges)
    facts = ", ".join(fact for fact in (where, badges) if fact)
    about = f" {pen.glyphs.dot} ".join(fact for fact in (facts, pen.say(piece.about)) if fact)
    return [row, *(ink(" " * ids + line, STYLE["quiet"]) for line in wrap(about, room - ids))]


def _track(piece: Piece) -> str:
    return f"{piece.track[0]}/{piece.track[1]}" if piece.track[1] else ""


# -- beside the board, and under it ----------------------------------------------------------------------
def _beside(board: Board, width: int, pen: Pen) -> list[Text]:
    rows = [ink(line) for tray in board.trays for line in wrap(_tray(tray, pen), width, 2)]
    grid = board.frame.kind == "grid"
    traces = [_trace(trace, pen) for trace in board.traces if trace.words or grid]
    if traces:
        rows += [ink(line, STYLE["quiet"]) for line in wrap("last: " + "; ".join(traces), width, 2)]
    return rows


def _tray(tray: Tray, pen: Pen) -> str:
    """`Blue, hand: Missiles (3, B1), Dodge` or `Red, hand: 4`."""
    cards = []
    for card in tray.cards:
        corners = ", ".join(pen.say(corner) for corner in card.corners)
        cards.append(pen.say(card.name) + (f" ({corners})" if corners else ""))
    owner = f"{NAME[tray.side]}, " if tray.side in NAME and NAME[tray.side] not in tray.title else ""
    return f"{owner}{pen.say(tray.title)}: {', '.join(cards) if cards else tray.count}"


def _trace(trace: Trace, pen: Pen) -> str:
    """In the words of the game; where it has none, whose it is and its cells."""
    if trace.words:
        return pen.say(trace.words)
    who, arrow = f"{NAME.get(trace.side, '')} ".lstrip(), f" {pen.glyphs.arrow} "
    path = arrow.join(pen.say(point) for point in dict.fromkeys(trace.points))
    if trace.kind == "move":
        return who + path
    if trace.kind == "shot":
        there = path if arrow in path else f"in {path}"
        return f"{who}shot {there}{', hit' if trace.hit else ''}"
    return f"{who}lost one in {path}"


def _legend(board: Board, width: int, pen: Pen) -> list[Text]:
    """Only the signs that this picture uses, then what the game adds."""
    glyphs, signs = pen.glyphs, []
    if any("spent" in piece.flags for piece in board.pieces):
        signs.append(f"{glyphs.spent} has acted")
    if any(badge.role == "prize" for place in board.places for badge in place.badges):
        nobody = f", {glyphs.open} nobody's" if glyphs.open != glyphs.held else ""
        signs.append(f"{glyphs.held} prize{nobody}")
    signs += [
        f"{HATCH[side]} {name} deploys"
        for side, name in NAME.items()
        if any(f"deploy:{side}" in place.roles for place in board.places)
    ]
    textures = dict.fromkeys(area.texture for area in board.areas)
    signs += [
        f"{glyphs.texture.get(texture, glyphs.texture['plain'])} {pen.say(texture)}" for texture in textures
    ]
    lines = wrap("   ".join(each.replace(" ", "\xa0") for each in signs), width)
    lines += [line for key in board.key for line in wrap(pen.say(key), width, 2)]
    return [ink(line.replace("\xa0", " "), STYLE["quiet"]) for line in lines]
