"""How tall the parts of the layered view like to be, pixels."""

from __future__ import annotations

import numpy as np

from ibviz.drawing.scene import Scene

ARCS, ALONE = 240.0, 480.0
"""Height of arcs from end to end of the top band, and of one without any band of switches below it."""


def arcs_height(scene: Scene, top: int) -> float:
    """Return the height of the arcs over the top band: the farther apart the ends, the higher."""
    links, x = scene.links, scene.bands.x
    flat = (links.rise == 0) & (links.band[:, 0] == top)
    reach = np.abs(np.diff(x[links.node[flat]], axis=1)) / scene.bands.width
    farthest = float(np.nan_to_num(reach).max(initial=0))
    return 26 + (ALONE if top == 1 else ARCS) * farthest if farthest > 0 else 26.0


def tallest_gap(scene: Scene, top: int, height: int) -> float:
    """Return the height beyond which a gap between two bands is only emptier, in a picture of some height."""
    tall = 330.0 if top > 2 else 300.0 + min(200.0, 6.0 * scene.bands.width)
    if any(is_bare(scene, band) for band in range(1, top)):
        tall = 520.0
    return tall * stretch(height)


def is_bare(scene: Scene, band: int) -> bool:
    """Tell whether folds left no cable in the gap over a band: then there is nothing to see in it but words."""
    return scene.plots is not None and band in scene.once("bare gaps", lambda: _bare_gaps(scene))


def _bare_gaps(scene: Scene) -> frozenset[int]:
    low, high = scene.links.band.T
    return frozenset(
        band for band in range(1, len(scene.bands.levels)) if not ((low <= band) & (high > band)).any()
    )


def air_over_hosts(scene: Scene) -> float:
    """Return how far hosts stand below their leaves: farther where cables of folded hosts lead to other ones."""
    plots = scene.plots
    return 44.0 if plots is not None and bool((plots.high == 0).any()) else 12.0


def stretch(height: int) -> float:
    """Return by how much parts may be taller than usual in a picture of some height.

    Examples
    --------
    >>> stretch(800), stretch(1500)
    (1.0, 1.5)
    """
    return max(1.0, height / 1000)
