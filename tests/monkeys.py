"""A monkey: random mouse and keys on a window, seeded, and what must not grow meanwhile."""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QToolButton,
    QWidget,
)

from ibviz.drawing.legend import RAMP, ramp_left
from ibviz.drawing.vistas import KINDS
from ibviz.gui.commands import ON_CANVAS, TABLE
from ibviz.gui.window import Window

KEYS = [
    *(Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Home, Qt.Key.Key_Return, Qt.Key.Key_0),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_Minus),
    *(Qt.Key.Key_F, Qt.Key.Key_R, Qt.Key.Key_B, Qt.Key.Key_V, Qt.Key.Key_H, Qt.Key.Key_L, Qt.Key.Key_Space),
]
LEAVING = {
    "file.close",
    "file.quit",
    "file.save",
    "file.save_as",
    "file.open",
    "file.export",
    "file.tables",
    "help.about",
}
TRIGGERED = [action.name for action in TABLE if action.name not in LEAVING]
"""Whatever ends neither the window nor the history."""

VIEWS = [f"view.{kind}" for kind in KINDS]
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
HELD = [NONE, NONE, NONE, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier]


class Monkey:
    """A hand on mouse and keys that knows not what it does; now and then it aims."""

    def __init__(self, window: Window, dice: random.Random) -> None:
        self.window, self.dice = window, dice
        self.done: Counter[str] = Counter()
        self.deeds = (
            *(self.click, self.double, self.press, self.move, self.release, self.wheel, self.key, self.menu),
            *(self.action, self.action, self.drag_thing, self.drag_thing, self.legend, self.overview),
            *(self.panel, self.panel),
        )

    def act(self) -> None:
        """Do one thing."""
        self.deed, self.held = self.dice.choice(self.deeds), self.dice.choice(HELD)
        self.deed()
        self.done[self.deed.__name__] += 1

    @property
    def spot(self) -> QPoint:
        """Anywhere on the canvas."""
        canvas = self.window.canvas
        return QPoint(self.dice.randrange(canvas.width()), self.dice.randrange(canvas.height()))

    def click(self) -> None:
        QTest.mouseClick(self.window.canvas, self.dice.choice([LEFT, LEFT, RIGHT]), self.held, self.spot)

    def double(self) -> None:
        QTest.mouseDClick(self.window.canvas, LEFT, NONE, self.thing())

    def press(self) -> None:
        QTest.mousePress(self.window.canvas, self.dice.choice([LEFT, MIDDLE]), self.held, self.spot)

    def move(self) -> None:
        self.glide(self.spot, self.dice.choice([Qt.MouseButton.NoButton, LEFT]))

    def release(self) -> None:
        QTest.mouseRelease(self.window.canvas, self.dice.choice([LEFT, MIDDLE]), self.held, self.spot)

    def wheel(self) -> None:
        turn = self.dice.choice([-240, -120, 120, 240])
        QApplication.sendEvent(self.window.canvas, turned(self.spot, turn, self.held))

    def key(self) -> None:
        QTest.keyClick(self.window.canvas, self.dice.choice(KEYS), NONE)

    def menu(self) -> None:
        """Open the menu of the canvas, and take one of the groups that it offers to fold or open."""
        offered = self.window.canvas.menu()
        folds = [action for action in offered.actions() if action.objectName() not in ON_CANVAS]
        if folds:
            self.dice.choice(folds).trigger()
        offered.deleteLater()

    def action(self) -> None:
        names = VIEWS if self.dice.random() < 0.2 else TRIGGERED
        self.window.actions_[self.dice.choice(names)].trigger()

    def drag_thing(self) -> None:
        """Drag a node of the map; elsewhere it is a rubber band or nothing."""
        self.drag(self.thing(), self.spot)

    def legend(self) -> None:
        """Drag a handle of the legend, or press a colour of it."""
        scene, view = self.window.canvas.scene, self.window.desk.gaze.view
        if scene is not None:
            left = ramp_left(scene, view)
            ends = (view.low, view.high, self.dice.random())
            start, end = (QPoint(round(left + share * RAMP), 20) for share in self.dice.sample(ends, 2))
            self.drag(start, end)

    def overview(self) -> None:
        """Drag at the foot of the canvas, where bands have their overview and a map has its own."""
        canvas = self.window.canvas
        y = canvas.height() - self.dice.randrange(4, 60)
        start, end = (QPoint(self.dice.randrange(canvas.width()), y) for _ in range(2))
        self.drag(start, end)

    def panel(self) -> None:
        """Press a button, choose an entry, click a row or write a word in one of the panels."""
        docks = self.window.findChildren(QDockWidget)
        if widget := self.picked([one for dock in docks for one in dock.findChildren(QWidget)]):
            self.use(widget)

    def picked(self, widgets: list[QWidget]) -> QWidget | None:
        """Return something to handle; a button with a menu would wait for an answer."""
        handled = (QAbstractButton, QComboBox, QAbstractItemView, QLineEdit)
        open_ = [one for one in widgets if isinstance(one, handled) and one.isVisible() and one.isEnabled()]
        free = [one for one in open_ if not (isinstance(one, QToolButton) and one.menu())]
        return self.dice.choice(free) if free else None

    def use(self, widget: QWidget) -> None:
        if isinstance(widget, QAbstractButton):
            widget.click()
        elif isinstance(widget, QComboBox) and widget.count():
            widget.setCurrentIndex(self.dice.randrange(widget.count()))
            widget.activated.emit(widget.currentIndex())
        elif isinstance(widget, QLineEdit):
            widget.setText(self.dice.choice(["", "leaf", "(", "0", "-3", "h1 > 2"]))
            QTest.keyClick(widget, Qt.Key.Key_Return)
        elif isinstance(widget, QAbstractItemView):
            at = QPoint(self.dice.randrange(widget.width()), self.dice.randrange(widget.height()))
            self.dice.choice([QTest.mouseClick, QTest.mouseDClick])(widget.viewport(), LEFT, self.held, at)

    def thing(self) -> QPoint:
        """The middle of a node that is shown, where one is found."""
        canvas = self.window.canvas
        spots = [self.spot for _ in range(12)]
        return next((spot for spot in spots if canvas.at(QPointF(spot)).node >= 0), spots[0])

    def drag(self, start: QPoint, end: QPoint) -> None:
        """Press, move in two steps, let go; sometimes Escape, another view or undo comes in between."""
        QTest.mousePress(self.window.canvas, LEFT, self.held, start)
        self.glide(start + (end - start) / 2, LEFT)
        between = self.dice.randrange(8)
        if between == 0:
            QTest.keyClick(self.window.canvas, Qt.Key.Key_Escape)
        elif between == 1:
            self.window.actions_[self.dice.choice([*VIEWS, "edit.undo", "simulate.fail"])].trigger()
        self.glide(end, LEFT)
        QTest.mouseRelease(self.window.canvas, LEFT, self.held, end)

    def glide(self, spot: QPoint, button: Qt.MouseButton) -> None:
        """Move the mouse, with a button down or none."""
        at = QPointF(spot)
        event = QMouseEvent(QEvent.Type.MouseMove, at, at, Qt.MouseButton.NoButton, button, self.held)
        QApplication.sendEvent(self.window.canvas, event)


def turned(spot: QPoint, by: int, held: Qt.KeyboardModifier) -> QWheelEvent:
    """A turn of the wheel."""
    at = QPointF(spot)
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, QPoint(), QPoint(0, by), Qt.MouseButton.NoButton, held, phase, False)


@dataclass(frozen=True)
class Holding:
    """What the process holds: memory in MB, threads, open files, widgets."""

    memory: int
    threads: int
    files: int
    widgets: int

    @classmethod
    def now(cls) -> Holding:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        resident = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
        files = len(list(Path("/proc/self/fd").iterdir()))
        return cls(resident >> 20, threading.active_count(), files, len(QApplication.allWidgets()))

    def exceeds(self, other: Holding) -> str:
        """Return what is held beyond another holding and a little room; empty if nothing is."""
        room = Holding(60, 2, 6, 120)
        grown = {name: vars(self)[name] - vars(other)[name] for name in vars(self)}
        return ", ".join(f"{by} more {name}" for name, by in grown.items() if by > vars(room)[name])
