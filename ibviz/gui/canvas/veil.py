"""The veil: dims a load that is not the newest while the newer one is computed, unless that is done in no time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor

from ibviz.drawing.theme import Theme

if TYPE_CHECKING:
    from ibviz.gui.canvas.widget import Canvas

DIM_MS = 150
"""How long the newer load may take before the old one is dimmed, milliseconds."""

DIMMED = 102
"""Opacity of the veil: 60 % of the old load stay."""


class Veil(QTimer):
    """Lies over the picture of a canvas, or does not.

    Parameters
    ----------
    canvas : Canvas
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas, singleShot=True, interval=DIM_MS)
        self._canvas = canvas
        self._results = canvas.desk.results
        self.is_down = False
        self.timeout.connect(self._fall)
        self._results.waiting.connect(self.start)
        self._results.changed.connect(lambda load: self._lift())
        self._results.failed.connect(lambda sentence: self._lift())

    def color(self, tokens: Theme) -> QColor | None:
        """Return its colour under a theme; None while it is up."""
        if not self.is_down:
            return None
        color = QColor.fromRgba(tokens.canvas)
        color.setAlpha(DIMMED)
        return color

    def _fall(self) -> None:
        self.is_down = not self._results.current and self._results.load is not None
        self._canvas.touch()

    def _lift(self) -> None:
        self.stop()
        if self.is_down:
            self.is_down = False
            self._canvas.touch()
