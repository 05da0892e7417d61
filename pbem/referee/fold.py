"""One verdict from one stack of sheets: turn 0, turn 1, then section 3 (protocol sections 2, 3, 7).

    begin(turn 0)           → Match
    fold(match, next sheet) → Folded(match, what happened, what was rolled)

The first failure stops with its code; nothing is half-applied, for a match is never changed in place.
"""

import hashlib
from typing import Any

import msgspec

from pbem.errors import TurnRejected
from pbem.referee import match as m
from pbem.referee.consequences import compare, consequences
from pbem.referee.match import Folded, Match, Standing
from pbem.referee.rekey import consent
from pbem.referee.run import Run
from pbem.referee.tape import Reader, Tape
from pbem.ruleset import Cards, Ruleset, Unseal, Want
from pbem.turnfile.canon import b64, canonical, unb64, under
from pbem.turnfile.model import Charter, Player, Turn
from pbem.turnfile.read import parse_json
from pbem.turnfile.seal import Sheet, check_key, check_seal


def rules_digest(rules: Ruleset) -> str:
    """SHA-256 over canonical JSON of {name, version, data}: programs that differ in it differ in rules."""
    data = {"name": rules.name, "version": rules.version, "data": rules.data}
    return b64(hashlib.sha256(canonical(data)).digest())


def match_setup(charter: Charter, rules: Ruleset) -> Any:
    """The game's setup from the terms of the charter; `charter/terms` where they break its rules.

    Options and material are handed over in their canonical form: the order of keys is not signed, so no
    rule may see it.
    """
    terms = parse_json(canonical({"options": charter.options, "material": charter.material}))
    setup, problems = rules.setup(terms["options"], terms["material"])
    if problems:
        first = problems[0]
        kind = "material" if first.path.partition(".")[0].partition("[")[0] in charter.material else "options"
        raise TurnRejected("charter/terms", first.message, path=under(f"charter.{kind}", first.path))
    return setup


def begin(sheet: Sheet, rules: Ruleset) -> Folded:
    """Turn 0, the challenge of side a."""
    turn = sheet.turn
    if turn.turn != 0:
        raise TurnRejected("chain/number", f"expected turn 0, found turn {turn.turn}", turn=turn.turn)
    _same_rules(turn, rules)
    charter = turn.charter
    if charter is None or turn.match is not None or turn.parent is not None:
        what = "lacks its charter" if charter is None else "names a match or a parent"
        raise TurnRejected("file/type", f"a challenge is the beginning, but this one {what}", turn=0)
    if turn.author != "a":
        raise TurnRejected("seal/author", "a challenge is written by side a", turn=0, path="author")
    check_seal(sheet, turn.seal.key)
    _check_player(charter.player, turn)
    setup = match_setup(charter, rules)
    if (charter.player.seal is not None) != rules.sealed_army(setup):
        how = "sealed" if rules.sealed_army(setup) else "in clear"
        raise TurnRejected("army/illegal", f"side a's army has to be {how}", turn=0, path="charter.player")
    if charter.player.army is not None:
        _check_army(charter.player.army, rules, setup, 0)
    _no_tapes(turn)
    match = Match(
        id=sheet.hash,
        game=rules.name,
        rules=turn.rules,
        charter=charter,
        players=(charter.player, None),
        turn=1,
        to="b",
        head=sheet.hash,
        shares=((0, charter.player.anchor), (0, "")),
    )
    compare(consequences(match, rules, ()), sheet.data, 0)
    return Folded(match=match, message="".join(turn.message))


def fold(match: Match, rules: Ruleset, setup: Any, sheet: Sheet) -> Folded:
    """The next file of a match: accepted whole, or `TurnRejected`."""
    turn = sheet.turn
    belongs = turn.match if turn.turn else sheet.hash
    if belongs != match.id:
        raise TurnRejected(
            "chain/match",
            "it belongs to another match" if turn.turn else "it is the challenge of another match",
            turn=turn.turn,
            path="match",
            expected=match.id,
            found=belongs,
        )
    _same_rules(turn, rules)
    if turn.turn != match.turn:
        check_answer(match, turn)
        message = f"expected turn {match.turn}, found turn {turn.turn}"
        raise TurnRejected(
            "chain/number", message, turn=turn.turn, path="turn", expected=match.turn, found=turn.turn
        )
    if match.result is not None or (m.over(match, rules) is not None and not _goes_back(turn)):
        raise TurnRejected("chain/number", "the match is over: no turn follows", turn=turn.turn, path="turn")
    if turn.parent != match.head:
        message = f"it continues {short(turn.parent)}, but your turn {match.turn - 1} is {short(match.head)}"
        raise TurnRejected(
            "chain/parent",
            message,
            turn=turn.turn,
            path="parent",
            expected=match.head,
            found=turn.parent or "",
        )
    if turn.author != match.to:
        message = f"expected a turn by side {match.to}, found one by side {turn.author}"
        raise TurnRejected("seal/author", message, turn=turn.turn, path="author")
    if (turn.charter is not None) != (turn.turn == 1):
        raise TurnRejected("file/type", "only turns 0 and 1 bring a charter", turn=turn.turn, path="charter")
    reader = Reader(turn, rules, setup)
    if turn.charter is not None:
        check_seal(sheet, turn.seal.key)
        _check_player(turn.charter.player, turn)
        run = answered(match, rules, setup, reader, turn.charter)
    else:
        renewed = consent(match, turn)
        check_seal(sheet, match.player(turn.author).key if renewed is None else renewed.key or "")
        run = Run(match, rules, setup, reader)
    run.go()
    after = run.result(sheet.hash)
    compare(consequences(after, rules, tuple(run.rolls)), sheet.data, turn.turn)
    message = "".join(turn.message)
    return Folded(match=after, entries=tuple(run.entries), rolls=tuple(run.rolls), message=message)


