"""Killed at any instant: at every open, write, rename and link of `new`, `join` and `orders`.

A child process is ended without any farewell at the n-th step that touches the disk, for every n until
the command survives; at a flush to the disk the file is cut in half first.  Afterwards the folder must
verify, and the next run must finish the job: with the same bytes if anything had been signed.
"""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk import clerk, judging, opening
from tests.kit.desks import Pair

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the injection forks the test process")
STEPS = ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.chmod", "tempfile.mkstemp")
DEAD = 77


def killed_at(number: int, work: Callable[[], Any]) -> bool:
    """Run `work` in a child that dies at its n-th step; whether it died."""
    child = os.fork()
    if child:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in {0, DEAD}, status
        return status == DEAD
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        if count == number:
            os._exit(DEAD)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in STEPS:
            return
        if event == "open" and not (
            isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        ):
            return  # reading changes nothing
        step()

    flush = os.fsync

    def cut(handle: int) -> None:
        if count + 1 == number:
            os.ftruncate(handle, os.fstat(handle).st_size // 2)
        step()
        flush(handle)

    try:
        sys.addaudithook(hook)
        os.fsync = cut  # type: ignore[assignment]
        work()
    except BaseException:  # noqa: BLE001  # the child must never return into pytest
        os._exit(1)
    os._exit(0)


def sweep(root: Path, base: Path, work: Callable[[Path], Any], after: Callable[[Path], None]) -> int:
    """Kill `work` at every step, each time on a fresh copy of `base`; the number of kills."""
    number = 1
    while True:
        copy = root / f"run{number}"
        shutil.copytree(base, copy)
        died = killed_at(number, lambda copy=copy: work(copy))
        after(copy)
        shutil.rmtree(copy)
        if not died:
            return number - 1
        number += 1
        assert number < 500


def whole(folder: Path) -> None:
    """Every turn file is whole or not there."""
    for path in folder.rglob("turn??.toml"):
        assert path.read_text().rstrip().endswith("# -----END PBEM TURN-----"), path
    if (folder / "turn00.toml").exists():
        case = judging.judge([folder])
        assert case.refusal is None
        assert not case.forks


@pytest.mark.parametrize("turns", [2, 3, 4, 5])
def test_orders_killed_at_every_step(tmp_path: Path, with_toy: Any, turns: int) -> None:
    options = {"pre": 50, "post": 50, "mid": 30}
    base = tmp_path / "base"
    Pair(base, with_toy, "crash", options).open().play(turns - 2)
    reference = tmp_path / "reference"
    shutil.copytree(base, reference)
    expected = Pair(reference, with_toy, "crash", options).turn().path.read_bytes()

    def work(root: Path) -> None:
        Pair(root, with_toy, "crash", options).turn(mail=False)

    def after(root: Path) -> None:
        pair = Pair(root, with_toy, "crash", options)
        for player in pair.players.values():
            whole(player.folder)
        player = pair["b" if turns % 2 else "a"]
        if player.table().match.turn == turns:  # not written: the next run finishes the job
            table = player.table()
            text = clerk.signed_before(player.desk, table)
            written = clerk.finish(player.desk, table, text)[0] if text else pair.turn(mail=False)
            assert written.path.read_bytes() == expected
        assert player.folder.joinpath(f"turn{turns:02d}.toml").read_bytes() == expected
        assert [p.name for p in player.folder.glob("turn*.toml")].count(f"turn{turns:02d}.toml") == 1

    assert sweep(tmp_path, base, work, after) > 10


def test_another_answer_after_a_crash_is_not_signed(tmp_path: Path, with_toy: Any) -> None:
    """What was signed stays: a run with other orders after the crash gives the file of the first run."""
    base = tmp_path / "base"
    Pair(base, with_toy, "first").open().play(2)
    signed: dict[str, bytes] = {}

    def work(root: Path) -> None:
        Pair(root, with_toy, "first").turn(mail=False)

    def after(root: Path) -> None:
        pair = Pair(root, with_toy, "first")
        player = pair["a"]
        table = player.table()
        if table.match.turn != 4:
            return
        text = clerk.signed_before(player.desk, table)
        decide = pair.decide(player, table)
        plan = clerk.prepare(player.desk, player.identity, table, decide, message="other")
        assert isinstance(plan, clerk.Plan)
        written, _ = clerk.commit(player.desk, player.identity, plan)
        assert ("other" in written.path.read_text()) == (text is None)
        signed.setdefault("yes" if text else "no", written.path.read_bytes())

    sweep(tmp_path, base, work, after)
    assert signed.keys() == {"yes", "no"}


def test_new_killed_at_every_step(tmp_path: Path, with_toy: Any) -> None:
    base = tmp_path / "base"
    Pair(base, with_toy, "new")
    setup, _ = with_toy.setup({}, {})
    army = next(iter(with_toy.ready_armies(setup).values()))

    def challenge(root: Path) -> clerk.Written:
        player = Pair(root, with_toy, "new")["a"]
        terms = opening.Terms(rules=with_toy, army=army, name="Anna", title="mill-creek")
        return opening.challenge_match(player.desk, player.identity, terms, player.folder)[0]

    def after(root: Path) -> None:
        player = Pair(root, with_toy, "new")["a"]
        path = player.folder / "turn00.toml"
        if not path.exists():
            assert challenge(root).path == path
        whole(player.folder)
        assert clerk.open_table(player.desk, path)[0].match.turn == 1
        assert len(player.home.matches()) == 1

    assert sweep(tmp_path, base, challenge, after) > 8


def test_join_killed_at_every_step(tmp_path: Path, with_toy: Any) -> None:
    base = tmp_path / "base"
    pair = Pair(base, with_toy, "join")
    setup, _ = with_toy.setup({}, {})
    army = next(iter(with_toy.ready_armies(setup).values()))
    terms = opening.Terms(rules=with_toy, army=army, name="Anna", title="mill-creek")
    opening.challenge_match(pair["a"].desk, pair["a"].identity, terms, pair["a"].folder)

    def answer(root: Path) -> clerk.Written:
        here = Pair(root, with_toy, "join")
        found = opening.read_challenge(here["a"].folder / "turn00.toml")
        b = here["b"]
        return opening.answer_match(b.desk, b.identity, found, army=army, name="Bert", folder=b.folder)[0]

    seen: list[bytes] = []

    def after(root: Path) -> None:
        b = Pair(root, with_toy, "join")["b"]
        whole(b.folder)
        seen.append(answer(root).path.read_bytes())
        whole(b.folder)

    assert sweep(tmp_path, base, answer, after) > 10
    assert len(set(seen)) == 1
