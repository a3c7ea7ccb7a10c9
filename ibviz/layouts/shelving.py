"""Boxes in rows: which rows make a map of a good shape, and where each box then stands."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints

ASPECT = 1.6
"""Width by height that a map should have."""
WRAP_COST = 0.3
"""A map with twice the rows must be nearer to its aspect by so much, as a logarithm."""
RAGGED_COST = 1.5
"""What it costs if all places of the last rows are empty, as a logarithm."""
BEHIND_COST = 0.5
"""What each doubling of rows beyond two around something costs, since their cables run through the inner ones."""
UNEVEN = 1.5
"""Boxes of one width stand in columns; so do others where that widens their rows no more than this."""


def in_rows(low: Floats, high: Floats, rows: int, gap: tuple[float, float]) -> Floats:
    """Return where boxes stand in so many rows, each row in the middle, (n, 2).

    Parameters
    ----------
    low, high : (n, 2) float64
        Upper left and lower right corner of each box, seen from its own middle.
    rows : int
        As many boxes in each, the last row may be shorter.
    gap : pair of float
        Between two in a row, and between two rows.

    Returns
    -------
    (n, 2) float64
        Middles lie on one line in each row; the whole is around x = 0 and begins at y = 0.
    """
    count = len(low)
    length = -(-count // max(rows, 1)) or 1
    row = np.arange(count) // length
    wide = high[:, 0] - low[:, 0]
    if count and wide.max() * count <= UNEVEN * wide.sum():
        low = np.column_stack([np.full(count, low[:, 0].min()), low[:, 1]])
        wide = np.full(count, (high[:, 0].max() - low[:, 0].min()))
    first = row * length
    ends = np.cumsum(wide + gap[0])
    left = ends - wide - gap[0] - (ends - wide - gap[0])[first]
    total = np.bincount(row, wide + gap[0])[row] - gap[0]
    up, down = (np.zeros(int(row.max(initial=-1)) + 1) for _ in range(2))
    np.maximum.at(up, row, -low[:, 1])
    np.maximum.at(down, row, high[:, 1])
    line = up + np.append(0.0, np.cumsum(up + down + gap[1])[:-1])[: len(up)]
    return np.column_stack([left - total / 2 - low[:, 0], line[row]])


def best_rows(
    low: Floats,
    high: Floats,
    gap: tuple[float, float],
    aside: float = 0.0,
    wraps: float = WRAP_COST,
    *,
    even: bool = False,
) -> int:
    """Return in how many rows boxes make a map nearest to `ASPECT`.

    Parameters
    ----------
    low, high, gap : as for `in_rows`
    aside : float
        Height that comes to that of the rows.
    wraps : float
        What each doubling of the rows costs, as a logarithm.
    even : bool
        Whether there is one row or an even number, as many on each side of something.
    """
    count = len(low)
    if count < 2:
        return 1
    size = (high - low).mean(axis=0) + gap
    lengths = -(-count // np.arange(1, count + 1))
    rows = -(-count // lengths)
    cost = shape_cost(lengths * size[0], rows * size[1] + aside, rows, wraps)
    cost += RAGGED_COST * (1 - count / (rows * lengths))
    if even:
        cost += np.where((rows > 1) & (rows % 2 > 0), np.inf, behind_cost(rows))
    return int(rows[cost.argmin()])


def behind_cost(rows: Ints) -> Floats:
    """Return what it costs that cables of rows around something run through the rows next to it."""
    cost: Floats = BEHIND_COST * np.log2(np.maximum(rows / 2, 1))
    return cost


def shape_cost(wide: Floats, tall: Floats, rows: Ints, wraps: float = WRAP_COST) -> Floats:
    """Return how far a map is from a good shape: a logarithm, and something for each doubling of its rows."""
    cost: Floats = np.abs(np.log(wide / tall / ASPECT)) + wraps * np.log2(rows)
    return cost


def extents(low: Floats, high: Floats, at: Floats, group: Ints, count: int) -> tuple[Floats, Floats]:
    """Return upper left and lower right corner of each group of boxes, (count, 2) each.

    Parameters
    ----------
    low, high : (n, 2) float64
        Corners of each box, seen from its own middle.
    at : (n, 2) float64
        Where its middle is.
    group : (n,) int64
    count : int
    """
    least, most = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(least, group, at + low)
    np.maximum.at(most, group, at + high)
    return least, most
