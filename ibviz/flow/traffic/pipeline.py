"""Traffic from stage to stage."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add("pipeline", "Pipeline: each stage sends to the next")
def pipeline(ends: Selection, *, stages: int = 4, back: bool = False) -> Pairs:
    """Cut the endpoints into stages of equal size, and send from each stage to the same place in the next.

    Where they do not divide evenly the first stages have one more, and the last of these sends to a place
    that gets from two.

    Parameters
    ----------
    stages : int
        How many, 2 or more.
    back : bool
        Whether gradients flow back at the same time.

    Raises
    ------
    OptionError
        If there are fewer endpoints than stages.
    """
    if stages < 2:
        raise OptionError(f"stages is {stages}; expected 2 or more")
    for group in ends.groups:
        if len(group) < stages:
            raise OptionError(
                f"stages is {stages}; a subnet or rail has only {len(group)} of the endpoints picked"
            )

    def onward(group: Ints) -> tuple[Ints, Ints]:
        parts = np.array_split(group, stages)
        dst = np.concatenate([after[np.arange(len(part)) % len(after)] for part, after in pairwise(parts)])
        src = group[: len(dst)]
        return (np.append(src, dst), np.append(dst, src)) if back else (src, dst)

    return ends.each(onward)
