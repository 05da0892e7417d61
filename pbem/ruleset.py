"""THE CONTRACT between the referee and a game.

A game is a pure function of public data.  It never rolls, deals, signs, reads a clock or touches a
disk: it says what it *wants* and is told the answer.  The referee (`pbem.referee`) knows no game and
the game knows no referee; both know this page.

    start(setup, armies)  →  state
    want(state)           →  Roll | Cards | Unseal | Decide | React, or None when the game is over
    apply(state, answer)  →  Step(new state, events)

Everything pending is *in the state*, so any position can be saved, shown and resumed.  States, orders
and events are frozen structs of strings, integers, booleans and tuples.  No floats, no sets, no
`hash()`, no clock, no global random: two machines must agree to the bit.

Hidden things are never in a state: cards are slots (integers) until they are revealed; `known` maps
the slots that one side can see to their faces.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec

from pbem.board import Board, Line, Reach
from pbem.errors import Problem

__all__ = [
    "DECK",
    "OTHER",
    "SIDES",
    "SIDE_NAMES",
    "Cards",
    "Choice",
    "Decide",
    "Event",
    "Faces",
    "Known",
    "Order",
    "Outcome",
    "Problem",
    "Promise",
    "React",
    "Roll",
    "Ruleset",
    "Sealed",
    "Side",
    "Step",
    "Understood",
    "Unseal",
    "Want",
]

Side = Literal["a", "b"]
SIDES: Final[tuple[Side, Side]] = ("a", "b")
OTHER: Final[Mapping[Side, Side]] = {"a": "b", "b": "a"}
SIDE_NAMES: Final[Mapping[str, str]] = {"a": "Blue", "b": "Red"}  # whatever the players are called
Known = Mapping[int, str]  # slot → face; what one side can see beyond the public state
DECK: Final = 1000  # more than any deck has cards: slots of different decks never meet
Data = dict[str, Any]  # plain data: what TOML and JSON can both hold, without floats


class Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything that is read from data: frozen, strict, all fields by name."""


# --------------------------------------------------------------------------- what a game may want


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """`count` dice with `faces` sides (2 ≤ faces ≤ 256), for the purpose `why` ("A3 attacks B2").

    Answer: the faces as a tuple of integers, in the order rolled.  `side` is the player whose luck
    it is in the books ("" when it is nobody's); `kind` groups rolls in the books ("attack").
    `need` is the least face that succeeds (0: no such thing).  A roll of 0 dice is not allowed.
    """

    why: str
    count: int
    faces: int = 6
    side: Side | Literal[""] = ""
    kind: str = ""
    need: int = 0


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """Card work by `side` on the shared deck: `shuffle`; `strip` of `slots` so that the other side can
    see them; `reveal` of one slot to everybody.

    A deck is shuffled by both sides, one after the other, and exists after the second.  `faces` are
    the cards of a new deck in public order (the whole `deck` at first, the discards in a reshuffle);
    both wants of one deck name the same.  Slots of deck d (0 is the first) are d × `DECK` + position,
    drawn from position 0 upwards.  Answer: for `reveal` the face (str), else None.
    """

    side: Side
    op: Literal["shuffle", "strip", "reveal"]
    slots: tuple[int, ...] = ()
    faces: tuple[str, ...] = ()


class Unseal(msgspec.Struct, frozen=True, tag="unseal"):
    """`side` opens the choice `what` that it sealed before; a duty, not a decision.

    Answer: the orders that were sealed (a tuple of orders).
    """

    side: Side
    what: str


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """A decision by `side`.

    kind `orders`: one player-turn, counted by `term`.  The player signs a list of orders that the
    referee queues and runs one at a time as far as dice and reactions allow; answer: one order.
    Any other kind ("deploy"): answer: the whole list of orders, applied at once.  With `sealed` the
    player signs only a hash now: answer: `Sealed()`; a later `Unseal(side, kind)` brings the orders.
    """

    side: Side
    kind: str
    term: int = 0
    sealed: bool = False


class React(msgspec.Struct, frozen=True, tag="react"):
    """An interruption answered by `side`: by its standing orders (`answer_by`) or, where they say ask
    or the answer depends on a `hidden` hand, by a decision.  Answer: the whole list of orders
    (empty: do nothing)."""

    side: Side
    kind: str
    hidden: bool = False


