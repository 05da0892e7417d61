# ruff: noqa: ARG002  (the contract names arguments that a small game has no use for)
"""Skirmish at the ford: a whole game in one afternoon, written to be copied.

Two small bands meet at a river of nine places.  Both choose their soldiers in secret (F2), roll for
the first move (F3), take their banks (F4) and then move and attack in turn, three soldiers at a time
(F5 to F8).  Attacks can be answered before and after the dice (F9 to F13); the ford and the fallen
are worth points (F14, F15).  Options turn each of these on and off, so that the referee's tests meet
every kind of want that a game can have, cards apart.

To write a game, copy this folder: `state` (what is), `events` (what can happen), `play` with `fight`
(what is wanted and what the answer does), `orders` (what is legal), `files` (what people write), `tell`
(what people read).  This page only hands them to the referee under the names of the contract.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import files as package_files
from typing import Any

from examples.toy import files, play, tell
from examples.toy import orders as legality
from examples.toy.state import DATA, Army, FordOrder, Options, Setup, Standing, State, distance
from pbem.board import Board, Line
from pbem.ruleset import (
    Answer,
    Choice,
    Data,
    Event,
    Known,
    Order,
    Outcome,
    Problem,
    Promise,
    Ruleset,
    Side,
    Step,
    Understood,
    Want,
)


class Ford:
    """The ruleset; the meaning of each name is told in `pbem.ruleset`."""

    name = "toy"
    title = "Skirmish at the ford"
    version = 1
    data = DATA
    credit = ""
    state_type: type[Any] = State
    order_type: type[Order] = FordOrder
    army_type: type[Any] = Army
    options_type: type[Any] = Options
    standing_type: type[Any] = Standing
    material_types: Mapping[str, type[Any]] = {}
    order_file_schema = files.SCHEMA

    @property
    def pages(self) -> Mapping[str, str]:
        return {"rules": package_files(__name__).joinpath("RULES.md").read_text("utf-8")}

    # -- before the match
    def setup(
        self, options: Data, material: Mapping[str, Sequence[Data]]
    ) -> tuple[Setup, tuple[Problem, ...]]:
        return files.setup(options, material)

    def advice(self, setup: Setup) -> tuple[str, ...]:
        return ("with kill 2 or 3 hardly anybody survives",) if setup.options.kill <= 3 else ()

    def army(self, setup: Setup, data: Data) -> tuple[Army, tuple[Problem, ...]]:
        return files.army(data)

    def ready_armies(self, setup: Setup) -> Mapping[str, Data]:
        return files.READY_ARMIES

    def army_words(self, setup: Setup, army: Army) -> tuple[str, ...]:
        return files.army_words(army)

    def sealed_army(self, setup: Setup) -> bool:
        return setup.options.sealed_army

    def deck(self, setup: Setup) -> None:
        return None

    def start(self, setup: Setup, armies: tuple[Army, Army]) -> State:
        return play.start(setup, armies)

    # -- play
    def want(self, state: State) -> Want | None:
        return play.want(state)

    def check(self, state: State, side: Side, orders: tuple[Any, ...], known: Known) -> tuple[Problem, ...]:
        return legality.check(self, state, side, orders)

    def faults(self, state: State, order: Any) -> tuple[Problem, ...]:
        return legality.faults(state, order)

    def assume(self, state: State, order: Any, gone: bool) -> State:
        return legality.assume(state, order, gone)

    def apply(self, state: State, answer: Answer) -> Step:
        return play.apply(state, answer)

    def downgrade(self, state: State, order: Any) -> Step:
        return legality.downgrade(state, order)

    def legal(self, state: State, side: Side, known: Known) -> tuple[Choice, ...]:
        return legality.legal(state, side)

    def worth(self, state: State, side: Side, choice: Choice) -> int:
        return legality.worth(state, side, choice)

    def outcome(self, state: State) -> Outcome | None:
        return play.outcome(state)

    def score(self, state: State) -> tuple[int, int]:
        return state.points

    def public(self, state: State) -> Data:
        return files.public(state)

    # -- cards: there are none
    def owes(self, state: State, orders: tuple[Order, ...]) -> tuple[int, ...]:
        return ()

    def learn(self, state: State, slot: int, face: str) -> State:
        return state

    def foreseen(self, state: State, rest: tuple[Order, ...]) -> tuple[int, ...]:
        return ()

    # -- standing orders
    def default_standing(self, setup: Setup) -> Standing:
        return Standing()

    def standing(self, setup: Setup, data: Data) -> tuple[Standing, tuple[Problem, ...]]:
        return files.standing(data)

    def answer_by(self, standing: Standing, state: State) -> tuple[Order, ...] | None:
        return files.answer_by(standing, state)

    # -- a hidden hand: ruses are always answered by the player himself
    def policy(self, data: Data) -> tuple[None, tuple[Problem, ...]]:
        """There is nothing to have a policy for."""
        return None, tuple(Problem(key, "this game asks nothing of a hidden hand") for key in data)

    def answer_hidden(self, policy: None, state: State, known: Known) -> None:
        """Never asked."""

    # -- people
    def understand(self, state: State, part: Data, known: Known) -> Understood:
        return files.understand(self, state, part)

    def understand_standing(self, state: State, side: Side, part: Any) -> Promise:
        return files.understand_standing(state, part)

    def template(self, state: State, known: Known) -> str:
        return files.template(self, state)

    def write_orders(self, state: State, orders: tuple[Order, ...]) -> Data:
        return files.write_orders(state, orders)

    def order_words(self, state: State, order: Order) -> str:
        return legality.words(order)

    def describe(self, state: State, want: Want) -> str:
        return tell.describe(state, want)

    def measure(self, state: State, one: str, two: str) -> tuple[str, ...]:
        first, second = state.find(one.upper()), state.find(two.upper())
        if first is None or second is None or not (first.place and second.place):
            raise ValueError("expected two soldiers on the ground")
        return (f"{first.id} to {second.id}: {distance(first.place, second.place)} steps",)

    def reach(self, state: State, unit: str) -> None:
        """There are places, and no open ground."""

    def tell(self, state: State, event: Event) -> tuple[Line, ...]:
        return tell.tell(state, event)

    def under_way(self, state: State) -> Line | None:
        return tell.under_way(state)

    def board(self, state: State, side: Side | None, known: Known) -> Board:
        return tell.board(state)

    def headline(self, state: State) -> str:
        return tell.headline(state)


RULESET: Ruleset = Ford()
