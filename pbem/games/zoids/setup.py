"""The terms of a match: options → `Setup`, with every problem (A15), and what to think of before agreeing."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.errors import Problem
from pbem.games.zoids.catalogue import default_obstacles
from pbem.games.zoids.reading import read
from pbem.games.zoids.rules.squares import is_square, rotated
from pbem.games.zoids.state import Options, Setup
from pbem.ruleset import Data

__all__ = ["advice", "make_setup"]

_RANDOM: Final = re.compile(r"random:\s*(\d{1,2})")
MOST: Final = 24  # rolled obstacles; eight of the 32 squares between the back rows stay open


def make_setup(
    options: Data, material: Mapping[str, Sequence[Data]]
) -> tuple[Setup | None, tuple[Problem, ...]]:
    """Options → the terms.  There are no files of one's own: Zoids and cards are those of the game."""
    terms, problems = read(Options, options)
    problems += [Problem(kind, "this game takes no files of one's own") for kind in material]
    if terms is None:
        return None, tuple(problems)
    obstacles, pairs, wrong = _obstacles(terms.obstacles)
    problems += wrong
    if problems:
        return None, tuple(problems)
    return Setup(options=terms, obstacles=obstacles, pairs=pairs), ()


def _obstacles(said: str | tuple[str, ...]) -> tuple[tuple[str, ...], int, list[Problem]]:
    """A15: the default map, squares of one's own in ranks 3 to 6, or `random:n`."""
    if isinstance(said, tuple):
        problems = []
        for i, square in enumerate(said):
            if not is_square(square) or square[1] not in "3456":
                message = f"expected a square of ranks 3 to 6, found {square!r}"
                problems.append(Problem(f"obstacles[{i}]", message, "for example c5"))
            elif square in said[:i]:
                problems.append(Problem(f"obstacles[{i}]", f"{square} is named twice"))
        return said, 0, problems
    if said.strip() == "default":
        return default_obstacles(), 0, []
    found = _RANDOM.fullmatch(said.strip())
    if found is None:
        hint = 'obstacles = "random:6", or a list such as ["c3", "f6"]'
        return (
            (),
            0,
            [Problem("obstacles", f'expected "default", "random:n" or a list, found {said!r}', hint)],
        )
    count = int(found[1])
    if count % 2 or not 2 <= count <= MOST:
        message = f"expected an even number from 2 to {MOST}, for they lie in pairs, found {count}"
        return (), 0, [Problem("obstacles", message)]
    return (), count // 2, []


def advice(setup: Setup) -> tuple[str, ...]:
    """What a player should read before he agrees."""
    said, options = [], setup.options
    rows = {square[1]: [s for s in setup.obstacles if s[1] == square[1]] for square in setup.obstacles}
    if walls := [rank for rank, row in sorted(rows.items()) if len(row) == 8]:
        said.append(f"rank {walls[0]} is all obstacles: nobody but flyers gets past it")
    if setup.obstacles and not _symmetric(setup.obstacles):
        said.append("the obstacles do not lie the same for both sides")
    if options.turn_limit == 0:
        said.append("there is no limit of turns: players who avoid each other never finish")
    if options.cards_per_phase == 0:
        said.append("any number of cards a phase: attacks come in rows, and so do the mails that answer them")
    if options.tactics_cards == "any_phase":
        said.append("tactics cards in any phase: an attack may be followed by dice, which costs mails")
    if options.first != "roll":
        said.append(f"{'Blue' if options.first == 'p1' else 'Red'} begins")
    return tuple(said)


def _symmetric(obstacles: tuple[str, ...]) -> bool:
    return sorted(obstacles) == sorted(rotated(square) for square in obstacles)
