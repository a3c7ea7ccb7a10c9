"""Slow cables: those below the rate of their kind, a sign of something wrong rather than of age."""

from __future__ import annotations

import numpy as np

from ibviz.core.order import distinct
from ibviz.core.table import Bools, Ints
from ibviz.core.units import rate_label
from ibviz.drawing.scene import Scene

MOST = 0.6
"""Share of the cables between two bands that must have one rate for slower ones to be told."""

FEWEST = 4
"""Cables between two bands below which none is told from the others."""


def slow(scene: Scene) -> Bools:
    """Tell which cables are slower than nearly all between the same bands, or one lane wide among wider, (C,).

    Found once for a scene. Cables of hosts may be slower, since hosts are of different age; one lane is never meant.
    """
    found: Bools = scene.once("sockets, slow", lambda: _slow(scene))
    return found


def _slow(scene: Scene) -> Bools:
    links, capacity = scene.links, scene.fabric.capacity
    found = np.zeros(len(capacity), bool)
    between = (links.band >= 1).all(axis=1)
    pair = links.band[:, 0] * (int(links.band.max(initial=0)) + 1) + links.band[:, 1]
    for each in distinct(pair[between]):
        mine = links.cable[between & (pair == each)]
        rates, counts = np.unique(capacity[mine], return_counts=True)
        if len(mine) >= FEWEST and counts.max() >= MOST * len(mine):
            found[mine[capacity[mine] < rates[counts.argmax()] * 0.999]] = True
    width = scene.fabric.cables.width[scene.cables].min(axis=1)
    wide = np.bincount(width[width > 0], minlength=2)
    if wide.argmax() > 1:
        found[scene.cables[width == 1]] = True
    return found


def rates(scene: Scene, cable: Ints) -> list[str]:
    """Return how the rates of cables are written: width and speed of the slower end; empty where unknown."""
    cables = scene.fabric.cables
    width, speed = cables.width[cable].min(axis=1), cables.speed[cable].min(axis=1)
    return [
        rate_label(lanes, code) if lanes and code else ""
        for lanes, code in zip(width.tolist(), speed.tolist(), strict=True)
    ]
