"""Down/Up: as Up/Down, with ranks counted from the leaves, for fabrics whose hosts sit at different heights."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.table import Bytes, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import Manner
from ibviz.flow.hops import UNREACHED, Hops, hops
from ibviz.flow.ordered import AHEAD, BACK, LEVEL, ordered_hops
from ibviz.flow.refusals import refusing
from ibviz.flow.spread import spread

NO_LEAF = "no switch has an end port"


@engines.add("dnup", "Down/Up: as Up/Down, with ranks counted from the leaves")
def dnup(
    wires: Wiring,
    before: Tables | None = None,
    *,
    lmc: int = 0,
    port_shifting: bool = False,
    scatter_ports: int = 0,
    order: Path | None = None,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's Down/Up does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for MinHop: a running subnet manager keeps each entry that is still on a shortest such way.
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
        As for MinHop.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_dnup.c: the rank of a switch is its distance from the nearest switch with end
    ports. Seen from the destination no step to a higher rank follows one to a lower; one between equal ranks
    may follow anything, and be followed by anything.
    """
    near, ends = hops(wires), wires.end_ports.switch
    leaves = np.unique(wires.place[ends[ends >= 0]])
    subnet = wires.subnet[wires.switches]
    without = np.setdiff1d(subnet, subnet[leaves]).tolist()
    rank = near.count[leaves][:, :-1].min(axis=0, initial=UNREACHED).astype(np.int64)
    ways = ordered_hops(wires, near.neighbour, _directions(near, rank), progress)
    manner = Manner(lmc, port_shifting, scatter_ports)
    made = spread(wires, ways, "dnup", before, progress, manner=manner, order=order)
    return refusing(made, dict.fromkeys(without, NO_LEAF))


def _directions(near: Hops, rank: Ints) -> Bytes:
    ranks = np.append(rank, UNREACHED)
    here, there = ranks[:-1, None], ranks[near.neighbour]
    return np.where(here < there, AHEAD, np.where(here == there, LEVEL, BACK)).astype(np.uint8)
