"""`--ask`: a person at a terminal answers question after question."""

import json
import os
import select
import sys
import time
from pathlib import Path

import pytest

from pbem.cli.chosen import Chosen
from pbem.desk.orderfile import read
from tests.cli.test_match import deployed
from tests.kit.shell import ROOT, Person, mail, newest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal")


def talk(person: Person, words: list[str], answers: dict[str, str]) -> str:
    """Run pbem on a pseudo terminal; give the first answer whose question is on the screen."""
    import pty

    env = os.environ | {"PBEM_HOME": str(person.home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(person.folder)
        os.execve(sys.executable, [sys.executable, "-m", "pbem", *words], env)
    seen, mark, deadline = "", 0, time.monotonic() + 120
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
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == 0, seen
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
