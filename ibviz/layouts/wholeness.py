"""How complete the cabling between two bands is: where little is missing, order by name stays the best."""

from __future__ import annotations

import numpy as np

from ibviz.core.order import distinct
from ibviz.core.table import Ints
from ibviz.core.wiring import components
from ibviz.layouts.ladder import marks

NEARLY = 0.8
"""From this share of its cables on, a damaged tree is a tree still."""

Links = tuple[Ints, Ints]
"""Lower and upper switch of each cable between two neighbouring bands."""


def is_complete(count: int, lower: Ints, upper: Ints) -> bool:
    """Tell whether the cables between two bands fall into groups in which all meet all alike."""
    mark = marks(count)
    sums = np.zeros(count, np.uint64)
    np.add.at(sums, lower, mark[upper])
    here = np.flatnonzero(np.bincount(lower, minlength=count))
    seen = distinct(sums[here])
    group = np.searchsorted(seen, sums[lower])
    low, high = np.full(count, len(seen)), np.full(count, -1)
    np.minimum.at(low, upper, group)
    np.maximum.at(high, upper, group)
    return bool((low[upper] == high[upper]).all())


def groups(count: int, lower: Ints, upper: Ints) -> Ints:
    """Return a label for each of `count` switches: equal for those that the cables of two bands join."""
    return components(count, np.column_stack([lower, upper]))


def fullness(count: int, lower: Ints, upper: Ints, label: Ints) -> float:
    """Return the share of the pairs below and above, within each group, that a cable joins; 1 without any.

    Examples
    --------
    >>> lower, upper = np.array([0, 0, 1, 1, 2]), np.array([3, 4, 3, 4, 3])
    >>> fullness(5, lower, upper, groups(5, lower, upper))
    0.8333333333333334
    """
    joined = len(distinct(lower * count + upper))
    lows, highs = (np.bincount(label[distinct(ends)], minlength=count) for ends in (lower, upper))
    pairs = int(lows @ highs)
    return joined / pairs if pairs else 1.0