Want = Roll | Cards | Unseal | Decide | React


class Sealed(msgspec.Struct, frozen=True, tag="sealed"):
    """Answer to a `Decide` with `sealed`: the side has committed itself, nothing is known yet."""


class Order(Struct, frozen=True, omit_defaults=True, rename={"else_": "else"}):
    """Base of every order of every game: one action as it is signed.

    `end` closes a player-turn (never with anything else in it).  `pause` gives control back to the
    author after this order, whichever branch ran.  A game adds its fields and its own
    `else_: tuple[<its order>, ...] = ()`: alternatives without pause or alternatives of their own.
    """

    end: bool = False
    pause: bool = False
    else_: tuple[Any, ...] = ()


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every fact that a game reports; told to people by `Ruleset.tell`."""


Faces = tuple[int, ...]
# What `apply` is given: dice, a face or nothing for cards, one order, a list of orders, a seal.
Answer = Faces | str | None | Order | tuple[Order, ...] | Sealed


class Step(msgspec.Struct, frozen=True):
    """Result of `apply`: the position after it and what happened, in order."""

    state: Any
    events: tuple[Event, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """End of a game: `winner` ("" for a draw), `reason` in words, `score` of a and b."""

    winner: Side | Literal[""]
    reason: str
    score: tuple[int, int] = (0, 0)


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be ordered now: for templates, bots, `pbem legal` and order panels.

    `verb` is `move`, `attack` or `other`; `at` the place or piece it points at; `label` what it says
    ("move 7 → 6"); `hint` its prospects ("12 dice, hits on 4+, about 6 hits"); `order` what would be
    signed; `toml` the fragment for the order file (`{ move = [6] }`).  `last`: nothing more is needed
    in this decision after it.
    """

    order: Any
    unit: str = ""
    verb: Literal["move", "attack", "other"] = "other"
    at: str = ""
    label: str = ""
    hint: str = ""
    toml: str = ""
    last: bool = False


