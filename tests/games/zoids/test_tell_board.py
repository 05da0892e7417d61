"""What people read and see: the story, what is wanted, the picture, the pages."""

import pytest

from pbem.board import Badge, Card, Dice, Line, Trace
from pbem.games.zoids import events as e
from pbem.games.zoids.catalogue import kinds
from pbem.games.zoids.orders import Order
from pbem.ruleset import Cards, Event
from pbem.views.text import board_text
from tests.games.zoids.kit import END, RULES, Table, game, position, zoid

FAR = zoid("gatordus", "h8")


def story(table: Table) -> list[str]:
    return [line.text for event in table.events for line in RULES.tell(table.state, event)]


def one(event: Event) -> Line:
    table = position(
        [zoid("liger_zero", "d2"), zoid("mammoth", "e1")], [zoid("gojulas", "b3")], hand=["dodge"]
    )
    (line,) = RULES.tell(table.state, event)
    return line


def test_a_turn_is_told() -> None:
    table = position(
        [zoid("dark_horn", "b1"), zoid("mammoth", "a1")],
        [zoid("war_shark", "b3"), zoid("gojulas", "b2")],
        hand=["slow_advance", "lasers", "slam_attack"],
        other=["dodge", "armor", "light_armor"],
    )
    table.decide(
        table.move("slow_advance", "A2", "a2"),
        table.fire("lasers", "A1", "B1"),
        table.fight("slam_attack", "A2", "B2"),
        END,
    )
    table.answer(None).answer("armor")
    assert story(table) == [
        "Mammoth (A2) moves a1 → a2 (slow advance)",
        "Dark Horn (A1) on b1 fires lasers at War Shark (B1) on b3",
        "War Shark (B1) answers with nothing: 1 Hit",
        "War Shark (B1) is destroyed",
        "Mammoth (A2) on a2 attacks Gojulas (B2) on b2 with slam attack",
        "Gojulas (B2) answers with armor: no Hit, 4 left",
        "game turn 8: Red draws 3 cards, a hand of 5",
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            e.ObstaclesRolled(faces=(3,), sides=16, squares=("c3", "f6")),
            Line("obstacles on c3 and f6", dice=Dice((3,), sides=16)),
        ),
        (e.FirstRolled(side="a", face=4), Line("Blue rolls for the first turn: 4", "a", Dice((4,)))),
        (e.FirstTied(face=4), Line("4 each: both roll again", tone="quiet")),
        (e.FirstSet(side="b"), Line("Red begins", tone="strong")),
        (
            e.Deployed(side="a", places=(("A1", "d2"), ("A2", "e1"))),
            Line("places Liger Zero (A1) on d2 and Mammoth (A2) on e1", "a"),
        ),
        (e.Dealt(side="a", count=3), Line("is dealt 3 cards", "a")),
        (e.Drew(side="a", count=3, hand=6), Line("draws 3 cards, a hand of 6", "a", depth=1)),
        (
            e.Reshuffled(count=70),
            Line("the deck is used up: the discard pile of 70 cards is shuffled anew", tone="quiet"),
        ),
        (e.DeckOut(side="a", missing=2), Line("there are no more cards to draw: 2 fewer", "a", tone="quiet")),
        (e.Discarded(side="a", cards=("dodge", "bound")), Line("discards dodge and bound", "a")),
        (e.Played(side="a", card="battle_plan"), Line("plays battle plan", "a")),
        (
            e.Looked(side="a", what="deck", count=7, fresh=7),
            Line("sees the next 7 cards of the deck", "a", depth=1),
        ),
        (e.Looked(side="a", what="deck", count=0, fresh=0), Line("sees a deck without cards", "a", depth=1)),
        (
            e.Looked(side="a", what="hand", count=1, fresh=0),
            Line("sees the hand of Red, 1 card", "a", depth=1),
        ),
        (
            e.Looked(side="a", what="hand", count=0, fresh=0),
            Line("sees that Red holds nothing", "a", depth=1),
        ),
        (e.Arranged(side="a", count=7), Line("puts the next 7 cards into an order of its own", "a")),
        (e.Spoiled(side="b", face=2, sides=5), Line("card 2 of 5 is picked", "a", Dice((2,), sides=5), 1)),
        (e.Lost(side="b", cards=("dodge", "soar")), Line("Red loses dodge and soar", "b", depth=1)),
        (e.Lost(side="b", cards=()), Line("Red has no card to lose", "b", depth=1)),
        (
            e.Moved(zoid="A1", here="d2", to="d1", card="special_ability", ability="Dive"),
            Line("Liger Zero (A1) moves d2 → d1 (Dive)", "a"),
        ),
        (e.Struck(target="B1", left=2), Line("Gojulas (B1) takes 1 Hit, 2 left", "b", depth=1)),
        (
            e.Struck(
                target="A1", left=2, card="special_ability", ability="Energy Shield", shield="A2", asked=True
            ),
            Line(
                "Liger Zero (A1) answers with Energy Shield (special ability) of Mammoth (A2): "
                "no Hit, 2 left",
                "a",
                depth=1,
            ),
        ),
        (
            e.Skipped(side="a", zoid="A1", what="fight at B1", card="slam_attack", cause="B1 is destroyed"),
            Line(
                "Liger Zero (A1): slam attack at B1 comes to nothing: B1 is destroyed; "
                "the card stays in the hand",
                "a",
                tone="quiet",
            ),
        ),
        (
            e.Skipped(side="a", zoid="A1", what="to d4", card="bound", cause="B1 stands on d4"),
            Line(
                "Liger Zero (A1): bound to d4 comes to nothing: B1 stands on d4; the card stays in the hand",
                "a",
                tone="quiet",
            ),
        ),
        (
            e.Skipped(side="a", zoid="", what="end", card="", cause="discard 1 card first"),
            Line("the turn does not end: discard 1 card first", "a", tone="quiet"),
        ),
        (
            e.GameOver(winner="b", reason="Blue has no Zoid left", hits=(0, 4)),
            Line("Red wins, 0 : 4 Hits (Blue has no Zoid left)", "b", tone="strong"),
        ),
        (
            e.GameOver(winner="", reason="even", hits=(2, 2)),
            Line("the game is drawn, 2 : 2 Hits (even)", "", tone="strong"),
        ),
    ],
)
def test_each_event(event: Event, line: Line) -> None:
    assert one(event) == line


