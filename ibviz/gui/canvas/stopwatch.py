"""The stopwatch: how long an input takes until what it led to is painted, and what painting costs."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent

from ibviz.drawing.scene import Scene
from ibviz.gui.timings import Timings

TIMED = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.KeyPress,
)
"""Inputs whose way to the screen is timed."""


class Stopwatch:
    """Times a canvas, for scripts.

    Parameters
    ----------
    timings : Timings
    """

    def __init__(self, timings: Timings) -> None:
        self._timings = timings
        self._inputs: list[float] = []
        self._input_at = 0.0
        self._told: Scene | None = None

    def begin(self) -> None:
        """Note that an input is about to be answered."""
        self._input_at = time.perf_counter()

    def end(self) -> None:
        """Note that it is answered."""
        self._input_at = 0.0

    def touch(self) -> None:
        """Note that something has to be painted: for the input that is being answered, if there is one."""
        if self._input_at:
            self._inputs.append(self._input_at)
            self._input_at = 0.0

    @staticmethod
    def now() -> tuple[float, float]:
        """Return the time, and what this thread has computed until now, seconds."""
        return time.perf_counter(), time.thread_time()

    def painted(self, began: tuple[float, float], scene: Scene | None) -> None:
        """Tell what was painted, and what of that time was the thread's own work.

        Parameters
        ----------
        began : (float, float)
            When painting began, as `now` tells it.
        scene : Scene or None
            What is to be seen.
        """
        now, computed = self.now()
        if self._timings.on:
            cost, own = ((end - start) * 1000 for start, end in zip(began, (now, computed), strict=True))
            self._timings.event("frame", cost_ms=round(cost, 3), own_ms=round(own, 3))
            for at in self._inputs:
                self._timings.event("input", to_paint_ms=round((now - at) * 1000, 3))
            self._tell_first(scene)
        self._inputs.clear()

    def _tell_first(self, scene: Scene | None) -> None:
        """Tell when a fabric is seen for the first time."""
        if scene is None or not len(scene.nodes):
            return
        if self._told is None or self._told.fabric is not scene.fabric:
            self._timings.event("first_paint")
            self._told = scene
