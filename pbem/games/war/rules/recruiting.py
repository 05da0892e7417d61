"""Armies (R26 to R29, A16, A22, A35): recruits, the units made of them, and where these begin."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from pbem.errors import Problem
from pbem.games.war.catalogue import gear, troop
from pbem.games.war.inches import BadInches, hundredths, written
from pbem.games.war.reading import did_you_mean, read
from pbem.games.war.rules.deployment import place_faults, seen_from
from pbem.games.war.state import (
    Army,
    ArmyUnit,
    Deployment,
    Equipment,
    Profile,
    Recruit,
    Setup,
    Type,
    Unit,
)
from pbem.ruleset import Data, Side

__all__ = ["LEAST", "MOST", "army_words", "fraction", "profiles", "read_army", "units_of"]

LEAST: Final = 4  # models of a unit when the game begins (R28)
MOST: Final = 12
_Kind = tuple[Type, Equipment, bool]  # what can be merged: the same type, equipment, mounted or not


def read_army(setup: Setup, data: Data, *, places: bool = True) -> tuple[Army | None, tuple[Problem, ...]]:
    """An army file, legal under the terms, or every reason why not; without `places`: whatever it says
    about where its units begin."""
    found, problems = read(Army, _tidy(data))
    if found is None:
        return None, tuple(problems)
    problems += _recruit_faults(setup, found)
    for i, unit in enumerate(found.unit):
        problems += _unit_faults(setup, unit, f"unit[{i}]")
    problems += _balance(found)
    if not places:
        return (None, tuple(problems)) if problems else (found, ())
    points, wrong = _places(setup, found)
    problems += wrong
    if problems:
        return None, tuple(problems)
    if setup.options.deployment == "sealed" and (wrong := _placement(setup, found, points)):
        return None, tuple(wrong)
    units = tuple(
        replace(unit, deploy=replace(unit.deploy, at=tuple(map(written, points[i]))))
        if unit.deploy is not None
        else unit
        for i, unit in enumerate(found.unit)
    )
    return replace(found, unit=units), ()


def _tidy(data: Any) -> Any:
    """Kinds in small letters; "on foot" and the like are not asked for."""
    if not isinstance(data, dict):
        return data
    tidy = dict(data)
    for key in ("recruit", "unit"):
        if isinstance(tidy.get(key), list | tuple):
            tidy[key] = [_small(row) if isinstance(row, dict) else row for row in tidy[key]]
    return tidy


def _small(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value.strip().lower() if key in ("type", "equipment") and isinstance(value, str) else value
        for key, value in row.items()
    }


def _kind(it: Recruit | ArmyUnit) -> _Kind:
    return it.type, it.equipment, it.mounted


def _say(kind: _Kind) -> str:
    """Troops for people: "mounted elites with heavy weapons"."""
    what, equipment, mounted = kind
    words = f"mounted {troop(what).name}" if mounted else troop(what).name
    return words if equipment == "standard" else f"{words} with {gear(equipment, mounted=mounted)[0].name}"


def _recruit_faults(setup: Setup, found: Army) -> list[Problem]:
    """R27, A35: no more points than the size of the game."""
    spent, most = sum(one.count for one in found.recruit), setup.options.points
    if spent > most:
        return [Problem("recruit", f"{spent} points are more than the {most} of this game")]
    return []


def _unit_faults(setup: Setup, unit: ArmyUnit, where: str) -> list[Problem]:
    """R28, A16, A21: sizes; the Warlord is one model."""
    if unit.type != "warlord":
        if LEAST <= unit.models <= MOST:
            return []
        return [Problem(f"{where}.models", f"a unit has {LEAST} to {MOST} models, found {unit.models}")]
    problems = []
    if unit.models != 1:
        problems.append(Problem(f"{where}.models", f"a Warlord is one model, found {unit.models}"))
    if not setup.options.warlord_equipment and (unit.equipment != "standard" or unit.mounted):
        message = "in this match Warlords take no equipment (option warlord_equipment)"
        problems.append(Problem(f"{where}.equipment", message))
    return problems


def _balance(found: Army) -> list[Problem]:
    """R28, A22: the units use up exactly what was recruited; one Warlord."""
    problems = []
    lords = sum(unit.type == "warlord" for unit in found.unit)
    if lords != 1:
        message = f"an army has exactly one Warlord, found {lords or 'none'}"
        problems.append(Problem("unit", message, 'for example { type = "warlord" }'))
    have: dict[_Kind, int] = {}
    for one in found.recruit:
        have[_kind(one)] = have.get(_kind(one), 0) + one.count * troop(one.type).recruit
    used: dict[_Kind, int] = {}
    for unit in found.unit:
        if unit.type != "warlord":
            used[_kind(unit)] = used.get(_kind(unit), 0) + unit.models
    for kind in dict.fromkeys((*have, *used)):
        got, given = have.get(kind, 0), used.get(kind, 0)
        if not got:
            recruited = [_say(one) for one in have]
            hint = did_you_mean(_say(kind), recruited) or f"recruited: {', '.join(recruited) or 'none'}"
            problems.append(Problem("unit", f"no {_say(kind)} were recruited", hint))
        elif got != given:
            message = f"{got} {_say(kind)} were recruited, the units have {given}"
            problems.append(Problem("unit", message))
    return problems


def _places(setup: Setup, found: Army) -> tuple[list[tuple[int, int]], list[Problem]]:
    """Where the front ranks begin, as far as they say so (A2)."""
    places, problems = [], []
    for i, unit in enumerate(found.unit):
        x = y = 0
        if unit.deploy is None:
            if setup.options.deployment == "sealed":
                hint = "for example deploy = { at = [24, 9.5], facing = 0, files = 4 }"
                problems.append(Problem(f"unit[{i}].deploy", "deploy is missing", hint))
        else:
            try:
                x, y = map(hundredths, unit.deploy.at)
            except BadInches as error:
                problems.append(Problem(f"unit[{i}].deploy.at", str(error)))
        places.append((x, y))
    return places, problems


def _placement(setup: Setup, found: Army, places: list[tuple[int, int]]) -> list[Problem]:
    """A2: whole bases in the zone, nobody on another, all on ground where one can stand, whichever of
    the two edges is one's own: an army does not know its side."""
    problems: list[Problem] = []
    for side in ("a", "b"):
        mine = profiles(setup, found, side)
        placed: list[Unit] = []
        for i, (profile, unit, at) in enumerate(zip(mine, found.unit, places, strict=True)):
            assert unit.deploy is not None
            order = seen_from(setup, side, at, unit.deploy.facing, unit.deploy.files)
            fault, pos = place_faults(setup, mine, tuple(placed), profile, order)
            if fault is not None:
                path = "files" if fault.path == "files" else "at"
                problem = Problem(f"unit[{i}].deploy.{path}", fault.message, fault.hint)
                if not any((p.path, p.message) == (problem.path, problem.message) for p in problems):
                    problems.append(problem)
            placed.append(Unit(id=profile.id, pos=pos))
    return problems


