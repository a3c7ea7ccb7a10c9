"""Press, drag, release, double-click."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree2, tree3
from gui_canvas import LEFT, MIDDLE, PLAIN, Make, drag, move, rest, spot_of, wheel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from ibviz.drawing.fold import Fold
from ibviz.drawing.hit import Hit
from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.overview import inset
from ibviz.drawing.margins import lens_span
from ibviz.gui.canvas import Canvas
from ibviz.gui.canvas.pointer import picked_by
from ibviz.gui.selection import NOTHING, Selection

RIGHT = Qt.MouseButton.RightButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TREE = tree3(4, 4, 4, 3, 4)


@pytest.fixture
def canvas(make_canvas: Make) -> Canvas:
    return make_canvas(TREE)


def test_that_click_selects_and_the_ground_lets_go(canvas: Canvas) -> None:
    QTest.mouseClick(canvas, LEFT, pos=spot_of(canvas, 2))
    assert canvas.desk.document.selection == Selection(nodes=frozenset([2]))
    QTest.mouseClick(canvas, LEFT, pos=QPoint(130, 52))
    assert canvas.desk.document.selection == NOTHING


def test_that_shift_adds_and_ctrl_toggles(canvas: Canvas) -> None:
    QTest.mouseClick(canvas, LEFT, pos=spot_of(canvas, 2))
    QTest.mouseClick(canvas, LEFT, SHIFT, spot_of(canvas, 3))
    assert canvas.desk.document.selection.nodes == {2, 3}
    QTest.mouseClick(canvas, LEFT, CTRL, spot_of(canvas, 2))
    assert canvas.desk.document.selection.nodes == {3}


def test_that_a_click_in_the_carpet_selects_the_host_or_cable(canvas: Canvas) -> None:
    assert canvas.scene is not None
    host = int(canvas.scene.bands.levels[0][3])
    QTest.mouseClick(canvas, LEFT, pos=spot_of(canvas, host))
    assert canvas.desk.document.selection.nodes == {host}


def test_that_middle_button_and_pan_tool_pan(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    center = canvas.desk.gaze.view.center
    drag(canvas, QPoint(500, 300), QPoint(400, 300), MIDDLE)
    moved = canvas.desk.gaze.view.center
    assert moved > center
    canvas.desk.gaze.take("pan")
    drag(canvas, QPoint(400, 300), QPoint(500, 300))
    assert canvas.desk.gaze.view.center == pytest.approx(center)


def test_that_space_pans_while_it_is_down(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    center = canvas.desk.gaze.view.center
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    assert canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
    drag(canvas, QPoint(500, 300), QPoint(400, 300))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert canvas.desk.gaze.view.center > center
    assert canvas.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_that_a_rubber_band_takes_nodes_and_cables(canvas: Canvas) -> None:
    a, b = spot_of(canvas, 0), spot_of(canvas, 3)
    drag(canvas, QPoint(124, a.y() - 16), QPoint(b.x(), b.y() + 4))
    assert {0, 1, 2, 3} <= canvas.desk.document.selection.nodes


def test_that_escape_gives_a_rubber_band_up(canvas: Canvas) -> None:
    QTest.mousePress(canvas, LEFT, pos=QPoint(125, 55))
    move(canvas, QPointF(600, 500), LEFT)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, pos=QPoint(600, 500))
    assert canvas.desk.document.selection == NOTHING


def test_that_the_window_on_the_overview_can_be_dragged(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    frame = canvas.frame_now()
    assert frame is not None
    assert canvas.kept is not None
    y = round(canvas.kept.frame.places["ruler"][0] + 9)
    left, wide = lens_span(frame)
    middle = round(left + wide / 2)
    drag(canvas, QPoint(middle, y), QPoint(middle - 80, y))
    moved = lens_span(canvas.frame_now())[0]  # type: ignore[arg-type]
    assert moved == pytest.approx(max(left - 80, frame.left), abs=1)


def test_that_its_edges_change_the_zoom(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    frame = canvas.frame_now()
    assert frame is not None
    assert canvas.kept is not None
    y = round(canvas.kept.frame.places["ruler"][0] + 9)
    left, wide = lens_span(frame)
    drag(canvas, QPoint(round(left), y), QPoint(round(left - 60), y))
    after, grown = lens_span(canvas.frame_now())  # type: ignore[arg-type]
    assert grown == pytest.approx(wide + 60, abs=2)
    assert after + grown == pytest.approx(left + wide, abs=2)


def test_that_a_press_elsewhere_on_the_overview_goes_there(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    assert canvas.kept is not None
    y = round(canvas.kept.frame.places["ruler"][0] + 9)
    frame = canvas.kept.frame
    QTest.mouseClick(canvas, LEFT, pos=QPoint(round(frame.left + 0.8 * frame.room), y))
    assert canvas.desk.gaze.view.center == pytest.approx(0.8, abs=0.01)


def test_that_double_click_zooms_to_a_node_and_to_a_pod(qtbot: Any, canvas: Canvas) -> None:
    QTest.mouseDClick(canvas, LEFT, pos=spot_of(canvas, 5))
    assert canvas.desk.gaze.view.zoom > 2
    frame = canvas.frame_now()
    assert frame is not None
    assert canvas.scene is not None
    assert abs(float(frame.at(1, canvas.scene.bands.x[[5]])[0]) - frame.left - frame.room / 2) < 2
    canvas.go_to_pod(canvas.scene.bands.pods[0].index)
    low, high = frame.at(1, np.array([0.0, 1.0]))
    assert high > low


def test_that_a_right_click_selects_what_is_under_it(canvas: Canvas) -> None:
    QTest.mouseClick(canvas, RIGHT, pos=spot_of(canvas, 4))
    assert canvas.desk.document.selection.nodes == {4}


@pytest.mark.parametrize(
    ("found", "picked"),
    [
        (Hit("node", node=3, cable=5), Selection(nodes=frozenset([3]))),
        (Hit("port", node=3, port=1, cable=5), Selection(cables=frozenset([5]))),
        (Hit("port", node=3, port=1), Selection(nodes=frozenset([3]))),
        (Hit("cable", cable=5), Selection(cables=frozenset([5]))),
        (Hit("bundle", cables=(1, 2)), Selection(cables=frozenset([1, 2]))),
        (Hit("group", group="pod", number=1), NOTHING),
        (Hit("group", node=4, group="pod", number=1, nodes=(4, 5)), Selection(nodes=frozenset([4, 5]))),
        (Hit(), NOTHING),
    ],
)
def test_that_a_click_selects_what_is_meant(found: Hit, picked: Selection) -> None:
    assert picked_by(found) == picked


def test_that_double_click_on_a_pod_folds_it_where_it_stands(canvas: Canvas) -> None:
    assert canvas.kept is not None
    assert canvas.scene is not None
    pod = canvas.scene.bands.pods[1]
    low, high = canvas.kept.frame.at(1, np.array([pod.left, pod.right]))
    y = canvas.kept.frame.places["row1"][0] - 3
    spot = next(
        QPoint(x, round(y))
        for x in range(round(low) + 1, round(high))
        if canvas.at(QPointF(x, round(y))).kind == "group"
    )
    QTest.mouseDClick(canvas, LEFT, pos=spot)
    assert canvas.desk.gaze.view.folds == (Fold("pod", pod.index),)
    assert canvas.desk.gaze.view.zoom == 1


def test_that_double_click_in_the_pan_tool_stays(canvas: Canvas) -> None:
    canvas.desk.gaze.take("pan")
    QTest.mouseDClick(canvas, LEFT, pos=spot_of(canvas, 5))
    assert canvas.desk.gaze.view.zoom == 1


def test_that_the_right_edge_of_the_overview_zooms_too(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 960)
    rest(qtbot, canvas)
    frame = canvas.frame_now()
    assert frame is not None
    assert canvas.kept is not None
    y = round(canvas.kept.frame.places["ruler"][0] + 9)
    left, wide = lens_span(frame)
    drag(canvas, QPoint(round(left + wide), y), QPoint(round(left + wide + 50), y))
    assert lens_span(canvas.frame_now())[1] == pytest.approx(wide + 50, abs=2)  # type: ignore[arg-type]


def test_that_the_rubber_band_is_seen(canvas: Canvas) -> None:
    before = canvas.grab().toImage()
    QTest.mousePress(canvas, LEFT, pos=QPoint(125, 55))
    move(canvas, QPointF(600, 500), LEFT)
    assert canvas.grab().toImage() != before
    QTest.mouseRelease(canvas, LEFT, pos=QPoint(600, 500))


def test_that_the_overview_of_the_map_leads_where_it_is_pressed_and_dragged(
    make_canvas: Make, qtbot: Any
) -> None:
    canvas = make_canvas(tree3(4, 4, 4, 3, 4))
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    canvas.full_size()
    rest(qtbot, canvas)
    ground = canvas.ground_now()
    assert isinstance(ground, MapGround)
    card = inset(ground)
    assert card is not None
    one, other = (
        QPoint(int(card[0] + card[2] * share), int(card[1] + card[3] * 0.5)) for share in (0.3, 0.7)
    )
    QTest.mousePress(canvas, LEFT, PLAIN, one)
    left = canvas.desk.gaze.view.center
    move(canvas, QPointF(other), LEFT)
    QTest.mouseRelease(canvas, LEFT, PLAIN, other)
    right = canvas.desk.gaze.view.center
    wide = ground.extent[2] - ground.extent[0]
    assert right - left == pytest.approx(0.4 * wide, rel=0.2)
    assert not canvas.desk.document.selection.nodes


def test_that_a_rubber_band_on_the_map_takes_what_it_holds(make_canvas: Make, qtbot: Any) -> None:
    canvas = make_canvas(tree2(3, 2, 2))
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    rest(qtbot, canvas)
    drag(canvas, QPoint(3, 60), QPoint(995, 690))
    assert len(canvas.desk.document.selection.nodes) == 11


def test_that_the_wheel_zooms_the_map_at_the_pointer_and_a_drag_pans_both_ways(
    make_canvas: Make, qtbot: Any
) -> None:
    canvas = make_canvas(tree2(3, 2, 2))
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    ground = canvas.ground_now()
    assert isinstance(ground, MapGround)
    under = ground.back(420, 300)
    wheel(canvas, 240, 420)
    ground = canvas.ground_now()
    assert isinstance(ground, MapGround)
    assert ground.back(420, 300) == pytest.approx(under)
    was = canvas.desk.gaze.place
    drag(canvas, QPoint(300, 300), QPoint(340, 280), MIDDLE)
    now = canvas.desk.gaze.place
    assert now[0] == was[0]
    assert ((was[1] - now[1]) * was[0], (was[2] - now[2]) * was[0]) == pytest.approx((40, -20))
    wheel(canvas, 120, modifier=Qt.KeyboardModifier.ShiftModifier)
    assert canvas.desk.gaze.place[2] == now[2] and canvas.desk.gaze.place[1] < now[1]


def test_that_a_view_turned_to_under_a_drag_of_the_overview_is_not_moved_by_it(
    make_canvas: Make, qtbot: Any
) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    rest(qtbot, canvas)
    assert canvas.kept is not None
    y = canvas.kept.frame.places["ruler"][0] + 9
    QTest.mousePress(canvas, LEFT, pos=QPoint(400, round(y)))
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    place = canvas.desk.gaze.place
    move(canvas, QPointF(600, y), LEFT)
    assert canvas.desk.gaze.place == place


def test_that_bands_are_pointed_at_while_the_picture_is_still_that_of_the_map(
    make_canvas: Make, qtbot: Any
) -> None:
    canvas = make_canvas(TREE)
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    rest(qtbot, canvas)
    canvas.desk.gaze.turn("layered")
    assert canvas.kept is not None and canvas.kept.view.kind == "map"
    canvas.pointer.hold_space(True)
    assert canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
