"""The rulings A16 to A30 of RULES.md: defenses, tactics cards, deck and hands, the end."""

from typing import Any

import pytest

from pbem.games.zoids import events as e
from pbem.games.zoids.orders import Order
from pbem.ruleset import DECK, Cards, Outcome, React
from tests.games.zoids.kit import END, RULES, position, zoid

FAR = zoid("gatordus", "h8")


def test_a16_who_holds_a_card_is_asked_whatever_it_is() -> None:
    for card in ("slow_advance", "dodge"):
        table = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"], other=[card])
        table.decide(table.fire("lasers", "A1", "B1"))
        assert table.want == React("b", "defend", hidden=True)
        assert table.state.attack is not None
        assert table.state.face(table.state.attack.slot) == "lasers"  # the attack is known
    table.answer(None)
    assert table.hits("B1") == 3
    bare = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"])
    bare.decide(bare.fire("lasers", "A1", "B1"))
    assert bare.hits("B1") == 3


def test_a16_one_card_is_enough_and_one_is_all() -> None:
    other = ["light_armor", "heavy_armor", "special_ability"]
    table = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"], other=other)
    table.decide(table.fire("lasers", "A1", "B1"))
    two = (Order(play=1), Order(play=2))
    assert table.faults(*two) == ["expected one card at most, found 2 answers"]
    assert table.faults(Order(play=3)) == ["the special ability of B1, Tail Whip, is no defense"]
    assert table.faults(Order(play=1, zoid="B1")) == [
        "an answer to an attack plays one card or none, and nothing else"
    ]
    assert table.faults(Order(play=40)) == ["card 40 is not in the hand of Red"]
    assert table.faults(Order()) == ["name the card to play"]
    assert table.faults(Order(hold=True)) == []
    table.answer("light_armor")
    assert table.hits("B1") == 4


@pytest.mark.parametrize(
    ("scope", "friend", "usable"),
    [
        ("self", "b4", []),
        ("adjacent", "b4", ["special_ability"]),
        ("adjacent", "b5", []),
    ],
)
def test_a17_shields(scope: str, friend: str, usable: list[str]) -> None:
    red = [zoid("gojulas", "b3"), zoid("gatordus", friend)]
    table = position(
        [zoid("mammoth", "b1")], red, hand=["lasers"], other=["special_ability"], shield_scope=scope
    )
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.usable() == usable
    if usable:
        table.answer("special_ability")
        assert (table.hits("B1"), table.told(e.Struck)[0].shield) == (4, "B2")


def test_a18_special_abilities_ask_for_no_level() -> None:
    table = position(
        [zoid("gun_blaster", "a1")], [zoid("mammoth", "a6"), zoid("mammoth", "a5")], hand=["special_ability"]
    )
    assert table.targets("special_ability", "A1") == ["B1"]  # exactly 5, although its Ranged is 4
    shark = position([zoid("war_shark", "a1")], [FAR], hand=["special_ability"])
    assert shark.ends("special_ability", "A1") == ["a6", "f1", "f6"]
    sworder = position([zoid("storm_sworder", "a1")], [zoid("mammoth", "a2")], hand=["special_ability"])
    assert sworder.targets("special_ability", "A1", "fight") == ["B1"]
    wrong = "the special ability of A1, Swoop, is used in close combat"
    assert sworder.faults(sworder.fire("special_ability", "A1", "B1")) == [wrong]


def test_a19_when_tactics_cards_are_played() -> None:
    hand = ["awesome_move", "awesome_move", "slow_advance", "superior_tactics"]
    table = position([zoid("mammoth", "b1")], [FAR], hand=hand, other=["dodge"])
    table.decide(table.tactics("awesome_move"), Order(play=1), table.tactics("superior_tactics"))
    assert table.pile() == ["awesome_move", "dodge", "awesome_move", "superior_tactics"]
    table = position([zoid("mammoth", "b1")], [FAR], hand=hand, tactics_cards="any_phase")
    table.decide(table.move("slow_advance", "A1", "a1"), table.tactics("superior_tactics"))
    assert len(table.hand("a")) == 5


