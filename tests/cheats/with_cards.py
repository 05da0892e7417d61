"""Cheats of the table with cards, over duels of Zoids: shuffles, strips, reveals, and what is played.

Functions as in `at_play`.  A cheater proves whatever he likes with the real prover; what is not true gives a
proof that fails.
"""

from functools import cache
from typing import Any

from msgspec.structs import replace

from pbem.chance import cards, cardwork, group
from pbem.chance import shuffle as proofs
from pbem.chance.deck import Context, Deck
from pbem.chance.shuffle import Masked, ScalarProof, Transcript
from pbem.referee.cardtable import context
from pbem.referee.statements import hear
from pbem.ruleset import OTHER, Outcome, Side
from pbem.turnfile.canon import b64, unb64
from tests.cheats.situations import stranger
from tests.kit.cardplay import CardPlay, computable, eager_play, used_up
from tests.kit.cheat import Data, Reading, bare, changed, item, reading, without

TORSION = (group.FIELD - 1).to_bytes(32, "little")  # (0, −1), the point of order 2


# -- where the cheats begin: a duel, and what an honest program would write next; shared, never played on --
@cache
def to_shuffle_first() -> tuple[CardPlay, Data]:
    """b's turn 1: it shuffles the bare deck."""
    return eager_play(1), eager_play(1).draft().data


@cache
def to_shuffle() -> tuple[CardPlay, Data]:
    """a's turn 2: it shuffles what b has shuffled, and strips the first cards for b."""
    return eager_play(2), eager_play(2).draft().data


@cache
def to_play() -> tuple[CardPlay, Data]:
    """b's turn 5: it discards one card, plays two, and strips a's next cards."""
    data = eager_play(5).draft().data
    assert [work["op"] for work in data["cards"]] == ["reveal", "strip"]
    return eager_play(5), data


@cache
def to_defend() -> tuple[CardPlay, Data]:
    """a's turn 6: it defends with a card from its hand, then moves with another."""
    data = eager_play(6).draft().data
    assert [decision["kind"] for decision in data["decisions"]] == ["defend", "orders"]
    return eager_play(6), data


@cache
def to_shuffle_again() -> tuple[CardPlay, Data]:
    """The deck is used up: the discard pile is to be shuffled."""
    return used_up(), used_up().draft().data


# -- shuffles --------------------------------------------------------------------------------------------
class Shuffler:
    """Side a's shuffle of turn 2, piece by piece, to be put together otherwise."""

    def __init__(self) -> None:
        self.play, self.data = to_shuffle()
        match = self.play.match
        self.deck: Deck = match.decks[-1]
        self.context = context(match)
        self.expand = self.play.seats["a"].secrets.expand
        self.before = tuple(map(unb64, self.deck.points))
        stem = cards._stem(self.deck, self.context.parent, cards._digest(self.deck, self.before))
        self.k = proofs.secret(self.expand, b"pbem/1 card key" + stem)
        self.order = cards._order(self.expand, b"pbem/1 card order" + stem, len(self.before))
        self.key = group.base(self.k)
        self.after = tuple(group.mul(self.k, self.before[j]) for j in self.order)
        self.side: Side = "a"

    def work(self) -> Data:
        """Data of the shuffle as it is now, with a proof by the real prover."""
        about = cards._about_shuffle(self.deck, self.side, self.context)
        masked = Masked(self.key, self.before, self.after)
        proof = proofs.prove_shuffle(about, self.expand, self.k, self.order, masked)
        return cardwork.shuffle_data(masked, proof)

    def read(self) -> Reading:
        assert self.work() != item(self.data, "cards.0.data")
        return reading(self.play, changed(self.data, "cards.0.data", self.work()))


def _shuffle_with(path: str, value: Any) -> Reading:
    play, data = to_shuffle()
    return reading(play, changed(data, f"cards.0.data.{path}", value))


def a_card_twice() -> Reading:
    crooked = Shuffler()
    crooked.after = (crooked.after[1], *crooked.after[1:])
    return crooked.read()


def a_card_from_another_deck() -> Reading:
    crooked = Shuffler()
    foreign = next(iter(group.card_points(unb64(crooked.play.match.id), 1, 84)))
    crooked.after = (group.mul(crooked.k, foreign), *crooked.after[1:])
    return crooked.read()


def a_card_marked_with_a_second_scalar() -> Reading:
    crooked = Shuffler()
    crooked.after = (group.mul(2, crooked.after[0]), *crooked.after[1:])
    return crooked.read()


def all_cards_under_another_scalar_than_his_key() -> Reading:
    crooked = Shuffler()
    crooked.key = group.base(crooked.k + 1)
    return crooked.read()


