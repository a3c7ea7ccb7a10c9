"""What is under a point of a matrix, and where switches and cables are in it."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.drawing import Cells, Drawing
from ibviz.drawing.hit import Hit, as_group
from ibviz.drawing.matrix.axis import CELL
from ibviz.drawing.matrix.ground import LABEL, Detail, Matrix
from ibviz.drawing.matrix.side import Side, bands_of, sides
from ibviz.drawing.trace import NOWHERE, Trace, in_plane

FEW = 8
"""Cables of which the names at both ends are lit too, at most."""

SMALL = 8.0
"""Side below which a cell is lit by a frame of fixed size, pixels."""


def find(drawing: Drawing, ground: Matrix, x: float, y: float) -> Hit:
    """Return what is under a point, topmost first: a head, the name of a block, a cell."""
    left, top, wide, tall = ground.clip
    if ground.sheet is None or not (left <= x < left + wide and top <= y < top + tall):
        return Hit()
    for side in sides(ground):
        node = _head(side, x, y)
        if node >= 0:
            return as_group(ground.scene, Hit("node", node=node))
    found = _block_name(ground, x, y)
    if found is not None:
        return found
    cable = _pictured(drawing, x, y) if ground.detail == Detail.PICTURE else _boxed(ground, x, y)
    return Hit("cable", cable=cable) if cable >= 0 else Hit()


def _head(side: Side, x: float, y: float) -> int:
    """Return the switch whose head is at a point; -1 for none. Of several on one pixel, the one shown."""
    box = side.boxes(side.seen)
    wide = np.maximum(box[:, 2:], 1.0)
    inside = (box[:, 0] <= x) & (x < box[:, 0] + wide[:, 0]) & (box[:, 1] <= y) & (y < box[:, 1] + wide[:, 1])
    here = np.flatnonzero(inside)
    return int(side.axis.node[side.seen[here[0]]]) if len(here) else -1


def _block_name(ground: Matrix, x: float, y: float) -> Hit | None:
    made = ground.sheet
    if made is None or not ground.named_blocks:
        return None
    low, right = ground.front, ground.box[:, 2]
    bottom = low[:, 1] - ground.heads[1]
    here = np.flatnonzero((low[:, 0] <= x) & (x < right) & (bottom - LABEL <= y) & (y < bottom))
    for block in here.tolist():
        if made.blocks.pod[block] >= 0:
            return Hit("group", group="pod", number=int(made.blocks.pod[block]))
    return None


def _pictured(drawing: Drawing, x: float, y: float) -> int:
    """Return the cable whose pixel is at a point; -1 for none."""
    items = next((layer.items for layer in drawing.layers if layer.name == "cells"), ())
    for item in items:
        if isinstance(item, Cells) and item.x <= x < item.x + item.w and item.y <= y < item.y + item.h:
            return int(item.row[int(y - item.y), int(x - item.x)])
    return -1


def _boxed(ground: Matrix, x: float, y: float) -> int:
    """Return the cable whose cell is at a point; -1 for none."""
    made = ground.sheet
    assert made is not None
    row = np.flatnonzero((ground.row_y <= y) & (y < ground.row_y + ground.cell))
    column = np.flatnonzero((ground.column_x <= x) & (x < ground.column_x + ground.cell))
    key = (row[:, None] * max(len(made.columns), 1) + column[None, :]).ravel()
    first, last = (np.searchsorted(made.key, key, side) for side in ("left", "right"))
    which = np.concatenate([np.arange(a, b) for a, b in zip(first, last, strict=True)] or [np.empty(0, int)])
    box = ground.boxes(which.astype(np.int64))
    inside = (box[:, 0] <= x) & (x < box[:, 0] + box[:, 2]) & (box[:, 1] <= y) & (y < box[:, 1] + box[:, 3])
    here = which[inside]
    return int(made.entries.cable[here[0]]) if len(here) else -1


def trace(ground: Matrix, nodes: Ints, cables: Ints) -> Trace:
    """Return where switches and cables are: heads, rows and columns, and the cells that no head covers.

    Of a few cables also the heads of their ends.
    """
    made = ground.sheet
    if made is None or not (len(nodes) or len(cables)):
        return NOWHERE
    seen = ground.seen[np.isin(made.entries.cable[ground.seen], cables)]
    box = ground.boxes(seen)
    box = box[(box[:, :2] + box[:, 2:] > ground.front[made.rows.block[made.entries.row[seen]]]).all(axis=1)]
    small = box[:, 2:].min(axis=1, initial=np.inf) < SMALL
    middle: Floats = box[:, :2] + box[:, 2:] / 2
    names = bands_of(ground, _ends(ground, nodes, cables))[0]
    boxes = np.concatenate([*bands_of(ground, nodes), names, box[~small]])
    return in_plane(boxes, np.empty((0, 8)), middle[small])


def _ends(ground: Matrix, nodes: Ints, cables: Ints) -> Ints:
    """Return the switches at the ends of a few cables, whose names are lit too; those lit anyway left out."""
    if len(cables) > FEW:
        return np.empty(0, np.int64)
    ends: Ints = np.setdiff1d(ground.scene.ends[cables].astype(np.int64), nodes)
    return ends


def within(ground: Matrix, rect: tuple[float, float, float, float]) -> tuple[Ints, Ints]:
    """Return the switches whose heads a rectangle touches, and the cables whose cells it does, none under a head."""
    made = ground.sheet
    if made is None:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    nodes = [side.axis.node[side.seen][_touched(side.boxes(side.seen), rect)] for side in sides(ground)]
    seen = ground.seen[made.entries.cable[ground.seen] >= 0]
    box, front = ground.boxes(seen), ground.front[made.rows.block[made.entries.row[seen]]]
    low = np.maximum(box[:, :2], front)
    shown = np.column_stack([low, box[:, :2] + box[:, 2:] - low])
    held = (shown[:, 2:] > 0).all(axis=1) & _touched(shown, rect)
    return np.unique(np.concatenate(nodes)), np.unique(made.entries.cable[seen[held]])


def _touched(box: Floats, rect: tuple[float, float, float, float]) -> Bools:
    """Tell which boxes a rectangle touches."""
    x, y, wide, tall = rect
    touched: Bools = (box[:, 0] <= x + wide) & (box[:, 0] + box[:, 2] >= x)
    return touched & (box[:, 1] <= y + tall) & (box[:, 1] + box[:, 3] >= y)


def areas(ground: Matrix, nodes: Ints, cables: Ints) -> Floats:
    """Return where nodes, then cables lie in the plane, (n + m, 4) units; NaN for what is not in it."""
    found = np.full((len(nodes) + len(cables), 4), np.nan)
    made = ground.sheet
    if made is None:
        return found
    box = made.blocks.box
    for axis, low in ((made.columns, 0), (made.rows, 1)):
        place = axis.position(len(ground.scene.band))[nodes]
        known = np.flatnonzero(place >= 0)
        at = place[known]
        found[known] = box[axis.block[at]]
        found[known, low], found[known, low + 2] = axis.place[at], axis.place[at] + CELL
    first = np.full(len(ground.scene.failed) + 1, -1)
    first[made.entries.cable[::-1]] = np.arange(len(made.entries))[::-1]
    entry = first[cables]
    known = np.flatnonzero(entry >= 0)
    cell = made.boxes[entry[known]]
    found[len(nodes) + known] = np.column_stack([cell[:, :2], cell[:, :2] + cell[:, 2:]])
    return found
