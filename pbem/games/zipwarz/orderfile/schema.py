"""JSON Schema of the order file that a person writes: for editors that complete and check."""

from typing import Any, Final

from pbem.ruleset import Data

__all__ = ["SCHEMA"]

_ABILITIES: Final[Data] = {
    "description": "limited abilities to use, by name",
    "oneOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "string"}, "maxItems": 10},
    ],
}
_PATH: Final[Data] = {
    "description": "the zones entered, in order",
    "oneOf": [
        {"$ref": "#/$defs/zone"},
        {"type": "array", "items": {"$ref": "#/$defs/zone"}, "minItems": 1, "maxItems": 31},
    ],
}
_ACTION: Final[Data] = {
    "move": _PATH,
    "attack": {"type": "string", "description": "an enemy unit"},
    "heal": {"type": "string", "description": "a unit of one's own in the same zone, or itself"},
    "hold": {"const": True, "description": "give up the rest of this activation"},
    "use": _ABILITIES,
}


def _step(more: Data) -> Data:
    """Exactly one action, with what else a step may say."""
    return {
        "oneOf": [
            {"const": "hold"},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {**_ACTION, **more},
                "oneOf": [{"required": [verb]} for verb in ("move", "attack", "heal", "hold")],
            },
        ]
    }


def _one_or_many(item: str, most: int) -> Data:
    many: dict[str, Any] = {"type": "array", "items": {"$ref": item}, "minItems": 1, "maxItems": most}
    return {"oneOf": [{"$ref": item}, many]}


SCHEMA: Final[Data] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "orders for ZipWarz",
    "type": "object",
    "properties": {
        "activate": {"$ref": "#/$defs/activations"},
        "end": {"$ref": "#/$defs/end"},
        "turn": {
            "type": "array",
            "description": "several player-turns in one file",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "activate": {"$ref": "#/$defs/activations"},
                    "end": {"$ref": "#/$defs/end"},
                },
            },
        },
        "deploy": {
            "type": "object",
            "description": "where my units begin: A1 = 5, or 5 = ['A1', 'A2']",
            "additionalProperties": {
                "oneOf": [
                    {"$ref": "#/$defs/zone"},
                    {"type": "string"},
                    {"type": "array", "items": {"type": "string"}},
                ]
            },
        },
        "react": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "to": {"type": "string", "description": "the attack that this answers: 'bombard by A6'"},
                    "use": {**_ABILITIES, "description": "limited defences to use, or 'nothing'"},
                    "hold": {"const": True, "description": "take the hits"},
                },
            },
        },
        "message": {"type": "string", "description": "what I say to the other player"},
        "standing": {"type": "object", "description": "standing orders that I lay"},
    },
    "$defs": {
        "zone": {"type": "integer", "minimum": 1, "maximum": 24},
        "end": {"type": "boolean", "description": "false: the turn is not over after these orders"},
        "activations": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["unit", "do"],
                "properties": {
                    "unit": {"type": "string", "description": "one of my units, by number or name"},
                    "do": _one_or_many("#/$defs/step", 12),
                    "use": {**_ABILITIES, "description": "abilities that give more actions"},
                    "pause": {"type": "boolean", "description": "show me the result before I go on"},
                },
            },
        },
        "step": _step(
            {
                "else": {
                    "description": "what to do if this has become impossible",
                    **_one_or_many("#/$defs/alternative", 10),
                },
                "pause": {"type": "boolean"},
            }
        ),
        "alternative": _step({"unit": {"type": "string"}}),
    },
}
