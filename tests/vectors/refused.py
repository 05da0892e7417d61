"""Files of ZipWarz that have to be refused, each with its code and the place at fault.

They are made by a program that signs properly whatever it likes: but for the seal itself, nothing here is
refused for a broken signature.
"""

from typing import Any

import msgspec

from pbem.chance.shares import sealing_hash
from pbem.referee.advance import Lay
from pbem.ruleset import Side
from pbem.turnfile import write
from pbem.turnfile.canon import b64, plain, unb64
from pbem.turnfile.seal import TURN, digest, sign, to_text
from tests.cheats.situations import head, share, stranger
from tests.kit.cheat import bare, changed, item, signed_text, without
from tests.kit.duel import read
from tests.kit.skirmish import END, FATHOM, STALKERS, Order, Skirmish, brood, hold, move
from tests.vectors.scenes import (
    Data,
    Made,
    ended,
    fathom_hit,
    raw,
    signed,
    text,
    to_answer,
    to_challenge,
    to_open,
    to_open_standing,
    to_order,
    to_roll,
    to_seal,
    to_talk,
    to_unseal,
)
from tests.vectors.table import refused

L = 2**252 + 27742317777372353535851937790883648493  # order of the group of Ed25519


# -- file ------------------------------------------------------------------------------------------------
@refused("file/size")
def empty() -> Made:
    """The file holds nothing but blanks."""
    return raw(to_order()[0], "\n \n")


@refused("file/frame")
def cut_off() -> Made:
    """The frame begins and does not end: the second half of the file is missing."""
    words = signed_text(*to_order())
    return raw(to_order()[0], words[: len(words) // 2])


@refused("file/toml")
def a_key_twice() -> Made:
    """A key stands twice."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", "turn = 4\nturn = 4\n"))


@refused("file/toml")
def a_merge() -> Made:
    """Conflict marks of a merge stand in the file."""
    scene, data = to_order()
    marks = "<<<<<<< HEAD\nturn = 4\n=======\nturn = 5\n>>>>>>> red\n"
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", marks))


@refused("file/toml")
def no_turn_at_all() -> Made:
    """A letter without any turn."""
    return raw(to_order()[0], "Hello Red,\n\nI am still thinking.\n\nBlue\n")


@refused("file/data", "turn")
def a_float() -> Made:
    """A number with a point."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", "turn = 4.0\n"))


@refused("file/data", "date")
def a_date() -> Made:
    """A date that is no string."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", "turn = 4\ndate = 2026-05-03\n"))


@refused("file/data", "turn")
def an_integer_too_large() -> Made:
    """An integer of 2^53, which some programs round."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", f"turn = {2**53}\n"))


@refused("file/data", "chance")
def a_key_with_a_capital() -> Made:
    """A key outside a-z, 0-9, _ and -."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("\nclose = ", "\nClose = "))


@refused("file/data")
def arrays_in_arrays() -> Made:
    """Arrays in arrays, 65 of them."""
    scene, data = to_order()
    deep = f"plan = {'[' * 65}{']' * 65}\n"
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", f"turn = 4\n{deep}"))


@refused("file/data", "line 4")
def a_long_line() -> Made:
    """A line of more than 4,096 bytes, though all that is too much stands in a comment."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("turn = 4\n", f"turn = 4  # {'x' * 4096}\n"))


@refused("file/data", "seal")
def an_empty_key() -> Made:
    """A quoted key that is empty."""
    scene, data = to_order()
    return raw(scene, signed_text(scene, data).replace("[seal]\n", '[seal]\n"" = 1\n'))


@refused("file/type")
def an_unknown_field() -> Made:
    """A field that the format does not know."""
    scene, data = to_order()
    return signed(scene, {**data, "plan": "by the left"})


@refused("file/type")
def no_seal() -> Made:
    """There is no seal."""
    scene, data = to_order()
    return text(scene, write.document(write.fold(data)))


