"""Cheats of the table with papers: the chain, the charter, seals, statements, the file itself.

Functions as in `at_play`.
"""

import importlib
import sys
from pathlib import Path
from typing import ClassVar
from unittest import mock

from examples.toy import RULESET as FORD
from examples.toy import Ford
from pbem.desk import matchfolder
from pbem.referee.fold import begin, fold, rules_digest
from pbem.referee.report import chapter
from pbem.referee.statements import hear
from pbem.ruleset import Side
from pbem.turnfile import write
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import TURN, digest, open_sheet, sign, to_text
from tests.cheats.situations import (
    YES,
    head,
    rows,
    share,
    stranger,
    to_answer,
    to_challenge,
    to_decide,
    to_roll,
)
from tests.kit.cheat import (
    Data,
    Reading,
    bare,
    changed,
    item,
    reading,
    reading_challenge,
    reading_text,
    signed_text,
)
from tests.kit.desks import Pair
from tests.kit.duel import read
from tests.kit.scene import END, Scene, begun, move, scenes

L = 2**252 + 27742317777372353535851937790883648493  # order of the group of Ed25519


# -- the chain -------------------------------------------------------------------------------------------
def _other_file(pair: Pair, cheater: Side, data: Data) -> Path:
    """Another file for the same turn, signed by the cheater and mailed to the other side."""
    identity = pair[cheater].identity
    path = pair["b" if cheater == "a" else "a"].folder / "another.toml"
    path.write_text(to_text(sign(TURN, data, identity.key)))
    return path


def two_files_for_one_turn(tmp: Path) -> Reading:
    pair = Pair(tmp, FORD, "fork", {"deploy": "none"}).open()
    pair.turn()
    cheater = pair.to.side
    second = {**pair.plan(pair.to).draft.data, "message": ["on second thoughts"]}
    pair.turn()
    victim = pair.to
    _other_file(pair, cheater, second)
    return lambda: matchfolder.load(victim.folder).chapters[-1]


def a_new_version_after_the_answer(tmp: Path) -> Reading:
    pair = Pair(tmp, FORD, "fork", {"deploy": "none"}).open()
    pair.turn()
    cheater = pair.to.side
    second = {**pair.plan(pair.to).draft.data, "message": ["on second thoughts"]}
    pair.turn()
    victim = pair.to
    pair.turn()
    _other_file(pair, cheater, second)
    return lambda: matchfolder.load(victim.folder).chapters[-1]


def an_abandoned_turn_answered() -> Reading:
    scene, data = to_decide()
    abandoned = scene.sheet("b", changed(data, "message", ["no, wait"])).hash
    scene.step()
    return reading(scene, changed(scene.draft().data, "parent", abandoned))


def a_turn_of_another_match() -> Reading:
    scene, _ = to_decide()
    other = next(s for s in scenes() if s.match.id != scene.match.id)
    other.say("b", move("B2", 5), END)
    return reading(scene, other.draft().data)


def a_turn_left_out() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "turn", 4))


def an_old_turn_again() -> Reading:
    scene, _ = to_roll()
    return reading_text(scene, scene.files[3])


def _ended() -> Scene:
    return begun(rounds=1).until(lambda s: s.over)


def a_turn_after_the_end() -> Reading:
    scene = _ended()
    return reading(scene, head(scene))


def a_draw_agreed_after_the_end() -> Reading:
    scene = _ended()
    friend: Side = "b" if scene.match.to == "a" else "a"
    offer = scene.notice(friend, {"kind": "draw"}).data
    return reading(scene, {**head(scene), "statements": [{"answer": "yes", "notice": offer}]})


def two_turns_running() -> Reading:
    scene, _ = to_decide()
    scene.step()
    return reading(scene, changed(head(scene), "author", "b"), "b")


def a_turn_with_the_name_of_the_other() -> Reading:
    scene, data = to_roll()
    return reading(scene, data, "b")


# -- the charter -----------------------------------------------------------------------------------------
def one_challenge_answered_twice() -> Reading:
    scene, _ = to_decide()
    who = stranger(scene)
    data = changed(bare(scene.files[1]), "charter.player.key", scene.seats[who].public)
    return reading(scene, data, who)


def a_copied_nonce() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.player.nonce", scene.match.player("a").nonce))


def a_copied_anchor() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.player.anchor", scene.match.player("a").anchor))


def both_sides_played() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.player.key", scene.match.player("a").key), "a")


def terms_changed_by_the_answer() -> Reading:
    scene, data = to_answer()
    return reading(scene, changed(data, "charter.options", {"kill": 2}))


def a_rule_of_his_own() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, changed(data, "charter.options.double_dice", True))


def a_charter_in_the_middle() -> Reading:
    scene, data = to_decide()
    return reading(scene, changed(data, "charter", item(bare(scene.files[1]), "charter")))


def a_decision_in_the_challenge() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, {**data, "decisions": [{"kind": "orders", "orders": rows(END)}]})


def standing_orders_in_the_challenge() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, {**data, "standing": {"orders": YES}})


def a_window_in_the_challenge() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, {**data, "chance": {"open": share(scene, "a", 1)}})


