"""Two players who exchange real turn files in memory: every file is signed, written as text, read back
from its bytes, verified and folded by the other side.  Keys and nonces are fixed by `seed`.
"""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.chance.shares import Secrets
from pbem.referee import match as m
from pbem.referee.advance import Draft, Hand, Lay, NeedsDecision, advance, challenge
from pbem.referee.fold import begin, fold, match_setup, rules_digest
from pbem.referee.match import Booked, Entry, Folded, Match
from pbem.ruleset import Order, Ruleset, Side
from pbem.turnfile.canon import b64
from pbem.turnfile.canon import plain as canon_plain
from pbem.turnfile.model import Charter, Player
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import NOTICE, TURN, Sheet, open_sheet, public_key, sign, to_text

Bot = Callable[..., tuple[Order, ...]]


class Seat:
    """One player: key, nonce, secrets, bot, and the match as he sees it."""

    def __init__(self, side: Side, seed: str, bot: Bot, *, key: str = "") -> None:
        self.side, self.seed = side, seed
        self.key = Ed25519PrivateKey.from_private_bytes(
            hashlib.sha256(f"key {key or side} {seed}".encode()).digest()
        )
        self.public = b64(public_key(self.key))
        self.nonce = hashlib.sha256(f"nonce {side} {seed}".encode()).digest()
        self.secrets = Secrets(self.key.private_bytes_raw(), self.nonce)
        self.bot = bot
        self.rng = Random(f"{side} {seed}")
        self.match: Match | None = None


