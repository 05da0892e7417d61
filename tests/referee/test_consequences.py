"""Rolls, state and next are shown, recomputed and compared; the first difference is named (P1.5, P3.3)."""

import copy
import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from pbem.errors import TurnRejected
from pbem.referee.consequences import compare, first_difference, named, shown, state_table
from pbem.referee.fold import fold
from pbem.turnfile.canon import b64, canonical
from tests.kit.duel import read
from tests.kit.scene import END, Scene, attack, begun, move
from tests.kit.whole import CONFIGS, played

STATE: dict[str, Any] = {
    "round": 2,
    "points": [3, 1],
    "units": [{"id": "A1", "wounds": 0, "at": [4, 5]}, {"id": "A2", "wounds": 2, "at": []}],
    "zones": [{"number": 1, "owner": "a"}],
    "hash": "mine",
}


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = copy.deepcopy(STATE)
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "path", "expected", "found"),
    [
        (lambda s: s["units"][1].update(wounds=1), "units.A2.wounds", "2", "1"),
        (lambda s: s["units"][0]["at"].append(6), "units.A1.at[2]", "None", "6"),
        (lambda s: s["units"][0]["at"].pop(), "units.A1.at[1]", "5", "None"),
        (lambda s: s["units"][1].pop("wounds"), "units.A2.wounds", "2", "None"),
        (lambda s: s["units"][1].update(extra=True), "units.A2.extra", "None", "True"),
        (lambda s: s["units"].append({"id": "A9"}), "units.A9", "None", "{'id': 'A9'}"),
        (lambda s: s["units"].pop(), "units[1]", str(STATE["units"][1]), "None"),
        (lambda s: s["units"].reverse(), "units.A2.at[0]", "4", "None"),
        (lambda s: s["units"][0].update(id="B1"), "units.B1.id", "A1", "B1"),
        (lambda s: s["zones"][0].update(owner=""), "zones[0].owner", "a", ""),
        (lambda s: s.update(round=3), "round", "2", "3"),
        (lambda s: s.update(round="2"), "round", "2", "2"),
        (lambda s: s.update(round=True), "round", "2", "True"),
        (lambda s: s.update(points=[3, 1, 0]), "points[2]", "None", "0"),
        (lambda s: s.update(points={}), "points", "[3, 1]", "{}"),
        (lambda s: s.update(hash="theirs"), "hash", "mine", "theirs"),
        (lambda s: s.update(hash="theirs", zz=1), "zz", "None", "1"),  # a hash says least
        (lambda s: s.clear(), "points", "[3, 1]", "None"),
    ],
)
def test_the_first_difference_of_a_state_is_named_with_both_values(
    change: Callable[[dict[str, Any]], Any], path: str, expected: str, found: str
) -> None:
    with pytest.raises(TurnRejected) as caught:
        compare({"state": STATE}, {"state": changed(change)}, 7)
    refusal = caught.value
    assert (refusal.code, refusal.turn) == ("state/differs", 7)
    assert (refusal.path, refusal.expected, refusal.found) == (path, expected, found)


@pytest.mark.parametrize(
    ("mine", "theirs", "code", "path", "message"),
    [
        (
            {"rolls": [{"faces": [1, 2]}]},
            {"rolls": [{"faces": [1, 6]}]},
            "rolls/differ",
            "rolls[0].faces[1]",
            "the file says 6, the orders and dice give 2",
        ),
        (
            {},
            {"rolls": [{"faces": [1]}]},
            "rolls/differ",
            "rolls",
            "the file says [{'faces': [1]}], the orders and dice give nothing",
        ),
        (
            {"rolls": [{"faces": [1], "why": "A" * 60}]},
            {},
            "rolls/differ",
            "rolls",
            "the file says nothing, the orders and dice give an array",
        ),
        (
            {"rolls": [{"n": 0}, {"n": 1}]},
            {"rolls": [{"n": 0}]},
            "rolls/differ",
            "rolls[1]",
            "the file says nothing, the orders and dice give {'n': 1}",
        ),
        (
            {"next": {"side": "a", "want": "dice"}},
            {"next": {"side": "b", "want": "dice"}},
            "next/differs",
            "next.side",
            "the file says b, the orders and dice give a",
        ),
        ({"next": {"side": "a"}}, {}, "next/differs", "next", "the file says nothing"),
        ({"state": {"a": 1}}, {}, "state/differs", "state", "the file says nothing"),
        # Rolls come first, then the state, then what is next: the cause before its effects.
        (
            {"rolls": [], "state": {"a": 1}, "next": {"side": "a"}},
            {"rolls": [1], "state": {"a": 2}, "next": {"side": "b"}},
            "rolls/differ",
            "rolls[0]",
            "the file says 1",
        ),
        (
            {"state": {"a": 1}, "next": {"side": "a"}},
            {"state": {"a": 2}, "next": {"side": "b"}},
            "state/differs",
            "a",
            "the file says 2",
        ),
    ],
)
def test_each_table_has_its_code(
    mine: dict[str, Any], theirs: dict[str, Any], code: str, path: str, message: str
) -> None:
    with pytest.raises(TurnRejected) as caught:
        compare(mine, theirs, 3)
    assert (caught.value.code, caught.value.path) == (code, path)
    assert caught.value.message.startswith(message)


