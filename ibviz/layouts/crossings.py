"""Crossings between two neighbouring bands, and orders with fewer of them."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints


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
    """Return an order in which no two neighbours of one part would cross less the other way round.

    Parameters
    ----------
    order : (n,) int64
        Nodes of a band from left to right, as indices into `pairs`.
    pairs : (n, n) float64
        What `pair_crossings` gives, summed over the bands on both sides.
    part : (n,) int64
        Part of each node; nodes of different parts never change places.

    Notes
    -----
    Odd-even transposition: all disjoint pairs of neighbours swap at once where that saves a crossing, until
    none does; each swap saves one, so it ends.
    """
    order = order.copy()
    idle = 0
    start = 0
    while idle < 2:
        left, right = order[start:-1:2], order[start + 1 :: 2]
        swap: Bools = (pairs[left, right] > pairs[right, left]) & (part[left] == part[right])
        order[start:-1:2], order[start + 1 :: 2] = np.where(swap, right, left), np.where(swap, left, right)
        idle = 0 if swap.any() else idle + 1
        start = 1 - start
    return order
