"""Reading what is not a player-turn: `[deploy]`, `[[react]]`, and the plans for tokens that both use."""

from abc import ABC, abstractmethod
from typing import Any, Final

from pbem.errors import Problem
from pbem.games.war.names import plain
from pbem.games.war.orders import Order, Spend
from pbem.games.war.reading import did_you_mean, join, kind_of, unknown_keys
from pbem.games.war.state import State
from pbem.games.war.words import window_title
from pbem.ruleset import Data, Side

__all__ = ["Answers"]

_SPEND: Final[dict[str, Spend]] = {
    "lower": "lower",
    "raise": "raise",
    "lower all": "lower_all",
    "raise all": "raise_all",
    "pass": "pass",
}
_NO: Final = ("nothing", "none", "no")


class Answers(ABC):
    """The part of a reading that answers questions; `Reader` is the rest."""

    state: State
    side: Side
    problems: list[Problem]

    def wrong(self, path: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(path, message, hint))

    @abstractmethod
    def unit(self, said: Any, path: str, side: Side) -> str:
        """The id of a unit of that side; a problem where there is none."""

    @abstractmethod
    def point(self, said: Any, path: str) -> tuple[int, int] | None:
        """A place in hundredths of an inch."""

    @abstractmethod
    def facing(self, said: Any, path: str, name: str) -> int | None:
        """Whole degrees."""

    @abstractmethod
    def add(self, order: Order, path: str, table: str, row: Any) -> None:
        """Keep an order, with where it stands in the file."""

    # -- small readers ------------------------------------------------------------------------

    def flag(self, row: Data, key: str, path: str) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            self.wrong(join(path, key), f"expected true or false, found {kind_of(value)}")
        return value is True

    def number(self, row: Data, key: str, path: str, low: int, high: int) -> int:
        value = row.get(key, low)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(join(path, key), f"expected a number from {low} to {high}, found {kind_of(value)}")
            return low
        return value

    def spending(self, said: Any, path: str) -> tuple[Spend, ...]:
        """A plan for tokens (R23): ["lower", "raise"], "raise all", "nothing"; () with problems."""
        if isinstance(said, str) and plain(said) in _NO:
            return ("pass",)
        rows = said if isinstance(said, list) else [said]
        if len(rows) > 30:
            self.wrong(path, f"a plan has at most 30 steps, found {len(rows)}")
            return ()
        found: list[Spend] = []
        for i, row in enumerate(rows):
            word = plain(row) if isinstance(row, str) else ""
            if word in _SPEND:
                found.append(_SPEND[word])
                continue
            where = f"{path}[{i}]" if isinstance(said, list) else path
            hint = did_you_mean(word, _SPEND) or f"expected {', '.join(_SPEND)}, or nothing"
            self.wrong(where, f"{kind_of(row)} is no use of a token", hint)
        if not rows:
            self.wrong(path, "an empty plan", 'to spend nothing, write "nothing"')
        return tuple(found) if len(found) == len(rows) else ()

    # -- [deploy] -------------------------------------------------------------------------------

    def deployment(self, part: Data) -> None:
        """`A1 = { at = [24, 9.5], facing = 0, files = 4 }`, in places of the table."""
        for key, value in part.items():
            name = self.unit(key, key, self.side)
            if not isinstance(value, dict):
                hint = f"for example {key} = {{ at = [24, 9.5], files = 4 }}"
                self.wrong(key, f"expected a table, found {kind_of(value)}", hint)
                continue
            self.problems += unknown_keys(value, ("at", "facing", "files"), key)
            if "at" not in value:
                self.wrong(key, "at is missing", "for example at = [24, 9.5]")
                continue
            at = self.point(value["at"], f"{key}.at")
            facing: int | None = 0 if self.side == "a" else 180
            if isinstance(value.get("facing"), str) and plain(value["facing"]) == "enemy":
                value = {**value, "facing": facing}  # noqa: PLW2901
            if "facing" in value:
                facing = self.facing(value["facing"], f"{key}.facing", name)
            files = self.number(value, "files", key, 1, 99)
            if name and at is not None and facing is not None:
                self.add(Order(unit=name, at=at, facing=facing, files=files), key, "", value)

    # -- [[react]] ------------------------------------------------------------------------------

    def reaction(self, part: Data) -> None:
        """What the window asks for: `cancel = true`, `armour = 1`, `spend = […]`, …"""
        kind = self.state.phase
        self.problems += unknown_keys(part, ("to", kind), "")
        title = window_title(self.state)
        if "to" in part and (not isinstance(part["to"], str) or plain(part["to"]) != plain(title)):
            self.wrong("to", f'the answer wanted is to "{title}", found {kind_of(part["to"])}')
        if kind not in part:
            if not self.problems:
                self.wrong(kind, f"{kind} is missing", f"for example {_EXAMPLE[kind]}")
            return
        order = self._answer(kind, part[kind])
        if order is not None:
            self.add(order, kind, "", {})

    def _answer(self, kind: str, said: Any) -> Order | None:
        no = Order(decline=True)
        before = len(self.problems)
        if said is False or (isinstance(said, str) and plain(said) in _NO):
            return no
        match kind:
            case "armour":
                count = 1 if said is True else self.number({kind: said}, kind, "", 0, 9)
                order = Order(armour=count) if count else no
            case "spend":
                part = said if isinstance(said, dict) else {"plan": said}
                self.problems += unknown_keys(part, ("plan", "keep"), kind)
                plan = self.spending(part.get("plan", ["lower all", "raise all"]), kind)
                order = Order(spend=plan, keep=self.number(part, "keep", kind, 0, 99))
            case "retreat":
                if isinstance(said, str) and plain(said) == "auto":
                    return no
                facing = self.facing(said, kind, "")
                order = no if facing is None else Order(retreat=facing)
            case _:
                if said is not True:
                    self.wrong(kind, f"expected true or false, found {kind_of(said)}")
                order = {
                    "cancel": Order(cancel=True),
                    "halve": Order(halve=True),
                    "close_ranks": Order(close_ranks=True),
                }[kind]
        return None if len(self.problems) > before else order


_EXAMPLE: Final = {
    "cancel": "cancel = true",
    "halve": "halve = true",
    "armour": "armour = 1",
    "close_ranks": "close_ranks = true",
    "spend": 'spend = ["lower all", "raise all"], or "nothing"',
    "retreat": 'retreat = 180, "SW" or "auto"',
}
