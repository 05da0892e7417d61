"""The story: every event as lines for people, what is wanted, where the game stands."""

from pbem.board import Dice, Line
from pbem.games.zoids import events as e
from pbem.games.zoids.names import title
from pbem.games.zoids.rules.deck import excess
from pbem.games.zoids.rules.deploy import one_by_one, undeployed
from pbem.games.zoids.rules.turn import may_play_tactics, stage_fault
from pbem.games.zoids.state import STAGES, State
from pbem.games.zoids.words import and_list, attack_title, card_name, play_words, plural, slot_name
from pbem.ruleset import OTHER, SIDE_NAMES, Cards, Decide, Event, React, Roll, Side, Want

__all__ = ["describe", "headline", "tell", "under_way"]


def headline(state: State) -> str:
    """Where the game stands."""
    if state.phase == "over":
        return f"over in game turn {state.term}"
    if not state.term:
        return "before the first turn"
    limit = f" of {state.options.turn_limit}" if state.options.turn_limit else ""
    return f"game turn {state.term}{limit}, {SIDE_NAMES[state.side]} to play"


def describe(state: State, want: Want) -> str:
    """What is wanted, in a few words."""
    match want:
        case Roll():
            return f"a die: {want.why}"
        case Decide(kind="orders", side=side):
            return _describe_turn(state, side)
        case Decide(side=side):
            names = " ".join(undeployed(state, side))
            which = f"place one of {names}" if one_by_one(state) else f"place {names}"
            return f"{which} on ranks {'1 and 2' if side == 'a' else '7 and 8'}"
        case React():
            blow = state.attack
            assert blow is not None
            target = state.zoid(blow.target)
            who = f"{state.profile(blow.target).name}, {plural(target.hits, 'Hit')} left"
            return f"{attack_title(state, blow)} ({who}): defend, or take the hit?"
        case Cards(op="shuffle", side=side):
            return f"{SIDE_NAMES[side]} shuffles the discard pile"
        case Cards(op="strip", side=side):
            other = SIDE_NAMES[OTHER[side]]
            cards = plural(len(want.slots), "card")
            return f"{SIDE_NAMES[side]} lets {other} see {cards}"
        case Cards(side=side):
            return f"{SIDE_NAMES[side]} shows the card that it loses"
    raise AssertionError(f"nothing asks for {want!r}")


def _describe_turn(state: State, side: Side) -> str:
    """What is left of the turn, as far as everybody knows."""
    parts = []
    if may_play_tactics(state):
        parts.append("tactics cards")
    if more := excess(state, side) if STAGES.index(state.stage) < 2 else 0:
        parts.append(f"discard {more} of {len(state.hand(side))}")
    after = ("move", "a move"), ("fire", "a ranged attack"), ("fight", "a close combat")
    parts += [name for stage, name in after if more or _open(state, stage)]
    return f"{', '.join([*parts, 'end the turn'][:-1])}, or end the turn" if parts else "end the turn"


def _open(state: State, stage: str) -> bool:
    """Whether some Zoid may still act in the phase."""
    zoids = [zoid.id for zoid in state.on_board(0 if state.side == "a" else 1)]
    return any(not stage_fault(state, stage, name) for name in zoids)  # type: ignore[arg-type]  # a Stage


# --------------------------------------------------------------------------------------- the story


def tell(state: State, event: Event) -> tuple[Line, ...]:
    """One event as lines; `state` is the position before the step that it belongs to."""
    match event:
        case e.ObstaclesRolled():
            dice = Dice(event.faces, label="", sides=event.sides)
            return (Line(f"obstacles on {and_list(event.squares)}", dice=dice),)
        case e.FirstRolled():
            said = f"{SIDE_NAMES[event.side]} rolls for the first turn: {event.face}"
            return (Line(said, event.side, Dice((event.face,))),)
        case e.FirstTied():
            return (Line(f"{event.face} each: both roll again", tone="quiet"),)
        case e.FirstSet():
            return (Line(f"{SIDE_NAMES[event.side]} begins", tone="strong"),)
        case e.Deployed():
            where = and_list(f"{title(state, name)} on {square}" for name, square in event.places)
            return (Line(f"places {where}", event.side),)
        case e.Dealt():
            return (Line(f"is dealt {plural(event.count, 'card')}", event.side),)
        case e.TurnBegan():
            said = f"game turn {event.term}: {SIDE_NAMES[event.side]} draws {plural(event.count, 'card')}"
            return (Line(f"{said}, a hand of {event.hand}", tone="strong"),)
        case e.Drew():
            return (
                Line(f"draws {plural(event.count, 'card')}, a hand of {event.hand}", event.side, depth=1),
            )
        case e.Reshuffled():
            said = f"the deck is used up: the discard pile of {plural(event.count, 'card')} is shuffled anew"
            return (Line(said, tone="quiet"),)
        case e.DeckOut():
            said = f"there are no more cards to draw: {event.missing} fewer"
            return (Line(said, event.side, tone="quiet"),)
    return _turn_lines(state, event)


