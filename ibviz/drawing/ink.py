"""Short ways to make primitives: single values stand for columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ibviz.core.table import Floats, Ints, Words32
from ibviz.drawing.drawing import Boxes, Curves, Dash, Lines, Marks, Shape

CLEAR = 0
"""No colour: alpha 0."""

FEW = 256
"""Rows of which a single value is written out."""


def spread(values: ArrayLike, count: int, kind: Any) -> NDArray[Any]:
    """Return values as a column: where there are few rows a copy is several times as quick as a view.

    Parameters
    ----------
    values : scalar or (count,)
    count : int
    kind : dtype
    """
    column: NDArray[Any] = np.asarray(values, kind)
    if column.shape == (count,):
        return column
    return np.full(count, column) if count <= FEW else np.broadcast_to(column, (count,))


def _words32(values: ArrayLike, count: int) -> Words32:
    return spread(values, count, np.uint32)


def _floats(values: ArrayLike, count: int) -> Floats:
    return spread(values, count, np.float64)


def _rows(values: ArrayLike, count: int) -> Ints:
    return spread(values, count, np.int64)


def lines(
    xy: ArrayLike,
    color: ArrayLike,
    width: ArrayLike = 1.0,
    dash: Dash = Dash.SOLID,
    row: ArrayLike = -1,
) -> Lines:
    """Make lines from their ends (n, 4)."""
    points = np.asarray(xy, np.float64).reshape(-1, 4)
    n = len(points)
    return Lines(points, _words32(color, n), _floats(width, n), np.full(n, dash, np.uint8), _rows(row, n))


def curves(
    xy: ArrayLike,
    color: ArrayLike,
    width: ArrayLike = 1.0,
    dash: Dash = Dash.SOLID,
    row: ArrayLike = -1,
) -> Curves:
    """Make curves from their four points (n, 8)."""
    points = np.asarray(xy, np.float64).reshape(-1, 8)
    n = len(points)
    return Curves(points, _words32(color, n), _floats(width, n), np.full(n, dash, np.uint8), _rows(row, n))


def boxes(
    xywh: ArrayLike,
    fill: ArrayLike = CLEAR,
    border: ArrayLike = CLEAR,
    border_width: ArrayLike = 1.0,
    radius: ArrayLike = 0.0,
    dash: ArrayLike = Dash.SOLID,
    row: ArrayLike = -1,
) -> Boxes:
    """Make boxes from their corners and sizes (n, 4)."""
    sizes = np.asarray(xywh, np.float64).reshape(-1, 4)
    n = len(sizes)
    dashes = spread(dash, n, np.uint8)
    return Boxes(
        sizes,
        _words32(fill, n),
        _words32(border, n),
        _floats(border_width, n),
        _floats(radius, n),
        dashes,
        _rows(row, n),
    )


def marks(
    xy: ArrayLike, shape: Shape, size: float, color: ArrayLike, halo: int = CLEAR, row: ArrayLike = -1
) -> Marks:
    """Make marks of one shape from their centres (n, 2)."""
    points = np.asarray(xy, np.float64).reshape(-1, 2)
    n = len(points)
    return Marks(
        points,
        _floats(size, n),
        np.full(n, shape, np.uint8),
        _words32(color, n),
        _words32(halo, n),
        _rows(row, n),
    )


def rising(x0: Floats, y0: ArrayLike, x1: Floats, y1: ArrayLike) -> Floats:
    """Return cubic curves that leave and arrive upright, (n, 8), pixels."""
    bottom, top = np.broadcast_to(y0, x0.shape), np.broadcast_to(y1, x0.shape)
    middle = (bottom + top) / 2
    return np.column_stack([x0, bottom, x0, middle, x1, middle, x1, top])


def arching(x0: Floats, y0: ArrayLike, x1: Floats, y1: ArrayLike, height: ArrayLike) -> Floats:
    """Return cubic curves that leave upwards and come back down, (n, 8), pixels."""
    start, end = np.broadcast_to(y0, x0.shape), np.broadcast_to(y1, x0.shape)
    lift = np.broadcast_to(height, x0.shape) * 4 / 3
    return np.column_stack([x0, start, x0, start - lift, x1, end - lift, x1, end])


def middles(xy: Floats) -> Floats:
    """Return the point half-way along each curve (n, 8), (n, 2) pixels."""
    points = xy.reshape(-1, 4, 2)
    middle: Floats = (points[:, 0] + 3 * points[:, 1] + 3 * points[:, 2] + points[:, 3]) / 8
    return middle
