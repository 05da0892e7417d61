"""The examples E1 to E17 of RULES.md, as written there."""

import pytest

from pbem.games.zoids.catalogue import deck, faces
from tests.games.zoids.kit import END, RULES, position, setup, zoid

FAR = zoid("gatordus", "h8")


def test_e1_a_team_of_fifty_points() -> None:
    team = [
        {"type": "liger_zero", "at": "a1", "elite_pilot": True, "elite_zoid": True},
        {"type": "mammoth", "at": "b1"},
        {"type": "gun_blaster", "at": "c1"},
        {"type": "sledge_head", "at": "d1"},
        {"type": "gatordus", "at": "e1"},
    ]
    army, problems = RULES.army(setup(), {"zoid": team})
    assert problems == ()
    assert RULES.army_words(setup(), army)[-1] == "5 Zoids: 46 of 50 points"
    _, problems = RULES.army(setup(), {"zoid": [*team, {"type": "gatordus", "at": "f1"}]})
    assert [p.message for p in problems] == ["51 points are more than the 50 of a team"]


def test_e2_speed_3_and_bound() -> None:
    table = position([zoid("dark_horn", "a1")], [FAR], hand=["bound"])
    assert table.faults(table.move("bound", "A1", "e1")) == ["bound needs Speed 4, A1 has 3"]
    table = position([zoid("zaber_fang", "a1")], [FAR], hand=["bound"])
    assert table.faults(table.move("bound", "A1", "e1")) == []


def test_e3_ranged_3_and_energy_cannon() -> None:
    table = position([zoid("mammoth", "h4")], [FAR], hand=["energy_cannon"])
    assert table.faults(table.fire("energy_cannon", "A1", "B1")) == ["energy cannon needs Ranged 4, A1 has 3"]
    table = position([zoid("gun_blaster", "h4")], [FAR], hand=["energy_cannon"])
    assert table.faults(table.fire("energy_cannon", "A1", "B1")) == []


def test_e4_hand_to_hand_3_and_crush_attack() -> None:
    table = position([zoid("mammoth", "h7")], [FAR], hand=["crush_attack"])
    wrong = ["crush attack needs Hand-to-Hand 4, A1 has 3"]
    assert table.faults(table.fight("crush_attack", "A1", "B1")) == wrong
    table = position([zoid("blade_liger", "h7")], [FAR], hand=["crush_attack"])
    assert table.faults(table.fight("crush_attack", "A1", "B1")) == []


def test_e5_exactly_three_on_the_ground() -> None:
    table = position([zoid("dark_horn", "d2")], [FAR], hand=["cruising_speed"])
    assert table.ends("cruising_speed", "A1") == ["a2", "g2"]


def test_e6_exactly_five_in_the_air() -> None:
    table = position([zoid("pteromander", "d2")], [FAR], hand=["soar"])
    assert table.ends("soar", "A1") == ["d7"]


def test_e7_landing() -> None:
    hand = ["steady_advance"]
    assert position([zoid("war_shark", "b2")], [FAR], hand=hand).ends(*hand, "A1") == ["b4", "d2", "d4"]
    bare = position([zoid("war_shark", "b2")], [FAR], hand=hand, flyer_land_on_obstacle=False)
    assert bare.ends(*hand, "A1") == ["d2", "d4"]
    assert position([zoid("mammoth", "b2")], [FAR], hand=hand).ends(*hand, "A1") == ["d2", "d4"]


@pytest.mark.parametrize(("there", "ends"), [("pteromander", ["a6", "f1"]), ("mammoth", ["a6", "f1", "f6"])])
def test_e8_over_whom_a_flyer_moves(there: str, ends: list[str]) -> None:
    table = position([zoid("storm_sworder", "a1")], [FAR, zoid(there, "d4")], hand=["soar"])
    assert table.ends("soar", "A1") == ends


def test_e9_line_of_fire() -> None:
    ground = position([zoid("dark_horn", "d2")], [zoid("mammoth", "d4")], hand=["lasers"])
    wrong = ["the obstacle on d3 is in the way, and A1 is no flyer"]
    assert ground.faults(ground.fire("lasers", "A1", "B1")) == wrong
    air = position([zoid("pteromander", "d2")], [zoid("mammoth", "d4")], hand=["lasers"])
    assert air.targets("lasers", "A1") == ["B1"]


def test_e10_exact_range() -> None:
    foes = [zoid("gatordus", square) for square in ("b3", "d1", "d3", "b2", "b5", "c3")]
    table = position([zoid("mammoth", "b1")], foes, hand=["lasers"])
    assert table.targets("lasers", "A1") == ["B1", "B2", "B3"]


def test_e11_who_can_defend_with_what() -> None:
    hand = [
        "light_armor",
        "massive_armor",
        "dodge",
        "evasion",
        "heavy_armor",
        "special_ability",
        "elite_pilot",
    ]
    table = position([zoid("mammoth", "b1")], [zoid("liger_zero", "b3")], hand=["lasers"], other=hand)
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.usable() == ["light_armor", "dodge", "heavy_armor"]


def test_e12_a_kill() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("war_shark", "b3"), FAR], hand=["lasers"], other=["armor"]
    )
    table.decide(table.fire("lasers", "A1", "B1")).answer(None)
    assert table.state.zoid("B1").gone == 7
    assert table.state.at("b3") == ""


def test_e13_barrage() -> None:
    table = position([zoid("gun_blaster", "a1")], [zoid("mammoth", "f6")], hand=["special_ability"])
    table.decide(table.fire("special_ability", "A1", "B1"))
    assert table.hits("B1") == 3


def test_e14_the_deck_runs_out() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], other=["dodge"] * 4, deck=["bound"] * 2, pile=["lasers"] * 10
    )
    table.decide(END)
    assert [(want.op, want.side) for want in table.work] == [
        ("strip", "a"),
        ("shuffle", "b"),
        ("shuffle", "a"),
        ("strip", "a"),
    ]
    assert [want.faces for want in table.work if want.faces] == [("lasers",) * 10] * 2
    assert (table.state.size - table.state.drawn, table.state.discards) == (9, ())
    assert table.hand("b") == ["dodge"] * 4 + ["bound"] * 2 + ["lasers"]
    table.decide(table.discard("bound", "bound"))
    assert (len(table.hand("b")), table.pile()) == (5, ["bound", "bound"])


def test_e15_awesome_move_against_two_cards() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["awesome_move"], other=["dodge", "armor"])
    table.decide(table.tactics("awesome_move"))
    assert table.hand("b") == []
    assert table.pile() == ["awesome_move", "dodge", "armor"]
    assert [want.op for want in table.work] == ["reveal", "reveal"]


def test_e16_the_deck() -> None:
    assert (len(faces()), len(deck())) == (27, 84)
    kinds = [faces()[face].kind for face in deck()]
    assert (kinds.count("d"), kinds.count("ha")) == (16, 15)
    assert RULES.deck(setup()) == deck()


def test_e17_a_negated_attack() -> None:
    table = position(
        [zoid("iron_kong", "b1")], [zoid("mammoth", "e1")], hand=["missiles"], other=["massive_armor"]
    )
    table.decide(table.fire("missiles", "A1", "B1")).answer("massive_armor")
    assert table.hits("B1") == 4
    assert table.pile() == ["missiles", "massive_armor"]
    assert (table.hand("a"), table.hand("b")) == ([], [])
