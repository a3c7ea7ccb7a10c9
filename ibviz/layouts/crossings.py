"""Crossings between two neighbouring bands, and orders with fewer of them."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints

MOVES = 4
"""Moves that are tried for each node of a band, at most."""


def crossings(cables: Floats) -> int:
    """Return how often the cables between two bands cross.

    Parameters
    ----------
    cables : (n, m) float64
        Number of cables between node i of one band and node j of the other, both in order from left to
        right. Parallel cables cross others each on its own, but not one another.

    Examples
    --------
    >>> crossings(np.ones((18, 36))), crossings(np.eye(4)), crossings(np.eye(4)[::-1])
    (96390, 0, 6)
    """
    return round(float((cables[1:] * _right_of(cables.cumsum(axis=0)[:-1])).sum()))


def _right_of(cables: Floats) -> Floats:
    """Return the sums over all columns to the right of each."""
    sums = cables[:, ::-1].cumsum(axis=1)[:, ::-1]
    return sums - cables


def pair_crossings(cables: Floats) -> Floats:
    """Return ``[u, v]``: how often the cables of u and v cross if u stands left of v.

    Parameters
    ----------
    cables : (n, m) float64
        Number of cables from each node of a band to each node of the other, the other in order.
    """
    left_of: Floats = cables.cumsum(axis=1) - cables
    pairs: Floats = cables @ left_of.T
    return pairs


def untangled(order: Ints, pairs: Floats, part: Ints) -> Ints:
    """Return an order in which no single node of its part stands better elsewhere.

    Parameters
    ----------
    order : (n,) int64
        Nodes of a band from left to right, as indices into `pairs` and `part`.
    pairs : (n, n) float64
        What `pair_crossings` gives, summed over the bands on both sides.
    part : (n,) int64
        Part of each node, equal ones side by side; nodes never leave their part.

    Notes
    -----
    First all disjoint pairs of neighbours swap at once where that saves crossings, until none does
    (odd-even transposition); then the one move that saves most is made, again and again, until none saves
    any (sifting, after Matuszewski, Schönfeld and Molitor, 1999).
    """
    order = _swapped(order, pairs, part)
    apart = part[order][:, None] != part[order]
    leftwards = np.tri(len(order), dtype=bool)
    gain = pairs[order[:, None], order]
    gain = gain - gain.T
    for _ in range(MOVES * len(order)):
        saved = np.where(apart, -1, _savings(gain, leftwards))
        node, place = divmod(int(saved.argmax()), len(order))
        if saved[node, place] < 1:
            break
        turn = np.insert(np.delete(np.arange(len(order)), node), place, node)
        order, gain = order[turn], gain[turn[:, None], turn]
    return order


def _swapped(order: Ints, pairs: Floats, part: Ints) -> Ints:
    order = order.copy()
    idle, start = 0, 0
    while idle < 2:
        left, right = order[start:-1:2], order[start + 1 :: 2]
        swap = (pairs[left, right] > pairs[right, left]) & (part[left] == part[right])
        idle = 0 if swap.any() else idle + 1
        order[start:-1:2], order[start + 1 :: 2] = np.where(swap, right, left), np.where(swap, left, right)
        start = 1 - start
    return order


def _savings(gain: Floats, leftwards: Bools) -> Floats:
    """Return ``[i, k]``: crossings saved when the node at place i moves to place k.

    ``gain[i, j]`` are the crossings of i and j with i on the left, less those with j on the left; what a
    move saves is the sum of gains over the nodes that it passes, with the sign of its direction.
    """
    sums = gain.cumsum(axis=1)
    saved: Floats = np.where(leftwards, sums - gain, sums) - sums.diagonal()[:, None]
    return saved
