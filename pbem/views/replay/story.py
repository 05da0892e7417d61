"""The story in the page: units that can be pointed at, dice that are drawn."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from pbem.board import Dice, Line
from pbem.views.drawing.marks import NAMES
from pbem.views.drawing.markup import el, join
from pbem.views.terminal import clean

__all__ = ["Die", "Finder", "Said", "told"]


class Die(NamedTuple):
    """One die: its face, and hit, undone or miss ("h", "c", "")."""

    face: int
    state: str


class Said(NamedTuple):
    """A line for the template."""

    text: Markup
    side: str
    name: str  # whose line it is, said where that changes
    depth: int
    tone: str
    label: str
    dice: Sequence[Die]
    spoken: str  # the dice in words
    drawn: bool  # six-sided dice are drawn, all others are written


class Finder:
    """Finds units in a text, by their ids and the names before or around them."""

    def __init__(self, units: Mapping[str, str]) -> None:
        """`units`: id → name."""
        self._units = units
        ids = "|".join(re.escape(i) for i in sorted(units, key=len, reverse=True)) or r"(?!)"
        names = "|".join(re.escape(n) for n in sorted(set(units.values()), key=len, reverse=True) if n)
        before = rf"(?:(?:{names})\s*\(?)?" if names else ""
        after = rf"(?:\s*\(?(?:{names})\)?|\))?" if names else r"\)?"
        self._found = re.compile(rf"(?<![\w-]){before}(?<![\w-])({ids})(?![\w-]){after}", re.IGNORECASE)

    def linked(self, text: str) -> Markup:
        """The text, escaped, with every unit in a span of its own."""
        parts, at = [], 0
        for found in self._found.finditer(text):
            unit = found[1]
            if unit not in self._units:  # another writing of the same letters
                continue
            words = found[0]
            if words.endswith(")") and "(" not in words:
                words = words[:-1]
            side = "a" if unit[:1] == "A" else "b" if unit[:1] == "B" else ""
            parts += [escape(text[at : found.start()]), el("span", words, class_=f"u {side}", data_u=unit)]
            at = found.start() + len(words)
        return join(*parts, escape(text[at:]))


def told(lines: Iterable[Line], finder: Finder) -> list[Said]:
    """Lines for the template."""
    out, before = [], ""
    for line in lines:
        said = clean(line.text)
        name = NAMES.get(line.side, "")
        said = said.removeprefix(f"{name} ") if name else said
        said = said[:1].upper() + said[1:]
        new = bool(name) and (not line.depth or line.side != before)
        before = line.side
        dice = line.dice
        out.append(
            Said(
                finder.linked(said), line.side, name if new else "", line.depth, line.tone,
                clean(dice.label) if dice else "", sorted_dice(dice) if dice else (),
                spoken(dice) if dice else "", bool(dice) and dice.sides == 6 if dice else True,
            )
        )  # fmt: skip
    return out


def sorted_dice(dice: Dice) -> list[Die]:
    """From high to low; of the successes the lowest are those that were undone."""
    faces = sorted(dice.faces, reverse=True)
    good = sum(face >= dice.need for face in faces) if dice.need else 0
    stands = good - dice.cancelled
    return [Die(face, "h" if i < stands else "c" if i < good else "") for i, face in enumerate(faces)]


def spoken(dice: Dice) -> str:
    """ "rolled 4 6 1: 2 of 3, 1 undone" """
    said = f"rolled {' '.join(map(str, dice.faces))}"
    if dice.need:
        said += f": {sum(face >= dice.need for face in dice.faces)} of {len(dice.faces)}"
    if dice.cancelled:
        said += f", {dice.cancelled} undone"
    return f"{clean(dice.label)}: {said}" if dice.label else said
