"""Moving about in the picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree2, tree3
from gui_canvas import Make, rest

from ibviz.core.state import State
from ibviz.drawing.map.ground import MapGround
from ibviz.gui.canvas import Canvas
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


@pytest.mark.parametrize("kind", ["layered", "map", "matrix"])
def test_that_what_the_picture_does_not_know_yet_is_not_gone_to(
    make_canvas: Make, qtbot: Any, kind: str
) -> None:
    canvas = make_canvas(tree2(2, 2, 2))
    canvas.look_as(kind)
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == kind, timeout=5000)
    canvas.desk.document.load(State(tree2(6, 4, 9)), None)
    place = canvas.desk.gaze.place
    canvas.desk.document.select(Selection(frozenset([60]), frozenset([50])))
    canvas.go_to_selection()
    canvas.bring_into_view(60)
    canvas.select_neighbours()
    assert canvas.desk.gaze.place == place
    assert canvas.desk.document.selection.nodes == {60}


def on_map(canvas: Canvas, qtbot: Any) -> Canvas:
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    rest(qtbot, canvas)
    return canvas


def test_that_the_map_is_first_seen_whole_and_later_where_it_was_left(make_canvas: Make, qtbot: Any) -> None:
    canvas = on_map(make_canvas(TREE), qtbot)
    assert canvas.scene is not None
    ground = canvas.ground_now()
    assert ground is not None and ground.shows_all
    assert canvas.frame_now() is None
    canvas.full_size()
    assert canvas.desk.gaze.view.zoom == 1.0
    canvas.look_as("layered")
    canvas.look_as("layered")
    assert canvas.desk.gaze.view.zoom == 1.0 and canvas.desk.gaze.view.center == 0.5
    on_map(canvas, qtbot)
    assert canvas.desk.gaze.view.zoom == 1.0
    canvas.fit()
    assert canvas.desk.gaze.view.zoom < 1.0


def test_that_a_pan_of_the_map_paints_nothing_within_its_reach(make_canvas: Make, qtbot: Any) -> None:
    canvas = on_map(make_canvas(TREE), qtbot)
    canvas.zoom_at(4.0, 300, 300, ease=False)
    rest(qtbot, canvas)
    painted = canvas.painted
    for _ in range(10):
        canvas.pan_by(9.0, -7.0)
        canvas.repaint()
    assert canvas.painted == painted
    assert not canvas.move_now().is_still
    rest(qtbot, canvas)
    assert canvas.painted > painted and canvas.move_now().is_still


def test_that_what_is_shown_whole_stays_whole_in_another_size(make_canvas: Make, qtbot: Any) -> None:
    canvas = on_map(make_canvas(TREE), qtbot)
    for size in ((1300, 800), (600, 500)):
        canvas.resize(*size)
        qtbot.waitUntil(lambda size=size: canvas.desk.gaze.view.width == size[0], timeout=3000)
        ground = canvas.ground_now()
        assert ground is not None and ground.shows_all
    canvas.zoom_at(2.0, 300, 300, ease=False)
    zoom = canvas.desk.gaze.view.zoom
    canvas.resize(900, 700)
    assert canvas.desk.gaze.view.zoom == zoom


def test_that_pods_and_nodes_are_gone_to_on_the_map(make_canvas: Make, qtbot: Any) -> None:
    canvas = on_map(make_canvas(TREE), qtbot)
    assert canvas.scene is not None
    pod = canvas.scene.bands.pods[1].index
    canvas.go_to_pod(pod)
    ground = canvas.ground_now()
    assert isinstance(ground, MapGround)
    mine = np.flatnonzero(canvas.scene.structure.pod == pod)
    assert ground.seen(ground.boxes(mine)).all() and not ground.shows_all
    other = int(np.flatnonzero(canvas.scene.structure.pod == canvas.scene.bands.pods[3].index)[0])
    canvas.bring_into_view(other)
    ground = canvas.ground_now()
    assert isinstance(ground, MapGround) and ground.seen(ground.boxes(np.array([other]))).all()


def test_that_a_view_that_is_asked_for_before_there_is_a_fabric_is_shown_whole_then(
    make_canvas: Make, qtbot: Any
) -> None:
    canvas = make_canvas(TREE)
    scene, canvas._scene = canvas._scene, None
    canvas.look_as("map")
    canvas.fit()
    canvas.pan_by(3, 3)
    assert canvas.desk.gaze.view.kind == "map" and not canvas.desk.gaze.placed
    canvas._take_scene(scene)
    ground = canvas.ground_now()
    assert ground is not None and ground.shows_all


@pytest.mark.parametrize("kind", ["layered", "map"])
def test_that_what_is_picked_elsewhere_comes_into_view_and_can_be_gone_back_from(
    make_canvas: Make, qtbot: Any, kind: str
) -> None:
    canvas = make_canvas(TREE)
    canvas.look_as(kind)
    qtbot.waitUntil(lambda: not canvas.desk.jobs.keys and canvas.desk.gaze.view.kind == kind, timeout=10_000)
    canvas.go_to(Selection(cables=frozenset([0])))
    before = canvas.desk.gaze.now
    canvas.desk.document.select(Selection(cables=frozenset([0])))
    canvas.desk.gaze.seek()
    assert canvas.desk.gaze.now == before, "it is in view"
    canvas.desk.document.select(Selection(cables=frozenset([len(TREE.cables) - 1])))
    canvas.desk.gaze.seek()
    there = canvas.desk.gaze.now
    assert there.place[0] == before.place[0] and there != before
    canvas.desk.gaze.back()
    assert canvas.desk.gaze.now == before
    canvas.desk.gaze.seek(near=True)
    near = canvas.desk.gaze.now
    canvas.go_to_selection()
    assert canvas.desk.gaze.now == near != before
    canvas.desk.gaze.back()
    assert canvas.desk.gaze.now == before


def test_that_several_things_picked_elsewhere_move_nothing_unless_asked(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.go_to(Selection(nodes=frozenset([0])))
    before = canvas.desk.gaze.now
    canvas.desk.document.select(Selection(nodes=frozenset([0, 30, 60])))
    canvas.desk.gaze.seek()
    assert canvas.desk.gaze.now == before


def test_that_wheel_and_pan_are_one_step_and_each_zoom_by_key_its_own(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    for _ in range(3):
        canvas.zoom_at(1.3, 400, ease=False)
    canvas.pan_by(-30)
    canvas.zoom_at(1.5, 400)
    zooms = []
    while canvas.desk.gaze.can_go[0]:
        canvas.desk.gaze.back()
        zooms.append(canvas.desk.gaze.now.place[0])
    assert zooms == [pytest.approx(1.3**3), 1.0]
