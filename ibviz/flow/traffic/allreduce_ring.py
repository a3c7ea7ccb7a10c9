"""Ring all-reduce."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, all_reduce_factor, collective, passed_round
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("allreduce-ring", "Ring all-reduce: every endpoint sums up its share and passes it round")
def allreduce_ring(
    ends: Selection, *, size: float = 1.0, latency: float = 0.0, round: int | None = None
) -> Rounds:
    """Reduce and spread in 2 (n - 1) rounds, each with an n-th of the buffer from every endpoint to the next.

    Parameters
    ----------
    size : float
        GB (10⁹ bytes) in the buffer of each endpoint.
    latency : float
        Microseconds that each message takes by itself.
    round : int
        Which of the rounds is shown, from 1; if not given, the one that moves most.
    """
    return collective(ends, passed_round(2), Amount(size, latency, round), factor=all_reduce_factor)
