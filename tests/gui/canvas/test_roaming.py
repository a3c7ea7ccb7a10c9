"""Moving about in the picture."""

from __future__ import annotations

import pytest
from fabrics import tree2, tree3
from gui_canvas import Make

from ibviz.gui.selection import Selection

TREE = tree3(4, 4, 4, 3, 4)


def test_that_a_pod_gone_to_fills_the_view(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.scene is not None
    pod = canvas.scene.bands.pods[2]
    canvas.go_to_pod(pod.index)
    left, right = canvas.share(122), canvas.share(canvas.width() - 24)
    width = canvas.scene.bands.width
    assert left * width <= pod.left
    assert pod.right <= right * width
    assert right - left < 1.2 * (pod.right - pod.left) / width


def test_that_zoom_by_key_is_eased_where_motion_is_wanted(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.settings.reduce_motion = False
    canvas.zoom_at(2.0, 500)
    assert canvas.desk.gaze.goal[0] == pytest.approx(2.0)
    assert canvas.desk.gaze.view.zoom < 2.0
    canvas.desk.settings.reduce_motion = True
    canvas.fit()
    assert canvas.desk.gaze.view.zoom == 1.0


def test_that_there_is_no_way_to_nothing_selected(make_canvas: Make) -> None:
    canvas = make_canvas(tree2(2, 2, 2))
    canvas.go_to(Selection())
    canvas.go_to_pod(99)
    assert canvas.desk.gaze.view.zoom == 1.0


def test_that_a_canvas_without_a_scene_stays_where_it_is(make_canvas: Make) -> None:
    canvas = make_canvas(tree2(2, 2, 2))
    canvas._scene = canvas._ground = None
    canvas.bring_into_view(0)
    canvas.select_neighbours()
    canvas.zoom_at(3.0, 500)
    assert canvas.desk.gaze.view.zoom == 1.0
