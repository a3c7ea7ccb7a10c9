"""Where to go: the place that shows some nodes and cables, and the next node for a key."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.scene import Scene

AIR = 1.25
"""How much wider than what is gone to the view is."""

LEAVES = 3.3
"""Leaf columns that are in view at least."""


def place_of(scene: Scene, nodes: Ints, cables: Ints) -> tuple[float, float] | None:
    """Return zoom and centre that show some nodes and cables; None if they stand nowhere."""
    ends = scene.ends[cables]
    bands = scene.end_band[ends]
    lower = np.where(bands[:, 0] <= bands[:, 1], ends[:, 0], ends[:, 1])
    rows = scene.folding.heading[np.concatenate([nodes, lower])]
    middle = x_of(scene, rows)
    half = np.maximum(scene.bands.span[rows], 1.0) / 2
    known = ~np.isnan(middle)
    if not known.any():
        return None
    low, high = float((middle - half)[known].min()), float((middle + half)[known].max())
    width = scene.bands.width
    return float(np.clip(width / ((high - low) * AIR), 1, max(1.0, width / LEAVES))), (low + high) / 2 / width


def x_of(scene: Scene, rows: Ints) -> Floats:
    """Return where nodes stand along the bands, leaf columns: a host in the middle of its column."""
    bands, rows = scene.bands, scene.folding.heading[rows]
    column = bands.column[rows]
    hosts = (scene.band[rows] == 0) & (column >= 0)
    x: Floats = np.where(hosts, column + 0.5, bands.x[rows])
    return x


def first_node(scene: Scene, center: float) -> int:
    """Return the node to begin a walk with: the leaf nearest to a place along the bands; -1 for none."""
    levels = scene.bands.levels
    rows = levels[1] if len(levels) > 1 and len(levels[1]) else next((r for r in levels if len(r)), None)
    if rows is None:
        return -1
    return int(rows[np.nanargmin(np.abs(x_of(scene, rows) - center * scene.bands.width))])


def walked(scene: Scene, band: int) -> Ints:
    """Return what stands in a band from left to right, folds among it by their heads."""
    heads = scene.folding.heads[scene.band[scene.folding.heads] == band]
    rows = scene.bands.levels[band]
    if not len(heads) or band == 0:
        return rows
    every = np.concatenate([rows, heads])
    return every[np.argsort(scene.bands.x[every], kind="stable")]


def beside(scene: Scene, node: int, step: int) -> int:
    """Return the next node of the same band to the right (1) or left (-1); -1 at its end."""
    band = int(scene.band[node])
    if band < 0:
        return -1
    rows = walked(scene, band)
    place = int(np.flatnonzero(rows == node)[0]) + step
    return int(rows[place]) if 0 <= place < len(rows) else -1


def onward(scene: Scene, node: int, step: int) -> int:
    """Return the next node in reading order, from the top band down; -1 behind the last one."""
    found, band = beside(scene, node, step), int(scene.band[node]) - step
    while found < 0 <= band < len(scene.bands.levels):
        rows = walked(scene, band)
        if len(rows):
            return int(rows[0 if step > 0 else -1])
        band -= step
    return found


def across(scene: Scene, node: int, step: int) -> int:
    """Return the node above (1) or below (-1) that is cabled to this one and nearest; else the nearest; -1 for none."""
    band = int(scene.band[node]) + step
    if int(scene.band[node]) < 0 or not 0 <= band < len(scene.bands.levels):
        return -1
    ends = scene.ends[scene.cables]
    mine = (ends == node).any(axis=1)
    near = np.unique(ends[mine])
    near = near[(scene.band[near] == band) & (near != node)]
    rows = near if len(near) else walked(scene, band)
    if not len(rows):
        return -1
    away = np.abs(x_of(scene, rows) - x_of(scene, np.array([node]))[0])
    return int(rows[np.argmin(np.nan_to_num(away, nan=np.inf))])


def neighbours(scene: Scene, nodes: Ints) -> tuple[Ints, Ints]:
    """Return the nodes cabled to some nodes, and those cables."""
    chosen = np.zeros(len(scene.band), bool)
    chosen[nodes] = True
    whole = scene.whole
    ends = scene.fabric.cables.node[whole.cables]
    mine = chosen[ends].any(axis=1)
    near = np.unique(ends[mine]).astype(np.int64)
    return near[~chosen[near]], whole.cables[mine]


def toward(areas: Floats, node: int, way: tuple[int, int]) -> int:
    """Return the nearest node of a plane in a direction, rather straight ahead than aside; -1 for none.

    Parameters
    ----------
    areas : (N, 4) float64
        Left, top, right and bottom of each node; NaN for what is not on the plane.
    node : int
    way : (int, int)
        One step along x or y.
    """
    middle = (areas[:, :2] + areas[:, 2:]) / 2
    step = middle - middle[node]
    ahead = step @ np.array(way, np.float64)
    aside = np.abs(step @ np.array(way[::-1], np.float64))
    cost = np.where((ahead > 1e-6) & (aside <= 2 * ahead), ahead + 2 * aside, np.inf)
    best = int(np.argmin(np.nan_to_num(cost, nan=np.inf)))
    return best if np.isfinite(cost[best]) else -1


def nearest_to(areas: Floats, x: float, y: float) -> int:
    """Return the node of a plane nearest to a point; -1 for none."""
    middle = (areas[:, :2] + areas[:, 2:]) / 2
    away = np.nan_to_num(np.hypot(middle[:, 0] - x, middle[:, 1] - y), nan=np.inf)
    return int(np.argmin(away)) if np.isfinite(away).any() else -1
