"""Where the cheats begin: a scene, and what an honest program would write next in it, as data."""

from typing import Any

from examples.toy import RULESET as FORD
from examples.toy import Ford
from examples.toy.state import FordOrder
from pbem.referee.advance import Lay
from pbem.ruleset import Side
from pbem.turnfile.canon import b64, plain
from tests.kit.cheat import Data, bare, item
from tests.kit.duel import Duel, Seat
from tests.kit.scene import END, Scene, attack, before_turn_2, begun, move, scenes

YES = {"pre": "yes", "own": "yes", "post": "yes"}


def to_decide(**options: Any) -> tuple[Scene, Data]:
    """b's file: it attacks twice and moves; nothing is known, nothing queued."""
    scene = begun(**options)
    scene.say("b", attack("B2", "A2"), attack("B3", "A3"), move("B4", 5), END)
    return scene, scene.draft().data


def to_roll(**options: Any) -> tuple[Scene, Data]:
    """a's file: it closes b's window, two attacks are rolled, then a decides."""
    scene, _ = to_decide(**options)
    scene.step()
    return scene, scene.draft().data


def to_lose_a_soldier() -> tuple[Scene, Data]:
    """a's file as in `to_roll`, in which A2 falls."""
    for scene in scenes(kill=2):
        scene.say("b", attack("B2", "A2"), attack("B3", "A3"), move("B4", 5), END)
        scene.step()
        data = scene.draft().data
        if item(data, "state.soldiers.A2.health") == 0:
            return scene, data
    raise AssertionError("A2 never falls")


def to_answer_a_ruse() -> tuple[Scene, Data]:
    """a's file: it closes b's window and answers whether it spends a ruse; b's orders are queued."""
    scene, _ = to_decide(hidden=100)
    scene.step()
    return scene, scene.draft().data


def to_do_a_duty() -> tuple[Scene, Data]:
    """a's turn 2: it closes window 1, and b is to move."""
    scene = next(before_turn_2("b"))
    return scene, scene.draft().data


def to_seal_a_choice() -> tuple[Scene, Data]:
    """a's turn 2: it closes window 1 and seals its deployment."""
    scene = next(before_turn_2("b", deploy="sealed"))
    return scene, scene.draft().data


def to_open_a_choice() -> tuple[Scene, Data]:
    """a's turn 4: it opens its deployment; b's is public."""
    scene = begun("b", deploy="sealed")
    scene.step()
    return scene, scene.draft().data


def to_open_an_army() -> tuple[Scene, Data]:
    """a's turn 2: it opens its army; b's is public."""
    scene = next(before_turn_2("b", sealed_army=True))
    return scene, scene.draft().data


def to_open_standing(orders: Data | None = None, rules: Ford | None = None) -> tuple[Scene, Data]:
    """a's file: b attacks, a's sealed standing orders are in force and have to be opened."""
    scene = begun(pre=100).say("b", move("B2", 5), END)
    scene.step()
    scene.say("a", move("A2", 5), END)
    lay = Lay(orders=orders or YES, sealed=True)
    if rules is None:
        scene.step(lay=lay)
    else:
        honest, scene.rules = scene.rules, rules
        draft = scene.draft(lay=lay)
        scene.rules = honest
        scene.take(draft)
    scene.say("b", attack("B3", "A3"), END)
    scene.step()
    return scene, head(scene) if rules else scene.draft().data


def to_answer() -> tuple[Scene, Data]:
    """b's turn 1."""
    scene = Scene()
    return scene, scene.draft().data


def to_challenge(**options: Any) -> tuple[Scene, Data]:
    """a's turn 0."""
    scene = Scene(**options)
    return scene, bare(scene.files[0])


def head(scene: Scene) -> Data:
    """The head of the next file with the share that it owes, and nothing else."""
    match = scene.match
    data: Data = {
        "format": "pbem/1",
        "match": match.id,
        "turn": match.turn,
        "author": match.to,
        "parent": match.head,
        "game": match.game,
        "rules": match.rules,
        "writer": "cheat",
    }
    if match.window is not None and not match.window.live:
        data["chance"] = {"close": share(scene, match.to, match.window.k)}
    return data


def share(scene: Duel, side: Side, k: int) -> str:
    return b64(scene.seats[side].secrets.share(k))


def stranger(scene: Scene) -> Side:
    """A third person with a key of his own, as a seat of the scene."""
    scene.seats["x"] = Seat("b", "stranger", scene.seats["b"].bot)
    return "x"  # type: ignore[return-value]


def rows(*orders: FordOrder) -> list[Data]:
    return [plain(order) for order in orders]


def a_seal(scene: Scene, side: Side, what: str, value: Data) -> Data:
    return plain(scene.seats[side].secrets.seal(what, b"\x07" * 32, value))


class Lenient(Ford):
    """The rules as a cheater's program has them: it finds fault with nothing that he lays."""

    def standing(self, setup: Any, data: Data) -> tuple[Any, tuple[Any, ...]]:
        return FORD.standing_type(**data), ()