def army_words(setup: Setup, found: Army) -> tuple[str, ...]:
    """The army for people, a line a unit, the total last."""
    lines = []
    for i, (unit, profile) in enumerate(zip(found.unit, profiles(setup, found, "a"), strict=True), 1):
        what = "one model" if unit.models == 1 else f"{unit.models} models"
        kind = "" if profile.name == _say(_kind(unit)) else f" ({_say(_kind(unit))})"
        where = f", {_where(unit.deploy)}" if unit.deploy else ""
        lines.append(f"{i}. {profile.name}{kind}: {what}{where}")
    spent, models = sum(one.count for one in found.recruit), sum(unit.models for unit in found.unit)
    return (*lines, f"{spent} of {setup.options.points} points, {models} models")


def _where(deploy: Deployment) -> str:
    x, y = deploy.at
    files = "one file" if deploy.files == 1 else f"{deploy.files} files"
    return f"{files}, front rank at {x}, {y} from the own corner, facing {deploy.facing}"


# ------------------------------------------------------------------------------------ units of a match


def profiles(setup: Setup, found: Army, side: Side | str) -> tuple[Profile, ...]:
    """The army as units A1, A2, … (B1, …), in the order of the list."""
    mine: Side = "b" if side == "b" else "a"
    return tuple(_profile(setup, unit, mine, n) for n, unit in enumerate(found.unit, 1))


def _profile(setup: Setup, unit: ArmyUnit, side: Side, n: int) -> Profile:
    """R26, R29 to R35, A14, A17, A18: modifiers add up."""
    options, kind = setup.options, troop(unit.type)
    arms, legs = gear(unit.equipment, mounted=unit.mounted)
    guns = arms.shoot_hit if options.gun_bonus_in_melee else 0
    return Profile(
        id=f"{side.upper()}{n}",
        side=side,
        name=unit.name or _say(_kind(unit)),
        type=unit.type,
        models=unit.models,
        radius=setup.mounted if unit.mounted else setup.foot,
        armour=(
            kind.armour + arms.armour_melee + legs.armour_melee,
            kind.armour + arms.armour_shoot + legs.armour_shoot,
        ),
        melee=fraction(kind.melee),
        shoot=fraction(kind.shoot),
        move=(legs.move * 100, legs.move_difficult * 100),
        per_point=kind.per_point,
        equipment=unit.equipment,
        mounted=unit.mounted,
        melee_hit=arms.melee_hit + guns,
        charge_hit=arms.charge_hit,
        shoot_hit=arms.shoot_hit,
        range=arms.range * 100,
        shots=arms.shots_per_turn,
        closes=not unit.mounted and unit.equipment in options.close_ranks,
    )


def fraction(text: str) -> tuple[int, int]:
    """ "1/2" → (1, 2), "8" → (8, 1)."""
    top, _, bottom = text.partition("/")
    return int(top), int(bottom or 1)


def units_of(setup: Setup, found: Army, side: Side) -> tuple[Unit, ...]:
    """The units where a match begins: on their places, or beside the table where they are deployed
    later (A2)."""
    mine = profiles(setup, found, side)
    if setup.options.deployment != "sealed":
        return tuple(Unit(id=profile.id) for profile in mine)
    placed: list[Unit] = []
    for profile, unit in zip(mine, found.unit, strict=True):
        assert unit.deploy is not None
        x, y = map(hundredths, unit.deploy.at)
        order = seen_from(setup, side, (x, y), unit.deploy.facing, unit.deploy.files)
        _, pos = place_faults(setup, mine, tuple(placed), profile, order)
        placed.append(Unit(id=profile.id, pos=pos, facing=order.facing, files=order.files))
    return tuple(placed)
