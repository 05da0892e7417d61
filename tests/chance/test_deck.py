"""A deck without a dealer: two players and a watcher, honest, then with every cheat we know (P5).

`python -m tests.chance.test_deck` writes the vectors under tests/vectors/cards again.
"""

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.chance import cards, cardwork, group, shuffle
from pbem.chance.deck import Context, Deck, Strip
from pbem.chance.shares import Secrets
from pbem.errors import TurnRejected
from pbem.ruleset import OTHER, Side
from pbem.turnfile.canon import b64, canonical, check_data, unb64
from pbem.turnfile.model import CardWork
from pbem.turnfile.read import parse
from pbem.turnfile.write import document, fold
from tests.kit import edwards

VECTORS = Path(__file__).parents[1] / "vectors" / "cards"
FACES = ("ace", "king", "king", "queen", "ten", "two")
Data = dict[str, Any]
Refuse = Callable[[Data], None]


def fixed(what: str) -> bytes:
    return hashlib.sha256(what.encode()).digest()


SECRETS: dict[Side, Secrets] = {s: Secrets(fixed(f"seed {s}"), fixed(f"nonce {s}")) for s in ("a", "b")}
EXPAND = {side: secrets.expand for side, secrets in SECRETS.items()}


def at(parent: str, /, **changes: Any) -> Context:
    """The context of the file after `parent`."""
    here = Context(
        match=b64(fixed("match")),
        parent=b64(fixed(parent)),
        keys=(b64(fixed("key a")), b64(fixed("key b"))),
        turn=17,
        path="cards[0].data",
    )
    return msgspec.structs.replace(here, **changes)


def shuffled(faces: tuple[str, ...] = FACES, session: int = 0, parent: str = "turn") -> Deck:
    """A deck that b has shuffled in the file after `parent`0, and a in the next."""
    deck = Deck(session=session, faces=faces)
    for i, side in enumerate(("b", "a")):
        data, mine = cards.shuffle(deck, side, EXPAND[side], at(f"{parent} {i}"))
        deck = cards.check_shuffle(deck, side, data, at(f"{parent} {i}"))
        assert deck == mine
    return deck


def strip(deck: Deck, side: Side, *slots: int, parent: str = "turn 2") -> Deck:
    data, mine = cards.strip(deck, side, slots, EXPAND[side], at(parent))
    theirs = cards.check_strip(deck, side, slots, data, at(parent))
    assert theirs == mine
    return theirs


def reveal(deck: Deck, side: Side, *slots: int, parent: str = "turn 3") -> Deck:
    data, mine = cards.reveal(deck, side, slots, EXPAND[side], at(parent))
    theirs = cards.check_reveal(deck, side, slots, data, at(parent))
    assert theirs == mine
    return theirs


@cache
def dealt() -> Deck:
    """A holds slots 0 and 1, b slot 2; 3 to 5 are still to be drawn."""
    return strip(strip(shuffled(), "b", 0, 1), "a", 2)


@cache
def work(operation: str) -> tuple[Deck, Data]:
    """The deck before, and good data, of: a shuffle by a after b's; a strip of 3 and 4 by a for b; a
    reveal of 0 and 1 by a."""
    if operation == "shuffle":
        before = cards.shuffle(Deck(session=0, faces=FACES), "b", EXPAND["b"], at("turn 0"))[1]
        return before, cards.shuffle(before, "a", EXPAND["a"], at("turn 1"))[0]
    if operation == "strip":
        return dealt(), cards.strip(dealt(), "a", (3, 4), EXPAND["a"], at("turn 1"))[0]
    return dealt(), cards.reveal(dealt(), "a", (0, 1), EXPAND["a"], at("turn 1"))[0]


def check(operation: str, data: Any, context: Context | None = None, side: Side = "a") -> Deck:
    """The verdict of b, or of anybody else, on such work in the file after turn 1."""
    deck, context = work(operation)[0], context or at("turn 1")
    if operation == "shuffle":
        return cards.check_shuffle(deck, side, data, context)
    if operation == "strip":
        return cards.check_strip(deck, side, (3, 4), data, context)
    return cards.check_reveal(deck, side, (0, 1), data, context)


def refused(operation: str, data: Any, context: Context | None = None, side: Side = "a") -> TurnRejected:
    with pytest.raises(TurnRejected) as caught:
        check(operation, data, context, side)
    assert caught.value.turn == 17
    return caught.value


def changed(operation: str, *path: str | int, value: Any) -> Data:
    """The good data with one thing in it replaced."""
    data = copy.deepcopy(work(operation)[1])
    *parents, last = path
    place: Any = data
    for step in parents:
        place = place[step]
    place[last] = value
    return data