def test_a19_those_just_drawn_may_be_played() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["superior_tactics"], deck=["superior_tactics"] + ["bound"] * 9
    )
    table.decide(table.tactics("superior_tactics")).decide(table.tactics("superior_tactics"))
    assert table.hand("a") == ["bound"] * 5


def test_a19_a_played_card_is_in_the_pile_before_its_effect() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["superior_tactics"], deck=[])
    table.decide(table.tactics("superior_tactics"))
    assert table.hand("a") == ["superior_tactics"]  # reshuffled, and drawn again
    assert table.told(e.DeckOut) == [e.DeckOut(side="a", missing=2)]


@pytest.mark.parametrize("card", ["battle_plan", "know_your_enemy", "superior_tactics"])
def test_a19_who_looks_cannot_order_on(card: str) -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=[card, "awesome_move", "slow_advance"], other=["dodge"]
    )
    look = table.tactics(card)
    message = (
        f"{card.replace('_', ' ')} gives control back, so that you see the cards: nothing may follow it here"
    )
    assert table.faults(look, END) == [message]
    hidden = table.tactics("awesome_move", else_=(Order(play=0),))
    assert table.faults(hidden, END) == [message]
    assert table.where(hidden, END) == ["[0].else[0]"]
    assert table.faults(look) == []
    assert table.faults(table.tactics("awesome_move"), look) == []
    assert table.faults(table.tactics(card, pause=True)) == []


def test_a20_fewer_than_seven_cards() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["battle_plan"], deck=["bound"] * 2, pile=["dodge"] * 9
    )
    table.decide(table.tactics("battle_plan"))
    assert table.work == [Cards("b", "strip", (10, 11))]
    empty = position([zoid("mammoth", "b1")], [FAR], hand=["battle_plan"], deck=[])
    empty.decide(empty.tactics("battle_plan"))
    assert empty.work == []
    assert empty.told(e.Looked)[0].count == 0


def test_a20_what_was_seen_is_not_stripped_again() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["battle_plan", "superior_tactics"], deck=["bound"] * 20
    )
    table.decide(table.tactics("battle_plan")).decide(table.tactics("superior_tactics"))
    assert [want.slots for want in table.work] == [(2, 3, 4, 5, 6, 7, 8)]
    table.decide(END)
    assert table.work[-1] == Cards("a", "strip", (5, 6, 7))  # Red has not seen them
    assert [table.known["a"].get(slot) for slot in table.state.hand("b")] == ["bound"] * 3


def test_a20_rearranging() -> None:
    deck = ["bound", "soar", "dodge", "armor", "lasers", "streak", "missiles", "evasion"]
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["battle_plan"], deck=deck, battle_plan_reorder=True
    )
    table.decide(table.tactics("battle_plan"))
    assert table.state.plan == (1, 2, 3, 4, 5, 6, 7)
    assert table.faults(Order(arrange=(1, 2, 3))) == ["expected each of the cards 1 2 3 4 5 6 7 once"]
    table.decide(Order(arrange=(7, 6, 5, 4, 3, 2, 1)), END)
    assert table.hand("b") == ["missiles", "streak", "lasers"]
    table.decide(END)
    assert table.hand("a") == ["armor", "dodge", "soar"]
    table.decide(END)
    assert table.hand("b")[3:] == ["bound", "evasion", "battle_plan"]


