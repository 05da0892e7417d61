"""A whole match between two desks, and what may go wrong at a desk."""

import base64
import getpass
import json
import os
import shutil
import socket
import sys
from pathlib import Path

import pytest

from pbem.desk import clerk, files, matchfolder, notices
from pbem.errors import BUG, CHAIN, USAGE, Refused, TurnRejected
from pbem.referee import match as m
from pbem.referee.advance import Lay
from pbem.turnfile.seal import TURN, sign, to_text
from tests.kit.desks import Pair, Player

ALL = {"pre": 60, "post": 60, "own": 40, "mid": 20, "hidden": 20, "initiative": 60}


def texts(player: Player) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(player.folder.glob("turn??.toml"))}


@pytest.mark.parametrize("options", [{}, ALL, {**ALL, "deploy": "open", "kill": 3}])
def test_a_whole_match_between_two_desks(
    tmp_path: Path, with_toy: object, options: dict[str, object]
) -> None:
    pair = Pair(tmp_path, with_toy, "whole", options).open().play()
    assert pair.over
    assert texts(pair["a"]) == texts(pair["b"])
    full, quick = matchfolder.load(pair["a"].folder, full=True), pair["b"].table()
    assert full.match.state == quick.match.state
    assert full.chain == quick.chain
    assert m.over(full.match, pair.rules) == m.over(quick.match, pair.rules)


def test_the_same_answers_give_the_same_bytes(tmp_path: Path, with_toy: object) -> None:
    first = Pair(tmp_path / "1", with_toy, "same", ALL).open().play(12)
    second = Pair(tmp_path / "2", with_toy, "same", ALL).open().play(12)
    assert texts(first["a"]) == texts(second["a"])


def test_every_incremental_position_is_the_one_from_turn_0(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy, "steps", ALL).open()
    while not pair.over and len(pair.sent) < 14:
        pair.turn()
        for player in pair.players.values():
            quick, full = player.table().match, matchfolder.load(player.folder, full=True).match
            assert quick.state == full.state and quick.window == full.window
            assert quick.queue == full.queue and quick.in_force == full.in_force


