from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ladders import random_ladder, seeds, sizes

from ibviz.layouts import untangling
from ibviz.layouts.budget import Budget
from ibviz.layouts.ladder import Ladder, Rung
from ibviz.layouts.untangling import mended, untangle


def lists(orders: list[np.ndarray]) -> list[list[int]]:
    return [order.tolist() for order in orders]


@given(
    seeds,
    sizes,
    st.integers(1, 3),
    st.sampled_from((0, 1e3, 1e5, 1e7)),
    st.sampled_from((untangle, mended)),
)
def test_that_parts_stay_whole_and_neither_crossings_are_added_nor_the_budget_overspent(
    seed: int, bands: list[int], parts: int, granted: float, better: object
) -> None:
    ladder = random_ladder(seed, bands, parts)
    budget = Budget(granted)
    orders = better(ladder, budget)
    assert [sorted(order.tolist()) for order in orders] == lists(ladder.given())
    assert ladder.crossings(orders) <= ladder.crossings(ladder.given())
    assert budget.spent <= granted
    for part, order in zip(ladder.parts, orders, strict=True):
        changes = np.flatnonzero(np.diff(part[order]))
        assert len(changes) + 1 == len(set(part.tolist()))


def test_that_the_result_is_the_same_each_time() -> None:
    ladder = random_ladder(5, [9, 7, 5])
    assert lists(untangle(ladder)) == lists(untangle(ladder))


def test_that_a_hidden_ladder_without_crossings_is_found() -> None:
    random = np.random.default_rng(1)
    rung = np.eye(10) + np.eye(10, k=1)
    mixed = rung[np.ix_(random.permutation(10), random.permutation(10))]
    ladder = Ladder((Rung.from_table(mixed),), (np.zeros(10, np.int64),) * 2)
    assert ladder.crossings(ladder.given()) > 0
    assert ladder.crossings(untangle(ladder)) == 0


def test_that_whole_parts_change_places_where_that_saves_crossings() -> None:
    rung = np.kron(np.eye(3)[::-1], np.ones((2, 2)))
    low, high = np.array([0, 0, 1, 1, 2, 2]), np.array([3, 3, 4, 4, 5, 5])
    ladder = Ladder((Rung.from_table(rung),), (low, high))
    assert ladder.crossings(untangle(ladder)) == 3


def test_that_without_a_budget_only_sweeps_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = random_ladder(4, [30, 30])
    monkeypatch.setattr(untangling, "pair_crossings", None)
    monkeypatch.setattr(untangling, "unrolled", None)
    budget = Budget(0)
    assert ladder.crossings(untangle(ladder, budget)) < ladder.crossings(ladder.given())
    assert budget.spent == 0


def test_that_large_bands_are_neither_paired_nor_made_into_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(6)
    rung = Rung.of(random.integers(0, 2000, 8000), random.integers(0, 2000, 8000), 2000, 2000)
    ladder = Ladder((rung,), (np.zeros(2000, np.int64),) * 2)
    monkeypatch.setattr(untangling, "pair_crossings", None)
    monkeypatch.setattr(Rung, "_table", None)
    assert ladder.crossings(untangle(ladder)) < 0.75 * ladder.crossings(ladder.given())


@pytest.mark.parametrize(("granted", "rounds"), [(2e5, 0), (1e7, 40)])
def test_that_a_larger_budget_buys_more_rounds(
    granted: float, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    stirred = untangling._Search.stirred

    def counted(*args: object) -> list[np.ndarray]:
        made.append(1)
        return stirred(*args)

    monkeypatch.setattr(untangling._Search, "stirred", counted)
    monkeypatch.setattr(untangling, "IDLE_ROUNDS", 1000)
    budget = Budget(granted)
    untangle(random_ladder(8, [20, 20], density=0.5), budget)
    assert len(made) == rounds
    assert budget.spent <= granted


def one_hole(size: int) -> Ladder:
    cables = np.ones((size, size))
    cables[5, 3] = 0
    return Ladder((Rung.from_table(cables),), (np.zeros(size, np.int64),) * 2)


def test_that_only_what_lacks_a_cable_leaves_its_place() -> None:
    ladder = one_hole(12)
    low, high = mended(ladder)
    assert [node for node in low.tolist() if node != 5] == [n for n in range(12) if n != 5]
    assert [node for node in high.tolist() if node != 3] == [n for n in range(12) if n != 3]
    assert ladder.crossings([low, high]) < ladder.crossings(ladder.given())


@pytest.mark.parametrize("granted", [0, 7e4])
def test_that_nothing_moves_where_not_all_can(granted: float) -> None:
    ladder = one_hole(30)
    budget = Budget(granted)
    assert lists(mended(ladder, budget)) == lists(ladder.given())
    assert budget.spent <= granted
