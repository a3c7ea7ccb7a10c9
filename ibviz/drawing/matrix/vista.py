"""The matrix among the views."""

from __future__ import annotations

from ibviz.core.table import Floats, Ints
from ibviz.drawing.matrix.finding import areas
from ibviz.drawing.matrix.fitting import fit
from ibviz.drawing.matrix.ground import Matrix
from ibviz.drawing.matrix.picture import compose
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import Vista


def _areas(scene: Scene, view: View, nodes: Ints, cables: Ints) -> Floats:
    return areas(Matrix(scene, view), nodes, cables)


VISTA = Vista(compose, Matrix, fit, _areas)
