"""How the document is looked at: the View of the canvas, where it has been, its theme, and the tool in hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from ibviz.drawing.view import View

DEEPEST = 100_000.0
REMEMBERED = 50
TOOLS = ("select", "pan")
LOADS = frozenset({"utilization", "before"})
"""Overlays of one scale, so that a range of one is that of the other."""

Place = tuple[float, float]


class Gaze(QObject):
    """The View, changed by the canvas, the toolbar and the keys; not undone.

    Signals
    -------
    changed(before, after)
        Two Views.
    tooled(tool)
        ``select`` or ``pan``.
    """

    changed = Signal(object, object)
    tooled = Signal(str)

    def __init__(self, view: View | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view or View()
        self._past: list[Place] = []
        self._future: list[Place] = []
        self._tool = TOOLS[0]
        self._from: Place = (1.0, 0.5)
        self._to: Place = (1.0, 0.5)
        self.ease_ms = 0
        self._ride = QVariantAnimation(self)
        self._ride.setStartValue(0.0)
        self._ride.setEndValue(1.0)
        self._ride.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._ride.valueChanged.connect(self._ride_on)

    @property
    def view(self) -> View:
        """The View now; its overlay is what the user wishes, drawn plain where there is nothing to say."""
        return self._view

    @property
    def tool(self) -> str:
        """The tool in hand."""
        return self._tool

    def take(self, tool: str) -> None:
        """Take another tool in hand."""
        if tool in TOOLS and tool != self._tool:
            self._tool = tool
            self.tooled.emit(tool)

    def change(self, **what: Any) -> None:
        """Change some fields of the View; the range of an overlay ends with it, if the next is no load too."""
        after = replace(self._view, **what)
        if after.overlay != self._view.overlay and not {after.overlay, self._view.overlay} <= LOADS:
            after = replace(after, low=what.get("low", 0.0), high=what.get("high", 1.0))
        if after != self._view:
            before, self._view = self._view, after
            self.changed.emit(before, after)

    def hold(self, levels: tuple[int, ...]) -> None:
        """Note what level of detail is shown, so that the next picture holds on to it; nothing else changes."""
        self._view = replace(self._view, held=levels)

    def go(self, zoom: float, center: float) -> None:
        """Move to a place, kept inside the bands, in `ease_ms`; the former place can be gone back to."""
        self._past = [*self._past[-REMEMBERED:], self.goal]
        self._future.clear()
        self._ride_to(zoom, center)

    def move(self, zoom: float, center: float) -> None:
        """Move to a place at once, without remembering the former one: wheel and drag."""
        self._ride.stop()
        self._put(zoom, center)

    def back(self) -> None:
        """Go to the former place."""
        if self._past:
            self._future.append(self.goal)
            self._ride_to(*self._past.pop())

    def forward(self) -> None:
        """Go to the place that `back` came from."""
        if self._future:
            self._past.append(self.goal)
            self._ride_to(*self._future.pop())

    @property
    def can_go(self) -> tuple[bool, bool]:
        """Whether there is a place to go back to, and one to go forward to."""
        return bool(self._past), bool(self._future)

    @property
    def goal(self) -> Place:
        """Zoom and centre that are being moved to; where the view is, if it rests."""
        riding = self._ride.state() == QVariantAnimation.State.Running
        return self._to if riding else (self._view.zoom, self._view.center)

    def _put(self, zoom: float, center: float) -> None:
        zoom, center = inside(zoom, center)
        self.change(zoom=zoom, center=center)

    def _ride_to(self, zoom: float, center: float) -> None:
        self._ride.stop()
        self._from, self._to = (self._view.zoom, self._view.center), inside(zoom, center)
        if self.ease_ms <= 0:
            self._put(*self._to)
            return
        self._ride.setDuration(self.ease_ms)
        self._ride.start()

    def _ride_on(self, share: float) -> None:
        self._put(*between(self._from, self._to, float(share)))


def inside(zoom: float, center: float) -> Place:
    """Return the nearest place that shows nothing beyond the ends of the bands."""
    zoom = min(max(zoom, 1.0), DEEPEST)
    half = 0.5 / zoom
    return zoom, min(max(center, half), 1 - half)


def between(start: Place, end: Place, share: float) -> Place:
    """Return the place at a share of the way: the zoom grows by equal factors, one point of the picture rests.

    Examples
    --------
    >>> between((1.0, 0.5), (4.0, 0.5), 0.5)
    (2.0, 0.5)
    """
    zoom = math.exp((1 - share) * math.log(start[0]) + share * math.log(end[0]))
    wide = 1 / end[0] - 1 / start[0]
    part = share if abs(wide) < 1e-12 else (1 / zoom - 1 / start[0]) / wide
    return round(zoom, 12), start[1] + (end[1] - start[1]) * part
