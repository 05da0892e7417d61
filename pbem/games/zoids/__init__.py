# ruff: noqa: ARG002  (the contract names arguments that this game has no use for)
"""Zoids: two teams of mechanical beasts on a chess board, moved and armed by cards from one shared deck.

How the game plays.  A team costs at most 50 points (R6) and stands on its owner's two back rows (R12); a
die says who begins (A10).  In a turn (R15) a player draws three cards and may play tactics cards (R16, R24),
then plays one card to move a Zoid exactly so many squares in a straight line (R17), one to fire at an enemy
exactly so far away (R19), one to attack an enemy next to it (R20).  Who may use a card is a matter of the
Zoid's levels (R25).  The defender may negate an attack with a card from his hand (R22); else it takes one
Hit (R21).  Whoever has no Zoid left has lost (R2).

The rooms: `state` and `events` (what is, what happens), `rules` (a page for each noun of the rule book),
`legality` (what may be ordered), `acts` and `phases` with `opening`, `drawing` and `tactics` (what is wanted,
what the answer leads to), `downgrade`, `foresight`, `setup` and `standing` (what is agreed), `legal`, `worth`
and `policy` (for players without sleep), `orderfile`, `tell` and `board` (for people).  Hands are slots: no
state knows a card that is not public.  This page only hands the rooms to the referee.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pbem.board import Board, Line
from pbem.games.zoids import board as picture
from pbem.games.zoids import catalogue, foresight, legality, opening, phases, words
from pbem.games.zoids import downgrade as lesser
from pbem.games.zoids import legal as choices
from pbem.games.zoids import setup as terms
from pbem.games.zoids import standing as promises
from pbem.games.zoids import tell as story
from pbem.games.zoids import worth as greed
from pbem.games.zoids.measure import measure
from pbem.games.zoids.orderfile import understand
from pbem.games.zoids.orderfile.schema import SCHEMA
from pbem.games.zoids.orderfile.template import template
from pbem.games.zoids.orderfile.writer import write_orders
from pbem.games.zoids.orders import Order, slots_of
from pbem.games.zoids.policy import Policy, defend, read_policy
from pbem.games.zoids.rules import deck as cards
from pbem.games.zoids.rules import team
from pbem.games.zoids.rules.victory import hits_left
from pbem.games.zoids.standing import Standing
from pbem.games.zoids.state import Army, Options, Setup, State, public
from pbem.ruleset import (
    Answer,
    Choice,
    Data,
    Event,
    Known,
    Outcome,
    Problem,
    Promise,
    Ruleset,
    Side,
    Step,
    Understood,
    Want,
)
from pbem.ruleset import Order as AnyOrder

__all__ = ["RULESET", "Zoids"]


class Zoids:
    """The ruleset; what each name means is told in `pbem.ruleset`."""

    name = "zoids"
    title = "Zoids"
    version = 1
    state_type: type[Any] = State
    order_type: type[AnyOrder] = Order
    army_type: type[Any] = Army
    options_type: type[Any] = Options
    standing_type: type[Any] = Standing
    material_types: Mapping[str, type[Any]] = {}
    order_file_schema = SCHEMA

    @property
    def data(self) -> Data:
        return catalogue.data()

    @property
    def pages(self) -> Mapping[str, str]:
        return {"rules": catalogue.text("RULES.md")}

    @property
    def credit(self) -> str:
        return catalogue.text("data/credit.txt").strip()

    # -- before the match
    def setup(
        self, options: Data, material: Mapping[str, Sequence[Data]]
    ) -> tuple[Setup | None, tuple[Problem, ...]]:
        return terms.make_setup(options, material)

    def advice(self, setup: Setup) -> tuple[str, ...]:
        return terms.advice(setup)

    def army(self, setup: Setup, data: Data) -> tuple[Army | None, tuple[Problem, ...]]:
        return team.read_army(setup, data)

    def ready_armies(self, setup: Setup) -> Mapping[str, Data]:
        return team.ready_armies(setup)

    def army_words(self, setup: Setup, army: Army) -> tuple[str, ...]:
        return team.army_words(setup, army)

    def sealed_army(self, setup: Setup) -> bool:
        """A12: teams are always chosen in secret, even where Zoids are placed in the open."""
        return True

    def deck(self, setup: Setup) -> tuple[str, ...]:
        return catalogue.deck()

    def start(self, setup: Setup, armies: tuple[Army, Army]) -> State:
        return opening.start(setup, armies)

    # -- play
    def want(self, state: State) -> Want | None:
        return phases.want(state)

    def check(self, state: State, side: Side, orders: tuple[Any, ...], known: Known) -> tuple[Problem, ...]:
        return legality.check(self, state, side, orders, known)

    def faults(self, state: State, order: Any) -> tuple[Problem, ...]:
        return legality.faults(state, order)

    def assume(self, state: State, order: Any, gone: bool) -> State:
        return legality.assume(state, order, gone=gone)

    def apply(self, state: State, answer: Answer) -> Step:
        return phases.apply(state, answer)

    def downgrade(self, state: State, order: Any) -> Step:
        return lesser.downgrade(state, order)

    def legal(self, state: State, side: Side, known: Known) -> tuple[Choice, ...]:
        return choices.legal(state, side, known)

    def worth(self, state: State, side: Side, choice: Choice) -> int:
        return greed.worth(state, side, choice)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome(state.winner, state.reason, hits_left(state))

    def score(self, state: State) -> tuple[int, int]:
        return hits_left(state)

    def public(self, state: State) -> Data:
        return public(state)

    # -- cards
    def owes(self, state: State, orders: tuple[AnyOrder, ...]) -> tuple[int, ...]:
        """Every card that is played or discarded, alternatives too (protocol: cards)."""
        mine = cast("tuple[Order, ...]", orders)
        slots = (slot for order in mine for branch in (order, *order.else_) for slot in slots_of(branch))
        return tuple(slot for slot in dict.fromkeys(slots) if not state.face(slot))

    def learn(self, state: State, slot: int, face: str) -> State:
        return cards.learned(state, slot, face)

    def foreseen(self, state: State, rest: tuple[AnyOrder, ...]) -> tuple[int, ...]:
        return foresight.foreseen(state, cast("tuple[Order, ...]", rest))

    # -- standing orders: there are none
    def default_standing(self, setup: Setup) -> Standing:
        return promises.DEFAULT

    def standing(self, setup: Setup, data: Data) -> tuple[Standing | None, tuple[Problem, ...]]:
        return promises.read_standing(data)

    def answer_by(self, standing: Standing, state: State) -> None:
        """A hidden hand answers, so its owner is always asked."""

    # -- a hidden hand
    def policy(self, data: Data) -> tuple[Policy | None, tuple[Problem, ...]]:
        return read_policy(data)

    def answer_hidden(self, policy: Policy, state: State, known: Known) -> tuple[AnyOrder, ...] | None:
        return defend(policy, state, known)

    # -- people
    def understand(self, state: State, part: Data, known: Known) -> Understood:
        return understand(self, state, part, known)

    def understand_standing(self, state: State, side: Side, part: Any) -> Promise:
        return promises.understand_standing(part)

    def template(self, state: State, known: Known) -> str:
        want = phases.want(state)
        wanted = story.describe(state, want) if want is not None else ""
        return template(state, known, want, story.headline(state), wanted)

    def write_orders(self, state: State, orders: tuple[AnyOrder, ...]) -> Data:
        return write_orders(state, cast("tuple[Order, ...]", orders))

    def order_words(self, state: State, order: Any) -> str:
        return words.order_words(state, order)

    def describe(self, state: State, want: Want) -> str:
        return story.describe(state, want)

    def measure(self, state: State, one: str, two: str) -> tuple[str, ...]:
        return measure(state, one.upper(), two.upper())

    def reach(self, state: State, unit: str) -> None:
        """There are places, and no open ground."""

    def tell(self, state: State, event: Event) -> tuple[Line, ...]:
        return story.tell(state, event)

    def under_way(self, state: State) -> Line | None:
        return story.under_way(state)

    def board(self, state: State, side: Side | None, known: Known) -> Board:
        return picture.board(state, side, known)

    def headline(self, state: State) -> str:
        return story.headline(state)


RULESET: Ruleset = Zoids()
