"""JSON Schema of the order file that a person writes: for editors that complete and check."""

from typing import Any, Final

from pbem.ruleset import Data

__all__ = ["SCHEMA"]

_INCHES: Final[Data] = {"description": "inches, at most two decimals", "type": ["number", "string"]}
_POINT: Final[Data] = {
    "description": "[x, y] in inches, x to the right, y from Blue's edge",
    "type": "array",
    "items": {"$ref": "#/$defs/inches"},
    "minItems": 2,
    "maxItems": 2,
}
_SPEND: Final[Data] = {"enum": ["lower", "raise", "lower all", "raise all", "pass", "nothing"]}


def _one_or_many(item: str, most: int) -> Data:
    many: dict[str, Any] = {"type": "array", "items": {"$ref": item}, "minItems": 1, "maxItems": most}
    return {"oneOf": [{"$ref": item}, many]}


_ACTION: Final[Data] = {
    "move": {
        "description": "where the front rank ends, or points that it passes, or a way: forward 6, towards B2",
        "oneOf": [
            {"$ref": "#/$defs/point"},
            {"type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 1, "maxItems": 16},
            {"type": "string"},
        ],
    },
    "facing": {"$ref": "#/$defs/facing"},
    "files": {"type": "integer", "minimum": 1, "maximum": 12, "description": "models side by side"},
    "shoot": {"type": "string", "description": "an enemy unit"},
    "charge": {"type": "string", "description": "an enemy unit"},
    "spend": {"description": "what to do with its fatigue in the melee", **_one_or_many("#/$defs/spend", 30)},
    "keep": {"type": "integer", "minimum": 0, "maximum": 99, "description": "tokens to leave on it"},
    "rest": {"const": True},
}


def _step(more: Data) -> Data:
    """Exactly one action, with what else a step may say."""
    return {
        "oneOf": [
            {"const": "rest"},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {**_ACTION, **more},
                "oneOf": [{"required": [verb]} for verb in ("move", "shoot", "charge", "rest")],
            },
        ]
    }


SCHEMA: Final[Data] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "orders for WAR",
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
            "description": "where my units begin",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "required": ["at"],
                "properties": {
                    "at": {"$ref": "#/$defs/point"},
                    "facing": {"$ref": "#/$defs/facing"},
                    "files": _ACTION["files"],
                },
            },
        },
        "react": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "to": {"type": "string", "description": "what this answers: 'charge by A3 on B1'"},
                    "cancel": {"type": "boolean", "description": "for 2 of its fatigue"},
                    "halve": {"type": "boolean", "description": "its movement, for 1 of its fatigue"},
                    "armour": {
                        "description": "raise it, for its fatigue",
                        "oneOf": [{"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": 9}],
                    },
                    "close_ranks": {"type": "boolean"},
                    "spend": {
                        "oneOf": [
                            *_one_or_many("#/$defs/spend", 30)["oneOf"],
                            {"const": False},
                            {
                                "type": "object",
                                "additionalProperties": False,
                                "properties": {
                                    "plan": _one_or_many("#/$defs/spend", 30),
                                    "keep": _ACTION["keep"],
                                },
                            },
                        ]
                    },
                    "retreat": {
                        "description": "which way my unit falls back, or 'auto'",
                        "oneOf": [{"$ref": "#/$defs/facing"}, {"const": False}],
                    },
                },
            },
        },
        "message": {"type": "string", "description": "what I say to the other player"},
        "standing": {"type": "object", "description": "standing orders that I lay"},
    },
    "$defs": {
        "inches": _INCHES,
        "point": _POINT,
        "spend": _SPEND,
        "facing": {
            "description": "degrees, 0 toward Red's edge, 90 to the right; or N, NE, …; or an enemy unit",
            "oneOf": [{"type": "integer", "minimum": 0, "maximum": 360}, {"type": "string"}],
        },
        "end": {"type": "boolean", "description": "false: the turn is not over after these orders"},
        "activations": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["unit", "do"],
                "properties": {
                    "unit": {"type": "string", "description": "one of my units, by number or name"},
                    "do": _one_or_many("#/$defs/step", 20),
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
