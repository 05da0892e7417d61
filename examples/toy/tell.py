"""The ford for people: the story, the picture, what is wanted."""

from examples.toy import events as e
from examples.toy.orders import ANSWERS
from examples.toy.state import ARMS, BANK, FORD, NAME, PLACES, Soldier, State, column_row, dice_words
from pbem.board import Badge, Board, Dice, Frame, Line, Piece, Place, Score
from pbem.ruleset import SIDES, Cards, Decide, Event, React, Roll, Side, Unseal, Want

DICE = {"hit": "hits", "save": "stops a hit", "pursue": "takes the place", "rest": "heals"}


def describe(state: State, want: Want) -> str:
    """What is wanted, in a few words."""
    match want:
        case Roll():
            return f"{dice_words(want.count)} for {want.why}"
        case Decide(side=side, kind="orders"):
            ready = [m.id for m in state.ready(side)]
            most = min(len(ready), state.setup.options.acts)
            return f"activate {'1' if most == 1 else f'up to {most}'} of {' '.join(ready)}"
        case Decide(side=side, kind="deploy"):
            return f"deploy every soldier in {', '.join(str(p) for p in BANK[side])}"
        case Decide() | React():
            about = f"{state.fight.attacker} attacks {state.fight.target}"
            return f"{about}; " + "; ".join(f"{a}: {says}" for a, says in ANSWERS[want.kind].items())
        case Unseal():
            return f"{NAME[want.side]} opens its sealed {want.what}"
        case Cards():
            raise AssertionError("there are no cards at the ford")


def headline(state: State) -> str:
    if state.over:
        return f"over after round {state.round}"
    return f"round {state.round} of {state.setup.options.rounds}" if state.round else "before the first round"


def tell(state: State, event: Event) -> tuple[Line, ...]:
    """One event as lines of the story."""
    match event:
        case e.RolledOff():
            who = f"{NAME[event.winner]} first" if event.winner else "a tie, again"
            return (Line(f"{event.kind} of Blue and Red: {who}", dice=Dice(event.faces)),)
        case e.DeploymentSealed():
            return (Line("seals a deployment", event.side),)
        case e.Deployed():
            return (Line("deploys " + ", ".join(f"{u} in {p}" for u, p in event.places), event.side),)
        case e.RoundBegan():
            return (Line(f"Round {event.round}", tone="strong"),)
        case e.Moved():
            return (Line(f"{_name(state, event.unit)} moves {event.here} → {event.there}", event.side),)
        case e.Attacked():
            return (Line(f"{_name(state, event.unit)} attacks {_name(state, event.target)}", event.side),)
        case e.Answered():
            says = ANSWERS[event.kind].get(event.answer, event.answer)
            return (Line(f"{event.unit} {says}", event.side, depth=1),)
        case e.Rolled():
            good = sum(f >= event.need for f in event.faces)
            dice = Dice(event.faces, event.need, f"{event.need}+ {DICE[event.kind]}")
            much = f"{good or 'no'} success{'es' * (good > 1)}"
            return (Line(f"{event.unit}: {much}", event.side, dice, 1),)
        case e.Wounded():
            left = f"{event.health} health left" if event.health else "falls"
            line = f"{event.unit} {left} ({event.why})"
            return (Line(line, event.side, depth=1, tone="plain" if event.health else "strong"),)
        case e.Healed():
            return (Line(f"{event.unit} heals, {event.health} health", event.side, depth=1),)
        case e.Scored():
            return (Line(f"{event.points} point: {event.why}", event.side, tone="strong"),)
        case e.Passed():
            return (Line("passes", event.side),)
        case e.Held():
            return (Line(f"{event.unit or 'nobody'} holds: {event.why}", event.side, tone="quiet"),)
        case e.GameOver():
            a, b = event.points
            return (Line(f"The skirmish is over: Blue {a}, Red {b}", tone="strong"),)
        case _:
            raise AssertionError(f"an event without words: {event!r}")


def under_way(state: State) -> Line | None:
    """The attack that waits for dice or an answer."""
    fight = state.fight
    if not state.pending or not fight.attacker or state.pending[0] == "initiative":
        return None
    said = f"{_name(state, fight.attacker)} attacks {_name(state, fight.target)}"
    return Line(said, state.mover)


def _name(state: State, unit: str) -> str:
    man = state.find(unit)
    return f"{man.kind} {unit}" if man else unit


def board(state: State) -> Board:
    """The nine places, west on the left."""
    return Board(
        frame=Frame("grid", 3, 3),
        headline=headline(state),
        scores=tuple(_score(state, side) for side in SIDES),
        places=tuple(_place(state, place) for place in PLACES),
        pieces=tuple(_piece(man) for man in state.soldiers if man.place),
        key=("prize: the ford, a point at the end of a round for whoever is alone in it",),
    )


def _score(state: State, side: Side) -> Score:
    i = SIDES.index(side)
    men, ruses = len(state.on_field(side)), state.ruses[i]
    line = f"{men} soldier{'s' * (men != 1)}, {ruses} ruse{'s' * (ruses != 1)}"
    return Score(side, state.points[i], "point" if state.points[i] == 1 else "points", line)


def _place(state: State, place: int) -> Place:
    col, row = column_row(place)
    roles = tuple(f"deploy:{side}" for side in SIDES if place in BANK[side])
    if place != FORD:
        return Place(str(place), col, row, "river" if col == 1 else "", roles)
    holders = [s for s in SIDES if any(m.place == FORD for m in state.on_field(s))]
    prize = Badge("prize", "1", holders[0] if len(holders) == 1 else "")
    return Place(str(place), col, row, "ford", ("special",), (prize,))


def _piece(man: Soldier) -> Piece:
    arm = ARMS[man.kind]
    flags = ("gone",) * (not man.health) + ("spent",) * (man.spent and man.health > 0)
    return Piece(
        id=man.id,
        side=man.side,
        form="chip",
        label=man.kind,
        short=man.kind,
        place=str(man.place),
        track=(man.health, arm.health),
        flags=flags,
        about=f"{dice_words(arm.dice)}, reach {arm.reach}",
    )
