"""What may be ordered now, one step at a time: for templates, bots, `pbem legal` and order panels.

Every choice is free of `faults`.  Of the many paths to a zone the shortest is offered; abilities that
give more actions are offered once the ordinary ones are used up.
"""

import json
from collections.abc import Iterator

from pbem.games.zipwarz.legality import faults
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.abilities import combine, unspent
from pbem.games.zipwarz.rules.activation import activate, free_to_begin, spare
from pbem.games.zipwarz.rules.attack import declare, defences
from pbem.games.zipwarz.rules.deploy import deploy_faults, one_by_one, undeployed, zones_of
from pbem.games.zipwarz.rules.move import leaving_costs, reach
from pbem.games.zipwarz.rules.zones import distance
from pbem.games.zipwarz.state import INDEX, Ability, Profile, State, Unit
from pbem.games.zipwarz.words import ability_words, dice_words, expected, names, plural
from pbem.ruleset import Choice, Side

__all__ = ["legal", "may_act", "unit_choices"]


def legal(state: State, side: Side) -> tuple[Choice, ...]:
    """Everything `side` may order now; empty when nothing is asked of it."""
    if state.phase == "deploy" and side == state.side:
        return tuple(_deployments(state, side))
    if state.phase == "defend" and side != state.side:
        return tuple(_answers(state))
    if state.phase != "activate" or side != state.side:
        return ()
    able = [unit for unit in state.units[INDEX[side]] if may_act(state, unit)]
    choices = [choice for unit in able for choice in unit_choices(state, unit)]
    if state.begun:
        choices.append(Choice(Order(end=True), label="end the turn", toml="end = true", last=True))
    return tuple(choices)


def may_act(state: State, unit: Unit) -> bool:
    """Whether this unit of the side whose turn it is can do something now."""
    if state.active is not None and state.active.unit == unit.id:
        return spare(state) > 0
    return bool(unit.at) and not unit.acted and free_to_begin(state)


# ---------------------------------------------------------------------------------- deployment, defence


def _deployments(state: State, side: Side) -> Iterator[Choice]:
    """Every unit that stands nowhere yet, in each of its zones."""
    waiting = undeployed(state, side)
    last = one_by_one(state) or len(waiting) == 1
    if one_by_one(state) and state.plan:
        return  # one unit is all that is asked for
    for name in waiting:
        for zone in zones_of(state, side):
            order = Order(unit=name, zone=zone)
            if not deploy_faults(state, order):
                yield Choice(
                    order,
                    unit=name,
                    at=str(zone),
                    label=f"deploy in {zone}",
                    toml=f"{name} = {zone}",
                    last=last,
                )


def _answers(state: State) -> Iterator[Choice]:
    assert state.attack is not None
    target = state.attack.target
    able = defences(state)
    sets = [(ability,) for ability in able] + ([able] if len(able) > 1 else [])
    for use in sets:
        ids = tuple(ability.id for ability in use)
        yield Choice(
            Order(use=ids),
            unit=target,
            label=f"use {names(state, ids)}",
            hint="; ".join(ability_words(ability) for ability in use),
            toml=f"use = {_toml_use(state, ids)}",
            last=True,
        )
    yield Choice(Order(hold=True), unit=target, label="take the hits", toml='use = "nothing"', last=True)


def _toml_use(state: State, use: tuple[str, ...]) -> str:
    named = [json.dumps(names(state, (name,)), ensure_ascii=False) for name in use]
    return named[0] if len(named) == 1 else f"[{', '.join(named)}]"


# ------------------------------------------------------------------------------------------ activation


def unit_choices(state: State, unit: Unit) -> Iterator[Choice]:
    """All that a unit which may act can do now."""
    profile = state.profile(unit.id)
    yield from _moves(state, profile, unit)
    yield from _attacks(state, profile, unit)
    yield from _heals(state, profile, unit)
    yield Choice(Order(unit=unit.id, hold=True), unit=unit.id, label="hold", toml='"hold"')


