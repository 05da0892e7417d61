"""The order file to fill in: my units, their state and all they may do now, as TOML in comments.

A line that begins with `# ` is prose.  A line that begins with `#` and no blank is an order: it becomes
one when the `#` is taken away.
"""

import json
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from pbem.games.zipwarz.legal import legal, may_act, unit_choices
from pbem.games.zipwarz.rules.activation import activate
from pbem.games.zipwarz.rules.deploy import one_by_one, undeployed, zones_of
from pbem.games.zipwarz.rules.zones import COLUMNS, ZONES, row
from pbem.games.zipwarz.state import INDEX, MOST_UNITS, Profile, State, Unit
from pbem.games.zipwarz.words import ability_words, and_list, blow_title, plural
from pbem.ruleset import SIDE_NAMES, Choice, Decide, React, Side, Want

__all__ = ["WIDTH", "template"]

WIDTH: Final = 100


def template(state: State, want: Want | None, headline: str, wanted: str) -> str:
    """The order file for the present decision."""
    if not isinstance(want, Decide | React):
        return "# no orders are wanted now\n"
    lines = [f"# ZipWarz, {headline}: you are {SIDE_NAMES[want.side]}", f"# wanted: {wanted}", "#"]
    if isinstance(want, React):
        lines += _reaction(state, want.side)
    elif want.kind == "deploy":
        lines += _deployment(state, want.side)
    else:
        lines += _turn(state, want.side)
    return "\n".join(line.rstrip() for line in _folded(lines)) + "\n"


def _folded(lines: list[str]) -> Iterator[str]:
    """Prose folded to the width; a note that does not fit behind its order stands below it."""
    for line in lines:
        if len(line) <= WIDTH:
            yield line
        elif line.startswith("# "):
            indent = "#" + " " * (len(line) - 1 - len(line[1:].lstrip()))
            yield from wrap(line[1:].strip(), WIDTH, initial_indent=indent, subsequent_indent=indent)
        else:
            order, _, note = line.partition("  # ")
            yield order
            yield from wrap(note, WIDTH, initial_indent="#     ", subsequent_indent="#     ")


# -------------------------------------------------------------------------------------- a player-turn

_HOW: Final = (
    "# How to fill this in: take the # away from the lines that you want, block by block: [[activate]], "
    "unit, do, the ] that closes it, and inside as many steps as the unit has actions.  The blocks stand "
    "in the order in which the units act, the steps in the order in which they are done.  Listed are the "
    "steps that are possible now; a second step may name any other zone or enemy."
)
_ELSE: Final = (
    "# A step may say what to do if it has become impossible by then:",
    '#   { attack = "…", else = [{ attack = "…" }, "hold"] }',
)
_PAUSE: Final = "# pause = true in a block: stop after it and show me the result before I go on."
_GO_ON: Final = "# Your turn is still on; to end it without another order:  end = true"


def _turn(state: State, side: Side) -> list[str]:
    lines = [_HOW, *_ELSE]
    lines += [_PAUSE] if state.setup.options.allow_pause else []
    lines += [_GO_ON] if state.begun else []
    mine = state.units[INDEX[side]]
    for unit in mine:
        profile = state.profile(unit.id)
        lines.append("")
        if not unit.at:
            lines.append(f"# {unit.id} {profile.name}: removed")
            continue
        lines += _who(profile, unit)
        if may_act(state, unit):
            lines += _block(state, profile, unit)
        else:
            why = "has acted this round" if unit.acted else "has to wait: three units were activated"
            lines.append(f"#   {why}")
    if state.begun:
        lines += ["", "#end = true"]
    return lines


def _who(profile: Profile, unit: Unit) -> list[str]:
    where = f", zone {unit.at}" if unit.at else ""
    health = profile.health
    hurt = f"{plural(unit.wounds, 'wound')}, {health - unit.wounds} of {health} Health" if unit.wounds else ""
    size = f"level {profile.level} × {profile.models}"
    lines = [f"# {unit.id} {profile.name}: {size}{where}, {hurt or f'{health} Health'}"]
    lines += [f"#   {ability_words(ability)}" for ability in profile.always]
    for ability in profile.limited:
        more = any(effect.kind == "extra_action" for effect in ability.effects)
        how = f'use = "{ability.name}" {"beside unit" if more else "in the step"}'
        spent = "used already" if ability.id in unit.used else how
        lines.append(f"#   {ability_words(ability)}; {spent}")
    return lines


