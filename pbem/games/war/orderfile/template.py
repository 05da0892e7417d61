"""The order file to fill in: my units, their state and all they may do now, as TOML in comments.

A line that begins with `# ` is prose.  A line that begins with `#` and no blank is an order: it becomes
one when the `#` is taken away.
"""

import json
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from pbem.games.war.camp import spots
from pbem.games.war.catalogue import gear
from pbem.games.war.inches import inches, place
from pbem.games.war.legal import distances, form_toml, legal, unit_choices
from pbem.games.war.legality import faults
from pbem.games.war.manoeuvre import clamped, front_of
from pbem.games.war.orders import Order
from pbem.games.war.rules.activation import actions_left
from pbem.games.war.rules.charging import charge_faults
from pbem.games.war.rules.deployment import placed, required, undeployed, zone
from pbem.games.war.state import INDEX, Profile, State, Unit
from pbem.games.war.words import fatigue_words, plural, window_title
from pbem.ruleset import SIDE_NAMES, Decide, React, Side, Want

__all__ = ["WIDTH", "template"]

WIDTH: Final = 100


def template(state: State, want: Want | None, headline: str, wanted: str) -> str:
    """The order file for the present decision."""
    if not isinstance(want, Decide | React):
        return "# no orders are wanted now\n"
    lines = [f"# WAR, {headline}: you are {SIDE_NAMES[want.side]}", f"# wanted: {wanted}", "#"]
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
    "# How to fill this in: take the # away from the lines that you want, block by block: [[activate]],",
    "# unit, do, the ] that closes it, and inside as many steps as the unit has actions.  The blocks",
    "# stand in the order in which they are done; a unit may have several.  Places are inches from the",
    "# left end of Blue's edge: [x, y] is where the centre of the front rank ends.  Facing 0 looks toward",
    "# Red's edge, 90 to the right of it.  facing and files stay as they are where you leave them out.",
    "# The first action of a unit costs nothing, each later one brings it a fatigue.",
    "#   Moves may be written in other ways: { move = [[12, 9], [15, 14.5]] } passes a point first;",
    '#   "forward 6", "back 3", "left 2", "right 2", "towards B2", "towards B2 4" are made exact for you.',
    "#   A step may say what to do if it has become impossible by then:",
    '#   { charge = "…", spend = ["lower", "raise"], else = [{ move = "forward 3" }] }',
    "#   pause = true in a block: stop after it and show me the result, the turn goes on then.",
)


def _turn(state: State, side: Side) -> list[str]:
    lines = list(_HOW)
    for unit in state.units[INDEX[side]]:
        profile = state.profile(unit.id)
        lines.append("")
        if unit.gone:
            lines.append(f"# {unit.id} {profile.name}: removed")
            continue
        lines += _who(state, profile, unit)
        lines += [f"#   {line}" for line in _enemies(state, profile, unit)]
        if not actions_left(state, unit):
            lines.append("#   has no action left this turn")
            continue
        lines += _block(state, unit)
    return [*lines, "", "# To end the turn without another order:", "#end = true"]


def _who(state: State, profile: Profile, unit: Unit) -> list[str]:
    arms, _ = gear(profile.equipment, mounted=profile.mounted)
    most = state.setup.options.actions_per_unit
    left = f"{plural(actions_left(state, unit), 'action')} left" if most else "actions without limit"
    front = place(front_of(state, unit.id, unit.facing, clamped(state, unit.id)))
    stands = f"front rank at {front}, facing {unit.facing}, {plural(unit.files, 'file')}"
    shape = f"armour {profile.armour[0]} ({profile.armour[1]} against shooting)"
    reach = f", {arms.name} reach {inches(profile.range)} in" if profile.range else ""
    move = f"moves {inches(profile.move[0])} in, {inches(profile.move[1])} over difficult ground"
    models = f"{len(unit.pos)} of {plural(profile.models, 'model')}"
    return [
        f"# {unit.id} {profile.name}: {models}, {fatigue_words(unit.fatigue)}, {left}",
        f"#   {stands}; {shape}; {move}{reach}",
    ]


def _enemies(state: State, profile: Profile, unit: Unit) -> Iterator[str]:
    """How far everybody is, and why he cannot be charged where that is not plain."""
    said = [f"{foe} {inches(gap)}" for gap, foe in distances(state, unit)]
    if said:
        yield f"inches to enemies: {', '.join(said)}"
    for gap, foe in distances(state, unit):
        if gap <= profile.move[0] and (wrong := charge_faults(state, profile, unit, foe)):
            yield f"no charge on {foe}: {wrong[0].message}"


def _block(state: State, unit: Unit) -> list[str]:
    lines = ["#[[activate]]", f'#unit = "{unit.id}"', "#do = ["]
    for choice in unit_choices(state, unit):
        note = f"  # {choice.hint}" if choice.hint and choice.verb != "move" else ""
        note = f"  # {choice.label.partition(' to ')[0]}" if choice.verb == "move" else note
        lines.append(f"#  {choice.toml},{note}")
    return [*lines, "#]", "#pause = false"]


# -------------------------------------------------------------------------- deployment and reactions


def _deployment(state: State, side: Side) -> list[str]:
    low, high = zone(state.setup, side)
    count, waiting = required(state), undeployed(state, side)
    which = "all of these" if count == len(waiting) else f"{count} of these, the Warlord among them"
    lines = [
        f"# your zone: y from {inches(low)} to {inches(high)}; at is the centre of the front rank, in inches",
        f"# How to fill this in: take the # away from [deploy] and from {which}, and set the places.",
        "",
        "#[deploy]",
    ]
    here = state
    lords = [name for name in waiting if state.profile(name).type == "warlord"]
    for name in (*lords, *(name for name in waiting if name not in lords)):
        profile = state.profile(name)
        s = INDEX[side]
        found = spots(state.setup, state.profiles[s], here.units[s], profile, 1)
        note = f"  # {profile.name}: {plural(profile.models, 'model')}"
        if not found:
            lines.append(f"# {name} {profile.name}: {plural(profile.models, 'model')}")
            continue
        form = found[0]
        order = Order(unit=name, at=form.to, facing=form.facing, files=form.files)
        if not faults(here, order):
            here = placed(here, order)
        at = ", ".join(inches(n) for n in form.to)
        lines.append(f"#{name} = {{ at = [{at}], {form_toml(order)} }}{note}")
    return lines


def _reaction(state: State, side: Side) -> list[str]:
    lines = [
        "# How to fill this in: take the # away from [[react]], from to, and from one of the other lines.",
        "",
        "#[[react]]",
        f"#to = {json.dumps(window_title(state), ensure_ascii=False)}",
    ]
    for choice in legal(state, side):
        if choice.unit and f"# {choice.unit}" not in lines[0]:
            lines.insert(0, f"# {choice.unit} {state.profile(choice.unit).name}")
        lines.append(f"#{choice.toml}  # {choice.label}")
    return lines
