"""The story of a match, told from one's own recomputation and from nothing else (protocol section 1.4).

So nobody can tell another one, and a better wording never stops a match.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from pbem.board import Line
from pbem.referee.match import Entry, Folded, Instead, Match, Spoken, StandingAnswer, Unused, over
from pbem.ruleset import SIDE_NAMES, Ruleset


class Chapter(msgspec.Struct, frozen=True):
    """What one file led to: its number, its author, the author's message, the lines of the story."""

    turn: int
    author: str
    lines: tuple[Line, ...]
    message: str = ""


def chapter(rules: Ruleset, folded: Folded) -> Chapter:
    """The story of one file."""
    turn, author = folded.match.turn - 1, "a" if folded.match.to == "b" else "b"
    lines = list(opening_lines(rules, folded.match, turn))
    lines += story(rules, folded.entries)
    if not lines:
        lines.append(Line(text=f"{SIDE_NAMES[author]} adds a dice share, no more was wanted", tone="quiet"))
    return Chapter(turn=turn, author=author, lines=tuple(lines), message=folded.message)


def opening_lines(rules: Ruleset, match: Match, turn: int) -> Iterable[Line]:
    """Turns 0 and 1 bring no events of the game, but people want to know what they hold."""
    if turn == 0:
        terms = f"{rules.title}; {match.charter.days} days a turn" if match.charter.days else rules.title
        sealed = "; the army is sealed" if match.charter.player.seal is not None else ""
        yield Line(text=f"{match.player('a').name} challenges: {terms}{sealed}", side="a")
    if turn == 1:
        yield Line(text=f"{match.player('b').name} accepts and shows an army", side="b")


def story(rules: Ruleset, entries: Sequence[Entry]) -> tuple[Line, ...]:
    """What happened, for somebody who begins to read here.

    A line of depth 1 belongs to the one above it.  Where there is none, because an attack began earlier,
    what is under way is named first.  Standing orders that said no, so that nothing is told of their side,
    are passed over.
    """
    lines: list[Line] = []
    headless = True
    for number, entry in enumerate(entries):
        told = tell(rules, entry)
        if isinstance(entry.event, StandingAnswer):
            lines += told if _has_effect(rules, entry, entries[number + 1 :], entry.event.side) else ()
            continue
        begun = rules.under_way(entry.state) if headless and told and told[0].depth else None
        lines[:0] = [msgspec.structs.replace(begun, tone="quiet")] if begun is not None else []
        headless = False
        lines += told
    return tuple(lines)


def _has_effect(rules: Ruleset, entry: Entry, rest: Sequence[Entry], side: str) -> bool:
    """Whether the step that answers a reaction tells of the side that was asked."""
    step = takewhile(lambda other: other.state == entry.state, rest)
    return any(line.side == side for other in step for line in tell(rules, other))


def tell(rules: Ruleset, entry: Entry) -> tuple[Line, ...]:
    """One entry as lines: the referee's own events here, all others by the game."""
    event = entry.event
    match event:
        case Unused(side=side, orders=orders):
            words = "; ".join(rules.order_words(entry.state, order) for order in orders)
            return (Line(text=f"not used: {words}", side=side, tone="quiet"),)
        case Instead(side=side, order=order, cause=cause, taken=taken):
            first, then = rules.order_words(entry.state, order), rules.order_words(entry.state, taken)
            return (Line(text=f"{first} is not possible: {cause}; instead: {then}", side=side, tone="quiet"),)
        case StandingAnswer(side=side, sealed_in=turn):
            source = f"laid in turn {turn}" if turn else "the defaults"
            return (Line(text=f"standing orders ({source}) answer", side=side, tone="quiet"),)
        case Spoken():
            return (spoken(event),)
    return rules.tell(entry.state, event)


def spoken(event: Spoken) -> Line:
    """A statement, for people."""
    name = SIDE_NAMES[event.side]
    match event.kind, event.answer:
        case "takeback", "yes":
            text = f"{name} agrees to a takeback: play goes back to the position after turn {event.to}"
        case "takeback", _:
            text = f"{name} does not agree to a takeback"
        case "rekey", "yes":
            text = f"{name} agrees that the other side goes on with a new key"
        case "rekey", "noted":
            text = f"{name} goes on with a new key, with the other side's consent"
        case "rekey", _:
            text = f"{name} does not accept the other side's new key"
        case "draw", "yes":
            text = f"{name} accepts the draw"
        case "draw", _:
            text = f"{name} declines the draw"
        case kind, _:
            text = f"{name}: {kind}"
    return Line(text=text, side=event.side, tone="strong")


def ending(rules: Ruleset, match: Match) -> Line | None:
    """The result in a line, or None while the match goes on."""
    outcome = over(match, rules)
    if outcome is None:
        return None
    reason = outcome.reason
    for side, name in SIDE_NAMES.items():
        reason = reason.replace(f"side {side}", name)
    score = f", {outcome.score[0]} : {outcome.score[1]}" if any(outcome.score) else ""
    who = f"{SIDE_NAMES[outcome.winner]} wins" if outcome.winner else "drawn"
    return Line(text=f"the match is over: {who}{score} ({reason})", tone="strong")
