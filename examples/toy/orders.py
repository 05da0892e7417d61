"""What may be ordered at the ford, and what a greedy player thinks of it.

One source of legality: `faults` judges one order in one position; `check`, `legal` and the template
are made of it.  What `check` lets through never fails later: it runs, or it is downgraded (F16).
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from examples.toy import play
from examples.toy.events import Held
from examples.toy.state import (
    ARMS,
    BANK,
    FORD,
    NAME,
    PLACES,
    FordOrder,
    Soldier,
    State,
    dice_words,
    distance,
    next_to,
)
from pbem.ruleset import OTHER, Choice, Decide, Order, Problem, React, Ruleset, Side, Step, Unseal, check_turn

replace = msgspec.structs.replace

# What may be answered to a reaction or in mid-action (F9 to F13), and what it means.
ANSWERS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "hidden": {"yes": "spends a ruse: the attack is in vain", "no": "spends no ruse"},
        "pre": {
            "yes": "braces: hits need one more, and it has acted",
            "no": "stands",
            "cancel": "gives ground: the attack ends, a point for the attacker",
        },
        "own": {
            "yes": "presses: one die more, but a wound if nothing hits",
            "no": "attacks as ordered",
            "cancel": "calls the attack off",
        },
        "post": {
            "yes": "raises the shield: a die for each hit, 5+ stops it",
            "no": "takes the hits",
            "cancel": "gives ground: the hits are in vain, a point for the attacker",
        },
        "mid": {"yes": "pursues: on 4+ into the place it attacked", "no": "rests: on 5+ a wound is healed"},
    }
)
CLOSED: Final = 99  # `acted` of a position in which the player-turn was ended while planning


def check(rules: Ruleset, state: State, side: Side, orders: tuple[FordOrder, ...]) -> tuple[Problem, ...]:
    """Every fault of a decision when it is taken."""
    want = play.want(state)
    if isinstance(want, Unseal) and want.side == side:  # what was sealed is judged again when it is opened
        return tuple(_check_deployment(state, side, orders))
    if not isinstance(want, Decide | React) or want.side != side:
        return (Problem("", f"nothing is asked of {NAME[side]} now"),)
    if want.kind == "orders":
        return check_turn(rules, state, orders)
    if want.kind == "deploy":
        return tuple(_check_deployment(state, side, orders))
    if isinstance(want, React) and not orders:
        return ()  # no answer: "no"
    if len(orders) != 1:
        return (Problem("", f"expected one answer, found {len(orders)}"),)
    return tuple(_at("[0]", p) for p in faults(state, orders[0]))


def _check_deployment(state: State, side: Side, orders: tuple[FordOrder, ...]) -> Iterator[Problem]:
    for i, order in enumerate(orders):
        wrong = faults(state, order)
        yield from (_at(f"[{i}]", p) for p in wrong)
        state = state if wrong else assume(state, order, gone=False)
    for man in state.on_field(side):
        if not man.place:
            yield Problem("", f"{man.id} is not deployed", f"give it one of {_row(BANK[side])}")


def _at(where: str, problem: Problem) -> Problem:
    path = f"{where}.{problem.path}" if problem.path else where
    return Problem(path, problem.message, problem.hint)


def faults(state: State, order: FordOrder) -> tuple[Problem, ...]:
    """Why this order cannot be carried out in this very position; paths are fields of the order."""
    want = play.want(state)
    if isinstance(want, Decide) and want.kind == "orders":
        return () if order.end else tuple(_activation_faults(state, want.side, order))
    if isinstance(want, Unseal) or (isinstance(want, Decide) and want.kind == "deploy"):
        return tuple(_deployment_faults(state, want.side, order))
    if isinstance(want, Decide | React):
        return tuple(_answer_faults(want.kind, order))
    return (Problem("", "no order is asked for now"),)


def _activation_faults(state: State, side: Side, order: FordOrder) -> Iterator[Problem]:
    yield from _foreign(order, "unit", "move", "attack")
    man = state.find(order.unit)
    if man is None or man.side != side:
        yield _stranger(state, side, order.unit)
        return
    if not man.health:
        yield Problem("unit", f"{man.id} has fallen")
    elif man.spent:
        yield Problem("unit", f"{man.id} has already acted in this round")
    elif state.acted >= state.setup.options.acts:
        yield Problem("unit", f"no more than {state.setup.options.acts} soldiers act in one turn")
    if bool(order.move) == bool(order.attack):
        yield Problem("", "expected either move or attack, found " + ("both" if order.move else "neither"))
    elif order.move and distance(man.place, order.move if order.move in PLACES else man.place) != 1:
        near = _row(next_to(man.place))
        yield Problem("move", f"{order.move} is not next to {man.place} (next to {man.place}: {near})")
    elif order.attack:
        target, reach = state.find(order.attack), ARMS[man.kind].reach
        if target is None or target.side == side:
            foes = _row(m.id for m in state.on_field(OTHER[side]))
            yield Problem("attack", f"{order.attack} is not an enemy ({NAME[OTHER[side]]} has {foes})")
        elif not target.health:
            yield Problem("attack", f"{target.id} has fallen")
        elif distance(man.place, target.place) > reach:
            far = distance(man.place, target.place)
            yield Problem("attack", f"{target.id} is {far} steps away; a {man.kind} reaches {reach}")


def _deployment_faults(state: State, side: Side, order: FordOrder) -> Iterator[Problem]:
    yield from _foreign(order, "unit", "place")
    man = state.find(order.unit)
    if man is None or man.side != side:
        yield _stranger(state, side, order.unit)
    elif man.place:
        yield Problem("unit", f"{man.id} is deployed twice")
    if order.place not in BANK[side]:
        yield Problem("place", f"{order.place} is not on the bank of {NAME[side]} ({_row(BANK[side])})")


def _stranger(state: State, side: Side, unit: str) -> Problem:
    have = _row(m.id for m in state.on_field(side))
    return Problem("unit", f"{unit or 'nobody'} is not a soldier of {NAME[side]} ({NAME[side]} has {have})")


def _answer_faults(kind: str, order: FordOrder) -> Iterator[Problem]:
    yield from _foreign(order, "answer")
    if order.answer not in ANSWERS[kind]:
        yield Problem("answer", f"expected {_row(ANSWERS[kind], ' or ')}, found {order.answer or 'nothing'}")


def _foreign(order: FordOrder, *mine: str) -> Iterator[Problem]:
    """Fields that have no business in this kind of decision."""
    for name in ("unit", "move", "attack", "place", "answer"):
        if getattr(order, name) and name not in mine:
            yield Problem(name, f"{name} does not belong here", f"expected {' and '.join(mine)}")
    if mine[:2] != ("unit", "move") and (order.end or order.pause or order.else_):
        yield Problem("", "only orders of a player-turn take end, pause or else")


def assume(state: State, order: FordOrder, gone: bool) -> State:
    """The position after an order, for planning: nothing is rolled; with `gone` its target is removed."""
    want = play.want(state)
    if isinstance(want, Unseal) or (isinstance(want, Decide) and want.kind == "deploy"):
        return state.change(order.unit, place=order.place)
    if not isinstance(want, Decide) or want.kind != "orders":
        return state  # an answer is complete in itself
    if order.end:
        return replace(state, acted=CLOSED)
    state = replace(state.change(order.unit, spent=True), acted=state.acted + 1)
    if order.move:
        return state.change(order.unit, place=order.move)
    return state.change(order.attack, health=0) if gone else state


def downgrade(state: State, order: FordOrder) -> Step:
    """F16: a soldier whose order has become impossible holds, if it still can act at all."""
    why = faults(state, order)[0].message
    man = state.find(order.unit)
    told = (Held(side=state.mover, unit=order.unit, why=why),)
    if man is None or man.spent or not man.health or state.acted >= state.setup.options.acts:
        return Step(state, told)
    return play.settle(Step(replace(state.change(man.id, spent=True), acted=state.acted + 1), told))


def legal(state: State, side: Side) -> tuple[Choice, ...]:
    """What may be ordered now, one step at a time."""
    want = play.want(state)
    if not isinstance(want, Decide | React) or want.side != side:
        return ()
    if want.kind == "deploy":
        waiting = [m for m in state.on_field(side) if not m.place]
        last = len(waiting) == 1
        return tuple(_place(man, place, last=last) for man in waiting for place in BANK[side])
    if want.kind != "orders":
        unit = state.fight.target if side == state.defender else state.fight.attacker
        return tuple(
            Choice(
                FordOrder(answer=answer),  # type: ignore[arg-type]  # the keys are the literals
                unit=unit,
                label=answer,
                hint=words,
                toml=f'{{ answer = "{answer}" }}',
                last=True,
            )
            for answer, words in ANSWERS[want.kind].items()
        )
    return tuple(choice for man in state.ready(side) for choice in _acts(state, man))


def _place(man: Soldier, place: int, *, last: bool) -> Choice:
    order = FordOrder(unit=man.id, place=place)
    toml = f'{{ unit = "{man.id}", place = {place} }}'
    return Choice(order, unit=man.id, at=str(place), label=f"deploy in {place}", toml=toml, last=last)


def _acts(state: State, man: Soldier) -> Iterator[Choice]:
    """Every move and attack of one soldier that is free of faults."""
    unit, head = man.id, f'{{ unit = "{man.id}", '
    for place in next_to(man.place):
        order = FordOrder(unit=man.id, move=place)
        if not faults(state, order):
            yield Choice(order, unit, "move", str(place), f"move to {place}", "", f"{head}move = {place} }}")
    dice, need = dice_words(ARMS[man.kind].dice), state.setup.options.kill
    for foe in state.on_field(OTHER[man.side]):
        order = FordOrder(unit=man.id, attack=foe.id)
        if not faults(state, order):
            hint = f"{dice}, {need}+ hits; {foe.id} has health {foe.health}"
            toml = f'{head}attack = "{foe.id}" }}'
            yield Choice(order, unit, "attack", foe.id, f"attack {foe.id}", hint, toml)


def worth(state: State, side: Side, choice: Choice) -> int:
    """Attack the weak first; else go to the ford, or towards it."""
    order: FordOrder = choice.order
    if order.attack:
        target = state.find(order.attack)
        return 100 - 10 * (target.health if target else 0)
    if order.move:
        return 20 - 5 * distance(order.move, FORD)
    if order.place:
        return 10 - distance(order.place, FORD) - sum(m.place == order.place for m in state.on_field(side))
    return {"yes": 2, "no": 1}.get(order.answer, 0)


def words(order: Order) -> str:
    """An order in plain words: "A1: attack B2, else A1: move to 5; then pause"."""
    assert isinstance(order, FordOrder)
    if order.end:
        return "end the turn"
    does = (
        f"{order.unit}: move to {order.move}" if order.move
        else f"{order.unit}: attack {order.attack}" if order.attack
        else f"{order.unit}: deploy in {order.place}" if order.place
        else f"answer {order.answer}"
    )  # fmt: skip
    does += "".join(f", else {words(other)}" for other in order.else_)
    return does + ("; then pause" if order.pause else "")


def _row(items: Iterable[object], glue: str = ", ") -> str:
    return glue.join(str(i) for i in items) or "none"
