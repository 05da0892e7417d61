"""Long strings on short lines: `{ text = [pieces] }` stands for one string (P1.1)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.turnfile.read import parse
from pbem.turnfile.write import document, fold, unfold

HOUSE = settings(derandomize=True, deadline=None, max_examples=300)


@pytest.mark.parametrize(
    ("data", "joined"),
    [
        ({"text": ["a", "b"]}, "ab"),
        ({"text": [""]}, ""),
        ({"a": {"text": ["x"]}, "b": [{"text": ["y", "z"]}]}, {"a": "x", "b": ["yz"]}),
        # What only looks like a folded string stays a table.
        ({"text": []}, {"text": []}),
        ({"text": "a"}, {"text": "a"}),
        ({"text": ["a", 1]}, {"text": ["a", 1]}),
        ({"text": ["a"], "more": 1}, {"text": ["a"], "more": 1}),
        ({"texts": ["a"]}, {"texts": ["a"]}),
        # A folded string as a piece of one: the innermost is joined first, so that nothing is left over.
        ({"text": [{"text": ["a", "b"]}, "c"]}, "abc"),
        ({"text": [{"text": [{"text": ["a"]}]}]}, "a"),
        ({"text": [{"text": ["a"], "x": 1}]}, {"text": [{"text": ["a"], "x": 1}]}),
    ],
)
def test_unfolding(data: Any, joined: Any) -> None:
    assert unfold(data) == joined
    assert unfold(joined) == joined


DATA = st.recursive(
    st.text(alphabet="ab", max_size=3) | st.text("xé", min_size=70, max_size=90) | st.integers(0, 9),
    lambda d: (
        st.lists(d, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "a"]), d, max_size=2)
        | st.fixed_dictionaries({"text": st.lists(st.text("ab", max_size=2), min_size=1, max_size=3)})
    ),
    max_leaves=20,
)


@HOUSE
@given(DATA)
def test_unfolding_twice_is_unfolding_once_and_folding_undoes_it(data: Any) -> None:
    once = unfold(data)
    assert unfold(once) == once
    assert unfold(fold(once)) == once


@HOUSE
@given(DATA)
def test_a_hostile_table_means_the_same_to_reader_and_writer(data: Any) -> None:
    """Whatever a file folds, what was read can be written again and is read as the same."""
    read = unfold({"a": data})
    assert parse(document(fold(read))) == read


def test_short_strings_stay_and_long_ones_are_cut() -> None:
    short, long = "x" * 66, "x" * 67
    assert fold({"a": short}) == {"a": short}
    assert fold({"a": long}) == {"a": {"text": ["x" * 62, "x" * 5]}}
    assert fold({"a": [short + "x", long + "x"]}) == {"a": ["x" * 67, {"text": ["x" * 62, "x" * 6]}]}
