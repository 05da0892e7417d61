"""What a turn of WAR costs in mails: counted over real signed matches ("What a turn costs" in RULES.md)."""

from typing import Any

import pytest

from pbem.bots import random_bot
from pbem.games.war import RULESET
from tests.kit.duel import Duel, read

ASKED = ("cancel", "halve", "armour", "close_ranks", "spend")


def ask(*kinds: str) -> dict[str, Any]:
    """Standing orders that ask about these reactions and answer all else as usual."""
    return {"rules": [{"to": kind, "when": "ask"} for kind in kinds]}


def played(standing: dict[str, Any] | None) -> tuple[int, int, int]:
    """(files after turn 2, player-turns, reactions that were asked) of a short match."""
    options = {"turns": 2, "points": 4}
    lay = (lambda _: standing) if standing is not None else None
    duel = Duel(
        RULESET,
        (random_bot.decide, random_bot.decide),
        seed="war mails",
        options=options,
        lay=100 if lay else 0,
        standing=lay,
    )
    duel.play()
    kinds = [d["kind"] for text in duel.files for d in read(text).data.get("decisions", [])]
    asked = sum(kind != "orders" for kind in kinds)
    return len(duel.files) - 3, 4, asked


def test_the_defaults_answer_everything_in_one_mail_a_turn() -> None:
    files, turns, asked = played(None)
    assert asked == 0
    assert turns <= files <= turns + 1  # the last dice need one more share


@pytest.mark.parametrize("kinds", [("cancel",), ("halve",), ("armour",), ("close_ranks",), ("spend",), ASKED])
def test_a_reaction_that_is_asked_costs_two_more_at_most(kinds: tuple[str, ...]) -> None:
    files, turns, asked = played(ask(*kinds))
    assert files <= turns + 1 + 2 * asked
    if kinds == ASKED:
        assert asked > 0
        assert files > turns + 1
