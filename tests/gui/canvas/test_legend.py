"""The legend under the pointer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fabrics import tree3
from gui_canvas import LEFT, Make, drag, move, rest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from ibviz.drawing.legend import RAMP, ramp_left
from ibviz.gui.canvas import Canvas

TREE = tree3(4, 4, 4, 3, 4)


@pytest.fixture
def canvas(make_canvas: Make) -> Canvas:
    return make_canvas(TREE, traffic=True)


def place(canvas: Canvas, value: float) -> QPoint:
    """Where a value stands on the ramp."""
    assert canvas.scene is not None
    return QPoint(round(ramp_left(canvas.scene, canvas.desk.gaze.view) + RAMP * value), 28)


def ends(canvas: Canvas) -> tuple[float, float]:
    view = canvas.desk.gaze.view
    return view.low, view.high


def test_that_handles_are_dragged(qtbot: Any, canvas: Canvas) -> None:
    drag(canvas, place(canvas, 0.0), place(canvas, 0.25))
    drag(canvas, place(canvas, 1.0), place(canvas, 0.75))
    assert ends(canvas) == pytest.approx((0.25, 0.75), abs=0.01)
    rest(qtbot, canvas)
    assert canvas.kept is not None and canvas.kept.view.high == canvas.desk.gaze.view.high


def test_that_escape_gives_a_drag_up(canvas: Canvas) -> None:
    QTest.mousePress(canvas, LEFT, pos=place(canvas, 1.0))
    move(canvas, QPointF(place(canvas, 0.5)), LEFT)
    assert ends(canvas)[1] == pytest.approx(0.5, abs=0.01)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert ends(canvas) == (0, 1)
    QTest.mouseRelease(canvas, LEFT, pos=place(canvas, 0.5))
    assert ends(canvas) == (0, 1)


def test_that_a_click_on_a_colour_selects_its_cables(canvas: Canvas) -> None:
    assert canvas.scene is not None
    value = canvas.scene.overlay("utilization").value
    most = np.nanmax(value[canvas.scene.cables])
    wanted = float(min(most, 0.9))
    QTest.mouseClick(canvas, LEFT, pos=place(canvas, wanted))
    chosen = canvas.desk.document.selection.cables
    assert not canvas.desk.document.selection.nodes
    bar = int(wanted * 44)
    assert chosen == {c for c in canvas.scene.cables.tolist() if min(int(value[c] * 44), 43) == bar}


def test_that_the_pointer_says_what_a_press_would_do(canvas: Canvas) -> None:
    for value, shape in ((0.0, Qt.CursorShape.SplitHCursor), (0.5, Qt.CursorShape.PointingHandCursor)):
        canvas.pointer.point(QPointF(place(canvas, value)))
        assert canvas.cursor().shape() == shape
    canvas.pointer.point(QPointF(300, 300))
    assert canvas.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_that_the_range_fits_the_values_and_is_whole_again(canvas: Canvas) -> None:
    legend, scene = canvas.pointer.legend, canvas.scene
    assert legend.has_range and scene is not None
    load = scene.overlay("utilization")
    scene.overlays["utilization"] = replace(load, value=0.25 + load.value / 2)  # type: ignore[index]
    legend.fit()
    assert ends(canvas) == pytest.approx((0.25 + np.nanmin(load.value) / 2, 0.75))
    legend.reset()
    assert ends(canvas) == (0, 1)


def test_that_there_is_no_legend_without_a_scene(qtbot: Any, canvas: Canvas) -> None:
    legend = canvas.pointer.legend
    spot = place(canvas, 0.5)
    canvas._take_scene(None)
    assert not legend.has_range and not legend.at(QPointF(spot)).part
    assert not legend.picked(legend.at(QPointF(spot)))
    legend.fit()
    legend.drag("low", 500.0)
    assert ends(canvas) == (0, 1)
