"""One reading of a part of an order file: every problem at once, each at its place."""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zipwarz.names import NameProblem, find_ability, find_unit, plain
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.reading import did_you_mean, join, kind_of, unknown_keys
from pbem.games.zipwarz.rules.abilities import unspent
from pbem.games.zipwarz.state import Profile, State
from pbem.games.zipwarz.words import blow_title, names
from pbem.ruleset import OTHER, Data, Side

__all__ = ["Reader"]

_STEP: Final = ("move", "attack", "heal", "hold", "use", "else", "pause")
_OUTER: Final = ("else", "pause")  # not in a step of an else
_INNER: Final = ("unit",)  # only there
_NEEDED: Final = {"unit": 'unit = "…"', "do": 'do = [{ move = [7] }, { attack = "…" }] or do = "hold"'}
_VERBS: Final = ("move", "attack", "heal", "hold")
_PLACE: Final = re.compile(r"\[(\d+)\](?:\.else\[(\d+)\])?(?:\.(\w+)(\[\d+\])?)?")
_POSITION: Final = (".move", ".attack", ".heal")


class Reader:
    """One reading: orders so far, where each came from, what is wrong, what was completed."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self.orders: list[Order] = []
        self.sources: list[tuple[str, str, Any]] = []  # of each order: its path, its table's path, its data
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.at: dict[str, int] = {}  # where a unit will stand, as far as one can say
        self.lost: set[str] = set()  # tables in which a move could not be read

    # -- small readers ------------------------------------------------------------------------

    def wrong(self, path: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(path, message, hint))

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

    def flag(self, row: Data, key: str, path: str) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            self.wrong(join(path, key), f"expected true or false, found {kind_of(value)}")
        return value is True

    def abilities(self, said: Any, path: str, profile: Profile) -> tuple[str, ...] | None:
        """Abilities of a unit, None with problems."""
        rows = said if isinstance(said, list) else [said]
        found: list[str] = []
        for i, row in enumerate(rows[:10]):
            where = f"{path}[{i}]" if isinstance(said, list) else path
            if not isinstance(row, str):
                self.wrong(where, f"expected the name of an ability, found {kind_of(row)}")
                continue
            able = (*profile.limited, *profile.always)
            try:
                name, note = find_ability(row, able)
            except NameProblem as error:
                have = ", ".join(a.name for a in able) or "none"
                self.wrong(where, f"{error.message} ({profile.id} has {have})", error.hint)
                continue
            self.notes += [note] * bool(note)
            found.append(name)
        if len(rows) > 10:
            self.wrong(path, f"an order names at most 10 abilities, found {len(rows)}")
        return tuple(found) if len(found) == len(rows) else None

    def path(self, said: Any, path: str, here: int) -> tuple[int, ...]:
        """Zones entered, in order; () with a problem if there are none."""
        zones = said if isinstance(said, list) else [said]
        odd = [zone for zone in zones if not isinstance(zone, int) or isinstance(zone, bool)]
        if odd:
            self.wrong(
                path, f"expected numbers of zones, found {kind_of(odd[0])}", "for example move = [7, 6]"
            )
            return ()
        if zones[:1] == [here]:
            zones = zones[1:]
        if not zones:
            self.wrong(path, f"the path leads nowhere from {here}", "leave the move out to stand still")
        if len(zones) > 30:
            self.wrong(path, f"a path names at most 30 zones, found {len(zones)}")
            return ()
        return tuple(zones)

    # -- [[activate]] -------------------------------------------------------------------------

    def turn(self, part: Data) -> None:
        """A player-turn: activations, then its end unless something says otherwise."""
        self.problems += unknown_keys(part, ("activate", "end"), "")
        rows = part.get("activate", [])
        if not isinstance(rows, list):
            self.wrong("activate", f"expected a list of tables, found {kind_of(rows)}", "write [[activate]]")
            return
        for i, row in enumerate(rows):
            self.activation(row, f"activate[{i}]")
        end = bool(rows) and not (self.orders and self.orders[-1].pause)
        if "end" in part and self.flag(part, "end", "") != end:
            end = not end
        if end:
            self.add(Order(end=True), "end", "end", {})
        if not rows and not end:
            self.wrong("", "no unit is activated", 'write [[activate]] with unit = "…" and do = [ … ]')

    def add(self, order: Order, path: str, table: str, row: Any) -> None:
        self.orders.append(order)
        self.sources.append((path, table, row))

    def activation(self, row: Any, path: str) -> None:
        if not isinstance(row, dict):
            self.wrong(path, f"expected a table, found {kind_of(row)}")
            return
        self.problems += unknown_keys(row, ("unit", "do", "use", "pause"), path)
        for key, example in _NEEDED.items():
            if key not in row:
                self.wrong(path, f"{key} is missing", f"for example {example}")
        name = self.unit(row["unit"], f"{path}.unit", self.side) if "unit" in row else ""
        pause = self.flag(row, "pause", path)
        steps = row.get("do", [])
        steps = steps if isinstance(steps, list) else [steps]
        if "do" in row and not steps:
            self.wrong(f"{path}.do", "nothing is ordered", 'for example do = ["hold"]')
        if not name:
            return
        more = self.more_actions(row, path, name)
        listed = isinstance(row.get("do"), list)
        first = len(self.orders)
        for i, step in enumerate(steps):
            where = f"{path}.do[{i}]" if listed else f"{path}.do"
            order = self.step(step, where, name)
            if order is None:
                if isinstance(step, dict) and "move" in step:
                    self.lost.add(path)
                continue
            if i == 0 and more:
                order = _with_use(order, more)
            self.add(order, where, path, step)
            if order.move:
                self.at[name] = order.move[-1]
        if pause and len(self.orders) > first:
            self.orders[-1] = replace(self.orders[-1], pause=True)

    def more_actions(self, row: Data, path: str, name: str) -> tuple[str, ...]:
        """`use` beside `do`: abilities that give more actions, put into the first order."""
        if "use" not in row:
            return ()
        profile = self.state.profile(name)
        use = self.abilities(row["use"], f"{path}.use", profile) or ()
        for ability in (*profile.limited, *profile.always):
            if ability.id in use and all(effect.kind != "extra_action" for effect in ability.effects):
                message = f"{ability.name} gives no actions: name it in the step that it is for"
                self.wrong(f"{path}.use", message, f'for example {{ attack = "…", use = "{ability.name}" }}')
                return ()
        return use

    def step(self, step: Any, path: str, name: str, *, inner: bool = False) -> Order | None:
        """One step of a `do`, or of an `else` (`inner`); None with problems."""
        if isinstance(step, str):
            if plain(step) == "hold":
                return Order(unit=name, hold=True)
            self.wrong(
                path, f'expected a table or "hold", found {kind_of(step)}', did_you_mean(step, ("hold",))
            )
            return None
        if not isinstance(step, dict):
            self.wrong(path, f'expected a table or "hold", found {kind_of(step)}')
            return None
        before = len(self.problems)
        self.problems += unknown_keys(step, _STEP + _INNER, path)
        for key in _OUTER if inner else _INNER:
            if key in step:
                where = "an alternative takes no" if inner else "a step takes no"
                self.wrong(f"{path}.{key}", f"{where} {key} of its own")
        if "unit" in step and inner:
            name = self.unit(step["unit"], f"{path}.unit", self.side) or name
        said = [verb for verb in _VERBS if verb in step]
        if not said and len(self.problems) > before:
            return None  # a misspelled verb, and its problem names it
        if len(said) != 1:
            found = f"found {' and '.join(said)}" if said else "found none"
            self.wrong(path, f"a step is one of move, attack, heal and hold, {found}")
            return None
        profile = self.state.profile(name)
        use = self.abilities(step["use"], f"{path}.use", profile) if "use" in step else ()
        order = Order(unit=name, use=use or (), pause=False if inner else self.flag(step, "pause", path))
        match said[0]:
            case "move":
                here = self.at.get(name, self.state.unit(name).at)
                order = replace(order, move=self.path(step["move"], f"{path}.move", here))
            case "attack":
                order = replace(order, attack=self.unit(step["attack"], f"{path}.attack", OTHER[self.side]))
            case "heal":
                order = self.healing(order, step["heal"], path, profile)
            case "hold":
                if not self.flag(step, "hold", path):
                    self.wrong(f"{path}.hold", "expected true")
                order = replace(order, hold=True)
        if not inner and "else" in step:
            order = replace(order, else_=self.alternatives(step["else"], f"{path}.else", name))
        return None if len(self.problems) > before else order

    def healing(self, order: Order, said: Any, path: str, profile: Profile) -> Order:
        itself = isinstance(said, str) and plain(said) in ("self", "itself")
        target = order.unit if itself else self.unit(said, f"{path}.heal", self.side)
        able = unspent(profile, self.state.unit(order.unit), "heal")
        able = tuple(a for a in able if any(effect.kind == "heal" for effect in a.effects))
        if not profile.power.heal and len(able) == 1 and able[0].id not in order.use:
            order = replace(order, use=(*order.use, able[0].id))
            self.notes.append(f"{order.unit} heals with {able[0].name}")
        return replace(order, heal=target)

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

    # -- [deploy] and [[react]] -----------------------------------------------------------------

    def deployment(self, part: Data) -> None:
        """`A1 = 5` or `5 = ["A1", "A2"]`."""
        for key, value in part.items():
            if key.strip().isdecimal():
                units = value if isinstance(value, list) else [value]
                for i, said in enumerate(units):
                    path = f"{key}[{i}]" if isinstance(value, list) else key
                    if name := self.unit(said, path, self.side):
                        self.add(Order(unit=name, zone=int(key)), path, path, value)
            elif isinstance(value, int) and not isinstance(value, bool):
                if name := self.unit(key, key, self.side):
                    self.add(Order(unit=name, zone=value), key, key, value)
            else:
                self.wrong(
                    key, f"expected the number of a zone, found {kind_of(value)}", "for example A1 = 5"
                )

    def reaction(self, part: Data) -> None:
        """`use = "ancient hide"` or `use = "nothing"`."""
        blow = self.state.attack
        assert blow is not None
        self.problems += unknown_keys(part, ("to", "use", "hold"), "")
        if "to" in part and not self.fits(part["to"]):
            title = blow_title(self.state, blow)
            self.wrong("to", f'the answer wanted is to "{title}", found {kind_of(part["to"])}')
        use, nothing = part.get("use"), self.flag(part, "hold", "")
        if isinstance(use, str) and plain(use) in ("nothing", "none"):
            use, nothing = None, True
        elif use is None and not nothing and not self.problems:
            self.wrong("use", "use is missing", 'an ability, or use = "nothing"')
        if nothing:
            self.add(Order(hold=True), "use", "use", part)
        if use is not None:
            found = self.abilities(use, "use", self.state.profile(blow.target))
            if found:
                self.add(Order(use=found), "use", "use", part)

    def fits(self, said: Any) -> bool:
        """Whether `to` names the present attack: "bombard by A6", "attack by A6", "A6", with "on B2"."""
        blow = self.state.attack
        assert blow is not None
        if not isinstance(said, str):
            return False
        word = plain(said).removesuffix(f" on {blow.target.casefold()}")
        titles = [blow_title(self.state, blow), f"attack by {blow.by}", blow.by]
        titles += [f"{names(self.state, (use,))} by {blow.by}" for use in blow.use]
        return word in [plain(title) for title in titles]

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
        return _moved(problem, f"{table}.{field}" if field in ("unit", "use", "pause") and table else path)

    def all_problems(self, wrong: Iterable[Problem]) -> tuple[Problem, ...]:
        """Reading problems and faults, each once, without mere consequences: after a move that cannot
        be, nothing is said about where that unit would stand; a turn that could not be read is not
        called empty."""
        shown = list(self.problems)
        broken = set(self.lost)
        for problem in map(self.at_home, wrong):
            table = problem.path.split(".", 1)[0]
            if self.problems and problem.path in ("", "end"):
                continue
            if table in broken and problem.path.endswith(_POSITION):
                continue
            if problem.path.endswith(".move"):
                broken.add(table)
            if problem not in shown:
                shown.append(problem)
        return tuple(shown)


def _moved(problem: Problem, path: str) -> Problem:
    return Problem(path, problem.message, problem.hint)


def _with_use(order: Order, use: tuple[str, ...]) -> Order:
    """The order and its alternatives of the same unit, with more abilities named."""
    others = tuple(_with_use(other, use) if other.unit == order.unit else other for other in order.else_)
    return replace(order, use=(*order.use, *(name for name in use if name not in order.use)), else_=others)
