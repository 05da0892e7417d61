"""A duel at the ford in which every decision is said in advance: for tests that need one situation.

    scene = begun(pre=100)                     # side b won the roll-off and is about to move
    scene.say("b", attack("B2", "A2"), END)
    scene.step()

Nobody deploys and the armies are open unless the options say otherwise; each side has a pike (A1, B1) and
six bows (A2 … A7, B2 … B7) that reach the other bank at once.  Who has said nothing ends his turn, answers
"no" to what he is asked, and deploys in the middle of his bank.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from examples.toy import RULESET as FORD
from examples.toy.state import BANK, FordOrder, Soldier, State
from pbem.ruleset import Decide, Known, Side
from tests.kit.script import Script, events

__all__ = [
    "ARCHERS", "END", "Scene", "answer", "attack", "before_turn_2", "begun", "events", "move", "scenes",
]  # fmt: skip

END = FordOrder(end=True)
ARCHERS: dict[str, Any] = {"pikes": 1, "bows": 6}


def move(unit: str, place: int, *others: FordOrder, pause: bool = False) -> FordOrder:
    return FordOrder(unit=unit, move=place, else_=others, pause=pause)


def attack(unit: str, target: str, *others: FordOrder, pause: bool = False) -> FordOrder:
    return FordOrder(unit=unit, attack=target, else_=others, pause=pause)


def answer(word: str) -> FordOrder:
    return msgspec.convert({"answer": word}, FordOrder)


class Scene(Script):
    """See above.  `seed` decides the dice, and so who moves first."""

    def __init__(
        self,
        seed: str = "1",
        *,
        armies: tuple[dict[str, Any], dict[str, Any]] = (ARCHERS, ARCHERS),
        **options: Any,
    ) -> None:
        options = {"deploy": "none", "sealed_army": False, **options}
        super().__init__(FORD, seed, options=options, armies=armies)

    def default(self, state: State, side: Side, known: Known) -> tuple[FordOrder, ...]:
        want = self.rules.want(state)
        if isinstance(want, Decide) and want.kind == "orders":
            return (END,)
        if isinstance(want, Decide) and want.kind == "deploy":
            return tuple(FordOrder(unit=man.id, place=BANK[side][1]) for man in state.on_field(side))
        return (answer("no"),)

    # -- looking
    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def man(self, unit: str) -> Soldier:
        man = self.state.find(unit)
        assert man is not None
        return man


def begun(first: Side = "b", **options: Any) -> Scene:
    """The first scene with these options in which that side moves first."""
    return next(scenes(first, **options))


def scenes(first: Side = "b", *, most: int = 200, **options: Any) -> Iterator[Scene]:
    """Scenes in which that side won the roll-off, with dice of many seeds: for side b, before its first
    decision (turn 3, nothing known, nothing queued); for side a, before the file that closes window 1 and
    holds a's first decision (turn 2)."""
    for scene in before_turn_2(first, most=most, **options):
        if first == "b":
            scene.step()
        yield scene


def before_turn_2(first: Side = "b", *, most: int = 200, **options: Any) -> Iterator[Scene]:
    """Scenes before the file in which side a closes window 1 and that side wins the roll-off."""
    for seed in range(most):
        scene = Scene(str(seed), **options)
        scene.step()
        if scene.draft().after.state.first == first:
            yield scene
