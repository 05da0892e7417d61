"""Positions of Zoids for tests, and a referee for them that has no mathematics.

table = position([zoid("dark_horn", "d2")], [zoid("mammoth", "d5")], hand=["missiles"])
table.decide(table.fire("missiles", "A1", "B1"))
table.answer("armor")
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.games.zoids import RULESET
from pbem.games.zoids.catalogue import kinds
from pbem.games.zoids.orders import Order, action
from pbem.games.zoids.state import INDEX, Profile, Setup, State, Zoid
from pbem.ruleset import DECK, OTHER, Cards, Decide, Event, React, Roll, Ruleset, Side, Understood

RULES: Ruleset = RULESET
END = Order(end=True)


def setup(**options: Any) -> Setup:
    made, problems = RULES.setup(options, {})
    assert problems == ()
    return made


def zoid(
    kind: str, at: str, hits: int | None = None, *, ep: bool = False, ez: bool = False, gone: int = 0
) -> tuple[Profile, Zoid]:
    """A Zoid without its side and number."""
    profile = Profile(id="", side="a", kind=kind, name=kinds()[kind].name, elite_pilot=ep, elite_zoid=ez)
    left = kinds()[kind].tough if hits is None else hits
    return profile, Zoid(id="", at="" if gone else at, hits=0 if gone else left, gone=gone)


class Table:
    """A position, what lies on every slot, and who knows it.  Card work is done at once."""

    def __init__(self, state: State, faces: Mapping[int, str]) -> None:
        self.state, self.faces = state, dict(faces)
        self.known: dict[Side, dict[int, str]] = {"a": {}, "b": {}}
        for side in ("a", "b"):
            self.known[side] = {slot: self.faces[slot] for slot in state.hand(side)}
        self.events: list[Event] = []
        self.work: list[Cards] = []
        self.queue: list[Order] = []

    # -- orders by the names of cards

    def slot(self, face: str, side: Side | None = None, nth: int = 0) -> int:
        """A slot of the hand with that face."""
        hand = self.state.hand(side or self.state.side)
        return [slot for slot in hand if self.faces[slot] == face][nth]

    def move(self, face: str, zoid: str, to: str, **more: Any) -> Order:
        return replace(action(self.slot(face), zoid, "to", to), **more)

    def fire(self, face: str, zoid: str, at: str, **more: Any) -> Order:
        return replace(action(self.slot(face), zoid, "fire", at), **more)

    def fight(self, face: str, zoid: str, at: str, **more: Any) -> Order:
        return replace(action(self.slot(face), zoid, "fight", at), **more)

    def tactics(self, face: str, **more: Any) -> Order:
        return Order(play=self.slot(face), **more)

    def discard(self, *faces: str) -> Order:
        """Each name takes a card of its own."""
        return Order(discard=tuple(self.slot(f, nth=faces[:i].count(f)) for i, f in enumerate(faces)))

    # -- what the rules say

    @property
    def want(self) -> Any:
        return RULES.want(self.state)

    def faults(self, *orders: Order, side: Side | None = None) -> list[str]:
        """Messages against a decision, for its author."""
        who = side or (self.want.side if isinstance(self.want, Decide | React) else "a")
        return [p.message for p in RULES.check(self.state, who, orders, self.known[who])]

    def where(self, *orders: Order) -> list[str]:
        side = self.want.side
        return [p.path for p in RULES.check(self.state, side, orders, self.known[side])]

    def ends(self, face: str, name: str) -> list[str]:
        """The squares on which a Zoid may end with a card, by `legal` and by `faults` alike."""
        side: Side = self.state.side
        choices = RULES.legal(self.state, side, self.known[side])
        mine = [c for c in choices if c.unit == name and self.faces[c.order.play] == face]
        offered = {c.at for c in mine if c.verb == "move"}
        squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
        allowed = [square for square in squares if not self.faults(self.move(face, name, square))]
        assert offered == set(allowed)
        return allowed

    def targets(self, face: str, name: str, verb: str = "fire") -> list[str]:
        """The enemies that a Zoid may attack with a card, by `legal` and by `faults` alike."""
        side: Side = self.state.side
        choices = RULES.legal(self.state, side, self.known[side])
        mine = [c for c in choices if c.unit == name and self.faces[c.order.play] == face]
        offered = {c.at for c in mine if getattr(c.order, verb)}
        foes = [z.id for z in self.state.zoids[1 - INDEX[side]]]
        order = self.fire if verb == "fire" else self.fight
        allowed = [foe for foe in foes if not self.faults(order(face, name, foe))]
        assert offered == set(allowed)
        return allowed

    def usable(self) -> list[str]:
        """Cards with which the defender may answer, by `legal` and by `faults` alike."""
        side = OTHER[self.state.side]
        offered = [
            self.faces[c.order.play]
            for c in RULES.legal(self.state, side, self.known[side])
            if not c.order.hold
        ]
        hand = self.state.hand(side)
        allowed = [self.faces[slot] for slot in hand if not self.faults(Order(play=slot))]
        assert offered == allowed
        return allowed

    def understand(self, part: Any) -> Understood:
        return RULES.understand(self.state, part, self.known[self.want.side])

    # -- play, as the referee plays

    def decide(self, *orders: Order) -> "Table":
        """A player-turn or a deployment: judged, shown, run as far as it goes without dice and answers."""
        want = self.want
        assert isinstance(want, Decide)
        self._take(want.side, orders)
        if want.kind != "orders":
            self._step(RULES.apply(self.state, orders))
            return self._go()
        self.queue = list(orders)
        return self._go()

    def answer(self, face: str | None) -> "Table":
        """The defender's answer."""
        want = self.want
        assert isinstance(want, React)
        orders = () if face is None else (Order(play=self.slot(face, want.side)),)
        self._take(want.side, orders)
        self._step(RULES.apply(self.state, orders))
        return self._go()

    def roll(self, *faces: int) -> "Table":
        for face in faces:
            want = self.want
            assert isinstance(want, Roll)
            assert 1 <= face <= want.faces
            self._step(RULES.apply(self.state, (face,)))
            self._cards()
        return self._go()

    def _take(self, side: Side, orders: tuple[Order, ...]) -> None:
        assert RULES.check(self.state, side, orders, self.known[side]) == ()
        assert RULES.check(self.state, side, orders, {}) == ()
        for slot in RULES.owes(self.state, orders):
            self.state = RULES.learn(self.state, slot, self.known[side][slot])
        assert RULES.check(self.state, side, orders, {}) == ()

    def _step(self, step: Any) -> None:
        self.state = step.state
        self.events += step.events

    def _cards(self) -> None:
        while isinstance(want := self.want, Cards):
            self.work.append(want)
            answer = None
            if want.op == "strip":
                self.known[OTHER[want.side]] |= {slot: self.faces[slot] for slot in want.slots}
            elif want.op == "reveal":
                answer = self.known[want.side][want.slots[0]]
            else:
                new = self.state.deck + 1
                self.faces |= {new * DECK + i: face for i, face in enumerate(want.faces)}
            self._step(RULES.apply(self.state, answer))

    def _go(self) -> "Table":
        self._cards()
        term = self.state.term
        while self.queue and isinstance(want := self.want, Decide) and want.term == term:
            order = self.queue.pop(0)
            able = [b for b in (order, *order.else_) if not RULES.faults(self.state, b)]
            self._step(RULES.apply(self.state, able[0]) if able else RULES.downgrade(self.state, order))
            self._cards()
            if order.pause:
                self.queue = []
        return self

    # -- what is on the table

    def hits(self, name: str) -> int:
        return self.state.zoid(name).hits

    def hand(self, side: Side) -> list[str]:
        return [self.faces[slot] for slot in self.state.hand(side)]

    def pile(self) -> list[str]:
        """The discard pile, the top last."""
        return [self.state.face(slot) for slot in self.state.discards]

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def position(
    blue: Iterable[tuple[Profile, Zoid]],
    red: Iterable[tuple[Profile, Zoid]],
    *,
    hand: Iterable[str] = (),
    other: Iterable[str] = (),
    deck: Iterable[str] = ("slow_advance",) * 12,
    pile: Iterable[str] = (),
    turn: Side = "a",
    obstacles: tuple[str, ...] | None = None,
    **options: Any,
) -> Table:
    """A turn of `turn`, who holds `hand`, with the draw behind him."""
    teams = []
    for side, team in (("a", blue), ("b", red)):
        ids = [f"{side.upper()}{n}" for n, _ in enumerate(team, 1)]
        teams.append(
            (
                tuple(replace(p, id=i, side=side) for i, (p, _) in zip(ids, team, strict=True)),
                tuple(replace(z, id=i) for i, (_, z) in zip(ids, team, strict=True)),
            )
        )
    hand, other, pile, deck = list(hand), list(other), list(pile), list(deck)
    faces = dict(enumerate([*hand, *other, *pile, *deck]))
    n, m, k = len(hand), len(hand) + len(other), len(hand) + len(other) + len(pile)
    mine, theirs = tuple(range(n)), tuple(range(n, m))
    terms = setup(**options)
    state = State(
        setup=terms,
        profiles=(teams[0][0], teams[1][0]),
        zoids=(teams[0][1], teams[1][1]),
        phase="turn",
        side=turn,
        term=7 if turn == "a" else 8,
        obstacles=terms.obstacles if obstacles is None else obstacles,
        hands=(mine, theirs) if turn == "a" else (theirs, mine),
        drawn=k,
        size=len(faces),
        discards=tuple(range(m, k)),
        faces=tuple((slot, faces[slot]) for slot in range(m, k)),
    )
    return Table(state, faces)


def game(
    blue: str | dict[str, Any] = "iron_fist", red: str | dict[str, Any] = "gun_line", **options: Any
) -> Table:
    """A match from its start, with ready teams or teams as data; the deck lies in public order."""
    terms = setup(**options)
    armies = []
    for data in (blue, red):
        army, problems = RULES.army(terms, RULES.ready_armies(terms)[data] if isinstance(data, str) else data)
        assert problems == ()
        armies.append(army)
    faces = dict(enumerate(RULES.deck(terms) or ()))
    table = Table(RULES.start(terms, (armies[0], armies[1])), faces)
    table._cards()
    return table
