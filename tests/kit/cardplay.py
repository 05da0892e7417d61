"""Duels of Zoids: a shared deck, hidden hands, real card work in every file.

Who has said nothing plays by the simplest of habits, so that no change of a bot changes a duel.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, Literal

from pbem.bots import greedy_bot
from pbem.bots.compose import compose
from pbem.chance import cards, group
from pbem.games.zoids import RULESET as ZOIDS
from pbem.referee.cardtable import hand
from pbem.referee.match import Match
from pbem.ruleset import DECK, Cards, Choice, Known, Order, Side
from pbem.turnfile.canon import unb64
from tests.kit.script import Script

Habit = Literal["quiet", "eager", "greedy"]
NEVER: Final = 9


class CardPlay(Script):
    """`quiet` players end their turns and take every hit; `eager` ones attack where they can, walk towards
    the enemy, and defend with the first card that serves; `greedy` ones are bots."""

    def __init__(self, seed: str = "1", habit: Habit = "greedy", **options: Any) -> None:
        self.habit = habit
        super().__init__(ZOIDS, seed, options=options)

    def default(self, state: Any, side: Side, known: Known) -> tuple[Order, ...]:
        rng = Random(f"{side} {self.match.head}")  # the same decision however often it is drafted
        if self.habit == "greedy":
            return greedy_bot.decide(self.rules, state, side, known, rng, alternatives=20)
        rank = quiet if self.habit == "quiet" else eager(side)

        def pick(here: Any, legal: Sequence[Choice]) -> Choice:
            return min(legal, key=lambda choice: rank(here, choice))

        return compose(self.rules, state, side, known, pick=pick, rng=rng)

    def sees(self, side: Side, match: Match | None = None) -> Known:
        """Slot → face of every card that a side has ever been able to see with its key."""
        match = match or self.match
        return hand(match, match.decks, side, self.seats[side].secrets.expand)

    def shown(self, match: Match | None = None) -> Known:
        """Slot → face of every card that everybody has seen."""
        decks = (match or self.match).decks
        return {entry.slot: deck.faces[entry.card] for deck in decks for entry in deck.shown}


@cache
def eager_play(files: int, *, late: bool = False) -> CardPlay:
    """The duel of these tests with so many files; shared by all, so `branch` it to play on.

    1, 2: shuffles.  2: strips for b.  3, 4: both end their turns.  5: b discards, moves and fires.
    6: a defends with a card of its hand, then moves.
    """
    if files == 1:
        return CardPlay("6", "eager", **({"draws": "late"} if late else {}))
    play = eager_play(files - 1, late=late).branch()
    play.step()
    return play


@cache
def used_up() -> CardPlay:
    """A quiet duel whose deck is used up: the next file shuffles the discard pile.  Shared, as above."""
    play = CardPlay("1", "quiet", starting_hand=10, hand_limit=39)
    while not isinstance(play.want, Cards) or play.want.op != "shuffle" or len(play.files) < 3:
        play.step()
    return play


def computable(play: CardPlay, side: Side, match: Match | None = None) -> Known:
    """Slot → face of every card that comes out when somebody with the key of that side takes its masks off
    whatever point the files have shown for a slot, as often as he likes."""
    match = match or play.match
    found: dict[int, str] = {}
    keys = [cards._scalar(deck, side, play.seats[side].secrets.expand) for deck in match.decks if deck.ready]
    for deck in match.decks:
        bare = group.card_points(unb64(match.id), deck.session, len(deck.faces))
        for position, point in enumerate(deck.points):
            slot = deck.session * DECK + position
            points = {unb64(point), *(unb64(strip.point) for strip in deck.strips if strip.slot == slot)}
            for key in keys:
                points |= {group.mul(group.inverse(key), one) for one in points}
            cards_there = [bare[one] for one in points if one in bare]
            assert len(cards_there) < 2
            if cards_there:
                found[slot] = deck.faces[cards_there[0]]
    return found | play.shown(match)


Rank = Callable[[Any, Choice], tuple[int, int]]


def quiet(_: Any, choice: Choice) -> tuple[int, int]:
    """What has to be discarded, then the end."""
    order = choice.order
    return (0 if order.discard else 1 if order.end or order.hold else NEVER), 0


def eager(side: Side) -> Rank:
    """Attacks, then moves towards the enemy, no tactics cards; a card to defend with, where there is one."""

    def rank(here: Any, choice: Choice) -> tuple[int, int]:
        order = choice.order
        if here.phase == "turn" and order.play is not None and not order.zoid:
            return NEVER, 0
        if choice.verb == "move":
            return 1, -int(choice.at[1]) if side == "a" else int(choice.at[1])
        return (0 if choice.verb == "attack" or here.phase != "turn" else 2 if order.discard else 3), 0

    return rank
