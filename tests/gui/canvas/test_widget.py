"""The canvas in a window: what it shows, when it paints, what it tells scripts."""

from __future__ import annotations

from typing import Any

import pytest
from fabrics import fabric_of, tree3
from gui_canvas import Make, move, rest, spot_of, wheel
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ibviz.gui.selection import Selection

TREE = tree3(4, 4, 4, 3, 4)
NONE = Qt.MouseButton.NoButton


def test_that_the_wheel_keeps_what_is_at_the_pointer(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 480)
    for turn in (120, 240, -120):
        before = canvas.share(500)
        wheel(canvas, turn)
        assert canvas.share(500) == pytest.approx(before, abs=1e-9)
    assert canvas.desk.gaze.view.zoom > 1


def test_that_the_wheel_never_goes_beyond_fit_nor_beyond_one_leaf(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, -1200)
    assert canvas.desk.gaze.view.zoom == 1
    for _ in range(10):
        wheel(canvas, 2400)
    frame = canvas.frame_now()
    assert frame is not None
    assert frame.leaf_px <= frame.room


def test_that_shift_and_wheel_pan(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    before = canvas.desk.gaze.view
    wheel(canvas, 120, modifier=Qt.KeyboardModifier.ShiftModifier)
    after = canvas.desk.gaze.view
    assert after.zoom == before.zoom
    assert after.center < before.center


def test_that_hovering_and_selecting_begin_no_picture(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    begun = canvas.painted
    move(canvas, QPointF(spot_of(canvas, 0)), NONE)
    canvas.desk.document.select(Selection(nodes=frozenset([0])))
    canvas.repaint()
    assert canvas.painted == begun


def test_that_a_resize_keeps_the_middle(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    center = canvas.desk.gaze.view.center
    canvas.resize(1300, 800)
    rest(qtbot, canvas)
    assert canvas.desk.gaze.view.center == center
    assert canvas.kept is not None
    assert canvas.kept.chrome.width() == 1300 * canvas.devicePixelRatioF()


def test_that_an_empty_document_is_shown(make_canvas: Make) -> None:
    canvas = make_canvas(fabric_of("", []))
    wheel(canvas, 120)
    canvas.repaint()
    assert canvas.at(QPointF(300, 300)).kind == "nothing"
    canvas.go_to_selection()
    QTest.keyClick(canvas, Qt.Key.Key_Right)


def test_that_going_to_a_node_can_be_undone_by_back(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.go_to(Selection(nodes=frozenset([3])))
    assert canvas.desk.gaze.view.zoom > 1
    canvas.desk.gaze.back()
    assert canvas.desk.gaze.view.zoom == 1
    canvas.desk.gaze.forward()
    canvas.fit()
    assert canvas.desk.gaze.view.zoom == 1


def test_that_neighbours_are_selected_with_their_cables(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.document.select(Selection(nodes=frozenset([0])))
    canvas.select_neighbours()
    chosen = canvas.desk.document.selection
    assert len(chosen.nodes) == 1 + 4 + 4
    assert len(chosen.cables) == 8


def test_that_a_right_click_opens_the_menu_that_is_offered(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    action = QAction("Fail", canvas)
    canvas.offer([action])
    menu = canvas.menu()
    assert menu.actions() == [action]
    menu.close()


def test_that_pinching_zooms_at_the_fingers(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    spot = QPointF(400, 300)
    device = QPointingDevice.primaryPointingDevice()
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, device, 2, spot, spot, spot, 0.5, QPointF()
    )
    before = canvas.share(400)
    QApplication.sendEvent(canvas, pinch)
    assert canvas.desk.gaze.view.zoom == pytest.approx(1.5)
    assert canvas.share(400) == pytest.approx(before)


def test_that_another_screen_has_the_picture_made_anew(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    begun = canvas.painted
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert canvas.painted == begun + 1
    rest(qtbot, canvas)


def test_that_the_menu_of_a_canvas_pops_up_at_the_pointer(
    make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, shown = make_canvas(TREE), []
    monkeypatch.setattr(QMenu, "popup", lambda menu, spot: shown.append((len(menu.actions()), spot)))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(300, 300), QPoint(310, 320))
    QApplication.sendEvent(canvas, event)
    assert not shown
    canvas.offer([QAction("Fail", canvas)])
    QApplication.sendEvent(canvas, event)
    assert shown == [(1, QPoint(310, 320))]
