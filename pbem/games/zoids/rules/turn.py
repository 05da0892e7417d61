"""The phases of a turn (R15; A1, A19, A25, A26, A28): what may still be done in it."""

from typing import Final

from msgspec.structs import replace

from pbem.games.zoids.rules.deck import excess
from pbem.games.zoids.state import STAGES, Stage, State

__all__ = ["STAGE_NAMES", "entered", "may_play_tactics", "must_discard", "stage_fault"]

STAGE_NAMES: Final = {
    "tactics": "tactics phase",
    "discard": "tactics phase",
    "move": "maneuver phase",
    "fire": "fire phase",
    "fight": "close combat phase",
}
_DONE: Final = {"move": "moved", "fire": "fired", "fight": "fought"}


def entered(state: State, stage: Stage, zoid: str = "") -> State:
    """The state in which the turn has reached that phase, and the Zoid has acted in it."""
    acted = state.acted if stage == state.stage else ()
    return replace(state, stage=stage, acted=(*acted, zoid) if zoid else acted, plan=())


def stage_fault(state: State, stage: Stage, zoid: str = "") -> str:
    """Why nothing of that phase may be done now, "" if it may."""
    now, then = STAGES.index(state.stage), STAGES.index(stage)
    if now > then:
        return f"the {STAGE_NAMES[stage]} is over"
    if now < 2 <= then and (cause := must_discard(state)):
        return cause
    if now < then or then < 2 or not state.acted:
        return ""
    if state.options.cards_per_phase == 1:
        done = _DONE[stage]
        return f"{state.acted[0]} has {done}, and one card may be played in the {STAGE_NAMES[stage]}"
    if state.options.once_per_zoid_per_phase and zoid in state.acted:
        return f"{zoid} has {_DONE[stage]} in this phase"
    return ""


def must_discard(state: State) -> str:
    """R16, A25: the tactics phase cannot be left with too many cards."""
    more = excess(state, state.side)
    if not more or STAGES.index(state.stage) >= 2:
        return ""
    cards = "1 card" if more == 1 else f"{more} cards"
    hand, limit = len(state.hand(state.side)), state.options.hand_limit
    return f"discard {cards} first: the hand is {hand}, the limit is {limit}"


def may_play_tactics(state: State) -> bool:
    """A19: in the tactics phase before the discard, or at any time of one's own turn."""
    return state.stage == "tactics" or state.options.tactics_cards == "any_phase"
