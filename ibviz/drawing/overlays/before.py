"""The overlay of what was before a failure: the same utilization with nothing down."""

from __future__ import annotations

from dataclasses import replace

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay


@overlays.add("before", "Utilization before the failure")
def before(state: State, simulation: Simulation | None = None, structure: Structure | None = None) -> Overlay:
    """Return the utilization with nothing down, 0 to 1.

    Raises
    ------
    OptionError
        If nothing was simulated or nothing is down.
    """
    if simulation is None or simulation.before is None:
        raise OptionError("the overlay before needs a simulation in which something is down")
    made: Overlay = overlays.get("utilization")(state, simulation.before)
    return replace(made, name="before", title="Utilization before, simulated")
