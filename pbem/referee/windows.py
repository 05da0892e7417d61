"""Windows: whose share is shown when, and what follows for dice and standing orders (protocol P3).

The theory in one place.  A *window* is a stretch of play whose dice come from one pair of shares.
Whoever decides opens a new window with his share; the other closes it with his, in the next file.
So nobody who decides knows the dice that his decision leads to, for the other half of their seed is
published only after his file.  From this follow the rules: every decision opens a window, a live window
ends when one is opened, laying standing orders opens none, and what was laid binds only from the next
window on.
"""

from typing import Any

import msgspec

from pbem.chance import dice
from pbem.chance.shares import LAST_WINDOW, previous
from pbem.errors import TurnRejected
from pbem.referee import match as m
from pbem.referee.match import Former, Match, Standing, Window
from pbem.referee.tape import Tape
from pbem.ruleset import Outcome, Roll, Ruleset, Side
from pbem.turnfile.canon import b64, unb64
from pbem.turnfile.model import Player, Rolled


class Windows:
    """The windows of a match while one file of side `side` is read or written."""

    def __init__(self, match: Match, rules: Ruleset, setup: Any, tape: Tape) -> None:
        self.match, self.rules, self.setup, self.tape = match, rules, setup, tape
        self.side: Side = match.to
        self.turn = match.turn
        self.kmax, self.window = match.kmax, match.window
        self.in_force, self.waiting = match.in_force, match.waiting
        self.shares, self.players, self.bases = match.shares, match.players, match.bases
        self.former = match.former
        self.result_by_statement = match.result
        self.opened, self.closed = False, False

    def close(self) -> None:
        """Step 1: a window that the other side opened is closed by this file, and by no other."""
        window = self.window
        if window is None or window.live or window.opener == self.side:  # own: turn 1 has just opened it
            return
        share = self.tape.close_share(window.k)
        self.show_share(window.k, share, "chance.close")
        self.window = msgspec.structs.replace(window, closer_share=share)
        self.closed = True

    def open_window(self) -> None:
        """*Open*, at most once a file.  A live window ends here: no die is rolled later in this file."""
        if self.opened:
            return
        if self.kmax == LAST_WINDOW:
            self.result_by_statement = Outcome("", "all dice windows are used")
            return
        self.opened = True
        self.kmax += 1
        share = self.tape.open_share(self.kmax)
        self.show_share(self.kmax, share, "chance.open")
        self.window = Window(k=self.kmax, opener=self.side, opening="", opener_share=share)
        self.promote()

    def dice(self, want: Roll) -> Rolled | None:
        """The next dice of the live window; None where there is none."""
        window = self.window
        if window is None or not window.live:
            return None
        opener, closer = unb64(window.opener_share), unb64(window.closer_share)
        seed = dice.seed(unb64(self.match.id), window.k, unb64(window.opening), opener, closer)
        faces, byte = dice.roll(seed, window.byte, want.count, want.faces)
        self.window = msgspec.structs.replace(window, byte=byte, roll=window.roll + 1)
        return Rolled(window=window.k, number=window.roll, why=want.why, sides=want.faces, faces=faces)

    def lay(self) -> None:
        """Step 3: new standing orders wait for the next window, so that no known die is among theirs."""
        laid = self.tape.laid()
        if laid is None:
            return
        since = self.kmax if self.opened else self.kmax + 1
        self.waiting = m.put(self.waiting, self.side, msgspec.structs.replace(laid, since=since))
        self.promote()

    def renew(self, side: Side, player: Player) -> None:
        """A side goes on with another key: its chain of shares begins anew at its new anchor, and standing
        orders that only the old key could open fall back to the defaults.  A window that waits for a
        share of the old chain is dropped; a live one needs no more shares."""
        old = self.match.player(side)
        self.former = (*self.former, Former(side=side, until=self.turn, player=old))
        self.players = m.put(self.players, side, player)
        self.shares = m.put(self.shares, side, (self.kmax, player.anchor))
        self.bases = m.put(self.bases, side, self.kmax)
        if self.window is not None and not self.window.live:
            self.window = None
        defaults = Standing(since=0, orders=self.rules.default_standing(self.setup))
        mine, waiting = self.in_force[m.index(side)], self.waiting[m.index(side)]
        if mine is not None and mine.orders is None:
            self.in_force = m.put(self.in_force, side, defaults)
        if waiting is not None and waiting.orders is None:
            self.waiting = m.put(self.waiting, side, None)

    def show_share(self, k: int, share: str, path: str) -> None:
        """A share counts only if it is the next link of the chain that the charter anchors."""
        number, last = self.shares[m.index(self.side)]
        player = self.players[m.index(self.side)]
        assert player is not None
        if number + 1 != k or b64(previous(unb64(player.nonce), share_bytes(share, self.turn, path))) != last:
            raise TurnRejected(
                "share/wrong",
                f"this is not share {k} of side {self.side}: it does not lead back to the share before it",
                turn=self.turn,
                path=path,
                found=share,
            )
        self.shares = m.put(self.shares, self.side, (k, share))

    def promote(self) -> None:
        """Standing orders that waited for a window that is now open come into force."""
        for side in ("a", "b"):
            waiting = self.waiting[m.index(side)]
            if waiting is not None and waiting.since <= self.kmax:
                self.in_force = m.put(self.in_force, side, waiting)
                self.waiting = m.put(self.waiting, side, None)


def share_bytes(share: str, turn: int, path: str) -> bytes:
    """A share as its 32 bytes; a text that is none is `share/wrong`."""
    try:
        return unb64(share, 32)
    except ValueError as error:
        raise TurnRejected("share/wrong", f"not a share: {error}", turn=turn, path=path) from None