# -------------------------------------------------------------------------------------------- honest


def test_a_deck_is_dealt_seen_and_shown() -> None:
    deck = dealt()
    hand = [cards.see(deck, slot, "a", EXPAND["a"], at("any")) for slot in (0, 1)]
    assert deck.dealt(0, "a") and not deck.dealt(0, "b") and not deck.dealt(3, "a")
    deck = reveal(deck, "a", 0, 1)
    assert [deck.face(0), deck.face(1), deck.face(2)] == [*hand, None]
    rest = strip(deck, "b", 3, 4, 5)
    seen = hand + [cards.see(rest, slot, "a", EXPAND["a"], at("any")) for slot in (3, 4, 5)]
    seen.append(cards.see(rest, 2, "b", EXPAND["b"], at("any")))
    assert Counter(seen) == Counter(FACES)


def test_both_players_see_the_same_card_in_a_slot() -> None:
    deck = strip(strip(shuffled(), "a", *range(6)), "b", *range(6))
    views = [[cards.see(deck, slot, side, EXPAND[side], at("any")) for slot in range(6)] for side in EXPAND]
    assert views[0] == views[1]
    assert Counter(views[0]) == Counter(FACES)


def test_a_hand_is_shown_to_the_other_side_and_stays_hidden_from_the_rest() -> None:
    deck = strip(dealt(), "a", 0, 1, parent="turn 5")
    own = [cards.see(deck, slot, "a", EXPAND["a"], at("any")) for slot in (0, 1)]
    assert [cards.see(deck, slot, "b", EXPAND["b"], at("any")) for slot in (0, 1)] == own
    assert deck.face(0) is None


def test_stripped_or_revealed_again_nothing_changes() -> None:
    deck = dealt()
    assert strip(deck, "b", 1, 0, parent="turn 9") == deck
    shown = reveal(deck, "a", 1)
    assert reveal(shown, "a", 1, parent="turn 9") == shown


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_smallest_decks(n: int) -> None:
    deck = strip(shuffled(FACES[:n]), "a", *range(n))
    seen = [cards.see(deck, slot, "b", EXPAND["b"], at("any")) for slot in range(n)]
    assert Counter(seen) == Counter(FACES[:n])


def test_a_reshuffle_is_a_deck_of_its_own() -> None:
    old = dealt()
    new = shuffled(FACES[1:4], session=1, parent="turn 7")
    new = strip(new, "b", 1000, 1001, 1002)
    hand = [cards.see(new, slot, "a", EXPAND["a"], at("any")) for slot in (1000, 1001, 1002)]
    assert Counter(hand) == Counter(FACES[1:4])
    assert not set(old.points) & set(new.points)
    assert {mask.key for mask in old.masks}.isdisjoint(mask.key for mask in new.masks)
    assert not old.holds(1000) and new.holds(1002) and not new.holds(1003) and not new.holds(-1)
    assert cards.see(old, 0, "a", EXPAND["a"], at("any")) in FACES  # hands outlive the old deck


