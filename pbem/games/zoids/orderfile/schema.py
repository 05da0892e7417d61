"""JSON Schema of the order file that a person writes: for editors that complete and check."""

from typing import Final

from pbem.ruleset import Data

__all__ = ["SCHEMA"]


def _one_or_many(item: Data, description: str) -> Data:
    return {"description": description, "oneOf": [item, {"type": "array", "items": item}]}


_CARD: Final[Data] = {"description": "a card of the hand, by name", "type": ["string", "integer"]}
_ZOID: Final[Data] = {"type": "string", "description": "a Zoid, by number or name"}
_SQUARE: Final[Data] = {"type": "string", "description": "a square, a1 to h8"}
_STEP: Final[Data] = {
    "zoid": _ZOID,
    "play": _CARD,
    "to": _SQUARE,
    "at": {**_ZOID, "description": "the enemy to attack"},
    "fire": {**_ZOID, "description": "the enemy to fire at"},
    "fight": {**_ZOID, "description": "the enemy to attack in close combat"},
    "discard": _one_or_many(_CARD, "cards to discard"),
    "arrange": {"type": "array", "items": _CARD, "maxItems": 7},
    "tactics": {**_CARD, "description": "a tactics card"},
}
_MORE: Final[Data] = {
    "pause": {"type": "boolean", "description": "show me the result before I go on"},
    "else": _one_or_many(
        {"$ref": "#/$defs/alternative"},
        "what to do if this has become impossible; what it leaves out is as above; it shows its card",
    ),
}


def _table(target: str, description: str) -> Data:
    properties = {key: _STEP[key] for key in ("zoid", "play", target)}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["zoid", "play", target],
        "description": description,
        "properties": {**properties, **_MORE},
    }


def _turn() -> Data:
    """What may stand in a player-turn, at the top or in a `[[turn]]`."""
    return {
        "tactics": {
            "type": "object",
            "additionalProperties": False,
            "description": "tactics phase: tactics cards, then the discard",
            "properties": {
                "arrange": {
                    **_STEP["arrange"],
                    "description": "the cards of a battle plan in their new order",
                },
                "play": _one_or_many(_CARD, "tactics cards, in the order in which they are played"),
                "discard": _STEP["discard"],
                "pause": _MORE["pause"],
            },
        },
        "move": _one_or_many(_table("to", "a move"), "maneuver phase"),
        "fire": _one_or_many(_table("at", "a ranged attack"), "fire phase"),
        "fight": _one_or_many(_table("at", "a hand-to-hand attack"), "close combat phase"),
        "do": {
            "type": "array",
            "description": "the whole turn as a list of steps, instead of the tables",
            "items": {"type": "object", "additionalProperties": False, "properties": {**_STEP, **_MORE}},
        },
        "end": {
            "description": "true, or a bare [end]: the turn is over; false: it is not",
            "oneOf": [{"type": "boolean"}, {"type": "object", "maxProperties": 0}],
        },
    }


SCHEMA: Final[Data] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "orders for Zoids",
    "type": "object",
    "properties": {
        **_turn(),
        "turn": {
            "type": "array",
            "description": "several decisions in one file",
            "items": {"type": "object", "additionalProperties": False, "properties": _turn()},
        },
        "deploy": {
            "type": "object",
            "description": "where my Zoids begin: A1 = 'd1'",
            "additionalProperties": _SQUARE,
        },
        "react": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "to": {
                        "type": "string",
                        "description": "the attack that this answers: 'missiles by A1 on B2'",
                    },
                    "play": {
                        **_CARD,
                        "description": "a defense card, or 'nothing'",
                        "type": ["string", "integer"],
                    },
                },
            },
        },
        "message": {"type": "string", "description": "what I say to the other player"},
        "standing": {"type": "object", "description": "standing orders; there are none in this game"},
    },
    "$defs": {"alternative": {"type": "object", "additionalProperties": False, "properties": _STEP}},
}
