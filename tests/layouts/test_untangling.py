from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.layouts import untangling
from ibviz.layouts.crossings import crossings
from ibviz.layouts.untangling import Ladder, untangle


def random_ladder(seed: int, bands: list[int], parts: int = 1) -> Ladder:
    random = np.random.default_rng(seed)
    rungs = [(random.random(shape) < 0.3).astype(float) for shape in pairwise(bands)]
    return Ladder(tuple(rungs), tuple(np.sort(random.integers(0, parts, size)) for size in bands))


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 6), min_size=2, max_size=4), st.integers(1, 3))
def test_that_untangling_keeps_parts_together_and_never_adds_crossings(
    seed: int, bands: list[int], parts: int
) -> None:
    ladder = random_ladder(seed, bands, parts)
    start = [np.arange(size) for size in bands]
    orders = untangle(ladder)
    assert [sorted(order.tolist()) for order in orders] == [order.tolist() for order in start]
    assert ladder.crossings(orders) <= ladder.crossings(start)
    for part, order in zip(ladder.parts, orders, strict=True):
        changes = np.flatnonzero(np.diff(part[order]))
        assert len(changes) + 1 == len(set(part.tolist()))


def test_that_the_result_is_the_same_each_time() -> None:
    ladder = random_ladder(5, [9, 7, 5])
    first, second = untangle(ladder), untangle(ladder)
    assert [order.tolist() for order in first] == [order.tolist() for order in second]


def test_that_a_hidden_ladder_without_crossings_is_found() -> None:
    random = np.random.default_rng(1)
    rung = np.zeros((10, 10))
    rung[np.arange(10), np.arange(10)] = 1
    rung[np.arange(9), np.arange(1, 10)] = 1
    mixed = rung[np.ix_(random.permutation(10), random.permutation(10))]
    ladder = Ladder((mixed,), (np.zeros(10, np.int64),) * 2)
    assert ladder.crossings([np.arange(10)] * 2) > 0
    assert ladder.crossings(untangle(ladder)) == 0


def test_that_whole_parts_change_places_where_that_saves_crossings() -> None:
    rung = np.kron(np.eye(3)[::-1], np.ones((2, 2)))
    low, high = np.array([0, 0, 1, 1, 2, 2]), np.array([3, 3, 4, 4, 5, 5])
    ladder = Ladder((rung,), (low, high))
    assert ladder.crossings(untangle(ladder)) == 3


def test_that_huge_bands_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = random_ladder(3, [8, 8])
    monkeypatch.setattr(untangling, "MOST_CELLS", 63)
    assert [order.tolist() for order in untangle(ladder)] == [list(range(8))] * 2


def test_that_large_bands_are_swept_but_not_stirred(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = random_ladder(4, [8, 8])
    monkeypatch.setattr(untangling, "WORK", 0)
    monkeypatch.setattr(untangling, "_stirred", None)
    assert ladder.crossings(untangle(ladder)) <= crossings(ladder.rungs[0])
