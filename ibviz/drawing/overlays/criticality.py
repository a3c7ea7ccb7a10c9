"""The criticality overlay: what the traffic loses if a cable fails, as far as failures were tried."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay

LIMITS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""What the end of the ramp may stand for, as shares of the throughput."""


@overlays.add("criticality", "Criticality: what is lost if a cable fails")
def criticality(
    state: State, simulation: Simulation | None = None, structure: Structure | None = None
) -> Overlay:
    """Return the share of the throughput that each cable's failure costs, by the end of the ramp.

    A cable that cuts pairs off stands at the end of the ramp, whatever the throughput loses.

    Raises
    ------
    OptionError
        If no failures of cables were tried.
    """
    costs = None if simulation is None else simulation.criticality
    if simulation is None or costs is None:
        raise OptionError("the overlay criticality needs single failures of cables, which the window ranks")
    loss = np.where(simulation.is_up, np.maximum(costs.loss, 0), np.nan)
    most = float(np.nanmax(loss, initial=0.0))
    limit = next((each for each in LIMITS if most <= each * 1.0001), LIMITS[-1])
    cut = simulation.is_up & costs.cuts
    return Overlay(
        "criticality",
        _title(costs.tried, costs.failures),
        np.where(cut, 1.0, np.clip(loss / limit, 0, 1)),
        low="0",
        high=f"{limit * 100:g}\u2009%" + (", or pairs cut off" if cut.any() else ""),
        limit=limit,
    )


def _title(tried: int, failures: int) -> str:
    """Say what the colours are, and of how many failures where some were not tried."""
    part = "" if tried == failures else f", {tried:,} of {failures:,} tried"
    return f"Throughput lost if a cable fails, simulated{part}"
