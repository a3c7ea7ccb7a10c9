"""Traffic in which all send to one."""

from __future__ import annotations

import numpy as np

from ibviz.core.options import Reference
from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.selection import Selection


@patterns.add("incast", "Incast: all endpoints send to one")
def incast(ends: Selection, *, dst: Reference) -> Pairs:
    """Let all endpoints send to one; it need not be among the hosts picked.

    Parameters
    ----------
    dst : Reference
        Who receives.
    """
    target = ends.one(dst)
    senders = ends.mates(target)
    return pairs(senders, np.full(len(senders), target))
