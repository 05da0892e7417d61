"""Cheats of the table that change what is played: positions, dice, shares, orders, armies.

Each function is one cheat, carried out by a program that signs properly.  It prepares everything and gives
back the one act of reading, which the honest side does and which must refuse.  Cheats that no refusal stops
(`table`: no code) show here what the cheater gains: nothing.
"""

import msgspec

from examples.toy import events as e
from examples.toy.state import FordOrder
from pbem.chance import dice
from pbem.referee.advance import Lay
from pbem.referee.match import StandingAnswer
from pbem.ruleset import Side
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Player
from pbem.turnfile.seal import TURN, digest
from tests.cheats.situations import (
    YES,
    Lenient,
    a_seal,
    head,
    rows,
    share,
    to_answer,
    to_answer_a_ruse,
    to_challenge,
    to_decide,
    to_do_a_duty,
    to_lose_a_soldier,
    to_open_a_choice,
    to_open_an_army,
    to_open_standing,
    to_roll,
    to_seal_a_choice,
)
from tests.kit.cheat import Reading, bare, changed, item, reading, reading_challenge, without
from tests.kit.duel import read
from tests.kit.scene import END, Scene, answer, attack, begun, events, move


# -- the position ----------------------------------------------------------------------------------------
def a_wound_healed() -> Reading:
    scene, data = to_lose_a_soldier()
    return reading(scene, changed(data, "state.soldiers.A2.health", 1))


def a_soldier_moved() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "state.soldiers.B4.place", 9))


def a_soldier_made() -> Reading:
    scene, data = to_roll()
    one = {**item(data, "state.soldiers.A7"), "id": "A8"}
    return reading(scene, changed(data, "state.soldiers.14", one))


def a_soldier_made_away_with() -> Reading:
    scene, data = to_roll()
    return reading(scene, without(data, "state.soldiers.B7"))


def points_added() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "state.points.0", 7))


def an_order_struck_from_the_queue() -> Reading:
    scene, data = to_answer_a_ruse()
    return reading(scene, without(data, "state.referee.queue.orders.0"))


def a_window_numbered_anew() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "state.referee.window.k", 3))


def a_hash_of_another_state() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "state.hash", "A" * 43))


def no_state_at_all() -> Reading:
    scene, data = to_roll()
    return reading(scene, without(data, "state"))


def the_other_made_to_owe() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "next.want", "hidden"))


def the_match_declared_over() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "next", {"side": "", "want": "nothing"}))


# -- the dice --------------------------------------------------------------------------------------------
def other_dice() -> Reading:
    scene, data = to_roll()
    face = item(data, "rolls.0.faces.0")
    return reading(scene, changed(data, "rolls.0.faces.0", 6 if face < 6 else 1))


def a_die_more() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "rolls.0.faces.1", 6))


def a_roll_left_out() -> Reading:
    scene, data = to_roll()
    return reading(scene, without(data, "rolls.1"))


def a_roll_invented() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "rolls.2", {**item(data, "rolls.1"), "number": 2}))


def rolls_exchanged() -> Reading:
    scene, data = to_roll()
    return reading(scene, {**data, "rolls": [item(data, "rolls.1"), item(data, "rolls.0")]})


def a_roll_for_another_purpose() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "rolls.0.why", "A2 attacks B2"))


def a_die_with_other_sides() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "rolls.0.sides", 20))


def reload_and_roll_again() -> None:
    """However often he begins again: as long as he orders the same, he rolls the same."""
    scene, data = to_roll()
    assert [scene.draft().data["rolls"] for _ in range(3)] == [data["rolls"]] * 3


def try_many_orders_and_keep_the_best() -> None:
    """b may write turn 3 in as many ways as it likes.  Each way has its own dice, and all of them hang on
    a's share 2, which leads back to what a has shown but cannot be worked out from it."""
    scene = begun()
    secret = unb64(share(scene, "a", 2))
    faces = []
    for target in range(2, 8):
        scene.said["b"].clear()
        scene.say("b", attack("B2", f"A{target}"), END)
        draft = scene.draft()
        assert draft.rolls == ()  # nothing is rolled in the file that decides
        hash_ = digest(TURN, draft.data)
        seed = dice.seed(unb64(scene.match.id), 2, hash_, unb64(share(scene, "b", 2)), secret)
        faces.append(dice.roll(seed, 0, 20, 6)[0])
    assert len(dict.fromkeys(faces)) == len(faces)
    assert b64(secret) not in "".join(scene.files)


def a_reaction_chosen_after_the_dice() -> None:
    """a closes window 2 with its answer and could work out its dice; but they are not the ones rolled."""
    scene, data = to_answer_a_ruse()
    assert data["chance"]["close"]
    folded = scene.step()
    assert folded.rolls == ()
    rolled = scene.step().rolls[0].rolled
    assert (rolled.why, rolled.window) == ("B2 attacks A2", 3)


