"""What mail does to turn files of every game: the same turn with a good signature, or a clear refusal.

Never a wrong reading, never a traceback.  Nothing is mended that the signature does not confirm.
"""

import contextlib
from pathlib import Path
from random import Random

import pytest

from pbem import games
from pbem.desk import matchfolder
from pbem.errors import CODES, TurnRejected
from pbem.referee.fold import begin, fold, match_setup
from pbem.turnfile import repair
from pbem.turnfile.canon import plain
from pbem.turnfile.read import candidates
from pbem.turnfile.seal import Sheet, check_seal
from tests.post.files import MESSAGES, NAMES, sheet_of, turn_files
from tests.post.manglings import ENCODED, HARSH, SOFT, letter

pytestmark = pytest.mark.usefixtures("with_toy")


def read(raw: bytes) -> Sheet:
    """The turn in a mangled text; its seal must hold, or it is refused with a code."""
    found = [sheet for sheet in matchfolder.sheets_of(raw) if matchfolder.holds(sheet)]
    if not found:
        sheet = matchfolder.sheets_of(raw)[0]
        check_seal(sheet, sheet.content.seal.key)
    assert len({sheet.hash for sheet in found}) == 1
    return found[0]


def outcome(raw: bytes) -> str:
    """The hash of the turn in a mangled text, or the code of its refusal."""
    try:
        return read(raw).hash
    except TurnRejected as error:
        return error.code


WAYS = {**{name: lambda t, m=m: m(t).encode() for name, m in (SOFT | HARSH).items()}, **ENCODED}


@pytest.mark.parametrize("mangling", WAYS)
@pytest.mark.parametrize("game", NAMES)
def test_every_mangling_is_undone(game: str, mangling: str, tmp_path: Path) -> None:
    """The same data with a good signature, and the words exactly as they were written."""
    for number, text in list(enumerate(turn_files(game, tmp_path)))[::2]:
        sheet = read(WAYS[mangling](letter(text)))
        assert sheet.hash == sheet_of(text).hash
        assert number < 2 or "".join(sheet.content.message) == MESSAGES[number % len(MESSAGES)]


@pytest.mark.parametrize("game", NAMES)
def test_a_chain_of_mangled_turns_is_judged_whole(game: str, tmp_path: Path) -> None:
    """From turn 0 on, each turn out of another mishap."""
    rules = games.find(game)
    assert rules is not None
    rng = Random(game)
    first, *rest = (read(WAYS[rng.choice([*WAYS])](letter(text))) for text in turn_files(game, tmp_path))
    match = begin(first, rules).match
    for number, sheet in enumerate(rest, 1):
        folded = fold(match, rules, match_setup(match.charter, rules), sheet)
        match = folded.match
        assert number < 2 or folded.message == MESSAGES[number % len(MESSAGES)]


@pytest.mark.parametrize("game", NAMES)
def test_two_hundred_combinations(game: str, tmp_path: Path) -> None:
    texts = turn_files(game, tmp_path)
    rng = Random(f"combinations {game}")
    accepted = 0
    for _ in range(200):
        text = rng.choice(texts)
        names = rng.sample([*SOFT, *HARSH], rng.choice([2, 3]))
        mangled = letter(text)
        for name in names:
            mangled = (SOFT | HARSH)[name](mangled)
        raw = ENCODED[rng.choice([*ENCODED])](mangled)
        found = outcome(raw)
        assert found == sheet_of(text).hash or (found in CODES and found.startswith(("file/", "seal/"))), (
            names
        )
        accepted += found not in CODES
    assert accepted >= 180  # what is refused had really lost something


