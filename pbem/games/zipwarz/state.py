"""What is fixed and what changes: terms, scenario, rosters, armies, units, the state of a match.

Everything here is frozen data.  `Setup` and the profiles are fixed before the first die; `Unit`,
`Active`, `Attack` and the rest of `State` change.  What the game waits for is `State.phase`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from pbem.ruleset import Data, Side, Struct

__all__ = [
    "INDEX",
    "MOST_UNITS",
    "WHERE",
    "Ability",
    "AbilityData",
    "Active",
    "Army",
    "Attack",
    "Effect",
    "Faction",
    "Kind",
    "Line",
    "LineData",
    "Options",
    "Power",
    "Price",
    "Profile",
    "Purchase",
    "Role",
    "RosterFile",
    "Scenario",
    "Setup",
    "State",
    "Unit",
    "public",
]

_END: Final = r"(?![\s\S])"  # end of text in Python and in JSON Schema ("$" would admit a line end)
_PLAIN: Final = r"[^\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # no control characters
Id = Annotated[str, Meta(pattern=rf"^[a-z][a-z0-9_]{{0,39}}{_END}")]
Text = Annotated[str, Meta(max_length=60, pattern=rf"^{_PLAIN}*{_END}")]
Zone = Annotated[int, Meta(ge=1, le=24)]
Size = Literal["skirmish", "small", "medium", "large"]
Role = Literal["aggressor", "defender"]
Kind = Literal[
    "move", "ignore_stop", "range", "level_attack", "level_defend",
    "dice", "defend_flat", "defend_roll", "heal", "extra_action",
]  # fmt: skip

MOST_UNITS: Final = 99
INDEX: Final[Mapping[str, int]] = MappingProxyType({"a": 0, "b": 1})
# Unit id → (side index, place in its army).  A dictionary, because every order asks for it.
WHERE: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {f"{letter}{n + 1}": (s, n) for s, letter in enumerate("AB") for n in range(MOST_UNITS)}
)


# ------------------------------------------------------------------------------- terms of a match


class Options(Struct, frozen=True, omit_defaults=True):
    """What two players may agree on; each ruling of RULES.md names its key."""

    scenario: Id = "start_from_the_corners"
    size: Size = "skirmish"
    army: Literal["sealed", "open"] = "sealed"
    deployment: Literal["aggressor_first", "sealed", "alternating"] = "aggressor_first"  # A13
    rounds: Annotated[int, Meta(ge=0, le=12)] = 0  # A15; 0: as the scenario says
    disengage: Literal["free", "forbidden", "both_actions"] = "free"  # A1
    stop_scope: Literal["action", "activation"] = "action"  # A2
    allow_pause: bool = True  # A5
    wipeout: Literal["play_on", "end_of_round", "immediate"] = "play_on"  # A8
    tiebreak_wounds: bool = False  # A12
    max_units_per_zone: Annotated[int, Meta(ge=0, le=99)] = 0  # A14; 0: no limit
    wounds_reduce_dice: bool = False  # A16
    enforce_scenario_size: bool = False  # A17
    range_blocked: bool = False  # A18
    max_copies: Annotated[int, Meta(ge=0, le=99)] = 0  # A23; 0: no limit
    limited_defence: Literal["standing", "ask"] = "standing"  # A25
    free_prices: bool = False  # A28


class RoleRoll(Struct, frozen=True, omit_defaults=True):
    """R9: `dice` each; faces ≥ `need` count; more of them is the `winner` role."""

    dice: Annotated[int, Meta(ge=1, le=20)] = 5
    need: Annotated[int, Meta(ge=2, le=6)] = 4
    winner: Role = "aggressor"


class DeploymentZones(Struct, frozen=True):
    aggressor: tuple[Zone, ...]
    defender: tuple[Zone, ...]


class Scenario(Struct, frozen=True, omit_defaults=True):
    """R7: where the prizes are, who begins where, what is worth points, when the game ends.

    Also the form of an own scenario file.  `tiebreak` is asked in order (R16, R17): `level_total`,
    `units_left`, or the role that then wins; when it is used up the game is drawn.
    """

    id: Id
    rounds: Annotated[int, Meta(ge=1, le=12)]
    prizes: tuple[Zone, ...]
    deploy: DeploymentZones
    name: Text = ""
    sizes: tuple[Size, ...] = ("skirmish", "small", "medium", "large")
    role_roll: RoleRoll = RoleRoll()
    vp_prize_majority: Annotated[int, Meta(ge=0, le=100)] = 2
    vp_most_kills: Annotated[int, Meta(ge=0, le=100)] = 5
    tiebreak: tuple[Literal["level_total", "units_left", "aggressor", "defender"], ...] = (
        "level_total",
        "defender",
    )


# --------------------------------------------------------------------------- abilities and rosters


class Effect(Struct, frozen=True):
    kind: Kind
    value: Annotated[int, Meta(ge=1, le=30)]


class AbilityData(Struct, frozen=True, omit_defaults=True):
    """An ability as a roster file defines it; its id is its key there."""

    effects: tuple[Effect, ...]
    limit: Literal["none", "round", "game"] = "none"
    name: Text = ""


class Ability(Struct, frozen=True, omit_defaults=True):
    """A21: limit `none` is always on and never named; `round` and `game` are named when used (R36)."""

    id: str
    name: str
    effects: tuple[Effect, ...]
    limit: Literal["none", "round", "game"] = "none"


class LineData(Struct, frozen=True, omit_defaults=True):
    """A line of a roster file; `price` maps a number of models, written as a key, to points."""

    id: Id
    level: Annotated[int, Meta(ge=1, le=12)]
    price: dict[str, Annotated[int, Meta(ge=1, le=2000)]]
    name: Text = ""
    abilities: tuple[Id, ...] = ()
    max_per_500: Annotated[int, Meta(ge=0, le=99)] = 0


class RosterFile(Struct, frozen=True, omit_defaults=True):
    """An own roster: one faction, with abilities of its own if the known ones do not suffice."""

    id: Id
    unit: tuple[LineData, ...]
    name: Text = ""
    ability: dict[str, AbilityData] = msgspec.field(default_factory=dict)


class Price(Struct, frozen=True):
    models: int
    points: int


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of a roster (R3): what can be bought, at listed numbers of models only."""

    id: str
    name: str
    level: int
    prices: tuple[Price, ...]
    abilities: tuple[str, ...] = ()
    max_per_500: int = 0


