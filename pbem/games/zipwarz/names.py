"""Units and abilities as people name them: ids in any case, names, unambiguous beginnings."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pbem.games.zipwarz.reading import did_you_mean
from pbem.games.zipwarz.state import INDEX, WHERE, Ability, State
from pbem.ruleset import SIDE_NAMES, Side

__all__ = ["NameProblem", "find_ability", "find_unit", "plain"]

_WITH_ID: Final = re.compile(r"(?P<name>.*?)\s*\(?\b(?P<id>[ab][1-9][0-9]?)\)?", re.DOTALL)


class NameProblem(Exception):
    """A name that fits nothing or too much."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def plain(name: str) -> str:
    """Small letters, single blanks, underscores as blanks."""
    return " ".join(name.replace("_", " ").casefold().split())


def _have(state: State, side: Side) -> str:
    units = state.units[INDEX[side]]
    standing = [unit.id for unit in units if unit.at or (not state.round and not unit.gone)]
    return f"{SIDE_NAMES[side]} has {' '.join(standing) or 'none'}"


def find_unit(state: State, said: str, side: Side) -> tuple[str, str]:
    """The id of a unit of `side`, and a note where a short form was completed.

    Raises `NameProblem`.  Units on the field are meant before units that were removed.
    """
    word = plain(said)
    mine = state.profiles[INDEX[side]]
    by_id = {profile.id.casefold(): profile for profile in mine}
    if word in by_id:
        return by_id[word].id, ""
    if word.upper() in WHERE:
        s, k = WHERE[word.upper()]
        theirs = s != INDEX[side] and k < len(state.profiles[s])
        what = f"belongs to {SIDE_NAMES[word[0]]}" if theirs else "is not a unit on the field"
        raise NameProblem(f"{word.upper()} {what} ({_have(state, side)})")
    if (both := _WITH_ID.fullmatch(word)) and both["id"] in by_id:
        profile = by_id[both["id"]]
        if both["name"] and both["name"] not in (plain(profile.name), plain(profile.line)):
            raise NameProblem(f"{profile.id} is {profile.name}, not {both['name']}")
        return profile.id, ""
    named = {p.id: (plain(p.name), plain(p.line)) for p in mine}
    alive = [p.id for p in mine if state.unit(p.id).at or not state.round]
    for ids in (alive, list(named)):
        for fits in (
            [i for i in ids if word in named[i]],
            [i for i in ids if word and any(_begins(name, word) for name in named[i])],
        ):
            if len(fits) == 1:
                exact = word in named[fits[0]]
                note = "" if exact else f"{said!r} read as {state.profile(fits[0]).name} ({fits[0]})"
                return fits[0], note
            if fits:
                raise NameProblem(f"{said!r} may be {_or(fits)}", "name the one you mean by its number")
    every = [name for pair in named.values() for name in pair]
    raise NameProblem(f"{said!r} is not a unit ({_have(state, side)})", did_you_mean(word, every))


def _begins(name: str, word: str) -> bool:
    """Whether the word begins the name or one of its words, or the name without blanks."""
    return any(name[i:].startswith(word) for i in range(len(name)) if i == 0 or name[i - 1] == " ")


def _or(items: Sequence[str]) -> str:
    return f"{', '.join(items[:-1])} or {items[-1]}"


def find_ability(said: str, able: Iterable[Ability]) -> tuple[str, str]:
    """The id of one of these abilities, and a note where a short form was completed."""
    word, able = plain(said), list(able)
    exact = [a for a in able if word in (plain(a.id), plain(a.name))]
    near = [a for a in able if word and (_begins(plain(a.name), word) or _begins(plain(a.id), word))]
    for fits in (exact, near):
        if len(fits) == 1:
            return fits[0].id, "" if exact else f"{said!r} read as {fits[0].name}"
        if fits:
            raise NameProblem(f"{said!r} may be {_or([a.name for a in fits])}", "write it in full")
    raise NameProblem(f"{said!r} is not an ability of it", did_you_mean(word, [plain(a.name) for a in able]))
