"""The part `[standing]` of an order file, judged against the armies.

No verdict asks whether the units of a standing order exist.  Its author should know all the same: units go by
their names as in orders, a rule about nobody is refused here, and one that can answer nothing is named.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pbem.errors import Problem
from pbem.games.war.names import NameProblem, find_unit
from pbem.games.war.rules.fatigue import DEFAULT_PLAN
from pbem.games.war.standing import Rule, read_standing
from pbem.games.war.state import State
from pbem.games.war.words import fatigue_words, plan_words, title
from pbem.ruleset import OTHER, Promise, Side

__all__ = ["understand_standing"]

_DEEDS: Final = {
    "cancel": "cancel {action}",
    "halve": "halve the movement of {action}",
    "armour": "raise the armour against a shot",
    "close_ranks": "close ranks against a charge",
    "spend": "spend fatigue in the melee of a charge",
    "retreat": "choose the way back",
}
_ACTIONS: Final = {
    "": "any action", "move": "a move", "shoot": "a shot", "charge": "a charge", "rest": "a rest",
}  # fmt: skip
_WHEN: Final = {
    "always": "always",
    "never": "never",
    "ask": "ask me",
    "short": "when the charge would not arrive then",
    "matters": "when the dice would need more then",
    "outnumbered": "when the enemy has as many dice or more",
}
# What a reaction can be to; nothing: to every action.
_ANSWERS: Final = {
    "halve": ("move", "charge"), "armour": ("shoot",), "close_ranks": ("charge",), "spend": ("charge",),
}  # fmt: skip


def understand_standing(state: State, side: Side, part: Any) -> Promise:
    """Standing orders as `side` writes them in this position, with every problem."""
    data, notes, problems = _named(state, side, part)
    standing, wrong = read_standing(data)
    if standing is None or problems:
        return Promise(notes=tuple(notes), problems=(*problems, *wrong))
    return Promise(
        data=data,
        words=(*(_words(state, rule) for rule in standing.rules), "all else: as without standing orders"),
        notes=tuple(notes),
        warnings=tuple(_warnings(state, standing.rules)),
    )


def _named(state: State, side: Side, part: Any) -> tuple[Any, list[str], list[Problem]]:
    """The part with ids for the names of units: `target` is one's own, `by` an enemy.  A name that is
    nobody's is left out, so that it is reported once."""
    notes: list[str] = []
    problems: list[Problem] = []
    if not isinstance(part, dict):
        return part, notes, problems
    data = dict(part)
    for key in ("rules", "rule"):
        rows = data.get(key)
        if not isinstance(rows, list | tuple):
            continue
        data[key] = [dict(row) if isinstance(row, dict) else row for row in rows]
        for i, row in enumerate(data[key]):
            for name, owner in (("by", OTHER[side]), ("target", side)):
                if isinstance(row, dict) and isinstance(row.get(name), str) and row[name].strip():
                    said = row.pop(name)
                    try:
                        row[name], note = find_unit(state, said, owner)
                        notes += [note] if note else []
                    except NameProblem as found:
                        problems.append(Problem(f"{key}[{i}].{name}", found.message, found.hint))
    return data, notes, problems


def _words(state: State, rule: Rule) -> str:
    """ "cancel a charge by elites (B2) on levies (A4) at 2 fatigue or more: always"."""
    action = "a move or a charge" if rule.to == "halve" and not rule.action else _ACTIONS[rule.action]
    deed = _DEEDS[rule.to].format(action=action)
    deed += f" by {title(state, rule.by)}" if rule.by else ""
    deed += f" on {title(state, rule.target)}" if rule.target else ""
    deed += f" at {fatigue_words(rule.fatigue)} or more" if rule.fatigue else ""
    when = _WHEN[rule.when]
    if rule.to == "spend" and rule.when == "always":
        when = plan_words(rule.plan or DEFAULT_PLAN, rule.keep)
    return f"{deed}: {when}"


def _warnings(state: State, rules: Sequence[Rule]) -> Iterator[str]:
    """Rules that can answer nothing."""
    decided: list[str] = []
    for n, rule in enumerate(rules, 1):
        why = _idle(state, rule)
        if not why and rule.to in decided:
            why = f"an earlier rule decides about every {rule.to}, this one is never reached"
        if why:
            yield f"standing orders, rule {n}: {why}"
        if not (rule.action or rule.by or rule.target or rule.fatigue):
            decided.append(rule.to)


def _idle(state: State, rule: Rule) -> str:
    """Why a rule answers nothing in this match, as far as its own words tell."""
    for name in (rule.by, rule.target):
        if name and state.unit(name).gone:
            return f"{title(state, name)} is removed"
    if rule.to == "retreat":
        asked = state.setup.options.retreat == "owner"
        return "" if asked else "nobody is asked for the way back in this match"
    if rule.action and rule.action not in _ANSWERS.get(rule.to, (rule.action,)):
        return f"{rule.to} does not answer {_ACTIONS[rule.action]}"
    if rule.target and rule.action in ("move", "rest"):
        return f"{_ACTIONS[rule.action]} has no target"
    if rule.to == "close_ranks" and rule.target and not state.profile(rule.target).closes:
        return f"{title(state, rule.target)} cannot close ranks"
    return ""
