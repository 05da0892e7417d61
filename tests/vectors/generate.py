"""The conformance vectors: written, and judged.

python -m tests.vectors.generate dump      writes every file of this folder anew
python -m tests.vectors.generate verify    judges every file and compares it with what its head says
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.vectors import numbers
from tests.vectors.form import ACCEPT, Vector, from_bytes, judged, to_bytes
from tests.vectors.table import all_made

HERE = Path(__file__).parent
FOLDERS = ("accepted", "refused", "mail")
HARMLESS = ("read as UTF-16", "quote marks removed")  # notes on what needs no guess


def everything() -> Mapping[str, bytes]:
    """Path in this folder → what should stand there."""
    found = {f"{entry.folder}/{entry.name}.txt": to_bytes(vector) for entry, vector in all_made()}
    return {**found, **numbers.files()}


def stored() -> Mapping[str, bytes]:
    """Path in this folder → what does stand there."""
    paths = [path for folder in FOLDERS for path in sorted((HERE / folder).glob("*"))]
    paths += sorted(HERE.glob("*.json"))
    return {path.relative_to(HERE).as_posix(): path.read_bytes() for path in paths}


def difference(vector: Vector) -> str:
    """What this program says otherwise than the head of a vector ("" where they agree)."""
    try:
        verdict = judged(vector)
    except Exception as error:  # noqa: BLE001  # whatever a file of the chain leads to belongs in the report
        return f"a file before the last one is not accepted: {error}"
    if (verdict.expect, verdict.path) != (vector.expect, vector.path):
        found = f"{verdict.expect} at {verdict.path or 'no place'}"
        return f"expected {vector.expect} at {vector.path or 'no place'}, found {found} ({verdict.said})"
    if verdict.turn not in (-1, vector.turn):
        return f"expected a verdict about turn {vector.turn}, found one about {verdict.turn}"
    if verdict.winner != vector.winner:
        return f"expected winner {vector.winner or 'none'}, found {verdict.winner or 'none'}"
    if vector.expect == ACCEPT and vector.mended == all(n.startswith(HARMLESS) for n in verdict.notes):
        return f"expected mended = {vector.mended}, found the notes {verdict.notes}"
    return ""


def verify() -> Iterator[str]:
    """One line for every file of this folder that is not judged as its head says."""
    for path, raw in stored().items():
        if path.endswith(".txt"):
            said = difference(from_bytes(raw))
            if said:
                yield f"{path}: {said}"


def dump() -> None:
    """Write all of them, and take away what is no vector any more."""
    wanted = everything()
    for path in stored():
        if path not in wanted:
            (HERE / path).unlink()
    for path, raw in wanted.items():
        (HERE / path).parent.mkdir(exist_ok=True)
        (HERE / path).write_bytes(raw)
    print(f"{len(wanted)} files, {sum(map(len, wanted.values())):,} bytes")


def main(word: str) -> int:
    if word == "dump":
        dump()
        return 0
    if word != "verify":
        print(__doc__)
        return 2
    wrong = list(verify())
    print("\n".join(wrong) or f"{len(stored())} files, all as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else ""))
