"""The rules R1 to R25 of RULES.md, a test or more for each."""

import pytest

from pbem.games.zoids import events as e
from pbem.games.zoids.catalogue import kinds
from pbem.games.zoids.orders import Order
from pbem.games.zoids.rules.squares import ray, rotated
from pbem.ruleset import Cards, Decide, Outcome, React
from tests.games.zoids.kit import END, RULES, game, position, setup, zoid

FAR = zoid("gatordus", "h8")
FORM = "expected a card with a Zoid and one of to, fire and fight, a tactics card alone, or a discard"


def team(*rows: dict[str, object]) -> list[str]:
    _, problems = RULES.army(setup(), {"zoid": list(rows)})
    return [str(problem) for problem in problems]


def test_r1_every_figure_is_a_zoid_with_a_number() -> None:
    table = game()
    ids = [profile.id for row in table.state.profiles for profile in row]
    assert ids == ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "B5"]


def test_r2_the_last_zoid_destroyed_ends_the_game_at_once() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("war_shark", "b3")], hand=["lasers", "slam_attack"])
    table.decide(table.fire("lasers", "A1", "B1"), END)
    assert table.want is None
    assert RULES.outcome(table.state) == Outcome("a", "Red has no Zoid left", (4, 0))
    assert table.told(e.GameOver)
    assert table.told(e.TurnBegan) == []  # the end of the turn was not played


def test_r2_it_goes_on_while_somebody_stands() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("war_shark", "b3"), FAR], hand=["lasers"])
    table.decide(table.fire("lasers", "A1", "B1"))
    assert RULES.outcome(table.state) is None


def test_r3_the_board_and_its_back_rows() -> None:
    table = game()
    assert [z.at for z in table.state.zoids[0]] == ["d2", "e2", "c2", "f2", "e1"]
    assert [z.at for z in table.state.zoids[1]] == ["d7", "f7", "b7", "e8", "g7"]
    assert rotated("b1") == "g8"


def test_r4_ground_zoids_and_obstacles() -> None:
    table = position([zoid("mammoth", "c3")], [FAR], hand=["slow_advance", "steady_advance"])
    into = table.faults(table.move("slow_advance", "A1", "d3"))
    assert into == ["d3 is an obstacle, and A1 is no flyer"]
    through = table.faults(table.move("steady_advance", "A1", "e3"))
    assert through == ["d3 is an obstacle, and A1 is no flyer"]


def test_r5_ground_zoids_attack_through_no_obstacle() -> None:
    table = position([zoid("iron_kong", "d2")], [zoid("mammoth", "d5")], hand=["missiles"])
    assert table.targets("missiles", "A1") == []


def test_r6_a_team_costs_fifty_points() -> None:
    row = {"type": "gatordus"}
    ten = [{**row, "at": f"{file}{rank}"} for rank in (1, 2) for file in "abcde"]
    assert team(*ten) == []  # ten Zoids for exactly 50 points
    assert team(*ten, {"type": "gatordus", "at": "h1"}) == ["zoid: 55 points are more than the 50 of a team"]


def test_r7_flyers_are_those_with_speed_5_and_6() -> None:
    flyers = [kind.id for kind in kinds().values() if kind.flyer]
    assert flyers == ["war_shark", "sledge_head", "pteromander", "storm_sworder"]
    assert {kind.speed for kind in kinds().values()} == {2, 3, 4, 5, 6}


def test_r8_hits_begin_at_toughness() -> None:
    table = game("storm_wing")
    assert [z.hits for z in table.state.zoids[0]] == [2, 2, 2, 4, 3]
    assert {kind.tough for kind in kinds().values()} == {1, 2, 3, 4}


def test_r9_r10_levels() -> None:
    assert {kind.hth for kind in kinds().values()} == {1, 2, 3, 4}
    assert {kind.ranged for kind in kinds().values()} == {2, 3, 4}


def test_r11_elite_costs_a_point_each() -> None:
    row = {"type": "gatordus", "at": "a1"}
    for more, points in (({}, 5), ({"elite_pilot": True}, 6), ({"elite_pilot": True, "elite_zoid": True}, 7)):
        army, problems = RULES.army(setup(), {"zoid": [{**row, **more}]})
        assert problems == ()
        assert RULES.army_words(setup(), army)[-1].startswith(f"1 Zoid: {points} of 50")


def test_r12_r13_one_square_each_on_the_back_rows() -> None:
    row = {"type": "gatordus"}
    assert team({**row, "at": "a3"}) == [
        "zoid[0].at: expected a square of one's own two back rows, found 'a3' (ranks 1 and 2)"
    ]
    assert team({**row, "at": "a1"}, {**row, "at": "A1"}) == ["zoid[1].at: two Zoids stand on a1"]
    assert team({**row}) == ['zoid[0].at: say where the Zoid stands (for example at = "d1")']