@pytest.mark.parametrize(
    ("mangling", "notes"),
    [
        ("crlf", ()),
        ("quoted with >", ("quote marks removed (>)",)),
        ("nbsp for blanks", ("odd blanks, quotation marks or dashes made plain",)),
        ("smart quotes", ("odd blanks, quotation marks or dashes made plain",)),
        ("html entities", ("HTML entities resolved", "odd blanks, quotation marks or dashes made plain")),
        ("quoted-printable left raw", ("quoted-printable decoded",)),
        ("hard wrap at 40", ("wrapped lines joined",)),
        ("utf-16 be without bom", ("read as UTF-16",)),
    ],
)
def test_what_was_mended_is_told(mangling: str, notes: tuple[str, ...], tmp_path: Path) -> None:
    text = letter(turn_files("toy", tmp_path)[3])
    raw = ENCODED[mangling](text) if mangling in ENCODED else (SOFT | HARSH)[mangling](text).encode()
    assert read(raw).notes == notes


def test_nothing_is_mended_that_the_signature_does_not_confirm(tmp_path: Path) -> None:
    """A changed value stays a changed value, however the file is damaged besides."""
    text = turn_files("toy", tmp_path)[3]
    forged = text.replace("turn = 3", "turn = 4", 1)
    for mangling in (SOFT["smart quotes"], SOFT["quoted-printable left raw"], HARSH["hard wrap at 40"]):
        with pytest.raises(TurnRejected) as caught:
            read(mangling(forged).encode())
        assert caught.value.code in {"file/toml", "seal/hash", "file/type"}
    # Repairs that would make it legible without making it right are not taken either.
    words = text.replace('author = "', "author = “", 1)
    assert read(words.encode()).hash == sheet_of(text).hash
    with pytest.raises(TurnRejected, match=r"not TOML|damaged"):
        read(words.replace("turn = 3", "turn = 4", 1).encode())
    # Reading without a seal to ask mends nothing.
    with pytest.raises(TurnRejected, match="damaged"):
        candidates(words.encode())


def test_a_frame_that_is_changed_beside_a_good_one(tmp_path: Path) -> None:
    """The quoted old turn may be wrecked; the new one counts."""
    texts = turn_files("toy", tmp_path)
    old = SOFT["quoted with >"](texts[4].replace('"', "?"))
    found = matchfolder.sheets_of((texts[5] + "\nAnn wrote:\n" + old).encode())
    assert [sheet.hash for sheet in found] == [sheet_of(texts[5]).hash]


def test_the_list_of_guesses_is_short(tmp_path: Path) -> None:
    """Bounded in number and in size, none twice, never the frame as it stands."""
    text = turn_files("toy", tmp_path)[3]
    hard = SOFT["html entities"](SOFT["smart quotes"](HARSH["hard wrap at 40"](SOFT["mojibake"](text))))
    guesses = [guess for guess, _ in repair.mended(hard + " =3D")]
    assert 4 <= len(guesses) < 30
    assert len(set(guesses)) == len(guesses) and hard not in guesses
    assert not list(repair.mended("“" * (repair.MAX_MENDED + 1)))
    assert list(repair.mended("a = 1\n")) == []


@pytest.mark.parametrize(
    "unit", ['"', '\\"', "“", "=3D", "&quot;", "{", "[", "= \n", " \n", "â€œ", "\\\n", "a\n"]
)
def test_a_hostile_text_costs_little(unit: str) -> None:
    """Every guess is linear in the text."""
    frame = "# -----BEGIN PBEM TURN-----\n" + unit * (200_000 // len(unit)) + "\n# -----END PBEM TURN-----\n"
    with pytest.raises(TurnRejected):
        matchfolder.sheets_of(frame.encode())


def test_random_bytes_never_pass_and_never_fail(tmp_path: Path) -> None:
    text = turn_files("toy", tmp_path)[3]
    rng = Random("bytes")
    whole = sheet_of(text)
    raw = bytearray(text.encode())
    for _ in range(120):
        hurt = bytearray(raw)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(hurt))
            hurt[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        with contextlib.suppress(TurnRejected):
            for sheet in matchfolder.sheets_of(bytes(hurt)):
                if matchfolder.holds(sheet):
                    assert sheet.hash == whole.hash
                    assert plain(sheet.content) == plain(whole.content)
