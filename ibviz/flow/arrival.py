"""Whether packets arrive: pairs without a route, and loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Bools, Ints, Ints32
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, as_built
from ibviz.flow.hops import hops
from ibviz.flow.steps import Steps, to_ends, to_switches


@dataclass(frozen=True)
class Arrival:
    """What does not arrive.

    Attributes
    ----------
    lost_pairs : int
        Ordered pairs of endpoints, both up and in one subnet as built, without a route.
    loops : int
        Circles of switches, counted for each destination, that its packets would never leave.
    """

    lost_pairs: int
    loops: int


def arrival(tables: Tables) -> Arrival:
    """Follow all entries of forwarding tables to their end.

    Parameters
    ----------
    tables : Tables

    Returns
    -------
    Arrival

    Notes
    -----
    Pointer doubling: each round replaces a step by the step after it, so that k rounds go 2^k steps.
    """
    wires = tables.wiring
    judge = _judge(tables, as_built(wires).subnet[wires.switches])
    pairs = loops = 0
    for steps in to_ends(tables):
        last = followed(steps.onward)
        pairs += judge(steps, last)
        loops += _loops(steps, last)
    for steps in to_switches(tables):
        loops += _loops(steps, followed(steps.onward))
    return Arrival(pairs, loops)


def lost_pairs(tables: Tables) -> int:
    """Count the pairs without a route as `arrival` does, following only entries that are on no shortest path."""
    wires = tables.wiring
    subnet = as_built(wires).subnet[wires.switches]
    return lost_towards(tables, _doubtful(tables, subnet), subnet)


def _doubtful(tables: Tables, subnet: Ints) -> Ints:
    """Return the end ports at switches to which some entry of their subnet leads no nearer, or does not deliver."""
    near, ends = hops(tables.wiring), tables.wiring.end_ports
    goal = np.append(tables.wiring.place, -1)[ends.switch]
    ports = near.neighbour.shape[1]
    first_port = np.arange(len(near)) * ports
    found = np.zeros(len(ends), np.bool_)
    for first, stop in zip(*_runs(goal), strict=True):
        switch = int(goal[first])
        if switch < 0:
            continue
        entries = tables.to_end[first:stop]
        nearer = near.minimal(switch).ravel()
        leads = nearer[first_port + np.minimum(entries, ports - 1)] & (entries < ports)
        leads[:, switch] = entries[:, switch] == ends.switch_port[first:stop]
        found[first:stop] = ~(leads | (subnet != subnet[switch])).all(axis=1)
    return np.flatnonzero(found)


def _runs(value: Ints) -> tuple[list[int], list[int]]:
    """Return where runs of equal values begin and stop."""
    edge = np.flatnonzero(np.diff(value, prepend=-2, append=-2)).tolist()
    return edge[:-1], edge[1:]


def lost_towards(tables: Tables, rows: Ints, subnet: Ints) -> int:
    """Count the pairs without a route as `arrival` does, but only those towards some end ports.

    Parameters
    ----------
    tables : Tables
    rows : (n,) int64
        Places of the end ports.
    subnet : (S,) int64
        Subnet of each switch in the fabric as built.
    """
    judge = _judge(tables, subnet)
    return sum(judge(steps, followed(steps.onward)) for steps in to_ends(tables, rows))


def _judge(tables: Tables, subnet: Ints) -> Callable[[Steps, Ints32], int]:
    """Return what counts the lost pairs towards some destinations, from where packets end."""
    wires = tables.wiring
    sources = endpoints_at(wires)
    is_endpoint = wires.fabric.nodes.kind[wires.end_ports.node] == Kind.HCA

    def judge(steps: Steps, last: Ints32) -> int:
        lost = last[:, :-2] != steps.delivered
        same = subnet[steps.goal][:, None] == subnet
        own = lost[np.arange(len(lost)), steps.goal]
        count = (lost & same) @ sources - own
        return int(count[is_endpoint[steps.target]].sum())

    return judge


def endpoints_at(wires: Wiring) -> Ints:
    """Return the number of endpoints at each switch, (S,)."""
    at = wires.endpoints.switch
    return np.bincount(wires.place[at[at >= 0]], minlength=len(wires.switches))


def followed(onward: Ints32) -> Ints32:
    """Return where each switch's packets end, or some switch of the circle that they are caught in."""
    size = onward.shape[1] - 2
    reach, last = 1, onward
    while reach <= size and (last < size).any():
        last = np.take_along_axis(last, last, axis=1)
        reach *= 2
    return last


def _loops(steps: Steps, last: Ints32) -> int:
    """Count the circles of each destination."""
    size = steps.delivered
    caught: Bools = last[:, :size] < size
    rows = np.flatnonzero(caught.any(axis=1))
    if not len(rows):
        return 0
    jump = steps.onward[rows]
    least = np.broadcast_to(np.arange(size + 2, dtype=np.int32), jump.shape)
    reach = 1
    while reach <= size:
        least = np.minimum(least, np.take_along_axis(least, jump, axis=1))
        jump = np.take_along_axis(jump, jump, axis=1)
        reach *= 2
    circle = np.take_along_axis(least, last[rows], axis=1)[:, :size]
    row = np.broadcast_to(np.arange(len(rows))[:, None], circle.shape)
    return len(np.unique((row * (size + 2) + circle)[caught[rows]]))
