"""The signed orders of WAR: one order is one action of one unit.

Places are [x, y] in hundredths of an inch, x to the right, y from Blue's edge; a facing is a compass
direction in degrees, 0 toward Red's edge.  The order file that people write is another thing, see
`orderfile`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from pbem import ruleset

__all__ = ["MOST_POINTS", "Order", "Spend", "Verb", "verb"]

MOST_POINTS = 16  # of one move
Coordinate = Annotated[int, Meta(ge=-10_000, le=100_000)]
Place = tuple[Coordinate, Coordinate]
# What to do with a token of fatigue in a melee (R23): one token, or as many as are of use.
Spend = Literal["lower", "raise", "lower_all", "raise_all", "pass"]
Verb = Literal["move", "shoot", "charge", "rest"]


class Order(ruleset.Order, frozen=True):
    """One of, in a player-turn: `unit` with `move` (points that the centre of its front rank passes, the
    last is where it ends), `facing` and `files`; with `shoot` or `charge` (an enemy; `spend` is the plan
    for its tokens in that melee, of which `keep` are left); with `rest`; or `end`.  When deploying:
    `unit`, `at`, `facing`, `files`.  When asked for a reaction: `cancel`, `halve`, `armour` (tokens),
    `close_ranks`, `spend` with `keep`, `retreat` (a direction), or `decline`."""

    unit: str = ""
    move: Annotated[tuple[Place, ...], Meta(max_length=MOST_POINTS)] = ()
    at: Annotated[tuple[Coordinate, ...], Meta(max_length=2)] = ()
    facing: Annotated[int, Meta(ge=0, le=359)] = 0
    files: Annotated[int, Meta(ge=0, le=99)] = 0
    shoot: str = ""
    charge: str = ""
    rest: bool = False
    spend: Annotated[tuple[Spend, ...], Meta(max_length=30)] = ()
    keep: Annotated[int, Meta(ge=0, le=99)] = 0
    cancel: bool = False
    halve: bool = False
    armour: Annotated[int, Meta(ge=0, le=9)] = 0
    close_ranks: bool = False
    retreat: Annotated[int, Meta(ge=-1, le=359)] = -1
    decline: bool = False
    else_: Annotated[tuple["Order", ...], Meta(max_length=10)] = ()


def verb(order: Order) -> Verb:
    """What the order does; of an order of a player-turn that is in good form."""
    return "move" if order.move else "shoot" if order.shoot else "charge" if order.charge else "rest"
