"""Paints a Drawing with Qt's QPainter: for the canvas, PNG and PDF."""

from __future__ import annotations

from functools import lru_cache, singledispatch

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPaintEngine, QPainter, QPainterPath, QPen

from ibviz.core.table import Floats
from ibviz.drawing.drawing import Boxes, Cells, Curves, Dash, Drawing, Layer, Lines, Marks, Primitive, Words
from ibviz.drawing.qtarrays import draw_lines, draw_rectangles, image_of
from ibviz.drawing.qtfonts import font
from ibviz.drawing.strokes import DASHES, FIGURES, HALO, Figure, crisp, runs, segments

CROWD, THIN = 300, 1.5
"""Of more curves than the first, those up to the second (pixels) are one pixel wide where there are pixels.

Nobody sees the difference in a crowd, and Qt has fast code for smooth lines of one pixel: ten times faster.
"""


MEASURED = 4096
"""Of how many words it is remembered how wide they are: a frame in motion sets most of them again."""


def paint(painter: QPainter, drawing: Drawing, *, fast: bool = False) -> None:
    """Paint a whole Drawing, its ground first.

    Parameters
    ----------
    painter : QPainter
        Active, at scale 1 or scaled evenly; its clip, pen, brush and font are changed.
    drawing : Drawing
    fast : bool
        For a picture in motion: no anti-aliasing, solid lines one pixel wide.

    Notes
    -----
    A rectangular clip lets Qt write the pixels of one-pixel lines directly: seven times faster.
    """
    whole = QRectF(0, 0, drawing.width, drawing.height)
    painter.setClipRect(whole)
    painter.fillRect(whole, QColor.fromRgba(drawing.background))
    for layer in drawing.layers:
        paint_layer(painter, layer, whole, fast=fast)


def paint_layer(painter: QPainter, layer: Layer, whole: QRectF, *, fast: bool = False) -> None:
    """Paint one layer of a Drawing inside the rectangle given; parameters as in `paint`."""
    painter.setClipRect(whole if layer.clip is None else QRectF(*layer.clip).intersected(whole))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not fast)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    for item in layer.items:
        _paint_item(item, painter, fast)
    painter.setClipRect(whole)


