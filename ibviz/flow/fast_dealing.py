"""Kernels: destinations dealt to the least loaded ports on shortest paths, switch by switch."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bytes, Ints, Ints32


def deal_ends(
    table: Bytes,
    count: Bytes,
    wanted: Bytes,
    neighbour: Ints,
    switch: Ints,
    start: Ints,
    number: Ints,
    load: Ints32,
) -> None:
    """Enter the ports to all end ports, each the least loaded that serves, ties to the lowest.

    Parameters
    ----------
    table : (E, S) uint8
        Written to where a destination is reached.
    count, wanted, neighbour
        As in `Hops`.
    switch, start, number : (B,) int64
        The destinations, block by block; see `Destinations`.
    load : (S, P + 1) int32
        Destinations behind each port, kept up.
    """
    never = 254
    ports = np.empty(neighbour.shape[1], np.int64)
    for block in range(len(switch)):
        target, first = switch[block], start[block]
        for s in range(len(neighbour)):
            goal = wanted[target, s]
            width, level = 0, np.int32(2**31 - 1)
            if goal == never:
                continue
            for port in range(neighbour.shape[1]):
                if count[target, neighbour[s, port]] == goal:
                    ports[width] = port
                    width += 1
                    level = min(level, load[s, port])
            done = 0 if width else number[block]
            while done < number[block]:
                for i in range(width):
                    if load[s, ports[i]] == level and done < number[block]:
                        table[first + done, s] = ports[i]
                        load[s, ports[i]] += 1
                        done += 1
                level += 1


def least_loaded(count: Bytes, wanted: Bytes, neighbour: Ints, rows: Ints, order: Ints, found: Bytes) -> None:
    """Enter the first port in order that serves each switch.

    Parameters
    ----------
    count, wanted, neighbour
        As in `Hops`.
    rows : (R,) int64
        The switches that send.
    order : (R, P) int64
        Ports of each, the least loaded first.
    found : (S, R) uint8
        Written to where a switch is reached.
    """
    for target in range(len(found)):
        for i in range(len(rows)):
            s = rows[i]
            goal = wanted[target, s]
            for k in range(order.shape[1]):
                if count[target, neighbour[s, order[i, k]]] == goal:
                    found[target, i] = order[i, k]
                    break
