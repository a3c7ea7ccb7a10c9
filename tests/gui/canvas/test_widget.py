"""The canvas in a window: what it shows, when it paints, what it tells scripts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fabrics import fabric_of, tree2, tree3
from gui_canvas import Make, move, rest, spot_of, wheel
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ibviz.core.edit_scenarios import fail
from ibviz.core.errors import EditError
from ibviz.core.state import State
from ibviz.drawing.theme import theme
from ibviz.gui.selection import NOTHING, Selection

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


def test_that_hovering_and_selecting_begin_no_picture(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    begun = canvas.painted
    move(canvas, QPointF(spot_of(canvas, 0)), NONE)
    canvas.desk.document.select(Selection(nodes=frozenset([0])))
    canvas.repaint()
    assert canvas.painted == begun


def test_that_a_new_load_keeps_the_bands(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    assert canvas.scene is not None
    bands = canvas.scene.bands
    canvas.desk.document.apply("Fail", lambda s: fail(s, cables=[0]))
    qtbot.waitUntil(lambda: bool(canvas.scene is not None and canvas.scene.failed[0]), timeout=10_000)
    qtbot.waitUntil(lambda: canvas.desk.results.current and canvas.resting, timeout=10_000)
    assert canvas.scene.bands is bands


def test_that_the_wish_for_an_overlay_outlives_a_time_without_load(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    load, scene = canvas.desk.results._load, canvas.scene
    for shown, name in ((None, "plain"), (load, "utilization")):
        canvas.desk.results._load, scene = shown, canvas.scene
        canvas.remake()
        qtbot.waitUntil(lambda: canvas.scene is not scene)  # noqa: B023
        assert canvas.desk.gaze.view.overlay == "utilization"
        assert canvas.scene is not None
        assert canvas.scene.overlay("utilization").name == name


def test_that_the_theme_changes_live(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.gaze.change(theme="light")
    rest(qtbot, canvas)
    seen = canvas.grab().toImage().pixelColor(3, 400).rgb()
    assert seen == theme("light").canvas | 0xFF000000


def test_that_a_resize_keeps_the_middle(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    center = canvas.desk.gaze.view.center
    canvas.resize(1300, 800)
    rest(qtbot, canvas)
    assert canvas.desk.gaze.view.center == center
    assert canvas.kept is not None
    assert canvas.kept.chrome.width() == 1300 * canvas.devicePixelRatioF()


def test_that_levels_of_detail_are_held(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.kept is not None
    assert canvas.shown_view.held == canvas.kept.frame.levels


def test_that_a_document_of_another_shape_takes_its_place(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.document.select(Selection(nodes=frozenset([60])))
    canvas.desk.document.load(State(tree2(2, 2, 2)), None)
    canvas.repaint()
    qtbot.waitUntil(lambda: canvas.scene is not None and len(canvas.scene.nodes) == 8, timeout=10_000)
    rest(qtbot, canvas)
    canvas.repaint()


def test_that_an_empty_document_is_shown(make_canvas: Make) -> None:
    canvas = make_canvas(fabric_of("", []))
    wheel(canvas, 120)
    canvas.repaint()
    assert canvas.at(QPointF(300, 300)).kind == "nothing"
    canvas.go_to_selection()
    QTest.keyClick(canvas, Qt.Key.Key_Right)


def test_that_a_card_comes_after_a_moment_and_goes_with_the_pointer(
    qtbot: Any, make_canvas: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = make_canvas(TREE)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    spot = spot_of(canvas, 0)
    move(canvas, QPointF(spot), NONE)
    qtbot.wait(10)
    assert canvas.card.facts is None
    qtbot.waitUntil(lambda: canvas.card.facts is not None, timeout=2000)
    assert canvas.card.facts is not None
    assert canvas.card.facts.title == "S0"
    assert not canvas.card.geometry().adjusted(10, 10, -10, -10).contains(spot)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.card.facts is None


def test_that_what_is_hovered_is_told(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    found: list[Any] = []
    canvas.hovered.connect(found.append)
    move(canvas, QPointF(spot_of(canvas, 5)), NONE)
    assert found[-1].node == 5
    wheel(canvas, 120)
    assert found[-1].kind == "nothing"


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


def test_that_the_path_of_a_flow_is_lit(make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    before = canvas.grab().toImage()
    canvas.desk.document.select(Selection(flow=0))
    assert canvas.grab().toImage() != before
    canvas.desk.document.select(NOTHING)
    assert canvas.grab().toImage() == before


def test_that_an_old_load_is_dimmed_until_the_new_one_is_there(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    before = canvas.grab().toImage()
    canvas._dim = True
    assert canvas.grab().toImage() != before
    canvas.desk.results.changed.emit(canvas.desk.results.load)
    rest(qtbot, canvas)
    assert canvas.grab().toImage() == before


def test_that_scripts_are_told_frames_inputs_and_the_first_picture(
    qtbot: Any, make_canvas: Make, tmp_path: Path
) -> None:
    log = tmp_path / "timings.jsonl"
    canvas = make_canvas(TREE, traffic=True, log=log)
    for _ in range(3):
        wheel(canvas, 120)
    canvas.repaint()
    rest(qtbot, canvas)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    events = [line["event"] for line in told]
    assert events.count("first_paint") == 1
    assert events.count("input") == 3
    assert {"frame", "simulated"} <= set(events)
    assert all(line["to_paint_ms"] >= 0 for line in told if line["event"] == "input")
    assert all(line["cost_ms"] >= 0 for line in told if line["event"] == "frame")


def test_that_a_change_of_detail_fades(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(tree3(12, 24, 4, 3, 4))
    canvas.desk.settings.reduce_motion = False
    levels = canvas.shown_view.held
    canvas.desk.gaze.change(held=levels)
    view = canvas.desk.gaze.view
    canvas.desk.gaze.move(40.0, 0.5)
    rest(qtbot, canvas)
    assert canvas.shown_view.held != levels
    qtbot.waitUntil(lambda: canvas._fade.old is None, timeout=2000)
    assert replace(canvas.shown_view, held=(), zoom=1.0) == replace(view, held=())


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


def test_that_a_click_while_in_motion_means_what_is_there_then(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    wheel(canvas, 960)
    rest(qtbot, canvas)
    canvas.pan_by(-100)
    spot = spot_of(canvas, 8)
    assert canvas.at(QPointF(spot)).node == 8
    canvas.hover(QPointF(spot))
    assert canvas.card.facts is None


def test_that_beside_the_bands_there_is_nothing(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    assert canvas.at(QPointF(20, 300)).kind == "nothing"


def test_that_another_screen_has_the_picture_made_anew(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    begun = canvas.painted
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert canvas.painted == begun + 1
    rest(qtbot, canvas)


def test_that_a_scene_that_cannot_be_made_leaves_the_ground(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas._refuse(EditError("no"))
    canvas.repaint()
    assert canvas.scene is None
    assert canvas.at(QPointF(400, 300)).kind == "nothing"
    assert canvas.sizeHint().width() > 480


def test_that_no_card_comes_during_a_drag(make_canvas: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = make_canvas(TREE)
    monkeypatch.setattr(canvas, "underMouse", lambda: True)
    move(canvas, QPointF(spot_of(canvas, 0)), NONE)
    QTest.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=spot_of(canvas, 0))
    canvas._tell()
    assert canvas.card.facts is None


def test_that_a_picture_of_a_former_scene_is_not_taken(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    old = canvas.kept
    scene = canvas.scene
    canvas.remake()
    qtbot.waitUntil(lambda: canvas.scene is not scene)
    rest(qtbot, canvas)
    assert old is not None
    canvas._take_picture(old)
    assert canvas.kept is not old


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
