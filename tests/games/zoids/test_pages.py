"""The pages and the terms: every rule is findable, the tables are those of the data, advice."""

import re

from pbem.games.zoids.catalogue import kinds
from tests.games.zoids.kit import RULES, setup


def test_every_rule_and_ruling_is_findable() -> None:
    page = RULES.pages["rules"]
    found = re.findall(r"\*\*([RAE]\d+)\*\*", page)
    wanted = (
        [f"R{n}" for n in range(1, 26)] + [f"A{n}" for n in range(1, 31)] + [f"E{n}" for n in range(1, 18)]
    )
    assert found == wanted
    assert "trademark of its owner" in page.splitlines()[0]
    assert "trademark of its owner" in RULES.credit


def test_every_option_is_named_in_the_rulings() -> None:
    page = RULES.pages["rules"]
    for name in RULES.options_type.__struct_fields__:
        assert f"`{name}`" in page, name


def test_the_tables_of_the_page_are_those_of_the_data() -> None:
    page = RULES.pages["rules"]
    for kind in kinds().values():
        speed = f"{kind.speed} (flyer)" if kind.flyer else str(kind.speed)
        levels = f"{speed} | {kind.hth} | {kind.tough} | {kind.ranged}"
        assert f"| {kind.name} | {kind.cost} | {levels} | {kind.ability.name}: " in page
    count = RULES.data["deck"]["count"]
    rows = dict(re.findall(r"\| ([a-z ]+) \|.*\| (\d+) \|\n", page))
    assert {name.replace(" ", "_"): int(n) for name, n in rows.items()} == count


def test_advice() -> None:
    assert RULES.advice(setup()) == ()
    wall = [f"{file}4" for file in "abcdefgh"]
    said = RULES.advice(
        setup(obstacles=wall, turn_limit=0, cards_per_phase=0, tactics_cards="any_phase", first="p2")
    )
    assert len(said) == 6
    assert said[0] == "rank 4 is all obstacles: nobody but flyers gets past it"
    assert said[-1] == "Red begins"


def test_own_files_are_refused() -> None:
    _, problems = RULES.setup({}, {"roster": [{}]})
    assert [str(p) for p in problems] == ["roster: this game takes no files of one's own"]