def test_what_is_wanted_is_said() -> None:
    def said(table: Table) -> str:
        return RULES.describe(table.state, table.want)

    table = game(obstacles="random:2")
    assert said(table) == "a die: obstacles 1 of 1"
    table.roll(1)
    assert said(table) == "a die: Blue rolls for the first turn"
    blue = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}]}
    assert said(game(blue, blue, setup="alternate", first="p1")) == "place one of A1 A2 on ranks 1 and 2"
    assert said(game(blue, blue, setup="p1_then_p2", first="p1")) == "place A1 A2 on ranks 1 and 2"
    full = position(
        [zoid("mammoth", "b1")],
        [zoid("mammoth", "b3")],
        hand=["awesome_move", "lasers", *["dodge"] * 5],
        other=["dodge"] * 4,
    )
    everything = "tactics cards, discard 2 of 7, a move, a ranged attack, a close combat, or end the turn"
    assert said(full) == everything
    full.decide(full.tactics("awesome_move"), full.discard("dodge"))
    assert said(full) == "a die: card 1 of 3 that Red loses"
    full.roll(1, 1, 1)
    assert said(full) == "a move, a ranged attack, a close combat, or end the turn"
    full.decide(full.fire("lasers", "A1", "B1"))
    assert said(full) == "lasers by A1 on B1 (Mammoth, 4 Hits left): defend, or take the hit?"
    full.answer(None)
    assert said(full) == "a close combat, or end the turn"
    state = position([zoid("mammoth", "b1")], [FAR]).state
    assert RULES.describe(state, Cards("a", "strip", (1, 2))) == "Blue lets Red see 2 cards"
    assert RULES.describe(state, Cards("b", "shuffle")) == "Red shuffles the discard pile"
    assert RULES.describe(state, Cards("b", "reveal", (1,))) == "Red shows the card that it loses"


def test_headlines() -> None:
    table = game()
    assert RULES.headline(table.state) == "before the first turn"
    table.roll(6, 1)
    assert RULES.headline(table.state) == "game turn 1 of 200, Blue to play"
    endless = position([FAR], [zoid("mammoth", "a1")], turn_limit=0)
    assert RULES.headline(endless.state) == "game turn 7, Blue to play"
    over = position([zoid("mammoth", "b1")], [FAR], turn_limit=7).decide(END)
    assert RULES.headline(over.state) == "over in game turn 7"


def test_orders_in_words() -> None:
    table = position(
        [zoid("mammoth", "b1")], [zoid("gojulas", "b3")], hand=["lasers", "dodge"], battle_plan_reorder=True
    )
    words = lambda order: RULES.order_words(table.state, order)  # noqa: E731
    assert words(table.fire("lasers", "A1", "B1")) == "Mammoth (A1) fires card 0 at Gojulas (B1)"
    table.state = RULES.learn(table.state, 0, "lasers")
    assert words(table.fire("lasers", "A1", "B1")) == "Mammoth (A1) fires lasers at Gojulas (B1)"
    assert words(table.move("lasers", "A1", "b2")) == "Mammoth (A1) moves to b2 with lasers"
    assert words(table.fight("lasers", "A1", "B1")) == "Mammoth (A1) attacks Gojulas (B1) with lasers"
    assert words(table.tactics("lasers")) == "play lasers"
    assert words(Order(discard=(0, 1))) == "discard lasers and card 1"
    assert words(Order(arrange=(0, 1))) == "put the cards of the battle plan in this order: lasers, card 1"
    assert words(END) == "end of the turn"
    assert words(Order()) == "an order that says nothing"
    assert words(Order(play=0, zoid="Z9", to="b2")) == "Z9 moves to b2 with lasers"


