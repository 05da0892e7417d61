"""Every cheat of the table, carried out and refused."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import CODES, TurnRejected
from tests.cheats import at_play, on_paper, with_cards, with_keys
from tests.cheats.table import CHEATS, GROUPS, Cheat, function_name, markdown

REFUSED = [cheat for cheat in CHEATS if cheat.code]
OTHERWISE = [cheat for cheat in CHEATS if not cheat.code]


def deed_of(cheat: Cheat) -> Callable[..., Any]:
    name = function_name(cheat)
    rooms = (at_play, on_paper, with_cards, with_keys)
    return getattr(next(room for room in rooms if hasattr(room, name)), name)


@pytest.mark.parametrize("cheat", REFUSED, ids=lambda cheat: cheat.name)
@pytest.mark.usefixtures("with_toy")
def test_it_is_refused(cheat: Cheat, tmp_path: Path) -> None:
    deed = deed_of(cheat)
    read = deed(tmp_path) if inspect.signature(deed).parameters else deed()
    with pytest.raises(TurnRejected) as caught:
        read()
    refusal = caught.value
    assert (refusal.code, refusal.path) == (cheat.code, cheat.path), str(refusal)
    assert not re.match("[A-Z][a-z]", refusal.message)
    assert "None" not in refusal.message


@pytest.mark.parametrize("cheat", OTHERWISE, ids=lambda cheat: cheat.name)
def test_it_gains_nothing(cheat: Cheat, tmp_path: Path, with_toy: Any) -> None:
    deed = deed_of(cheat)
    assert (deed(tmp_path) if inspect.signature(deed).parameters else deed()) is None


def test_every_code_is_earned_by_some_cheat() -> None:
    assert {cheat.code for cheat in REFUSED} == set(CODES)


def test_every_cheat_has_one_name_and_one_deed() -> None:
    names = [function_name(cheat) for cheat in CHEATS]
    assert len(set(names)) == len(names)
    assert len(names) > 100


def test_the_table_for_the_documentation() -> None:
    text = markdown()
    for group, cheats in GROUPS.items():
        assert f"## {group}\n" in text
        for cheat in cheats:
            code = f"`{cheat.code}`" if cheat.code else "–"
            assert f"| {cheat.name} | {cheat.does} | {cheat.stopped} | {code} |\n" in text
    rows = [line for line in text.split("\n") if line.startswith("|")]
    assert all(line.count("|") == 5 for line in rows)
    assert not re.search(r"[|] +[|]", text)


def test_the_page_of_the_documentation_is_up_to_date() -> None:
    """`python -m tests.cheats.table > pbem/CHEATS.md` writes it again."""
    assert (Path(__file__).parents[2] / "pbem" / "CHEATS.md").read_text("utf-8") == markdown()
