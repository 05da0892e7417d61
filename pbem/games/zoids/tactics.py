"""The tactics cards (R24; A19 to A22): what each does when it is played.

Superior Tactics draws; Battle Plan and Know your Enemy let their owner look; Awesome Move takes cards.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, cast

from msgspec.structs import replace

from pbem.games.zoids import events as e
from pbem.games.zoids.drawing import DRAW, draw_on
from pbem.games.zoids.rules import deck as cards
from pbem.games.zoids.state import INDEX, Draw, State
from pbem.ruleset import OTHER, SIDE_NAMES, Answer, Cards, Event, Roll, Step

__all__ = ["EFFECTS", "take_give", "take_look", "take_spoil", "want_give", "want_look", "want_spoil"]

LOOK: Final = 7  # Battle Plan
LOSE: Final = 3  # Awesome Move


def _superior_tactics(state: State, told: list[Event]) -> Step:
    return draw_on(replace(state, draws=(Draw(side=state.side, count=DRAW, why="tactics"),)), told)


def _battle_plan(state: State, told: list[Event]) -> Step:
    """A20: the next cards of the deck; no fewer because of a reshuffle, which does not come."""
    return _look(replace(state, sight="deck"), told)


def _know_your_enemy(state: State, told: list[Event]) -> Step:
    """A21: the hand as it is now."""
    return _look(replace(state, sight="hand"), told)


def _in_sight(state: State) -> tuple[int, ...]:
    return cards.top(state, LOOK) if state.sight == "deck" else state.hand(OTHER[state.side])


def _fresh(state: State) -> tuple[int, ...]:
    """Those of the cards that the side has not seen before: the other side strips no others."""
    return cards.hidden_from(state, state.side, _in_sight(state))


def _look(state: State, told: list[Event]) -> Step:
    return Step(replace(state, phase="look"), tuple(told)) if _fresh(state) else _looked(state, told)


def want_look(state: State) -> Cards:
    return Cards(OTHER[state.side], "strip", _fresh(state))


def take_look(state: State, _: Answer) -> Step:
    return _looked(state, [])


def _looked(state: State, told: list[Event]) -> Step:
    slots, fresh = _in_sight(state), _fresh(state)
    assert state.sight
    told.append(e.Looked(side=state.side, what=state.sight, count=len(slots), fresh=len(fresh)))
    plan = slots if state.sight == "deck" and state.options.battle_plan_reorder else ()
    state = cards.with_seen(state, state.side, (*state.seen[INDEX[state.side]], *fresh))
    return Step(replace(state, phase="turn", sight="", plan=plan), tuple(told))


def _awesome_move(state: State, told: list[Event]) -> Step:
    """A22: all cards where there are no more than three, else three by dice."""
    hand = state.hand(OTHER[state.side])
    if len(hand) > LOSE:
        return Step(replace(state, phase="spoil"), tuple(told))
    return _taken(replace(state, spoil=hand), told)


def _spoilable(state: State) -> tuple[int, ...]:
    return tuple(slot for slot in state.hand(OTHER[state.side]) if slot not in state.spoil)


def want_spoil(state: State) -> Roll:
    who, number = SIDE_NAMES[OTHER[state.side]], len(state.spoil) + 1
    why = f"card {number} of {LOSE} that {who} loses"
    return Roll(why, 1, len(_spoilable(state)), state.side, "discard")


def take_spoil(state: State, answer: Answer) -> Step:
    faces, left = cast("tuple[int, ...]", answer), _spoilable(state)
    told: list[Event] = [e.Spoiled(side=OTHER[state.side], face=faces[0], sides=len(left))]
    state = replace(state, spoil=(*state.spoil, left[faces[0] - 1]))
    return Step(state, tuple(told)) if len(state.spoil) < LOSE else _taken(state, told)


def _unshown(state: State) -> tuple[int, ...]:
    return tuple(slot for slot in state.spoil if not state.face(slot))


def _taken(state: State, told: list[Event]) -> Step:
    """The picked cards go to the discard pile, after those that are hidden were revealed."""
    if _unshown(state):
        return Step(replace(state, phase="give"), tuple(told))
    lost = e.Lost(side=OTHER[state.side], cards=tuple(state.face(slot) for slot in state.spoil))
    state = cards.discarded(state, OTHER[state.side], state.spoil)
    return Step(replace(state, phase="turn", spoil=()), (*told, lost))


def want_give(state: State) -> Cards:
    return Cards(OTHER[state.side], "reveal", _unshown(state)[:1])


def take_give(state: State, answer: Answer) -> Step:
    return _taken(cards.learned(state, _unshown(state)[0], cast("str", answer)), [])


EFFECTS: Final[Mapping[str, Callable[[State, list[Event]], Step]]] = MappingProxyType(
    {"b": _battle_plan, "l": _know_your_enemy, "y": _superior_tactics, "z": _awesome_move}
)
