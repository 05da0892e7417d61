"""Defense cards (R22, R23; A13, A16, A17): which card may negate an attack on which Zoid."""

from pbem.games.zoids.rules.cards import USES, face_of, kind_of_zoid, lacks
from pbem.games.zoids.rules.squares import neighbours
from pbem.games.zoids.state import WHERE, State

__all__ = ["defense_fault", "shields"]


def shields(state: State, target: str) -> str:
    """A17: the Zoid whose special ability can shield the target, "" if there is none."""
    s, _ = WHERE[target]
    near = neighbours(state.zoid(target).at) if state.options.shield_scope == "adjacent" else ()
    for zoid in (state.zoid(target), *state.on_board(s)):
        able = kind_of_zoid(state.profile(zoid.id)).ability.effect == "defense"
        if able and (zoid.id == target or zoid.at in near):
            return zoid.id
    return ""


def defense_fault(state: State, target: str, face: str) -> str:
    """Why that card does not defend that Zoid, "" if it does."""
    card = face_of(face)
    if card.kind == "x":
        if shields(state, target):
            return ""
        ability = kind_of_zoid(state.profile(target)).ability
        return f"the special ability of {target}, {ability.name}, is no defense"
    if card.kind != "d":
        return f"{card.name} is {USES[card.kind]}, expected a defense card"
    return lacks(state.profile(target), card)