def _turn_lines(state: State, event: Event) -> tuple[Line, ...]:
    match event:
        case e.Discarded():
            return (Line(f"discards {and_list(map(card_name, event.cards))}", event.side),)
        case e.Played():
            return (Line(f"plays {card_name(event.card)}", event.side),)
        case e.Looked():
            return (_looked(event),)
        case e.Arranged():
            return (
                Line(f"puts the next {plural(event.count, 'card')} into an order of its own", event.side),
            )
        case e.Spoiled():
            dice = Dice((event.face,), sides=event.sides)
            return (Line(f"card {event.face} of {event.sides} is picked", state.side, dice, 1),)
        case e.Lost():
            cards = and_list(map(card_name, event.cards))
            said = f"loses {cards}" if event.cards else "has no card to lose"
            return (Line(f"{SIDE_NAMES[event.side]} {said}", event.side, depth=1),)
        case e.Moved():
            card = event.ability or card_name(event.card)
            said = f"{title(state, event.zoid)} moves {event.here} → {event.to} ({card})"
            return (Line(said, _side(event.zoid)),)
        case e.Attacked():
            return (_attacked(state, event),)
        case e.Struck():
            return (_struck(state, event),)
        case e.Destroyed():
            return (Line(f"{title(state, event.zoid)} is destroyed", _side(event.zoid), tone="strong"),)
        case e.Skipped():
            return (_skipped(state, event),)
        case e.GameOver():
            a, b = event.hits
            who = f"{SIDE_NAMES[event.winner]} wins" if event.winner else "the game is drawn"
            return (Line(f"{who}, {a} : {b} Hits ({event.reason})", event.winner, tone="strong"),)
    raise AssertionError(f"an event without words: {event!r}")


def _side(name: str) -> Side:
    """The side of a Zoid: A3 is a's."""
    return "a" if name.startswith("A") else "b"


def _looked(event: e.Looked) -> Line:
    if event.what == "deck":
        cards = plural(event.count, "card")
        seen = f"the next {cards} of the deck" if event.count else "a deck without cards"
    else:
        owner, cards = SIDE_NAMES[OTHER[event.side]], plural(event.count, "card")
        seen = f"the hand of {owner}, {cards}" if event.count else f"that {owner} holds nothing"
    return Line(f"sees {seen}", event.side, depth=1)


def _attacked(state: State, event: e.Attacked) -> Line:
    card, foe = play_words(event.card, event.ability), f"{title(state, event.target)} on {event.there}"
    how = f"fires {card} at {foe}" if event.verb == "fire" else f"attacks {foe} with {card}"
    return Line(f"{title(state, event.zoid)} on {event.here} {how}", _side(event.zoid))


def under_way(state: State) -> Line | None:
    """The attack that may still be answered, or the tactics card that takes cards from a hand."""
    blow = state.attack
    if blow is not None:
        here, there = state.zoid(blow.by).at, state.zoid(blow.target).at
        card, foe = slot_name(state, blow.slot), f"{title(state, blow.target)} on {there}"
        how = f"fires {card} at {foe}" if blow.verb == "fire" else f"attacks {foe} with {card}"
        return Line(f"{title(state, blow.by)} on {here} {how}", _side(blow.by))
    if state.phase in ("spoil", "give"):
        return Line(f"{SIDE_NAMES[OTHER[state.side]]} loses cards at random", OTHER[state.side])
    return None


def _struck(state: State, event: e.Struck) -> Line:
    """The answer and what came of it."""
    side, who = _side(event.target), title(state, event.target)
    if event.card:
        by = f" of {title(state, event.shield)}" if event.shield != event.target else ""
        card = play_words(event.card, event.ability)
        return Line(f"{who} answers with {card}{by}: no Hit, {event.left} left", side, depth=1)
    answer = "answers with nothing:" if event.asked else "takes"
    left_over = f", {event.left} left" if event.left else ""
    return Line(f"{who} {answer} 1 Hit{left_over}", side, depth=1)


def _skipped(state: State, event: e.Skipped) -> Line:
    """An order that came to nothing, with its first cause."""
    if event.what == "end":
        return Line(f"the turn does not end: {event.cause}", event.side, tone="quiet")
    who = f"{title(state, event.zoid)}: " if event.zoid else ""
    what = event.what.removeprefix("fire ").removeprefix("fight ")
    card = f"{card_name(event.card)} {what}" if event.card else what
    stays = "; the card stays in the hand" if event.card else ""
    return Line(f"{who}{card} comes to nothing: {event.cause}{stays}", event.side, tone="quiet")
