"""Positions built by hand, orders with injected dice, reactions answered by name."""

from collections.abc import Mapping, Sequence
from typing import Any

import tomli
from msgspec.structs import replace

from pbem.games.war import RULESET
from pbem.games.war.geometry.block import block
from pbem.games.war.orders import Order
from pbem.games.war.rules.recruiting import profiles
from pbem.games.war.setup import make_setup
from pbem.games.war.state import Army, ArmyUnit, Setup, State, Unit
from pbem.ruleset import Decide, Event, React, Roll

YES = {
    "cancel": Order(cancel=True),
    "halve": Order(halve=True),
    "armour": Order(armour=1),
    "close_ranks": Order(close_ranks=True),
}


def terms(map_: Sequence[Mapping[str, Any]] = (), **options: Any) -> Setup:
    """Terms on open ground, or on a map of these pieces."""
    data = {"id": "test_map", "piece": [dict(piece) for piece in map_]}
    setup, problems = make_setup({"terrain": "test_map", **options}, {"map": [data]})
    assert not problems, problems
    assert setup is not None
    return setup


class U:
    """A unit of a test: troops as "elite heavy mounted", so many models in a block whose front centre is
    at x, y (inches), and its fatigue."""

    def __init__(
        self,
        what: str,
        n: int,
        x: float,
        y: float,
        *,
        files: int = 0,
        facing: int = 0,
        fatigue: int = 0,
        actions: int = 0,
    ) -> None:
        words = what.split()
        equipment = next((word for word in words[1:] if word != "mounted"), "standard")
        self.army = ArmyUnit(type=words[0], models=n, equipment=equipment, mounted="mounted" in words)  # type: ignore[arg-type]
        self.at = (round(x * 100), round(y * 100))
        self.form = (files or n, facing)
        self.fatigue, self.actions = fatigue, actions

    def unit(self, name: str, r: int) -> Unit:
        files, facing = self.form
        pos = block(self.army.models, files, facing, self.at, r)
        return Unit(id=name, pos=pos, facing=facing, files=files, fatigue=self.fatigue, actions=self.actions)


def position(a: Sequence[U], b: Sequence[U], setup: Setup | None = None) -> State:
    """Blue to move in turn 1, with these units."""
    setup = setup or terms()
    rows, units = [], []
    for side, mine in (("a", a), ("b", b)):
        found = profiles(setup, Army(recruit=(), unit=tuple(u.army for u in mine)), side)
        rows.append(found)
        units.append(tuple(u.unit(p.id, p.radius) for u, p in zip(mine, found, strict=True)))
    return State(
        setup=setup,
        profiles=(rows[0], rows[1]),
        units=(units[0], units[1]),
        phase="orders",
        side="a",
        first="a",
        turn=1,
        term=1,
    )


class Run:
    """A position with what happened on the way to it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.windows: list[str] = []

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def fatigue(self, name: str) -> int:
        return self.state.unit(name).fatigue

    def models(self, name: str) -> int:
        return len(self.state.unit(name).pos)


def act(
    state: State,
    order: Order,
    dice: Sequence[Sequence[int]] = (),
    answers: Mapping[str, Order] | None = None,
) -> Run:
    """Carry out an order that has no faults: rolls take `dice` in turn, windows `answers` by their kind
    (none: no).  Stops when the next order is wanted."""
    run, left = Run(state), [tuple(faces) for faces in dice]
    assert RULESET.faults(state, order) == (), RULESET.faults(state, order)
    step = RULESET.apply(state, order)
    while True:
        run.state = step.state
        run.events += step.events
        want = RULESET.want(run.state)
        match want:
            case Roll():
                run.rolls.append(want)
                assert left, f"no dice left for {want}"
                assert len(left[0]) == want.count, (want, left[0])
                step = RULESET.apply(run.state, left.pop(0))
            case React():
                run.windows.append(want.kind)
                reply = (answers or {}).get(want.kind)
                orders = (reply,) if reply is not None else ()
                assert RULESET.check(run.state, want.side, orders, {}) == ()
                step = RULESET.apply(run.state, orders)
            case _:
                assert want is None or isinstance(want, Decide)
                assert not left, left
                return run


def rested(state: State) -> State:
    """The same with Blue's units fresh again."""
    fresh = [replace(unit, actions=0, rested=False, shots=0) for unit in state.units[0]]
    return state.with_unit(*fresh)


def fault(state: State, order: Order) -> str:
    """The first fault of an order, "" if there is none."""
    found = RULESET.faults(state, order)
    return (
        f"{found[0].message} ({found[0].hint})"
        if found and found[0].hint
        else found[0].message
        if found
        else ""
    )


def go(unit: str, x: float, y: float, *, facing: int = 0, files: int = 1) -> Order:
    return Order(unit=unit, move=((round(x * 100), round(y * 100)),), facing=facing, files=files)


def ahead(state: State, unit: str, inches: float) -> Order:
    """Straight on, as the unit stands."""
    from pbem.games.war.manoeuvre import heading, straight

    it = state.unit(unit)
    way = heading(it.facing, "forward")
    return straight(state, unit, way, round(inches * 100), facing=it.facing, files=it.files)


def shoot(unit: str, target: str) -> Order:
    return Order(unit=unit, shoot=target)


def charge(unit: str, target: str, *spend: Any, keep: int = 0) -> Order:
    return Order(unit=unit, charge=target, spend=spend, keep=keep)


def rest(unit: str) -> Order:
    return Order(unit=unit, rest=True)


WOOD = {"name": "wood", "points": [[20, 20], [28, 20], [28, 24], [20, 24]], "flags": ["difficult", "cover"]}


# -- order files ---------------------------------------------------------------------------------------------


def read(state: State, text: str) -> Any:
    part = tomli.loads(text)
    return RULESET.understand(state, part.get("react", [part])[0] if "react" in part else part, {})


def orders(text: str, state: State) -> tuple[Order, ...]:
    found = read(state, text)
    assert found.problems == (), found.problems
    return found.orders


def problems(text: str, state: State) -> list[str]:
    return [f"{p.path}: {p.message}" for p in read(state, text).problems]
