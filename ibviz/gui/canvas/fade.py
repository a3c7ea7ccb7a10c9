"""Fading: the picture before shows through for a moment, so that the eye can follow what changes."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from ibviz.gui.canvas.kept import Kept

FRAME_MS = 16


class Fade(QTimer):
    """Has a widget painted until a fade is over.

    Parameters
    ----------
    widget : QWidget
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._began, self._ms = 0.0, 1
        self.old: Kept | None = None
        self.setInterval(FRAME_MS)
        self.timeout.connect(self._go_on)

    def begin(self, old: Kept, ms: int) -> None:
        """Begin to fade a picture out."""
        self.old, self._began, self._ms = old, time.perf_counter(), ms
        self.start()

    def end(self) -> None:
        """Let the picture before go."""
        self.old = None
        self.stop()

    @property
    def share(self) -> float:
        """How much of the new picture is to be seen, 0 to 1."""
        return min(1.0, (time.perf_counter() - self._began) * 1000 / self._ms)

    def _go_on(self) -> None:
        if self.share >= 1:
            self.end()
        self._widget.update()
