"""Halving-doubling."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, Step, all_reduce_factor, collective, doubled, folded
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("halving-doubling", "Halving-doubling: an all-reduce by swaps of halves, quarters … and back")
def halving_doubling(
    ends: Selection, *, size: float = 1.0, latency: float = 0.0, round: int | None = None
) -> Rounds:
    """Swap halves at the greatest distance, quarters at half of it …, then the same backwards.

    Endpoints beyond a power of 2 hand in first and get the result last.

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
        swaps = doubled(n)
        back = [Step(src, dst, 1 / 2 ** (len(swaps) - at)) for at, (src, dst) in enumerate(swaps)]
        return folded(n, [*reversed(back), *back])

    return collective(ends, program, Amount(size, latency, round), factor=all_reduce_factor)
