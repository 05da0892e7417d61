"""The course of a match: what is wanted in each phase, and what the answer leads to.

    roll_off ─► (deploy) ─► orders ─► (cancel) ─► (halve) ─┬─ move, rest
                              ▲                            ├─ (armour) ─► shoot ─► shot_saves
                              │                            └─ (close_ranks) ─► (spend) ─► attack ─►
                              │                        attack_saves ─► defence ─► defence_saves ─► (retreat)
                              └────────────────── next order, next turn ─► over

Windows in brackets open only where the rules and the fatigue allow an answer (A38).  What an order does
is told in `actions`; here stands the order of things.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from msgspec.structs import replace

from pbem.games.war import actions, fighting
from pbem.games.war import events as e
from pbem.games.war.legality import REACTIONS, decider, reactor
from pbem.games.war.orders import Order
from pbem.games.war.rules import scoring
from pbem.games.war.rules.activation import turn_is_used_up
from pbem.games.war.rules.deployment import PARTS, deployer, placed
from pbem.games.war.rules.fatigue import CANCEL, may_cancel, may_halve
from pbem.games.war.rules.recruiting import profiles, units_of
from pbem.games.war.state import INDEX, Army, Setup, State, Unit
from pbem.ruleset import OTHER, SIDE_NAMES, Answer, Decide, Event, React, Roll, Side, Step, Want

__all__ = ["apply", "settle", "start", "want"]


class Phase(NamedTuple):
    """One row of the table: what is wanted, and what is done with the answer."""

    wants: Callable[[State], Want | None]
    takes: Callable[[State, Answer], Step]


def start(setup: Setup, armies: tuple[Army, Army]) -> State:
    """The first position: the armies where they say, or beside the table; who begins is rolled for."""
    a, b = armies
    return State(
        setup=setup,
        profiles=(profiles(setup, a, "a"), profiles(setup, b, "b")),
        units=(units_of(setup, a, "a"), units_of(setup, b, "b")),
    )


def want(state: State) -> Want | None:
    """What the game needs before it can go on."""
    return PHASES[state.phase].wants(state)


def apply(state: State, answer: Answer) -> Step:
    """Answer the present want."""
    return PHASES[state.phase].takes(state, answer)


# ------------------------------------------------------------------------------- A3: who begins


def _want_roll_off(state: State) -> Roll:
    return Roll(f"{SIDE_NAMES[state.side]} rolls for the first turn", 1, 6, state.side, "roll-off")


def _take_roll_off(state: State, answer: Answer) -> Step:
    (face,) = cast("tuple[int, ...]", answer)
    told: list[Event] = [e.RolledOff(side=state.side, face=face)]
    if state.side == "a":
        return Step(replace(state, side="b", face=face), tuple(told))
    if state.face == face:
        return Step(replace(state, side="a", face=0), (*told, e.Tied()))
    first: Side = "a" if state.face > face else "b"
    told.append(e.Begins(side=first))
    state = replace(state, face=0, first=first, side=first)
    if state.setup.options.deployment == "saga":
        return Step(replace(state, phase="deploy"), tuple(told))
    return _begin_turn(replace(state, turn=1), first, told)


# ------------------------------------------------------------------------------- A2: deployment in parts


def _want_deploy(state: State) -> Decide:
    return Decide(deployer(state), "deploy")


def _take_deploy(state: State, answer: Answer) -> Step:
    orders = cast("tuple[Order, ...]", answer)
    side = deployer(state)
    told: list[Event] = [
        e.Deployed(
            side=side,
            units=tuple(order.unit for order in orders),
            places=tuple((order.at[0], order.at[1]) for order in orders),
        )
    ]
    for order in orders:
        state = placed(state, order)
    if state.stage + 1 < PARTS:
        state = replace(state, stage=state.stage + 1)
        return Step(replace(state, side=deployer(state)), tuple(told))
    first = cast("Side", state.first)
    return _begin_turn(replace(state, stage=0, turn=1), first, told)


# ------------------------------------------------------------------------------- A4, A40: player-turns


def _begin_turn(state: State, side: Side, told: list[Event]) -> Step:
    """Everybody of the side is fresh to act; pictures show this player-turn and the one before."""
    s = INDEX[side]
    term = state.term + 1
    rows = list(state.units)
    rows[s] = tuple(_fresh(unit) for unit in rows[s])
    told.append(e.TurnBegan(turn=state.turn, side=side))
    state = replace(
        state,
        phase="orders",
        side=side,
        term=term,
        begun=0,
        units=(rows[0], rows[1]),
        marks=tuple(mark for mark in state.marks if mark.term >= term - 1),
    )
    return Step(state, tuple(told))


def _fresh(unit: Unit) -> Unit:
    if unit.actions or unit.rested or unit.shots:
        return replace(unit, actions=0, rested=False, shots=0)
    return unit


def _end_turn(state: State, told: list[Event]) -> Step:
    other = OTHER[state.side]
    if other != state.first:
        return _begin_turn(state, other, told)
    if state.turn == state.setup.options.turns:
        return _finish(state, *scoring.verdict(state), told)
    return _begin_turn(replace(state, turn=state.turn + 1), other, told)


def settle(state: State, told: list[Event]) -> Step:
    """After an action: the game may be over (A5), or the turn, when nobody has an action left (A6)."""
    state = replace(state, phase="orders", action=None, later=False, halved=False, fight=None)
    over = scoring.ended(state)
    if over is not None:
        return _finish(state, *over, told)
    return _end_turn(state, told) if turn_is_used_up(state) else Step(state, tuple(told))


def _finish(state: State, winner: Side | Literal[""], reason: str, told: list[Event]) -> Step:
    state = replace(state, phase="over", winner=winner, reason=reason)
    told.append(e.GameOver(winner=state.winner, reason=reason, score=scoring.score(state)))
    return Step(state, tuple(told))


# ------------------------------------------------------------------------------- R1, A38: actions


def _want_orders(state: State) -> Decide:
    return Decide(decider(state), "orders", state.term)


def _take_order(state: State, answer: Answer) -> Step:
    """R1: an action is declared; the other side may cancel it (R24), then halve it (R25)."""
    order = cast("Order", answer)
    if order.end:
        return _end_turn(state, [])
    state = actions.declared(state, order)
    told: list[Event] = []
    if may_cancel(state) or may_halve(state):
        told.append(e.Declared(order=cast("Order", state.action)))
    if may_cancel(state):
        return Step(replace(state, phase="cancel"), tuple(told))
    return _go_on(state, told)


def _go_on(state: State, told: list[Event]) -> Step:
    if may_halve(state):
        return Step(replace(state, phase="halve"), tuple(told))
    return _carry_out(state, told)


def _carry_out(state: State, told: list[Event]) -> Step:
    """R5 to R14; a shot or a melee goes on with dice."""
    state = actions.carried_out(state, told)
    return settle(state, told) if state.fight is None else _open(state, told)


def _open(state: State, told: list[Event]) -> Step:
    """A fight stands at a window, or goes on to its dice."""
    return Step(state, tuple(told)) if state.phase in REACTIONS else _roll_on(state, told)


def _want_reaction(state: State) -> React:
    return React(reactor(state), state.phase)


def _reply(answer: Answer) -> Order:
    """The one order of a reaction; none is a no."""
    orders = cast("tuple[Order, ...]", answer)
    return orders[0] if orders else Order(decline=True)


def _take_cancel(state: State, answer: Answer) -> Step:
    if not _reply(answer).cancel:
        return _go_on(state, [])
    told: list[Event] = []
    return settle(actions.cancelled(state, CANCEL, told), told)


def _take_halve(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    if _reply(answer).halve:
        state = actions.halved(state, told)
    return _carry_out(state, told)


def _take_armour(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    state = fighting.raised(state, _reply(answer).armour, told)
    return _roll_on(replace(state, phase="shoot"), told)


def _take_ranks(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    return _open(fighting.ranked(state, told, close=_reply(answer).close_ranks), told)


def _take_spend(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    return _roll_on(fighting.bargained(state, _reply(answer), told), told)


# ------------------------------------------------------------------------------- R10 to R20: dice


def _roll_on(state: State, told: list[Event]) -> Step:
    """To the next dice that there are, or to what the fight comes to (A39)."""
    state = fighting.to_dice(state)
    if state.phase != "orders":
        return Step(state, tuple(told))
    state = fighting.resolved(state, told)
    return Step(state, tuple(told)) if state.phase == "retreat" else settle(state, told)


def _take_hits(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    return _roll_on(fighting.hit(state, cast("tuple[int, ...]", answer), told), told)


def _take_saves(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    return _roll_on(fighting.saved(state, cast("tuple[int, ...]", answer), told), told)


def _take_retreat(state: State, answer: Answer) -> Step:
    told: list[Event] = []
    return settle(fighting.fallen_back(state, _reply(answer).retreat, told), told)


def _want_nothing(_: State) -> None:
    return None


def _take_nothing(_: State, answer: Answer) -> Step:
    raise AssertionError(f"the game is over and wants no {answer!r}")


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "roll_off": Phase(_want_roll_off, _take_roll_off),  # A3: 1d6 each
        "deploy": Phase(_want_deploy, _take_deploy),  # A2: only where it was agreed
        "orders": Phase(_want_orders, _take_order),  # R1: one action after the other
        "cancel": Phase(_want_reaction, _take_cancel),  # R24
        "halve": Phase(_want_reaction, _take_halve),  # R25
        "armour": Phase(_want_reaction, _take_armour),  # R22
        "shoot": Phase(fighting.hit_dice, _take_hits),  # R10
        "shot_saves": Phase(fighting.save_dice, _take_saves),  # R11
        "close_ranks": Phase(_want_reaction, _take_ranks),  # R15
        "spend": Phase(_want_reaction, _take_spend),  # R16
        "attack": Phase(fighting.hit_dice, _take_hits),  # R17: the attacker's dice
        "attack_saves": Phase(fighting.save_dice, _take_saves),  # R18
        "defence": Phase(fighting.hit_dice, _take_hits),  # R17: the target's dice
        "defence_saves": Phase(fighting.save_dice, _take_saves),  # R18
        "retreat": Phase(_want_reaction, _take_retreat),  # R19, A27
        "over": Phase(_want_nothing, _take_nothing),
    }
)
