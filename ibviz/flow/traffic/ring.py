"""Traffic round a ring."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("ring", "Ring: each endpoint sends to its neighbours, round and round")
def ring(ends: Selection, *, ways: int = 1) -> Pairs:
    """Pair each endpoint with the one after it; one alone has no neighbour.

    Parameters
    ----------
    ways : int
        1: to the next; 2: to the one before, too.
    """
    if ways not in (1, 2):
        raise OptionError(f"ways is {ways}; expected 1 or 2")
    steps = (-1, 1)[:ways]

    def around(group: Ints) -> tuple[Ints, Ints]:
        if len(group) < 2:
            return group[:0], group[:0]
        used = steps[: len(group) - 1]
        return np.tile(group, len(used)), np.concatenate([np.roll(group, step) for step in used])

    return ends.each(around)
