"""Every card and every special ability at least once, in play."""

import pytest

from pbem.games.zoids import events as e
from pbem.games.zoids.catalogue import deck, faces, kinds
from tests.games.zoids.kit import RULES, position, setup, zoid

FAR = zoid("gatordus", "h8")
MOVES = {
    "slow_advance": ("gatordus", "a2"),
    "steady_advance": ("gatordus", "a3"),
    "cruising_speed": ("gojulas", "a4"),
    "bound": ("liger_zero", "a5"),
    "soar": ("pteromander", "a6"),
    "streak": ("sledge_head", "a7"),
}
FIRE = {"lasers": ("gatordus", "a3"), "missiles": ("liger_zero", "a4"), "energy_cannon": ("dark_horn", "a5")}
FIGHT = {
    "slam_attack": "gatordus",
    "claw_attack": "zaber_fang",
    "smash_attack": "gojulas",
    "crush_attack": "geno_breaker",
}
DEFEND = {
    "light_armor": "war_shark",
    "armor": "gatordus",
    "heavy_armor": "gun_blaster",
    "massive_armor": "mammoth",
    "dodge": "zaber_fang",
    "evasion": "pteromander",
    "out_distance": "war_shark",
}
TACTICS = ("battle_plan", "know_your_enemy", "superior_tactics", "awesome_move")
# The least level that a user needs, and a Zoid that just misses it.
TOO_LOW = {
    "claw_attack": "gatordus",
    "smash_attack": "dark_horn",
    "crush_attack": "iron_kong",
    "missiles": "gojulas",
    "energy_cannon": "mammoth",
    "cruising_speed": "mammoth",
    "bound": "gojulas",
    "soar": "liger_zero",
    "streak": "pteromander",
}
TOO_SOFT = {
    "armor": "war_shark",
    "heavy_armor": "dark_horn",
    "massive_armor": "liger_zero",
    "dodge": "gojulas",
    "evasion": "liger_zero",
    "out_distance": "pteromander",
}


def test_every_card_of_the_deck_is_tested_here() -> None:
    tested = {*MOVES, *FIRE, *FIGHT, *DEFEND, *TACTICS, "special_ability", "elite_pilot", "elite_zoid"}
    assert tested == set(faces()) == set(deck())


@pytest.mark.parametrize("card", MOVES)
def test_moves(card: str) -> None:
    kind, to = MOVES[card]
    table = position([zoid(kind, "a1")], [FAR], hand=[card])
    table.decide(table.move(card, "A1", to))
    assert table.state.zoid("A1").at == to


@pytest.mark.parametrize("card", FIRE)
def test_ranged_attacks(card: str) -> None:
    kind, square = FIRE[card]
    table = position([zoid(kind, "a1")], [zoid("mammoth", square)], hand=[card])
    table.decide(table.fire(card, "A1", "B1"))
    assert table.hits("B1") == 3


@pytest.mark.parametrize("card", FIGHT)
def test_hand_to_hand_attacks(card: str) -> None:
    table = position([zoid(FIGHT[card], "a1")], [zoid("mammoth", "b2")], hand=[card])
    table.decide(table.fight(card, "A1", "B1"))
    assert table.hits("B1") == 3


def test_elite_zoid() -> None:
    table = position([zoid("war_shark", "a1", ez=True)], [zoid("mammoth", "b2")], hand=["elite_zoid"])
    table.decide(table.fight("elite_zoid", "A1", "B1"))
    assert table.hits("B1") == 3


@pytest.mark.parametrize("card", [*DEFEND, "elite_pilot"])
def test_defenses(card: str) -> None:
    target = zoid(DEFEND.get(card, "gatordus"), "b3", ep=card == "elite_pilot")
    table = position([zoid("mammoth", "b1")], [target], hand=["lasers"], other=[card])
    before = table.hits("B1")
    table.decide(table.fire("lasers", "A1", "B1")).answer(card)
    assert table.hits("B1") == before


@pytest.mark.parametrize("card", TOO_LOW)
def test_a_level_too_low_to_act(card: str) -> None:
    table = position([zoid(TOO_LOW[card], "a1")], [zoid("mammoth", "b2")], hand=[card])
    word = faces()[card].user[0].upper()
    order = {
        "m": table.move(card, "A1", "a2"),
        "ra": table.fire(card, "A1", "B1"),
        "ha": table.fight(card, "A1", "B1"),
    }[faces()[card].kind]
    name = {"H": "Hand-to-Hand", "S": "Speed", "R": "Ranged"}[word]
    assert table.faults(order)[0].startswith(f"{card.replace('_', ' ')} needs {name} {faces()[card].user[1]}")


