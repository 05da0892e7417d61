"""The story: every event as lines for people, what is wanted, where the game stands."""

from typing import cast

from pbem.board import Dice, Line
from pbem.games.war import events as e
from pbem.games.war.inches import inches, place
from pbem.games.war.legality import beaten
from pbem.games.war.rules.activation import able, actions_left
from pbem.games.war.rules.deployment import deployer, required, undeployed
from pbem.games.war.rules.fatigue import may_raise
from pbem.games.war.state import State, side_of
from pbem.games.war.words import (
    and_list,
    dice_words,
    does,
    fatigue_words,
    length,
    order_words,
    plural,
    singular,
    title,
    window_title,
)
from pbem.ruleset import SIDE_NAMES, Cards, Decide, Event, React, Roll, Unseal, Want

__all__ = ["describe", "headline", "tell", "under_way"]

_LEAD = {"move": "a move", "shoot": "a shot", "charge": "a charge", "rest": "a rest"}


def headline(state: State) -> str:
    """Where the game stands."""
    turns = state.setup.options.turns
    if state.phase == "over":
        return f"over in game turn {state.turn} of {turns}"
    return f"game turn {state.turn} of {turns}" if state.turn else "before the first turn"


def describe(state: State, want: Want) -> str:
    """What is wanted, in a few words."""
    match want:
        case Roll():
            return f"{dice_words(want.count)}: {want.why}"
        case Decide(kind="orders"):
            return _describe_turn(state)
        case Decide():
            side = deployer(state)
            left = undeployed(state, side)
            lord = ", the Warlord among them" if required(state) < len(left) else ""
            return f"deploy {required(state)} of {' '.join(left)} along the own edge{lord}"
        case React():
            return f"{window_title(state)}: {_question(state)}"
        case Unseal() | Cards():
            raise AssertionError("nothing is sealed in play, and there are no cards")


def _describe_turn(state: State) -> str:
    most = state.setup.options.actions_per_unit
    left = []
    for unit in able(state):
        count = actions_left(state, unit)
        left.append(f"{unit.id} ({count} left)" if most and count != most else unit.id)
    each = f", up to {plural(most, 'action')} each" if most else ""
    return f"orders for {' '.join(left)}{each}, or end the turn"


def _question(state: State) -> str:
    """What may be answered, with the tokens that are there."""
    if state.phase == "retreat":
        return f"which way does {title(state, beaten(state)[0])} fall back?"
    order = state.action
    assert order is not None
    tokens = state.unit(order.unit).fatigue
    match state.phase:
        case "cancel":
            return f"cancel it for 2 of its {fatigue_words(tokens)}?"
        case "halve":
            return f"halve its movement for 1 of its {fatigue_words(tokens)}?"
        case "armour":
            return f"raise the armour of {order.shoot} by {may_raise(state)} for its fatigue?"
        case "close_ranks":
            fight = state.fight
            assert fight is not None
            return f"does {order.charge} close ranks, {fight.dice[0]} dice against {fight.dice[1]}?"
    return f"how to spend its {fatigue_words(tokens)} in the melee?"


# --------------------------------------------------------------------------------------- the story


def tell(state: State, event: Event) -> tuple[Line, ...]:
    """One event as lines of the story; `state` is the position before it."""
    match event:
        case e.RolledOff():
            return (Line(f"rolls for the first turn: {event.face}", event.side, Dice((event.face,))),)
        case e.Tied():
            return (Line("the same: both roll again", tone="quiet"),)
        case e.Begins():
            return (Line(f"{SIDE_NAMES[event.side]} has the first turn", tone="strong"),)
        case e.Deployed():
            parts = [f"{n} at {place(at)}" for n, at in zip(event.units, event.places, strict=True)]
            return (Line(f"deploys {and_list(parts)}", event.side),)
        case e.TurnBegan():
            said = f"game turn {event.turn} of {state.setup.options.turns}: {SIDE_NAMES[event.side]}"
            return (Line(said, tone="strong"),)
        case e.Declared():
            order = event.order
            return (Line(f"declared: {order_words(state, order)}", side_of(order.unit), tone="quiet"),)
        case e.Moved():
            return (_moved(state, event),)
        case e.Rested():
            said = f"{does(state, event.unit, 'rest')}: {fatigue_words(event.fatigue)} left"
            return (Line(said, side_of(event.unit)),)
        case e.Lost():
            said = f"{does(state, event.unit, 'lose')} {_LEAD[event.what]}: {event.cause}"
            return (Line(said, side_of(event.unit), tone="quiet"),)
        case e.Dropped():
            side = side_of(event.unit) if event.unit else ""
            return (Line(f"an order for {event.unit} is dropped: {event.cause}", side, tone="quiet"),)
        case e.Shortened():
            said = f"{does(state, event.unit, 'go')} only as far as possible: {event.cause}"
            return (Line(said, side_of(event.unit), tone="quiet"),)
        case e.GameOver():
            a, b = event.score
            who = f"{SIDE_NAMES[event.winner]} wins" if event.winner else "the game is drawn"
            return (Line(f"{who}, {a} : {b} ({event.reason})", event.winner, tone="strong"),)
    return _fatigue_lines(state, event)


