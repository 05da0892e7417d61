"""The course of a match: what is wanted in each phase, and what the answer leads to.

    roles ─► deploy ─► (unseal) ─► activate ─► strike ─► (defend) ─► (parry) ─┐
                                      ▲  └──────────── next order ◄───────────┘
                                      └─ next turn, next round ─► over

The round is written in three functions: `begin_round` (R18, R19), `end_turn` (R20 to R23) and
`end_round` (R13 to R17, R25, R26).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from msgspec.structs import replace

from pbem.games.zipwarz import events as e
from pbem.games.zipwarz.legality import act
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules import attack as fight
from pbem.games.zipwarz.rules import scoring
from pbem.games.zipwarz.rules.activation import LIMIT, idle, spare, waiting
from pbem.games.zipwarz.rules.army import profiles
from pbem.games.zipwarz.rules.deploy import next_to_deploy, placed
from pbem.games.zipwarz.state import INDEX, Army, Attack, Setup, State, Unit
from pbem.ruleset import (
    OTHER,
    SIDE_NAMES,
    SIDES,
    Answer,
    Decide,
    Event,
    React,
    Roll,
    Sealed,
    Side,
    Step,
    Unseal,
    Want,
)

__all__ = ["apply", "settle", "start", "want"]


class Phase(NamedTuple):
    """One row of the table: what is wanted, and what is done with the answer."""

    wants: Callable[[State], Want | None]
    takes: Callable[[State, Answer], Step]


def start(setup: Setup, armies: tuple[Army, Army]) -> State:
    """The first position: both armies beside the field, the roles to be rolled."""
    a, b = profiles(setup, armies[0], "a"), profiles(setup, armies[1], "b")
    units = (tuple(Unit(id=p.id) for p in a), tuple(Unit(id=p.id) for p in b))
    return State(setup=setup, profiles=(a, b), units=units)


def want(state: State) -> Want | None:
    """What the game needs before it can go on."""
    return PHASES[state.phase].wants(state)


def apply(state: State, answer: Answer) -> Step:
    """Answer the present want."""
    return PHASES[state.phase].takes(state, answer)


# ------------------------------------------------------------------------- R9, A9: who is the Aggressor


def _want_roles(state: State) -> Roll:
    roll = state.setup.scenario.role_roll
    return Roll(f"{SIDE_NAMES[state.side]} rolls for the roles", roll.dice, 6, state.side, "roles", roll.need)


def _take_roles(state: State, answer: Answer) -> Step:
    faces = cast("tuple[int, ...]", answer)
    roll = state.setup.scenario.role_roll
    told: list[Event] = [e.RolesRolled(side=state.side, faces=faces, need=roll.need)]
    if state.side == "a":
        return Step(replace(state, side="b", roll=faces), tuple(told))
    a, b = (sum(face >= roll.need for face in dice) for dice in (state.roll, faces))
    if a == b:
        return Step(replace(state, side="a", roll=()), (*told, e.RolesTied(count=a)))
    most: Side = "a" if a > b else "b"
    aggressor = most if roll.winner == "aggressor" else OTHER[most]
    after = replace(state, phase="deploy", side=aggressor, roll=(), aggressor=aggressor)
    return Step(after, (*told, e.RolesSet(aggressor=aggressor)))


# ---------------------------------------------------------------------- R11, R12, A13: who stands where


def _want_deploy(state: State) -> Decide:
    hidden = state.setup.options.deployment == "sealed" and state.side == state.aggressor
    return Decide(state.side, "deploy", sealed=hidden)


def _take_deploy(state: State, answer: Answer) -> Step:
    if isinstance(answer, Sealed):
        return Step(replace(state, side=OTHER[state.side]), (e.DeploymentSealed(side=state.side),))
    orders = cast("tuple[Order, ...]", answer)
    told: list[Event] = [e.Deployed(side=state.side, places=tuple((o.unit, o.zone) for o in orders))]
    for order in orders:
        state = placed(state, order)
    side = next_to_deploy(state)
    if side is None:
        return begin_round(state, told)
    phase = "unseal" if state.setup.options.deployment == "sealed" else "deploy"
    return Step(replace(state, phase=phase, side=side), tuple(told))


def _want_unseal(state: State) -> Unseal:
    return Unseal(state.side, "deploy")


# ---------------------------------------------------------------------- R18, R19: a round begins


def begin_round(state: State, told: list[Event]) -> Step:
    """Initiative; a side without units is passed over (A8)."""
    counts = scoring.units_left(state)
    first = scoring.initiative(state)
    state = replace(state, phase="activate", round=state.round + 1, first=first)
    told.append(e.RoundBegan(round=state.round, first=first, counts=counts))
    return Step(_begin_turn(state, first if counts[INDEX[first]] else OTHER[first]), tuple(told))


def _begin_turn(state: State, side: Side) -> State:
    lone = waiting(state, 1 - INDEX[side]) == 0
    return replace(state, side=side, term=state.term + 1, begun=0, active=None, lone=lone)


# ---------------------------------------------------------------------- R20 to R24: activations


def _want_orders(state: State) -> Decide:
    return Decide(state.side, "orders", state.term)


def _take_order(state: State, answer: Answer) -> Step:
    order = cast("Order", answer)
    if order.end:
        return end_turn(state, [])
    after, told = act(state, order)
    return Step(after, tuple(told)) if after.phase == "strike" else settle(after, told)


def settle(state: State, told: list[Event]) -> Step:
    """After an action: the turn ends by itself when nobody can act in it any more (A5, A6, A7)."""
    s = INDEX[state.side]
    if state.setup.options.wipeout == "immediate" and not any(unit.at for unit in state.units[1 - s]):
        return _finish(state, state.side, f"{SIDE_NAMES[OTHER[state.side]]} has no unit left", told)
    if spare(state):
        return Step(state, tuple(told))
    if waiting(state, s) == 0 or (state.begun >= LIMIT and waiting(state, 1 - s)):
        return end_turn(state, told)
    return Step(state, tuple(told))


def end_turn(state: State, told: list[Event]) -> Step:
    """R20, R22, R23: the other side's turn, or one more, or the end of the round.  In a turn that began
    with nobody left on the other side, all who were not activated hold (A6)."""
    s = INDEX[state.side]
    if state.lone and (rest := idle(state, s)):
        for name in rest:
            state = replace(state, units=state.with_unit(replace(state.unit(name), acted=True)))
        told.append(e.Held(units=rest))
    if waiting(state, 1 - s):
        return Step(_begin_turn(state, OTHER[state.side]), tuple(told))
    if waiting(state, s):
        return Step(_begin_turn(state, state.side), tuple(told))
    return end_round(state, told)


# ---------------------------------------------------------------------- R30 to R35: an attack


def _want_strike(state: State) -> Roll:
    blow = cast("Attack", state.attack)
    return Roll(f"{blow.by} attacks {blow.target}", blow.dice, 6, state.side, "attack", blow.need)


def _take_strike(state: State, answer: Answer) -> Step:
    """R32; A25: the target's side is asked only where it could undo a hit."""
    blow = replace(cast("Attack", state.attack), faces=cast("tuple[int, ...]", answer))
    state = replace(state, attack=blow)
    hits = fight.hits(blow)
    rolled = e.AttackRolled(unit=blow.by, target=blow.target, faces=blow.faces, need=blow.need, hits=hits)
    if hits > fight.defending(state, blow).flat and fight.defences(state):
        return Step(replace(state, phase="defend"), (rolled,))
    return _resolve(state, rolled)


