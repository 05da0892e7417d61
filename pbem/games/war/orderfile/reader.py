"""One reading of a part of an order file: every problem at once, each at its place."""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.war.inches import BadInches, hundredths, place
from pbem.games.war.legality import assume, faults
from pbem.games.war.manoeuvre import TURNS, clamped, heading, straight, toward
from pbem.games.war.names import NameProblem, find_unit, plain
from pbem.games.war.orderfile.answers import Answers
from pbem.games.war.orders import MOST_POINTS, Order
from pbem.games.war.reading import did_you_mean, kind_of, unknown_keys
from pbem.games.war.state import State
from pbem.ruleset import OTHER, Data, Side

__all__ = ["Reader"]

_ACTION: Final = ("move", "facing", "files", "shoot", "charge", "spend", "keep", "rest")
_STEP: Final = (*_ACTION, "else", "pause")
_OTHER: Final = ("unit", *_ACTION)  # a step of an else
_VERBS: Final = ("move", "shoot", "charge", "rest")
_PLACE: Final = re.compile(r"\[(\d+)\](?:\.else\[(\d+)\])?(?:\.(\w+)(\[\d+\])?)?")
_POINTS: Final = {
    "n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315,
    "north": 0, "northeast": 45, "east": 90, "southeast": 135, "south": 180, "southwest": 225, "west": 270,
    "northwest": 315,
}  # fmt: skip
_WAY: Final = re.compile(r"(forwards?|backwards?|back|left|right|towards?)\b\s*(.*)")
_LENGTH: Final = re.compile(r"(.*?)\s*\b([0-9]+(?:\.[0-9]+)?)(?: ?(?:in|inch|inches))?")


