"""Two binary trees over the same ranks: who passes on in one of them is a leaf of the other."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Ints


def double_tree(n: int) -> tuple[Ints, Ints, int]:
    """Return children and parents of both trees together, and the root of the second.

    The root of the first tree is rank 0. Of an even number of ranks the second tree is the first one
    mirrored, of an odd number it is shifted by one.

    Parameters
    ----------
    n : int
        Ranks, at least 1.
    """
    child, parent = tree(n)
    if n % 2:
        root = 1 % n
        return np.concatenate([child, (child + 1) % n]), np.concatenate([parent, (parent + 1) % n]), root
    return np.concatenate([child, n - 1 - child]), np.concatenate([parent, n - 1 - parent]), n - 1


def tree(n: int) -> tuple[Ints, Ints]:
    """Return each rank but 0 and its parent in a binary tree with rank 0 on top of one child.

    Examples
    --------
    >>> [ranks.tolist() for ranks in tree(8)]
    [[1, 2, 3, 4, 5, 6, 7], [2, 4, 2, 0, 6, 4, 6]]
    """
    child = np.arange(1, n)
    lowest = child & -child
    parent = (child ^ lowest) | (lowest << 1)
    return child, np.where(parent < n, parent, child ^ lowest)