# -- shares and windows ----------------------------------------------------------------------------------
def another_share_to_open() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "chance.open", b64(b"\x42" * 32)))


def another_share_to_close() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "chance.close", b64(b"\x42" * 32)))


def a_share_skipped() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "chance.open", share(scene, "b", 3)))


def a_share_repeated() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "chance.close", share(scene, "a", 1)))


def the_share_of_the_other() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "chance.close", item(bare(scene.files[3]), "chance.open")))


def a_share_that_is_no_share() -> Reading:
    scene, data = to_roll()
    return reading(scene, changed(data, "chance.close", "A" * 42 + "B"))


def a_closing_share_withheld() -> Reading:
    scene, data = to_do_a_duty()
    return reading(scene, without(data, "chance"))


def an_opening_share_withheld() -> Reading:
    scene, data = to_decide()
    return reading(scene, without(data, "chance"))


def a_window_opened_at_will() -> Reading:
    scene, data = to_do_a_duty()
    return reading(scene, changed(data, "chance.open", share(scene, "a", 2)))


def a_window_opened_by_laying() -> Reading:
    scene, data = to_do_a_duty()
    data = changed(data, "standing", {"orders": YES})
    return reading(scene, changed(data, "chance.open", share(scene, "a", 2)))


def a_closing_share_where_nothing_is_open() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "chance.close", share(scene, "b", 2)))


def a_window_closed_by_the_answer() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "chance.close", share(scene, "b", 1)))


# -- decisions and orders --------------------------------------------------------------------------------
def a_decision_too_many() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "decisions.1", {"kind": "orders", "orders": rows(END)}))


def a_decision_in_a_duty_file() -> Reading:
    scene, data = to_do_a_duty()
    return reading(scene, changed(data, "decisions", [{"kind": "orders", "orders": rows(END)}]))


def a_want_left_unanswered() -> Reading:
    scene, data = to_decide()
    return reading(scene, without(without(data, "decisions"), "chance"))


def a_decision_of_another_kind() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "decisions.0.kind", "deploy"))


def an_answer_that_standing_orders_give() -> Reading:
    scene, data = to_roll(pre=100)
    return reading(scene, changed(data, "decisions.1", {"kind": "pre", "orders": rows(answer("cancel"))}))


def _with_orders(*orders: FordOrder) -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "decisions.0.orders", rows(*orders)))


def no_order_at_all() -> Reading:
    return _with_orders()


def a_soldier_of_the_other_side_ordered() -> Reading:
    return _with_orders(move("A2", 5), END)


def a_soldier_ordered_twice() -> Reading:
    return _with_orders(move("B2", 5), move("B2", 6), END)


def a_step_too_far() -> Reading:
    return _with_orders(move("B2", 4), END)


def a_shot_too_far() -> Reading:
    return _with_orders(attack("B1", "A2"), END)  # a pike reaches one step


def more_activations_than_allowed() -> Reading:
    return _with_orders(*(move(f"B{n}", 5) for n in (2, 3, 4, 5)), END)


def an_order_behind_the_end() -> Reading:
    return _with_orders(END, move("B2", 5))


def an_alternative_that_pauses() -> Reading:
    return _with_orders(attack("B2", "A2", move("B2", 5, pause=True)), END)


def an_illegal_alternative() -> Reading:
    return _with_orders(attack("B2", "A2", move("B2", 1)), END)


def a_field_of_his_own() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "decisions.0.orders.0.strength", 9))


def a_word_of_his_own() -> Reading:
    scene, data = to_answer_a_ruse()
    return reading(scene, changed(data, "decisions.0.orders.0.answer", "perhaps"))


def an_answer_that_this_reaction_does_not_have() -> Reading:
    scene, data = to_answer_a_ruse()
    return reading(scene, changed(data, "decisions.0.orders.0.answer", "cancel"))


def a_decision_in_clear_and_sealed() -> Reading:
    scene, data = to_decide()
    seal = a_seal(scene, "b", "orders", {"orders": rows(END)})
    return reading(scene, changed(data, "decisions.0.seal", seal))


def orders_under_seal() -> Reading:
    scene, data = to_decide()
    seal = a_seal(scene, "b", "orders", {"orders": rows(END)})
    return reading(scene, changed(data, "decisions.0", {"kind": "orders", "seal": seal}))


def a_sealed_choice_in_clear() -> Reading:
    scene, data = to_seal_a_choice()
    orders = [{"unit": f"A{n}", "place": 1} for n in range(1, 8)]
    return reading(scene, changed(data, "decisions.0", {"kind": "deploy", "orders": orders}))


# -- standing orders -------------------------------------------------------------------------------------
def standing_orders_exchanged() -> Reading:
    scene, data = to_open_standing()
    return reading(scene, changed(data, "openings.0.value.pre", "cancel"))


def standing_orders_with_another_salt() -> Reading:
    scene, data = to_open_standing()
    return reading(scene, changed(data, "openings.0.salt", b64(b"\x07" * 32)))


