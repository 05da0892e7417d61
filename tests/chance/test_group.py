"""The group of the cards against a second implementation, and what is no card point (P5.1)."""

import ast
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.chance import group
from pbem.errors import VERSION, Refused
from tests.kit import edwards

VECTORS = Path(__file__).parents[1] / "vectors" / "cards" / "group.json"
SLOW = settings(derandomize=True, deadline=None, max_examples=40)
numbers = st.one_of(st.integers(0, 3), st.integers(0, 2**256), st.integers(group.L - 2, group.L + 2))


def some_point(number: int) -> bytes:
    return group.base(number % (group.L - 1) + 1)


def torsion() -> list[bytes]:
    """The eight points of small order, from any point of the curve that has a part of order 8."""
    for count in range(100):
        raw = hashlib.sha256(bytes([count])).digest()
        try:
            eighth = edwards.times(group.L, edwards.decode(raw))
        except ValueError:
            continue
        found = [edwards.encode(edwards.times(i, eighth)) for i in range(8)]
        if len(set(found)) == 8:
            return found
    raise AssertionError


@SLOW
@given(numbers, numbers)
def test_both_implementations_compute_the_same(k: int, other: int) -> None:
    p, q = some_point(other), some_point(other + k)
    assert group.base(k) == edwards.base(k)
    assert group.mul(k, p) == edwards.mul(k, p)
    assert group.add(p, q) == edwards.add(p, q)
    assert group.sub(p, q) == edwards.sub(p, q)
    assert group.scalar_bytes(k) == edwards.scalar_bytes(k)
    if k % group.L:
        assert group.inverse(k) == edwards.inverse(k)
        assert group.mul(group.inverse(k), group.mul(k, p)) == p


@SLOW
@given(st.lists(st.binary(max_size=40), max_size=4))
def test_both_hash_to_the_same_point(parts: list[bytes]) -> None:
    point = group.hash_to_point(*parts)
    assert point == edwards.hash_to_point(*parts)
    assert group.is_point(point)


def test_hashing_divides_its_parts() -> None:
    divided = ([b"ab"], [b"a", b"b"], [b"", b"ab"], [b"ab", b""])
    assert len({group.hash_to_point(*parts) for parts in divided}) == 4


def test_zero_and_the_identity_are_no_exception() -> None:
    p = some_point(5)
    assert group.base(0) == group.base(group.L) == group.mul(0, p) == group.mul(group.L, p) == group.IDENTITY
    assert group.mul(7, group.IDENTITY) == group.sub(p, p) == group.combine([], []) == group.IDENTITY
    assert group.add(p, group.IDENTITY) == p
    with pytest.raises(ValueError, match="not invertible"):
        group.inverse(group.L)


def test_a_combination_is_the_sum_of_its_products() -> None:
    points = [some_point(i) for i in range(4)]
    ks = [0, 1, group.L - 1, 12345]
    assert group.combine(ks, points) == edwards.combine(ks, points)
    rest = group.sub(points[1], points[2])
    assert group.combine(ks, points) == group.add(rest, group.mul(12345, points[3]))
    with pytest.raises(ValueError, match="shorter"):
        group.combine(ks, points[:3])


@pytest.mark.parametrize("check", [group.is_point, edwards.is_point])
def test_what_is_no_card_point(check: Any) -> None:
    p = group.hash_to_point(b"some card")
    small = torsion()
    assert group.IDENTITY in small and group._TORSION in small
    assert check(p) and check(edwards.G)
    for t in small:
        assert not check(t)  # the identity is one of them
        assert check(edwards.add(p, t)) == (t == group.IDENTITY)  # P + T2 among them
    for y in range(19):  # 2^255 − 19 + y is y again: no second encoding of any point
        for sign in (0, 1 << 255):
            assert not check((group.FIELD + y + sign).to_bytes(32, "little"))
    assert not check(bytes(31)) and not check(p + b"\0") and not check(p[:31]) and not check(b"")
    assert not check((2).to_bytes(32, "little"))  # on no curve


