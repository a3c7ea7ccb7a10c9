"""Reduce-scatter."""

from __future__ import annotations

from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, collective, part_factor, passed_round
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("reduce-scatter", "Reduce-scatter: each endpoint ends up with its share of the sum")
def reduce_scatter(
    ends: Selection, *, size: float = 1.0, latency: float = 0.0, round: int | None = None
) -> Rounds:
    """Reduce round a ring in n - 1 rounds, each with an n-th of the buffer from every endpoint to the next.

    Parameters
    ----------
    size : float
        GB (10⁹ bytes) in the buffer of each endpoint.
    latency : float
        Microseconds that each message takes by itself.
    round : int
        Which of the rounds is shown, from 1; if not given, the one that moves most.
    """
    return collective(ends, passed_round(1), Amount(size, latency, round), factor=part_factor)
