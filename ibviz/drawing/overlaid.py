"""The overlays of a scene: each made when it is first looked at, those without data left out."""

from __future__ import annotations

from typing import Any

from ibviz.core.errors import OptionError
from ibviz.core.registry import overlays
from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.drawing.overlay import Overlay


class Overlaid(dict[str, Overlay]):
    """Overlays by name; holds those that were made already, ``plain`` and ``utilization`` from the start.

    Parameters
    ----------
    state : State
    simulation : Simulation or None
    structure : Structure
        Of the fabric as built.
    """

    def __init__(self, state: State, simulation: Simulation | None, structure: Structure) -> None:
        super().__init__()
        self._sources = state, simulation, structure
        self["plain"] = overlays.get("plain")(state, None)
        if simulation is not None:
            self["utilization"] = overlays.get("utilization")(state, simulation)

    def __missing__(self, name: str) -> Overlay:
        if not overlays.has(name):
            raise KeyError(name)
        try:
            made: Overlay = overlays.get(name)(*self._sources)
        except OptionError:
            raise KeyError(name) from None
        self[name] = made
        return made

    def get(self, name: str, default: Any = None) -> Any:
        """Return an overlay, made if need be; the default where it has nothing to say."""
        try:
            return self[name]
        except KeyError:
            return default
