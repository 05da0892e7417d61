"""What a tape measure and a look across the table tell: distance, sight, cover, reach (R7, R8, R13)."""

from pbem.games.war.geometry.field import closest, gap_at_most
from pbem.games.war.geometry.sight import covered, in_range, los
from pbem.games.war.inches import place
from pbem.games.war.rules.charging import charge_faults, gap_of, line
from pbem.games.war.rules.terrain import body, field_of
from pbem.games.war.state import WHERE, State
from pbem.games.war.words import does, length, plural, title

__all__ = ["measure", "on_the_table"]


def measure(state: State, one: str, two: str) -> tuple[str, ...]:
    """Lines about two units by their ids, the first looking at the second.

    Raises `ValueError`, which says why, where one of them is not on the table.
    """
    for name in (one, two):
        on_the_table(state, name)
    if one == two:
        raise ValueError("expected two units, found the same twice")
    profile, there = state.profile(one), state.profile(two)
    me, foe = body(profile, state.unit(one)), body(there, state.unit(two))
    dist, i, j = closest(me, foe)
    gap = gap_of(dist, me.r + foe.r)
    ends = f"from {place(me.pos[i])} to {place(foe.pos[j])}"
    contact = " (in contact)" if gap_at_most(me, foe, 2) else ""
    said = [f"{title(state, one)} to {title(state, two)}: {length(gap)}{contact}, {ends}"]
    field = field_of(state)
    seen = los(field, me, foe, units_block=state.setup.options.units_block_los)
    if seen.seen:
        said.append(f"sight: {one} sees it, {place(me.pos[seen.by])} to {place(foe.pos[seen.of])}")
    else:
        said.append(f"sight: {one} does not see it")
    hidden = len(covered(field, me, foe))
    num, den = state.setup.cover
    rule = "in cover" if hidden * den > len(foe.pos) * num else "not in cover"
    said.append(f"cover: {hidden} of {plural(len(foe.pos), 'model')} of {two} covered, {rule}")
    if profile.range:
        count, of = len(in_range(me, foe, profile.range)), plural(len(me.pos), "model")
        said.append(f"range: {count} of {of} of {one} within {length(profile.range)}")
    if profile.side != there.side:
        said.append(_charge(state, one, two))
    return tuple(said)


def on_the_table(state: State, name: str) -> None:
    """`ValueError`, with those that are there, where a unit is not on the table."""
    where = WHERE.get(name)
    if where is None or where[1] >= len(state.units[where[0]]) or not state.unit(name).pos:
        have = " ".join(unit.id for s in (0, 1) for unit in state.standing(s))
        raise ValueError(f"{name!r} is not on the table (there are {have})")


def _charge(state: State, one: str, two: str) -> str:
    wrong = charge_faults(state, state.profile(one), state.unit(one), two)
    if wrong:
        return f"charge: no, {wrong[0].message}"
    way = line(state, one, two)
    rough = " over difficult ground" if way.difficult else ""
    half = line(state, one, two, halved=True)
    short = "; halved it would fall short" if half.reason else "; halved it would still arrive"
    return f"charge: {does(state, one, 'reach')} it, has {length(way.allow)}{rough}{short}"
