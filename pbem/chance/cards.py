"""Cards without a dealer (protocol P5.3): shuffle, strip, reveal, and what each side can see.

Every card is a point.  Both sides shuffle the deck and mask it, each with a secret scalar of his own;
then nobody knows where a card lies.  A *strip* takes one mask off a slot: the other side takes off his
own in private and sees the card.  A *reveal* shows to everybody, with proof, what he saw.

    shuffle    D1[i] = k1·D0[order1[i]], then D2[i] = k2·D1[order2[i]]      K = k·G of both sides
    strip      P = E / k for slots E of D2, so that E = k·P                 one proof for all of them
    reveal     P = k·C for P stripped by the other side and the card C      one proof for all of them

Each operation comes twice: one function makes the data of the card work, the other (`check_…`) takes it
in or refuses it with `TurnRejected`; both give the deck after it.  To ask for what the deck cannot do (a
slot that it does not have, a third shuffle) is a bug of the caller and a ValueError.

Importing this page loads libsodium; the program does so when the first card is touched.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.chance import cardwork, group
from pbem.chance import shuffle as proofs
from pbem.chance.deck import Context, Deck, Mask, Shown, Strip
from pbem.chance.shuffle import Expand, Masked, Transcript, secret
from pbem.ruleset import DECK, OTHER, Side
from pbem.turnfile.canon import b64, be32, canonical, unb64

# ------------------------------------------------------------------------------------------- shuffle


def shuffle(deck: Deck, side: Side, expand: Expand, context: Context) -> tuple[dict[str, Any], Deck]:
    """Shuffle and mask the deck: (data of the card work, the deck after it)."""
    before = _before(deck, side, context)
    stem = _stem(deck, context.parent, _digest(deck, before))
    k = secret(expand, b"pbem/1 card key" + stem)
    order = _order(expand, b"pbem/1 card order" + stem, len(before))
    masked = Masked(group.base(k), before, tuple(group.mul(k, before[j]) for j in order))
    proof = proofs.prove_shuffle(_about_shuffle(deck, side, context), expand, k, order, masked)
    return cardwork.shuffle_data(masked, proof), _shuffled(deck, side, masked, context)


def check_shuffle(deck: Deck, side: Side, data: dict[str, Any], context: Context) -> Deck:
    """The deck after a shuffle by `side`; refuses with `cards/shuffle` or `cards/point`."""
    masked, proof = cardwork.read_shuffle(data, _before(deck, side, context), context)
    if not proofs.check_shuffle(_about_shuffle(deck, side, context), masked, proof):
        raise context.refusal("cards/shuffle", cardwork.SHUFFLE)
    return _shuffled(deck, side, masked, context)


def _before(deck: Deck, side: Side, context: Context) -> tuple[bytes, ...]:
    """The points that `side` is to shuffle: the bare cards, or what the other side made of them."""
    if deck.ready or any(mask.side == side for mask in deck.masks) or not 0 < len(deck.faces) <= DECK:
        raise ValueError(f"side {side} cannot shuffle this deck")
    return tuple(map(unb64, deck.points)) if deck.masks else tuple(_cards(deck, context))


def _shuffled(deck: Deck, side: Side, masked: Masked, context: Context) -> Deck:
    source = b64(_digest(deck, masked.before))
    mask = Mask(side=side, key=b64(masked.key), parent=context.parent, source=source)
    points = tuple(map(b64, masked.after))
    return msgspec.structs.replace(deck, points=points, masks=(*deck.masks, mask))


def _about_shuffle(deck: Deck, side: Side, context: Context) -> Transcript:
    transcript = _about(deck, "shuffle", side, context)
    transcript.absorb("faces", *(face.encode() for face in deck.faces))
    return transcript


# --------------------------------------------------------------------------------------------- strip


def strip(
    deck: Deck, side: Side, slots: Sequence[int], expand: Expand, context: Context
) -> tuple[dict[str, Any], Deck]:
    """Take the mask of `side` off these slots, so that the other side can see them."""
    masked = _masked(deck, side, slots)
    k = _scalar(deck, side, expand)
    bare = tuple(group.mul(group.inverse(k), point) for point in masked)
    statement = Masked(group.base(k), bare, masked)
    proof = proofs.prove_scalar(_about_strip(deck, side, slots, context), expand, k, statement)
    return cardwork.strip_data(slots, bare, proof), _stripped(deck, side, slots, bare)


def check_strip(deck: Deck, side: Side, slots: Sequence[int], data: dict[str, Any], context: Context) -> Deck:
    """The deck after a strip of exactly these slots by `side`; refuses with `cards/strip` or
    `cards/point`."""
    masked = _masked(deck, side, slots)
    bare, proof = cardwork.read_strip(data, slots, context)
    statement = Masked(unb64(deck.mask(side).key), bare, masked)
    if not proofs.check_scalar(_about_strip(deck, side, slots, context), statement, proof):
        raise context.refusal("cards/strip", cardwork.DECRYPTION)
    return _stripped(deck, side, slots, bare)


def _masked(deck: Deck, side: Side, slots: Sequence[int]) -> tuple[bytes, ...]:
    """The masked cards in these slots."""
    _usable(deck, side, slots)
    return tuple(unb64(deck.points[slot % DECK]) for slot in slots)


def _stripped(deck: Deck, side: Side, slots: Sequence[int], bare: Sequence[bytes]) -> Deck:
    new = tuple(
        Strip(slot=slot, side=side, point=b64(point))
        for slot, point in zip(slots, bare, strict=True)
        if deck.stripped(slot, side) is None  # stripped again, a slot has the same point
    )
    return msgspec.structs.replace(deck, strips=(*deck.strips, *new))


def _about_strip(deck: Deck, side: Side, slots: Iterable[int], context: Context) -> Transcript:
    transcript = _about(deck, "strip", side, context)
    transcript.absorb("slots", *map(be32, slots))
    return transcript


# -------------------------------------------------------------------------------------------- reveal


def reveal(
    deck: Deck, side: Side, slots: Sequence[int], expand: Expand, context: Context
) -> tuple[dict[str, Any], Deck]:
    """Show to everybody the cards in these slots, which the other side has stripped for `side`."""
    _usable(deck, side, slots)
    k = _scalar(deck, side, expand)
    cards = tuple(_card(deck, side, slot, k, context) for slot in slots)
    statement = _claim(deck, side, slots, cards, context)
    proof = proofs.prove_scalar(_about_reveal(deck, side, slots, cards, context), expand, k, statement)
    return cardwork.reveal_data(slots, cards, proof), _revealed(deck, slots, cards)


def check_reveal(
    deck: Deck, side: Side, slots: Sequence[int], data: dict[str, Any], context: Context
) -> Deck:
    """The deck after a reveal of exactly these slots by `side`; `Deck.face` has their faces then.
    Refuses with `cards/reveal`."""
    _usable(deck, side, slots)
    found, cards, proof = cardwork.read_reveal(data, len(deck.faces), context)
    for i, slot in enumerate(found):
        if not deck.dealt(slot, side):
            message = "that card was never dealt to this player"
            raise context.refusal("cards/reveal", message, f"slots[{i}]", found=slot)
    cardwork.same_slots(found, slots, "cards/reveal", context)
    statement = _claim(deck, side, slots, cards, context)
    if not proofs.check_scalar(_about_reveal(deck, side, slots, cards, context), statement, proof):
        raise context.refusal("cards/reveal", cardwork.DECRYPTION)
    return _revealed(deck, slots, cards)


def _claim(deck: Deck, side: Side, slots: Iterable[int], cards: Iterable[int], context: Context) -> Masked:
    """What a reveal says: what the other side stripped is the mask of `side` over these very cards."""
    points = tuple(_cards(deck, context))
    seen = tuple(point for slot in slots if (point := deck.stripped(slot, OTHER[side])))
    return Masked(unb64(deck.mask(side).key), tuple(points[card] for card in cards), seen)


def _revealed(deck: Deck, slots: Iterable[int], cards: Iterable[int]) -> Deck:
    new = tuple(
        Shown(slot=slot, card=card)
        for slot, card in zip(slots, cards, strict=True)
        if deck.face(slot) is None  # revealed again, a slot has the same card
    )
    return msgspec.structs.replace(deck, shown=(*deck.shown, *new))


def _about_reveal(
    deck: Deck, side: Side, slots: Iterable[int], cards: Iterable[int], context: Context
) -> Transcript:
    transcript = _about(deck, "reveal", side, context)
    transcript.absorb("slots", *map(be32, slots))
    transcript.absorb("cards", *map(be32, cards))
    return transcript


# ---------------------------------------------------------------------------- what one side can see


def see(deck: Deck, slot: int, side: Side, expand: Expand, context: Context) -> str:
    """The face of a slot that the other side has stripped for `side`.  `cards/strip` if it is no card
    of this deck, which the proofs before it rule out."""
    return deck.faces[_card(deck, side, slot, _scalar(deck, side, expand), context)]


def publish(deck: Deck, side: Side, expand: Expand) -> str:
    """The scalar of `side`, for the notice that opens the hands after the match.  It shows to everybody
    what this side ever saw, and to the other side the whole deck."""
    return cardwork.scalar_text(_scalar(deck, side, expand))


def opened(deck: Deck, side: Side, scalar: str, context: Context) -> dict[int, str]:
    """Slot → face of every card that `side` could see, by its published scalar.  `cards/reveal` if that
    is not the scalar behind its K."""
    message = "not the scalar of this deck"
    (k,) = cardwork.read_scalars((scalar,), "cards/reveal", message, "", context)
    if b64(group.base(k)) != deck.mask(side).key:
        raise context.refusal("cards/reveal", message)
    slots = sorted(entry.slot for entry in deck.strips if entry.side != side)
    return {slot: deck.faces[_card(deck, side, slot, k, context)] for slot in slots}


def _card(deck: Deck, side: Side, slot: int, k: int, context: Context) -> int:
    """The id of the card in a slot that was stripped for `side`, whose scalar is `k`."""
    point = deck.stripped(slot, OTHER[side])
    if point is None:
        raise ValueError(f"slot {slot} was never dealt to side {side}")
    card = _cards(deck, context).get(group.mul(group.inverse(k), point))
    if card is None:
        raise context.refusal("cards/strip", "not a card of this deck", found=f"slot {slot}")
    return card


def _cards(deck: Deck, context: Context) -> Mapping[bytes, int]:
    """The bare cards: point → id, in the order of ids."""
    return group.card_points(unb64(context.match, 32), deck.session, len(deck.faces))


def _about(deck: Deck, operation: str, side: Side, context: Context) -> Transcript:
    """What every proof is bound to, before its statement (P5.2)."""
    match, parent, a, b = (unb64(text, 32) for text in (context.match, context.parent, *context.keys))
    return Transcript(match, be32(deck.session), operation.encode(), side.encode(), a, b, parent)


def _usable(deck: Deck, side: Side, slots: Sequence[int]) -> None:
    if not deck.ready or not slots or len(set(slots)) != len(slots) or not all(map(deck.holds, slots)):
        listed = cardwork.listed(slots)
        raise ValueError(f"side {side} cannot be asked for slots {listed or 'none'} of this deck")


# ------------------------------------------------------------------------------------------- secrets


def _scalar(deck: Deck, side: Side, expand: Expand) -> int:
    """The scalar of `side` again, from its secrets and what the deck keeps of its shuffle."""
    mask = deck.mask(side)
    k = secret(expand, b"pbem/1 card key" + _stem(deck, mask.parent, unb64(mask.source)))
    if b64(group.base(k)) != mask.key:
        raise ValueError(f"these are not the secrets with which side {side} masked the deck")
    return k


def _stem(deck: Deck, parent: str, source: bytes) -> bytes:
    return be32(deck.session) + unb64(parent, 32) + source


def _digest(deck: Deck, points: Iterable[bytes]) -> bytes:
    """The input deck of a shuffle: which cards, and the points in their order."""
    return hashlib.sha256(canonical(deck.faces) + b"".join(points)).digest()


def _order(expand: Expand, info: bytes, n: int) -> list[int]:
    """A secret order (Fisher–Yates); 64 bytes a step leave a bias far too small to be seen."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int.from_bytes(expand(info + be32(i), 64), "little") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order
