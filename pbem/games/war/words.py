"""Phrases that the story, the order file and the picture share."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.games.war.inches import inches, place
from pbem.games.war.legality import beaten
from pbem.games.war.orders import Order, Spend, verb
from pbem.games.war.state import State

__all__ = [
    "and_list", "dice_words", "does", "expected", "fatigue_words", "length", "order_words", "plan_words",
    "plural", "singular", "title", "window_title",
]  # fmt: skip

_SPENDING: Final = {
    "lower": "lower its armour by 1",
    "raise": "raise the own by 1",
    "lower_all": "lower its armour as far as it helps",
    "raise_all": "raise the own as far as it helps",
    "pass": "pass",
}
_NOUNS: Final = {"move": "move", "shoot": "shot", "charge": "charge", "rest": "rest"}


def plural(count: int, word: str) -> str:
    """ "1 hit", "2 hits"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def and_list(items: Iterable[object], last: str = "and") -> str:
    """ "A1", "A1 and A2", "A1, A2 and A3"."""
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def dice_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def fatigue_words(count: int) -> str:
    return f"{count} fatigue"


def expected(dice: int, need: int) -> int:
    """Successes to expect of d6 at `need`+, rounded to the nearest."""
    return (dice * max(0, min(6, 7 - need)) * 2 + 6) // 12


def singular(state: State, name: str) -> bool:
    """Whether a unit is spoken of as one: the Warlord."""
    return state.profile(name).models == 1


def title(state: State, name: str) -> str:
    """A unit as the story names it: "elites with heavy weapons (A2)"."""
    return f"{state.profile(name).name} ({name})"


def does(state: State, name: str, word: str) -> str:
    """ "levies (A4) move", "Warlord (A1) moves"."""
    ending = "es" if word.endswith(("ss", "sh", "ch")) else "s"
    return f"{title(state, name)} {word}{ending if singular(state, name) else ''}"


def plan_words(spend: Sequence[Spend], keep: int = 0) -> str:
    """A plan for tokens in a melee (R23)."""
    said = ", then ".join(_SPENDING[step] for step in spend)
    return said + (f"; leave {keep} on it" if keep else "")


def window_title(state: State) -> str:
    """What a reaction is to: "charge by A3 on B1", "move by A3"."""
    if state.phase == "retreat":
        loser, winner = beaten(state)
        return f"retreat of {loser} from {winner}"
    order = state.action
    assert order is not None
    target = order.shoot or order.charge
    return f"{_NOUNS[verb(order)]} by {order.unit}{f' on {target}' if target else ''}"


def order_words(state: State, order: Order) -> str:
    """One order in plain words."""
    if order.end:
        return "end of the turn"
    if not order.unit:
        return _answer_words(state, order)
    form = f"facing {order.facing}, {plural(order.files, 'file')}"
    if order.at:
        return f"{does(state, order.unit, 'deploy')} at {place((order.at[0], order.at[1]))}, {form}"
    if order.move:
        *via, to = order.move
        by = f" by {and_list(map(place, via))}" if via else ""
        return f"{does(state, order.unit, 'move')} to {place(to)}{by}, {form}"
    if order.shoot:
        return f"{does(state, order.unit, 'shoot')} at {_name(state, order.shoot)}"
    if order.charge:
        plan = f" ({plan_words(order.spend, order.keep)})" if order.spend or order.keep else ""
        return f"{does(state, order.unit, 'charge')} {_name(state, order.charge)}{plan}"
    return does(state, order.unit, "rest")


def _name(state: State, target: str) -> str:
    return title(state, target)


def _answer_words(state: State, order: Order) -> str:
    kind = state.phase
    if order.decline:
        return {
            "cancel": "let it happen",
            "halve": "let it move in full",
            "armour": "spend nothing",
            "close_ranks": "keep open ranks",
            "spend": "spend nothing",
            "retreat": "fall back straight away from the enemy",
        }.get(kind, "no")
    if order.cancel:
        return "cancel it for 2 of its fatigue"
    if order.halve:
        return "halve its movement for 1 of its fatigue"
    if order.armour:
        return f"raise the armour by {order.armour} for {order.armour} of its fatigue"
    if order.close_ranks:
        return "close ranks"
    if order.retreat >= 0:
        return f"fall back toward {order.retreat} degrees"
    return plan_words(order.spend, order.keep)


def length(hundredths: int) -> str:
    """ "6.5 inches"."""
    return f"{inches(hundredths)} inch{'' if hundredths == 100 else 'es'}"
