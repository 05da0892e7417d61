"""Luck, drawn: bars of what was rolled beside what was expected, and the difference as it ran."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from pbem.views.drawing.lettering import cut, named
from pbem.views.drawing.marks import NAMES, ink_of
from pbem.views.drawing.markup import el, join, num, path, text
from pbem.views.replay.model import Luck

__all__ = ["bars", "running", "signed"]

W: Final = 376.0
_BAR: Final = 104.0  # where bars begin
_END: Final = 298.0  # where the longest ends
_ROW: Final = 24.0


def signed(value: float) -> str:
    """+4.2, −1.9, 0.0"""
    return f"{'−' if value < -0.049 else '+' if value > 0.049 else ''}{abs(value):.1f}"


def bars(rows: Sequence[Luck]) -> Markup:
    """A bar for what was rolled, an upright line for what was expected, both numbers beside them."""
    most = max((max(row.actual, row.expected) for row in rows), default=0) or 1
    scale = (_END - _BAR) / most
    drawn = []
    for i, row in enumerate(rows):
        y, tone = i * _ROW, ink_of(row.side)
        line = tone.line if row.side == "a" else tone.ink
        label = cut(f"{NAMES.get(row.side, '')} {named(row.kind).lower()}", 12, _BAR - 8)
        fill = {"fill": "url(#hatch)"} if row.side == "a" else {}
        paint = f"s-{line}" if row.side == "a" else f"f-{line} s-{line}"
        drawn += [
            text(label, 0, y + 16, "f-ink2"),
            el("rect", x=_BAR, y=y + 6, width=max(1.0, row.actual * scale), height=12, rx=2, class_=paint,
               stroke_width=1.25, **fill),
            path(f"M{num(_BAR + row.expected * scale)} {num(y + 2)}v20", "nf s-card", stroke_width=5),
            path(f"M{num(_BAR + row.expected * scale)} {num(y + 2)}v20", "nf s-ink", stroke_width=2),
            text(f"{row.actual}", W - 40, y + 16, "w7 en f-ink"),
            text(f"/ {row.expected:.1f}", W, y + 16, "en f-ink2"),
        ]  # fmt: skip
    said = "; ".join(
        f"{NAMES.get(row.side, '')} {row.kind}: {row.actual} rolled, {row.expected:.1f} expected"
        for row in rows
    )
    height = len(rows) * _ROW + 2
    return el("svg", *drawn, viewBox=f"0 0 {num(W)} {num(height)}", role="img", aria_label=said)


def running(lines: Mapping[str, Sequence[tuple[int, float]]]) -> Markup:
    """Successes above expectation, summed by turn: Blue dashed with a ring, Red solid with a diamond."""
    points = [point for line in lines.values() for point in line]
    first, last = min(t for t, _ in points), max(t for t, _ in points)
    most = max(5, *(abs(v) for _, v in points))
    step = 5 if most <= 12 else 10 if most <= 25 else 25
    top = -(-int(most + 0.999) // step) * step
    height, left, right = 104.0, 28.0, 330.0
    middle, scale = height / 2 - 4, (height / 2 - 12) / top
    across = (right - left) / max(1, last - first)

    drawn = [path(f"M{num(left)} {num(middle)}H{num(right)}", "nf s-rule2")]
    for value in (-top, top):
        y = middle - value * scale
        drawn += [path(f"M{num(left)} {num(y)}H{num(right)}", "nf s-rule"),
                  text(f"{'+' if value > 0 else '−'}{top}", left - 6, y + 4, "en f-ink2")]  # fmt: skip
    drawn.append(text("0", left - 6, middle + 4, "en f-ink2"))
    every = max(1, -(-(last - first) // 6))
    drawn += [
        text(str(turn), left + (turn - first) * across, height + 8, "mi f-ink2")
        for turn in range(first, last + 1, every)
    ]
    ends: list[float] = []
    for side in sorted(lines, reverse=True):
        way = [(left + (t - first) * across, middle - v * scale, v) for t, v in lines[side]]
        drawn += _line(side, way, ends) if way else []
    said = "; ".join(f"{NAMES.get(side, side)} {signed(line[-1][1])}" for side, line in lines.items() if line)
    return el(
        "svg", join(*drawn), viewBox=f"0 0 {num(W)} {num(height + 12)}", role="img",
        aria_label=f"successes above or below expectation: {said}",
    )  # fmt: skip


def _line(side: str, points: Sequence[tuple[float, float, float]], ends: list[float]) -> list[Markup]:
    tone = ink_of(side)
    line = tone.line if side == "a" else tone.ink
    x, y, value = points[-1]
    d = "M" + "L".join(f"{num(px)} {num(py)}" for px, py, _ in points)
    dashes = "5 3" if side == "a" else None
    curve = path(d, f"nf s-{line} rd", stroke_width=2.25, stroke_dasharray=dashes)
    if side == "a":
        end = el("circle", cx=x, cy=y, r=4, class_=f"f-card s-{line}", stroke_width=2)
    else:
        end = path(f"M{num(x)} {num(y - 5)}l5 5-5 5-5-5Z", f"f-{line}")
    at = y + 4
    while any(abs(at - other) < 13 for other in ends):
        at += 13 if all(at >= other - 13 for other in ends) else -13
    ends.append(at)
    return [curve, end, text(signed(value), x + 10, at, "w7 f-ink")]
