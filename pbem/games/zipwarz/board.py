"""The position as a picture: 24 zones, prizes, chips, scores."""

from typing import Final

from pbem.board import Badge, Board, Card, Frame, Piece, Place, Score, Trace, Tray
from pbem.games.zipwarz.rules.deploy import role_of, undeployed, zones_of
from pbem.games.zipwarz.rules.scoring import majority, totals
from pbem.games.zipwarz.rules.zones import COLUMNS, ROWS, ZONES, cell
from pbem.games.zipwarz.state import INDEX, Profile, State, Unit
from pbem.games.zipwarz.tell import headline, under_way
from pbem.games.zipwarz.words import ability_words, and_list, plural
from pbem.ruleset import SIDES, Side

__all__ = ["board"]

SHORT: Final = 12  # letters of a short label


def board(state: State) -> Board:
    """The whole position; everything in ZipWarz is public, so both sides see the same."""
    scenario = state.setup.scenario
    prize = plural(scenario.vp_prize_majority, "Victory Point")
    return Board(
        frame=Frame("grid", COLUMNS, ROWS),
        headline=headline(state),
        scores=tuple(_score(state, side) for side in SIDES),
        places=tuple(_place(state, zone) for zone in ZONES),
        pieces=tuple(_pieces(state)),
        traces=_traces(state),
        trays=tuple(_tray(state, side) for side in SIDES if undeployed(state, side) and not state.round),
        key=(
            f"prize: {prize} at the end of a round to whoever has more units in its zone",
            "spent: has acted this round",
        ),
    )


def _score(state: State, side: Side) -> Score:
    s = INDEX[side]
    held = [zone for zone in state.setup.scenario.prizes if majority(state, zone) == side]
    parts = [role_of(state, side)] if state.aggressor else []
    if state.round:
        parts.append(plural(sum(1 for _ in state.on_field(s)), "unit"))
    if held:
        parts.append(f"{'prize' if len(held) == 1 else 'prizes'} {and_list(held)}")
    return Score(side, totals(state)[s], "VP", ", ".join(parts), tuple(pair[s] for pair in state.scored))


def _place(state: State, zone: int) -> Place:
    col, row = cell(zone)
    roles = [f"deploy:{side}" for side in SIDES if zone in zones_of(state, side)]
    badges: tuple[Badge, ...] = ()
    if zone in state.setup.scenario.prizes:
        roles.insert(0, "special")
        badges = (Badge("prize", str(state.setup.scenario.vp_prize_majority), majority(state, zone)),)
    return Place(str(zone), col, row, str(zone), tuple(roles), badges)


def _pieces(state: State) -> list[Piece]:
    return [
        _piece(profile, unit)
        for s in (0, 1)
        for profile, unit in zip(state.profiles[s], state.units[s], strict=True)
        if unit.at or unit.gone
    ]


def _piece(profile: Profile, unit: Unit) -> Piece:
    flags = ("gone",) if unit.gone else ("spent",) if unit.acted else ()
    spent = [a.name for a in profile.limited if a.id in unit.used]
    about = [ability_words(ability) for ability in (*profile.always, *profile.limited)]
    about += [f"used: {', '.join(spent)}"] if spent else []
    return Piece(
        id=profile.id,
        side=profile.side,
        form="chip",
        label=profile.name,
        short=profile.name.split()[-1][:SHORT] if profile.name.split() else profile.id,
        place=str(unit.at) if unit.at else "",
        track=(0 if unit.gone else profile.health - unit.wounds, profile.health),
        badges=(Badge("level", str(profile.level)), Badge("models", f"×{profile.models}")),
        flags=flags,
        about="; ".join(about),
    )


def _traces(state: State) -> tuple[Trace, ...]:
    """The attack that waits for dice or an answer."""
    blow = state.attack
    if blow is None:
        return ()
    here, there = state.unit(blow.by).at, state.unit(blow.target).at
    hits = sum(face >= blow.need for face in blow.faces)
    attack = under_way(state)
    assert attack is not None
    so_far = f"{plural(hits, 'hit')}, not settled yet" if blow.faces else "the dice are not rolled yet"
    words = f"{attack.text}; {so_far}"
    return (Trace("shot", state.side, (str(here), str(there)), hits > 0, words),)


def _tray(state: State, side: Side) -> Tray:
    waiting = [state.profile(name) for name in undeployed(state, side)]
    cards = tuple(Card(f"{p.id} {p.name}", corners=(str(p.level), f"×{p.models}")) for p in waiting)
    return Tray("to deploy", side, cards, len(cards))
