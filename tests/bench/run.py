"""What it costs, measured side by side and printed as ratios.

    python -m tests.bench.run [version orders memory verify play files mail pictures]

Every figure that is compared is taken in turn with what it is compared with, several times; the median
ratio is printed beside the aim.  Nothing here is a test: machines differ, and noise is noise.
"""

import base64
import hashlib
import os
import quopri
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.bots import random_bot
from pbem.desk import judging
from pbem.games import find
from pbem.post.letter import Letter, compose
from pbem.referee.fold import begin, fold, match_setup
from pbem.ruleset import Decide, React, Roll, Ruleset, Sealed, Unseal
from pbem.turnfile.canon import check_data
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import TURN, body_of, check_seal, open_sheet, pae
from tests.bench.pictures import pictures
from tests.kit.desks import Pair

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def seconds(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> float:
    start = time.perf_counter()
    subprocess.run(command, cwd=cwd, env=env or ENV, capture_output=True, check=False)
    return time.perf_counter() - start


def ratio(one: Callable[[], float], other: Callable[[], float], runs: int = 9) -> float:
    """Median of one / other, taken in turn after a warm-up of each."""
    one(), other()
    return statistics.median(one() / other() for _ in range(runs))


def bare() -> float:
    return seconds([sys.executable, "-c", "pass"])


def say(what: str, figure: str, aim: str) -> None:
    print(f"{what:<58} {figure:>14}   aim {aim}", flush=True)


def program() -> list[str]:
    """The installed command where there is one, as a user starts it."""
    installed = Path(sys.executable).with_name("pbem")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "pbem"]


def version() -> None:
    say(
        "pbem --version / python -c pass",
        f"{ratio(lambda: seconds([*program(), '--version']), bare):.2f}",
        "<= 1.5",
    )


def orders() -> None:
    """`pbem orders` at the turn of a player who has to choose: verify, tell, write the template."""
    with tempfile.TemporaryDirectory() as root:
        early, late = position(Path(root) / "early", 4), position(Path(root) / "late", 999)
        say(
            f"pbem orders at turn {late[1]} / python -c pass",
            f"{ratio(lambda: run_orders(late), bare):.1f}",
            "<= 25",
        )
        change = ratio(lambda: run_orders(late), lambda: run_orders(early))
        say(f"pbem orders at turn {late[1]} / at turn {early[1]}", f"{change:.2f}", "<= 1.5")


def position(root: Path, turn: int) -> tuple[Path, int, dict[str, str]]:
    """A match of small turns up to about that turn, and the folder of the player to move."""
    rules = find("zipwarz")
    assert rules is not None
    options = {"size": "small", "rounds": 8}
    pair = Pair(root, rules, "bench", options).open()
    while not pair.over and len(pair.sent) < turn:
        if len(pair.sent) >= 30 and turn > 30 and len(pair.sent) >= turn - 1:
            break
        pair.turn()
    if pair.over:  # one turn before the end, where there still is something to decide
        again = Pair(root / "again", rules, "bench", options).open()
        for _ in range(len(pair.sent) - 4):
            again.turn()
        pair = again
    player = pair.to
    player.table()
    return player.folder, len(pair.sent), {**ENV, "PBEM_HOME": str(player.home.root)}


def run_orders(where: tuple[Path, int, dict[str, str]]) -> float:
    folder, _, env = where
    for draft in folder.glob("*.orders.toml"):
        draft.unlink()
    return seconds([*program(), "orders", "."], folder, env)


def memory() -> None:
    with tempfile.TemporaryDirectory() as root:
        folder, turn, env = position(Path(root), 999)
        seconds([*program(), "orders", "."], folder, env)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        say(f"peak memory of the processes so far (turn {turn})", f"{peak:.0f} MB", "<= 80 MB")


def files() -> None:
    rules = find("zipwarz")
    assert rules is not None
    with tempfile.TemporaryDirectory() as root:
        pair = Pair(Path(root), rules, "sizes").open().play()
        sizes = sorted(path.stat().st_size for path in pair["a"].folder.glob("turn??.toml"))
        say("largest turn file of a skirmish", f"{sizes[-1] / 1000:.1f} KB", "<= 12 KB")
        say("median turn file of a skirmish", f"{statistics.median(sizes) / 1000:.1f} KB", "-")