@pytest.mark.parametrize("check", [group.scalar, edwards.scalar])
def test_scalars_are_below_the_order(check: Any) -> None:
    assert check(bytes(32)) == 0
    assert check(group.scalar_bytes(group.L - 1)) == group.L - 1
    for raw in (group.L.to_bytes(32, "little"), b"\xff" * 32, bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="not a scalar"):
            check(raw)


def test_cards_of_two_sessions_or_matches_have_nothing_in_common() -> None:
    decks = [group.card_points(match, session, 5) for match in (bytes(32), b"m" * 32) for session in (0, 1)]
    assert len({point for deck in decks for point in deck}) == 20
    assert list(decks[1].values()) == [0, 1, 2, 3, 4]
    assert dict(decks[1]) == edwards.card_points(bytes(32), 1, 5)
    assert len({group.generator(i) for i in range(20)} | set(decks[0])) == 25
    assert group.generator(19) == edwards.generator(19)


def test_the_numbers_of_the_protocol() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for name in (group, edwards):
        for entry in vectors["h2p"]:
            parts = [bytes.fromhex(part) for part in entry["parts"]]
            assert name.hash_to_point(*parts).hex() == entry["point"]
        cards = vectors["cards"]
        points = name.card_points(bytes.fromhex(cards["match"]), cards["session"], len(cards["points"]))
        assert [point.hex() for point in points] == cards["points"]
        assert [name.generator(i).hex() for i in range(len(vectors["generators"]))] == vectors["generators"]


# ------------------------------------------------------------------------------- which libsodium


class Sodium(SimpleNamespace):
    """PyNaCl's bindings with something wrong in them."""

    def __init__(self, **wrong: Any) -> None:
        names = [name for name in dir(group.sodium) if "ed25519" in name]
        super().__init__(**{name: getattr(group.sodium, name) for name in names} | wrong)


def careless(raw: bytes) -> bool:
    """As libsodium before 1.0.21: a point of the curve, canonical, not of small order."""
    try:
        edwards.decode(raw)
    except ValueError:
        return False
    return raw not in torsion()


def but(exception: bytes) -> Any:
    """All is well, but for one point."""
    return lambda raw: raw == exception or edwards.is_point(raw)


def not_canonical(raw: bytes) -> bool:
    number = int.from_bytes(raw, "little") % 2**255 % group.FIELD
    return edwards.is_point(number.to_bytes(32, "little")) or number == 1 != int.from_bytes(raw, "little")


def quiet(left: bytes, right: bytes) -> bytes:
    """As rbcl: no error where there is no sum."""
    try:
        return edwards.add(left, right)
    except ValueError:
        return left


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"crypto_core_ed25519_is_valid_point": careless}, "CVE-2025-69277"),
        ({"crypto_core_ed25519_is_valid_point": but(group._TORSION)}, "CVE-2025-69277"),
        ({"crypto_core_ed25519_is_valid_point": but(group.IDENTITY)}, "CVE-2025-69277"),
        ({"crypto_core_ed25519_is_valid_point": not_canonical}, "not canonical"),
        ({"crypto_core_ed25519_is_valid_point": lambda _: False}, "does not compute edwards25519"),
        ({"crypto_scalarmult_ed25519_base_noclamp": lambda _: bytes(32)}, "does not compute edwards25519"),
        ({"crypto_scalarmult_ed25519_noclamp": lambda _, p: p}, "does not compute edwards25519"),
        ({"crypto_core_ed25519_add": quiet}, "on no curve"),
    ],
)
def test_an_unsafe_libsodium_is_refused(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], what: str
) -> None:
    group.self_test()
    monkeypatch.setattr(group, "sodium", Sodium(**wrong))
    with pytest.raises(Refused, match=what) as refused:
        group.self_test()
    assert refused.value.status == VERSION
    assert "pynacl>=1.6.2" in refused.value.hint


def test_only_the_group_knows_libsodium_and_only_cards_load_it() -> None:
    root = Path(group.__file__).parents[1]
    users = []
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.split(".")[0] == "nacl" for name in names):
                users.append(path.relative_to(root).as_posix())
    assert users == ["chance/group.py"]
    code = "import sys, pbem.chance.deck, pbem.chance.dice, pbem.chance.shares; print('nacl' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=root.parent, text=True) == "False\n"
