"""Tree all-reduce."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, Step, all_reduce_factor, collective, depth
from ibviz.flow.double_tree import double_tree
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("allreduce-tree", "Tree all-reduce: up and down two binary trees at once")
def allreduce_tree(
    ends: Selection, *, size: float = 1.0, latency: float = 0.0, round: int | None = None
) -> Rounds:
    """Reduce up a double binary tree, then spread down it, half of the buffer in either tree.

    Parameters
    ----------
    size : float
        GB (10⁹ bytes) in the buffer of each endpoint.
    latency : float
        Microseconds that each message takes by itself.
    round : int
        Which of the rounds is shown, from 1; if not given, the one that moves most.
    """

    def program(n: int) -> list[Step]:
        child, parent, _ = double_tree(n)
        return [Step(child, parent, 0.5, steps=depth(n)), Step(parent, child, 0.5, steps=depth(n))]

    return collective(ends, program, Amount(size, latency, round), factor=all_reduce_factor)