def test_r13_no_move_onto_anybody() -> None:
    table = position(
        [zoid("war_shark", "a1"), zoid("mammoth", "a3")], [zoid("mammoth", "c1")], hand=["steady_advance"]
    )
    assert table.faults(table.move("steady_advance", "A1", "a3")) == ["A2 stands on a3"]
    assert table.faults(table.move("steady_advance", "A1", "c1")) == ["B1 stands on c1"]


def test_r14_both_draw_from_one_deck() -> None:
    table = game(first="p1")
    assert table.state.hands == ((0, 1, 2), ())
    table.decide(END)
    assert table.state.hands == ((0, 1, 2), (3, 4, 5))


def test_r15_turns_alternate_and_phases_keep_their_order() -> None:
    table = game(first="p1")
    assert (table.state.side, table.want) == ("a", Decide("a", "orders", 1))
    table.decide(END)
    assert (table.state.side, table.want) == ("b", Decide("b", "orders", 2))

    hand = ["slam_attack", "lasers", "slow_advance", "awesome_move"]
    table = position([zoid("mammoth", "b1")], [zoid("mammoth", "a3"), zoid("gojulas", "b2")], hand=hand)
    orders = (
        table.tactics("awesome_move"),
        table.move("slow_advance", "A1", "a1"),
        table.fire("lasers", "A1", "B1"),
        table.fight("slam_attack", "A1", "B2"),
    )
    assert table.where(*orders[::-1]) == ["[1]", "[2]", "[3]"]
    table.decide(*orders)
    assert table.pile() == ["awesome_move", "slow_advance", "lasers", "slam_attack"]
    assert (table.hits("B1"), table.hits("B2"), table.state.stage) == (3, 3, "fight")


def test_r15_a_phase_may_be_left_out_but_not_gone_back_to() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("mammoth", "b3")], hand=["lasers", "slow_advance", "awesome_move"]
    )
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.faults(table.move("slow_advance", "A1", "a1")) == ["the maneuver phase is over"]
    late = ["tactics cards are played before anything else in a turn, and that time is over"]
    assert table.faults(table.tactics("awesome_move")) == late


def test_r16_three_cards_and_the_hand_limit() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], other=["dodge"] * 4, deck=["bound"] * 9)
    table.decide(END)
    assert table.hand("b") == ["dodge"] * 4 + ["bound"] * 3
    first = "discard 2 cards first: the hand is 7, the limit is 5"
    assert table.faults(END) == [first]
    table.decide(table.discard("dodge"))
    assert table.faults(END) == ["discard 1 card first: the hand is 6, the limit is 5"]
    too_many = "expected at most 1 to discard, found 2: the hand is 6, the limit 5"
    assert table.faults(table.discard("dodge", "bound")) == [too_many]
    table.decide(table.discard("bound"), END)
    assert table.pile() == ["dodge", "bound"]
    assert table.state.side == "a"


def test_r16_nothing_to_discard_within_the_limit() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["dodge"] * 5)
    wrong = ["expected none to discard, found 1: the hand is 5, the limit 5"]
    assert table.faults(table.discard("dodge")) == wrong


def test_r16_a_discard_closes_the_tactics_phase() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["awesome_move", *["dodge"] * 6])
    table.decide(table.discard("dodge"))
    assert len(table.faults(table.tactics("awesome_move"))) == 1
    table.decide(table.discard("dodge"))
    assert table.state.stage == "move"


@pytest.mark.parametrize(
    ("card", "to"), [("slow_advance", "a2"), ("steady_advance", "c3"), ("cruising_speed", "a4")]
)
def test_r17_exactly_as_far_as_the_card_says(card: str, to: str) -> None:
    table = position([zoid("zaber_fang", "a1")], [FAR], hand=[card])
    table.decide(table.move(card, "A1", to))
    assert table.state.zoid("A1").at == to
    assert table.pile() == [card]
    assert table.told(e.Moved) == [e.Moved(zoid="A1", here="a1", to=to, card=card)]


def test_r17_wrong_squares() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["steady_advance"])
    causes = {
        "c3": "c3 is not in a straight line from b1",
        "b2": "b2 is 1 square from b1, the move is exactly 2",
        "b1": "A1 is on b1 already",
        "j9": "expected a square from a1 to h8, found 'j9'",
    }
    for square, cause in causes.items():
        assert table.faults(Order(play=0, zoid="A1", to=square)) == [cause]
    assert ray("a1", "h8") == (("b2", "c3", "d4", "e5", "f6", "g7"), 7)