@refused("file/type", "author")
def a_third_side() -> Made:
    """The author is neither a nor b."""
    scene, data = to_order()
    return signed(scene, {**data, "author": "c"})


@refused("file/type", "message")
def a_flood_of_words() -> Made:
    """A message of 4,001 characters."""
    scene, data = to_order()
    return signed(scene, {**data, "message": ["x" * 60] * 66 + ["x" * 41]})


@refused("file/type", "charter")
def a_charter_in_the_middle() -> Made:
    """Turn 4 brings a charter."""
    scene, data = to_order()
    return signed(scene, {**data, "charter": bare(scene.files[1])["charter"]})


@refused("file/version", "format")
def another_format() -> Made:
    """The file was written in another format."""
    scene, data = to_order()
    return signed(scene, {**data, "format": "pbem/9"})


@refused("rules/differ", "rules")
def other_unit_data() -> Made:
    """The digest is that of other rules."""
    scene, data = to_challenge()
    return signed(scene, {**data, "rules": b64(bytes(32))}, "a")


@refused("rules/differ", "game")
def another_game() -> Made:
    """The file is of another game."""
    scene, data = to_order()
    return signed(scene, {**data, "game": "chess"})


# -- seal ------------------------------------------------------------------------------------------------
def _sealed(scene: Skirmish, data: Data, side: Side | None = None) -> Data:
    return sign(TURN, data, scene.seats[side or scene.match.to].key)


@refused("seal/hash", "seal.hash")
def an_order_changed() -> Made:
    """An order was changed after the file was signed."""
    scene, data = to_order()
    return text(scene, to_text(changed(_sealed(scene, data), "decisions.0.orders.1.attack", "B1")))


@refused("seal/signature", "seal.signature")
def an_order_and_the_hash_changed() -> Made:
    """An order was changed after the file was signed, and the hash with it."""
    scene, data = to_order()
    forged = changed(_sealed(scene, data), "decisions.0.orders.1.attack", "B1")
    return text(scene, to_text(changed(forged, "seal.hash", b64(digest(TURN, forged)))))


@refused("seal/signature", "seal.signature")
def a_second_signature() -> Made:
    """The order of the group was added to S: the same signature in another encoding."""
    scene, data = to_order()
    good = _sealed(scene, data)
    sig = unb64("".join(good["seal"]["signature"]))
    words = b64(sig[:32] + (int.from_bytes(sig[32:], "little") + L).to_bytes(32, "little"))
    return text(scene, to_text(changed(good, "seal.signature", [words[:43], words[43:]])))


@refused("seal/signature", "seal.signature")
def a_strangers_signature() -> Made:
    """A stranger signed, and named the key of the author."""
    scene, data = to_order()
    forged = sign(TURN, data, scene.seats[stranger(scene)].key)
    return text(scene, to_text(changed(forged, "seal.key", scene.match.player("a").key)))


@refused("seal/key", "seal.key")
def a_stranger() -> Made:
    """A stranger signed, under its own key."""
    scene, data = to_order()
    return signed(scene, data, stranger(scene))


@refused("seal/key", "key")
def a_weak_key() -> Made:
    """The key is the identity of the curve, under which one signature fits every message."""
    scene, data = to_challenge()
    identity = b"\x01" + bytes(31)
    data = changed(data, "charter.player.key", b64(identity))
    words = b64(identity + bytes(32))
    seal = {"key": b64(identity), "hash": b64(digest(TURN, data)), "signature": [words[:43], words[43:]]}
    return text(scene, to_text({**data, "seal": seal}), 0)


@refused("seal/key", "charter.player.key")
def not_the_signer() -> Made:
    """The charter names another key than the one that signs."""
    scene, data = to_challenge()
    return signed(scene, changed(data, "charter.player.key", scene.seats["b"].public), "a")


@refused("seal/author", "author")
def two_turns_running() -> Made:
    """Side a writes turn 5 as well, as its own."""
    scene, _ = to_roll()
    return signed(scene, {**head(scene), "author": "a"}, "a")


