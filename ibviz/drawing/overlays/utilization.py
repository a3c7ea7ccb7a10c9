"""The utilization overlay: load by capacity of the busier direction of each cable."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay


@overlays.add("utilization", "Utilization of cables")
def utilization(
    state: State, simulation: Simulation | None = None, structure: Structure | None = None
) -> Overlay:
    """Return the utilization of the busier direction of each cable, 0 to 1.

    Raises
    ------
    OptionError
        If nothing was simulated.
    """
    if simulation is None:
        raise OptionError("the overlay utilization needs a simulation; give traffic, or choose overlay plain")
    both = simulation.utilization
    return Overlay(
        "utilization",
        "Utilization, simulated",
        np.fmax(both[:, 0], both[:, 1]),
        low="0",
        high="100\u2009%",
        hot=0.95,
        hot_words="above 95\u2009%",
        both=both,
    )
