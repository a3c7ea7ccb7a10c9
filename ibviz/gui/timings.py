"""Timings for scripts: with ``IBVIZ_TIMINGS=FILE`` one JSON object a line, each one write, flushed."""

from __future__ import annotations

import json
import os
import time
from itertools import accumulate
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
        self._beats = [0] * 1000

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
        """Write an event with its time and what the process has computed until then, milliseconds."""
        if self._file >= 0:
            ms = round((time.monotonic() - self._started) * 1000, 3)
            line = {"event": name, "ms": ms, "cpu_ms": round(time.process_time() * 1000, 3), **more}
            os.write(self._file, (json.dumps(line) + "\n").encode())

    def watch(self, parent: QObject) -> None:
        """Write each time from now on when the GUI thread could not answer for long: a heart that misses beats.

        Each line tells what the thread itself computed in that time, since it may have waited for others.

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
        last, computed = time.perf_counter(), time.thread_time()

        def beat() -> None:
            nonlocal last, computed
            now, by_now = time.perf_counter(), time.thread_time()
            self.busy((now - last) * 1000 - BEAT_MS, (by_now - computed) * 1000)
            last, computed = now, by_now

        heart.timeout.connect(beat)
        heart.start()

    def _unwatch(self) -> None:
        self._watching = False

    def busy(self, cost_ms: float, own_ms: float = 0.0) -> None:
        """Write that the GUI thread was busy at once, if that was long, and what of it was its own work."""
        self._beats[min(max(int(cost_ms), 0), len(self._beats) - 1)] += 1
        if cost_ms > LONG_MS:
            self.event("busy", cost_ms=round(cost_ms, 3), own_ms=round(own_ms, 3))

    def _tell_beats(self) -> None:
        """Write how many beats there were, and how late all but one of a hundred were at most, milliseconds."""
        count = sum(self._beats)
        within = [late for late, reached in enumerate(accumulate(self._beats)) if reached >= 0.99 * count]
        if count:
            self.event("beats", count=count, p99_ms=within[0] + 1)

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            self._tell_beats()
            os.close(self._file)
            self._file = -1
