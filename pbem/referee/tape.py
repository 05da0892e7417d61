"""A file as three tapes (decisions, cards, openings) that wants consume in order.

`Reader` takes from a file that arrived; `pbem.referee.advance.Writer` makes what the same run asks
for.  One run serves both, so a writer cannot make what a reader would refuse.
"""

from typing import Any, Protocol

import msgspec

from pbem.chance.deck import Context, Deck
from pbem.chance.shares import sealing_hash
from pbem.errors import TurnRejected
from pbem.referee.match import Held, Match, Standing
from pbem.referee.rekey import consent
from pbem.ruleset import Decide, Order, React, Ruleset, Side
from pbem.turnfile.canon import b64, unb64, under
from pbem.turnfile.model import Decision, Laid, Sealing, Statement, Turn, Words, refusal

_MISSING = {"army": "army", "standing": "standing"}  # all others: a sealed choice


class Tape(Protocol):
    """What a run asks of a file.  Every method refuses with `TurnRejected` where the file lacks it."""

    turn: int

    def new_key(self, match: Match) -> Words | None: ...
    def close_share(self, k: int) -> str: ...
    def open_share(self, k: int) -> str: ...
    def statements(self) -> tuple[Statement, ...]: ...
    def decision(
        self, want: Decide | React, state: Any, *, sealed: bool
    ) -> tuple[tuple[Order, ...], Held | None]: ...
    def opening(self, side: Side, what: str, held: Held) -> dict[str, Any]: ...
    def card(self, op: str, deck: Deck, side: Side, slots: tuple[int, ...], context: Context) -> Deck: ...
    def laid(self) -> Standing | None: ...
    def finish(self, *, opened: bool, closed: bool) -> None: ...


