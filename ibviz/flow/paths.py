"""The paths of flows, found by following forwarding tables."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Ints, Ints32
from ibviz.core.tables import Tables

MOST_HOPS = 64
"""A path of more switches than this counts as none: InfiniBand's own limit for management packets."""


def paths(tables: Tables, src: Ints, dst: Ints) -> tuple[Ints32, Ints]:
    """Return the channels that flows cross.

    Parameters
    ----------
    tables : Tables
    src, dst : (F,) int64
        Places in ``wiring.endpoints``.

    Returns
    -------
    channels : (F, H) int32
        In order, the cables of both hosts included: cable row times 2 plus direction; -1 behind the last
        one, and everywhere where there is no route.
    hops : (F,) int64
        Cables on the path: 0 from an endpoint to itself, -1 where there is no route.
    """
    wires = tables.wiring
    ends, plugs = wires.end_ports, wires.switch_ports
    of_endpoint = np.flatnonzero(wires.fabric.nodes.kind[ends.node] == Kind.HCA)
    start, target = of_endpoint[np.asarray(src)], of_endpoint[np.asarray(dst)]
    at, goal = _switch_of(tables, start), _switch_of(tables, target)
    hops = np.where(start == target, 0, -1)
    columns = [np.where(start == target, -1, ends.cable[start] * 2 + ends.side[start]).astype(np.int32)]
    moving = np.flatnonzero((start != target) & (at >= 0) & (goal >= 0))
    at = at[moving]
    for step in range(2, MOST_HOPS + 2):
        if not len(moving):
            break
        to = target[moving]
        port = _ports(tables, start[moving], to, at)
        known = np.where(port < plugs.channel.shape[1], port, 0)
        column = np.full(len(start), -1, np.int32)
        column[moving] = plugs.channel[at, known]
        columns.append(column)
        arrived = (at == goal[moving]) & (port == ends.switch_port[to])
        hops[moving[arrived]] = step
        onward = plugs.switch[at, known].astype(np.int64)
        further = ~arrived & (onward >= 0)
        moving, at = moving[further], onward[further]
    channels = np.stack(columns, axis=1)
    channels[hops < 0] = -1
    return channels[:, : max(int(hops.max(initial=0)), 1)], hops


def _ports(tables: Tables, source: Ints, target: Ints, at: Ints) -> Ints:
    """Return by which port each flow leaves a switch."""
    entry = tables.to_end[target, at].astype(np.int64)
    if tables.by_source is None:
        return entry
    wires = tables.wiring
    held = np.isin(wires.subnet[wires.switches[at]], list(tables.routing.refused))
    return np.where(held, entry, tables.by_source.ports(source, target, at))


def _switch_of(tables: Tables, end: Ints) -> Ints:
    """Return the place of the switch that each end port is plugged into, -1 for none."""
    wires = tables.wiring
    place: Ints = np.append(wires.place, -1)[wires.end_ports.switch[end]]
    return place
