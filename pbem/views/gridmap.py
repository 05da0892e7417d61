"""A map of places in rows and columns, drawn with boxes.

A place says its name, its prize, and who may deploy in it; under that stand its pieces.  A piece
alone or in small company has its name and what is left of it; in a crowd only its sign.
"""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from pbem.board import Badge, Board, Piece, Place
from pbem.views.terminal import NAME, STYLE, Pen, ink, pad

WIDEST = 22  # columns inside a cell; wider ones only scatter the picture
TALLEST = 3  # lines of signs in a crowded cell
BAR = 10  # letters of a full bar
HATCH = {"a": "///", "b": "\\\\\\"}  # as the pictures hatch the edges: the same in ASCII


def grid_map(board: Board, width: int, pen: Pen) -> list[Text]:
    """The grid with its frame, at most `width` columns wide as long as a cell keeps three."""
    frame, box = board.frame, pen.glyphs.box
    axis = max((len(pen.say(label)) for label in frame.lines), default=-1) + 1
    inner = max(3, min(WIDEST, (width - axis - frame.cols - 1) // frame.cols))
    at = {(place.col, place.row): place for place in board.places}
    here: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if "gone" not in piece.flags:
            here.setdefault(piece.place, []).append(piece)
    quiet, margin = STYLE["quiet"], " " * axis

    def rule(left: str, middle: str, right: str) -> Text:
        return ink(margin + left + middle.join([box[0] * inner] * frame.cols) + right, quiet)

    # With axis labels a chequer of equal cells, without them rows as high as they need to be.
    cells = [
        [_cell(at.get((col, line)), here, inner, board, pen) for col in range(frame.cols)]
        for line in range(frame.rows)
    ]
    least = max(len(cell) for line in cells for cell in line) if frame.columns else 2

    rows: list[Text] = []
    if frame.columns:
        names = "".join(f" {pen.say(name):^{inner}}" for name in frame.columns)
        rows.append(ink((margin + names).rstrip(), quiet))
    for line in range(frame.rows):
        rows.append(rule(*(box[2:5] if not line else box[5:8])))
        for i in range(max(least, *(len(cell) for cell in cells[line]))):
            label = pen.say(frame.lines[line]) if i == 0 and line < len(frame.lines) else ""
            row = ink(f"{label:>{max(0, axis - 1)}}" + " " * min(1, axis), quiet)
            for cell in cells[line]:
                row.append(box[1], quiet)
                row.append_text(pad(cell[i] if i < len(cell) else Text(), inner))
            rows.append(row.append(box[1], quiet))
    return [*rows, rule(*box[8:11])]


def _cell(
    place: Place | None, here: dict[str, list[Piece]], inner: int, board: Board, pen: Pen
) -> list[Text]:
    if place is None:
        return []
    named = not (board.frame.columns and board.frame.lines)
    head = _head(place, inner, named=named, last=place.col == board.frame.cols - 1, pen=pen)
    pieces = sorted(here.get(place.id, ()), key=lambda piece: piece.side)
    rows = [head] if head.plain.strip() else []
    return rows + _pieces(pieces, inner, named=not (rows and board.frame.columns), pen=pen)


def _head(place: Place, inner: int, *, named: bool, last: bool, pen: Pen) -> Text:
    """Name, prize, label, hatch: as many of them as there is room for, in this order."""
    lead, quiet = " " * (inner > 8), STYLE["quiet"]
    row = ink(lead + (pen.fit(place.id, inner - len(lead)) if named else ""), quiet)
    tones = [STYLE.get(badge.side, STYLE["strong"]) for badge in place.badges]
    words = [(badge_words(badge, pen), badge_sign(badge, pen)) for badge in place.badges]
    words += [(pen.say(label), "") for label in _labels(place)]
    for (long, short), style in zip(words, [*tones, quiet, quiet], strict=False):
        gap = "  " if row.plain.strip() else ""
        fitting = [text for text in (long, short) if row.cell_len + len(gap) + cell_len(text) <= inner]
        if fitting and fitting[0]:
            row.append(gap).append(fitting[0], style)
    hatch = "".join(HATCH[side] for side in HATCH if f"deploy:{side}" in place.roles)
    if not hatch or row.cell_len + len(hatch) + 1 > inner:
        return row
    # On the outer edge, so that it does not compete with the pieces.
    return pad(row, inner - len(hatch)).append(hatch, quiet) if last else ink(hatch, quiet).append_text(row)


def _labels(place: Place) -> list[str]:
    label = [place.label] if place.label and place.label != place.id else []
    return label or [role.partition(":")[2] for role in place.roles if role.startswith("obstacle:")]


def badge_words(badge: Badge, pen: Pen) -> str:
    """A badge in a word: `★ Blue 2 VP`, `level 5`, `×10`, `elite 2`."""
    text = pen.say(badge.text)
    if badge.role == "prize":
        sign = pen.glyphs.held if badge.side else pen.glyphs.open
        return " ".join(word for word in (sign, NAME.get(badge.side, ""), text) if word)
    if badge.role == "models":
        return text if text.startswith(pen.glyphs.wounds) else pen.glyphs.wounds + text
    return f"{badge.role} {text}".strip()


def badge_sign(badge: Badge, pen: Pen) -> str:
    """The shortest that still says whose a prize is: `★◆`."""
    if badge.role != "prize":
        return ""
    return (pen.glyphs.held if badge.side else pen.glyphs.open) + pen.glyphs.mine.get(badge.side, "").strip()


def sign(piece: Piece, pen: Pen) -> str:
    """`A3`, with a tick when it has acted."""
    return pen.say(piece.id) + (pen.glyphs.spent if "spent" in piece.flags else "")


def _pieces(pieces: Sequence[Piece], inner: int, *, named: bool, pen: Pen) -> list[Text]:
    """The pieces of a place, as fully as the room allows: one or two with name and bar, some with what
    is left of them, a crowd by their signs alone, and `+n` for those beyond.  In a narrow cell a
    single piece is `named` where there is a line for it."""
    if not pieces:
        return []
    lead = " " * (inner > 8)
    room = inner - len(lead)
    if len(pieces) <= 2 and inner > 12:
        return [row for piece in pieces for row in _chip(piece, room, lead, pen)]
    if len(pieces) == 1:
        return _token(pieces[0], inner, named=named, pen=pen)
    for entries in ([_short(p, pen) for p in pieces], [sign(p, pen) for p in pieces]):
        slot = max(cell_len(entry) for entry in entries) + 1
        across = max(1, (room + 1) // slot)
        if len(pieces) <= across * TALLEST:
            break
    fits = across * TALLEST
    shown = len(pieces) if len(pieces) <= fits else fits - 1
    signs = [ink(pen.fit(entry, room), STYLE[p.side]) for p, entry in zip(pieces, entries, strict=True)]
    signs[shown:] = [ink(f"+{len(pieces) - shown}", STYLE["strong"])] if shown < len(pieces) else []
    rows: list[Text] = []
    for i, entry in enumerate(signs):
        if i % across == 0:
            rows.append(ink(lead))
        pad(rows[-1], len(lead) + slot * (i % across)).append_text(entry)
    return rows


def _chip(piece: Piece, room: int, lead: str, pen: Pen) -> list[Text]:
    """`A1✓ Skitterlings`, and under it a bar with the numbers."""
    tone, head = STYLE[piece.side], sign(piece, pen) + " "
    rows = [ink(lead).append(head, f"bold {tone}").append(_name(piece, room - len(head), pen), tone)]
    if piece.track[1]:
        numbers = f"{piece.track[0]}/{piece.track[1]}"
        length = min(BAR, room - len(numbers) - 4)
        rows.append(ink(lead + " " * 3).append(bar(piece.track, length, pen), tone))
        pad(rows[-1], len(lead) + room - len(numbers)).append(numbers, tone)
    return rows


def _token(piece: Piece, inner: int, *, named: bool, pen: Pen) -> list[Text]:
    """The same for a narrow cell: `A1✓ 6/8` over its name, or the numbers under the sign."""
    tone, left = STYLE[piece.side], f"{piece.track[0]}/{piece.track[1]}" if piece.track[1] else ""
    if cell_len(_short(piece, pen)) <= inner:
        rows = [_short(piece, pen), _name(piece, inner, pen)]
    else:
        rows = [sign(piece, pen), left]
    shown = [row for row in rows if row] if named else rows[:1]
    return [
        ink(pen.fit(row, inner), f"bold {tone}" if i == 0 else tone) for i, row in enumerate(shown) if row
    ]


def _name(piece: Piece, room: int, pen: Pen) -> str:
    whole = pen.say(piece.label)
    return pen.fit(piece.short if piece.short and cell_len(whole) > room else piece.label, room)


def _short(piece: Piece, pen: Pen) -> str:
    left, of = piece.track
    return f"{sign(piece, pen)} {left}/{of}" if of and left < of else sign(piece, pen)


def bar(track: tuple[int, int], most: int, pen: Pen) -> str:
    """One letter a point, scaled down to `most` letters; full only when nothing is lost, empty only
    when nothing is left."""
    left, of = track
    length = min(of, most)
    full = min(max(left * length // of, 1 if left > 0 else 0), length if left >= of else length - 1)
    return pen.glyphs.full * full + pen.glyphs.empty * (length - full)
