"""What counting squares tells: distance, line, and what stands on it (R17, R19; A3 to A6)."""

from pbem.games.zoids.rules.squares import distance, ray
from pbem.games.zoids.state import WHERE, State, Zoid

__all__ = ["measure"]


def measure(state: State, one: str, two: str) -> tuple[str, ...]:
    """Lines about two Zoids by their ids.  ValueError, which says why, where one is not on the board."""
    first, second = _zoid(state, one), _zoid(state, two)
    far = distance(first.at, second.at)
    said = [f"{one} on {first.at}, {two} on {second.at}: {far} square{'' if far == 1 else 's'} apart"]
    line = ray(first.at, second.at)
    if line is None:
        return (*said, "not in a straight line: no card reaches from one to the other")
    obstacles = [square for square in line.between if square in state.obstacles]
    others = [f"{state.at(square)} on {square}" for square in line.between if state.at(square)]
    if obstacles:
        said.append(f"in line, over the obstacle on {', '.join(obstacles)}: only flyers fire over it")
    else:
        said.append("in line, no obstacle between them")
    if others:
        said.append(f"on the line: {', '.join(others)}")
    return tuple(said)


def _zoid(state: State, name: str) -> Zoid:
    s, k = WHERE.get(name, (0, 99))
    if k >= len(state.zoids[s]) or not state.zoids[s][k].at:
        have = " ".join(zoid.id for side in (0, 1) for zoid in state.on_board(side))
        raise ValueError(f"{name[:20]!r} is not on the board (there are {have})")
    return state.zoids[s][k]
