"""Positions for tests: units of any Level and size, wherever they are wanted, and hand-made dice."""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.games.zipwarz import RULESET as RULES
from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.abilities import combine
from pbem.games.zipwarz.state import Ability, Effect, Options, Power, Profile, Setup, State, Unit
from pbem.ruleset import Decide, Event, React, Roll

ORDER = Order
ROOT = Path(__file__).parents[3]


def able(name: str, *effects: tuple[str, int], limit: str = "none") -> Ability:
    """An ability: able("slings", ("range", 1))."""
    made = tuple(Effect(kind=kind, value=value) for kind, value in effects)  # type: ignore[arg-type]
    return Ability(id=name.replace(" ", "_"), name=name, effects=made, limit=limit)  # type: ignore[arg-type]


def unit(
    level: int = 1, models: int = 5, at: int = 1, *abilities: Ability, name: str = "", **dynamic: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A unit for `position`: Level, models, zone, abilities; `wounds`, `acted`, `used`, `gone`."""
    always = tuple(a for a in abilities if a.limit == "none")
    fixed = {
        "name": name or f"level {level} unit",
        "line": "unit",
        "level": level,
        "models": models,
        "points": 5 * level * models,
        "power": combine(Power(), always),
        "always": always,
        "limited": tuple(a for a in abilities if a.limit != "none"),
    }
    return fixed, {"at": at, **dynamic}


def setup(**options: Any) -> Setup:
    made, problems = RULES.setup(options, {})
    assert problems == ()
    assert isinstance(made, Setup)
    return made


def position(
    a: Sequence[Any], b: Sequence[Any], *, options: dict[str, Any] | None = None, **state: Any
) -> State:
    """A position in the middle of a game, side a to activate, a the Aggressor, in round 1."""
    terms = msgspec.structs.replace(setup(), options=Options(**(options or {})))
    profiles, units = [], []
    for letter, side, rows in (("A", "a", a), ("B", "b", b)):
        ids = [f"{letter}{n}" for n in range(1, len(rows) + 1)]
        profiles.append(
            tuple(Profile(id=i, side=side, **fixed) for i, (fixed, _) in zip(ids, rows, strict=True))
        )
        units.append(tuple(Unit(id=i, **moving) for i, (_, moving) in zip(ids, rows, strict=True)))
    known = {ability.id: ability for row in profiles for p in row for ability in (*p.always, *p.limited)}
    terms = msgspec.structs.replace(terms, abilities=tuple(known.values()))
    facts: dict[str, Any] = {"phase": "activate", "aggressor": "a", "round": 1, "term": 1, **state}
    return State(setup=terms, profiles=tuple(profiles), units=tuple(units), **facts)


def open_game(**options: Any) -> State:
    """The first position, with the ready armies: Brood for Blue, Guard for Red."""
    terms = setup(**options)
    ready = RULES.ready_armies(terms)
    armies = [RULES.army(terms, ready[name])[0] for name in ("tidewrack_brood", "lantern_guard")]
    state = RULES.start(terms, (armies[0], armies[1]))
    assert isinstance(state, State)
    return state


def example(name: str) -> dict[str, Any]:
    """A TOML file of the folder of examples."""
    return tomllib.loads((ROOT / "examples" / name).read_text("utf-8"))


def matched(**options: Any) -> tuple[Setup, tuple[Any, Any]]:
    """Terms and armies of a match in which every kind of ability occurs: the Moss Court against the Brood."""
    made, problems = RULES.setup(options, {"roster": [example("rosters/zipwarz-moss-court.toml")]})
    assert problems == ()
    moss, problems = RULES.army(made, example("armies/zipwarz-moss-court.toml"))
    assert problems == ()
    brood, problems = RULES.army(made, RULES.ready_armies(made)["tidewrack_brood"])
    assert problems == ()
    return made, (moss, brood)


def move(unit: str, *path: int, **more: Any) -> Order:
    return Order(unit=unit, move=path, **more)


def attack(unit: str, target: str, *use: str, **more: Any) -> Order:
    return Order(unit=unit, attack=target, use=use, **more)


def hold(unit: str, **more: Any) -> Order:
    return Order(unit=unit, hold=True, **more)


end = Order(end=True)


def run(
    state: State, orders: Iterable[Order] = (), dice: Iterable[Sequence[int]] = (), answer: Any = None
) -> tuple[State, list[Event]]:
    """Run orders as the referee does, with these dice, until something else is wanted.

    Orders need not pass `check`: what is impossible goes to its alternatives and then to `downgrade`.
    `answer` is given to a reaction (None: stop there).
    """
    queue, rolls, told = list(orders), [tuple(faces) for faces in dice], []
    first = RULES.want(state)
    while (want := RULES.want(state)) is not None:
        if isinstance(want, Roll):
            if not rolls:
                break
            faces = rolls.pop(0)
            assert len(faces) == want.count, f"{want.count} dice are wanted for: {want.why}"
            step = RULES.apply(state, faces)
        elif isinstance(want, React):
            if answer is None:
                break
            step = RULES.apply(state, answer)
        elif isinstance(want, Decide) and queue and want == first:
            order = queue.pop(0)
            branches = [b for b in (order, *order.else_) if not RULES.faults(state, b)]
            step = RULES.apply(state, branches[0]) if branches else RULES.downgrade(state, order)
            if order.pause:
                queue = []
        else:
            break
        state = step.state
        told += step.events
    assert not rolls, f"dice that nobody asked for: {rolls}"
    return state, told


def messages(problems: Iterable[Any]) -> list[str]:
    return [f"{p.path}: {p.message}" for p in problems]