@pytest.mark.parametrize("card", TOO_SOFT)
def test_a_level_too_low_to_defend(card: str) -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid(TOO_SOFT[card], "b3"), FAR], hand=["lasers"], other=[card]
    )
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.usable() == []


@pytest.mark.parametrize("card", TACTICS)
def test_tactics_cards_need_no_zoid(card: str) -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=[card], other=["dodge"])
    table.decide(table.tactics(card))
    assert table.told(e.Played) == [e.Played(side="a", card=card)]
    assert table.pile()[0] == card


def test_a_card_is_no_other_card() -> None:
    hand = ["dodge", "lasers", "slow_advance", "battle_plan", "slam_attack"]
    table = position([zoid("zaber_fang", "b1")], [zoid("mammoth", "b3")], hand=hand)
    assert table.faults(table.move("lasers", "A1", "b2")) == [
        "lasers is a ranged attack card, expected a move card"
    ]
    assert table.faults(table.fire("slow_advance", "A1", "B1")) == [
        "slow advance is a move card, expected a ranged attack card"
    ]
    assert table.faults(table.fight("dodge", "A1", "B1"))[0] == (
        "dodge is a defense card, expected a hand-to-hand card"
    )
    assert table.faults(table.tactics("slam_attack")) == [
        "slam attack is a hand-to-hand card, expected a tactics card"
    ]
    assert table.faults(table.move("battle_plan", "A1", "b2")) == [
        "battle plan is a tactics card, expected a move card"
    ]


ABILITIES = {kind.id: kind.ability for kind in kinds().values()}
AWAY = {2: "c3", 3: "d4", 5: "f6"}


@pytest.mark.parametrize("name", [n for n, a in ABILITIES.items() if a.effect == "hth"])
def test_abilities_in_close_combat(name: str) -> None:
    table = position([zoid(name, "a1")], [zoid("mammoth", "b2")], hand=["special_ability"])
    table.decide(table.fight("special_ability", "A1", "B1"))
    assert (table.hits("B1"), table.told(e.Attacked)[0].ability) == (3, ABILITIES[name].name)


@pytest.mark.parametrize("name", [n for n, a in ABILITIES.items() if a.effect == "ranged"])
def test_abilities_that_fire(name: str) -> None:
    square = AWAY[ABILITIES[name].n]
    foes = [zoid("mammoth", square), *(zoid("mammoth", s) for s in AWAY.values() if s != square)]
    table = position([zoid(name, "a1")], foes, hand=["special_ability"])
    assert table.targets("special_ability", "A1") == ["B1"]
    table.decide(table.fire("special_ability", "A1", "B1"))
    assert (table.hits("B1"), table.told(e.Attacked)[0].ability) == (3, ABILITIES[name].name)


@pytest.mark.parametrize("name", [n for n, a in ABILITIES.items() if a.effect == "move"])
def test_abilities_that_move(name: str) -> None:
    table = position([zoid(name, "a1")], [FAR], hand=["special_ability"])
    to = f"a{1 + ABILITIES[name].n}"
    table.decide(table.move("special_ability", "A1", to))
    assert table.told(e.Moved)[0].ability == ABILITIES[name].name
    assert table.state.zoid("A1").at == to


@pytest.mark.parametrize("name", [n for n, a in ABILITIES.items() if a.effect == "defense"])
def test_abilities_that_defend(name: str) -> None:
    table = position([zoid("mammoth", "b1")], [zoid(name, "b3")], hand=["lasers"], other=["special_ability"])
    before = table.hits("B1")
    table.decide(table.fire("lasers", "A1", "B1")).answer("special_ability")
    assert (table.hits("B1"), table.told(e.Struck)[0].ability) == (before, ABILITIES[name].name)


def test_counts_of_abilities_and_levels_that_they_exceed() -> None:
    effects = [ability.effect for ability in ABILITIES.values()]
    assert [effects.count(effect) for effect in ("hth", "defense", "move", "ranged")] == [7, 3, 2, 5]
    above = [k.id for k in kinds().values() if k.ability.effect == "ranged" and k.ability.n > k.ranged]
    assert above == ["gun_blaster"]


def test_costs_follow_the_levels_but_for_one() -> None:
    odd = [k.id for k in kinds().values() if k.cost != k.speed + k.hth + k.tough + k.ranged - 2]
    assert odd == ["geno_breaker"]
    assert RULES.data["deck"]["count"]["lasers"] == 8
    assert setup().options.hand_limit == 5
