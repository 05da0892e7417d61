# ruff: noqa: ARG002  (the contract names arguments that this game has no use for)
"""ZipWarz: a small war game on 24 zones, for two armies of units.

How the game plays.  Both players roll five dice (R9): more of 4, 5 and 6 is the Aggressor, who deploys
first, in his corners (R11), then the Defender in his (R12).  Each round the side with fewer units begins
(R19) and the sides take turns to activate one, two or three units (R20) until all have acted (R22).  A
unit has two actions (R27): it moves to the next zone (R28) or attacks an enemy in its own (R30), with
Level × models dice (R31) that hit on 4+, 5+ or 6+ as the Levels compare (R32).  Hits that no ability
stops are wounds (R33); at Level × models wounds the unit is removed (R34).  After each round prizes held
(R13) and units taken out (R14) bring points; after the last one most points win (R15).

The rooms: `state` and `events` (what is, what happens), `rules` (a page for each noun of the rule book),
`legality` (what may be ordered), `phases` (what is wanted, what the answer leads to), `downgrade`,
`setup` and `standing` (what is agreed), `legal` and `policy` (for players without sleep), `orderfile`,
`tell` and `board` (for people).  This page only hands them to the referee.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pbem.board import Board, Line
from pbem.games.zipwarz import board as picture
from pbem.games.zipwarz import catalogue, legality, phases, policy, words
from pbem.games.zipwarz import downgrade as lesser
from pbem.games.zipwarz import legal as choices
from pbem.games.zipwarz import setup as terms
from pbem.games.zipwarz import standing as promises
from pbem.games.zipwarz import tell as story
from pbem.games.zipwarz.measure import measure
from pbem.games.zipwarz.orderfile import understand
from pbem.games.zipwarz.orderfile.schema import SCHEMA
from pbem.games.zipwarz.orderfile.standing import understand_standing
from pbem.games.zipwarz.orderfile.template import template
from pbem.games.zipwarz.orderfile.writer import write_orders
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules import army as armies
from pbem.games.zipwarz.rules import scoring
from pbem.games.zipwarz.standing import Standing
from pbem.games.zipwarz.state import Army, Options, RosterFile, Scenario, Setup, State, public
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

__all__ = ["RULESET", "ZipWarz"]


class ZipWarz:
    """The ruleset; what each name means is told in `pbem.ruleset`."""

    name = "zipwarz"
    title = "ZipWarz"
    version = 1
    state_type: type[Any] = State
    order_type: type[AnyOrder] = Order
    army_type: type[Any] = Army
    options_type: type[Any] = Options
    standing_type: type[Any] = Standing
    material_types: Mapping[str, type[Any]] = {"roster": RosterFile, "scenario": Scenario}
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
        return armies.read_army(setup, data)

    def ready_armies(self, setup: Setup) -> Mapping[str, Data]:
        ready = catalogue.ready_armies(setup.options.size)
        return {name: data for name, data in ready.items() if not armies.read_army(setup, data)[1]}

    def army_words(self, setup: Setup, army: Army) -> tuple[str, ...]:
        return armies.army_words(setup, army)

    def sealed_army(self, setup: Setup) -> bool:
        return setup.options.army == "sealed"

    def deck(self, setup: Setup) -> None:
        """There are no cards."""

    def start(self, setup: Setup, armies: tuple[Army, Army]) -> State:
        return phases.start(setup, armies)

    # -- play
    def want(self, state: State) -> Want | None:
        return phases.want(state)

    def check(self, state: State, side: Side, orders: tuple[Any, ...], known: Known) -> tuple[Problem, ...]:
        return legality.check(self, state, side, orders, phases.want(state))

    def faults(self, state: State, order: Any) -> tuple[Problem, ...]:
        return legality.faults(state, order)

    def assume(self, state: State, order: Any, gone: bool) -> State:
        return legality.assume(state, order, gone=gone)

    def apply(self, state: State, answer: Answer) -> Step:
        return phases.apply(state, answer)

    def downgrade(self, state: State, order: Any) -> Step:
        return lesser.downgrade(state, order)

    def legal(self, state: State, side: Side, known: Known) -> tuple[Choice, ...]:
        return choices.legal(state, side)

    def worth(self, state: State, side: Side, choice: Choice) -> int:
        return policy.worth(state, side, choice)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome(state.winner, state.reason, scoring.totals(state))

    def score(self, state: State) -> tuple[int, int]:
        return scoring.totals(state)

    def public(self, state: State) -> Data:
        return public(state)

    # -- cards: there are none
    def owes(self, state: State, orders: tuple[AnyOrder, ...]) -> tuple[int, ...]:
        return ()

    def learn(self, state: State, slot: int, face: str) -> State:
        return state

    def foreseen(self, state: State, rest: tuple[AnyOrder, ...]) -> tuple[int, ...]:
        return ()

    # -- standing orders
    def default_standing(self, setup: Setup) -> Standing:
        return promises.DEFAULT

    def standing(self, setup: Setup, data: Data) -> tuple[Standing | None, tuple[Problem, ...]]:
        return promises.read_standing(setup, data)

    def answer_by(self, standing: Standing, state: State) -> tuple[AnyOrder, ...] | None:
        return promises.answer_by(standing, state)

    # -- a hidden hand: nobody has one here
    def policy(self, data: Data) -> tuple[None, tuple[Problem, ...]]:
        """There is nothing to have a policy for."""
        return None, tuple(Problem(key, "this game asks nothing of a hidden hand") for key in data)

    def answer_hidden(self, policy: None, state: State, known: Known) -> None:
        """Never asked."""

    # -- people
    def understand(self, state: State, part: Any, known: Known) -> Understood:
        return understand(self, state, part)

    def understand_standing(self, state: State, side: Side, part: Any) -> Promise:
        return understand_standing(state, side, part)

    def template(self, state: State, known: Known) -> str:
        want = phases.want(state)
        wanted = story.describe(state, want) if want is not None else ""
        return template(state, want, story.headline(state), wanted)

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
        return picture.board(state)

    def headline(self, state: State) -> str:
        return story.headline(state)


RULESET: Ruleset = ZipWarz()
