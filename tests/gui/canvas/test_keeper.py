"""Which picture is kept, and when another one is begun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fabrics import tree3
from gui_canvas import Make, rest, wheel

from ibviz.drawing.frame import GUTTER, MARGIN
from ibviz.gui.canvas.keeper import REACH
from ibviz.gui.canvas.kept import keep

TREE = tree3(4, 4, 4, 3, 4)


def test_that_a_pan_within_reach_begins_no_picture_until_it_rests(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    rest(qtbot, canvas)
    begun = canvas.painted
    for _ in range(10):
        canvas.pan_by(6)
        canvas.repaint()
    assert canvas.painted == begun
    rest(qtbot, canvas)
    assert canvas.painted == begun + 1


def test_that_levels_of_detail_are_held(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.kept is not None
    assert canvas.shown_view.held == canvas.kept.frame.levels


def test_that_a_change_of_detail_fades(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(tree3(12, 24, 4, 3, 4))
    canvas.desk.settings.reduce_motion = False
    levels = canvas.shown_view.held
    canvas.desk.gaze.change(held=levels)
    view = canvas.desk.gaze.view
    canvas.desk.gaze.move(40.0, 0.5)
    rest(qtbot, canvas)
    assert canvas.shown_view.held != levels
    qtbot.waitUntil(lambda: canvas.keeper.fade.old is None, timeout=2000)
    assert replace(canvas.shown_view, held=(), zoom=1.0) == replace(view, held=())


def test_that_a_picture_of_a_former_scene_is_not_taken(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    old = canvas.kept
    scene = canvas.scene
    canvas.remake()
    qtbot.waitUntil(lambda: canvas.scene is not scene)
    rest(qtbot, canvas)
    assert old is not None
    canvas.keeper.take(old)
    assert canvas.kept is not old


def test_that_more_than_the_view_is_painted_only_where_one_can_pan(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.keeper.looked.reach == 0
    wheel(canvas, 480)
    assert canvas.keeper.looked.reach == pytest.approx((1000 - GUTTER - MARGIN) * REACH, abs=0.5)


def test_that_what_is_in_motion_does_not_rest(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.keeper.resting
    wheel(canvas, 480)
    assert canvas.keeper.moving
    assert not canvas.keeper.resting
    rest(qtbot, canvas)
    assert not canvas.keeper.moving
    canvas.keeper.drop()
    assert not canvas.keeper.resting


@pytest.mark.parametrize(("ratio", "fades"), [(1.0, True), (3.0, False)])
def test_that_another_level_of_detail_fades_in_on_the_same_screen(
    qtbot: Any, make_canvas: Make, ratio: float, fades: bool
) -> None:
    canvas = make_canvas(tree3(12, 24, 4, 3, 4))
    canvas.desk.settings.reduce_motion = False
    was, keeper = canvas.kept, canvas.keeper
    assert was is not None
    close = keep(was.scene, replace(keeper.looked, zoom=40.0), was.ratio * ratio, False, lambda: None)
    assert close.frame.levels != was.frame.levels
    keeper.take(close)
    assert (keeper.fade.old is was) == fades
    qtbot.waitUntil(lambda: keeper.fade.old is None, timeout=2000)
    rest(qtbot, canvas)


def test_that_a_movement_before_there_is_a_picture_begins_one(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.keeper.drop()
    begun = canvas.painted
    wheel(canvas, 480)
    assert canvas.painted == begun + 1
    rest(qtbot, canvas)


def test_that_there_and_back_again_begins_no_picture(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    rest(qtbot, canvas)
    begun, view = canvas.painted, canvas.desk.gaze.view
    canvas.pan_by(6)
    canvas.desk.gaze.move(view.zoom, view.center)
    qtbot.waitUntil(lambda: not canvas.keeper.moving, timeout=2000)
    assert canvas.resting
    assert canvas.painted == begun


def test_that_a_new_load_is_seen_in_a_quick_picture_first(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    taken: list[bool] = []
    canvas.keeper.taken.connect(lambda: taken.append(canvas.kept is not None and canvas.kept.fast))
    scene = canvas.scene
    canvas.remake()
    qtbot.waitUntil(lambda: canvas.scene is not scene, timeout=10_000)
    rest(qtbot, canvas)
    assert taken == [True, False]
