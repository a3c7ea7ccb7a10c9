from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ladders import random_ladder, seeds, sizes

from ibviz.layouts import sweeping
from ibviz.layouts.budget import Budget
from ibviz.layouts.ladder import Ladder, Rung
from ibviz.layouts.sweeping import by_means, part_places, swept, unrolled


@given(seeds, sizes, st.integers(1, 3))
def test_that_sweeps_never_add_crossings_and_keep_parts(seed: int, bands: list[int], parts: int) -> None:
    ladder = random_ladder(seed, bands, parts)
    orders = swept(ladder, ladder.given())
    assert ladder.crossings(orders) <= ladder.crossings(ladder.given())
    for part, order in zip(ladder.parts, orders, strict=True):
        assert sorted(order.tolist()) == list(range(len(part)))
        assert part[order].tolist() == part.tolist()


@given(seeds, sizes)
def test_that_means_are_those_of_the_neighbours(seed: int, bands: list[int]) -> None:
    ladder = random_ladder(seed, bands)
    order = by_means(ladder, ladder.given(), 0, 1)
    cables = ladder.towards(0, 1)
    with np.errstate(invalid="ignore"):
        mean = cables @ np.arange(bands[1]) / cables.sum(axis=1)
    mean = np.where(np.isnan(mean), np.arange(bands[0]) * bands[1] / bands[0], mean)
    assert order.tolist() == np.lexsort((np.arange(bands[0]), mean)).tolist()


def test_that_so_many_sweeps_are_made_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(ladder: Ladder, orders: list[np.ndarray], band: int, other: int) -> np.ndarray:
        made.append((band, other))
        return by_means(ladder, orders, band, other)

    monkeypatch.setattr(sweeping, "by_means", counted)
    ladder = random_ladder(7, [60, 50, 40])
    swept(ladder, ladder.given())
    assert 0 < len(made) <= 4 * sweeping.SWEEPS
    assert made[:4] == [(1, 2), (0, 1), (1, 0), (2, 1)]


def test_that_sweeps_end_when_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = []
    rung = Rung.from_table(np.eye(4))
    ladder = Ladder((rung,), (np.zeros(4, np.int64),) * 2)
    swept(ladder, ladder.given(), lambda _, band: settled.append(band))
    assert settled == [0, 1]


def path(count: int) -> Ladder:
    rung = np.eye(count) + np.eye(count, k=1)
    random = np.random.default_rng(1)
    mixed = rung[np.ix_(random.permutation(count), random.permutation(count))]
    return Ladder((Rung.from_table(mixed),), (np.zeros(count, np.int64),) * 2)


def test_that_a_long_path_is_unrolled_without_crossings() -> None:
    ladder = path(40)
    assert ladder.crossings(ladder.given()) > 100
    assert ladder.crossings(unrolled(ladder, Budget(1e6))) == 0


def test_that_unrolling_ends_with_the_budget() -> None:
    budget = Budget(1000)
    ladder = path(40)
    orders = unrolled(ladder, budget)
    assert [sorted(order.tolist()) for order in orders] == [list(range(40))] * 2
    assert 0 < budget.spent <= 1000


def test_that_parts_begin_where_their_first_node_stands() -> None:
    assert part_places(np.array([1, 0, 1, 0]), np.array([0, 2, 3, 1])).tolist() == [0, 2, 0, 2]
