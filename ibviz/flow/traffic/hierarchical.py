"""Hierarchical all-reduce: inside of hosts first, then rail by rail."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.flow.collective import GB, Amount, all_reduce_factor, collective, passed_round
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("hierarchical", "Hierarchical all-reduce: inside of each host, then along the rails")
def hierarchical(
    ends: Selection,
    *,
    inside: float = 450.0,
    size: float = 1.0,
    latency: float = 0.0,
    round: int | None = None,
) -> Rounds:
    """Sum up inside of each host, all-reduce a share on each rail round a ring, and gather inside again.

    Parameters
    ----------
    inside : float
        GB/s between the devices of one host, such as NVLink gives.
    size : float
        GB (10⁹ bytes) in the buffer of each endpoint.
    latency : float
        Microseconds that each message takes by itself.
    round : int
        Which of the rounds is shown, from 1; if not given, the one that moves most.
    """
    if not inside > 0:
        raise OptionError(f"inside is {inside:g}; expected GB/s above 0")
    used = np.concatenate([np.empty(0, np.int64), *ends.groups])
    most = int(np.bincount(ends.host[used]).max(initial=1)) if ends.same_rail else 1
    within = 2 * (most - 1) / most * size * GB / (inside * GB)

    def factor(n: int) -> float:
        return all_reduce_factor(n) / most

    amount = Amount(size, latency, round)
    return collective(ends, passed_round(2), amount, factor=factor, share=1 / most, outside=within)
