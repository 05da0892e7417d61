"""Attacks (R5, R19 to R21; A2, A4 to A7, A29): who can be attacked from where, and what a hit does."""

from msgspec.structs import replace

from pbem.games.zoids.rules.cards import kind_of_zoid
from pbem.games.zoids.rules.squares import ray
from pbem.games.zoids.state import WHERE, State, Zoid

__all__ = ["hit", "target_fault"]


def target_fault(state: State, name: str, target: str, n: int, verb: str) -> str:
    """Why the Zoid cannot attack that enemy with an attack of range n, "" if it can.  n = 0: the range is
    not known, and only the target is judged."""
    s = WHERE[name][0]
    where = WHERE.get(target)
    if where is None or where[0] == s or where[1] >= len(state.zoids[1 - s]):
        have = " ".join(zoid.id for zoid in state.on_board(1 - s))
        return f"{target or 'nobody'} is not an enemy on the board (there are {have})"
    there = state.zoid(target).at
    if not there:
        return f"{target} is destroyed"
    here = state.zoid(name).at
    if n == 0:
        return ""
    line = ray(here, there)
    exact = state.options.exact_range or verb == "fight"
    lengths = range(n, n + 1) if exact else range(1, n + 1)
    wish = f"{'exactly' if exact else 'at most'} {n}"
    if verb == "fight" and (line is None or line.steps != 1):
        return f"{target} on {there} is not next to {here}"
    if line is None:
        return f"{target} on {there} is not in a straight line from {here} (the range is {wish})"
    if line.steps not in lengths:
        far = "1 square" if line.steps == 1 else f"{line.steps} squares"
        return f"{target} on {there} is {far} from {here}, the range is {wish}"
    return next((cause for square in line.between if (cause := _blocks(state, name, square))), "")


def _blocks(state: State, name: str, square: str) -> str:
    """R5, A5, A6: what on the line of fire stops the attack, "" where nothing does."""
    flyer = kind_of_zoid(state.profile(name)).flyer
    if square in state.obstacles and not (flyer and state.options.flyers_fire_over):
        what = "fires over none in this match" if flyer else "is no flyer"
        return f"the obstacle on {square} is in the way, and {name} {what}"
    if state.options.units_block_fire and (there := state.at(square)):
        return f"{there} on {square} is in the way"
    return ""


def hit(state: State, target: str) -> tuple[State, Zoid]:
    """R21: one Hit; a Zoid without Hits is destroyed and taken from the board."""
    zoid = state.zoid(target)
    zoid = replace(zoid, hits=zoid.hits - 1)
    if zoid.hits <= 0:
        zoid = Zoid(id=zoid.id, gone=max(1, state.term))
    return replace(state, zoids=state.with_zoid(zoid)), zoid
