"""The canvas: one widget that shows the picture of the document and answers pointer and keys."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
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

from ibviz.core.errors import IbvizError
from ibviz.core.state import State
from ibviz.drawing.frame import GUTTER, MARGIN, Frame
from ibviz.drawing.hit import Hit, find
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import theme
from ibviz.drawing.view import View
from ibviz.gui.canvas.card import Card
from ibviz.gui.canvas.facts import facts
from ibviz.gui.canvas.fade import Fade
from ibviz.gui.canvas.kept import Kept, lens_of, show
from ibviz.gui.canvas.lights import Lights
from ibviz.gui.canvas.marks import paint_marks
from ibviz.gui.canvas.painting import Painter
from ibviz.gui.canvas.pointer import Pointer
from ibviz.gui.canvas.roaming import Roaming
from ibviz.gui.canvas.shift import Shift, shift
from ibviz.gui.canvas.stage import staged
from ibviz.gui.canvas.walk import Walk
from ibviz.gui.desk import Desk
from ibviz.gui.selection import Selection

REST_MS = 120
"""How long after the last movement the picture is made in full quality, milliseconds."""

CARD_MS, FADE_MS, BLEND_MS, DIM_MS = 350, 120, 200, 150
"""Until the card; level of detail; new load; until an old load is dimmed, milliseconds."""

REACH = 0.4
"""How much of the width of the bands is painted beyond each edge, so that a pan has something to show."""

PINCH = Qt.NativeGestureType.ZoomNativeGesture
TIMED = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.KeyPress,
)
"""Inputs whose way to the screen is timed."""

DIMMED = 102
"""Opacity of the veil over a load that is not the newest: 60 % of it stay."""


class Canvas(Roaming):
    """Shows the layered view: a kept picture, moved at once, made anew behind, and what is lit over it.

    Signals
    -------
    hovered(hit)
        What is under the pointer.
    """

    hovered = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.kept: Kept | None = None
        self._painter = Painter(self)
        self._painter.made.connect(self._take_picture)
        self._pointer = Pointer(self)
        self._walk = Walk(self)
        self._lights = Lights(desk)
        self._card = Card(self)
        self._offered: list[QAction] = []
        self._found = Hit()
        self._spot = QPointF()
        self._moving = self._dim = False
        self._fade, self._blend = Fade(self), 0
        self._inputs: list[float] = []
        self._input_at = 0.0
        self._told_first: Scene | None = None
        self._rest = self._timer(REST_MS, self._settle)
        self._late = self._timer(CARD_MS, self._tell)
        self._dimmer = self._timer(DIM_MS, self._start_dim)
        self._set_up()

    def _set_up(self) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(480, 320)
        self.setAccessibleName("Fabric")
        self.setAccessibleDescription(
            "The picture of the fabric; the tables below it list the same nodes and cables"
        )
        desk = self.desk
        desk.timings.watch(self)
        desk.document.changed.connect(self._on_state)
        desk.document.selected.connect(self._on_selected)
        desk.results.changed.connect(self._on_load)
        desk.results.waiting.connect(self._dimmer.start)
        desk.results.failed.connect(lambda sentence: self._lift())
        desk.gaze.changed.connect(self._on_gaze)
        desk.gaze.tooled.connect(lambda tool: self._pointer.point(self._spot))

    def _timer(self, ms: int, done: Any) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=ms)
        timer.timeout.connect(done)
        return timer

    @property
    def shown_view(self) -> View:
        """The View as it is shown, levels of detail included: what an export draws."""
        return self.desk.gaze.view

    @property
    def painted(self) -> int:
        """How many pictures were begun."""
        return self._painter.count

    @property
    def resting(self) -> bool:
        """Whether the picture of the view as it is is there, in full quality."""
        return (
            self.kept is not None and not self._moving and not self.kept.fast and self._is_of_now(self.kept)
        )

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size that suits it."""
        return QSize(1100, 740)

    def close_painter(self) -> None:
        """Give up what is being painted and wait for its thread."""
        self._painter.close()

    # the scene

    def remake(self) -> None:
        """Make the scene of the State as it is, off the GUI thread."""
        results = self.desk.results
        load, old = results.load, not results.current
        state = self.desk.document.state
        simulation = load.after if load is not None else None
        before = self._scene
        self.desk.jobs.start(
            "scene",
            "Drawing",
            lambda p: staged(state, simulation, before, old=old),
            self._take_scene,
            self._refuse,
        )

    def _take_scene(self, scene: Scene) -> None:
        was, self._scene = self._scene, scene
        self._frame = None
        self._lights.drop()
        if was is None or was.fabric is not scene.fabric:
            self._clear_hover()
        self._blend = BLEND_MS if was is not None and was.fabric is scene.fabric else 0
        self._want(fast=self.kept is None)

    def _refuse(self, error: IbvizError) -> None:
        self._scene = self._frame = self.kept = None
        self.touch()

    def _on_state(self, before: State, after: State) -> None:
        if (
            before.fabric is not after.fabric
            or before.scenario != after.scenario
            or before.order is not after.order
        ):
            self.remake()

    def _on_load(self, load: object) -> None:
        if load is not None and self.desk.results.current:
            self.desk.timings.event("simulated")
        self._lift()
        self.remake()

    def _start_dim(self) -> None:
        self._dim = not self.desk.results.current and self.desk.results.load is not None
        self.touch()

    def _lift(self) -> None:
        self._dimmer.stop()
        self._dim = False
        self.touch()

    # the view

    def _on_gaze(self, before: View, after: View) -> None:
        placed = (before.zoom, before.center, before.width, before.height)
        if placed == (after.zoom, after.center, after.width, after.height):
            self._want(fast=False)
            return
        self._frame = None
        self._moving = True
        self._fade.end()
        self._clear_hover()
        self._rest.start()
        self._chase()
        self.touch()

    def _settle(self) -> None:
        self._moving = False
        if not self.resting:
            self._want(fast=False)

    def _chase(self) -> None:
        """While in motion, have a newer picture made if the kept one does not reach far enough or is stretched."""
        wish = self._painter.wish
        if self._scene is None or (wish is not None and (wish.fast or self.kept is None)):
            return
        if self.kept is not None:
            move = self.move_now()
            if move.is_pan and move.uncovered() < 1 and self._fits(self.kept):
                return
        self._want(fast=True)

    def _fits(self, kept: Kept) -> bool:
        view = self.desk.gaze.view
        return (kept.view.width, kept.view.height) == (view.width, view.height) and kept.scene is self._scene

    def _looked(self) -> View:
        view = self.desk.gaze.view
        return replace(
            view, reach=float(round(max(view.width - GUTTER - MARGIN, 40) * REACH)) if view.zoom > 1 else 0.0
        )

    def _is_of_now(self, kept: Kept) -> bool:
        same = replace(kept.view, held=()) == replace(self._looked(), held=())
        return same and kept.scene is self._scene and kept.ratio == self.devicePixelRatioF()

    def _want(self, *, fast: bool) -> None:
        if self._scene is not None and self.desk.gaze.view.width > 0:
            self._painter.want(self._scene, self._looked(), self.devicePixelRatioF(), fast=fast)

    def _take_picture(self, kept: Kept) -> None:
        if kept.scene is not self._scene:
            self._want(fast=False)
            return
        was, self.kept = self.kept, kept
        self._start_fade(was, kept)
        self.desk.gaze.hold(kept.frame.levels)
        self._frame = None
        self._lights.drop()
        if self._moving:
            self._chase()
        elif kept.fast or not self._is_of_now(kept):
            self._want(fast=False)
        self.touch()

    def _start_fade(self, was: Kept | None, kept: Kept) -> None:
        ms, self._blend = self._blend, 0
        if (
            was is None
            or self.desk.settings.reduce_motion
            or self._moving
            or was.view.theme != kept.view.theme
        ):
            return
        if not ms and was.frame.levels != kept.frame.levels:
            ms = FADE_MS
        if ms and was.frame.count == kept.frame.count and was.ratio == kept.ratio:
            self._fade.begin(was, ms)

    def move_now(self) -> Shift:
        """Return where the kept picture lies now."""
        frame = self.frame_now()
        assert self.kept is not None and frame is not None
        return shift(self.kept.frame, frame)

    # painting

    def touch(self) -> None:
        """Have the canvas painted; an input that led to it is timed."""
        if self._input_at:
            self._inputs.append(self._input_at)
            self._input_at = 0.0
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the new size into the View; what was in the middle stays there."""
        self.desk.gaze.change(width=self.width(), height=self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the kept picture where it lies now, and what is lit over it."""
        began = time.perf_counter()
        painter = QPainter(self)
        painter.setClipRect(self.rect())
        if self.kept is None or self._scene is None or self.kept.frame.count != len(self._scene.bands.levels):
            painter.fillRect(self.rect(), QColor.fromRgba(theme(self.desk.gaze.view.theme).canvas))
        else:
            self._paint(painter, self.kept)
        painter.end()
        self._note(began)

    def _paint(self, painter: QPainter, kept: Kept) -> None:
        move, tokens, size = self.move_now(), theme(self.desk.gaze.view.theme), (self.width(), self.height())
        veil = QColor.fromRgba(tokens.canvas)
        veil.setAlpha(DIMMED)
        self._show(painter, kept, move, veil if self._dim else None)
        left, top, wide, tall = move.now.clip
        lit = self._lights.items(kept, move, tokens, self.hasFocus())
        paint_marks(painter, lit, (left, top, wide, tall), size)
        paint_marks(painter, [*lens_of(kept, move.now)], (0, 0, *size), size)
        if self._pointer.rect is not None:
            paint_marks(painter, self._lights.band(self._pointer.rect, tokens), (left, top, wide, tall), size)

    def _show(self, painter: QPainter, kept: Kept, move: Shift, veil: QColor | None) -> None:
        old = self._fade.old
        if old is None:
            show(painter, kept, move, veil)
            return
        show(painter, old, shift(old.frame, Frame(old.scene, self.desk.gaze.view)))
        painter.setOpacity(self._fade.share)
        show(painter, kept, move, veil)
        painter.setOpacity(1.0)

    def _note(self, began: float) -> None:
        timings, now = self.desk.timings, time.perf_counter()
        if timings.on:
            cost = (now - began) * 1000
            timings.event("frame", cost_ms=round(cost, 3))
            for at in self._inputs:
                timings.event("input", to_paint_ms=round((now - at) * 1000, 3))
            if self.kept is not None and len(self.kept.scene.nodes):
                fabric = self.kept.scene
                if self._told_first is None or self._told_first.fabric is not fabric.fabric:
                    timings.event("first_paint")
                    self._told_first = fabric
        self._inputs.clear()

    def event(self, event: QEvent) -> bool:
        """Time every input until it is painted; answer Tab and pinches."""
        kind = event.type()
        if kind in TIMED:
            self._input_at = time.perf_counter()
            answered = super().event(event)
            self._input_at = 0.0
            return answered
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == PINCH:
            self.zoom_at(1 + event.value(), event.position().x(), ease=False)
            return True
        if kind == QEvent.Type.DevicePixelRatioChange:
            self._want(fast=False)
        return super().event(event)

    # pointer

    def at(self, spot: QPointF) -> Hit:
        """Return what is under a point."""
        if self._scene is None or self.kept is None or self.kept.scene is not self._scene:
            return Hit()
        frame = self.frame_now()
        assert frame is not None
        left, top, wide, tall = frame.clip
        if not (left <= spot.x() <= left + wide and top <= spot.y() <= top + tall):
            return Hit()
        if self.move_now().is_still:
            return find(self.kept.picture, spot.x(), spot.y())
        from ibviz.drawing.hit import hit

        return hit(self._scene, self._looked(), spot.x(), spot.y())

    def hover(self, spot: QPointF) -> None:
        """Light what is under the pointer, and say in a moment what it is."""
        self._spot = spot
        if self.kept is None or self._moving or not self.move_now().is_still:
            return
        found = self.at(spot)
        if found != self._found:
            self._found = found
            self._card.hide()
            self.hovered.emit(found)
            if self._lights.hover(found, self._scene):
                self.touch()
        if not self._card.isVisible() and found.kind not in ("nothing", "group"):
            self._late.start()

    def _clear_hover(self) -> None:
        self._late.stop()
        self._card.hide()
        if self._found.kind != "nothing":
            self._found = Hit()
            self.hovered.emit(self._found)
        if self._lights.hover(Hit(), self._scene):
            self.touch()

    def _tell(self) -> None:
        load = self.desk.results.load
        if self._scene is None or not self.underMouse() or self._pointer.busy:
            return
        told = facts(self._scene, load.after if load is not None else None, self._found)
        if told is not None:
            self._card.tell(told, self._spot.toPoint(), theme(self.desk.gaze.view.theme))

    @property
    def card(self) -> Card:
        """The hover card."""
        return self._card

    def _on_selected(self, selection: Selection) -> None:
        self._lights.drop()
        self.touch()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin what the press means."""
        self._card.hide()
        self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go on with it, or hover."""
        self._pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """End it."""
        self._pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Zoom to what is there."""
        self._pointer.double(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom at the pointer; with Shift, pan."""
        self._card.hide()
        self._pointer.wheel(event)

    def offer(self, actions: Sequence[QAction]) -> None:
        """Take the actions of the menu that a right click opens."""
        self._offered = list(actions)

    def menu(self) -> QMenu:
        """Return that menu."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.addActions(self._offered)
        return made

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of what is selected, which is what is under the pointer."""
        if self._offered:
            self._card.hide()
            self.menu().popup(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Let go of what was hovered."""
        self._clear_hover()

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Walk from node to node, pan while Space is down, back out with Escape."""
        if event.key() == Qt.Key.Key_Space:
            self._pointer.hold_space(True)
        elif event.key() == Qt.Key.Key_Escape and self._pointer.give_up():
            return
        elif not self._walk.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """End a pan by Space."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._pointer.hold_space(False)
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
        self._pointer.hold_space(False)
        self.update()
