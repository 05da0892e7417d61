"""`--ask`: the questions one by one, for people who would rather choose than write."""

from typing import Any

import msgspec

from pbem.cli.screen import Screen, ask, interactive
from pbem.desk.clerk import Decider
from pbem.errors import USAGE, Refused
from pbem.ruleset import Choice, Decide, Known, Order, Ruleset, Side, Want


def chooser(screen: Screen, rules: Ruleset, side: Side) -> Decider:
    """A decider that puts every legal choice of a decision to the player, a step at a time."""
    if not interactive():
        raise Refused(USAGE, "--ask needs a terminal", "write an order file, or use --from")

    def decide(want: Want, state: Any, known: Known) -> tuple[Order, ...]:
        screen.say(f"\n{rules.describe(state, want)}")
        orders: list[Order] = []
        turn = isinstance(want, Decide) and want.kind == "orders"
        here = state
        while choices := rules.legal(here, side, known):
            end = rules.order_type(end=True)
            may_end = turn and bool(orders) and not rules.faults(here, end)
            picked = _pick(screen, choices, orders, may_end=may_end or (not turn and bool(orders)))
            if picked == "undo":
                orders.pop()
                here = state
                for order in orders:
                    here = rules.assume(here, order, False)
                continue
            if picked == "done":
                break
            if picked == "wait":
                orders[-1] = msgspec.structs.replace(orders[-1], pause=True)
                return tuple(orders)
            assert isinstance(picked, Choice)
            orders.append(picked.order)
            screen.say(f"   {len(orders)}  {rules.order_words(here, picked.order)}")
            here = rules.assume(here, picked.order, False)
            if picked.last:
                break
        if turn and not (orders and (orders[-1].end or orders[-1].pause)):
            orders.append(rules.order_type(end=True))
        return tuple(orders)

    return decide


def _pick(screen: Screen, choices: tuple[Choice, ...], orders: list[Order], *, may_end: bool) -> Choice | str:
    """One choice: the unit first where there are several, then what it does."""
    units = list(dict.fromkeys(choice.unit for choice in choices))
    while True:
        unit = units[0]
        if len(units) > 1:
            row = "  ".join(units)
            more = " · done: end the turn · undo" if orders and may_end else " · undo" if orders else ""
            answer = ask(f"Which unit? {row}{more}:").strip()
            if orders and answer.lower() in {"done", "end"} and may_end:
                return "done"
            if orders and answer.lower() == "undo":
                return "undo"
            found = [u for u in units if u.lower() == answer.lower()]
            if not found:
                screen.say(f"{answer or 'nothing'} is not one of {row}")
                continue
            unit = found[0]
        picked = _action(screen, [c for c in choices if c.unit == unit], unit, orders, may_end=may_end)
        if picked is not None:
            return picked


def _action(
    screen: Screen, choices: list[Choice], unit: str, orders: list[Order], *, may_end: bool
) -> Choice | str | None:
    for number, choice in enumerate(choices, 1):
        hint = f"   ({choice.hint})" if choice.hint else ""
        screen.say(f"  {number:>3}  {choice.label}{hint}")
    more = ["back"] + (["undo", "wait: see the result first"] if orders else [])
    more += ["done: end the turn"] if may_end else []
    while True:
        answer = ask(f"{unit or 'Your choice'}? 1–{len(choices)} · {' · '.join(more)}:").strip().lower()
        if answer.isdigit() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        if answer == "back":
            return None
        if orders and answer in {"undo", "wait"}:
            return answer
        if may_end and answer in {"done", "end"}:
            return "done"
        screen.say(f"a number from 1 to {len(choices)}, or one of the words")
