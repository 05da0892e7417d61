"""A player's own rules for his defense: a convenience of his program, no part of the match.

    [[defend]]                      # the first rule that fits decides
    zoid = "A1"                     # an id or a kind; left out: every Zoid
    when = "hits<=1"                # always, never, ask, hits<=N (Hits left), cost>=N (points)
    use = "narrowest"               # or a list of cards in the order in which to spend them

Nothing of it is signed: what it answers is a decision of its owner like any other (A16).
"""

import re
from typing import Any, Final

from pbem.errors import Problem
from pbem.games.zoids.catalogue import faces, kinds
from pbem.games.zoids.legal import usable_defenses
from pbem.games.zoids.names import NameProblem, find_face, kind_named
from pbem.games.zoids.orders import Order
from pbem.games.zoids.reading import did_you_mean, kind_of, unknown_keys
from pbem.games.zoids.rules.cards import points
from pbem.games.zoids.rules.deck import informed
from pbem.games.zoids.state import WHERE, State
from pbem.ruleset import OTHER, Data, Known, Struct

__all__ = ["DEFAULT", "NARROWEST", "Policy", "Rule", "defend", "policy_data", "read_policy"]

# Cards that few Zoids can use go first, those that serve everybody last.
NARROWEST: Final = (
    "elite_pilot", "massive_armor", "heavy_armor", "out_distance", "evasion", "dodge", "armor",
    "special_ability", "light_armor",
)  # fmt: skip
_WHEN: Final = re.compile(r"always|never|ask|(?P<hits>hits\s*<=\s*)?(?P<cost>cost\s*>=\s*)?(?P<n>\d{1,3})")
_CHOICES: Final = "always, never, ask, hits<=N or cost>=N"


class Rule(Struct, frozen=True, omit_defaults=True):
    """`zoid` is an id, a kind, or "" for all; `when` always, never, ask, hits or cost, with its number `n`;
    `use` the cards to spend, in order."""

    when: str
    zoid: str = ""
    n: int = 0
    use: tuple[str, ...] = NARROWEST


class Policy(Struct, frozen=True, omit_defaults=True):
    """Rules in order; where none fits the owner is asked."""

    rules: tuple[Rule, ...] = ()


DEFAULT: Final = Policy(rules=(Rule(when="always"),))


def defend(policy: Policy, state: State, known: Known) -> tuple[Order, ...] | None:
    """The answer to the present attack by the first rule that fits; None: ask the player.  `known` is his
    hand.  Without a card that would serve there is nothing to ask."""
    blow = state.attack
    assert blow is not None
    side = OTHER[state.side]
    able = usable_defenses(informed(state, side, known), side)
    if not able:
        return ()
    for rule in policy.rules:
        if rule.zoid not in ("", blow.target, state.profile(blow.target).kind) or not _fits(state, rule):
            continue
        if rule.when == "ask":
            return None
        use = () if rule.when == "never" else rule.use
        card = next((face for face in use if face in able), None)
        return (Order(play=able[card]),) if card is not None else ()
    return None


def _fits(state: State, rule: Rule) -> bool:
    assert state.attack is not None
    target = state.attack.target
    match rule.when:
        case "hits":
            return state.zoid(target).hits <= rule.n
        case "cost":
            return points(state, target) >= rule.n
    return True


def read_policy(data: Data) -> tuple[Policy | None, tuple[Problem, ...]]:
    """A policy as people write it, with every problem."""
    if not isinstance(data, dict):
        return None, (Problem("", f"expected a table, found {kind_of(data)}"),)
    problems = unknown_keys(data, ("defend",), "")
    rows = data.get("defend", [])
    if not isinstance(rows, list | tuple):
        message = f"expected a list of tables, found {kind_of(rows)}"
        return None, (*problems, Problem("defend", message, "write [[defend]]"))
    rules = []
    for i, row in enumerate(rows):
        rule, wrong = _read_rule(row, f"defend[{i}]")
        problems += wrong
        rules += [rule] if rule is not None else []
    return (None, tuple(problems)) if problems else (Policy(rules=tuple(rules)), ())


def _read_rule(row: Any, where: str) -> tuple[Rule | None, list[Problem]]:
    if not isinstance(row, dict):
        return None, [Problem(where, f"expected a table, found {kind_of(row)}")]
    problems = unknown_keys(row, ("zoid", "when", "use"), where)
    zoid, wrong = _read_zoid(row.get("zoid", ""), f"{where}.zoid")
    problems += wrong
    use, wrong = _read_use(row.get("use", "narrowest"), f"{where}.use")
    problems += wrong
    said = row.get("when", "always")
    found = _WHEN.fullmatch(said.strip().casefold()) if isinstance(said, str) else None
    if found is None or (found["n"] and bool(found["hits"]) == bool(found["cost"])):
        problems.append(Problem(f"{where}.when", f"expected {_CHOICES}, found {kind_of(said)}"))
        return None, problems
    when = "hits" if found["hits"] else "cost" if found["cost"] else found[0]
    return (None, problems) if problems else (Rule(when=when, zoid=zoid, n=int(found["n"] or 0), use=use), [])


def _read_zoid(said: Any, where: str) -> tuple[str, list[Problem]]:
    if not isinstance(said, str):
        return "", [Problem(where, f"expected the name of a Zoid, found {kind_of(said)}")]
    name = said.strip()
    if not name or name.upper() in WHERE:
        return name.upper(), []
    kind = kind_named(name)
    if kind is None:
        return "", [
            Problem(where, f"{name!r} is not a Zoid", did_you_mean(name, kinds()) or "an id such as A1")
        ]
    return kind, []


def _read_use(said: Any, where: str) -> tuple[tuple[str, ...], list[Problem]]:
    if isinstance(said, str) and said.strip().casefold() == "narrowest":
        return NARROWEST, []
    rows = said if isinstance(said, list | tuple) else [said]
    cards, problems = [], []
    for i, row in enumerate(rows):
        at = f"{where}[{i}]" if rows is said else where
        try:
            face, _ = find_face(row if isinstance(row, str) else "", faces())
        except NameProblem:
            message = f'expected a defense card or "narrowest", found {kind_of(row)}'
            problems.append(Problem(at, message, did_you_mean(str(row), map(_plain, NARROWEST))))
            continue
        if face not in NARROWEST:
            problems.append(Problem(at, f"{_plain(face)} is no defense card"))
        cards.append(face)
    return tuple(cards), problems


def _plain(face: str) -> str:
    return face.replace("_", " ")


def policy_data(policy: Policy) -> Data:
    """The policy as people write it; `read_policy` gives the same again."""
    rows = []
    for rule in policy.rules:
        row: Data = {"zoid": rule.zoid} if rule.zoid else {}
        row["when"] = {"hits": f"hits<={rule.n}", "cost": f"cost>={rule.n}"}.get(rule.when, rule.when)
        row["use"] = "narrowest" if rule.use == NARROWEST else [_plain(face) for face in rule.use]
        rows.append(row)
    return {"defend": rows}
