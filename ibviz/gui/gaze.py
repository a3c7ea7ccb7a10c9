"""How the document is looked at: the View of the canvas, where it has been, and its theme."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from ibviz.drawing.view import View

DEEPEST = 100_000.0
REMEMBERED = 50


class Gaze(QObject):
    """The View, changed by the canvas, the toolbar and the keys; not undone.

    Signals
    -------
    changed(before, after)
        Two Views.
    """

    changed = Signal(object, object)

    def __init__(self, view: View | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view or View()
        self._past: list[tuple[float, float]] = []
        self._future: list[tuple[float, float]] = []

    @property
    def view(self) -> View:
        """The View now."""
        return self._view

    def change(self, **what: Any) -> None:
        """Change some fields of the View."""
        after = replace(self._view, **what)
        if after != self._view:
            before, self._view = self._view, after
            self.changed.emit(before, after)

    def go(self, zoom: float, center: float) -> None:
        """Move to a place, kept inside the bands; the former place can be gone back to."""
        self._past = [*self._past[-REMEMBERED:], (self._view.zoom, self._view.center)]
        self._future.clear()
        self.move(zoom, center)

    def move(self, zoom: float, center: float) -> None:
        """Move to a place without remembering the former one: wheel and drag."""
        zoom = min(max(zoom, 1.0), DEEPEST)
        half = 0.5 / zoom
        self.change(zoom=zoom, center=min(max(center, half), 1 - half))

    def back(self) -> None:
        """Go to the former place."""
        if self._past:
            self._future.append((self._view.zoom, self._view.center))
            self.move(*self._past.pop())

    def forward(self) -> None:
        """Go to the place that `back` came from."""
        if self._future:
            self._past.append((self._view.zoom, self._view.center))
            self.move(*self._future.pop())

    @property
    def can_go(self) -> tuple[bool, bool]:
        """Whether there is a place to go back to, and one to go forward to."""
        return bool(self._past), bool(self._future)
