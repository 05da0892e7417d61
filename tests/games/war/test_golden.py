"""The 65 golden examples of the geometry, exactly to the hundredth."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.games.war.geometry.aftermath import casualties, friends_near, retreat
from pbem.games.war.geometry.block import block
from pbem.games.war.geometry.charge import charge, charge_line
from pbem.games.war.geometry.field import Body, Field
from pbem.games.war.geometry.moves import Formation, cut_move, deploy, move
from pbem.games.war.geometry.predicates import Piece, piece
from pbem.games.war.geometry.sight import covered, in_cover, in_range, los, obstacle_defence

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text())


def points(data: Any) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in data)


def terrain(data: Any) -> tuple[Piece, ...]:
    return tuple(piece(d["name"], d["kind"], points(d["pts"]), tuple(d["flags"])) for d in data)


def body(data: Any) -> Body:
    owner = "ab"[data["owner"] - 1]
    return Body(data["id"], owner, 75 if data["mounted"] else 50, points(data["pos"]))


def formation(order: Any) -> Formation:
    via = points(order.get("via", ()))
    return Formation(tuple(order["to"]), order["facing"], order["files"], via)


def answer(example: Any) -> Any:
    """What this geometry makes of an example, in the form of the examples."""
    args, call = example["args"], example["call"]
    if call == "block":
        return block(args["n"], args["files"], args["facing"], tuple(args["to"]), args["r"])
    field = Field(4800, 3600, tuple(map(body, example["units"])), terrain(example.get("terrain", ())))
    mounted = {data["id"]: data["mounted"] for data in example["units"]}

    def allow(name: str) -> tuple[int, int]:
        return (1200, 600) if mounted[name] else (600, 400)

    match call:
        case "move":
            done = move(field, field.body(args["unit"]), formation(args["order"]), allow(args["unit"]))
            return {
                "ok": not done.reason,
                "reason": done.reason or None,
                "used": done.used,
                "difficult": done.difficult,
                "allow": done.allow,
                "pos": done.pos,
            }
        case "cut_move":
            done = cut_move(field, field.body(args["unit"]), formation(args["order"]), tuple(args["allow"]))
            return {
                "ok": True,
                "centre": done.centre,
                "used": done.used,
                "difficult": done.difficult,
                "pos": done.pos,
            }
        case "deploy":
            unit = field.body(args["unit"])
            zone = (0, 1200) if unit.owner == "a" else (2400, 3600)
            reason, pos = deploy(field, unit, formation(args["order"]), zone)
            return [reason or None, pos]
        case "in_range":
            return in_range(field.body(args["unit"]), field.body(args["target"]), args["range"])
        case "los":
            seen = los(field, field.body(args["unit"]), field.body(args["target"]))
            return [True, seen.by, seen.of] if seen.seen else [False, None, None]
        case "cover":
            two = field.body(args["unit"]), field.body(args["target"])
            return [in_cover(field, *two), covered(field, *two)]
        case "obstacle_defence":
            return obstacle_defence(field, field.body(args["unit"]), field.body(args["target"]))
        case "charge":
            return charged(field, args, allow(args["unit"]))
        case "casualties":
            return casualties(field.body(args["unit"]), field.body(args["enemy"]), args["n"])
        case "retreat":
            done = retreat(field, field.body(args["loser"]), field.body(args["winner"]), (-1, 1), None)
            return {
                "loser_shift": done.shift,
                "vector": done.vector,
                "loser": done.loser,
                "winner_shift": done.winner_shift,
                "winner": done.winner,
                "locked": done.locked,
            }
        case "wipeout_friends":
            return friends_near(field, field.body(args["dead"]))
    raise AssertionError(call)


def charged(field: Field, args: Any, allow: tuple[int, int]) -> Any:
    unit, foe = field.body(args["unit"]), field.body(args["target"])
    if args.get("halved"):
        allow = (allow[0] // 2, allow[1] // 2)
    line = charge_line(field, unit, foe, allow)
    said = {
        "ok": not line.reason,
        "reason": line.reason or None,
        "pair": line.pair,
        "difficult": line.difficult,
        "allow": line.allow,
    }
    if line.reason:
        return said
    done = charge(field, unit, foe, line.allow)
    return said | {
        "att_contact_before_pile_in": done.first,
        "att": done.attackers,
        "tgt": done.targets,
        "att_contact": done.attackers_in_contact,
        "tgt_contact": done.targets_in_contact,
    }


def test_there_are_65() -> None:
    assert [example["id"] for example in GOLDEN] == [f"G{i:02}" for i in range(1, 66)]


@pytest.mark.parametrize("example", GOLDEN, ids=lambda example: example["id"])
def test_golden(example: Any) -> None:
    assert json.loads(json.dumps(answer(example))) == example["out"], example["name"]
