"""How the ford is played: one table of steps, and what each of them asks for and does.

`want` looks only at the state.  `apply` takes the first pending step off, lets it do its work, and
`settle` goes on to the next player-turn or round wherever nothing is left to be answered.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec

from examples.toy import events as e
from examples.toy import fight
from examples.toy.state import (
    ARMS,
    BANK,
    FORD,
    SAVE,
    Army,
    Fight,
    FordOrder,
    Kind,
    Setup,
    Soldier,
    State,
    chance,
)
from pbem.ruleset import (
    OTHER,
    SIDES,
    Answer,
    Decide,
    Event,
    Faces,
    Outcome,
    React,
    Roll,
    Sealed,
    Side,
    Step,
    Unseal,
    Want,
)

replace = msgspec.structs.replace


def start(setup: Setup, armies: tuple[Army, Army]) -> State:
    """F3, F4: the men stand beside the map until the roll-off says who deploys first."""
    men: list[Soldier] = []
    for side, army in zip(SIDES, armies, strict=True):
        kinds: list[Kind] = ["pike" if i < army.pikes else "bow" for i in range(army.pikes + army.bows)]
        place = BANK[side][1] if setup.options.deploy == "none" else 0
        for i, kind in enumerate(kinds, 1):
            health = ARMS[kind].health
            men.append(Soldier(id=f"{side.upper()}{i}", side=side, kind=kind, health=health, place=place))
    deploy = {
        "none": (),
        "open": ("deploy second", "deploy first"),
        "sealed": ("seal second", "deploy first", "unseal second"),
    }[setup.options.deploy]
    return State(setup=setup, soldiers=tuple(men), pending=("roll-off", *deploy))


def want(state: State) -> Want | None:
    if state.over:
        return None
    return STEPS[state.pending[0] if state.pending else "orders"].want(state)


def apply(state: State, answer: Answer) -> Step:
    name = state.pending[0] if state.pending else "orders"
    rest = replace(state, pending=state.pending[1:])
    return settle(STEPS[name].take(rest, answer))


def outcome(state: State) -> Outcome | None:
    """F15: most points win; equal points are a draw."""
    if not state.over:
        return None
    a, b = state.points
    if a == b:
        return Outcome("", "equal points", state.points)
    return Outcome("a" if a > b else "b", "more points", state.points)


# -- rounds and player-turns (F5, F14) -------------------------------------------------------------------
def settle(step: Step) -> Step:
    """Go on until somebody must answer something, or the game is over."""
    state, told = cast("State", step.state), list(step.events)
    while not state.pending and not state.over:
        if not state.round:
            state = _new_round(state, told)
        elif state.side and not (state.done or state.acted >= state.setup.options.acts):
            if state.ready(state.side):
                break
            state = replace(state, done=True)
        else:
            other = state.defender
            again = other if state.ready(other) else state.mover
            state = _begin(state, again) if state.ready(again) else _end_round(state, told)
    return Step(state, tuple(told))


def _begin(state: State, side: Side) -> State:
    return replace(state, side=side, term=state.term + 1, acted=0, done=False, fight=Fight())


def _end_round(state: State, told: list[Event]) -> State:
    here = [s for s in SIDES if any(m.place == FORD for m in state.on_field(s))]
    if len(here) == 1:  # F14: the ford counts for whoever is alone in it
        state = fight.score(state, here[0], "the ford", told)
    return _new_round(state, told)


def _new_round(state: State, told: list[Event]) -> State:
    options, left = state.setup.options, [s for s in SIDES if state.on_field(s)]
    if state.round >= options.rounds or not left:
        told.append(e.GameOver(points=state.points))
        return replace(state, over=True, side="")
    rested = tuple(replace(m, spent=False) for m in state.soldiers)
    state = replace(state, round=state.round + 1, soldiers=rested)
    told.append(e.RoundBegan(round=state.round))
    if state.round > 1 and len(left) == 2 and chance(state, "initiative", options.initiative):
        return replace(state, pending=("initiative",))
    begins = state.first if state.round == 1 else state.defender
    return _begin(state, begins if begins in left else left[0])


def _roll_off(state: State, faces: Faces) -> Step:
    kind: Literal["initiative", "roll-off"] = "initiative" if state.round else "roll-off"
    a, b = faces
    winner: Side | None = None if a == b else "a" if a > b else "b"
    told = (e.RolledOff(kind=kind, faces=faces, winner=winner or ""),)
    if not winner:
        return Step(replace(state, pending=(kind, *state.pending)), told)
    return Step(_begin(state, winner) if state.round else replace(state, first=winner), told)


# -- deployment (F4) -------------------------------------------------------------------------------------
def _first(state: State) -> Side:
    return state.first or "a"


def _second(state: State) -> Side:
    return OTHER[_first(state)]


def _deploy(state: State, answer: Sealed | tuple[FordOrder, ...]) -> Step:
    if isinstance(answer, Sealed):
        return Step(state, (e.DeploymentSealed(side=_second(state)),))
    for order in answer:
        state = state.change(order.unit, place=order.place)
    side: Side = "a" if answer[0].unit.startswith("A") else "b"
    return Step(state, (e.Deployed(side=side, places=tuple((o.unit, o.place) for o in answer)),))


# -- the table -------------------------------------------------------------------------------------------
class Phase(NamedTuple):
    """A step of the game: what it wants, and what the answer does."""

    want: Callable[[State], Want]
    take: Callable[[State, Any], Step]


STEPS: Final[dict[str, Phase]] = {
    "roll-off": Phase(lambda _: Roll("roll-off: Blue, Red", 2, kind="roll-off"), _roll_off),
    "seal second": Phase(lambda s: Decide(_second(s), "deploy", sealed=True), _deploy),
    "deploy second": Phase(lambda s: Decide(_second(s), "deploy"), _deploy),
    "deploy first": Phase(lambda s: Decide(_first(s), "deploy"), _deploy),
    "unseal second": Phase(lambda s: Unseal(_second(s), "deploy"), _deploy),
    "initiative": Phase(lambda _: Roll("initiative: Blue, Red", 2, kind="initiative"), _roll_off),
    "orders": Phase(lambda s: Decide(s.mover, "orders", s.term), fight.act),
    "hidden": Phase(
        lambda s: React(s.defender, "hidden", hidden=True), lambda s, a: fight.react(s, a, "hidden")
    ),
    "pre": Phase(lambda s: React(s.defender, "pre"), lambda s, a: fight.react(s, a, "pre")),
    "own": Phase(lambda s: React(s.mover, "own"), lambda s, a: fight.react(s, a, "own")),
    "hit": Phase(
        lambda s: Roll(
            f"{s.fight.attacker} attacks {s.fight.target}",
            s.fight.dice,
            side=s.mover,
            kind="hit",
            need=s.fight.need,
        ),
        fight.hit,
    ),
    "post": Phase(lambda s: React(s.defender, "post"), lambda s, a: fight.react(s, a, "post")),
    "save": Phase(
        lambda s: Roll(f"{s.fight.target} shields", s.fight.hits, side=s.defender, kind="save", need=SAVE),
        fight.save,
    ),
    "mid": Phase(lambda s: Decide(s.mover, "mid"), fight.choose),
    "after": Phase(
        lambda s: Roll(f"{s.fight.attacker} after the attack", 1, side=s.mover, kind="after"), fight.after
    ),
}
