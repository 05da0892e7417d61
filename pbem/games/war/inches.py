"""Inches as people write and read them, and hundredths of an inch as everything else counts them."""

import re
from typing import Final

__all__ = ["BadInches", "hundredths", "inches", "place", "written"]

_INCHES: Final = re.compile(r"(-?)([0-9]{1,3})(?:\.([0-9]+))?")


class BadInches(ValueError):
    """What was written is not a length; the message says what is wrong with it."""


def hundredths(said: object) -> int:
    """Inches as a whole number, a decimal number or a text → hundredths, digit by digit.

    A decimal number of a TOML file counts as it is written (its shortest form), so that 6.1 is exactly
    610.  Raises `BadInches`; more than two decimals are refused, never rounded.
    """
    text = said.strip().removesuffix('"').removesuffix(" in").strip() if isinstance(said, str) else repr(said)
    found = _INCHES.fullmatch(text)
    if found is None:
        raise BadInches(f"expected inches such as 6 or 6.5, found {_shown(said)}")
    sign, whole, part = found.groups()
    part = part or ""
    if len(part) > 2:
        raise BadInches(f"lengths have at most two decimals, found {text}")
    value = int(whole) * 100 + int(part.ljust(2, "0"))
    return -value if sign else value


def _shown(said: object) -> str:
    if isinstance(said, str):
        return repr(said if len(said) <= 40 else said[:37] + "...")
    if isinstance(said, bool):
        return "true" if said else "false"
    kinds = {"list": "a list", "tuple": "a list", "dict": "a table"}
    return kinds.get(type(said).__name__, repr(said)[:40])


def inches(length: int) -> str:
    """Hundredths as a message says them: "6.5", "6", "6.42"."""
    whole, part = divmod(abs(length), 100)
    digits = f"{part:02}".rstrip("0")
    return f"{'-' if length < 0 else ''}{whole}{'.' if digits else ''}{digits}"


def written(length: int) -> int | str:
    """Hundredths as data holds them: whole inches as a number, others as a text."""
    return length // 100 if length % 100 == 0 else inches(length)


def place(point: tuple[int, int]) -> str:
    """A place for people: "(17.9, 9.1)"."""
    return f"({inches(point[0])}, {inches(point[1])})"