def test_r18_flyers_pass_over_ground_zoids_and_obstacles() -> None:
    table = position([zoid("war_shark", "b3"), zoid("mammoth", "b5")], [FAR], hand=["cruising_speed"])
    assert "b6" in table.ends("cruising_speed", "A1")  # over b4, an obstacle, and b5
    ground = position([zoid("zaber_fang", "b3"), zoid("mammoth", "b5")], [FAR], hand=["cruising_speed"])
    assert "b6" not in ground.ends("cruising_speed", "A1")


def test_r19_fire() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("gojulas", "e1"), FAR], hand=["missiles"])
    table.decide(table.fire("missiles", "A1", "B1"))
    assert table.hits("B1") == 3
    attacked = table.told(e.Attacked)[0]
    assert (attacked.zoid, attacked.target, attacked.here, attacked.there) == ("A1", "B1", "b1", "e1")
    assert table.pile() == ["missiles"]


@pytest.mark.parametrize("square", ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"])
def test_r20_close_combat_in_all_directions(square: str) -> None:
    table = position([zoid("mammoth", "b2")], [zoid("gojulas", square), FAR], hand=["slam_attack"])
    table.decide(table.fight("slam_attack", "A1", "B1"))
    assert table.hits("B1") == 3


def test_r20_only_next_to_it() -> None:
    table = position([zoid("mammoth", "b2")], [zoid("gojulas", "b4")], hand=["slam_attack"])
    assert table.faults(table.fight("slam_attack", "A1", "B1")) == ["B1 on b4 is not next to b2"]


def test_r21_a_hit_at_a_time_then_destroyed() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("gatordus", "b3"), FAR], hand=["lasers"])
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.hits("B1") == 1
    assert table.told(e.Struck) == [e.Struck(target="B1", left=1)]
    table = position([zoid("mammoth", "b1")], [zoid("gatordus", "b3", 1), FAR], hand=["lasers"])
    table.decide(table.fire("lasers", "A1", "B1"))
    assert (table.state.zoid("B1").at, table.state.zoid("B1").gone) == ("", 7)
    assert table.told(e.Destroyed) == [e.Destroyed(zoid="B1", by="A1")]


@pytest.mark.parametrize("verb", ["fire", "fight"])
def test_r22_a_defense_negates_either_kind(verb: str) -> None:
    square, card = ("b3", "lasers") if verb == "fire" else ("b2", "slam_attack")
    table = position([zoid("mammoth", "b1")], [zoid("gojulas", square)], hand=[card], other=["heavy_armor"])
    table.decide(getattr(table, verb)(card, "A1", "B1"))
    assert table.want == React("b", "defend", hidden=True)
    table.answer("heavy_armor")
    assert table.hits("B1") == 4
    assert table.told(e.Struck) == [
        e.Struck(target="B1", left=4, card="heavy_armor", shield="B1", asked=True)
    ]
    assert (table.want.kind, table.want.side) == ("orders", "a")


def test_r22_the_target_must_qualify() -> None:
    table = position(
        [zoid("mammoth", "b1")],
        [zoid("gatordus", "b3"), zoid("death_stinger", "b4")],
        hand=["lasers"],
        other=["massive_armor", "armor"],
    )
    table.decide(table.fire("lasers", "A1", "B1"))
    assert table.usable() == ["armor"]
    massive = Order(play=table.slot("massive_armor", "b"))
    assert table.faults(massive) == ["massive armor needs Toughness 4, B1 has 2"]


def test_r23_one_zoid_uses_its_own_ability() -> None:
    table = position(
        [zoid("dark_horn", "a1"), zoid("mammoth", "c1")], [zoid("gojulas", "d1")], hand=["special_ability"]
    )
    assert table.targets("special_ability", "A1") == ["B1"]
    wrong = "the special ability of A2, Energy Shield, is used to defend itself"
    assert table.faults(table.fire("special_ability", "A2", "B1")) == [wrong]


def test_r24_battle_plan() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["battle_plan"], deck=["lasers", "dodge"] * 5)
    before = table.state
    table.decide(table.tactics("battle_plan"))
    assert table.work == [Cards("b", "strip", tuple(range(1, 8)))]
    assert [table.known["a"][slot] for slot in range(1, 8)] == ["lasers", "dodge"] * 3 + ["lasers"]
    assert (table.state.drawn, table.state.size) == (before.drawn, before.size)
    assert table.told(e.Looked) == [e.Looked(side="a", what="deck", count=7, fresh=7)]
    assert table.want == Decide("a", "orders", 7)