class Understood(msgspec.Struct, frozen=True):
    """What a game made of a part of an order file: the orders to sign, the same in plain words (one
    line an order), notes on short forms that were completed, and every problem."""

    orders: tuple[Order, ...] = ()
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Promise(msgspec.Struct, frozen=True):
    """What a game made of the part `[standing]` of an order file: the data to lay (`Ruleset.standing` reads
    it), the same in plain words (one line a rule), notes on short forms that were completed, warnings of
    rules that can answer nothing, and every problem."""

    data: Data = {}
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Ruleset(Protocol):
    """One game.  `RULESET` of every package under `pbem.games` is one of these.

    Types: `setup` is the game's own frozen struct of everything that is fixed before the first die
    (options, scenario, rosters); `army`, `standing` and `state` are its structs too.  All four, and
    `order_type`, must survive `msgspec.to_builtins` → `msgspec.convert` unchanged.
    """

    @property
    def name(self) -> str: ...  # "zipwarz"
    @property
    def title(self) -> str: ...  # "ZipWarz"
    @property
    def version(self) -> int: ...  # changes only when a verdict could change
    @property
    def data(self) -> Data: ...  # built-in units, prices, cards: what the rules digest covers
    @property
    def pages(self) -> Mapping[str, str]: ...  # name → Markdown, e.g. {"rules": RULES.md}
    @property
    def credit(self) -> str: ...  # attribution that must stand beside our own copyright
    @property
    def state_type(self) -> type[Any]: ...
    @property
    def order_type(self) -> type[Order]: ...
    @property
    def army_type(self) -> type[Any]: ...
    @property
    def options_type(self) -> type[Any]: ...
    @property
    def standing_type(self) -> type[Any]: ...
    @property
    def material_types(self) -> Mapping[str, type[Any]]: ...  # {"roster": …, "scenario": …}: own files
    @property
    def order_file_schema(self) -> Data: ...  # JSON Schema of the order file that a person writes

    # -- before the match -----------------------------------------------------------------
    def setup(self, options: Data, material: Mapping[str, Sequence[Data]]) -> tuple[Any, tuple[Problem, ...]]:
        """Options and own rosters or scenarios → setup, with every problem.  With problems the setup
        is not to be used.  Warnings are not problems (see `advice`)."""

    def advice(self, setup: Any) -> tuple[str, ...]:
        """Sentences that a player should read before he agrees to these terms (often none)."""

    def army(self, setup: Any, data: Data) -> tuple[Any, tuple[Problem, ...]]:
        """Data of an army → army, legal under `setup`, with every problem."""

    def ready_armies(self, setup: Any) -> Mapping[str, Data]:
        """Armies that come with the game and are legal under `setup`, by name, best first."""

    def army_words(self, setup: Any, army: Any) -> tuple[str, ...]:
        """The army for people, one line a unit, the total last."""

    def sealed_army(self, setup: Any) -> bool:
        """Whether side a's army is sealed until both are fixed."""

    def deck(self, setup: Any) -> tuple[str, ...] | None:
        """The faces of the shared deck, or None for a game without cards."""

    def start(self, setup: Any, armies: tuple[Any, Any]) -> Any:
        """The first state, when both armies are public."""

    # -- play: total on what checks clean ---------------------------------------------------
    def want(self, state: Any) -> Want | None:
        """What the game needs before it can go on; a function of the public state alone."""

    def check(self, state: Any, side: Side, orders: tuple[Order, ...], known: Known) -> tuple[Problem, ...]:
        """Every fault of a decision, at once, when it is taken: at a `Decide` or `React`, and again at
        the `Unseal` of what was sealed.  Paths are `[i]…` into `orders`.

        For kind `orders` each order must be free of `faults` in the position where the earlier ones
        have run and nobody was removed, or where every unit attacked before is gone
        (`pbem.ruleset.check_turn` does this with `faults` and `assume`)."""

    def faults(self, state: Any, order: Order) -> tuple[Problem, ...]:
        """Why the order cannot be carried out in this very position (empty: it can)."""

    def assume(self, state: Any, order: Order, gone: bool) -> Any:
        """The position after `order` for planning: dice are not rolled, nobody is removed; with
        `gone` every unit that it attacks is removed.  Asked only where `faults` is empty."""

    def apply(self, state: Any, answer: Answer) -> Step:
        """Answer the present want.  An order given here has no `faults` (or is `end`)."""

    def downgrade(self, state: Any, order: Order) -> Step:
        """Carry out what is left of an order that has become impossible, as the rules say; its event
        names the true first cause."""

    def legal(self, state: Any, side: Side, known: Known) -> tuple[Choice, ...]:
        """What `side` may order now, one step at a time; after a step look again at
        `assume(state, choice.order, False)`.  Where units are deployed, every one that may be next is
        offered.  Empty when nothing is asked of `side`."""

    def worth(self, state: Any, side: Side, choice: Choice) -> int:
        """How good a greedy player thinks a choice is; only the order of the numbers matters."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, or None while the game goes on."""

    def score(self, state: Any) -> tuple[int, int]:
        """The score of a and b now."""

    def public(self, state: Any) -> Data:
        """Everything in the state that can change, as it stands in the turn file."""

    # -- cards ---------------------------------------------------------------------------
    def owes(self, state: Any, orders: tuple[Order, ...]) -> tuple[int, ...]:
        """Slots that these orders and their alternatives make public, in order, each once."""

    def learn(self, state: Any, slot: int, face: str) -> Any:
        """The state in which that slot is public."""

    def foreseen(self, state: Any, rest: tuple[Order, ...]) -> tuple[int, ...]:
        """Slots that the side which moves next is certain to draw, whatever still happens."""

    # -- standing orders -------------------------------------------------------------------
    def default_standing(self, setup: Any) -> Any:
        """Standing orders that answer every reaction."""

    def standing(self, setup: Any, data: Data) -> tuple[Any, tuple[Problem, ...]]:
        """Data → standing orders, with every problem."""

    def answer_by(self, standing: Any, state: Any) -> tuple[Order, ...] | None:
        """The answer to the present `React` by the first rule that matches; None: ask the player."""

    # -- a player's own convenience, no part of the match ----------------------------------------
    def policy(self, data: Data) -> tuple[Any, tuple[Problem, ...]]:
        """A player's own rules for reactions that depend on his hidden hand, with every problem."""

    def answer_hidden(self, policy: Any, state: Any, known: Known) -> tuple[Order, ...] | None:
        """What that policy answers to the present hidden `React`; None: ask the player."""

    # -- people --------------------------------------------------------------------------
    def understand(self, state: Any, part: Any, known: Known) -> Understood:
        """A part of an order file → the orders that answer the present want, with every problem;
        `check` is included, and paths are relative to the part.  The part of a player-turn is a table
        of all that stands at its level; any other part is what stands under its own name (`[deploy]`,
        one entry of `[[react]]`)."""

    def understand_standing(self, state: Any, side: Side, part: Any) -> Promise:
        """The part `[standing]` of an order file that `side` writes in this position.  Names of units are
        completed as in orders, and a rule for a unit that the match does not have, or not on that side, is
        a problem.  This is for the player alone: `standing` knows no armies, and no verdict depends on it."""

    def template(self, state: Any, known: Known) -> str:
        """A commented order file for the present decision: the units, their state and all they may
        do, as TOML in which every order is a comment."""

    def write_orders(self, state: Any, orders: tuple[Order, ...]) -> Any:
        """The inverse of `understand`: a part of an order file that gives these orders."""

    def order_words(self, state: Any, order: Order) -> str:
        """One order in plain words ("A3 moves 7 → 6 → 5")."""

    def describe(self, state: Any, want: Want) -> str:
        """What is wanted, in a few words ("activate 1, 2 or 3 of A1 A3 A4")."""

    def measure(self, state: Any, one: str, two: str) -> tuple[str, ...]:
        """Distance, line and sight between two units by their ids, a line each; ValueError says why not."""

    def reach(self, state: Any, unit: str) -> Reach | None:
        """How far a unit may go and strike on open ground; None where the game has places instead.
        ValueError says why there is nothing to show: no such unit on the table."""

    def tell(self, state: Any, event: Event) -> tuple[Line, ...]:
        """One event as lines of the story; `state` is the position before it."""

    def under_way(self, state: Any) -> Line | None:
        """What has begun and waits for dice or an answer ("A3 attacks B2 with lances"), for a story that
        goes on from here; None where nothing does."""

    def board(self, state: Any, side: Side | None, known: Known) -> Board:
        """The position as a picture, seen by `side` (None: a third person)."""

    def headline(self, state: Any) -> str:
        """Where the game stands ("round 2 of 4")."""


