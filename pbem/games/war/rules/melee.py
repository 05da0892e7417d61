"""Melee (R15 to R21; A18 to A20, A27 to A29, A31): dice, ranks, casualties, who goes back."""

from msgspec.structs import replace

from pbem.games.war.geometry.aftermath import (
    Retreat,
    casualties,
    friends_near,
    reach_of_shift,
    retreat,
    vector,
)
from pbem.games.war.geometry.field import Body
from pbem.games.war.geometry.numbers import Point, forward
from pbem.games.war.geometry.sight import engaged, obstacle_defence
from pbem.games.war.rules.activation import exhausted
from pbem.games.war.rules.dice import dice
from pbem.games.war.rules.terrain import body, field_of
from pbem.games.war.state import Fight, State, Unit
from pbem.ruleset import Side

__all__ = [
    "SAVE", "SAVE_BETTER", "away", "bodies", "can_close", "close_ranks", "directions", "fall", "fall_back",
    "join", "save", "shaken", "shielded", "winner",
]  # fmt: skip

SAVE, SAVE_BETTER = 5, 4  # R18: the second behind an obstacle or in closed ranks


def shielded(state: State, by: str, target: str) -> bool:
    """R18, R35, A31: whether the target defends an obstacle, as both stand before the charge."""
    there = state.profile(target)
    if there.mounted:
        return False
    me = body(state.profile(by), state.unit(by))
    return obstacle_defence(field_of(state), me, body(there, state.unit(target)))


def bodies(state: State, fight: Fight) -> tuple[Body, Body]:
    """Attacker and target as they stand."""
    one, two = fight.by, fight.target
    return body(state.profile(one), state.unit(one)), body(state.profile(two), state.unit(two))


def join(state: State, by: str, target: str, *, cover: bool) -> Fight:
    """R15: a melee between two units that have come together."""
    fight = Fight(by=by, target=target, melee=True, cover=cover)
    me, foe = bodies(state, fight)
    models = (len(me.pos), len(foe.pos))
    if state.setup.options.melee_eligible == "engaged":  # A19
        models = (engaged(me, foe), engaged(foe, me))
    one, two = state.profile(by), state.profile(target)
    fight = replace(
        fight,
        models=models,
        armour=(one.armour[0], two.armour[0]),
        bonus=(one.melee_hit + one.charge_hit, two.melee_hit),  # A36
    )
    return with_dice(state, fight)


def with_dice(state: State, fight: Fight) -> Fight:
    """R15, A7: both pools."""
    pools = []
    for me, name in enumerate((fight.by, fight.target)):
        halves = exhausted(state, state.unit(name)) + (me == 1 and fight.closed)
        pools.append(dice(state.setup.options, fight.models[me], state.profile(name).melee, halves))
    return replace(fight, dice=(pools[0], pools[1]))


def can_close(state: State) -> bool:
    """R15, A18: whether the defender of the present melee may close ranks."""
    return state.fight is not None and state.profile(state.fight.target).closes


def close_ranks(state: State) -> Fight:
    """R15: half the dice, and a better save."""
    assert state.fight is not None
    return with_dice(state, replace(state.fight, closed=True))


def save(fight: Fight, me: int) -> int:
    """R18: the least face that saves a model of the attacker (0) or the target (1)."""
    return SAVE_BETTER if me == 1 and (fight.closed or fight.cover) else SAVE


def winner(caused: tuple[int, int]) -> int:
    """R19, R20: more casualties caused; a tie is the defender's.  0: the attacker won."""
    return 0 if caused[0] > caused[1] else 1


def fall(state: State, unit: Unit, enemy: Body, count: int) -> tuple[Unit, tuple[Point, ...]]:
    """A33: the unit without so many models, and where these stood."""
    me = body(state.profile(unit.id), unit)
    rear = state.setup.options.casualties == "rear"
    gone = casualties(me, enemy, count, rear=rear)
    left = tuple(p for i, p in enumerate(unit.pos) if i not in gone)
    files = max(1, min(unit.files, len(left)))
    return replace(unit, pos=left, files=files, gone=not left), tuple(unit.pos[i] for i in gone)


def shaken(state: State, dead: str) -> tuple[str, ...]:
    """R21, A29: friends of a unit that is wiped out, as all stand before the dice fall."""
    return friends_near(field_of(state), body(state.profile(dead), state.unit(dead)))


# ------------------------------------------------------------------------------------ R19, A27: back


def _home(side: Side) -> int:
    return -1 if side == "a" else 1


def fall_back(state: State, loser: str, winner_: str, toward: int = -1) -> Retreat:
    """R19, A27: where the loser goes, or the winner if the loser cannot; `toward` a direction that the
    loser's owner chose (−1: straight away)."""
    one, two = state.profile(loser), state.profile(winner_)
    return retreat(
        field_of(state),
        body(one, state.unit(loser)),
        body(two, state.unit(winner_)),
        (_home(one.side), _home(two.side)),
        forward(toward) if toward >= 0 else None,
    )


def away(state: State, loser: str, winner_: str) -> Point:
    """The direction from the middle of the winner to that of the loser."""
    one, two = state.profile(loser), state.profile(winner_)
    return vector(body(one, state.unit(loser)), body(two, state.unit(winner_)), _home(one.side))


def directions(state: State, loser: str, winner_: str, *, among: range = range(360)) -> tuple[int, ...]:
    """A27, `retreat = "owner"`: ways `among` these that lead away from the winner and on which the loser
    gets somewhere, in degrees."""
    field = field_of(state)
    me, foe = body(state.profile(loser), state.unit(loser)), body(state.profile(winner_), state.unit(winner_))
    x, y = away(state, loser, winner_)
    return tuple(
        d
        for d in among
        if forward(d)[0] * x + forward(d)[1] * y > 0 and reach_of_shift(field, me, foe, forward(d))[0]
    )
