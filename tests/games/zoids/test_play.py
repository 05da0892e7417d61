"""Whole matches: they end, decks run out, nothing hidden gets out, and certain draws are certain."""

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
import pytest

from pbem.bots import greedy_bot, random_bot
from pbem.games.zoids import events as e
from pbem.games.zoids.orders import Order, verb_of
from pbem.games.zoids.rules.deck import left
from pbem.games.zoids.state import State
from pbem.ruleset import DECK, OTHER, SIDES, Cards, Decide, React, Roll, Side
from tests.games.zoids.kit import END, RULES, Table, position, setup, zoid
from tests.kit.duel import Duel, refold
from tests.kit.play import Played, bots, play, ready

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "wild": {
        "cards_per_phase": 0,
        "once_per_zoid_per_phase": False,
        "tactics_cards": "any_phase",
        "starting_hand": 4,
        "battle_plan_reorder": True,
        "shield_scope": "adjacent",
        "obstacles": "random:10",
        "setup": "alternate",
    },
    "loose": {
        "exact_move": False,
        "exact_range": False,
        "move_geometry": "path",
        "units_block_fire": True,
        "flyers_pass_flyers": True,
        "flyer_land_on_obstacle": False,
        "setup": "p1_then_p2",
        "first": "p2",
        "hand_limit": 3,
        "cards_per_phase": 0,
        "turn_limit": 80,
    },
}


@cache
def matches(name: str) -> tuple[Played, ...]:
    plays = []
    for seed, kind in enumerate(("random", "greedy")):
        terms, armies = ready(RULES, VARIANTS[name], Random(f"{name} {seed}"))
        habits = {"pauses": 15, "alternatives": 40} if kind == "random" else {}
        plays.append(play(RULES, terms, armies, bots(kind, **habits), seed))
    return tuple(plays)


every_variant = pytest.mark.parametrize("name", VARIANTS)


@every_variant
def test_matches_end_with_a_result(name: str) -> None:
    for played in matches(name):
        outcome = RULES.outcome(played.last)
        assert outcome is not None
        assert outcome.score == RULES.score(played.last)
        limit = played.last.options.turn_limit
        assert 0 in outcome.score or played.last.term == limit


@every_variant
def test_decks_run_out_and_are_shuffled_anew(name: str) -> None:
    for played in matches(name):
        shuffles = [
            one.want for one in played.asked if isinstance(one.want, Cards) and one.want.op == "shuffle"
        ]
        assert len(shuffles) >= 2
        for first, second in zip(shuffles[::2], shuffles[1::2], strict=True):
            assert (first.side, first.faces) == (OTHER[second.side], second.faces)
        assert played.last.deck == len(shuffles) // 2


@every_variant
def test_every_card_is_somewhere(name: str) -> None:
    """84 cards: in the deck, in the hands, on the pile; no slot twice."""
    for played in matches(name):
        for state in played.states:
            held = [*state.hands[0], *state.hands[1], *state.discards]
            assert left(state) + len(held) == 84
            ahead = [*state.ahead, *range(state.deck * DECK + state.drawn, state.deck * DECK + state.size)]
            assert len({*held, *ahead}) == 84
            assert all(slot in held for slot, _ in state.faces)
            assert all(state.face(slot) for slot in state.discards)


@every_variant
def test_no_hidden_face_is_in_any_state(name: str) -> None:
    """A face becomes public by a decision that owes it or by a reveal that the game wants; nothing else
    puts one into a state."""
    for played in matches(name):
        decisions = iter(played.taken)
        before: State = played.first
        assert before.faces == ()
        for one in played.asked:
            if fresh := set(one.state.faces) - set(before.faces):
                taken = next(t for t in decisions if t.state is before)
                owed = RULES.owes(before, taken.orders)
                assert fresh == {(slot, taken.known[slot]) for slot in owed}
            fresh = set(one.after.faces) - set(one.state.faces)
            asked = one.want.slots if isinstance(one.want, Cards) and one.want.op == "reveal" else ()
            assert fresh == {(slot, one.answer) for slot in asked}
            before = one.after


@every_variant
def test_third_persons_see_public_cards_only(name: str) -> None:
    for played in matches(name):
        for state in played.states[::40]:
            public = {slot for slot, _ in state.faces}
            hidden = [slot for hand in state.hands for slot in hand if slot not in public]
            board = RULES.board(state, None, dict.fromkeys(hidden, "massive_armor"))
            hands = [tray for tray in board.trays if tray.title == "hand"]
            down = sum(card.name == "face down" for tray in hands for card in tray.cards)
            known = sum(1 for hand in state.hands for slot in hand if slot in public)
            assert sum(len(tray.cards) for tray in hands) - down == known
            hands_shown = {side: list(hand) for side, hand in zip(SIDES, state.hands, strict=True) if hand}
            assert RULES.public(state).get("hand", {}) == hands_shown


def test_everything_happens() -> None:
    told = {type(event) for name in VARIANTS for played in matches(name) for _, event in played.events}
    rare = {e.DeckOut, e.FirstTied}
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)}
    assert kinds - {e.Event} - rare <= told
    wants = [one.want for name in VARIANTS for played in matches(name) for one in played.asked]
    assert {type(want) for want in wants} == {Roll, Cards, Decide, React}
    assert all(want.hidden for want in wants if isinstance(want, React))


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(8):
        terms, armies = ready(RULES, {}, Random(seed))
        mine: Side = SIDES[seed % 2]
        played = play(RULES, terms, armies, {mine: greedy_bot.decide, OTHER[mine]: random_bot.decide}, seed)
        outcome = RULES.outcome(played.last)
        assert outcome is not None
        won += outcome.winner == mine
    assert won >= 5