def test_a20_rearranging_twice_and_never_without() -> None:
    hand = ["battle_plan", "battle_plan", "awesome_move"]
    table = position([zoid("mammoth", "b1")], [FAR], hand=hand, deck=["bound"] * 9, battle_plan_reorder=True)
    table.decide(table.tactics("battle_plan")).decide(Order(arrange=(9, 8, 7, 6, 5, 4, 3)))
    table.decide(table.tactics("battle_plan"))
    assert table.state.plan == (9, 8, 7, 6, 5, 4, 3)
    table.decide(table.tactics("awesome_move"))
    late = ["cards are rearranged right after a battle plan, where the option allows it"]
    assert table.faults(Order(arrange=(3, 4, 5, 6, 7, 8, 9))) == late
    plain = position([zoid("mammoth", "b1")], [FAR], hand=["battle_plan"])
    plain.decide(plain.tactics("battle_plan"))
    assert plain.state.plan == ()


def test_a21_a_snapshot() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["know_your_enemy"] * 2, other=["dodge"], deck=["bound"] * 20
    )
    table.decide(table.tactics("know_your_enemy")).decide(table.tactics("know_your_enemy"))
    assert [want.slots for want in table.work] == [(2,)]  # what is known is not shown again
    table.decide(END)
    assert [slot for slot in table.state.hand("b") if slot in table.known["a"]] == [2]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a22_three_or_fewer_go_without_dice(count: int) -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["awesome_move"], other=["dodge"] * count)
    table.decide(table.tactics("awesome_move"))
    assert table.hand("b") == []
    assert table.told(e.Lost) == [e.Lost(side="b", cards=("dodge",) * count)]


def test_a22_what_is_public_is_not_shown_again() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["awesome_move"], other=["dodge", "armor"])
    table.state = RULES.learn(table.state, 1, "dodge")
    table.decide(table.tactics("awesome_move"))
    assert table.work == [Cards("b", "reveal", (2,))]


def test_a23_the_pile_is_shuffled_only_when_a_card_is_needed() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], deck=["bound"] * 3, pile=["dodge"] * 4)
    table.decide(END)
    assert (table.state.deck, len(table.state.discards)) == (0, 4)
    table.decide(END)
    assert table.state.deck == 1
    assert table.state.hand("a") == (DECK, DECK + 1, DECK + 2)
    assert table.state.faces == ()
    assert [want.side for want in table.work if want.op == "shuffle"] == ["a", "b"]


def test_a23_nothing_left_to_draw() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], other=["dodge"], deck=["bound"])
    table.decide(END)
    assert table.told(e.DeckOut) == [e.DeckOut(side="b", missing=2)]
    assert table.told(e.TurnBegan) == [e.TurnBegan(side="b", term=8, count=1, hand=2)]
    table.decide(END)
    assert table.told(e.TurnBegan)[-1] == e.TurnBegan(side="a", term=9, count=0, hand=0)


def test_a24_one_discard_pile_and_deck_for_both() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("mammoth", "b3")], hand=["lasers"], other=["armor"], deck=[]
    )
    table.decide(table.fire("lasers", "A1", "B1"), END).answer("armor")
    assert table.hand("b") == ["lasers", "armor"]


def test_a25_the_hand_limit() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["dodge"] * 4, hand_limit=3)
    assert table.faults(END) == ["discard 1 card first: the hand is 4, the limit is 3"]
    full = position([zoid("mammoth", "b1")], [FAR], hand=["slow_advance"], other=["dodge"] * 9)
    assert full.faults(full.move("slow_advance", "A1", "a1"), END) == []  # the other hand does not count
    late = position(
        [zoid("mammoth", "b1")],
        [FAR],
        hand=["slow_advance", "superior_tactics", *["dodge"] * 3],
        tactics_cards="any_phase",
    )
    late.decide(late.move("slow_advance", "A1", "a1"), late.tactics("superior_tactics"))
    assert len(late.hand("a")) == 6
    assert late.faults(END) == []  # it counts at the end of the tactics phase only


