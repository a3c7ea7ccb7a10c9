"""Traffic from one end of the order to the other."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("bit-complement", "Bit complement: the first endpoint sends to the last, and so on")
def bit_complement(ends: Selection) -> Pairs:
    """Pair endpoint i of n with n - 1 - i: all bits turned over, where n is a power of 2."""
    return ends.each(lambda group: (group, group[::-1]))
