from __future__ import annotations

import pytest

from ibviz.core.errors import RoutingError
from ibviz.flow.treeindex import indices


def star(leaves: int) -> list[int]:
    """Index leaves 1, 2, … below the root 0."""
    every = list(range(1, leaves + 1))
    return indices(1, [0] + [1] * leaves, 1, [every] + [[]] * leaves, [[]] + [[0]] * leaves)


def test_that_the_root_comes_first_and_its_leaves_by_its_ports() -> None:
    assert star(4) == [0, 1, 2, 3, 4]


def test_that_the_leaf_begun_with_is_first_of_its_rank_whatever_its_port() -> None:
    assert indices(2, [0, 1, 1, 1], 1, [[3, 1, 2], [], [], []], [[], [0], [0], [0]]) == [0, 3, 1, 2]


def test_that_planes_of_three_ranks_vary_the_digit_that_they_step_over() -> None:
    pods = [[4, 6], [4, 6], [5, 7], [5, 7]]
    rank = [2, 2, 2, 2, 1, 1, 1, 1, 0, 0]
    below = [[]] * 4 + [[0, 1], [2, 3], [0, 1], [2, 3]] + [[4, 5], [6, 7]]
    above = [*pods, [8], [8], [9], [9], [], []]
    place = indices(0, rank, 2, below, above)
    assert place == [6, 7, 8, 9, 2, 4, 3, 5, 0, 1]


def test_that_nothing_below_the_leaves_nor_beside_the_tree_has_a_place_of_its_own() -> None:
    place = indices(1, [0, 1, 2, 1], 1, [[1], [2], [], []], [[], [0], [1], []])
    assert place == [0, 1, 2, 2]


def test_that_more_than_255_alike_are_refused() -> None:
    assert star(255)[-1] == 255
    with pytest.raises(RoutingError, match="more than 255 switches"):
        star(256)
