"""The opening of a match and choices made under seal (P2, and *Unseal* in P3.3)."""

from typing import Any

import pytest

from pbem.chance.shares import Secrets, sealing_hash
from pbem.errors import TurnRejected
from pbem.referee.advance import Hand, Lay, advance
from pbem.referee.fold import fold
from pbem.referee.match import held, over, owed_by, want
from pbem.ruleset import Decide, Roll, Unseal
from pbem.turnfile.canon import b64, plain, unb64
from pbem.turnfile.model import Turn
from tests.kit.duel import Duel, read, refold
from tests.kit.scene import ARCHERS, END, Scene, attack, begun
from tests.kit.whole import whole


def turn(duel: Duel, number: int) -> Turn:
    return read(duel.files[number]).turn


# -- turns 0, 1, 2 ---------------------------------------------------------------------------------------
def test_turn_0_is_a_challenge_with_a_sealed_army() -> None:
    scene = Scene(sealed_army=True)
    challenge = turn(scene, 0)
    assert (challenge.match, challenge.parent, challenge.author) == (None, None, "a")
    assert challenge.charter is not None
    player = challenge.charter.player
    assert player.army is None
    assert player.seal is not None
    assert "bows" not in scene.files[0]
    assert challenge.state["referee"] == {"kmax": 0}
    assert challenge.next is not None
    assert (challenge.next.side, challenge.next.want) == ("b", "answer")
    assert (scene.match.stage, scene.want, scene.match.to) == ("answer", None, "b")
    assert over(scene.match, scene.rules) is None
    assert owed_by(scene.match, scene.rules) == "b"


def test_turn_1_brings_b_in_clear_and_opens_window_1() -> None:
    scene = Scene(sealed_army=True)
    scene.step()
    answer = turn(scene, 1)
    assert answer.charter is not None
    assert answer.charter.player.army == ARCHERS
    assert answer.charter.player.seal is None
    assert answer.chance.open is not None
    assert (scene.match.kmax, scene.match.stage) == (1, "opening")
    assert scene.want == Unseal("a", "army")
    assert answer.next is not None
    assert (answer.next.side, answer.next.want) == ("a", "open army")


def test_turn_2_closes_opens_the_army_and_rolls_off() -> None:
    scene = Scene(sealed_army=True)
    scene.step()
    folded = scene.step()
    opening = turn(scene, 2)
    assert opening.chance.close is not None
    assert [(o.what, o.value) for o in opening.openings] == [("army", ARCHERS)]
    seal = turn(scene, 0).charter.player.seal  # type: ignore[union-attr]
    assert seal is not None
    assert b64(sealing_hash("army", unb64(opening.openings[0].salt), ARCHERS)) == seal.hash
    assert folded.rolls[0].rolled.why == "roll-off: Blue, Red"
    assert {booked.rolled.window for booked in folded.rolls} == {1}
    assert scene.match.player("a").army == ARCHERS
    assert scene.match.player("a").seal is None


def test_turn_2_is_pure_duty_where_b_moves_first() -> None:
    scene = begun(sealed_army=True)
    assert turn(scene, 2).decisions == ()
    assert turn(scene, 2).chance.open is None


def test_turn_2_holds_the_decisions_of_a_where_a_moves_first() -> None:
    scene = next(s for s in (begun("a", sealed_army=True),))
    scene.step()
    assert [d.kind for d in turn(scene, 2).decisions] == ["orders"]
    assert scene.match.kmax == 2


def test_an_open_army_needs_no_opening() -> None:
    scene = Scene(sealed_army=False)
    scene.step()
    assert turn(scene, 0).charter.player.army == ARCHERS  # type: ignore[union-attr]
    assert scene.match.stage == "play"
    assert isinstance(scene.want, Roll)
    scene.step()
    assert turn(scene, 2).openings == ()


# -- sealed choice ---------------------------------------------------------------------------------------
def test_a_sealed_choice_the_first_asked_seals_the_other_answers_in_clear_the_first_opens() -> None:
    """b won the roll-off: a deploys first, under seal; b in clear; then a opens, which is a duty."""
    scene = begun("b", deploy="sealed")
    seals, answers = turn(scene, 2), None
    assert [(d.kind, d.orders) for d in seals.decisions] == [("deploy", ())]
    assert seals.decisions[0].seal is not None
    assert seals.chance.open is not None  # a decision like any other
    assert all(man.place == 0 for man in scene.state.soldiers)
    assert [(side, what) for side, what, _ in scene.match.sealed] == [("a", "deploy")]
    assert scene.want == Decide("b", "deploy")

    scene.step()
    answers = turn(scene, 3)
    assert answers.decisions[0].kind == "deploy"
    assert len(answers.decisions[0].orders) == 7
    assert scene.want == Unseal("a", "deploy")
    assert all(man.place == 0 for man in scene.state.soldiers if man.side == "a")

    scene.step()
    opens = turn(scene, 4)
    assert opens.decisions == ()
    assert opens.chance.open is None
    (opening,) = opens.openings
    value = {"orders": [{"unit": f"A{n}", "place": 4} for n in range(1, 8)]}
    assert (opening.what, opening.value) == ("deploy", value)
    assert b64(sealing_hash("deploy", unb64(opening.salt), value)) == seals.decisions[0].seal.hash
    assert all(man.place for man in scene.state.soldiers)
    assert scene.match.sealed == ()


