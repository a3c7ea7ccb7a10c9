"""Dimension order: of the shortest ways, that by the lowest port, and only by the neighbour that is there."""

from __future__ import annotations

from pathlib import Path

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import Manner
from ibviz.flow.hops import hops
from ibviz.flow.spread import spread


@engines.add("dor", "Dimension order: one dimension after the other; for meshes and hypercubes")
def dor(
    wires: Wiring,
    before: Tables | None = None,
    *,
    lmc: int = 0,
    port_shifting: bool = False,
    scatter_ports: int = 0,
    order: Path | None = None,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's dimension order does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for MinHop: a running subnet manager keeps each entry that is still on a shortest path.
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
    OpenSM 3.3.23, osm_switch.c: MinHop, but the lowest port on a shortest path says to which neighbour to go,
    and only cables to that one share. Free of deadlock on meshes and hypercubes whose dimensions have the same
    ports everywhere, not on tori.
    """
    manner = Manner(lmc, port_shifting, scatter_ports, one_way=True)
    return spread(wires, hops(wires), "dor", before, progress, manner=manner, order=order)
