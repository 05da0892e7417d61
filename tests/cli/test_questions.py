"""`--ask`: a person at a terminal answers question after question."""

import json
import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from pbem.cli.chosen import Chosen
from pbem.desk.orderfile import read
from tests.cli.test_given import deploying
from tests.cli.test_match import deployed
from tests.kit.shell import ROOT, Person, mail, newest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal")


def talk(person: Person, words: list[str], answers: dict[str, str], status: int = 0) -> str:
    """Run pbem on a pseudo terminal; give the first answer whose question is on the screen."""
    import pty

    env = os.environ | {"PBEM_HOME": str(person.home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(person.folder)
        os.execve(sys.executable, [sys.executable, "-m", "pbem", *words], env)
    seen, mark, deadline = "", 0, time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            seen += piece.decode("utf-8", "replace")
            continue
        said = next((answer for question, answer in answers.items() if question in seen[mark:]), None)
        if said is not None:
            mark = len(seen)
            os.write(terminal, f"{said}\n".encode())
    if time.monotonic() >= deadline:
        os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == status, seen
    return seen


def test_a_turn_by_answering_questions(tmp_path: Path) -> None:
    anna, bert, mover = deployed(tmp_path)
    rows = json.loads(mover.run("legal", ".", "--json").out)
    units = list(dict.fromkeys(row["unit"] for row in rows))
    hold = [row["label"] for row in rows if row["unit"] == units[0]].index("hold") + 1
    answers = {"Sign and write": "y", "done: end": "done", "Which unit?": units[0], "? 1–": str(hold)}
    seen = talk(mover, ["orders", ".", "--ask"], answers)
    assert "Understood" in seen
    turn = newest(mover)
    assert f"{turn} written" in seen
    draft = mover.folder / turn.replace(".toml", ".orders.toml")
    assert "chosen with --ask" in draft.read_text()
    other = bert if mover is anna else anna
    mail(mover, other, turn)
    assert "good" in other.run("verify", ".").out
    # The file says the same as the answers did.
    first = (mover.folder / turn).read_bytes()
    mover.run("orders", ".", "--redo", "--yes", "--from", draft.name)
    assert (mover.folder / turn).read_bytes() == first


def test_chosen_parts_make_one_order_file(with_toy: object) -> None:
    from examples.toy import RULESET
    from pbem.ruleset import Decide, React

    chosen = Chosen(RULESET)
    chosen.parts = [
        ("deploy", {"A1": 1, "A2": 4}),
        ("react", {"answer": "yes"}),
        ("react", {"answer": "no"}),
        ("orders", {"activate": [{"unit": "A1", "move": 2, "else": [{"unit": "A1", "move": 4}]}]}),
        ("orders", {"activate": [{"unit": "A2", "attack": "B1"}], "end": False}),
    ]
    document = read(chosen.text().encode(), "chosen.toml")
    orders = Decide("a", "orders", 1)
    assert document.part(React("a", "pre")) == ({"answer": "yes"}, "react[0]")
    assert document.part(React("a", "pre")) == ({"answer": "no"}, "react[1]")
    assert document.part(Decide("a", "deploy")) == ({"A1": 1, "A2": 4}, "deploy")
    for i in (3, 4):
        part = document.part(orders)
        assert part is not None
        assert part[0] == chosen.parts[i][1]
    assert document.unused() == []


def test_deployment_offers_only_what_is_possible(tmp_path: Path) -> None:
    mover, own, _ = deploying(tmp_path)
    units = [f"{own}{number}" for number in range(1, {"A": 7, "B": 6}[own])]
    answers = {"Sign and write": "y", "? 1–": "1"} | {
        f"Which unit? {'  '.join(units[i:])}": units[i] for i in range(len(units))
    }
    seen = talk(mover, ["orders", ".", "--ask"], answers)
    assert "written" in seen
    assert "wait" not in seen[seen.index("Which unit?") :]
    assert "done" not in seen[seen.index("Which unit?") :]


def test_after_a_fault_the_step_is_asked_for_again(
    with_toy: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from examples.toy import RULESET
    from pbem.cli import questions
    from pbem.cli.screen import Screen
    from pbem.errors import OrdersRefused, Problem
    from pbem.ruleset import Choice, Decide

    one, two = (RULESET.order_type(unit=unit, place=1) for unit in ("A1", "A2"))

    class Fussy:
        """Wants exactly the order about A2, and offers both."""

        order_type = RULESET.order_type

        def describe(self, state: object, want: object) -> str:
            return "say A2"

        def legal(self, state: object, side: str, known: object) -> tuple[Choice, ...]:
            return tuple(Choice(order=o, unit=o.unit, label=o.unit, last=True) for o in (one, two))

        def check(self, state: object, side: str, orders: object, known: object) -> tuple[Problem, ...]:
            return () if orders == (two,) else (Problem("[0]", "that is not A2"),)

        def assume(self, state: object, order: object, gone: bool) -> object:
            return state

        def order_words(self, state: object, order: object) -> str:
            return "it"

    said = iter(["A1", "1", "A2", "1"])
    monkeypatch.setattr(questions, "interactive", lambda: True)
    monkeypatch.setattr(questions, "ask", lambda question: next(said))
    decide = questions.chooser(Screen(), Fussy(), "a")
    assert decide(Decide("a", "deploy"), None, {}) == (two,)
    err = capsys.readouterr().err
    assert "[0]: that is not A2" in err
    assert "your last step is taken back: choose again" in err
    assert next(said, None) is None
    # Where nothing can be chosen, and nothing is not enough, the fault is told at once.
    Fussy.legal = lambda self, state, side, known: ()  # type: ignore[method-assign]
    with pytest.raises(OrdersRefused, match="not A2"):
        decide(Decide("a", "deploy"), None, {})


def test_a_copy_of_a_key_asks_twice_and_says_what_was_wrong(tmp_path: Path) -> None:
    person, other = (Person(tmp_path / f"home{n}", tmp_path / f"here{n}") for n in (1, 2))
    person.run("key", "new")
    copy = tmp_path / "copy.pem"
    seen = talk(person, ["key", "export", str(copy)], {"for the copy:": "horse", "again:": "house"}, status=2)
    assert "the two passphrases are not the same; nothing was written" in seen
    assert not copy.exists()
    talk(person, ["key", "export", str(copy)], {"for the copy:": "horse", "again:": "horse"})
    answers = {"that is not the passphrase": "horse", "passphrase of": "hrose"}
    seen = talk(other, ["key", "import", str(copy)], answers)
    assert seen.count("that is not the passphrase") == 1
    assert other.run("key", "show").out == person.run("key", "show").out
    # Where a copy is to be locked and nobody can be asked, it is not made unlocked.
    third = Person(tmp_path / "home3", tmp_path / "here3")
    word = tmp_path / "word"
    word.write_text("horse\n")
    third.run("key", "import", copy, "--passphrase", env={"PBEM_PASSPHRASE_FILE": str(word)})
    assert "is locked" in third.run("key", "show", status=9).err