def _want_defence(state: State) -> React:
    return React(OTHER[state.side], "defend")


def _take_defence(state: State, answer: Answer) -> Step:
    """A21, A24, A25: limited defences are spent; one that raises the Level counts the dice afresh."""
    blow, orders = cast("Attack", state.attack), cast("tuple[Order, ...]", answer)
    use = orders[0].use if orders else ()
    if use:
        unit = state.unit(blow.target)
        state = replace(state, units=state.with_unit(replace(unit, used=unit.used + use)))
        blow = replace(blow, defence=use)
        t = state.profile(blow.target).level + fight.defending(state, blow).level_defend
        blow = replace(blow, t=t, need=fight.threshold(blow.a, t))
    state = replace(state, attack=blow)
    return _resolve(state, e.Defended(unit=blow.target, use=use, need=blow.need, hits=fight.hits(blow)))


def _resolve(state: State, told: e.AttackRolled | e.Defended) -> Step:
    """A24: flat defences, then dice for the hits that are left, if the target rolls."""
    blow = cast("Attack", state.attack)
    so_far = fight.result(state, blow, 0)
    if so_far.wounds and fight.defending(state, blow).roll:
        return Step(replace(state, phase="parry"), (told,))
    return _wound(state, so_far, [replace(told, result=so_far)])


