"""Draining: flows with sizes run until each is done, those that remain share what the others leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Floats, Ints, Ints32
from ibviz.flow.maxmin import TOLERANCE, max_min


@dataclass(frozen=True, eq=False)
class Drained:
    """When flows are done.

    Attributes
    ----------
    end : (F,) float64
        In the unit of size by capacity; infinite for a flow that gets nothing.
    solves : int
        How often rates were worked out.
    """

    end: Floats
    solves: int

    @property
    def last(self) -> float:
        """When all are done; 0 without flows."""
        return float(self.end.max(initial=0.0))


def drain(
    channels: Ints | Ints32,
    capacity: Floats,
    size: Floats,
    *,
    demand: Floats | None = None,
    progress: Progress = silent,
) -> Drained:
    """Run flows at max-min fair rates until each is done; whenever some are, the others share anew.

    Parameters
    ----------
    channels : (F, H) int
        Channels that each flow crosses, padded with -1.
    capacity : (L,) float64
    size : (F,) float64
        What each flow carries; all begin at 0, one of size 0 is done at once.
    demand : (F,) float64 or None
        What each flow takes at most while it runs.
    progress : Progress

    Examples
    --------
    Two flows through one channel: the small one is done at 2, the other then has the channel for itself.

    >>> drain(np.array([[0], [0]]), np.ones(1), np.array([1.0, 3.0])).end.tolist()
    [2.0, 4.0]
    """

    def solve(live: Ints) -> Floats:
        limits = None if demand is None else demand[live]
        return max_min(channels[live], capacity, demand=limits).rate

    return drained(solve, size, progress)


def drained(solve: Callable[[Ints], Floats], size: Floats, progress: Progress = silent) -> Drained:
    """Run flows until each is done, as `drain`, whatever shares the channels among them.

    Parameters
    ----------
    solve : callable
        Returns the rates of some flows, given by their places, while just these run.
    size : (F,) float64
    progress : Progress
    """
    left, end = size.astype(np.float64), np.zeros(len(size))
    live = np.flatnonzero(left > 0)
    now, solves = 0.0, 0
    while len(live):
        progress(1 - len(live) / len(size), f"{len(live):,} of {len(size):,} flows are not done")
        rate = solve(live)
        solves += 1
        took = np.divide(left[live], rate, out=np.full(len(live), np.inf), where=rate > 0)
        step = float(took.min())
        done = took <= step * (1 + TOLERANCE)
        now += step
        end[live[done]] = now
        if np.isinf(step):
            break
        live, rate = live[~done], rate[~done]
        left[live] = np.maximum(left[live] - rate * step, 0.0)
    return Drained(end, solves)
