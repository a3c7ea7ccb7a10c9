"""Kernel: max-min fair shares, round by round as `ibviz.flow.maxmin` has them, to the last bit."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints, Ints32


def share_all(
    crossed: Ints32, left: Floats, weight: Floats, demand: Floats, slack: float, rate: Floats, limit: Ints
) -> None:
    """Give each flow its rate and the channel that limits it.

    Parameters
    ----------
    crossed : (F, H) int32
        Channels of each flow, padded with -1.
    left : (L,) float64
        Capacities; spent.
    weight, demand : (F,) float64
        Empty where all are 1, or infinite.
    slack : float
        1 and the tolerance.
    rate, limit : (F,) float64, int64
        Written to, but for flows that cross nothing.
    """
    channels = len(left)
    flows_on, settled = np.zeros(channels, np.int32), np.zeros(channels, np.int32)
    weight_on, share, spent = np.zeros(channels), np.zeros(channels), np.zeros(channels)
    used = np.empty(channels, np.int32)
    live = np.empty(len(crossed), np.int32)
    least = np.empty(len(crossed))
    number = _begin(crossed, live)
    while number:
        count = _count(crossed, live[:number], weight, flows_on, weight_on, used)
        for i in range(count):
            c = used[i]
            share[c] = left[c] / weight_on[c] if weight_on[c] > 0 else np.inf
        _look(crossed, live[:number], demand, slack, share, least, settled)
        kept = 0
        for i in range(number):
            flow = live[i]
            own = len(demand) > 0 and demand[flow] <= least[i]
            found = _limiting(crossed, flow, least[i] * slack, share, settled, flows_on)
            if not own and found < 0:
                live[kept] = flow
                kept += 1
                continue
            rate[flow] = least[i]
            limit[flow] = -1 if own else found
            got = least[i] * weight[flow] if len(weight) else least[i]
            for h in range(crossed.shape[1]):
                if crossed[flow, h] >= 0:
                    spent[crossed[flow, h]] += got
        number = kept
        for i in range(count):
            c = used[i]
            left[c] -= spent[c]
            flows_on[c] = settled[c] = 0
            weight_on[c] = spent[c] = 0.0


def _begin(crossed: Ints32, live: Ints32) -> int:
    """List the flows that cross anything."""
    number = 0
    for flow in range(len(crossed)):
        some = False
        for h in range(crossed.shape[1]):
            some = some or crossed[flow, h] >= 0
        if some:
            live[number] = flow
            number += 1
    return number


def _count(
    crossed: Ints32, live: Ints32, weight: Floats, flows_on: Ints32, weight_on: Floats, used: Ints32
) -> int:
    """Count live flows and their weights on channels, and list the channels that have any."""
    count = 0
    for i in range(len(live)):
        flow = live[i]
        own = weight[flow] if len(weight) else 1.0
        for h in range(crossed.shape[1]):
            c = crossed[flow, h]
            if c >= 0:
                if flows_on[c] == 0:
                    used[count] = c
                    count += 1
                flows_on[c] += 1
                weight_on[c] += own
    return count


def _look(
    crossed: Ints32,
    live: Ints32,
    demand: Floats,
    slack: float,
    share: Floats,
    least: Floats,
    settled: Ints32,
) -> None:
    """Find the least share that each flow sees, and count on each channel the flows that see no less elsewhere."""
    for i in range(len(live)):
        flow, low = live[i], np.inf
        for h in range(crossed.shape[1]):
            c = crossed[flow, h]
            if c >= 0 and share[c] < low:
                low = share[c]
        if len(demand) and demand[flow] < low:
            low = demand[flow]
        least[i] = low
        for h in range(crossed.shape[1]):
            c = crossed[flow, h]
            if c >= 0 and share[c] <= low * slack:
                settled[c] += 1


def _limiting(
    crossed: Ints32, flow: int, bound: float, share: Floats, settled: Ints32, flows_on: Ints32
) -> int:
    """Return the first channel of a flow that is the tightest of all its flows, -1 if none is."""
    for h in range(crossed.shape[1]):
        c = crossed[flow, h]
        if c >= 0 and share[c] <= bound and settled[c] == flows_on[c]:
            return c  # type: ignore[no-any-return]
    return -1
