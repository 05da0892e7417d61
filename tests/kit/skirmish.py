"""A small duel of ZipWarz in which every decision is said in advance.

Side a brings two units of Reef Stalkers (A1, A2), who cross the field in one move and fight at once; side b
Mother Fathom (B1), who has a limited defence, and Skitterlings (B2).  Both are of the Brood.  Who has said
nothing deploys in his first zone, lets one unit hold, and takes the hits.
"""

from typing import Any

from pbem.games.zipwarz import RULESET as ZIPWARZ
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.deploy import undeployed, zones_of
from pbem.games.zipwarz.state import INDEX, State
from pbem.ruleset import Decide, Known, Side
from tests.kit.script import Script

END = Order(end=True)
Army = dict[str, Any]


def brood(*lines: tuple[str, int]) -> Army:
    """An army of the Brood: lines of the roster with numbers of models."""
    return {"faction": "tidewrack_brood", "unit": [{"line": line, "models": n} for line, n in lines]}


STALKERS = brood(("reef_stalkers", 4), ("reef_stalkers", 2))
FATHOM = brood(("mother_fathom", 1), ("skitterlings", 6))


def move(unit: str, *path: int, **more: Any) -> Order:
    return Order(unit=unit, move=path, **more)


def attack(unit: str, target: str, **more: Any) -> Order:
    return Order(unit=unit, attack=target, **more)


def hold(unit: str, **more: Any) -> Order:
    return Order(unit=unit, hold=True, **more)


class Skirmish(Script):
    """See above."""

    def __init__(
        self, seed: str = "1", *, armies: tuple[Army, Army] = (STALKERS, FATHOM), **how: Any
    ) -> None:
        options = {name: value for name, value in how.items() if name not in ("solo", "material")}
        more = {name: value for name, value in how.items() if name not in options}
        super().__init__(ZIPWARZ, seed, options=options, armies=armies, **more)

    def default(self, state: State, side: Side, known: Known) -> tuple[Order, ...]:
        want = self.rules.want(state)
        if isinstance(want, Decide) and want.kind == "deploy":
            zone = zones_of(state, side)[1]
            return tuple(Order(unit=unit, zone=zone) for unit in undeployed(state, side))
        if isinstance(want, Decide):
            idle = next(unit.id for unit in state.units[INDEX[side]] if unit.at and not unit.acted)
            return hold(idle), END
        return (Order(hold=True),)

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state


def begun(aggressor: Side = "a", *, start: int = 1, **how: Any) -> Skirmish:
    """The first skirmish, from seed `start` on, before turn 2, in which that side becomes the Aggressor."""
    for seed in range(start, start + 200):
        scene = Skirmish(str(seed), **how)
        scene.step()
        if scene.draft().after.state.aggressor == aggressor:
            return scene
    raise AssertionError("nobody ever becomes the Aggressor")
