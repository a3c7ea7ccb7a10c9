"""The stretch of the plane that the map takes: its nodes, and the cables that go around them."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.map.bends import NORMALS, STEPS, bent, points
from ibviz.drawing.map.places import areas, places
from ibviz.drawing.map.ports import ports
from ibviz.drawing.plane import Extent
from ibviz.drawing.scene import Scene
from ibviz.drawing.suiting import kind_for

MOST = 4_000
"""Cables that are followed at most; where there are more, the whole shows all of them as straight lines."""


def extent(scene: Scene) -> Extent:
    """Return the stretch of the plane that holds all nodes, and all cables of a fabric without levels."""
    kept: Extent = scene.once("map extent", lambda: _extent(scene))
    return kept


def _extent(scene: Scene) -> Extent:
    box = areas(scene, scene.nodes, np.empty(0, np.int64))
    box = box[~np.isnan(box).any(axis=1)]
    if not len(box):
        return 0.0, 0.0, 1.0, 1.0
    low, high = box[:, :2].min(axis=0), box[:, 2:].max(axis=0)
    if len(scene.cables) <= MOST and kind_for(scene.whole.structure) == "map":
        spots = points(own_curves(scene, scene.cables), np.concatenate([[0.0], STEPS, [1.0]])).reshape(-1, 2)
        low, high = (
            np.minimum(low, spots.min(axis=0, initial=np.inf)),
            np.maximum(high, spots.max(axis=0, initial=-np.inf)),
        )
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def own_curves(scene: Scene, cables: Ints) -> Floats:
    """Return the curves of those cables that have a place at both ends, in units of the plane, (n, 8)."""
    found = ports(scene)
    of = found.of[cables]
    of = of[(of >= 0).all(axis=1)]
    ends = [places(scene)[found.node[of[:, d]]] + found.offset[of[:, d]] for d in (0, 1)]
    return bent(ends[0], ends[1], NORMALS[found.side[of[:, 0]]], NORMALS[found.side[of[:, 1]]], 1.0)
