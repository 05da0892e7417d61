"""The property that everything serves: whoever decides cannot compute the dice that his decision leads to.

Every file of a match is folded once more by a watched `Run`, which writes down what happens in which order:
shares shown, decisions taken, standing orders used, dice rolled, windows opened.  From this trace alone:

*secrecy*    for each roll of window k and each earlier decision by Y, the other side's share k is first
             published in a later file than Y's; standing orders count when they were laid
*grinding*   a live window, whose dice are known, ends only by a decision
*stale*      no order runs in another player-turn than the one it was signed for

Then known flaws are planted, one at a time, and each must be caught by the part that it breaks.  (The one
exception to secrecy: who is asked for a takeback and says no may know the dice that are owed.)
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from pbem import games
from pbem.referee import advance, fold, run
from pbem.referee.match import Match, Standing, index, put
from pbem.referee.run import Run
from pbem.referee.tape import Reader
from pbem.ruleset import OTHER, Decide, Event, Order, React, Roll, Ruleset, Side, Want
from tests.kit.duel import Duel, refold
from tests.kit.whole import CONFIGS, Whole, any_game, played, whole

MATCHES = 3  # of each configuration
Trace = list[tuple[Any, ...]]


class Tapes:
    """A reader's tapes that note what is taken from them."""

    def __init__(self, tape: Any, trace: Trace, side: Side) -> None:
        self._tape, self._trace, self._side = tape, trace, side

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tape, name)

    def close_share(self, k: int) -> str:
        self._trace.append(("share", self._side, k))
        return self._tape.close_share(k)

    def open_share(self, k: int) -> str:
        self._trace.append(("share", self._side, k))
        return self._tape.open_share(k)

    def decision(self, want: Decide | React, state: Any, *, sealed: bool) -> Any:
        self._trace.append(("decided", self._side))
        if want.kind == "orders":
            self._trace.append(("signed", want.side, want.term))
        return self._tape.decision(want, state, sealed=sealed)


class Watched(Run):
    """A `Run` that writes its trace while it reads; `traces` is by file."""

    traces: Mapping[int, Trace] = {}

    def __init__(self, match: Match, rules: Ruleset, setup: Any, tape: Any) -> None:
        super().__init__(match, rules, setup, tape)
        self.trace: Trace = []
        if isinstance(tape, Reader):
            type(self).traces[match.turn] = self.trace
            self.tape = Tapes(tape, self.trace, self.side)

    def roll(self, want: Roll) -> bool:
        done = super().roll(want)
        if done:
            self.trace.append(("rolled", self.rolls[-1].rolled.window))
        return done

    def tell(self, event: Event) -> None:
        super().tell(event)
        if type(event).__name__ == "StandingAnswer":
            self.trace.append(("standing", event.side, event.sealed_in))

    def run_order(self, side: Side, order: Order) -> None:
        want = self.rules.want(self.state)
        self.trace.append(("ran", want.side, want.term))
        super().run_order(side, order)

    def open_window(self) -> None:
        if not self.opened:
            self.trace.append(("opens", self.window is not None and self.window.live))
        super().open_window()

    def take_back(self, turn: int) -> None:
        self.trace.append(("decided", self.side))
        self.trace.append(("back", turn))
        super().take_back(turn)


def violations(traces: Mapping[int, Trace]) -> Counter[str]:
    """What the trace of a whole match breaks; `rolls` counts what was judged."""
    count: Counter[str] = Counter()
    shown: dict[tuple[Side, int], int] = {("b", 1): 1}  # (side, window) → file that published the share
    decided: dict[Side, int] = {"a": 0, "b": 1}  # the armies
    signed: tuple[Side, int] | None = None  # the player-turn of the newest orders
    after: dict[int, tuple[Side, int] | None] = {}
    for file in sorted(traces):
        decisions = 0
        for what, *about in traces[file]:
            match what, *about:
                case "share", side, k:
                    shown[side, k] = file
                case "decided", side:
                    decided[side] = file
                    decisions += 1
                case "standing", side, laid if laid:
                    decided[side] = max(decided[side], laid)
                case "rolled", k:
                    count["rolls"] += 1
                    count["secrecy"] += any(shown[OTHER[y], k] <= decided[y] for y in decided)
                case "opens", live:
                    count["grinding"] += live and not decisions
                case "signed", side, term:
                    signed = (side, term)
                case "back", turn:
                    signed = after[turn]
                case "ran", side, term:
                    count["orders"] += 1
                    count["stale"] += signed != (side, term)
        after[file] = signed
    return count


