from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.core.table import Ints
from ibviz.drawing.board import Shown
from ibviz.drawing.composed import Composed
from ibviz.drawing.draw import compose
from ibviz.drawing.frame import HEADER
from ibviz.drawing.hit import Hit
from ibviz.drawing.plane import Plane
from ibviz.drawing.trace import NOWHERE, Trace
from ibviz.drawing.view import View


class OnAPlane(Composed):
    @property
    def ground(self) -> Plane:
        return Plane(scene_of(tree2(4, 2, 3)), View())

    def find(self, x: float, y: float) -> Hit:
        return Hit()

    def trace(self, nodes: Ints, cables: Ints) -> Trace:
        return NOWHERE


def test_that_a_bundle_names_its_cables_but_those_drawn_apart() -> None:
    drawing = compose(scene_of(tree2(4, 2, 3)), View()).drawing
    first = (np.array([4, 1]), np.array([0]), np.array([2]))
    second = (np.array([0, 2, 3]), np.array([0, 1]), np.array([1, 2]))
    shown = np.full(5, Shown.BUNDLED, np.uint8)
    shown[3] = Shown.SINGLE
    picture = OnAPlane(drawing, [first, second], shown)
    assert [picture.bundle(row).tolist() for row in (-2, -3, -4)] == [[4, 1], [0], [2]]
    with pytest.raises(IndexError):
        picture.bundle(-5)
    assert picture.ground.view == View()


def test_that_a_picture_leaves_to_its_primitives_what_a_rectangle_touches() -> None:
    picture = OnAPlane(compose(scene_of(tree2(4, 2, 3)), View()).drawing, [], np.empty(0, np.uint8))
    assert picture.within((0.0, 0.0, 10.0, 10.0)) is None
    assert not picture.lit_above and picture.lens(picture.ground) == ()


def test_that_the_header_of_a_plane_stays_where_it_is_and_there_is_no_overview_unless_a_view_has_one() -> (
    None
):
    drawing = compose(scene_of(tree2(4, 2, 3)), View()).drawing
    picture = OnAPlane(drawing, [], np.zeros(0, np.uint8))
    assert picture.fixed == ((0.0, 0.0, 1600.0, HEADER),)
    assert picture.lens(picture.ground) == () and picture.overview_at(5.0, 5.0) is None
    assert picture.within((0.0, 0.0, 9.0, 9.0)) is None and not picture.lit_above
    assert not picture.ground.shows_all
