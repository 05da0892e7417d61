"""One reading of a part of an order file: every problem at once, each at its place."""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zoids.names import plain
from pbem.games.zoids.orderfile.step import Step, StepReader
from pbem.games.zoids.orders import Order, verb_of
from pbem.games.zoids.reading import kind_of, unknown_keys
from pbem.games.zoids.rules.cards import looks
from pbem.games.zoids.state import State
from pbem.games.zoids.words import attack_title, card_name
from pbem.ruleset import Data, Side

__all__ = ["Reader"]

SECTIONS: Final = {"move": "to", "fire": "fire", "fight": "fight"}  # table → what its orders do
_PLACE: Final = re.compile(r"\[(\d+)\](?:\.else\[(\d+)\])?(?:\.(\w+)(\[\d+\])?)?")
_KEYS: Final = ("tactics", *SECTIONS, "do", "end")


class Reader(StepReader):
    """A reading of a whole part: orders so far and where each came from."""

    def __init__(self, state: State, side: Side) -> None:
        super().__init__(state, side)
        self.orders: list[Order] = []
        self.steps: list[Step] = []

    def add(self, step: Step | None) -> None:
        if step is not None:
            self.orders.append(step.order)
            self.steps.append(step)

    # -- a player-turn --------------------------------------------------------------------------

    def turn(self, part: Data) -> None:
        """The phases in their order, or `do`; then the end of the turn unless something says otherwise."""
        self.problems += unknown_keys(part, _KEYS, "")
        tables = [key for key in ("tactics", *SECTIONS) if key in part]
        if "do" in part and tables:
            self.wrong(
                "do", f"expected either do or {tables[0]}, found both", "do lists all steps of the turn"
            )
        if "tactics" in part:
            self.tactics(part["tactics"])
        for key, verb in SECTIONS.items():
            rows = part.get(key, [])
            for i, row in enumerate(rows if isinstance(rows, list) else [rows]):
                self.add(self.step(row, f"{key}[{i}]" if isinstance(rows, list) else key, verb=verb))
        rows = [] if tables else part.get("do", [])
        if not isinstance(rows, list):
            self.wrong("do", f"expected a list of steps, found {kind_of(rows)}", "do = [{ … }, { … }]")
            rows = []
        for i, row in enumerate(rows):
            self.add(self.step(row, f"do[{i}]"))
        self.finish(part, given=bool(tables or rows))

    def finish(self, part: Data, *, given: bool) -> None:
        """`end = true`, a bare `[end]`, or what follows from the last order."""
        end = given and not (self.orders and self.gives_control_back(self.orders[-1]))
        said = part.get("end", end)
        if not isinstance(said, bool) and said != {}:
            self.wrong("end", f"expected true or false, found {kind_of(said)}")
        if said in (True, {}):
            self.add(Step(Order(end=True), {"": "end"}))
        elif not given and not self.problems:
            hint = "write [tactics], [move], [fire], [fight], or [end] alone to end the turn"
            self.wrong("", "nothing is ordered", hint)

    def gives_control_back(self, order: Order) -> bool:
        branches = [b for b in (order, *order.else_) if verb_of(b) == "tactics" and b.play is not None]
        return order.pause or any(looks(self.state.face(b.play)) for b in branches if b.play is not None)

    def tactics(self, table: Any) -> None:
        """Rearranged cards of a battle plan, tactics cards in the order played, then the discard."""
        if not isinstance(table, dict):
            self.wrong(
                "tactics", f"expected a table, found {kind_of(table)}", 'play = ["…"], discard = ["…"]'
            )
            return
        self.problems += unknown_keys(table, ("arrange", "play", "discard", "pause"), "tactics")
        first = len(self.orders)
        if "arrange" in table:
            self.add(self.arrangement(table["arrange"], "tactics.arrange"))
        rows = table.get("play", [])
        for i, row in enumerate(rows if isinstance(rows, list) else [rows]):
            path = f"tactics.play[{i}]" if isinstance(rows, list) else "tactics.play"
            slot = self.card(row, path)
            if slot is not None:
                self.spend((slot,))
                self.add(Step(Order(play=slot), {"": path, "play": path}))
        if "discard" in table and table["discard"] != []:
            self.add(self.discard(table["discard"], "tactics.discard"))
        if self.flag(table, "pause", "tactics") and len(self.orders) > first:
            self.orders[-1] = replace(self.orders[-1], pause=True)

    # -- [deploy] and [[react]] -----------------------------------------------------------------

    def deployment(self, part: Data) -> None:
        """`A1 = "d1"`."""
        for key, value in part.items():
            if not isinstance(value, str):
                self.wrong(key, f"expected a square, found {kind_of(value)}", 'for example A1 = "d1"')
            elif name := self.zoid(key, key, self.side):
                self.add(Step(Order(zoid=name, to=self.square(value)), {"": key, "zoid": key, "to": key}))

    def reaction(self, part: Data) -> None:
        """`play = "dodge"` or `play = "nothing"`."""
        blow = self.state.attack
        assert blow is not None
        self.problems += unknown_keys(part, ("to", "play"), "")
        if "to" in part and not self.fits(part["to"]):
            self.wrong(
                "to",
                f'the answer wanted is to "{attack_title(self.state, blow)}", found {kind_of(part["to"])}',
            )
        said = part.get("play")
        if said is None:
            if not any(problem.path not in ("", "to") for problem in self.problems):
                self.wrong("play", "play is missing", 'a defense card, or play = "nothing"')
            return
        rows = said if isinstance(said, list) else [said]
        if len(rows) > 1:
            self.wrong("play", f"one card answers an attack, found {len(rows)}")
            return
        for row in rows:
            if isinstance(row, str) and plain(row) in ("nothing", "none"):
                self.add(Step(Order(hold=True), {"": "play"}))
            elif (slot := self.card(row, "play")) is not None:
                self.add(Step(Order(play=slot), {"": "play", "play": "play"}))

    def fits(self, said: Any) -> bool:
        """Whether `to` names the present attack: "missiles by A1 on B2", "missiles by A1", "A1"."""
        blow = self.state.attack
        assert blow is not None
        if not isinstance(said, str):
            return False
        titles = (
            attack_title(self.state, blow),
            f"{card_name(self.state.face(blow.slot))} by {blow.by}",
            blow.by,
        )
        return plain(said) in [plain(title) for title in titles]

    # -- faults of the rules, at their place in the file ----------------------------------------

    def at_home(self, problem: Problem) -> Problem:
        """A fault of an order, moved to where the order stands in the file."""
        found = _PLACE.fullmatch(problem.path)
        if not found:
            return problem
        index, other, field, item = found.groups()
        step = self.steps[int(index)]
        places = step.places if other is None else step.others[int(other)]
        path = places.get(field or "", places[""])
        listed = item if item and path.endswith("discard") and step.listed else ""
        return Problem(f"{path}{listed or ''}", problem.message, problem.hint)

    def all_problems(self, wrong: Iterable[Problem]) -> tuple[Problem, ...]:
        """Reading problems and faults, each once, without mere consequences: what could not be read is
        neither called missing nor blamed for too large a hand."""
        shown = list(self.problems)
        for problem in map(self.at_home, wrong):
            consequence = problem.path in ("", "end") or problem.message.startswith("discard ")
            if problem not in shown and not (self.problems and consequence):
                shown.append(problem)
        return tuple(shown)
