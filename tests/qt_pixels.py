"""Pixels of Qt's images, for the tests of the painters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ibviz.drawing.drawing import Drawing

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


def pixels_of(image: QImage) -> NDArray[np.uint32]:
    """The colours of an image, (rows, columns), 0xAARRGGBB."""
    from PySide6.QtGui import QImage as Image

    plain = image.convertToFormat(Image.Format.Format_ARGB32)
    rows = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)
    return rows[:, : plain.width()].copy()


def painted(made: Drawing, *, scale: float = 1.0, fast: bool = False) -> NDArray[np.uint32]:
    """The colours of a Drawing as the PNG painter sees it."""
    from ibviz.drawing.png import picture

    return pixels_of(picture(made, scale=scale, fast=fast))


def channels_of(pixels: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Red, green and blue, (rows, columns, 3)."""
    values = pixels.astype(np.int64)
    return np.stack([(values >> shift) & 255 for shift in (16, 8, 0)], axis=-1)