def play() -> None:
    """Orders through `check` and `apply`, and whole matches, in memory."""
    rules = find("zipwarz")
    assert rules is not None
    count, spent = record(rules)
    say("orders in memory, faults + apply", f"{count / spent:,.0f} /s", ">= 20,000 /s")
    start, matches = time.perf_counter(), 0
    while time.perf_counter() - start < 5:
        for _ in steps(rules, Random(matches)):
            pass
        matches += 1
    say("matches of two random bots in memory", f"{matches / (time.perf_counter() - start):.1f} /s", "-")


def record(rules: Ruleset) -> tuple[int, float]:
    """Random play is recorded first, so that only the rules are timed and not the bot."""
    recorded = [(state, answer) for seed in range(40) for state, answer in steps(rules, Random(seed))]
    orders_ = [(s, a) for s, a in recorded if isinstance(a, rules.order_type)]
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        for state, order in orders_:
            if not rules.faults(state, order):
                rules.apply(state, order)
        best = min(best, time.perf_counter() - start)
    return len(orders_), best


def steps(rules: Ruleset, rng: Random) -> Any:
    """One random match: every (state, answer)."""
    setup, _ = rules.setup({}, {})
    armies = [rules.army(setup, data)[0] for data in rules.ready_armies(setup).values()]
    state = rules.start(setup, (armies[0], armies[-1]))
    standing = rules.default_standing(setup)
    queue: list[Any] = []
    owner: tuple[str, int] = ("", 0)
    while (want := rules.want(state)) is not None:
        answer: Any
        match want:
            case Roll():
                answer = tuple(rng.randint(1, want.faces) for _ in range(want.count))
            case React():
                answer = rules.answer_by(standing, state) or ()
            case Decide(kind="orders"):
                if owner != (want.side, want.term):
                    queue, owner = [], (want.side, want.term)
                if not queue:
                    queue = list(random_bot.decide(rules, state, want.side, {}, rng, alternatives=0))
                answer = queue.pop(0)
                if rules.faults(state, answer):
                    state = rules.downgrade(state, answer).state
                    continue
            case Decide():
                answer = Sealed() if want.sealed else random_bot.decide(rules, state, want.side, {}, rng)
            case Unseal():
                raise LookupError("sealed choices are not measured here")
        yield state, answer
        state = rules.apply(state, answer).state


def verify() -> None:
    """A chain of ZipWarz turns against the bare loop: read, SHA-256, one Ed25519 verification."""
    rules = find("zipwarz")
    assert rules is not None
    with tempfile.TemporaryDirectory() as root:
        texts: list[bytes] = []
        chains: list[list[Path]] = []
        for seed in range(9):
            pair = Pair(Path(root) / str(seed), rules, f"verify {seed}").open().play()
            chain = sorted(pair["a"].folder.glob("turn??.toml"))
            chains.append(chain)
            texts += [path.read_bytes() for path in chain]
            if len(texts) >= 100:
                break
        key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"bench").digest())
        public = key.public_key()
        signatures = [key.sign(text) for text in texts]
        paths = [path for chain in chains for path in chain]

        def loop() -> float:
            start = time.perf_counter()
            for path, signature in zip(paths, signatures, strict=True):
                raw = path.read_bytes()
                hashlib.sha256(raw).digest()
                public.verify(signature, raw)
            return time.perf_counter() - start

        def whole() -> float:
            start = time.perf_counter()
            for chain in chains:
                judging.judge([chain[0].parent])
            return time.perf_counter() - start

        say(f"verify of {len(paths)} turn files / bare loop", f"{ratio(whole, loop, 7):.1f}", "<= 40")
        parts(chains, rules, loop())


