from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.core.edit_values import move
from ibviz.drawing.drawing import Curves
from ibviz.drawing.map.places import FARTHEST, HOST, SWITCH, areas, places, sizes
from ibviz.drawing.map.span import extent
from ibviz.drawing.scene import restaged
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista

NONE = np.empty(0, np.int64)


def test_that_boxes_stand_apart_and_within_the_extent() -> None:
    scene = scene_of(tree2(4, 2, 3, aggregation=True))
    box = areas(scene, scene.nodes, NONE)
    left, top, right, bottom = extent(scene)
    assert box[:, 0].min() == left and box[:, 3].max() == bottom and top < bottom and left < right
    meet = (box[:, None, :2] < box[None, :, 2:]).all(axis=2)
    meet &= meet.T
    assert meet.sum() == len(box)


def test_that_what_the_user_moved_stays_where_it_was_put_and_the_rest_where_it_was() -> None:
    scene = scene_of(tree2(4, 2, 3))
    state = move(scene.state, [2], [[500.0, -80.0]])
    moved = restaged(replace(scene, memo={}), state, None)
    assert places(moved)[2].tolist() == [500.0, -80.0]
    others = np.delete(np.arange(len(scene.band)), 2)
    assert np.array_equal(places(moved)[others], places(scene)[others])


@pytest.mark.parametrize("kind", ["fit", "mid", "close"])
def test_that_no_place_is_so_far_that_pixels_overflow(kind: str) -> None:
    scene = scene_of(tree2(4, 2, 3))
    far = move(scene.state, [0, 1, 2], [[1.7e308, -1.7e308], [-1.7e308, 5.0], [1e300, 1e300]])
    moved = restaged(replace(scene, memo={}), far, None)
    with np.errstate(all="raise"):
        view = vista("map").fit(moved, View(kind="map"), kind, -1)
        drawing = vista("map").compose(moved, view).drawing
    assert np.abs(places(moved)).max() == FARTHEST
    assert places(moved)[1].tolist() == [-FARTHEST, 5.0]
    xy = [
        np.abs(item.xy).max() for layer in drawing.layers for item in layer.items if isinstance(item, Curves)
    ]
    assert max(xy, default=0.0) < 1e9


def test_that_switches_are_larger_and_a_cable_spans_its_ends() -> None:
    scene = scene_of(tree2(4, 2, 3))
    assert sizes(scene)[0].tolist() == list(SWITCH) and sizes(scene)[-1].tolist() == list(HOST)
    (area,) = areas(scene, NONE, np.array([0]))
    ends = places(scene)[scene.ends[0]]
    assert area.tolist() == [*ends.min(axis=0), *ends.max(axis=0)]