def test_the_same_over_the_second_implementation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte of every message, and the verdict on it."""

    def play() -> list[Any]:
        said: list[Any] = []
        for operation in ("shuffle", "strip", "reveal"):
            said.append(work(operation))
            said.append(check(operation, work(operation)[1]))
        deck = said[1]
        return [*said, cards.publish(deck, "a", EXPAND["a"]), cards.see(dealt(), 0, "a", EXPAND["a"], at(""))]

    first = play()
    for module in (cards, cardwork, shuffle):
        monkeypatch.setattr(module, "group", edwards)
    for forget in (work, dealt):
        forget.cache_clear()
    try:
        assert play() == first
    finally:
        for forget in (work, dealt):
            forget.cache_clear()


def test_the_same_answers_give_the_same_bytes_and_another_parent_gives_others() -> None:
    deck = Deck(session=0, faces=FACES)
    first, again, other = (cards.shuffle(deck, "b", EXPAND["b"], at(p))[0] for p in ("x", "x", "y"))
    assert canonical(first) == canonical(again)
    mine, theirs = set(texts(first)), set(texts(other))
    assert len(mine) == 5 * 6 + 6 and not mine & theirs  # not a point, not a scalar in common
    deck = dealt()
    for do in (
        lambda parent: cards.strip(deck, "a", (3,), EXPAND["a"], at(parent))[0],
        lambda parent: cards.reveal(deck, "a", (0,), EXPAND["a"], at(parent))[0],
    ):
        assert canonical(do("x")) == canonical(do("x"))
        assert not set(do("x")["proof"]) & set(do("y")["proof"])


def test_no_scalar_serves_two_decks() -> None:
    """Another session, parent, side, deck before, or other faces under the same parent (a redo)."""
    masked = cards.shuffle(Deck(session=0, faces=FACES), "b", EXPAND["b"], at("x"))[1]
    other = cards.shuffle(Deck(session=0, faces=FACES), "b", EXPAND["b"], at("y"))[1]
    decks = [
        (Deck(session=0, faces=FACES), at("x")),
        (Deck(session=1, faces=FACES), at("x")),
        (Deck(session=0, faces=FACES), at("y")),
        (Deck(session=0, faces=FACES[::-1]), at("x")),
        (Deck(session=0, faces=FACES[:5]), at("x")),
        (masked, at("x")),
        (other, at("x")),
    ]
    keys = [cards.shuffle(deck, "a", EXPAND["a"], context)[0]["key"] for deck, context in decks]
    keys += [mask.key for mask in (*masked.masks, *other.masks)]
    assert len(set(keys)) == len(keys)


def test_a_deck_survives_a_snapshot() -> None:
    deck = reveal(dealt(), "a", 0)
    assert msgspec.convert(msgspec.to_builtins(deck), Deck) == deck
    again = msgspec.json.decode(msgspec.json.encode(deck), type=Deck)
    assert again == deck
    assert cards.see(again, 1, "a", EXPAND["a"], at("")) == cards.see(deck, 1, "a", EXPAND["a"], at(""))


# ------------------------------------------------------------------------------------ in a turn file


def texts(data: Any) -> list[str]:
    """All strings in plain data."""
    if isinstance(data, str):
        return [data]
    items = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for item in items for text in texts(item)]


@pytest.mark.parametrize("operation", ["shuffle", "strip", "reveal"])
def test_card_work_is_plain_data_that_a_turn_file_holds(operation: str) -> None:
    data = work(operation)[1]
    check_data(data)
    assert all(len(text) == 43 for text in texts(data))
    sheet = {"cards": [msgspec.to_builtins(CardWork(op=operation, data=data))]}
    text = document(fold(sheet))
    assert parse(text) == sheet
    assert check(operation, parse(text)["cards"][0]["data"]) == check(operation, data)


def test_sizes() -> None:
    """The sizes that the protocol promises, for a deck of 84 cards."""
    faces = tuple(f"card {i}" for i in range(84))
    data, half = cards.shuffle(Deck(session=0, faces=faces), "b", EXPAND["b"], at("turn 0"))
    second, deck = cards.shuffle(half, "a", EXPAND["a"], at("turn 1"))
    for message in (data, second):
        assert sum(map(len, texts(message))) == 43 * (5 * 84 + 6) <= 20_000
        assert len(document({"cards": [{"op": "shuffle", "data": message}]})) < 22_000
    draw, deck = cards.strip(deck, "a", (81, 82, 83), EXPAND["a"], at("turn 2"))
    assert len(canonical(draw)) <= 300 and len(document({"cards": [{"op": "strip", "data": draw}]})) <= 400
    shown, _ = cards.reveal(deck, "b", (81,), EXPAND["b"], at("turn 2"))
    assert len(canonical(shown)) <= 150
    many, _ = cards.reveal(deck, "b", (81, 82, 83), EXPAND["b"], at("turn 2"))
    assert len(canonical(many)) <= 160


# -------------------------------------------------------------------------------------- the pitfalls


def small_order() -> bytes:
    return group._TORSION


def second_encoding() -> bytes:
    """A second encoding of the identity; points of the subgroup with one are not known to exist."""
    return (group.FIELD + 1).to_bytes(32, "little")


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(lambda _: group.IDENTITY, id="the identity"),
        pytest.param(lambda good: group.add(good, small_order()), id="P + T2"),
        pytest.param(lambda _: small_order(), id="T2"),
        pytest.param(lambda _: second_encoding(), id="not canonical"),
        pytest.param(lambda _: (2).to_bytes(32, "little"), id="on no curve"),
        pytest.param(lambda good: good[:31], id="too short"),
        pytest.param(lambda good: good + b"\0", id="too long"),
    ],
)
@pytest.mark.parametrize(
    ("operation", "path", "what"),
    [
        ("shuffle", ("deck", 4), "deck position 4"),
        ("shuffle", ("key",), "key"),
        ("shuffle", ("commitments", 5), "commitment 5"),
        ("shuffle", ("chain", 0), "link of the chain 0"),
        ("strip", ("points", 1), "slot 4"),
    ],
)
def test_what_is_no_card_point(operation: str, path: tuple[Any, ...], what: str, bad: Any) -> None:
    good: Any = work(operation)[1]
    for step in path:
        good = good[step]
    rejected = refused(operation, changed(operation, *path, value=b64(bad(unb64(good)))))
    assert rejected.code == "cards/point"
    assert rejected.message == f"{what}: not a valid card point"
    assert rejected.path == "cards[0].data." + "".join(f"[{s}]" if type(s) is int else s for s in path)


def by_cheat(*, k: Callable[[int], int] = lambda k: k, after: Callable[[list[bytes]], list[bytes]]) -> Data:
    """A shuffle by a, who changes his scalar or the deck after it, and then proves what he can."""
    deck = work("shuffle")[0]
    before = [unb64(point) for point in deck.points]
    scalar = 2**250 + 17
    order = [3, 1, 0, 2, 5, 4]
    points = after([group.mul(scalar, before[j]) for j in order])
    masked = shuffle.Masked(group.base(k(scalar)), tuple(before), tuple(points))
    transcript = cards._about_shuffle(deck, "a", at("turn 1"))
    proof = shuffle.prove_shuffle(transcript, EXPAND["a"], scalar, order, masked)
    return cardwork.shuffle_data(masked, proof)


PROOF = "shuffle proof does not hold"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: by_cheat(after=lambda deck: [deck[1], *deck[1:]]), "duplicate card in the shuffled deck"),
        (lambda: by_cheat(after=lambda deck: [*deck[1:], group.base(5)]), PROOF),  # a foreign card
        (lambda: by_cheat(after=lambda deck: [group.mul(3, deck[0]), *deck[1:]]), PROOF),  # second scalar
        (lambda: by_cheat(after=lambda deck: deck[::-1]), PROOF),  # order changed after the proof
        (lambda: by_cheat(after=lambda deck: deck, k=lambda k: k + 1), PROOF),  # wrong K
        (lambda: changed("shuffle", "key", value=b64(group.base(9))), PROOF),
        (lambda: changed("shuffle", "deck", value=work("shuffle")[1]["deck"][:5]), "deck size changed"),
        (lambda: changed("shuffle", "deck", value=[]), "deck size changed"),
        (lambda: changed("shuffle", "deck", value=work("shuffle")[1]["deck"] * 2), "deck size changed"),
        (lambda: changed("shuffle", "chain", value=[]), PROOF),
        (lambda: changed("shuffle", "commitments", value=[]), PROOF),
        (lambda: changed("shuffle", "answers", value=work("shuffle")[1]["answers"][1:]), PROOF),
        (lambda: changed("shuffle", "answers", 3, value=b64(group.L.to_bytes(32, "little"))), PROOF),
        (lambda: changed("shuffle", "challenge", value=b64(b"\xff" * 32)), PROOF),
        (lambda: changed("shuffle", "challenge", value=b64(bytes(31))), PROOF),
    ],
)
def test_what_is_no_shuffle(data: Callable[[], Data], message: str) -> None:
    rejected = refused("shuffle", data())
    assert (rejected.code, rejected.message) == ("cards/shuffle", message)


def test_the_cheat_of_these_tests_can_be_honest() -> None:
    assert check("shuffle", by_cheat(after=lambda deck: deck)).ready


@pytest.mark.parametrize("operation", ["shuffle", "strip", "reveal"])
@pytest.mark.parametrize(
    "elsewhere",
    [
        pytest.param(at("turn 1", match=b64(fixed("another match"))), id="match"),
        pytest.param(at("turn 2"), id="parent"),
        pytest.param(at("turn 1", keys=at("").keys[::-1]), id="keys changed round"),
        pytest.param(at("turn 1", keys=(at("").keys[0], b64(fixed("else")))), id="another opponent"),
    ],
)
def test_a_proof_for_another_place(operation: str, elsewhere: Context) -> None:
    rejected = refused(operation, work(operation)[1], elsewhere)
    assert rejected.code == f"cards/{operation}"
    assert "proof does not hold" in rejected.message


def test_a_proof_for_another_session_or_deck_or_side() -> None:
    deck, data = work("shuffle")
    for other in (
        msgspec.structs.replace(deck, session=1),
        msgspec.structs.replace(deck, faces=FACES[::-1]),  # the same points mean other cards
        msgspec.structs.replace(deck, points=deck.points[::-1]),
    ):
        with pytest.raises(TurnRejected, match=PROOF):
            cards.check_shuffle(other, "a", data, at("turn 1"))
    other = msgspec.structs.replace(deck, masks=(msgspec.structs.replace(deck.masks[0], side="a"),))
    with pytest.raises(TurnRejected, match=PROOF):
        cards.check_shuffle(other, "b", data, at("turn 1"))
    deck, data = work("strip")
    with pytest.raises(TurnRejected, match="decryption proof does not hold"):
        cards.check_strip(deck, "b", (3, 4), data, at("turn 1"))
    moved = [msgspec.structs.replace(entry, slot=entry.slot + 1000) for entry in dealt().strips]
    other = msgspec.structs.replace(dealt(), session=1, strips=tuple(moved))
    data = {**data, "slots": [1003, 1004]}
    with pytest.raises(TurnRejected, match="decryption proof does not hold"):
        cards.check_strip(other, "a", (1003, 1004), data, at("turn 1"))


def test_a_proof_of_one_operation_is_none_of_another() -> None:
    """A reveal proven as a strip: the same numbers, another name in the transcript."""
    deck = dealt()
    k = cards._scalar(deck, "a", EXPAND["a"])
    card = cards._card(deck, "a", 0, k, at(""))
    claim = cards._claim(deck, "a", (0,), (card,), at(""))
    transcript = cards._about(deck, "strip", "a", at("turn 1"))
    transcript.absorb("slots", bytes(4))
    transcript.absorb("cards", card.to_bytes(4, "big"))
    proof = shuffle.prove_scalar(transcript, EXPAND["a"], k, claim)
    with pytest.raises(TurnRejected, match="decryption proof does not hold"):
        cards.check_reveal(deck, "a", (0,), cardwork.reveal_data((0,), (card,), proof), at("turn 1"))


def test_what_is_no_strip() -> None:
    deck, good = work("strip")
    others = "cards of other slots than asked"
    wrong = "decryption proof does not hold"
    e, s = good["proof"]
    table = [
        (cards.strip(deck, "a", (4, 5), EXPAND["a"], at("turn 1"))[0], others, "4, 5"),
        (cards.strip(deck, "a", (4, 3), EXPAND["a"], at("turn 1"))[0], others, "4, 3"),
        (cards.strip(deck, "a", (3, 4, 5), EXPAND["a"], at("turn 1"))[0], others, "3, 4, 5"),
        (cards.strip(deck, "a", (3,), EXPAND["a"], at("turn 1"))[0], others, "3"),
        (changed("strip", "slots", value=[3, 3]), others, "3, 3"),
        (changed("strip", "slots", value=[]), others, ""),
        (changed("strip", "points", value=good["points"][:1]), wrong, "1"),
        (changed("strip", "points", value=good["points"][::-1]), wrong, ""),
        (changed("strip", "points", 0, value=b64(group.base(3))), wrong, ""),
        (changed("strip", "proof", value=[s, e]), wrong, ""),
        (changed("strip", "proof", 1, value=b64(group.L.to_bytes(32, "little"))), wrong, None),
    ]
    for data, message, found in table:
        rejected = refused("strip", data)
        assert (rejected.code, rejected.message) == ("cards/strip", message)
        assert found is None or rejected.found == found


def test_a_strip_with_another_scalar_than_the_shuffle() -> None:
    """Proven as well as can be: against his own K, and against the K of the deck."""
    deck = dealt()
    masked = cards._masked(deck, "a", (3, 4))
    k = 12345
    bare = tuple(group.mul(group.inverse(k), point) for point in masked)
    for key in (group.base(k), unb64(deck.mask("a").key)):
        transcript = cards._about_strip(deck, "a", (3, 4), at("turn 1"))
        proof = shuffle.prove_scalar(transcript, EXPAND["a"], k, shuffle.Masked(key, bare, masked))
        rejected = refused("strip", cardwork.strip_data((3, 4), bare, proof))
        assert (rejected.code, rejected.message) == ("cards/strip", "decryption proof does not hold")


def test_a_strip_that_opens_to_no_card() -> None:
    """Cannot come through the proofs; the receiver looks all the same."""
    false = Strip(slot=0, side="b", point=b64(group.base(77)))
    deck = msgspec.structs.replace(dealt(), strips=(false,))
    with pytest.raises(TurnRejected, match="not a card of this deck") as caught:
        cards.see(deck, 0, "a", EXPAND["a"], at("turn 3"))
    assert caught.value.code == "cards/strip" and caught.value.found == "slot 0"


def test_what_is_no_reveal() -> None:
    deck, good = work("reveal")
    first, second = good["cards"]
    unused = next(card for card in range(6) if card not in good["cards"])
    never, others = "that card was never dealt to this player", "cards of other slots than asked"
    wrong = "decryption proof does not hold"
    table = [
        (changed("reveal", "cards", value=[unused, second]), wrong, ""),
        (changed("reveal", "cards", value=[second, first]), wrong, ""),
        (changed("reveal", "cards", value=[first, 6]), "no such card", "cards[1]"),
        (changed("reveal", "cards", value=[-1, second]), "no such card", "cards[0]"),
        (changed("reveal", "cards", value=[first]), "each slot needs one card", "cards"),
        (changed("reveal", "slots", value=[0, 0]), "slot named twice", "slots[1]"),
        (changed("reveal", "slots", value=[0, 2]), never, "slots[1]"),  # dealt, but to b
        (changed("reveal", "slots", value=[3, 1]), never, "slots[0]"),
        (changed("reveal", "slots", value=[0, 1000]), never, "slots[1]"),
        (changed("reveal", "slots", value=[1, 0]), others, "slots"),
        (changed("reveal", "proof", 0, value=b64(bytes(32))), wrong, ""),
        (changed("reveal", "proof", 0, value=b64(b"\xff" * 32)), wrong, "proof"),
        (
            cards.reveal(deck, "a", (1,), EXPAND["a"], at("turn 1"))[0],
            others,
            "slots",
        ),
    ]
    for data, message, path in table:
        rejected = refused("reveal", data)
        assert (rejected.code, rejected.message) == ("cards/reveal", message)
        assert rejected.path == f"cards[0].data.{path}".removesuffix(".")
    with pytest.raises(TurnRejected, match=never):
        cards.check_reveal(deck, "a", (5,), {**good, "slots": [5], "cards": [0]}, at("turn 1"))
    with pytest.raises(TurnRejected, match=never):
        cards.check_reveal(deck, "b", (0, 1), good, at("turn 1"))


@pytest.mark.parametrize("operation", ["shuffle", "strip", "reveal"])
def test_data_of_another_form(operation: str) -> None:
    data = work(operation)[1]
    wrong: list[Data] = [{}, {**data, "more": 1}, *({**data, key: 5} for key in data)]
    wrong += [{**data, key: [True, {}]} for key in data]
    wrong += [{name: value for name, value in data.items() if name != key} for key in data]
    for item in wrong:
        rejected = refused(operation, item)
        assert rejected.code == f"cards/{operation}"
        assert rejected.path.startswith("cards[0].data")


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(data, (dict, list)):
        items = data.items() if isinstance(data, dict) else enumerate(data)
        return [leaf for key, value in items for leaf in leaves(value, (*path, key))]
    return [path]


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.sampled_from(["shuffle", "strip", "reveal"]), st.data())
def test_one_flipped_bit_anywhere_is_refused(operation: str, draw: st.DataObject) -> None:
    data = work(operation)[1]
    path = draw.draw(st.sampled_from(leaves(data)))
    value: Any = data
    for step in path:
        value = value[step]
    bit = draw.draw(st.integers(0, 52 if isinstance(value, int) else 255))
    if isinstance(value, int):
        flipped: Any = value ^ 1 << bit
    elif draw.draw(st.booleans()):  # in the 32 bytes
        raw = int.from_bytes(unb64(value), "big") ^ 1 << bit
        flipped = b64(raw.to_bytes(32, "big"))
    else:  # in the text
        i = bit % 43
        flipped = value[:i] + chr(ord(value[i]) ^ 1 << bit % 8) + value[i + 1 :]
    rejected = refused(operation, changed(operation, *path, value=flipped))
    assert rejected.code in (f"cards/{operation}", "cards/point")


def test_what_a_deck_cannot_do_is_a_bug_of_the_caller() -> None:
    fresh, (half, _), ready = Deck(session=0, faces=FACES), work("shuffle"), dealt()
    expand = EXPAND["a"]
    for wrong in (
        lambda: cards.shuffle(ready, "a", expand, at("")),
        lambda: cards.shuffle(half, "b", EXPAND["b"], at("")),
        lambda: cards.check_shuffle(ready, "b", {}, at("")),
        lambda: cards.shuffle(Deck(session=0, faces=()), "a", expand, at("")),
        lambda: cards.shuffle(Deck(session=0, faces=("x",) * 1001), "a", expand, at("")),
        lambda: cards.strip(half, "b", (0,), EXPAND["b"], at("")),
        lambda: cards.strip(ready, "a", (), expand, at("")),
        lambda: cards.strip(ready, "a", (6,), expand, at("")),
        lambda: cards.strip(ready, "a", (1000,), expand, at("")),
        lambda: cards.strip(ready, "a", (3, 3), expand, at("")),
        lambda: cards.check_strip(ready, "a", (3, 3), work("strip")[1], at("")),
        lambda: cards.check_reveal(half, "a", (0,), work("reveal")[1], at("")),
        lambda: cards.strip(ready, "a", (3,), EXPAND["b"], at("")),  # somebody else's secrets
        lambda: cards.reveal(ready, "a", (2,), expand, at("")),  # b's card
        lambda: cards.see(ready, 5, "a", expand, at("")),
        lambda: cards.publish(fresh, "a", expand),
    ):
        with pytest.raises(ValueError, match=r"cannot|never dealt|not the secrets|has not shuffled"):
            wrong()


# ----------------------------------------------------------------------------------- hidden is hidden


@pytest.mark.parametrize("side", ["a", "b"])
def test_one_key_and_all_messages_show_nothing_of_the_other_hand(side: Side) -> None:
    """Everything that one player knows, times his scalar in any way that leads anywhere: of all cards he
    finds only his own.  And his program does not tell him more."""
    deck = strip(strip(shuffled(), "b", 0, 1), "a", 2, 3)
    half = work("shuffle")[0]
    mine = [slot for slot in range(6) if deck.dealt(slot, side)]
    k = cards._scalar(deck, side, EXPAND[side])
    known = [*deck.points, *(entry.point for entry in deck.strips)]
    known += half.points if side == "a" else ()  # b made these himself: he knows what they are
    known += [mask.key for mask in deck.masks]
    factors = [pow(k, power, group.L) for power in (-2, -1, 0, 1, 2)]
    bare = group.card_points(fixed("match"), 0, 6)
    found = {bare[p] for text in known for f in factors if (p := group.mul(f, unb64(text))) in bare}
    assert found == {cards._card(deck, side, slot, k, at("")) for slot in mine}
    for slot in set(range(6)) - set(mine):
        with pytest.raises(ValueError, match="never dealt"):
            cards.see(deck, slot, side, EXPAND[side], at(""))
    with pytest.raises(ValueError, match="not the secrets"):
        cards.see(deck, 0, OTHER[side], EXPAND[side], at(""))


def test_cards_with_known_logarithms_would_be_read_by_anybody() -> None:
    """If card j were j·G, the masked points would be multiples of each other: add one to itself, and the
    steps walk through the deck in order.  Points hashed from names give no such walk."""

    def walks(bare: list[bytes]) -> bool:
        masked = {group.mul(2**249 + 5, point) for point in bare}
        return any(
            all(step in masked for step in [group.combine([j], [start]) for j in range(2, len(bare) + 1)])
            for start in masked
        )

    assert walks([group.base(j) for j in range(1, 7)])
    assert not walks(list(group.card_points(fixed("match"), 0, 6)))


def chi_square(counts: Counter[Any], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (
        (kinds - len(counts)) * expected
    )


def test_orders_are_uniform() -> None:
    """All 120 orders of five cards, from the secrets of 6,000 parents: 119 degrees of freedom."""
    orders = Counter(
        tuple(cards._order(EXPAND["a"], b"pbem/1 card order" + fixed(str(i)), 5)) for i in range(6000)
    )
    assert len(orders) == 120
    assert chi_square(orders, 120) < 185  # more by chance: once in 10,000


def test_dealt_positions_are_uniform(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which card lies where, over 1,200 decks of four: all 24 orders, and each card in each position."""
    nothing = shuffle.ShuffleProof((), (), 0, ())
    monkeypatch.setattr(shuffle, "prove_shuffle", lambda *_: nothing)
    orders: Counter[tuple[int, ...]] = Counter()
    for i in range(1200):
        deck = Deck(session=0, faces=FACES[:4])
        for side in ("b", "a"):
            _, deck = cards.shuffle(deck, side, EXPAND[side], at(f"deal {i} {side}"))
        ks = [cards._scalar(deck, side, EXPAND[side]) for side in ("a", "b")]
        bare = group.card_points(fixed("match"), 0, 4)
        factor = group.inverse(ks[0] * ks[1])
        orders[tuple(bare[group.mul(factor, unb64(point))] for point in deck.points)] += 1
    assert chi_square(orders, 24) < 56  # more by chance: once in 10,000
    places: Counter[tuple[int, int]] = Counter()
    for order, times in orders.items():
        for place, card in enumerate(order):
            places[card, place] += times
    assert chi_square(places, 16) < 40


