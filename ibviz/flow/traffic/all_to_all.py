"""Traffic in which everyone sends to everyone."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Exchange
from ibviz.flow.selection import Selection


@patterns.add("all-to-all", "All to all: an exchange of equal amounts among all endpoints")
def all_to_all(ends: Selection, *, maxmin: bool = False) -> Exchange:
    """Let each endpoint send the same amount to each other one: all flows run at the rate of the slowest.

    Parameters
    ----------
    maxmin : bool
        Max-min fair rates instead: each flow gets what it can.
    """
    return Exchange(tuple(np.sort(group) for group in ends.groups), fair=maxmin)
