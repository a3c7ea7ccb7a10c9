"""Spreading destinations over the ports that serve them: what MinHop and its kin have in common."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.simulation import Routing
from ibviz.core.table import Bytes, Ints32
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import PLAIN, Manner, deal_singly, turns
from ibviz.flow.delivery import deliver
from ibviz.flow.destinations import Destinations, destinations
from ibviz.flow.fast import kernel
from ibviz.flow.fast_dealing import deal_ends
from ibviz.flow.hops import Hops
from ibviz.flow.leastload import deal_all, to_least
from ibviz.flow.resweep import Former, former, rechoose
from ibviz.flow.rootfile import addressed
from ibviz.flow.taketurns import deal_in_turn


def spread(
    wires: Wiring,
    near: Hops,
    name: str,
    before: Tables | None = None,
    progress: Progress = silent,
    *,
    manner: Manner = PLAIN,
    order: Path | None = None,
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
    manner : Manner
    order : Path or None
        File with GUIDs of ports, one a line, that come before all other destinations.

    Raises
    ------
    ReadError
        If the file cannot be read, or names no port of the fabric.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_mgr.c and osm_switch.c: every switch for itself gives each destination, in
    the order of `destinations`, the port with the fewest destinations, ties to the lowest port.
    """
    if manner != PLAIN or order is not None:
        return _singly(wires, near, name, before, manner, order, progress)
    targets = destinations(wires)
    to_end = np.full((len(wires.end_ports), len(near)), NO_PATH, np.uint8)
    to_switch = np.full((len(near), len(near)), NO_PATH, np.uint8)
    old = former(before, wires) if before is not None else None
    _anew(to_end, to_switch, near, targets, old, progress)
    if old is not None:
        rechoose(to_end, to_switch, near, targets, old, progress)
    deliver(to_end, wires)
    return Tables(wires, to_end, to_switch, Routing(name, name, "asked for"))


def _singly(
    wires: Wiring,
    near: Hops,
    name: str,
    before: Tables | None,
    manner: Manner,
    order: Path | None,
    progress: Progress,
) -> Tables:
    first = np.empty(0, np.int64) if order is None else addressed(order, wires)
    old = former(before, wires) if before is not None else None
    dealt = deal_singly(wires, near, turns(wires, first), manner, old, progress)
    ends = len(wires.end_ports)
    for table in dealt:
        deliver(table[:ends], wires)
    to_switch = dealt[0][ends:]
    np.fill_diagonal(to_switch, 0)
    higher = tuple(table[:ends] for table in dealt[1:])
    return Tables(wires, dealt[0][:ends], to_switch, Routing(name, name, "asked for"), higher=higher)


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
    steps = len(targets.switch) * near.neighbour.size
    quick = kernel(deal_ends, steps) if type(near) is Hops else None
    if quick is not None:
        blocks = targets.switch, targets.start, targets.count
        quick(to_end, near.count, near.wanted, near.neighbour, *blocks, load)
    else:
        _deal(to_end, near, targets, load, progress)
    to_switch[:] = to_least(near, np.arange(len(near)), load).T


def _deal(to_end: Bytes, near: Hops, targets: Destinations, load: Ints32, progress: Progress) -> None:
    rows = deal_in_turn(to_end, near, targets, load)
    if len(rows):
        uneven = load[rows]
        deal_all(to_end, near, targets, rows, uneven, progress)
        load[rows] = uneven
