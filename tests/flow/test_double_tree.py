from __future__ import annotations

import numpy as np
import pytest

from ibviz.flow.double_tree import double_tree, tree


@pytest.mark.parametrize("n", range(1, 40))
def test_that_all_ranks_hang_together_under_both_roots(n: int) -> None:
    child, parent, second = double_tree(n)
    for half, root in ((slice(0, n - 1), 0), (slice(n - 1, None), second)):
        above = dict(zip(child[half].tolist(), parent[half].tolist(), strict=True))
        assert set(above) == set(range(n)) - {root}
        for rank in range(n):
            steps = 0
            while rank != root:
                rank, steps = above[rank], steps + 1
                assert steps <= (n - 1).bit_length() + 1


@pytest.mark.parametrize("n", range(3, 40))
def test_that_who_has_two_children_in_one_tree_is_a_leaf_of_the_other(n: int) -> None:
    _, parent, _ = double_tree(n)
    first, second = (np.bincount(parent[half], minlength=n) for half in (slice(0, n - 1), slice(n - 1, None)))
    assert ((first < 2) | (second == 0)).all()
    assert (first + second <= 2).all()


def test_that_a_tree_of_two_is_a_pair() -> None:
    assert [ranks.tolist() for ranks in tree(2)] == [[1], [0]]
