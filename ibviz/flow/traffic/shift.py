"""Traffic in which everyone sends to the same place further on."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("shift", "Shift: each endpoint sends to the k-th after it")
def shift(ends: Selection, *, k: int = 1) -> Pairs:
    """Pair each endpoint with the k-th after it, in the order of leaves and their ports, round and round.

    Parameters
    ----------
    k : int
        How far; negative shifts go the other way.
    """
    return ends.each(lambda group: (group, np.roll(group, -k)))
