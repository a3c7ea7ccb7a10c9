"""The layered arrangement of the free map: the bands as a map, wide ones wrapped above and below the top."""

from __future__ import annotations

from ibviz.core.bands import Bands
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats
from ibviz.layouts.stacking import whole_map


@arrangements.add("layered", "Layered")
def layered(structure: Structure, bands: Bands) -> Floats:
    """Return a map of rows of switches with their hosts in blocks below.

    A fabric too wide for one row of leaves or pods has rows on both sides of its top switches, those above
    upside down, so that few cables run through the blocks of others.
    """
    return whole_map(bands, structure.wiring.node_up, structure.subnet)
