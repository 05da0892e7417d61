"""Standing orders: when a unit uses its limited defence without being asked (A25)."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from pbem.errors import Problem
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.reading import kind_of, read, unknown_keys
from pbem.games.zipwarz.rules.attack import defences, hits, lethal
from pbem.games.zipwarz.state import WHERE, Setup, State
from pbem.ruleset import Data, Struct

__all__ = ["DEFAULT", "Rule", "Standing", "answer_by", "read_standing"]


class Rule(Struct, frozen=True, omit_defaults=True):
    """For `unit` (absent: all): use the defence `always`, `never`, when the attack would be `lethal`,
    when it rolled at least `hits` hits, or `ask` its owner."""

    when: Literal["always", "never", "lethal", "hits", "ask"]
    unit: str = ""
    hits: Annotated[int, Meta(ge=0, le=999)] = 0


class Standing(Struct, frozen=True, omit_defaults=True):
    """The first rule that applies decides; where none does, the hits are taken, or, with the option
    `limited_defence = "ask"`, the owner is asked."""

    rules: tuple[Rule, ...] = ()


DEFAULT: Final = Standing(rules=(Rule(when="hits", hits=3), Rule(when="lethal"), Rule(when="never")))


def read_standing(setup: Setup, data: Data) -> tuple[Standing | None, tuple[Problem, ...]]:
    """Standing orders as data (`rules`) or as people write them (`[[standing.rule]]`)."""
    if not isinstance(data, dict):
        return None, (Problem("", f"expected a table, found {kind_of(data)}"),)
    problems = unknown_keys(data, ("rules", "rule"), "")
    if "rules" in data and "rule" in data:
        problems.append(Problem("rule", "expected either rule or rules, found both"))
    key = "rule" if "rule" in data else "rules"
    rows = data.get(key, [])
    if not isinstance(rows, list | tuple):
        return None, (
            *problems,
            Problem(key, f"expected a list of tables ([[standing.rule]]), found {kind_of(rows)}"),
        )
    rules = []
    for i, row in enumerate(rows):
        rule, wrong = _read_rule(setup, row, f"{key}[{i}]")
        problems += wrong
        if rule is not None:
            rules.append(rule)
    return (None, tuple(problems)) if problems else (Standing(rules=tuple(rules)), ())


def _read_rule(setup: Setup, row: Any, where: str) -> tuple[Rule | None, list[Problem]]:
    if isinstance(row, dict):
        row = dict(row)
        if isinstance(row.get("unit"), str):
            row["unit"] = row["unit"].strip().upper()
        if "hits" in row:
            row.setdefault("when", "hits")
    rule, problems = read(Rule, row, where)
    if rule is None:
        return None, problems
    if rule.unit and rule.unit not in WHERE:
        problems.append(Problem(f"{where}.unit", f"expected a unit such as A3, found {rule.unit!r}"))
    if rule.when == "hits" and not rule.hits:
        problems.append(Problem(f"{where}.hits", "a rule for hits says how many", "for example hits = 3"))
    if rule.when != "hits" and rule.hits:
        message = f'hits go with when = "hits", found when = {rule.when!r}'
        problems.append(Problem(f"{where}.hits", message))
    if rule.when == "ask" and setup.options.limited_defence == "standing":
        message = "nobody is asked in this match (option limited_defence)"
        problems.append(Problem(f"{where}.when", message, "always, never, lethal or hits"))
    return (None, problems) if problems else (rule, [])


def answer_by(standing: Standing, state: State) -> tuple[Order, ...] | None:
    """A25: the answer of the first rule that applies; None: ask.  The first defence that is not spent
    is used."""
    assert state.attack is not None
    blow, able = state.attack, defences(state)
    use = (Order(use=(able[0].id,)),)
    for rule in standing.rules:
        if rule.unit not in ("", blow.target):
            continue
        match rule.when:
            case "always":
                return use
            case "never":
                return ()
            case "ask":
                return None
            case "lethal" if lethal(state):
                return use
            case "hits" if hits(blow) >= rule.hits:
                return use
    return () if state.setup.options.limited_defence == "standing" else None