# --------------------------------------------------------------------------------------- open hands


def test_hands_are_opened_after_the_match() -> None:
    deck = strip(reveal(dealt(), "a", 0), "b", 4)
    for side, slots in (("a", [0, 1, 4]), ("b", [2])):
        scalar = cards.publish(deck, side, EXPAND[side])
        hand = cards.opened(deck, side, scalar, at(""))
        assert hand == {slot: cards.see(deck, slot, side, EXPAND[side], at("")) for slot in slots}
        assert list(hand) == slots
        with pytest.raises(TurnRejected, match="not the scalar of this deck") as caught:
            cards.opened(deck, OTHER[side], scalar, at(""))
        assert caught.value.code == "cards/reveal"
    for text in ("", b64(bytes(32)), b64(group.L.to_bytes(32, "little")), b64(b"\xff" * 32)):
        with pytest.raises(TurnRejected, match="not the scalar of this deck"):
            cards.opened(deck, "a", text, at(""))


# ------------------------------------------------------------------------------------------- vectors


def read(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def play() -> dict[str, Data]:
    """A small game of cards with fixed secrets: everything that is said, by operation."""
    deck = Deck(session=2, faces=FACES)
    context = {"match": at("").match, "keys": list(at("").keys), "session": 2, "faces": list(FACES)}
    secrets = {
        side: {"seed": fixed(f"seed {side}").hex(), "nonce": fixed(f"nonce {side}").hex()} for side in EXPAND
    }
    said: dict[str, list[Data]] = {"shuffle": [], "strip": [], "reveal": []}
    for i, (side, operation, slots) in enumerate(
        (
            ("b", "shuffle", ()),
            ("a", "shuffle", ()),
            ("b", "strip", (2000, 2001, 2002)),
            ("a", "strip", (2003,)),
            ("a", "reveal", (2001,)),
            ("b", "reveal", (2003,)),
            ("a", "reveal", (2002, 2000)),
            ("a", "strip", (2004, 2005)),
        )
    ):
        here, expand = at(f"turn {i}"), EXPAND[side]
        entry: Data = {"side": side, "parent": here.parent}
        if operation == "shuffle":
            entry["data"], deck = cards.shuffle(deck, side, expand, here)
        else:
            entry["slots"] = list(slots)
            do = cards.strip if operation == "strip" else cards.reveal
            entry["data"], deck = do(deck, side, slots, expand, here)
            see = OTHER[side]
            entry["faces"] = [
                cards.see(deck, slot, see, EXPAND[see], here) if operation == "strip" else deck.face(slot)
                for slot in slots
            ]
        said[operation].append(entry)
    points = list(group.card_points(unb64(at("").match), 2, len(FACES)))
    rows = [[], [b""], [b"ab"], [b"a", b"b"], [bytes(64)], *([b"trial", bytes([i])] for i in range(8))]
    hashed = [(row, edwards.hash_to_point(*row)) for row in rows]
    numbers = {
        "h2p": [{"parts": [part.hex() for part in row], "point": point.hex()} for row, point in hashed],
        "cards": {"match": unb64(at("").match).hex(), "session": 2, "points": [p.hex() for p in points]},
        "generators": [edwards.generator(i).hex() for i in range(6)],
    }
    return {
        "group": numbers,
        **{name: {**context, "secrets": secrets, "work": entries} for name, entries in said.items()},
    }


@pytest.mark.parametrize("name", ["group", "shuffle", "strip", "reveal"])
def test_the_program_still_says_what_the_vectors_say(name: str) -> None:
    assert play()[name] == read(name)


@pytest.mark.parametrize("arithmetic", [group, edwards], ids=["libsodium", "python"])
def test_the_vectors_hold_by_themselves(arithmetic: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A watcher without any secret follows the game from the files."""
    for module in (cards, cardwork, shuffle):
        monkeypatch.setattr(module, "group", arithmetic)
    files = {name: read(name) for name in ("shuffle", "strip", "reveal")}
    shuffles = files["shuffle"]
    deck = Deck(session=shuffles["session"], faces=tuple(shuffles["faces"]))
    for name, entries in files.items():
        for entry in entries["work"]:
            here = at("", match=entries["match"], keys=tuple(entries["keys"]), parent=entry["parent"])
            if name == "shuffle":
                deck = cards.check_shuffle(deck, entry["side"], entry["data"], here)
                continue
            take = cards.check_strip if name == "strip" else cards.check_reveal
            deck = take(deck, entry["side"], tuple(entry["slots"]), entry["data"], here)
            if name == "reveal":
                assert [deck.face(slot) for slot in entry["slots"]] == entry["faces"]
    assert len(deck.shown) == 4 and len(deck.strips) == 6


if __name__ == "__main__":
    for file, content in play().items():
        (VECTORS / f"{file}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
