"""Spreading destinations over the ports that serve them: what MinHop and its kin have in common."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Routing
from ibviz.core.table import Bytes
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.delivery import deliver
from ibviz.flow.destinations import Destinations, destinations
from ibviz.flow.hops import Hops
from ibviz.flow.leastload import deal_all, to_least
from ibviz.flow.resweep import Former, former, rechoose
from ibviz.flow.taketurns import deal_in_turn


def spread(
    wires: Wiring, near: Hops, name: str, before: Tables | None = None, progress: Progress = silent
) -> Tables:
    """Return the tables of an engine that gives each destination the least loaded port that serves it.

    Parameters
    ----------
    wires : Wiring
    near : Hops
        Says which ports serve a destination.
    name : str
        The engine's.
    before : Tables or None
        Tables of the same fabric before something went down: entries that still serve are kept, the others
        chosen anew. In a subnet where a cable came up all are chosen anew. None: as after a restart.
    progress : Progress

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_mgr.c and osm_switch.c: every switch for itself gives each destination, in
    the order of `destinations`, the port with the fewest destinations, ties to the lowest port.
    """
    targets = destinations(wires)
    to_end = np.full((len(wires.end_ports), len(near)), NO_PATH, np.uint8)
    to_switch = np.full((len(near), len(near)), NO_PATH, np.uint8)
    old = former(before, wires) if before is not None else None
    _anew(to_end, to_switch, near, targets, old, progress)
    if old is not None:
        rechoose(to_end, to_switch, near, targets, old, progress)
    deliver(to_end, wires)
    return Tables(wires, to_end, to_switch, Routing(name, name, "asked for"))


def _anew(
    to_end: Bytes,
    to_switch: Bytes,
    near: Hops,
    targets: Destinations,
    old: Former | None,
    progress: Progress,
) -> None:
    """Fill in all switches, unless every one has former entries to keep."""
    if old is not None and not len(old.anew):
        return
    load = np.zeros(near.neighbour.shape, np.int32)
    rows = deal_in_turn(to_end, near, targets, load)
    if len(rows):
        uneven = load[rows]
        deal_all(to_end, near, targets, rows, uneven, progress)
        load[rows] = uneven
    to_switch[:] = to_least(near, np.arange(len(near)), load).T
