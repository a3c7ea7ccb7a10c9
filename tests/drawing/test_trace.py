from __future__ import annotations

import numpy as np
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.frame import Frame
from ibviz.drawing.trace import NOWHERE, in_plane
from ibviz.drawing.view import View
from ibviz.gui.canvas.shift import shift

SCENE = scene_of(tree2(4, 2, 3))


def test_that_a_trace_of_nothing_is_false_and_each_sort_of_thing_makes_it_true() -> None:
    boxes, curves, cells = np.ones((1, 4)), np.ones((1, 8)), np.ones((1, 2))
    assert not NOWHERE
    assert in_plane(boxes, NOWHERE.curves) and in_plane(NOWHERE.boxes, curves)
    assert in_plane(NOWHERE.boxes, NOWHERE.curves, cells)


def test_that_a_trace_moves_with_its_picture_and_stays_where_nothing_moves() -> None:
    kept, now = (Frame(SCENE, View(zoom=4, center=center)) for center in (0.4, 0.5))
    found = in_plane(np.ones((1, 4)), np.ones((1, 8)), np.ones((1, 2)))
    assert found.moved(shift(kept, kept)) is found
    moved = found.moved(shift(kept, now))
    away = moved.boxes[0, 0] - 1
    assert away < -10
    assert np.allclose(moved.curves[0, ::2], 1 + away) and np.allclose(moved.curves[0, 1::2], 1)
    assert np.allclose(moved.cells, [[1 + away, 1]])
