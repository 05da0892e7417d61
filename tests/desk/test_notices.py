"""Statements and notices between two desks (protocol section P6)."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.chance.shares import Secrets
from pbem.desk import clerk, forks, judging, matchfolder, notices
from pbem.errors import Refused, TurnRejected
from pbem.referee import match as m
from pbem.referee.advance import Hand, NeedsDecision, advance
from pbem.referee.books import keep
from pbem.referee.fold import fold
from pbem.turnfile.canon import unb64
from pbem.turnfile.model import Statement
from pbem.turnfile.seal import TURN, sign, to_text
from tests.cheats.with_keys import at_desks, consented
from tests.kit.desks import Pair, Player


def pair_at(tmp_path: Path, toy: Any, turns: int, seed: str = "notices") -> tuple[Pair, Player, Player]:
    """A match after that many further turns: (pair, who waits, who is to move)."""
    pair = Pair(tmp_path, toy, seed, {"deploy": "none", "rounds": 9, "kill": 6}).open().play(turns)
    mover = pair.to
    return pair, pair["a" if mover.side == "b" else "b"], mover


def answer(pair: Pair, player: Player, *, yes: bool) -> clerk.Written:
    """The next turn of a player, with an answer to the offer that lies before him."""
    table = matchfolder.load(player.folder, full=True)
    (offer,) = notices.offers(table, player.side)
    statements = (notices.answered(offer, yes=yes),)
    plan = clerk.prepare(
        player.desk, player.identity, table, pair.decide(player, table), statements=statements
    )
    assert isinstance(plan, clerk.Plan)
    written, _ = clerk.commit(player.desk, player.identity, plan)
    pair.mail(written.path, pair["a" if player.side == "b" else "b"])
    return written


def test_a_draw_that_is_accepted_ends_the_match(tmp_path: Path, with_toy: Any) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, 5)
    path, match = notices.offer_draw(waiting.desk, waiting.identity, waiting.table(), "enough?")
    assert m.over(match, with_toy) is None
    shutil.copy(path, mover.folder)
    answer(pair, mover, yes=True)
    for player in pair.players.values():
        outcome = m.over(player.table().match, with_toy)
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == ("", "a draw was agreed")


def test_a_draw_that_is_declined_or_ignored_lapses(tmp_path: Path, with_toy: Any) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, 5)
    path, _ = notices.offer_draw(waiting.desk, waiting.identity, waiting.table())
    shutil.copy(path, mover.folder)
    answer(pair, mover, yes=False)
    assert not pair.over
    pair.turn()
    assert notices.offers(pair.to.table(), pair.to.side) == []  # it was about an older turn
    pair.play()
    assert pair.over


def test_a_takeback_goes_back_with_fresh_dice_and_keeps_the_history(tmp_path: Path, with_toy: Any) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, 8)
    full = matchfolder.load(waiting.folder, full=True)
    to = full.match.turn - 4
    before = full.chapters[to].match.state
    path, _ = notices.ask_takeback(waiting.desk, waiting.identity, full, to, "I mistyped")
    shutil.copy(path, mover.folder)
    windows = full.match.kmax
    written = answer(pair, mover, yes=True)
    table = matchfolder.load(mover.folder, full=True)
    assert table.match.turn == full.match.turn + 1  # nothing is deleted: the consent is one more file
    assert table.match.kmax == windows + 1  # a fresh window
    assert table.match.window is not None and table.match.window.opener == mover.side
    told = table.chapters[-1].entries[0]
    assert isinstance(told.event, m.Spoken)
    assert [past.turn for past in table.match.past][-2:] == [to, full.match.turn]  # what was undone is gone
    assert table.match.past[-2].state == before
    assert "statements" in written.path.read_text()
    books = keep(table.sheets, table.chapters)
    assert all(roll.blind for roll in books.rolls if roll.turn > written.match.turn)
    pair.play()
    assert pair.over
    assert judging.judge([waiting.folder]).refusal is None


@pytest.mark.parametrize(
    ("to", "word"), [(0, "opens the match"), (1, "opens the match"), (99, "is not before the last one")]
)
def test_a_takeback_to_nowhere_is_refused_before_it_is_signed(
    tmp_path: Path, with_toy: Any, to: int, word: str
) -> None:
    _, waiting, _ = pair_at(tmp_path, with_toy, 5)
    full = matchfolder.load(waiting.folder, full=True)
    with pytest.raises(Refused, match=word):
        notices.ask_takeback(waiting.desk, waiting.identity, full, to)


def test_offers_are_made_while_the_other_side_is_to_move(tmp_path: Path, with_toy: Any) -> None:
    _, _, mover = pair_at(tmp_path, with_toy, 5)
    with pytest.raises(Refused, match="your move now"):
        notices.offer_draw(mover.desk, mover.identity, mover.table())


def test_a_claim_needs_agreed_days_and_a_late_turn(tmp_path: Path, with_toy: Any) -> None:
    _, waiting, _ = pair_at(tmp_path, with_toy, 5)
    table = waiting.table()
    with pytest.raises(Refused, match="no days were agreed"):
        notices.claim(waiting.desk, waiting.identity, table)
    charter = msgspec.structs.replace(table.match.charter, days=7)
    table.match = msgspec.structs.replace(table.match, charter=charter)
    with pytest.raises(Refused, match="0 days old; 7 days are agreed"):
        notices.claim(waiting.desk, waiting.identity, table)
    waiting.desk.today = lambda: "2026-05-20"
    path, match = notices.claim(waiting.desk, waiting.identity, table, "no answer since")
    assert "claim" in path.name
    assert m.over(match, with_toy) is None
    (sheet,) = waiting.table().notices
    said = f"claims that turn {match.turn} is late on 2026-05-20: no answer since"
    assert notices.in_words(sheet).endswith(said)


def test_a_notice_with_a_changed_word_is_refused(tmp_path: Path, with_toy: Any) -> None:
    _, waiting, mover = pair_at(tmp_path, with_toy, 5)
    path, _ = notices.offer_draw(waiting.desk, waiting.identity, waiting.table())
    changed = mover.folder / "draw.toml"
    changed.write_text(path.read_text().replace('kind = "draw"', 'kind = "resign"'))
    table = mover.table()  # anybody can throw such a file in: it is left out, and named
    assert table.match.result is None
    assert table.notices == ()
    assert "draw.toml is left out (seal/hash)" in table.notes[0]
    with pytest.raises(TurnRejected) as caught:
        clerk.open_table(mover.desk, changed)
    assert caught.value.code == "seal/hash"


# -- a lost key --------------------------------------------------------------------------------


def lost(player: Player, tmp_path: Path) -> Player:
    """The same person with a new home and a new key, and the folder of the match."""
    again = Player(tmp_path / "again", player.side, "a new life")
    again.folder = player.folder
    return again


@pytest.mark.parametrize("turns", [6, 7])
def test_a_new_key_with_consent_while_the_other_is_to_move(tmp_path: Path, with_toy: Any, turns: int) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, turns, "rekey")
    new = lost(waiting, tmp_path)
    path, _ = notices.ask_new_key(new.desk, new.identity, new.table(), new.side, "my disk died")
    shutil.copy(path, mover.folder)
    window = mover.table().match.kmax
    answer(pair, mover, yes=True)
    pair.players[new.side] = new
    match = mover.table().match
    assert match.player(new.side).key == new.identity.public
    assert match.kmax == window + 1
    pair.play()
    assert pair.over
    case = judging.judge([mover.folder])
    assert case.refusal is None
    assert all(roll.blind for roll in keep(case.table.sheets, case.table.chapters).rolls)


@pytest.mark.parametrize("turns", [6, 7])
def test_a_new_key_with_consent_while_its_owner_is_to_move(tmp_path: Path, with_toy: Any, turns: int) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, turns, "rekey too")
    new = lost(mover, tmp_path)
    with pytest.raises(Refused, match="neither side"):
        pair.plan(new)
    path, _ = notices.ask_new_key(new.desk, new.identity, new.table(), new.side)
    shutil.copy(path, waiting.folder)
    (request,) = notices.new_keys(waiting.table(), waiting.side)
    assert "asks to go on with a new key" in notices.in_words(request)
    consent, _ = notices.agree_to_key(waiting.desk, waiting.identity, waiting.table(), request)
    shutil.copy(consent, new.folder / "consent.toml")
    written, _ = clerk.commit(new.desk, new.identity, pair.plan(new))
    pair.players[new.side] = new
    pair.mail(written.path, waiting)
    assert waiting.table().match.player(new.side).key == new.identity.public
    with pytest.raises(Refused, match="neither side"):
        clerk.prepare(mover.desk, mover.identity, waiting.table(), pair.decide(mover, waiting.table()))
    pair.play()
    assert pair.over
    assert judging.judge([waiting.folder]).refusal is None


def test_nobody_takes_a_side_without_consent(tmp_path: Path, with_toy: Any) -> None:
    pair, waiting, mover = pair_at(tmp_path, with_toy, 6, "thief")
    thief = lost(mover, tmp_path)
    table = thief.table()
    path, _ = notices.ask_new_key(thief.desk, thief.identity, table, thief.side)
    # He takes in his own request, as if it were the other side's consent.
    own = thief.table().notices[0]
    secrets = Secrets(thief.identity.seed, unb64(own.notice.statement.nonce or ""))
    stolen = (Statement(answer="noted", notice=own.data),)
    decisions: list[Any] = []
    while True:
        hand = Hand(secrets=secrets, writer="thief", statements=stolen, decisions=tuple(decisions))
        try:
            data = advance(table.match, table.rules, table.setup, hand).data
            break
        except NeedsDecision as need:
            decisions.append(pair.decide(thief, table)(need.want, need.state, need.known))
    sheet = clerk.checked_sheet(sign(TURN, data, thief.identity.key))
    with pytest.raises(TurnRejected) as caught:
        fold(table.match, table.rules, table.setup, sheet)
    assert caught.value.code == "seal/key"
    assert path.exists()
    assert waiting.table().match.player(thief.side).key == mover.identity.public


def test_a_sealed_choice_that_cannot_be_opened_bars_a_new_key(tmp_path: Path, with_toy: Any) -> None:
    pair = Pair(tmp_path, with_toy, "sealed", {"deploy": "sealed"}).open().play(1)
    sealer = next(p for p in pair.players.values() if pair["a"].table().match.sealed[0][0] == p.side)
    new = lost(sealer, tmp_path)
    with pytest.raises(Refused, match="was not opened"):
        notices.ask_new_key(new.desk, new.identity, new.table(), new.side)


def test_a_made_up_key_is_refused_on_a_new_computer_too(tmp_path: Path, with_toy: Any) -> None:
    """The key beside the files says which side is mine, without any record of the match."""
    pair, cheater, victim = at_desks(tmp_path)
    written = consented(pair, cheater)
    (victim.home.root / "matches.json").unlink()
    shutil.rmtree(victim.home.root / "snapshots", ignore_errors=True)
    shutil.copy(written.path, victim.folder)
    with pytest.raises(TurnRejected, match="never asked for"):
        victim.table()


def test_an_illegal_second_version_is_nothing_to_agree_on(tmp_path: Path, with_toy: Any) -> None:
    pair, victim, cheater = pair_at(tmp_path, with_toy, 5)
    victim = pair["a" if cheater.side == "b" else "b"]
    plan = pair.plan(cheater)
    written = pair.turn()
    bad = {**plan.draft.data, "state": {**plan.draft.data["state"], "hash": "A" * 43}}
    second = tmp_path / "second.toml"
    second.write_text(to_text(sign(TURN, bad, cheater.identity.key)), "utf-8")
    with pytest.raises(TurnRejected):
        clerk.open_table(victim.desk, second)
    rival = victim.table().rival
    assert rival is not None
    with pytest.raises(Refused, match="breaks the rules"):
        forks.agree(victim.home, victim.folder, second)
    table = forks.agree(victim.home, victim.folder, victim.folder / written.path.name)
    assert table.rival is None
