"""How tall the parts of the layered view like to be, pixels."""

from __future__ import annotations

import numpy as np

from ibviz.drawing.scene import Scene


def arcs_height(scene: Scene, top: int) -> float:
    """Return the height of the arcs over the top band: the farther apart the ends, the higher."""
    links, x = scene.links, scene.bands.x
    flat = (links.rise == 0) & (links.band[:, 0] == top)
    reach = np.abs(np.diff(x[links.node[flat]], axis=1)) / scene.bands.width
    farthest = float(np.nan_to_num(reach).max(initial=0))
    return 26 + 240 * farthest if farthest > 0 else 26.0


def tallest_gap(scene: Scene, top: int, height: int) -> float:
    """Return the height beyond which a gap between two bands is only emptier, in a picture of some height."""
    tall = 330.0 if top > 2 else 300.0 + min(200.0, 6.0 * scene.bands.width)
    if any(is_bare(scene, band) for band in range(1, top)):
        tall = 520.0
    return tall * stretch(height)


def is_bare(scene: Scene, band: int) -> bool:
    """Tell whether all switches of a band are in folds that cover it and the band above: only words stand there."""
    plots = scene.plots
    if plots is None or len(scene.bands.levels[band]):
        return False
    return bool(((plots.low <= band) & (plots.high > band)).any())


def stretch(height: int) -> float:
    """Return by how much parts may be taller than usual in a picture of some height.

    Examples
    --------
    >>> stretch(800), stretch(1500)
    (1.0, 1.5)
    """
    return max(1.0, height / 1000)
