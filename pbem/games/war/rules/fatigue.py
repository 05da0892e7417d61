"""Fatigue: when a token may be spent, and what it then does (R22 to R25; A11 to A14, A38).

Tokens are always those of the opposing unit (A11), and gone at once (A38).
"""

from typing import NamedTuple

from msgspec.structs import replace

from pbem.games.war.orders import Spend, verb
from pbem.games.war.state import Fight, Options, State

__all__ = [
    "CANCEL", "DEFAULT_PLAN", "Bargain", "Plan", "bargain", "may_cancel", "may_halve", "may_raise",
    "may_spend", "need", "needs",
]  # fmt: skip

CANCEL = 2  # tokens that it takes to cancel an action (R24)
DEFAULT_PLAN: tuple[Spend, ...] = ("lower_all", "raise_all")


def may_cancel(state: State) -> bool:
    """R24: the unit that acts has two tokens or more."""
    return state.action is not None and state.unit(state.action.unit).fatigue >= CANCEL


def may_halve(state: State) -> bool:
    """R25: a unit that moves or charges has a token."""
    order = state.action
    return order is not None and verb(order) in ("move", "charge") and state.unit(order.unit).fatigue >= 1


def may_raise(state: State) -> int:
    """R22, A12: how many tokens of the shooter its target's owner may spend."""
    assert state.fight is not None
    return min(state.setup.options.shoot_fatigue_max, state.unit(state.fight.by).fatigue)


def may_spend(state: State) -> bool:
    """R23: the attacker has a token that the defender's owner may spend."""
    assert state.fight is not None
    return state.unit(state.fight.by).fatigue >= 1


def need(options: Options, armour: int, bonus: int) -> int:
    """R10, A14: the least face that hits, 1 (all do) to 7 (none does)."""
    low, high = options.armour_clamp
    face = min(max(armour, low), high) - bonus
    return min(max(face, 2), 6) if options.natural else min(max(face, 1), 7)


def needs(state: State, fight: Fight) -> tuple[int, int]:
    """The least face that hits, for attacker and target."""
    options = state.setup.options
    return need(options, fight.armour[1], fight.bonus[0]), need(options, fight.armour[0], fight.bonus[1])


# ------------------------------------------------------------------ R16, R23, A13: tokens in a melee


class Plan(NamedTuple):
    """What one side means to do with the tokens of the enemy unit: `steps` in order, and how many tokens
    it leaves on it (`keep`)."""

    steps: tuple[Spend, ...] = DEFAULT_PLAN
    keep: int = 0


class Bargain(NamedTuple):
    """What became of two plans: the fight with its armour, tokens left on attacker and target, and each
    token as (who spent it, lower or raise)."""

    fight: Fight
    left: tuple[int, int]
    spent: tuple[tuple[int, Spend], ...]


def bargain(state: State, plans: tuple[Plan, Plan]) -> Bargain:
    """R16: attacker first, in turn, until both pass one after the other.

    A side takes the first step of its plan that is of use now and not used up: `lower` (the enemy's
    armour) and `raise` (its own) are one token each, `…_all` as many as are of use, `pass` passes once.
    A token that changes nothing is never spent.
    """
    fight = state.fight
    assert fight is not None
    tokens = [state.unit(fight.by).fatigue, state.unit(fight.target).fatigue]
    left: list[list[Spend]] = [list(plan.steps) for plan in plans]
    spent: list[tuple[int, Spend]] = []
    me, passes = 0, 0
    while passes < 2:
        step = None
        if tokens[1 - me] > plans[me].keep:
            step = _next_step(state.setup.options, fight, me, left[me])
        if step is None:
            passes += 1
        else:
            passes = 0
            tokens[1 - me] -= 1
            spent.append((me, step))
            fight = _with_step(fight, me, step)
        me = 1 - me
    return Bargain(fight, (tokens[0], tokens[1]), tuple(spent))


def _next_step(options: Options, fight: Fight, me: int, steps: list[Spend]) -> Spend | None:
    for i, step in enumerate(steps):
        if step == "pass":
            del steps[i]
            return None
        what: Spend = "lower" if step.startswith("lower") else "raise"
        if _useful(options, fight, me, what):
            if not step.endswith("all"):
                del steps[i]
            return what
    return None


def _useful(options: Options, fight: Fight, me: int, what: Spend) -> bool:
    """Whether a token would change what some die needs."""
    shooter = me if what == "lower" else 1 - me  # whose dice it concerns
    change = -1 if what == "lower" else 1
    armour, bonus = fight.armour[1 - shooter], fight.bonus[shooter]
    now, then = need(options, armour, bonus), need(options, armour + change, bonus)
    return fight.dice[shooter] > 0 and now != then


def _with_step(fight: Fight, me: int, what: Spend) -> Fight:
    armour = list(fight.armour)
    if what == "lower":
        armour[1 - me] -= 1
    else:
        armour[me] += 1
    return replace(fight, armour=(armour[0], armour[1]))