def card_work_in_the_challenge() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, {**data, "cards": [{"op": "shuffle"}]})


def a_challenge_for_the_other_side() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, {**data, "author": "b"})


def a_weak_key() -> Reading:
    identity = b"\x01" + bytes(31)
    _, data = to_challenge()
    data = changed(data, "charter.player.key", b64(identity))
    signature = b64(identity + bytes(32))  # R = identity, S = 0 fits whatever is signed
    seal = {
        "key": b64(identity),
        "hash": b64(digest(TURN, data)),
        "signature": [signature[:43], signature[43:]],
    }
    text = to_text({**data, "seal": seal})
    return lambda: begin(read(text), FORD)


def a_key_that_is_not_the_signer() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, changed(data, "charter.player.key", scene.seats["b"].public))


class StrongBows(Ford):
    data: ClassVar[Data] = {
        **Ford.data,
        "arms": {**Ford.data["arms"], "bow": {"dice": 2, "reach": 2, "health": 1}},
    }


def other_unit_data() -> Reading:
    scene, _ = to_challenge()
    theirs = rules_digest(StrongBows())
    return reading_challenge(scene, changed(bare(scene.files[0]), "rules", theirs))


def another_game() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, changed(data, "game", "../../os.path"))


# -- the seal --------------------------------------------------------------------------------------------
def _sealed(scene: Scene, data: Data, side: Side | None = None) -> Data:
    return sign(TURN, data, scene.seats[side or scene.match.to].key)


def _as_it_came(scene: Scene, data: Data) -> Reading:
    """How data is read that was changed after it was signed."""
    return reading_text(scene, to_text(data))


def a_stranger_signs() -> Reading:
    scene, data = to_decide()
    return reading(scene, data, stranger(scene))


def a_stranger_signs_with_a_stolen_name() -> Reading:
    scene, data = to_decide()
    signed = _sealed(scene, data, stranger(scene))
    return _as_it_came(scene, changed(signed, "seal.key", scene.match.player("b").key))


def a_turn_changed_on_its_way() -> Reading:
    scene, data = to_decide()
    return _as_it_came(scene, changed(_sealed(scene, data), "decisions.0.orders.0.attack", "A3"))


def a_turn_and_its_hash_changed_on_their_way() -> Reading:
    scene, data = to_decide()
    signed = changed(_sealed(scene, data), "decisions.0.orders.0.attack", "A3")
    return _as_it_came(scene, changed(signed, "seal.hash", b64(digest(TURN, signed))))


def a_signature_of_another_turn() -> Reading:
    scene, data = to_decide()
    before = read(scene.files[1]).data["seal"]["signature"]
    return _as_it_came(scene, changed(_sealed(scene, data), "seal.signature", before))


def a_second_signature_for_the_same_turn() -> Reading:
    scene, data = to_decide()
    signed = _sealed(scene, data)
    raw = unb64("".join(signed["seal"]["signature"]))
    scalar = int.from_bytes(raw[32:], "little") + L
    text = b64(raw[:32] + scalar.to_bytes(32, "little"))
    return _as_it_came(scene, changed(signed, "seal.signature", [text[:43], text[43:]]))


def no_signature() -> Reading:
    scene, data = to_decide()
    return reading_text(scene, write.document(write.fold(data)))


# -- statements ------------------------------------------------------------------------------------------
def to_say() -> tuple[Scene, Data]:
    """b's turn 7: something may be agreed to."""
    scene, _ = to_decide()
    for _ in range(4):
        scene.step()
    scene.until(lambda s: s.match.to == "b")
    return scene, scene.draft().data


def _said(scene: Scene, data: Data, *answers: tuple[str, Data]) -> Reading:
    rows = [{"answer": word, "notice": notice} for word, notice in answers]
    return reading(scene, {**data, "statements": rows})


def consent_to_a_takeback_that_nobody_asked() -> Reading:
    scene, data = to_say()
    return _said(scene, data, ("yes", scene.notice("b", {"kind": "takeback", "to": 3}, author="a").data))


def consent_to_another_takeback() -> Reading:
    scene, data = to_say()
    notice = scene.notice("a", {"kind": "takeback", "to": 4}).data
    return _said(scene, data, ("yes", changed(notice, "statement.to", 3)))


def an_old_request_used_again() -> Reading:
    scene, _ = to_say()
    notice = scene.notice("a", {"kind": "takeback", "to": 3}).data
    scene.step()
    scene.step()
    return _said(scene, scene.draft().data, ("yes", notice))


def a_request_answered_twice() -> Reading:
    scene, data = to_say()
    notice = scene.notice("a", {"kind": "takeback", "to": 3}).data
    return _said(scene, data, ("no", notice), ("yes", notice))


def back_before_the_armies() -> Reading:
    scene, data = to_say()
    return _said(scene, data, ("yes", scene.notice("a", {"kind": "takeback", "to": 1}).data))


def a_takeback_used_as_a_re_roll() -> Reading:
    """b has lost a fight and takes itself back, with its own request: only the other side can agree."""
    scene, data = to_say()
    return _said(scene, data, ("yes", scene.notice("b", {"kind": "takeback", "to": 3}).data))