def _want_parry(state: State) -> Roll:
    blow = cast("Attack", state.attack)
    count = fight.result(state, blow, 0).wounds
    need = fight.defending(state, blow).roll
    return Roll(f"{blow.target} defends", count, 6, OTHER[state.side], "defence", need)


def _take_parry(state: State, answer: Answer) -> Step:
    blow, faces = cast("Attack", state.attack), cast("tuple[int, ...]", answer)
    need = fight.defending(state, blow).roll
    result = fight.result(state, blow, sum(face >= need for face in faces))
    return _wound(state, result, [e.DefenceRolled(unit=blow.target, faces=faces, need=need, result=result)])


def _wound(state: State, result: e.Result, told: list[Event]) -> Step:
    """R33, R34, A11, A20: wounds; at full Health the unit is removed and counts for the other side."""
    blow = cast("Attack", state.attack)
    unit, kills = state.unit(blow.target), state.kills
    if result.total >= result.health:
        unit = Unit(id=unit.id, gone=True)
        told.append(e.Removed(unit=unit.id, by=blow.by))
        a, b = kills
        kills = (a + 1, b) if state.side == "a" else (a, b + 1)
    else:
        unit = replace(unit, wounds=result.total)
    units = state.with_unit(unit)
    return settle(replace(state, phase="activate", attack=None, units=units, kills=kills), told)


# ---------------------------------------------------------------------- R13 to R17: score and end


def end_round(state: State, told: list[Event]) -> Step:
    """Tokens off (R25), points (R13, R14), then the next round or the end (R15, A8)."""
    state = replace(state, active=None, begun=0, units=tuple(_rested(state, s) for s in (0, 1)))
    points, how = scoring.round_points(state)
    told += how
    state = replace(state, scored=(*state.scored, points), kills=(0, 0))
    left = scoring.units_left(state)
    if state.setup.options.wipeout == "end_of_round" and 0 in left:
        winner = SIDES[left[0] == 0]
        return _finish(state, winner, f"{SIDE_NAMES[OTHER[winner]]} has no unit left", told)
    if state.round == state.setup.rounds:
        winner_or_none, reason = scoring.verdict(state)
        return _finish(state, winner_or_none, reason, told)
    return begin_round(state, told)


def _rested(state: State, s: int) -> tuple[Unit, ...]:
    """R25, R36: nobody has acted, and what is limited to once a round may be used again."""
    return tuple(
        replace(
            unit,
            acted=False,
            used=tuple(
                name for name in unit.used if any(a.id == name and a.limit == "game" for a in p.limited)
            ),
        )
        if unit.at
        else unit
        for unit, p in zip(state.units[s], state.profiles[s], strict=True)
    )


def _finish(state: State, winner: Side | Literal[""], reason: str, told: list[Event]) -> Step:
    state = replace(state, phase="over", active=None, attack=None, winner=winner, reason=reason)
    told.append(e.GameOver(winner=state.winner, reason=reason, totals=scoring.totals(state)))
    return Step(state, tuple(told))


def _want_nothing(_: State) -> None:
    return None


def _take_nothing(_: State, answer: Answer) -> Step:
    raise AssertionError(f"the game is over and wants no {answer!r}")


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "roles": Phase(_want_roles, _take_roles),  # R9: 5d6 each
        "deploy": Phase(_want_deploy, _take_deploy),  # R11, R12: units into zones
        "unseal": Phase(_want_unseal, _take_deploy),  # A13: the Aggressor shows what he sealed
        "activate": Phase(_want_orders, _take_order),  # R20 to R30: one action after the other
        "strike": Phase(_want_strike, _take_strike),  # R31, R32: attack dice
        "defend": Phase(_want_defence, _take_defence),  # A25: a limited defence?
        "parry": Phase(_want_parry, _take_parry),  # A24: defence dice
        "over": Phase(_want_nothing, _take_nothing),
    }
)
