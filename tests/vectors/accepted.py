"""Matches of ZipWarz that are played as they should be.  Every file of a chain is accepted; the last one
shows what the vector is about."""

from typing import Any

from pbem.games.zipwarz import events as e
from pbem.referee.advance import Lay
from pbem.referee.match import Instead, StandingAnswer, Unused
from pbem.ruleset import OTHER, Side
from pbem.turnfile.canon import b64
from pbem.turnfile.model import Statement
from pbem.turnfile.seal import Sheet
from tests.games.zipwarz.kit import example
from tests.kit.duel import Seat
from tests.kit.script import events
from tests.kit.skirmish import END, FATHOM, Order, Skirmish, attack, begun, hold, move
from tests.vectors.scenes import (
    ONE,
    RULES,
    Made,
    ended,
    fathom_hit,
    first,
    honest,
    notice,
    struck,
    text,
    to_answer,
    to_open,
    to_order,
    to_roll,
    to_talk,
    to_unseal,
)
from tests.vectors.table import accepted

Words = dict[str, Any]


# -- the opening -----------------------------------------------------------------------------------------
@accepted
def challenge() -> Made:
    """Turn 0: the terms, and the army of side a under seal."""
    return honest(Skirmish())


@accepted
def answer() -> Made:
    """Turn 1: side b brings its army in clear and opens window 1."""
    scene, _ = to_answer()
    scene.step()
    return honest(scene)


@accepted
def opening() -> Made:
    """Turn 2: side a closes window 1, opens its army, rolls for the roles, deploys, and opens window 2."""
    scene, _ = to_open("a")
    scene.step()
    return honest(scene)


@accepted
def pure_duty() -> Made:
    """Turn 2 without any decision: side b is to decide first, so side a opens no window."""
    scene, _ = to_open("b")
    scene.step()
    assert scene.decided[2] == 0
    return honest(scene)


@accepted
def open_armies() -> Made:
    """By an option of the game the army of side a stands in turn 0 in clear, and turn 2 opens nothing."""
    scene, _ = to_open("a", army="open")
    scene.step()
    return honest(scene)


@accepted
def roles_rolled_twice() -> Made:
    """Both roll as many successes and roll again: four rolls from one window, numbered from 0."""
    scene = first(lambda start: begun("a", start=start), lambda s: len(s.draft().rolls) == 4)
    scene.step()
    return honest(scene)


@accepted
def own_roster() -> Made:
    """Turn 0 brings a roster that is not built in, whole, and side a plays it."""
    roster = example("rosters/zipwarz-moss-court.toml")
    army = {"faction": "moss_court", "unit": [{"line": "thorn_kin", "models": 5}]}
    scene = begun("a", material={"roster": (roster,)}, armies=(army, FATHOM))
    scene.step()
    return honest(scene)


@accepted
def solo() -> Made:
    """One key plays both sides, which turn 0 declares; nonces and anchors differ all the same."""
    scene, _ = to_open("a", solo=True)
    scene.step()
    return honest(scene)


@accepted
def words_and_marks() -> Made:
    """A day, a mark that the journal was lost, and a message that looks like dice, markup and a frame."""
    scene, _ = to_open("a")
    looks = "# -----END PBEM TURN-----\n[[rolls]]\nfaces = [6]\n"
    message = f"{looks}From Zo\u00eb: \u201cten to one\u201d\n\x1b[31m<b>\u202e"
    scene.step(message=message, date="2026-05-03", resumed=True)
    return honest(scene)


# -- decisions, queue, dice ------------------------------------------------------------------------------
@accepted
def several_decisions() -> Made:
    """Side b deploys and, being the first to move, gives its orders in the same file: one window for both."""
    scene = begun("a", armies=(FATHOM, ONE))
    scene.step()
    scene.step()
    assert scene.decided[3] == 2
    return honest(scene)


@accepted
def dice() -> Made:
    """Side b closes the window of the attacks, both are rolled from it, then b decides for itself."""
    scene, _ = to_roll()
    scene.step()
    assert len(scene.folded[-1].rolls) == 2
    return honest(scene)


