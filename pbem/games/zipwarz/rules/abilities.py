"""What abilities do (A21, A22, R36): a small vocabulary of effects, and how effects add up."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from pbem.errors import Problem
from pbem.games.zipwarz.state import Ability, Kind, Power, Profile, Unit

__all__ = ["DEFENCE", "HELPS", "combine", "helps", "spent_words", "unspent", "use_faults"]

DEFENCE: Final[tuple[Kind, ...]] = ("defend_flat", "defend_roll", "level_defend")
# What is done → the kinds of effect that matter to it.
HELPS: Final[Mapping[str, tuple[Kind, ...]]] = MappingProxyType(
    {
        "move": ("move", "ignore_stop", "extra_action"),
        "attack": ("range", "dice", "level_attack", "extra_action"),
        "heal": ("heal", "extra_action"),
        "hold": (),
        "defend": DEFENCE,
        "more": ("extra_action",),
    }
)


def combine(power: Power, abilities: Iterable[Ability]) -> Power:
    """A21: all effects of an ability apply; of moves, ranges and defence rolls the best counts, all
    others add up."""
    p = msgspec.structs.asdict(power)
    for ability in abilities:
        for effect in ability.effects:
            n = effect.value
            match effect.kind:
                case "move":
                    p["move"] = max(p["move"], n)
                case "ignore_stop":
                    p["ignore_stop"] = True
                case "range":
                    p["range"] = max(p["range"], n)
                case "defend_roll":
                    p["roll"] = min(p["roll"] or n, n)
                case "dice" | "level_attack" | "level_defend" | "heal":
                    p[effect.kind] += n
                case "defend_flat":
                    p["flat"] += n
                case "extra_action":
                    p["extra"] += n
    return Power(**p)


def helps(ability: Ability, what: str) -> bool:
    """Whether the ability has an effect that matters to what is done."""
    return any(effect.kind in HELPS[what] for effect in ability.effects)


def unspent(profile: Profile, unit: Unit, what: str) -> tuple[Ability, ...]:
    """Limited abilities of the unit that it may still use and that matter to what is done (R36)."""
    if not profile.limited:
        return ()
    return tuple(a for a in profile.limited if a.id not in unit.used and helps(a, what))


def spent_words(ability: Ability) -> str:
    """R36: why an ability cannot be used again."""
    when = "this round" if ability.limit == "round" else "in this match"
    return f"{ability.name} was already used {when}"


def use_faults(
    profile: Profile,
    unit: Unit,
    use: tuple[str, ...],
    what: Literal["move", "attack", "heal", "hold", "defend"],
) -> list[Problem]:
    """Why these abilities may not be named by this unit for this action (A21, A22, R36)."""
    problems = []
    mine = {ability.id: ability for ability in profile.limited}
    for i, name in enumerate(use):
        ability = mine.get(name)
        where = "use" if len(use) == 1 else f"use[{i}]"
        if ability is None and any(a.id == name for a in profile.always):
            always = next(a.name for a in profile.always if a.id == name)
            problems.append(Problem(where, f"{always} is always on and is never named", "leave it out"))
        elif ability is None:
            have = ", ".join(a.name for a in profile.limited) or "none to name"
            problems.append(Problem(where, f"{profile.id} has no ability {name!r} (it has {have})"))
        elif name in use[:i]:
            problems.append(Problem(where, f"{ability.name} is named twice"))
        elif name in unit.used:
            problems.append(Problem(where, spent_words(ability)))
        elif not helps(ability, what):
            doing = "a defence" if what == "defend" else f"an {what}" if what == "attack" else f"a {what}"
            problems.append(Problem(where, f"{ability.name} does nothing for {doing}"))
    return problems
