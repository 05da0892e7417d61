"""Whose fault is it?  Every refusal of the program, and the closed list of codes.

Mine: `OrdersRefused`, my input is wrong; all problems at once, nothing written.
Theirs: `TurnRejected`, a file breaks the protocol or the rules; the good prefix stands.
The desk's: `Refused`, the machine, the folder or the command line is in the way.
Anything else that is raised is a bug of the program and is reported as one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

# Exit statuses of the command line (also in the README and in `pbem --help`).
OK: Final = 0
BUG: Final = 1
USAGE: Final = 2
ORDERS_REFUSED: Final = 3
NOT_A_TURN: Final = 4
SIGNATURE: Final = 5
CHAIN: Final = 6
VERSION: Final = 7
NETWORK: Final = 8
KEY: Final = 9
RULES_BROKEN: Final = 10

_CODES: Final[dict[str, tuple[int, str]]] = {
    # code: (exit status, what it says of the file)
    "file/size": (NOT_A_TURN, "the file is empty or too large"),
    "file/frame": (NOT_A_TURN, "no whole turn was found in it"),
    "file/toml": (NOT_A_TURN, "it is not TOML, or was damaged"),
    "file/data": (NOT_A_TURN, "it holds values that a turn may not hold"),
    "file/type": (NOT_A_TURN, "a field is missing, unknown or of the wrong type"),
    "file/version": (VERSION, "it was written in another format"),
    "rules/differ": (VERSION, "it was written for other rules"),
    "seal/hash": (SIGNATURE, "its content does not match its hash"),
    "seal/key": (SIGNATURE, "it is signed with another key, or with no valid key"),
    "seal/author": (SIGNATURE, "it was written for the other side"),
    "seal/signature": (SIGNATURE, "its signature does not hold"),
    "charter/taken": (SIGNATURE, "the challenge was already answered by another file"),
    "charter/echo": (SIGNATURE, "both sides show the same key, nonce or anchor"),
    "charter/terms": (SIGNATURE, "the terms of the match are not valid"),
    "chain/match": (CHAIN, "it belongs to another match"),
    "chain/number": (CHAIN, "its number is not the next one"),
    "chain/parent": (CHAIN, "it continues another turn than the one you hold"),
    "chain/fork": (CHAIN, "there are two signed files for one turn"),
    "statement/illegal": (CHAIN, "the statement is not allowed here"),
    "share/wrong": (RULES_BROKEN, "a dice share is not the one that was committed"),
    "share/missing": (RULES_BROKEN, "a dice share is missing"),
    "window/order": (RULES_BROKEN, "a dice window was opened or closed out of order"),
    "order/missing": (RULES_BROKEN, "a decision is missing"),
    "order/extra": (RULES_BROKEN, "there is a decision that nothing asked for"),
    "order/illegal": (RULES_BROKEN, "an order breaks the rules"),
    "army/illegal": (RULES_BROKEN, "the army breaks the rules"),
    "army/missing": (RULES_BROKEN, "the sealed army was not opened"),
    "army/wrong": (RULES_BROKEN, "the army is not the one that was sealed"),
    "sealed/missing": (RULES_BROKEN, "a sealed choice was not opened"),
    "sealed/wrong": (RULES_BROKEN, "the choice is not the one that was sealed"),
    "standing/missing": (RULES_BROKEN, "sealed standing orders were not opened"),
    "standing/wrong": (RULES_BROKEN, "the standing orders are not the ones that were sealed"),
    "standing/extra": (RULES_BROKEN, "standing orders were opened that nothing asked for"),
    "opening/extra": (RULES_BROKEN, "something was opened that nothing asked for"),
    "cards/missing": (RULES_BROKEN, "card work is missing"),
    "cards/extra": (RULES_BROKEN, "there is card work that nothing asked for"),
    "cards/point": (RULES_BROKEN, "a card is not a valid point"),
    "cards/shuffle": (RULES_BROKEN, "the shuffle proof does not hold"),
    "cards/strip": (RULES_BROKEN, "the decryption proof does not hold"),
    "cards/reveal": (RULES_BROKEN, "the revealed card is not the one that was dealt"),
    "rolls/differ": (RULES_BROKEN, "the dice are not the ones that were rolled"),
    "state/differs": (RULES_BROKEN, "the position is not the one that the orders lead to"),
    "next/differs": (RULES_BROKEN, "what is owed next is not what the position asks for"),
}
CODES: Final[Mapping[str, tuple[int, str]]] = MappingProxyType(_CODES)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in something a person wrote.

    `path` is the place in the document (`activate[1].do[0].move`), `message` says what is wrong
    in lower case with the value found, `hint` what would be right.  `file` and `line` (1-based)
    are filled in by whoever knows them.
    """

    path: str
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = ":".join([self.file, str(self.line)] if self.file and self.line else [self.file or ""])
        words = [f"{place}:" if place else "", f"{self.path}:" if self.path else "", self.message]
        return " ".join(w for w in words if w) + (f" ({self.hint})" if self.hint else "")


class PbemError(Exception):
    """A refusal that is somebody's doing and not a bug; `status` is the exit status it leads to."""

    status: int = BUG
    hint: str = ""


class OrdersRefused(PbemError):
    """My orders, army or options are wrong: every problem at once; nothing was written."""

    status = ORDERS_REFUSED

    def __init__(self, problems: tuple[Problem, ...], hint: str = "") -> None:
        super().__init__("; ".join(str(p) for p in problems))
        self.problems = problems
        self.hint = hint


class TurnRejected(PbemError):
    """A file does not continue the match.  `code` is one of `CODES`.

    `turn` is the number of the file (−1 where it could not be read), `path` the first item that
    differs, `expected` and `found` its two values as text.
    """

    def __init__(
        self, code: str, message: str, *, turn: int = -1, path: str = "", expected: Any = "", found: Any = ""
    ) -> None:
        self.status = CODES[code][0]  # a code that is not on the list is a bug, and fails here
        self.code, self.message, self.turn, self.path = code, message, turn, path
        self.expected, self.found = str(expected), str(found)
        super().__init__(message)

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{self.code}: {where}{self.message}"


class Refused(PbemError):
    """The desk cannot do it: no key, a locked folder, not your move, a full disk."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status, self.hint = status, hint
