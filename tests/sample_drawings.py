"""Small Drawings that hold every primitive, for the tests of the painters."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibviz.drawing.drawing import Boxes, Cells, Curves, Dash, Drawing, Layer, Lines, Marks, Shape, Words
from ibviz.drawing.theme import theme
from ibviz.drawing.widths import advance

HOSTILE = '<img src=x onerror="alert(1)"> & \']]> \x01\x0b\x7f \ufffe \ud800 =cmd'


def lines(xy: Any, color: Any, width: Any = 1.0, dash: Any = 0, row: Any = -1) -> Lines:
    values = np.atleast_2d(np.asarray(xy, np.float64))
    return Lines(values, *_styles(len(values), color, width, dash), _full(len(values), row, np.int64))


def curves(xy: Any, color: Any, width: Any = 1.0, dash: Any = 0, row: Any = -1) -> Curves:
    values = np.atleast_2d(np.asarray(xy, np.float64))
    return Curves(values, *_styles(len(values), color, width, dash), _full(len(values), row, np.int64))


def boxes(xywh: Any, fill: Any, border: Any = 0, width: Any = 1.0, radius: Any = 0, dash: Any = 0) -> Boxes:
    values = np.atleast_2d(np.asarray(xywh, np.float64))
    count = len(values)
    return Boxes(
        values,
        _full(count, fill, np.uint32),
        _full(count, border, np.uint32),
        _full(count, width, np.float64),
        _full(count, radius, np.float64),
        _full(count, dash, np.uint8),
        np.arange(count),
    )


def marks(xy: Any, size: Any, shape: Any, color: Any, halo: Any = 0) -> Marks:
    values = np.atleast_2d(np.asarray(xy, np.float64))
    count = len(values)
    return Marks(
        values,
        _full(count, size, np.float64),
        _full(count, shape, np.uint8),
        _full(count, color, np.uint32),
        _full(count, halo, np.uint32),
        np.arange(count),
    )


def words(
    text: list[str], xy: Any, color: int, ground: int, px: Any = 12, weight: Any = 400, turned: Any = 0
) -> Words:
    count = len(text)
    sizes, weights = _full(count, px, np.float64), _full(count, weight, np.int64)
    return Words(
        np.array(text, object),
        np.atleast_2d(np.asarray(xy, np.float64)),
        sizes,
        weights,
        _full(count, color, np.uint32),
        _full(count, ground, np.uint32),
        advance(text, sizes, weights),
        _full(count, turned, np.uint8),
    )


def drawing(
    *items: Any, size: tuple[int, int] = (320, 200), theme_name: str = "dark", **more: Any
) -> Drawing:
    layer = Layer("all", False, more.pop("clip", None), items)
    fields = {"title": "a sample", "cables": {"single": 3, "hidden": 0}, "nodes": {"single": 2}} | more
    return Drawing(*size, theme(theme_name).canvas, (layer,), **fields)


def everything(theme_name: str = "dark") -> Drawing:
    """One of each primitive in two layers, one of them clipped."""
    look = theme(theme_name)
    ramp = look.ramp()
    pixels = ramp[np.arange(0, 240, 5).reshape(4, 12)]
    fan = [[160, 20, 160, 70, 20 + 40 * k, 60, 20 + 40 * k, 110] for k in range(8)]
    ground = Layer(
        "ground",
        True,
        (8.0, 8.0, 304.0, 184.0),
        (
            boxes([[8, 112, 304, 80]], look.band, look.line, radius=6),
            Cells(20, 120, 144, 32, pixels, np.full(pixels.shape, -1), "cable"),
            lines([[0, 10, 320, 10], [10, 0, 10, 200]], look.line2),
            curves(fan, (look.buckets()[::2] & 0xFFFFFF) | 0xB0000000, 1.5, row=np.arange(8)),
            curves([160, 20, 160, 70, 300, 60, 300, 110], look.down, 1.8, Dash.DASHED, row=9),
            lines([180, 120, 300, 150], look.buckets()[15], 2.0, Dash.DOTTED, row=10),
        ),
    )
    top = Layer(
        "top",
        False,
        None,
        (
            boxes([[180, 150, 90, 30]], look.sw, look.swb, 1.2, 5),
            boxes([[20, 160, 30, 20], [60, 160, 30, 20]], look.cell, look.down, 1.0, 4, Dash.DASHED),
            marks(
                [[30, 30], [60, 30], [90, 30], [240, 30], [270, 30]],
                [7, 12, 10, 10, 10],
                list(Shape),
                [look.down, look.down, look.warn, look.root, look.victim],
                look.canvas,
            ),
            words(["leaf-188", "95\u2009%"], [[190, 170], [24, 174]], look.t1, look.sw, [13, 10], [600, 500]),
            words(["Aggregation"], [[306, 100]], look.t2, look.canvas, 12, 500, 1),
        ),
    )
    return Drawing(
        320, 200, look.canvas, (ground, top), "every primitive", {"single": 10, "cell": 48}, {"single": 3}
    )


def _styles(count: int, color: Any, width: Any, dash: Any) -> tuple[Any, Any, Any]:
    return _full(count, color, np.uint32), _full(count, width, np.float64), _full(count, dash, np.uint8)


def _full(count: int, values: Any, dtype: Any) -> Any:
    return np.broadcast_to(np.asarray(values), (count,)).astype(dtype)
