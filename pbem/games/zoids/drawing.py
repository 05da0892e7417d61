"""Cards that are drawn (R16, A11, A23): at the start, at the beginning of a turn, by Superior Tactics.

A draw stops where the other side has to strip cards, or where both have to shuffle the discard pile.
"""

from typing import Final

from msgspec.structs import replace

from pbem.games.zoids import events as e
from pbem.games.zoids.rules import deck as cards
from pbem.games.zoids.state import Draw, State
from pbem.ruleset import OTHER, Answer, Cards, Event, Side, Step

__all__ = ["DRAW", "begin_turn", "draw_on", "take_draw", "take_shuffle", "want_draw", "want_shuffle"]

DRAW: Final = 3  # R16, and Superior Tactics (R24)


def begin_turn(state: State, side: Side, told: list[Event]) -> Step:
    draws = state.draws or (Draw(side=side, count=DRAW, why="turn"),)
    state = replace(state, side=side, term=state.term + 1, stage="tactics", acted=(), plan=(), draws=draws)
    return draw_on(state, told)


def draw_on(state: State, told: list[Event]) -> Step:
    """R16, A11, A23: the draws that wait, as far as nobody has to strip a card or to shuffle."""
    while state.draws:
        draw = state.draws[0]
        slots = cards.top(state, draw.count)
        if not slots and state.discards:
            return Step(replace(state, phase="shuffle"), tuple(told))
        if cards.hidden_from(state, draw.side, slots):
            return Step(replace(state, phase="draw"), tuple(told))
        state = _into_hand(state, told)
    return Step(replace(state, phase="turn"), tuple(told))


def _into_hand(state: State, told: list[Event]) -> State:
    """The next cards into the hand that waits for them; what the deck lacks is drawn from the next one."""
    draw, rest = state.draws[0], state.draws[1:]
    got = len(cards.top(state, draw.count))
    state = cards.drawn(state, draw.side, got)
    draw = replace(draw, count=draw.count - got, got=draw.got + got)
    if draw.count and state.discards:
        return replace(state, draws=(draw, *rest))
    if draw.count:
        told.append(e.DeckOut(side=draw.side, missing=draw.count))
    hand = len(state.hand(draw.side))
    match draw.why:
        case "deal":
            told.append(e.Dealt(side=draw.side, count=draw.got))
        case "turn":
            told.append(e.TurnBegan(side=draw.side, term=state.term, count=draw.got, hand=hand))
        case "tactics":
            told.append(e.Drew(side=draw.side, count=draw.got, hand=hand))
    return replace(state, draws=rest)


def want_draw(state: State) -> Cards:
    draw = state.draws[0]
    return Cards(OTHER[draw.side], "strip", cards.hidden_from(state, draw.side, cards.top(state, draw.count)))


def take_draw(state: State, _: Answer) -> Step:
    told: list[Event] = []
    return draw_on(_into_hand(state, told), told)


def want_shuffle(state: State) -> Cards:
    """R16, A23: the side that needs the draw shuffles first, the other second."""
    side = state.draws[0].side
    faces = tuple(state.face(slot) for slot in state.discards)
    return Cards(OTHER[side] if state.mixed else side, "shuffle", faces=faces)


def take_shuffle(state: State, _: Answer) -> Step:
    if not state.mixed:
        return Step(replace(state, mixed=True))
    told: list[Event] = [e.Reshuffled(count=len(state.discards))]
    return draw_on(replace(cards.reshuffled(state), mixed=False), told)
