"""The node that is looked for: outlined, wherever it stands."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats
from ibviz.drawing.easel import Easel
from ibviz.drawing.folds import pieces
from ibviz.drawing.frame import Detail
from ibviz.drawing.ink import CLEAR, boxes
from ibviz.drawing.places import Places
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.switches import chip_boxes


def draw_focus(easel: Easel, places: Places) -> None:
    """Outline the node that the view looks for: 4 pixels outside, over a halo."""
    node = easel.frame.view.focus
    if not 0 <= node < len(easel.scene.band) or not easel.scene.fabric.nodes.alive[node]:
        return
    box = rectangles(places, node)
    seen = easel.frame.in_view(box[:, 0], box[:, 0] + box[:, 2])
    away = 4.0 if easel.frame.detail != Detail.CARPET else 3.0
    around = box[seen] + np.array([-away, -away, 2 * away, 2 * away])
    halo = with_alpha(easel.theme.canvas, 200)
    easel.add("marks", boxes(around, CLEAR, halo, 5.0, 6.0), boxes(around, CLEAR, easel.theme.acc, 1.8, 6.0))


def rectangles(places: Places, node: int) -> Floats:
    """Return where a node is drawn, (n, 4) pixels: a host with cables to several leaves under each."""
    scene, frame = places.scene, places.frame
    if (place := scene.folding.of(node)) >= 0:
        node = int(scene.folding.heads[place])
        every = pieces(frame)
        if (every.fold == place).any():
            boxes_of: Floats = every.xywh[every.fold == place]
            return boxes_of
    band = int(scene.band[node])
    if band == 0:
        return frame.tile_boxes(np.flatnonzero(scene.tiles.node == node))
    if band > 0:
        found: Floats = places.boxes(band)[scene.bands.levels[band] == node]
        return found
    chips = np.flatnonzero(scene.chips.node == node)
    own = int(scene.end_band[node])
    return chip_boxes(places, own, chips) if len(chips) and own > 0 else np.empty((0, 4))
