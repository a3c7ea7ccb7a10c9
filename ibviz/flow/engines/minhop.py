"""MinHop, the routing of OpenSM unless it is told otherwise."""

from __future__ import annotations

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import hops
from ibviz.flow.spread import spread


@engines.add("minhop", "MinHop: shortest paths, spread by counting routes; OpenSM's default")
def minhop(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Route as OpenSM's MinHop does, entry for entry.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Tables of the same fabric before something went down: a running subnet manager keeps each entry
        that is still on a shortest path, and chooses anew only the others. In a subnet where a cable
        came up it chooses all anew. None: as after a restart.
    progress : Progress

    Returns
    -------
    Tables
    """
    return spread(wires, hops(wires), "minhop", before, progress)
