"""The colours: one list of tokens, light and dark.  Drawings name tokens and never a colour.

`f-x` fills with token x, `s-x` strokes with it.  A page sets the tokens as custom properties; a picture
of its own carries their values, because many viewers of SVG know no custom properties.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

__all__ = ["FONT", "SIDES", "TOKENS", "Ink", "Theme", "picture_css", "tokens_css", "using_css"]

Theme = Literal["auto", "light", "dark"]
FONT: Final = '-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif'

# token → light, dark.  Text on its ground keeps 4.5:1, lines and shapes 3:1, in both.
TOKENS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "paper": ("#eff2ed", "#12171a"),  # page
        "card": ("#fbfcfa", "#1a2023"),  # panels
        "ink": ("#1a2125", "#e8ece8"),
        "ink2": ("#4a555b", "#a9b4b8"),  # what is said quietly
        "rule": ("#d5dbd5", "#2f383c"),  # hairlines
        "rule2": ("#7a858a", "#7d898e"),  # borders of controls, dice that missed
        "ground": ("#e7ece1", "#232c29"),  # the board
        "ground2": ("#d9e1d2", "#2d3834"),  # special places, dark squares
        "gline": ("#b4bfae", "#4a5751"),
        "feature": ("#7f8b78", "#7f8f86"),
        "wood": ("#c3d2b5", "#2c4030"),
        "woodink": ("#4a6040", "#86a27e"),
        "hill": ("#ddd9c2", "#3a382b"),
        "hillink": ("#675f40", "#a99f77"),
        "marsh": ("#cbdcd8", "#233b3c"),
        "marshink": ("#3c625e", "#7fb0aa"),
        "red": ("#a63319", "#c0492a"),
        "red-line": ("#a63319", "#f08f72"),
        "red-on": ("#ffffff", "#ffffff"),
        "red-ink": ("#96290f", "#f4977e"),
        "red-tint": ("#f3ded5", "#41291f"),
        "blue": ("#dbeaf8", "#14324d"),
        "blue-line": ("#14548d", "#79b9f1"),
        "blue-on": ("#0b365f", "#e2f0fc"),
        "blue-ink": ("#14548d", "#8fc6f7"),
        "blue-tint": ("#d5e4f2", "#1b3145"),
        "mark": ("#ffdb66", "#f2c14a"),  # you can act here, and nothing else
        "mark-soft": ("#fff0bf", "#4a3c16"),
        "mark-line": ("#7a4f00", "#f6cc5e"),
        "black": ("#1a2125", "#1a2125"),  # on `mark`
    }
)


class Ink(NamedTuple):
    """What one side is drawn with: tokens of fill, outline, text on the fill, text on paper, tint."""

    fill: str
    line: str
    on: str
    ink: str
    tint: str


SIDES: Final[Mapping[str, Ink]] = MappingProxyType(
    {
        "a": Ink("blue", "blue-line", "blue-on", "blue-ink", "blue-tint"),
        "b": Ink("red", "red-line", "red-on", "red-ink", "red-tint"),
        "": Ink("card", "ink2", "ink", "ink2", "rule"),
    }
)

_TYPE: Final = (
    "text{font-size:12px;font-variant-numeric:tabular-nums}"
    ".t11{font-size:11px}.t14{font-size:14px}.t16{font-size:16px}.t20{font-size:20px}.t28{font-size:28px}"
    ".w7{font-weight:700}.it{font-style:italic}.mi{text-anchor:middle}.en{text-anchor:end}"
    ".shape{stroke-width:1.6px}.nf{fill:none}.halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}"
    ".rd{stroke-linejoin:round;stroke-linecap:round}"
)


def tokens_css(dark: bool) -> str:
    """The tokens as custom properties, for `:root`."""
    return "".join(f"--{name}:{pair[dark]};" for name, pair in TOKENS.items())


def using_css(tokens: Iterable[str] = TOKENS) -> str:
    """The classes of a drawing inside a page."""
    paint = "".join(f".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name})}}" for name in tokens)
    return _TYPE + paint


def picture_css(theme: Theme, used: Iterable[str]) -> str:
    """The classes of a picture of its own, for the tokens that it uses."""
    names = [name for name in TOKENS if name in used]
    light, dark = (
        "".join(f".f-{n}{{fill:{TOKENS[n][i]}}}.s-{n}{{stroke:{TOKENS[n][i]}}}" for n in names)
        for i in (0, 1)
    )
    font = f"text{{font-family:{FONT}}}"
    if theme == "auto":
        return f"{font}{_TYPE}{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return font + _TYPE + (dark if theme == "dark" else light)
