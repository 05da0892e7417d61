"""The story: every event as lines for people, what is wanted, where the game stands."""

from pbem.board import Dice, Line
from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.rules.activation import LIMIT, free_to_begin, idle, spare
from pbem.games.zipwarz.rules.attack import defences
from pbem.games.zipwarz.rules.deploy import one_by_one, undeployed, zones_of
from pbem.games.zipwarz.rules.zones import distance
from pbem.games.zipwarz.state import INDEX, Profile, State
from pbem.games.zipwarz.words import (
    ability_name,
    and_list,
    blow_title,
    dice_words,
    names,
    plural,
    title,
    verb_form,
)
from pbem.ruleset import OTHER, SIDE_NAMES, SIDES, Cards, Decide, Event, React, Roll, Side, Unseal, Want

__all__ = ["describe", "headline", "tell", "under_way"]


def headline(state: State) -> str:
    """Where the game stands."""
    if state.phase == "over":
        return f"over in round {state.round}"
    return f"round {state.round} of {state.setup.rounds}" if state.round else "before the first round"


def describe(state: State, want: Want) -> str:
    """What is wanted, in a few words."""
    match want:
        case Roll():
            return f"{dice_words(want.count)}: {want.why}"
        case Decide(kind="orders", side=side):
            return _describe_turn(state, side)
        case Decide(side=side):
            names_of = undeployed(state, side)
            which = (
                f"place one of {' '.join(names_of)}" if one_by_one(state) else f"deploy {' '.join(names_of)}"
            )
            sealed = ", sealed" if want.sealed else ""
            return f"{which} in zones {and_list(zones_of(state, side), 'or')}{sealed}"
        case React():
            blow = state.attack
            assert blow is not None
            able = and_list((ability.name for ability in defences(state)), "or")
            hits = plural(sum(face >= blow.need for face in blow.faces), "hit")
            return f"{blow_title(state, blow)}: does {title(state, blow.target)} use {able} against {hits}?"
        case Unseal(side=side):
            return f"{SIDE_NAMES[side]} opens the sealed deployment"
        case Cards():
            raise AssertionError("there are no cards in ZipWarz")


def _describe_turn(state: State, side: Side) -> str:
    s = INDEX[side]
    ready = idle(state, s)
    parts = []
    if state.active is not None and spare(state):
        parts.append(f"go on with {state.active.unit}")
    if ready and free_to_begin(state):
        lone = not idle(state, 1 - s)
        most = len(ready) if lone else min(len(ready), LIMIT - state.begun)
        counts = and_list(range(1, most + 1), "or") if most <= LIMIT else f"any number up to {most}"
        more = " more" if state.begun else ""
        parts.append(f"activate {counts}{more} of {' '.join(ready)}")
    acted = [unit.id for unit in state.on_field(s) if unit.acted and not _running(state, unit.id)]
    done = f" ({' '.join(acted)} {'has' if len(acted) == 1 else 'have'} acted)" if acted else ""
    if state.begun:
        parts.append("end the turn")
    return ", or ".join(parts) + done


def _running(state: State, name: str) -> bool:
    return state.active is not None and state.active.unit == name


# --------------------------------------------------------------------------------------- the story