def _fatigue_lines(state: State, event: Event) -> tuple[Line, ...]:
    """R2, R3, R21 to R25: tokens."""
    match event:
        case e.Cancelled():
            enemy = _enemy(event.unit)
            said = f"cancels {_LEAD[event.what]} of {title(state, event.unit)} for 2 of its fatigue"
            return (Line(f"{said}: {event.fatigue} left", enemy, tone="strong"),)
        case e.Halved():
            said = f"halves the movement of {title(state, event.unit)} for 1 of its fatigue"
            return (Line(f"{said}: {event.fatigue} left", _enemy(event.unit), tone="strong"),)
        case e.Raised():
            said = f"spends {event.tokens} fatigue of {event.unit}: {event.target} is hit on {event.need}+"
            return (Line(said, side_of(event.target), depth=1),)
        case e.Shaken():
            totals = [f"{n} ({f})" for n, f in zip(event.units, event.fatigue, strict=True)]
            said = f"the end of {event.dead} tires friends within 4 inches: {and_list(totals)}"
            return (Line(said, side_of(event.dead), depth=1),)
        case e.Tired():
            totals = [f"{n} {fatigue_words(f)}" for n, f in zip(event.units, event.fatigue, strict=True)]
            why = "the melee" if event.why == "melee" else "a later action"
            return (Line(f"more tired by {why}: {and_list(totals)}", _side_of_all(event.units), depth=1),)
    return _fight_lines(state, event)


def _fight_lines(state: State, event: Event) -> tuple[Line, ...]:
    match event:
        case e.Aimed():
            return (_aimed(state, event),)
        case e.Charged():
            return _charged(state, event)
        case e.FellShort():
            return (_fell_short(state, event),)
        case e.ClosedRanks():
            said = f"{does(state, event.unit, 'close')} ranks: {dice_words(event.dice)}, saves on 4+"
            return (Line(said, side_of(event.unit), depth=1),)
        case e.Bargained():
            return _bargained(event)
        case e.AttackRolled():
            dice = Dice(event.faces, event.need, f"{event.need}+ hits")
            said = f"{event.unit} on {event.target}: {plural(event.hits, 'hit')}"
            return (Line(said, side_of(event.unit), dice, 1),)
        case e.SavesRolled():
            dice = Dice(event.faces, event.need, f"{event.need}+ saves")
            said = f"{event.unit} saves {len(event.faces) - event.failed} of {len(event.faces)}"
            return (Line(said, side_of(event.unit), dice, 1),)
        case e.Fell():
            return _fell(state, event)
        case e.Destroyed():
            form = "is" if singular(state, event.unit) else "are"
            said = f"{title(state, event.unit)} {form} wiped out"
            return (Line(said, side_of(event.unit), depth=1, tone="strong"),)
        case e.MeleeWon():
            a, b = event.caused
            count = f"casualties caused: {event.unit} {a}, {event.target} {b}"
            said = (
                f"{count}; {event.winner} wins the melee" if event.winner else f"{count}; nobody falls back"
            )
            side = side_of(event.winner) if event.winner else ""
            return (Line(said, side, depth=1, tone="strong" if event.winner else "plain"),)
        case e.FellBack():
            return (_fell_back(state, event),)
    raise AssertionError(f"an event without words: {event!r}")


def under_way(state: State) -> Line | None:
    """The action that waits for an answer or for dice."""
    order = state.action
    return None if order is None else Line(order_words(state, order), side_of(order.unit))


def _side_of_all(units: tuple[str, ...]) -> str:
    """Whose all these units are; "" where they are not of one side."""
    sides = dict.fromkeys(map(side_of, units))
    return next(iter(sides)) if len(sides) == 1 else ""


def _enemy(unit: str) -> str:
    return "b" if side_of(unit) == "a" else "a"


