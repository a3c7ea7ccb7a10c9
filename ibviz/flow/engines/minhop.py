"""MinHop, the routing of OpenSM unless it is told otherwise."""

from __future__ import annotations

from pathlib import Path

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.dealing import Manner
from ibviz.flow.hops import hops
from ibviz.flow.spread import spread


@engines.add("minhop", "MinHop: shortest paths, spread by counting routes; OpenSM's default")
def minhop(
    wires: Wiring,
    before: Tables | None = None,
    *,
    lmc: int = 0,
    port_shifting: bool = False,
    scatter_ports: int = 0,
    order: Path | None = None,
    progress: Progress = silent,
) -> Tables:
    """Route as OpenSM's MinHop does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Tables of the same fabric before something went down: a running subnet manager keeps each entry
        that is still on a shortest path, and chooses anew only the others. In a subnet where a cable
        came up it chooses all anew. None: as after a restart.
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
        If there is no such LMC or seed; if the file cannot be read, or names no port of the fabric.
    """
    manner = Manner(lmc, port_shifting, scatter_ports)
    return spread(wires, hops(wires), "minhop", before, progress, manner=manner, order=order)
