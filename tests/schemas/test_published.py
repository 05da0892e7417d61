"""The published schemas: fresh, sound, and of one mind with the typed reader.

python -m tests.schemas.test_published       writes schemas/ anew
"""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from pbem import games
from pbem.desk.inputs import faults, schema_of
from pbem.desk.schemas import published
from pbem.turnfile.model import Notice, Turn
from pbem.turnfile.read import parse
from tests.kit.duel import Duel

ROOT = Path(__file__).parents[2] / "schemas"
SCHEMAS = published()


def text_of(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=True, sort_keys=True) + "\n"


def types() -> dict[str, type[Any]]:
    found: dict[str, type[Any]] = {"turn": Turn, "notice": Notice}
    for name in games.NAMES:
        rules = games.find(name)
        assert rules is not None
        kinds = {"order": rules.order_type, "army": rules.army_type, "options": rules.options_type}
        kinds |= {"standing": rules.standing_type, **rules.material_types}
        found |= {f"{name}.{kind}": struct for kind, struct in kinds.items()}
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_file_is_fresh_and_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    path = ROOT / f"{name}.schema.json"
    assert path.exists(), "python -m tests.schemas.test_published writes it"
    assert path.read_text() == text_of(SCHEMAS[name]), "python -m tests.schemas.test_published writes it anew"


def test_nothing_stale_is_left() -> None:
    assert {path.name for path in ROOT.iterdir()} == {f"{name}.schema.json" for name in SCHEMAS}


@pytest.mark.parametrize("name", SCHEMAS)
def test_patterns_mean_the_same_everywhere(name: str) -> None:
    """`\\Z`, `(?P<` and the like are Python's alone."""
    patterns = [value for key, value in leaves(SCHEMAS[name]) if key == "pattern"]
    assert not [p for p in patterns if "\\Z" in p or "\\A" in p or "(?P" in p]


def leaves(data: Any, key: str = "") -> list[tuple[str, Any]]:
    if isinstance(data, dict):
        return [leaf for name, value in data.items() for leaf in leaves(value, name)]
    if isinstance(data, list):
        return [leaf for value in data for leaf in leaves(value, key)]
    return [(key, data)]


def samples() -> dict[str, list[dict[str, Any]]]:
    """Valid documents of every type, from a match and from what comes with the games."""
    from pbem.bots import random_bot

    found: dict[str, list[dict[str, Any]]] = {name: [] for name in types()}
    for name in games.NAMES:
        rules = games.find(name)
        assert rules is not None
        duel = Duel(rules, (random_bot.decide, random_bot.decide), seed="schemas")
        while not duel.over and len(duel.files) < 60:
            duel.step()
        turns = [parse(text) for text in duel.files]
        found["turn"] += turns
        found["notice"].append(duel.notice("a", {"kind": "draw"}, message=["well?"]).data)
        found["notice"].append(duel.notice("b", {"kind": "takeback", "to": 3}).data)
        rows = [
            order for turn in turns for decision in turn.get("decisions", []) for order in decision["orders"]
        ]
        found[f"{name}.order"] += rows
        setup, _ = rules.setup({}, {})
        found[f"{name}.army"] += [dict(army) for army in rules.ready_armies(setup).values()]
        found[f"{name}.options"] += [{}, msgspec.to_builtins(rules.options_type())]
        found[f"{name}.standing"].append(msgspec.to_builtins(rules.default_standing(setup)))
        for kind in rules.material_types:
            folder = {"roster": "rosters", "scenario": "scenarios", "map": "maps"}.get(kind, kind)
            for path in (ROOT.parent / "examples" / folder).glob(f"{name}-*.toml"):
                import tomllib

                found[f"{name}.{kind}"].append(tomllib.loads(path.read_text()))
    return {name: json.loads(json.dumps(rows)) for name, rows in found.items()}


SAMPLES = samples()


@pytest.mark.parametrize("name", types())
def test_there_are_valid_samples_of_each(name: str) -> None:
    assert SAMPLES[name]
    for data in SAMPLES[name]:
        assert faults(data, types()[name]) == []


def rows_of(value: Any) -> list[tuple[Any, Any]]:
    """Keys or numbers with what stands under them; nothing for a scalar."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def spoiled(data: Any, rng: Random) -> Any:
    """A document with one thing changed, added, taken away or swapped."""
    data = copy.deepcopy(data)
    spots: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        rows = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, item in rows:
            spots.append((value, key))
            walk(item)

    walk(data)
    if not spots or rng.random() < 0.1:
        data["extra_key"] = 1
        return data
    holder, key = rng.choice(spots)
    old = holder[key]
    change = rng.randrange(7)
    if change == 0:
        del holder[key]
    elif change == 1 and isinstance(holder, dict):
        holder["unknown"] = old
    elif change == 2 and isinstance(old, str):
        holder[key] = rng.choice([old + "\n", old[:-1], old + "x", "", old.upper()])
    elif change == 3 and isinstance(old, int) and not isinstance(old, bool):
        holder[key] = rng.choice([-1, old + 1, 10**9, -(10**9), not old])
    else:
        holder[key] = rng.choice([None, 1, "x", True, [], {}, [1], ["x"], {"a": 1}, [{}]])
    return data


@pytest.mark.parametrize("name", types())
def test_schema_and_typed_reader_agree_on_generated_documents(name: str) -> None:
    """Ten thousand documents over all types: both accept, or both refuse."""
    rng, kind = Random(f"agree {name}"), types()[name]
    validator = Draft202012Validator(schema_of(kind))
    verdicts = {True: 0, False: 0}
    rounds = -(-10_000 // len(types()))
    for _ in range(rounds):
        data = spoiled(rng.choice(SAMPLES[name]), rng) if rng.random() < 0.9 else rng.choice(SAMPLES[name])
        try:
            msgspec.convert(data, kind)
            typed = True
        except msgspec.ValidationError:
            typed = False
        assert validator.is_valid(data) == typed, data
        verdicts[typed] += 1
    assert min(verdicts.values()) > rounds // 50, verdicts


@pytest.mark.parametrize("name", [name for name in types() if "." in name])
def test_a_float_is_no_integer(name: str) -> None:
    """JSON Schema takes 3.0 for an integer; the typed reader has the last word."""
    for data in SAMPLES[name]:
        for holder, key in integers(data):
            changed = holder[key]
            holder[key] = float(changed)
            assert faults(data, types()[name])
            holder[key] = changed
            return


def integers(data: Any) -> list[tuple[Any, Any]]:
    found = []
    for key, item in rows_of(data):
        found += [(data, key)] if type(item) is int else integers(item)
    return found


if __name__ == "__main__":
    ROOT.mkdir(exist_ok=True)
    for old in ROOT.glob("*.json"):
        old.unlink()
    for name, schema in SCHEMAS.items():
        (ROOT / f"{name}.schema.json").write_text(text_of(schema))
