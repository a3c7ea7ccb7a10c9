"""Traffic in which one sends to all."""

from __future__ import annotations

import numpy as np

from ibviz.core.options import Reference
from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.selection import Selection


@patterns.add("outcast", "Outcast: one endpoint sends to all")
def outcast(ends: Selection, *, src: Reference) -> Pairs:
    """Let one endpoint send to all others; it need not be among the hosts picked.

    Parameters
    ----------
    src : Reference
        Who sends.
    """
    source = ends.one(src)
    receivers = ends.mates(source)
    return pairs(np.full(len(receivers), source), receivers)
