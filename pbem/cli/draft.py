"""The order file at the terminal: read, written as a template, opened in an editor."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec

from pbem.cli.screen import interactive, near
from pbem.desk import files, orderfile
from pbem.desk.clerk import Pending
from pbem.desk.matchfolder import Table, turn_name
from pbem.desk.opening import slug
from pbem.errors import ORDERS_REFUSED, USAGE, OrdersRefused, Problem, Refused
from pbem.referee.advance import Lay
from pbem.ruleset import Decide, Promise, React


def read(given: str, target: Path) -> orderfile.OrderFile | None:
    """`--from FILE`, standard input, or the order file beside the turn; None where there is none."""
    if given == "-":
        return orderfile.read(sys.stdin.buffer.read(), "standard input")
    path = Path(given) if given else target
    if not given and not path.exists():
        return None
    return orderfile.read(files.read(path), path.name)


def standing_orders(document: orderfile.OrderFile, table: Table) -> tuple[Lay | None, Promise]:
    """The part `[standing]`: the game's own table, with `sealed` (true by default) beside it; and what the
    game made of it, with the words that stand among the orders as understood."""
    part = document.data.get("standing")
    if part is None:
        return None, Promise()
    if not isinstance(part, dict):
        raise OrdersRefused((document.problem(Problem("standing", "expected a table")),))
    rest = dict(part)
    sealed = rest.pop("sealed", True)
    if not isinstance(sealed, bool):
        raise OrdersRefused((document.problem(Problem("standing.sealed", "expected true or false")),))
    if table.match.state is None:  # before both armies are known
        promise = Promise(data=rest, problems=table.rules.standing(table.setup, rest)[1])
    else:
        promise = table.rules.understand_standing(table.match.state, table.match.to, rest)
    if promise.problems:
        raise OrdersRefused(tuple(document.problem(p, "standing") for p in promise.problems))
    kind = "sealed" if sealed else "open"
    words = tuple(f"standing orders, {kind}: {line}" for line in promise.words or ("none",))
    return Lay(orders=promise.data, sealed=sealed), msgspec.structs.replace(promise, words=words)


def merged(first: list[Problem], rest: list[Problem]) -> tuple[Problem, ...]:
    """Problems of two kinds; what both say of one place is said once."""
    places = {(problem.path, problem.line) for problem in first}
    return (*first, *(problem for problem in rest if (problem.path, problem.line) not in places))


def without_orders(document: orderfile.OrderFile, given: str) -> Refused:
    """The refusal of a file in which nothing is ordered."""
    if given or document.data:
        what = "there is no order in it" + (", only a message" if document.data else "")
        hint = "without --from a template of what may be ordered is written; --ask puts the questions"
        if not given:
            hint = "take the # away from what you want, or use --ask"
        return Refused(ORDERS_REFUSED, f"{document.name}: {what}", hint)
    message = f"{document.name} is still the template: there is no order in it"
    return Refused(ORDERS_REFUSED, message, "take the # away from what you want, or use --ask")


def incomplete(document: orderfile.OrderFile, pending: Pending) -> Refused:
    """The refusal of a file of `--from` that answers too little."""
    count = pending.taken
    done = "only the first decision" if count == 1 else f"only the first {count} decisions"
    message = f"{document.name} answers {done if count else 'nothing of what is asked now'}"
    want = pending.want
    if isinstance(want, React):
        form = "[[react]]"
    elif isinstance(want, Decide) and want.kind != "orders":
        form = f"[{want.kind}]"
    elif document.turn_keys:
        form = "[[turn]], with its tables below it ([[turn.activate]])"
    else:
        form = "the orders of a turn"
    return Refused(ORDERS_REFUSED, message, f"add {form}: its template stands above")


# -- the template ---------------------------------------------------------------------------


def write_template(target: Path, pending: Pending, table: Table) -> None:
    """The commented order file for the present decision, and the schema that editors complete from."""
    schema = target.with_name(f".{table.rules.name}.orders.schema.json")
    if not schema.exists():
        files.write(schema, json.dumps(table.rules.order_file_schema, indent=1) + "\n")
    head = [
        f"#:schema ./{schema.name}",
        f"# {slug(table.match.charter.title or table.match.game)}, turn {table.match.turn}",
        "# Take the # away from the lines that you want, change them, and save; then run",
        f"#   pbem orders {turn_name(table.match.turn - 1)}",
        '# message = "a word to the other player"',
        "",
    ]
    files.write(target, "\n".join(head) + table.rules.template(pending.state, pending.known))


def append_template(
    target: Path, pending: Pending, table: Table, document: orderfile.OrderFile, head: str
) -> None:
    """The template of the next part at the end of an order file."""
    text = next_part(pending, table, document)
    files.write(target, f"{document.text.rstrip()}\n\n{head}\n{text}", replace=True)


def next_part(pending: Pending, table: Table, document: orderfile.OrderFile) -> str:
    """The template of what is wanted after that which a file answers."""
    text = table.rules.template(pending.state, pending.known)
    if isinstance(pending.want, Decide) and pending.want.kind == "orders" and document.turn_keys:
        # A second player-turn in one file is a [[turn]] with the same tables below it.
        text = "# [[turn]]\n" + re.sub(r"^(#\s*\[\[?)(?=[a-z])", r"\1turn.", text, flags=re.MULTILINE)
    return text


# -- the editor -----------------------------------------------------------------------------


def editor() -> tuple[str, str]:
    """(what names it, the command) of the editor; refused where nobody could type in it."""
    for name in ("VISUAL", "EDITOR"):
        if os.environ.get(name):
            return name, os.environ[name]
    if not interactive():
        raise Refused(USAGE, "--edit needs a terminal", "write an order file, or use --from")
    return "", "notepad" if os.name == "nt" else "vi"


def edit(named: tuple[str, str], path: Path) -> None:
    """The order file in the editor, until it is closed."""
    name, command = named
    try:
        done = subprocess.run([*shlex.split(command), str(path)], check=False)  # noqa: S603  # his own editor
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error).lower()
        what = f"{name} is {command!r}, which cannot be started" if name else f"cannot start {command}"
        hint = f"set {name or 'EDITOR'} to a program that is installed; or fill in {near(path)} yourself"
        raise Refused(USAGE, f"{what}: {said}", hint) from None
    if done.returncode:
        raise Refused(USAGE, f"the editor ended with status {done.returncode}; nothing was signed")
