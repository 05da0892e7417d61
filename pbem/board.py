"""The vocabulary of pictures and stories: what a game hands to whoever draws or prints it.

A game gives shapes with roles from closed lists; the views own colours, sizes and type.  All numbers
are integers in the game's own units (cells, or hundredths of an inch).  A viewer draws a role that it
does not know as `plain`, with its label.
"""

from typing import Literal

import msgspec

Tone = Literal["plain", "a", "b", "strong", "quiet"]


class Frame(msgspec.Struct, frozen=True):
    """Ground of the picture: a `grid` of cols × rows cells, or a `plane` of w × h units.  On a plane, and
    on a grid with axis labels, side a's edge is the bottom (y = 0) and side b's the top."""

    kind: Literal["grid", "plane"]
    cols: int
    rows: int
    unit: str = ""  # what one unit is called ("1/100 in")
    columns: tuple[str, ...] = ()  # axis labels, left to right
    lines: tuple[str, ...] = ()  # axis labels, top to bottom


class Badge(msgspec.Struct, frozen=True):
    """A small mark: role prize, level, models, elite or fatigue; `side` owns it; `text` is printed."""

    role: str
    text: str = ""
    side: str = ""


class Place(msgspec.Struct, frozen=True):
    """A cell: `id` ("14"), position (col from the left, row from the top), label, roles
    (`special`, `deploy:a`, `obstacle:hill`), badges."""

    id: str
    col: int
    row: int
    label: str = ""
    roles: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()


class Area(msgspec.Struct, frozen=True):
    """Terrain on a plane: polygon or line through `points`; texture wood, hill, marsh, wall, plain."""

    points: tuple[tuple[int, int], ...]
    texture: str
    label: str = ""


class Piece(msgspec.Struct, frozen=True):
    """A unit: form `chip`, `token` or `block`; in the cell `place` or at x, y with facing (degrees).

    `track` is what is left and what was there at first (Health, Hits); `flags` are `spent` (has
    acted) and `gone`; blocks give model centres `models` and base `radius`.
    """

    id: str
    side: str
    form: Literal["chip", "token", "block"]
    label: str
    short: str = ""
    glyph: str = ""
    place: str = ""
    x: int = 0
    y: int = 0
    facing: int = 0
    track: tuple[int, int] = (0, 0)
    badges: tuple[Badge, ...] = ()
    flags: tuple[str, ...] = ()
    models: tuple[tuple[int, int], ...] = ()
    radius: int = 0
    about: str = ""  # one line for lists and hovers: abilities and the like; on a plane, where it stands


class Trace(msgspec.Struct, frozen=True):
    """Something that happened: a `move` through points, a `shot`, a `ghost` where something fell.
    Points are cells ("14") or "x,y".  `words` say it for those who do not see the picture ("A3 moved
    6 in to (18, 9)"); where there are none, cells are named, and open ground is passed over."""

    kind: Literal["move", "shot", "ghost"]
    side: str
    points: tuple[str, ...]
    hit: bool = False
    words: str = ""


class Card(msgspec.Struct, frozen=True):
    name: str
    icon: str = "plain"
    corners: tuple[str, ...] = ()


class Tray(msgspec.Struct, frozen=True):
    """Things beside the board: a hand of cards, or a mere count."""

    title: str
    side: str = ""
    cards: tuple[Card, ...] = ()
    count: int = 0


class Score(msgspec.Struct, frozen=True):
    """One side in the score strip: points, the word for them, one line of state, points by round."""

    side: str
    points: int
    word: str
    line: str = ""
    rounds: tuple[int, ...] = ()


class Ring(msgspec.Struct, frozen=True):
    """All ground within `distance` of the bases of a unit: a range, or how far it may go."""

    unit: str
    label: str
    distance: int


class Way(msgspec.Struct, frozen=True):
    """As far as one may go straight in one direction: the place, what the longest walk to it measures,
    how much of that is allowed there, and what forbids to go on ("": nothing but that)."""

    to: tuple[int, int]
    used: int
    allow: int
    reason: str = ""


class Stance(msgspec.Struct, frozen=True):
    """A shape in which a unit may arrive: `toml` is the order with {x} and {y} for the middle of its
    front, `start` where that is now, `turn` what it costs to take the shape there, `models` are offsets,
    and `ways` go round the compass in equal steps from north."""

    label: str
    toml: str
    start: tuple[int, int]
    turn: int
    models: tuple[tuple[int, int], ...]
    ways: tuple[Way, ...]


class Aim(msgspec.Struct, frozen=True):
    """What may be done to an enemy within `distance` between bases; {unit} stands for the enemy."""

    label: str
    distance: int
    toml: str


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit on open ground may do: rings around it; and where it is free to act now, aims, stances,
    the number of actions that it has left, and `most`, how far each may lead over clear ground.  Places
    that are dragged to are multiples of `snap`; `radius` is that of a base."""

    unit: str
    rings: tuple[Ring, ...] = ()
    aims: tuple[Aim, ...] = ()
    stances: tuple[Stance, ...] = ()
    actions: int = 0
    most: int = 0
    snap: int = 1
    radius: int = 0


class Board(msgspec.Struct, frozen=True):
    """A whole position."""

    frame: Frame
    headline: str
    scores: tuple[Score, ...]
    places: tuple[Place, ...] = ()
    areas: tuple[Area, ...] = ()
    pieces: tuple[Piece, ...] = ()
    traces: tuple[Trace, ...] = ()
    trays: tuple[Tray, ...] = ()
    key: tuple[str, ...] = ()  # what the signs mean, for a legend
    rings: tuple[Ring, ...] = ()  # drawn where somebody asks for them


class Dice(msgspec.Struct, frozen=True):
    """A row of dice in the story: faces as rolled; success is a face ≥ `need` (0: no such thing).
    `label` says what was needed ("4+ hits"); `cancelled` of the successes were undone."""

    faces: tuple[int, ...]
    need: int = 0
    label: str = ""
    sides: int = 6
    cancelled: int = 0


class Line(msgspec.Struct, frozen=True):
    """One line of the story.  `side` is who did it ("" nobody); `dice` stand under it;
    `depth` 1 belongs to the line above; `tone` strong for removals, points and the result."""

    text: str
    side: str = ""
    dice: Dice | None = None
    depth: int = 0
    tone: Tone = "plain"