def _block(state: State, profile: Profile, unit: Unit) -> list[str]:
    """The unit's `[[activate]]`, with every first step that it may take."""
    active = activate(state, unit.id, profile)
    choices = list(unit_choices(state, unit))
    lines = [f"#   {plural(active.left, 'action')}{_enemies(state, unit)}"]
    lines += ["#[[activate]]", f'#unit = "{unit.id}"', "#do = ["]
    lines += [f"#{choice.toml},{_note(state, choice)}" for choice in choices]
    lines.append("#]")
    if state.setup.options.allow_pause:
        lines.append("#pause = false")
    return lines


def _enemies(state: State, unit: Unit) -> str:
    here = [foe.id for foe in state.on_field(1 - INDEX[state.profile(unit.id).side]) if foe.at == unit.at]
    if not here:
        return ""
    return f", {and_list(here)} {'is' if len(here) == 1 else 'are'} in the same zone"


def _note(state: State, choice: Choice) -> str:
    if choice.verb == "move":
        foes = [foe.id for foe in state.on_field(1 - INDEX[state.side]) if str(foe.at) == choice.at]
        prize = ["a prize"] if int(choice.at) in state.setup.scenario.prizes else []
        said = and_list(prize + foes)
        return f"  # {said}" if said else ""
    return f"  # {choice.hint}" if choice.hint else ""


# -------------------------------------------------------------------------- deployment and reactions


def _deployment(state: State, side: Side) -> list[str]:
    zones, waiting = zones_of(state, side), undeployed(state, side)
    prizes = state.setup.scenario.prizes
    lines = [
        f"# your zones: {row(zones)} (in brackets below); prizes: {row(prizes)} (starred)",
        *_map(zones, prizes),
        "#",
        "# How to fill this in: take the # away and put the zone that you want behind each unit"
        + (" (one unit only, the sides take turns)" if one_by_one(state) else ""),
        "",
        "#[deploy]",
    ]
    for name, zone in zip(waiting, _suggested(state, side, len(waiting)), strict=True):
        profile = state.profile(name)
        lines.append(f"#{name} = {zone}  # {profile.name}: level {profile.level} × {profile.models}")
        lines += [f"#   {ability_words(ability)}" for ability in (*profile.always, *profile.limited)]
    return lines


def _map(mine: tuple[int, ...], prizes: tuple[int, ...]) -> Iterator[str]:
    """The zones as they lie."""
    for left in ZONES[::COLUMNS]:
        zones = range(left, left + COLUMNS)
        marked = (f"[{z}]" if z in mine else f"*{z}" if z in prizes else f"{z} " for z in zones)
        yield "#  " + "".join(f"{cell:>6}" for cell in marked).rstrip()


def _suggested(state: State, side: Side, count: int) -> list[int]:
    """A zone for each unit that is not placed, one zone after the other, none above its limit (A14)."""
    most = state.setup.options.max_units_per_zone or MOST_UNITS
    units = state.units[INDEX[side]]
    room = {zone: most - sum(unit.at == zone for unit in units) for zone in zones_of(state, side)}
    rounds = [zone for turn in range(most) for zone, left in room.items() if left > turn]
    return rounds[:count]


def _reaction(state: State, side: Side) -> list[str]:
    blow = state.attack
    assert blow is not None
    profile, unit = state.profile(blow.target), state.unit(blow.target)
    hits = sum(face >= blow.need for face in blow.faces)
    rolled = f"{plural(hits, 'hit')} of {len(blow.faces)} dice ({blow.need}+)"
    lines = [
        f"# {blow_title(state, blow)} on {blow.target}: {rolled}",
        *_who(profile, unit),
        "# How to fill this in: take the # away from [[react]], from to, and from one of the other lines.",
        "",
        "#[[react]]",
        f"#to = {json.dumps(blow_title(state, blow), ensure_ascii=False)}",
    ]
    lines += [f"#{choice.toml}  # {choice.hint or choice.label}" for choice in legal(state, side)]
    return lines
