"""The signed orders of ZipWarz: one order is one action of one unit.

An activation is a run of orders of the same unit; ordering another unit finishes the one before.
The order file that people write is another thing, see `orderfile`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from pbem import ruleset

__all__ = ["Order", "verb"]


class Order(ruleset.Order, frozen=True):
    """One of, in a player-turn: `unit` with `move` (the zones entered), `attack` (an enemy), `heal`
    (a friend or itself) or `hold` (gives up the rest of its activation), each with `use` naming limited
    abilities; or `end`.  When deploying: `unit` and `zone`.  When attacked: `use`, or `hold` to take
    the hits."""

    unit: str = ""
    move: Annotated[tuple[int, ...], Meta(max_length=30)] = ()
    attack: str = ""
    heal: str = ""
    hold: bool = False
    use: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    zone: int = 0
    else_: Annotated[tuple["Order", ...], Meta(max_length=10)] = ()


def verb(order: Order) -> Literal["move", "attack", "heal", "hold"]:
    """What the order does; of an order of an activation that is in good form."""
    return "move" if order.move else "attack" if order.attack else "heal" if order.heal else "hold"
