from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ibviz.gui.models.spread import POINTS, spread_of


@given(st.lists(st.floats(0, 100) | st.just(float("nan")), max_size=50))
def test_that_every_value_is_in_one_bar_and_every_bar_gives_back_its_things(values: list[float]) -> None:
    array = np.array(values, float)
    made = spread_of(array, np.arange(len(values)), 100.0)
    assert made.counts.sum() == np.isfinite(array).sum() == len(made)
    found = [made.within(a, b) for a, b in zip(made.edges[:-1], made.edges[1:], strict=True)]
    assert sorted(np.concatenate(found).tolist()) == sorted(np.flatnonzero(np.isfinite(array)).tolist())


def test_that_a_curve_stays_small_and_keeps_its_ends() -> None:
    made = spread_of(np.arange(100_000.0), np.arange(100_000))
    x, y = made.curve()
    assert len(x) == len(y) == POINTS
    assert (y[0], y[-1]) == (0.0, 99_999.0)
    assert made.rows_of(np.array([5, 99])).tolist() == [5, 99]


def test_that_nothing_has_no_curve() -> None:
    assert len(spread_of(np.empty(0), np.empty(0, np.int64)).curve()[0]) == 0


def test_that_each_value_stands_in_the_step_that_counts_it() -> None:
    made = spread_of(np.random.default_rng(1).random(200) * 100, np.arange(200), 100.0)
    bins = made.bins(np.arange(200))
    assert np.array_equal(np.bincount(bins, minlength=len(made.counts)), made.counts)
    assert spread_of(np.array([100.0]), np.array([0]), 100.0).bins(np.array([0])).tolist() == [39]
