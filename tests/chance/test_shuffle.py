"""The proofs about masked cards: complete, sound against provers who cheat, bound to all they say (P5.2)."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from types import ModuleType

import pytest

from pbem.chance import group, shuffle
from pbem.chance.shares import Secrets
from pbem.chance.shuffle import Masked, ScalarProof, ShuffleProof, Transcript
from tests.kit import edwards

EXPAND = Secrets(bytes(range(32)), b"n" * 32).expand
K = 2**251 + 987654321
L = group.L


@pytest.fixture(params=[group, edwards], ids=["libsodium", "python"])
def arithmetic(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The proofs over either implementation of the group."""
    monkeypatch.setattr(shuffle, "group", request.param)
    return request.param


def about(what: str = "test") -> Transcript:
    return Transcript(b"match", what.encode())


def cards(n: int) -> tuple[bytes, ...]:
    return tuple(group.card_points(b"m" * 32, 0, n))


def mask(order: Sequence[int], k: int = K, n: int = 0) -> Masked:
    before = cards(n or len(order))
    return Masked(group.base(k), before, tuple(group.mul(k, before[j]) for j in order))


def false_key(order: Sequence[int]) -> Masked:
    return mask(order)._replace(key=group.base(K + 5))


def prove(order: Sequence[int], masked: Masked) -> ShuffleProof:
    return shuffle.prove_shuffle(about(), EXPAND, K, order, masked)


def holds(masked: Masked, proof: ShuffleProof, transcript: Transcript | None = None) -> bool:
    return shuffle.check_shuffle(transcript or about(), masked, proof)


# ------------------------------------------------------------------------------------- transcript


def test_a_transcript_tells_every_division_of_the_same_bytes_apart() -> None:
    def digest(*parts: tuple[str, tuple[bytes, ...]]) -> bytes:
        transcript = about()
        for label, items in parts:
            transcript.absorb(label, *items)
        return transcript.digest

    said = [
        [("a", (b"bc",))],
        [("ab", (b"c",))],
        [("a", (b"b", b"c"))],
        [("a", (b"c", b"b"))],
        [("a", (b"b",)), ("a", (b"c",))],
        [("a", (b"bc", b""))],
        [("a", ()), ("bc", ())],
        [("abc", ())],
        [],
    ]
    assert len({digest(*parts) for parts in said}) == len(said)
    assert Transcript(b"ab").digest != Transcript(b"a", b"b").digest


def test_a_transcript_is_the_hash_that_the_protocol_describes() -> None:
    def block(*items: bytes) -> bytes:
        return b"".join(len(item).to_bytes(4, "big") + item for item in items)

    start = hashlib.sha512(b"pbem/1 cards").digest()
    first = hashlib.sha512(start + block(b"context", b"\0\0\0\2", b"x", b"y")).digest()
    transcript = Transcript(b"x", b"y")
    assert transcript.digest == first
    second = hashlib.sha512(first + block(b"challenge", b"\0\0\0\0")).digest()
    expected = int.from_bytes(hashlib.sha512(second + b"\0\0\0\0").digest(), "little") % L
    assert transcript.challenge("challenge") == expected
    assert transcript.digest == second


def test_secret_numbers_follow_the_transcript_and_never_repeat() -> None:
    here, there = about(), about("elsewhere")
    found = [*shuffle.nonces(EXPAND, here, 5), *shuffle.nonces(EXPAND, there, 5)]
    here.absorb("more")
    found += shuffle.nonces(EXPAND, here, 5)
    assert len(set(found)) == 15
    assert all(0 < number < L for number in found)
    info = b"pbem/1 proof" + there.digest + (3).to_bytes(4, "big")
    assert found[8] == int.from_bytes(EXPAND(info, 64), "little") % L
    assert shuffle.secret(lambda _, n: bytes(n), b"") == 1  # never 0


# ---------------------------------------------------------------------------------- honest provers


