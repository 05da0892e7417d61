"""Phrases that the story, the order file and the picture share."""

from collections.abc import Iterable

from pbem.games.zoids.names import title
from pbem.games.zoids.orders import Order, target_of, verb_of
from pbem.games.zoids.rules.cards import face_of, kind_of_zoid
from pbem.games.zoids.state import Attack, Profile, State

__all__ = [
    "and_list",
    "attack_title",
    "card_name",
    "levels",
    "order_words",
    "play_words",
    "plural",
    "slot_name",
]


def plural(count: int, word: str) -> str:
    """ "1 card", "2 cards"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def and_list(items: Iterable[object], last: str = "and") -> str:
    """ "b4", "b4 and d2", "b4, d2 and d4"."""
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def card_name(face: str) -> str:
    """A card as people read it."""
    return face_of(face).name if face else "a card"


def slot_name(state: State, slot: int) -> str:
    """The card of a slot by its face, where that is public, else by its number."""
    face = state.face(slot)
    return card_name(face) if face else f"card {slot}"


def play_words(card: str, ability: str = "") -> str:
    """ "missiles", "Strafe (special ability)"."""
    return f"{ability} ({card_name(card)})" if ability else card_name(card)


def attack_title(state: State, blow: Attack) -> str:
    """What an answer is to: "missiles by A1 on B2"."""
    return f"{slot_name(state, blow.slot)} by {blow.by} on {blow.target}"


def levels(profile: Profile) -> str:
    """The four levels and the rest of a Zoid in one line: "S4 H3 T3 R3, elite pilot, Blade Swipe (…)"."""
    kind = kind_of_zoid(profile)
    effect = {
        "hth": "hand-to-hand attack",
        "ranged": f"ranged attack {kind.ability.n}",
        "move": f"move {kind.ability.n}",
        "defense": "defense",
    }[kind.ability.effect]
    parts = [f"S{kind.speed} H{kind.hth} T{kind.tough} R{kind.ranged}"]
    marks = (("flyer", kind.flyer), ("elite pilot", profile.elite_pilot), ("elite Zoid", profile.elite_zoid))
    parts += [mark for mark, has in marks if has]
    return ", ".join([*parts, f"{kind.ability.name} ({effect})"])


def order_words(state: State, order: Order) -> str:
    """One order in plain words, without its alternatives."""
    card = slot_name(state, order.play) if order.play is not None else ""
    match verb_of(order):
        case "end":
            return "end of the turn"
        case "hold":
            return "no card: take the hit"
        case "discard":
            return f"discard {and_list(slot_name(state, slot) for slot in order.discard)}"
        case "arrange":
            return f"put the cards of the battle plan in this order: {_row(state, order.arrange)}"
        case "to" if order.play is None:
            return f"{title(state, order.zoid)} to {order.to}"
        case "to":
            return f"{title(state, order.zoid)} moves to {order.to} with {card}"
        case "fire":
            return f"{title(state, order.zoid)} fires {card} at {title(state, target_of(order))}"
        case "fight":
            return f"{title(state, order.zoid)} attacks {title(state, target_of(order))} with {card}"
        case "tactics":
            return f"defend with {card}" if state.phase == "defend" else f"play {card}"
    return "an order that says nothing"


def _row(state: State, slots: Iterable[int]) -> str:
    return ", ".join(slot_name(state, slot) for slot in slots)