def _pen(color: int, width: float, dash: int, fast: bool = False) -> QPen:
    if color >> 24 == 0:
        return QPen(Qt.PenStyle.NoPen)
    plain = fast and dash == Dash.SOLID
    pen = QPen(QColor.fromRgba(color), 1.0 if plain else width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if DASHES[dash] and width > 0:
        pen.setDashPattern([length / width for length in DASHES[dash]])
    return pen


@singledispatch
def _paint_item(item: Primitive, painter: QPainter, fast: bool) -> None:
    raise TypeError(f"{type(item).__name__} cannot be painted")


@_paint_item.register
def _(item: Lines, painter: QPainter, fast: bool) -> None:
    xy = crisp(item)
    widths = hairlines(item.width) if len(item.row) > CROWD and _has_pixels(painter) else item.width
    for start, stop in runs(item.color, widths, item.dash):
        painter.setPen(_pen(int(item.color[start]), float(widths[start]), int(item.dash[start]), fast))
        draw_lines(painter, xy[start:stop])


@_paint_item.register
def _(item: Curves, painter: QPainter, fast: bool) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    widths = thinner(item.width) if len(item.row) > CROWD and _has_pixels(painter) else item.width
    for start, stop in runs(item.color, widths, item.dash):
        color, width, dash = int(item.color[start]), float(widths[start]), int(item.dash[start])
        painter.setPen(_pen(color, width, dash, fast))
        if fast and dash == Dash.SOLID:
            draw_lines(painter, segments(item, start, stop))
        else:
            for path in _paths(item.xy[start:stop]):
                painter.drawPath(path)


def thinner(width: Floats) -> Floats:
    """Return the widths of lines in a crowd, pixels."""
    thin: Floats = np.where(width <= THIN, np.minimum(width, 1.0), width)
    return thin


def hairlines(width: Floats) -> Floats:
    """Return the widths of straight lines in a crowd: 0, a pixel of the screen whatever its scale, for thin ones."""
    thin: Floats = np.where(width <= 1.0, 0.0, width)
    return thin


def _has_pixels(painter: QPainter) -> bool:
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


def _paths(xy: Floats) -> list[QPainterPath]:
    """Return one path a curve: pieces would overlap at their joints, which shows where colours have alpha."""
    made = []
    for x, y, *rest in xy.tolist():
        path = QPainterPath(QPointF(x, y))
        path.cubicTo(*rest)
        made.append(path)
    return made


@_paint_item.register
def _(item: Boxes, painter: QPainter, fast: bool) -> None:
    inset = np.where(item.border >> np.uint32(24) > 0, item.border_width, 0.0)
    xywh = item.xywh + np.stack([inset / 2, inset / 2, -inset, -inset], axis=1)
    np.maximum(xywh[:, 2:], 0, out=xywh[:, 2:])
    for start, stop in runs(item.fill, item.border, item.border_width, item.radius, item.dash):
        border, dash = int(item.border[start]), int(item.dash[start])
        painter.setPen(_pen(border, float(inset[start]), dash))
        painter.setBrush(QBrush(QColor.fromRgba(int(item.fill[start]))))
        radius = max(float(item.radius[start] - inset[start] / 2), 0.0)
        if radius:
            for x, y, w, h in xywh[start:stop].tolist():
                painter.drawRoundedRect(QRectF(x, y, w, h), radius, radius)
        else:
            draw_rectangles(painter, xywh[start:stop])


@_paint_item.register
def _(item: Cells, painter: QPainter, fast: bool) -> None:
    if item.pixels.size:
        painter.drawImage(QRectF(item.x, item.y, item.w, item.h), image_of(item.pixels))


@_paint_item.register
def _(item: Marks, painter: QPainter, fast: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    columns = (item.xy.tolist(), item.size.tolist(), item.shape.tolist(), item.color.tolist())
    for (x, y), size, shape, color, halo in zip(*columns, item.halo.tolist(), strict=True):
        figure = FIGURES[shape]
        path = _figure(figure, x, y, size)
        width = figure.width * size
        if halo >> 24:
            solid = bool(figure.polygon) or figure.ground
            painter.setBrush(QBrush(QColor.fromRgba(halo)) if solid else QBrush())
            painter.setPen(_pen(halo, width + 2 * HALO, Dash.SOLID))
            painter.drawPath(path)
        painter.setBrush(QBrush(QColor.fromRgba(color)) if figure.polygon else QBrush())
        painter.setPen(_pen(color if width else 0, width, Dash.SOLID))
        painter.drawPath(path)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not fast)


def _figure(figure: Figure, x: float, y: float, size: float) -> QPainterPath:
    path = QPainterPath()
    for a, b, c, d in figure.lines:
        path.moveTo(x + a * size, y + b * size)
        path.lineTo(x + c * size, y + d * size)
    if figure.polygon:
        path.moveTo(*(place + value * size for place, value in zip((x, y), figure.polygon[0], strict=True)))
        for a, b in figure.polygon[1:]:
            path.lineTo(x + a * size, y + b * size)
        path.closeSubpath()
    if figure.radius:
        path.addEllipse(QPointF(x, y), figure.radius * size, figure.radius * size)
    return path


@_paint_item.register
def _(item: Words, painter: QPainter, fast: bool) -> None:
    columns = (item.text, item.xy, item.px, item.weight, item.color, item.width, item.turned)
    look: tuple[float, int, int] | None = None
    for text, (x, y), px, weight, color, width, turned in zip(*(c.tolist() for c in columns), strict=True):
        if look != (px, weight, color):
            look = px, weight, color
            painter.setPen(QColor.fromRgba(color))
            painter.setFont(font(px, weight))
        _word(painter, text.replace("\t", " "), QPointF(x, y), px, weight, width, bool(turned))


@lru_cache(MEASURED)
def measured(text: str, px: float, weight: int) -> float:
    """Return how wide Qt sets a word in the font of a size, pixels."""
    return QFontMetricsF(font(px, weight)).horizontalAdvance(text)


def _word(
    painter: QPainter, text: str, start: QPointF, px: float, weight: int, width: float, turned: bool
) -> None:
    """Paint a word in the painter's font from the start of its baseline, squeezed where it would be wider than was planned."""
    scale = px / round(px)
    real = measured(text, px, weight) * scale
    squeeze = width / real if real > width * 1.005 + 0.1 else 1.0
    if squeeze == 1.0 and scale == 1.0 and not turned:
        painter.drawText(start, text)
        return
    painter.save()
    painter.translate(start)
    painter.rotate(-90 if turned else 0)
    painter.scale(scale * squeeze, scale)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()
