"""What a rubber band takes: nodes that it touches, cables that it holds, or those it crosses where it holds no node."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.composed import Composed
from ibviz.drawing.drawing import Boxes, Cells, Curves, Lines
from ibviz.drawing.frame import Frame
from ibviz.drawing.map.lines import crossing
from ibviz.drawing.strokes import flattened
from ibviz.gui.canvas.moving import Moved
from ibviz.gui.canvas.slide import Slide
from ibviz.gui.selection import Selection

Rect = tuple[float, float, float, float]
SAMPLES = 32
"""Pieces of a curve that are looked at."""


def within(picture: Composed, move: Moved, rect: Rect) -> Selection:
    """Return what a rectangle (x, y, width, height) of the canvas takes.

    Parameters
    ----------
    picture : Composed
        The kept one.
    move : Shift or Slide
        Where that lies now.
    """
    scene, own = picture.ground.scene, picture.within(_before(move, rect))
    if own is not None:
        chosen = scene.folding.opened(scene.fabric, own[0])
        return Selection(frozenset(chosen.tolist()), frozenset(own[1].tolist()))
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
    found = scene.folding.opened(scene.fabric, found)
    return Selection(frozenset(found.tolist()), frozenset(np.unique(taken).tolist()))


def _before(move: Moved, rect: Rect) -> Rect:
    """Return where a rectangle of the canvas lies in the kept picture of a plane."""
    if not isinstance(move, Slide):
        return rect
    x, y = move.back(rect[0], rect[1])
    return x, y, rect[2] / move.scale, rect[3] / move.scale


def _hosts(picture: Composed, cables: Ints) -> tuple[Ints, Ints]:
    """Return the hosts whose cables are their cells in bands, and the other cables."""
    scene = picture.ground.scene
    owner = np.full(len(scene.failed), -1)
    if isinstance(picture.ground, Frame):
        with_cable = scene.tiles.cable >= 0
        owner[scene.tiles.cable[with_cable]] = scene.tiles.node[with_cable]
    host = owner[cables]
    return host[host >= 0], cables[host < 0]


def _touched(picture: Composed, move: Moved, box: Floats, row: Ints, rect: Rect) -> Bools:
    now = move.boxes(box, np.maximum(picture.ground.scene.end_band[row], 0))
    x, y, wide, tall = rect
    touched: Bools = (now[:, 0] <= x + wide) & (now[:, 0] + now[:, 2] >= x)
    return touched & (now[:, 1] <= y + tall) & (now[:, 1] + now[:, 3] >= y)


def _held(picture: Composed, move: Moved, rect: Rect, *, whole: bool) -> Ints:
    """Return which single cables lie in the rectangle: wholly, or in part."""
    taken = [np.empty(0, np.int64)]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name not in ("cables", "hot"):
                continue
            if isinstance(item, Curves):
                row = item.row[item.row >= 0]
                points = _points(picture, move, item.xy[item.row >= 0], row)
                taken.append(row[_in_rect(points, rect, whole=whole)])
            elif isinstance(item, Lines):
                ends = [
                    move.points(item.xy[:, at], np.zeros(len(item.xy), np.int64)) for at in ([0, 1], [2, 3])
                ]
                inside = _in_rect(np.stack(ends, axis=1), rect, whole=True)
                found = inside if whole else crossing(np.column_stack(ends), rect)
                taken.append(item.row[found & (item.row >= 0)])
    return np.concatenate(taken)


def _in_rect(points: Floats, rect: Rect, *, whole: bool) -> Bools:
    """Tell which rows of points (n, p, 2), joined by lines, lie in a rectangle: wholly, or in part."""
    x, y, wide, tall = rect
    low = np.minimum(points[:, :-1], points[:, 1:])
    high = np.maximum(points[:, :-1], points[:, 1:])
    if whole:
        low, high = high, low
    inside: Bools = (low[..., 0] <= x + wide) & (high[..., 0] >= x)
    inside &= (low[..., 1] <= y + tall) & (high[..., 1] >= y)
    found: Bools = np.logical_and.reduce(inside, axis=1) if whole else np.logical_or.reduce(inside, axis=1)
    return found


def _points(picture: Composed, move: Moved, xy: Floats, row: Ints) -> Floats:
    scene = picture.ground.scene
    band = np.maximum(scene.end_band[scene.ends[row]], 0)
    return flattened(move.curves(xy, np.sort(band, axis=1)), SAMPLES)


def _cells(picture: Composed, move: Moved, rect: Rect, of: str) -> Ints:
    """Return the rows of cells that the rectangle touches."""
    x, y, wide, tall = rect
    found = [np.empty(0, np.int64)]
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name == "cells" and isinstance(item, Cells) and item.of == of and item.row.size:
                band = np.array([_band_at(picture, item)])
                (now,) = move.boxes(np.array([[item.x, item.y, item.w, item.h]]), band).tolist()
                rows, columns = item.row.shape
                across = _range(x, wide, now[0], now[2], columns)
                down = _range(y, tall, now[1], now[3], rows)
                row = np.unique(item.row[down, across])
                found.append(row[row >= 0])
    return np.unique(np.concatenate(found))


def _band_at(picture: Composed, item: Cells) -> int:
    frame = picture.ground
    if not isinstance(frame, Frame):
        return 0
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
