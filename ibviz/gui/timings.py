"""Timings for scripts: with ``IBVIZ_TIMINGS=FILE`` one JSON object a line, each one write, flushed."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer

LONG_MS = 16.0
"""A single occupation of the GUI thread that is worth a line, milliseconds."""

BEAT_MS = 4
"""How often the watch looks whether the GUI thread answers, milliseconds."""


def process_started() -> float:
    """Return when this process started, on the clock of `time.monotonic`, seconds.

    Notes
    -----
    Linux tells it in clock ticks since boot (proc(5), field 22 of ``stat``); elsewhere it is now.
    """
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        booted = time.monotonic() - float(Path("/proc/uptime").read_text().split()[0])
        return booted + int(fields[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return time.monotonic()


class Timings:
    """Writes events with their time since the process started; does nothing where no file is named.

    Parameters
    ----------
    path : str
        File to append to; empty for none.
    """

    def __init__(self, path: str = "") -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) if path else -1
        self._started = process_started() if path else 0.0
        self._watching = False

    @classmethod
    def from_environment(cls) -> Timings:
        """Return timings into the file that IBVIZ_TIMINGS names; none if it cannot be written."""
        try:
            return cls(os.environ.get("IBVIZ_TIMINGS", ""))
        except OSError:
            return cls()

    @property
    def on(self) -> bool:
        """Whether anything is written."""
        return self._file >= 0

    def event(self, name: str, **more: Any) -> None:
        """Write an event with its time in milliseconds."""
        if self._file >= 0:
            ms = round((time.monotonic() - self._started) * 1000, 3)
            os.write(self._file, (json.dumps({"event": name, "ms": ms, **more}) + "\n").encode())

    def watch(self, parent: QObject) -> None:
        """Write each time from now on when the GUI thread could not answer for long: a heart that misses beats.

        Parameters
        ----------
        parent : QObject
            The watch lasts as long as it does.
        """
        if self._file < 0 or self._watching:
            return
        self._watching = True
        parent.destroyed.connect(self._unwatch)
        heart = QTimer(parent, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        last = time.perf_counter()

        def beat() -> None:
            nonlocal last
            now = time.perf_counter()
            self.busy((now - last) * 1000 - BEAT_MS)
            last = now

        heart.timeout.connect(beat)
        heart.start()

    def _unwatch(self) -> None:
        self._watching = False

    def busy(self, cost_ms: float) -> None:
        """Write that the GUI thread was busy at once, if that was long."""
        if cost_ms > LONG_MS:
            self.event("busy", cost_ms=round(cost_ms, 3))

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
