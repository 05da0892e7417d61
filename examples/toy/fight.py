"""The attack at the ford: an order, the reactions to it, its dice and what comes after (F6 to F13).

Every function takes the state from which its own step has been taken off, and gives the next one.
"""

from typing import Literal, cast

import msgspec

from examples.toy import events as e
from examples.toy.state import ARMS, PURSUE, REST, SAVE, Fight, FordOrder, State, chance
from pbem.ruleset import OTHER, SIDES, Event, Faces, Side, Step

replace = msgspec.structs.replace


# -- orders (F6, F7) -------------------------------------------------------------------------------------
def act(state: State, order: FordOrder) -> Step:
    side = state.mover
    if order.end:
        if state.acted:
            return Step(replace(state, done=True))
        for idle in state.ready(side):  # F5: who passes is done for the round
            state = state.change(idle.id, spent=True)
        return Step(replace(state, done=True), (e.Passed(side=side),))
    man = state.find(order.unit)
    assert man is not None
    state = replace(state.change(man.id, spent=True), acted=state.acted + 1)
    if order.move:
        moved = e.Moved(side=side, unit=man.id, here=man.place, there=order.move)
        return Step(state.change(man.id, place=order.move), (moved,))
    options, other = state.setup.options, state.defender
    fight = Fight(attacker=man.id, target=order.attack, dice=ARMS[man.kind].dice, need=options.kill)
    state = replace(state, fight=fight)
    asked = (
        ("hidden", bool(state.ruses[SIDES.index(other)]) and chance(state, "hidden", options.hidden)),
        ("pre", chance(state, "pre", options.pre)),
        ("own", chance(state, "own", options.own)),
        ("hit", True),
    )
    state = replace(state, pending=tuple(name for name, happens in asked if happens))
    return Step(state, (e.Attacked(side=side, unit=man.id, target=order.attack),))


# -- reactions (F9 to F12) and the choice in mid-action (F13) --------------------------------------------
def react(state: State, orders: tuple[FordOrder, ...], kind: str) -> Step:
    answer = orders[0].answer if orders else "no"
    mine = kind == "own"
    side = state.mover if mine else state.defender
    unit, fight = state.fight.attacker if mine else state.fight.target, state.fight
    told: list[Event] = [e.Answered(side=side, kind=kind, unit=unit, answer=answer)]
    if answer == "cancel":  # F10 to F12: giving ground is worth a point to the attacker
        state = replace(state, pending=(), fight=Fight())
        return Step(state if mine else score(state, OTHER[side], "ground given", told), tuple(told))
    if kind == "post":
        if answer == "no":
            return _wounds(state, told)
        return Step(replace(state, pending=("save",)), tuple(told))
    if answer == "yes" and kind == "hidden":
        left = tuple(n - (s == side) for s, n in zip(SIDES, state.ruses, strict=True))
        state = replace(state, pending=(), fight=Fight(), ruses=cast("tuple[int, int]", left))
    elif answer == "yes" and kind == "pre":
        state = replace(state.change(unit, spent=True), fight=replace(fight, need=min(6, fight.need + 1)))
    elif answer == "yes":
        state = replace(state, fight=replace(fight, dice=fight.dice + 1, pressed=True))
    return Step(state, tuple(told))


def choose(state: State, orders: tuple[FordOrder, ...]) -> Step:
    side, answer, unit = state.mover, orders[0].answer, state.fight.attacker
    fight = replace(state.fight, pursue=answer == "yes")
    told = e.Answered(side=side, kind="mid", unit=unit, answer=answer)
    return Step(replace(state, fight=fight, pending=("after",)), (told,))


# -- dice (F7, F8, F12, F13) -----------------------------------------------------------------------------
def hit(state: State, faces: Faces) -> Step:
    fight, side = state.fight, state.mover
    hits = sum(f >= fight.need for f in faces)
    told: list[Event] = [e.Rolled(side=side, kind="hit", unit=fight.attacker, faces=faces, need=fight.need)]
    state = replace(state, fight=replace(fight, hits=hits))
    if all(f == 1 for f in faces):
        state = _wound(state, fight.attacker, "stumbles", told)  # F8
    elif fight.pressed and not hits:
        state = _wound(state, fight.attacker, "pressed in vain", told)  # F11
    if hits and chance(state, "post", state.setup.options.post):
        return Step(replace(state, pending=("post",)), tuple(told))
    return _wounds(state, told)


def save(state: State, faces: Faces) -> Step:
    fight, stopped = state.fight, sum(f >= SAVE for f in faces)
    rolled = e.Rolled(side=state.defender, kind="save", unit=fight.target, faces=faces, need=SAVE)
    return _wounds(replace(state, fight=replace(fight, hits=fight.hits - stopped)), [rolled])


def _wounds(state: State, told: list[Event]) -> Step:
    for _ in range(state.fight.hits):
        state = _wound(state, state.fight.target, "hit", told)
    attacker = state.find(state.fight.attacker)
    if attacker and attacker.health and chance(state, "mid", state.setup.options.mid):
        return Step(replace(state, pending=("mid",)), tuple(told))
    return Step(replace(state, fight=Fight()), tuple(told))


def _wound(state: State, unit: str, why: str, told: list[Event]) -> State:
    man = state.find(unit)
    if man is None or not man.health:  # hits on the fallen are lost
        return state
    told.append(e.Wounded(side=man.side, unit=unit, health=man.health - 1, why=why))
    state = state.change(unit, health=man.health - 1)
    return state if man.health > 1 else score(state, OTHER[man.side], f"{unit} fell", told)


def after(state: State, faces: Faces) -> Step:
    fight, side = state.fight, state.mover
    man, target = state.find(fight.attacker), state.find(fight.target)
    assert man is not None
    assert target is not None
    need = PURSUE if fight.pursue else REST
    kind: Literal["pursue", "rest"] = "pursue" if fight.pursue else "rest"
    told: list[Event] = [e.Rolled(side=side, kind=kind, unit=man.id, faces=faces, need=need)]
    state = replace(state, fight=Fight())
    if faces[0] >= need and fight.pursue and man.place != target.place:
        told.append(e.Moved(side=side, unit=man.id, here=man.place, there=target.place))
        state = state.change(man.id, place=target.place)
    elif faces[0] >= need and not fight.pursue and man.health < ARMS[man.kind].health:
        told.append(e.Healed(side=side, unit=man.id, health=man.health + 1))
        state = state.change(man.id, health=man.health + 1)
    return Step(state, tuple(told))


# -- points (F8, F10, F14) -------------------------------------------------------------------------------
def score(state: State, side: Side, why: str, told: list[Event]) -> State:
    a, b = state.points
    told.append(e.Scored(side=side, points=1, why=why))
    return replace(state, points=(a + (side == "a"), b + (side == "b")))
