"""Hidden hands at the desk: what each sees, what a lost disk leaves, hands opened at the end."""

import shutil
from pathlib import Path

import pytest

from pbem.desk import clerk, judging, matchfolder, notices
from pbem.errors import Refused, TurnRejected
from pbem.games.zoids import RULESET as ZOIDS
from pbem.referee.statements import hear
from tests.kit.desks import Pair, Player

SHORT = {"turn_limit": 6}


def hand_of(player: Player) -> dict[int, str]:
    return dict(clerk.known_to(player.identity, player.table().match, player.side))


def test_my_hand_is_found_again_from_key_and_turn_files(tmp_path: Path) -> None:
    pair = Pair(tmp_path, ZOIDS, "lost hand", SHORT).open().play(4)
    player = pair["a"]
    before = hand_of(player)
    assert before
    key = player.home.key_file.read_bytes()
    shutil.rmtree(player.home.root)
    player.home.root.mkdir()
    player.home.key_file.write_bytes(key)
    assert hand_of(player) == before
    slots = set(player.table().match.state.hands[0])
    assert set(before) <= slots
    assert not set(before) & set(hand_of(pair["b"]))


def test_hands_are_opened_after_the_match_and_not_before(tmp_path: Path) -> None:
    pair = Pair(tmp_path, ZOIDS, "open hands", SHORT).open().play(3)
    a, b = pair["a"], pair["b"]
    with pytest.raises(Refused, match="after the match"):
        notices.open_hands(a.desk, a.identity, a.table())
    pair.play()
    assert pair.over
    path, _ = notices.open_hands(a.desk, a.identity, a.table())
    shutil.copy(path, b.folder)
    seen = notices.hands(b.table())
    assert set(seen) == {"a"}
    table = b.table()
    held = table.match.state.hands[0]
    assert set(held) <= set(seen["a"])  # every card that a still held, and all that it ever saw
    assert hand_of(a).items() <= seen["a"].items()
    case = judging.judge([b.folder])
    assert case.refusal is None
    other, _ = notices.open_hands(b.desk, b.identity, b.table())
    shutil.copy(other, a.folder)
    assert set(notices.hands(a.table())) == {"a", "b"}


def test_scalars_of_another_deck_are_refused(tmp_path: Path) -> None:
    pair = Pair(tmp_path, ZOIDS, "false hands", SHORT).open().play()
    a, b = pair["a"], pair["b"]
    path, _ = notices.open_hands(a.desk, a.identity, a.table())
    words = clerk.checked_sheet(matchfolder.sheets_of(path.read_bytes())[0].data).notice.statement
    lie = {"kind": "open_hands", "scalars": [words.scalars[0][:-2] + "AA", *words.scalars[1:]]}
    path.unlink()
    lying, _ = notices._write(a.desk, a.identity, a.table(), lie, "")
    with pytest.raises(TurnRejected) as caught:
        hear(b.table().match, pair.rules, matchfolder.sheets_of(lying.read_bytes())[0])
    assert caught.value.code == "cards/reveal"
    shutil.copy(lying, b.folder)
    case = judging.judge([b.folder])
    assert case.refusal is None  # the match is as good as it was: the lie is left out, and named
    assert case.table.notices == ()
    assert [note for note in case.table.notes if "left out (cards/reveal)" in note]
    assert notices.hands(b.table()) == {}


def test_a_game_without_cards_has_nothing_to_open(tmp_path: Path, with_toy: object) -> None:
    pair = Pair(tmp_path, with_toy).open().play(2)
    with pytest.raises(Refused, match="no cards"):
        notices.open_hands(pair["a"].desk, pair["a"].identity, pair["a"].table())


def test_hands_may_be_opened_after_a_resignation(tmp_path: Path) -> None:
    """Whatever the files are called: what ends the match is heard first."""
    pair = Pair(tmp_path, ZOIDS, "resigned", SHORT).open().play(6)
    a, b = pair["a"], pair["b"]
    resigned, _ = notices.resign(a.desk, a.identity, a.table())
    shutil.copy(resigned, b.folder)
    opened, _ = notices.open_hands(a.desk, a.identity, a.table())
    assert opened.name < resigned.name
    shutil.copy(opened, b.folder)
    assert set(notices.hands(b.table())) == {"a"}
    case = judging.judge([b.folder])
    assert (case.refusal, case.table.notes) == (None, ())
