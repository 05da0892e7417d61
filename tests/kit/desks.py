"""Two desks with a mailbox between them: real folders, real homes, fixed keys and entropy."""

import hashlib
import shutil
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.bots import random_bot
from pbem.desk import clerk, keys, matchfolder, opening
from pbem.desk.clerk import Desk
from pbem.desk.home import Home
from pbem.desk.matchfolder import Table
from pbem.referee import match as m
from pbem.ruleset import Ruleset, Side


class Player:
    """A person at a desk: home, key, match folder."""

    def __init__(self, root: Path, side: Side, seed: str) -> None:
        self.side, self.seed = side, seed
        self.home = Home(root / f"home-{side}")
        self.folder = root / f"match-{side}"
        key = Ed25519PrivateKey.from_private_bytes(self.secret("key"))
        if not self.home.key_file.exists():
            keys.store(self.home.key_file, keys.Identity(key), None)
        self.identity = keys.load(self.home.key_file, lambda _: None)
        self.desk = Desk(home=self.home, entropy=lambda _: self.secret("nonce"), today=lambda: "2026-05-03")

    def secret(self, what: str) -> bytes:
        return hashlib.sha256(f"{what} {self.side} {self.seed}".encode()).digest()

    def table(self, **how: Any) -> Table:
        return matchfolder.load(self.folder, self.home, **how)


class Pair:
    """A match between two players of random bots; `turn` plays one file and mails it."""

    def __init__(
        self, root: Path, rules: Ruleset, seed: str = "1", options: dict[str, Any] | None = None
    ) -> None:
        self.rules, self.seed, self.options = rules, seed, options or {}
        self.players: dict[str, Player] = {s: Player(root, s, seed) for s in ("a", "b")}
        self.sent: list[Path] = []

    def __getitem__(self, side: str) -> Player:
        return self.players[side]

    def open(self) -> "Pair":
        a, b = self["a"], self["b"]
        setup, problems = self.rules.setup(self.options, {})
        assert not problems
        armies = list(self.rules.ready_armies(setup).values())
        terms = opening.Terms(
            rules=self.rules, army=armies[0], name="Anna", title="mill-creek", options=self.options
        )
        written, _ = opening.challenge_match(a.desk, a.identity, terms, a.folder)
        self.mail(written.path, b)
        found = opening.read_challenge(b.folder / "turn00.toml")
        written, _ = opening.answer_match(
            b.desk, b.identity, found, army=armies[-1], name="Bert", folder=b.folder
        )
        self.mail(written.path, a)
        return self

    def mail(self, path: Path, to: Player) -> None:
        to.folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to.folder / path.name)
        self.sent.append(path)

    @property
    def to(self) -> Player:
        return self[self["a"].table().match.to]

    def decide(self, player: Player, table: Table) -> Any:
        rng = Random(f"{self.seed} {table.match.head}")
        return lambda want, state, known: random_bot.decide(self.rules, state, player.side, known, rng)

    def plan(self, player: Player) -> clerk.Plan:
        table = player.table()
        plan = clerk.prepare(player.desk, player.identity, table, self.decide(player, table))
        assert isinstance(plan, clerk.Plan)
        return plan

    def turn(self, *, mail: bool = True) -> clerk.Written:
        player = self.to
        written, _ = clerk.commit(player.desk, player.identity, self.plan(player))
        if mail:
            self.mail(written.path, self["b" if player.side == "a" else "a"])
        return written

    @property
    def over(self) -> bool:
        return m.over(self["a"].table().match, self.rules) is not None

    def play(self, turns: int = 500) -> "Pair":
        for _ in range(turns):
            if self.over:
                break
            self.turn()
        return self
