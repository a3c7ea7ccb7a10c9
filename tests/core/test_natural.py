from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.natural import natural_rank


def ranked(names: list[str]) -> list[str]:
    rank = natural_rank(np.array(names, object), np.arange(len(names)))
    return [names[i] for i in np.argsort(rank)]


def test_that_numbers_sort_by_value() -> None:
    assert ranked(["leaf-10", "leaf-9", "Leaf-1", "a2b10", "a2b9"]) == [
        "a2b9",
        "a2b10",
        "Leaf-1",
        "leaf-9",
        "leaf-10",
    ]


def test_that_equal_names_keep_the_order_of_their_ties() -> None:
    assert natural_rank(np.array(["x", "x", "x"], object), np.array([2, 0, 1])).tolist() == [2, 0, 1]


def test_that_no_name_has_no_rank() -> None:
    assert natural_rank(np.array([], object), np.array([], np.int64)).tolist() == []


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8)))
def test_that_every_text_gets_a_rank_of_its_own(names: list[str]) -> None:
    rank = natural_rank(np.array(names, object), np.arange(len(names)))
    assert sorted(rank.tolist()) == list(range(len(names)))
