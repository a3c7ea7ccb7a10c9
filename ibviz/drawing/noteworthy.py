"""What is worth looking at first: at something dead, at the hottest, or in the middle."""

from __future__ import annotations

import numpy as np

from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View


def noteworthy(scene: Scene, view: View) -> int:
    """Return a leaf worth looking at: at the first dead cable, at the hottest one, else in the middle; -1 for none."""
    ends = scene.ends
    value = np.nan_to_num(scene.overlay(view.overlay).value, nan=-1.0)
    trunks = scene.links.cable
    dead = np.flatnonzero(scene.failed)
    if len(dead):
        pick = ends[dead[0]]
    elif len(trunks) and value[trunks].max() > 0:
        pick = ends[trunks[np.argmax(value[trunks])]]
    else:
        leaves = scene.bands.levels[1] if len(scene.bands.levels) > 1 else scene.nodes
        return int(leaves[len(leaves) // 2]) if len(leaves) else -1
    return int(pick[np.argmin(scene.end_band[pick])])
