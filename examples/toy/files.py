"""The files that people write for the ford: options, army, standing orders, orders.

Nothing here judges an order by the rules (that is `orders`); it reads data strictly, gathers every
problem with its path, and writes the same forms again.
"""

import difflib
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from examples.toy import orders as o
from examples.toy import play
from examples.toy.state import ARMS, NAME, Army, FordOrder, Options, Setup, Standing, State, dice_words
from pbem.ruleset import Data, Decide, Order, Problem, Promise, React, Ruleset, Understood

T = TypeVar("T", bound=msgspec.Struct)

READY_ARMIES: dict[str, Data] = {
    "mixed": {"pikes": 3, "bows": 3},
    "pike wall": {"pikes": 5, "bows": 0},
    "archers": {"pikes": 1, "bows": 6},
}

SCHEMA: Data = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "orders for the skirmish at the ford",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "activate": {"type": "array", "items": {"$ref": "#/$defs/order"}},
        "end": {"type": "boolean", "description": "false: control comes back to me after the orders"},
        "turn": {"type": "array", "items": {"type": "object"}},
        "message": {"type": "string"},
        "standing": {"type": "object"},
        "deploy": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 9}},
        "react": {"type": "array", "items": {"$ref": "#/$defs/answer"}},
        "mid": {"$ref": "#/$defs/answer"},
    },
    "$defs": {
        "order": {
            "type": "object",
            "additionalProperties": False,
            "required": ["unit"],
            "properties": {
                "unit": {"type": "string"},
                "move": {"type": "integer", "minimum": 1, "maximum": 9},
                "attack": {"type": "string"},
                "place": {"type": "integer", "minimum": 1, "maximum": 9},
                "pause": {"type": "boolean"},
                "else": {"type": "array", "items": {"$ref": "#/$defs/order"}},
            },
        },
        "answer": {
            "type": "object",
            "additionalProperties": False,
            "required": ["answer"],
            "properties": {"answer": {"enum": ["yes", "no", "cancel"]}},
        },
    },
}


def read(kind: type[T], data: Any, path: str = "") -> tuple[T | None, list[Problem]]:
    """Data → a struct, field by field, so that every problem is found and not only the first."""
    if not isinstance(data, dict):
        return None, [Problem(path, f"expected a table, found {data!r}")]
    fields = {f.encode_name: f for f in msgspec.structs.fields(kind)}
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{path}.{key}" if path else key
        if key not in fields:
            near = difflib.get_close_matches(key, list(fields), 1)
            problems.append(Problem(where, "unknown key", f"did you mean {near[0]}?" if near else ""))
            continue
        try:
            values[fields[key].name] = msgspec.convert(value, fields[key].type)
        except msgspec.ValidationError as error:
            message, _, inside = str(error).replace("`", "").partition(" - at $")
            wish = message.partition(", got ")[0]
            if get_origin(fields[key].type) is Literal:
                wish = "expected " + " or ".join(get_args(fields[key].type))
            problems.append(Problem(where + inside, f"{wish[0].lower()}{wish[1:]}, found {value!r:.40}"))
    for key, field in fields.items():
        if field.required and key not in data:
            problems.append(Problem(f"{path}.{key}" if path else key, "is missing"))
    return (None if problems else kind(**values)), problems


def setup(options: Data, material: Any) -> tuple[Setup, tuple[Problem, ...]]:
    read_options, problems = read(Options, options)
    problems += [Problem(name, "the ford takes no files of its own") for name in material]
    return Setup(options=read_options or Options()), tuple(problems)


def army(data: Data) -> tuple[Army, tuple[Problem, ...]]:
    made, problems = read(Army, data)
    made = made or Army(pikes=3)
    if not problems and not 3 <= made.pikes + made.bows <= 7:
        problems = [Problem("", f"expected 3 to 7 soldiers, found {made.pikes + made.bows}")]
    return made, tuple(problems)


def army_words(made: Army) -> tuple[str, ...]:
    each = ((made.pikes, "pike"), (made.bows, "bow"))
    lines = [f"{n} × {kind}: {dice_words(ARMS[kind].dice)} each" for n, kind in each if n]
    return (*lines, f"{made.pikes + made.bows} soldiers")


def standing(data: Data) -> tuple[Standing, tuple[Problem, ...]]:
    made, problems = read(Standing, data)
    return made or Standing(), tuple(problems)


def understand_standing(state: State, part: Any) -> Promise:
    """The part `[standing]` of an order file; it names no soldiers, so it is only read and said again."""
    made, problems = read(Standing, part)
    if made is None:
        return Promise(problems=tuple(problems))
    answers = msgspec.structs.asdict(made)
    said = {kind: o.ANSWERS[kind].get(answer, "ask me") for kind, answer in answers.items()}
    never = [kind for kind in part if not getattr(state.setup.options, kind)]
    return Promise(
        data=part,
        words=tuple(f"{kind}: {answer}" for kind, answer in said.items()),
        warnings=tuple(f"standing orders: nothing asks for {kind} in this match" for kind in never),
    )


def answer_by(rules: Standing, state: State) -> tuple[FordOrder, ...] | None:
    want = play.want(state)
    if not isinstance(want, React) or want.hidden:
        return None
    answer = getattr(rules, want.kind)
    return None if answer == "ask" else (FordOrder(answer=answer),)


def public(state: State) -> Data:
    """What can change in a match; the setup stands in the charter and cannot."""
    data: Data = msgspec.to_builtins(state)
    del data["setup"]
    return data