# -- charter ---------------------------------------------------------------------------------------------
@refused("charter/taken", "charter.player")
def a_second_answer() -> Made:
    """Another player answers a challenge that was answered already."""
    scene, data = to_answer()
    scene.step()
    scene.step()
    other = stranger(scene)
    return signed(scene, changed(data, "charter.player.key", scene.seats[other].public), other)


@refused("charter/echo", "charter.player.nonce")
def the_same_nonce() -> Made:
    """Side b shows the nonce of side a."""
    scene, data = to_answer()
    return signed(scene, changed(data, "charter.player.nonce", scene.match.player("a").nonce))


@refused("charter/echo", "charter.player.anchor")
def the_same_anchor() -> Made:
    """Side b shows the anchor of side a."""
    scene, data = to_answer()
    return signed(scene, changed(data, "charter.player.anchor", scene.match.player("a").anchor))


@refused("charter/echo", "charter.player.key")
def the_same_key() -> Made:
    """One key plays both sides, which turn 0 did not declare."""
    scene, data = to_answer()
    return signed(scene, changed(data, "charter.player.key", scene.match.player("a").key), "a")


@refused("charter/terms", "charter")
def other_terms() -> Made:
    """The answer brings options of its own."""
    scene, data = to_answer()
    return signed(scene, changed(data, "charter.options", {"rounds": 2}))


@refused("charter/terms", "charter.options.double_dice")
def an_unknown_option() -> Made:
    """The challenge has an option that the game does not know."""
    scene, data = to_challenge()
    return signed(scene, changed(data, "charter.options", {"double_dice": True}), "a")


# -- chain -----------------------------------------------------------------------------------------------
@refused("chain/match", "match")
def another_match() -> Made:
    """A turn of another match."""
    scene, data = to_order()
    return signed(scene, {**data, "match": b64(bytes(32))})


@refused("chain/number", "turn")
def a_gap() -> Made:
    """The number after the next."""
    scene, data = to_order()
    return signed(scene, {**data, "turn": 5})


@refused("chain/number", "turn")
def after_the_end() -> Made:
    """A turn after the end of the match."""
    scene = ended()
    return signed(scene, head(scene))


@refused("chain/number", "turn")
def a_draw_after_the_end() -> Made:
    """A turn after the end of the match that accepts a draw: only a takeback may follow."""
    scene = ended()
    other: Side = "b" if scene.match.to == "a" else "a"
    offer = scene.notice(other, {"kind": "draw"}).data
    return signed(scene, {**head(scene), "statements": [{"answer": "yes", "notice": offer}]})


@refused("chain/parent", "parent")
def an_abandoned_parent() -> Made:
    """The turn continues another version of turn 3 than the one in the chain."""
    scene, data = to_order()
    other = scene.sheet("b", {**bare(scene.files[3]), "message": ["no, wait"]}).hash
    return signed(scene, {**data, "parent": other})


@refused("chain/fork")
def two_versions() -> Made:
    """Side a signs a second version of a turn that was answered already."""
    scene, data = to_order()
    scene.step()
    scene.step()
    return signed(scene, {**data, "message": ["on second thoughts"]}, "a")


# -- statements ------------------------------------------------------------------------------------------
def _said(words: Data, answer: str, by: Side = "b", **change: Any) -> Made:
    scene, data = to_talk()
    asked = scene.notice(by, words, **change).data
    return signed(scene, {**data, "statements": [{"answer": answer, "notice": asked}]})


@refused("statement/illegal", "statements[0]")
def ones_own_request() -> Made:
    """Side a agrees to a takeback that it has asked for itself."""
    return _said({"kind": "takeback", "to": 3}, "yes", "a")


@refused("statement/illegal", "statements[0]")
def a_forged_offer() -> Made:
    """Side a accepts a draw that it has signed in the name of side b."""
    return _said({"kind": "draw"}, "yes", "a", author="b")


@refused("statement/illegal", "statements[0]")
def back_to_turn_1() -> Made:
    """A takeback to before turn 2."""
    return _said({"kind": "takeback", "to": 1}, "yes")


