"""What can happen in Zoids: plain facts, told to people by `tell`.

Zoids are named by their ids, cards by their faces (public when the event is), squares as a1 to h8.
"""

from typing import Literal

from pbem.ruleset import Event, Side


class ObstaclesRolled(Event, frozen=True):
    """A15: a die chose this pair of squares; no faces where only one pair was left."""

    faces: tuple[int, ...]
    sides: int
    squares: tuple[str, ...]


class FirstRolled(Event, frozen=True):
    """A10: one player's die for the first turn."""

    side: Side
    face: int


class FirstTied(Event, frozen=True):
    """A10: both roll again."""

    face: int


class FirstSet(Event, frozen=True):
    side: Side


class Deployed(Event, frozen=True):
    """R12, A12: `places` are (Zoid, square)."""

    side: Side
    places: tuple[tuple[str, str], ...]


class Dealt(Event, frozen=True):
    """A11: a starting hand."""

    side: Side
    count: int


class TurnBegan(Event, frozen=True):
    """R16: the draw of a turn is done; `hand` cards are held now."""

    side: Side
    term: int
    count: int
    hand: int


class Drew(Event, frozen=True):
    """R24: cards from Superior Tactics."""

    side: Side
    count: int
    hand: int


class Reshuffled(Event, frozen=True):
    """R16, A23: the discard pile became a new deck of `count` cards."""

    count: int


class DeckOut(Event, frozen=True):
    """A23: no card is left to draw, neither in the deck nor in the discard pile."""

    side: Side
    missing: int


class Discarded(Event, frozen=True):
    """R16: down to the hand limit."""

    side: Side
    cards: tuple[str, ...]


class Played(Event, frozen=True):
    """R24: a tactics card."""

    side: Side
    card: str


class Looked(Event, frozen=True):
    """A20, A21: `what` was seen by `side`, so many cards; `fresh` of them were not known before."""

    side: Side
    what: Literal["deck", "hand"]
    count: int
    fresh: int


class Arranged(Event, frozen=True):
    """A20: Battle Plan's cards were put into another order."""

    side: Side
    count: int


class Spoiled(Event, frozen=True):
    """A22: one random card, by a die with as many faces as there were cards left."""

    side: Side
    face: int
    sides: int


class Lost(Event, frozen=True):
    """A22: the cards that Awesome Move took from `side`."""

    side: Side
    cards: tuple[str, ...]


class Moved(Event, frozen=True):
    """R17; `ability` is the name of the special ability where the card was one."""

    zoid: str
    here: str
    to: str
    card: str
    ability: str = ""


class Attacked(Event, frozen=True):
    """R19, R20: an attack was declared."""

    zoid: str
    target: str
    here: str
    there: str
    verb: Literal["fire", "fight"]
    card: str
    ability: str = ""


class Struck(Event, frozen=True):
    """R21, R22: what came of an attack: negated by `card` (with the name of the special ability that was
    used, of the Zoid `shield`), else one Hit, which leaves `left`.  `asked`: there was a hand to answer
    from."""

    target: str
    left: int
    card: str = ""
    ability: str = ""
    shield: str = ""
    asked: bool = False


class Destroyed(Event, frozen=True):
    """R21; `by` is the Zoid that did it."""

    zoid: str
    by: str


class Skipped(Event, frozen=True):
    """An order that had become impossible when its turn came; its card stays in the hand."""

    side: Side
    zoid: str
    what: str
    card: str
    cause: str


class GameOver(Event, frozen=True):
    winner: Side | Literal[""]
    reason: str
    hits: tuple[int, int]
