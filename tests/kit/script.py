"""A duel in which every decision is said in advance; who has said nothing answers as `default` does.

script.say("b", attack("B2", "A2"), END)
script.step()
"""

import copy
from collections import deque
from collections.abc import Callable
from typing import Any, Self

from pbem.referee import match as m
from pbem.referee.advance import Draft
from pbem.referee.match import Folded, Standing
from pbem.ruleset import Known, Order, Ruleset, Side
from tests.kit.duel import Duel

LONG = 60  # files; no scene is longer


class Script(Duel):
    """See above.  `seed` decides keys and nonces, and so the dice."""

    def __init__(self, rules: Ruleset, seed: str = "1", **more: Any) -> None:
        self.said: dict[Side, deque[tuple[Order, ...]]] = {"a": deque(), "b": deque()}
        self._after: dict[Side, deque[tuple[Order, ...]]] = {}
        super().__init__(rules, (self._answer, self._answer), seed=seed, **more)

    def default(self, state: Any, side: Side, known: Known) -> tuple[Order, ...]:
        """The decision of a side that has said nothing."""
        raise NotImplementedError

    def _answer(self, _: Ruleset, state: Any, side: Side, known: Known, __: object) -> tuple[Order, ...]:
        return self.said[side].popleft() if self.said[side] else self.default(state, side, known)

    def say(self, side: Side, *orders: Any) -> Self:
        """The next decision of a side."""
        self.said[side].append(orders)
        return self

    def draft(self, side: Side | None = None, **more: Any) -> Draft:
        """As `Duel.draft`; what was said stays said until the file is taken, so it can be drafted again."""
        before = {name: deque(said) for name, said in self.said.items()}
        try:
            return super().draft(side, **more)
        finally:
            self._after, self.said = self.said, before

    def take(self, draft: Draft) -> Folded:
        folded = super().take(draft)
        self.said = self._after
        return folded

    def until(self, test: Callable[[Self], Any]) -> Self:
        """Play files until `test` holds; an error where it never does."""
        for _ in range(LONG):
            if test(self):
                return self
            self.step()
        raise AssertionError("it never came to that")

    def branch(self) -> Self:
        """The same duel so far, to be played on by itself."""
        twin = copy.copy(self)
        twin.files, twin.folded, twin.laid = list(self.files), list(self.folded), list(self.laid)
        twin.decided = dict(self.decided)
        twin.said = {side: deque(said) for side, said in self.said.items()}
        twin.seats = {name: copy.copy(seat) for name, seat in self.seats.items()}
        for seat in twin.seats.values():
            seat.bot = twin._answer
        return twin

    # -- looking
    @property
    def want(self) -> Any:
        return m.want(self.match, self.rules)

    def in_force(self, side: Side) -> Standing:
        standing = self.match.in_force[m.index(side)]
        assert standing is not None
        return standing

    def waiting(self, side: Side) -> Standing | None:
        return self.match.waiting[m.index(side)]


def events(folded: Folded, *kinds: type) -> list[Any]:
    """What one file led to, of those kinds."""
    return [entry.event for entry in folded.entries if not kinds or isinstance(entry.event, kinds)]
