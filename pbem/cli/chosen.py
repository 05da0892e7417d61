"""What was chosen with `--ask`, kept as the order file that says the same: to change with --redo."""

from pathlib import Path
from typing import Any

import tomlkit

from pbem.desk import files
from pbem.ruleset import Decide, Order, React, Ruleset, Want


class Chosen:
    """Decisions as they are made, one part of an order file each."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.parts: list[tuple[str, Any]] = []

    def add(self, want: Want, state: Any, orders: tuple[Order, ...]) -> None:
        """Note one decision."""
        name = "react" if isinstance(want, React) else want.kind if isinstance(want, Decide) else ""
        self.parts.append((name, self.rules.write_orders(state, orders)))

    def text(self) -> str:
        """The order file: reactions first, other decisions by name, player-turns in order."""
        document = tomlkit.document()
        document.add(tomlkit.comment("chosen with --ask; change it and use --redo, if the turn was not sent"))
        for part in (part for name, part in self.parts if name == "react"):
            _append(document, "react", part)
        turns = [part for name, part in self.parts if name == "orders"]
        for name, part in self.parts:
            if name not in ("react", "orders"):
                document[name] = part
        if len(turns) == 1:
            for key, value in turns[0].items():
                document[key] = value
        else:
            for part in turns:
                _append(document, "turn", part)
        return tomlkit.dumps(document)

    def save(self, path: Path) -> None:
        """Write the order file; what a person wrote there is never overwritten."""
        if self.parts and not path.exists():
            files.write(path, self.text())


def _append(document: tomlkit.TOMLDocument, name: str, part: dict[str, Any]) -> None:
    if name not in document:
        document[name] = tomlkit.aot()
    table = tomlkit.table()
    table.update(part)
    document[name].append(table)
