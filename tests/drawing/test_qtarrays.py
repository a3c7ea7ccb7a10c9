from __future__ import annotations

import gc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray
from qt_pixels import pixels_of

from ibviz.drawing.qtarrays import draw_lines, draw_rectangles, image_of
from ibviz.drawing.qtfonts import ready

RED = 0xFF000000 | 0xFF0000


def on_black(xy: NDArray[np.float64], rectangles: bool) -> NDArray[np.uint32]:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor, QImage, QPainter

    ready()
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor.fromRgba(0xFF000000))
    painter = QPainter(image)
    painter.setClipRect(0, 0, 20, 20)
    painter.setPen(QColor.fromRgba(RED))
    if rectangles:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromRgba(RED))
    (draw_rectangles if rectangles else draw_lines)(painter, xy)
    painter.end()
    return pixels_of(image) == RED


def test_that_lines_of_an_array_are_drawn() -> None:
    seen = on_black(np.array([[2, 3, 17, 3], [5, 10, 5, 15]], np.float64), rectangles=False)
    assert seen.sum() == 16 + 6
    assert seen[3, 2:18].all()
    assert seen[10:16, 5].all()


def test_that_rectangles_of_an_array_are_drawn() -> None:
    seen = on_black(np.array([[2, 3, 4, 5], [10, 10, 3, 3]], np.float64), rectangles=True)
    assert seen.sum() == 20 + 9
    assert seen[3:8, 2:6].all()


def test_that_other_types_strides_and_no_rows_are_fine() -> None:
    wide = np.arange(80, dtype=np.float32).reshape(10, 8) % 20
    assert on_black(wide[::2, ::2], rectangles=False).any()
    for rectangles in (False, True):
        assert not on_black(np.empty((0, 4)), rectangles).any()


@given(hnp.arrays(np.uint32, st.tuples(st.integers(1, 7), st.integers(1, 7))))
def test_that_an_image_has_the_colours_of_its_array(pixels: NDArray[np.uint32]) -> None:
    ready()
    opaque = pixels | np.uint32(0xFF000000)
    assert np.array_equal(pixels_of(image_of(pixels)), pixels)
    assert np.array_equal(pixels_of(image_of(opaque)), opaque)


def test_that_an_image_outlives_its_array() -> None:
    from PySide6.QtGui import QImage

    ready()
    pixels = np.full((300, 300), RED, np.uint32)
    image = image_of(pixels)
    pixels[:] = 0
    del pixels
    gc.collect()
    assert image.format() == QImage.Format.Format_RGB32
    assert (pixels_of(image) == RED).all()
