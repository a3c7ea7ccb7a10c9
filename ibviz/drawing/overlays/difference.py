"""The difference overlay: how much more or less each cable carries after a failure."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.table import Floats
from ibviz.drawing.overlay import Overlay

LIMITS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0)
"""What the ends of the ramp may stand for, as shares of the capacity."""


@overlays.add("difference", "Difference: after minus before")
def difference(
    state: State, simulation: Simulation | None = None, structure: Structure | None = None
) -> Overlay:
    """Return the change of utilization of the direction that changes most; 0.5 for none.

    Raises
    ------
    OptionError
        If nothing was simulated or nothing is down.
    """
    if simulation is None or simulation.before is None:
        raise OptionError("the overlay difference needs a simulation in which something is down")
    change = _greater(simulation.utilization - simulation.before.utilization)
    most = float(np.nanmax(np.abs(change), initial=0.0))
    limit = next((each for each in LIMITS if most <= each * 1.0001), LIMITS[-1])
    text = f"{limit:.0%}".replace("%", "\u2009%")
    return Overlay(
        "difference",
        "Load after minus before, simulated",
        np.clip(0.5 + change / limit / 2, 0, 1),
        low=f"\u2212{text}",
        high=f"+{text}",
        middle="0",
        limit=limit,
    )


def _greater(change: Floats) -> Floats:
    """Return the one of two changes that is greater, by size; NaN where neither is known."""
    first, second = change[:, 0], change[:, 1]
    picked: Floats = np.where(np.nan_to_num(np.abs(first)) >= np.nan_to_num(np.abs(second)), first, second)
    return picked
