"""The story and the picture: what people read."""

from typing import Any

import pytest

from pbem.board import Dice, Line
from pbem.games.zipwarz.state import State
from pbem.ruleset import Decide
from tests.games.zipwarz.kit import (
    ORDER,
    RULES,
    able,
    attack,
    end,
    hold,
    matched,
    move,
    open_game,
    position,
    run,
    unit,
)
from tests.kit.play import bots, play

SHELL = able("thick shell", ("defend_roll", 5))
PIKES = able("braced pikes", ("defend_flat", 2))
BOMBARD = able("bombard", ("range", 2), ("dice", 6), ("level_attack", 1), limit="round")
HIDE = able("ancient hide", ("defend_roll", 4), limit="round")
BARK = able("bark", ("defend_flat", 3), limit="game")
WRATH = able("wrath", ("level_defend", 2), limit="round")
HERBS = able("herbs", ("heal", 4), limit="round")


def story(state: State, orders: Any = (), dice: Any = (), answer: Any = None) -> list[str]:
    """Lines of the story, told event by event; `>` belongs to the line above, dice in brackets."""
    lines = []
    queue, rolls = list(orders), list(dice)
    while True:
        want = RULES.want(state)
        if want is None:
            break
        if hasattr(want, "count"):
            if not rolls:
                break
            step = RULES.apply(state, tuple(rolls.pop(0)))
        elif not isinstance(want, Decide):
            if answer is None:
                break
            step = RULES.apply(state, answer)
        elif queue:
            order = queue.pop(0)
            step = RULES.downgrade(state, order) if RULES.faults(state, order) else RULES.apply(state, order)
        else:
            break
        for event in step.events:
            lines += [shown(line) for line in RULES.tell(state, event)]
        state = step.state
    return lines


def shown(line: Line) -> str:
    faces = ""
    if line.dice:
        faces = " ".join(f"[{face}]" if face >= line.dice.need else str(face) for face in line.dice.faces)
        faces = (
            f"{faces} {line.dice.label}{' -' + str(line.dice.cancelled) if line.dice.cancelled else ''} | "
        )
    return f"{'> ' if line.depth else ''}{line.side + ': ' if line.side else ''}{faces}{line.text}"


def test_moves() -> None:
    state = position(
        [
            unit(3, 2, 7, able("slip", ("move", 3), ("ignore_stop", 1)), name="reef stalkers"),
            unit(6, 1, 1, name="mother fathom"),
        ],
        [unit(at=6, acted=True)],
    )
    assert story(state, [move("A1", 6, 5), move("A2", 2), hold("A2")]) == [
        "a: reef stalkers (A1) move 7 → 6 → 5",
        "a: mother fathom (A2) moves 1 → 2",
        "a: mother fathom (A2) holds",
        "b: prize 6: Red +2 VP",
        "round 1 is over: Blue 0 VP, Red 2 VP",
        "round 2 of 4: Red is Player 1 (Blue has 2 units, Red 1)",
    ]


def test_a_shot_as_in_the_sample() -> None:
    state = position(
        [unit(3, 2, 5, BOMBARD, name="bombard crew")], [unit(2, 5, 6, SHELL, name="shellbacks"), unit(at=24)]
    )
    dice = [(1, 4, 5, 2, 6, 3, 1, 5, 2, 3, 6, 4), (2, 3, 5, 1, 4, 3)]
    assert story(state, [attack("A1", "B1", "bombard")], dice) == [
        (
            "a: bombard crew (A1) in 5 fires at shellbacks (B1) in 6, range 1, bombard: "
            "2×3+6 = 12 dice, as level 4 against 2: hits on 4+"
        ),
        "> a: 1 [4] [5] 2 [6] 3 1 [5] 2 3 [6] [4] 4+ hits | A1 on B1: 6 hits",
        "> b: 2 3 [5] 1 4 3 5+ stops | thick shell of B1 stops 1: 5 wounds, 5 of 10",
    ]


