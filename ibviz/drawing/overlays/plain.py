"""The plain overlay: nothing but the wiring, all cables alike."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay


@overlays.add("plain", "Wiring only")
def plain(state: State, simulation: Simulation | None = None, structure: Structure | None = None) -> Overlay:
    """Return an overlay that says nothing of the cables."""
    return Overlay("plain", "Wiring only", np.full(len(state.fabric.cables), np.nan))
