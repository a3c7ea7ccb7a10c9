from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from ibviz.drawing.png_bytes import png_bytes

PICTURES = hnp.arrays(np.uint32, st.tuples(st.integers(1, 9), st.integers(1, 9)))


def read_by_qt(data: bytes) -> NDArray[np.uint32]:
    from PySide6.QtGui import QImage

    image = QImage.fromData(data, "PNG").convertToFormat(QImage.Format.Format_ARGB32)
    assert not image.isNull()
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    return rows[:, : image.width()].copy()


@given(PICTURES)
def test_that_another_reader_finds_the_same_pixels(pixels: NDArray[np.uint32]) -> None:
    assert np.array_equal(read_by_qt(png_bytes(pixels)), pixels)


@given(PICTURES, st.integers(1, 3), st.integers(1, 3))
def test_that_a_zoomed_picture_repeats_its_pixels(pixels: NDArray[np.uint32], high: int, wide: int) -> None:
    repeated = np.repeat(np.repeat(pixels, high, axis=0), wide, axis=1)
    assert np.array_equal(read_by_qt(png_bytes(pixels, (high, wide))), repeated)


def test_that_many_colours_do_without_a_palette() -> None:
    pixels = np.arange(400, dtype=np.uint32).reshape(20, 20) * 70_000 + 0x10000000
    data = png_bytes(pixels)
    assert b"PLTE" not in data
    assert np.array_equal(read_by_qt(data), pixels)


def test_that_the_same_picture_gives_the_same_bytes_and_few_of_them() -> None:
    pixels = np.full((200, 300), 0xFF102030, np.uint32)
    assert png_bytes(pixels) == png_bytes(pixels.copy())
    assert len(png_bytes(pixels, (4, 4))) < 4_000
