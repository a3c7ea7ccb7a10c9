"""The layered view among the views."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.lasting import frame_of
from ibviz.drawing.layered.picture import compose, fit
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.drawing.vistas import Vista


def no_areas(scene: Scene, view: View, nodes: Ints, cables: Ints) -> Floats:
    """Return that nothing lies in a plane."""
    return np.full((len(nodes) + len(cables), 4), np.nan)


VISTA = Vista(compose, frame_of, fit, no_areas)
