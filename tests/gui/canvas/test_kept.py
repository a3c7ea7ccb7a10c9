"""The kept picture and how it is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree3
from PySide6.QtGui import QImage, QPainter
from scenes import scene_of

from ibviz.core.progress import Cancelled
from ibviz.drawing.draw import draw
from ibviz.drawing.drawing import Words
from ibviz.drawing.frame import Frame
from ibviz.drawing.ink import curves
from ibviz.drawing.png import picture as png_picture
from ibviz.drawing.view import View
from ibviz.gui.canvas.kept import PIECE, Kept, keep, lens_of, pieces, show, whole_words
from ibviz.gui.canvas.shift import shift

SCENE = scene_of(tree3(6, 4, 4, 3, 4))
SIZE = (900, 600)


def kept_at(zoom: float, center: float = 0.5, reach: float = 0.0, fast: bool = False) -> Kept:
    view = View(width=SIZE[0], height=SIZE[1], zoom=zoom, center=center, reach=reach)
    return keep(SCENE, view, 1.0, fast, lambda: None)


def shown(kept: Kept, view: View) -> np.ndarray:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setClipRect(image.rect())
    move = shift(kept.frame, Frame(SCENE, view))
    show(painter, kept, move)
    painter.end()
    return pixels(image)


def pixels(image: QImage) -> np.ndarray:
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(whole.constBits()).reshape(whole.height(), whole.width(), 4)[:, :, :3].astype(int)


def differing(a: np.ndarray, b: np.ndarray, lens: tuple[float, float] | None) -> float:
    """Share of pixels that differ, the overview's window left out."""
    differs = (np.abs(a - b) > 24).any(axis=2)
    if lens:
        differs[int(lens[0]) - 3 : int(lens[0] + lens[1]) + 4] = False
    return float(differs.mean())


@pytest.mark.parametrize("zoom", [1.0, 5.0, 20.0])
def test_that_a_picture_at_rest_is_what_an_export_paints(zoom: float) -> None:
    kept = kept_at(zoom)
    view = replace(kept.view, reach=0.0)
    exported = pixels(png_picture(draw(SCENE, view)))
    assert differing(shown(kept, view), exported, kept.frame.places.get("ruler")) < 0.004


@pytest.mark.parametrize("zoom", [5.0, 20.0])
def test_that_a_panned_picture_is_like_a_fresh_one(zoom: float) -> None:
    kept = kept_at(zoom, 0.56, reach=300.0)
    pixel = 1 / kept.frame.room / zoom
    view = View(width=SIZE[0], height=SIZE[1], zoom=zoom, center=0.56 + 90 * pixel)
    fresh = kept_at(zoom, view.center)
    unmoved = shown(fresh, replace(view, center=0.56))
    panned, wanted = shown(kept, view), shown(fresh, view)
    assert differing(panned, wanted, None) < 0.05
    assert differing(panned, wanted, None) < differing(unmoved, wanted, None) / 1.5


def test_that_a_picture_can_be_given_up() -> None:
    calls = []

    def halt() -> None:
        calls.append(1)
        if len(calls) > 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        keep(SCENE, View(), 1.0, True, halt)


def test_that_large_primitives_are_painted_in_pieces() -> None:
    many = curves(np.zeros((3 * PIECE + 1, 8)), np.arange(3 * PIECE + 1, dtype=np.uint32))
    parts = list(pieces(many))
    assert len(parts) == 4
    assert np.array_equal(np.concatenate([part.color for part in parts]), many.color)


def test_that_curves_of_a_crowd_stay_thin_in_pieces() -> None:
    many = curves(np.zeros((1000, 8)), 0, np.where(np.arange(1000) % 2, 1.4, 2.2))
    widths = np.concatenate([part.width for part in pieces(many)])
    assert set(widths.tolist()) == {1.0, 2.2}


def test_that_a_picture_is_sharp_at_twice_the_pixels() -> None:
    kept = keep(SCENE, View(width=400, height=300), 2.0, True, lambda: None)
    assert (kept.chrome.width(), kept.chrome.height()) == (800, 600)
    assert kept.ground.devicePixelRatio() == 2


def test_that_the_window_on_the_overview_follows_the_view() -> None:
    kept = kept_at(5.0)
    left = [lens_of(kept, Frame(SCENE, replace(kept.view, center=c)))[0].xywh[0, 0] for c in (0.3, 0.6)]
    assert left[1] - left[0] == pytest.approx(0.3 * kept.frame.room)


def test_that_no_word_is_cut_by_an_edge_at_rest() -> None:
    kept = kept_at(12.0, 0.4, reach=200.0)
    frame = kept.frame
    layer = next(layer for layer in kept.picture.drawing.layers if layer.name == "words")
    words = whole_words(layer, kept.picture).items[0]
    assert isinstance(words, Words)
    left, right = words.xy[:, 0], words.xy[:, 0] + words.width
    for edge in (frame.left - 6, frame.left + frame.room + 6):
        assert not ((left < edge) & (right > edge)).any()
