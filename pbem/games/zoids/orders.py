"""The signed orders of Zoids: one order plays one card, discards, or closes the turn.

A card is named by its slot in the shared deck; its face is shown beside the order.  The order file that
people write names faces, see `orderfile`.
"""

from typing import Annotated, Final

from msgspec import Meta

from pbem import ruleset

__all__ = ["Order", "action", "slots_of", "target_of", "verb_of"]

Slot = Annotated[int, Meta(ge=0, le=10_000_000)]
VERBS: Final = ("to", "fire", "fight", "discard", "arrange", "hold")


class Order(ruleset.Order, frozen=True):
    """One of, in a player-turn: `play` alone (a tactics card), `play` with `zoid` and one of `to` (a move
    to that square), `fire` and `fight` (an attack on that enemy), `discard` (slots, down to the hand
    limit), `arrange` (slots that Battle Plan showed, in their new order), or `end`.  When deploying:
    `zoid` and `to`.  When attacked: `play`, or `hold` to take the hit."""

    play: Slot | None = None
    zoid: str = ""
    to: str = ""
    fire: str = ""
    fight: str = ""
    discard: Annotated[tuple[Slot, ...], Meta(max_length=84)] = ()
    arrange: Annotated[tuple[Slot, ...], Meta(max_length=7)] = ()
    hold: bool = False
    else_: Annotated[tuple["Order", ...], Meta(max_length=10)] = ()


def verb_of(order: Order) -> str:
    """What the order does: `end`, `to`, `fire`, `fight`, `discard`, `arrange`, `hold`, `tactics` (a card
    and nothing else), "" where it says several things or nothing."""
    said = [name for name in VERBS if getattr(order, name)]
    if order.end:
        return "" if said or order.play is not None or order.zoid else "end"
    if len(said) > 1:
        return ""
    if said and said[0] in ("to", "fire", "fight"):
        return said[0]
    if said:
        return "" if order.play is not None or order.zoid else said[0]
    return "tactics" if order.play is not None and not order.zoid else ""


def action(slot: int, zoid: str, verb: str, target: str) -> Order:
    """A card for a Zoid: `verb` is to, fire or fight, `target` a square or an enemy."""
    match verb:
        case "to":
            return Order(play=slot, zoid=zoid, to=target)
        case "fire":
            return Order(play=slot, zoid=zoid, fire=target)
    return Order(play=slot, zoid=zoid, fight=target)


def target_of(order: Order) -> str:
    """The enemy that an attack names, "" where there is none."""
    return order.fire or order.fight


def slots_of(order: Order) -> tuple[int, ...]:
    """Slots that the order itself makes public."""
    return (*(() if order.play is None else (order.play,)), *order.discard)
