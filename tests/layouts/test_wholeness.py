from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.layouts.wholeness import fullness, groups, is_complete

ends = st.lists(st.tuples(st.integers(0, 4), st.integers(5, 9)), max_size=30)


def split(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    lower, upper = np.array(pairs, np.int64).reshape(-1, 2).T
    return lower, upper


@given(ends)
def test_that_a_complete_cabling_is_full(pairs: list[tuple[int, int]]) -> None:
    lower, upper = split(pairs)
    share = fullness(10, lower, upper, groups(10, lower, upper))
    assert 0 < share <= 1
    if is_complete(10, lower, upper):
        assert share == 1
    single = split(sorted(set(pairs)))
    assert is_complete(10, *single) == (share == 1)


@given(ends)
def test_that_fullness_is_what_is_joined_of_what_could_be(pairs: list[tuple[int, int]]) -> None:
    lower, upper = split(pairs)
    label = groups(10, lower, upper)
    could = [
        (low, high)
        for low in set(lower.tolist())
        for high in set(upper.tolist())
        if label[low] == label[high]
    ]
    share = fullness(10, lower, upper, label)
    assert share == (len(set(pairs)) / len(could) if could else 1)


def test_that_a_cable_more_between_two_is_not_complete() -> None:
    lower, upper = split([(0, 5), (0, 6), (1, 5), (1, 6), (1, 6)])
    assert not is_complete(10, lower, upper)
    assert is_complete(10, lower[:-1], upper[:-1])
    assert fullness(10, lower, upper, groups(10, lower, upper)) == 1