def test_r24_know_your_enemy() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["know_your_enemy"], other=["dodge", "armor"])
    table.decide(table.tactics("know_your_enemy"))
    assert table.work == [Cards("b", "strip", (1, 2))]
    assert table.hand("b") == ["dodge", "armor"]
    assert all(table.state.face(slot) == "" for slot in table.state.hand("b"))  # not for everybody


def test_r24_superior_tactics() -> None:
    table = position(
        [zoid("mammoth", "b1")], [FAR], hand=["superior_tactics"], deck=["bound", "soar", "dodge", "armor"]
    )
    table.decide(table.tactics("superior_tactics"))
    assert table.hand("a") == ["bound", "soar", "dodge"]
    assert table.told(e.Drew) == [e.Drew(side="a", count=3, hand=3)]


def test_r24_awesome_move() -> None:
    other = ["dodge", "armor", "bound", "soar", "lasers"]
    table = position([zoid("mammoth", "b1")], [FAR], hand=["awesome_move"], other=other)
    table.decide(table.tactics("awesome_move"), END)
    assert (table.want.count, table.want.faces, table.want.side) == (1, 5, "a")
    table.roll(2)
    assert table.want.faces == 4
    table.roll(2)  # the second of those left: bound
    table.roll(3)
    assert table.pile() == ["awesome_move", "armor", "bound", "lasers"]
    assert table.hand("b")[:2] == ["dodge", "soar"]
    assert [want.side for want in table.work if want.op == "reveal"] == ["b"] * 3
    assert table.state.side == "b"  # and the queue went on to the end of the turn


def test_r25_users_and_the_discard_pile() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("mammoth", "b3")], hand=["lasers"], other=["light_armor"])
    table.decide(table.fire("lasers", "A1", "B1")).answer("light_armor")
    assert table.pile() == ["lasers", "light_armor"]
    assert table.state.faces == ((0, "lasers"), (1, "light_armor"))


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order(), FORM),
        (Order(play=0, zoid="A1"), FORM),
        (Order(play=0, zoid="A1", to="b2", fire="B1"), FORM),
        (Order(play=0, discard=(1,)), FORM),
        (Order(zoid="A1", fire="B1"), "name the card to play"),
        (Order(play=0, fire="B1"), "nobody is not a Zoid of Blue (there are A1)"),
        (Order(play=0, zoid="B1", fire="B1"), "B1 is not a Zoid of Blue (there are A1)"),
        (Order(play=0, zoid="A1", fire="A1"), "A1 is not an enemy on the board (there are B1)"),
        (Order(play=0, zoid="A1", fire="B9"), "B9 is not an enemy on the board (there are B1)"),
        (Order(hold=True), "hold answers an attack, and there is none"),
        (Order(end=True, play=0), "the end of the turn has nothing else in it"),
        (Order(end=True, zoid="A1"), "the end of the turn has nothing else in it"),
        (Order(discard=(9, 9)), "card 9 is not in the hand of Blue"),
        (Order(play=1), "card 1 (armor) was played or discarded"),
    ],
)
def test_orders_of_no_good_form(order: Order, message: str) -> None:
    table = position([zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers"], pile=["armor"])
    assert table.faults(order)[0] == message
    assert RULES.faults(table.state, order)


def test_a_hidden_card_cannot_be_judged_but_must_be_held() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["dodge", "lasers"], other=["armor"]
    )
    wrong = Order(play=0, zoid="A1", fire="B1", else_=(Order(play=2),))
    assert len(table.faults(wrong, END)) == 2
    assert [p.path for p in RULES.check(table.state, "a", (wrong, END), {})] == ["[0].else[0].play"]
    held = Order(play=0, zoid="A1", fire="B1")
    assert RULES.check(table.state, "a", (held, END), {}) == ()
    assert RULES.owes(table.state, (held, wrong)) == (0, 2)
    shown = RULES.learn(table.state, 0, "dodge")
    assert [p.path for p in RULES.check(shown, "a", (held, END), {})] == ["[0].play"]
    good = Order(play=1, zoid="A1", fire="B1")
    assert RULES.check(table.state, "a", (good, END), {}) == ()
    table.decide(good)
    assert RULES.check(table.state, "b", (Order(play=2),), {}) == ()
    evasion = RULES.learn(table.state, 2, "evasion")
    assert [p.path for p in RULES.check(evasion, "b", (Order(play=2),), {})] == ["[0].play"]
    assert RULES.check(table.state, "a", (END,), {})[0].message == "nothing is asked of Blue now"
