"""Numpy arrays handed to Qt without a copy and without a Python object a row; the only user of shiboken6."""

from __future__ import annotations

from typing import cast

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage, QPainter
from shiboken6 import Shiboken

from ibviz.core.table import Floats
from ibviz.drawing.drawing import Pixels


def draw_lines(painter: QPainter, xy: Floats) -> None:
    """Draw lines with the painter's pen by one call.

    Parameters
    ----------
    xy : (n, 4) float64
        x1, y1, x2, y2: the layout of QLineF.

    Notes
    -----
    The wrapped pointer does not keep the array alive, so the local name must live until the call is over.
    """
    values = np.ascontiguousarray(xy, np.float64)
    if len(values):
        pointer = cast(QLineF, Shiboken.wrapInstance(values.ctypes.data, QLineF))
        painter.drawLines(pointer, len(values))


def draw_rectangles(painter: QPainter, xywh: Floats) -> None:
    """Draw rectangles with the painter's pen and brush by one call.

    Parameters
    ----------
    xywh : (n, 4) float64
        x, y, width, height: the layout of QRectF.
    """
    values = np.ascontiguousarray(xywh, np.float64)
    if len(values):
        pointer = cast(QRectF, Shiboken.wrapInstance(values.ctypes.data, QRectF))
        painter.drawRects(pointer, len(values))


def image_of(pixels: Pixels) -> QImage:
    """Return colours as an image that owns its memory; opaque ones in the format with the fast code.

    Parameters
    ----------
    pixels : (r, c) uint32, 0xAARRGGBB, not premultiplied
    """
    values = np.ascontiguousarray(pixels, np.uint32)
    rows, columns = values.shape
    opaque = bool((values >> np.uint32(24) == 255).all())
    form = QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32
    return QImage(values.data, columns, rows, 4 * columns, form).copy()
