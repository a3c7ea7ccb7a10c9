"""Kernel: flows of an exchange pushed through the tree of each destination."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bytes, Floats, Ints, Ints32

PORTS = 256
"""Entries for each switch in `peer` and `channel`."""


def push_flows(
    table: Bytes,
    rows: Ints,
    goals: Ints,
    starts: Ints,
    flows: Floats,
    peer: Ints32,
    channel: Ints32,
    most: int,
    on: Floats,
) -> float:
    """Send ``flows[d, k]`` flows from each switch k to each destination d.

    Parameters
    ----------
    table : (E, S) uint8
    rows, goals : (D,) int64
        Row of the table of each destination, and the channel into it.
    starts : (K,) int64
        The switches k.
    flows : (D, K) float64
        Whole.
    peer, channel : (S * 256,) int32
        Switch behind each port, -1 for none, and the channel of its cable.
    most : int
        Switches on a path at most.
    on : (2 C + 1,) float64
        Flows on each channel, added to.

    Returns
    -------
    float
        Flows that have arrived.
    """
    size = table.shape[1]
    here, there = np.zeros(size), np.zeros(size)
    active, ahead = np.empty(size, np.int32), np.empty(size, np.int32)
    arrived = 0.0
    for d in range(len(rows)):
        row, count = rows[d], _begin(starts, flows[d], here, active)
        for _ in range(most):
            fresh = 0
            for i in range(count):
                at = active[i]
                number, here[at] = here[at], 0.0
                exit_ = at * PORTS + table[row, at]
                on[channel[exit_]] += number
                onward = peer[exit_]
                if onward < 0:
                    arrived += number if channel[exit_] == goals[d] else 0.0
                    continue
                if there[onward] == 0.0:
                    ahead[fresh] = onward
                    fresh += 1
                there[onward] += number
            here, there, active, ahead, count = there, here, ahead, active, fresh
        for i in range(count):
            here[active[i]] = 0.0
    return arrived


def _begin(starts: Ints, flows: Floats, here: Floats, active: Ints32) -> int:
    """Put flows at the switches where they begin, and list those."""
    count = 0
    for k in range(len(starts)):
        if flows[k] > 0:
            active[count] = starts[k]
            here[starts[k]] = flows[k]
            count += 1
    return count
