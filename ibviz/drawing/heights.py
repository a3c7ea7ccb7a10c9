"""How tall the parts of the layered view like to be, pixels."""

from __future__ import annotations

import numpy as np

from ibviz.drawing.scene import Scene

ARCS = 240.0
"""Height of arcs from end to end of the top band, pixels."""

STEEP = 0.6
"""Height of arcs over switches that have none below them, as a share of how far apart their ends are."""

TILE = 38.0, 56.0
"""Height of a tile with its words, pixels; and where there is but one band of switches."""


def arcs_height(scene: Scene, top: int, room: float) -> float:
    """Return the height of the arcs over the top band, which has some room along x: the farther apart, the higher."""
    links, x = scene.links, scene.bands.x
    flat = (links.rise == 0) & (links.band[:, 0] == top)
    reach = np.abs(np.diff(x[links.node[flat]], axis=1)) / scene.bands.width
    farthest = float(np.nan_to_num(reach).max(initial=0))
    return 26 + (STEEP * room if top == 1 else ARCS) * farthest


def tile_height(top: int) -> float:
    """Return how tall tiles with their words like to be: where little else fills the picture they are taller."""
    return TILE[top <= 1]


def tallest_gap(scene: Scene, top: int, height: int) -> float:
    """Return the height beyond which a gap between two bands is only emptier, in a picture of some height."""
    tall = 330.0 if top > 2 else 400.0 + min(100.0, 4.0 * scene.bands.width)
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
