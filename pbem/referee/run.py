"""What one file of side X does to a match, step by step (protocol P3.3): the table of wants, the queue.

`Run` is the one mutable thing of the referee.  It lives while one file is read or written, and its
result is a new `Match`.  It takes what it needs from a `Tape` and never looks at the file itself.  Why
it is fair stands in `pbem.referee.windows`.
"""

from typing import Any

import msgspec

from pbem.errors import TurnRejected
from pbem.referee import match as m
from pbem.referee import rekey
from pbem.referee.cardtable import CardTable
from pbem.referee.match import Booked, Entry, Match, Past, Queue, Standing
from pbem.referee.statements import answers
from pbem.referee.tape import Tape, convert_orders
from pbem.referee.windows import Windows
from pbem.ruleset import (
    Answer,
    Cards,
    Decide,
    Event,
    Order,
    Outcome,
    React,
    Roll,
    Ruleset,
    Sealed,
    Side,
    Unseal,
)
from pbem.turnfile.canon import under


class Run(Windows):
    """One file of side `side` at work on a match; `go`, then `result`."""

    def __init__(self, match: Match, rules: Ruleset, setup: Any, tape: Tape) -> None:
        super().__init__(match, rules, setup, tape)
        self.stage, self.opening, self.state = match.stage, match.opening, match.state
        self.cards = CardTable(match, tape, match.to)
        self.queue, self.paused = match.queue, match.paused
        self.sealed, self.past = match.sealed, match.past
        self.decisions, self.openings = 0, 0  # taken so far
        self.entries: list[Entry] = []
        self.rolls: list[Booked] = []

    # -- the five steps -------------------------------------------------------------------

    def go(self) -> None:
        """Close, run, lay, strip early, and see that nothing is left over."""
        self.go_on_with_new_key()
        self.close()
        self.statements()
        self.run()
        self.lay()
        self.strip_early()
        self.tape.finish(opened=self.opened, closed=self.closed)

    def run(self) -> None:
        """Step 2: go on while the want can be answered by this file."""
        while self.answer_want():
            pass

    def strip_early(self) -> None:
        """Step 4: slots that the other side is certain to draw next ride with this file."""
        if self.stage != "play" or not self.cards.decks or self.result_by_statement is not None:
            return
        want, queue = self.rules.want(self.state), self.queue
        stale = isinstance(want, Decide) and (queue.owner, queue.term) != (want.side, want.term)
        mine = queue.owner == self.side and not stale and not self.paused
        rest = queue.orders if mine else ()
        self.cards.early(self.rules.foreseen(self.state, rest))

    def result(self, head: str) -> Match:
        """Step 6: the match after this file, whose hash is `head`."""
        window = self.window
        if window is not None and window.opening == "":
            window = msgspec.structs.replace(window, opening=head)
        past = self.past
        if self.stage == "play":
            now = Past(
                turn=self.turn,
                state=self.state,
                queue=self.queue,
                paused=self.paused,
                sealed=self.sealed,
                ready=self.cards.ready,
            )
            past = (*past, now)
        return msgspec.structs.replace(
            self.match,
            turn=self.turn + 1,
            to=m.other(self.side),
            head=head,
            stage=self.stage,
            opening=self.opening,
            decks=self.cards.decks,
            ready=self.cards.ready,
            cards_turn=self.turn if self.cards.used else self.match.cards_turn,
            state=self.state,
            queue=self.queue,
            paused=self.paused,
            kmax=self.kmax,
            window=window,
            in_force=self.in_force,
            waiting=self.waiting,
            sealed=self.sealed,
            shares=self.shares,
            bases=self.bases,
            former=self.former,
            past=past,
            players=self.players,
            result=self.result_by_statement,
        )

    # -- what each want does ----------------------------------------------------------------

    def answer_want(self) -> bool:
        """Answer the present want from this file; False where the file has to stop."""
        if self.result_by_statement is not None:
            return False
        want = self.opening[0] if self.stage == "opening" else self.rules.want(self.state)
        match want:
            case None:
                return False
            case Roll():
                return self.roll(want)
            case Unseal(side=side, what=what):
                if side != self.side:
                    return False
                self.unseal(what)
            case Decide(kind="orders"):
                return self.run_orders(want)
            case Decide():
                if want.side != self.side:
                    return False
                self.decide(want)
            case React():
                return self.react(want)
            case Cards():
                return self.card_work(want)
        return True

    def roll(self, want: Roll) -> bool:
        """Dice come from the live window; without one, the other side has to close it first."""
        rolled = self.dice(want)
        if rolled is None:
            return False
        self.rolls.append(
            Booked(rolled=rolled, turn=self.turn, side=want.side, kind=want.kind, need=want.need)
        )
        self.feed(rolled.faces)
        return True

    def card_work(self, want: Cards) -> bool:
        """Shuffle, strip or reveal: a duty of the side that the want names."""
        done, face = self.cards.answer(want)
        if done and self.stage == "opening":
            self.opened_step()
        elif done:
            self.feed(face)
        return done

    def run_orders(self, want: Decide) -> bool:
        """The queue: signed orders run one at a time, as far as the wants allow."""
        queue = self.queue
        if self.paused or queue.owner != want.side or queue.term != want.term:
            self.drop_queue(want)
            self.paused = False
        if self.queue.orders:
            order, rest = self.queue.orders[0], self.queue.orders[1:]
            self.queue = msgspec.structs.replace(self.queue, orders=rest)
            self.paused = order.pause
            self.run_order(want.side, order)
            return True
        if want.side != self.side:
            return False
        orders = self.take_decision(want)
        self.queue = Queue(owner=want.side, term=want.term, orders=orders, turn=self.turn)
        return True

    def run_order(self, side: Side, order: Order) -> None:
        """The order, else its first possible alternative, else what the rules make of it."""
        faults = self.rules.faults(self.state, order)
        if not faults:
            self.feed(order)
            return
        for branch in order.else_:
            if not self.rules.faults(self.state, branch):
                self.tell(m.Instead(side=side, order=order, cause=faults[0].message, taken=branch))
                self.feed(branch)
                return
        self.take_step(self.rules.downgrade(self.state, order))

    def decide(self, want: Decide) -> None:
        """A decision that runs at once and never from the queue, in clear or sealed."""
        if want.sealed:
            _, seal = self.tape.decision(want, self.state, sealed=True)
            assert seal is not None
            self.decisions += 1
            self.open_window()
            self.sealed = (*self.sealed, (want.side, want.kind, seal))
            self.feed(Sealed())
        else:
            self.feed(self.take_decision(want))

    def react(self, want: React) -> bool:
        """By standing orders where they say something and it depends on nothing hidden, else by a
        decision of the side that is asked."""
        mine = want.side == self.side
        if not want.hidden:
            standing = self.in_force[m.index(want.side)]
            assert standing is not None
            if standing.orders is None:
                if not mine:
                    return False
                standing = self.open_standing(standing)
            answer = self.rules.answer_by(standing.orders, self.state)
            if answer is not None:
                self.tell(m.StandingAnswer(side=want.side, kind=want.kind, sealed_in=standing.turn))
                self.feed(answer)
                return True
        if not mine:
            return False
        self.feed(self.take_decision(want))
        return True

    def take_decision(self, want: Decide | React) -> tuple[Order, ...]:
        """The next decision of the tape, judged, and the window that it opens."""
        orders, _ = self.tape.decision(want, self.state, sealed=False)
        path = f"decisions[{self.decisions}].orders"
        self.judge(want.side, orders, path)
        self.decisions += 1
        self.open_window()
        shown = self.cards.reveal(self.rules.owes(self.state, orders)) if self.cards.decks else []
        for slot, face in shown:
            self.state = self.rules.learn(self.state, slot, face)
        if shown:  # now that the faces are public, the rules can judge what was ordered with them
            self.judge(want.side, orders, path)
        return orders

    def judge(self, side: Side, orders: tuple[Order, ...], path: str) -> None:
        """`order/illegal` where the rules have something against a decision."""
        problems = self.rules.check(self.state, side, orders, {})
        if problems:
            first = problems[0]
            message = first.message + (f" ({first.hint})" if first.hint else "")
            raise TurnRejected("order/illegal", message, turn=self.turn, path=under(path, first.path))

    def unseal(self, what: str) -> None:
        """Side X opens what it sealed: a duty, so it opens no window."""
        sealing = m.held(self.sealed, self.side, what)
        value, path = self.take_opening(what, sealing)
        self.sealed = tuple(entry for entry in self.sealed if entry[2] is not sealing)
        if self.stage == "opening":
            self.players = m.put(self.players, self.side, self.with_army(value))
            self.opened_step()
            return
        orders = convert_orders(value.get("orders", []), self.rules, path, self.turn)
        self.judge(self.side, orders, f"{path}.orders")
        self.feed(orders)

    def take_opening(self, what: str, held: m.Held) -> tuple[dict[str, Any], str]:
        """The next opening of the tape, and where it stands."""
        value = self.tape.opening(self.side, what, held)
        self.openings += 1
        return value, f"openings[{self.openings - 1}].value"

    def with_army(self, army: dict[str, Any]) -> Any:
        return msgspec.structs.replace(self.match.player(self.side), army=army, seal=None)

    def opened_step(self) -> None:
        """A frame of turns 1 and 2 is done; after the last one the game starts."""
        self.opening = self.opening[1:]
        if not self.opening:
            self.begin()

    def begin(self) -> None:
        """Both armies are known: the game starts.  (Those in clear were judged when they came.)"""
        armies = []
        for side in ("a", "b"):
            player = self.players[m.index(side)]
            assert player is not None
            army, problems = self.rules.army(self.setup, player.army or {})
            if problems:
                path = under("openings[0].value", problems[0].path)
                raise TurnRejected("army/illegal", problems[0].message, turn=self.turn, path=path)
            armies.append(army)
        self.state = self.rules.start(self.setup, (armies[0], armies[1]))
        self.stage = "play"

    def open_standing(self, standing: Standing) -> Standing:
        assert standing.held is not None
        value, path = self.take_opening("standing", standing.held)
        orders, problems = self.rules.standing(self.setup, value)
        if problems:
            message = f"the standing orders break the rules: {problems[0].message}"
            path = under(path, problems[0].path)
            raise TurnRejected("order/illegal", message, turn=self.turn, path=path)
        opened = msgspec.structs.replace(standing, orders=orders)
        self.in_force = m.put(self.in_force, self.side, opened)
        return opened

    def go_on_with_new_key(self) -> None:
        """Side X lost its key, and the other side has consented to the one that signs this file."""
        words = self.tape.new_key(self.match)
        if words is not None:
            self.tell(m.Spoken(side=self.side, kind="rekey", answer="noted"))
            waited = self.window is not None and not self.window.live
            self.renew(self.side, rekey.renewed(self.match, self.side, words))
            if waited:  # for a share of the old chain: the dice that are owed come from the next window
                self.open_window()

    # -- statements -------------------------------------------------------------------------

    def statements(self) -> None:
        """Notices of the other side taken into this file, with their answers (section 6)."""
        for said in answers(self.match, self.side, self.tape.statements()):
            self.tell(said)
            if said.kind == "takeback" and said.answer == "yes":
                self.take_back(said.to)
            elif said.kind == "rekey" and said.words is not None:
                self.renew(m.other(self.side), rekey.renewed(self.match, m.other(self.side), said.words))
            elif said.answer == "yes":
                self.result_by_statement = Outcome("", "a draw was agreed")

    def take_back(self, turn: int) -> None:
        """Game, queue and pause return to what they were after file `turn`; shares and standing orders
        do not, and consent is a decision: it opens a fresh window."""
        past = next(entry for entry in self.match.past if entry.turn == turn)
        self.state, self.queue, self.paused = past.state, past.queue, past.paused
        self.sealed, self.cards.ready = past.sealed, past.ready
        self.past = tuple(entry for entry in self.past if entry.turn <= turn)
        self.open_window()

    # -- small things -----------------------------------------------------------------------

    def drop_queue(self, want: Decide) -> None:
        """What was not used is named in the log; a mere end of turn is not."""
        left = tuple(order for order in self.queue.orders if not order.end)
        if left and self.queue.owner:
            self.tell(m.Unused(side=self.queue.owner, orders=left))
        self.queue = Queue(owner=want.side, term=want.term, turn=self.turn)

    def feed(self, answer: Answer) -> None:
        self.take_step(self.rules.apply(self.state, answer))

    def take_step(self, step: Any) -> None:
        for event in step.events:
            self.tell(event)
        self.state = step.state

    def tell(self, event: Event) -> None:
        self.entries.append(Entry(turn=self.turn, author=self.side, state=self.state, event=event))
