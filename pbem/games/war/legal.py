"""What may be ordered now, one step at a time: for templates, bots, `pbem legal` and order panels.

Movement is free, so of all moves a few sensible ones are listed: as far as possible forward, back, to
the sides, towards the nearest enemy.  Shots, charges and rest are all listed.  Every choice is free of
`faults`.
"""

from collections.abc import Iterator

from pbem.games.war.camp import spots
from pbem.games.war.geometry.field import closest
from pbem.games.war.geometry.numbers import Point
from pbem.games.war.inches import inches, place
from pbem.games.war.legality import REACTIONS, beaten, faults, reactor
from pbem.games.war.manoeuvre import clamped, heading, straight, toward
from pbem.games.war.orders import Order
from pbem.games.war.rules.activation import able, exhausted, rest_faults
from pbem.games.war.rules.charging import charge_faults, gap_of
from pbem.games.war.rules.deployment import deployer, required, undeployed
from pbem.games.war.rules.dice import dice
from pbem.games.war.rules.fatigue import may_raise, need
from pbem.games.war.rules.melee import directions
from pbem.games.war.rules.movement import move_faults, moved
from pbem.games.war.rules.shooting import aim, shooter_faults, target_faults
from pbem.games.war.rules.terrain import body
from pbem.games.war.state import INDEX, State, Unit
from pbem.games.war.words import dice_words, expected, fatigue_words, order_words, plural
from pbem.ruleset import Choice, Side

__all__ = ["distances", "form_toml", "legal", "unit_choices"]

SPOTS = 4  # places offered to a unit that is deployed
Distances = list[tuple[int, str]]  # gap and enemy, the nearest first
LEAST_MOVE = 25  # what is offered as a move, in hundredths of an inch


def legal(state: State, side: Side) -> tuple[Choice, ...]:
    """Everything that `side` is offered now; empty when nothing is asked of it."""
    if state.phase == "deploy" and side == deployer(state):
        return tuple(_deployments(state, side))
    if state.phase in REACTIONS and side == reactor(state):
        return tuple(_answers(state))
    if state.phase != "orders" or side != state.side:
        return ()
    choices = [choice for unit in able(state) for choice in unit_choices(state, unit)]
    end = Choice(Order(end=True), label="end the turn", toml="end = true", last=True)
    return (*choices, end)


def unit_choices(state: State, unit: Unit) -> Iterator[Choice]:
    """What a unit that has an action left can do now."""
    if not exhausted(state, unit):
        near = distances(state, unit)
        yield from _shots(state, unit, near)
        yield from _charges(state, unit, near)
        yield from _moves(state, unit, near)
    if rest_faults(unit) is None:
        left = max(0, unit.fatigue - 1)
        hint = f"{fatigue_words(unit.fatigue)} → {left}" if unit.fatigue else "has no fatigue"
        yield Choice(Order(unit=unit.id, rest=True), unit=unit.id, label="rest", hint=hint, toml='"rest"')


def distances(state: State, unit: Unit) -> Distances:
    """Enemy units with the gap between the closest bases, the nearest first."""
    me = body(state.profile(unit.id), unit)
    found = []
    for foe in state.standing(1 - INDEX[state.side]):
        there = body(state.profile(foe.id), foe)
        found.append((gap_of(closest(me, there)[0], me.r + there.r), foe.id))
    return sorted(found)


def _shots(state: State, unit: Unit, near: Distances) -> Iterator[Choice]:
    profile = state.profile(unit.id)
    if shooter_faults(state, profile, unit) is not None:
        return
    for gap, foe in near:
        if gap > profile.range or target_faults(state, profile, unit, foe) is not None:
            continue
        fight = aim(state, unit.id, foe)
        least = need(state.setup.options, fight.armour[1], fight.bonus[0])
        yield Choice(
            Order(unit=unit.id, shoot=foe),
            unit=unit.id,
            verb="attack",
            at=foe,
            label=f"shoot at {foe}",
            hint=f"{inches(gap)} in, {plural(fight.models[0], 'shooter')}, {dice_words(fight.dice[0])}, "
            f"hits on {least}+, about {plural(expected(fight.dice[0], least), 'hit')}, "
            f"saves on {3 if fight.cover else 4}+",
            toml=f'{{ shoot = "{foe}" }}',
        )


def _charges(state: State, unit: Unit, near: Distances) -> Iterator[Choice]:
    profile = state.profile(unit.id)
    for gap, foe in near:
        if gap > profile.move[0] or charge_faults(state, profile, unit, foe):
            continue
        yield Choice(
            Order(unit=unit.id, charge=foe),
            unit=unit.id,
            verb="attack",
            at=foe,
            label=f"charge {foe}",
            hint=_melee_hint(state, unit.id, foe, gap),
            toml=f'{{ charge = "{foe}" }}',
        )


