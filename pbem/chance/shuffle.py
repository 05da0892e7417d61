"""Proofs about masked cards (protocol P5.2): that two decks hold the same cards, and that points belong
together by one secret scalar, without a word about order or scalar.

The shuffle proof is that of Terelius and Wikström ("Proofs of Restricted Shuffles", 2010; steps and
letters as in Haenni, Locher, Koenig and Dubuis, "Pseudo-Code Algorithms for Verifiable Re-Encryption
Mix-Nets", 2017), for a deck in which every card is multiplied by the same scalar k:

    after[i] = k·before[order[i]]  for some order, and  K = k·G

The second half is not decoration: all later proofs of one side are proofs against its K.

Challenges come from a transcript that has absorbed everything said before (Fiat–Shamir), and so do the
secret random numbers of the prover: two different statements never share one, and the same statement
is always proven with the same bytes.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.chance import group
from pbem.turnfile.canon import be32

Expand = Callable[[bytes, int], bytes]  # (info, length): `pbem.chance.shares.Secrets.expand`


class Masked(NamedTuple):
    """What is to be proven: `key` = k·G, and `after` is `before` times k, card by card or in another
    order.  All are points that `group.is_point` has passed."""

    key: bytes
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]


class Transcript:
    """Everything said so far, as a chain of SHA-512 over labelled, counted, length-prefixed items.

    `context` is what every proof is bound to: match, session, operation, side, keys, parent.
    """

    def __init__(self, *context: bytes) -> None:
        self.digest = hashlib.sha512(b"pbem/1 cards").digest()
        self.absorb("context", *context)

    def absorb(self, label: str, *items: bytes) -> None:
        """Add items under a label; any other division of the same bytes gives another digest."""
        chain = hashlib.sha512(self.digest)
        for part in (label.encode(), be32(len(items)), *items):
            chain.update(be32(len(part)) + part)
        self.digest = chain.digest()

    def challenges(self, label: str, count: int) -> tuple[int, ...]:
        """`count` scalars that nobody could know before all that was absorbed was fixed."""
        self.absorb(label)
        return tuple(
            int.from_bytes(hashlib.sha512(self.digest + be32(i)).digest(), "little") % group.L
            for i in range(count)
        )

    def challenge(self, label: str) -> int:
        """One such scalar."""
        return self.challenges(label, 1)[0]


def secret(expand: Expand, info: bytes) -> int:
    """A secret scalar: 64 bytes, little-endian, mod L, never 0 (protocol P1.6)."""
    return int.from_bytes(expand(info, 64), "little") % group.L or 1


def nonces(expand: Expand, transcript: Transcript, count: int) -> tuple[int, ...]:
    """Secret random numbers that no other transcript and no other place in this one ever gives."""
    stem = b"pbem/1 proof" + transcript.digest
    return tuple(secret(expand, stem + be32(i)) for i in range(count))


# ------------------------------------------------------------------------------- one secret scalar


class ScalarProof(NamedTuple):
    """Challenge and answer."""

    challenge: int
    answer: int


def prove_scalar(transcript: Transcript, expand: Expand, k: int, masked: Masked) -> ScalarProof:
    """Prove after[i] = k·before[i] for all i and key = k·G (Chaum–Pedersen).  All cards are proven in
    one, by a random linear combination of them, so the size does not depend on their number."""
    middle = group.combine(_weights(transcript, masked), masked.before)
    (w,) = nonces(expand, transcript, 1)
    transcript.absorb("announcement", group.base(w), group.mul(w, middle))
    e = transcript.challenge("challenge")
    return ScalarProof(e, (w + e * k) % group.L)


def check_scalar(transcript: Transcript, masked: Masked, proof: ScalarProof) -> bool:
    """Whether such a proof holds."""
    if not len(masked.before) == len(masked.after) > 0:
        return False
    weights = _weights(transcript, masked)
    middle, image = group.combine(weights, masked.before), group.combine(weights, masked.after)
    e, s = proof
    transcript.absorb(
        "announcement",
        group.sub(group.base(s), group.mul(e, masked.key)),
        group.sub(group.mul(s, middle), group.mul(e, image)),
    )
    return transcript.challenge("challenge") == e


def _weights(transcript: Transcript, masked: Masked) -> tuple[int, ...]:
    """The whole statement goes into the transcript, then one challenge for each card comes out."""
    _absorb(transcript, masked)
    return transcript.challenges("weights", len(masked.before))


def _absorb(transcript: Transcript, masked: Masked) -> None:
    transcript.absorb("key", masked.key)
    transcript.absorb("before", *masked.before)
    transcript.absorb("after", *masked.after)


# ------------------------------------------------------------------------------------- one shuffle


class ShuffleProof(NamedTuple):
    """For n cards: n commitments to the order, n links of the chain, the challenge, 2n + 4 answers."""

    commitments: tuple[bytes, ...]
    chain: tuple[bytes, ...]
    challenge: int
    answers: tuple[int, ...]


def prove_shuffle(
    transcript: Transcript, expand: Expand, k: int, order: Sequence[int], masked: Masked
) -> ShuffleProof:
    """Prove after[i] = k·before[order[i]] and key = k·G.  What is not true gives a proof that fails."""
    n = len(order)
    start, *bases = (group.generator(i) for i in range(n + 1))
    _absorb(transcript, masked)

    # The order, as commitments to the columns of its matrix: c_j = r_j·G + h_i where order[i] = j.
    r = nonces(expand, transcript, n)
    commitments = [b""] * n
    for i, j in enumerate(order):
        commitments[j] = group.add(group.base(r[j]), bases[i])
    transcript.absorb("commitments", *commitments)
    u = transcript.challenges("weights", n)
    v = [u[j] for j in order]  # the weights, as the shuffle puts them

    # A chain that multiplies the v, one a link.  If rows and columns add up right and the product of
    # the v is that of the u, the committed matrix is a permutation.
    hops = nonces(expand, transcript, n)
    chain = []
    link = start
    for hop, weight in zip(hops, v, strict=True):
        link = group.add(group.base(hop), group.mul(weight, link))
        chain.append(link)
    transcript.absorb("chain", *chain)

    w1, w2, w3, w4, *rest = nonces(expand, transcript, 2 * n + 4)
    w_hops, w_weights = rest[:n], rest[n:]
    transcript.absorb(
        "announcement",
        group.base(w1),
        group.base(w2),
        group.add(group.base(w3), group.combine(w_weights, bases)),
        group.sub(group.combine(w_weights, masked.after), group.mul(w4, group.combine(u, masked.before))),
        group.base(w4),
        *(
            group.add(group.base(w), group.mul(x, link))
            for w, x, link in zip(w_hops, w_weights, [start, *chain[:-1]], strict=True)
        ),
    )
    e = transcript.challenge("challenge")

    end = 0  # what the hops come to at the end of the chain
    for hop, weight in zip(hops, v, strict=True):
        end = (end * weight + hop) % group.L
    weighted = sum(x * y for x, y in zip(r, u, strict=True))
    secrets = (sum(r), end, weighted, k, *hops, *v)
    masks = (w1, w2, w3, w4, *rest)
    answers = ((w + e * x) % group.L for w, x in zip(masks, secrets, strict=True))
    return ShuffleProof(tuple(commitments), tuple(chain), e, tuple(answers))


def check_shuffle(transcript: Transcript, masked: Masked, proof: ShuffleProof) -> bool:
    """Whether such a proof holds.  Then `after` holds exactly the cards of `before`."""
    commitments, chain, e, answers = proof
    n = len(masked.before)
    if not len(masked.after) == len(commitments) == len(chain) == n > 0 or len(answers) != 2 * n + 4:
        return False
    start, *bases = (group.generator(i) for i in range(n + 1))
    _absorb(transcript, masked)
    transcript.absorb("commitments", *commitments)
    u = transcript.challenges("weights", n)
    transcript.absorb("chain", *chain)

    product = 1
    for weight in u:
        product = product * weight % group.L
    rows = group.IDENTITY  # Σ c_j − Σ h_i: the entries of every row of the matrix add up to 1
    for commitment, h in zip(commitments, bases, strict=True):
        rows = group.add(rows, group.sub(commitment, h))
    s1, s2, s3, s4, *rest = answers
    s_hops, s_weights = rest[:n], rest[n:]
    ends = group.sub(chain[-1], group.mul(product, start))
    columns = group.combine(u, commitments)
    sums = group.combine(s_weights, masked.after), group.combine(u, masked.before)
    transcript.absorb(
        "announcement",
        group.sub(group.base(s1), group.mul(e, rows)),
        group.sub(group.base(s2), group.mul(e, ends)),
        group.sub(group.add(group.base(s3), group.combine(s_weights, bases)), group.mul(e, columns)),
        group.sub(sums[0], group.mul(s4, sums[1])),
        group.sub(group.base(s4), group.mul(e, masked.key)),
        *(
            group.sub(group.add(group.base(s), group.mul(x, last)), group.mul(e, link))
            for s, x, last, link in zip(s_hops, s_weights, [start, *chain[:-1]], chain, strict=True)
        ),
    )
    return transcript.challenge("challenge") == e
