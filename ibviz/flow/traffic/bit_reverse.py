"""Traffic by the bits of the number read backwards."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("bit-reverse", "Bit reverse: each endpoint sends to its number read backwards")
def bit_reverse(ends: Selection) -> Pairs:
    """Pair each endpoint with the one whose number has the same bits backwards.

    Where their number is no power of 2, the endpoints are put into the order of the numbers read backwards.
    """
    return ends.each(lambda group: (group, group[_places(len(group))]))


def _places(n: int) -> Ints:
    number = np.arange(n)
    backwards = np.zeros(n, np.int64)
    for bit in range((n - 1).bit_length()):
        backwards = backwards << 1 | number >> bit & 1
    return np.argsort(np.argsort(backwards))
