"""The house: rooms, floors, and what the rooms that must agree to the bit may not use.

    cli
    desk  post  views  bots
    referee  games
    turnfile  chance  ruleset  board
    errors

Imports only go down.  Rooms on one floor do not know each other, but for the few that `BESIDE` names.  A game
knows the contract and its own folder, and nothing else.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PBEM = ROOT / "pbem"
FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors", "about", "__init__"),
    ("turnfile", "chance", "ruleset", "board"),
    ("referee", "games"),
    ("desk", "post", "views", "bots"),
    ("cli",),
    ("__main__",),
)
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
# The contract speaks of boards; the secrets of a player and the cards of a deck stand in turn files, and
# the deck knows the two sides by the names of the contract.
BESIDE = {"ruleset": {"board"}, "chance": {"turnfile", "ruleset"}}
A_GAME_KNOWS = {"ruleset", "board", "errors"}
EXACT = ("turnfile", "chance", "referee", "games")  # same bytes, same verdict
NEVER = {"random", "secrets", "time", "datetime", "uuid", "os", "sys", "locale", "platform", "threading"}
WHOLE_NUMBERS = {"isqrt", "gcd", "lcm", "comb", "perm", "factorial", "prod"}  # of the module math

FILES = sorted(PBEM.rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def place(path: Path) -> tuple[str, ...]:
    """pbem/games/toy/state.py → ("games", "toy", "state")."""
    return path.relative_to(PBEM).with_suffix("").parts


def name(path: Path) -> str:
    return "/".join(place(path))


def imported(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(line, module inside pbem) of every import of this package, wherever in the file it stands."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for found in names:
            first, *rest = found.split(".")
            if first == "pbem":
                yield node.lineno, tuple(rest) or ("__init__",)


def room_of(module: tuple[str, ...]) -> str:
    return "__init__" if module[0] == "__version__" else module[0]


def test_every_room_is_known() -> None:
    rooms = {place(path)[0] for path in FILES}
    assert rooms <= set(FLOOR), "a room that is on no floor: give it one"
    folders = {path.name for path in PBEM.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(FLOOR)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_imports_only_go_down(path: Path) -> None:
    room = place(path)[0]
    for line, module in imported(path):
        other = room_of(module)
        assert other in FLOOR, f"{path}:{line}: imports the unknown room {other}"
        fine = other == room or FLOOR[other] < FLOOR[room] or other in BESIDE.get(room, set())
        assert fine, f"{path}:{line}: {room} imports {other}, which is not below it"


@pytest.mark.parametrize(
    "path", [path for path in FILES if place(path)[0] == "games" and len(place(path)) > 2], ids=name
)
def test_a_game_knows_the_contract_and_itself(path: Path) -> None:
    game = place(path)[:2]
    for line, module in imported(path):
        fine = module[0] in A_GAME_KNOWS or module[:2] == game
        assert fine, f"{path}:{line}: a game imports {'.'.join(module)}"


def test_the_floors_are_not_circular() -> None:
    """Those that may know each other on one floor do so in one direction."""
    for room, others in BESIDE.items():
        for other in others:
            assert FLOOR[room] == FLOOR[other]
            assert room not in BESIDE.get(other, set())


def test_the_test_sees_a_climb(tmp_path: Path) -> None:
    source = "from pbem.cli.app import run\nimport pbem.desk.clerk\nfrom pbem import __version__, games\n"
    climber = tmp_path / "climber.py"
    climber.write_text(source)
    assert [module for _, module in imported(climber)] == [
        ("cli", "app", "run"),
        ("desk", "clerk"),
        ("__version__",),
        ("games",),
    ]


# -- rooms that must agree to the bit --------------------------------------------------------------------
Fault = tuple[int, str]


def outside_world(module: ast.Module) -> Iterator[Fault]:
    """Clock, entropy, environment: nothing that differs between two machines."""
    for node in ast.walk(module):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for found in names:
            if found.split(".")[0] in NEVER:
                yield node.lineno, f"imports {found}"


def called(node: ast.AST) -> str:
    """The plain name of what is called, or nothing."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def floats(module: ast.Module) -> Iterator[Fault]:
    """Literals, `float()`, `round()`, and functions of `math` that give one."""
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"the float {node.value}"
        if called(node) in ("float", "round"):
            yield getattr(node, "lineno", 0), f"{called(node)}()"
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "math":
            if node.attr in WHOLE_NUMBERS:
                continue
            yield node.lineno, f"math.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            for alias in node.names:
                if alias.name not in WHOLE_NUMBERS:
                    yield node.lineno, f"math.{alias.name}"


