"""The creep: the picture scrolls by itself while something is dragged to an edge of the canvas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QTimer

from ibviz.drawing.frame import HEADER

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

TICK_MS = 16
EDGE = 36.0
"""How far from an edge the picture begins to scroll, pixels."""

FASTEST = 14.0
"""Pixels of a tick at the edge itself and beyond it; nearer to the middle it is slower."""


class Creep(QObject):
    """Scrolls the picture of a canvas as long as the pointer is held at its edge.

    Parameters
    ----------
    canvas : Canvas
    then : callable
        Called after each step, so that what is dragged follows.
    """

    def __init__(self, canvas: Canvas, then: Callable[[], None]) -> None:
        super().__init__(canvas)
        self._canvas, self._then = canvas, then
        self._by = (0.0, 0.0)
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._step)

    @property
    def under_way(self) -> bool:
        """Whether the picture scrolls."""
        return self._timer.isActive()

    def at(self, start: QPointF, spot: QPointF) -> None:
        """Scroll towards the edges that a drag from a start has come near to; rest elsewhere."""
        canvas = self._canvas
        self._by = (
            pace(start.x(), spot.x(), 0.0, canvas.width()),
            pace(start.y(), spot.y(), HEADER, canvas.height()),
        )
        if self._by == (0.0, 0.0):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Rest."""
        self._timer.stop()

    def _step(self) -> None:
        self._canvas.pan_by(-self._by[0], -self._by[1])
        self._then()


def pace(start: float, now: float, low: float, high: float) -> float:
    """Return how many pixels to scroll in a tick along an axis, given where a drag began and where it is.

    Only what was dragged towards an edge scrolls there.

    Examples
    --------
    >>> pace(100, 200, 0, 400), pace(100, 400, 0, 400), pace(100, 18, 0, 400), pace(10, 18, 0, 400)
    (0.0, 14.0, -7.0, 0.0)
    """
    if now < start:
        return -FASTEST * min(max(0.0, 1 - (now - low) / EDGE), 1.0) or 0.0
    return FASTEST * min(max(0.0, 1 - (high - now) / EDGE), 1.0) if now > start else 0.0