class Reader(Answers):
    """One reading: orders so far, where each came from, what is wrong, what was completed."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self.plan = state  # where things will stand, as far as one can say: nobody is removed
        self.orders: list[Order] = []
        self.sources: list[tuple[str, str, Any]] = []  # of each order: its path, its table's path, its data
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.lost: set[str] = set()  # tables in which a step could not be read

    # -- small readers ------------------------------------------------------------------------

    def unit(self, said: Any, path: str, side: Side) -> str:
        """The unit that is meant, "" with a problem if none is."""
        if not isinstance(said, str):
            self.wrong(path, f"expected the name of a unit, found {kind_of(said)}")
            return ""
        try:
            name, note = find_unit(self.state, said, side)
        except NameProblem as error:
            self.wrong(path, error.message, error.hint)
            return ""
        self.notes += [note] * bool(note)
        return name

    def point(self, said: Any, path: str) -> tuple[int, int] | None:
        """[x, y] in inches; None with a problem."""
        if not isinstance(said, list) or len(said) != 2:
            self.wrong(path, f"expected a place as [x, y] in inches, found {kind_of(said)}")
            return None
        found = []
        for i, value in enumerate(said):
            try:
                found.append(hundredths(value))
            except BadInches as error:
                self.wrong(f"{path}[{i}]", str(error))
        return (found[0], found[1]) if len(found) == 2 else None

    def points(self, said: list[Any], path: str) -> tuple[tuple[int, int], ...]:
        """[x, y], or a list of these: points to pass, the last is the end; () with problems."""
        if not said or not isinstance(said[0], list):
            point = self.point(said, path)
            return (point,) if point else ()
        if len(said) > MOST_POINTS:
            self.wrong(path, f"a move has at most {MOST_POINTS} points, found {len(said)}")
            return ()
        found = [self.point(row, f"{path}[{i}]") for i, row in enumerate(said)]
        return tuple(point for point in found if point) if all(found) else ()

    def facing(self, said: Any, path: str, name: str) -> int | None:
        """Degrees, a compass point, or a unit to look at; None with a problem."""
        if isinstance(said, str):
            word = plain(said).replace("-", "").replace(" ", "")
            if word in _POINTS:
                return _POINTS[word]
            if word.isdecimal():
                return self.facing(int(word), path, name)
            try:
                target, _ = find_unit(self.state, said, OTHER[self.side])
            except NameProblem:
                hint = did_you_mean(word, _POINTS) or 'for example 0, 45, "NE" or an enemy unit'
                self.wrong(path, f"expected a direction, found {kind_of(said)}", hint)
                return None
            return toward(self.plan, name, target)[1] if self.here(name, target) else None
        if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said <= 360:
            hint = '0 looks toward Red\'s edge, 90 to the right of it; or "N", "NE", …'
            self.wrong(path, f"expected a direction in whole degrees, 0 to 359, found {kind_of(said)}", hint)
            return None
        return said % 360

    def here(self, *names: str) -> bool:
        """Whether all these stand on the table in the plan."""
        return all(self.plan.unit(name).pos for name in names)

    # -- [[activate]] -------------------------------------------------------------------------

    def turn(self, part: Data) -> None:
        """A player-turn: actions, then its end unless something says otherwise."""
        self.problems += unknown_keys(part, ("activate", "end"), "")
        rows = part.get("activate", [])
        if not isinstance(rows, list):
            self.wrong("activate", f"expected a list of tables, found {kind_of(rows)}", "write [[activate]]")
            rows = []
        for i, row in enumerate(rows):
            self.activation(row, f"activate[{i}]")
        end = bool(rows) and not (self.orders and self.orders[-1].pause)
        if "end" in part and self.flag(part, "end", "") != end:
            end = not end
        if end:
            self.add(Order(end=True), "end", "end", {})
        if not rows and not end:
            hint = 'write [[activate]] with unit = "…" and do = [ … ], or end = true to pass'
            self.wrong("", "nothing is ordered", hint)

    def add(self, order: Order, path: str, table: str, row: Any) -> None:
        self.orders.append(order)
        self.sources.append((path, table, row))

    def activation(self, row: Any, path: str) -> None:
        if not isinstance(row, dict):
            self.wrong(path, f"expected a table, found {kind_of(row)}")
            return
        self.problems += unknown_keys(row, ("unit", "do", "pause"), path)
        examples = {"unit": 'unit = "…"', "do": 'do = [{ move = "forward 6" }, { shoot = "…" }]'}
        for key, example in examples.items():
            if key not in row:
                self.wrong(path, f"{key} is missing", f"for example {example}")
        name = self.unit(row["unit"], f"{path}.unit", self.side) if "unit" in row else ""
        pause = self.flag(row, "pause", path)
        steps = row.get("do", [])
        listed = isinstance(steps, list)
        steps = steps if listed else [steps]
        if "do" in row and not steps:
            self.wrong(f"{path}.do", "nothing is ordered", 'for example do = ["rest"]')
        if not name:
            return
        first = len(self.orders)
        for i, step in enumerate(steps):
            where = f"{path}.do[{i}]" if listed else f"{path}.do"
            order = self.step(step, where, name)
            if order is None:
                self.lost.add(path)
                continue
            self.add(order, where, path, step)
            branch = next((one for one in (order, *order.else_) if not faults(self.plan, one)), None)
            if branch is not None:
                self.plan = assume(self.plan, branch, gone=False)
        if pause and len(self.orders) > first:
            self.orders[-1] = replace(self.orders[-1], pause=True)

    def step(self, step: Any, path: str, name: str, *, inner: bool = False) -> Order | None:
        """One step of a `do`, or of an `else` (`inner`); None with problems."""
        if isinstance(step, str):
            if plain(step) == "rest":
                return Order(unit=name, rest=True)
            self.wrong(
                path, f'expected a table or "rest", found {kind_of(step)}', did_you_mean(step, ("rest",))
            )
            return None
        if not isinstance(step, dict):
            self.wrong(path, f'expected a table or "rest", found {kind_of(step)}')
            return None
        before = len(self.problems)
        self.problems += unknown_keys(step, _OTHER if inner else _STEP, path)
        if "unit" in step and inner:
            name = self.unit(step["unit"], f"{path}.unit", self.side) or name
        said = [verb for verb in _VERBS if verb in step]
        if not said and len(self.problems) > before:
            return None  # a misspelled verb, and its problem names it
        if len(said) != 1:
            found = f"found {' and '.join(said)}" if said else "found none"
            self.wrong(path, f"a step is one of move, shoot, charge and rest, {found}")
            return None
        order = self.action(step, path, name, said[0])
        if not inner:
            order = replace(order, pause=self.flag(step, "pause", path))
            if "else" in step:
                order = replace(order, else_=self.alternatives(step["else"], f"{path}.else", name))
        return None if len(self.problems) > before else order

    def action(self, step: Data, path: str, name: str, verb: str) -> Order:
        """What the step does; with problems it is not to be used."""
        for key in ("facing", "files", "spend", "keep"):
            if key in step and verb != ("move" if key in ("facing", "files") else "charge"):
                self.wrong(f"{path}.{key}", f"{key} does not go with {verb}")
        order = Order(unit=name)
        match verb:
            case "move":
                return self.movement(step, path, name)
            case "shoot":
                return replace(order, shoot=self.unit(step["shoot"], f"{path}.shoot", OTHER[self.side]))
            case "charge":
                target = self.unit(step["charge"], f"{path}.charge", OTHER[self.side])
                spend = self.spending(step["spend"], f"{path}.spend") if "spend" in step else ()
                keep = self.number(step, "keep", path, 0, 99)
                return replace(order, charge=target, spend=spend, keep=keep)
        if self.flag(step, "rest", path) is False and step["rest"] is False:
            self.wrong(f"{path}.rest", "expected true, or no rest at all")
        return replace(order, rest=True)

    def alternatives(self, said: Any, path: str, name: str) -> tuple[Order, ...]:
        rows = said if isinstance(said, list) else [said]
        if len(rows) > 10:
            self.wrong(path, f"a step has at most 10 alternatives, found {len(rows)}")
            rows = []
        found = [
            self.step(row, f"{path}[{i}]" if isinstance(said, list) else path, name, inner=True)
            for i, row in enumerate(rows)
        ]
        return tuple(order for order in found if order is not None)

    # -- moves ----------------------------------------------------------------------------------

    def movement(self, step: Data, path: str, name: str) -> Order:
        """Places, or a way in words, made exact from where the unit will stand."""
        unit = self.plan.unit(name)
        bare = Order(unit=name)
        if not unit.pos:
            return replace(bare, move=((0, 0),), files=1)  # the rules say that it was removed
        files = self.number(step, "files", path, 1, 99) if "files" in step else clamped(self.plan, name)
        facing = self.facing(step["facing"], f"{path}.facing", name) if "facing" in step else None
        said = step["move"]
        if isinstance(said, list):
            points = self.points(said, f"{path}.move")
            return replace(bare, move=points, facing=unit.facing if facing is None else facing, files=files)
        if isinstance(said, str) and (found := _WAY.fullmatch(plain(said))):
            order = self.way(found[1], found[2], f"{path}.move", name, facing=facing, files=files)
            if order is not None:
                form = f"facing {order.facing}, {order.files} files"
                self.notes.append(f"{name} {plain(said)}: to {place(order.move[-1])}, {form}")
                return order
            return bare
        hint = 'for example move = [18, 9.5], "forward 6", "back 3", "left 2" or "towards …"'
        self.wrong(f"{path}.move", f"expected a place or a way, found {kind_of(said)}", hint)
        return bare

    def way(
        self, word: str, rest: str, path: str, name: str, *, facing: int | None, files: int
    ) -> Order | None:
        """ "forward", "forward 6", "towards B2", "towards B2 4"; None with a problem."""
        unit, length = self.plan.unit(name), None
        if found := _LENGTH.fullmatch(rest):
            target, length = found[1], hundredths(found[2]) if len(found[2]) < 6 else 10_000
        else:
            target = rest
        files = max(1, min(files, len(unit.pos)))
        if not word.startswith("toward"):
            if target:
                self.wrong(path, f"expected a length in inches, found {target!r}", 'for example "forward 6"')
                return None
            turn = "back" if word.startswith("back") else word.removesuffix("s")
            assert turn in TURNS
            face = unit.facing if facing is None else facing
            direction = heading(unit.facing, turn)
            return straight(self.plan, name, direction, length, facing=face, files=files)
        side = OTHER[self.side]
        if target[:1].upper() == self.side.upper() and target[1:].isdecimal():
            side = self.side
        foe = self.unit(target, path, side)
        if not foe or not self.here(foe):
            if foe:
                self.wrong(path, f"{foe} was removed")
            return None
        direction, face = toward(self.plan, name, foe)
        face = face if facing is None else facing
        return straight(self.plan, name, direction, length, facing=face, files=files)

    # -- faults of the rules, at their place in the file ----------------------------------------

    def at_home(self, problem: Problem) -> Problem:
        """A fault of an order, moved to where the order stands in the file."""
        found = _PLACE.fullmatch(problem.path)
        if not found:
            return problem
        index, other, field, item = found.groups()
        path, table, row = self.sources[int(index)]
        if other is not None:
            inner = row["else"] if isinstance(row, dict) else []
            path = f"{path}.else[{other}]" if isinstance(inner, list) else f"{path}.else"
            row = inner[int(other)] if isinstance(inner, list) else inner
        if field is None or path == table:
            return _moved(problem, path)
        if isinstance(row, dict) and field in row:
            return _moved(problem, f"{path}.{field}{(item or '') if isinstance(row[field], list) else ''}")
        return _moved(problem, f"{table}.{field}" if field in ("unit", "pause") and table else path)

    def all_problems(self, wrong: Iterable[Problem]) -> tuple[Problem, ...]:
        """Reading problems and faults, each once, without mere consequences: after a step that could
        not be read nothing is said about what its unit does later; a turn that could not be read is not
        called empty."""
        shown = list(self.problems)
        broken = set(self.lost)
        for problem in map(self.at_home, wrong):
            table = problem.path.split(".", 1)[0]
            if self.problems and problem.path in ("", "end"):
                continue
            if table in broken and not problem.path.endswith(".unit"):
                continue
            if problem.path.endswith((".move", ".charge")):
                broken.add(table)
            if problem not in shown:
                shown.append(problem)
        return tuple(shown)


def _moved(problem: Problem, path: str) -> Problem:
    return Problem(path, problem.message, problem.hint)