def a_deck_that_is_smaller() -> Reading:
    _, data = to_shuffle()
    return _shuffle_with("deck", item(data, "cards.0.data.deck")[1:])


def a_card_that_is_the_identity() -> Reading:
    return _shuffle_with("deck.3", b64(group.IDENTITY))


def a_card_outside_the_group() -> Reading:
    point = unb64(item(to_shuffle()[1], "cards.0.data.deck.3"))
    return _shuffle_with("deck.3", b64(group.add(point, TORSION)))


def a_card_in_another_encoding() -> Reading:
    return _shuffle_with("deck.3", b64((group.FIELD + 1).to_bytes(32, "little")))


def a_key_that_is_the_identity() -> Reading:
    return _shuffle_with("key", b64(group.IDENTITY))


def a_key_with_the_proof_for_another() -> Reading:
    return _shuffle_with("key", b64(group.base(7)))


def a_scalar_beyond_the_order() -> Reading:
    challenge = int.from_bytes(unb64(item(to_shuffle()[1], "cards.0.data.challenge")), "little")
    return _shuffle_with("challenge", b64((challenge + group.L).to_bytes(32, "little")))


def one_bit_of_a_proof() -> Reading:
    answer = bytearray(unb64(item(to_shuffle()[1], "cards.0.data.answers.100")))
    answer[0] ^= 1
    return _shuffle_with("answers.100", b64(bytes(answer)))


def a_proof_from_another_match() -> Reading:
    crooked = Shuffler()
    crooked.context = replace(crooked.context, match=b64(b"\x07" * 32))
    return crooked.read()


def a_proof_from_after_another_turn() -> Reading:
    crooked = Shuffler()
    crooked.context = replace(crooked.context, parent=b64(b"\x07" * 32))
    return crooked.read()


def a_proof_for_another_deck_of_the_match() -> Reading:
    crooked = Shuffler()
    crooked.deck = replace(crooked.deck, session=1)
    return crooked.read()


def a_proof_of_the_other_side() -> Reading:
    crooked = Shuffler()
    crooked.side = "b"
    return crooked.read()


def a_shuffle_left_out() -> Reading:
    play, data = to_shuffle_first()
    return reading(play, without(data, "cards"))


def the_deck_shuffled_twice() -> Reading:
    play, data = to_shuffle_first()
    return reading(play, changed(data, "cards.1", item(data, "cards.0")))


def the_first_shuffle_used_again() -> Reading:
    play, data = to_shuffle_again()
    mine = [found for text in play.files if (found := bare(text))["author"] == play.match.to]
    first = next(work for found in mine for work in found.get("cards", []))
    assert first["op"] == "shuffle"
    return reading(play, changed(data, "cards", [first]))


def a_deck_that_he_does_not_shuffle() -> None:
    """a masks the deck and leaves its order as it is.  That is accepted, for nobody can tell; but b has
    shuffled, so a finds no card in it, and b none that was not dealt to it."""
    crooked = Shuffler()
    crooked.order = list(range(len(crooked.before)))
    crooked.after = tuple(group.mul(crooked.k, point) for point in crooked.before)
    ready = cards.check_shuffle(crooked.deck, "a", crooked.work(), crooked.context)
    bare_cards = cards._cards(ready, crooked.context)
    unmasked = [group.mul(group.inverse(crooked.k), unb64(point)) for point in ready.points]
    assert ready.ready
    assert not any(point in bare_cards for point in unmasked)


# -- strips ----------------------------------------------------------------------------------------------
class Stripper:
    """Side a's strips of turn 2 for b, to be put together otherwise."""

    def __init__(self) -> None:
        self.play, self.data = to_shuffle()
        match = self.play.match
        self.context: Context = context(match)
        self.expand = self.play.seats["a"].secrets.expand
        shuffled = cards.check_shuffle(match.decks[-1], "a", item(self.data, "cards.0.data"), self.context)
        self.deck, self.slots = shuffled, tuple(item(self.data, "cards.1.data.slots"))
        self.k = cards._scalar(self.deck, "a", self.expand)
        self.about = cards._about_strip(self.deck, "a", self.slots, self.context)

    def read(self, data: Data) -> Reading:
        return reading(self.play, changed(self.data, "cards.1.data", data))


def _strip_with(path: str, value: Any) -> Reading:
    play, data = to_shuffle()
    return reading(play, changed(data, f"cards.1.data.{path}", value))


def other_cards_stripped_than_asked() -> Reading:
    crooked = Stripper()
    data, _ = cards.strip(crooked.deck, "a", (3, 4, 5), crooked.expand, crooked.context)
    return crooked.read(data)


