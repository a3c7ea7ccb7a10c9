"""S-mod-K: the sender's number says which way up, at every level."""

from __future__ import annotations

from dataclasses import replace

from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.simulation import Routing
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.sourced import sourced


@engines.add("smodk", "S-mod-K: the sender's number says which way up; for comparison, as no table holds it")
def smodk(wires: Wiring, before: Tables | None = None, *, progress: Progress = silent) -> Tables:
    """Route a tree by sender modulo number of up-ports.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        As for D-mod-K: numbers, levels and up-ports are those of the fabric as built, and only a port that is
        down or no longer on a shortest path is replaced, by the next in port order, cyclic. None: those of
        what is up.
    progress : Progress

    Returns
    -------
    Tables
        With `Tables.by_source`, which has the routes; the entries are those of D-mod-K, and nobody's.

    Notes
    -----
    D-mod-K with the number of the sender in the place of that of the destination, down-cables included.
    """
    made = dmodk(wires, before, progress=progress)
    routing = Routing("smodk", "smodk", "asked for", refused=made.routing.refused)
    return replace(made, routing=routing, by_source=sourced(wires, fresh=before is None))
