"""Traffic between two random halves."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.flow.pairs import Pairs, Samples, sampled
from ibviz.flow.selection import Selection


@patterns.add("bisection", "Random bisection: two random halves, paired one to one")
def bisection(
    ends: Selection, *, seed: int = 1, count: int | None = None, ways: Literal["two", "one"] = "two"
) -> Pairs | Samples:
    """Split the endpoints into random halves and pair them at random; of an odd number one stays idle.

    Parameters
    ----------
    seed : int
        Seed of the random numbers.
    count : int
        Number of samples: the mean of their mean rates and its standard error are told too.
    ways : str
        ``two``: both of a pair send; ``one``: only the first half sends.
    """

    def halves(group: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
        drawn = random.permutation(group)
        half = len(drawn) // 2
        first, second = drawn[:half], drawn[half : 2 * half]
        if ways == "one":
            return first, second
        return np.concatenate([first, second]), np.concatenate([second, first])

    return sampled(lambda random: ends.each(lambda group: halves(group, random)), seed=seed, count=count)
