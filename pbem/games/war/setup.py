"""The terms of a match: options and own maps → `Setup`, with every problem."""

from collections.abc import Mapping, Sequence

from pbem.errors import Problem
from pbem.games.war import catalogue
from pbem.games.war.inches import hundredths
from pbem.games.war.reading import did_you_mean, read
from pbem.games.war.rules.recruiting import fraction
from pbem.games.war.rules.terrain import ground_of
from pbem.games.war.state import Ground, Map, Options, Setup
from pbem.ruleset import Data

__all__ = ["advice", "make_setup"]


def make_setup(
    options: Data, material: Mapping[str, Sequence[Data]]
) -> tuple[Setup | None, tuple[Problem, ...]]:
    """Options and own maps → the terms.  Paths begin with the option, or with `map[0]`."""
    terms, problems = read(Options, options)
    for kind in material:
        if kind != "map":
            problems.append(Problem(kind, "expected maps", did_you_mean(kind, ("map",))))
    maps = list(catalogue.maps())
    for i, data in enumerate(material.get("map", ())):
        found, wrong = read(Map, data, f"map[{i}]")
        problems += wrong
        if found is not None and any(one.id == found.id for one in maps):
            problems.append(Problem(f"map[{i}].id", f"{found.id!r} is already a map of this match"))
        elif found is not None:
            maps.append(found)
    if terms is None or problems:
        return None, tuple(problems)
    name = terms.terrain
    if "terrain" not in options and len(maps) == len(catalogue.maps()) + 1:
        name = maps[-1].id  # who brings one map wants to play on it
    chosen = next((one for one in maps if one.id == name), None)
    if chosen is None:
        names = [one.id for one in maps]
        hint = did_you_mean(name, names) or f"known: {', '.join(names)}"
        return None, (Problem("terrain", f"{name!r} is not a known map", hint),)
    own = [one.id for one in maps].index(name) - len(catalogue.maps())
    where = f"map[{own}]" if own >= 0 else "terrain"
    return _assemble(terms, chosen, where)


def _assemble(terms: Options, chosen: Map, where: str) -> tuple[Setup | None, tuple[Problem, ...]]:
    problems = []
    width, height = (side * 100 for side in terms.table)
    depth = terms.deploy_depth * 100
    if 2 * depth >= height:
        least = f"{2 * terms.deploy_depth} of {terms.table[1]} inches"
        message = f"two zones of {terms.deploy_depth} inches leave no ground between them ({least})"
        problems.append(Problem("deploy_depth", message))
    ground: list[Ground] = []
    for i, it in enumerate(chosen.piece):
        made, wrong = ground_of(it, f"{where}.piece[{i}]", width, height)
        problems += wrong
        ground += [made] if made is not None else []
    radii = {}
    for key in ("base_foot", "base_mounted"):
        across = hundredths(getattr(terms, key))
        if across % 2 or not 50 <= across <= 200:
            message = f"expected a base of 0.5 to 2 inches in steps of 0.02, found {getattr(terms, key)}"
            problems.append(Problem(key, message))
        radii[key] = across // 2
    if terms.armour_clamp[0] > terms.armour_clamp[1]:
        low, high = terms.armour_clamp
        problems.append(Problem("armour_clamp", f"the least armour {low} is more than the most {high}"))
    num, den = fraction(terms.cover_fraction)
    if num > den:
        problems.append(Problem("cover_fraction", f"{num}/{den} is more than all of a unit"))
    if problems:
        return None, tuple(problems)
    return (
        Setup(
            options=terms,
            map=chosen.name or chosen.id,
            ground=tuple(ground),
            width=width,
            height=height,
            depth=depth,
            foot=radii["base_foot"],
            mounted=radii["base_mounted"],
            enemy_gap=hundredths(terms.enemy_gap),
            cover=(num, den),
        ),
        (),
    )


def advice(setup: Setup) -> tuple[str, ...]:
    """What a player should know before he agrees to these terms."""
    said = []
    if not _even(setup):
        said.append("the map is not the same from both edges; who sits where is fixed: Blue at y = 0")
    options = setup.options
    if options.retreat == "owner":
        said.append("retreat = owner: a lost melee costs two more mails where the loser wants to be asked")
    if not options.actions_per_unit and not options.actions_per_turn:
        said.append("actions have no limit in this match; nothing but fatigue ends them")
    return tuple(said)


def _even(setup: Setup) -> bool:
    """Whether half a turn of the table gives the same terrain."""

    def sign(it: Ground, *, turned: bool) -> tuple[object, ...]:
        points = [(setup.width - x, setup.height - y) if turned else (x, y) for x, y in it.points]
        return it.kind, tuple(sorted(points)), tuple(sorted(it.flags))

    return sorted(sign(it, turned=False) for it in setup.ground) == sorted(
        sign(it, turned=True) for it in setup.ground
    )
