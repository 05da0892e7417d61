"""What may be ordered now, one step at a time: for templates, bots, `pbem legal` and order panels.

Every choice is free of `faults`.  Of several cards with one face the one that everybody has seen is offered,
else the first.  A choice's `toml` is an element of `do = [ … ]` in the order file.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.games.zoids.acts import ability_of
from pbem.games.zoids.legality import faults
from pbem.games.zoids.orders import Order, action
from pbem.games.zoids.rules.attack import target_fault
from pbem.games.zoids.rules.cards import USES, face_of, is_tactics, looks, reach_of, user_words
from pbem.games.zoids.rules.deck import excess, informed
from pbem.games.zoids.rules.defense import defense_fault
from pbem.games.zoids.rules.deploy import one_by_one, rows, undeployed
from pbem.games.zoids.rules.move import reach
from pbem.games.zoids.rules.turn import may_play_tactics, stage_fault
from pbem.games.zoids.state import INDEX, STAGES, Stage, State, Zoid
from pbem.games.zoids.words import card_name, play_words, plural
from pbem.ruleset import OTHER, Choice, Known, Side

__all__ = ["card_words", "hand_faces", "legal", "usable_defenses", "zoid_choices"]


class Use(NamedTuple):
    """A card that a Zoid may use: face, slot, how far it carries, and the card in words."""

    face: str
    slot: int
    n: int
    words: str


_TACTICS_HINT: Final = {
    "b": "look at the next 7 cards of the deck; gives control back",
    "l": "look at the other hand; gives control back",
    "y": "draw 3 cards; gives control back",
    "z": "the other side loses 3 cards at random",
}


def legal(state: State, side: Side, known: Known) -> tuple[Choice, ...]:
    """Everything `side` may order now; empty when nothing is asked of it."""
    if state.phase == "deploy" and side == state.side:
        return tuple(_deployments(state, side))
    state = informed(state, side, known)
    if state.phase == "defend" and side != state.side:
        return tuple(_answers(state, side))
    if state.phase != "turn" or side != state.side:
        return ()
    return tuple(_turn(state, side))


def hand_faces(state: State, side: Side) -> dict[str, int]:
    """The faces of a hand, as far as they are known, each with the slot to use for it; `informed` puts what
    is public before what only the side itself knows."""
    hand, best = state.hand(side), dict[str, int]()
    for slot, face in state.faces:
        if slot in hand:
            best.setdefault(face, slot)
    return {face: best[face] for slot in hand if (face := state.face(slot))}


def card_words(face: str) -> str:
    """What a card is: "a move card: exactly 4, S4"."""
    card = face_of(face)
    far = f", {card.range}" if card.range else ""
    user = "" if card.user == "all" else f", {user_words(card)}"
    return f"{USES[card.kind]}{far}{user}"


def _deployments(state: State, side: Side) -> Iterator[Choice]:
    """Every Zoid that stands nowhere yet, on each free square of its two back rows."""
    waiting = undeployed(state, side)
    last = one_by_one(state) or len(waiting) == 1
    for name in waiting:
        for square in rows(side):
            if not state.at(square):
                yield Choice(
                    Order(zoid=name, to=square),
                    unit=name,
                    at=square,
                    label=f"place on {square}",
                    toml=f'{name} = "{square}"',
                    last=last,
                )


def usable_defenses(state: State, side: Side) -> dict[str, int]:
    """Known cards of the hand that defend the Zoid under attack (R22), each with its slot."""
    blow = state.attack
    assert blow is not None
    found = hand_faces(state, side)
    return {face: slot for face, slot in found.items() if not defense_fault(state, blow.target, face)}


def _answers(state: State, side: Side) -> Iterator[Choice]:
    blow = state.attack
    assert blow is not None
    for face, slot in usable_defenses(state, side).items():
        yield Choice(
            Order(play=slot),
            unit=blow.target,
            label=f"defend with {play_words(face, ability_of(state, blow.target, face))}",
            hint=card_words(face),
            toml=f'play = "{card_name(face)}"',
            last=True,
        )
    left = state.zoid(blow.target).hits - 1
    hint = f"{blow.target} has {plural(left, 'Hit')} left" if left else f"{blow.target} is destroyed"
    yield Choice(
        Order(hold=True),
        unit=blow.target,
        label="take the hit",
        hint=hint,
        toml='play = "nothing"',
        last=True,
    )


def _turn(state: State, side: Side) -> Iterator[Choice]:
    yield from _arrangements(state)
    hand = hand_faces(state, side)
    if may_play_tactics(state):
        for face, slot in hand.items():
            if is_tactics(face):
                yield Choice(
                    Order(play=slot, pause=looks(face)),
                    label=f"play {card_name(face)}",
                    hint=_TACTICS_HINT[face_of(face).kind],
                    toml=f'{{ play = "{card_name(face)}" }}',
                    last=looks(face),
                )
    if excess(state, side) and STAGES.index(state.stage) < 2:
        for face, slot in hand.items():
            toml = f'{{ discard = ["{card_name(face)}"] }}'
            yield Choice(
                Order(discard=(slot,)), label=f"discard {card_name(face)}", hint=card_words(face), toml=toml
            )
    for zoid in state.on_board(INDEX[side]):
        yield from zoid_choices(state, zoid, hand)
    end = Order(end=True)
    if not faults(state, end):
        yield Choice(end, label="end the turn", toml="end = true", last=True)


def _arrangements(state: State) -> Iterator[Choice]:
    """A20: of the many ways to rearrange what a battle plan has shown, those that put one card on top."""
    for slot in state.plan[1:] if all(state.face(slot) for slot in state.plan) else ():
        order = (slot, *(other for other in state.plan if other != slot))
        names = ", ".join(f'"{card_name(state.face(other))}"' for other in order)
        label = f"put {card_name(state.face(slot))} on top of the deck"
        yield Choice(Order(arrange=order), label=label, toml=f"{{ arrange = [{names}] }}")


def zoid_choices(state: State, zoid: Zoid, hand: dict[str, int]) -> Iterator[Choice]:
    """All that a Zoid can do now with these cards."""
    stages: tuple[Stage, ...] = ("move", "fire", "fight")
    for stage in stages:
        if stage_fault(state, stage, zoid.id):
            continue
        for face, slot in hand.items():
            verb = "to" if stage == "move" else stage
            n, cause = reach_of(state.profile(zoid.id), face_of(face), verb)
            if not cause:
                use = Use(face, slot, n, play_words(face, ability_of(state, zoid.id, face)))
                yield from _moves(state, zoid, use) if verb == "to" else _attacks(state, zoid, stage, use)


def _moves(state: State, zoid: Zoid, use: Use) -> Iterator[Choice]:
    for square in reach(state, zoid.id, use.n):
        yield Choice(
            action(use.slot, zoid.id, "to", square),
            unit=zoid.id,
            verb="move",
            at=square,
            label=f"move to {square} with {use.words}",
            hint="an obstacle: only flyers land there" if square in state.obstacles else "",
            toml=f'{{ zoid = "{zoid.id}", play = "{card_name(use.face)}", to = "{square}" }}',
        )


def _attacks(state: State, zoid: Zoid, stage: Stage, use: Use) -> Iterator[Choice]:
    other = OTHER[state.side]
    hand = len(state.hand(other))
    answer = f"{plural(hand, 'card')} may answer" if hand else "nothing can answer"
    for foe in state.on_board(INDEX[other]):
        if target_fault(state, zoid.id, foe.id, use.n, stage):
            continue
        does = "fire at" if stage == "fire" else "attack"
        yield Choice(
            action(use.slot, zoid.id, stage, foe.id),
            unit=zoid.id,
            verb="attack",
            at=foe.id,
            label=f"{does} {foe.id} with {use.words}",
            hint=f"{state.profile(foe.id).name} has {plural(foe.hits, 'Hit')}; {answer}",
            toml=f'{{ zoid = "{zoid.id}", play = "{card_name(use.face)}", {stage} = "{foe.id}" }}',
        )
