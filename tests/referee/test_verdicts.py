"""Same bytes, same verdict: on both sides, file by file or from the beginning, on any machine."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples.toy import RULESET as FORD
from pbem.errors import TurnRejected
from pbem.referee.advance import Hand, Lay, advance
from pbem.referee.fold import begin, fold, match_setup
from pbem.referee.report import chapter
from pbem.referee.tape import convert_orders
from pbem.turnfile.seal import TURN, sign, to_text
from tests.kit.duel import Duel, read, refold
from tests.kit.whole import CONFIGS, played, whole

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", CONFIGS)
def test_from_turn_0_or_file_by_file_it_is_the_same_match(name: str) -> None:
    for seed in range(2):
        duel = played(name, seed)
        assert duel.seats["a"].match == duel.seats["b"].match == refold(FORD, duel.files)


@pytest.mark.parametrize("name", ["everything", "everything, takebacks"])
def test_a_third_person_sees_every_position_and_every_event(name: str) -> None:
    duel = played(name, 0)
    folded = begin(read(duel.files[0]), FORD)
    setup = match_setup(folded.match.charter, FORD)
    assert folded == duel.folded[0]
    for text, known in zip(duel.files[1:], duel.folded[1:], strict=True):
        folded = fold(folded.match, FORD, setup, read(text))
        assert folded == known


def fingerprint(duel: Duel) -> str:
    """Files and story of a match, to the byte."""
    digest = hashlib.sha256()
    for text, folded in zip(duel.files, duel.folded, strict=True):
        digest.update(text.encode())
        digest.update(repr([line.text for line in chapter(duel.rules, folded).lines]).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("name", ["everything", "everything, takebacks", "sealed deployment", "pauses"])
def test_the_same_answers_give_the_same_bytes(name: str) -> None:
    again = whole(name, 0)
    again.play()
    assert again.files == played(name, 0).files
    assert fingerprint(again) == fingerprint(played(name, 0))


def test_a_file_that_is_made_again_is_the_same_to_the_byte() -> None:
    """Files of a match, written anew from the match before and the decisions in them."""
    duel = played("everything", 1)
    made = 0
    for number in range(2, len(duel.files)):
        before, text = duel.folded[number - 1].match, duel.files[number]
        turn = read(text).turn
        laid = turn.standing
        if (laid is not None and laid.seal is not None) or any(d.seal is not None for d in turn.decisions):
            continue  # what was sealed is not in the file
        orders = [convert_orders(list(d.orders), FORD, "", number) for d in turn.decisions]
        hand = Hand(
            secrets=duel.seats[before.to].secrets,
            writer="pbem test",
            decisions=tuple(orders),
            lay=Lay(orders=laid.orders or {}, sealed=False) if laid is not None else None,
        )
        data = advance(before, FORD, duel.setup, hand).data
        assert to_text(sign(TURN, data, duel.seats[before.to].key)) == text
        made += 1
    assert made > 20


def test_whatever_the_hash_seed() -> None:
    code = (
        "from tests.kit.whole import whole\n"
        "from tests.referee.test_verdicts import fingerprint\n"
        "duel = whole('everything, takebacks', 4)\n"
        "duel.play()\n"
        "print(fingerprint(duel))\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "4711")
    ]
    mine = whole("everything, takebacks", 4)
    mine.play()
    assert found == [fingerprint(mine)] * 3


def test_comments_line_ends_and_layout_do_not_change_a_verdict() -> None:
    duel = played("everything", 0)
    match = begin(read(duel.files[0]), FORD).match
    for number, text in enumerate(duel.files[1:12], 1):
        mangled = text.replace("\n", "\r\n") if number % 2 else text.replace("\n[", "\n\n# hello\n[")
        match = fold(match, FORD, duel.setup, read(mangled)).match
    assert match == duel.folded[11].match


def test_a_file_fits_one_position_only() -> None:
    """No file of a match can be read at any other place of it."""
    duel = played("one activation a turn", 0)
    sheets = [read(text) for text in duel.files]
    for folded in duel.folded:
        for sheet in sheets:
            if sheet.turn.turn != folded.match.turn:
                with pytest.raises(TurnRejected) as caught:
                    fold(folded.match, FORD, duel.setup, sheet)
                assert caught.value.code == "chain/number"
