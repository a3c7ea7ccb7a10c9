"""Credit loops: channels that can wait for each other in a circle."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Ints
from ibviz.core.tables import Tables
from ibviz.flow.steps import Steps, to_ends


def credit_loops(tables: Tables) -> int:
    """Count the circles of channels that can block each other when all endpoints send to all.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    int
        Strongly connected parts, of more than one channel, of the channel dependency graph. 0: with one
        virtual lane no deadlock is possible.

    Notes
    -----
    Dally and Seitz, 1987: a channel depends on the next one that some packet in it wants. Only channels
    between switches can lie on a circle.
    """
    wires = tables.wiring
    plugs = wires.switch_ports.switch
    ports = plugs.shape[1]
    wants = np.zeros((len(plugs) * ports, ports), np.bool_)
    at = wires.endpoints.switch
    sources = np.unique(wires.place[at[at >= 0]])
    for steps in to_ends(tables):
        _note(wants, steps, sources, ports)
    channel, port = np.nonzero(wants)
    return circles(channel, plugs.ravel()[channel].astype(np.int64) * ports + port)


def _note(wants: Bools, steps: Steps, sources: Ints, ports: int) -> None:
    """Note which port is wanted behind each channel, following traffic from all sources."""
    size = steps.delivered
    carries = np.zeros((len(steps.target), size), np.bool_)
    carries[:, sources] = True
    row, at = np.nonzero(carries)
    while len(row):
        onward = steps.onward[row, at].astype(np.int64)
        inside = onward < size
        row, at, onward = row[inside], at[inside], onward[inside]
        further = steps.onward[row, onward] < size
        channel = at[further].astype(np.int64) * ports + steps.port[row[further], at[further]]
        wants[channel, steps.port[row[further], onward[further]]] = True
        fresh = ~carries[row, onward]
        row, at = _once(row[fresh], onward[fresh], carries)


def _once(row: Ints, at: Ints, carries: Bools) -> tuple[Ints, Ints]:
    """Mark places, and return each of them once."""
    carries[row, at] = True
    last = np.empty(carries.shape, np.int32)
    turn = np.arange(len(row), dtype=np.int32)
    last[row, at] = turn
    kept = last[row, at] == turn
    return row[kept], at[kept]


def circles(channel: Ints, wanted: Ints) -> int:
    """Count the strongly connected parts of a graph of edges, after peeling off what lies on no circle.

    Parameters
    ----------
    channel, wanted : (K,) int64
        Edge k leads from ``channel[k]`` to ``wanted[k]``.
    """
    size = int(max(channel.max(initial=-1), wanted.max(initial=-1))) + 1
    while len(channel):
        is_start, is_end = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        is_start[channel], is_end[wanted] = True, True
        inner = is_end[channel] & is_start[wanted]
        if inner.all():
            break
        channel, wanted = channel[inner], wanted[inner]
    if not len(channel):
        return 0
    import networkx as nx

    graph = nx.DiGraph(zip(channel.tolist(), wanted.tolist(), strict=True))
    return sum(len(part) > 1 for part in nx.strongly_connected_components(graph))
