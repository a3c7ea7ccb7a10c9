"""What is lit over the kept picture: selection, its kin, what is hovered, the path of a flow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ibviz.core.table import Floats
from ibviz.drawing.drawing import Curves, Layer, Primitive
from ibviz.drawing.ink import CLEAR, boxes, curves
from ibviz.drawing.qpainter import paint_layer
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.theme import Theme
from ibviz.drawing.trace import Trace

MANY_BOXES, MANY_CURVES = 600, 300
"""Above these numbers things are lit plainly, by one call."""

CROWD = 80
"""Above this number of cables each is lit without a halo, so that the picture is still seen between them."""

CELL = 10.0
"""Width of the frame round a cell of a carpet, pixels."""


def selected(found: Trace, theme: Theme) -> list[Primitive]:
    """Return the marks of what is selected: iris, over a halo."""
    if len(found.boxes) > MANY_BOXES or len(found.curves) > MANY_CURVES:
        return [
            curves(found.curves, theme.acc, 1.0),
            boxes(found.boxes, with_alpha(theme.acc, 90).item(), theme.acc, 1.0),
            *_cells(found.cells, theme.acc, theme),
        ]
    if len(found.boxes) + len(found.curves) > CROWD:
        return [
            curves(found.curves, with_alpha(theme.acc, 170).item(), 1.0),
            boxes(_grown(found.boxes, 1.5), CLEAR, theme.acc, 1.2, 4.0),
            *_cells(found.cells, theme.acc, theme, 6.0),
        ]
    halo = with_alpha(theme.acc, 69).item()
    return [
        curves(found.curves, halo, 7.0),
        curves(found.curves, theme.acc, 2.4),
        *outlines(found.boxes, theme.acc, 1.6, theme),
        *_cells(found.cells, theme.acc, theme),
    ]


def hovered(found: Trace, theme: Theme) -> list[Primitive]:
    """Return the marks of what is under the pointer: the strongest tone, over the colour of the canvas."""
    return [
        curves(found.curves, theme.canvas, 6.0),
        curves(found.curves, theme.sel, 2.0),
        *outlines(found.boxes, theme.sel, 2.0, theme),
        *_cells(found.cells, theme.sel, theme),
    ]


def kin(found: Trace, theme: Theme) -> list[Primitive]:
    """Return the marks of the cables and neighbours of what is selected: iris, thin."""
    if len(found.boxes) > MANY_BOXES or len(found.curves) > MANY_CURVES:
        return []
    soft = with_alpha(theme.acc, 150).item()
    return [
        curves(found.curves, soft, 1.3),
        boxes(_grown(found.boxes, 2.0), CLEAR, soft, 1.0, 5.0),
        *_cells(found.cells, soft, theme, 6.0),
    ]


def path(found: Trace, theme: Theme) -> list[Primitive]:
    """Return the marks of the path of a flow."""
    return [
        curves(found.curves, theme.canvas, 7.0),
        curves(found.curves, theme.acc, 3.0),
        *outlines(found.boxes, theme.acc, 1.6, theme),
        *_cells(found.cells, theme.acc, theme),
    ]


def band(rect: tuple[float, float, float, float], theme: Theme) -> list[Primitive]:
    """Return the rubber band."""
    return [boxes([list(rect)], with_alpha(theme.acc, 36).item(), theme.acc, 1.0)]


def outlines(box: Floats, color: int, width: float, theme: Theme) -> list[Primitive]:
    """Return outlines 4 pixels outside boxes, nearer where those are small, over a halo."""
    if not len(box):
        return []
    away = 4.0 if float(box[:, 2:].min()) > 8 else 3.0
    halo = with_alpha(theme.canvas, 200).item()
    return [
        boxes(_grown(box, away + 1), CLEAR, halo, width + 2.4, 6.0),
        boxes(_grown(box, away), CLEAR, color, width, 6.0),
    ]


def _grown(box: Floats, away: float) -> Floats:
    grown: Floats = box + np.array([-away, -away, 2 * away, 2 * away])
    return grown


def _cells(middle: Floats, color: int, theme: Theme, wide: float = CELL) -> list[Primitive]:
    if not len(middle):
        return []
    few, corner = middle[:MANY_BOXES], np.full(len(middle[:MANY_BOXES]), wide / 2)[:, None]
    box = np.hstack([few - corner, np.full((len(few), 2), wide)])
    round_ = 1.0 if len(few) <= CROWD else 0.0  # rounded ones are painted one by one
    return [
        boxes(_grown(box, 1.5), CLEAR, theme.canvas, 4.6, 4.0 * round_),
        boxes(box, CLEAR, color, 1.6, 3.0 * round_),
    ]


def paint_marks(
    painter: QPainter, items: list[Primitive], clip: tuple[float, float, float, float], size: tuple[int, int]
) -> None:
    """Paint marks inside the part of the canvas that scrolls; very many curves as plain lines, by few calls."""
    curved = sum(len(item.row) for item in items if isinstance(item, Curves))
    layer = Layer("lit", True, clip, tuple(items))
    paint_layer(painter, layer, QRectF(0, 0, *size), fast=curved > MANY_CURVES)