class Faction(Struct, frozen=True):
    id: str
    name: str
    lines: tuple[Line, ...]


class Setup(Struct, frozen=True):
    """Everything that is fixed before the first die, armies apart."""

    options: Options
    scenario: Scenario
    abilities: tuple[Ability, ...]
    factions: tuple[Faction, ...]

    @property
    def rounds(self) -> int:
        """A15: the option where it is set, else the scenario."""
        return self.options.rounds or self.scenario.rounds


class Purchase(Struct, frozen=True, omit_defaults=True):
    """`count` units of a roster line with so many models each; `name` replaces the line's name."""

    line: str
    models: int
    count: Annotated[int, Meta(ge=1, le=MOST_UNITS)] = 1
    name: Text = ""


class Army(Struct, frozen=True, omit_defaults=True):
    """R1, R4: units of one faction.  They are numbered A1, A2, … (B1, …) in the order of this list."""

    faction: str
    unit: tuple[Purchase, ...]


# ------------------------------------------------------------------------------- units of a match


class Power(Struct, frozen=True, omit_defaults=True):
    """What abilities come to (A21); `roll` 0: no defence roll."""

    move: int = 1
    ignore_stop: bool = False
    range: int = 0
    dice: int = 0
    level_attack: int = 0
    level_defend: int = 0
    flat: int = 0
    roll: int = 0
    heal: int = 0
    extra: int = 0


