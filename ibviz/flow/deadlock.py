"""Credit loops: channels that can wait for each other in a circle."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.flow.steps import Steps, to_ends


@dataclass(frozen=True)
class Circles:
    """Circles of channels that can wait for each other.

    Attributes
    ----------
    count : int
        As `credit_loops` counts them.
    shown : tuple of tuple of int
        A short circle in each of the first of these; a channel is place of the switch times ports, plus port.
    """

    count: int
    shown: tuple[tuple[int, ...], ...]


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
    between switches can lie on a circle. Where switches choose among ports, a packet may want each of them.
    """
    return circles(*_dependencies(tables))


def waiting_circles(tables: Tables, most: int) -> Circles:
    """Return how many credit loops there are, and the channels of some.

    Parameters
    ----------
    tables : Tables
    most : int
        How many are shown.
    """
    parts = _parts(*_dependencies(tables))
    return Circles(len(parts), tuple(_short_circle(part) for part in parts[:most]))


def _dependencies(tables: Tables) -> tuple[Ints, Ints]:
    """Return pairs of a channel and one that some packet in it wants next."""
    wires = tables.wiring
    plugs = wires.switch_ports.switch
    ports = plugs.shape[1]
    wants = np.zeros((len(plugs) * ports, ports), np.bool_)
    at = wires.endpoints.switch
    sources = np.unique(wires.place[at[at >= 0]])
    if tables.groups is None:
        for steps in to_ends(tables):
            _note(wants, steps, sources, ports)
    else:
        ends = wires.end_ports.switch
        for goal in np.unique(wires.place[ends[ends >= 0]]).tolist():
            _note_group(wants, tables.groups.minimal(goal), plugs, sources)
    channel, port = np.nonzero(wants)
    return channel, plugs.ravel()[channel].astype(np.int64) * ports + port


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


def _note_group(wants: Bools, serves: Bools, plugs: Ints32, sources: Ints) -> None:
    """Note which ports may be wanted behind each channel on the way to one switch, from all sources."""
    ports = plugs.shape[1]
    carries = np.zeros(len(plugs), np.bool_)
    fresh = sources
    while len(fresh):
        carries[fresh] = True
        row, port = np.nonzero(serves[fresh])
        peer = plugs[fresh[row], port]
        wants[fresh[row] * ports + port] |= serves[peer]
        fresh = np.unique(peer[~carries[peer]]).astype(np.int64)


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
    return len(_parts(channel, wanted))


def _parts(channel: Ints, wanted: Ints) -> list[dict[int, list[int]]]:
    """Return the strongly connected parts of more than one channel: in each, what follows on each channel."""
    size = int(max(channel.max(initial=-1), wanted.max(initial=-1))) + 1
    while len(channel):
        is_start, is_end = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        is_start[channel], is_end[wanted] = True, True
        inner = is_end[channel] & is_start[wanted]
        if inner.all():
            break
        channel, wanted = channel[inner], wanted[inner]
    if not len(channel):
        return []
    import networkx as nx

    graph = nx.DiGraph(zip(channel.tolist(), wanted.tolist(), strict=True))
    parts = sorted((part for part in nx.strongly_connected_components(graph) if len(part) > 1), key=min)
    return [{c: [n for n in graph[c] if n in part] for c in part} for part in parts]


def _short_circle(follows: dict[int, list[int]]) -> tuple[int, ...]:
    """Return the shortest circle through the least channel of a strongly connected part."""
    start = min(follows)
    came_from: dict[int, int] = {}
    queue = deque([start])
    while start not in came_from:
        here = queue.popleft()
        for onward in follows[here]:
            if onward not in came_from:
                came_from[onward] = here
                queue.append(onward)
    circle, here = [start], came_from[start]
    while here != start:
        circle.append(here)
        here = came_from[here]
    return (start, *circle[:0:-1])
