"""What may be ordered: one source of legality for `check`, `faults`, `apply` and `downgrade`.

`faults` judges one order in one position, with the faces that are public in it: a card whose face is not
known cannot be judged and is no fault.  `check` judges a decision, with what its author knows; the
referee asks again when the cards that the decision shows are public.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zoids import phases
from pbem.games.zoids.acts import act
from pbem.games.zoids.orders import Order, slots_of, target_of, verb_of
from pbem.games.zoids.rules import deploy
from pbem.games.zoids.rules.attack import target_fault
from pbem.games.zoids.rules.cards import USES, face_of, is_tactics, looks, reach_of
from pbem.games.zoids.rules.deck import excess, informed
from pbem.games.zoids.rules.defense import defense_fault
from pbem.games.zoids.rules.move import move_fault
from pbem.games.zoids.rules.turn import may_play_tactics, must_discard, stage_fault
from pbem.games.zoids.state import INDEX, WHERE, Stage, State, Zoid
from pbem.ruleset import OTHER, SIDE_NAMES, Decide, Known, React, Ruleset, Side, check_turn

__all__ = ["assume", "check", "faults"]

NOTHING: Final = (Problem("", "no order is asked for now"),)
_STAGE_OF: Final[dict[str, Stage]] = {"to": "move", "fire": "fire", "fight": "fight"}


def faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why the order cannot be carried out in this very position; paths are fields of the order."""
    match state.phase:
        case "turn":
            return tuple(_turn_faults(state, order))
        case "deploy":
            return deploy.deploy_faults(state, order)
        case "defend":
            return _answer_faults(state, order)
    return NOTHING


def _turn_faults(state: State, order: Order) -> list[Problem]:
    """R15 to R20, R23, R24: one order of a player-turn."""
    match verb_of(order):
        case "end":
            cause = must_discard(state)
            return [Problem("", cause)] if cause else []
        case "discard":
            return _discard_faults(state, order)
        case "arrange":
            return _arrange_faults(state, order)
        case "tactics":
            return _tactics_faults(state, order)
        case "to" | "fire" | "fight" as verb:
            return _action_faults(state, order, verb)
        case "hold":
            return [Problem("hold", "hold answers an attack, and there is none")]
    if order.end:
        return [Problem("", "the end of the turn has nothing else in it")]
    message = "expected a card with a Zoid and one of to, fire and fight, a tactics card alone, or a discard"
    return [Problem("", message)]


def _held(state: State, side: Side, slot: int | None, path: str) -> list[Problem]:
    """Whether the card is in the hand; where it is not, what became of it as far as everybody knows."""
    if slot is None:
        return [Problem(path, "name the card to play")]
    if slot in state.hand(side):
        return []
    face = f" ({face_of(state.face(slot)).name})" if state.face(slot) else ""
    where = (
        "was played or discarded" if slot in state.discards else f"is not in the hand of {SIDE_NAMES[side]}"
    )
    return [Problem(path, f"card {slot}{face} {where}")]


def _discard_faults(state: State, order: Order) -> list[Problem]:
    """R16, A25: no more than what is above the limit, each card once."""
    if cause := stage_fault(state, "discard"):
        return [Problem("", cause)]
    problems: list[Problem] = []
    for i, slot in enumerate(order.discard):
        problems += _held(state, state.side, slot, f"discard[{i}]")
        if slot in order.discard[:i]:
            problems.append(Problem(f"discard[{i}]", f"card {slot} is named twice"))
    more, limit = excess(state, state.side), state.options.hand_limit
    if len(order.discard) > more:
        hand, most = len(state.hand(state.side)), f"at most {more}" if more else "none"
        message = (
            f"expected {most} to discard, found {len(order.discard)}: the hand is {hand}, the limit {limit}"
        )
        problems.append(Problem("discard", message))
    return problems


def _arrange_faults(state: State, order: Order) -> list[Problem]:
    """A20: the cards that Battle Plan has just shown, each once."""
    if not state.plan:
        return [
            Problem("arrange", "cards are rearranged right after a battle plan, where the option allows it")
        ]
    if sorted(order.arrange) != sorted(state.plan):
        slots = " ".join(map(str, state.plan))
        return [Problem("arrange", f"expected each of the cards {slots} once")]
    return []


def _tactics_faults(state: State, order: Order) -> list[Problem]:
    """R24, A19."""
    if wrong := _held(state, state.side, order.play, "play"):
        return wrong
    assert order.play is not None
    face = state.face(order.play)
    if face and not is_tactics(face):
        card = face_of(face)
        hint = "" if card.kind == "d" else "name the Zoid and what it does"
        return [Problem("play", f"{card.name} is {USES[card.kind]}, expected a tactics card", hint)]
    if not may_play_tactics(state):
        return [Problem("", "tactics cards are played before anything else in a turn, and that time is over")]
    return []


def _own(state: State, side: Side, name: str) -> list[Problem]:
    where = WHERE.get(name)
    s = INDEX[side]
    if where is not None and where[0] == s and where[1] < len(state.zoids[s]):
        gone = state.zoid(name).gone
        return [Problem("zoid", f"{name} was destroyed in turn {gone}")] if gone else []
    have = " ".join(zoid.id for zoid in state.on_board(s))
    return [Problem("zoid", f"{name or 'nobody'} is not a Zoid of {SIDE_NAMES[side]} (there are {have})")]


