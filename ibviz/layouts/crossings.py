"""Crossings between two neighbouring bands, and orders with fewer of them."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.layouts.budget import Budget

AT_ONCE = 8
"""Moves that are made before all savings are counted anew, at most."""
LOOK = 10
"""Tables that a look at all moves reads or writes."""
MULTIPLIED = 1 / 8
"""A multiplication within a product of matrices costs so much of one elsewhere."""


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


def listed_crossings(low: Ints, high: Ints, number: Floats) -> int:
    """Return how often the cables of a list cross, in time proportional to its length but for a logarithm.

    Parameters
    ----------
    low, high : (k,) int64
        Places of the two ends of each bundle of parallel cables; each pair of places occurs once.
    number : (k,) float64
        Cables in each bundle.

    Notes
    -----
    Two bundles cross if their upper ends are in another order than their lower ends; upper ends differ first
    in exactly one binary digit, counted from the highest. So for each digit those are counted that have a 1
    there, among those with the same digits before it, and stand left of one with a 0.

    Examples
    --------
    >>> listed_crossings(np.array([0, 1, 2]), np.array([2, 1, 0]), np.array([1.0, 2.0, 1.0]))
    5
    """
    turn = np.lexsort((high, low))
    high, number = high[turn], number[turn]
    total = 0.0
    for digit in range(int(high.max(initial=0)).bit_length()):
        group = high >> (digit + 1)
        order = np.argsort(group.astype(np.uint16) if group.max() < 1 << 16 else group, kind="stable")
        one = (high[order] >> digit & 1).astype(bool)
        before = np.cumsum(np.where(one, number[order], 0))
        first = np.flatnonzero(np.diff(group[order], prepend=-1))
        sizes = np.diff(np.append(first, len(order)))
        start = np.repeat(np.append(0, before)[first], sizes)
        total += float((number[order] * (before - start))[~one].sum())
    return round(total)


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


def pairing_cost(count: int, others: int) -> float:
    """Return what `pair_crossings` of so many nodes costs, cells."""
    return count * (count + others * 3 + count * others * MULTIPLIED)


def untangled(order: Ints, pairs: Floats, part: Ints, budget: Budget) -> Ints:
    """Return an order in which no single node of its part stands better elsewhere.

    Parameters
    ----------
    order : (n,) int64
        Nodes of a band from left to right, as indices into `pairs` and `part`.
    pairs : (n, n) float64
        What `pair_crossings` gives, summed over the bands on both sides.
    part : (n,) int64
        Part of each node, equal ones side by side; nodes never leave their part.
    budget : Budget
        When it is spent, the order is returned as far as it got.

    Notes
    -----
    First all disjoint pairs of neighbours swap at once where that saves crossings, until none does
    (odd-even transposition); then the moves that save most are made, again and again, until none saves any
    (sifting, after Matuszewski, Schönfeld and Molitor, 1999).
    """
    order = _swapped(order, pairs, part, budget)
    apart = part[order][:, None] != part[order]
    leftwards = np.tri(len(order), dtype=bool)
    gain = pairs[order[:, None], order]
    gain = gain - gain.T
    while gain.size and budget.spend(LOOK * gain.size):
        saved = np.where(apart, -1, _savings(gain, leftwards))
        place = saved.argmax(axis=1)
        turn = _moved(saved[np.arange(len(order)), place], place)
        if turn is None:
            break
        order, gain = order[turn], gain[turn[:, None], turn]
    return order


def _swapped(order: Ints, pairs: Floats, part: Ints, budget: Budget) -> Ints:
    order = order.copy()
    idle, start = 0, 0
    while idle < 2 and budget.spend(LOOK * len(order)):
        left, right = order[start:-1:2], order[start + 1 :: 2]
        swap = (pairs[left, right] > pairs[right, left]) & (part[left] == part[right])
        idle = 0 if swap.any() else idle + 1
        order[start:-1:2], order[start + 1 :: 2] = np.where(swap, right, left), np.where(swap, left, right)
        start = 1 - start
    return order


def _moved(saved: Floats, place: Ints) -> Ints | None:
    """Return the order after the best moves that pass no node in common, None without any that saves.

    Parameters
    ----------
    saved : (n,) float64
        Crossings that the move of each node saves.
    place : (n,) int64
        Where each node would go.
    """
    own = np.arange(len(saved))
    left, right = np.minimum(own, place), np.maximum(own, place)
    turn, saved = own.copy(), saved.copy()
    for made in range(AT_ONCE):
        node = int(saved.argmax())
        if saved[node] < 1:
            return turn if made else None
        low, high = left[node], right[node]
        turn[low : high + 1] = np.roll(own[low : high + 1], -1 if place[node] > node else 1)
        saved[(left <= high) & (right >= low)] = -1
    return turn


def _savings(gain: Floats, leftwards: Bools) -> Floats:
    """Return ``[i, k]``: crossings saved when the node at place i moves to place k.

    ``gain[i, j]`` are the crossings of i and j with i on the left, less those with j on the left; what a
    move saves is the sum of gains over the nodes that it passes, with the sign of its direction.
    """
    sums = gain.cumsum(axis=1)
    saved: Floats = np.where(leftwards, sums - gain, sums) - sums.diagonal()[:, None]
    return saved
