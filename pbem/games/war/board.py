"""The position as a picture: the table, terrain, every base, fatigue, what happened last."""

from typing import Final

from pbem.board import Area, Badge, Board, Frame, Piece, Score, Trace, Tray
from pbem.games.war.catalogue import gear
from pbem.games.war.geometry.numbers import Point
from pbem.games.war.inches import inches, place
from pbem.games.war.manoeuvre import clamped, front_of
from pbem.games.war.marks import middle
from pbem.games.war.rules.activation import actions_left
from pbem.games.war.rules.deployment import undeployed
from pbem.games.war.rules.scoring import models_left, score
from pbem.games.war.state import INDEX, Mark, Profile, State, Unit
from pbem.games.war.tell import headline
from pbem.games.war.words import plural, title
from pbem.ruleset import SIDES, Side

__all__ = ["board"]

SHORT: Final = 12  # letters of a short label
TICKS: Final = 12  # inches from one label of an axis to the next


def board(state: State) -> Board:
    """The whole position; everything in WAR is public, so both sides see the same."""
    setup = state.setup
    return Board(
        frame=Frame(
            "plane",
            setup.width,
            setup.height,
            unit="1/100 in",
            columns=tuple(str(n) for n in range(0, setup.width // 100 + 1, TICKS)),
            lines=tuple(str(n) for n in range(setup.height // 100, -1, -TICKS)),
        ),
        headline=headline(state),
        scores=tuple(_score(state, side) for side in SIDES),
        areas=tuple(Area(it.points, it.texture, it.name) for it in setup.ground),
        pieces=tuple(
            _piece(state, profile, unit)
            for s in (0, 1)
            for profile, unit in zip(state.profiles[s], state.units[s], strict=True)
            if unit.pos or unit.gone
        ),
        traces=tuple(trace for mark in state.marks for trace in _traces(state, mark)),
        trays=tuple(_tray(state, side) for side in SIDES if undeployed(state, side) and not state.turn),
        key=(
            "y = 0 is Blue's edge, and north is away from it; places are inches",
            "×: how many models are left; star: the Warlord; has acted: no action left this turn",
        ),
    )


def _score(state: State, side: Side) -> Score:
    s = INDEX[side]
    units = sum(1 for _ in state.standing(s))
    line = f"{plural(units, 'unit')}, {plural(models_left(state, s), 'model')}"
    if state.first == side and state.turn:
        line += ", moves first"
    return Score(side, score(state)[s], "points", line)


def _piece(state: State, profile: Profile, unit: Unit) -> Piece:
    badges = [Badge("models", f"×{len(unit.pos)}")]
    if profile.type == "warlord":
        badges.insert(0, Badge("elite", "★"))
    if unit.fatigue:
        badges.append(Badge("fatigue", str(unit.fatigue)))
    moving = profile.side == state.side and state.phase != "over" and state.turn > 0
    spent = moving and not actions_left(state, unit)
    x, y = middle(unit.pos) if unit.pos else (0, 0)
    return Piece(
        id=profile.id,
        side=profile.side,
        form="block",
        label=profile.name,
        short=profile.name[:SHORT],
        x=x,
        y=y,
        facing=unit.facing,
        track=(len(unit.pos), profile.models),
        badges=tuple(badges),
        flags=("gone",) if unit.gone else ("spent",) if spent else (),
        models=unit.pos,
        radius=profile.radius,
        about=_about(state, profile, unit),
    )


def _about(state: State, profile: Profile, unit: Unit) -> str:
    arms, _ = gear(profile.equipment, mounted=profile.mounted)
    parts = [f"armour {profile.armour[0]}, {profile.armour[1]} against shooting"]
    if profile.range:
        parts.append(f"{arms.name} reach {inches(profile.range)} in")
    parts.append(f"moves {inches(profile.move[0])} in, {inches(profile.move[1])} over difficult ground")
    if unit.pos and not unit.gone:
        files = plural(unit.files, "file")
        parts.insert(0, f"front rank at {place(_front(state, unit))}, {files}, facing {unit.facing}")
    return "; ".join(parts)


def _say(point: Point) -> str:
    return f"{point[0]},{point[1]}"


def _front(state: State, unit: Unit) -> Point:
    """The centre of its front rank, which orders name."""
    return front_of(state, unit.id, unit.facing, clamped(state, unit.id))


def _traces(state: State, mark: Mark) -> list[Trace]:
    if mark.kind == "ghost":
        return [Trace("ghost", mark.side, (_say(point),)) for point in mark.points]
    words = _moved(state, mark) if mark.kind == "move" else _shot(state, mark)
    return [Trace(mark.kind, mark.side, tuple(map(_say, mark.points)), mark.hit, words)]


def _moved(state: State, mark: Mark) -> str:
    """Who moved where: a mark names nobody, so its unit is the one whose front rank is still there."""
    there = mark.points[-1]
    found = [unit for unit in state.standing(INDEX[mark.side]) if _front(state, unit) == there]
    return f"{title(state, found[0].id)} moved to {place(there)}" if len(found) == 1 else ""


def _shot(state: State, mark: Mark) -> str:
    """Who shot at whom, as far as both still stand where they stood."""
    s = INDEX[mark.side]
    by = [unit for unit in state.standing(s) if middle(unit.pos) == mark.points[0]]
    at = [unit for unit in state.standing(1 - s) if middle(unit.pos) == mark.points[-1]]
    if len(by) != 1 or len(at) != 1:
        return ""
    fell = "models fell" if mark.hit else "nobody fell"
    return f"{title(state, by[0].id)} shot at {title(state, at[0].id)}, {fell}"


def _tray(state: State, side: Side) -> Tray:
    return Tray("to deploy", side, count=len(undeployed(state, side)))
