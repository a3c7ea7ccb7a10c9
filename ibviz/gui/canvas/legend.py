"""The legend under the pointer: its handles set the range, its colours select the cables that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from ibviz.drawing.legend import (
    RAMP,
    Spot,
    cables_of_color,
    has_handles,
    legend_at,
    moved_range,
    ramp_left,
    values_range,
)
from ibviz.gui.selection import Selection

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

HANDLES = ("low", "high")


class Legend:
    """Answers the pointer over the legend of a canvas.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._before = (0.0, 1.0)

    @property
    def has_range(self) -> bool:
        """Whether the colours stand for amounts, of which a range can be set."""
        scene = self._canvas.scene
        return scene is not None and has_handles(scene.overlay(self._canvas.desk.gaze.view.overlay))

    def at(self, spot: QPointF) -> Spot:
        """Return what of the legend is at a spot."""
        scene = self._canvas.scene
        if scene is None:
            return Spot()
        return legend_at(scene, self._canvas.desk.gaze.view, spot.x(), spot.y())

    def shape(self, spot: QPointF) -> Qt.CursorShape | None:
        """Return the shape of the pointer that says what a press there would do; None off the legend."""
        part = self.at(spot).part
        if not part:
            return None
        return Qt.CursorShape.SplitHCursor if part in HANDLES else Qt.CursorShape.PointingHandCursor

    def take(self) -> None:
        """Note the range, so that a drag that now begins can be given up."""
        view = self._canvas.desk.gaze.view
        self._before = view.low, view.high

    def drag(self, part: str, x: float) -> None:
        """Move a handle to a place on screen."""
        scene, view = self._canvas.scene, self._canvas.desk.gaze.view
        if scene is not None:
            value = (x - ramp_left(scene, view)) / RAMP
            self._set(moved_range(scene.overlay(view.overlay), view, part, value))

    def give_up(self) -> None:
        """Put the range back to what it was before the drag."""
        self._set(self._before)

    def picked(self, spot: Spot) -> Selection:
        """Return the cables of a colour."""
        scene = self._canvas.scene
        if scene is None:
            return Selection()
        return Selection(
            cables=frozenset(cables_of_color(scene, self._canvas.desk.gaze.view, spot.value).tolist())
        )

    def fit(self) -> None:
        """Set the range from the least to the greatest value of the cables."""
        scene = self._canvas.scene
        if scene is not None:
            self._set(values_range(scene, self._canvas.desk.gaze.view))

    def reset(self) -> None:
        """Set the whole range."""
        self._set((0.0, 1.0))

    def _set(self, ends: tuple[float, float]) -> None:
        self._canvas.desk.gaze.change(low=ends[0], high=ends[1])
