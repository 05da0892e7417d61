"""The published JSON Schemas, exported from the types that the program itself reads with.

turn, notice                       what is signed
<game>.orders                      the order file that a person writes
<game>.order                       one order as it is signed
<game>.army .options .standing     and the game's own files: .roster, .scenario, …
"""

from typing import Any

from pbem import games
from pbem.desk.inputs import schema_of
from pbem.turnfile.model import Notice, Turn


def published() -> dict[str, dict[str, Any]]:
    """Every schema by its name."""
    out: dict[str, dict[str, Any]] = {"turn": schema_of(Turn), "notice": schema_of(Notice)}
    for name in games.NAMES:
        rules = games.find(name)
        assert rules is not None
        out[f"{name}.orders"] = rules.order_file_schema
        kinds: dict[str, type[Any]] = {
            "order": rules.order_type,
            "army": rules.army_type,
            "options": rules.options_type,
            "standing": rules.standing_type,
            **rules.material_types,
        }
        out |= {f"{name}.{kind}": schema_of(struct) for kind, struct in kinds.items()}
    return out