def _melee_hint(state: State, unit: str, foe: str, gap: int) -> str:
    """Dice of both sides if everybody fights, before fatigue."""
    options, one, two = state.setup.options, state.profile(unit), state.profile(foe)
    mine = dice(options, len(state.unit(unit).pos), one.melee, exhausted(state, state.unit(unit)))
    theirs = dice(options, len(state.unit(foe).pos), two.melee, exhausted(state, state.unit(foe)))
    hit = need(options, two.armour[0], one.melee_hit + one.charge_hit)
    back = need(options, one.armour[0], two.melee_hit)
    return (
        f"{inches(gap)} in, {dice_words(mine)} on {hit}+ against {theirs} on {back}+"
        f"{', it may close ranks' if two.closes else ''}"
    )


def _moves(state: State, unit: Unit, near: Distances) -> Iterator[Choice]:
    facing, files = unit.facing, clamped(state, unit.id)
    wanted: list[tuple[str, Order]] = []
    for turn in ("forward", "back", "left", "right"):
        way = heading(facing, turn)
        wanted.append((turn, straight(state, unit.id, way, None, facing=facing, files=files)))
    if near:
        way, face = toward(state, unit.id, near[0][1])
        order = straight(state, unit.id, way, None, facing=face, files=files)
        wanted.append((f"towards {near[0][1]}", order))
    seen: list[Order] = []
    for label, order in wanted:
        if order in seen or move_faults(state, order) or moved(state, order).used < LEAST_MOVE:
            continue
        seen.append(order)
        to = order.move[-1]
        yield Choice(
            order,
            unit=unit.id,
            verb="move",
            at=f"{to[0]},{to[1]}",
            label=f"move {label} to {place(to)}",
            toml=f"{{ move = [{_coordinates(to)}], {form_toml(order)} }}",
        )


def _coordinates(point: Point) -> str:
    return ", ".join(inches(n) for n in point)


def form_toml(order: Order) -> str:
    return f"facing = {order.facing}, files = {order.files}"


# ---------------------------------------------------------------------------------- deployment, reactions


def _deployments(state: State, side: Side) -> Iterator[Choice]:
    """Every unit that stands nowhere yet, the Warlord first; only him where he has to be the next."""
    count = required(state)
    waiting = undeployed(state, side)
    if count <= 0 or not waiting:
        return
    lords = [name for name in waiting if state.profile(name).type == "warlord"]
    others = [name for name in waiting if name not in lords] if count > len(lords) else []
    s = INDEX[side]
    for name in (*lords, *others):
        for form in spots(state.setup, state.profiles[s], state.units[s], state.profile(name), SPOTS):
            order = Order(unit=name, at=form.to, facing=form.facing, files=form.files)
            yield Choice(
                order,
                unit=name,
                at=f"{form.to[0]},{form.to[1]}",
                label=f"deploy at {place(form.to)}",
                toml=f"{name} = {{ at = [{_coordinates(form.to)}], {form_toml(order)} }}",
                last=count == 1,
            )


def _answers(state: State) -> Iterator[Choice]:
    """Yes in its forms, and no."""
    kind = state.phase
    unit = _concerned(state)
    offers: list[tuple[Order, str]] = []
    match kind:
        case "cancel":
            offers.append((Order(cancel=True), "cancel = true"))
        case "halve":
            offers.append((Order(halve=True), "halve = true"))
        case "armour":
            offers += [(Order(armour=n), f"armour = {n}") for n in range(1, may_raise(state) + 1)]
        case "close_ranks":
            offers.append((Order(close_ranks=True), "close_ranks = true"))
        case "spend":
            offers.append((Order(spend=("lower_all", "raise_all")), 'spend = ["lower all", "raise all"]'))
            offers.append((Order(spend=("raise_all",)), 'spend = ["raise all"]'))
            offers.append((Order(spend=("lower",)), 'spend = ["lower"]'))
        case _:
            ways = directions(state, *beaten(state), among=range(0, 360, 15))
            offers += [(Order(retreat=d), f"retreat = {d}") for d in ways]
    no = {"armour": "armour = 0", "spend": 'spend = "nothing"', "retreat": 'retreat = "auto"'}
    offers.append((Order(decline=True), no.get(kind, f"{kind} = false")))
    for order, toml in offers:
        label = order_words(state, order)
        if not faults(state, order):
            yield Choice(order, unit=unit, label=label, toml=toml, last=True)


def _concerned(state: State) -> str:
    """My unit that an answer is about, if there is one."""
    if state.phase == "retreat":
        return beaten(state)[0]
    assert state.action is not None
    return state.action.shoot or state.action.charge