# ------------------------------------------------------------------------------------ the picture


def test_the_board() -> None:
    table = position(
        [zoid("liger_zero", "d2", 2, ep=True, ez=True), zoid("gatordus", "", gone=5)],
        [zoid("sledge_head", "d5", ez=True)],
        hand=["lasers", "dodge"],
        other=["armor", "soar"],
        pile=["bound", "missiles"],
    )
    board = RULES.board(table.state, "a", table.known["a"])
    assert (board.frame.cols, board.frame.rows, board.frame.columns[0], board.frame.lines[0]) == (
        8,
        8,
        "a",
        "8",
    )
    places = {place.id: place for place in board.places}
    assert (places["a8"].col, places["a8"].row, places["h1"].col, places["h1"].row) == (0, 0, 7, 7)
    assert (places["b4"].roles, places["c5"].roles, places["a1"].roles) == (
        ("obstacle:hill",),
        ("obstacle:crag",),
        (),
    )
    liger, gatordus, sledge = board.pieces
    assert (liger.form, liger.glyph, liger.short, liger.place, liger.track) == (
        "token",
        "fast",
        "LZ",
        "d2",
        (2, 3),
    )
    assert liger.badges == (Badge("elite", "2", "a"),)
    assert liger.about == "S4 H3 T3 R3, elite pilot, elite Zoid, Blade Swipe (hand-to-hand attack)"
    assert (gatordus.flags, gatordus.place, gatordus.track) == (("gone",), "", (0, 2))
    assert (sledge.glyph, sledge.badges) == ("flyer", (Badge("elite", "1", "b"),))
    trays = {(tray.title, tray.side): tray for tray in board.trays}
    assert trays["hand", "a"].cards == (
        Card("lasers", "ranged", ("2", "all", "exactly 2")),
        Card("dodge", "defense", ("S4", "negates a hit")),
    )
    assert (trays["hand", "b"].cards, trays["hand", "b"].count) == ((), 2)
    assert trays["deck", ""].count == 12
    assert trays["discard pile of 2, on top", ""].cards[0].name == "missiles"
    assert trays["destroyed", "a"].cards == (Card("Gatordus", corners=("turn 5",)),)
    assert [(score.points, score.word, score.line) for score in board.scores] == [
        (2, "Hits", "1 Zoid, hand of 2"),
        (2, "Hits", "1 Zoid, hand of 2"),
    ]


def test_roles_of_all_zoids() -> None:
    glyphs = {kind.id: kind.glyph for kind in kinds().values()}
    assert {name for name, glyph in glyphs.items() if glyph == "flyer"} == {
        k.id for k in kinds().values() if k.flyer
    }
    assert set(glyphs.values()) == {"flyer", "fast", "heavy", "walker"}
    assert len({kind.short for kind in kinds().values()}) == 17


def test_hands_as_each_side_sees_them() -> None:
    table = position(
        [zoid("mammoth", "b1")],
        [FAR],
        hand=["know_your_enemy", "lasers"],
        other=["dodge", "armor"],
        deck=["bound"] * 9,
    )
    table.decide(table.tactics("know_your_enemy")).decide(END)

    def hands(side: str | None) -> dict[str, list[str]]:
        board = RULES.board(table.state, side, table.known[side] if side else {})  # type: ignore[arg-type,index]
        return {tray.side: [card.name for card in tray.cards] for tray in board.trays if tray.title == "hand"}

    assert hands("a") == {"a": ["lasers"], "b": ["dodge", "armor", *["face down"] * 3]}
    assert hands("b") == {"a": [], "b": ["dodge", "armor", "bound", "bound", "bound"]}
    assert hands(None) == {"a": [], "b": []}


def test_what_battle_plan_has_shown() -> None:
    table = position([zoid("mammoth", "b1")], [FAR], hand=["battle_plan"], deck=["bound", "soar"] * 5)
    table.decide(table.tactics("battle_plan")).decide(END)
    ahead = [
        tray
        for tray in RULES.board(table.state, "a", table.known["a"]).trays
        if tray.title.startswith("next")
    ]
    assert [card.name for card in ahead[0].cards] == ["soar", "bound", "soar", "bound"]
    assert not any(
        tray.title.startswith("next") for tray in RULES.board(table.state, "b", table.known["b"]).trays
    )


