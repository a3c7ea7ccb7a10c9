"""The rail overlay: which rail each cable belongs to."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Ints
from ibviz.core.wiring import wiring
from ibviz.drawing.overlay import Overlay

HUES = 8
"""Rails that have a hue of their own; more take the same ones again."""


@overlays.add("rail", "Rails")
def rail(state: State, simulation: Simulation | None = None, structure: Structure | None = None) -> Overlay:
    """Return the rail of each cable: that of its host's port, above of all that its lower switch serves.

    Raises
    ------
    OptionError
        If no rails are recognised.
    """
    shaped = structure or shape(wiring(state.fabric))
    if not shaped.has_rails:
        raise OptionError("the overlay rail needs rails: hosts with several cabled HCA ports")
    of = rail_of_cables(shaped)
    count = min(int(of.max(initial=0)) + 1, HUES)
    value = np.where(of >= 0, (of % HUES + 0.5) / count, np.nan)
    more = int(of.max(initial=0)) >= HUES
    return Overlay(
        "rail",
        "Rail, hues repeat after 8" if more else "Rail",
        value,
        tokens=tuple(f"rail{k + 1}" for k in range(count)),
        labels=tuple(str(k + 1) for k in range(count)),
        at_ends=True,
    )


def rail_of_cables(structure: Structure) -> Ints:
    """Return the rail of each cable, (C,); -1 where it serves several or none."""
    wires = structure.wiring
    count = len(wires.fabric.nodes)
    of = np.full(len(wires.fabric.cables), -1)
    ends = wires.endpoints
    of[ends.cable] = structure.endpoint_rail
    level = structure.level[wires.node]
    for number in range(1, structure.levels):
        low, high = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
        for side in (0, 1):
            below = (level[:, side] == number) & (level[:, 1 - side] < number)
            below &= of[wires.rows] >= 0
            mine, theirs = wires.node[below, side], of[wires.rows[below]]
            np.minimum.at(low, mine, theirs)
            np.maximum.at(high, mine, theirs)
        own = np.where(low == high, high, -1)
        for side in (0, 1):
            above = (level[:, side] == number) & (level[:, 1 - side] > number)
            of[wires.rows[above]] = own[wires.node[above, side]]
    return of
