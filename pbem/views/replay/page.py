"""Everything into one page: no network, no build step, and whatever people wrote is text.

The page may run this very script and use this very style sheet and nothing else: its policy names them
by their digests.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from pbem.board import Badge, Board, Piece, Reach, Score
from pbem.views.drawing import terrain
from pbem.views.drawing.lettering import named
from pbem.views.drawing.marks import DEFS, ICONS, NAMES, side_mark
from pbem.views.drawing.markup import el, num
from pbem.views.drawing.palette import FONT, tokens_css, using_css
from pbem.views.drawing.scene import edges_of, turned
from pbem.views.drawing.table import SIGNS, ruler
from pbem.views.drawing.trays import tray_title
from pbem.views.replay import charts
from pbem.views.replay.film import Film, Shelf, outer
from pbem.views.replay.model import Replay, Step
from pbem.views.replay.story import Finder, told
from pbem.views.svg import ground
from pbem.views.terminal import clean

__all__ = ["page"]

_MANY = 45  # turns, for whose marks there is room
_HEADS = {"level": "Lvl", "models": "×", "elite": "Elite", "fatigue": "Fatigue"}


def page(replay: Replay) -> str:
    """The page.  At least one step has a board."""
    shown = [step for step in replay.steps if step.board is not None]
    boards = [step.board for step in shown if step.board is not None]
    whole = boards[-1]
    turn, edges = turned(whole.frame, replay.me), edges_of(whole.frame)
    film = [(board, step.traces) for board, step in zip(boards, shown, strict=True)]
    films = {
        name: Film(ground(whole, narrow=name == "n", turn=turn, edges=edges, live=True), film)
        for name in ("w", "n")
    }
    maker = _Maker(replay, boards)
    steps = [maker.step(step) for step in shown]
    data = {
        "me": replay.me,
        "since": replay.since,
        "films": {name: each.data() for name, each in films.items()},
        "parts": maker.parts.items,
        "lists": maker.shelf.items,
        "steps": steps,
        "units": list(maker.pieces),
        "sides": {unit: piece.side for unit, piece in maker.pieces.items()},
        "names": {unit: named(name) for unit, name in maker.units.items()},
        "panel": _panel(replay),
        "rings": _rings_of(replay),
        "ruler": ruler(whole.frame),
        "size": (whole.frame.cols, whole.frame.rows),
    }
    style, script = _style(), _script(replay)
    made = _environment().get_template("page.html")
    return made.render(
        replay=replay,
        clean=clean,
        policy=f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "base-uri 'none'; form-action 'none'",
        style=Markup(style),  # noqa: S704  (our own files)
        script=Markup(script),  # noqa: S704
        data=Markup(_json(data)),  # noqa: S704  (no < is left in it)
        defs=DEFS + terrain.DEFS,
        boards=[_board(name, each) for name, each in films.items()],
        kind=films["w"].ground.kind,
        ratio=num(films["w"].ground.size[0]),
        steps=steps,
        ticks=_ticks(shown),
        parts=maker.parts.items,
        story=[maker.chapter(step) for step in replay.steps],
        lists=maker.shelf.items,
        armies=maker.armies(),
        placed=maker.placed,
        luck=_luck(replay),
        key=[named(line) for line in (*(SIGNS if whole.frame.kind == "plane" else ()), *whole.key)],
        side_mark=side_mark,
        sides=NAMES,
        last=shown[-1],
    )


class _Maker:
    """Parts of the page that change from step to step, each kept once."""

    def __init__(self, replay: Replay, boards: Sequence[Board]) -> None:
        self.replay, self.parts, self.shelf = replay, Shelf(), Shelf()
        pieces = {piece.id: piece for board in boards for piece in board.pieces}
        self.pieces = dict(sorted(pieces.items(), key=lambda item: (item[1].side, _number(item[0]))))
        self.units = {unit: piece.label for unit, piece in self.pieces.items()}
        self.roles = {
            side: tuple(
                dict.fromkeys(b.role for p in self.pieces.values() if p.side == side for b in p.badges)
            )
            for side in NAMES
        }
        self.placed = any(piece.form != "block" for piece in self.pieces.values())
        self.kept: dict[Any, int] = {}
        self.finder = Finder(self.units)
        self.macros: Any = _environment().get_template("parts.html").module
        self.luck = {side: charts.signed(line[-1][1]) for side, line in replay.running.items() if line}

    def step(self, step: Step) -> dict[str, Any]:
        board = step.board
        assert board is not None
        scores = {score.side: score for score in board.scores}
        here = {piece.id: piece for piece in board.pieces}
        who = f"{NAMES[step.side]}, " if step.side in NAMES and not step.now else ""
        name = "Now" if step.now else f"Turn {step.turn}"
        return {
            "t": step.turn,
            "side": step.side,
            "name": name,
            "label": clean(step.label),
            "say": f"{name}, {who}{clean(step.label)}",
            "strip": [self._put(self._score(scores.get(side), side)) for side in NAMES],
            "rounds": self._put(self.macros.rounds(_rounds(board.scores))),
            "trays": self._put(self._trays(board, own=False)),
            "hand": self._put(self._trays(board, own=True)),
            "rows": self.shelf.put(
                tuple(self._row(here.get(unit), piece) for unit, piece in self.pieces.items())
            ),
            "notes": self.shelf.put(
                tuple(self._note(here.get(unit) or piece) for unit, piece in self.pieces.items())
            ),
            "at": {p.id: p.place for p in board.pieces if p.place and "gone" not in p.flags},
            "gone": [unit for unit in self.pieces if unit not in here or "gone" in here[unit].flags],
        }

    def _put(self, part: Any) -> int:
        return self.parts.put(str(part).strip())

    def _score(self, score: Score | None, side: str) -> Any:
        me = self.replay.me == side
        name = clean(self.replay.names.get(side, ""))
        luck = self.luck.get(side, "")
        return self.macros.score(score, side, NAMES[side], name, me, luck, side_mark(side))

    def _trays(self, board: Board, *, own: bool) -> Any:
        first = next((t for t in board.trays if t.cards and t.side == self.replay.me), None)  # my hand
        mine = [tray for tray in board.trays if (tray is first) == own]
        return self.macros.trays(mine, ICONS, side_mark, tray_title, named)

    def _row(self, piece: Piece | None, known: Piece) -> int:
        """One unit in its list, as it is at a step."""
        key = (piece, known.id)
        if key not in self.kept:
            shown, flags = piece or known, piece.flags if piece is not None else ()
            badges = [_text(shown.badges, role) for role in self.roles.get(known.side, ())]
            bar = _bar(shown) if piece and piece.track[1] else ""
            state = "removed" if "gone" in flags else "acted" if "spent" in flags else ""
            made = self.macros.unit(shown, named(known.label), badges, bar, state, _spot(piece), self.placed)
            self.kept[key] = self._put(made)
        return self.kept[key]

    def _note(self, piece: Piece) -> int:
        """What there is to know of a unit, in a row of its own."""
        key = (piece.about, piece.side)
        if key not in self.kept:
            columns = len(self.roles.get(piece.side, ())) + 3 + self.placed
            self.kept[key] = self._put(self.macros.about(clean(piece.about), columns))
        return self.kept[key]

    def armies(self) -> list[dict[str, Any]]:
        """Both sides' units."""
        return [
            {
                "side": side,
                "name": NAMES[side],
                "player": clean(self.replay.names.get(side, "")),
                "heads": [_HEADS.get(role, named(role)) for role in self.roles[side]],
                "first": next((i for i, p in enumerate(self.pieces.values()) if p.side == side), 0),
                "units": [unit for unit, piece in self.pieces.items() if piece.side == side],
            }
            for side in NAMES
        ]

    def chapter(self, step: Step) -> dict[str, Any]:
        author = clean(self.replay.names.get(step.side, "")) or NAMES.get(step.side, "")
        return {
            "step": step,
            "name": "Now" if step.now else f"Turn {step.turn}",
            "side": NAMES.get(step.side, ""),
            "label": clean(step.label),
            "lines": told(step.lines, self.finder),
            "message": [clean(row) for row in step.message.split("\n")] if step.message else [],
            "author": author,
            "new": bool(self.replay.me) and step.turn > self.replay.since >= 0,
        }