@accepted
def pause() -> Made:
    """An order with a pause gives control back behind its dice: side a decides again in the same
    player-turn, and what it had ordered behind the pause is dropped."""
    scene = struck(move("A1", 6, 7, 8), attack("A1", "B2", pause=True), move("A2", 9), END)
    term = scene.state.term
    assert events(scene.step(), Unused)
    assert (scene.state.side, scene.state.term) == ("a", term)
    scene.say("a", hold("A2"), END)
    scene.step()
    return honest(scene)


@accepted
def alternative() -> Made:
    """The target has fallen when the second attack comes: its alternative is taken."""
    strike = move("A1", 6, 7, 8), attack("A1", "B2"), move("A2", 6, 7, 8)
    orders = (*strike, attack("A2", "B2", else_=(attack("A2", "B1"),)), END)
    scene = first(
        lambda start: struck(*orders, start=start),
        lambda s: any(isinstance(entry.event, Instead) for entry in s.draft().entries),
    )
    scene.step()
    return honest(scene)


@accepted
def downgrade() -> Made:
    """The target has fallen and there is no alternative: the rules of the game say what is left of it."""
    orders = move("A1", 6, 7, 8), attack("A1", "B2"), move("A2", 6, 7, 8), attack("A2", "B2"), END
    scene = first(
        lambda start: struck(*orders, start=start),
        lambda s: any(isinstance(entry.event, e.Lost) for entry in s.draft().entries),
    )
    scene.step()
    return honest(scene)


# -- sealed choices and reactions ------------------------------------------------------------------------
@accepted
def sealed_choice() -> Made:
    """Side a sealed its deployment in turn 2, side b deployed in clear, now a opens it and goes on."""
    scene, _ = to_unseal()
    scene.step()
    return honest(scene)


@accepted
def standing_orders_by_default() -> Made:
    """Nobody has laid any: the defaults of the game answer that Mother Fathom takes the hit."""
    strike = move("A1", 6, 7, 8), attack("A1", "B1"), END
    scene = first(
        lambda start: struck(*strike, start=start),
        lambda s: any(isinstance(entry.event, StandingAnswer) for entry in s.draft().entries),
    )
    scene.step()
    return honest(scene)


@accepted
def standing_orders_in_clear() -> Made:
    """Side b laid them with its deployment; they answer, and defence dice come from the same window."""
    scene = fathom_hit("always", sealed=False)
    (said,) = events(scene.step(), StandingAnswer)
    assert said.sealed_in == 3
    assert len(scene.folded[-1].rolls) == 2
    return honest(scene)


@accepted
def standing_orders_under_seal() -> Made:
    """Side b sealed them with its deployment and opens them where they are needed, which is a duty."""
    scene = fathom_hit("always", sealed=True)
    scene.step()
    return honest(scene)


@accepted
def standing_orders_that_wait() -> Made:
    """Side b lays others in the very file that rolls: they bind from its own window on, and the old ones
    answer."""
    scene = fathom_hit("always", sealed=False)
    (said,) = events(scene.step(lay=Lay(orders=RULES["never"], sealed=True)), StandingAnswer)
    assert said.sealed_in == 3
    return honest(scene)


@accepted
def an_answer_that_is_asked() -> Made:
    """Standing orders say nothing, so side b decides: the dice of its defence come from its new window,
    which side a closes here."""
    scene = fathom_hit("ask", sealed=False, limited_defence="ask")
    scene.say("b", Order(use=("ancient_hide",)))
    scene.step()
    (rolled,) = scene.step().rolls
    assert rolled.rolled.why == "B1 defends"
    return honest(scene)


# -- statements ------------------------------------------------------------------------------------------
def _said(scene: Skirmish, words: Words, answer: str, **more: Any) -> Made:
    """The next file answers a notice of the other side."""
    asked = scene.notice(OTHER[scene.match.to], words).data
    statement = Statement(answer=answer, notice=asked)  # type: ignore[arg-type]
    scene.step(statements=(statement,), **more)
    return honest(scene)


