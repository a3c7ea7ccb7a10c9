"""Traffic in which everyone sends to one and receives from one, at random."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.pairs import Pairs, Samples, sampled
from ibviz.flow.selection import Selection


@patterns.add("permutation", "Random permutation: each endpoint sends to one and receives from one")
def permutation(ends: Selection, *, seed: int = 1, count: int | None = None) -> Pairs | Samples:
    """Draw one of all N! permutations, each as likely as any other: an endpoint may get itself.

    Parameters
    ----------
    seed : int
        Seed of the random numbers.
    count : int
        Number of samples: the mean of their mean rates and its standard error are told too.
    """
    return sampled(
        lambda random: ends.each(lambda group: (group, random.permutation(group))), seed=seed, count=count
    )
