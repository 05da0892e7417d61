"""The order file to fill in: my hand, my Zoids and all they may do now, as TOML in comments.

A line that begins with `# ` is prose.  A line that begins with `#` and no blank is an order: it becomes
one when the `#` is taken away.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap
from typing import Final

from msgspec.structs import replace

from pbem.games.zoids.legal import card_words, legal, usable_defenses
from pbem.games.zoids.orders import Order, verb_of
from pbem.games.zoids.rules.cards import face_of, lacks
from pbem.games.zoids.rules.deck import excess, informed, left
from pbem.games.zoids.rules.deploy import one_by_one, rows, undeployed
from pbem.games.zoids.rules.turn import STAGE_NAMES
from pbem.games.zoids.state import INDEX, STAGES, State, Zoid
from pbem.games.zoids.words import and_list, attack_title, card_name, levels, plural, slot_name
from pbem.games.zoids.worth import card_worth
from pbem.ruleset import OTHER, SIDE_NAMES, Choice, Decide, Known, React, Side, Want

__all__ = ["WIDTH", "template"]

WIDTH: Final = 100
_TABLES: Final = {"to": "move", "fire": "fire", "fight": "fight"}


def template(state: State, known: Known, want: Want | None, headline: str, wanted: str) -> str:
    """The order file for the present decision."""
    if not isinstance(want, Decide | React):
        return "# no orders are wanted now\n"
    lines = [f"# Zoids, {headline}: you are {SIDE_NAMES[want.side]}", f"# wanted: {wanted}", "#"]
    seen = informed(state, want.side, known)
    if isinstance(want, React):
        lines += _reaction(state, seen, want.side, known)
    elif want.kind == "deploy":
        lines += _deployment(state, want.side)
    else:
        lines += _turn(state, seen, want.side, known)
    return "\n".join(line.rstrip() for line in _folded(lines)) + "\n"


def _folded(lines: list[str]) -> Iterator[str]:
    """Prose folded to the width; a note that does not fit behind its order stands below it."""
    for line in lines:
        if len(line) <= WIDTH:
            yield line
        elif line.startswith("# "):
            indent = "#" + " " * (len(line) - 1 - len(line[1:].lstrip()))
            yield from wrap(line[1:].strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
        else:
            order, _, note = line.partition("  # ")
            yield order
            yield from wrap(note, WIDTH, initial_indent="#     ", subsequent_indent="#     ")


def _hand(public: State, seen: State, side: Side, lead: str = "Your hand") -> list[str]:
    """The hand, a line a card; what the other side has seen of it is marked."""
    slots = seen.hand(side)
    lines = [f"# {lead}: {plural(len(slots), 'card')}"]
    other = public.seen[INDEX[OTHER[side]]]
    for slot in slots:
        face = seen.face(slot)
        shown = "   (the other side knows it)" if public.face(slot) or slot in other else ""
        what = f"   {card_words(face)}{_users(seen, side, face)}" if face else ""
        lines.append(f"#   {slot_name(seen, slot):<17}{what}{shown}")
    return lines


def _users(state: State, side: Side, face: str) -> str:
    """Which Zoids a card is for (R25); nothing where it is for all or for none in particular."""
    card = face_of(face)
    able = [z.id for z in state.on_board(INDEX[side]) if not lacks(state.profile(z.id), card)]
    return "" if card.user == "all" else f": {' '.join(able) or 'nobody'}"


# -------------------------------------------------------------------------------------- a player-turn

_HOW: Final = (
    "# How to fill this in: take the # away from the lines that you want, and change them.  Each table is",
    "# one phase; leave out those that you do not want.  Listed is what can be done from where everybody",
    "# stands now; after a move other squares and enemies are in reach.  An attack may say what to do if",
    "# it has become impossible by then (what an else leaves out is as above it; an alternative shows its",
    "# card to the other side even when it is not played):",
    '#   else = [{ at = "…" }, { zoid = "…", at = "…" }]',
    "#   pause = true in a table: stop after it and show me the result, the turn goes on then.",
)


def _turn(public: State, seen: State, side: Side, known: Known) -> list[str]:
    choices = legal(public, side, known)
    lines = [*_hand(public, seen, side)]
    theirs = len(public.hand(OTHER[side]))
    lines += [f"# The other hand: {plural(theirs, 'card')}; the deck: {left(public)}", "#", *_HOW, ""]
    lines += [*_tactics(public, seen, side, choices), ""]
    for zoid in public.zoids[INDEX[side]]:
        lines += _zoid(public, zoid, [choice for choice in choices if choice.unit == zoid.id])
    more = excess(public, side) if STAGES.index(public.stage) < 2 else 0
    actions = (
        [choice for choice in legal(_discarded(public), side, known) if choice.unit] if more else choices
    )
    for verb, table in _TABLES.items():
        lines += ["", *_phase(seen, verb, table, [c for c in actions if verb_of(c.order) == verb])]
    return [*lines, "", "# To end the turn without any of these:", "#[end]"]


def _discarded(state: State) -> State:
    """The position after the tactics phase, whatever is discarded: to show what the cards could do."""
    return replace(state, stage="move", acted=())


def _tactics(public: State, seen: State, side: Side, choices: tuple[Choice, ...]) -> list[str]:
    cards = [choice for choice in choices if verb_of(choice.order) == "tactics"]
    more = excess(public, side) if STAGES.index(public.stage) < 2 else 0
    lines = [f"# {STAGE_NAMES['tactics']}"]
    lines += [f"#   {card_name(seen.face(c.order.play))}: {c.hint}" for c in cards]
    if more:
        limit = public.options.hand_limit
        lines.append(
            f"#   {more} of your {len(public.hand(side))} cards have to go (limit {limit}) before you move"
        )
    if not cards and not more and not public.plan:
        over = "nothing to play or to discard"
        return [*lines, f"#   {over}"]
    lines.append("#[tactics]")
    if public.plan:
        names = [_quoted(slot_name(seen, slot)) for slot in public.plan]
        lines.append(
            f"#arrange = [{', '.join(names)}]  # the next cards, in the order in which they will be drawn"
        )
    if cards:
        ordered = [c for c in cards if not c.last] + [c for c in cards if c.last][:1]  # one look, and last
        names = [_quoted(card_name(seen.face(choice.order.play))) for choice in ordered]
        lines.append(f"#play = [{', '.join(names)}]")
    if more:
        held = sorted(
            seen.hand(side),
            key=lambda slot: card_worth(seen, side, seen.face(slot)) if seen.face(slot) else 0,
        )
        names = [_quoted(slot_name(seen, slot)) for slot in held[:more] if seen.face(slot)]
        lines.append(f"#discard = [{', '.join(names)}]")
    return lines


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _zoid(state: State, zoid: Zoid, choices: list[Choice]) -> list[str]:
    """A Zoid, and a line for each card that it can use."""
    profile = state.profile(zoid.id)
    if zoid.gone:
        return [f"# {zoid.id} {profile.name}: destroyed in turn {zoid.gone}"]
    tough = levels(profile)
    lines = [f"# {zoid.id} {profile.name} on {zoid.at}, {plural(zoid.hits, 'Hit')} left: {tough}"]
    for (verb, card), group in groupby(choices, key=lambda c: (verb_of(c.order), _card_of(c))):
        targets = " ".join(choice.at for choice in group)
        lines.append(f"#   {_TABLES[verb]} {card}: {'to' if verb == 'to' else 'at'} {targets}")
    return lines


def _card_of(choice: Choice) -> str:
    return choice.label.partition(" with ")[2]


def _phase(state: State, verb: str, table: str, choices: list[Choice]) -> list[str]:
    """The table of a phase, with the first thing that is possible in it."""
    lines = [f"# {STAGE_NAMES[table]}"]
    if not choices:
        past = STAGES.index(state.stage) > STAGES.index(table)
        return [*lines, "#   is over" if past else "#   no card of yours serves from where your Zoids stand"]
    first: Order = choices[0].order
    head = f"#[{table}]" if state.options.cards_per_phase == 1 else f"#[[{table}]]"
    target = first.to or first.fire or first.fight
    others = [c.at for c in choices[1:] if c.unit == first.zoid and c.order.play == first.play]
    note = f"  # or {and_list(others[:12], 'or')}" if others else ""
    return [
        *lines,
        head,
        f"#zoid = {_quoted(first.zoid)}",
        f"#play = {_quoted(card_name(state.face(first.play) if first.play is not None else ''))}",
        f"#{'to' if verb == 'to' else 'at'} = {_quoted(target)}{note}",
    ]


# -------------------------------------------------------------------------- deployment and reactions


def _deployment(state: State, side: Side) -> list[str]:
    names, squares = undeployed(state, side), [s for s in rows(side) if not state.at(s)]
    front = [s for s in squares if s[1] in "27"]
    ready = [*front, *(s for s in squares if s not in front)]
    one = " (one Zoid only, the sides take turns)" if one_by_one(state) else ""
    lines = [
        f"# obstacles: {' '.join(state.obstacles) or 'none'}",
        f"# How to fill this in: take the # away and put the square that you want behind each Zoid{one}.",
        "",
        "#[deploy]",
    ]
    for i, name in enumerate(names):
        lines.append(
            f"#{name} = {_quoted(ready[i])}  # {state.profile(name).name}: {levels(state.profile(name))}"
        )
    return lines


def _reaction(public: State, seen: State, side: Side, known: Known) -> list[str]:
    blow = public.attack
    assert blow is not None
    profile, zoid = public.profile(blow.target), public.zoid(blow.target)
    lines = [
        f"# {zoid.id} {profile.name} on {zoid.at}, {plural(zoid.hits, 'Hit')} left: {levels(profile)}",
        *_hand(public, seen, side),
    ]
    if not usable_defenses(seen, side):
        lines.append(f"#   none of them defends {zoid.id}")
    lines += [
        "# How to fill this in: take the # away from [[react]], from to, and from one of the other lines.",
        "",
    ]
    lines += ["#[[react]]", f"#to = {_quoted(attack_title(public, blow))}"]
    return [
        *lines,
        *(f"#{choice.toml}  # {choice.hint or choice.label}" for choice in legal(public, side, known)),
    ]