def watch(monkeypatch: pytest.MonkeyPatch, kind: type[Watched]) -> dict[int, Trace]:
    """Let referees run as `kind` from now on."""
    traces: dict[int, Trace] = {}
    monkeypatch.setattr(kind, "traces", traces)
    for module in (fold, advance):
        monkeypatch.setattr(module, "Run", kind)
    return traces


def trace_of(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> dict[int, Trace]:
    traces = watch(monkeypatch, Watched)
    assert refold(duel.rules, duel.files) == duel.match
    return traces


def sound(count: Counter[str]) -> None:
    assert {what: count[what] for what in ("secrecy", "grinding", "stale")} == {
        "secrecy": 0,
        "grinding": 0,
        "stale": 0,
    }


@pytest.mark.parametrize("name", CONFIGS)
def test_who_decides_cannot_know_his_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    total: Counter[str] = Counter()
    for seed in range(MATCHES):
        count = violations(trace_of(played(name, seed), monkeypatch))
        sound(count)
        total += count
    assert total["rolls"] > 20
    assert total["orders"] > 40


def real_games() -> Iterator[Any]:
    for name in games.NAMES:
        try:
            rules = games.find(name)
        except ImportError as error:
            yield pytest.param(None, id=name, marks=pytest.mark.skip(reason=f"{name}: {error}"))
            continue
        assert rules is not None
        has_deck = rules.deck(rules.setup({}, {})[0]) is not None
        skip = pytest.mark.skipif(has_deck, reason="cards have a suite of their own")
        yield pytest.param(rules, id=name, marks=skip)


@pytest.mark.parametrize("rules", list(real_games()))
def test_who_decides_cannot_know_his_dice_in_real_games(
    rules: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(2):
        duel = any_game(rules, seed)
        duel.play()
        count = violations(trace_of(duel, monkeypatch))
        sound(count)
        assert count["rolls"] > 10


def test_the_matches_meet_what_they_are_made_for() -> None:
    """Double moves, several decisions in a file, duty files, standing orders sealed and clear, takebacks
    of both answers: all of them occur, so the property says something about them."""
    count: Counter[str] = Counter()
    for name in CONFIGS:
        for seed in range(MATCHES):
            duel = played(name, seed)
            count["files"] += len(duel.files)
            count["duty"] += sum(n == 0 for n in duel.decided.values())
            count["several"] += sum(n > 1 for n in duel.decided.values())
            count["laid"] += len(duel.laid)
            for _, _, said in duel.asked:
                count[f"takeback {said}"] += 1
            for entry in duel.entries():
                count[type(entry.event).__name__] += 1
    assert {what: count[what] >= least for what, least in LEAST.items()} == dict.fromkeys(LEAST, True), count


LEAST = {
    "files": 2000, "duty": 150, "several": 150, "laid": 150, "takeback yes": 5, "takeback no": 5,
    "StandingAnswer": 200, "Unused": 5, "Instead": 10, "Held": 50,
}  # fmt: skip


# -- planted flaws: each is a rule of section 3 left out ------------------------------------------------
class LiveWindowOutlivesADecision(Watched):
    late: Any = None

    def open_window(self) -> None:
        live = self.window if self.window is not None and self.window.live else None
        if self.opened:
            return
        super().open_window()
        if live is not None:
            self.late, self.window = self.window, live

    def result(self, head: str) -> Match:
        self.window = self.late or self.window
        return super().result(head)


class StandingOrdersBindAtOnce(Watched):
    def statements(self) -> None:
        super().statements()
        laid = self.tape.laid()
        if laid is not None:
            self.in_force = put(self.in_force, self.side, msgspec.structs.replace(laid, since=0))

    def lay(self) -> None:
        pass


class LayingOpensAWindow(Watched):
    def lay(self) -> None:
        before = self.waiting[index(self.side)]
        super().lay()
        if self.waiting[index(self.side)] is not before:
            self.open_window()


class HiddenReactionOpensNothing(Watched):
    want: Want | None = None

    def react(self, want: React) -> bool:
        self.want = want
        done = super().react(want)
        self.want = None
        return done

    def open_window(self) -> None:
        if not (isinstance(self.want, React) and self.want.hidden):
            super().open_window()


class OwnChoiceOpensNothing(HiddenReactionOpensNothing):
    def decide(self, want: Decide) -> None:
        self.want = want
        super().decide(want)
        self.want = None

    def open_window(self) -> None:
        if not (isinstance(self.want, Decide) and self.want.kind == "mid"):
            Watched.open_window(self)


class NoTerms(Watched):
    def run_orders(self, want: Decide) -> bool:
        if self.queue.owner == want.side:
            self.queue = msgspec.structs.replace(self.queue, term=want.term)
        return super().run_orders(want)


class ConsentOpensNothing(Watched):
    consenting = False

    def take_back(self, turn: int) -> None:
        self.consenting = True
        super().take_back(turn)
        self.consenting = False

    def open_window(self) -> None:
        if not self.consenting:
            super().open_window()


class ReactionsOpenNothing(Watched):
    """Only those that standing orders do not answer: asked reactions."""

    asked = False

    def react(self, want: React) -> bool:
        self.asked = not want.hidden
        done = super().react(want)
        self.asked = False
        return done

    def open_window(self) -> None:
        if not self.asked:
            super().open_window()


class StandingOrdersBindInTheLiveWindow(Watched):
    """`since` is the window that is live, not the next one."""

    def lay(self) -> None:
        laid: Standing | None = self.tape.laid()
        if laid is not None:
            self.waiting = put(self.waiting, self.side, msgspec.structs.replace(laid, since=self.kmax))
            self.promote()


class PausesAreForgotten(Watched):
    """The queue of an abandoned plan runs on in the author's next player-turn."""

    def drop_queue(self, want: Decide) -> None:
        if self.queue.owner == want.side and self.queue.orders:
            self.queue = msgspec.structs.replace(self.queue, term=want.term)
        else:
            super().drop_queue(want)


# flaw → (what breaks, configurations that meet it)
FLAWS: dict[type[Watched], tuple[str, tuple[str, ...]]] = {
    LiveWindowOutlivesADecision: ("secrecy", ("everything", "choices in mid-action")),
    StandingOrdersBindAtOnce: ("secrecy", ("reactions: own standing orders", "everything")),
    StandingOrdersBindInTheLiveWindow: ("secrecy", ("standing orders of both in one attack",)),
    LayingOpensAWindow: ("grinding", ("reactions: own standing orders", "everything")),
    HiddenReactionOpensNothing: ("secrecy", ("hidden reactions", "hidden reactions, one activation")),
    ReactionsOpenNothing: ("secrecy", ("reactions: always asked", "after the dice")),
    OwnChoiceOpensNothing: ("secrecy", ("choices in mid-action", "everything")),
    NoTerms: ("stale", ("one activation a turn", "everything, one activation")),
    PausesAreForgotten: ("stale", ("everything", "hidden reactions and pauses")),
    ConsentOpensNothing: ("secrecy", ("takebacks", "everything, takebacks")),
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_a_planted_flaw_is_caught(flaw: type[Watched], monkeypatch: pytest.MonkeyPatch) -> None:
    breaks, configs = FLAWS[flaw]
    for name in configs:
        caught = 0
        for seed in range(12):
            traces = watch(monkeypatch, flaw)
            duel = whole(name, seed)
            play_badly(duel)
            caught += violations(traces)[breaks]
            if caught:
                break
        assert caught, name


def play_badly(duel: Whole) -> None:
    """A flawed referee may come to a standstill as well: what was played so far is judged."""
    try:
        duel.play(200)
    except (AssertionError, ValueError):
        assert len(duel.files) > 3


def test_the_flaws_are_flaws_of_this_very_referee() -> None:
    assert run.Run is fold.Run is advance.Run
    assert all(issubclass(flaw, run.Run) for flaw in FLAWS)
