"""The lines of cables on the map: straight far off, curves from port to port close by."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.map.bends import NORMALS, bent
from ibviz.drawing.map.ground import Detail, MapGround
from ibviz.drawing.map.places import places
from ibviz.drawing.map.ports import ports


def stand(ground: MapGround, cables: Ints) -> Bools:
    """Tell which cables have a place on the map at both ends."""
    known = np.isfinite(places(ground.scene)[:, 0])[ground.scene.ends[cables]]
    found: Bools = known[:, 0] & known[:, 1]
    return found


def shapes(ground: MapGround, cables: Ints) -> Floats:
    """Return the curves of cables, (n, 8) pixels, straight where no ports are shown."""
    if ground.detail < Detail.NAMES:
        xy = straight(ground, cables)
        start, end = xy[:, :2], xy[:, 2:]
        return np.column_stack([start, (2 * start + end) / 3, (start + 2 * end) / 3, end])
    found = ports(ground.scene)
    start, end = (anchors(ground, cables, d) for d in (0, 1))
    out = [NORMALS[found.side[found.of[cables, d]]] for d in (0, 1)]
    return bent(start, end, out[0], out[1], ground.scale)


def straight(ground: MapGround, cables: Ints) -> Floats:
    """Return cables from middle to middle of their nodes, close by from port to port, (n, 4) pixels."""
    if ground.detail >= Detail.NAMES:
        return np.column_stack([anchors(ground, cables, d) for d in (0, 1)])
    ends = ground.scene.ends[cables]
    at = places(ground.scene)
    return np.column_stack([ground.at(at[ends[:, d]]) for d in (0, 1)])


def anchors(ground: MapGround, cables: Ints, end: int) -> Floats:
    """Return where cables leave the node at one of their ends, (n, 2) pixels."""
    found = ports(ground.scene)
    node = ground.scene.ends[cables, end]
    return ground.at(places(ground.scene)[node] + found.offset[found.of[cables, end]])


def crossing(xy: Floats, clip: tuple[float, float, float, float]) -> Bools:
    """Tell which lines (n, 4) run through a rectangle: by their box, and by the sides its corners are on."""
    left, top, wide, tall = clip
    x0, y0, x1, y1 = xy.T
    inside = (np.maximum(x0, x1) >= left) & (np.minimum(x0, x1) <= left + wide)
    inside &= (np.maximum(y0, y1) >= top) & (np.minimum(y0, y1) <= top + tall)
    kept = np.flatnonzero(inside)
    x0, y0, x1, y1 = xy[kept].T
    sides = np.stack(
        [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x in (left, left + wide) for y in (top, top + tall)]
    )
    found = np.zeros(len(xy), bool)
    found[kept] = (sides.min(axis=0) <= 0) & (sides.max(axis=0) >= 0)
    return found


def near(xy: Floats, clip: tuple[float, float, float, float], reach: float) -> Ints:
    """Return which lines (n, 4) come as near to a rectangle, by their box, as the curves of their cables reach."""
    left, top, wide, tall = clip
    x0, y0, x1, y1 = xy.T
    found = (np.maximum(x0, x1) >= left - reach) & (np.minimum(x0, x1) <= left + wide + reach)
    found &= (np.maximum(y0, y1) >= top - reach) & (np.minimum(y0, y1) <= top + tall + reach)
    return np.flatnonzero(found)


def clipped(xy: Floats, clip: tuple[float, float, float, float]) -> Floats:
    """Return what of lines (n, 4) that run through a rectangle lies in it, (n, 4)."""
    left, top, wide, tall = clip
    start, way = xy[:, :2], xy[:, 2:] - xy[:, :2]
    first, last = np.zeros(len(xy)), np.ones(len(xy))
    for axis, low, high in ((0, left, left + wide), (1, top, top + tall)):
        step = np.where(way[:, axis] == 0, 1e-300, way[:, axis])
        a, b = (low - start[:, axis]) / step, (high - start[:, axis]) / step
        moves = way[:, axis] != 0
        first = np.where(moves, np.maximum(first, np.minimum(a, b)), first)
        last = np.where(moves, np.minimum(last, np.maximum(a, b)), last)
    last = np.maximum(first, last)
    return np.column_stack([start + first[:, None] * way, start + last[:, None] * way])


def around(xy: Floats, clip: tuple[float, float, float, float]) -> Bools:
    """Tell which curves (n, 8) may run through a rectangle, by the box round their four points."""
    left, top, wide, tall = clip
    x, y = xy[:, ::2], xy[:, 1::2]
    seen: Bools = (x.max(axis=1) >= left) & (x.min(axis=1) <= left + wide)
    seen &= (y.max(axis=1) >= top) & (y.min(axis=1) <= top + tall)
    return seen