class Reader:
    """The tapes of a file that was read."""

    def __init__(self, turn: Turn, rules: Ruleset, setup: Any) -> None:
        self.turn, self._turn, self._rules, self._setup = turn.turn, turn, rules, setup
        self._decisions, self._openings, self._seals, self._cards = 0, 0, 0, 0

    def refuse(
        self, code: str, message: str, path: str = "", expected: Any = "", found: Any = ""
    ) -> TurnRejected:
        return TurnRejected(code, message, turn=self.turn, path=path, expected=expected, found=found)

    def new_key(self, match: Match) -> Words | None:
        return consent(match, self._turn)

    def close_share(self, k: int) -> str:
        share = self._turn.chance.close
        if share is None:
            raise self.refuse("share/missing", f"the share that closes window {k} is missing", "chance.close")
        return share

    def open_share(self, k: int) -> str:
        share = self._turn.chance.open
        if share is None:
            raise self.refuse(
                "share/missing",
                f"a decision came without the share that opens window {k}: its dice could be known",
                "chance.open",
            )
        return share

    def statements(self) -> tuple[Statement, ...]:
        return self._turn.statements

    def decision(
        self, want: Decide | React, state: Any, *, sealed: bool
    ) -> tuple[tuple[Order, ...], Held | None]:
        del state  # only a writer needs it
        number = self._decisions
        if number >= len(self._turn.decisions):
            raise self.refuse(
                "order/missing", f"a decision is missing: {want.kind} by side {want.side}", "decisions"
            )
        self._decisions += 1
        decision, path = self._turn.decisions[number], f"decisions[{number}]"
        if decision.kind != want.kind:
            raise self.refuse(
                "order/missing",
                f"expected a decision of kind {want.kind}, found {decision.kind}",
                f"{path}.kind",
                want.kind,
                decision.kind,
            )
        if sealed != (decision.seal is not None) or (sealed and decision.orders):
            how = "sealed" if sealed else "in clear"
            raise self.refuse("order/illegal", f"this decision is to be made {how}", path)
        if decision.seal is not None:
            return (), self._held(decision.seal)
        return self.orders(decision, path), None

    def orders(self, decision: Decision, path: str) -> tuple[Order, ...]:
        """Plain orders → the game's type; wrong form is `order/illegal`."""
        return convert_orders(list(decision.orders), self._rules, path, self.turn)

    def opening(self, side: Side, what: str, held: Held) -> dict[str, Any]:
        code, number = _MISSING.get(what, "sealed"), self._openings
        if number >= len(self._turn.openings):
            raise self.refuse(
                f"{code}/missing", f"side {side} has to open its sealed {what} here", "openings"
            )
        self._openings += 1
        opening, path = self._turn.openings[number], f"openings[{number}]"
        if opening.what != what:
            message = f"expected the opening of {what}, found {opening.what}"
            raise self.refuse(f"{code}/missing", message, f"{path}.what", what, opening.what)
        try:
            salt = unb64(opening.salt, 32)
        except ValueError as error:
            raise self.refuse(f"{code}/wrong", f"not a salt: {error}", f"{path}.salt") from None
        if b64(sealing_hash(what, salt, opening.value)) != held.sealing.hash:
            raise self.refuse(
                f"{code}/wrong",
                f"this is not the {what} that was sealed in turn {held.turn}",
                f"{path}.value",
            )
        return opening.value

    def card(self, op: str, deck: Deck, side: Side, slots: tuple[int, ...], context: Context) -> Deck:
        from pbem.chance import cards  # noqa: PLC0415  # loads libsodium: only for matches with cards

        number = self._cards
        if number >= len(self._turn.cards):
            raise self.refuse("cards/missing", f"card work is missing: {op} by side {side}", "cards")
        self._cards += 1
        work, path = self._turn.cards[number], f"cards[{number}]"
        if work.op != op:
            message = f"expected card work of kind {op}, found {work.op}"
            raise self.refuse("cards/missing", message, f"{path}.op", op, work.op)
        context = msgspec.structs.replace(context, turn=self.turn, path=f"{path}.data")
        if op == "shuffle":
            return cards.check_shuffle(deck, side, work.data, context)
        check = cards.check_strip if op == "strip" else cards.check_reveal
        return check(deck, side, slots, work.data, context)

    def laid(self) -> Standing | None:
        laid = self._turn.standing
        if laid is None:
            return None
        if (laid.orders is None) == (laid.seal is None):
            raise self.refuse(
                "order/illegal", "standing orders are laid in clear or sealed, one of the two", "standing"
            )
        if laid.seal is not None:
            return Standing(since=0, held=self._held(laid.seal), turn=self.turn)
        orders = standing_orders(laid, self._rules, self._setup, self.turn)
        return Standing(since=0, orders=orders, turn=self.turn)

    def finish(self, *, opened: bool, closed: bool) -> None:
        turn = self._turn
        if self._decisions < len(turn.decisions):
            message = f"nothing asks for decision {self._decisions + 1} of {len(turn.decisions)}"
            raise self.refuse("order/extra", message, f"decisions[{self._decisions}]")
        if self._cards < len(turn.cards):
            message = f"nothing asks for card work {self._cards + 1} of {len(turn.cards)}"
            raise self.refuse("cards/extra", message, f"cards[{self._cards}]")
        if self._openings < len(turn.openings):
            what = turn.openings[self._openings].what
            code = "standing/extra" if what == "standing" else "opening/extra"
            raise self.refuse(code, f"nothing asks for the opening of {what}", f"openings[{self._openings}]")
        if turn.chance.open is not None and not opened:
            raise self.refuse("window/order", "a window is opened without a decision", "chance.open")
        if turn.chance.close is not None and not closed:
            raise self.refuse("window/order", "a share closes a window, but none is open", "chance.close")

    def _held(self, sealing: Sealing) -> Held:
        number = self._seals
        self._seals += 1
        return Held(sealing=sealing, turn=self.turn, parent=self._turn.parent or "", number=number)


def convert_orders(orders: list[dict[str, Any]], rules: Ruleset, path: str, turn: int) -> tuple[Order, ...]:
    """Plain data → orders of the game; a wrong form is `order/illegal` with its path."""
    kind: Any = tuple[rules.order_type, ...]  # type: ignore[name-defined]
    try:
        converted: tuple[Order, ...] = msgspec.convert(orders, kind)
    except msgspec.ValidationError as error:
        rejected = refusal(error, "order/illegal", f"{path}.orders")
        rejected.turn = turn
        raise rejected from None
    return converted


def standing_orders(laid: Laid, rules: Ruleset, setup: Any, turn: int) -> Any:
    """Standing orders in clear → the game's type, or `order/illegal`."""
    orders, problems = rules.standing(setup, laid.orders or {})
    if problems:
        message = f"the standing orders break the rules: {problems[0].message}"
        path = under("standing.orders", problems[0].path)
        raise TurnRejected("order/illegal", message, turn=turn, path=path)
    return orders