@refused("statement/illegal", "statements[0]")
def back_to_the_last_turn() -> Made:
    """A takeback to the newest turn, which would change nothing but the dice."""
    return _said({"kind": "takeback", "to": 5}, "yes")


@refused("statement/illegal", "statements[0]")
def an_old_request() -> Made:
    """The request is about an older turn."""
    return _said({"kind": "draw"}, "yes", head=read(to_talk()[0].files[4]).hash)


@refused("statement/illegal", "statements[0]")
def a_notice_that_asks_nothing() -> Made:
    """A resignation is answered."""
    return _said({"kind": "resign"}, "yes")


@refused("statement/illegal", "statements[1]")
def one_notice_twice() -> Made:
    """One request is declined and agreed to."""
    scene, data = to_talk()
    asked = scene.notice("b", {"kind": "takeback", "to": 3}).data
    rows = [{"answer": word, "notice": asked} for word in ("no", "yes")]
    return signed(scene, {**data, "statements": rows})


@refused("statement/illegal", "statements[0]")
def a_new_key_with_an_old_nonce() -> Made:
    """A rekey that side b has agreed to, but with the nonce that side a had before."""
    scene, data = to_talk()
    old, new = scene.match.player("a"), scene.seats[stranger(scene)]
    anchor = b64(new.secrets.share(0))
    words = {"kind": "rekey", "key": new.public, "nonce": old.nonce, "anchor": anchor}
    agreed = scene.notice("b", words).data
    return signed(scene, {**data, "statements": [{"answer": "noted", "notice": agreed}]}, "x")  # type: ignore[arg-type]


# -- shares and windows ----------------------------------------------------------------------------------
@refused("share/wrong", "chance.close")
def another_closing_share() -> Made:
    """The share that closes does not lead back to the one before."""
    scene, data = to_roll()
    return signed(scene, changed(data, "chance.close", b64(b"\x42" * 32)))


@refused("share/wrong", "chance.open")
def a_share_skipped() -> Made:
    """The share that opens is the next but one."""
    scene, data = to_order()
    return signed(scene, changed(data, "chance.open", share(scene, "a", scene.match.kmax + 2)))


@refused("share/missing", "chance.close")
def the_closing_one() -> Made:
    """The window of the other side is not closed."""
    scene, data = to_roll()
    return signed(scene, without(data, "chance.close"))


@refused("share/missing", "chance.open")
def the_opening_one() -> Made:
    """A decision comes without the share that opens a window."""
    scene, data = to_order()
    return signed(scene, without(data, "chance.open"))


@refused("window/order", "chance.open")
def opened_at_will() -> Made:
    """A file without any decision opens a window."""
    scene, data = to_open("b")
    return signed(scene, changed(data, "chance.open", share(scene, "a", 2)))


@refused("window/order", "chance.open")
def opened_by_laying() -> Made:
    """A file that only lays standing orders opens a window."""
    scene, data = to_open("b")
    data = {**data, "standing": {"orders": {"rules": [{"when": "never"}]}}}
    return signed(scene, changed(data, "chance.open", share(scene, "a", 2)))


@refused("window/order", "chance.close")
def closed_where_none_is_open() -> Made:
    """Turn 1 closes a window that does not exist."""
    scene, data = to_answer()
    return signed(scene, changed(data, "chance.close", share(scene, "b", 1)))


@refused("window/order", "chance")
def opened_in_the_challenge() -> Made:
    """Turn 0 opens a window."""
    scene, data = to_challenge()
    return signed(scene, {**data, "chance": {"open": share(scene, "a", 1)}}, "a")


# -- decisions -------------------------------------------------------------------------------------------
@refused("order/missing", "decisions")
def none_at_all() -> Made:
    """The file is to bring orders and brings none."""
    scene, data = to_order()
    return signed(scene, without(without(data, "decisions"), "chance.open"))


