"""The map among the views."""

from __future__ import annotations

from ibviz.core.table import Floats, Ints
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.picture import compose, fit
from ibviz.drawing.map.places import areas
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import Vista


def _areas(scene: Scene, view: View, nodes: Ints, cables: Ints) -> Floats:
    return areas(scene, nodes, cables)


VISTA = Vista(compose, MapGround, fit, _areas)
