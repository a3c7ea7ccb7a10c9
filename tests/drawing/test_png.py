from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from qt_pixels import pixels_of
from sample_drawings import drawing, everything

from ibviz.core.errors import OptionError
from ibviz.core.options import values
from ibviz.core.registry import painters
from ibviz.drawing.png import LIMIT, SIDE, png
from ibviz.drawing.theme import theme


def read(data: bytes) -> np.ndarray:
    from PySide6.QtGui import QImage

    image = QImage.fromData(data, "PNG")
    assert not image.isNull()
    return pixels_of(image)


@pytest.mark.parametrize(
    ("scale", "shape"), [(1.0, (200, 320)), (2.0, (400, 640)), (0.5, (100, 160)), (1.25, (250, 400))]
)
def test_that_scale_sets_the_pixels(scale: float, shape: tuple[int, int]) -> None:
    assert read(png(everything(), scale=scale)).shape == shape


def test_that_the_same_drawing_gives_the_same_file() -> None:
    assert png(everything()) == png(everything())


def test_that_an_empty_drawing_is_its_ground() -> None:
    assert (read(png(drawing())) == theme("dark").canvas).all()


def test_that_the_resolution_is_stated() -> None:
    data = png(drawing(), scale=2)
    at = data.index(b"pHYs")
    assert int.from_bytes(data[at + 4 : at + 8], "big") == round(2 * 96 / 0.0254)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
def test_that_a_scale_that_is_none_is_refused(scale: float) -> None:
    with pytest.raises(OptionError, match="expected a number above 0"):
        png(everything(), scale=scale)


def test_that_a_picture_is_bounded() -> None:
    with pytest.raises(OptionError, match=r"32,000 x 20,000 pixels is too large; at most 100,000,000"):
        png(everything(), scale=100)
    with pytest.raises(OptionError, match=f"{SIDE:,} along a side"):
        png(replace(drawing(), width=40_000, height=10))
    with pytest.raises(OptionError, match="0 x 0 pixels cannot be"):
        png(everything(), scale=0.001)
    assert LIMIT <= SIDE**2


def test_that_want_of_memory_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtGui import QImage

    monkeypatch.setattr(QImage, "isNull", lambda self: True)
    with pytest.raises(OptionError, match="no memory for a picture of 320 x 200 pixels"):
        png(everything())


def test_that_scale_is_an_option_of_the_painter() -> None:
    assert values(painters.get("png"), {"scale": "2"}) == {"scale": 2.0}


def test_that_every_painter_is_on_the_shelf_with_its_suffix() -> None:
    suffixes = {name: entry.marks for name, entry in painters.entries.items()}
    assert suffixes == {"svg": (".svg",), "png": (".png",), "pdf": (".pdf",), "json": (".json",)}
    for name in suffixes:
        assert len(painters.get(name)(everything())) > 500
