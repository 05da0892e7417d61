"""What counting zones tells: how far two units are from each other, and who holds the way (R6, R30)."""

from pbem.games.zipwarz.rules.zones import between, distance, row
from pbem.games.zipwarz.state import WHERE, State, Unit

__all__ = ["measure"]


def measure(state: State, one: str, two: str) -> tuple[str, ...]:
    """Lines about two units by their ids.  ValueError, which says why, where one is not on the field."""
    first, second = _unit(state, one), _unit(state, two)
    far = distance(first.at, second.at)
    said = [f"{one} in {first.at}, {two} in {second.at}: {far} zone{'' if far == 1 else 's'} apart"]
    ways = between(first.at, second.at)
    if len(ways) == 1 and ways[0]:
        said.append(f"the only shortest way passes {row(ways[0])}")
    elif len(ways) > 1:
        said.append(f"{len(ways)} shortest ways")
    return tuple(said)


def _unit(state: State, name: str) -> Unit:
    s, k = WHERE.get(name, (0, 99))
    if k >= len(state.units[s]) or not state.units[s][k].at:
        have = " ".join(unit.id for side in (0, 1) for unit in state.on_field(side))
        raise ValueError(f"{name[:20]!r} is not on the field (there are {have})")
    return state.units[s][k]
