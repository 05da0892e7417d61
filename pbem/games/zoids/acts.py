"""Carrying out one faultless order of a turn, as far as nobody else has a word in it.

The result names what has to be settled next: an attack that may be answered, cards to be drawn or shown.
Planning (`legality.assume`) uses the same steps, with faces that may be unknown.
"""

from typing import Literal

from msgspec.structs import replace

from pbem.games.zoids import events as e
from pbem.games.zoids.orders import Order, target_of, verb_of
from pbem.games.zoids.rules.cards import face_of, kind_of_zoid
from pbem.games.zoids.rules.deck import discarded, excess
from pbem.games.zoids.rules.turn import entered
from pbem.games.zoids.state import Attack, State
from pbem.ruleset import Event

__all__ = ["ability_of", "act"]


def ability_of(state: State, zoid: str, face: str) -> str:
    """The name of the special ability that a card brings out, "" for any other card."""
    special = bool(face) and face_of(face).kind == "x"
    return kind_of_zoid(state.profile(zoid)).ability.name if special else ""


def act(state: State, order: Order) -> tuple[State, list[Event]]:
    """The position after the order, before its effect on others; `end` is the phases' business."""
    verb = verb_of(order)
    match verb:
        case "discard":
            return _discard(state, order)
        case "arrange":
            event = e.Arranged(side=state.side, count=len(order.arrange))
            behind = state.ahead[len(state.plan) :]
            ahead, passed = (*order.arrange, *behind), len(state.plan) - (len(state.ahead) - len(behind))
            return replace(state, ahead=ahead, drawn=state.drawn + passed, plan=()), [event]
    assert order.play is not None
    face = state.face(order.play)
    paid = discarded(state, state.side, (order.play,))
    if verb == "tactics":
        return replace(paid, plan=()), [e.Played(side=state.side, card=face)]
    zoid = state.zoid(order.zoid)
    ability = ability_of(state, order.zoid, face)
    if verb == "to":
        told = e.Moved(zoid=zoid.id, here=zoid.at, to=order.to, card=face, ability=ability)
        after = entered(paid, "move", zoid.id)
        moved = (zoid.id, zoid.at, order.to)
        return replace(after, zoids=after.with_zoid(replace(zoid, at=order.to)), moved=moved), [told]
    stage: Literal["fire", "fight"] = "fire" if order.fire else "fight"
    target = target_of(order)
    there = state.zoid(target).at
    attacked = e.Attacked(
        zoid=zoid.id, target=target, here=zoid.at, there=there, verb=stage, card=face, ability=ability
    )
    attack = Attack(by=zoid.id, target=target, slot=order.play, verb=stage)
    after = entered(paid, stage, zoid.id)
    return replace(after, attack=attack, shot=(zoid.id, zoid.at, there)), [attacked]


def _discard(state: State, order: Order) -> tuple[State, list[Event]]:
    """R16: the tactics phase is over when the hand is within its limit."""
    told = e.Discarded(side=state.side, cards=tuple(state.face(slot) for slot in order.discard))
    after = discarded(entered(state, "discard"), state.side, order.discard)
    return (after if excess(after, after.side) else entered(after, "move")), [told]
