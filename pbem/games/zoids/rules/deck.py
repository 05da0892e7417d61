"""The shared deck and the hands: drawing, discarding, shuffling anew (R14, R16; A20, A23 to A25, A30).

Slots of deck d are d × DECK + position.  Everything here is public: which slots lie where, and which
slots a side may look at; never what is on them.
"""

from msgspec.structs import replace

from pbem.games.zoids.state import INDEX, State
from pbem.ruleset import DECK, OTHER, Known, Side

__all__ = [
    "discarded",
    "drawn",
    "excess",
    "hidden_from",
    "informed",
    "learned",
    "left",
    "reshuffled",
    "top",
    "with_hand",
]


def left(state: State) -> int:
    """Cards in the deck."""
    return len(state.ahead) + state.size - state.drawn


def top(state: State, count: int) -> tuple[int, ...]:
    """The next slots of the deck, at most `count`."""
    here = state.ahead[:count]
    start = state.deck * DECK + state.drawn
    more = min(count - len(here), state.size - state.drawn)
    return (*here, *range(start, start + more))


def hidden_from(state: State, side: Side, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the slots that the side cannot look at yet."""
    known = (*state.seen[INDEX[side]], *state.hand(side))
    return tuple(slot for slot in slots if slot not in known and not state.face(slot))


def with_hand(state: State, side: Side, hand: tuple[int, ...]) -> State:
    a, b = state.hands
    return replace(state, hands=(hand, b) if side == "a" else (a, hand))


def drawn(state: State, side: Side, count: int) -> State:
    """R16: the next cards of the deck into the hand."""
    slots = top(state, count)
    ahead = state.ahead[len(slots) :]
    moved_on = state.drawn + len(slots) - (len(state.ahead) - len(ahead))
    mine = tuple(slot for slot in state.seen[INDEX[side]] if slot not in slots)
    state = replace(with_seen(state, side, mine), ahead=ahead, drawn=moved_on)
    return with_hand(state, side, (*state.hand(side), *slots))


def with_seen(state: State, side: Side, slots: tuple[int, ...]) -> State:
    a, b = state.seen
    return replace(state, seen=(slots, b) if side == "a" else (a, slots))


def discarded(state: State, side: Side, slots: tuple[int, ...]) -> State:
    """R25: cards from a hand onto the discard pile, in that order; the last one is on top."""
    state = with_hand(state, side, tuple(slot for slot in state.hand(side) if slot not in slots))
    for one in (side, OTHER[side]):
        state = with_seen(state, one, tuple(s for s in state.seen[INDEX[one]] if s not in slots))
    return replace(state, discards=(*state.discards, *slots))


def reshuffled(state: State) -> State:
    """R16, A23: the discard pile is the new deck; cards in hands stay."""
    faces = tuple(pair for pair in state.faces if pair[0] not in state.discards)
    size = len(state.discards)
    return replace(
        state, deck=state.deck + 1, drawn=0, size=size, ahead=(), discards=(), faces=faces, plan=()
    )


def learned(state: State, slot: int, face: str) -> State:
    """The state in which that slot is public."""
    return state if state.face(slot) else replace(state, faces=(*state.faces, (slot, face)))


def informed(state: State, side: Side, known: Known) -> State:
    """The state as `side` sees it, with the faces that it knows of its own hand: to judge or suggest its
    orders, never to be kept."""
    faces = [
        *state.faces,
        *((slot, known[slot]) for slot in (*state.hand(side), *state.plan) if slot in known),
    ]
    return replace(state, faces=tuple(dict(faces).items()))


def excess(state: State, side: Side) -> int:
    """A25: how many cards the side holds above the hand limit."""
    return max(0, len(state.hand(side)) - state.options.hand_limit)