@refused("order/missing", "decisions[0].kind")
def of_another_kind() -> Made:
    """Orders are asked for, a deployment is given."""
    scene, data = to_order()
    return signed(scene, changed(data, "decisions.0.kind", "deploy"))


@refused("order/extra", "decisions[1]")
def one_too_many() -> Made:
    """A second decision that nothing asks for."""
    scene, data = to_order()
    return signed(scene, changed(data, "decisions.1", {"kind": "orders", "orders": [{"end": True}]}))


@refused("order/extra", "decisions[0]")
def in_the_challenge() -> Made:
    """Turn 0 brings orders."""
    scene, data = to_challenge()
    return signed(scene, {**data, "decisions": [{"kind": "orders", "orders": [{"end": True}]}]}, "a")


@refused("order/extra", "decisions[1]")
def an_answer_that_standing_orders_give() -> Made:
    """Side b answers an attack although standing orders have answered it."""
    scene = fathom_hit("always", sealed=False)
    use = {"kind": "defend", "orders": [{"use": ["ancient_hide"]}]}
    return signed(scene, changed(scene.draft().data, "decisions.1", use))


def _ordered(*orders: Order) -> Made:
    scene, data = to_order()
    return signed(scene, changed(data, "decisions.0.orders", plain(orders)))


@refused("order/illegal", "decisions[0].orders")
def empty_orders() -> Made:
    """A decision without any order."""
    return _ordered()


@refused("order/illegal", "decisions[0].orders[0].unit")
def the_others_unit() -> Made:
    """A unit of the other side is ordered."""
    return _ordered(hold("B1"), END)


@refused("order/illegal", "decisions[0].orders[0].move")
def a_step_too_far() -> Made:
    """A move of four zones where three are possible."""
    return _ordered(move("A1", 6, 7, 8, 12), END)


@refused("order/illegal", "decisions[0].orders[2]")
def behind_the_end() -> Made:
    """An order behind the end of the turn, which is to stand last."""
    return _ordered(hold("A1"), END, hold("A2"))


@refused("order/illegal", "decisions[0].orders[0].else[0]")
def a_pause_in_an_alternative() -> Made:
    """An alternative has a pause of its own."""
    return _ordered(hold("A1", else_=(move("A1", 6, pause=True),)), END)


@refused("order/illegal", "decisions[0].orders[0]")
def a_field_of_its_own() -> Made:
    """An order has a field that the game does not know."""
    scene, data = to_order()
    return signed(scene, changed(data, "decisions.0.orders.0.strength", 9))


@refused("order/illegal", "decisions[0]")
def sealed_orders() -> Made:
    """Orders that have to be in clear are sealed."""
    scene, data = to_order()
    secrets = scene.seats["a"].secrets
    seal = plain(secrets.seal("orders", secrets.salt(4, unb64(scene.match.head), 0), {"orders": []}))
    return signed(scene, changed(data, "decisions.0", {"kind": "orders", "seal": seal}))


@refused("order/illegal", "decisions[0]")
def a_sealed_choice_in_clear() -> Made:
    """A deployment that has to be sealed is in clear."""
    scene, data = to_seal()
    orders = [{"unit": unit, "zone": 5} for unit in ("A1", "A2")]
    return signed(scene, changed(data, "decisions.0", {"kind": "deploy", "orders": orders}))


@refused("order/illegal", "standing.orders.rules[0].when")
def standing_orders_that_the_game_does_not_know() -> Made:
    """Standing orders with a word that means nothing."""
    scene, data = to_order()
    return signed(scene, {**data, "standing": {"orders": {"rules": [{"when": "perhaps"}]}}})


@refused("order/illegal", "standing")
def standing_orders_in_clear_and_sealed() -> Made:
    """Standing orders in clear, and the seal of others."""
    scene, data = to_order()
    laid = scene.draft(lay=Lay(orders={"rules": []}, sealed=True)).data["standing"]
    return signed(scene, {**data, "standing": {**laid, "orders": {"rules": []}}})


