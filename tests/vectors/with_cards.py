"""Vectors of Zoids: the shared deck, shuffled, stripped and revealed with proofs."""

from pbem.chance import cards
from pbem.referee.cardtable import context
from pbem.ruleset import OTHER
from pbem.turnfile.canon import b64, plain
from tests.cheats import with_cards as cheats
from tests.kit.cardplay import eager_play, used_up
from tests.kit.cheat import changed, item, without
from tests.vectors.scenes import Made, honest, notice, signed
from tests.vectors.table import accepted, refused


# -- accepted --------------------------------------------------------------------------------------------
@accepted
def cards_shuffled_by_both() -> Made:
    """Zoids: side b shuffles in turn 1, side a in turn 2, where it strips the first cards of side b too."""
    return honest(eager_play(3))


@accepted
def cards_played() -> Made:
    """Zoids: cards are drawn by early strips, discarded, played, and in turn 6 an attack is answered by a
    card of a hidden hand; everything that is played is revealed with proof."""
    play = eager_play(7)
    assert [work["op"] for work in cheats.to_defend()[1]["cards"]] == ["reveal", "reveal", "strip"]
    return honest(play)


@accepted
def cards_stripped_late() -> Made:
    """Zoids with the option draws = late: no strip rides early, so side b strips for side a in a file of
    its own, turn 5."""
    return honest(eager_play(6, late=True))


@accepted
def cards_shuffled_again() -> Made:
    """Zoids: the deck is used up; the discard pile is shuffled by the side that needs the draw, then by the
    other, which strips in the same file, and the first of the new cards are played."""
    again = used_up().branch()
    for _ in range(3):
        again.step()
    assert len(again.match.decks) == 2
    return honest(again)


@accepted
def hands_opened() -> Made:
    """Zoids: side a has resigned, side b publishes its scalar in a notice; whoever has it can read every
    card that side b ever saw."""
    play = eager_play(4).branch()
    play.files.append(notice(play, play.notice("a", {"kind": "resign"})).text)
    expand = play.seats["b"].secrets.expand
    scalars = [cards.publish(deck, "b", expand) for deck in play.match.decks]
    return Made(
        duel=play,
        text=notice(play, play.notice("b", {"kind": "open_hands", "scalars": scalars})).text,
        turn=3,
    )


# -- refused ---------------------------------------------------------------------------------------------
@refused("cards/missing", "cards")
def no_shuffle() -> Made:
    """Zoids: turn 1 brings no shuffle."""
    play, data = cheats.to_shuffle_first()
    return signed(play, without(data, "cards"))


@refused("cards/missing", "cards")
def no_early_strip() -> Made:
    """Zoids: side b ends its turn and does not strip the cards that side a is certain to draw."""
    play = eager_play(3)
    return signed(play, without(play.draft().data, "cards"))


@refused("cards/extra", "cards[1]")
def a_strip_unasked() -> Made:
    """Zoids: side b strips more cards than those that side a is certain to draw."""
    play = eager_play(3)
    data = play.draft().data
    expand, slots = play.seats["b"].secrets.expand, tuple(n + 3 for n in item(data, "cards.0.data.slots"))
    more, _ = cards.strip(play.match.decks[-1], "b", slots, expand, context(play.match))
    return signed(play, changed(data, "cards.1", {"op": "strip", "data": more}))


@refused("cards/point", "cards[0].data.deck[3]")
def outside_the_group() -> Made:
    """Zoids: a point of order 2 was added to one card of the shuffled deck."""
    play, data = cheats.to_shuffle_first()
    point = cheats.unb64(item(data, "cards.0.data.deck.3"))
    return signed(play, changed(data, "cards.0.data.deck.3", b64(cheats.group.add(point, cheats.TORSION))))


@refused("cards/point", "cards[0].data.key")
def the_identity() -> Made:
    """Zoids: the key of a shuffle is the identity."""
    play, data = cheats.to_shuffle_first()
    return signed(play, changed(data, "cards.0.data.key", b64(cheats.group.IDENTITY)))


@refused("cards/shuffle", "cards[0].data.deck")
def a_card_twice() -> Made:
    """Zoids: one card stands in the shuffled deck twice."""
    play, data = cheats.to_shuffle_first()
    return signed(play, changed(data, "cards.0.data.deck.0", item(data, "cards.0.data.deck.1")))


@refused("cards/shuffle", "cards[0].data")
def a_foreign_card() -> Made:
    """Zoids: the second shuffle puts in a card of another deck, with a proof as good as it can be."""
    crooked = cheats.Shuffler()
    foreign = next(iter(cheats.group.card_points(cheats.unb64(crooked.play.match.id), 1, 84)))
    crooked.after = (cheats.group.mul(crooked.k, foreign), *crooked.after[1:])
    return signed(crooked.play, changed(crooked.data, "cards.0.data", crooked.work()))


@refused("cards/strip", "cards[0].data")
def another_point() -> Made:
    """Zoids: two stripped points are exchanged."""
    play = eager_play(3)
    data = play.draft().data
    points = item(data, "cards.0.data.points")
    return signed(play, changed(data, "cards.0.data.points", [points[1], points[0], points[2]]))


@refused("cards/strip", "cards[0].data.slots")
def other_slots() -> Made:
    """Zoids: other cards are stripped than the next ones."""
    play = eager_play(3)
    data = play.draft().data
    expand, slots = play.seats["b"].secrets.expand, (6, 7, 8)
    other, _ = cards.strip(play.match.decks[-1], "b", slots, expand, context(play.match))
    return signed(play, changed(data, "cards.0.data", plain(other)))


@refused("cards/reveal", "cards[0].data")
def another_card() -> Made:
    """Zoids: side b says that it held another card than it was dealt."""
    play, data = cheats.to_play()
    card = item(data, "cards.0.data.cards.0")
    return signed(play, changed(data, "cards.0.data.cards.0", (card + 1) % 84))


@refused("cards/reveal", "cards[0].data.slots[0]")
def a_card_of_the_other_hand() -> Made:
    """Zoids: side b reveals a card that was dealt to side a."""
    play, data = cheats.to_play()
    return signed(play, changed(data, "cards.0.data.slots.0", play.match.state.hand(OTHER["b"])[0]))


@refused("statement/illegal", "statements[0]")
def a_takeback_behind_cards() -> Made:
    """Zoids: a takeback to a position before cards were seen."""
    play, data = cheats.to_play()
    asked = play.notice("a", {"kind": "takeback", "to": 2}).data
    return signed(play, {**data, "statements": [{"answer": "yes", "notice": asked}]})
