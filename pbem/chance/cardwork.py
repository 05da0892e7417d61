"""Card work as it stands in a turn file (protocol P5.3): what its data holds, how it is read, and what
a refusal of it says.

One string is one point or scalar: 32 bytes, base64url.  Nothing that is read here was checked by
anybody before, so points and scalars are judged before anything is done with them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from pbem.chance import group
from pbem.chance.deck import Context
from pbem.chance.shuffle import Masked, ScalarProof, ShuffleProof
from pbem.errors import TurnRejected
from pbem.turnfile.canon import b64, plain, unb64
from pbem.turnfile.model import Sheet, typed

W = TypeVar("W", bound=Sheet)
SHUFFLE = "shuffle proof does not hold"
DECRYPTION = "decryption proof does not hold"


class ShuffleWork(Sheet, frozen=True, kw_only=True):
    """Data of a shuffle: K, the deck after it, and the proof."""

    key: str
    deck: tuple[str, ...]
    commitments: tuple[str, ...]
    chain: tuple[str, ...]
    challenge: str
    answers: tuple[str, ...]


class StripWork(Sheet, frozen=True, kw_only=True):
    """Data of a strip: the slots, each without one mask, and one proof for all of them."""

    slots: tuple[int, ...]
    points: tuple[str, ...]
    proof: tuple[str, str]


class RevealWork(Sheet, frozen=True, kw_only=True):
    """Data of a reveal: the slots, the ids of their cards, and one proof for all of them."""

    slots: tuple[int, ...]
    cards: tuple[int, ...]
    proof: tuple[str, str]


# -------------------------------------------------------------------------------------------- writing


def shuffle_data(masked: Masked, proof: ShuffleProof) -> dict[str, Any]:
    """A shuffle as plain data."""
    return _data(
        ShuffleWork(
            key=b64(masked.key),
            deck=tuple(map(b64, masked.after)),
            commitments=tuple(map(b64, proof.commitments)),
            chain=tuple(map(b64, proof.chain)),
            challenge=scalar_text(proof.challenge),
            answers=tuple(map(scalar_text, proof.answers)),
        )
    )


def strip_data(slots: Sequence[int], bare: Iterable[bytes], proof: ScalarProof) -> dict[str, Any]:
    """A strip as plain data."""
    return _data(StripWork(slots=tuple(slots), points=tuple(map(b64, bare)), proof=_pair(proof)))


def reveal_data(slots: Sequence[int], cards: Sequence[int], proof: ScalarProof) -> dict[str, Any]:
    """A reveal as plain data."""
    return _data(RevealWork(slots=tuple(slots), cards=tuple(cards), proof=_pair(proof)))


def scalar_text(scalar: int) -> str:
    """A scalar as text."""
    return b64(group.scalar_bytes(scalar))


def listed(slots: Iterable[int]) -> str:
    """Slots for people."""
    return ", ".join(map(str, slots))


def _pair(proof: ScalarProof) -> tuple[str, str]:
    return scalar_text(proof.challenge), scalar_text(proof.answer)


def _data(work: Sheet) -> dict[str, Any]:
    table: dict[str, Any] = plain(work)
    return table


# -------------------------------------------------------------------------------------------- reading


def read_shuffle(
    data: dict[str, Any], before: tuple[bytes, ...], context: Context
) -> tuple[Masked, ShuffleProof]:
    """What a shuffle of `before` says, its proof not yet checked; `cards/shuffle`, `cards/point`."""
    work, n = _work(data, ShuffleWork, "cards/shuffle", context), len(before)
    _count(work.deck, n, "deck size changed", context, code="cards/shuffle", where="deck")
    _count(work.commitments, n, SHUFFLE, context, code="cards/shuffle", where="commitments")
    _count(work.chain, n, SHUFFLE, context, code="cards/shuffle", where="chain")
    _count(work.answers, 2 * n + 4, SHUFFLE, context, code="cards/shuffle", where="answers")
    key = _point(work.key, "key", "key", context)
    after = _points(work.deck, "deck position", "deck", context)
    if len(set(after)) != n:
        raise context.refusal("cards/shuffle", "duplicate card in the shuffled deck", "deck")
    commitments = _points(work.commitments, "commitment", "commitments", context)
    chain = _points(work.chain, "link of the chain", "chain", context)
    (e,) = read_scalars((work.challenge,), "cards/shuffle", SHUFFLE, "challenge", context)
    answers = read_scalars(work.answers, "cards/shuffle", SHUFFLE, "answers", context)
    return Masked(key, before, after), ShuffleProof(commitments, chain, e, answers)


def read_strip(
    data: dict[str, Any], slots: Sequence[int], context: Context
) -> tuple[tuple[bytes, ...], ScalarProof]:
    """The stripped points of exactly these slots, their proof not yet checked; `cards/strip`,
    `cards/point`."""
    work = _work(data, StripWork, "cards/strip", context)
    same_slots(work.slots, slots, "cards/strip", context)
    _count(work.points, len(slots), DECRYPTION, context, code="cards/strip", where="points")
    bare = tuple(
        _point(text, f"slot {slot}", f"points[{i}]", context)
        for i, (slot, text) in enumerate(zip(slots, work.points, strict=True))
    )
    return bare, ScalarProof(*read_scalars(work.proof, "cards/strip", DECRYPTION, "proof", context))


def read_reveal(
    data: dict[str, Any], count: int, context: Context
) -> tuple[tuple[int, ...], tuple[int, ...], ScalarProof]:
    """Slots and cards of a reveal from a deck of `count` cards, no slot twice, and the proof, not yet
    checked; `cards/reveal`."""
    work = _work(data, RevealWork, "cards/reveal", context)
    named = set[int]()
    for i, slot in enumerate(work.slots):
        if slot in named:
            raise context.refusal("cards/reveal", "slot named twice", f"slots[{i}]", found=slot)
        named.add(slot)
    size = len(work.slots)
    _count(work.cards, size, "each slot needs one card", context, code="cards/reveal", where="cards")
    for i, card in enumerate(work.cards):
        if not 0 <= card < count:
            raise context.refusal("cards/reveal", "no such card", f"cards[{i}]", f"0 to {count - 1}", card)
    proof = ScalarProof(*read_scalars(work.proof, "cards/reveal", DECRYPTION, "proof", context))
    return work.slots, work.cards, proof


def same_slots(found: tuple[int, ...], wanted: Sequence[int], code: str, context: Context) -> None:
    """Refuse work on other slots than the game wants, or on the same in another order."""
    if found != tuple(wanted):
        message = "cards of other slots than asked"
        raise context.refusal(code, message, "slots", listed(wanted), listed(found)[:200])


def read_scalars(
    texts: Iterable[str], code: str, message: str, where: str, context: Context
) -> tuple[int, ...]:
    """Texts → scalars below the order of the group."""
    try:
        return tuple(group.scalar(unb64(text, group.SIZE)) for text in texts)
    except ValueError as error:
        raise context.refusal(code, message, where, found=error) from None


def _points(texts: Iterable[str], what: str, where: str, context: Context) -> tuple[bytes, ...]:
    return tuple(_point(text, f"{what} {i}", f"{where}[{i}]", context) for i, text in enumerate(texts))


def _point(text: str, what: str, where: str, context: Context) -> bytes:
    try:
        point = unb64(text, group.SIZE)
    except ValueError:
        point = b""
    if not group.is_point(point):
        raise context.refusal("cards/point", f"{what}: not a valid card point", where, found=text[:80])
    return point


def _count(row: Sequence[Any], size: int, message: str, context: Context, *, code: str, where: str) -> None:
    if len(row) != size:
        raise context.refusal(code, message, where, size, len(row))


def _work(data: dict[str, Any], kind: type[W], code: str, context: Context) -> W:
    try:
        return typed(data, kind, code=code, root=context.path)
    except TurnRejected as rejected:
        rejected.turn = context.turn
        raise
