"""What may be ordered, worked out before anybody clicks: a tree of choices, bounded in size.

Asking the game after every possible list of orders would never end.  So the game is asked after each
first choice, and along the further steps of the same unit; what a choice closes or opens for the other
units is kept as its effect, and the page adds effects up.  That is a good guess and no more: the program
judges the order file.

A panel is plain data; rows hold numbers of `words`:

    choices  [unit, verb, at, label, hint, toml, last, effect]; effect −1: not looked at
    menus    [[choice, …], …]
    effects  [menu of the same unit's next step or −1, [choices that are closed], {unit: menu opened}]
    root     {unit: menu}
"""

import time
import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from pbem.ruleset import Choice, Decide, Known, React, Ruleset, Side, Understood
from pbem.views.terminal import clean

__all__ = ["FORMS", "inline", "joined", "panel_of"]

# How the fragments of a player-turn are put together: `[[activate]]` with unit and do, a list of that name,
# lines.
FORMS: Final = ("units", "activate", "do", "lines")
_CALLS: Final = 600
_MOST: Final = 4000  # choices
_SECONDS: Final = 1.0
Key = tuple[str, str, str, str, str]


def panel_of(
    rules: Ruleset, state: Any, side: Side, known: Known, *, calls: int = _CALLS, seconds: float = _SECONDS
) -> dict[str, Any] | None:
    """The panel for the present decision of `side`; None where nothing can be chosen by clicking."""
    want = rules.want(state)
    choices = [c for c in rules.legal(state, side, known) if not _ends(c)]
    if not isinstance(want, Decide | React) or want.side != side or not choices:
        return None
    grower = _Grower(rules, side, known, calls, seconds)
    if isinstance(want, React):
        grower.alone(choices)
        return {"kind": "react", "form": "lines", "head": "[[react]]", **grower.data()}
    if want.kind != "orders":
        grower.one_by_one(state, choices)
        head = f"[{want.kind}]"
        return {"kind": want.kind, "form": "lines", "head": head, "most": grower.most, **grower.data()}
    form = _form(rules, state, choices, known)
    if form is None:
        return None
    grower.grow(state, choices)
    pause = _pauses(rules, state, choices, known, form)
    most = _most(rules, state, side, known, grower)
    ends = any(_ends(c) for c in rules.legal(state, side, known))
    return {"kind": "orders", "form": form, "head": "", "pause": pause, "most": most, "ends": ends,
            **grower.data()}  # fmt: skip


class _Grower:
    """Choices, menus and effects, each kept once."""

    def __init__(self, rules: Ruleset, side: Side, known: Known, calls: int, seconds: float) -> None:
        self.rules, self.side, self.known = rules, side, known
        self.calls, self.until = calls, time.monotonic() + seconds
        self.words: dict[str, int] = {}
        self.choices: list[list[int]] = []
        self.menus: list[list[int]] = []
        self.effects: dict[str, int] = {}
        self.root: dict[str, int] = {}
        self.keys: dict[Key, int] = {}  # choices of the root
        self.single, self.most = False, 0
        self.queue: deque[tuple[int, Any, Choice]] = deque()
        self.known_menus: dict[tuple[bytes, str, bool], int] = {}

    # -- the three kinds of decisions --------------------------------------------------------------
    def alone(self, choices: Sequence[Choice]) -> None:
        """One choice is all."""
        for unit, mine in _by_unit(choices).items():
            self.root[unit] = self._menu(mine, None)

    def one_by_one(self, state: Any, choices: Sequence[Choice]) -> None:
        """A list in which a unit is named once: each unit's choices, as they are when those before it are
        spread over their choices.  Units that are not needed then, because only some are asked for, have
        those that they have at first."""
        first, number, self.single = _by_unit(choices), 0, all(choice.last for choice in choices)
        while choices and not self.single and number < self.calls:
            unit, mine = next(iter(_by_unit(choices).items()))
            self.root[unit] = self._menu(mine, None)
            state = self.rules.assume(state, mine[number % len(mine)].order, False)
            choices = [c for c in self.rules.legal(state, self.side, self.known) if not _ends(c)]
            number += 1
        for unit, mine in first.items():
            if unit not in self.root:
                self.root[unit] = self._menu(mine, None)
        self.most = number if 0 < number < len(self.root) else 0

    def grow(self, state: Any, choices: Sequence[Choice]) -> None:
        """A player-turn: all first choices, then the further ones in the order in which they were found."""
        for unit, mine in _by_unit(choices).items():
            self.root[unit] = self._menu(mine, state)
        for unit, menu in self.root.items():
            for number, choice in zip(self.menus[menu], _by_unit(choices)[unit], strict=True):
                self.keys[_key(choice)] = number
        while self.queue and self.calls > 0 and len(self.choices) < _MOST and time.monotonic() < self.until:
            number, before, choice = self.queue.popleft()
            self.choices[number][7] = self._effect(before, choice)

    # -- parts -------------------------------------------------------------------------------------
    def _menu(self, choices: Sequence[Choice], state: Any) -> int:
        """A menu; with a state its choices are to be looked at."""
        numbers = []
        for choice in choices:
            number = len(self.choices)
            label, hint = clean(choice.label), clean(choice.hint)
            said = (choice.unit, choice.verb, choice.at, label, hint, choice.toml)
            self.choices.append([*map(self._word, said), int(choice.last), -1])
            numbers.append(number)
            if state is not None and not choice.last:
                self.queue.append((number, state, choice))
        self.menus.append(numbers)
        return len(self.menus) - 1

    def _effect(self, state: Any, choice: Choice) -> int:
        """What is possible after a choice, as far as it differs from the beginning."""
        self.calls -= 1
        after = self.rules.assume(state, choice.order, False)
        found = _by_unit([c for c in self.rules.legal(after, self.side, self.known) if not _ends(c)])
        name = msgspec.json.encode(after)
        mine = found.pop(choice.unit, [])
        own = self._menu_once(name, choice.unit, mine, after) if mine else -1
        here = {_key(c) for each in found.values() for c in each}
        closed = [number for key, number in self.keys.items() if key not in here and key[0] != choice.unit]
        opened = {}
        for unit, each in found.items():
            new = [c for c in each if _key(c) not in self.keys]
            if new:
                # Units that could do nothing at first are looked at further; others have their first menus.
                opened[unit] = self._menu_once(name, unit, new, None if unit in self.root else after)
        effect = [own, closed, opened]
        return self.effects.setdefault(msgspec.json.encode(effect).decode(), len(self.effects))

    def _menu_once(self, name: bytes, unit: str, choices: Sequence[Choice], state: Any) -> int:
        key = (name, unit, state is None)
        found = self.known_menus.get(key)
        if found is None:
            found = self.known_menus[key] = self._menu(choices, state)
        return found

    def _word(self, word: str) -> int:
        return self.words.setdefault(word, len(self.words))

    def data(self) -> dict[str, Any]:
        return {
            "words": list(self.words),
            "choices": self.choices,
            "menus": self.menus,
            "effects": [msgspec.json.decode(effect) for effect in self.effects],
            "root": self.root,
            "single": self.single,
        }


