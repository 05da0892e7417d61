"""What a greedy player thinks of a choice: hit what is nearly destroyed, come into range, keep what serves.

Whole numbers only.  About 10 for a point of cost.
"""

from typing import Final

from pbem.games.zoids.catalogue import faces
from pbem.games.zoids.names import plain
from pbem.games.zoids.orders import Order, target_of, verb_of
from pbem.games.zoids.rules.cards import kind_of_zoid, lacks, points
from pbem.games.zoids.rules.squares import between, distance, ray
from pbem.games.zoids.state import INDEX, State, Zoid
from pbem.ruleset import OTHER, Choice, Side

__all__ = ["card_worth", "worth"]

# How dear a kind of card is to whoever has to part with one.
_DEAR: Final = {"d": 42, "ra": 60, "x": 48, "ha": 50, "m": 46, "z": 70, "y": 70, "l": 5, "b": 5}
_RANGES: Final = {2: 8, 3: 6, 4: 4}  # how many cards of the deck fire so far


def card_worth(state: State, side: Side, face: str) -> int:
    """How dear a card is to its holder: nothing where none of his Zoids may use it, more where many may."""
    card = faces()[face]
    users = sum(not lacks(state.profile(zoid.id), card) for zoid in state.on_board(INDEX[side]))
    return _DEAR[card.kind] + 2 * users if users else 0


def worth(state: State, side: Side, choice: Choice) -> int:
    """How good the choice looks; the end of a turn is worth 1."""
    order: Order = choice.order
    match verb_of(order):
        case "end":
            return 1
        case "hold":
            return 20
        case "discard":
            return 300 - _discarded_worth(state, side, choice)
        case "to":
            return _move(state, side, order) if order.play is not None else _placing(state, order)
        case "fire" | "fight":
            return _attack(state, order)
        case "tactics":
            return _defense(state) if state.phase == "defend" else 400
    return 0


def _discarded_worth(state: State, side: Side, choice: Choice) -> int:
    """The value of the card that a choice discards, read off its label: no state knows the face."""
    name = choice.label.removeprefix("discard ")
    return next((card_worth(state, side, face) for face in faces() if plain(face) == name), 0)


def _attack(state: State, order: Order) -> int:
    """A Hit is worth its share of the cost, the last one twice as much."""
    foe = state.zoid(target_of(order))
    cost = points(state, foe.id)
    tough = kind_of_zoid(state.profile(foe.id)).tough
    return 200 + 10 * cost // tough + (10 * cost if foe.hits == 1 else 0) - 5 * foe.hits


def _defense(state: State) -> int:
    """What would be destroyed is defended, and what is dear for each of its Hits."""
    assert state.attack is not None
    target = state.zoid(state.attack.target)
    return 100 if target.hits == 1 else 10 * points(state, target.id) // target.hits


def _move(state: State, side: Side, order: Order) -> int:
    zoid = state.zoid(order.zoid)
    return _stand(state, side, zoid, order.to) - _stand(state, side, zoid, zoid.at)


def _stand(state: State, side: Side, zoid: Zoid, square: str) -> int:
    """How good it is to stand there: enemies in a line and in range of many cards, the nearest near."""
    kind = kind_of_zoid(state.profile(zoid.id))
    value, nearest = 0, 9
    for foe in state.on_board(INDEX[OTHER[side]]):
        steps = distance(square, foe.at)
        nearest = min(nearest, steps)
        line = ray(square, foe.at)
        if line is None or (not kind.flyer and any(s in state.obstacles for s in between(square, foe.at))):
            continue
        if line.steps == 1:
            value += 4 * kind.hth
        elif line.steps <= kind.ranged:
            value += 2 * _RANGES[line.steps]
        if kind.ability.effect == "ranged" and line.steps == kind.ability.n:
            value += 12
    return min(value, 40) - 12 * nearest


def _placing(state: State, order: Order) -> int:
    """The sturdy and the flyers in front, all towards the middle."""
    front = order.to[1] in "27"
    kind = kind_of_zoid(state.profile(order.zoid))
    middle = 4 - abs("abcdefgh".index(order.to[0]) * 2 - 7) // 2
    return middle + (3 if front == (kind.tough >= 3 or kind.flyer) else 0)
