"""The speed overlay: what each cable carries one way, from slow to fast."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.units import rate_label
from ibviz.drawing.overlay import Overlay

MOST = 6
"""Rates that the legend tells apart; of more the slowest are taken together."""


@overlays.add("speed", "Speed of cables")
def speed(state: State, simulation: Simulation | None = None, structure: Structure | None = None) -> Overlay:
    """Return a step for each rate that the fabric has.

    Raises
    ------
    OptionError
        If there are no cables.
    """
    fabric = state.fabric
    rows = np.flatnonzero(fabric.cables.alive)
    if not len(rows):
        raise OptionError("the overlay speed needs cables")
    rates, which = np.unique(fabric.capacity[rows], return_inverse=True)
    step = np.maximum(which.reshape(-1) - max(len(rates) - MOST, 0), 0)
    count = min(len(rates), MOST)
    value = np.full(len(fabric.cables), np.nan)
    value[rows] = (step + 0.5) / count
    names = [
        _label(state, rows[which.reshape(-1) == place]) for place in range(len(rates) - count, len(rates))
    ]
    if len(rates) > count:
        names[0] = f"\u2264{names[0]}"
    shares = (0.3,) if count == 1 else tuple(0.15 + 0.75 * k / (count - 1) for k in range(count))
    return Overlay("speed", "Speed of cables", value, tokens=shares, labels=tuple(names))


def _label(state: State, rows: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> str:
    """Return how the rate of some cables is written: width and speed of the slower end of the first."""
    cables = state.fabric.cables
    row = int(rows[0])
    width, code = int(cables.width[row].min()), int(cables.speed[row].min())
    if not width or not code:
        return f"{state.fabric.capacity[row]:.3g}\u2009Gbit/s"
    return rate_label(width, code)
