"""Recursive doubling."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, Step, all_reduce_factor, collective, doubled, folded
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("recursive-doubling", "Recursive doubling: an all-reduce by swaps with ever farther endpoints")
def recursive_doubling(
    ends: Selection, *, size: float = 1.0, latency: float = 0.0, round: int | None = None
) -> Rounds:
    """Swap whole buffers at distance 1, 2, 4 …; endpoints beyond a power of 2 hand in first and get the result last.

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
        return folded(n, [Step(src, dst, 1.0) for src, dst in doubled(n)])

    return collective(ends, program, Amount(size, latency, round), factor=all_reduce_factor)