# --------------------------------------------------------------------------- draws that are certain


def played_out(seed: int, **options: Any) -> Iterator[tuple[Table, Side, tuple[int, ...]]]:
    """A match by random players; at each halt inside a turn: whose halt, and what is foreseen."""
    rng = Random(seed)
    terms, armies = ready(RULES, options, rng)
    faces = list(RULES.deck(terms) or ())
    rng.shuffle(faces)
    table = Table(RULES.start(terms, armies), dict(enumerate(faces)))
    table._cards()
    while (want := table.want) is not None and table.state.term < 120:
        if isinstance(want, Roll):
            table.roll(rng.randint(1, want.faces))
        else:
            side = want.side
            orders = random_bot.decide(RULES, table.state, side, table.known[side], rng, alternatives=30)
            if isinstance(want, React):
                table.answer(table.faces[orders[0].play] if orders and not orders[0].hold else None)
            else:
                table.decide(*orders)
        yield table, table.state.side, RULES.foreseen(table.state, tuple(table.queue))


@pytest.mark.parametrize("options", [{}, {"tactics_cards": "any_phase", "battle_plan_reorder": True}])
def test_what_is_foreseen_is_drawn(options: dict[str, Any]) -> None:
    promised = kept = 0
    for seed in range(4):
        waiting: dict[tuple[int, Side], tuple[int, ...]] = {}
        for table, side, slots in played_out(seed, **options):
            if slots:
                assert isinstance(table.want, React | Roll)
                assert all(slot not in table.known[OTHER[side]] for slot in slots)
                key = (table.state.term, OTHER[side])
                assert waiting.setdefault(key, slots) == slots
                promised += 1
            for (term, who), draw in list(waiting.items()):
                if table.state.term > term:
                    assert table.state.term == term + 1
                    assert set(draw) <= set(table.known[who])
                    strips = [w for w in table.work if w.op == "strip" and w.slots == draw]
                    assert len(strips) == 1
                    del waiting[term, who]
                    kept += 1
    assert promised > 20
    assert kept > 20


def test_nothing_is_foreseen_that_is_not_certain() -> None:
    def halted(*behind: Order, **options: Any) -> Table:
        hand = ["lasers", "slam_attack", "superior_tactics"]
        table = position(
            [zoid("mammoth", "b1")],
            [zoid("gojulas", "b3"), zoid("gojulas", "c2")],
            hand=hand,
            other=["dodge"] * 2,
            **options,
        )
        return table.decide(table.fire("lasers", "A1", "B1"), *behind)

    fight = Order(play=1, zoid="A1", fight="B2")
    table = halted(fight, END)
    assert RULES.foreseen(table.state, (fight, END)) == (5, 6, 7)
    assert RULES.foreseen(table.state, (END,)) == (5, 6, 7)
    assert RULES.foreseen(table.state, ()) == ()  # control comes back
    assert RULES.foreseen(table.state, (fight,)) == ()
    assert RULES.foreseen(table.state, (msgspec.structs.replace(fight, pause=True), END)) == ()
    last = halted(fight, END, turn_limit=7)
    assert RULES.foreseen(last.state, (fight, END)) == ()  # no turn follows
    short = halted(fight, END, deck=["bound"] * 2)
    assert RULES.foreseen(short.state, (fight, END)) == (5, 6)  # the third comes from another deck
    none = halted(fight, END, deck=[])
    assert RULES.foreseen(none.state, (fight, END)) == ()
    full = position(
        [zoid("mammoth", "b1")],
        [zoid("gojulas", "b3")],
        hand=["awesome_move", *["dodge"] * 6],
        other=["dodge"] * 4,
    )
    full.decide(full.tactics("awesome_move"), full.discard("dodge"), END)
    assert isinstance(full.want, Roll)
    assert RULES.foreseen(full.state, (full.discard("dodge"), END)) == (11, 12, 13)
    assert RULES.foreseen(full.state, (END,)) == ()  # it could not be ended with six cards
    started = RULES.start(
        setup(), tuple(RULES.army(setup(), d)[0] for d in list(RULES.ready_armies(setup()).values())[:2])
    )
    assert RULES.foreseen(started, (END,)) == ()


def test_what_battle_plan_has_shown_is_not_foreseen_again() -> None:
    table = position(
        [zoid("mammoth", "b1")],
        [zoid("gojulas", "b3")],
        hand=["battle_plan", "dodge"],
        other=["lasers", "dodge"],
        deck=["bound"] * 12,
    )
    table.decide(table.tactics("battle_plan")).decide(END)
    table.decide(Order(play=table.slot("lasers"), zoid="B1", fire="A1"), END)
    assert isinstance(table.want, React)
    assert RULES.foreseen(table.state, (END,)) == ()  # Blue has seen the next four of its seven
    assert table.state.seen[0] == (4, 5, 6, 7, 8, 9, 10)


def test_orders_carry_what_their_verbs_need() -> None:
    verbs = {
        verb_of(order)
        for name in VARIANTS
        for played in matches(name)
        for one in played.taken
        for order in one.orders
    }
    assert verbs == {"to", "fire", "fight", "discard", "arrange", "tactics", "end", "hold"}


def test_a_match_through_signed_files_and_real_cards() -> None:
    """Every card work is proven, every file is folded by both sides and again by a third person."""
    players = (greedy_bot.decide, partial(random_bot.decide, pauses=10, alternatives=30))
    duel = Duel(RULES, players, seed="zoids", options={"turn_limit": 12, "starting_hand": 2})
    duel.play()
    assert duel.match.state.term == 12
    assert duel.match.ready == ()
    assert refold(RULES, duel.files) == duel.match
    assert len(duel.files) < 30
