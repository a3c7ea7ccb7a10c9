"""Adaptive routing: every switch spreads what it sends evenly over all ports on shortest paths."""

from __future__ import annotations

from dataclasses import replace

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import hops
from ibviz.flow.spread import spread


@engines.add("adaptive", "Adaptive: each flow spread evenly over all shortest paths, as newer switches do")
def adaptive(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Let every switch spread each flow evenly over all live ports on a shortest path.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for MinHop, for the entries alone: the ports among which a switch chooses are always all that serve.
    progress : Progress

    Returns
    -------
    Tables
        The entries are those of MinHop, from which switches start; `Tables.groups` has the ports.

    Notes
    -----
    The limit of choosing packet by packet among ports that are equally loaded, as adaptive routing with groups
    of all ports on shortest paths does. What only the sender could avoid, such as a cable further on that is
    full, is not avoided.
    """
    near = hops(wires)
    made = spread(wires, near, "adaptive", before, progress)
    return replace(made, routing=Routing("adaptive", "adaptive", "asked for"), groups=near)
