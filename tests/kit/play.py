"""A whole match in memory: no mail, no signatures, no windows; only the contract of a game.

`play` answers every want: dice from one generator, decisions from players, reactions from standing
orders where these answer, cards from a deck of its own.  Orders run as the referee runs them: a
queue, alternatives, downgrades, pauses.  Everything that was asked and answered is kept.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from pbem.bots import greedy_bot, random_bot
from pbem.bots.compose import Player
from pbem.ruleset import (
    DECK,
    OTHER,
    SIDES,
    Cards,
    Decide,
    Event,
    Order,
    React,
    Roll,
    Ruleset,
    Sealed,
    Side,
    Unseal,
    Want,
)

Watch = Callable[[Any], None]
LONGEST = 20_000  # wants in a match; more is an endless game


@dataclass(frozen=True)
class Asked:
    """One want with its answer; `step` is what the game made of it."""

    state: Any
    want: Want
    answer: Any
    after: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Taken:
    """One decision as its player signed it."""

    state: Any
    side: Side
    orders: tuple[Order, ...]
    known: Mapping[int, str]


@dataclass
class Played:
    rules: Ruleset
    setup: Any
    first: Any
    asked: list[Asked] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)

    @property
    def last(self) -> Any:
        return self.asked[-1].after

    @property
    def events(self) -> list[tuple[Any, Event]]:
        return [(one.state, event) for one in self.asked for event in one.events]

    @property
    def states(self) -> list[Any]:
        return [self.first, *(one.after for one in self.asked)]


class Deck:
    """A shared deck without mathematics: who may see which slot, and what lies there.  Slots of deck d are
    d × `DECK` + position; the game only ever sees slots.  What a referee would refuse fails here."""

    def __init__(self, faces: tuple[str, ...], rng: Random) -> None:
        self.rng, self.decks = rng, 0
        self.face_of: dict[int, str] = {}
        self.known: dict[Side, dict[int, str]] = {"a": {}, "b": {}}
        self.shown: dict[int, str] = {}
        self.half: Cards | None = None  # the first of the two shuffles of a deck
        self.lay(faces)

    def lay(self, faces: tuple[str, ...]) -> None:
        """A deck that both sides have shuffled."""
        mixed = list(faces)
        self.rng.shuffle(mixed)
        self.face_of |= {self.decks * DECK + i: face for i, face in enumerate(mixed)}
        self.decks += 1

    def work(self, want: Cards) -> str | None:
        match want.op:
            case "shuffle" if self.half is None:
                self.half = want
            case "shuffle":
                assert want.side == OTHER[self.half.side]
                assert want.faces == self.half.faces
                self.lay(want.faces)
                self.half = None
            case "strip":
                other = self.known[OTHER[want.side]]
                assert want.slots
                assert not any(slot in other or slot in self.shown for slot in want.slots), "stripped twice"
                other |= {slot: self.face_of[slot] for slot in want.slots}
            case "reveal":
                (slot,) = want.slots
                return self.reveal(want.side, slot)
        return None

    def reveal(self, side: Side, slot: int) -> str:
        """A card that `side` holds becomes public."""
        assert slot not in self.shown, "shown twice"
        self.shown[slot] = self.known[side][slot]
        return self.shown[slot]


def ready(rules: Ruleset, options: Mapping[str, Any], rng: Random) -> tuple[Any, tuple[Any, Any]]:
    """A setup with these options and two armies that come with the game."""
    setup, problems = rules.setup(dict(options), {})
    assert problems == ()
    armies = []
    for _ in SIDES:
        army, problems = rules.army(setup, rng.choice(list(rules.ready_armies(setup).values())))
        assert problems == ()
        armies.append(army)
    return setup, (armies[0], armies[1])


def bots(kind: str, **habits: int) -> dict[Side, Player]:
    """Two players of one kind: `random` or `greedy`."""
    decide = {"random": random_bot.decide, "greedy": greedy_bot.decide}[kind]
    return {side: partial(decide, **habits) for side in SIDES}


def play(
    rules: Ruleset,
    setup: Any,
    armies: tuple[Any, Any],
    players: Mapping[Side, Player],
    seed: int,
    *,
    standing: Mapping[Side, Any] | None = None,
) -> Played:
    """Play to the end; `standing` replaces the game's default standing orders."""
    dice, wills = Random(f"dice {seed}"), {side: Random(f"{side} {seed}") for side in SIDES}
    orders_in_force = standing or {side: rules.default_standing(setup) for side in SIDES}
    deck = Deck(rules.deck(setup) or (), Random(f"deck {seed}"))
    state = rules.start(setup, armies)
    played = Played(rules, setup, state)
    queue: list[Order] = []
    owner: tuple[Side, int] | None = None
    paused = False
    sealed: dict[tuple[Side, str], tuple[Order, ...]] = {}

    def decide(side: Side) -> tuple[Order, ...]:
        nonlocal state
        orders = players[side](rules, state, side, deck.known[side], wills[side])
        assert rules.check(state, side, orders, deck.known[side]) == ()
        played.taken.append(Taken(state, side, orders, dict(deck.known[side])))
        if owed := rules.owes(state, orders):
            assert rules.check(state, side, orders, {}) == ()  # what is hidden cannot be judged
            for slot in owed:
                state = rules.learn(state, slot, deck.reveal(side, slot))
            assert rules.check(state, side, orders, {}) == ()
        return orders

    while (want := rules.want(state)) is not None:
        assert len(played.asked) < LONGEST
        kind = getattr(want, "kind", "") or getattr(want, "what", "")
        played.count[f"{type(want).__name__} {kind}".strip()] += 1
        answer: Any
        before = state
        match want:
            case Roll():
                assert want.count >= 1
                assert 2 <= want.faces <= 256
                answer = tuple(dice.randint(1, want.faces) for _ in range(want.count))
            case Cards():
                answer = deck.work(want)
            case Unseal():
                answer = sealed.pop((want.side, want.what))
            case Decide(kind="orders"):
                if owner != (want.side, want.term) or paused:
                    played.count["orders not used"] += sum(not order.end for order in queue)
                    queue, owner, paused = [], (want.side, want.term), False
                if not queue:
                    queue = list(decide(want.side))
                    before = state
                order = queue.pop(0)
                paused = order.pause
                played.count["pauses"] += paused
                able = [branch for branch in (order, *order.else_) if not rules.faults(state, branch)]
                played.count["alternatives used"] += bool(able) and able[0] is not order
                played.count["downgrades"] += not able
                answer = able[0] if able else order
                if not able:
                    step = rules.downgrade(state, order)
                    played.asked.append(Asked(before, want, answer, step.state, step.events))
                    state = step.state
                    continue
            case Decide():
                answer = decide(want.side)
                before = state
                if want.sealed:
                    sealed[want.side, want.kind] = answer
                    answer = Sealed()
            case React():
                answer = None if want.hidden else rules.answer_by(orders_in_force[want.side], state)
                played.count[f"React {want.kind} {'asked' if answer is None else 'by standing orders'}"] += 1
                if answer is None:
                    answer = decide(want.side)
                    before = state
                else:
                    assert rules.check(state, want.side, answer, {}) == ()
        step = rules.apply(state, answer)
        played.asked.append(Asked(before, want, answer, step.state, step.events))
        state = step.state
    return played
