"""What a turn costs in mails: from the file that ended the turn before to the file that ends this one.

The table stands in RULES.md ("What a turn costs"); here it is counted over real signed matches.
"""

from collections import defaultdict
from functools import cache

import pytest

from pbem.bots import random_bot
from pbem.games.zoids import RULESET
from pbem.games.zoids import events as e
from tests.kit.duel import Duel, read

Situation = frozenset[str]
LOOKING = ("superior_tactics", "battle_plan", "know_your_enemy")


@cache
def counted(draws: str) -> dict[Situation, set[int]]:
    """situation → the numbers of mails that turns in it took, over some matches of random players."""
    found: dict[Situation, set[int]] = defaultdict(set)
    for seed in range(2 if draws == "early" else 1):
        options = {"turn_limit": 90 if draws == "early" else 40, "draws": draws}
        duel = Duel(RULESET, (random_bot.decide, random_bot.decide), seed=f"mails {seed}", options=options)
        ended: list[int] = []  # file that ended turn i
        what: list[set[str]] = []
        author, shuffled = "", False
        while not duel.over:
            folded = duel.step()
            number = folded.match.turn - 1
            events = [entry.event for entry in folded.entries]
            shuffled = shuffled or any(isinstance(event, e.Reshuffled) for event in events)
            data = read(duel.files[number]).data
            for decision in data.get("decisions", []):
                if decision["kind"] != "orders":
                    continue
                if data["author"] != author:
                    ended.append(number)
                    what.append(set())
                    author = data["author"]
                ended[-1] = number
                what[-1] |= {"reshuffle"} if shuffled else set()
                what[-1] |= {"attack" for o in decision["orders"] if "fire" in o or "fight" in o}
                shuffled = False
            for event in events:
                if isinstance(event, e.Played) and what:
                    what[-1].add(event.card)
        for i in range(1, len(ended) - 1):
            found[frozenset(what[i])].add(ended[i] - ended[i - 1])
    return dict(found)


def mails(draws: str, *situation: str) -> set[int]:
    return counted(draws).get(frozenset(situation), set())


@pytest.mark.parametrize("situation", [(), ("attack",)])
def test_an_ordinary_turn_with_attacks_and_defences_is_one_mail(situation: tuple[str, ...]) -> None:
    assert mails("early", *situation) == {1}


def test_awesome_move_costs_none() -> None:
    assert mails("early", "awesome_move") | mails("early", "attack", "awesome_move") == {1}


def test_a_card_that_looks_or_draws_costs_two_and_so_does_a_reshuffle() -> None:
    """Less where nothing new is seen, or where one answer serves two of them."""
    assert 3 in mails("early", "superior_tactics") | mails("early", "attack", "superior_tactics")
    assert 3 in mails("early", "battle_plan") | mails("early", "attack", "battle_plan")
    assert 3 in mails("early", "know_your_enemy") | mails("early", "attack", "know_your_enemy")
    assert 3 in mails("early", "reshuffle") | mails("early", "attack", "reshuffle")
    for situation, numbers in counted("early").items():
        more = sum(card in situation for card in (*LOOKING, "reshuffle"))
        assert max(numbers) <= 1 + 2 * more, situation


def test_late_draws_cost_two_more_at_most() -> None:
    for situation, numbers in counted("late").items():
        more = sum(card in situation for card in (*LOOKING, "reshuffle"))
        assert max(numbers) <= 3 + 2 * more, situation
    assert any(3 in numbers for situation, numbers in counted("late").items() if situation <= {"attack"})


if __name__ == "__main__":
    for name in ("early", "late"):
        for situation, numbers in sorted(counted(name).items(), key=lambda row: sorted(row[0])):
            print(name, " + ".join(sorted(situation)) or "nothing", sorted(numbers))