def _ends(choice: Choice) -> bool:
    return bool(getattr(choice.order, "end", False))


def _by_unit(choices: Sequence[Choice]) -> dict[str, list[Choice]]:
    units: dict[str, list[Choice]] = {}
    for choice in choices:
        units.setdefault(choice.unit, []).append(choice)
    return units


def _key(choice: Choice) -> Key:
    return choice.unit, choice.verb, choice.at, choice.label, choice.toml


def _most(rules: Ruleset, state: Any, side: Side, known: Known, grower: _Grower) -> int:
    """How many units may act in this turn; 0: as many as there are.

    One unit after the other does the first thing that it can, until none is left that could; if choices
    remain that no earlier choice has closed, their number is the limit."""
    acted: list[str] = []
    closed: set[int] = set()
    while True:
        choices = [c for c in rules.legal(state, side, known) if c.unit and not _ends(c)]
        fresh = next((c for c in choices if c.unit not in acted), None)
        if fresh is None:
            break
        acted.append(fresh.unit)
        number = grower.keys.get(_key(fresh), -1)
        effect = grower.choices[number][7] if number >= 0 else -1
        if effect >= 0:
            closed |= set(msgspec.json.decode(list(grower.effects)[effect])[1])
        state = rules.assume(state, fresh.order, False)
    open_still = any(key[0] not in (*acted, "") and n not in closed for key, n in grower.keys.items())
    return len(acted) if open_still else 0


# -- order files ----------------------------------------------------------------------------------------
def joined(form: str, unit: str, fragments: Sequence[str]) -> str:
    """Fragments of one unit as a part of an order file."""
    if form == "units":
        return f"[[activate]]\nunit = {inline(unit)}\ndo = [{', '.join(fragments)}]\n"
    if form == "lines":
        return "\n".join(fragments) + "\n"
    return f"{form} = [{', '.join(fragments)}]\n"


def _form(rules: Ruleset, state: Any, choices: Sequence[Choice], known: Known) -> str | None:
    """The first form in which the game understands what was chosen."""
    samples = list({c.verb: c for c in choices if c.toml}.values())
    for form in FORMS:
        read = [_read(rules, state, known, form, unit=c.unit, fragment=c.toml) for c in samples]
        if samples and all(
            said is not None and said.orders and _same(rules, state, said.orders[0], choice.order)
            for said, choice in zip(read, samples, strict=True)
        ):
            return form
    return None


def _pauses(rules: Ruleset, state: Any, choices: Sequence[Choice], known: Known, form: str) -> bool:
    """Whether an order may say that its author wants to see the result before his turn goes on."""
    sample = next((c for c in choices if c.unit and c.toml.endswith("}")), None)
    if sample is None:
        return False
    plain = _read(rules, state, known, form, unit=sample.unit, fragment=sample.toml)
    waits = f"{sample.toml[:-1].rstrip()}, pause = true }}"
    paused = _read(rules, state, known, form, unit=sample.unit, fragment=waits)
    if plain is None or paused is None or not paused.orders:
        return False
    return bool(paused.orders[0].pause and paused.problems == plain.problems)


def _read(
    rules: Ruleset, state: Any, known: Known, form: str, *, unit: str, fragment: str
) -> Understood | None:
    """What the game makes of one fragment in this form; other problems of so short a turn do not matter."""
    try:
        part = tomllib.loads(joined(form, unit, (fragment,)))
    except tomllib.TOMLDecodeError:
        return None
    return rules.understand(state, part, known)


def _same(rules: Ruleset, state: Any, one: Any, two: Any) -> bool:
    """The same order, or the same in words: of equal cards either may be meant."""
    if msgspec.structs.replace(one, pause=two.pause) == two:
        return True
    return rules.order_words(state, one) == rules.order_words(state, two)


def inline(value: Any) -> str:
    """Data as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)  # as it was written, or shorter
    if isinstance(value, str):
        return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        rows = ", ".join(f"{key} = {inline(item)}" for key, item in value.items())
        return f"{{ {rows} }}" if rows else "{}"
    return f"[{', '.join(map(inline, value))}]"
