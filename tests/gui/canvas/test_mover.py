"""Nodes of the map dragged elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fabrics import tree2
from gui_canvas import Make, drag, move, rest, spot_of
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from ibviz.core.state import State
from ibviz.drawing.map.places import places
from ibviz.drawing.theme import theme
from ibviz.gui.canvas import Canvas
from ibviz.gui.canvas.mover import SNAP, grasped, members, snapped
from ibviz.gui.canvas.slide import Slide
from ibviz.gui.selection import Selection

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT, PLAIN = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.fixture
def canvas(make_canvas: Make, qtbot: Any) -> Canvas:
    """A map of three leaves at its own size."""
    made = make_canvas(tree2(3, 2, 2))
    made.look_as("map")
    qtbot.waitUntil(lambda: made.desk.gaze.view.kind == "map", timeout=5000)
    rest(qtbot, made)
    return made


def place(canvas: Canvas, node: int) -> list[float]:
    found: list[float] = canvas.desk.document.state.positions[node].tolist()
    return found


def test_that_a_node_is_dragged_snapped_and_undone_in_one_step(canvas: Canvas, qtbot: Any) -> None:
    assert canvas.scene is not None
    was = places(canvas.scene)[0].copy()
    qtbot.waitUntil(lambda: canvas.desk.results.current, timeout=5000)
    qtbot.waitUntil(lambda: not canvas.desk.jobs.running("scene"), timeout=5000)
    rest(qtbot, canvas)
    spot, picture = spot_of(canvas, 0), canvas.painted
    drag(canvas, spot, spot + QPoint(50, 31))
    assert canvas.desk.results.current and not canvas.desk.jobs.running("simulate")
    x, y = place(canvas, 0)
    assert x % SNAP == 0 and y % SNAP == 0
    assert abs(x - was[0] - 50 / canvas.desk.gaze.view.zoom) <= SNAP
    assert canvas.desk.document.stack.undoText() == "Move S0"
    assert np.isnan(canvas.desk.document.state.positions[1:]).all()
    qtbot.waitUntil(lambda: canvas.painted > picture, timeout=5000)
    rest(qtbot, canvas)
    now = spot_of(canvas, 0)
    assert abs(now.x() - spot.x() - 50) <= SNAP + 1
    canvas.desk.document.stack.undo()
    assert np.isnan(canvas.desk.document.state.positions).all()


def test_that_selected_nodes_move_together_and_control_moves_freely(canvas: Canvas) -> None:
    assert canvas.scene is not None
    was = places(canvas.scene)[[0, 1]].copy()
    canvas.desk.document.select(Selection(nodes=frozenset([0, 1])))
    spot = spot_of(canvas, 1)
    _free(canvas, spot, QPoint(17, 5))
    moved = canvas.desk.document.state.positions[[0, 1]] - was
    assert np.allclose(moved, np.array([17.0, 5.0]) / canvas.desk.gaze.view.zoom)
    assert canvas.desk.document.stack.undoText() == "Move 2 nodes"


def _free(canvas: Canvas, spot: QPoint, by: QPoint) -> None:
    """Press plainly, drag with Control down."""
    QTest.mousePress(canvas, LEFT, PLAIN, spot)
    move(canvas, QPointF(spot + by), LEFT, CONTROL)
    QTest.mouseRelease(canvas, LEFT, PLAIN, spot + by)


def test_that_shift_keeps_the_axis_and_escape_puts_back(canvas: Canvas) -> None:
    assert canvas.scene is not None
    y = places(canvas.scene)[2, 1]
    spot = spot_of(canvas, 2)
    QTest.mousePress(canvas, LEFT, PLAIN, spot)
    move(canvas, QPointF(spot + QPoint(60, 25)), LEFT, SHIFT)
    QTest.mouseRelease(canvas, LEFT, PLAIN, spot)
    assert place(canvas, 2)[1] == y
    count = canvas.desk.document.stack.count()
    QTest.mousePress(canvas, LEFT, PLAIN, spot_of(canvas, 1))
    move(canvas, QPointF(spot_of(canvas, 1) + QPoint(60, 25)), LEFT)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, PLAIN, spot)
    assert canvas.desk.document.stack.count() == count
    assert not canvas.pointer.busy


def test_that_a_click_on_one_of_several_selected_selects_it_alone(canvas: Canvas) -> None:
    canvas.desk.document.select(Selection(nodes=frozenset([0, 1])))
    QTest.mouseClick(canvas, LEFT, PLAIN, spot_of(canvas, 1))
    assert canvas.desk.document.selection.nodes == {1}
    QTest.mouseClick(canvas, LEFT, CONTROL, spot_of(canvas, 1))
    assert not canvas.desk.document.selection.nodes
    assert not canvas.desk.document.stack.count()


def test_that_what_is_dragged_is_seen_with_its_cables_without_painting_anew(canvas: Canvas) -> None:
    mover, spot = canvas.pointer.mover, QPointF(spot_of(canvas, 0))
    now = canvas.move_now()
    assert isinstance(now, Slide)
    painted = canvas.painted
    mover.take(0, spot)
    assert mover.items(now, theme("dark")) == []
    mover.drag(spot + QPointF(48, 24), free=False, straight=False)
    old, lines, new, words = mover.items(now, theme("dark"))
    assert words.text.tolist() == ["S0"]  # type: ignore[union-attr]
    away = (new.xywh - old.xywh)[0]  # type: ignore[union-attr]
    assert away[0] > 24 and away[1] > 6 and not away[2:].any()
    assert len(lines.row) == int((canvas.scene.ends[canvas.scene.cables] == 0).any(axis=1).sum())  # type: ignore[union-attr]
    assert canvas.painted == painted
    mover.give_up()
    assert mover.items(now, theme("dark")) == []
    mover.drag(spot, free=True, straight=False)
    mover.drop()
    assert not canvas.desk.document.stack.count()


def test_that_arrows_with_control_nudge_in_one_step(canvas: Canvas) -> None:
    assert canvas.scene is not None
    canvas.setFocus()
    was = places(canvas.scene)[1].copy()
    canvas.desk.document.select(Selection(nodes=frozenset([1])))
    for _ in range(3):
        QTest.keyClick(canvas, Qt.Key.Key_Right, CONTROL)
    QTest.keyClick(canvas, Qt.Key.Key_Up, CONTROL | SHIFT)
    assert place(canvas, 1) == [was[0] + 3 * SNAP, was[1] - 1]
    assert canvas.desk.document.stack.count() == 1
    canvas.desk.document.select(Selection())
    assert not canvas.pointer.mover.nudge(1, 1)


@pytest.mark.parametrize("leaves", [1, 6])
def test_that_a_drag_moves_nothing_of_a_document_that_came_meanwhile(canvas: Canvas, leaves: int) -> None:
    spot = spot_of(canvas, 4)
    QTest.mousePress(canvas, LEFT, PLAIN, spot)
    move(canvas, QPointF(spot + QPoint(60, 40)), LEFT)
    canvas.desk.document.load(State(tree2(leaves, 1, 1)), None)
    move(canvas, QPointF(spot + QPoint(90, 40)), LEFT)
    QTest.mouseRelease(canvas, LEFT, PLAIN, spot + QPoint(90, 40))
    canvas.desk.document.select(Selection(nodes=frozenset([1])))
    assert not canvas.pointer.mover.nudge(12, 0)
    assert not canvas.desk.document.stack.canUndo()
    assert not canvas.pointer.mover.items(canvas.move_now(), theme("dark"))


def test_that_nothing_moves_in_bands(make_canvas: Make) -> None:
    canvas = make_canvas(tree2(3, 2, 2))
    assert not canvas.pointer.mover.possible
    spot = spot_of(canvas, 0)
    drag(canvas, spot, spot + QPoint(50, 31))
    assert not canvas.desk.document.stack.count()


def test_that_a_grasp_holds_the_ends_of_its_cables(canvas: Canvas) -> None:
    assert canvas.kept is not None
    ground = canvas.kept.picture.ground
    grasp = grasped(ground, np.array([0, 1]), 0)  # type: ignore[arg-type]
    assert grasp.held.any(axis=1).all() and grasp.rows.tolist() == [0, 1]
    assert members(ground.scene, np.array([1])).tolist() == [1]
    assert snapped(np.array([1.0, 1.0]), (0.0, 0.0)) == (0.0, 0.0)


@pytest.mark.parametrize("side", [1, -1])
def test_that_a_drag_to_the_edge_scrolls_and_is_undone_in_one_step(
    canvas: Canvas, qtbot: Any, side: int
) -> None:
    gaze, mover = canvas.desk.gaze, canvas.pointer.mover
    was, center = places(canvas.scene)[0].copy(), gaze.view.center  # type: ignore[arg-type]
    spot, edge = spot_of(canvas, 0), QPoint(canvas.width() - 3 if side > 0 else 3, 300)
    QTest.mousePress(canvas, LEFT, PLAIN, spot)
    move(canvas, QPointF(edge), LEFT)
    qtbot.waitUntil(lambda: side * (gaze.view.center - center) > 30, timeout=5000)
    held = mover.items(canvas.move_now(), theme("dark"))  # type: ignore[arg-type]
    box = held[2].xywh[0]  # type: ignore[union-attr]
    assert abs(box[0] + box[2] / 2 - edge.x()) <= SNAP * gaze.view.zoom + 2
    move(canvas, QPointF(canvas.width() / 2, 300), LEFT)
    there = gaze.view.center
    QTest.qWait(60)
    assert gaze.view.center == there
    move(canvas, QPointF(edge), LEFT)
    QTest.mouseRelease(canvas, LEFT, PLAIN, edge)
    there = gaze.view.center
    away = (edge.x() - spot.x()) / gaze.view.zoom + there - center
    assert abs(place(canvas, 0)[0] - was[0] - away) <= SNAP
    assert canvas.desk.document.stack.count() == 1
    QTest.qWait(60)
    assert gaze.view.center == there
    canvas.desk.document.stack.undo()
    assert np.isnan(canvas.desk.document.state.positions).all()


def test_that_a_drag_given_up_at_the_edge_scrolls_no_further(canvas: Canvas, qtbot: Any) -> None:
    gaze, center = canvas.desk.gaze, canvas.desk.gaze.view.center_y
    QTest.mousePress(canvas, LEFT, PLAIN, spot_of(canvas, 0))
    move(canvas, QPointF(400, canvas.height() - 1), LEFT)
    qtbot.waitUntil(lambda: gaze.view.center_y > center, timeout=5000)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    there = gaze.view.center_y
    QTest.qWait(60)
    assert gaze.view.center_y == there and not canvas.desk.document.stack.count()