def _action_faults(state: State, order: Order, verb: str) -> list[Problem]:
    """R17, R19, R20, R23: a card for a Zoid."""
    if wrong := _own(state, state.side, order.zoid):
        return wrong
    if cause := stage_fault(state, _STAGE_OF[verb], order.zoid):
        return [Problem("", cause)]
    problems = _held(state, state.side, order.play, "play")
    n = 0
    if not problems and order.play is not None and (face := state.face(order.play)):
        n, cause = reach_of(state.profile(order.zoid), face_of(face), verb)
        problems += [Problem("play", cause)] if cause else []
    n = 0 if problems else n
    if verb == "to":
        cause = move_fault(state, order.zoid, order.to, n)
    else:
        cause = target_fault(state, order.zoid, target_of(order), n, verb)
    return [*problems, Problem(verb, cause)] if cause else problems


def _answer_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """R22, A16: a card, or nothing."""
    assert state.attack is not None
    other = (
        order.zoid,
        order.to,
        order.fire,
        order.fight,
        order.discard,
        order.arrange,
        order.end,
        order.pause,
    )
    if any(other) or order.else_ or (order.hold and order.play is not None):
        return (Problem("", "an answer to an attack plays one card or none, and nothing else"),)
    if order.hold:
        return ()
    if wrong := _held(state, OTHER[state.side], order.play, "play"):
        return tuple(wrong)
    assert order.play is not None
    face = state.face(order.play)
    cause = defense_fault(state, state.attack.target, face) if face else ""
    return (Problem("play", cause),) if cause else ()


# ------------------------------------------------------------------------------------- decisions


def check(
    rules: Ruleset, state: State, side: Side, orders: tuple[Order, ...], known: Known
) -> tuple[Problem, ...]:
    """Every fault of a decision, with what `known` adds to the public faces of the own hand."""
    want = phases.want(state)
    if not isinstance(want, Decide | React) or want.side != side:
        return (Problem("", f"nothing is asked of {SIDE_NAMES[side]} now"),)
    if state.phase == "deploy":
        return deploy.deploy_check(state, orders)
    state = informed(state, side, known)
    if state.phase == "defend":
        if len(orders) > 1:
            return (Problem("", f"expected one card at most, found {len(orders)} answers"),)
        return tuple(
            Problem(f"[{i}].{p.path}" if p.path else f"[{i}]", p.message, p.hint)
            for i, order in enumerate(orders)
            for p in faults(state, order)
        )
    slots = [slot for order in orders for branch in (order, *order.else_) for slot in slots_of(branch)]
    if any(slot in state.hand(side) and not state.face(slot) for slot in slots):
        return tuple(_not_held(state, side, orders))
    looking = next((i for i, order in enumerate(orders) if _looking(state, order)), len(orders))
    judged = check_turn(rules, state, orders[: looking + 1])
    if looking + 1 >= len(orders):
        return judged
    return (*judged, *_nothing_behind(state, orders[looking], looking))


def _not_held(state: State, side: Side, orders: tuple[Order, ...]) -> Iterator[Problem]:
    """All that can be judged while a card of the decision is hidden: whether its cards are in the hand.
    (A plan is no help: it may go on by the wrong branch.)"""
    for i, order in enumerate(orders):
        for j, branch in enumerate((order, *order.else_)):
            where = f"[{i}].else[{j - 1}]" if j else f"[{i}]"
            if branch.play is not None:
                yield from _held(state, side, branch.play, f"{where}.play")
            for k, slot in enumerate(branch.discard):
                yield from _held(state, side, slot, f"{where}.discard[{k}]")


def _looking(state: State, order: Order) -> list[int]:
    """Which branches of an order show new cards to its owner (0: the order itself)."""
    plays = [branch.play if verb_of(branch) == "tactics" else None for branch in (order, *order.else_)]
    return [j for j, slot in enumerate(plays) if slot is not None and looks(state.face(slot))]


def _nothing_behind(state: State, order: Order, i: int) -> list[Problem]:
    """A19 to A21: an order that shows new cards to its owner is the last of its decision."""
    problems = []
    for j in _looking(state, order):
        branch = (order, *order.else_)[j]
        assert branch.play is not None
        name = face_of(state.face(branch.play)).name
        message = f"{name} gives control back, so that you see the cards: nothing may follow it here"
        where = f"[{i}].else[{j - 1}]" if j else f"[{i}]"
        problems.append(Problem(where, message, "take out what follows; it can be ordered afterwards"))
    return problems


# -------------------------------------------------------------------------------------- planning


def assume(state: State, order: Order, *, gone: bool) -> State:
    """The position after a faultless order, for planning: nobody draws, answers or loses Hits; with
    `gone` the Zoid under attack is removed."""
    if state.phase == "deploy":
        return deploy.placed(state, order)
    if state.phase != "turn" or order.end:
        return state
    after, _ = act(state, order)
    target = target_of(order)
    if gone and target:
        after = replace(after, zoids=after.with_zoid(Zoid(id=target, gone=max(1, state.term))))
    return replace(after, attack=None, plan=())
