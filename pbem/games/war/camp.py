"""Places where units may begin: for those who deploy after the roll-off, and for ready armies on terms that
they were not made for.
"""

from collections.abc import Mapping, Sequence

from pbem.games.war import catalogue
from pbem.games.war.geometry.block import offsets
from pbem.games.war.geometry.field import box_of
from pbem.games.war.geometry.moves import Formation
from pbem.games.war.inches import written
from pbem.games.war.rules.deployment import place_faults, zone
from pbem.games.war.rules.recruiting import profiles, read_army
from pbem.games.war.state import Army, Profile, Setup, Unit
from pbem.ruleset import Data

__all__ = ["ready_armies", "spots"]


def spots(
    setup: Setup, mine: Sequence[Profile], placed: Sequence[Unit], profile: Profile, most: int
) -> list[Formation]:
    """Up to `most` places where one more unit may begin, spread along the zone, the front first."""
    blue = profile.side == "a"
    files, r, width = min(profile.models, 6), profile.radius, setup.width
    low, high = zone(setup, profile.side)
    x0, y0, x1, _ = box_of(offsets(profile.models, files, 0, r))
    step = max(100, (width - (x1 - x0) - 2 * r) // 12)
    found: list[Formation] = []
    for row in range((high - low - 2 * r + y0) // 50 + 1):
        y = high - r - row * 50 if blue else low + r + row * 50
        for x in _from_the_middle(range(r - x0, width - r - x1 + 1, step)):
            order = Formation((x, y), 0 if blue else 180, files)
            fault, _ = place_faults(setup, mine, placed, profile, order)
            if fault is None and all(abs(x - it.to[0]) > 2 * (x1 - x0) // 3 for it in found):
                found.append(order)
                if len(found) == most:
                    return found
    return found


def _from_the_middle(row: range) -> list[int]:
    centre = row[len(row) // 2] if len(row) else 0
    return sorted(row, key=lambda x: (abs(x - centre), x))


def ready_armies(setup: Setup) -> Mapping[str, Data]:
    """The armies that come with the game for this size, by name, best first; placed anew where the table
    or the map wants it, left out where the terms forbid them."""
    found: dict[str, Data] = {}
    for name, data in catalogue.ready_armies(setup.options.points).items():
        if not read_army(setup, data)[1]:
            found[name] = data
        elif (other := _placed_anew(setup, data)) is not None:
            found[name] = other
    return found


def _placed_anew(setup: Setup, data: Data) -> Data | None:
    army, problems = read_army(setup, {**data, "unit": [_bare(unit) for unit in data["unit"]]}, places=False)
    if army is None or problems:
        return None
    units = _places(setup, army, data["unit"])
    made = {**data, "unit": units}
    return made if units and not read_army(setup, made)[1] else None


def _bare(unit: Data) -> Data:
    return {key: value for key, value in unit.items() if key != "deploy"}


def _places(setup: Setup, army: Army, rows: Sequence[Data]) -> list[Data]:
    """The units with a place each, or [] where there is no room."""
    mine = profiles(setup, army, "a")
    placed: list[Unit] = []
    units = []
    for profile, row in zip(mine, rows, strict=True):
        free = spots(setup, mine, placed, profile, 1)
        if not free:
            return []
        (form,) = free
        _, pos = place_faults(setup, mine, placed, profile, form)
        placed.append(Unit(id=profile.id, pos=pos))
        units.append({**row, "deploy": {"at": [written(n) for n in form.to], "files": form.files}})
    return units