def _gained(gained: int, fatigue: int) -> str:
    return f", {fatigue_words(fatigue)} (+{gained})" if gained else ""


def _moved(state: State, event: e.Moved) -> Line:
    side = side_of(event.unit)
    if event.stays:
        said = f"{does(state, event.unit, 'stay')}: of a halved move nothing is left"
        return Line(said + _gained(event.gained, event.fatigue), side)
    rough = " over difficult ground" if event.difficult else ""
    half = ", halved" if event.halved else ""
    far = f"{inches(event.used)} of {inches(event.allow)} in{rough}{half}"
    said = f"{does(state, event.unit, 'move')} to {place(event.way[-1])}: {far}"
    return Line(said + _gained(event.gained, event.fatigue), side)


def _aimed(state: State, event: e.Aimed) -> Line:
    cover = ", which is in cover" if event.cover else ""
    some = "" if event.shooters == event.of else f"{event.shooters} of {event.of} in range, "
    how = f"{some}{dice_words(event.dice)}, hits on {event.need}+"
    target = f"{title(state, event.target)}{cover}, {length(event.gap)} away"
    return Line(f"{does(state, event.unit, 'shoot')} at {target}: {how}", side_of(event.unit))


def _charged(state: State, event: e.Charged) -> tuple[Line, ...]:
    side = side_of(event.unit)
    rough = " over difficult ground" if event.difficult else ""
    half = ", halved" if event.halved else ""
    far = f"{length(event.gap)}{rough}{half}{_gained(event.gained, event.fatigue)}"
    said = f"{does(state, event.unit, 'charge')} {title(state, event.target)}, {far}"
    wall = f", {event.target} behind an obstacle" if event.obstacle else ""
    contacts = f"{event.contacts[0]} against {event.contacts[1]} in contact{wall}"
    pools = (
        f"{dice_words(event.dice[0])} on {event.need[0]}+ against "
        f"{dice_words(event.dice[1])} on {event.need[1]}+"
    )
    return (Line(said, side), Line(f"{contacts}: {pools}", side, depth=1))


def _fell_short(state: State, event: e.FellShort) -> Line:
    side = side_of(event.unit)
    if event.no_room:
        cause = "there is no room beside the enemy"
    else:
        cause = f"it needs {inches(event.gap)} inches and has {inches(event.allow)}"
    said = f"the charge of {title(state, event.unit)} on {event.target} does not arrive: {cause}"
    return Line(said + _gained(event.gained, event.fatigue), side)


def _bargained(event: e.Bargained) -> tuple[Line, ...]:
    names = (event.unit, event.target)
    lines = []
    for me in (0, 1):
        spent = [what for who, what in event.spent if who == me]
        if spent:
            parts = []
            if lower := spent.count("lower"):
                parts.append(f"lowers the armour of {names[1 - me]} by {lower}")
            if more := spent.count("raise"):
                whose = "that" if lower else "the armour"
                parts.append(f"raises {whose} of {names[me]} by {more}")
            said = f"{and_list(parts)} for {len(spent)} fatigue of {names[1 - me]}"
            lines.append(Line(said, side_of(names[me]), depth=1))
    a, b = event.need
    return (*lines, Line(f"{names[0]} hits on {a}+, {names[1]} on {b}+", depth=1, tone="quiet"))


def _fell(state: State, event: e.Fell) -> tuple[Line, ...]:
    side = side_of(event.unit)
    lines = []
    if event.shrugged:
        wounds = plural(event.shrugged, "wound")
        lines.append(Line(f"{title(state, event.unit)} shrugs off {wounds}", side, depth=1))
    if event.count:
        lost = f"{title(state, event.unit)} {'loses' if singular(state, event.unit) else 'lose'}"
        said = f"{lost} {plural(event.count, 'model')}, {event.left} left"
        lines.append(Line(said, side, depth=1, tone="strong"))
    return tuple(lines)


def _fell_back(state: State, event: e.FellBack) -> Line:
    side = side_of(event.unit)
    if event.locked:
        said = f"{event.unit} and {event.winner} cannot be separated and stay in contact"
        return Line(said, side, depth=1)
    if event.back:
        said = f"{event.unit} cannot fall back; {event.winner} steps back {length(event.back)}"
        return Line(said, cast("str", side_of(event.winner)), depth=1)
    if not event.shift:
        return Line(f"{event.unit} stays where it is", side, depth=1)
    return Line(f"{does(state, event.unit, 'fall')} back {length(event.shift)}", side, depth=1)
