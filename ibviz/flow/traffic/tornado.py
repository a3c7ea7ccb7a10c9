"""Traffic that goes almost half way round."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("tornado", "Tornado: each endpoint sends almost half way round")
def tornado(ends: Selection) -> Pairs:
    """Pair each endpoint i of n with the one ⌈n/2⌉ - 1 after it: what tori like least."""
    return ends.each(lambda group: (group, np.roll(group, 1 - (len(group) + 1) // 2)))
