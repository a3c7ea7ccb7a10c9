from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.drawing.frame import HEADER
from ibviz.drawing.plane import AIR, Plane, fitting
from ibviz.drawing.view import View

SCENE = scene_of(tree2(4, 2, 3))


def test_that_a_fitting_view_holds_the_whole_stretch_with_air() -> None:
    extent = (-50.0, 10.0, 3950.0, 810.0)
    zoom, x, y = fitting(extent, View(width=800, height=648))
    plane = Plane(SCENE, View(width=800, height=648, zoom=zoom, center=x, center_y=y))
    corners = plane.at(np.array([[-50.0, 10.0], [3950.0, 810.0]]))
    assert corners[:, 0].tolist() == pytest.approx([AIR, 800 - AIR])
    assert corners[:, 1].mean() == pytest.approx((HEADER + 648) / 2)
    assert fitting((0, 0, 1, 1), View(), most=2.0)[0] == 2.0


def test_that_a_pixel_leads_back_to_its_point() -> None:
    plane = Plane(SCENE, View(zoom=3.0, center=7.0, center_y=-2.0))
    assert plane.back(*plane.at(np.array([[12.5, 4.0]]))[0]) == pytest.approx((12.5, 4.0))
    assert plane.levels == ()


def test_that_what_lies_within_reach_is_drawn_and_what_lies_beyond_is_not() -> None:
    plane = Plane(SCENE, View(width=400, height=400, reach=50.0, zoom=1.0))
    low = np.array([[-60.0, 100], [-70.0, 100], [100, 460], [100, 440], [460, 100], [100, -60]])
    assert plane.in_view(low, low + 15).tolist() == [True, False, False, True, False, False]
