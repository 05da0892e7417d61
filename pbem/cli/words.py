"""What went wrong, in a sentence, and what to do about it: the voice of every refusal."""

from typing import Final

from pbem.errors import CODES, OrdersRefused, PbemError, TurnRejected

# code → what to do; a code without an entry needs no advice beyond its message.
HINTS: Final = {
    "file/size": "ask the other player to send it again, as an attachment",
    "file/frame": "ask for it as an attachment, or for the whole text from BEGIN to END",
    "file/toml": "ask for it again as an attachment; mail programs change text",
    "file/data": "ask the other player to send it again, as an attachment",
    "file/type": "ask which program wrote it; this one cannot read it",
    "file/version": "install a newer pbem, from where you have this one",
    "rules/differ": "both players need the same rules: install the newer pbem, from where you have this one",
    "seal/hash": "it was changed on its way: ask for it again, as an attachment",
    "seal/signature": "it was changed on its way: ask for it again, as an attachment",
    "seal/key": "ask the other player whether he has a new key; nobody else can write his turns",
    "seal/author": "you may have mixed up two files: look at the line author in each",
    "charter/echo": "each player needs a key of his own: pbem key new, perhaps with --home DIR",
    "charter/taken": "the challenge is already being played; make a new one with pbem new",
    "charter/terms": "ask the other player to make the challenge again with a current pbem",
    "chain/match": "put each match into a folder of its own",
    "chain/number": "ask for the turn that is missing, or look with: pbem status",
    "chain/parent": "one of you plays on from another file; compare your last turns",
    "statement/illegal": "it does not count: take it out of the folder, and ask the other player",
    "chain/fork": "agree on one by telephone, then: pbem orders FILE --agreed; both prove who signed two",
}
_THEIRS: Final = (
    "the file breaks the rules of the match: the turns before it stand, and it is evidence; ask the other "
    "player which program wrote it"
)


def lines(error: PbemError) -> list[str]:
    """A refusal as lines for a person: what happened, why, what to do."""
    if isinstance(error, OrdersRefused):
        rows = [str(problem) for problem in sorted(error.problems, key=lambda p: (p.file, p.line))]
        count = len(rows)
        rows.append(f"{count} fault{'s' if count > 1 else ''}, nothing written")
        return rows + ([f"hint: {error.hint}"] if error.hint else [])
    if isinstance(error, TurnRejected):
        name = f"turn {error.turn}: " if error.turn >= 0 else ""
        where = f"{error.path}: " if error.path else ""
        out = [f"{name}refused ({error.code}): {where}{error.message}"]
        hint = HINTS.get(error.code, _THEIRS if CODES[error.code][0] == 10 else "")
        return out + ([f"hint: {hint}"] if hint else [])
    return [str(error)] + ([f"hint: {error.hint}"] if error.hint else [])
