"""The canvas: one widget that shows the picture of the document and answers the pointer."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from ibviz.core.errors import IbvizError
from ibviz.core.state import State
from ibviz.drawing.frame import GUTTER, MARGIN
from ibviz.drawing.hit import Hit, hit
from ibviz.drawing.picture import scene_of
from ibviz.drawing.qpainter import paint
from ibviz.drawing.scene import Scene
from ibviz.drawing.draw import draw
from ibviz.gui.desk import Desk
from ibviz.gui.selection import NOTHING, Selection

REST_MS = 120
"""How long after the last movement the picture is drawn in full quality, milliseconds."""

STEP = 1.2
"""Zoom of one notch of the wheel."""


class Canvas(QWidget):
    """Shows the layered view; wheel zooms at the pointer, drag pans, click selects.

    Signals
    -------
    hovered(hit)
    """

    hovered = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._scene: Scene | None = None
        self._kept: QPixmap | None = None
        self._moving = False
        self._grabbed: QPointF | None = None
        self._input_at = 0.0
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._settle)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(480, 320)
        self.setAccessibleName("Fabric")
        desk.document.changed.connect(self._on_state)
        desk.document.selected.connect(lambda selection: self.update())
        desk.results.changed.connect(lambda load: self.remake())
        desk.gaze.changed.connect(self._on_gaze)

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size that suits it."""
        return QSize(1100, 740)

    def remake(self) -> None:
        """Make the scene of the State as it is, off the GUI thread."""
        state, load = self._desk.document.state, self._desk.results.load
        simulation = load.after if load is not None and self._desk.results.current else None
        self._desk.jobs.start("scene", "Drawing", lambda p: scene_of(state, simulation), self._take, self._refuse)

    def _take(self, scene: Scene) -> None:
        self._scene = scene
        overlay = "plain" if self._desk.results.load is None else self._desk.gaze.view.overlay
        self._desk.gaze.change(overlay=overlay)
        self._drop()

    def _refuse(self, error: IbvizError) -> None:
        self._scene = None
        self._drop()

    def _on_state(self, before: State, after: State) -> None:
        if before.fabric is not after.fabric or before.scenario != after.scenario or before.order is not after.order:
            self.remake()

    def _on_gaze(self, before: Any, after: Any) -> None:
        self._moving = before.theme == after.theme and before.overlay == after.overlay
        self._rest.start()
        self._drop()

    def _settle(self) -> None:
        self._moving = False
        self._drop()

    def _drop(self) -> None:
        self._kept = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the new size into the View."""
        self._desk.gaze.change(width=self.width(), height=self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the kept picture, made anew where something has changed."""
        began = time.perf_counter()
        if self._kept is None:
            self._kept = self._picture()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._kept)
        painter.end()
        cost = (time.perf_counter() - began) * 1000
        self._desk.timings.event("frame", cost_ms=round(cost, 3))
        self._desk.timings.busy(cost)

    def _picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        if self._scene is None:
            painter.fillRect(self.rect(), self.palette().window())
        else:
            paint(painter, draw(self._scene, self._desk.gaze.view), fast=self._moving)
        painter.end()
        return pixmap

    def at(self, spot: QPointF) -> Hit:
        """Return what is under a point."""
        return Hit() if self._scene is None else hit(self._scene, self._desk.gaze.view, spot.x(), spot.y())

    def share(self, x: float) -> float:
        """Return where along the bands, 0 to 1, a place on screen is."""
        view = self._desk.gaze.view
        wide = max(self.width() - GUTTER - MARGIN, 1)
        return view.center + ((x - GUTTER) / wide - 0.5) / view.zoom

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom at the pointer; with Shift, pan."""
        turn = event.angleDelta().y() or event.angleDelta().x()
        view = self._desk.gaze.view
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._desk.gaze.move(view.zoom, view.center - turn / 1200 / view.zoom)
        else:
            self.zoom_at(STEP ** (turn / 120), event.position().x())
        event.accept()

    def zoom_at(self, factor: float, x: float) -> None:
        """Zoom so that what is at a place on screen stays there."""
        view = self._desk.gaze.view
        fixed, zoom = self.share(x), max(view.zoom * factor, 1.0)
        self._desk.gaze.move(zoom, fixed - (fixed - view.center) * view.zoom / zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Select what is under the pointer, or begin to pan."""
        self._grabbed = event.position()
        if event.button() == Qt.MouseButton.LeftButton:
            picked = self._picked(self.at(event.position()))
            toggles = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            adds = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            was = self._desk.document.selection
            self._desk.document.select(was ^ picked if toggles else was | picked if adds else picked)

    def _picked(self, found: Hit) -> Selection:
        if found.kind in ("node", "port") and found.node >= 0:
            return Selection(nodes=frozenset([found.node]))
        if found.kind == "cable":
            return Selection(cables=frozenset([found.cable]))
        return Selection(cables=frozenset(found.cables)) if found.kind == "bundle" else NOTHING

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pan while a button is down, else say what is under the pointer."""
        if event.buttons() and self._grabbed is not None:
            view = self._desk.gaze.view
            wide = max(self.width() - GUTTER - MARGIN, 1)
            moved = (event.position().x() - self._grabbed.x()) / wide / view.zoom
            self._grabbed = event.position()
            self._desk.gaze.move(view.zoom, view.center - moved)
        else:
            self.hovered.emit(self.at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """End a pan."""
        self._grabbed = None
