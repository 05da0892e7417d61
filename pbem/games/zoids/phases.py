"""The course of a match: what is wanted in each phase, and what the answer leads to.

    (obstacles) ─► (first) ─► (deploy) ─► draw ⇄ shuffle ─► turn ─► (defend) ─┐
                                            ▲               ▲  │              │
                                            │               │  ├─► (look)     │
                                            │               │  └─► (spoil ─► give)
                                            └── next turn ◄─┴─────────────────┘
                                                 └─► over

A turn is one decision of kind `orders`; its four phases (R15) are `State.stage`.  This page has the
turn and its attacks; `opening`, `drawing` and `tactics` have the rest.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from msgspec.structs import replace

from pbem.games.zoids import drawing, opening, tactics
from pbem.games.zoids import events as e
from pbem.games.zoids.acts import ability_of, act
from pbem.games.zoids.orders import Order, verb_of
from pbem.games.zoids.rules import deck as cards
from pbem.games.zoids.rules.attack import hit
from pbem.games.zoids.rules.cards import face_of
from pbem.games.zoids.rules.defense import shields
from pbem.games.zoids.rules.victory import hits_left, last_turn, verdict, wiped_out
from pbem.games.zoids.state import INDEX, Attack, State
from pbem.ruleset import OTHER, SIDE_NAMES, Answer, Decide, Event, React, Side, Step, Want

__all__ = ["apply", "want"]


class Phase(NamedTuple):
    """One row of the table: what is wanted, and what is done with the answer."""

    wants: Callable[[State], Want | None]
    takes: Callable[[State, Answer], Step]


def want(state: State) -> Want | None:
    """What the game needs before it can go on."""
    return PHASES[state.phase].wants(state)


def apply(state: State, answer: Answer) -> Step:
    """Answer the present want."""
    return PHASES[state.phase].takes(state, answer)


# ------------------------------------------------------------------------- R15: a turn, order by order


def _want_orders(state: State) -> Decide:
    return Decide(state.side, "orders", state.term)


def _take_order(state: State, answer: Answer) -> Step:
    order = cast("Order", answer)
    if order.end:
        return _end_turn(state, [])
    after, told = act(state, order)
    if after.attack is not None:
        return _asked(after, told)
    if verb_of(order) == "tactics":
        assert order.play is not None
        return tactics.EFFECTS[face_of(state.face(order.play)).kind](after, told)
    return Step(after, tuple(told))


def _end_turn(state: State, told: list[Event]) -> Step:
    """R15, A27."""
    if last_turn(state):
        winner, reason = verdict(state)
        return _finish(state, winner, reason, told)
    return drawing.begin_turn(state, OTHER[state.side], told)


def _finish(state: State, winner: Side | Literal[""], reason: str, told: list[Event]) -> Step:
    state = replace(state, phase="over", attack=None, plan=(), winner=winner, reason=reason)
    told.append(e.GameOver(winner=winner, reason=reason, hits=hits_left(state)))
    return Step(state, tuple(told))


# ------------------------------------------------------------------------- R19 to R22: an attack


def _asked(state: State, told: list[Event]) -> Step:
    """A16: whoever holds a card may answer; what he holds must not matter here."""
    if state.hand(OTHER[state.side]):
        return Step(replace(state, phase="defend"), tuple(told))
    return _strike(state, told, asked=False)


def _want_defense(state: State) -> React:
    return React(OTHER[state.side], "defend", hidden=True)


def _take_defense(state: State, answer: Answer) -> Step:
    """R22, R25: a defense card negates the attack."""
    orders = cast("tuple[Order, ...]", answer)
    slot = orders[0].play if orders else None
    if slot is None:
        return _strike(state, [], asked=True)
    blow = cast("Attack", state.attack)
    face = state.face(slot)
    shield = shields(state, blow.target) if face_of(face).kind == "x" else blow.target
    struck = e.Struck(
        target=blow.target,
        left=state.zoid(blow.target).hits,
        card=face,
        ability=ability_of(state, shield, face),
        shield=shield,
        asked=True,
    )
    state = cards.discarded(state, OTHER[state.side], (slot,))
    return Step(replace(state, phase="turn", attack=None), (struck,))


def _strike(state: State, told: list[Event], *, asked: bool) -> Step:
    """R2, R21: one Hit; whoever has no Zoid left has lost at once."""
    blow = cast("Attack", state.attack)
    state, zoid = hit(state, blow.target)
    told.append(e.Struck(target=zoid.id, left=zoid.hits, asked=asked))
    if zoid.gone:
        told.append(e.Destroyed(zoid=zoid.id, by=blow.by))
    state = replace(state, phase="turn", attack=None, shot=(*state.shot, "hit"))
    if wiped_out(state, 1 - INDEX[state.side]):
        return _finish(state, state.side, f"{SIDE_NAMES[OTHER[state.side]]} has no Zoid left", told)
    return Step(state, tuple(told))


def _want_nothing(_: State) -> None:
    return None


def _take_nothing(_: State, answer: Answer) -> Step:
    raise AssertionError(f"the game is over and wants no {answer!r}")


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "obstacles": Phase(opening.want_obstacles, opening.take_obstacles),  # A15: a die a pair
        "first": Phase(opening.want_first, opening.take_first),  # A10: 1d6 each
        "deploy": Phase(opening.want_deploy, opening.take_deploy),  # R12: Zoids onto the back rows
        "draw": Phase(
            drawing.want_draw, drawing.take_draw
        ),  # R16: the other side strips the cards to be drawn
        "shuffle": Phase(drawing.want_shuffle, drawing.take_shuffle),  # R16: the discard pile, by both sides
        "turn": Phase(_want_orders, _take_order),  # R15: orders
        "defend": Phase(_want_defense, _take_defense),  # R22: a defense card?
        "look": Phase(tactics.want_look, tactics.take_look),  # R24: Battle Plan, Know your Enemy
        "spoil": Phase(tactics.want_spoil, tactics.take_spoil),  # R24: Awesome Move, by dice
        "give": Phase(tactics.want_give, tactics.take_give),  # R24: the cards that it takes are shown
        "over": Phase(_want_nothing, _take_nothing),
    }
)
