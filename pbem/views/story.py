"""The story of a turn: who did what, with every die; successes stand in brackets.

Red  bombard crew B6 fires at shellbacks A2: 12 dice, hits on 4+
     4+ hits  ⚀ [⚃][⚄] ⚁ [⚅] ⚂  ⚀ [⚄] ⚁  ⚂ [⚅][⚃]
"""

import re
from collections.abc import Iterable, Iterator

from rich.text import Text

from pbem.board import Dice, Line
from pbem.views.terminal import NAME, STYLE, Pen, ink, pad, wrap

INDENT = 2
SIDE = 5  # columns of "Blue "
DEEPER = 2
FACES = "⚀⚁⚂⚃⚄⚅"


def story_text(lines: Iterable[Line], width: int = 80, ascii_only: bool = False) -> list[str]:
    """The story in lines of at most `width` columns."""
    return [row.plain.rstrip() for row in story_rows(lines, width, ascii_only)]


def story_rows(lines: Iterable[Line], width: int = 80, ascii_only: bool = False) -> list[Text]:
    """The same with tones, for a console that can show them."""
    pen, rows, said = Pen(ascii_only), list[Text](), ""
    for line in lines:
        heading = _is_heading(line)
        if rows and heading:
            rows.append(Text())
        margin = INDENT if heading else INDENT + SIDE + DEEPER * line.depth
        # The side is said when something new begins, or when it changes.
        name = NAME.get(line.side, "") if not line.depth or line.side != said else ""
        said = line.side
        for i, words in enumerate(wrap(pen.say(_text(line)), max(20, width - margin)) or [""]):
            row = ink(" " * INDENT)
            if margin > INDENT:
                row.append(f"{name if i == 0 else '':{SIDE}}", f"bold {STYLE[line.side]}" if name else "")
            rows.append(pad(row, margin).append(words, STYLE.get(line.tone, "")))
        if line.dice:
            beside = rows[-1].cell_len + 3
            one_row = _dice_rows(line, beside, width, pen)
            if (line.depth or heading) and len(one_row) == 1 and one_row[0].cell_len <= width:
                pad(rows[-1], beside).append_text(one_row[0][beside:])
            else:
                rows += _dice_rows(line, margin + DEEPER, width, pen)
    return rows


def _is_heading(line: Line) -> bool:
    """A new round, the result: nobody's doing."""
    return not line.side and not line.depth


def _text(line: Line) -> str:
    """The words without the name that already stands in front of them ("Blue wins" by Blue)."""
    return line.text.removeprefix(f"{NAME[line.side]} ") if line.side in NAME else line.text


def _dice_rows(line: Line, margin: int, width: int, pen: Pen) -> list[Text]:
    """Label and dice from column `margin` on, in as many rows as they need."""
    dice, good_tone = line.dice or Dice(()), f"bold {STYLE.get(line.side, '')}".rstrip()
    rows = [ink(" " * margin).append(pen.say(dice.label) + "  " if dice.label else "", STYLE["quiet"])]
    start = rows[0].cell_len
    for die in dice_signs(dice, pen.ascii_only):
        if rows[-1].cell_len + len(die) > max(width, start + 12):
            rows.append(ink(" " * start))
        rows[-1].append(die, good_tone if die[0] == "[" else STYLE["quiet"])
    if dice.cancelled:
        rows[-1].append(f"  {dice.cancelled} undone", STYLE["quiet"])
    return rows


def dice_signs(dice: Dice, ascii_only: bool) -> Iterator[str]:
    """Each die as it was rolled, all equally wide: `[⚃]` a success, `(⚃)` one that was undone (the last
    of them), ` ⚁ ` a failure."""
    good = [bool(dice.need) and face >= dice.need for face in dice.faces]
    stands = sum(good) - dice.cancelled
    digits = len(str(dice.sides)) if ascii_only or dice.sides != 6 else 1
    for face, success in zip(dice.faces, good, strict=True):
        sign = f"{face:>{digits}}" if ascii_only or dice.sides != 6 else FACES[face - 1]
        stands -= success
        yield f"[{sign}]" if success and stands >= 0 else f"({sign})" if success else f" {sign} "


# -- Markdown --------------------------------------------------------------------------------------------
def story_markdown(lines: Iterable[Line], ascii_only: bool = False) -> str:
    """The story as a list in Markdown, for the log beside a turn; nothing that a player wrote can
    become markup in it."""
    pen, out = Pen(ascii_only), list[str]()
    for line in lines:
        text = _literal(pen.say(_text(line)))
        if line.tone == "strong":
            text = f"**{text}**"
        if _is_heading(line):
            out += ["", text, ""]
        else:
            who = f"**{NAME[line.side]}** " if line.side in NAME else ""
            out.append(f"{'  ' * line.depth}- {who}{text}")
        if line.dice:
            label = _literal(pen.say(line.dice.label)) + ": " if line.dice.label else ""
            signs = "".join(dice_signs(line.dice, ascii_only)).strip()
            signs += f"  {line.dice.cancelled} undone" if line.dice.cancelled else ""
            out.append(f"{'' if _is_heading(line) else '  ' * (line.depth + 1)}- {label}`{signs}`")
    text = "\n".join(out).strip() + "\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def _literal(text: str) -> str:
    """Text that Markdown prints as it is: no emphasis, link, markup, list or heading."""
    text = re.sub(r"([\\`*_\[\]<>|~&@])", r"\\\1", text.strip())
    text = re.sub(r"(?i)\b(https?|ftp)(:)|\b(www)(\.)", lambda m: f"{m[0][:-1]}\\{m[0][-1]}", text)
    return re.sub(r"^(\d+(?=[.)])|(?=[#+=-]))", r"\1\\", text)