def test_only_its_author_can_read_what_he_sealed() -> None:
    scene = begun("b", deploy="sealed")
    sealing = held(scene.match.sealed, "a", "deploy").sealing
    assert scene.seats["a"].secrets.unseal(sealing)["orders"][0] == {"unit": "A1", "place": 4}
    with pytest.raises(ValueError, match="not made with this key"):
        scene.seats["b"].secrets.unseal(sealing)


def test_after_a_lost_disk_key_and_files_are_enough_to_go_on() -> None:
    """A new program with nothing but the identity key and the turn files writes the very same file."""
    scene = begun("b", deploy="sealed", sealed_army=True)
    scene.step()
    draft = scene.draft()
    assert draft.data["openings"]
    seat = scene.seats["a"]
    restored = refold(scene.rules, scene.files)
    nonce = unb64(restored.player("a").nonce)
    secrets = Secrets(seat.key.private_bytes_raw(), nonce)
    again = advance(restored, scene.rules, scene.setup, Hand(secrets=secrets, writer="pbem test"))
    assert again.data == draft.data


@pytest.mark.parametrize("seed", range(3))
def test_every_seal_of_a_match_has_a_salt_of_its_own(seed: int) -> None:
    duel = whole("reactions: own standing orders", seed)
    duel.play()
    hashes: list[str] = []
    for text in duel.files:
        sheet = read(text).turn
        hashes += [d.seal.hash for d in sheet.decisions if d.seal is not None]
        hashes += [sheet.standing.seal.hash] if sheet.standing and sheet.standing.seal else []
    assert len(hashes) > 5
    assert len(dict.fromkeys(hashes)) == len(hashes)  # many seal the same orders again


def test_two_seals_in_one_file_are_numbered() -> None:
    """A sealed deployment and sealed standing orders of the same file have different salts."""
    scene = next(_sealing())
    draft = scene.draft(lay=Lay(orders={"pre": "yes"}, sealed=True))
    folded = scene.take(draft)
    match = folded.match
    first = held(match.sealed, "a", "deploy")
    second = match.in_force[0]
    assert second is not None
    assert second.held is not None
    assert (first.number, second.held.number) == (0, 1)
    assert (first.turn, first.parent) == (second.held.turn, second.held.parent)
    scene.until(lambda s: s.match.turn > 5)
    assert refold(scene.rules, scene.files) == scene.match


def _sealing() -> Any:
    """Before turn 2, in which a closes window 1 and, having lost the roll-off, seals its deployment."""
    for seed in range(50):
        scene = Scene(str(seed), deploy="sealed")
        scene.step()
        if "decisions" in scene.draft().data and want(scene.draft().after, scene.rules) == Decide(
            "b", "deploy"
        ):
            yield scene


# -- and what a reader makes of a bad one (the cheats have a suite of their own) --------------------------
def test_what_was_sealed_is_judged_when_it_is_opened() -> None:
    """An illegal deployment can be sealed, but not opened: it stops the match in its author's file."""
    scene = next(_sealing())
    match, seat = scene.match, scene.seats["a"]
    draft = scene.draft()
    value = {"orders": [{"unit": f"A{n}", "place": 3} for n in range(1, 8)]}  # Red's bank
    salt = seat.secrets.salt(match.turn, unb64(match.head), 0)
    bad = plain(seat.secrets.seal("deploy", salt, value))
    data = {**draft.data, "decisions": [{"kind": "deploy", "seal": bad}]}
    after = fold(match, scene.rules, scene.setup, scene.sheet("a", data)).match
    for other in scene.seats.values():
        other.match = after
    scene.step()
    opened = scene.match
    file = {**_duty(scene), "openings": [{"what": "deploy", "salt": b64(salt), "value": value}]}
    sheet = scene.sheet("a", file)
    with pytest.raises(TurnRejected) as caught:
        fold(opened, scene.rules, scene.setup, sheet)
    assert (caught.value.code, caught.value.path) == (
        "order/illegal",
        "openings[0].value.orders[0].place",
    )


def _duty(scene: Scene) -> dict[str, Any]:
    """The head of a's next file with the share that it owes."""
    match = scene.match
    assert match.window is not None
    return {
        "format": "pbem/1",
        "match": match.id,
        "turn": match.turn,
        "author": "a",
        "parent": match.head,
        "game": match.game,
        "rules": match.rules,
        "writer": "pbem test",
        "chance": {"close": b64(scene.seats["a"].secrets.share(match.window.k))},
    }


def test_dice_of_turn_1_are_unknown_to_b_who_opens_window_1() -> None:
    """b's army is fixed in the file that opens window 1: a's share is published only in turn 2."""
    scene = begun().say("b", attack("B2", "A2"), END)
    assert turn(scene, 1).chance.close is None
    assert turn(scene, 0).chance.open is None
    assert turn(scene, 2).chance.close is not None
