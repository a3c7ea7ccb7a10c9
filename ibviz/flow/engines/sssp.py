"""SSSP: shortest paths, each new one around the steps that the earlier ones use most."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Bytes, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.fast import kernel
from ibviz.flow.fast_trees import grow_trees
from ibviz.flow.leastpath import Steps, Weighted
from ibviz.flow.onesubnet import OneSubnet, one_subnet
from ibviz.flow.refusals import refusing

TOO_LARGE = "the subnet has too many LIDs or too long ways for its 31-bit weights"


@engines.add("sssp", "SSSP: shortest paths, balanced over the whole fabric instead of switch by switch")
def sssp(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Route as OpenSM's SSSP does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Not looked at: every sweep computes all anew.
    progress : Progress

    Returns
    -------
    Tables
        Nothing is entered for routers, not even at their own switch.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_dfsssp.c. For each destination a tree of least weight is grown from it; every
    step of the tree then weighs 1 more for each LID behind it. End ports come first, in the order of
    `destinations`, then the switches in the same order.
    """
    del before
    to_end = np.full((len(wires.end_ports), len(wires.switches)), NO_PATH, np.uint8)
    to_switch = np.full((len(wires.switches),) * 2, NO_PATH, np.uint8)
    np.fill_diagonal(to_switch, 0)
    refused: dict[int, str] = {}
    for number in range(wires.subnets):
        part = one_subnet(wires, number)
        graph = _graph(wires, part)
        if graph.spans():
            _grow(graph, wires, part, to_end, to_switch, progress)
        else:
            refused[number] = TOO_LARGE
    return refusing(Tables(wires, to_end, to_switch, Routing("sssp", "sssp", "asked for")), refused)


def _graph(wires: Wiring, part: OneSubnet) -> Weighted:
    """Return the switches of a subnet, in the order of their places."""
    members = part.members
    there = _local(part)[wires.switch_ports.switch[members]]
    there[there == np.arange(len(members))[:, None]] = -1
    port = wires.switch_ports.port[members].astype(np.int64)
    return Weighted(there, port, part.ends[members] + 1, len(part.hosts) + len(members))


def _local(part: OneSubnet) -> Ints:
    """Return for each switch of the fabric which one of the subnet it is, -1 elsewhere and for no switch."""
    local = np.full(len(part.ends) + 1, -1)
    local[part.members] = np.arange(len(part.members))
    return local


def _grow(
    graph: Weighted, wires: Wiring, part: OneSubnet, to_end: Bytes, to_switch: Bytes, progress: Progress
) -> None:
    """Fill in the columns of a subnet."""
    local, at = _local(part), wires.place[wires.end_ports.switch]
    quick = kernel(grow_trees, (len(part.hosts) + len(part.members)) * wires.switch_ports.switch.size)
    if quick is not None:
        steps, ends, members = graph.flat(), part.ends[part.members] + 1, part.members.astype(np.int64)
        for host, rows, roots, table in (
            (1, part.hosts, local[at[part.hosts]], to_end),
            (0, part.switches, local[part.switches], to_switch),
        ):
            quick(roots, host, *steps, ends, graph.least, rows, members, table)
        to_end[part.hosts, at[part.hosts]] = wires.end_ports.switch_port[part.hosts]
        return
    for number, end in enumerate(part.hosts.tolist()):
        if number % 64 == 0:
            progress(number / (len(part.hosts) + len(part.members)), "routing")
        _enter(to_end[end], part.members, graph.tree(int(local[at[end]]), host=True))
        to_end[end, at[end]] = wires.end_ports.switch_port[end]
    for switch in part.switches.tolist():
        _enter(to_switch[switch], part.members, graph.tree(int(local[switch]), host=False))


def _enter(row: Bytes, members: Ints, steps: Steps) -> None:
    """Write the ports by which switches send to one destination."""
    if steps:
        switch, port = zip(*steps, strict=True)
        row[members[list(switch)]] = port
