"""The congestion overlay: where flows block each other if nothing holds senders back."""

from __future__ import annotations

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Role, Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay

TOKENS = ("victim", "contrib", "root")
LABELS = ("victim", "tree", "root")


@overlays.add("congestion", "Congestion: who blocks whom without control")
def congestion(
    state: State, simulation: Simulation | None = None, structure: Structure | None = None
) -> Overlay:
    """Return what each direction of each cable is: a root, in the tree behind one, or on the way of victims only.

    Raises
    ------
    OptionError
        If it was not worked out who blocks whom, or nobody does.
    """
    found = None if simulation is None else simulation.congestion
    if found is None:
        raise OptionError("the overlay congestion needs traffic of which it was worked out who blocks whom")
    if not found.roots:
        raise OptionError("the overlay congestion has nothing to show: no flow blocks another")
    roots, victims = len(found.roots), found.count(Role.VICTIM)
    words = f"{roots:,} {'root' if roots == 1 else 'roots'}, {victims:,} {'victim' if victims == 1 else 'victims'}"
    both = np.where(found.on > 0, (found.on - 0.5) / len(LABELS), np.nan)
    return Overlay(
        "congestion",
        f"Congestion without control: {words}, simulated",
        np.fmax.reduce(both, axis=1),
        tokens=TOKENS,
        labels=LABELS,
        both=both,
        ranked=True,
    )
