"""Random events: no exception, no hang, and undo leads back to the very first State."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox

from ibviz.core.reading import read_state
from ibviz.core.resources import resource
from ibviz.gui.window import Window

KEYS = [
    *(Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Home, Qt.Key.Key_Return, Qt.Key.Key_0),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_Minus),
    *(Qt.Key.Key_F, Qt.Key.Key_R, Qt.Key.Key_B, Qt.Key.Key_V, Qt.Key.Key_H),
]
TRIGGERED = [
    *("edit.undo", "edit.redo", "view.back", "view.forward", "view.fit", "view.in", "view.out"),
    *("view.dark", "view.light", "simulate.fail", "simulate.repair", "tool.pan", "tool.select"),
]
NONE = Qt.KeyboardModifier.NoModifier
HELD = [NONE, NONE, NONE, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier]


def act(window: Window, dice: random.Random) -> None:
    """Do one thing that a hand on mouse and keys may do."""
    canvas = window.canvas
    spot = QPoint(dice.randrange(canvas.width()), dice.randrange(canvas.height()))
    held = dice.choice(HELD)
    left = Qt.MouseButton.LeftButton
    kind = dice.randrange(8)
    if kind == 0:
        QTest.mouseClick(canvas, left, held, spot)
    elif kind == 1:
        QTest.mousePress(canvas, dice.choice([left, Qt.MouseButton.MiddleButton]), held, spot)
    elif kind == 2:
        QTest.mouseMove(canvas, spot)
    elif kind == 3:
        QTest.mouseRelease(canvas, dice.choice([left, Qt.MouseButton.MiddleButton]), held, spot)
    elif kind == 4:
        QApplication.sendEvent(canvas, turned(spot, dice.choice([-240, -120, 120, 240]), held))
    elif kind == 5:
        QTest.keyClick(canvas, dice.choice(KEYS), NONE)
    elif kind == 6:
        window.actions_[dice.choice(TRIGGERED)].trigger()
    else:
        QTest.mouseDClick(canvas, left, NONE, spot)


def turned(spot: QPoint, by: int, held: Qt.KeyboardModifier) -> QWheelEvent:
    """A turn of the wheel."""
    at = QPointF(spot)
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, QPoint(), QPoint(0, by), Qt.MouseButton.NoButton, held, phase, False)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("sample", ["two-rail.ibviz.yaml", "quirks.ibnetdiscover"])
def test_that_random_events_break_nothing_and_can_be_undone(
    qtbot: Any,
    make_window: Callable[..., Window],
    answers: list[Any],
    many: Callable[[int, int], int],
    monkeypatch: pytest.MonkeyPatch,
    sample: str,
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    answers += [QMessageBox.StandardButton.Cancel] * 50
    state = read_state(resource("samples", sample))
    window = make_window(state, panels=True)
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    dice = random.Random(sample)
    for number in range(many(120, 10_000)):
        act(window, dice)
        if number % 10 == 0:
            qtbot.wait(1)
    while window.desk.document.stack.canUndo():
        window.desk.document.stack.undo()
    assert window.desk.document.state is state
    assert not window.isWindowModified()
    qtbot.waitUntil(lambda: not window.desk.jobs.running("simulate"), timeout=20000)
