"""Which view shows the structure of a fabric at once, and how its map is arranged by itself."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats
from ibviz.drawing.scene import Scene

LEVELLED = "layered"
FLAT = ("torus", "by-group", "force")
"""Arrangements for fabrics without levels, the first that accepts one is taken."""
FEW = 2
"""So many switches are seen at once in any view."""
FORCED = 200
"""Switches that are arranged by force at most: more of them are a ball of wool."""


@dataclass(frozen=True, eq=False)
class Suit:
    """What suits a fabric.

    Attributes
    ----------
    kind : str
        The view: ``layered`` or ``map``.
    arrangement : str
        Of the map, where nobody put its nodes anywhere.
    places : (N, 2) float64
        Where that puts the nodes.
    """

    kind: str
    arrangement: str
    places: Floats


def kind_for(structure: Structure) -> str:
    """Return the view that suits a fabric: the map where most cables between switches join none of another level."""
    wires = structure.wiring
    level = structure.level[wires.node[wires.trunks]]
    flat = int((level[:, 0] == level[:, 1]).sum())
    return "map" if len(wires.switches) > FEW and 2 * flat > len(level) else LEVELLED


def kind_of(scene: Scene) -> str:
    """Return the view that suits a scene, found once for it and all that is folded of it."""
    whole = scene.whole
    found: str = whole.once("suit kind", lambda: kind_for(whole.structure))
    return found


def suit(scene: Scene) -> Suit:
    """Return what suits a scene, found once for it and all that is folded of it."""
    whole = scene.whole
    found: Suit = whole.once("suit", lambda: suited(whole.structure, whole.bands))
    return found


def suited(structure: Structure, bands: Bands) -> Suit:
    """Return what suits a fabric.

    Parameters
    ----------
    structure : Structure
    bands : Bands
        In the order in which levels and hosts are shown.
    """
    kind = kind_for(structure)
    for name in FLAT if kind == "map" else ():
        if name == "force" and len(structure.wiring.switches) > FORCED:
            continue
        try:
            return Suit(kind, name, arrangements.get(name)(structure, bands))
        except OptionError:
            pass
    return Suit(kind, LEVELLED, arrangements.get(LEVELLED)(structure, bands))