def tell(state: State, event: Event) -> tuple[Line, ...]:
    """One event as lines of the story; `state` is the position before it."""
    match event:
        case e.RolesRolled():
            good = sum(face >= event.need for face in event.faces)
            dice = Dice(event.faces, event.need, f"{event.need}+ counts")
            return (Line(f"{SIDE_NAMES[event.side]} rolls for the roles: {good}", event.side, dice),)
        case e.RolesTied():
            return (Line(f"{event.count} each: both roll again", tone="quiet"),)
        case e.RolesSet():
            aggressor, defender = SIDE_NAMES[event.aggressor], SIDE_NAMES[OTHER[event.aggressor]]
            return (Line(f"{aggressor} is the Aggressor, {defender} the Defender", tone="strong"),)
        case e.DeploymentSealed():
            return (Line("deploys, sealed until the other side has deployed", event.side),)
        case e.Deployed():
            return _deployed(state, event)
        case e.RoundBegan():
            return _round(state, event)
        case e.Moved():
            return _moved(state, event)
        case e.Attacked():
            return (_attacked(state, event),)
        case e.AttackRolled():
            return _attack_rolled(state, event)
        case e.Defended():
            return _defended(state, event)
        case e.DefenceRolled():
            stops = _roller(state, event.unit)
            dice = Dice(event.faces, event.need, f"{event.need}+ stops")
            said = f"{stops} of {event.unit} {_stops(stops)} {event.result.rolled}: {_wounds(event.result)}"
            return (Line(said, _side(event.unit), dice, 1),)
        case e.Removed():
            gone = f"{title(state, event.unit)} {verb_form(state, event.unit, 'are', 'is')} removed"
            return (Line(gone, _side(event.unit), tone="strong"),)
        case e.Healed():
            return (_healed(state, event),)
        case e.Held():
            who = and_list(title(state, name) for name in event.units)
            form = "hold" if len(event.units) > 1 else verb_form(state, event.units[0], "hold", "holds")
            return (Line(f"{who} {form}", _side(event.units[0])),)
        case e.Lost():
            form = verb_form(state, event.unit, "lose", "loses")
            what = (
                "a move"
                if event.what == "move"
                else f"an {event.what}"
                if event.what == "attack"
                else "an action"
            )
            return (
                Line(
                    f"{title(state, event.unit)} {form} {what}: {event.cause}",
                    _side(event.unit),
                    tone="quiet",
                ),
            )
        case e.Dropped():
            whose = f" for {title(state, event.unit)}" if event.unit else ""
            return (Line(f"an order{whose} is dropped: {event.cause}", state.side, tone="quiet"),)
        case e.Lacking():
            form = verb_form(state, event.unit, "go", "goes")
            said = f"{title(state, event.unit)} {form} on without it: {event.cause}"
            return (Line(said, _side(event.unit), tone="quiet"),)
    return _score_lines(event)


def _score_lines(event: Event) -> tuple[Line, ...]:
    match event:
        case e.PrizeScored():
            word = "prize" if len(event.zones) == 1 else "prizes"
            said = f"{word} {and_list(event.zones)}: {SIDE_NAMES[event.side]} +{event.points} VP"
            return (Line(said, event.side, tone="strong"),)
        case e.KillsScored():
            a, b = event.kills
            said = f"taken out this round: by Blue {a}, by Red {b}"
            said += f": {SIDE_NAMES[event.side]} +{event.points} VP" if event.side else ", nobody scores"
            return (Line(said, event.side, tone="strong" if event.side else "plain"),)
        case e.RoundScored():
            a, b = event.totals
            return (Line(f"round {event.round} is over: Blue {a} VP, Red {b} VP", tone="strong"),)
        case e.GameOver():
            a, b = event.totals
            who = f"{SIDE_NAMES[event.winner]} wins" if event.winner else "the game is drawn"
            return (Line(f"{who}, {a} : {b} ({event.reason})", event.winner, tone="strong"),)
    raise AssertionError(f"an event without words: {event!r}")


def _side(name: str) -> Side:
    """The side of a unit: A3 is a's."""
    return SIDES[name[0] == "B"]


def _deployed(state: State, event: e.Deployed) -> tuple[Line, ...]:
    zones = sorted(dict.fromkeys(zone for _, zone in event.places))
    parts = [
        f"{and_list(title(state, name) for name, at in event.places if at == zone)} in {zone}"
        for zone in zones
    ]
    return (Line(f"{SIDE_NAMES[event.side]} deploys {'; '.join(parts)}", event.side),)


def _round(state: State, event: e.RoundBegan) -> tuple[Line, ...]:
    a, b = event.counts
    why = f"{a} units each, and the Aggressor begins" if a == b else f"Blue has {plural(a, 'unit')}, Red {b}"
    said = f"round {event.round} of {state.setup.rounds}: {SIDE_NAMES[event.first]} is Player 1 ({why})"
    return (Line(said, tone="strong"),)


def _moved(state: State, event: e.Moved) -> tuple[Line, ...]:
    path = " → ".join(str(zone) for zone in event.path)
    with_ = f" ({names(state, event.use)})" if event.use else ""
    said = f"{title(state, event.unit)} {verb_form(state, event.unit, 'move', 'moves')} {path}{with_}"
    line = Line(said, _side(event.unit))
    if not event.cause:
        return (line,)
    return (line, Line(event.cause, _side(event.unit), depth=1, tone="quiet"))


def _dice_sum(profile: Profile, event: e.Attacked) -> str:
    """R31 as a sum: "2×3+6 = 12 dice"; with fewer models standing (A16) the sum of what they roll."""
    base = event.dice - event.extra
    formula = f"{profile.models}×{profile.level}" if base == profile.health else str(base)
    if event.extra:
        return f"{formula}+{event.extra} = {dice_words(event.dice)}"
    return f"{formula} = {dice_words(event.dice)}" if "×" in formula else dice_words(event.dice)


