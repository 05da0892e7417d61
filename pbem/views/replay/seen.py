"""What moved, fired and fell in one turn, read off the positions on the way."""

from collections.abc import Iterable

import msgspec

from pbem.board import Board, Piece, Trace

__all__ = ["happened"]


def happened(start: Board | None, boards: Iterable[Board]) -> tuple[Trace, ...]:
    """Traces of a turn: those that the boards between its start and its end bring, the last board among
    them.  Where a game leaves no traces of moves or of what fell, they are read off the pieces."""
    old = set(map(_drawn, start.traces)) if start is not None else set[Trace]()
    ways = {p.id: [_spot(p)] for p in (start.pieces if start else ()) if "gone" not in p.flags}
    sides: dict[str, str] = {}
    found: dict[Trace, None] = {}
    fell: dict[str, str] = {}
    for board in boards:
        found |= {trace: None for trace in map(_drawn, board.traces) if trace not in old}
        for piece in board.pieces:
            sides[piece.id] = piece.side
            way = ways.setdefault(piece.id, [])
            if "gone" in piece.flags:
                if way and piece.id not in fell:
                    fell[piece.id] = way[-1]
            elif (spot := _spot(piece)) and way[-1:] != [spot]:
                way.append(spot)
    kinds = {trace.kind for trace in found}
    if "move" not in kinds:
        moved = {unit: way for unit, way in ways.items() if len(way) > 1}
        found |= {Trace("move", sides[unit], tuple(way)): None for unit, way in moved.items()}
    if "ghost" not in kinds:
        found |= {Trace("ghost", sides[unit], (spot,)): None for unit, spot in fell.items()}
    hits = {(trace.side, trace.points) for trace in found if trace.kind == "shot" and trace.hit}
    return tuple(  # a shot that is there both in doubt and as a hit is a hit
        trace
        for trace in found
        if trace.kind != "shot" or trace.hit or (trace.side, trace.points) not in hits
    )


def _drawn(trace: Trace) -> Trace:
    """A trace as it is drawn: its words change with what is known, the picture does not."""
    return msgspec.structs.replace(trace, words="")


def _spot(piece: Piece) -> str:
    return f"{piece.x},{piece.y}" if piece.form == "block" else piece.place
