"""The part `[standing]` of an order file, judged against the armies.

A standing order may be signed before anybody is on the field, and no verdict asks whether its unit exists.
Its author should know all the same: units go by their names as in orders, a rule for nobody is refused
here, and one that can answer nothing is named.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.errors import Problem
from pbem.games.zipwarz.names import NameProblem, find_unit
from pbem.games.zipwarz.rules.abilities import helps
from pbem.games.zipwarz.standing import Rule, read_standing
from pbem.games.zipwarz.state import INDEX, Profile, State
from pbem.games.zipwarz.words import title
from pbem.ruleset import Promise, Side

__all__ = ["understand_standing"]


def understand_standing(state: State, side: Side, part: Any) -> Promise:
    """Standing orders as `side` writes them in this position, with every problem."""
    data, notes, problems = _named(state, side, part)
    standing, wrong = read_standing(state.setup, data)
    if standing is None or problems:
        return Promise(notes=tuple(notes), problems=(*problems, *wrong))
    return Promise(
        data=data,
        words=tuple(_words(state, standing.rules)),
        notes=tuple(notes),
        warnings=tuple(_warnings(state, side, standing.rules)),
    )


def _named(state: State, side: Side, part: Any) -> tuple[Any, list[str], list[Problem]]:
    """The part with ids for the names of units; a name that is nobody's is left out, so that it is
    reported once."""
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
            if isinstance(row, dict) and isinstance(row.get("unit"), str) and row["unit"].strip():
                said = row.pop("unit")
                try:
                    row["unit"], note = find_unit(state, said, side)
                    notes += [note] if note else []
                except NameProblem as found:
                    problems.append(Problem(f"{key}[{i}].unit", found.message, found.hint))
    return data, notes, problems


def _words(state: State, rules: Sequence[Rule]) -> Iterator[str]:
    """A line for each rule, and what happens where none applies (A25)."""
    others = ""
    for rule in rules:
        who = title(state, rule.unit) if rule.unit else f"every {others}unit"
        others = "other "
        match rule.when:
            case "always":
                yield f"{who}: defend whenever it helps"
            case "never":
                yield f"{who}: take the hits"
            case "ask":
                yield f"{who}: ask me"
            case "lethal":
                yield f"{who}: defend when the attack would remove it"
            case "hits":
                yield f"{who}: defend at {rule.hits} hits or more"
    if not any(_decides(rule) and not rule.unit for rule in rules):
        taken = state.setup.options.limited_defence == "standing"
        yield f"where no rule applies: {'take the hits' if taken else 'ask me'}"


def _decides(rule: Rule) -> bool:
    """Whether nothing gets past the rule to a later one."""
    return rule.when in ("always", "never", "ask")


def _warnings(state: State, side: Side, rules: Sequence[Rule]) -> Iterator[str]:
    """Rules that can answer nothing."""
    mine = state.profiles[INDEX[side]]
    if rules and not any(map(_can_defend, mine)):
        yield "standing orders: none of your units has a defence to use"
        return
    decided: list[str] = []
    for n, rule in enumerate(rules, 1):
        if rule.unit and not _can_defend(state.profile(rule.unit)):
            yield f"standing orders, rule {n}: {title(state, rule.unit)} has nothing to defend with"
        elif rule.unit and state.unit(rule.unit).gone:
            yield f"standing orders, rule {n}: {title(state, rule.unit)} is removed"
        elif "" in decided or (rule.unit and rule.unit in decided):
            yield f"standing orders, rule {n}: an earlier rule decides, this one is never reached"
        decided += [rule.unit] if _decides(rule) else []


def _can_defend(profile: Profile) -> bool:
    return any(helps(ability, "defend") for ability in profile.limited)
