"""What lies under the kept picture: the last picture of the whole, stretched to where that one does not reach."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ibviz.drawing.frame import HEADER, Frame
from ibviz.gui.canvas.kept import Kept
from ibviz.gui.canvas.shift import Shift, shift


def is_under(whole: Kept | None, kept: Kept) -> bool:
    """Tell whether a picture of the whole is one of the same bands in the same look as the kept one."""
    if whole is None or whole is kept or kept.view.kind != "layered":
        return False
    same = (whole.view.theme, whole.view.overlay) == (kept.view.theme, kept.view.overlay)
    return same and whole.scene.bands is kept.scene.bands and whole.view.kind == "layered"


def show_under(painter: QPainter, whole: Kept, kept: Kept, move: Shift) -> None:
    """Paint the whole where the kept picture does not reach under the view of now.

    Parameters
    ----------
    painter : QPainter
    whole, kept : Kept
        As `is_under` wants them.
    move : Shift
        Of the kept picture.
    """
    if move.uncovered() < 1:
        return
    now, under = move.now, shift(whole.frame, move.now)
    left, right = now.left - 6, now.left + now.room + 6
    for band, shown, source in _parts(kept.frame, whole.frame):
        low, high = (
            float(end * move.scale[band] + move.offset[band])
            for end in (-kept.view.reach, kept.view.width + kept.view.reach)
        )
        for start, stop in ((left, min(low, right)), (max(high, left), right)):
            _show(painter, whole, under, band, (start, stop), (shown, source))


Span = tuple[float, float]


def _parts(kept: Frame, whole: Frame) -> Iterator[tuple[int, Span, Span]]:
    """Yield each band, and the gap above it, with its rows of pixels in both frames."""
    for one, other in zip(_edges(kept), _edges(whole), strict=True):
        yield one[0], one[1], other[1]


def _edges(frame: Frame) -> list[tuple[int, Span]]:
    """Return the bands from the top with the heights between which they, and what is above each, lie."""
    bands, heights = [], [HEADER]
    for band in range(frame.top, -1, -1):
        top, tall = frame.row(band)
        bands += [band, band]
        heights += [max(top, heights[-1]), max(top + tall, heights[-1])]
    return [*zip(bands, pairwise(heights), strict=True)]


def _show(painter: QPainter, whole: Kept, under: Shift, band: int, x: Span, y: tuple[Span, Span]) -> None:
    """Paint a stretch along x of some rows of pixels, the second span, where the first is."""
    scale, offset = float(under.scale[band]), float(under.offset[band])
    start, stop = (min(max((end - offset) / scale, 0.0), float(whole.view.width)) for end in x)
    (top, bottom), (low, high) = y
    if x[1] - x[0] < 0.5 or stop <= start or bottom <= top or high <= low:
        return
    ratio = whole.ratio
    target = QRectF(start * scale + offset, top, (stop - start) * scale, bottom - top)
    source = QRectF(start * ratio, low * ratio, (stop - start) * ratio, (high - low) * ratio)
    painter.drawImage(target, whole.ground, source)
