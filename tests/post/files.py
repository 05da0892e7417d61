"""Turn files of every game, with words in them that mail programs like to change."""

from pathlib import Path

from pbem import games
from pbem.desk import clerk, matchfolder
from pbem.turnfile.seal import Sheet
from tests.kit.desks import Pair

NAMES = ("toy", *games.NAMES)
MESSAGES = (
    "From the ford we advance",
    "> not quoted, & “quoted” — 5 × 3 &amp; &quot; =3D = é ü 🏰",
    "two  blanks,   three, and one at the end ",
    ".\n.dot\n\n\tFrom here\n-----\n# -----END PBEM TURN-----\nhttps://example.org/?a=b&c=d=\n",
    'unit = "A1" # no; \\ \\n \u00a0 \u200b \ufeff',
)
_MADE: dict[str, tuple[str, ...]] = {}


def turn_files(name: str, root: Path, count: int = 8) -> tuple[str, ...]:
    """The first turn files of a match, as they are sent; made once for all tests."""
    if name not in _MADE:
        rules = games.find(name)
        assert rules is not None
        pair = Pair(root / f"made-{name}", rules, "mangled").open()
        for number in range(2, count):
            player = pair.to
            table = player.table()
            message = MESSAGES[number % len(MESSAGES)]
            plan = clerk.prepare(
                player.desk, player.identity, table, pair.decide(player, table), message=message
            )
            assert isinstance(plan, clerk.Plan)
            written, _ = clerk.commit(player.desk, player.identity, plan)
            pair.mail(written.path, pair["b" if player.side == "a" else "a"])
        _MADE[name] = tuple(path.read_text() for path in sorted(pair["a"].folder.glob("turn??.toml")))
    return _MADE[name]


def sheet_of(text: str) -> Sheet:
    return matchfolder.sheets_of(text.encode())[0]
