from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from ladders import random_ladder, seeds, sizes

from ibviz.layouts.crossings import crossings
from ibviz.layouts.ladder import Rung, named


def test_that_parallel_cables_are_one_bundle() -> None:
    rung = Rung.of(np.array([1, 0, 1, 1]), np.array([2, 0, 2, 0]), 2, 3)
    assert rung.table().tolist() == [[1, 0, 0], [1, 0, 2]]
    assert len(rung.low) == 3


def test_that_a_rung_without_cables_is_a_table_of_nothing() -> None:
    none = np.empty(0, np.int64)
    assert Rung.of(none, none, 2, 0).table().shape == (2, 0)
    assert Rung.of(none, none, 2, 3).crossings(np.arange(2), np.arange(3)) == 0


@given(seeds, st.integers(1, 30), st.integers(1, 30), st.sampled_from((0.02, 0.5)))
def test_that_listed_and_tabled_cables_cross_alike(seed: int, lows: int, highs: int, density: float) -> None:
    rung = random_ladder(seed, [lows, highs], density=density).rungs[0]
    random = np.random.default_rng(seed)
    low, high = random.permutation(lows), random.permutation(highs)
    assert rung.crossings(low, high) == crossings(rung.table()[low[:, None], high])


@given(seeds, sizes)
def test_that_cables_are_the_same_from_both_sides(seed: int, bands: list[int]) -> None:
    ladder = random_ladder(seed, bands)
    for band in range(len(bands)):
        for other in ladder.beside(band):
            mine, theirs, number = ladder.links(band, other)
            table = np.zeros((bands[band], bands[other]))
            table[mine, theirs] = number
            assert np.array_equal(table, ladder.towards(band, other))
            assert np.array_equal(table.T, ladder.towards(other, band))


@given(seeds, sizes, st.integers(1, 3))
def test_that_nodes_cabled_alike_stand_by_name_and_cross_as_before(
    seed: int, bands: list[int], parts: int
) -> None:
    ladder = random_ladder(seed, bands, parts)
    random = np.random.default_rng(seed)
    mixed = [np.lexsort((random.random(len(part)), part)) for part in ladder.parts]
    orders = named(ladder, mixed)
    assert ladder.crossings(orders) == ladder.crossings(mixed)
    for band, (part, order) in enumerate(zip(ladder.parts, orders, strict=True)):
        assert part[order].tolist() == part[mixed[band]].tolist()
        cables = np.hstack([ladder.towards(band, other) for other in ladder.beside(band)])
        for at, node in enumerate(order.tolist()):
            for later in order[at + 1 :].tolist():
                alike = part[node] == part[later] and np.array_equal(cables[node], cables[later])
                assert not alike or node < later
