"""Where nodes and cables are in a picture of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.map.lines import around, shapes, stand
from ibviz.drawing.trace import NOWHERE, Trace, in_plane

if TYPE_CHECKING:
    from ibviz.drawing.map.picture import MapPicture


def trace(picture: MapPicture, nodes: Ints, cables: Ints) -> Trace:
    """Return the boxes of nodes and the curves of cables."""
    ground, scene = picture.ground, picture.ground.scene
    if not (len(nodes) or len(cables)):
        return NOWHERE
    shown = np.zeros(len(scene.failed), bool)
    shown[scene.cables] = True
    cables = cables[shown[cables]]
    cables = cables[stand(ground, cables)]
    heads = scene.folding.heading[nodes]
    box = ground.boxes(np.unique(heads))
    xy = shapes(ground, cables)
    seen = ground.seen(box) & ~np.isnan(box).any(axis=1)
    return in_plane(box[seen], xy[around(xy, ground.clip)])