@accepted
def takeback_agreed() -> Made:
    """Play goes back to the position after turn 3; consent opens a fresh window, so the dice are new."""
    return _said(to_talk()[0], {"kind": "takeback", "to": 3}, "yes")


@accepted
def takeback_declined() -> Made:
    """A request is taken in and declined; nothing else changes."""
    return _said(to_talk()[0], {"kind": "takeback", "to": 3}, "no")


@accepted
def takeback_after_the_end() -> Made:
    """The one file that may follow the end of a match: it consents to a takeback."""
    scene = ended()
    return _said(scene, {"kind": "takeback", "to": scene.match.turn - 2}, "yes")


@accepted
def draw_agreed() -> Made:
    """Side a accepts the draw that side b has offered: the match is over, and a decides nothing more."""
    return _said(to_talk()[0], {"kind": "draw"}, "yes")


@accepted
def draw_declined() -> Made:
    """An offer is taken in and declined."""
    return _said(to_talk()[0], {"kind": "draw"}, "no")


def _new_seat(scene: Skirmish, side: Side) -> tuple[Seat, Words]:
    """Another key, nonce and anchor for a side, and the words that ask for them."""
    seat = Seat(side, f"{scene.seats[side].seed} new", scene.seats[side].bot)
    anchor = b64(seat.secrets.share(0))
    return seat, {"kind": "rekey", "key": seat.public, "nonce": b64(seat.nonce), "anchor": anchor}


def _by(scene: Skirmish, seat: Seat, words: Words, **more: Any) -> Sheet:
    """A notice signed by a seat that is not at the table yet."""
    mine = scene.seats[seat.side]
    scene.seats[seat.side] = seat
    sheet = scene.notice(seat.side, words, **more)
    scene.seats[seat.side] = mine
    return sheet


def _take_over(scene: Skirmish, seat: Seat) -> None:
    seat.match = scene.seats[seat.side].match
    scene.seats[seat.side] = seat


@accepted
def rekey_of_the_other_side() -> Made:
    """Side b has lost its key while side a is to move: a's turn takes the request in, and turn 7 is the
    first under the new key, with share 1 of the new chain."""
    scene, _ = to_talk()
    seat, words = _new_seat(scene, "b")
    asked = Statement(answer="yes", notice=_by(scene, seat, words).data)
    scene.step(statements=(asked,))
    _take_over(scene, seat)
    scene.step()
    return honest(scene)


@accepted
def rekey_of_the_mover() -> Made:
    """Side a has lost its key and is to move: its turn, under the new key, takes in the consent that side b
    has signed with the same words."""
    scene, _ = to_talk()
    seat, words = _new_seat(scene, "a")
    consent = Statement(answer="noted", notice=scene.notice("b", words).data)
    _take_over(scene, seat)
    scene.step(statements=(consent,))
    return honest(scene)


@accepted
def resignation() -> Made:
    """A notice by which side b resigns while side a is to move: side a has won."""
    scene, _ = to_talk()
    return notice(scene, scene.notice("b", {"kind": "resign"}))


@accepted
def resignation_after_the_end() -> Made:
    """The winner resigns when the match is over: that changes nothing."""
    scene = ended()
    winner = scene.state.winner
    assert winner
    return notice(scene, scene.notice(winner, {"kind": "resign"}))


@accepted
def claim() -> Made:
    """A notice that turn 6 is late; it is evidence, and the match goes on."""
    scene, _ = to_talk()
    return notice(scene, scene.notice("b", {"kind": "claim", "late": 6}))


# -- whole -----------------------------------------------------------------------------------------------
@accepted
def whole_match() -> Made:
    """A match of one round from the challenge to its end."""
    scene = struck(move("A1", 6, 7, 8), attack("A1", "B2"), END, rounds=1)
    scene.until(lambda s: s.over)
    return honest(scene)


@accepted
def the_same_file_again() -> Made:
    """A copy of the newest file: it is known already, and nothing is wrong with that."""
    scene, _ = to_order()
    return text(scene, scene.files[-1], len(scene.files) - 1)
