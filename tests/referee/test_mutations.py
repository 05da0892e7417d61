"""Ten thousand damaged files: the same file as before, or a refusal with a code; never anything else.

The first part is damaged on its way: whatever reads as a turn of the match is the turn that was signed, to
the hash.  The second part is damaged by its author, who signs it again with his own key, so that the damage
reaches every rule behind the signature: it is refused, or it is another turn that he might have written.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from pbem import games
from pbem.errors import CODES, TurnRejected
from pbem.referee.fold import begin, fold
from pbem.referee.match import Folded, Match
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import TURN, open_sheet, sign, to_text
from tests.kit import mutate
from tests.kit.duel import Duel, read
from tests.kit.whole import any_game, played

ON_THE_WAY, BY_THE_AUTHOR = 4000, 6000


@cache
def duels() -> tuple[Duel, ...]:
    """Matches that hold everything a turn file can hold, of every game that there is."""
    found: list[Duel] = [
        played("everything", 0),
        played("everything, takebacks", 1),
        played("sealed deployment", 0),
    ]
    for name in games.NAMES:
        try:
            rules = games.find(name)
        except ImportError:
            continue
        if rules is not None and rules.deck(rules.setup({}, {})[0]) is None:
            duel = any_game(rules, 7)
            duel.play()
            found.append(duel)
    return tuple(found)


@cache
def data_of(duel: Duel, number: int) -> dict[str, Any]:
    return read(duel.files[number % len(duel.files)]).data


def judged(duel: Duel, number: int, raw: bytes) -> Folded:
    """What the receiver of file `number` makes of these bytes."""
    refusal: TurnRejected | None = None
    for data, notes in candidates(raw):
        try:
            sheet = open_sheet(data, notes)
            if number == 0:
                return begin(sheet, duel.rules)
            return fold(duel.folded[number - 1].match, duel.rules, duel.setup, sheet)
        except TurnRejected as error:
            refusal = error
    assert refusal is not None
    raise refusal


def on_the_way(rng: Random, duel: Duel, number: int) -> bytes:
    text = duel.files[number]
    match rng.randrange(4):
        case 0:
            return mutate.bytes_changed(rng, text)
        case 1:
            return mutate.lines_changed(rng, text, duel.files)
        case 2:
            return mutate.values_changed(rng, text)
    changed = mutate.structure_changed(rng, data_of(duel, number), neighbours(duel, number))
    return (mutate.written(changed) or "").encode()


def neighbours(duel: Duel, number: int) -> list[dict[str, Any]]:
    return [data_of(duel, number + step) for step in (-2, -1, 0, 1)]


def attempts(count: int, seed: str) -> Iterator[tuple[Random, Duel, int]]:
    rng = Random(seed)
    for _ in range(count):
        duel = rng.choice(duels())
        yield rng, duel, rng.randrange(len(duel.files))


def test_damage_on_the_way_is_refused_or_changes_nothing() -> None:
    count: Counter[str] = Counter()
    for rng, duel, number in attempts(ON_THE_WAY, "on the way"):
        raw = on_the_way(rng, duel, number)
        try:
            folded = judged(duel, number, raw)
        except TurnRejected as refusal:
            count[refusal.code] += 1
            continue
        assert folded == duel.folded[number], raw
        count["read"] += 1
    assert count["read"] > 100  # comments, blanks and the order of tables do not count
    for code in ("file/frame", "file/toml", "file/data", "file/type", "seal/hash", "seal/signature"):
        assert count[code] > 20, count


def test_damage_by_the_author_is_refused_or_is_another_turn_of_his() -> None:
    count: Counter[str] = Counter()
    for rng, duel, number in attempts(BY_THE_AUTHOR, "by the author"):
        data = {key: value for key, value in data_of(duel, number).items() if key != "seal"}
        text = resigned(duel, number, mutate.structure_changed(rng, data, neighbours(duel, number)))
        if text is None:
            continue
        try:
            folded = judged(duel, number, text.encode())
        except TurnRejected as refusal:
            count[refusal.code] += 1
            continue
        count["read"] += 1
        good(duel, number, text, folded.match)
    assert set(count) <= {"read", *CODES}
    assert count["read"] > 100
    for code in (
        "file/type", "chain/match", "chain/parent", "chain/number", "share/wrong", "share/missing",
        "order/illegal", "order/missing", "order/extra", "state/differs", "rolls/differ", "next/differs",
        "standing/wrong", "sealed/wrong", "statement/illegal", "rules/differ", "army/illegal",
    ):  # fmt: skip
        assert count[code] > 0, (code, count)


def resigned(duel: Duel, number: int, data: dict[str, Any]) -> str | None:
    seat = duel.seats["ab"[number % 2]]
    try:
        return to_text(sign(TURN, data, seat.key))
    except ValueError:
        return None  # no line can hold it


def good(duel: Duel, number: int, text: str, after: Match) -> None:
    """An accepted file has its own hash, its consequences fit, and the other side can go on from it."""
    sheet = read(text)
    assert after.head == sheet.hash
    assert after.turn == number + 1
    known = duel.folded[number].match
    if after.state == known.state and after.kmax == known.kmax:
        return
    assert sheet.turn.decisions != read(duel.files[number]).turn.decisions


def test_the_files_themselves_are_read() -> None:
    for duel in duels():
        for number, text in enumerate(duel.files):
            assert judged(duel, number, text.encode()) == duel.folded[number]