def cards_stripped_in_another_order() -> Reading:
    crooked = Stripper()
    data, _ = cards.strip(crooked.deck, "a", (1, 0, 2), crooked.expand, crooked.context)
    return crooked.read(data)


def one_card_stripped_twice() -> Reading:
    return _strip_with("slots", [0, 0, 2])


def a_card_stripped_to_another() -> Reading:
    points = item(to_shuffle()[1], "cards.1.data.points")
    return _strip_with("points", [points[1], points[0], points[2]])


def a_card_stripped_to_none() -> Reading:
    crooked = Stripper()
    masked = tuple(unb64(crooked.deck.points[slot]) for slot in crooked.slots)
    points = tuple(group.mul(group.inverse(crooked.k + 1), point) for point in masked)
    statement = Masked(group.base(crooked.k), points, masked)
    proof = proofs.prove_scalar(crooked.about, crooked.expand, crooked.k, statement)
    return crooked.read(cardwork.strip_data(crooked.slots, points, proof))


def a_proof_made_before_its_statement() -> Reading:
    """The challenge is drawn from a transcript without the points, which are then chosen to fit it."""
    crooked = Stripper()
    w, b = 12345, group.hash_to_point(b"whatever")
    early = Transcript(*(b"" for _ in range(7)))
    early.absorb("announcement", group.base(w), b)
    e = early.challenge("challenge")
    s = (w + e * crooked.k) % group.L
    masked = tuple(unb64(crooked.deck.points[slot]) for slot in crooked.slots)
    forged = tuple(group.mul(group.inverse(s), group.add(b, group.mul(e, point))) for point in masked)
    return crooked.read(cardwork.strip_data(crooked.slots, forged, ScalarProof(e, s)))


def a_stripped_card_that_is_the_identity() -> Reading:
    return _strip_with("points.1", b64(group.IDENTITY))


def a_stripped_card_outside_the_group() -> Reading:
    point = unb64(item(to_shuffle()[1], "cards.1.data.points.1"))
    return _strip_with("points.1", b64(group.add(point, TORSION)))


def a_strip_withheld() -> Reading:
    play, data = to_shuffle()
    return reading(play, without(data, "cards.1"))


def an_early_strip_withheld() -> Reading:
    play, data = to_play()
    return reading(play, without(data, "cards.1"))


def a_strip_that_nobody_asked_for() -> Reading:
    play, data = to_play()
    expand = play.seats[play.match.to].secrets.expand
    slots = tuple(slot + 3 for slot in item(data, "cards.1.data.slots"))
    more, _ = cards.strip(play.match.decks[-1], play.match.to, slots, expand, context(play.match))
    return reading(play, changed(data, "cards.2", {"op": "strip", "data": more}))


# -- reveals ---------------------------------------------------------------------------------------------
def _reveal_with(path: str, value: Any) -> Reading:
    play, data = to_play()
    return reading(play, changed(data, f"cards.0.data.{path}", value))


def _revealed(slots: tuple[int, ...], orders: tuple[Data, ...] = ()) -> Reading:
    """b's turn 5 with another reveal, which is true, and perhaps with other orders."""
    play, data = to_play()
    side = play.match.to
    expand = play.seats[side].secrets.expand
    work, _ = cards.reveal(play.match.decks[-1], side, slots, expand, context(play.match))
    data = changed(data, "cards.0.data", work)
    return reading(play, changed(data, "decisions.0.orders", list(orders)) if orders else data)


def another_card_revealed_than_he_holds() -> Reading:
    card = item(to_play()[1], "cards.0.data.cards.0")
    return _reveal_with("cards.0", (card + 1) % 84)


def a_card_revealed_that_does_not_exist() -> Reading:
    return _reveal_with("cards.0", 84)


def a_card_revealed_that_was_never_dealt_to_him() -> Reading:
    play, _ = to_play()
    return _reveal_with("slots.0", play.match.state.hand(OTHER[play.match.to])[0])


def one_card_revealed_for_two() -> Reading:
    slots = item(to_play()[1], "cards.0.data.slots")
    return _reveal_with("slots", [slots[0], slots[0], *slots[2:]])


def another_card_of_his_hand_revealed() -> Reading:
    play, data = to_play()
    shown = item(data, "cards.0.data.slots")
    other = next(slot for slot in play.match.state.hand(play.match.to) if slot not in shown)
    return _revealed((other, *shown[1:]))


def a_card_revealed_with_a_scalar_beyond_the_order() -> Reading:
    answer = int.from_bytes(unb64(item(to_play()[1], "cards.0.data.proof.1")), "little")
    return _reveal_with("proof.1", b64((answer + group.L).to_bytes(32, "little")))


