"""Traffic of a mixture of experts."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.flow.pairs import Exchange
from ibviz.flow.selection import Selection


@patterns.add("moe", "Mixture of experts: all to all inside of each expert group")
def moe(ends: Selection, *, experts: int = 8, strided: bool = False) -> Exchange:
    """Let the endpoints of each group send equal amounts to each other; all flows run at the slowest's rate.

    Parameters
    ----------
    experts : int
        Endpoints of a group, 2 or more; the last group has what is left.
    strided : bool
        Whether a group takes every so manieth endpoint instead of neighbours.
    """
    if experts < 2:
        raise OptionError(f"experts is {experts}; expected 2 or more")
    found = []
    for group in ends.groups:
        count = -(-len(group) // experts)
        cut = (
            group[at::count] if strided else group[at * experts : (at + 1) * experts] for at in range(count)
        )
        found += [np.sort(part) for part in cut]
    return Exchange(tuple(found))
