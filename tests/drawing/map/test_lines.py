from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, scene_of

from ibviz.drawing.map.bends import NORMALS, REACH, bent
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.lines import anchors, around, clipped, crossing, near, shapes, stand, straight
from ibviz.drawing.strokes import flattened
from ibviz.drawing.view import View

CLIP = (-50.0, 20.0, 400.0, 300.0)
SPOT = st.floats(-900, 900).map(lambda value: round(value, 3))


def brute(line: list[float]) -> np.ndarray:
    """Points of a line that lie inside."""
    share = np.linspace(0, 1, 4001)[:, None]
    points = np.array(line[:2]) * (1 - share) + np.array(line[2:]) * share
    left, top, wide, tall = CLIP
    inside = (points[:, 0] >= left) & (points[:, 0] <= left + wide)
    return points[inside & (points[:, 1] >= top) & (points[:, 1] <= top + tall)]


@given(st.tuples(SPOT, SPOT, SPOT, SPOT))
def test_that_a_line_is_drawn_if_it_runs_through_wherever_its_ends_are(line: tuple[float, ...]) -> None:
    xy, inside = np.array([line]), brute(list(line))
    if len(inside):
        assert crossing(xy, CLIP).all()
        kept = clipped(xy, CLIP)[0]
        assert np.abs(kept - [*inside[0], *inside[-1]]).max() <= 2
    elif crossing(xy, CLIP).any():
        assert np.hypot(*(clipped(xy, CLIP)[0, 2:] - clipped(xy, CLIP)[0, :2])) <= 2


def test_that_a_line_with_both_ends_far_off_is_drawn_and_one_past_a_corner_is_not() -> None:
    xy = np.array([[-500.0, 100, 900, 120], [-400.0, 0, 0, -400], [-60.0, 330, 20, 500], [0, 0, 0, 600]])
    assert crossing(xy, CLIP).tolist() == [True, False, False, True]


@pytest.mark.parametrize("zoom", [0.05, 0.5, 1.0])
def test_that_curves_begin_and_end_where_straight_lines_do(zoom: float) -> None:
    scene = scene_of(FABRICS["odd"]())
    ground = MapGround(scene, View(kind="map", zoom=zoom))
    cables = scene.cables[stand(ground, scene.cables)]
    assert len(cables) == len(scene.cables)
    xy, line = shapes(ground, cables), straight(ground, cables)
    assert np.allclose(xy[:, [0, 1, 6, 7]], line)
    if zoom > 0.4:
        assert np.allclose(anchors(ground, cables, 1), line[:, 2:])


def test_that_curves_leave_their_ports_at_right_angles() -> None:
    scene = scene_of(tree2(4, 2, 3))
    xy = shapes(MapGround(scene, View(kind="map", zoom=1.0)), scene.cables)
    for start, then in ((xy[:, :2], xy[:, 2:4]), (xy[:, 6:], xy[:, 4:6])):
        step = np.abs(then - start)
        assert (step.min(axis=1) < 1e-9).all() and (step.max(axis=1) >= 8).all()


def test_that_the_box_round_a_curve_holds_it() -> None:
    scene = scene_of(tree2(4, 2, 3))
    xy = shapes(MapGround(scene, View(kind="map", zoom=1.0)), scene.cables)
    points = flattened(xy)
    left, top, wide, tall = CLIP
    inside = (points >= (left, top)).all(axis=2) & (points <= (left + wide, top + tall)).all(axis=2)
    assert around(xy, CLIP)[inside.any(axis=1)].all()
    assert not around(xy + 5000, CLIP).any()


def test_that_what_stands_nowhere_has_no_line() -> None:
    scene = scene_of(tree2(4, 2, 3))
    scene = replace(scene, memo={"map places": np.full((len(scene.band), 2), np.nan)})
    assert not stand(MapGround(scene, View(kind="map")), scene.cables).any()


def test_that_no_curve_reaches_beyond_what_counts_as_near() -> None:
    random = np.random.default_rng(1)
    start, end = random.uniform(-900, 900, (2, 400, 2))
    for out in range(4):
        for back in range(4):
            ways = (np.tile(NORMALS[side], (400, 1)) for side in (out, back))
            curve = bent(start, end, *ways, 0.5)
            xy = np.column_stack([start, end])
            seen = around(curve, (0, 0, 300, 200))
            assert set(np.flatnonzero(seen).tolist()) <= set(near(xy, (0, 0, 300, 200), REACH * 0.5).tolist())
    assert len(near(np.array([[9e3, 9e3, 8e3, 8e3]]), (0, 0, 300, 200), REACH)) == 0