class Profile(Struct, frozen=True, omit_defaults=True):
    """What is fixed about a unit of a match; `power` is what its unlimited abilities come to."""

    id: str
    side: Side
    name: str
    line: str
    level: int
    models: int
    points: int
    power: Power
    always: tuple[Ability, ...] = ()
    limited: tuple[Ability, ...] = ()

    @property
    def health(self) -> int:
        """R34."""
        return self.level * self.models


class Unit(Struct, frozen=True, omit_defaults=True):
    """What changes about a unit: `at` its zone (0: not on the field), `used` limited abilities that
    are spent, `acted` activated in this round, `gone` removed for good."""

    id: str
    at: int = 0
    wounds: int = 0
    acted: bool = False
    used: tuple[str, ...] = ()
    gone: bool = False


class Active(Struct, frozen=True, omit_defaults=True):
    """The unit that is being activated: actions `left`, `stopped` (A2), `done` when it holds."""

    unit: str
    left: int = 0
    stopped: bool = False
    done: bool = False


class Attack(Struct, frozen=True, omit_defaults=True):
    """An attack between its declaration and its wounds (R30 to R33): effective levels `a` and `t`, the
    least face that hits `need`, `faces` as rolled, abilities used in `defence`."""

    by: str
    target: str
    dice: int
    a: int
    t: int
    need: int
    use: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    defence: tuple[str, ...] = ()


Phase = Literal["roles", "deploy", "unseal", "activate", "strike", "defend", "parry", "over"]


class State(Struct, frozen=True, omit_defaults=True):
    """A position.  Pairs are a's and b's.

    `side` is whose turn it is (in `roles`: who rolls), `term` counts player-turns, `begun` the units
    activated in this one, `lone` that the other side had nothing left to activate when it began.
    `plan` marks a position that is only thought of, where the limit of three is not tested (A6).
    """

    setup: Setup
    profiles: tuple[tuple[Profile, ...], tuple[Profile, ...]]
    units: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    phase: Phase = "roles"
    side: Side = "a"
    roll: tuple[int, ...] = ()  # side a's dice for the roles, until b has rolled
    aggressor: Side | Literal[""] = ""
    round: int = 0
    term: int = 0
    first: Side = "a"
    begun: int = 0
    lone: bool = False
    active: Active | None = None
    attack: Attack | None = None
    kills: tuple[int, int] = (0, 0)
    scored: tuple[tuple[int, int], ...] = ()  # points by round
    winner: Side | Literal[""] = ""
    reason: str = ""
    plan: bool = False

    def on_field(self, s: int) -> Iterator[Unit]:
        """Units of side number `s` that stand in a zone."""
        return (unit for unit in self.units[s] if unit.at)

    def unit(self, name: str) -> Unit:
        """The unit of that id; it must be one of this match."""
        s, k = WHERE[name]
        return self.units[s][k]

    def profile(self, name: str) -> Profile:
        s, k = WHERE[name]
        return self.profiles[s][k]

    def with_unit(self, unit: Unit) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """The units with this one in its place."""
        s, k = WHERE[unit.id]
        row = self.units[s]
        row = (*row[:k], unit, *row[k + 1 :])
        return (row, self.units[1]) if s == 0 else (self.units[0], row)


_CHANGES: Final = (
    "roll", "aggressor", "round", "term", "first", "begun", "lone", "active", "attack", "kills", "scored",
    "winner", "reason",
)  # fmt: skip


def public(state: State) -> Data:
    """Everything that can change, for the turn file: phase and side always, the rest where it is not as
    at the start; `units` is an array of tables of those on the field, `gone` lists the removed."""
    changed: dict[str, Any] = {"phase": state.phase, "side": state.side}
    for name in _CHANGES:
        value = getattr(state, name)
        if value not in ("", 0, None, (), (0, 0)):
            changed[name] = value
    units = state.units[0] + state.units[1]
    changed["gone"] = [unit.id for unit in units if unit.gone]
    changed["units"] = [unit for unit in units if unit.at]
    data: Data = msgspec.json.decode(msgspec.json.encode(changed))
    return {key: value for key, value in data.items() if value != []}
