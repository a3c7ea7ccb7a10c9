from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.layouts.crossings import crossings, pair_crossings, untangled


@st.composite
def ladders(draw: st.DrawFn, most: int = 6) -> np.ndarray:
    shape = draw(st.integers(1, most)), draw(st.integers(1, most))
    seed = draw(st.integers(0, 2**32 - 1))
    return np.random.default_rng(seed).poisson(0.7, shape).astype(float)


def crossings_by_hand(cables: np.ndarray) -> int:
    ends = [(i, j) for i, j in np.argwhere(cables).tolist() for _ in range(int(cables[i, j]))]
    return sum((a - c) * (b - d) < 0 for n, (a, b) in enumerate(ends) for c, d in ends[:n])


@given(ladders())
def test_that_crossings_are_all_pairs_of_cables_that_cross(cables: np.ndarray) -> None:
    assert crossings(cables) == crossings_by_hand(cables)


@given(ladders())
def test_that_pair_crossings_sum_up_to_all_crossings(cables: np.ndarray) -> None:
    assert np.triu(pair_crossings(cables), 1).sum() == crossings(cables)


@given(ladders(), st.integers(0, 2**32 - 1))
def test_that_no_single_move_is_better_than_untangled(cables: np.ndarray, seed: int) -> None:
    random = np.random.default_rng(seed)
    part = np.sort(random.integers(0, 2, len(cables)))
    start = np.arange(len(cables))
    order = untangled(start, pair_crossings(cables), part)
    assert sorted(order.tolist()) == start.tolist()
    assert part[order].tolist() == part.tolist()
    fewest = crossings(cables[order])
    assert fewest <= crossings(cables)
    for node in range(len(order)):
        for place in range(len(order)):
            other = np.insert(np.delete(order, node), place, order[node])
            if part[other].tolist() == part.tolist():
                assert crossings(cables[other]) >= fewest


def test_that_a_reversed_ladder_is_put_right() -> None:
    cables = np.eye(9)[::-1]
    order = untangled(np.arange(9), pair_crossings(cables), np.zeros(9, np.int64))
    assert crossings(cables[order]) == 0


def test_that_the_least_of_three_is_found() -> None:
    cables = np.array([[0, 1, 1], [1, 1, 0], [1, 0, 0]], float)
    least = min(crossings(cables[list(order)]) for order in permutations(range(3)))
    assert crossings(cables[untangled(np.arange(3), pair_crossings(cables), np.zeros(3, np.int64))]) == least


def test_that_an_order_without_need_stays() -> None:
    assert untangled(np.arange(4), np.zeros((4, 4)), np.zeros(4, np.int64)).tolist() == [0, 1, 2, 3]
    assert untangled(np.arange(0), np.zeros((0, 0)), np.zeros(0, np.int64)).tolist() == []