def parts(chains: list[list[Path]], rules: Ruleset, loop: float) -> None:
    """Where the time of a verification goes."""
    spent: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = work()
        spent[name] = spent.get(name, 0.0) + time.perf_counter() - start
        return result

    for chain in chains:
        match, setup = None, None
        for path in chain:
            raw = timed("read", path.read_bytes)
            data = timed("parse (TOML, limits, data model)", lambda raw=raw: candidates(raw))[0][0]
            timed("  of which the data model", lambda data=data: check_data(data))
            timed(
                "canonical form and hash", lambda data=data: hashlib.sha256(pae(TURN, body_of(data))).digest()
            )
            sheet = timed("types (and the canonical form again)", lambda data=data: open_sheet(data))
            if match is None:
                match = timed("rules, shares, consequences", lambda sheet=sheet: begin(sheet, rules)).match
                setup = match_setup(match.charter, rules)
                continue
            seal = sheet.turn.seal
            timed("signature", lambda sheet=sheet, seal=seal: check_seal(sheet, seal.key))
            match = timed(
                "rules, shares, consequences (and the signature again)",
                lambda match=match, sheet=sheet, setup=setup: fold(match, rules, setup, sheet),
            ).match
    for name, took in spent.items():
        say(f"  {name}", f"{took / loop:.1f}", "-")


def mail() -> None:
    """`pbem receive` of a mailbox with 5,000 mails, 40 of them turns; then the same again."""
    rules = find("zipwarz")
    assert rules is not None
    with tempfile.TemporaryDirectory() as root:
        pair = Pair(Path(root), rules, "mail", {"size": "small", "rounds": 8}).open()
        while len(pair.sent) < 42:
            pair.turn()
        texts = [path.read_text() for path in pair.sent]
        reader = pair["a"]
        for path in reader.folder.glob("turn??.toml"):
            if path.name > "turn01.toml":
                path.unlink()
        box = mailbox(Path(root) / "inbox", texts[2:42])
        env = {**ENV, "PBEM_HOME": str(reader.home.root)}
        took: list[float] = []
        for _ in range(2):
            start = time.perf_counter()
            child = subprocess.Popen(
                [*program(), "receive", str(box)], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            assert child.stdout is not None
            lines = child.stdout.read().count(b"\n")
            _, status, used = os.wait4(child.pid, 0)
            child.stdout.close()
            child.returncode = os.waitstatus_to_exitcode(status)
            took.append(time.perf_counter() - start)
            if len(took) == 1:
                assert lines == 40, lines
                say(f"receive of 5,000 mails ({box.stat().st_size >> 20} MB)", f"{took[0]:.1f} s", "<= 10 s")
                say("its peak memory", f"{used.ru_maxrss / 1024:.0f} MB", "<= 200 MB")
        say("the same again / the first time", f"{took[1] / took[0]:.2f}", "<= 0.33")


def mailbox(path: Path, turns: list[str]) -> Path:
    """An mbox as people have it: short mails, newsletters, pictures, and a turn here and there."""
    rng = Random("mailbox")
    words = [f"word{n}" for n in range(400)]

    def text(size: int) -> bytes:
        rows = (" ".join(rng.choices(words, k=11)) for _ in range(size // 75))
        return ("\n".join(rows) + "\n").encode()

    picture = base64.encodebytes(rng.randbytes(120_000))
    newsletter = quopri.encodestring(b"<p>" + text(30_000).replace(b"\n", b"</p>\n<p>"))
    part = b"--XX\nContent-Type: %s\nContent-Transfer-Encoding: %s\n\n%s\n"
    with path.open("wb") as stream:
        for number in range(5000):
            stream.write(b"From x@example.org Sun May  3 10:00:00 2026\n")
            if number % 125 == 60:
                letter = Letter(
                    title="mill-creek",
                    about="a turn",
                    name="turn.toml",
                    text=turns[number // 125],
                    hash=f"{number:043}",
                    log="What happened\n" * 40,
                )
                stream.write(compose(letter, sender="x@example.org").replace(b"\r\n", b"\n") + b"\n")
                continue
            stream.write(b"From: x@example.org\nSubject: mail %d\nMessage-ID: <%d@x>\n" % (number, number))
            kind = rng.random()
            if kind < 0.65:
                stream.write(b"\n" + text(2000) + b"\n")
                continue
            stream.write(b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=XX\n\n")
            stream.write(part % (b"text/plain", b"7bit", text(3000)))
            if kind < 0.95:
                stream.write(part % (b"text/html; charset=utf-8", b"quoted-printable", newsletter))
            else:
                stream.write(part % (b"image/jpeg", b"base64", picture))
            stream.write(b"--XX--\n\n")
    return path


PARTS = {
    "version": version,
    "orders": orders,
    "files": files,
    "play": play,
    "verify": verify,
    "mail": mail,
    "memory": memory,
    "pictures": lambda: pictures(say),
}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or PARTS:
        PARTS[wanted]()
