"""Whole matches of random players at the ford, in every configuration that the referee has to survive.

The configurations follow the rows of the want table: each turns on some kinds of wants, alone and together,
and some habits of the players: pauses, alternatives, standing orders laid and replaced, takebacks asked.
"""

from functools import cache, partial
from random import Random
from typing import Any

import msgspec

from examples.toy import RULESET as FORD
from pbem.bots import greedy_bot, random_bot
from pbem.referee.advance import Draft
from pbem.referee.statements import takeback_problem
from pbem.ruleset import Ruleset
from pbem.turnfile.canon import plain
from pbem.turnfile.model import Statement
from tests.kit.duel import Duel

REACT = {"pre": 30, "own": 20, "post": 30}
ALL = {**REACT, "hidden": 20, "mid": 15, "initiative": 50}


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """What the players do, in percent: pauses and alternatives an order, standing orders laid and takebacks
    asked a file, and how often new standing orders say `ask`."""

    pauses: int = 0
    alternatives: int = 20
    lay: int = 0
    ask: int = 25
    takebacks: int = 0


# name → (options of the game, habits of the players)
CONFIGS: dict[str, tuple[dict[str, Any], Habits]] = {
    "dice only": ({"deploy": "none"}, Habits()),
    "one activation a turn": ({"deploy": "none", "acts": 1}, Habits()),
    "sealed deployment": ({"deploy": "sealed"}, Habits()),
    "open deployment": ({"deploy": "open"}, Habits()),
    "open armies": ({"sealed_army": False}, Habits()),
    "bloody: one plays on alone": ({"kill": 2, "rounds": 10}, Habits()),
    "initiative": ({"initiative": 100, "rounds": 8}, Habits()),
    "pauses": ({}, Habits(pauses=20)),
    "alternatives": ({"kill": 3}, Habits(alternatives=70)),
    "reactions: the game's answers": (REACT, Habits()),
    "reactions: own standing orders": (REACT, Habits(lay=60, ask=0)),
    "reactions: standing or ask": (REACT, Habits(lay=50, ask=50)),
    "reactions: always asked": (REACT, Habits(lay=60, ask=100)),
    "before the dice": ({"pre": 100}, Habits(lay=50)),
    "of the mover": ({"own": 100}, Habits(lay=50, ask=60)),
    "after the dice": ({"post": 100, "kill": 3}, Habits(lay=50)),
    "standing orders of both in one attack": ({"own": 60, "post": 100, "kill": 2}, Habits(lay=80, ask=0)),
    "choices in mid-action": ({"mid": 40}, Habits()),
    "hidden reactions": ({"hidden": 50}, Habits()),
    "hidden reactions, one activation": ({"hidden": 60, "acts": 1}, Habits()),
    "hidden reactions and pauses": ({"hidden": 40, "pre": 20}, Habits(pauses=30, lay=30)),
    "takebacks": ({}, Habits(takebacks=15)),
    "takebacks and reactions": (REACT, Habits(takebacks=12, lay=50, pauses=10)),
    "everything": (ALL, Habits(pauses=15, alternatives=30, lay=40)),
    "everything, bloody": ({**ALL, "kill": 3, "rounds": 8}, Habits(pauses=15, alternatives=30, lay=40)),
    "everything, one activation": ({**ALL, "acts": 1, "deploy": "open"}, Habits(lay=40)),
    "everything, takebacks": (ALL, Habits(pauses=10, lay=40, takebacks=10)),
}
WORDS = ("yes", "no", "cancel")


def standing(rng: Random, ask: int) -> dict[str, Any]:
    """Standing orders of the ford at random."""
    return {
        kind: "ask" if rng.randrange(100) < ask else rng.choice(WORDS) for kind in ("pre", "own", "post")
    }  # fmt: skip


class Whole(Duel):
    """A duel of random players with habits; takebacks are asked by whoever wrote the last file."""

    def __init__(
        self, seed: str, options: dict[str, Any], habits: Habits, rules: Ruleset = FORD, **more: Any
    ) -> None:
        bot = partial(random_bot.decide, pauses=habits.pauses, alternatives=habits.alternatives)
        self.habits = habits
        self.asked: list[tuple[int, int, str]] = []  # (file, back to, answer)
        laid = partial(standing, ask=habits.ask)
        super().__init__(rules, (bot, bot), seed=seed, options=options, lay=habits.lay, standing=laid, **more)

    def draft(self, side: Any = None, **more: Any) -> Draft:
        match = self.match
        if match.turn > 3 and self.rng.randrange(100) < self.habits.takebacks:
            to = self.rng.randrange(max(2, match.turn - 6), match.turn - 1)
            if not takeback_problem(match, to):
                author = "b" if match.to == "a" else "a"
                notice = self.notice(author, {"kind": "takeback", "to": to})  # type: ignore[arg-type]
                said = "yes" if self.rng.randrange(2) else "no"
                self.asked.append((match.turn, to, said))
                more["statements"] = (Statement(answer=said, notice=notice.data),)  # type: ignore[arg-type]
        return super().draft(side, **more)


def whole(name: str, seed: int) -> Whole:
    """A match of that configuration, not yet played."""
    options, habits = CONFIGS[name]
    return Whole(f"{name} {seed}", options, habits)


def any_game(rules: Ruleset, seed: int) -> Duel:
    """A match of any game with its own defaults between greedy players; both lay their default standing
    orders anew, now sealed, now in clear."""
    setup, problems = rules.setup({}, {})
    assert not problems
    default = plain(rules.default_standing(setup))
    bot = partial(greedy_bot.decide, alternatives=20)
    return Duel(rules, (bot, bot), seed=str(seed), lay=30, standing=lambda _: default)


@cache
def played(name: str, seed: int) -> Whole:
    """The same, played to its end; shared by tests that only look."""
    duel = whole(name, seed)
    duel.play()
    return duel
