"""Teams (R6 to R8, R11, R12; A12 to A14): what 50 points buy, and where it stands."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.zoids.catalogue import COSTS, POINTS, kinds, ready_teams
from pbem.games.zoids.names import kind_named
from pbem.games.zoids.reading import did_you_mean, read
from pbem.games.zoids.rules.squares import is_square, rotated
from pbem.games.zoids.state import MOST_ZOIDS, Army, Profile, Recruit, Setup, Zoid
from pbem.ruleset import Data, Side

__all__ = ["army_words", "cost", "profiles", "read_army", "ready_armies", "total", "zoids"]


def cost(recruit: Recruit) -> int:
    """R6, R11: points of one Zoid of a known kind, with its elite cards."""
    elite = recruit.elite_pilot * COSTS["elite_pilot"] + recruit.elite_zoid * COSTS["elite_zoid"]
    return kinds()[recruit.type].cost + elite


def total(army: Army) -> int:
    return sum(cost(recruit) for recruit in army.zoid)


def read_army(setup: Setup, data: Data) -> tuple[Army | None, tuple[Problem, ...]]:
    """A team file, legal under the terms, or every reason why not.  Squares of ranks 7 and 8 are turned
    round, so that an army says the same whoever plays it."""
    found, problems = read(Army, data)
    if found is None:
        return None, tuple(problems)
    team = []
    for i, recruit in enumerate(found.zoid):
        kind = kind_named(recruit.type)
        if kind is None:
            hint = did_you_mean(recruit.type, kinds()) or f"known: {', '.join(kinds())}"
            problems.append(Problem(f"zoid[{i}].type", f"{recruit.type!r} is not a Zoid", hint))
            continue
        team.append(replace(recruit, type=kind))
    army = Army(zoid=tuple(team))
    if not problems:
        problems += _team_faults(setup, army)
    squares, wrong = _squares(setup, [recruit.at for recruit in found.zoid])
    problems += wrong
    if problems:
        return None, tuple(problems)
    return Army(zoid=tuple(replace(r, at=at) for r, at in zip(team, squares, strict=True))), ()


def _team_faults(setup: Setup, army: Army) -> list[Problem]:
    """R6, A14."""
    problems = []
    if not army.zoid:
        problems.append(Problem("zoid", "a team has at least one Zoid"))
    if len(army.zoid) > MOST_ZOIDS:
        message = f"{len(army.zoid)} Zoids do not fit on two rows of 8"
        problems.append(Problem("zoid", message))
    if total(army) > POINTS:
        problems.append(Problem("zoid", f"{total(army)} points are more than the {POINTS} of a team"))
    count = Counter(recruit.type for recruit in army.zoid)
    if setup.options.unique_zoids:
        problems += [
            Problem("zoid", f"{n} of {kinds()[name].name}: each kind may be there once in this match")
            for name, n in count.items()
            if n > 1
        ]
    return problems


def _squares(setup: Setup, said: list[str]) -> tuple[list[str], list[Problem]]:
    """R12, R13, A12: the squares as seen from the owner's side, each once."""
    if setup.options.setup != "sealed":
        message = "Zoids are placed one after the other in this match (option setup): leave the square out"
        return [""] * len(said), [Problem(f"zoid[{i}].at", message) for i, at in enumerate(said) if at]
    problems = []
    squares = [at.strip().lower() for at in said]
    above = [at for at in squares if is_square(at) and at[1] in "78"]
    for i, at in enumerate(squares):
        where = f"zoid[{i}].at"
        if not at:
            problems.append(Problem(where, "say where the Zoid stands", 'for example at = "d1"'))
        elif not is_square(at) or at[1] not in "1278":
            message = f"expected a square of one's own two back rows, found {said[i]!r}"
            problems.append(Problem(where, message, "ranks 1 and 2"))
        elif at[1] in "12" and above:
            message = f"{at} and {above[0]} are on different sides of the board"
            problems.append(Problem(where, message, "take ranks 1 and 2, or ranks 7 and 8"))
        elif at in squares[:i]:
            problems.append(Problem(where, f"two Zoids stand on {at}"))
    return [rotated(at) if at in above else at for at in squares], problems


def ready_armies(setup: Setup) -> Mapping[str, Data]:
    """The teams that come with the game, without squares where Zoids are placed later."""
    if setup.options.setup == "sealed":
        return ready_teams()
    return {
        name: {"zoid": [{key: value for key, value in row.items() if key != "at"} for row in data["zoid"]]}
        for name, data in ready_teams().items()
    }


def army_words(setup: Setup, army: Army) -> tuple[str, ...]:
    """The team for people, a line a Zoid, the total last."""
    lines = []
    for i, recruit in enumerate(army.zoid, 1):
        kind = kinds()[recruit.type]
        levels = f"Speed {kind.speed}, Hand-to-Hand {kind.hth}, Toughness {kind.tough}, Ranged {kind.ranged}"
        marks = (
            ("flyer", kind.flyer),
            ("elite pilot", recruit.elite_pilot),
            ("elite Zoid", recruit.elite_zoid),
        )
        more = ", ".join([levels, *(word for word, has in marks if has), kind.ability.name])
        name = f"{recruit.name} ({kind.name})" if recruit.name else kind.name
        where = f" on {recruit.at} ({rotated(recruit.at)} for Red)" if recruit.at else ""
        lines.append(f"{i}. {name}{where}: {more}: {cost(recruit)} points")
    placed = "" if setup.options.setup == "sealed" else ", to be placed when both teams are known"
    count = "1 Zoid" if len(army.zoid) == 1 else f"{len(army.zoid)} Zoids"
    return (*lines, f"{count}{placed}: {total(army)} of {POINTS} points")


def profiles(army: Army, side: Side) -> tuple[Profile, ...]:
    """The team as Zoids A1, A2, … (B1, …), in the order of the list."""
    return tuple(
        Profile(
            id=f"{side.upper()}{n}",
            side=side,
            kind=recruit.type,
            name=recruit.name or kinds()[recruit.type].name,
            elite_pilot=recruit.elite_pilot,
            elite_zoid=recruit.elite_zoid,
        )
        for n, recruit in enumerate(army.zoid, 1)
    )


def zoids(army: Army, side: Side) -> tuple[Zoid, ...]:
    """R8, R12: the Zoids with all their Hits, on their squares where these are known."""
    return tuple(
        Zoid(
            id=f"{side.upper()}{n}",
            at=rotated(recruit.at) if recruit.at and side == "b" else recruit.at,
            hits=kinds()[recruit.type].tough,
        )
        for n, recruit in enumerate(army.zoid, 1)
    )