def test_every_order_of_three_can_be_proven() -> None:
    for order in permutations(range(3)):
        masked = mask(order)
        assert holds(masked, prove(order, masked))


@pytest.mark.parametrize("n", [1, 2, 9])
def test_both_implementations_make_the_same_proof_and_accept_it(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list(range(n))
    Random(n).shuffle(order)
    masked = mask(order)
    proof = prove(order, masked)
    monkeypatch.setattr(shuffle, "group", edwards)
    assert prove(order, masked) == proof
    assert holds(masked, proof)


def test_a_whole_deck(arithmetic: ModuleType) -> None:
    order = list(range(84 if arithmetic is group else 20))
    Random(1).shuffle(order)
    masked = mask(order)
    proof = prove(order, masked)
    assert holds(masked, proof)
    assert not holds(masked, proof, about("elsewhere"))


def test_the_same_scalar_for_many_points(arithmetic: ModuleType) -> None:
    masked = mask(range(6))
    proof = shuffle.prove_scalar(about(), EXPAND, K, masked)
    assert shuffle.check_scalar(about(), masked, proof)
    assert not shuffle.check_scalar(about("elsewhere"), masked, proof)


# -------------------------------------------------------------------------------- dishonest provers


def cheat(
    matrix: list[list[int]],
    after: list[list[int]],
    factors: Sequence[int] = (),
    *,
    false_chain: bool = False,
) -> tuple[Masked, ShuffleProof]:
    """A prover who has the code and keeps to none of the rules, but does everything else as well as it
    can be done.  He commits to any `matrix` instead of an order, puts any combinations of the cards
    into the deck `after`, multiplies the weights that his matrix gives by `factors`, and builds the
    chain from the true weights if that helps (`false_chain`)."""
    n = len(matrix)
    before = cards(n)
    masked = Masked(group.base(K), before, tuple(group.mul(K, group.combine(row, before)) for row in after))
    start, *bases = (group.generator(i) for i in range(n + 1))
    t = about()
    t.absorb("key", masked.key)
    t.absorb("before", *before)
    t.absorb("after", *masked.after)
    r = shuffle.nonces(EXPAND, t, n)
    columns = [[row[j] for row in matrix] for j in range(n)]
    commitments = [
        group.add(group.base(x), group.combine(column, bases)) for x, column in zip(r, columns, strict=True)
    ]
    t.absorb("commitments", *commitments)
    u = t.challenges("weights", n)
    v = [
        factor * sum(x * y for x, y in zip(row, u, strict=True)) % L
        for row, factor in zip(matrix, factors or [1] * n, strict=True)
    ]
    hops, chain, link, end = shuffle.nonces(EXPAND, t, n), [], start, 0
    for hop, weight in zip(hops, u if false_chain else v, strict=True):
        link = group.add(group.base(hop), group.mul(weight, link))
        chain.append(link)
        end = (end * weight + hop) % L
    t.absorb("chain", *chain)
    w = shuffle.nonces(EXPAND, t, 2 * n + 4)
    w_hops, w_weights = w[4 : n + 4], w[n + 4 :]
    total = group.combine(u, before)
    t.absorb(
        "announcement",
        group.base(w[0]),
        group.base(w[1]),
        group.add(group.base(w[2]), group.combine(w_weights, bases)),
        group.sub(group.combine(w_weights, masked.after), group.mul(w[3], total)),
        group.base(w[3]),
        *(
            group.add(group.base(x), group.mul(y, last))
            for x, y, last in zip(w_hops, w_weights, [start, *chain[:-1]], strict=True)
        ),
    )
    e = t.challenge("challenge")
    known = [sum(r), end, sum(x * y for x, y in zip(r, u, strict=True)), K, *hops, *v]
    answers = tuple((x + e * y) % L for x, y in zip(w, known, strict=True))
    return masked, ShuffleProof(tuple(commitments), tuple(chain), e, answers)


HALF, THIRD = pow(2, -1, L), pow(3, -1, L)
MIXED = [[2 * THIRD, THIRD], [THIRD, 2 * THIRD]]  # inverse and transpose of [[2, −1], [−1, 2]]


def test_the_cheat_can_be_honest() -> None:
    order = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    masked, proof = cheat(order, order)
    assert holds(masked, proof)
    assert proof == prove([1, 2, 0], masked)


@pytest.mark.parametrize(
    ("lie", "equations"),
    [
        # Each card with a scalar of its own: rows of the matrix do not add up to 1, all else is right.
        pytest.param(lambda: cheat([[2, 0], [0, HALF]], [[HALF, 0], [0, 2]]), {0}, id="second scalar"),
        # Mixtures of two cards: all sums are right, the product of the weights is not.
        pytest.param(lambda: cheat([[2, -1], [-1, 2]], MIXED), {1}, id="mixtures"),
        # Other weights than the committed matrix gives: for each card a scalar of its own, again.
        pytest.param(
            lambda: cheat([[1, 0], [0, 1]], [[HALF, 0], [0, 2]], (2, HALF)), {2}, id="other weights"
        ),
        pytest.param(
            lambda: cheat([[0, 1], [1, 0]], [[0, THIRD], [3, 0]], (3, THIRD)),
            {2},
            id="and swapped",
        ),
        # A true order, but the deck is not what it says: one card twice, or somewhere else.
        pytest.param(lambda: cheat([[1, 0], [0, 1]], [[1, 0], [1, 0]]), {3}, id="one card twice"),
        pytest.param(lambda: cheat([[1, 0], [0, 1]], [[0, 1], [1, 0]]), {3}, id="another order"),
        # A true shuffle and true proof, but for the key of another scalar.
        pytest.param(lambda: (wrong := false_key([1, 0]), prove([1, 0], wrong)), {4}, id="false key"),
        # The mixtures, with a chain that shows the right product of wrong links.
        pytest.param(lambda: cheat([[2, -1], [-1, 2]], MIXED, false_chain=True), {5, 6}, id="false chain"),
        pytest.param(lambda: cheat([[3]], [[THIRD]]), {0, 1}, id="a deck of one card"),
    ],
)
def test_what_is_no_shuffle_cannot_be_proven(
    lie: Callable[[], tuple[Masked, ShuffleProof]], equations: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is the equation named that does not hold: without it the lie would pass."""
    assert not holds(*lie())
    absorb = Transcript.absorb

    def forgetful(transcript: Transcript, label: str, *items: bytes) -> None:
        if label == "announcement":
            items = tuple(item for i, item in enumerate(items) if i not in equations)
        absorb(transcript, label, *items)

    monkeypatch.setattr(Transcript, "absorb", forgetful)
    assert holds(*lie())


def test_statements_that_are_not_true() -> None:
    order = [3, 0, 2, 1]
    good = mask(order)
    foreign = group.mul(K, group.hash_to_point(b"no card of this deck"))
    second = group.mul(K + 1, good.before[3])
    wrong = {
        "a foreign card": good._replace(after=(foreign, *good.after[1:])),
        "one card with a second scalar": good._replace(after=(second, *good.after[1:])),
        "one card twice": good._replace(after=(good.after[1], *good.after[1:])),
        "another order than was committed": good._replace(after=good.after[::-1]),
        "a key that is not k·G": good._replace(key=group.base(K + 1)),
        "another deck before": good._replace(before=good.before[::-1]),
    }
    assert holds(good, prove(order, good))
    for what, masked in wrong.items():
        assert not holds(masked, prove(order, masked)), what  # proven by the cheat himself
        assert not holds(masked, prove(order, good)), what  # with an honest proof taken from elsewhere


def test_every_part_of_a_proof_counts() -> None:
    order = [2, 0, 1]
    masked = mask(order)
    proof = prove(order, masked)
    other = group.hash_to_point(b"other")
    for i in range(3):
        swapped = [*proof.commitments]
        swapped[i] = other
        assert not holds(masked, proof._replace(commitments=tuple(swapped)))
        swapped = [*proof.chain]
        swapped[i] = other
        assert not holds(masked, proof._replace(chain=tuple(swapped)))
    for i in range(10):
        answers = [*proof.answers]
        answers[i] = (answers[i] + 1) % L
        assert not holds(masked, proof._replace(answers=tuple(answers)))
    assert not holds(masked, proof._replace(challenge=(proof.challenge + 1) % L))
    assert not holds(masked, proof._replace(challenge=0, answers=(0,) * 10))


def test_sizes_that_do_not_fit() -> None:
    masked = mask([1, 0, 2])
    proof = prove([1, 0, 2], masked)
    assert not holds(masked._replace(after=masked.after[:2]), proof)
    assert not holds(masked._replace(before=cards(4)), proof)
    assert not holds(masked, proof._replace(commitments=proof.commitments[:2]))
    assert not holds(masked, proof._replace(chain=proof.chain[:2]))
    assert not holds(masked, proof._replace(answers=proof.answers[:9]))
    nothing = Masked(masked.key, (), ())
    assert not holds(nothing, ShuffleProof((), (), 0, (0, 0, 0, 0)))
    empty = shuffle.prove_scalar(about(), EXPAND, K, nothing)
    assert not shuffle.check_scalar(about(), nothing, empty)
    assert not shuffle.check_scalar(about(), masked._replace(after=masked.after[:2]), ScalarProof(0, 0))


def test_one_scalar_cannot_be_claimed_for_other_points() -> None:
    good = mask(range(3))
    proof = shuffle.prove_scalar(about(), EXPAND, K, good)
    more = group.hash_to_point(b"more")
    a, b, c = good.after
    wrong = [
        good._replace(after=(b, a, c)),
        good._replace(after=(group.add(a, more), group.sub(b, more), c)),  # cancels in a plain sum
        good._replace(after=(a, b, more)),
        good._replace(key=group.base(K + 1)),
        good._replace(before=good.before[::-1]),
    ]
    for masked in wrong:
        assert not shuffle.check_scalar(about(), masked, proof)
        assert not shuffle.check_scalar(about(), masked, shuffle.prove_scalar(about(), EXPAND, K, masked))
    e, s = proof
    for false in (ScalarProof(e, (s + 1) % L), ScalarProof((e + 1) % L, s), ScalarProof(0, 0)):
        assert not shuffle.check_scalar(about(), good, false)


def test_a_proof_whose_statement_was_not_hashed_can_be_forged_and_is_refused() -> None:
    """Announcements first, then the key and the image that fit them: true for a challenge that hashes
    the announcements alone."""
    point = group.hash_to_point(b"a card")
    t1, t2, s = group.base(1234), group.mul(5678, point), 999
    e = int.from_bytes(hashlib.sha512(t1 + t2).digest(), "little") % L
    key = group.mul(group.inverse(e), group.sub(group.base(s), t1))
    image = group.mul(group.inverse(e), group.sub(group.mul(s, point), t2))
    assert group.sub(group.base(s), group.mul(e, key)) == t1  # so a careless verifier would accept it
    assert group.sub(group.mul(s, point), group.mul(e, image)) == t2
    assert not shuffle.check_scalar(about(), Masked(key, (point,), (image,)), ScalarProof(e, s))


def test_one_nonce_for_two_parents_would_give_the_scalar_away() -> None:
    """Why secret numbers follow the transcript: the same strip twice, under two contexts."""
    masked = mask(range(2))

    def scalar_from(expand: shuffle.Expand) -> int:
        one = shuffle.prove_scalar(about("parent 1"), expand, K, masked)
        two = shuffle.prove_scalar(about("parent 2"), expand, K, masked)
        return (one.answer - two.answer) * group.inverse(one.challenge - two.challenge) % L

    assert scalar_from(lambda _, length: b"\7" * length) == K
    assert scalar_from(EXPAND) != K
