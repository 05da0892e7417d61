"""What a replay is told: the story, the positions, luck, my choices; plain data, and only what its maker
may know."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.board import Board, Reach, Trace
from pbem.desk.clerk import Decider, Desk
from pbem.ruleset import SIDES, Ruleset
from pbem.views.replay import Luck, Panel, Replay, Step, happened, panel_of


def gather(desk: Desk, path: Path, *, side: str = "", onlooker: bool = False) -> Replay:
    """The match of a file or folder, from turn 0.

    With the key of the side to move it ends in the position which that side decides in.  `side` shows it
    as that side sees it, `onlooker` with nothing that only a player knows.
    """
    from pbem.cli.look import sight
    from pbem.desk import matchfolder, notices
    from pbem.errors import CHAIN, Refused
    from pbem.referee import books
    from pbem.referee.report import ending

    seen, mine, state, entries, want = sight(desk, path)
    before = ""
    if want is not None and not onlooker and (begun := _begun(seen)) is not None:
        decide, written = begun
        further = sight(desk, path, decide)
        if further[4] is not None and further[4] is not want and written():
            (seen, mine, state, entries, want), before = further, written()
    table = matchfolder.load(seen.folder, full=True)
    match, rules = table.match, table.rules
    viewer = "" if onlooker else side or mine or ""
    own = viewer == mine and not onlooker and match.to == mine
    opened = {slot: face for hand in notices.hands(seen).values() for slot, face in hand.items()}
    known = {**_once_mine(match, mine), **seen.known} if viewer and viewer == mine else opened
    eye = Eye(rules, viewer or None, known)
    steps = _told(eye, table.chapters)
    if own and state is not None and (entries or state != match.state):
        steps.append(_now(eye, match, state, entries, steps))
    if not any(step.board for step in steps):
        raise Refused(CHAIN, "the match has not begun: turns 0 and 1 bring the armies")
    over = ending(rules, match)
    asked = own and over is None and want is not None
    reaches = _reaches(rules, state if own else match.state)
    kept = books.keep(table.sheets, table.chapters)
    players = zip(SIDES, match.players, strict=True)
    return Replay(
        title=match.charter.title or rules.title,
        game=rules.title,
        me=viewer,
        names={one: player.name for one, player in players if player is not None},
        steps=tuple(steps),
        since=max((step.turn for step in steps if step.side == viewer and not step.now), default=-1),
        wanted=rules.describe(state, want) if asked else "",
        over=over.text if over is not None else "",
        luck=tuple(
            Luck(side=row.side, kind=row.kind, actual=row.actual, expected=float(row.expected))
            for row in kept.luck
        ),
        running=_running(kept.rolls, match.turn),
        panel=_panel(eye, match, state, mine, reaches, before) if asked else None,
        rings=tuple(ring for each in reaches for ring in each.rings),
        credit=rules.credit,
    )


def _once_mine(match: Any, mine: Any) -> dict[int, str]:
    """Cards that were in my hand and are public by now: in earlier positions I saw them."""
    return {
        strip.slot: face
        for deck in match.decks
        for strip in deck.strips
        if strip.side != mine and (face := deck.face(strip.slot)) is not None
    }


class Eye(msgspec.Struct, frozen=True):
    """Who looks: a side, and the faces of cards that he knows beyond the public ones."""

    rules: Ruleset
    viewer: Any
    known: Mapping[int, str]

    def board(self, state: Any) -> Board | None:
        return self.rules.board(state, self.viewer, self.known) if state is not None else None

    def traces(self, before: Board | None, states: Sequence[Any]) -> tuple[Trace, ...]:
        """What moved, fired and fell between a board and the last of these states."""
        boards, last = list[Board](), None
        for state in states:
            if state is not None and state is not last:
                boards.append(self.rules.board(state, self.viewer, self.known))
            last = state
        return happened(before, boards)


def _told(eye: Eye, chapters: Sequence[Any]) -> list[Step]:
    """A step for every file."""
    from pbem.referee.report import chapter

    rules = eye.rules
    steps: list[Step] = []
    before: Board | None = None
    for folded in chapters:
        part, state = chapter(rules, folded), folded.match.state
        board = eye.board(state)
        steps.append(
            Step(
                turn=part.turn,
                side=part.author,
                label=rules.headline(state) if state is not None else "before the first turn",
                lines=part.lines,
                message=part.message,
                board=board,
                traces=eye.traces(before, [*(entry.state for entry in folded.entries), state]),
            )
        )
        before = board or before
    return steps


def _now(eye: Eye, match: Any, state: Any, entries: Sequence[Any], steps: Sequence[Step]) -> Step:
    """The position that I decide in, which no file holds yet: my share may have rolled dice."""
    from pbem.referee.report import story

    return Step(
        turn=match.turn,
        side=match.to,
        label=eye.rules.headline(state),
        lines=story(eye.rules, entries),
        board=eye.board(state),
        traces=eye.traces(steps[-1].board, [*(entry.state for entry in entries), state]),
        now=True,
    )


def _running(rolls: Sequence[Any], turns: int) -> dict[str, tuple[tuple[int, float], ...]]:
    """Successes above expectation of each side, summed up to each turn in which anybody rolled."""
    counted = [roll for roll in rolls if roll.need and roll.side]
    if not counted:
        return {}
    first = counted[0].turn
    lines: dict[str, tuple[tuple[int, float], ...]] = {}
    for side in SIDES:
        total, line = 0.0, [(max(0, first - 1), 0.0)]
        for turn in range(first, turns + 1):
            here = [roll for roll in counted if roll.turn == turn]
            for roll in here:
                if roll.side == side:
                    total += roll.hits - len(roll.faces) * (roll.sides + 1 - roll.need) / roll.sides
            if here:
                line.append((turn, round(total, 2)))
        lines[side] = tuple(line)
    return lines


def _begun(table: Any) -> tuple[Decider, Callable[[], str]] | None:
    """Answers that the order file beside the turn has already: what decides by them, and what was used,
    as TOML.  A player-turn at its top level has to be the last, so it is not gone on from."""
    from pbem.desk import files, orderfile
    from pbem.errors import PbemError
    from pbem.views.replay.tree import inline

    path = table.folder / f"turn{table.match.turn:02d}.orders.toml"
    try:
        document = orderfile.read(files.read(path), path.name)
    except PbemError:
        return None
    if document.empty or document.turn_keys:
        return None

    def decide(want: Any, state: Any, known: Any) -> Any:
        found = document.part(want)
        if found is None:
            return None
        understood = table.rules.understand(state, found[0], known)
        if understood.problems:
            document.used.pop()
            return None
        return understood.orders

    def written() -> str:
        parts = []
        for key, i in document.used:
            rows = document.data[key]
            head, row = (f"[[{key}]]", rows[i]) if isinstance(rows, list) else (f"[{key}]", rows)
            lines = [f"{name} = {inline(value)}" for name, value in row.items()]
            parts.append("\n".join([head, *lines]))
        return "\n\n".join(parts)

    return decide, written


def _panel(
    eye: Eye, match: Any, state: Any, mine: Any, reaches: Sequence[Reach], before: str
) -> Panel | None:
    from pbem.referee import match as m
    from pbem.turnfile.canon import plain
    from pbem.views.replay.tree import inline

    tree = panel_of(eye.rules, state, mine, eye.known)
    if tree is None:
        return None
    laid = match.in_force[m.index(mine)]
    standing = plain(laid.orders) if laid is not None and laid.orders is not None else {}
    return Panel(
        file=f"turn{match.turn:02d}.orders.toml",
        tree=tree,
        before=before,
        reach=tuple(each for each in reaches if each.stances),
        standing=", ".join(f"{key} = {inline(value)}" for key, value in standing.items()),
    )


def _reaches(rules: Ruleset, state: Any) -> tuple[Reach, ...]:
    """How far the units on open ground may go and strike."""
    board = rules.board(state, None, {}) if state is not None else None
    standing = [p.id for p in board.pieces if p.form == "block" and "gone" not in p.flags] if board else []
    return tuple(found for unit in standing if (found := rules.reach(state, unit)) is not None)
