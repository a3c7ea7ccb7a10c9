from __future__ import annotations

import pytest
from plainoptions import c_random

from ibviz.flow.randoms import randoms


@pytest.mark.parametrize("seed", [1, 2, 42, 2**31 - 2])
@pytest.mark.parametrize("count", [1, 31, 1000, 10_000])
def test_that_they_follow_the_rule_of_the_c_library(seed: int, count: int) -> None:
    assert randoms(seed, count).tolist() == c_random(seed)[:count]


def test_that_no_seed_is_seed_one() -> None:
    assert randoms(0, 5).tolist() == randoms(1, 5).tolist()


def test_that_large_seeds_are_taken_as_the_c_library_takes_them() -> None:
    assert randoms(7, 3).tolist() == [1045618677, 1863967299, 1272579899]
    assert randoms(3_000_000_000, 3).tolist() == [2058147116, 854483408, 922419988]


def test_that_a_long_draw_begins_as_a_short_one_and_none_is_none() -> None:
    assert randoms(5, 200_000)[:100].tolist() == randoms(5, 100).tolist()
    assert randoms(5, 0).tolist() == []
