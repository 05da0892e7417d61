"""A coarse map of open ground: one letter is a patch of it, twice as high as wide.

North (growing y, facing 0) is up.  Terrain is a texture, every model its side's mark, and on each
unit stands its sign with the way it faces.
"""

from collections.abc import Iterator, Sequence

from rich.text import Text

from pbem.board import Area, Board, Piece
from pbem.views.gridmap import sign
from pbem.views.terminal import NAME, STYLE, Pen, ink, wrap

Point = tuple[int, int]
Cell = tuple[str, str]  # a letter and its style


class Sheet:
    """A rectangle of letters over a plane of `w` × `h` units."""

    def __init__(self, w: int, h: int, width: int) -> None:
        self.unit = max(1, -(-w // max(8, width)))  # units in one column; a row is twice that
        self.w, self.h = w, h
        self.cols, self.rows = -(-w // self.unit), -(-h // (2 * self.unit))
        self.cells: list[list[Cell]] = [[(" ", "")] * self.cols for _ in range(self.rows)]
        self.taken: set[Point] = set()  # under a unit's sign

    def spot(self, x: int, y: int) -> Point:
        """Column and row of a point, kept inside the frame."""
        col, row = x // self.unit, (self.h - y) // (2 * self.unit)
        return min(max(col, 0), self.cols - 1), min(max(row, 0), self.rows - 1)

    def centre(self, col: int, row: int) -> Point:
        return col * self.unit + self.unit // 2, self.h - row * 2 * self.unit - self.unit

    def put(self, col: int, row: int, text: str, style: str) -> None:
        for i, letter in enumerate(text):
            if 0 <= col + i < self.cols and 0 <= row < self.rows:
                self.cells[row][col + i] = (letter, style)

    def label(self, col: int, row: int, text: str, style: str) -> bool:
        """A text as near to its place as others leave room for it; False: nowhere near."""
        for down in (0, 1, -1, 2, -2):
            for across in (0, 1, -1, 2, -2, 4, -4):
                x = min(max(0, col - len(text) // 2 + across), self.cols - len(text))
                spots = {(x + i, row + down) for i in range(-1, len(text) + 1)}
                if 0 <= row + down < self.rows and not spots & self.taken:
                    self.taken |= {(x + i, row + down) for i in range(len(text))}
                    self.put(x, row + down, text, style)
                    return True
        return False


def plane_map(board: Board, width: int, pen: Pen) -> list[Text]:
    """The plane in a frame of at most `width` columns, and a line that gives the scale."""
    frame, box, quiet = board.frame, pen.glyphs.box, STYLE["quiet"]
    sheet = Sheet(frame.cols, frame.rows, width - 2)
    for area in board.areas:
        _ground(sheet, area, pen)
    standing = [piece for piece in board.pieces if "gone" not in piece.flags]
    for piece in standing:
        for x, y in piece.models:
            sheet.put(*sheet.spot(x, y), pen.glyphs.mine[piece.side], STYLE[piece.side])
    unseen = [piece for piece in standing if not _unit(sheet, piece, pen)]

    rows = [ink(box[2] + box[0] * sheet.cols + box[4], quiet)]
    for line in sheet.cells:
        row = ink(box[1], quiet)
        for letter, style in line:
            row.append(letter, style)
        rows.append(row.append(box[1], quiet))
    rows.append(ink(box[8] + box[0] * sheet.cols + box[10], quiet))
    for edge in (rows[0], rows[-1]):
        _axis(edge, [pen.say(name) for name in frame.columns])
    unit = f" ({pen.say(frame.unit)})" if frame.unit else ""
    marks = ", ".join(f"{pen.glyphs.mine[side]} {NAME[side]}" for side in NAME)
    notes = [f"a letter is {sheet.unit} wide, {2 * sheet.unit} high{unit}; models: {marks}"]
    if unseen:
        notes.append("no room on the map for " + ", ".join(sign(piece, pen) for piece in unseen))
    rows += [ink(line, quiet) for note in notes for line in wrap(note, width, 2)]
    return rows


def _axis(rule: Text, names: Sequence[str]) -> None:
    """Labels spread evenly along a rule, first and last at its ends."""
    letters = list(rule.plain)
    for i, name in enumerate(names):
        at = 1 + i * (len(letters) - 2 - len(name)) // max(1, len(names) - 1)
        letters[at : at + len(name)] = name
    rule.plain = "".join(letters)


def _ground(sheet: Sheet, area: Area, pen: Pen) -> None:
    """A polygon, filled; a wall, or fewer than three points, as a line."""
    letter = pen.glyphs.texture.get(area.texture, pen.glyphs.texture["plain"])
    if area.texture == "wall" or len(area.points) < 3:
        for start, end in zip(area.points, area.points[1:], strict=False):
            for col, row in _line(sheet.spot(*start), sheet.spot(*end)):
                sheet.put(col, row, letter, STYLE["quiet"])
    else:
        for row in range(sheet.rows):
            for col in range(sheet.cols):
                if _inside(sheet.centre(col, row), area.points):
                    sheet.put(col, row, letter, STYLE["quiet"])
    if area.label:
        spots = [sheet.spot(x, y) for x, y in area.points]
        col = (min(c for c, _ in spots) + max(c for c, _ in spots)) // 2
        row = (min(r for _, r in spots) + max(r for _, r in spots)) // 2
        text = f" {pen.say(area.label)} "  # the blanks part it from the texture
        left = min(max(0, col - len(text) // 2), max(0, sheet.cols - len(text)))
        sheet.put(left, row, text, STYLE["quiet"])


def _inside(point: Point, corners: Sequence[Point]) -> bool:
    """Even–odd rule, in integers."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y):
            # left of the edge: x < x1 + (y − y1)(x2 − x1)/(y2 − y1), without the division
            cross = (x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)
            odd ^= (cross < 0) == (y2 > y1)
    return odd


def _line(start: Point, end: Point) -> Iterator[Point]:
    """Letters on the way between two, both ends included."""
    (x1, y1), (x2, y2) = start, end
    steps = max(abs(x2 - x1), abs(y2 - y1), 1)
    for i in range(steps + 1):
        yield x1 + (x2 - x1) * i // steps, y1 + (y2 - y1) * i // steps


def _unit(sheet: Sheet, piece: Piece, pen: Pen) -> bool:
    xs, ys = zip(*(piece.models or ((piece.x, piece.y),)), strict=True)
    col, row = sheet.spot((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    heading = pen.glyphs.facing[(piece.facing + 22) % 360 // 45]
    return sheet.label(col, row, sign(piece, pen) + heading, f"bold {STYLE[piece.side]}")