def test_flat_defence_and_removal() -> None:
    rows = [unit(2, 2, 6, name="militia")], [unit(2, 5, 6, PIKES, name="pike wardens", wounds=9), unit(at=24)]
    assert story(position(*rows), [attack("A1", "B1")], [(5, 6, 5, 1)]) == [
        "a: militia (A1) in 6 attacks pike wardens (B1): 2×2 = 4 dice, as level 2 against 2: hits on 5+",
        "> a: [5] [6] [5] 1 5+ hits -2 | A1 on B1: 3 hits, braced pikes stop 2: 1 wound, 10 of 10",
        "b: pike wardens (B1) are removed",
    ]
    assert story(position(*rows), [attack("A1", "B1")], [(5, 6, 1, 1)])[1] == (
        "> a: [5] [6] 1 1 5+ hits -2 | A1 on B1: 2 hits, braced pikes stop 2: no wounds"
    )
    assert (
        story(position(*rows), [attack("A1", "B1")], [(1, 1, 1, 1)])[1]
        == "> a: 1 1 1 1 5+ hits | A1 on B1: no hits"
    )


def attacked(*abilities: Any, dice: Any = (5, 5, 6, 1)) -> State:
    state = position([unit(2, 2, 6, name="militia")], [unit(2, 5, 6, *abilities, name="elders"), unit(at=24)])
    return run(state, [attack("A1", "B1")], [dice])[0]


def test_limited_defences() -> None:
    assert story(attacked(HIDE), dice=[(4, 1, 6)], answer=(ORDER(use=("ancient_hide",)),)) == [
        "> b: elders (B1) use ancient hide",
        "> b: [4] 1 [6] 4+ stops | ancient hide of B1 stops 2: 1 wound, 1 of 10",
    ]
    assert story(attacked(HIDE), answer=()) == ["> b: elders (B1) take the hits: 3 wounds, 3 of 10"]
    assert story(attacked(BARK), answer=(ORDER(use=("bark",)),)) == [
        "> b: elders (B1) use bark, bark stops 3: no wounds"
    ]
    assert story(attacked(WRATH), answer=(ORDER(use=("wrath",)),)) == [
        "> b: elders (B1) use wrath: hits on 6+ now, 1 hit: 1 wound, 1 of 10"
    ]


def test_healing_and_what_was_lost() -> None:
    state = position(
        [
            unit(2, 2, 6, HERBS, name="chirurgeons", wounds=3),
            unit(1, 1, 6, name="scout"),
            unit(at=1, name="guard"),
        ],
        [unit(1, 1, 6, name="imps"), unit(at=24, name="imps")],
    )
    heal = ORDER(unit="A1", heal="A1", use=("herbs",))
    told = story(
        state,
        [attack("A2", "B1"), attack("A2", "B1"), heal, move("A1", 7), move("A1", 8), hold("A2"), hold("A3")],
        [(6,)],
    )
    assert told == [
        "a: scout (A2) in 6 attacks imps (B1): 1×1 = 1 die, as level 1 against 1: hits on 5+",
        "> a: [6] 5+ hits | A2 on B1: 1 hit: 1 wound, 1 of 1",
        "b: imps (B1) are removed",
        "a: scout (A2) loses an attack: B1 was already removed (Red has B2)",
        "a: chirurgeons (A1) heal 3 wounds of themselves with herbs, 0 of 4 left",
        "a: chirurgeons (A1) move 6 → 7",
        "a: an order for chirurgeons (A1) is dropped: A1 has no action left",
        "a: an order for scout (A2) is dropped: A2 has already acted this round",
        "a: guard (A3) holds",
    ]
    cut = position([unit(1, 1, 5, able("swift", ("move", 2)), name="scouts")], [unit(at=6)])
    assert story(cut, [move("A1", 6, 7)]) == ["a: scouts (A1) move 5 → 6", "> a: A1 stops in 6: B1 holds it"]
    lacking = position([unit(1, 1, 6, BOMBARD, name="crew", used=("bombard",))], [unit(at=6)])
    assert story(lacking, [attack("A1", "B1", "bombard")])[0] == (
        "a: crew (A1) goes on without it: bombard was already used this round"
    )


