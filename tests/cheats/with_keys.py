"""Cheats of the table with keys and notices: new keys that nobody lost, words that stop a match.

Functions as in `at_play`; those that take a folder play at two desks, as people do.
"""

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from examples.toy import RULESET as FORD
from pbem.chance.shares import Secrets
from pbem.desk import clerk, matchfolder, notices
from pbem.referee.match import Match
from pbem.referee.statements import hear
from pbem.ruleset import OTHER, SIDE_NAMES, Side
from pbem.turnfile.canon import b64
from pbem.turnfile.model import FORMAT, Statement
from pbem.turnfile.seal import NOTICE, TURN, open_sheet, public_key, sign, to_text
from tests.cheats.on_paper import to_say
from tests.cheats.situations import stranger, to_challenge
from tests.kit.cheat import Data, Reading, bare, changed, reading, reading_challenge
from tests.kit.desks import Pair, Player


def made_up(match: Match, side: Side, seed: str = "nobody") -> Data:
    """A request of `side` to go on with a key that somebody else has made."""
    secret = hashlib.sha256(seed.encode()).digest()
    key, nonce = Ed25519PrivateKey.from_private_bytes(secret), hashlib.sha256(secret).digest()
    anchor = b64(Secrets(key.private_bytes_raw(), nonce).share(0))
    words = {"kind": "rekey", "key": b64(public_key(key)), "nonce": b64(nonce), "anchor": anchor}
    head = {"format": FORMAT, "match": match.id, "notice": 1, "author": side, "head": match.head}
    return sign(NOTICE, {**head, "writer": "nobody", "statement": words}, key)


def at_desks(root: Path) -> tuple[Pair, Player, Player]:
    """A match in which a live window has dice to come: (pair, who is to move, the other)."""
    pair = Pair(root, FORD, "keys", {"deploy": "none", "rounds": 9, "kill": 6}).open().play(6)
    cheater = pair.to
    return pair, cheater, pair[OTHER[cheater.side]]


def consented(pair: Pair, cheater: Player) -> clerk.Written:
    """His turn, with his own consent to a key that he made up for the other side."""
    table = cheater.table(full=True)
    request = made_up(table.match, OTHER[cheater.side])
    plan = clerk.prepare(
        cheater.desk,
        cheater.identity,
        table,
        pair.decide(cheater, table),
        statements=(Statement(answer="yes", notice=request),),
    )
    assert isinstance(plan, clerk.Plan)
    return clerk.commit(cheater.desk, cheater.identity, plan)[0]


def a_new_key_made_up_for_the_other_side(root: Path) -> Reading:
    pair, cheater, victim = at_desks(root)
    written = consented(pair, cheater)
    return lambda: clerk.open_table(victim.desk, written.path)  # type: ignore[return-value]


def a_turn_of_the_other_side_with_a_made_up_key(root: Path) -> Reading:
    """While the other is to move, he consents to a key of his own, and writes the other's turn with it."""
    pair, victim, cheater = at_desks(root)
    table = cheater.table(full=True)
    request = open_sheet(made_up(table.match, victim.side))
    consent, _ = notices.agree_to_key(cheater.desk, cheater.identity, table, request)
    thief = Player(root / "thief", victim.side, "nobody")
    thief.identity = type(thief.identity)(
        Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"nobody").digest())
    )
    thief.folder = cheater.folder
    (cheater.folder / "request.toml").write_text(to_text(request.data), "utf-8")
    assert consent.exists()
    written, _ = clerk.commit(thief.desk, thief.identity, pair.plan(thief))
    return lambda: clerk.open_table(victim.desk, written.path)  # type: ignore[return-value]


def dice_thrown_away_by_a_new_key() -> None:
    """The window whose shares are out goes on: what it owes is rolled as it was."""
    scene, _ = to_say()
    request = made_up(scene.match, "a")
    before = scene.draft()
    after = scene.draft(statements=(Statement(answer="yes", notice=request),))
    assert after.rolls == before.rolls
    assert after.data["chance"].get("close") == before.data["chance"].get("close")
    assert after.after.window == before.after.window


def a_key_used_before() -> Reading:
    scene, _ = to_say()
    old = scene.seats["a"]
    new = scene.seats[stranger(scene)]
    words = {"key": new.public, "nonce": b64(new.nonce), "anchor": b64(new.secrets.share(0))}
    request = scene.notice("x", {"kind": "rekey", **words}, author="a")  # type: ignore[arg-type]
    new = scene.seats.pop("x")
    scene.step(statements=(Statement(answer="yes", notice=request.data),))
    new.side, new.match, scene.seats["a"] = "a", old.match, new
    scene.step()
    scene.seats["x"] = old
    words = {"key": old.public, "nonce": b64(old.nonce), "anchor": b64(old.secrets.share(0))}
    back = scene.notice("x", {"kind": "rekey", **words}, author="a")  # type: ignore[arg-type]
    data = scene.draft().data
    return reading(scene, {**data, "statements": [{"answer": "yes", "notice": back.data}]})


def a_strangers_request_in_front_of_the_real_one(root: Path) -> None:
    """Every request is kept and shown with its fingerprint; none stands in the place of another."""
    pair, mover, waiting = at_desks(root)
    del pair
    match = mover.table().match
    shown = []
    for seed in ("a stranger", "the owner"):
        file = root / f"{seed}.toml"
        file.write_text(to_text(made_up(match, waiting.side, seed)), "utf-8")
        table, notes = clerk.open_table(mover.desk, file)
        assert "was copied to" in notes[-1]
        shown = [notices.in_words(sheet) for sheet in notices.offers(table, mover.side)]
    assert len(set(shown)) == 2
    assert len(list(mover.folder.glob(f"rekey-{SIDE_NAMES[waiting.side].lower()}-*.toml"))) == 2


def a_challenge_in_the_middle_of_a_match(root: Path) -> Reading:
    _, cheater, victim = at_desks(root)
    match = cheater.table().match
    start = bare((victim.folder / "turn00.toml").read_text("utf-8"))
    text = to_text(sign(TURN, {**start, "match": match.id}, cheater.identity.key))
    return lambda: matchfolder.sheets_of(text.encode())  # type: ignore[return-value]


def a_name_of_two_lines() -> Reading:
    scene, data = to_challenge()
    return reading_challenge(scene, changed(data, "charter.player.name", "Red\n  Red wins"))


def a_claim_about_nothing() -> Reading:
    scene, _ = to_say()
    claim = scene.notice("a", {"kind": "claim"})
    return lambda: hear(scene.match, scene.rules, claim)  # type: ignore[return-value]


def hands_opened_where_there_are_none() -> Reading:
    scene, _ = to_say()
    opened = scene.notice("a", {"kind": "open_hands", "scalars": ["x"]})
    return lambda: hear(scene.match, scene.rules, opened)  # type: ignore[return-value]
