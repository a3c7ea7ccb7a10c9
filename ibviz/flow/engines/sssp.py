"""SSSP: shortest paths, each new one around the steps that the earlier ones use most."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.leastpath import Steps, Weighted
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
    subnet = wires.subnet[wires.switches]
    refused: dict[int, str] = {}
    for number in range(wires.subnets):
        members = np.flatnonzero(subnet == number)
        graph = _graph(wires, members)
        if graph.spans():
            _grow(graph, wires, members, to_end, to_switch, progress)
        else:
            refused[number] = TOO_LARGE
    return refusing(Tables(wires, to_end, to_switch, Routing("sssp", "sssp", "asked for")), refused)


def _graph(wires: Wiring, members: Ints) -> Weighted:
    """Return the switches of a subnet, in the order of their places."""
    local = np.full(len(wires.switches) + 1, -1)
    local[members] = np.arange(len(members))
    there = local[wires.switch_ports.switch[members]]
    there[there == np.arange(len(members))[:, None]] = -1
    ends = _ends(wires, members)
    at = np.bincount(wires.place[wires.end_ports.switch[ends]], minlength=len(wires.switches))[members]
    lids = int((~_routers(wires)[ends]).sum()) + len(members)
    return Weighted(there, wires.switch_ports.port[members].astype(np.int64), at + 1, lids)


def _ends(wires: Wiring, members: Ints) -> Ints:
    """Return the end ports at some switches."""
    switch = wires.end_ports.switch
    return np.flatnonzero((switch >= 0) & np.isin(wires.place[switch], members))


def _routers(wires: Wiring) -> Bools:
    """Return which end ports are of routers: nothing is entered for them, but they count at their switch."""
    found: Bools = wires.fabric.nodes.kind[wires.end_ports.node] == Kind.ROUTER
    return found


def _grow(
    graph: Weighted, wires: Wiring, members: Ints, to_end: Bytes, to_switch: Bytes, progress: Progress
) -> None:
    """Fill in the columns of a subnet."""
    ends = _ends(wires, members)
    root = wires.place[wires.end_ports.switch]
    local = np.full(len(wires.switches), -1)
    local[members] = np.arange(len(members))
    count = np.bincount(root[ends], minlength=len(wires.switches))
    order = members[np.argsort(-count[members], kind="stable")]
    targets = ends[np.lexsort((ends, root[ends], -count[root[ends]]))]
    targets = targets[~_routers(wires)[targets]]
    whole = len(targets) + len(order)
    for number, end in enumerate(targets.tolist()):
        if number % 64 == 0:
            progress(number / whole, "routing")
        _enter(to_end[end], members, graph.tree(int(local[root[end]]), host=True))
        to_end[end, root[end]] = wires.end_ports.switch_port[end]
    for switch in order.tolist():
        _enter(to_switch[switch], members, graph.tree(int(local[switch]), host=False))


def _enter(row: Bytes, members: Ints, steps: Steps) -> None:
    """Write the ports by which switches send to one destination."""
    if steps:
        switch, port = zip(*steps, strict=True)
        row[members[list(switch)]] = port
