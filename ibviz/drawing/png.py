"""PNG painter."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QPainter

from ibviz.core.errors import OptionError
from ibviz.core.registry import painters
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.qpainter import paint
from ibviz.drawing.qtfonts import ready

LIMIT = 100_000_000
"""Pixels of the largest picture: 400 MB while it is painted."""

SIDE = 32_767
"""Pixels of the longest side: beyond it Qt's painter fails."""

_DOTS_PER_METRE = 96 / 0.0254


@painters.add("png", "Picture of pixels", ".png")
def png(drawing: Drawing, *, scale: float = 1.0) -> bytes:
    """Return a Drawing as a PNG file.

    Parameters
    ----------
    scale : float
        Pixels of the picture for each of the drawing, more than 0; 2 gives a picture twice as fine.

    Raises
    ------
    OptionError
        If the picture would be too large, or smaller than a pixel.
    """
    image = picture(drawing, scale=scale)
    image.setDotsPerMeterX(round(_DOTS_PER_METRE * scale))
    image.setDotsPerMeterY(round(_DOTS_PER_METRE * scale))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def picture(drawing: Drawing, *, scale: float = 1.0, fast: bool = False) -> QImage:
    """Return a Drawing as an image; parameters as in `png` and `paint`, `OptionError` as in `png`."""
    width, height = _size(drawing, scale)
    ready()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise OptionError(
            f"there is no memory for a picture of {width:,} x {height:,} pixels; make it smaller"
        )
    painter = QPainter(image)
    try:
        painter.scale(width / drawing.width, height / drawing.height)
        paint(painter, drawing, fast=fast)
    finally:
        painter.end()
    return image


def _size(drawing: Drawing, scale: float) -> tuple[int, int]:
    if not 0 < scale <= SIDE:
        raise OptionError(f"scale is {scale:g}; expected a number above 0, such as 2")
    width, height = round(drawing.width * scale), round(drawing.height * scale)
    if width < 1 or height < 1:
        raise OptionError(
            f"a picture of {width:,} x {height:,} pixels cannot be; take a larger size or scale"
        )
    if width * height > LIMIT or max(width, height) > SIDE:
        raise OptionError(
            f"a picture of {width:,} x {height:,} pixels is too large; at most {LIMIT:,} pixels, "
            f"{SIDE:,} along a side: take a smaller size or scale, or SVG or PDF, which have no pixels"
        )
    return width, height
