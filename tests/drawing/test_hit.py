from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.draw import compose
from ibviz.drawing.hit import REACH, Hit, distances, hit, nearest_curve, nearest_of
from ibviz.drawing.ink import rising
from ibviz.drawing.view import View


def test_that_what_is_hit_is_what_the_picture_finds() -> None:
    scene, view = scene_of(tree2(4, 2, 3)), View()
    (box,) = compose(scene, view).trace(np.array([0]), np.empty(0, np.int64)).boxes
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    assert hit(scene, view, x, y) == compose(scene, view).find(x, y) == Hit("node", node=0)


def test_that_the_curve_drawn_last_is_meant_of_several_as_near() -> None:
    xy = rising(np.array([10.0, 10.0, 90.0]), 100, np.array([10.0, 10.0, 90.0]), 0)
    rows = np.array([4, -3, 7])
    assert nearest_curve(xy, rows, 10.0, 50.0) == (pytest.approx(0), -3)
    assert nearest_curve(xy, rows, 90.0 + REACH - 0.5, 50.0) == (pytest.approx(REACH - 0.5), 7)
    assert nearest_curve(xy, rows, 50.0, 50.0) is None
    assert nearest_curve(xy, np.array([4, -1, -1]), 90.0, 50.0) is None


def test_that_of_several_things_in_reach_the_nearest_is_meant_whichever_was_drawn_last() -> None:
    assert nearest_of([(0.1, 3), None, (4.0, 5)]) == 3
    assert nearest_of([(4.0, 3), (0.1, 5)]) == 5
    assert nearest_of([(1.0, 3), (1.0, 5)]) == 5
    assert nearest_of([None, None]) is None


def test_that_the_distance_to_a_curve_is_right() -> None:
    line = rising(np.array([10.0]), 100, np.array([10.0]), 0).reshape(1, 4, 2)
    assert np.isclose(distances(line, np.array([13.0, 50.0]))[0], 3)
    assert np.isclose(distances(line, np.array([10.0, 104.0]))[0], 4)
