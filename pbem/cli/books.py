"""The books of a match as data, and what its numbers mean."""

import csv
import math
import sys
from typing import Any


def data_of(case: Any, books: Any, refusal: Any) -> dict[str, Any]:
    """The books as plain data; fractions as text."""
    match = case.table.match
    return {
        "ok": refusal is None,
        "code": getattr(refusal, "code", "") if refusal is not None else "",
        "match": match.id,
        "title": match.charter.title,
        "game": match.game,
        "practice": match.charter.practice,
        "turns": len(case.table.chain),
        "rekeys": [{"side": f.side, "turn": f.until, "old": f.player.key} for f in match.former],
        "left_out": list(case.table.notes),
        "rolls": [
            {
                "turn": r.turn,
                "window": r.window,
                "number": r.number,
                "why": r.why,
                "kind": r.kind,
                "side": r.side,
                "sides": r.sides,
                "faces": list(r.faces),
                "need": r.need,
                "hits": r.hits,
                "opener": r.opener,
                "opened": r.opened,
                "opener_share": r.opener_share,
                "closed": r.closed,
                "closer_share": r.closer_share,
                "blind": r.blind,
                "proofs": [
                    {"side": p.side, "decided": p.decided, "published": p.published, "holds": p.holds}
                    for p in r.proofs
                ],
            }
            for r in books.rolls
        ],
        "sealed": [
            {"what": t.what, "side": t.side, "hash": t.hash, "committed": t.committed, "opened": t.opened}
            for t in books.sealed
        ],
        "cards": [
            {"turn": e.turn, "side": e.side, "op": e.op, "slots": list(e.slots), "faces": list(e.faces)}
            for e in books.cards
        ],
        "luck": [
            {
                "side": row.side,
                "kind": row.kind,
                "rolls": row.rolls,
                "dice": row.dice,
                "expected": str(row.expected),
                "actual": row.actual,
                "sigma_tenths": row.tenths_of_sigma,
            }
            for row in books.luck
        ],
        "dice": [
            {"sides": f.sides, "counts": list(f.counts), "chi_square": str(f.chi_square)}
            for f in books.fairness
        ],
        "forks": [
            {"turn": s.turn.turn, "author": s.turn.author, "hashes": [f.hash, s.hash]} for f, s in case.forks
        ],
    }


def rows_of(books: Any) -> None:
    """Every roll as a row of CSV on standard output."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("turn window number why kind side sides faces need hits opened closed blind".split())  # noqa: SIM905
    for r in books.rolls:
        faces = " ".join(map(str, r.faces))
        row = (r.turn, r.window, r.number, r.why, r.kind, r.side, r.sides, faces)
        out.writerow((*row, r.need, r.hits, r.opened, r.closed, int(r.blind)))


def plainly(tenths: int) -> str:
    """Luck in words."""
    size = abs(tenths)
    if size < 10:
        return "as expected"
    word = "" if size < 20 else "very " if size < 30 else "rarely so "
    return f"{word}lucky" if tenths > 0 else f"{word}unlucky"


def survival(chi_square: float, degrees: int) -> float:
    """P(X ≥ chi_square) for a chi-square distribution with that many degrees of freedom.

    The regularised upper gamma function Q(degrees / 2, chi_square / 2), by its recurrence from
    Q(1/2, x) = erfc(√x) or Q(1, x) = e^−x.
    """
    x, a = chi_square / 2, degrees / 2
    if x <= 0:
        return 1.0
    start = 0.5 if degrees % 2 else 1.0
    total = math.erfc(math.sqrt(x)) if degrees % 2 else math.exp(-x)
    while start < a:
        total += math.exp(start * math.log(x) - x - math.lgamma(start + 1))
        start += 1
    return min(1.0, total)