def _number(unit: str) -> tuple[str, int, str]:
    digits = "".join(c for c in unit if c.isdigit())
    return unit[:1], int(digits or 0), unit


def _text(badges: Sequence[Badge], role: str) -> str:
    return next((clean(b.text).removeprefix("×") for b in badges if b.role == role), "")


def _spot(piece: Piece | None) -> str:
    if piece is None or "gone" in piece.flags:
        return ""
    return clean(piece.place) if piece.form != "block" else ""


def _bar(piece: Piece) -> Markup:
    """A small bar in the colour of the text."""
    left, of = piece.track
    box = el("rect", x=0.5, y=0.5, width=51, height=7, rx=1.5, class_="bo")
    return el(
        "svg", box, el("rect", x=1, y=1, width=50 * left / of, height=6, class_="bi") if left else "",
        class_=f"bar {piece.side}", viewBox="0 0 52 8", aria_hidden="true",
    )  # fmt: skip


def _rounds(scores: Sequence[Score]) -> list[tuple[str, list[str]]]:
    """Points by round: both rows equally long; nothing before the first round is over."""
    most = max((len(score.rounds) for score in scores), default=0)
    rows = {score.side: [str(n) for n in score.rounds] for score in scores}
    full = {side: [*row, *["·"] * (most - len(row))] for side, row in rows.items()}
    return [(NAMES[side], full[side]) for side in NAMES if side in full] if most else []