def standing_orders_with_no_salt() -> Reading:
    scene, data = to_open_standing()
    return reading(scene, changed(data, "openings.0.salt", "A" * 42 + "B"))


def standing_orders_withheld() -> Reading:
    scene, data = to_open_standing()
    mine = {"kind": "pre", "orders": rows(answer("cancel"))}
    return reading(scene, {**without(data, "openings"), "decisions": [mine, *data["decisions"]]})


def standing_orders_opened_unasked() -> Reading:
    scene, data = to_open_standing()
    opening = item(data, "openings.0")
    scene.step()
    scene.until(lambda s: s.match.to == "a")
    return reading(scene, changed(scene.draft().data, "openings", [opening]))


def standing_orders_in_clear_and_sealed() -> Reading:
    scene, data = to_decide()
    seal = a_seal(scene, "b", "standing", YES)
    return reading(scene, changed(data, "standing", {"orders": YES, "seal": seal}))


def standing_orders_of_neither_kind() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "standing", {}))


def standing_orders_that_the_game_does_not_know() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "standing", {"orders": {**YES, "hidden": "yes"}}))


def sealed_standing_orders_that_the_game_does_not_know() -> Reading:
    orders = {**YES, "pre": "perhaps"}
    scene, head = to_open_standing(orders, Lenient())
    salt = scene.seats["a"].secrets.salt(4, unb64(read(scene.files[4]).turn.parent or ""), 0)
    opening = {"what": "standing", "salt": b64(salt), "value": orders}
    return reading(scene, {**head, "openings": [opening]})


def standing_orders_after_the_dice() -> None:
    """a closes b's window, could work out its dice, and lays orders that suit them: they do not answer
    anything in that window."""
    scene, _ = to_decide(post=100, kill=2)
    scene.step()
    lay = Lay(orders={"pre": "cancel", "own": "cancel", "post": "cancel"}, sealed=False)
    window = scene.match.kmax
    folded = scene.step(lay=lay)
    assert {booked.rolled.window for booked in folded.rolls} == {window}
    assert {event.sealed_in for event in events(folded, StandingAnswer)} <= {0}
    assert "cancel" not in [event.answer for event in events(folded, e.Answered)]


# -- armies and sealed choices ---------------------------------------------------------------------------
def an_army_tailored_to_the_other() -> Reading:
    scene, data = to_open_an_army()
    return reading(scene, changed(data, "openings.0.value", {"pikes": 7, "bows": 0}))


def an_army_withheld() -> Reading:
    scene, data = to_open_an_army()
    return reading(scene, without(data, "openings"))


class TooMany(Scene):
    """Side a seals nine pikes."""

    def player(self, side: Side, *, sealed: bool) -> Player:
        player = super().player(side, sealed=sealed)
        if side == "b":
            return player
        secrets = self.seats["a"].secrets
        seal = secrets.seal("army", secrets.army_salt(), {"pikes": 9, "bows": 0})
        return msgspec.structs.replace(player, seal=seal)


def an_illegal_army_under_seal() -> Reading:
    scene = TooMany(sealed_army=True)
    scene.step()
    salt = b64(scene.seats["a"].secrets.army_salt())
    opening = {"what": "army", "salt": salt, "value": {"pikes": 9, "bows": 0}}
    return reading(scene, {**head(scene), "openings": [opening]})


def an_illegal_army_in_clear() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.player.army", {"pikes": 9, "bows": 0}))


def a_soldier_that_does_not_exist() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.player.army.dragons", 1))


def an_answer_with_a_sealed_army() -> Reading:
    scene, data = to_answer()
    data = without(data, "charter.player.army")
    return reading(scene, changed(data, "charter.player.seal", a_seal(scene, "b", "army", {"pikes": 5})))


def a_challenge_with_an_open_army() -> Reading:
    scene, data = to_challenge(sealed_army=True)
    data = without(data, "charter.player.seal")
    return reading_challenge(scene, changed(data, "charter.player.army", {"pikes": 5, "bows": 0}))


def a_sealed_choice_changed() -> Reading:
    scene, data = to_open_a_choice()
    return reading(scene, changed(data, "openings.0.value.orders.0.place", 1))


def a_sealed_choice_withheld() -> Reading:
    scene, data = to_open_a_choice()
    return reading(scene, without(data, "openings"))


def another_thing_opened() -> Reading:
    scene, data = to_open_a_choice()
    return reading(scene, changed(data, "openings.0.what", "army"))


def a_choice_opened_twice() -> Reading:
    scene, data = to_open_a_choice()
    again = changed(data, "openings.0.value.orders.0.place", 1)
    return reading(scene, changed(data, "openings.1", item(again, "openings.0")))


def something_opened_unasked() -> Reading:
    scene, data = to_roll()
    opening = {"what": "army", "salt": b64(b"\x07" * 32), "value": {"pikes": 7}}
    return reading(scene, changed(data, "openings", [opening]))