def a_reveal_with_the_proof_of_another_turn() -> Reading:
    play, _ = to_play()
    side = play.match.to
    proof = next(
        work["data"]["proof"]
        for text in play.files[3:]
        for work in bare(text).get("cards", [])
        if bare(text)["author"] == side
    )
    return _reveal_with("proof", proof)


def a_reveal_withheld() -> Reading:
    play, data = to_play()
    return reading(play, without(data, "cards.0"))


def a_defense_that_nobody_is_shown() -> Reading:
    play, data = to_defend()
    return reading(play, without(data, "cards.0"))


def a_card_shown_that_nobody_asked_for() -> Reading:
    play, data = to_play()
    return reading(play, changed(data, "cards.2", item(data, "cards.0")))


def an_alternative_that_shows_no_card() -> Reading:
    play, data = to_play()
    shown = item(data, "cards.0.data.slots")
    other = next(slot for slot in play.match.state.hand(play.match.to) if slot not in shown)
    return reading(play, changed(data, "decisions.0.orders.0.else", [{"discard": [other]}]))


# -- what is played --------------------------------------------------------------------------------------
def _ordered(path: str, value: Any) -> Reading:
    play, data = to_play()
    return reading(play, changed(data, f"decisions.0.orders.{path}", value))


def a_card_of_the_other_hand_played() -> Reading:
    play, _ = to_play()
    return _ordered("1.play", play.match.state.hand(OTHER[play.match.to])[0])


def a_card_of_the_deck_played() -> Reading:
    return _ordered("1.play", 30)


def _orders() -> tuple[list[Data], list[int]]:
    """b's orders of turn 5 (a discard, a move, a shot), and the slots that they show."""
    _, data = to_play()
    return [dict(order) for order in item(data, "decisions.0.orders")], item(data, "cards.0.data.slots")


def a_card_played_twice() -> Reading:
    (discard, moved, shot, end), (first, card, _) = _orders()
    shot["play"] = card
    return _revealed((first, card), (discard, moved, shot, end))


def a_card_played_as_another() -> Reading:
    (discard, moved, shot, end), (first, card, other) = _orders()
    moved["play"], shot["play"] = other, card
    return _revealed((first, other, card), (discard, moved, shot, end))


def more_cards_kept_than_allowed() -> Reading:
    play, data = to_play()
    data = changed(data, "decisions.0.orders", [{"end": True}])
    return reading(play, changed(data, "cards", [item(data, "cards.1")]))


def more_cards_discarded_than_allowed() -> Reading:
    play, _ = to_play()
    hand = tuple(play.match.state.hand(play.match.to))
    return _revealed(hand[:4], ({"discard": list(hand[:4])}, {"end": True}))


def a_discarded_card_exchanged() -> Reading:
    play, data = to_play()
    card = item(data, "state.discard.0.card")
    other = "battle_plan" if card != "battle_plan" else "lasers"
    return reading(play, changed(data, "state.discard.0.card", other))


def a_card_drawn_too_many() -> Reading:
    play, data = to_play()
    hand = item(data, f"state.hand.{play.match.to}")
    return reading(play, changed(data, f"state.hand.{play.match.to}.{len(hand)}", 30))


# -- statements ------------------------------------------------------------------------------------------
def _said(words: Data, answer: str) -> Reading:
    play, data = to_play()
    notice = play.notice(OTHER[play.match.to], words).data
    return reading(play, {**data, "statements": [{"answer": answer, "notice": notice}]})


def cards_looked_at_and_taken_back() -> Reading:
    return _said({"kind": "takeback", "to": 2}, "yes")


def a_new_key_in_the_middle_of_the_cards() -> Reading:
    play, data = to_play()
    seat = play.seats[stranger(play)]
    anchor = b64(seat.secrets.share(0))
    words = {"kind": "rekey", "key": seat.public, "nonce": b64(seat.nonce), "anchor": anchor}
    notice = play.notice("x", words, author=OTHER[play.match.to]).data  # type: ignore[arg-type]
    return reading(play, {**data, "statements": [{"answer": "yes", "notice": notice}]})


def other_hands_opened_than_he_held() -> Reading:
    play, _ = to_play()
    forged = play.notice("b", {"kind": "open_hands", "scalars": [cardwork.scalar_text(7)]})
    over = replace(play.match, result=Outcome("a", "side b resigned"))
    return lambda: hear(over, play.rules, forged)  # type: ignore[return-value]


def looking_at_cards_that_nobody_dealt() -> None:
    """Whatever he computes from all files with his key, he finds his own hand and what everybody has seen."""
    play, _ = to_play()
    for side in ("a", "b"):
        assert computable(play, side) == {**play.sees(side), **play.shown()}