def answered(match: Match, rules: Ruleset, setup: Any, tape: Tape, charter: Charter) -> Run:
    """Turn 1, the answer of side b: the charter is complete, and b opens the first window."""
    player, mine = charter.player, match.players[0]
    if (
        charter.title
        or charter.options
        or charter.material
        or charter.days
        or charter.practice
        or charter.solo
    ):
        message = "an answer takes the terms of the challenge as they are"
        raise TurnRejected("charter/terms", message, turn=1, path="charter")
    solo = match.charter.solo
    same = [
        name
        for name in ("key", "nonce", "anchor")
        if getattr(player, name) == getattr(mine, name) and not (solo and name == "key")
    ]
    if same:
        message = f"both sides show the same {same[0]}"
        hint = "; one player on both sides has to be declared with solo" if same == ["key"] else ""
        raise TurnRejected("charter/echo", message + hint, turn=1, path=f"charter.player.{same[0]}")
    if player.army is None:
        raise TurnRejected(
            "army/missing", "an answer brings its army in clear", turn=1, path="charter.player"
        )
    _check_army(player.army, rules, setup, 1)
    defaults = Standing(since=0, orders=rules.default_standing(setup))
    sealed, deck = mine.seal is not None, rules.deck(setup)
    frames: list[Want] = [Cards("b", "shuffle", faces=deck)] if deck else []
    frames += [Unseal("a", "army")] if sealed else []
    frames += [Cards("a", "shuffle", faces=deck)] if deck else []
    ready = msgspec.structs.replace(
        match,
        players=(mine, player),
        stage="opening",
        opening=tuple(frames),
        shares=(match.shares[0], (0, player.anchor)),
        in_force=(defaults, defaults),
        sealed=(("a", "army", m.Held(sealing=mine.seal)),) if mine.seal is not None else (),
    )
    run = Run(ready, rules, setup, tape)
    run.open_window()
    if not frames:
        run.begin()
    return run


def short(digest: str | None) -> str:
    """The first characters of a hash, for people."""
    return f"{digest[:6]}…" if digest else "nothing"


def _same_rules(turn: Turn, rules: Ruleset) -> None:
    if turn.game != rules.name:
        raise TurnRejected(
            "rules/differ",
            f"it is a match of {turn.game[:40]}, not of {rules.name}",
            turn=turn.turn,
            path="game",
            expected=rules.name,
            found=turn.game[:40],
        )
    mine = rules_digest(rules)
    if turn.rules != mine:
        raise TurnRejected(
            "rules/differ",
            f"it was written for other {rules.title} rules, by {turn.writer}; yours: version {rules.version}",
            turn=turn.turn,
            path="rules",
            expected=mine,
            found=turn.rules,
        )


def _check_player(player: Player, turn: Turn) -> None:
    if player.key != turn.seal.key:
        raise TurnRejected(
            "seal/key",
            "the file is signed with another key than it names",
            turn=turn.turn,
            path="charter.player.key",
        )
    check_key(player.key)
    if (player.army is None) == (player.seal is None):
        raise TurnRejected("file/type", "a player brings an army, in clear or sealed", turn=turn.turn)
    for name in ("nonce", "anchor"):
        try:
            unb64(getattr(player, name), 32)
        except ValueError as error:
            raise TurnRejected(
                "file/type", str(error), turn=turn.turn, path=f"charter.player.{name}"
            ) from None


def _check_army(data: dict[str, Any], rules: Ruleset, setup: Any, turn: int) -> None:
    _, problems = rules.army(setup, data)
    if problems:
        path = under("charter.player.army", problems[0].path)
        raise TurnRejected("army/illegal", problems[0].message, turn=turn, path=path)


def check_answer(match: Match, turn: Turn) -> None:
    """A challenge has one answer: another player's is `charter/taken`."""
    red = match.players[1]
    if turn.turn == 1 and turn.charter is not None and red and red.key != turn.charter.player.key:
        message = "the challenge was already answered by another file"
        raise TurnRejected("charter/taken", message, turn=1, path="charter.player")


def _goes_back(turn: Turn) -> bool:
    """Whether a file consents to a takeback: only such a file may follow the end of a match."""
    said = [s.notice.get("statement") for s in turn.statements if s.answer == "yes"]
    return any(isinstance(words, dict) and words.get("kind") == "takeback" for words in said)


def _no_tapes(turn: Turn) -> None:
    """Turn 0 holds nothing but the challenge; standing orders may be laid from turn 1."""
    for there, code, path, what in (
        (turn.decisions, "order/extra", "decisions[0]", "takes no decision"),
        (turn.cards, "cards/extra", "cards[0]", "takes no card work"),
        (turn.openings, "opening/extra", "openings[0]", "opens nothing"),
        (turn.standing, "opening/extra", "standing", "lays no standing orders"),
        (turn.statements, "statement/illegal", "statements[0]", "answers nothing"),
        (turn.chance.open or turn.chance.close, "window/order", "chance", "opens no window"),
    ):
        if there:
            raise TurnRejected(code, f"a challenge {what}", turn=0, path=path)