def check_turn(rules: Ruleset, state: Any, orders: tuple[Order, ...]) -> tuple[Problem, ...]:
    """Judge a list of orders of one player-turn when it is signed, before any die is known.

    An order is legal if it is legal when the earlier orders have run and nobody was removed, or when
    every unit attacked earlier in the list is gone; alternatives likewise, each by itself.  Nothing
    may follow `end`.  An order that is legal in neither way is reported with the faults of the first.
    """
    problems: list[Problem] = []
    stay, gone = state, state
    if not orders:
        return (Problem("", "a decision needs at least one order"),)
    for i, order in enumerate(orders):
        if order.end:
            if i + 1 < len(orders):
                problems.append(Problem(f"[{i + 1}]", "nothing may follow the end of the turn"))
            if order.pause or order.else_:
                problems.append(Problem(f"[{i}]", "the end of the turn takes no pause and no alternative"))
            if order.end and rules.faults(stay, order) and rules.faults(gone, order):
                problems += [_at(f"[{i}]", p) for p in rules.faults(stay, order)]
            break
        faults = rules.faults(stay, order)
        if faults and rules.faults(gone, order):
            problems += [_at(f"[{i}]", p) for p in faults]
        for j, other in enumerate(order.else_):
            where = f"[{i}].else[{j}]"
            if other.end or other.pause or other.else_:
                problems.append(Problem(where, "an alternative takes no end, pause or alternatives"))
                continue
            wrong = rules.faults(stay, other)
            if wrong and rules.faults(gone, other):
                problems += [_at(where, p) for p in wrong]
        # Plan on with whichever branch can run; an order that can run in neither was reported above.
        stay = _assume_first(rules, stay, order, gone=False)
        gone = _assume_first(rules, gone, order, gone=True)
    return tuple(problems)


def _assume_first(rules: Ruleset, state: Any, order: Order, *, gone: bool) -> Any:
    for branch in (order, *order.else_):
        if not rules.faults(state, branch):
            return rules.assume(state, branch, gone)
    return state


def _at(where: str, problem: Problem) -> Problem:
    path = f"{where}.{problem.path}" if problem.path else where
    return Problem(path, problem.message, problem.hint)
