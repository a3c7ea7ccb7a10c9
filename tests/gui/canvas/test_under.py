"""What lies under the kept picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree3
from gui_canvas import Make, rest, wheel
from PySide6.QtGui import QImage

from ibviz.drawing.frame import HEADER
from ibviz.drawing.theme import theme
from ibviz.gui.canvas import Canvas
from ibviz.gui.canvas.under import is_under

TREE = tree3(6, 6, 4, 3, 4)


@pytest.fixture
def canvas(make_canvas: Make, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Canvas:
    """A canvas that looks close, after it was at fit, and does not follow a movement any more."""
    made = make_canvas(TREE, traffic=True)
    wheel(made, 1200, x=200)
    rest(qtbot, made)
    monkeypatch.setattr(made.keeper, "_chase", lambda: None)
    return made


def filled(canvas: Canvas) -> float:
    """The share of the lower half of the bands that is not mere ground."""
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    frame = canvas.frame_now()
    assert frame is not None
    part = pixels[round(HEADER) + 300 : -60, round(frame.left) + 10 : round(frame.left + frame.room) - 10]
    return float((part != theme("dark").canvas).mean())


def test_that_the_whole_fills_what_the_kept_picture_does_not_reach(canvas: Canvas) -> None:
    keeper, gaze = canvas.keeper, canvas.desk.gaze
    assert keeper.whole is not None and keeper.whole.view.zoom == 1 and keeper.whole is not keeper.kept
    for zoom, center in ((gaze.view.zoom, gaze.view.center + 0.4), (1.0, 0.5), (2.0, 0.9)):
        gaze.move(zoom, center)
        with_whole, whole = filled(canvas), keeper.whole
        keeper.whole = None
        alone = filled(canvas)
        keeper.whole = whole
        assert with_whole > alone + 0.2


def test_that_nothing_is_under_a_picture_of_other_bands_or_another_look(
    canvas: Canvas, make_canvas: Make
) -> None:
    keeper = canvas.keeper
    assert keeper.kept is not None and is_under(keeper.whole, keeper.kept)
    assert not is_under(None, keeper.kept) and not is_under(keeper.kept, keeper.kept)
    other = make_canvas(TREE)
    assert not is_under(other.keeper.whole, keeper.kept)
    other.keeper.drop()
    assert other.keeper.whole is None


def test_that_where_the_kept_picture_reaches_nothing_is_under_it(canvas: Canvas) -> None:
    before = filled(canvas)
    canvas.keeper.whole = None
    assert filled(canvas) == before