def _board(name: str, film: Film) -> dict[str, Any]:
    """The newest position as it stands in the page before any script runs."""
    places, pieces, under, over = film.last
    w, h = film.ground.size
    return {
        "name": name,
        "box": f"-4 -4 {num(w + 8)} {num(h + 8)}",
        "still": film.still,
        "places": Markup("").join(outer(thing, "place") for thing in places),
        "pieces": Markup("").join(outer(thing, "piece") for thing in pieces),
        "under": under,
        "over": over,
    }


def _ticks(steps: Sequence[Step]) -> list[tuple[str, Markup]]:
    """One mark a turn over the slider: how far along in percent, and the author's mark.  In a long match
    there is room for strokes only, Blue's above, Red's below."""
    last = max(1, len(steps) - 1)
    if last < _MANY:
        drawn = [el("g", side_mark(step.side, -7, 0), transform="scale(.72)") for step in steps]
    else:
        above = {"a": ("0", "f-blue-line"), "b": ("6", "f-red-ink")}
        marks = [above.get(step.side, ("3", "f-ink2")) for step in steps]
        drawn = [el("rect", x=-1, y=y, width=2, height=5, class_=tone) for y, tone in marks]
    return [(f"{100 * i / last:.2f}%", mark) for i, mark in enumerate(drawn)]


def _luck(replay: Replay) -> dict[str, Any] | None:
    if not replay.luck:
        return None
    lines = {side: line for side, line in replay.running.items() if line}
    return {"bars": charts.bars(replay.luck), "running": charts.running(lines) if lines else ""}


def _panel(replay: Replay) -> dict[str, Any] | None:
    panel = replay.panel
    if panel is None:
        return None
    reasons = Shelf()
    return {
        **panel.tree,
        "file": panel.file,
        "before": panel.before,
        "reach": {each.unit: _reach(each, reasons) for each in panel.reach},
        "reasons": reasons.items,
    }


def _reach(reach: Reach, reasons: Shelf) -> dict[str, Any]:
    """What drag.js wants to know of a unit that moves freely; reasons by their numbers."""
    return {
        "most": reach.most,
        "actions": reach.actions,
        "snap": reach.snap,
        "radius": reach.radius,
        "aims": [[clean(aim.label), aim.distance, aim.toml] for aim in reach.aims],
        "stances": [
            {
                "label": clean(stance.label),
                "toml": stance.toml,
                "start": stance.start,
                "turn": stance.turn,
                "models": stance.models,
                "ways": [[*w.to, w.used, w.allow, reasons.put(clean(w.reason))] for w in stance.ways],
            }
            for stance in reach.stances
        ],
    }


def _rings_of(replay: Replay) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for ring in replay.rings:
        found.setdefault(ring.unit, []).append((named(ring.label), ring.distance))
    return found


# -- files ----------------------------------------------------------------------------------------------
def _seen(value: Any) -> Any:
    """Whatever a template prints: text without anything that cannot be seen."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_file),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def _style() -> str:
    light, dark = tokens_css(dark=False), tokens_css(dark=True)
    tokens = f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    printed = f"@media print{{:root{{{light}--paper:#fff;--card:#fff}}}}"
    fonts = f"body{{font-family:{FONT}}}svg text{{font-family:inherit}}"
    return tokens + printed + fonts + using_css() + _file("page.css")


def _script(replay: Replay) -> str:
    """The script, with those of its parts for which there is use."""
    panel = replay.panel
    free = panel is not None and bool(panel.reach) and bool(replay.rings)
    used = {"rings.js": bool(replay.rings), "orders.js": panel is not None, "drag.js": free}
    script = _file("page.js")
    for name, is_used in used.items():
        script = script.replace(f"//@{name}\n", _file(name) if is_used else "")
    return script


def _digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _json(data: Any) -> str:
    """JSON that cannot end the script element it stands in, nor begin another one."""
    said = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    said = said.replace("</", "<\\/").replace("<!--", "\\u003c!--")
    return re.sub(r"<(?=script)", r"\\u003c", said, flags=re.IGNORECASE)
