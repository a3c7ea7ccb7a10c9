"""The canvas: one widget that shows the picture of the document and answers pointer and keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from ibviz.drawing.hit import Hit
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.gui.canvas.card import Card
from ibviz.gui.canvas.folder import Folder
from ibviz.gui.canvas.hover import Hover
from ibviz.gui.canvas.keeper import Keeper
from ibviz.gui.canvas.kept import Kept
from ibviz.gui.canvas.lights import Lights
from ibviz.gui.canvas.moving import Moved, moved
from ibviz.gui.canvas.pointer import Pointer
from ibviz.gui.canvas.roaming import Roaming
from ibviz.gui.canvas.stager import Stager
from ibviz.gui.canvas.stopwatch import TIMED, Stopwatch
from ibviz.gui.canvas.surface import Surface
from ibviz.gui.canvas.veil import Veil
from ibviz.gui.canvas.walk import Walk
from ibviz.gui.desk import Desk
from ibviz.gui.selection import Selection

PINCH = Qt.NativeGestureType.ZoomNativeGesture


class Canvas(Roaming):
    """Shows one of the views: brings together what makes, keeps, paints and lights it, and hands on events.

    Parameters
    ----------
    desk : Desk
    parent : QWidget or None

    Attributes
    ----------
    stager, keeper, lights, veil, folder, pointer, hovering
        What makes the scene, keeps its picture, lights and dims it, folds groups, answers the pointer and what is
        under it.

    Signals
    -------
    hovered(hit)
        What is under the pointer.
    """

    hovered = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.stager = Stager(self)
        self.keeper = Keeper(self)
        self.lights = Lights(desk)
        self.veil = Veil(self)
        self.folder = Folder(self)
        self.pointer = Pointer(self)
        self.hovering = Hover(self)
        self._surface = Surface(self)
        self._stopwatch = Stopwatch(desk.timings)
        self._walk = Walk(self)
        self._offered: list[QAction] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(480, 320)
        self.setAccessibleName("Fabric")
        self.setAccessibleDescription(
            "The picture of the fabric; the tables below it list the same nodes and cables"
        )
        desk.timings.watch(self)
        self._connect()

    def _connect(self) -> None:
        desk = self.desk
        self.stager.made.connect(self._take_scene)
        self.keeper.taken.connect(self._relight)
        desk.document.selected.connect(self._on_selected)
        desk.gaze.changed.connect(self._on_gaze)
        desk.gaze.tooled.connect(lambda tool: self.pointer.point(self.hovering.spot))

    # what is shown

    @property
    def shown_view(self) -> View:
        """The View as it is shown, levels of detail included: what an export draws."""
        return self.desk.gaze.view

    @property
    def kept(self) -> Kept | None:
        """The picture that is shown."""
        return self.keeper.kept

    @property
    def painted(self) -> int:
        """How many pictures were begun."""
        return self.keeper.count

    @property
    def resting(self) -> bool:
        """Whether the picture of the view as it is is there, in full quality."""
        return self.keeper.resting

    @property
    def card(self) -> Card:
        """The hover card."""
        return self.hovering.card

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size that suits it."""
        return QSize(1100, 740)

    def close_painter(self) -> None:
        """Give up what is being painted and wait for its thread."""
        self.keeper.close()

    def remake(self) -> None:
        """Make the scene of the State as it is, off the GUI thread."""
        self.stager.remake()

    def move_now(self) -> Moved:
        """Return where the kept picture lies now."""
        ground = self.ground_now()
        assert self.kept is not None and ground is not None
        return moved(self.kept.picture.ground, ground)

    def at(self, spot: QPointF) -> Hit:
        """Return what is under a point."""
        return self.hovering.at(spot)

    def hover(self, spot: QPointF) -> None:
        """Light what is under the pointer, and say in a moment what it is."""
        self.hovering.go(spot)

    def _take_scene(self, scene: Scene | None) -> None:
        was, self._scene = self._scene, scene
        self._ground = None
        if scene is None:
            self.keeper.drop()
            self.touch()
            return
        self.folder.settle(was, scene)
        self.lights.drop()
        same = was is not None and was.fabric is scene.fabric
        if not same:
            self.hovering.clear()
        self.settle_place()
        self.keeper.restart(blend=same)

    def _relight(self) -> None:
        self._ground = None
        self.pointer.mover.settle()
        self.lights.drop()
        self.touch()

    def _on_selected(self, selection: Selection) -> None:
        self.lights.drop()
        self.touch()

    def _on_gaze(self, before: View, after: View) -> None:
        self._ground = None
        if self.keeper.look_again(before, after):
            self.hovering.clear()
            self.keeper.go_on()
            self.touch()

    # painting

    def touch(self) -> None:
        """Have the canvas painted; an input that led to it is timed."""
        self._stopwatch.touch()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the new size into the View; what was in the middle stays there."""
        self.take_size(self.width(), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the kept picture where it lies now, and what is lit over it."""
        began = self._stopwatch.now()
        painter = QPainter(self)
        painter.setClipRect(self.rect())
        self._surface.paint(painter)
        painter.end()
        self._stopwatch.painted(began, self.kept.scene if self.kept is not None else None)

    def event(self, event: QEvent) -> bool:
        """Time every input until it is painted; answer Tab and pinches."""
        kind = event.type()
        if kind in TIMED:
            self._stopwatch.begin()
            answered = super().event(event)
            self._stopwatch.end()
            return answered
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == PINCH:
            self.zoom_at(1 + event.value(), event.position().x(), event.position().y(), ease=False)
            return True
        if kind == QEvent.Type.DevicePixelRatioChange:
            self.keeper.want(fast=False)
        return super().event(event)

    # pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin what the press means."""
        self.card.hide()
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go on with it, or hover."""
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """End it."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Zoom to what is there."""
        self.pointer.double(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom at the pointer; with Shift, pan."""
        self.card.hide()
        self.pointer.wheel(event)

    def offer(self, actions: Sequence[QAction]) -> None:
        """Take the actions of the menu that a right click opens."""
        self._offered = list(actions)

    def menu(self) -> QMenu:
        """Return that menu."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.addActions(self._offered)
        self.folder.fill(made)
        return made

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of what is selected, which is what is under the pointer."""
        if self._offered:
            self.card.hide()
            self.menu().popup(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Let go of what was hovered."""
        self.hovering.clear()

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Walk from node to node, pan while Space is down, back out with Escape."""
        if event.key() == Qt.Key.Key_Space:
            self.pointer.hold_space(True)
        elif event.key() == Qt.Key.Key_Escape and self.pointer.give_up():
            return
        elif not self._walk.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """End a pan by Space."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.pointer.hold_space(False)
        else:
            super().keyReleaseEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Walk to the next node; leave the canvas behind the last one."""
        return self._walk.tab(1 if forward else -1) or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the focus."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Let go of Space, and show that the focus is elsewhere."""
        self.pointer.hold_space(False)
        self.update()