def _extra(state: State, profile: Profile, unit: Unit, price: int) -> tuple[Ability, ...] | None:
    """Abilities that must give more actions before this one can be taken; None: it cannot."""
    left = activate(state, unit.id, profile).left
    if left >= price:
        return ()
    more = unspent(profile, unit, "more")
    return more if left + combine(profile.power, more).extra - profile.power.extra >= price else None


def _use(state: State, use: tuple[str, ...]) -> str:
    return f", use = {_toml_use(state, use)}" if use else ""


def _moves(state: State, profile: Profile, unit: Unit) -> Iterator[Choice]:
    extra = _extra(state, profile, unit, leaving_costs(state, INDEX[state.side], unit.at))
    if extra is None:
        return
    stopped = activate(state, unit.id, profile).stopped
    seen: list[int] = []
    faster = [a for a in unspent(profile, unit, "move") if a not in extra]
    for boost in ((), *((ability,) for ability in faster)):
        if boost and not any(effect.kind in ("move", "ignore_stop") for effect in boost[0].effects):
            continue
        use = tuple(ability.id for ability in (*extra, *boost))
        power = combine(profile.power, (*extra, *boost)) if use else profile.power
        for zone, path in reach(state, unit.id, unit.at, power, stopped=stopped).items():
            if zone in seen:
                continue
            seen.append(zone)
            yield Choice(
                Order(unit=unit.id, move=path, use=use),
                unit=unit.id,
                verb="move",
                at=str(zone),
                label=f"move {' → '.join(map(str, (unit.at, *path)))}",
                hint=names(state, use),
                toml=f"{{ move = [{', '.join(map(str, path))}]{_use(state, use)} }}",
            )


def _attacks(state: State, profile: Profile, unit: Unit) -> Iterator[Choice]:
    extra = _extra(state, profile, unit, 1)
    if extra is None:
        return
    able = [
        ability
        for ability in unspent(profile, unit, "attack")
        if ability not in extra and any(e.kind != "extra_action" for e in ability.effects)
    ]
    sets = [(), *((ability,) for ability in able)] + ([tuple(able)] if len(able) > 1 else [])
    for foe in state.on_field(1 - INDEX[state.side]):
        for boost in sets:
            use = tuple(ability.id for ability in (*extra, *boost))
            power = combine(profile.power, (*extra, *boost)) if use else profile.power
            order = Order(unit=unit.id, attack=foe.id, use=use)
            if distance(unit.at, foe.at) > power.range or faults(state, order):
                continue
            blow = declare(state, profile, unit, order, power)
            left = state.profile(foe.id).health - foe.wounds
            yield Choice(
                order,
                unit=unit.id,
                verb="attack",
                at=foe.id,
                label=f"attack {foe.id}" + (f" with {names(state, use)}" if use else ""),
                hint=f"{dice_words(blow.dice)}, hits on {blow.need}+, about "
                f"{plural(expected(blow.dice, blow.need), 'hit')}; {foe.id} has {left} Health left",
                toml=f'{{ attack = "{foe.id}"{_use(state, use)} }}',
            )


def _heals(state: State, profile: Profile, unit: Unit) -> Iterator[Choice]:
    extra = _extra(state, profile, unit, 1)
    able = unspent(profile, unit, "heal")
    if extra is None or not (able or profile.power.heal):
        return
    able = tuple(a for a in able if a not in extra and any(e.kind == "heal" for e in a.effects))
    boosts = [(ability,) for ability in able] if not profile.power.heal else [(), *((a,) for a in able)]
    for friend in state.on_field(INDEX[state.side]):
        if friend.at != unit.at or not friend.wounds:
            continue
        for boost in boosts:
            use = tuple(ability.id for ability in (*extra, *boost))
            most = min(friend.wounds, combine(profile.power, boost).heal)
            order = Order(unit=unit.id, heal=friend.id, use=use)
            if faults(state, order):
                continue
            yield Choice(
                order,
                unit=unit.id,
                at=friend.id,
                label=f"heal {friend.id}" + (f" with {names(state, use)}" if use else ""),
                hint=f"{plural(most, 'wound')} of {friend.wounds}",
                toml=f'{{ heal = "{friend.id}"{_use(state, use)} }}',
            )