def machine_order(module: ast.Module) -> Iterator[Fault]:
    """`hash()` and `id()` differ from run to run, and so does the order of a set."""
    for node in ast.walk(module):
        if called(node) in ("hash", "id"):
            yield getattr(node, "lineno", 0), f"{called(node)}()"
    for scope in ast.walk(module):
        if isinstance(scope, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from sets_in_order(scope)


def sets_in_order(scope: ast.AST) -> Iterator[Fault]:
    sets = {text for node in ast.walk(scope) for text in set_names(node)}
    for node in ast.walk(scope):
        taken: list[ast.expr] = []
        match node:
            case ast.For(iter=source):
                taken = [source]
            case (
                ast.ListComp(generators=parts)
                | ast.GeneratorExp(generators=parts)
                | ast.DictComp(generators=parts)
            ):
                taken = [part.iter for part in parts]
            case ast.Call(
                func=ast.Name(id="tuple" | "list" | "iter" | "enumerate" | "zip" | "next"), args=args
            ):
                taken = args
            case ast.Call(func=ast.Attribute(attr="join"), args=args):
                taken = args
            case ast.Starred(value=value):
                taken = [value]
        for source in taken:
            if is_set(source, sets):
                yield source.lineno, f"the order of the set {ast.unparse(source)}"


def set_names(node: ast.AST) -> Iterator[str]:
    """Names that hold a set, by what is assigned to them or by their annotation."""
    match node:
        case ast.Assign(targets=targets, value=value) if is_set(value, set()):
            yield from (ast.unparse(target) for target in targets)
        case ast.AnnAssign(target=target, annotation=note):
            if ast.unparse(note).split("[")[0] in ("set", "frozenset"):
                yield ast.unparse(target)
        case ast.arg(arg=arg, annotation=note) if note is not None:
            if ast.unparse(note).split("[")[0] in ("set", "frozenset"):
                yield arg


def is_set(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, names) or is_set(right, names)
        case ast.Name() | ast.Attribute():
            return ast.unparse(node) in names
    return False


@pytest.mark.parametrize("path", [path for path in FILES if place(path)[0] in EXACT], ids=name)
def test_same_bytes_same_verdict(path: Path) -> None:
    module = tree(path)
    faults = [*outside_world(module), *floats(module), *machine_order(module)]
    assert faults == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import random", "imports random"),
        ("from time import monotonic", "imports time"),
        ("import os.path", "imports os.path"),
        ("x = 1.0", "the float 1.0"),
        ("x = 1e3", "the float 1000.0"),
        ("x = round(y)", "round()"),
        ("import math\nx = math.sqrt(2)", "math.sqrt"),
        ("from math import sqrt", "math.sqrt"),
        ("x = hash(y)", "hash()"),
        ("for x in {1, 2}: pass", "the order of the set {1, 2}"),
        ("x = [y for y in set(z)]", "the order of the set set(z)"),
        ("a = set()\nfor x in a: pass", "the order of the set a"),
        ("a: set[int] = b\nx = tuple(a)", "the order of the set a"),
        ("def f(a: frozenset[int]):\n    return list(a | b)", "the order of the set a | b"),
        ("x = ', '.join({y for y in z})", "the order of the set {y for y in z}"),
        ("x = [*set(y)]", "the order of the set set(y)"),
    ],
)
def test_the_test_sees_what_it_looks_for(source: str, fault: str) -> None:
    module = ast.parse(source)
    found = [what for _, what in (*outside_world(module), *floats(module), *machine_order(module))]
    assert fault in found


@pytest.mark.parametrize(
    "source",
    [
        "x = sorted({1, 2})",
        "x = 1 in {1, 2}",
        "x = len(set(y))",
        "a = set()\nx = {b for b in a}",
        "for x in {1: 2}: pass",
        "import math\nx = math.isqrt(2)",
        "x = 3 // 2",
        "from datetimes import x",
    ],
)
def test_the_test_lets_pass_what_is_exact(source: str) -> None:
    module = ast.parse(source)
    assert [*outside_world(module), *floats(module), *machine_order(module)] == []


# -- who speaks ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "path", [path for path in FILES if place(path)[0] not in ("cli", "__main__")], ids=name
)
def test_only_the_command_line_prints(path: Path) -> None:
    lines = [
        getattr(node, "lineno", 0) for node in ast.walk(tree(path)) if called(node) in ("print", "input")
    ]
    assert lines == []


@pytest.mark.parametrize("path", [path for path in FILES if place(path)[0] == "games"], ids=name)
def test_no_game_names_another(path: Path) -> None:
    """A game is one folder: taking it away or adding it changes no other."""
    mine = place(path)[1:2]
    for _, module in imported(path):
        if module[0] == "games":
            assert module[1:2] == mine
