"""Parts of an order file that nobody reads: misspelt, out of their table, or not asked for."""

import pytest

from pbem import games
from pbem.desk.orderfile import OrderFile, read
from pbem.ruleset import Decide, React, Want

DEPLOY, ORDERS, REACT = Decide("a", "deploy"), Decide("a", "orders", 1), React("a", "attack")


def strays(game: str, text: str, want: Want | None) -> list[str]:
    rules = games.find(game)
    assert rules is not None
    return [str(problem) for problem in read(text.encode(), "f").strays(rules.order_file_schema, want)]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_misspelt_part_is_named_with_its_line_whatever_is_asked(game: str) -> None:
    for want in (DEPLOY, ORDERS, REACT, None):
        said = strays(game, 'message = "x"\n\n[deploi]\nA1 = 1\n\n[[reakt]]\nto = "x"\n', want)
        assert said == [
            "f:3: deploi: unknown key 'deploi' (did you mean deploy?)",
            "f:6: reakt: unknown key 'reakt' (did you mean react?)",
        ]
    assert "there are: " in strays(game, "[xyzzy]\n", ORDERS)[0]
    good = "[deploy]\nA1 = 1\n[[react]]\n[[turn]]\n[standing]\n"
    assert strays(game, f'message = "x"\nend = false\n{good}', ORDERS) == []


def test_what_lost_its_table_is_told_where_it_stands() -> None:
    for game in games.NAMES:
        assert strays(game, "A1 = 5\n", DEPLOY) == ["f:1: A1: it stands under [deploy] here"]
    assert strays("zoids", 'play = "evasion"\n', REACT) == ["f:1: play: it stands under [[react]] here"]
    assert strays("zipwarz", 'use = "nothing"\n', REACT) == ["f:1: use: it stands under [[react]] here"]
    assert strays("war", 'unit = "A1"\n', ORDERS) == ["f:1: unit: it stands under [[activate]] here"]
    assert "[tactics]" in strays("zoids", 'play = "evasion"\n', ORDERS)[0]
    assert "[[react]]" not in strays("zoids", 'play = "evasion"\n', ORDERS)[0]


def test_a_game_without_a_schema_of_its_own_parts_is_left_alone() -> None:
    assert read(b"anything = 1\n", "f").strays({}, ORDERS) == []


def untimely(document: OrderFile, want: Want) -> list[str]:
    return [str(problem) for problem in document.untimely(want, "what is asked")]


def test_a_part_that_is_not_asked_for_now() -> None:
    deploy = read(b"[deploy]\nA1 = 1\n", "f")
    assert untimely(deploy, ORDERS) == ["f:1: deploy: [deploy] is not asked for now; this is: what is asked"]
    assert untimely(deploy, DEPLOY) == []
    react = read(b"[[react]]\n[[react]]\n", "f")
    assert untimely(react, DEPLOY) == ["f:1: react: [[react]] is not asked for now; this is: what is asked"]
    react.part(REACT)
    assert untimely(react, ORDERS) == []  # the second may be asked for after the orders
    assert untimely(read(b"[[activate]]\n", "f"), REACT) == []  # written beforehand
