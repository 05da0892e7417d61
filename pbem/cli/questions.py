"""`--ask`: the questions one by one, for people who would rather choose than write."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pbem.cli.screen import Screen, ask, interactive
from pbem.desk.clerk import Decider
from pbem.errors import USAGE, OrdersRefused, Refused
from pbem.ruleset import Choice, Decide, Known, Order, Ruleset, Side, Want

_SYNONYMS: Final = {"end": "done", "stop": "done"}


def chooser(screen: Screen, rules: Ruleset, side: Side) -> Decider:
    """A decider that puts every legal choice of a decision to the player, a step at a time.

    Only what checks clean can be ended with; where the last step leads to a fault, it is asked for again.
    """
    if not interactive():
        raise Refused(USAGE, "--ask needs a terminal", "write an order file, or use --from")

    def decide(want: Want, state: Any, known: Known) -> tuple[Order, ...]:
        screen.say(f"\n{rules.describe(state, want)}")
        turn = isinstance(want, Decide) and want.kind == "orders"
        orders: list[Order] = []
        here = state
        while True:
            choices = rules.legal(here, side, known)
            words = {
                word: meaning
                for word, meaning in _WORDS[turn].items()
                if orders and not rules.check(state, side, _signed(rules, orders, word, turn=turn), known)
            }
            if orders:
                words = {"undo": "undo", **words}
            picked: Choice | str = _pick(screen, choices, words) if choices else "done"
            if isinstance(picked, Choice):
                orders.append(picked.order)
                screen.say(f"   {len(orders)}  {rules.order_words(here, picked.order)}")
                picked = "done" if picked.last else ""
            if picked == "undo":
                orders.pop()
            elif picked:
                whole = _signed(rules, orders, picked, turn=turn)
                faults = rules.check(state, side, whole, known)
                if not faults:
                    return whole
                if not orders:
                    raise OrdersRefused(faults)
                for fault in faults:
                    screen.say(f"{fault}")
                screen.say("your last step is taken back: choose again")
                orders.pop()
            here = state
            for order in orders:
                here = rules.assume(here, order, False)

    return decide


# What ends a decision: a player-turn, and any other.
_WORDS: Final[Mapping[bool, Mapping[str, str]]] = {
    True: {"wait": "wait: see the result first", "done": "done: end the turn"},
    False: {"done": "done"},
}


def _signed(rules: Ruleset, orders: list[Order], word: str, *, turn: bool) -> tuple[Order, ...]:
    """The whole decision, if it is ended with that word."""
    if word == "wait":
        return (*orders[:-1], msgspec.structs.replace(orders[-1], pause=True))
    if turn and not (orders and (orders[-1].end or orders[-1].pause)):
        return (*orders, rules.order_type(end=True))
    return tuple(orders)


def _pick(screen: Screen, choices: tuple[Choice, ...], words: Mapping[str, str]) -> Choice | str:
    """One choice, or one of the words: the unit first where there are several, then what it does."""
    units = list(dict.fromkeys(choice.unit for choice in choices))
    while True:
        unit = units[0]
        if len(units) > 1:
            row = "  ".join(units)
            more = {word: meaning for word, meaning in words.items() if word != "wait"}
            answer = ask(f"Which unit? {' · '.join([row, *more.values()])}:").strip().lower()
            if (word := _SYNONYMS.get(answer, answer)) in more:
                return word
            found = [u for u in units if u.lower() == answer]
            if not found:
                screen.say(f"{answer or 'nothing'} is not one of {row}")
                continue
            unit = found[0]
        picked = _action(screen, [c for c in choices if c.unit == unit], unit, words, back=len(units) > 1)
        if picked is not None:
            return picked


def _action(
    screen: Screen, choices: list[Choice], unit: str, words: Mapping[str, str], *, back: bool
) -> Choice | str | None:
    for number, choice in enumerate(choices, 1):
        hint = f"   ({choice.hint})" if choice.hint else ""
        screen.say(f"  {number:>3}  {choice.label}{hint}")
    more = [*(["back"] if back else []), *words.values()]
    question = " · ".join([f"{unit or 'Your choice'}? 1–{len(choices)}", *more])
    while True:
        answer = ask(f"{question}:").strip().lower()
        if answer.isdigit() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        if back and answer == "back":
            return None
        if (word := _SYNONYMS.get(answer, answer)) in words:
            return word
        screen.say(f"a number from 1 to {len(choices)}" + (", or one of the words" if more else ""))
