"""Showing the kept picture of a plane: one piece, moved and stretched, under what does not move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from ibviz.drawing.composed import Rect
from ibviz.drawing.plane import Plane
from ibviz.gui.canvas.kept import Kept
from ibviz.gui.canvas.slide import Slide, slide


def show_plane(
    painter: QPainter,
    kept: Kept,
    move: Slide,
    veil: QColor | None = None,
    under: Callable[[], None] | None = None,
) -> None:
    """Paint a kept picture where it lies under the view of now; parameters as in `kept.show`."""
    window = QRectF(*move.now.window)
    if not move.is_still or move.now.view != move.kept.view:
        painter.fillRect(window, QColor.fromRgba(kept.picture.drawing.background))
        if under is not None and move.uncovered() >= 1:
            under()
    painter.save()
    painter.setClipRect(window)
    blit(painter, kept, move)
    if veil is not None:
        painter.fillRect(window, veil)
    painter.restore()
    show_fixed(painter, kept, kept.picture.fixed)
    beyond = move.now.view.width - kept.view.width
    if beyond > 0:
        header = QRectF(kept.view.width, 0, beyond, move.now.window[1])
        painter.fillRect(header, QColor.fromRgba(kept.picture.drawing.background))


def show_fixed(painter: QPainter, kept: Kept, places: Sequence[Rect]) -> None:
    """Paint parts of the picture that do not move."""
    for place in places:
        x, y, wide, tall = (side * kept.ratio for side in place)
        painter.drawImage(QRectF(*place), kept.chrome, QRectF(x, y, wide, tall))


def show_whole(painter: QPainter, whole: Kept, now: Plane) -> None:
    """Paint the picture of the whole plane where it lies now."""
    ground = whole.picture.ground
    assert isinstance(ground, Plane)
    blit(painter, whole, slide(ground, now))


def blit(painter: QPainter, kept: Kept, move: Slide) -> None:
    """Paint the pixels of a plane where they lie now; only what is in the window is touched."""
    ratio, reach = kept.ratio, kept.view.reach
    x, y = move.at(-reach, -reach)
    if move.is_pan:
        painter.drawImage(QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio), kept.ground)
        return
    left, top, wide, tall = move.now.window
    low, high = move.back(left, top), move.back(left + wide, top + tall)
    start = max(low[0], -reach), max(low[1], -reach)
    end = min(high[0], kept.view.width + reach), min(high[1], kept.view.height + reach)
    if end[0] <= start[0] or end[1] <= start[1]:
        return
    corner, size = move.at(*start), (end[0] - start[0], end[1] - start[1])
    source = QRectF((start[0] + reach) * ratio, (start[1] + reach) * ratio, size[0] * ratio, size[1] * ratio)
    painter.drawImage(QRectF(*corner, size[0] * move.scale, size[1] * move.scale), kept.ground, source)
