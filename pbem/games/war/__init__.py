# ruff: noqa: ARG002  (the contract names arguments that this game has no use for)
"""WAR: a small war game on open ground, for two armies of units of round bases.

How the game plays.  Armies are recruited for points and merged or divided into units (R26 to R28), and
stand where they say (A2).  The sides take turns, six each (A4).  In a turn every unit may take up to three
actions (R1, A6): move, shoot, charge, rest; every action after its first brings it a token of fatigue
(R2), which the enemy may spend to cancel (R24) or halve (R25) what it does, to raise armour against its
shots (R22), or in melees (R23).  A shot or a melee is dice that hit at the target's armour (R10), then
saves (R11, R18), then models removed; the loser of a melee falls back (R19).  Models removed are points,
and most points win (A5).

The rooms: `geometry` (the ground in whole numbers, no rules), `state` and `events` (what is, what happens),
`rules` (a page for each noun of the rule book), `legality` (what may be ordered), `phases` (what is wanted,
what the answer leads to) with `actions` and `fighting`, `downgrade`, `setup` and `standing` (what is
agreed), `camp` (where units may begin), `legal` and `policy` (for players without sleep), `manoeuvre`,
`orderfile`, `measure`, `reach`, `tell` and `board` (for people).  This page only hands them to the referee.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pbem.board import Board, Line, Reach
from pbem.games.war import board as picture
from pbem.games.war import camp, catalogue, legality, phases, policy, words
from pbem.games.war import downgrade as lesser
from pbem.games.war import legal as choices
from pbem.games.war import reach as ranges
from pbem.games.war import setup as terms
from pbem.games.war import standing as promises
from pbem.games.war import tell as story
from pbem.games.war.measure import measure
from pbem.games.war.orderfile import understand
from pbem.games.war.orderfile.schema import SCHEMA
from pbem.games.war.orderfile.standing import understand_standing
from pbem.games.war.orderfile.template import template
from pbem.games.war.orderfile.writer import write_orders
from pbem.games.war.orders import Order
from pbem.games.war.rules import recruiting, scoring
from pbem.games.war.standing import Standing
from pbem.games.war.state import Army, Map, Options, Setup, State, public
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

__all__ = ["RULESET", "War"]


class War:
    """The ruleset; what each name means is told in `pbem.ruleset`."""

    name = "war"
    title = "WAR"
    version = 1
    credit = ""
    state_type: type[Any] = State
    order_type: type[AnyOrder] = Order
    army_type: type[Any] = Army
    options_type: type[Any] = Options
    standing_type: type[Any] = Standing
    material_types: Mapping[str, type[Any]] = {"map": Map}
    order_file_schema = SCHEMA

    @property
    def data(self) -> Data:
        return catalogue.data()

    @property
    def pages(self) -> Mapping[str, str]:
        return {"rules": catalogue.text("RULES.md")}

    # -- before the match
    def setup(
        self, options: Data, material: Mapping[str, Sequence[Data]]
    ) -> tuple[Setup | None, tuple[Problem, ...]]:
        return terms.make_setup(options, material)

    def advice(self, setup: Setup) -> tuple[str, ...]:
        return terms.advice(setup)

    def army(self, setup: Setup, data: Data) -> tuple[Army | None, tuple[Problem, ...]]:
        return recruiting.read_army(setup, data)

    def ready_armies(self, setup: Setup) -> Mapping[str, Data]:
        return camp.ready_armies(setup)

    def army_words(self, setup: Setup, army: Army) -> tuple[str, ...]:
        return recruiting.army_words(setup, army)

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
        return Outcome(state.winner, state.reason, scoring.score(state))

    def score(self, state: State) -> tuple[int, int]:
        return scoring.score(state)

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
        return promises.read_standing(data)

    def answer_by(self, standing: Standing, state: State) -> tuple[AnyOrder, ...] | None:
        return promises.answer_by(standing, state)

    # -- a hidden hand: nobody has one here
    def policy(self, data: Data) -> tuple[None, tuple[Problem, ...]]:
        """There is nothing to have a policy for."""
        return None, tuple(Problem(key, "this game asks nothing of a hidden hand") for key in data)

    def answer_hidden(self, policy: None, state: State, known: Known) -> None:
        """Never asked."""

    # -- people
    def understand(self, state: State, part: Data, known: Known) -> Understood:
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

    def reach(self, state: State, unit: str) -> Reach:
        return ranges.reach(state, unit.upper())

    def tell(self, state: State, event: Event) -> tuple[Line, ...]:
        return story.tell(state, event)

    def under_way(self, state: State) -> Line | None:
        return story.under_way(state)

    def board(self, state: State, side: Side | None, known: Known) -> Board:
        return picture.board(state)

    def headline(self, state: State) -> str:
        return story.headline(state)


RULESET: Ruleset = War()
