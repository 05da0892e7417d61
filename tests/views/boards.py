"""Positions made by hand, for the drawings: no game stands behind them."""

from pbem.board import Area, Badge, Board, Card, Dice, Frame, Line, Piece, Place, Score, Trace, Tray

PRIZES = {6: "a", 11: "", 14: "a", 19: "b"}


def unit(
    uid: str,
    name: str,
    place: int,
    track: tuple[int, int],
    *,
    size: tuple[int, int] = (1, 1),
    about: str = "",
    flags: tuple[str, ...] = (),
) -> Piece:
    """`size` is its level and its number of models."""
    return Piece(
        id=uid,
        side="a" if uid[0] == "A" else "b",
        form="chip",
        label=name,
        place=str(place),
        track=track,
        badges=(Badge("level", str(size[0])), Badge("models", str(size[1]))),
        flags=flags,
        about=about,
    )


def zones() -> Board:
    """Four by six zones, eleven units, five of them in zone 11."""
    places = []
    for zone in range(1, 25):
        deploy = ("deploy:a",) * (zone in (1, 5, 17, 21)) + ("deploy:b",) * (zone in (4, 8, 20, 24))
        prize = (Badge("prize", "2 VP", PRIZES[zone]),) if zone in PRIZES else ()
        roles = (("special",) if prize else ()) + deploy
        places.append(Place(str(zone), (zone - 1) % 4, (zone - 1) // 4, "", roles, prize))
    pieces = (
        unit("A1", "Skitterlings", 6, (7, 12), size=(1, 12), about="swarm: +2 dice"),
        unit(
            "A2",
            "Shellbacks",
            11,
            (3, 10),
            size=(2, 5),
            about="thick shell: stops a wound on 5+",
            flags=("spent",),
        ),
        unit("A3", "Spitter Polyps", 10, (12, 12), size=(2, 6), about="range 2"),
        unit("A4", "Reef Stalkers", 14, (6, 6), size=(3, 2), about="slip between: moves through enemies"),
        unit(
            "A7",
            "Mother Fathom",
            11,
            (4, 6),
            size=(6, 1),
            about="once a round: ancient hide, stops 3 hits; move 2",
        ),
        unit("A9", "Brine Priests", 11, (0, 4), size=(2, 2), about="heals 2", flags=("gone",)),
        unit("B1", "Militia", 7, (11, 15), size=(1, 15)),
        unit(
            "B2", "Pike Wardens", 12, (17, 20), size=(2, 10), about="level +1 when attacked", flags=("spent",)
        ),
        unit("B3", "Sling Company", 11, (10, 10), size=(1, 10), about="range 1"),
        unit(
            "B5",
            "Lantern Knights",
            11,
            (6, 8),
            size=(4, 2),
            about="move 3; lance: +3 dice once a round",
            flags=("spent",),
        ),
        unit("B6", "Chirurgeons", 11, (4, 4), size=(2, 2), about="heals 2"),
        unit("B8", "Beacon Marshal", 19, (5, 6), size=(6, 1), about="command: +1 level in its zone"),
    )
    return Board(
        frame=Frame("grid", 4, 6),
        headline="round 3 of 4",
        scores=(
            Score("a", 11, "VP", "5 units, prizes 6 and 14", (2, 9)),
            Score("b", 9, "VP", "6 units, prize 19", (7, 2)),
        ),
        places=tuple(places),
        pieces=pieces,
        traces=(
            Trace("move", "b", ("7", "11")),
            Trace("shot", "b", ("11", "11"), hit=True),
            Trace("ghost", "a", ("11",)),
        ),
        key=("every prize is worth 2 VP at the end of a round to whoever has more units in its zone",),
    )


def squares() -> Board:
    """Eight by eight squares with axis labels, obstacles, and hands of cards."""
    hills = {(2, 1): "hill", (5, 6): "hill", (4, 3): "crag"}
    places = tuple(
        Place(
            f"{'abcdefgh'[col]}{8 - row}",
            col,
            row,
            roles=(f"obstacle:{hills[col, row]}",) if (col, row) in hills else (),
        )
        for row in range(8)
        for col in range(8)
    )
    rows = (
        ("A1", "Gojulas", "Goj", "c2", (6, 8), ("spent",)),
        ("A2", "Pteras", "Pte", "e4", (2, 2), ()),
        ("A3", "Command Wolf", "CWf", "f2", (3, 4), ()),
        ("B1", "Iron Kong", "IKo", "d7", (7, 7), ()),
        ("B2", "Redler", "Red", "e5", (1, 2), ()),
        ("B3", "Zaber Fang", "ZaF", "g6", (0, 4), ("gone",)),
    )
    pieces = tuple(
        Piece(uid, "a" if uid[0] == "A" else "b", "token", name, short, place=at, track=track, flags=flags)
        for uid, name, short, at, track, flags in rows
    )
    return Board(
        frame=Frame("grid", 8, 8, columns=tuple("abcdefgh"), lines=tuple("87654321")),
        headline="turn 12, Blue attacks",
        scores=(Score("a", 38, "points", "3 left"), Score("b", 41, "points", "2 left")),
        places=places,
        pieces=pieces,
        trays=(
            Tray(
                "hand", "a", (Card("Missiles", corners=("range 3", "A1")), Card("Dodge"), Card("Battle Plan"))
            ),
            Tray("hand", "b", count=4),
            Tray("deck", count=31),
        ),
    )


def table() -> Board:
    """Open ground of 48 by 36 inches with terrain and three units, one of them wounded."""

    def block(uid: str, name: str, at: tuple[int, int], facing: int, track: tuple[int, int]) -> Piece:
        (x, y), (left, _) = at, track
        centres = tuple((x + 102 * (i % 4) - 153, y - 102 * (i // 4)) for i in range(left))
        return Piece(
            uid, uid[0].lower(), "block", name, x=x, y=y, facing=facing, track=track,
            models=centres, radius=49, badges=(Badge("fatigue", "1"),) if uid == "A1" else (),
        )  # fmt: skip

    return Board(
        frame=Frame("plane", 4800, 3600, "1/100 in", columns=("0", "12", "24", "36", "48")),
        headline="turn 3 of 6",
        scores=(Score("a", 7, "points"), Score("b", 4, "points")),
        areas=(
            Area(((600, 2400), (1500, 2900), (1900, 2300), (1300, 1800)), "wood", "Crow Wood"),
            Area(((3000, 1200), (3900, 1500), (4200, 900), (3300, 600)), "hill", "Gibbet Hill"),
            Area(((2200, 400), (2700, 700), (2700, 100)), "marsh"),
            Area(((2600, 2400), (3600, 2600)), "wall"),
        ),
        pieces=(
            block("A1", "Hearthguards", (1400, 900), 0, (8, 8)),
            block("A2", "Levies", (2100, 1000), 45, (9, 12)),
            block("B1", "Warriors", (1900, 1700), 180, (7, 8)),
            block("B2", "Riders", (3500, 3000), 225, (8, 8)),
        ),
    )


def tale() -> list[Line]:
    """A turn with everything that a story can hold."""
    return [
        Line("Round 3", tone="strong"),
        Line("pike wardens B2 move 16 → 12 and stand", "b"),
        Line(
            "bombard crew B6 in 5 fires at shellbacks A2 in 6, range 1, bombard: 2×3+6 = 12 dice, "
            "as level 4 against 2",
            "b",
            Dice((1, 4, 5, 2, 6, 3, 1, 5, 2, 3, 6, 4), 4, "4+ hits", cancelled=1),
        ),
        Line("shellbacks A2: thick shell", "a", Dice((2, 3, 5, 1, 4, 3), 5, "5+ stops a hit"), depth=1),
        Line("5 wounds, 5 of 10 left", "a", depth=1),
        Line("slings B5 hold", "b"),
        Line(
            "skitterlings A1 attack slings B5", "a", Dice(tuple(1 + i % 6 for i in range(40)), 5, "5+ hits")
        ),
        Line("slings B5 are removed", "b", depth=1, tone="strong"),
        Line("holds: B5 has fallen", "a", tone="quiet"),
        Line("The game is over: Blue 11, Red 9", tone="strong"),
    ]