def test_opening_round_and_end() -> None:
    state = open_game()
    told = story(state, dice=[(4, 4, 4, 1, 1), (5, 1, 6, 6, 1), (1,) * 5, (6,) * 5])
    assert told == [
        "a: [4] [4] [4] 1 1 4+ counts | Blue rolls for the roles: 3",
        "b: [5] 1 [6] [6] 1 4+ counts | Red rolls for the roles: 3",
        "3 each: both roll again",
        "a: 1 1 1 1 1 4+ counts | Blue rolls for the roles: 0",
        "b: [6] [6] [6] [6] [6] 4+ counts | Red rolls for the roles: 5",
        "Red is the Aggressor, Blue the Defender",
    ]
    last = position(
        [unit(at=6, acted=False)], [unit(at=24, acted=True)], round=4, kills=(1, 3), scored=((2, 9),)
    )
    assert story(last, [hold("A1"), end]) == [
        "a: level 1 unit (A1) holds",
        "a: prize 6: Blue +2 VP",
        "b: taken out this round: by Blue 1, by Red 3: Red +5 VP",
        "round 4 is over: Blue 4 VP, Red 14 VP",
        "b: Red wins, 4 : 14 (14 to 4 Victory Points)",
    ]
    state, _ = run(state, dice=[(6,) * 5, (1,) * 5])
    zones = {"A1": 5, "A2": 1, "A3": 5, "A4": 21, "A5": 17}
    deploy = tuple(ORDER(unit=u, zone=z) for u, z in zones.items())
    step = RULES.apply(state, deploy)
    assert [shown(line) for line in RULES.tell(state, step.events[0])] == [
        (
            "a: Blue deploys shellbacks (A2) in 1; skitterlings (A1) and spitter polyps (A3) in 5; "
            "undertow riders (A5) in 17; reef stalkers (A4) in 21"
        )
    ]


def test_what_is_wanted() -> None:
    state = position([unit(at=1) for _ in range(4)], [unit(at=24)])
    want = RULES.want(state)
    assert want is not None
    assert RULES.describe(state, want) == "activate 1, 2 or 3 of A1 A2 A3 A4"
    state, _ = run(state, [hold("A1"), move("A2", 2, pause=True)])
    assert (
        RULES.describe(state, want)
        == "go on with A2, or activate 1 more of A3 A4, or end the turn (A1 has acted)"
    )
    lone = position([unit(at=1) for _ in range(5)], [unit(at=24, acted=True)], lone=True)
    assert RULES.describe(lone, want) == "activate any number up to 5 of A1 A2 A3 A4 A5"
    state = attacked(HIDE)
    want = RULES.want(state)
    assert want is not None
    assert RULES.describe(state, want) == "attack by A1: does elders (B1) use ancient hide against 3 hits?"
    state = open_game()
    want = RULES.want(state)
    assert want is not None
    assert RULES.describe(state, want) == "5 dice: Blue rolls for the roles"
    assert RULES.headline(position([unit()], [unit()], phase="over", round=4)) == "over in round 4"


def test_the_board_before_and_after_the_roles() -> None:
    board = RULES.board(open_game(), "a", {})
    assert (board.frame.kind, board.frame.cols, board.frame.rows) == ("grid", 4, 6)
    assert len(board.places) == 24
    assert not any(role.startswith("deploy") for place in board.places for role in place.roles)
    assert board.pieces == ()
    assert [(tray.title, tray.side, tray.count) for tray in board.trays] == [
        ("to deploy", "a", 5),
        ("to deploy", "b", 6),
    ]
    assert board.trays[0].cards[1].name == "A2 shellbacks"
    state, _ = run(open_game(), dice=[(1,) * 5, (6,) * 5])
    board = RULES.board(state, None, {})
    assert [p.id for p in board.places if "deploy:b" in p.roles] == ["1", "5", "17", "21"]
    assert [p.id for p in board.places if "deploy:a" in p.roles] == ["4", "8", "20", "24"]
    assert [score.line for score in board.scores] == ["defender", "aggressor"]


