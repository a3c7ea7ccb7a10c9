"""What a rubber band takes: nodes that it touches, cables that it holds, or those it crosses where it holds no node."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.drawing import Boxes, Cells, Curves
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.strokes import flattened
from ibviz.gui.canvas.shift import Shift
from ibviz.gui.selection import Selection

Rect = tuple[float, float, float, float]
SAMPLES = 32
"""Pieces of a curve that are looked at."""


def within(picture: Picture, move: Shift, rect: Rect) -> Selection:
    """Return what a rectangle (x, y, width, height) of the canvas takes.

    Parameters
    ----------
    picture : Picture
        The kept one.
    move : Shift
        Where that lies now.
    """
    nodes, cables = [_cells(picture, move, rect, "node")], [_cells(picture, move, rect, "cable")]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name == "nodes" and isinstance(item, Boxes):
                known = item.row >= 0
                nodes.append(
                    item.row[known][_touched(picture, move, item.xywh[known], item.row[known], rect)]
                )
    found = np.unique(np.concatenate(nodes))
    cables.append(_held(picture, move, rect, whole=bool(len(found))))
    hosts, taken = _hosts(picture, np.concatenate(cables))
    found = np.unique(np.concatenate([found, hosts]))
    return Selection(frozenset(found.tolist()), frozenset(np.unique(taken).tolist()))


def _hosts(picture: Picture, cables: Ints) -> tuple[Ints, Ints]:
    """Return the hosts whose cables are their cells, and the other cables."""
    tiles = picture.places.scene.tiles
    owner = np.full(len(picture.places.scene.failed), -1)
    with_cable = tiles.cable >= 0
    owner[tiles.cable[with_cable]] = tiles.node[with_cable]
    host = owner[cables]
    return host[host >= 0], cables[host < 0]


def _touched(picture: Picture, move: Shift, box: Floats, row: Ints, rect: Rect) -> Bools:
    band = np.maximum(picture.places.scene.end_band[row], 0)
    left = move.x(band, box[:, 0])
    right = left + box[:, 2] * move.scale[band]
    x, y, wide, tall = rect
    touched: Bools = (
        (left <= x + wide) & (right >= x) & (box[:, 1] <= y + tall) & (box[:, 1] + box[:, 3] >= y)
    )
    return touched


def _held(picture: Picture, move: Shift, rect: Rect, *, whole: bool) -> Ints:
    """Return which single cables lie in the rectangle: wholly, or in part."""
    x, y, wide, tall = rect
    taken = [np.empty(0, np.int64)]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name in ("cables", "hot") and isinstance(item, Curves):
                row = item.row[item.row >= 0]
                points = _moved(picture, move, item.xy[item.row >= 0], row)
                low = np.minimum(points[:, :-1], points[:, 1:])
                high = np.maximum(points[:, :-1], points[:, 1:])
                if whole:
                    low, high = high, low
                inside = (low[..., 0] <= x + wide) & (high[..., 0] >= x)
                inside &= (low[..., 1] <= y + tall) & (high[..., 1] >= y)
                taken.append(row[inside.all(axis=1) if whole else inside.any(axis=1)])
    return np.concatenate(taken)


def _moved(picture: Picture, move: Shift, xy: Floats, row: Ints) -> Floats:
    moved = xy.copy()
    band = np.maximum(picture.places.scene.end_band[picture.places.scene.fabric.cables.node[row]], 0)
    low, high = band.min(axis=1), band.max(axis=1)
    for point, ends in ((0, low), (2, low), (4, high), (6, high)):
        moved[:, point] = move.x(ends, moved[:, point])
    return flattened(moved, SAMPLES)


def _cells(picture: Picture, move: Shift, rect: Rect, of: str) -> Ints:
    """Return the rows of cells that the rectangle touches."""
    x, y, wide, tall = rect
    found = [np.empty(0, np.int64)]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name == "cells" and isinstance(item, Cells) and item.of == of and item.row.size:
                band = _band_at(picture, item)
                left = float(move.x(np.array([band]), np.array([item.x]))[0])
                rows, columns = item.row.shape
                across = _range(x, wide, left, item.w * float(move.scale[band]), columns)
                down = _range(y, tall, item.y, item.h, rows)
                row = np.unique(item.row[down, across])
                found.append(row[row >= 0])
    return np.unique(np.concatenate(found))


def _band_at(picture: Picture, item: Cells) -> int:
    frame = picture.places.frame
    for band in range(1, frame.count):
        y, tall = frame.row(band)
        if y - 1 <= item.y <= y + tall:
            return band
    return min(1, frame.top)


def _range(start: float, length: float, origin: float, whole: float, count: int) -> slice:
    """Return which of `count` cells along a length a stretch touches."""
    low = int(np.floor((start - origin) / whole * count))
    high = int(np.floor((start + length - origin) / whole * count)) + 1
    return slice(max(0, low), max(0, min(count, high)))