def test_a26_passing_and_what_becomes_impossible() -> None:
    red = [zoid("war_shark", "b2"), zoid("mammoth", "h8")]
    table = position([zoid("war_shark", "b4"), zoid("mammoth", "b1")], red, hand=["lasers", "slam_attack"])
    table.decide(table.fire("lasers", "A1", "B1"), table.fight("slam_attack", "A2", "B1"), END)
    assert table.told(e.Skipped) == [
        e.Skipped(side="a", zoid="A2", what="fight at B1", card="slam_attack", cause="B1 is destroyed")
    ]
    assert table.hand("a") == ["slam_attack"]
    assert table.state.face(table.state.hand("a")[0]) == "slam_attack"  # it was shown
    assert table.state.side == "b"


def test_a26_an_alternative_is_taken() -> None:
    red = [zoid("war_shark", "b2"), zoid("gojulas", "a2")]
    table = position([zoid("war_shark", "b4"), zoid("mammoth", "b1")], red, hand=["lasers", "slam_attack"])
    other = table.fight("slam_attack", "A2", "B2")
    table.decide(
        table.fire("lasers", "A1", "B1"), table.fight("slam_attack", "A2", "B1", else_=(other,)), END
    )
    assert table.hits("B2") == 3


def test_a27_the_last_turn() -> None:
    def ended(blue: list[Any], red: list[Any]) -> Outcome | None:
        table = position(blue, red, turn_limit=7)
        table.decide(END)
        return RULES.outcome(table.state)

    big, small = zoid("mammoth", "a1"), zoid("gatordus", "h8")
    assert ended([big], [small]) == Outcome("a", "more Hits left after the last turn, 4 against 2", (4, 2))
    same = ended([zoid("gatordus", "a1")], [zoid("dark_horn", "h8")])
    assert same == Outcome("b", "more points left after the last turn, 9 against 5", (2, 2))
    draw = ended([zoid("gatordus", "a1")], [small])
    assert draw == Outcome("", "as many Hits and points left after the last turn", (2, 2))
    endless = position([big], [small], turn_limit=0)
    endless.decide(END)
    assert endless.state.term == 8


def test_a28_one_zoid_may_do_everything() -> None:
    hand = ["slow_advance", "lasers", "slam_attack"]
    table = position([zoid("mammoth", "a1")], [zoid("gojulas", "b2"), zoid("gojulas", "c2")], hand=hand)
    table.decide(
        table.move("slow_advance", "A1", "a2"),
        table.fire("lasers", "A1", "B2"),
        table.fight("slam_attack", "A1", "B1"),
    )
    assert (table.hits("B1"), table.hits("B2")) == (3, 3)


def test_a29_close_combat_between_air_and_ground() -> None:
    for mine, theirs in (("war_shark", "mammoth"), ("mammoth", "war_shark")):
        table = position([zoid(mine, "a1")], [zoid(theirs, "b2")], hand=["slam_attack"])
        assert table.targets("slam_attack", "A1", "fight") == ["B1"]


def test_a30_what_is_open() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["dodge"] * 2, other=["armor"], pile=["lasers"])
    public = RULES.public(table.state)
    assert public["hand"] == {"a": [0, 1], "b": [2]}
    assert public["discard"] == [{"slot": 3, "card": "lasers"}]
    assert (public["drawn"], public["size"]) == (4, 16)
    assert "dodge" not in str(public)
    assert "armor" not in str(public)


def test_a30_a_card_that_was_shown_stays_open() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["dodge", "lasers"])
    table.state = RULES.learn(table.state, 1, "lasers")
    assert RULES.public(table.state)["shown"] == [{"slot": 1, "card": "lasers"}]
    assert RULES.owes(table.state, (table.move("lasers", "A1", "b2"),)) == ()


def test_a30_draws_may_be_prepared_late() -> None:
    for draws, slots in (("early", (3, 4, 5)), ("late", ())):
        table = position(
            [zoid("mammoth", "b1")],
            [zoid("gojulas", "b3")],
            hand=["lasers"],
            other=["dodge"] * 2,
            draws=draws,
        )
        table.decide(table.fire("lasers", "A1", "B1"), END)
        assert RULES.foreseen(table.state, (END,)) == slots