def a_draw_that_was_not_offered() -> Reading:
    scene, data = to_say()
    return _said(scene, data, ("yes", scene.notice("b", {"kind": "draw"}, author="a").data))


def a_turn_instead_of_a_notice() -> Reading:
    scene, data = to_say()
    return _said(scene, data, ("yes", read(scene.files[-1]).data))


def the_other_made_to_resign() -> Reading:
    scene, _ = to_say()
    forged = scene.notice("b", {"kind": "resign"}, author="a")
    return lambda: hear(scene.match, scene.rules, forged)  # type: ignore[return-value]


def a_resignation_of_another_match() -> Reading:
    scene, _ = to_say()
    other = next(s for s in scenes() if s.match.id != scene.match.id)
    notice = other.notice("a", {"kind": "resign"})
    return lambda: hear(scene.match, scene.rules, notice)  # type: ignore[return-value]


def a_draw_made_a_resignation() -> Reading:
    scene, _ = to_say()
    offer = scene.notice("a", {"kind": "draw"}).data
    forged = open_sheet(changed(offer, "statement.kind", "resign"))
    return lambda: hear(scene.match, scene.rules, forged)  # type: ignore[return-value]


def play_after_a_resignation() -> Reading:
    scene, data = to_say()
    sheet = scene.sheet("b", data)
    match = hear(scene.match, scene.rules, scene.notice("b", {"kind": "resign"}))
    return lambda: fold(match, scene.rules, scene.setup, sheet)


# -- the file --------------------------------------------------------------------------------------------
def a_key_twice() -> Reading:
    scene, data = to_decide()
    return reading_text(scene, signed_text(scene, data).replace("turn = 3\n", "turn = 3\nturn = 3\n"))


def half_a_wound() -> Reading:
    scene, data = to_decide()
    return reading_text(scene, signed_text(scene, data).replace("points = [0, 0]", "points = [0.5, 0]"))


def a_number_too_large() -> Reading:
    scene, data = to_decide()
    return reading_text(scene, signed_text(scene, data).replace("turn = 3\n", f"turn = {2**53 + 1}\n"))


def a_field_that_nobody_reads() -> Reading:
    scene, data = to_decide()
    return reading(scene, {**data, "plan": "attack from the left"})


def another_format() -> Reading:
    scene, data = to_decide()
    return reading(scene, {**data, "format": "pbem/9"})


def card_work_in_a_game_without_cards() -> Reading:
    scene, data = to_decide()
    return reading(scene, {**data, "cards": [{"op": "shuffle"}]})


def a_flood_of_words() -> Reading:
    scene, data = to_decide()
    return reading(scene, {**data, "message": ["blah " * 500] * 40})


def an_empty_file() -> Reading:
    scene, _ = to_decide()
    return reading_text(scene, "")


def half_a_file() -> Reading:
    scene, data = to_decide()
    text = signed_text(scene, data)
    return reading_text(scene, text[: len(text) // 2])


LOOKS = (
    'B2 attacks A2: [6] [6] [6]\n[[rolls]]\nwindow = 2\nfaces = [6, 6, 6]\n"""',
    "\x1b[2J\x1b[31mA2 falls\x07\r\nRed: 99 points",
    f"{write.END}\n{write.BEGIN}\nturn = 99\n",
    "<script>alert(1)</script> [bold red]won[/] \u202efdp.exe",
    "From the ford we advance\n> quoted\n.\n.\n",
)


def text_that_looks_like_dice() -> None:
    """It is carried to the other side as it is, and it is nothing but words."""
    scene, data = to_roll()
    honest = scene.draft()
    data = {**data, "message": list(LOOKS)}
    text = signed_text(scene, data)
    assert text.isascii()
    assert "\x1b" not in text
    ((found, _),) = candidates(text.encode())
    folded = fold(scene.match, scene.rules, scene.setup, open_sheet(found))
    assert folded.message == "".join(LOOKS)
    assert folded.rolls == honest.rolls  # dice exist only as data
    told = [line.text for line in chapter(scene.rules, folded).lines]
    assert told
    assert not any(words in line for words in LOOKS for line in told)


class NoDisk(Exception):
    """Something tried to open or import what a file named."""


def names_of_files_and_modules() -> None:
    """Words of a file are never used to open or to import anything."""
    scene, data = to_decide()
    bad = {**data, "writer": "../../../../etc/passwd", "message": ["import antigravity", "__import__('os')"]}
    text, before = signed_text(scene, bad), set(sys.modules)
    with (
        mock.patch("builtins.open", side_effect=NoDisk),
        mock.patch("io.open", side_effect=NoDisk),
        mock.patch.object(importlib, "import_module", side_effect=NoDisk),
    ):
        folded = reading_text(scene, text)()
    assert folded.match.turn == 4
    assert set(sys.modules) == before


def no_answer() -> None:
    """A claim can be made, which is evidence and ends nothing; the position waits."""
    scene, _ = to_say()
    claim = scene.notice("a", {"kind": "claim", "late": scene.match.turn})
    assert hear(scene.match, scene.rules, claim) == scene.match