def test_what_is_the_same_passes() -> None:
    compare({"state": STATE, "next": {}}, {"state": changed(lambda _: None), "next": {}, "more": 1}, 1)
    assert first_difference(STATE, changed(lambda _: None), ()) is None


def test_names_of_rows_without_an_id_are_their_numbers() -> None:
    assert named({"rows": [{"id": 4}]}, ("rows", 0, "id")) == ".rows[0].id"
    assert named(None, ("rows", 0)) == ".rows[0]"
    assert named([], ()) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "nothing"), (3, "3"), ([1, 2], "[1, 2]"), ([1] * 40, "an array"), ({"a": "x" * 60}, "a table")],
)
def test_values_in_messages(value: Any, words: str) -> None:
    assert shown(value) == words


# -- what stands in the file -----------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["everything", "everything, takebacks", "sealed deployment"])
def test_the_state_of_a_file_is_the_state_of_its_reader(name: str) -> None:
    duel = played(name, 1)
    for text, folded in zip(duel.files, duel.folded, strict=True):
        state = read(text).turn.state
        table = state_table(folded.match, duel.rules)
        assert {key: value for key, value in state.items() if key != "hash"} == table
        assert state["hash"] == b64(hashlib.sha256(canonical(table)).digest())
        assert state["referee"]["kmax"] == folded.match.kmax


@pytest.mark.parametrize("name", CONFIGS)
def test_every_die_stands_in_the_file_that_worked_it_out(name: str) -> None:
    duel = played(name, 2)
    for text, folded in zip(duel.files, duel.folded, strict=True):
        assert read(text).turn.rolls == tuple(booked.rolled for booked in folded.rolls)


def test_nothing_secret_stands_in_a_file() -> None:
    """No share before its time, no key, no seed: only what the protocol names."""
    duel = played("everything", 2)
    together = "".join(duel.files)
    for side, seat in duel.seats.items():
        shown_so_far = duel.match.shares["ab".index(side)][0]
        assert b64(seat.secrets.share(shown_so_far)) in together
        for k in (shown_so_far + 1, shown_so_far + 2, 4096):
            assert b64(seat.secrets.share(k)) not in together
        assert b64(seat.key.private_bytes_raw()) not in together
        assert b64(seat.secrets.expand(b"pbem/1 dice")) not in together


# -- in a whole file -------------------------------------------------------------------------------------
def shot() -> tuple[Scene, dict[str, Any]]:
    """a's file that rolls for b's attack, as data."""
    scene = begun().say("b", attack("B2", "A2"), move("B3", 5), END)
    scene.step()
    return scene, dict(scene.draft().data)


def refusal(scene: Scene, data: dict[str, Any]) -> TurnRejected:
    sheet = scene.sheet(scene.match.to, data)
    with pytest.raises(TurnRejected) as caught:
        fold(scene.match, scene.rules, scene.setup, sheet)
    return caught.value


def test_a_changed_wound_is_named_by_its_soldier() -> None:
    scene, data = shot()
    rows = [dict(row) for row in data["state"]["soldiers"]]
    index = next(i for i, row in enumerate(rows) if row["id"] == "A3")
    rows[index]["health"] = 5
    found = refusal(scene, {**data, "state": {**data["state"], "soldiers": rows}})
    assert (found.code, found.turn, found.path) == ("state/differs", 4, "soldiers.A3.health")
    assert (found.expected, found.found) == ("1", "5")
    assert str(found) == "state/differs: soldiers.A3.health: the file says 5, the orders and dice give 1"


def test_a_changed_die_is_named_before_the_wound_that_it_would_make() -> None:
    scene, data = shot()
    rolls = [dict(row) for row in data["rolls"]]
    face = rolls[0]["faces"][0]
    rolls[0]["faces"] = [face % 6 + 1]
    found = refusal(scene, {**data, "rolls": rolls, "state": {**data["state"], "points": [9, 9]}})
    assert (found.code, found.path) == ("rolls/differ", "rolls[0].faces[0]")
    assert (found.expected, found.found) == (str(face), str(face % 6 + 1))
