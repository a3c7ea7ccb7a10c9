from __future__ import annotations

import numpy as np
import pytest

from ibviz.core.errors import OptionError
from ibviz.flow.pairs import Pairs, Samples, joined, pairs, sampled


def _draw(random: np.random.Generator) -> Pairs:
    return pairs(np.arange(9), random.permutation(9))


def test_that_pairs_take_all_they_can_get_unless_told_otherwise() -> None:
    assert pairs(np.arange(2), np.arange(2)).demand.tolist() == [np.inf, np.inf]
    assert pairs(np.arange(2), np.arange(2), np.array([1.0, 2.0])).demand.tolist() == [1, 2]


def test_that_a_mask_takes_pairs() -> None:
    taken = pairs(np.arange(3), np.arange(3)[::-1]).take(np.array([True, False, True]))
    assert (taken.src.tolist(), taken.dst.tolist()) == ([0, 2], [2, 0])


def test_that_the_first_sample_is_the_one_without_a_count() -> None:
    one, many = sampled(_draw, 5, None), sampled(_draw, 5, 3)
    assert isinstance(one, Pairs)
    assert isinstance(many, Samples)
    drawn = list(many.draws)
    assert len(drawn) == many.count == 3
    assert drawn[0].dst.tolist() == one.dst.tolist() != drawn[1].dst.tolist()


def test_that_another_seed_is_another_draw() -> None:
    one, other = sampled(_draw, 1, None), sampled(_draw, 2, None)
    assert isinstance(one, Pairs)
    assert isinstance(other, Pairs)
    assert one.dst.tolist() != other.dst.tolist()


def test_that_a_negative_seed_is_refused() -> None:
    with pytest.raises(OptionError, match="seed is -1"):
        sampled(_draw, -1, None)


@pytest.mark.parametrize("count", [0, -3, 100_001])
def test_that_a_count_out_of_range_is_refused(count: int) -> None:
    with pytest.raises(OptionError, match=f"count is {count}; expected 1 to 100,000"):
        sampled(_draw, 1, count)


def test_that_pairs_are_joined_in_order() -> None:
    made = joined([pairs(np.array([1]), np.array([2]), np.array([3.0])), pairs(np.array([4]), np.array([5]))])
    assert (made.src.tolist(), made.dst.tolist(), made.demand.tolist()) == ([1, 4], [2, 5], [3, np.inf])
    assert len(joined([]).src) == 0