# -- armies and sealed choices ---------------------------------------------------------------------------
@refused("army/illegal", "charter.player.army.unit")
def over_the_points() -> Made:
    """Side b answers with an army that costs too much."""
    scene, data = to_answer()
    army = brood(*[("crusher_hulks", 2)] * 4)
    return signed(scene, changed(data, "charter.player.army", army))


@refused("army/illegal", "openings[0].value.unit")
def over_the_points_under_seal() -> Made:
    """Side a had sealed an army that costs too much."""
    army = brood(*[("crusher_hulks", 2)] * 4)
    scene, data = to_challenge()
    secrets = scene.seats["a"].secrets
    seal = plain(secrets.seal("army", secrets.army_salt(), army))
    scene = Sealing(changed(data, "charter.player.seal", seal))
    scene.step()
    opening = {"what": "army", "salt": b64(secrets.army_salt()), "value": army}
    return signed(scene, {**head(scene), "openings": [opening]})


class Sealing(Skirmish):
    """A skirmish in which side a sends this challenge."""

    def __init__(self, data: Data) -> None:
        self.challenge = data
        super().__init__()

    def send(self, side: Side, data: Data, kind: str = TURN) -> Any:
        return super().send(side, data if self.files else self.challenge, kind)


@refused("army/illegal", "charter.player")
def in_clear_where_it_has_to_be_sealed() -> Made:
    """Side a shows its army in turn 0."""
    scene, data = to_challenge()
    return signed(scene, changed(without(data, "charter.player.seal"), "charter.player.army", STALKERS), "a")


@refused("army/missing", "charter.player")
def sealed_in_the_answer() -> Made:
    """Side b seals its army, which it has to show."""
    scene, data = to_answer()
    secrets = scene.seats["b"].secrets
    seal = plain(secrets.seal("army", secrets.army_salt(), FATHOM))
    return signed(scene, changed(without(data, "charter.player.army"), "charter.player.seal", seal))


@refused("army/missing", "openings")
def not_opened() -> Made:
    """Turn 2 does not open the army of side a."""
    scene, data = to_open()
    return signed(scene, without(data, "openings"))


@refused("army/wrong", "openings[0].value")
def another_army() -> Made:
    """Turn 2 opens another army than was sealed."""
    scene, data = to_open()
    return signed(scene, changed(data, "openings.0.value.unit.0.models", 2))


@refused("army/wrong", "openings[0].salt")
def no_salt() -> Made:
    """The salt is a text that no 32 bytes encode to."""
    scene, data = to_open()
    return signed(scene, changed(data, "openings.0.salt", "A" * 42 + "B"))


@refused("sealed/missing", "openings")
def a_deployment_withheld() -> Made:
    """Side a does not open its deployment."""
    scene, data = to_unseal()
    return signed(scene, without(data, "openings"))


@refused("sealed/missing", "openings[0].what")
def something_else_opened() -> Made:
    """Side a opens its army once more, where its deployment is owed."""
    scene, data = to_unseal()
    return signed(scene, changed(data, "openings.0", item(bare(scene.files[2]), "openings.0")))


@refused("sealed/wrong", "openings[0].value")
def another_deployment() -> Made:
    """Side a opens another deployment than it sealed."""
    scene, data = to_unseal()
    return signed(scene, changed(data, "openings.0.value.orders.0.zone", 1))


@refused("order/illegal", "openings[0].value.orders[0].zone")
def an_illegal_deployment_under_seal() -> Made:
    """Side a had sealed a deployment in a zone of the other side."""
    scene, data = to_seal()
    secrets = scene.seats["a"].secrets
    salt = secrets.salt(2, unb64(scene.match.head), 0)
    value = {"orders": [{"unit": unit, "zone": 8} for unit in ("A1", "A2")]}
    assert b64(sealing_hash("deploy", salt, value)) == secrets.seal("deploy", salt, value).hash
    data = changed(data, "decisions.0.seal", plain(secrets.seal("deploy", salt, value)))
    scene.take(msgspec.structs.replace(scene.draft(), data=data))
    scene.step()
    opening = {"what": "deploy", "salt": b64(salt), "value": value}
    return signed(scene, {**head(scene), "openings": [opening]})


