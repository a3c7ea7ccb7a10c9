"""Up/Down: shortest ways that never go up after down, from the roots of the fabric."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.table import Bytes, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import Manner
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import UNREACHED, Hops, hops
from ibviz.flow.ordered import AHEAD, BACK, ordered_hops
from ibviz.flow.refusals import refusing
from ibviz.flow.rootfile import switches_of
from ibviz.flow.spread import spread

MOST, FEW = 0.9, 0.05
"""Shares of all end ports that a root has at one distance, more than this, and at any other, no more."""


NO_ROOT = "no switch is a root, as none has nearly all end ports at one distance"


@engines.add("updn", "Up/Down: never up after down, so free of deadlock; for trees with odd cables")
def updn(
    wires: Wiring,
    before: Tables | None = None,
    *,
    roots: Path | None = None,
    lmc: int = 0,
    port_shifting: bool = False,
    scatter_ports: int = 0,
    order: Path | None = None,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's Up/Down does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for MinHop: a running subnet manager keeps each entry that is still on a shortest such way.
    roots : Path or None
        File with the GUIDs of the roots, one a line; without it they are found.
    lmc : int
        Each end port has 2^LMC LIDs, up to 128, and their ways part where they can. Flows take the base LID.
    port_shifting : bool
        Begin with another port after every full turn, so that what is alike does not line up.
    scatter_ports : int
        Seed of a random choice among the least loaded ports; 0 takes the lowest of them.
    order : Path or None
        File with the GUIDs of ports, one a line, that are routed first.
    progress : Progress

    Returns
    -------
    Tables

    Raises
    ------
    OptionError, ReadError
        As for MinHop; if the file of roots cannot be read, or names no switch of the fabric.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_updn.c. A root is a switch that has more than 90 % of all end ports at one
    distance, and no more than 5 % at any other. A switch's rank is its distance from the nearest root; a
    step to a lower rank goes up, one between equal ranks to the lower GUID, one between roots always.
    """
    near = hops(wires)
    found = _central(wires, near) if roots is None else switches_of(roots, wires)
    subnet = wires.subnet[wires.switches]
    without = np.setdiff1d(subnet, subnet[found]).tolist()
    rank = near.count[found][:, :-1].min(axis=0, initial=UNREACHED).astype(np.int64)
    ways = ordered_hops(wires, near.neighbour, _directions(wires, near, rank), progress)
    manner = Manner(lmc, port_shifting, scatter_ports)
    made = spread(wires, ways, "updn", before, progress, manner=manner, order=order)
    return refusing(made, dict.fromkeys(without, NO_ROOT))


def _directions(wires: Wiring, near: Hops, rank: Ints) -> Bytes:
    """Return the kind of the step out by each port, (S, P + 1): ahead is up to a lower rank, else by GUID."""
    guid = np.append(wires.fabric.nodes.guid[wires.switches], np.uint64(0))
    ranks = np.append(rank, UNREACHED)
    here, there = ranks[:-1, None], ranks[near.neighbour]
    level = (guid[:-1, None] > guid[near.neighbour]) | (here == 0)
    rises = (here > there) | ((here == there) & level)
    return np.where(rises, AHEAD, BACK).astype(np.uint8)


def _central(wires: Wiring, near: Hops) -> Ints:
    """Return the places of the switches that see nearly all end ports of their subnet at one distance."""
    targets = destinations(wires)
    subnet = wires.subnet[wires.switches]
    ends = np.zeros(len(near))
    ends[targets.switch] = targets.count
    total = np.bincount(subnet, ends)[subnet] if len(subnet) else ends
    over, some = np.zeros(len(near), np.int64), np.zeros(len(near), np.int64)
    count = near.count[:-1, :-1]
    for distance in range(min(int(count[count != UNREACHED].max(initial=0)) + 1, 64)):
        bar = (count == distance) @ ends
        over += bar > (MOST * total).astype(np.float32)
        some += bar > (FEW * total).astype(np.float32)
    return np.flatnonzero((over == 1) & (some == 1))