class Duel:
    """A match between two seats; `step` plays one file, `play` all of them."""

    def __init__(
        self,
        rules: Ruleset,
        bots: tuple[Bot, Bot],
        *,
        seed: str = "1",
        options: dict[str, Any] | None = None,
        armies: tuple[dict[str, Any], dict[str, Any]] | None = None,
        lay: int = 0,
        standing: Callable[[Random], dict[str, Any]] | None = None,
        material: dict[str, tuple[dict[str, Any], ...]] | None = None,
        solo: bool = False,
    ) -> None:
        self.rules, self.options = rules, options or {}
        self.material, self.solo = material or {}, solo
        self.lay, self.standing = lay, standing
        self.rng = Random(f"duel {seed}")
        self.seats: dict[str, Seat] = {
            "a": Seat("a", seed, bots[0]),
            "b": Seat("b", seed, bots[1], key="a" if solo else ""),
        }
        self.files: list[str] = []
        self.folded: list[Folded] = []
        self.laid: list[tuple[int, Side]] = []  # (file, side) of standing orders
        self.decided: dict[int, int] = {}  # file → decisions in it
        setup, problems = rules.setup(self.options, self.material)
        assert not problems, problems
        ready = list(rules.ready_armies(setup).values())
        self.armies = armies or (ready[0], ready[-1])
        self.setup = setup
        self._open()

    def player(self, side: Side, *, sealed: bool) -> Player:
        seat = self.seats[side]
        army, problems = self.rules.army(self.setup, self.armies[m.index(side)])
        assert not problems, problems
        plain = canon_plain(army)
        seal = seat.secrets.seal("army", seat.secrets.army_salt(), plain) if sealed else None
        return Player(
            name=f"player {side}",
            key=seat.public,
            nonce=b64(seat.nonce),
            anchor=b64(seat.secrets.share(0)),
            army=None if sealed else plain,
            seal=seal,
        )

    def _open(self) -> None:
        sealed = self.rules.sealed_army(self.setup)
        charter = Charter(
            player=self.player("a", sealed=sealed),
            title="duel",
            practice=True,
            solo=self.solo,
            options=self.options,
            material=self.material,
        )
        data = challenge(charter, self.rules, rules_digest(self.rules), self.hand("a"))
        sheet = self.send("a", data)
        first = begin(sheet, self.rules)
        read_back = match_setup(first.match.charter, self.rules)
        assert read_back == self.setup or self.material  # the order of keys in own files is not kept
        self.setup = read_back
        for seat in self.seats.values():
            seat.match = first.match
        self.folded.append(first)

    def hand(self, side: Side, **more: Any) -> Hand:
        return Hand(secrets=self.seats[side].secrets, writer="pbem test", **more)

    def send(self, side: Side, data: dict[str, Any], kind: str = TURN) -> Sheet:
        """Sign, write, keep, read back."""
        text = to_text(sign(kind, data, self.seats[side].key))
        if kind == TURN:
            self.files.append(text)
        return read(text)

    def sheet(self, side: Side, data: dict[str, Any], kind: str = TURN) -> Sheet:
        """Any data at all, signed by that side as its own program would sign it; kept nowhere."""
        return read(to_text(sign(kind, data, self.seats[side].key)))

    @property
    def match(self) -> Match:
        match = self.seats["a"].match
        assert match is not None
        return match

    @property
    def over(self) -> bool:
        return m.over(self.match, self.rules) is not None

    def draft(self, side: Side | None = None, **more: Any) -> Draft:
        """What the side to move would write, its bot deciding."""
        match = self.match
        seat = self.seats[side or match.to]
        if match.turn == 1:
            more["player"] = self.player("b", sealed=False)
        elif self.standing is not None and seat.rng.randrange(100) < self.lay and "lay" not in more:
            more["lay"] = Lay(orders=self.standing(seat.rng), sealed=seat.rng.random() < 0.6)
        decisions: list[tuple[Order, ...]] = []
        while True:
            try:
                return advance(
                    match, self.rules, self.setup, self.hand(seat.side, decisions=tuple(decisions), **more)
                )
            except NeedsDecision as need:
                decisions.append(seat.bot(self.rules, need.state, seat.side, need.known, seat.rng))

    def step(self, **more: Any) -> Folded:
        """One file from its writer through text to both readers, who must agree."""
        return self.take(self.draft(**more))

    def take(self, draft: Draft) -> Folded:
        """The file of a draft, through text to both readers."""
        match, side = self.match, self.match.to
        sheet = self.send(side, draft.data)
        results = [fold(seat.match, self.rules, self.setup, sheet) for seat in self.seats.values()]  # type: ignore[arg-type]
        assert results[0].match == results[1].match
        for seat, result in zip(self.seats.values(), results, strict=True):
            seat.match = result.match
        if "standing" in draft.data:
            self.laid.append((match.turn, side))
        self.decided[match.turn] = len(draft.data.get("decisions", []))
        self.folded.append(results[0])
        # The other can always go on: nothing is wanted, or dice of a window that this file opened, or
        # something of the other side.
        self._can_go_on(results[0].match, side)
        return results[0]

    def _can_go_on(self, match: Match, writer: Side) -> None:
        want = m.want(match, self.rules)
        if want is None:
            return
        side = getattr(want, "side", "")
        if type(want).__name__ == "Roll":
            assert match.window is not None and not match.window.live
            assert match.window.opener == writer
        else:
            assert side == match.to, (want, match.to)

    def play(self, most: int = 2000) -> Match:
        while not self.over:
            assert len(self.files) < most, "endless"
            self.step()
        return self.match

    def entries(self) -> list[Entry]:
        return [entry for folded in self.folded for entry in folded.entries]

    def rolls(self) -> list[Booked]:
        return [roll for folded in self.folded for roll in folded.rolls]

    def notice(self, side: Side, statement: dict[str, Any], **more: Any) -> Sheet:
        """A notice of that side about the newest file."""
        data = {
            "format": "pbem/1",
            "match": self.match.id,
            "notice": 1,
            "author": side,
            "head": self.match.head,
            "writer": "pbem test",
            "statement": statement,
            **more,
        }
        return self.send(side, data, NOTICE)


def read(text: str) -> Sheet:
    """A text as its reader gets it."""
    ((data, notes),) = candidates(text.encode())
    return open_sheet(data, notes)


def refold(rules: Ruleset, texts: list[str]) -> Match:
    """A whole chain from turn 0, as a third person would."""
    match = begin(read(texts[0]), rules).match
    setup = match_setup(match.charter, rules)
    for text in texts[1:]:
        match = fold(match, rules, setup, read(text)).match
    return match