@refused("opening/extra", "openings[1]")
def opened_twice() -> Made:
    """Side a opens its deployment a second time."""
    scene, data = to_unseal()
    return signed(scene, changed(data, "openings.1", item(data, "openings.0")))


@refused("opening/extra", "openings[0]")
def opened_unasked() -> Made:
    """Side a opens an army in turn 4."""
    scene, data = to_order()
    return signed(scene, {**data, "openings": [item(bare(scene.files[2]), "openings.0")]})


# -- standing orders -------------------------------------------------------------------------------------
@refused("standing/missing", "openings")
def withheld() -> Made:
    """Side b does not open its standing orders, and decides instead."""
    scene, data = to_open_standing()
    mine = {"kind": "defend", "orders": [{"hold": True}]}
    return signed(scene, {**without(data, "openings"), "decisions": [mine, *data["decisions"]]})


@refused("standing/wrong", "openings[0].value")
def others() -> Made:
    """Side b opens other standing orders than it sealed."""
    scene, data = to_open_standing()
    return signed(scene, changed(data, "openings.0.value.rules.0.when", "never"))


@refused("standing/wrong", "openings[0].value")
def another_salt() -> Made:
    """Side b opens its standing orders with another salt."""
    scene, data = to_open_standing()
    return signed(scene, changed(data, "openings.0.salt", b64(b"\x07" * 32)))


@refused("standing/extra", "openings[0]")
def not_asked_for() -> Made:
    """Side b opens its standing orders where nothing needs them."""
    scene, _ = to_open_standing()
    opening = item(scene.draft().data, "openings.0")
    scene.step()
    scene.step()
    return signed(scene, {**scene.draft().data, "openings": [opening]})


# -- consequences ----------------------------------------------------------------------------------------
@refused("rolls/differ", "rolls[0].faces[0]")
def a_better_face() -> Made:
    """Another face than was rolled."""
    scene, data = to_roll()
    face = item(data, "rolls.0.faces.0")
    return signed(scene, changed(data, "rolls.0.faces.0", 6 if face < 6 else 1))


@refused("rolls/differ", "rolls[1]")
def a_roll_left_out() -> Made:
    """The second roll is missing."""
    scene, data = to_roll()
    return signed(scene, without(data, "rolls.1"))


@refused("rolls/differ", "rolls[0].why")
def another_purpose() -> Made:
    """The purpose of a roll is another."""
    scene, data = to_roll()
    return signed(scene, changed(data, "rolls.0.why", "A2 attacks B2"))


@refused("state/differs", "units.A1.wounds")
def a_wound() -> Made:
    """A wound that nobody dealt."""
    scene, data = to_roll()
    return signed(scene, changed(data, "state.units.A1.wounds", 3))


@refused("state/differs", "referee.queue.orders[1].attack")
def the_queue() -> Made:
    """An order in the queue is another than was signed."""
    scene, data = to_order()
    return signed(scene, changed(data, "state.referee.queue.orders.1.attack", "B2"))


@refused("state/differs", "hash")
def the_hash_of_the_state() -> Made:
    """The table of the state is right, its hash is not."""
    scene, data = to_roll()
    return signed(scene, changed(data, "state.hash", "A" * 43))


@refused("next/differs", "next.want")
def another_want() -> Made:
    """The file says that something else is owed."""
    scene, data = to_order()
    return signed(scene, changed(data, "next.want", "orders"))


@refused("next/differs", "next.side")
def over_already() -> Made:
    """The file says that the match is over."""
    scene, data = to_roll()
    return signed(scene, {**data, "next": {"side": "", "want": "nothing"}})


@refused("cards/extra", "cards[0]")
def in_a_game_without_cards() -> Made:
    """Card work in a game that has no cards."""
    scene, data = to_order()
    return signed(scene, {**data, "cards": [{"op": "shuffle"}]})
