"""The oversubscription overlay: how much more can come from below than can go up, switch by switch."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Floats
from ibviz.core.wiring import Wiring, wiring
from ibviz.drawing.overlay import Overlay

TOLERANCE = 1.0001
LABELS = ("\u22641\u2009:\u20091", "\u22642\u2009:\u20091", ">2\u2009:\u20091")


@overlays.add("oversubscription", "Oversubscription of switches")
def oversubscription(
    state: State, simulation: Simulation | None = None, structure: Structure | None = None
) -> Overlay:
    """Return for each cable the class of the ratio of its lower switch: rate downwards by rate upwards.

    What is down in the scenario carries nothing, neither up nor down.

    Raises
    ------
    OptionError
        If no switch has cables both up and down.
    """
    shaped = structure or shape(wiring(state.fabric))
    wires = wiring(state.fabric, state.scenario) if simulation is None else simulation.wiring
    level = shaped.level[wires.node]
    ratio = ratios(wires, shaped)
    if np.isnan(ratio).all():
        raise OptionError("the overlay oversubscription needs switches with cables both up and down")
    low = np.where(level[:, 0] <= level[:, 1], wires.node[:, 0], wires.node[:, 1])
    high = wires.node.sum(axis=1) - low
    owner = np.where(shaped.level[low] == 0, high, low)
    crossing = (level[:, 0] != level[:, 1]) & (level >= 0).all(axis=1)
    of_cable = np.where(crossing, ratio[owner], np.nan)
    value = np.full(len(state.fabric.cables), np.nan)
    kind = (of_cable > TOLERANCE).astype(np.float64) + (of_cable > 2 * TOLERANCE)
    value[wires.rows] = np.where(np.isnan(of_cable), np.nan, (kind + 0.5) / 3)
    worst = float(np.nanmax(ratio))
    title = f"Oversubscription, worst {worst:.3g}\u2009:\u20091"
    return Overlay("oversubscription", title, value, tokens=("ok", "warn", "err"), labels=LABELS)


def ratios(wires: Wiring, structure: Structure) -> Floats:
    """Return rate of the cables downwards by that of the cables upwards, (N,); NaN without either."""
    count = len(wires.fabric.nodes)
    down, up = np.zeros(count), np.zeros(count)
    for side in (0, 1):
        mine, other = wires.node[:, side], wires.node[:, 1 - side]
        of_mine, of_other = structure.level[mine], structure.level[other]
        known = (of_mine > 0) & (of_other >= 0)
        below, above = known & (of_other < of_mine), known & (of_other > of_mine)
        down += np.bincount(mine[below], wires.capacity[below], count)
        up += np.bincount(mine[above], wires.capacity[above], count)
    ratio: Floats = np.divide(down, up, out=np.full(count, np.nan), where=(down > 0) & (up > 0))
    return ratio
