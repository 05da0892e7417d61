"""What is fixed and what changes: terms, map, armies, units, the state of a match.

Everything here is frozen data.  `Setup` and the profiles are fixed before the first die; `Unit`, `Fight`
and the rest of `State` change.  Lengths are hundredths of an inch, except where a person writes them: in
options, maps and armies they are inches, as whole numbers or texts such as "9.5".  What the game waits
for is `State.phase`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from pbem.games.war.geometry.numbers import Point
from pbem.games.war.orders import Order
from pbem.ruleset import Data, Side, Struct

__all__ = [
    "EQUIPMENT", "INDEX", "MOST_UNITS", "TYPES", "WHERE", "Army", "ArmyUnit", "Deployment", "Equipment",
    "Fight", "Flag", "Ground", "Inches", "Map", "MapPiece", "Mark", "Options", "Phase", "Profile", "Recruit",
    "Setup", "State", "Type", "Unit", "public", "side_of",
]  # fmt: skip

_END: Final = r"(?![\s\S])"  # end of text in Python and in JSON Schema ("$" would admit a line end)
_PLAIN: Final = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # no control characters
Id = Annotated[str, Meta(pattern=rf"^[a-z][a-z0-9_]{{0,39}}{_END}")]
Text = Annotated[str, Meta(max_length=60, pattern=rf"^{_PLAIN}*{_END}")]
InchText = Annotated[str, Meta(pattern=rf"^[0-9]{{1,2}}(\.[0-9]{{1,2}})?{_END}")]
Inches = Annotated[int, Meta(ge=0, le=99)] | InchText
# In an army file any number goes, 9.5 too; a signed army has whole numbers and texts only.
Written = int | float | str  # read to exact hundredths before anything is worked out with it
Type = Literal["warlord", "elite", "warrior", "levy"]
Equipment = Literal["standard", "heavy", "javelins", "bows", "crossbows", "blackpowder"]
Flag = Literal["difficult", "cover", "obstacle", "blocks_los", "impassable"]
TYPES: Final[tuple[Type, ...]] = ("warlord", "elite", "warrior", "levy")
EQUIPMENT: Final[tuple[Equipment, ...]] = (
    "standard", "heavy", "javelins", "bows", "crossbows", "blackpowder",
)  # fmt: skip

MOST_UNITS: Final = 40
INDEX: Final[Mapping[str, int]] = MappingProxyType({"a": 0, "b": 1})
# Unit id → (side index, place in its army).  A dictionary, because every order asks for it.
WHERE: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {f"{letter}{n + 1}": (s, n) for s, letter in enumerate("AB") for n in range(MOST_UNITS)}
)


def side_of(unit: str) -> Side:
    """The side of a unit: A3 is a's."""
    return "b" if unit[0] == "B" else "a"


# ------------------------------------------------------------------------------- terms of a match


class Options(Struct, frozen=True, omit_defaults=True):
    """What two players may agree on; each ruling of RULES.md names its key."""

    points: Annotated[int, Meta(ge=4, le=10)] = 6  # R27, A35
    terrain: Id = "two_woods"  # A40
    army: Literal["sealed", "open"] = "sealed"
    table: tuple[Annotated[int, Meta(ge=24, le=99)], Annotated[int, Meta(ge=24, le=99)]] = (48, 36)  # A1
    deploy_depth: Annotated[int, Meta(ge=4, le=40)] = 12  # A2
    deployment: Literal["sealed", "saga"] = "sealed"  # A2
    turns: Annotated[int, Meta(ge=1, le=30)] = 6  # A4
    victory: Literal["slaughter", "annihilation"] = "slaughter"  # A5
    warlord_points: Annotated[int, Meta(ge=0, le=100)] = 4  # A5
    warlord_death_ends: bool = False  # A5
    actions_per_unit: Annotated[int, Meta(ge=0, le=12)] = 3  # A6; 0: no limit
    actions_per_turn: Annotated[int, Meta(ge=0, le=99)] = 0  # A6; 0: no limit
    exhaustion: Annotated[int, Meta(ge=0, le=20)] = 0  # A7; 0: none
    rest_counts: bool = True  # A8
    cancel_adds_fatigue: bool = False  # A10
    shoot_fatigue_max: Annotated[int, Meta(ge=0, le=9)] = 1  # A12
    natural: bool = True  # A14
    armour_clamp: tuple[Annotated[int, Meta(ge=0, le=99)], Annotated[int, Meta(ge=0, le=99)]] = (0, 99)  # A14
    round: Literal["ceil", "floor"] = "ceil"  # A15
    warlord_equipment: bool = True  # A16
    gun_bonus_in_melee: bool = False  # A17
    close_ranks: tuple[Equipment, ...] = ("standard", "javelins")  # A18
    melee_eligible: Literal["all", "engaged"] = "all"  # A19
    dice_cap: Annotated[int, Meta(ge=0, le=256)] = 0  # A20; 0: none
    warlord_resilience: Annotated[int, Meta(ge=0, le=20)] = 0  # A21
    base_foot: Inches = 1  # A23
    base_mounted: Inches = "1.5"  # A23
    straight_only: bool = False  # A23
    measure: Literal["model", "front"] = "model"  # A23
    enemy_gap: Inches = 0  # A24
    retreat: Literal["auto", "owner"] = "auto"  # A27
    cover_fraction: Annotated[str, Meta(pattern=rf"^[0-9]{{1,2}}/[1-9][0-9]?{_END}")] = "1/2"  # A30
    units_block_los: bool = True  # A32
    casualties: Literal["rear", "front"] = "rear"  # A33
    auto_shorten: bool = False  # A33