def test_the_board_in_play() -> None:
    state = position(
        [unit(2, 5, 6, SHELL, name="shellbacks", wounds=3, acted=True), unit(1, 5, 11), unit(at=1)],
        [
            unit(3, 2, 5, BOMBARD, name="bombard crew", used=("bombard",)),
            unit(1, 5, 11),
            unit(1, 5, 0, gone=True),
        ],
        scored=((2, 5), (4, 0)),
    )
    board = RULES.board(state, None, {})
    shellbacks, crew = board.pieces[0], board.pieces[3]
    assert (shellbacks.id, shellbacks.form, shellbacks.label, shellbacks.place) == (
        "A1",
        "chip",
        "shellbacks",
        "6",
    )
    assert (shellbacks.track, shellbacks.flags) == ((7, 10), ("spent",))
    assert [(b.role, b.text) for b in shellbacks.badges] == [("level", "2"), ("models", "×5")]
    assert shellbacks.about == "thick shell: each hit is stopped on 5+"
    assert (crew.label, crew.short, crew.flags) == ("bombard crew", "crew", ())
    assert crew.about.endswith("; used: bombard")
    gone = board.pieces[-1]
    assert (gone.flags, gone.place, gone.track) == (("gone",), "", (0, 5))
    prizes = {place.id: place.badges[0] for place in board.places if place.badges}
    assert {zone: (badge.role, badge.text, badge.side) for zone, badge in prizes.items()} == {
        "6": ("prize", "2", "a"),
        "11": ("prize", "2", ""),
        "14": ("prize", "2", ""),
        "19": ("prize", "2", ""),
    }
    blue = board.scores[0]
    assert (blue.points, blue.word, blue.rounds) == (6, "VP", (2, 4))
    assert blue.line == "aggressor, 3 units, prize 6"
    assert board.traces == ()
    assert board.headline == "round 1 of 4"


def test_the_board_shows_the_attack_that_waits() -> None:
    trace = RULES.board(attacked(HIDE), None, {}).traces[0]
    assert (trace.kind, trace.side, trace.points, trace.hit) == ("shot", "a", ("6", "6"), True)
    assert trace.words == "militia (A1) attacks elders (B1), hits on 5+; 3 hits, not settled yet"


def test_what_is_under_way_names_attacker_target_and_ability() -> None:
    crew = position([unit(3, 2, 5, BOMBARD, name="bombard crew")], [unit(1, 5, 6, name="imps")])
    assert RULES.under_way(crew) is None
    shot, _ = run(crew, [attack("A1", "B1", "bombard")])
    assert RULES.under_way(shot) == Line("bombard crew (A1) fires at imps (B1) with bombard, hits on 4+", "a")
    assert "the dice are not rolled yet" in RULES.board(shot, None, {}).traces[0].words


def test_public_is_small_and_complete() -> None:
    state = attacked(HIDE)
    public = RULES.public(state)
    assert public == {
        "phase": "defend",
        "side": "a",
        "aggressor": "a",
        "round": 1,
        "term": 1,
        "first": "a",
        "begun": 1,
        "active": {"unit": "A1", "left": 1},
        "attack": {"by": "A1", "target": "B1", "dice": 4, "a": 2, "t": 2, "need": 5, "faces": [5, 5, 6, 1]},
        "units": [{"id": "A1", "at": 6, "acted": True}, {"id": "B1", "at": 6}, {"id": "B2", "at": 24}],
    }


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_public_stays_under_one_and_a_half_kilobytes(kind: str) -> None:
    setup, armies = matched()
    played = play(RULES, setup, armies, bots(kind), 1)
    assert max(len(toml(RULES.public(state))) for state in played.states) <= 1536


def toml(public: dict[str, Any]) -> str:
    """Roughly what a turn file makes of it."""
    lines = []
    for key, value in public.items():
        if key == "units":
            for row in value:
                lines += ["", "[[state.units]]", *(f"{k} = {v!r}" for k, v in row.items())]
        else:
            lines.append(f"{key} = {value!r}")
    return "\n".join(lines)


def test_dice_rows_count_what_was_cancelled() -> None:
    state = attacked()
    assert isinstance(Dice((1,), 4), Dice)
    assert state.attack is None


def test_every_unit_that_waits_is_offered_for_deployment() -> None:
    state, _ = run(open_game(), dice=[(6,) * 5, (1,) * 5])
    choices = RULES.legal(state, "a", {})
    assert {(c.unit, c.at) for c in choices} == {
        (f"A{n}", zone) for n in range(1, 6) for zone in ("1", "5", "17", "21")
    }
    assert not any(c.last for c in choices)
    one = next(c for c in choices if c.unit == "A3")
    rest = RULES.legal(RULES.assume(state, one.order, False), "a", {})
    assert list(dict.fromkeys(c.unit for c in rest)) == ["A1", "A2", "A4", "A5"]
