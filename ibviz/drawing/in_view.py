"""What of the layered view is in view, counted: nodes of each row, cables of each gap."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.order import distinct
from ibviz.core.table import Bools, Floats
from ibviz.drawing.counts import counts, told
from ibviz.drawing.frame import Frame

FILLED = 0.94
"""Share of its columns that a node takes: what lies beside it is air."""


def in_view(frame: Frame) -> dict[str, int]:
    """Return how many nodes or cables of each part are at least partly in view; empty where all are, or some folded.

    Rows of nodes are named as in `Frame.places`, as are gaps and the arcs over the top band; nodes that are in no
    row, and placeholders, are not counted.
    """
    if frame.shows_all or frame.scene.folding.folds or not len(frame.scene.nodes):
        return {}
    scene = frame.scene
    middle = _middles(frame)
    rows = told(scene, scene.nodes)
    scales = np.array([frame.scale(band) for band in range(frame.count)])
    half = scene.bands.span[rows] * scales[np.maximum(scene.band[rows], 0)] * FILLED / 2
    seen = _between(frame, middle[rows] - half, middle[rows] + half)
    number = np.bincount(scene.band[rows[seen & (scene.band[rows] > 0)]], minlength=frame.count)
    found = {f"row{band}": int(number[band]) for band in range(1, frame.count)}
    return found | {"row0": _hosts(frame)} | _cables(frame, middle)


def _middles(frame: Frame) -> Floats:
    """Return where the middle of each node lies along x, (N,) pixels; NaN for those without a place."""
    scene = frame.scene
    x = np.where(scene.bands.column >= 0, scene.bands.column + 0.5, scene.bands.x)
    x = np.where(scene.band == 0, x, scene.bands.x)
    middle = np.full(len(x), np.nan)
    for band in range(frame.count):
        mine = scene.band == band
        middle[mine] = frame.at(band, x[mine])
    return middle


def _between(frame: Frame, low: Floats, high: Floats) -> Bools:
    """Tell which stretches of pixels reach into the window itself, whatever is drawn beyond it."""
    seen: Bools = (high > frame.left) & (low < frame.left + frame.room)
    return seen


def _hosts(frame: Frame) -> int:
    """Return how many nodes of the lowest row have a tile in view."""
    scene, tiles = frame.scene, frame.scene.tiles
    middle, half = frame.at(0, tiles.column + 0.5), frame.leaf_px * FILLED / 2
    rows = told(scene, distinct(tiles.node[_between(frame, middle - half, middle + half)]))
    wanted = Kind.HCA if counts(scene).hcas or not counts(scene).routers else Kind.ROUTER
    return int((scene.fabric.nodes.kind[rows] == wanted).sum())


def _cables(frame: Frame, middle: Floats) -> dict[str, int]:
    """Return how many cables rise from each band with their lower end in view, and how many within the top one."""
    links, count = frame.scene.links, frame.count
    ends = middle[links.node]
    half = frame.leaf_px * FILLED / 2
    lower = _between(frame, ends[:, 0] - half, ends[:, 0] + half)
    seen = np.where(links.rise > 0, lower, _between(frame, ends.min(axis=1), ends.max(axis=1)))
    low = np.maximum(links.band[:, 0], 0)
    rising = np.bincount(low[seen & (links.rise > 0)], minlength=count)
    flat = np.bincount(low[seen & (links.rise == 0)], minlength=count)
    found = {f"gap{band}": int(rising[band]) for band in range(1, count)}
    return found | {"arcs": int(flat[frame.top])}
