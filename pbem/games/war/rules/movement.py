"""Movement (R5, R6, R25; A23, A24, A26): how far, which way, and why not."""

from functools import lru_cache
from typing import Final

from pbem.errors import Problem
from pbem.games.war.geometry.field import Body, Field, impassable, others, pathway
from pbem.games.war.geometry.moves import Formation, Moved, cut_move, full_walks, move
from pbem.games.war.inches import inches, place
from pbem.games.war.orders import Order
from pbem.games.war.rules.terrain import body, field_of
from pbem.games.war.state import Profile, State

__all__ = ["allowance", "formation", "march", "move_faults", "moved", "shortened"]

FAR: Final = 10**6


def allowance(profile: Profile, *, halved: bool = False) -> tuple[int, int]:
    """R5, R6, R35, R25: (over clear ground, with difficult ground), terrain first, then the half."""
    clear, rough = profile.move
    return (clear // 2, rough // 2) if halved else (clear, rough)


def formation(order: Order) -> Formation:
    """Where a move leads: the last point is the end, the others are passed."""
    *via, to = order.move
    return Formation(to, order.facing, order.files, tuple(via))


@lru_cache(maxsize=512)
def march(field: Field, unit: Body, order: Formation, allow: tuple[int, int], front: bool) -> Moved:
    """A move as it is ordered; remembered, because judging and doing ask for the same."""
    return move(field, unit, order, allow, front=front)


@lru_cache(maxsize=256)
def _cut(field: Field, unit: Body, order: Formation, allow: tuple[int, int], front: bool) -> Moved:
    return cut_move(field, unit, order, allow, front=front)


def moved(state: State, order: Order, *, halved: bool = False) -> Moved:
    """What a move in good form comes to; a halved one is cut where it has to end (A26)."""
    profile, unit = state.profile(order.unit), state.unit(order.unit)
    carry = _cut if halved else march
    front = state.setup.options.measure == "front"
    allow = allowance(profile, halved=halved)
    return carry(field_of(state), body(profile, unit), formation(order), allow, front)


def shortened(state: State, order: Order) -> Moved:
    """A33: as much of the move as there is room and allowance for (`centre` None: nothing)."""
    profile, unit = state.profile(order.unit), state.unit(order.unit)
    front = state.setup.options.measure == "front"
    return _cut(field_of(state), body(profile, unit), formation(order), allowance(profile), front)


def move_faults(state: State, order: Order) -> tuple[Problem, ...]:
    """Why the move cannot be made in this very position, with numbers."""
    who, n = order.unit, len(state.unit(order.unit).pos)
    if not 1 <= order.files <= n:
        message = f"{who} has {n} model{'s' * (n > 1)}: it stands in 1 to {n} files, found {order.files}"
        return (Problem("files", message),)
    if state.setup.options.straight_only and len(order.move) > 1:
        return (Problem("move", "moves are straight in this match: one point only (option straight_only)"),)
    done = moved(state, order)
    if not done.reason:
        return ()
    if done.reason == "bad_facing":
        return (Problem("facing", f"a facing is 0 to 359 degrees, found {order.facing}"),)
    hint = ""
    match done.reason:
        case "off_table":
            setup = state.setup
            size = f"{inches(setup.width)} × {inches(setup.height)}"
            message = f"{who} would end off the table of {size} inches"
        case "too_far":
            rough = " over difficult ground" if done.difficult else ""
            message = f"{who} needs {inches(done.used)} inches{rough}, has {inches(done.allow)}"
        case "path_impassable":
            message = f"{_wall_on(state, order)} is in the way of {who}, and impassable"
        case "path_unit":
            message = f"{_unit_on(state, order)} is in the way of {who}"
        case _:
            foe = _foe_at_end(state, order, done)
            gap = state.setup.enemy_gap
            less = f"less than {inches(gap)} inches from" if gap > 3 else "in contact with"
            message = f"{who} would end {less} {foe}"
            hint = "a charge leads into contact, a move stops short of it"
    message += _possible(state, order, "at most to" if done.reason == "too_far" else "possible is")
    return (Problem("move", message, hint),)


def _possible(state: State, order: Order, word: str) -> str:
    """How far one can go that way, if that is an order in its own right: "; at most to (17.9, 9.1)"."""
    cut = shortened(state, order)
    if cut.centre is None or cut.centre == order.move[-1]:
        return ""
    profile, unit = state.profile(order.unit), state.unit(order.unit)
    form = formation(order)
    direct = Formation(cut.centre, form.facing, form.files)
    front = state.setup.options.measure == "front"
    if march(field_of(state), body(profile, unit), direct, allowance(profile), front).reason:
        return ""
    return f"; {word} {place(cut.centre)}"


def _wall_on(state: State, order: Order) -> str:
    """The first impassable piece on the way."""
    field, me = field_of(state), body(state.profile(order.unit), state.unit(order.unit))
    walks = full_walks(field, me, formation(order))
    for it in field.pieces:
        if it.impassable and impassable(field._replace(pieces=(it,)), walks, me.r):
            return it.name or "something"
    raise AssertionError("nothing impassable is in the way")


def _unit_on(state: State, order: Order) -> str:
    """The first unit on the way."""
    field, me = field_of(state), body(state.profile(order.unit), state.unit(order.unit))
    walks = full_walks(field, me, formation(order))
    room = (-FAR, -FAR, FAR, FAR)
    for other in field.bodies:
        alone = field._replace(bodies=(other,))
        if other.id != me.id and not pathway(walks, me.r, others(alone, me, room)):
            return other.id
    raise AssertionError("nobody is in the way")


def _foe_at_end(state: State, order: Order, done: Moved) -> str:
    field, me = field_of(state), body(state.profile(order.unit), state.unit(order.unit))
    keep = max(3, field.enemy_gap)
    for other in field.bodies:
        near = (me.r + other.r + keep) ** 2
        if other.owner != me.owner and any(
            (x - u) ** 2 + (y - v) ** 2 < near for x, y in done.pos for u, v in other.pos
        ):
            return other.id
    raise AssertionError("no enemy is near the end")
