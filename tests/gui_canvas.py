"""Hands for tests of the canvas: wheel, drag, and where a node is on screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ibviz.gui.canvas import Canvas

Make = Callable[..., Canvas]
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
PLAIN = Qt.KeyboardModifier.NoModifier


def rest(qtbot: Any, canvas: Canvas) -> None:
    qtbot.waitUntil(lambda: canvas.resting, timeout=10_000)


def spot_of(canvas: Canvas, node: int) -> QPoint:
    """The middle of a node on screen."""
    assert canvas.kept is not None
    found = canvas.kept.picture.trace(np.array([node]), np.empty(0, np.int64))
    box = found.moved(canvas.move_now()).boxes[0]
    return QPoint(round(box[0] + box[2] / 2), round(box[1] + box[3] / 2))


def wheel(canvas: Canvas, turn: int, x: float = 500, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    spot = QPointF(x, 300)
    none = Qt.MouseButton.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase, False
    QApplication.sendEvent(canvas, QWheelEvent(spot, spot, QPoint(), QPoint(0, turn), *none))


def move(canvas: Canvas, spot: QPointF, button: Any, modifier: Any = PLAIN) -> None:
    """Move the mouse with a button down."""
    event = QMouseEvent(QEvent.Type.MouseMove, spot, spot, Qt.MouseButton.NoButton, button, modifier)
    QApplication.sendEvent(canvas, event)


def drag(canvas: Canvas, start: QPoint, end: QPoint, button: Any = LEFT, modifier: Any = PLAIN) -> None:
    """Press, move in two steps, release."""
    QTest.mousePress(canvas, button, modifier, start)
    for part in (0.3, 1.0):
        move(canvas, QPointF(start + (end - start) * part), button, modifier)
    QTest.mouseRelease(canvas, button, modifier, end)
