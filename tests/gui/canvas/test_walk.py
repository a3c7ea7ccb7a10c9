"""Keys on the canvas."""

from __future__ import annotations

from typing import Any

import pytest
from fabrics import fabric_of, tree3
from gui_canvas import Make
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ibviz.drawing.map.places import places
from ibviz.gui.canvas import Canvas
from ibviz.gui.selection import NOTHING, Selection

KEYS = Qt.Key


@pytest.fixture
def canvas(make_canvas: Make) -> Canvas:
    made = make_canvas(tree3(4, 4, 4, 3, 4))
    made.setFocus()
    return made


def chosen(canvas: Canvas) -> int:
    return next(iter(canvas.desk.document.selection.nodes))


def test_that_arrows_walk(canvas: Canvas) -> None:
    QTest.keyClick(canvas, KEYS.Key_Right)
    first = chosen(canvas)
    QTest.keyClick(canvas, KEYS.Key_Right)
    assert chosen(canvas) != first
    QTest.keyClick(canvas, KEYS.Key_Left)
    assert chosen(canvas) == first
    QTest.keyClick(canvas, KEYS.Key_Down)
    assert canvas.scene is not None
    assert canvas.scene.band[chosen(canvas)] == 0
    QTest.keyClick(canvas, KEYS.Key_Up)
    assert chosen(canvas) == first


def test_that_tab_walks_and_leaves_behind_the_last_node(canvas: Canvas) -> None:
    assert canvas.focusNextPrevChild(True)
    assert canvas.scene is not None
    last = int(canvas.scene.bands.levels[0][-1])
    canvas.desk.document.select(Selection(nodes=frozenset([last])))
    assert not canvas.focusNextPrevChild(True)


def test_that_what_is_walked_to_is_brought_into_view(canvas: Canvas) -> None:
    assert canvas.scene is not None
    leaves = canvas.scene.bands.levels[1]
    canvas.go_to(Selection(nodes=frozenset([int(leaves[0])])))
    canvas.desk.document.select(Selection(nodes=frozenset([int(leaves[0])])))
    for _ in range(6):
        QTest.keyClick(canvas, KEYS.Key_Right)
    frame = canvas.frame_now()
    assert frame is not None
    assert chosen(canvas) == leaves[6]
    x = float(frame.at(1, canvas.scene.bands.x[leaves[6:7]])[0])
    assert frame.left <= x <= frame.left + frame.room


def test_that_enter_goes_there_and_home_comes_back(canvas: Canvas) -> None:
    QTest.keyClick(canvas, KEYS.Key_Right)
    QTest.keyClick(canvas, KEYS.Key_Return)
    assert canvas.desk.gaze.view.zoom > 1
    QTest.keyClick(canvas, KEYS.Key_Home)
    assert canvas.desk.gaze.view.zoom == 1


def test_that_escape_backs_out_one_step_at_a_time(canvas: Canvas) -> None:
    QTest.keyClick(canvas, KEYS.Key_Right)
    canvas.desk.gaze.take("pan")
    QTest.keyClick(canvas, KEYS.Key_Escape)
    assert canvas.desk.gaze.tool == "select"
    assert canvas.desk.document.selection
    QTest.keyClick(canvas, KEYS.Key_Escape)
    assert canvas.desk.document.selection == NOTHING


def test_that_keys_with_modifiers_are_left_to_others(canvas: Canvas) -> None:
    QTest.keyClick(canvas, KEYS.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert canvas.desk.document.selection == NOTHING


def test_that_there_is_nothing_to_walk_in_an_empty_fabric(make_canvas: Make) -> None:
    empty = make_canvas(fabric_of("", []))
    QTest.keyClick(empty, KEYS.Key_Right)
    assert not empty.focusNextPrevChild(True)
    assert empty.desk.document.selection == NOTHING


def test_that_arrows_walk_the_map_to_what_lies_there(canvas: Canvas, qtbot: Any) -> None:
    canvas.look_as("map")
    qtbot.waitUntil(lambda: canvas.desk.gaze.view.kind == "map", timeout=5000)
    QTest.keyClick(canvas, KEYS.Key_Right)
    assert canvas.scene is not None
    first = chosen(canvas)
    at = places(canvas.scene)
    QTest.keyClick(canvas, KEYS.Key_Right)
    assert at[chosen(canvas)][0] > at[first][0]
    QTest.keyClick(canvas, KEYS.Key_Left)
    QTest.keyClick(canvas, KEYS.Key_Down)
    assert at[chosen(canvas)][1] > at[first][1]
    for _ in range(30):
        QTest.keyClick(canvas, KEYS.Key_Up)
    assert at[chosen(canvas)][1] <= at[:, 1].min() + 40
    canvas.desk.document.select(NOTHING)
    assert canvas.focusNextPrevChild(True)
