"""The overlay of some of the flows: how far they alone fill each cable."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.text import short
from ibviz.drawing.overlay import Overlay

LONGEST = 44
"""Characters of a title, of which the middle is left out where it is longer."""


@overlays.add("flows", "Flows of the selection")
def flows(state: State, simulation: Simulation | None = None, structure: Structure | None = None) -> Overlay:
    """Return the utilization that the flows picked out make, of the busier direction of each cable, 0 to 1.

    Raises
    ------
    OptionError
        If nothing was simulated or no flows are picked out.
    """
    if simulation is None or simulation.part is None:
        raise OptionError("the overlay flows needs traffic, and something selected whose flows are meant")
    both = simulation.shares(simulation.part.load)
    return Overlay(
        "flows",
        f"{short(simulation.part.title, LONGEST)}, simulated",
        np.fmax.reduce(both, axis=1),
        low="0",
        high="100\u2009%",
        hot=0.95,
        hot_words="above 95\u2009% by these flows",
        both=both,
    )
