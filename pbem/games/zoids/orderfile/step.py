"""One step of an order file → one order, with its alternatives and the places of its fields."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zoids.names import NameProblem, find_face, find_zoid
from pbem.games.zoids.orders import Order, action, slots_of
from pbem.games.zoids.reading import join, kind_of, unknown_keys
from pbem.games.zoids.rules.cards import face_of, is_tactics, kind_of_zoid
from pbem.games.zoids.rules.squares import is_square
from pbem.games.zoids.state import WHERE, State
from pbem.ruleset import OTHER, Data, Side

__all__ = ["Step", "StepReader"]

TARGETS: Final = ("to", "at", "fire", "fight")
_KEYS: Final = ("zoid", "play", *TARGETS, "discard", "arrange", "tactics")
MOST: Final = 10  # alternatives of one step


@dataclass(frozen=True)
class Step:
    """An order, where its fields stand in the file ("": the step itself), and the same of its
    alternatives; `listed`: its cards to discard are a list."""

    order: Order
    places: dict[str, str]
    others: tuple[dict[str, str], ...] = ()
    listed: bool = True


class StepReader:
    """Reads steps of `side` in a position that holds all that it knows; keeps problems and notes."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.spent: list[int] = []  # slots that steps before have used
        self.strange = False  # the present step has unknown keys: what is missing may be one of them

    def wrong(self, path: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(path, message, hint))

    def note(self, text: str) -> None:
        if text and text not in self.notes:
            self.notes.append(text)

    def spend(self, slots: Iterable[int]) -> None:
        self.spent += slots

    # -- small readers ------------------------------------------------------------------------

    def flag(self, row: Data, key: str, path: str) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            self.wrong(join(path, key), f"expected true or false, found {kind_of(value)}")
        return value is True

    def zoid(self, said: Any, path: str, side: Side) -> str:
        """The Zoid that is meant, "" with a problem if none is."""
        if not isinstance(said, str):
            self.wrong(path, f"expected the name of a Zoid, found {kind_of(said)}")
            return ""
        try:
            name, note = find_zoid(self.state, said, side)
        except NameProblem as error:
            self.wrong(path, error.message, error.hint)
            return ""
        self.note(note)
        if side == self.side and (gone := self.state.zoid(name).gone):
            self.wrong(path, f"{name} was destroyed in turn {gone}")
            return ""
        return name

    def square(self, said: str) -> str:
        """A square in small letters where it is one; the rules judge anything else."""
        low = said.strip().lower()
        return low if is_square(low) else said

    def card(
        self, said: Any, path: str, *, among: tuple[int, ...] | None = None, like: int | None = None
    ) -> int | None:
        """The slot of the card that is meant, None with a problem.  Of equal cards the one that `like`
        names is taken, else the first that no step before has used."""
        if isinstance(said, int) and not isinstance(said, bool):
            if said >= 0:
                return said
            self.wrong(path, f"expected the number of a card, found {said}")
            return None
        if not isinstance(said, str):
            self.wrong(path, f"expected the name of a card, found {kind_of(said)}")
            return None
        slots = self.state.hand(self.side) if among is None else among
        known = [(slot, face) for slot, face in self.state.faces if slot in slots]  # public ones come first
        ordered = [face for slot in slots for found, face in known if found == slot]
        try:
            face, note = find_face(said, ordered)
        except NameProblem as error:
            self.wrong(path, error.message, error.hint)
            return None
        self.note(note)
        fits = [slot for slot, shown in known if shown == face]
        if like in fits:
            return like
        return next((slot for slot in fits if slot not in self.spent), fits[0])

    def cards(self, said: Any, path: str, among: tuple[int, ...] | None = None) -> tuple[int, ...] | None:
        """A list of cards, equal ones each by a slot of its own."""
        rows = said if isinstance(said, list) else [said]
        found: list[int] = []
        kept = self.spent
        for i, row in enumerate(rows):
            self.spent = [*kept, *found]
            slot = self.card(row, f"{path}[{i}]" if isinstance(said, list) else path, among=among)
            found += [] if slot is None else [slot]
        self.spent = kept
        return tuple(found) if len(found) == len(rows) else None

    # -- steps --------------------------------------------------------------------------------

    def discard(self, said: Any, path: str) -> Step | None:
        slots = self.cards(said, path)
        if not slots:
            if slots is not None:
                self.wrong(path, "nothing to discard is named", 'for example discard = ["dodge"]')
            return None
        self.spend(slots)
        return Step(Order(discard=slots), {"": path, "discard": path}, listed=isinstance(said, list))

    def arrangement(self, said: Any, path: str) -> Step | None:
        slots = self.cards(said, path, among=self.state.plan)
        if slots is None:
            return None
        return Step(Order(arrange=slots), {"": path, "arrange": path})

    def step(self, row: Any, path: str, *, verb: str = "", base: Order | None = None) -> Step | None:
        """One step; None with problems.  `verb`: what the table that it stands in is for; `base`: the step
        whose alternative this is."""
        if not isinstance(row, dict):
            self.wrong(path, f"expected a table, found {kind_of(row)}", 'zoid = "…", play = "…"')
            return None
        before = len(self.problems)
        keys = (
            _KEYS if base is not None or not verb else ("zoid", "play", "to" if verb == "to" else "at", verb)
        )
        more = ("pause", "else") if base is None else ()
        self.problems += unknown_keys(row, dict.fromkeys((*keys, *more)), path)
        self.strange = len(self.problems) > before
        row = {key: value for key, value in row.items() if key in keys or key in more}
        step = self.plain_step(row, path, verb, base)
        if step is None or len(self.problems) > before:
            self.unread_alternatives(row, path)
            return None
        if base is not None:
            return step
        self.spend(slots_of(step.order))
        order = replace(step.order, pause=self.flag(row, "pause", path))
        others = self.alternatives(row["else"], f"{path}.else", order, verb) if "else" in row else ()
        if len(self.problems) > before:
            return None
        order = replace(order, else_=tuple(other.order for other in others))
        return Step(order, step.places, tuple(other.places for other in others), step.listed)

    def unread_alternatives(self, row: Data, path: str) -> None:
        """Of a step that cannot be read, unknown keys in its alternatives at least."""
        rows = row.get("else", [])
        for i, other in enumerate(rows if isinstance(rows, list) else [rows]):
            where = f"{path}.else[{i}]" if isinstance(rows, list) else f"{path}.else"
            self.problems += unknown_keys(other, _KEYS, where) if isinstance(other, dict) else []

    def alternatives(self, said: Any, path: str, base: Order, verb: str) -> tuple[Step, ...]:
        rows = said if isinstance(said, list) else [said]
        if len(rows) > MOST:
            self.wrong(path, f"a step has at most {MOST} alternatives, found {len(rows)}")
            rows = []
        listed = isinstance(said, list)
        found = (
            self.step(row, f"{path}[{i}]" if listed else path, verb=verb, base=base)
            for i, row in enumerate(rows)
        )
        return tuple(step for step in found if step is not None)

    def plain_step(self, row: Data, path: str, verb: str, base: Order | None) -> Step | None:
        """The step without pause and alternatives."""
        if "discard" in row:
            return (
                self.discard(row["discard"], f"{path}.discard") if self.alone(row, "discard", path) else None
            )
        if "arrange" in row:
            return (
                self.arrangement(row["arrange"], f"{path}.arrange")
                if self.alone(row, "arrange", path)
                else None
            )
        like = base.play if base is not None else None
        if "tactics" in row:
            if not self.alone(row, "tactics", path):
                return None
            slot = self.card(row["tactics"], f"{path}.tactics", like=like)
            return None if slot is None else Step(Order(play=slot), {"": path, "play": f"{path}.tactics"})
        places = {"": path}
        slot = like
        if "play" in row:
            places["play"] = f"{path}.play"
            slot = self.card(row["play"], places["play"], like=like)
        elif base is None and not self.strange:
            self.wrong(path, "play is missing", 'the card to play, for example play = "bound"')
        said = [key for key in TARGETS if key in row]
        if len(said) > 1:
            self.wrong(path, f"expected one of {', '.join(TARGETS)}, found {' and '.join(said)}")
            return None
        if not said and "zoid" not in row and slot is not None and self.plays_alone(row, verb, base, slot):
            return Step(Order(play=slot), places)
        return self.action(row, path, verb=verb, base=base, slot=slot, places=places)

    def plays_alone(self, row: Data, verb: str, base: Order | None, slot: int) -> bool:
        """Whether a card that is named without Zoid and target is meant as a tactics card."""
        if base is None:
            return not verb  # an element of `do`; the rules say what is wrong with another card
        return not base.zoid or ("play" in row and is_tactics(self.state.face(slot)))

    def alone(self, row: Data, key: str, path: str) -> bool:
        more = [other for other in row if other in _KEYS and other != key]
        if more:
            self.wrong(f"{path}.{more[0]}", f"{key} stands alone in its step, found {more[0]} beside it")
        return not more

    def action(
        self, row: Data, path: str, *, verb: str, base: Order | None, slot: int | None, places: dict[str, str]
    ) -> Step | None:
        """A card for a Zoid: a move or an attack."""
        name = base.zoid if base is not None else ""
        if "zoid" in row:
            places["zoid"] = f"{path}.zoid"
            name = self.zoid(row["zoid"], places["zoid"], self.side)
        elif not name and not self.strange:
            self.wrong(path, "zoid is missing", 'who is it for? for example zoid = "A1"')
        key = next((key for key in TARGETS if key in row), "")
        if not key:
            if base is None or not (base.to or base.fire or base.fight):
                wish = {"to": "to", "fire": "at", "fight": "at"}.get(verb, "to, fire or fight")
                hint = 'for example to = "d5"' if verb == "to" else 'for example at = "B2"' if verb else ""
                if not self.strange:
                    self.wrong(path, f"{wish} is missing", hint)
                return None
            if slot is None:
                return None
            return Step(Order(play=slot, zoid=name, to=base.to, fire=base.fire, fight=base.fight), places)
        does = self.meant(key, verb, name, slot, own=base is None)
        if not does:
            self.wrong(
                f"{path}.at", "it cannot be told whether this is fire or close combat", "write fire or fight"
            )
            return None
        places[does] = f"{path}.{key}"
        if does == "to":
            if not isinstance(row[key], str):
                self.wrong(
                    places[does], f"expected a square, found {kind_of(row[key])}", 'for example to = "d5"'
                )
                return None
            target = self.square(row[key])
        else:
            target = self.zoid(row[key], places[does], OTHER[self.side])
        if slot is None or not name or not target:
            if does == "to" and not target:
                self.wrong(places[does], "expected a square, found an empty text")
            return None
        return Step(action(slot, name, does, target), places)

    def meant(self, key: str, verb: str, name: str, slot: int | None, *, own: bool) -> str:
        """Whether `at` is fire or close combat: as the table says, elsewhere as the card says."""
        if key != "at":
            return key
        if own and verb in ("fire", "fight"):
            return verb
        face = self.state.face(slot) if slot is not None else ""
        if face:
            kind: str = face_of(face).kind
            if kind == "x" and name in WHERE:
                kind = {"ranged": "ra", "hth": "ha"}.get(
                    kind_of_zoid(self.state.profile(name)).ability.effect, ""
                )
            if kind in ("ra", "ha"):
                return "fire" if kind == "ra" else "fight"
        return verb if verb in ("fire", "fight") else ""