def _attacked(state: State, event: e.Attacked) -> Line:
    profile = state.profile(event.unit)
    here, there = state.unit(event.unit).at, state.unit(event.target).at
    far = distance(here, there)
    foe = title(state, event.target)
    if far:
        form = verb_form(state, event.unit, "fire", "fires")
        said = f"{title(state, event.unit)} in {here} {form} at {foe} in {there}, range {far}"
    else:
        form = verb_form(state, event.unit, "attack", "attacks")
        said = f"{title(state, event.unit)} in {here} {form} {foe}"
    using = f", {names(state, event.use)}" if event.use else ""
    how = f"{_dice_sum(profile, event)}, as level {event.a} against {event.t}: hits on {event.need}+"
    return Line(f"{said}{using}: {how}", _side(event.unit))


def under_way(state: State) -> Line | None:
    """The attack that waits for dice or an answer."""
    blow = state.attack
    if blow is None:
        return None
    here, there = state.unit(blow.by).at, state.unit(blow.target).at
    one, two = ("fire at", "fires at") if here != there else ("attack", "attacks")
    said = f"{title(state, blow.by)} {verb_form(state, blow.by, one, two)} {title(state, blow.target)}"
    with_ = f" with {names(state, blow.use)}" if blow.use else ""
    return Line(f"{said}{with_}, hits on {blow.need}+", _side(blow.by))


def _wounds(result: e.Result) -> str:
    if not result.wounds:
        return "no wounds"
    return f"{plural(result.wounds, 'wound')}, {min(result.total, result.health)} of {result.health}"


def _stops(name: str) -> str:
    return "stop" if name.endswith("s") and not name.endswith("ss") else "stops"


def _flat_words(state: State, unit: str, use: tuple[str, ...], result: e.Result) -> str:
    """Who stops hits without dice: "braced pikes stop 2"."""
    if not result.flat:
        return ""
    profile = state.profile(unit)
    able = [a for a in profile.always if any(x.kind == "defend_flat" for x in a.effects)]
    able += [a for a in profile.limited if a.id in use and any(x.kind == "defend_flat" for x in a.effects)]
    who = and_list(ability.name for ability in able)
    form = "stop" if len(able) > 1 else _stops(who)
    return f", {who} {form} {result.flat}"


def _roller(state: State, unit: str) -> str:
    """The ability whose dice defend a unit: the best of those that count now (A21)."""
    profile = state.profile(unit)
    use = state.attack.defence if state.attack else ()
    able = [
        (effect.value, ability.name)
        for ability in (*profile.always, *(a for a in profile.limited if a.id in use))
        for effect in ability.effects
        if effect.kind == "defend_roll"
    ]
    return min(able)[1]


def _attack_rolled(state: State, event: e.AttackRolled) -> tuple[Line, ...]:
    result = event.result
    hits = plural(event.hits, "hit") if event.hits else "no hits"
    said = f"{event.unit} on {event.target}: {hits}"
    if result is not None and result.hits:
        said += f"{_flat_words(state, event.target, (), result)}: {_wounds(result)}"
    dice = Dice(event.faces, event.need, f"{event.need}+ hits", cancelled=result.flat if result else 0)
    return (Line(said, _side(event.unit), dice, 1),)


def _defended(state: State, event: e.Defended) -> tuple[Line, ...]:
    side, result = _side(event.unit), event.result
    who = title(state, event.unit)
    if not event.use:
        said = f"{who} {verb_form(state, event.unit, 'take', 'takes')} the hits"
    else:
        said = f"{who} {verb_form(state, event.unit, 'use', 'uses')} {names(state, event.use)}"
    assert state.attack is not None
    if event.need != state.attack.need:
        said += f": hits on {event.need}+ now, {plural(event.hits, 'hit')}"
    if result is not None:
        said += f"{_flat_words(state, event.unit, event.use, result)}: {_wounds(result)}"
    return (Line(said, side, depth=1),)


def _healed(state: State, event: e.Healed) -> Line:
    whom = "themselves" if event.unit == event.target else title(state, event.target)
    if event.unit == event.target and verb_form(state, event.unit, "s", "") == "":
        whom = "itself"
    use = and_list(ability_name(state, name) for name in event.use)
    with_ = f" with {use}" if use else ""
    health = state.profile(event.target).health
    form = verb_form(state, event.unit, "heal", "heals")
    left = f"{plural(event.wounds, 'wound')} of {whom}{with_}, {event.total} of {health} left"
    return Line(f"{title(state, event.unit)} {form} {left}", _side(event.unit))
