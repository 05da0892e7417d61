"""How far a unit may go and strike, for pictures and for whoever drags it over a picture (R5 to R8, R13).

The directions of the compass are walked in equal steps, straight, until ground, table or a unit forbids
more; the reason is kept.  What lies between two directions is the page's guess, the program judges.
"""

from collections.abc import Callable, Iterator
from math import isqrt
from typing import Final

from pbem.board import Aim, Reach, Ring, Stance, Way
from pbem.games.war.geometry.block import offsets
from pbem.games.war.geometry.numbers import forward
from pbem.games.war.inches import inches
from pbem.games.war.legal import distances, form_toml
from pbem.games.war.manoeuvre import clamped, front_of, straight, toward
from pbem.games.war.measure import on_the_table
from pbem.games.war.orders import Order
from pbem.games.war.rules.activation import actions_left, unit_faults
from pbem.games.war.rules.movement import move_faults, moved
from pbem.games.war.state import Profile, State, Unit

__all__ = ["reach"]

EVERY: Final = 10  # degrees from one direction to the next
TURNED: Final = 20  # the same for a unit that turns: working out who goes where takes its time
SNAP: Final = 10  # a place that is dragged to is a whole number of tenths of an inch
BEYOND: Final = 12  # hundredths of an inch behind the end of a way, where the reason is looked for
LEAST: Final = 3  # hundredths of an inch by which a way that is too long is shortened at least
TURNS: Final = ((90, "a quarter turn right"), (270, "a quarter turn left"), (180, "about turn"))


def reach(state: State, name: str) -> Reach:
    """What one unit may do on open ground.  `ValueError` says why it can do nothing: it is not there."""
    on_the_table(state, name)
    profile, unit = state.profile(name), state.unit(name)
    mine = profile.side == state.side and state.phase == "orders"
    free = mine and unit_faults(state, name) is None
    return Reach(
        unit=name,
        rings=tuple(_rings(profile)),
        aims=tuple(_aims(profile)) if free else (),
        stances=tuple(_stances(state, profile, unit)) if free else (),
        actions=actions_left(state, unit) if free else 0,
        most=profile.move[0],
        snap=SNAP,
        radius=profile.radius,
    )


def _rings(profile: Profile) -> Iterator[Ring]:
    goes, shoots = profile.move[0], profile.range
    if goes == shoots:
        yield Ring(profile.id, f"moves, charges and shoots {inches(goes)} in", goes)
        return
    yield Ring(profile.id, f"moves and charges {inches(goes)} in", goes)
    if shoots:
        yield Ring(profile.id, f"shoots {inches(shoots)} in", shoots)


def _aims(profile: Profile) -> Iterator[Aim]:
    if profile.range:
        yield Aim("shoot at {unit}", profile.range, '{ shoot = "{unit}" }')
    yield Aim("charge {unit}", profile.move[0], '{ charge = "{unit}" }')


def _stances(state: State, profile: Profile, unit: Unit) -> Iterator[Stance]:
    """Facings in which it may arrive: its own, the nearest enemy's, and turned."""
    wanted = {unit.facing: f"keeps its facing, {unit.facing}°"}
    for _, foe in distances(state, unit)[:1]:
        _, face = toward(state, unit.id, foe)
        wanted.setdefault(face, f"faces {foe}, {face}°")
    for by, words in TURNS:
        face = (unit.facing + by) % 360
        wanted.setdefault(face, f"{words}, {face}°")
    files = clamped(state, unit.id)
    for facing, label in wanted.items():
        start = front_of(state, unit.id, facing, files)
        every = EVERY if facing == unit.facing else TURNED
        stays = Order(unit=unit.id, move=(start,), facing=facing, files=files)
        yield Stance(
            label=label,
            toml=f"{{ move = [{{x}}, {{y}}], {form_toml(stays)} }}",
            start=start,
            turn=moved(state, stays).used,
            models=offsets(len(unit.pos), files, facing, profile.radius),
            ways=tuple(_way(state, unit, degrees, facing, files) for degrees in range(0, 360, every)),
        )


def _way(state: State, unit: Unit, degrees: int, facing: int, files: int) -> Way:
    """As far as possible in one direction; nowhere is where it stands."""
    length = state.profile(unit.id).move[0]

    def order(far: int | None) -> Order:
        return straight(state, unit.id, forward(degrees), far, facing=facing, files=files)

    made = order(length)
    done = moved(state, made)
    if done.reason == "too_far" and done.difficult:
        length = _before_difficult(state, order, length) or length
        made = order(length)
        done = moved(state, made)
    while done.reason == "too_far" and length > 0:  # an inch less shortens no walk by more than an inch
        length = max(0, length - max(LEAST, done.used - done.allow))
        made = order(length)
        done = moved(state, made)
    if done.reason:
        made = order(None)
        done = moved(state, made)
    if done.reason:
        made = order(0)
        done = moved(state, made)
    if done.reason:  # it cannot even take that shape where it is
        return Way(made.move[-1], max(done.used, done.allow + 1), done.allow, _why(state, made))
    start = order(0).move[-1]
    far = isqrt((made.move[-1][0] - start[0]) ** 2 + (made.move[-1][1] - start[1]) ** 2)
    full = far >= state.profile(unit.id).move[0] - LEAST
    reason = "" if full else _why(state, order(far + BEYOND))
    return Way(made.move[-1], done.used, done.allow, reason)


def _why(state: State, order: Order) -> str:
    """What stands against an order, in a few words; "" if nothing does."""
    wrong = move_faults(state, order)
    return wrong[0].message.partition("; ")[0] if wrong else ""


def _before_difficult(state: State, order: Callable[[int], Order], length: int) -> int:
    """The length at which a way is still on clear ground, if that is farther than it may go beyond."""
    low, high = 0, length
    while high - low > LEAST:
        middle = (low + high) // 2
        if moved(state, order(middle)).difficult:
            high = middle
        else:
            low = middle
    there = moved(state, order(low))
    rough = state.profile(order(low).unit).move[1]
    return low if not there.difficult and there.used >= rough else 0
