"""How many flows a traffic asks for before anything is down."""

from __future__ import annotations

import numpy as np

from ibviz.core.simulation import Simulation
from ibviz.core.structure import shape
from ibviz.core.wiring import as_built
from ibviz.flow.traffic_of import traffic_of


def gone_flows(simulation: Simulation) -> int:
    """Return how many flows of the traffic have lost an end: those of the fabric as built that are left out."""
    built = as_built(simulation.wiring)
    if built is simulation.wiring:
        return 0
    laid = traffic_of(shape(built), simulation.traffic)
    if laid.exchange is None:
        asked = len(next(laid.draws()).src)
    else:
        apart = np.arange(len(built.endpoints)) if laid.ends.local else laid.ends.host
        asked = sum(
            len(group) ** 2 - int((np.bincount(apart[group]) ** 2).sum()) for group in laid.exchange.groups
        )
    return asked - int(simulation.summary["flows"])
