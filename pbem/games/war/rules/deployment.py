"""Deployment (A2): placed with the army, or in three parts after the roll-off."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.war.geometry.field import Field
from pbem.games.war.geometry.moves import Formation, deploy
from pbem.games.war.geometry.numbers import Point
from pbem.games.war.inches import inches
from pbem.games.war.orders import Order
from pbem.games.war.rules.terrain import body, pieces
from pbem.games.war.state import INDEX, WHERE, Profile, Setup, State, Unit
from pbem.ruleset import OTHER, SIDE_NAMES, Side

__all__ = [
    "PARTS", "deploy_check", "deploy_faults", "deployer", "formation", "place_faults", "placed", "required",
    "seen_from", "undeployed", "zone",
]  # fmt: skip

PARTS = 3  # of a deployment after the roll-off: half of the first side, all of the other, the rest


def zone(setup: Setup, side: Side | str) -> tuple[int, int]:
    """The lines between which the side deploys, as y."""
    return (0, setup.depth) if side == "a" else (setup.height - setup.depth, setup.height)


def seen_from(setup: Setup, side: Side | str, at: Point, facing: int, files: int) -> Formation:
    """A formation as its owner sees it from his edge → on the table (Red's is turned by half a circle)."""
    if side == "a":
        return Formation(at, facing, files)
    return Formation((setup.width - at[0], setup.height - at[1]), (facing + 180) % 360, files)


def place_faults(
    setup: Setup, mine: Sequence[Profile], placed: Sequence[Unit], profile: Profile, order: Formation
) -> tuple[Problem | None, tuple[Point, ...]]:
    """Why a unit cannot begin there among those `placed`, if so, and the places of its models."""
    bodies = tuple(body(p, u) for p in mine for u in placed if u.id == p.id and u.id != profile.id and u.pos)
    return _judge(setup, Field(setup.width, setup.height, bodies, pieces(setup.ground)), profile, order)


def _judge(
    setup: Setup, field: Field, profile: Profile, order: Formation
) -> tuple[Problem | None, tuple[Point, ...]]:
    new = body(profile, Unit(id=profile.id, pos=((0, 0),) * profile.models))
    reason, pos = deploy(field, new, order, zone(setup, profile.side))
    who, deep = profile.name, inches(setup.depth)
    match reason:
        case "":
            return None, pos
        case "bad_files":
            return Problem("files", f"{who} stand in 1 to {profile.models} files, found {order.files}"), pos
        case "bad_facing":
            return Problem("facing", f"a facing is 0 to 359 degrees, found {order.facing}"), pos
        case "off_table":
            size = f"{inches(setup.width)} × {inches(setup.height)}"
            return Problem("at", f"some of {who} would stand off the table of {size} inches"), pos
        case "outside_zone":
            message = f"some of {who} would stand outside the {deep} inches along the own edge"
            return Problem("at", message), pos
        case "impassable":
            return Problem("at", f"some of {who} would stand on ground where nobody can"), pos
    return Problem("at", f"some of {who} would stand on another unit"), pos


# ---------------------------------------------------------------------- after the roll-off, in three parts


def deployer(state: State) -> Side:
    """Whose part it is."""
    first: Side = "b" if state.first == "b" else "a"
    return OTHER[first] if state.stage == 1 else first


def undeployed(state: State, side: Side) -> tuple[str, ...]:
    """Units of the side that stand nowhere yet."""
    return tuple(unit.id for unit in state.units[INDEX[side]] if not unit.pos)


def required(state: State) -> int:
    """How many units this part deploys: half of all, rounded up, in the first, else all that are left."""
    side = deployer(state)
    total = len(state.units[INDEX[side]])
    done = total - len(undeployed(state, side))
    return (total + 1) // 2 - done if state.stage == 0 else total - done


def formation(order: Order) -> Formation:
    """Where an order deploys its unit."""
    x, y = order.at
    return Formation((x, y), order.facing, order.files)


def deploy_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why this unit cannot be placed there, in this very position."""
    side = deployer(state)
    s, who = INDEX[side], SIDE_NAMES[side]
    if order != Order(unit=order.unit, at=order.at, facing=order.facing, files=order.files):
        return (Problem("", "a deployment order names a unit, at, facing and files, and nothing else"),)
    where = WHERE.get(order.unit)
    if where is None or where[0] != s or where[1] >= len(state.units[s]):
        have = " ".join(unit.id for unit in state.units[s])
        return (Problem("unit", f"{order.unit or 'nobody'} is not a unit of {who} ({who} has {have})"),)
    if state.units[s][where[1]].pos:
        return (Problem("unit", f"{order.unit} is on the table already"),)
    if len(order.at) != 2:
        return (Problem("at", "expected the place of the front rank, for example at = [24, 9.5]"),)
    profile = state.profile(order.unit)
    fault, _ = place_faults(state.setup, state.profiles[s], state.units[s], profile, formation(order))
    return (fault,) if fault else ()


def placed(state: State, order: Order) -> State:
    """The position with one unit placed."""
    profile, form = state.profile(order.unit), formation(order)
    side = profile.side
    _, pos = place_faults(state.setup, state.profiles[INDEX[side]], state.units[INDEX[side]], profile, form)
    unit = replace(state.unit(order.unit), pos=pos, facing=order.facing, files=order.files)
    return state.with_unit(unit)


def deploy_check(state: State, orders: tuple[Order, ...]) -> tuple[Problem, ...]:
    """Every fault of a part of a deployment: as many units as it takes, the Warlord in one's first."""
    problems = []
    here, count = state, required(state)
    for i, order in enumerate(orders):
        faults = deploy_faults(here, order)
        problems += [Problem(f"[{i}].{p.path}" if p.path else f"[{i}]", p.message, p.hint) for p in faults]
        if not faults:
            here = placed(here, order)
    if len(orders) != count:
        left = " ".join(undeployed(state, deployer(state)))
        problems.append(Problem("", f"expected {count} of {left} to be deployed, found {len(orders)}"))
    side = deployer(state)
    lords = [p.id for p in state.profiles[INDEX[side]] if p.type == "warlord"]
    if not problems and any(not here.unit(lord).pos for lord in lords):
        problems.append(Problem("", f"the Warlord {lords[0]} is one of those who are deployed first"))
    return tuple(problems)
