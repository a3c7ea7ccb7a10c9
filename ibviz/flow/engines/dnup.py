"""Down/Up: as Up/Down, with ranks counted from the leaves, for fabrics whose hosts sit at different heights."""

from __future__ import annotations

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.table import Bytes, Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import UNREACHED, Hops, hops
from ibviz.flow.ordered import AHEAD, BACK, LEVEL, ordered_hops
from ibviz.flow.refusals import refusing
from ibviz.flow.spread import spread

NO_LEAF = "no switch has an end port"


@engines.add("dnup", "Down/Up: as Up/Down, with ranks counted from the leaves")
def dnup(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Route as OpenSM's Down/Up does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for MinHop: a running subnet manager keeps each entry that is still on a shortest such way.
    progress : Progress

    Returns
    -------
    Tables

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
    return refusing(spread(wires, ways, "dnup", before, progress), dict.fromkeys(without, NO_LEAF))


def _directions(near: Hops, rank: Ints) -> Bytes:
    ranks = np.append(rank, UNREACHED)
    here, there = ranks[:-1, None], ranks[near.neighbour]
    return np.where(here < there, AHEAD, np.where(here == there, LEVEL, BACK)).astype(np.uint8)
