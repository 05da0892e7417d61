"""A shot or a melee, from the windows before its dice to what it comes to: each function takes a position
to the next one and adds what happened to the story.  The order of things stands in `phases`.
"""

from typing import Final, Literal, cast

from msgspec.structs import replace

from pbem.games.war import events as e
from pbem.games.war.legality import beaten
from pbem.games.war.marks import mark, middle
from pbem.games.war.orders import Order
from pbem.games.war.rules import melee
from pbem.games.war.rules.dice import hits, lose
from pbem.games.war.rules.fatigue import Plan, bargain, may_raise, may_spend, need, needs
from pbem.games.war.rules.shooting import SAVE_COVER, SAVE_OPEN
from pbem.games.war.state import Fight, Phase, State
from pbem.ruleset import Event, Roll

__all__ = [
    "bargained", "fallen_back", "fight_of", "hit", "hit_dice", "opened", "raised", "ranked", "resolved",
    "save_dice", "saved", "to_dice",
]  # fmt: skip

# The dice of a fight in their order (A39); after the last it is resolved.
_NEXT: Final[dict[str, Phase]] = {
    "shoot": "shot_saves",
    "shot_saves": "orders",
    "attack": "attack_saves",
    "attack_saves": "defence",
    "defence": "defence_saves",
    "defence_saves": "orders",
}


def fight_of(state: State) -> Fight:
    """The shot or melee under way."""
    return cast("Fight", state.fight)


def opened(state: State, told: list[Event]) -> State:
    """The first window of a fight that has just begun, or the way to its dice."""
    if not fight_of(state).melee:
        return replace(state, phase="armour" if may_raise(state) else "shoot")
    if melee.can_close(state):
        return replace(state, phase="close_ranks")
    return _before_dice(state, told)


# ------------------------------------------------------------------------- R15, R16, R22: windows of a fight


def raised(state: State, tokens: int, told: list[Event]) -> State:
    """R22."""
    fight = fight_of(state)
    if not tokens:
        return state
    unit = state.unit(fight.by)
    fight = replace(fight, armour=(fight.armour[0], fight.armour[1] + tokens))
    now = need(state.setup.options, fight.armour[1], fight.bonus[0])
    told.append(e.Raised(unit=fight.by, target=fight.target, tokens=tokens, need=now))
    return replace(state.with_unit(replace(unit, fatigue=unit.fatigue - tokens)), fight=fight)


def ranked(state: State, told: list[Event], *, close: bool) -> State:
    """R15, R18."""
    if close:
        fight = melee.close_ranks(state)
        state = replace(state, fight=fight)
        told.append(e.ClosedRanks(unit=fight.target, dice=fight.dice[1]))
    return _before_dice(state, told)


def _before_dice(state: State, told: list[Event]) -> State:
    """R16: the target's side is asked where the attacker has a token."""
    if may_spend(state):
        return replace(state, phase="spend")
    return bargained(state, Order(decline=True), told)


def bargained(state: State, reply: Order, told: list[Event]) -> State:
    """R16, R23: the plan of the order against that of the reaction."""
    order = cast("Order", state.action)
    mine = Plan(order.spend, order.keep) if order.spend else Plan(keep=order.keep)
    theirs = Plan((), 0) if reply.decline else Plan(reply.spend, reply.keep)
    made = bargain(state, (mine, theirs))
    fight = made.fight
    if made.spent:
        told.append(
            e.Bargained(
                unit=fight.by,
                target=fight.target,
                spent=made.spent,
                armour=fight.armour,
                need=needs(state, fight),
                left=made.left,
            )
        )
    by, target = state.unit(fight.by), state.unit(fight.target)
    state = state.with_unit(replace(by, fatigue=made.left[0]), replace(target, fatigue=made.left[1]))
    return replace(state, fight=fight, phase="attack")


# ------------------------------------------------------------------------- R10, R11, R17, R18: dice


def _who(state: State) -> tuple[int, Fight]:
    """Whose dice hit in this part of the fight: 0 the attacker's, 1 the target's."""
    return int(state.phase.startswith("defence")), fight_of(state)


def _count(state: State) -> int:
    me, fight = _who(state)
    return fight.hits if state.phase.endswith("saves") else fight.dice[me]


def to_dice(state: State) -> State:
    """The first part from here on in which there are dice; phase `orders`: there are no more."""
    while state.phase in _NEXT and not _count(state):
        state = replace(state, phase=_NEXT[state.phase])
    return state


def hit_dice(state: State) -> Roll:
    me, fight = _who(state)
    names = (fight.by, fight.target)
    side = state.profile(names[me]).side
    what, kind = ("fights", "melee") if fight.melee else ("shoots at", "shooting")
    why = f"{names[me]} {what} {names[1 - me]}"
    return Roll(why, fight.dice[me], 6, side, kind, needs(state, fight)[me])


def save_dice(state: State) -> Roll:
    me, fight = _who(state)
    name = (fight.target, fight.by)[me]
    return Roll(f"{name} saves", fight.hits, 6, state.profile(name).side, "save", _save(fight, 1 - me))


def _save(fight: Fight, whose: int) -> int:
    if fight.melee:
        return melee.save(fight, whose)
    return SAVE_COVER if fight.cover else SAVE_OPEN


