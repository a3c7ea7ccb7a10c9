"""Max-min fairness of flows of which parts cross channels: what each gets where switches spread flows."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.flow.maxmin import TOLERANCE, Shares
from ibviz.flow.parts import Parts


def part_shares(parts: Parts, flows: int, capacity: Floats, demand: Floats | None = None) -> Shares:
    """Share channels among flows by max-min fairness, as `max_min` does.

    Parameters
    ----------
    parts : Parts
        Flow by flow.
    flows : int
        Number of flows.
    capacity : (L,) float64
    demand : (F,) float64 or None

    Returns
    -------
    Shares

    Notes
    -----
    All flows grow alike, so a channel fills at its capacity by the sum of the parts on it. What `max_min`
    says of local bottlenecks holds as it stands: a flow that freezes below a channel's share leaves the rest
    on it more.
    """
    rate = np.full(flows, np.inf) if demand is None else demand.copy()
    bottleneck = np.full(flows, -1)
    left = capacity.astype(np.float64)
    live = parts
    while len(live.flow):
        done, least, limit = _round(live, left, demand)
        rate[done], bottleneck[done] = least, limit
        ended = np.zeros(flows, np.bool_)
        ended[done] = True
        gone = ended[live.flow]
        left -= np.bincount(live.channel[gone], (rate[live.flow] * live.part)[gone], minlength=len(left))
        live = Parts(live.flow[~gone], live.channel[~gone], live.part[~gone])
    return Shares(rate, bottleneck)


def _round(live: Parts, left: Floats, demand: Floats | None) -> tuple[Ints, Floats, Ints]:
    """Return the flows that freeze, their rates, and the channel that limits each, -1 where its demand does."""
    count = len(left)
    start = np.flatnonzero(np.diff(live.flow, prepend=-1))
    flow = live.flow[start].astype(np.int64)
    size = np.diff(np.append(start, len(live.flow)))
    on = np.bincount(live.channel, minlength=count)
    weight = np.bincount(live.channel, live.part, minlength=count)
    share = np.divide(left, weight, out=np.full(count, np.inf), where=on > 0)
    seen = share[live.channel]
    least = np.minimum.reduceat(seen, start)
    own = np.zeros(len(flow), np.bool_)
    if demand is not None:
        own = demand[flow] <= least
        least = np.minimum(least, demand[flow])
    tight = seen <= np.repeat(least * (1 + TOLERANCE), size)
    settled = (np.bincount(live.channel[tight], minlength=count) == on) & (on > 0)
    limits = tight & settled[live.channel]
    first = _first(limits, start, len(live.flow))
    frozen = own | (first < len(live.flow))
    limit = np.where(own, -1, live.channel[np.minimum(first, len(live.flow) - 1)])
    return flow[frozen], least[frozen], limit[frozen]


def _first(marked: Bools, start: Ints, length: int) -> Ints:
    """Return the first marked place of each run, or `length`."""
    place: Ints = np.minimum.reduceat(np.where(marked, np.arange(length), length), start)
    return place
