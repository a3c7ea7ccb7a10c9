"""The overlay of some of the flows: how far they alone fill each cable."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
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
        f"{elided(simulation.part.title)}, simulated",
        np.fmax.reduce(both, axis=1),
        low="0",
        high="100\u2009%",
        hot=0.95,
        hot_words="above 95\u2009% by these flows",
        both=both,
    )


def elided(text: str, longest: int = LONGEST) -> str:
    """Return a text without its middle where it is too long.

    Examples
    --------
    >>> elided("Flows of a-very-long-name", 13)
    'Flows …g-name'
    """
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}\u2026{text[len(text) - (longest - longest // 2 - 1) :]}"