class MapPiece(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain: an area (a simple polygon) or a line; each flag acts by itself (A30)."""

    name: Text
    points: Annotated[tuple[tuple[Inches, Inches], ...], Meta(min_length=2, max_length=60)]
    kind: Literal["area", "line"] = "area"
    flags: tuple[Flag, ...] = ()
    texture: Literal["wood", "hill", "marsh", "wall", "plain"] = "plain"


class Map(Struct, frozen=True, omit_defaults=True):
    """A map, built in or an own file."""

    id: Id
    piece: Annotated[tuple[MapPiece, ...], Meta(max_length=100)] = ()
    name: Text = ""


class Ground(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain of a match, in hundredths of an inch."""

    name: str
    kind: Literal["area", "line"]
    points: tuple[Point, ...]
    flags: tuple[Flag, ...] = ()
    texture: str = "plain"


class Setup(Struct, frozen=True):
    """Everything that is fixed before the first die, armies apart; lengths in hundredths of an inch."""

    options: Options
    map: str
    ground: tuple[Ground, ...]
    width: int
    height: int
    depth: int  # of the deployment zones
    foot: int  # radius of a base
    mounted: int
    enemy_gap: int
    cover: tuple[int, int]


class Recruit(Struct, frozen=True, omit_defaults=True):
    """`count` points spent on one kind of troops with one equipment (R27, A22)."""

    type: Literal["elite", "warrior", "levy"]
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    equipment: Equipment = "standard"
    mounted: bool = False


class Deployment(Struct, frozen=True, omit_defaults=True):
    """Where a unit begins, seen from one's own edge: `at` is the centre of its front rank, x from one's
    left, y from one's own edge, in inches; facing 0 looks at the enemy; `files` models side by side."""

    at: tuple[Written, Written]
    facing: Annotated[int, Meta(ge=0, le=359)] = 0
    files: Annotated[int, Meta(ge=1, le=12)] = 1


class ArmyUnit(Struct, frozen=True, omit_defaults=True):
    """A unit, made of recruits of one type and equipment (R28); the Warlord is one model of his own."""

    type: Type
    models: Annotated[int, Meta(ge=1, le=12)] = 1
    equipment: Equipment = "standard"
    mounted: bool = False
    name: Text = ""
    deploy: Deployment | None = None


class Army(Struct, frozen=True, omit_defaults=True):
    """Recruits, and the units that they form; units are A1, A2, … (B1, …) in the order of this list."""

    recruit: Annotated[tuple[Recruit, ...], Meta(max_length=40)]
    unit: Annotated[tuple[ArmyUnit, ...], Meta(max_length=MOST_UNITS)]


# ------------------------------------------------------------------------------- units of a match


class Profile(Struct, frozen=True, omit_defaults=True):
    """What is fixed about a unit of a match (R26 to R35): armour in melee and against shooting, dice for
    each model as fractions, modifiers of dice that hit, lengths in hundredths of an inch."""

    id: str
    side: Side
    name: str
    type: Type
    models: int
    radius: int
    armour: tuple[int, int]
    melee: tuple[int, int]
    shoot: tuple[int, int]
    move: tuple[int, int]
    per_point: int
    equipment: Equipment = "standard"
    mounted: bool = False
    melee_hit: int = 0
    charge_hit: int = 0
    shoot_hit: int = 0
    range: int = 0
    shots: int = 0  # in a turn; 0: no limit
    closes: bool = False  # A18


class Unit(Struct, frozen=True, omit_defaults=True):
    """What changes about a unit: places of its models, lowest number first; its last facing and files
    (for pictures and short orders: the rules never look at them); fatigue; what it did this turn."""

    id: str
    pos: tuple[Point, ...] = ()
    facing: int = 0
    files: int = 1
    fatigue: int = 0
    actions: int = 0
    rested: bool = False
    shots: int = 0
    wounds: int = 0  # A21
    gone: bool = False


class Fight(Struct, frozen=True, omit_defaults=True):
    """A shot or a melee between its beginning and its end; pairs are (attacker, target).

    `models` that shoot or fight, `dice`, `armour` as it stands, `bonus` on dice that hit; `cover` is the
    better save of the target (cover, an obstacle), `closed` its ranks; `hits` of the last dice; `failed`
    saves so far."""

    by: str
    target: str
    melee: bool = False
    models: tuple[int, int] = (0, 0)
    dice: tuple[int, int] = (0, 0)
    armour: tuple[int, int] = (0, 0)
    bonus: tuple[int, int] = (0, 0)
    cover: bool = False
    closed: bool = False
    hits: int = 0
    failed: tuple[int, int] = (0, 0)
    won: int = 0  # 0: the attacker, 1: the target


class Mark(Struct, frozen=True, omit_defaults=True):
    """What a picture shows of a player-turn: a way, a shot, where somebody fell."""

    kind: Literal["move", "shot", "ghost"]
    side: Side
    term: int
    points: tuple[Point, ...]
    hit: bool = False


# R10, R13 to R20, A38, A39: see the table in `phases`.
Phase = Literal[
    "roll_off", "deploy", "orders", "cancel", "halve", "armour", "shoot", "shot_saves", "close_ranks",
    "spend", "attack", "attack_saves", "defence", "defence_saves", "retreat", "over",
]  # fmt: skip


class State(Struct, frozen=True, omit_defaults=True):
    """A whole position.

    `side` is whose player-turn it is (`term` counts these), `turn` the turn of both; `first` won the
    roll-off.  `action` is an order under way, `later` whether it brings fatigue (R2), `halved` whether
    its movement is (R25).  `begun` counts actions in this player-turn.
    """

    setup: Setup
    profiles: tuple[tuple[Profile, ...], tuple[Profile, ...]]
    units: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    phase: Phase = "roll_off"
    side: Side = "a"
    face: int = 0
    first: Side | Literal[""] = ""
    stage: int = 0  # of a deployment in three parts
    turn: int = 0
    term: int = 0
    begun: int = 0
    action: Order | None = None
    later: bool = False
    halved: bool = False
    fight: Fight | None = None
    marks: tuple[Mark, ...] = ()
    winner: Side | Literal[""] = ""
    reason: str = ""

    def unit(self, name: str) -> Unit:
        """The unit of that id; it must be one of this match."""
        s, k = WHERE[name]
        return self.units[s][k]

    def profile(self, name: str) -> Profile:
        s, k = WHERE[name]
        return self.profiles[s][k]

    def standing(self, s: int) -> Iterator[Unit]:
        """Units of side number `s` that are on the table."""
        return (unit for unit in self.units[s] if unit.pos)

    def with_unit(self, *changed: Unit) -> "State":
        """The same with these units in their places."""
        rows = [list(self.units[0]), list(self.units[1])]
        for unit in changed:
            s, k = WHERE[unit.id]
            rows[s][k] = unit
        return msgspec.structs.replace(self, units=(tuple(rows[0]), tuple(rows[1])))


_CHANGES: Final = (
    "phase", "side", "face", "first", "stage", "turn", "term", "begun", "action", "later", "halved", "fight",
    "winner", "reason",
)  # fmt: skip


def public(state: State) -> Data:
    """Everything that can change, for the turn file: phase and side always, the rest where it is not as
    at the start.  `units` and `marks` are arrays of tables with flat lists of places (x, y, x, y, …);
    `gone` lists the units that were removed."""
    changed: dict[str, Any] = {"phase": state.phase, "side": state.side}
    for name in _CHANGES:
        value = getattr(state, name)
        if value not in ("", 0, None, False):
            changed[name] = value
    data: Data = msgspec.json.decode(msgspec.json.encode(changed))
    units = state.units[0] + state.units[1]
    data["gone"] = [unit.id for unit in units if unit.gone]
    data["units"] = [_row(unit) for unit in units if unit.pos]
    data["marks"] = [_row(mark) for mark in state.marks]
    return {key: value for key, value in data.items() if value != []}


def _row(item: Unit | Mark) -> Data:
    row: Data = msgspec.json.decode(msgspec.json.encode(item))
    for key in ("pos", "points"):
        if key in row:
            row[key] = [n for point in row[key] for n in point]
    return row