def test_running_again_gives_the_same_file(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(3)
    player = pair.to
    written = pair.turn(mail=False)
    first = written.path.read_bytes()
    written.path.unlink()  # the run was cut off between the journal and the folder
    table = player.table()
    text = clerk.signed_before(player.desk, table)
    assert text is not None
    again, _ = clerk.finish(player.desk, table, text)
    assert again.path.read_bytes() == first
    assert again.again


def test_a_signed_turn_is_not_signed_twice_by_accident(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy, "twice").open().play(2)
    player = pair.to
    plan = pair.plan(player)
    first, _ = clerk.commit(player.desk, player.identity, plan)
    text = first.path.read_bytes()
    first.path.unlink()
    other = clerk.prepare(
        player.desk, player.identity, player.table(), pair.decide(player, player.table()), message="x"
    )
    assert isinstance(other, clerk.Plan)
    again, _ = clerk.commit(player.desk, player.identity, other)
    assert again.path.read_bytes() == text
    assert again.again


def test_redo_replaces_a_turn_that_was_not_answered(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy, "redo").open().play(4)
    player = pair.to
    written = pair.turn(mail=False)
    before = written.path.read_bytes()
    table = clerk.withdraw(player.desk, player.identity, player.table())
    plan = clerk.prepare(player.desk, player.identity, table, pair.decide(player, table), message="better")
    assert isinstance(plan, clerk.Plan)
    again, _ = clerk.commit(player.desk, player.identity, plan, redo=True)
    assert again.path == written.path
    assert again.path.read_bytes() != before
    pair.mail(again.path, pair["b" if player.side == "a" else "a"])
    pair.turn()
    with pytest.raises(Refused, match="no unanswered turn"):
        clerk.withdraw(player.desk, player.identity, player.table())


def test_it_is_not_my_move(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    waiting = pair["a" if pair.to.side == "b" else "b"]
    with pytest.raises(clerk.NotYours, match="move"):
        pair.plan(waiting)


def test_a_lost_folder_is_rebuilt_from_turn_files_and_key(tmp_path: Path, with_toy: object) -> None:
    """Sealed army, sealed deployment and sealed standing orders included: nothing else is needed."""
    pair = Pair(tmp_path, with_toy, "lost", {**ALL, "deploy": "sealed"}).open()
    for _ in range(5):
        player = pair.to
        table = player.table()
        lay = Lay(orders={"pre": "cancel", "own": "yes", "post": "no"}, sealed=True)
        plan = clerk.prepare(player.desk, player.identity, table, pair.decide(player, table), lay=lay)
        assert isinstance(plan, clerk.Plan)
        written, _ = clerk.commit(player.desk, player.identity, plan)
        pair.mail(written.path, pair["b" if player.side == "a" else "a"])
    key = pair["a"].home.key_file.read_bytes()
    shutil.rmtree(pair["a"].home.root)
    shutil.rmtree(pair["a"].folder)
    shutil.copytree(pair["b"].folder, pair["a"].folder)
    pair["a"].home.root.mkdir()
    pair["a"].home.key_file.write_bytes(key)
    if pair.to.side == "b":
        pair.turn()
    plan = pair.plan(pair["a"])
    assert plan.warnings and "sent" in plan.warnings[0]
    assert plan.draft.data["resumed"] is True
    pair.play()
    assert pair.over
    assert texts(pair["a"]) == texts(pair["b"])


def test_an_army_sealed_on_a_lost_disk_is_opened_from_its_box(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open()
    shutil.rmtree(pair["a"].home.root / "journal")
    shutil.rmtree(pair["a"].home.root / "snapshots", ignore_errors=True)
    plan = pair.plan(pair["a"])
    assert plan.draft.data["openings"][0]["what"] == "army"


def test_nothing_private_is_in_any_turn_file(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy, "private", ALL).open().play()
    private = {str(tmp_path), socket.gethostname(), os.path.expanduser("~"), getpass.getuser()}  # noqa: PTH111
    private = {word for word in private if len(word) > 4}  # shorter ones stand in base64 by chance
    for player in pair.players.values():
        secrets = {player.identity.seed, player.secret("key")}
        encodings = {
            f(s) for s in secrets for f in (bytes.hex, lambda b: base64.urlsafe_b64encode(b).decode()[:42])
        }
        for name, text in texts(player).items():
            for word in private | encodings:
                assert word not in text, (name, word)
            assert "@" not in text


def test_a_file_from_elsewhere_is_copied_under_its_proper_name(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(3)
    receiver = pair["a" if pair.to.side == "b" else "b"]
    written = pair.turn(mail=False)
    downloads = tmp_path / "Downloads"
    downloads.mkdir()
    odd = downloads / "turn05 (1).toml"
    body = (
        "Dear friend,\r\n\r\nmy turn:\r\n\r\n"
        + written.path.read_text().replace("\n", "\r\n")
        + "\r\nbest wishes"
    )
    odd.write_bytes(body.encode())
    table, notes = clerk.open_table(receiver.desk, odd)
    assert (
        table.path(table.match.turn - 1).read_text().splitlines()[3:]
        == written.path.read_text().splitlines()[3:]
        or notes
    )
    assert any("was copied to" in note for note in notes)
    assert receiver.table().match.head == table.match.head
    again, notes = clerk.open_table(receiver.desk, odd)
    assert not any("copied" in note for note in notes)
    assert again.match.head == table.match.head


def test_two_versions_of_a_turn_are_a_fork_and_both_are_kept(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy, "fork").open().play(3)
    cheater = pair.to
    receiver = pair["a" if cheater.side == "b" else "b"]
    plan = pair.plan(cheater)
    written = pair.turn()
    second = to_text(sign(TURN, {**plan.draft.data, "message": ["another one"]}, cheater.identity.key))
    other = tmp_path / "second.toml"
    other.write_text(second)
    with pytest.raises(TurnRejected) as caught:
        clerk.open_table(receiver.desk, other)
    assert caught.value.code == "chain/fork"
    kept = list((receiver.folder / "forks").glob("*.toml"))
    assert [path.read_text().count("another one") for path in kept] == [1]
    shutil.copy(other, receiver.folder / "copy.toml")
    with pytest.raises(TurnRejected) as caught:
        matchfolder.load(receiver.folder, full=True)
    assert caught.value.code == "chain/fork"
    assert written.path.exists()


def test_a_missing_turn_is_named(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(5)
    (pair["a"].folder / "turn04.toml").unlink()
    with pytest.raises(TurnRejected) as caught:
        matchfolder.load(pair["a"].folder, full=True)
    assert caught.value.code == "chain/number"
    assert "turn 4 is missing" in caught.value.message


def test_a_file_of_another_match(tmp_path: Path, with_toy: object) -> None:
    one = Pair(tmp_path / "1", with_toy, "one").open().play(4)
    two = Pair(tmp_path / "2", with_toy, "two").open().play(5)
    shutil.copy(two.sent[2], one["a"].folder / "old.toml")
    assert ["old.toml" in note for note in one["a"].table().notes] == [True]
    shutil.copy(two.sent[-1], one["a"].folder / "turn06.toml")
    with pytest.raises(TurnRejected) as caught:
        matchfolder.load(one["a"].folder, full=True)
    assert caught.value.code == "chain/match"


def test_a_damaged_file_is_named_and_the_rest_stands(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(3)
    good = pair["a"].table().match.head
    (pair["a"].folder / "turn05.toml").write_text("")
    with pytest.raises(TurnRejected, match=r"turn05.toml") as caught:
        pair["a"].table()
    assert caught.value.code == "file/size"
    (pair["a"].folder / "turn05.toml").unlink()
    assert pair["a"].table().match.head == good


def test_other_toml_files_are_nobodys_business(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open()
    (pair["a"].folder / "army.toml").write_text("[[unit]]\nline = 'x'\n")
    (pair["a"].folder / "notes.toml").write_text("not toml at all [[[")
    assert pair["a"].table().match.turn == 2


def test_resigning_ends_the_match_for_both(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(4)
    player = pair["a"]
    path, match = notices.resign(player.desk, player.identity, player.table(), "well played")
    outcome = m.over(match, pair.rules)
    assert outcome is not None and outcome.winner == "b"
    table, notes = clerk.open_table(pair["b"].desk, path)
    assert m.over(table.match, pair.rules) == outcome
    assert any("resign" in note for note in notes)
    assert m.over(pair["b"].table().match, pair.rules) == outcome
    with pytest.raises(Refused, match="over"):
        notices.resign(pair["b"].desk, pair["b"].identity, pair["b"].table())
    with pytest.raises(Refused, match="over"):
        pair.plan(pair["b"])


def test_two_runs_at_once(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    player = pair.to
    plan = pair.plan(player)
    with (
        files.lock(player.home.lock_file(plan.table.match.id)),
        pytest.raises(Refused, match="another run") as caught,
    ):
        clerk.commit(player.desk, player.identity, plan)
    assert caught.value.status == USAGE
    assert clerk.commit(player.desk, player.identity, plan)[0].path.exists()


def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, with_toy: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    player = pair.to
    plan = pair.plan(player)
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(Refused, match="disk is full"):
            clerk.commit(player.desk, player.identity, plan)
    after = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and "locks" not in p.parts}
    assert after == {p: t for p, t in before.items() if "locks" not in p.parts}
    assert clerk.commit(player.desk, player.identity, plan)[0].path.exists()


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="POSIX rights")
def test_a_read_only_folder(tmp_path: Path, with_toy: object, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    player = pair.to
    plan = pair.plan(player)
    import tempfile

    made = tempfile.mkstemp

    def locked(
        *args: object, **more: object
    ) -> object:  # root may write anywhere, so the refusal is injected
        if str(more.get("dir")) == str(player.folder):
            raise PermissionError(13, "Permission denied")
        return made(*args, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", locked)
        with pytest.raises(Refused, match="cannot write"):
            clerk.commit(player.desk, player.identity, plan)
    table = player.table()
    text = clerk.signed_before(player.desk, table)
    assert text is not None  # it was signed, so the next run brings the same file
    assert clerk.finish(player.desk, table, text)[0].path.read_text() == text


def test_snapshots_are_not_trusted_when_a_file_changes(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(6)
    player = pair["a"]
    player.table()
    path = player.folder / "turn03.toml"
    path.write_text(path.read_text().replace('writer = "pbem', 'writer = "PBEM'))
    with pytest.raises(TurnRejected) as caught:
        player.table()
    assert caught.value.code == "seal/hash"


def test_a_spoiled_snapshot_or_index_is_no_harm(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(4)
    player = pair["a"]
    expected = player.table().match.state
    for path in (player.home.root / "snapshots").rglob("*.json"):
        path.write_text(path.read_text()[:-40])
    assert player.table().match.state == expected
    (player.home.root / "matches.json").write_text("{")
    assert player.table().match.state == expected


def test_a_turn_that_fails_its_own_gate_is_never_written(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    player = pair.to
    plan = pair.plan(player)
    plan.draft.data["state"]["referee"]["kmax"] += 1
    with pytest.raises(Refused) as caught:
        clerk.commit(player.desk, player.identity, plan)
    assert caught.value.status == BUG
    assert not plan.table.path(plan.table.match.turn).exists()
    assert clerk.signed_before(player.desk, player.table()) is None


def test_an_onlooker_plays_no_side(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    stranger = Player(tmp_path / "s", "a", "stranger")
    with pytest.raises(Refused, match="neither side") as caught:
        clerk.prepare(stranger.desk, stranger.identity, pair["a"].table(), lambda want, state, known: None)
    assert caught.value.status == CHAIN


def test_the_index_finds_the_folder(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open()
    index = json.loads((pair["a"].home.root / "matches.json").read_text())
    assert [facts["folder"] for facts in index.values()] == [str(pair["a"].folder.resolve())]
    assert [facts["title"] for facts in index.values()] == ["mill-creek"]
