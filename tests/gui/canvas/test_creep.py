"""The picture scrolls while something is dragged to an edge."""

from __future__ import annotations

from typing import Any

import pytest
from fabrics import tree2
from gui_canvas import Make, rest
from PySide6.QtCore import QPointF

from ibviz.gui.canvas.creep import EDGE, FASTEST, Creep, pace


def test_that_the_pace_grows_towards_the_edge_it_was_dragged_to() -> None:
    assert pace(300, 400 - EDGE, 0, 400) == 0
    assert 0 < pace(300, 380, 0, 400) < pace(300, 390, 0, 400) < pace(300, 400, 0, 400) == FASTEST
    assert pace(300, 900, 0, 400) == FASTEST and pace(300, -50, 0, 400) == -FASTEST
    assert pace(398, 390, 0, 400) == pace(390, 390, 0, 400) == 0


@pytest.mark.parametrize("x,y,way", [(1, 300, (-1, 0)), (500, 50, (0, -1)), (5000, 5000, (1, 1))])
def test_that_the_view_moves_towards_the_edge_until_it_is_stopped(
    make_canvas: Make, qtbot: Any, x: float, y: float, way: tuple[int, int]
) -> None:
    canvas, steps = make_canvas(tree2(6, 2, 2)), []
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    rest(qtbot, canvas)
    creep = Creep(canvas, lambda: steps.append(canvas.desk.gaze.view))
    before = canvas.desk.gaze.view
    creep.at(QPointF(450, 300), QPointF(x, y))
    assert creep.under_way
    qtbot.waitUntil(lambda: len(steps) >= 2, timeout=5000)
    creep.stop()
    assert not creep.under_way
    moved = steps[-1].center - before.center, steps[-1].center_y - before.center_y
    for real, wanted in zip(moved, way, strict=True):
        assert real * wanted > 0 if wanted else real == 0
    creep.at(QPointF(450, 300), QPointF(500, 300))
    assert not creep.under_way