def test_traces() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("war_shark", "b4"), FAR], hand=["slow_advance", "lasers"])
    table.decide(table.move("slow_advance", "A1", "b2"), table.fire("lasers", "A1", "B1"))
    assert RULES.board(table.state, None, {}).traces == (
        Trace("move", "a", ("b1", "b2"), words="Mammoth (A1) moved b1 → b2"),
        Trace("shot", "a", ("b2", "b4"), hit=True, words="Mammoth (A1) fired from b2 at b4, 1 Hit"),
        Trace("ghost", "b", ("b4",), words="War Shark (B1) fell on b4"),
    )
    vain = position([zoid("mammoth", "b1")], [zoid("mammoth", "b3")], hand=["lasers"], other=["armor"])
    vain.decide(vain.fire("lasers", "A1", "B1"))
    fired = "Mammoth (A1) fired from b1 at b3"
    (trace,) = RULES.board(vain.state, None, {}).traces
    assert trace == Trace("shot", "a", ("b1", "b3"), words=f"{fired}, not answered yet")
    vain.answer("armor")
    (trace,) = RULES.board(vain.state, None, {}).traces
    assert trace == Trace("shot", "a", ("b1", "b3"), words=f"{fired}, no Hit")
    close = position([zoid("mammoth", "b1")], [zoid("mammoth", "b2")], hand=["slam_attack"], other=["dodge"])
    close.decide(close.fight("slam_attack", "A1", "B1"))
    (trace,) = RULES.board(close.state, None, {}).traces
    assert trace.words == "Mammoth (A1) on b1 attacked b2, not answered yet"


def test_what_is_under_way_names_attacker_target_and_card() -> None:
    table = position([zoid("mammoth", "b1")], [zoid("mammoth", "b3")], hand=["lasers"], other=["armor"])
    assert RULES.under_way(table.state) is None
    table.decide(table.fire("lasers", "A1", "B1"))
    assert RULES.under_way(table.state) == Line("Mammoth (A1) on b1 fires lasers at Mammoth (B1) on b3", "a")
    table.answer("armor")
    assert RULES.under_way(table.state) is None


def test_the_side_of_a_line_is_the_owner_of_what_is_lost() -> None:
    assert one(e.Destroyed(zoid="B1", by="A1")) == Line("Gojulas (B1) is destroyed", "b", tone="strong")


def test_every_zoid_that_waits_is_offered_for_deployment() -> None:
    blue = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}]}
    table = game(blue, blue, setup="p1_then_p2", first="p1")
    choices = RULES.legal(table.state, "a", {})
    assert len(choices) == 32
    assert {c.unit for c in choices} == {"A1", "A2"}
    assert not any(c.last for c in choices)
    rest = RULES.legal(RULES.assume(table.state, Order(zoid="A2", to="d1"), False), "a", {})
    assert {c.unit for c in rest} == {"A1"}
    assert len(rest) == 15
    assert all(c.last for c in rest)


def test_a_board_before_everybody_is_placed() -> None:
    blue = {"zoid": [{"type": "mammoth"}, {"type": "gatordus"}]}
    table = game(blue, blue, setup="alternate", first="p1")
    table.decide(Order(zoid="A1", to="d1"))
    board = RULES.board(table.state, None, {})
    assert [piece.id for piece in board.pieces] == ["A1"]
    assert [place.roles for place in board.places if place.id in ("a1", "a8", "a4")] == [
        ("deploy:a",),
        (),
        ("deploy:b",),
    ]
    waiting = {
        tray.side: [card.name for card in tray.cards] for tray in board.trays if tray.title == "to place"
    }
    assert waiting == {"a": ["Gatordus (A2)"], "b": ["Mammoth (B1)", "Gatordus (B2)"]}


def test_the_board_as_text_in_eighty_columns() -> None:
    table = game(first="p1")
    for ascii_only in (False, True):
        lines = board_text(RULES.board(table.state, "a", table.known["a"]), 80, ascii_only)
        assert all(len(line) <= 80 for line in lines)
        assert any("IK" in line or "Iron" in line for line in lines)


def test_hints_of_choices() -> None:
    table = position(
        [zoid("war_shark", "d2")], [zoid("mammoth", "b4")], hand=["slow_advance", "lasers"], other=["dodge"]
    )
    choices = {choice.label: choice for choice in RULES.legal(table.state, "a", table.known["a"])}
    assert choices["move to d3 with slow advance"].hint == "an obstacle: only flyers land there"
    assert choices["fire at B1 with lasers"].hint == "Mammoth has 4 Hits; 1 card may answer"
    assert choices["end the turn"].last
    table.decide(table.fire("lasers", "A1", "B1"))
    answers = RULES.legal(table.state, "b", table.known["b"])
    assert [(c.label, c.hint, c.toml) for c in answers] == [
        ("take the hit", "B1 has 3 Hits left", 'play = "nothing"')
    ]
