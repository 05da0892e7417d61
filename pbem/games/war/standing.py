"""Standing orders: how the reactions of a match are answered without a mail (A38).

The first rule that fits answers, yes or no; where none does, the rules that come with the game do, and
these answer everything.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from pbem.errors import Problem
from pbem.games.war.legality import beaten
from pbem.games.war.orders import Order, Spend, verb
from pbem.games.war.reading import kind_of, read, unknown_keys
from pbem.games.war.rules.charging import line
from pbem.games.war.rules.fatigue import DEFAULT_PLAN, may_raise, need
from pbem.games.war.state import WHERE, State
from pbem.ruleset import Data, Struct

__all__ = ["DEFAULT", "Rule", "Standing", "When", "answer_by", "read_standing"]

Kind = Literal["cancel", "halve", "armour", "close_ranks", "spend", "retreat"]
When = Literal["always", "never", "ask", "short", "matters", "outnumbered"]
# Which conditions go with which reaction.
_FITS: Final[dict[str, tuple[str, ...]]] = {
    "cancel": ("always", "never", "ask"),
    "halve": ("always", "never", "ask", "short"),
    "armour": ("always", "never", "ask", "matters"),
    "close_ranks": ("always", "never", "ask", "outnumbered"),
    "spend": ("always", "never", "ask"),
    "retreat": ("never", "ask"),
}


class Rule(Struct, frozen=True, omit_defaults=True):
    """Answers reactions `to` one kind.

    Only if the action is an `action`, by the enemy unit `by`, on my unit `target` (each: any where it is
    not said), and the acting unit has at least `fatigue`.  Then `when` decides, yes or no: `always`,
    `never`, `ask` me; `short`: the charge would then not arrive; `matters`: dice would need more;
    `outnumbered`: the enemy has at least as many dice.  `plan` and `keep` are how to `spend`.
    """

    to: Kind
    when: When
    action: Literal["", "move", "shoot", "charge", "rest"] = ""
    by: str = ""
    target: str = ""
    fatigue: Annotated[int, Meta(ge=0, le=99)] = 0
    plan: Annotated[tuple[Spend, ...], Meta(max_length=30)] = ()
    keep: Annotated[int, Meta(ge=0, le=99)] = 0


class Standing(Struct, frozen=True, omit_defaults=True):
    rules: Annotated[tuple[Rule, ...], Meta(max_length=200)] = ()


DEFAULT: Final = Standing(
    rules=(
        Rule(to="cancel", action="charge", when="always"),
        Rule(to="cancel", when="never"),
        Rule(to="halve", action="charge", when="short"),
        Rule(to="halve", when="never"),
        Rule(to="armour", when="always"),
        Rule(to="close_ranks", when="outnumbered"),
        Rule(to="spend", when="always", plan=DEFAULT_PLAN),
        Rule(to="retreat", when="never"),
    )
)


def read_standing(data: Data) -> tuple[Standing | None, tuple[Problem, ...]]:
    """Standing orders as data (`rules`) or as people write them (`[[standing.rule]]`)."""
    if not isinstance(data, dict):
        return None, (Problem("", f"expected a table, found {kind_of(data)}"),)
    problems = unknown_keys(data, ("rules", "rule"), "")
    if "rules" in data and "rule" in data:
        problems.append(Problem("rule", "expected either rule or rules, found both"))
    key = "rule" if "rule" in data else "rules"
    rows = data.get(key, [])
    if not isinstance(rows, list | tuple):
        message = f"expected a list of tables ([[standing.rule]]), found {kind_of(rows)}"
        return None, (*problems, Problem(key, message))
    rules = []
    for i, row in enumerate(rows):
        rule, wrong = _read_rule(row, f"{key}[{i}]")
        problems += wrong
        rules += [rule] if rule is not None else []
    return (None, tuple(problems)) if problems else (Standing(rules=tuple(rules)), ())


def _read_rule(row: Any, where: str) -> tuple[Rule | None, list[Problem]]:
    if isinstance(row, dict):
        row = dict(row)
        for key in ("by", "target"):
            if isinstance(row.get(key), str):
                row[key] = row[key].strip().upper()
        if isinstance(row.get("plan"), list | tuple):
            row["plan"] = [_spelt(step) for step in row["plan"]]
        if "plan" in row:
            row.setdefault("when", "always")
    rule, problems = read(Rule, row, where)
    if rule is None:
        return None, problems
    for key in ("by", "target"):
        name = getattr(rule, key)
        if name and name not in WHERE:
            problems.append(Problem(f"{where}.{key}", f"expected a unit such as A3, found {name!r}"))
    if rule.when not in _FITS[rule.to]:
        hint = f"expected one of {', '.join(_FITS[rule.to])}"
        problems.append(Problem(f"{where}.when", f"{rule.when!r} does not go with {rule.to}", hint))
    if (rule.plan or rule.keep) and rule.to != "spend":
        problems.append(Problem(f"{where}.plan", f"a plan for tokens goes with spend, not with {rule.to}"))
    return (None, problems) if problems else (rule, [])


def _spelt(step: Any) -> Any:
    """ "lower all" → "lower_all"."""
    return step.strip().lower().replace(" ", "_") if isinstance(step, str) else step


def answer_by(standing: Standing, state: State) -> tuple[Order, ...] | None:
    """The answer to the present reaction; None: ask."""
    for rule in (*standing.rules, *DEFAULT.rules):
        if rule.to == state.phase and _fits(rule, state):
            match rule.when:
                case "ask":
                    return None
                case "never":
                    return ()
            return (_yes(rule, state),) if _holds(rule, state) else ()
    return ()


def _fits(rule: Rule, state: State) -> bool:
    """Whether the rule is about this action at all."""
    order = state.action
    assert order is not None
    if rule.to == "retreat":
        loser, winner = beaten(state)
        return rule.target in ("", loser) and rule.by in ("", winner)
    return (
        rule.action in ("", verb(order))
        and rule.by in ("", order.unit)
        and rule.target in ("", order.shoot or order.charge)
        and state.unit(order.unit).fatigue >= rule.fatigue
    )


def _holds(rule: Rule, state: State) -> bool:
    order, fight = state.action, state.fight
    assert order is not None
    match rule.when:
        case "short":
            return bool(order.charge) and falls_short(state)
        case "matters":
            assert fight is not None
            options, armour, bonus = state.setup.options, fight.armour[1], fight.bonus[0]
            return need(options, armour, bonus) < need(options, armour + may_raise(state), bonus)
        case "outnumbered":
            assert fight is not None
            return fight.dice[0] >= fight.dice[1]
    return True


def falls_short(state: State) -> bool:
    """Whether the charge under way would not arrive with half its movement."""
    order = state.action
    return order is not None and bool(line(state, order.unit, order.charge, halved=True).reason)


def _yes(rule: Rule, state: State) -> Order:
    match rule.to:
        case "cancel":
            return Order(cancel=True)
        case "halve":
            return Order(halve=True)
        case "armour":
            return Order(armour=may_raise(state))
        case "close_ranks":
            return Order(close_ranks=True)
    return Order(spend=rule.plan or DEFAULT_PLAN, keep=rule.keep)