# -- orders: [[activate]] with `end`, [deploy], [[react]], [mid] ------------------------------------------
def understand(rules: Ruleset, state: State, part: Any) -> Understood:
    """A part of an order file → the orders that answer the present want.

    A player-turn is the top of the file (`activate`, `end`); any other part is what stands under its
    own name: a table of places for a deployment, one answer for all else.
    """
    want = play.want(state)
    if not isinstance(want, Decide | React):
        return Understood(problems=(Problem("", "no orders are asked for now"),))
    if not isinstance(part, dict):
        return Understood(problems=(Problem("", f"expected a table, found {part!r}"),))
    turn = isinstance(want, Decide) and want.kind == "orders"
    rows, problems = _rows(part, want)
    notes: list[str] = []
    found: list[FordOrder] = []
    for path, row in rows:
        order, wrong = read(FordOrder, row, path)
        problems += [Problem(path, p.message, p.hint) if want.kind == "deploy" else p for p in wrong]
        if order is not None:
            tidy = _tidy(order)
            notes += [f"{order.unit} read as {tidy.unit}"] if tidy.unit != order.unit else []
            found.append(tidy)
    if turn:
        end = part.get("end", not (found and found[-1].pause))
        if not isinstance(end, bool):
            problems.append(Problem("end", f"expected true or false, found {end!r}"))
        found += [FordOrder(end=True)] if end else []
    if not problems:
        faults = rules.check(state, want.side, tuple(found), {})
        problems = [Problem(_place(p.path, rows, turn=turn), p.message, p.hint) for p in faults]
    said = tuple(o.words(order) for order in found)
    return Understood(orders=tuple(found), words=said, notes=tuple(notes), problems=tuple(problems))


def _rows(part: Data, want: Decide | React) -> tuple[list[tuple[str, Any]], list[Problem]]:
    """The orders of a part, each with its path, before they are read."""
    if want.kind == "deploy":
        return [(unit, {"unit": unit, "place": place}) for unit, place in part.items()], []
    if isinstance(want, React) or want.kind != "orders":
        return [("", part)] if part else [], []
    problems = [
        Problem(k, "is not asked for now", "expected activate") for k in part if k not in ("activate", "end")
    ]
    entries = part.get("activate", [])
    if not isinstance(entries, list):
        return [], [*problems, Problem("activate", "expected a list of tables ([[activate]])")]
    return [(f"activate[{i}]", entry) for i, entry in enumerate(entries)], problems


def _place(path: str, rows: list[tuple[str, Any]], *, turn: bool) -> str:
    """`[1].move` of the orders → where it stands in the part."""
    number, _, rest = path.removeprefix("[").partition("]")
    if turn:
        return f"activate{path}"
    where = rows[int(number)][0] if number.isdigit() and int(number) < len(rows) else ""
    return where or rest.lstrip(".")


def _tidy(order: FordOrder) -> FordOrder:
    """Soldiers may be written in small letters."""
    return msgspec.structs.replace(
        order,
        unit=order.unit.upper(),
        attack=order.attack.upper(),
        else_=tuple(_tidy(other) for other in order.else_),
    )


def write_orders(state: State, orders: tuple[Order, ...]) -> Data:
    """The inverse of `understand`."""
    want = play.want(state)
    assert isinstance(want, Decide | React)
    if want.kind == "deploy":
        return {order.unit: order.place for order in orders if isinstance(order, FordOrder)}
    if isinstance(want, React) or want.kind != "orders":
        return _plain(orders[0]) if orders else {}
    rest = [order for order in orders if not order.end]
    part: Data = {"activate": [_plain(order) for order in rest]}
    ends, would_end = len(rest) < len(orders), not (rest and rest[-1].pause)
    if ends != would_end:
        part["end"] = ends
    return part


def _plain(order: Order) -> Data:
    data: Data = msgspec.to_builtins(order)
    if order.else_:
        data["else"] = [_plain(other) for other in order.else_]
    return data


def template(rules: Ruleset, state: State) -> str:
    """The order file to fill in; every order in it is a comment."""
    want = play.want(state)
    if not isinstance(want, Decide | React):
        return "# nothing is asked for now\n"
    lines = [f"# {rules.title}, {rules.headline(state)}: {NAME[want.side]}"]
    lines += [f"# {rules.describe(state, want)}"]
    if want.kind == "deploy":
        return "\n".join([*lines, "# [deploy]", *_places(rules, state, want)]) + "\n"
    if isinstance(want, React) or want.kind != "orders":
        lines += ["# [[react]]" if isinstance(want, React) else f"# [{want.kind}]"]
        lines += [f'# answer = "{c.order.answer}"  # {c.label}' for c in rules.legal(state, want.side, {})]
        return "\n".join(lines) + "\n"
    lines += ["# activate = ["]
    shown = ""
    for choice in rules.legal(state, want.side, {}):
        man = state.find(choice.unit)
        if man and man.id != shown:
            shown = man.id
            lines += [
                f"# {man.id} {man.kind}, health {man.health} of {ARMS[man.kind].health}, in {man.place}"
            ]
        lines.append(f"#   {choice.toml},{'  # ' if choice.hint else ''}{choice.hint}")
    lines += ["# ]", '# any of them may have  else = [{ unit = "…", move = … }]  and  pause = true']
    return "\n".join([*lines, "# end = false  # control comes back after the orders"]) + "\n"


def _places(rules: Ruleset, state: State, want: Decide | React) -> list[str]:
    choices, lines = rules.legal(state, want.side, {}), []
    for unit in dict.fromkeys(choice.unit for choice in choices):
        man = state.find(unit)
        assert man is not None
        places = [choice.at for choice in choices if choice.unit == unit]
        lines.append(f"# {unit} = {places[0]}  # {man.kind}: one of {', '.join(places)}")
    return lines