def hit(state: State, faces: tuple[int, ...], told: list[Event]) -> State:
    me, fight = _who(state)
    names, least = (fight.by, fight.target), needs(state, fight)[me]
    count = hits(faces, least)
    rolled = e.AttackRolled(unit=names[me], target=names[1 - me], faces=faces, need=least, hits=count)
    told.append(rolled)
    return replace(state, fight=replace(fight, hits=count), phase=_NEXT[state.phase])


def saved(state: State, faces: tuple[int, ...], told: list[Event]) -> State:
    me, fight = _who(state)
    name, least = (fight.target, fight.by)[me], _save(fight, 1 - me)
    failed = len(faces) - hits(faces, least)
    told.append(e.SavesRolled(unit=name, faces=faces, need=least, failed=failed))
    both = (fight.failed[0], failed) if me == 0 else (failed, fight.failed[1])
    return replace(state, fight=replace(fight, hits=0, failed=both), phase=_NEXT[state.phase])


# ------------------------------------------------------------------------- R12, R19 to R21: what it comes to


def resolved(state: State, told: list[Event]) -> State:
    """Casualties; after a melee the loser falls back, at once or (phase `retreat`) as its owner says."""
    fight = fight_of(state)
    before = state
    counts = []
    for me, name in enumerate((fight.by, fight.target)):
        state, count = _struck(before, state, name, me, told)
        counts.append(count)
    if not fight.melee:
        return _tired(_shot(state, counts[1]), (fight.by,) if state.later else (), "later", told)
    dead = [name for name in (fight.by, fight.target) if not state.unit(name).pos]
    for name in dead:
        state = _shaken(before, state, name, told)
    caused = (counts[1], counts[0])
    won = melee.winner(caused)
    best = "" if dead else (fight.by, fight.target)[won]
    told.append(e.MeleeWon(unit=fight.by, target=fight.target, caused=caused, winner=best))
    state = replace(state, fight=replace(fight, won=won))
    if dead:  # A28
        return _after_melee(state, told)
    if state.setup.options.retreat == "owner" and melee.directions(
        state, *beaten(state), among=range(0, 360, 15)
    ):
        return replace(state, phase="retreat")
    return fallen_back(state, -1, told)


def _struck(before: State, state: State, name: str, me: int, told: list[Event]) -> tuple[State, int]:
    """R12, A28, A33: models of one unit fall, by the places that both had."""
    fight = fight_of(state)
    unit, count = lose(before, before.unit(name), fight.failed[me])
    shrugged = unit.wounds - before.unit(name).wounds
    if not count and not shrugged:
        return state, 0
    unit, fallen = melee.fall(before, unit, melee.bodies(before, fight)[1 - me], count)
    told.append(e.Fell(unit=name, count=count, left=len(unit.pos), shrugged=shrugged))
    state = state.with_unit(unit)
    if fallen:
        state = mark(state, "ghost", name, fallen)
    if unit.gone:
        told.append(e.Destroyed(unit=name))
    return state, count


def _shot(state: State, fell: int) -> State:
    """The line of a shot, for pictures."""
    fight = fight_of(state)
    target = state.unit(fight.target)
    there = middle(target.pos) if target.pos else state.marks[-1].points[0]
    return mark(state, "shot", fight.by, (middle(state.unit(fight.by).pos), there), hit=fell > 0)


def _shaken(before: State, state: State, dead: str, told: list[Event]) -> State:
    """R21, A29: friends that were near when the fight began, and still are."""
    names = tuple(name for name in melee.shaken(before, dead) if state.unit(name).pos)
    if not names:
        return state
    units = [replace(state.unit(name), fatigue=state.unit(name).fatigue + 1) for name in names]
    told.append(e.Shaken(dead=dead, units=names, fatigue=tuple(unit.fatigue for unit in units)))
    return state.with_unit(*units)


def fallen_back(state: State, toward: int, told: list[Event]) -> State:
    """R19, R20, A27."""
    loser, winner = beaten(state)
    done = melee.fall_back(state, loser, winner, toward)
    told.append(
        e.FellBack(unit=loser, winner=winner, shift=done.shift, back=done.winner_shift, locked=done.locked)
    )
    old, one, two = state.unit(loser).pos, state.unit(loser), state.unit(winner)
    state = state.with_unit(replace(one, pos=done.loser), replace(two, pos=done.winner))
    if done.shift:
        state = mark(state, "move", loser, (middle(old), middle(done.loser)))
    return _after_melee(state, told)


def _after_melee(state: State, told: list[Event]) -> State:
    """R3: whoever fought and lives is more tired."""
    fight = fight_of(state)
    names = tuple(name for name in (fight.by, fight.target) if state.unit(name).pos)
    return _tired(replace(state, phase="orders"), names, "melee", told)


def _tired(state: State, names: tuple[str, ...], why: Literal["melee", "later"], told: list[Event]) -> State:
    if not names:
        return state
    units = [replace(state.unit(name), fatigue=state.unit(name).fatigue + 1) for name in names]
    told.append(e.Tired(units=names, fatigue=tuple(unit.fatigue for unit in units), why=why))
    return state.with_unit(*units)
