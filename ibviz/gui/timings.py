"""Timings for scripts: with ``IBVIZ_TIMINGS=FILE`` one JSON object a line, each one write, flushed."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

LONG_MS = 16.0
"""A single occupation of the GUI thread that is worth a line, milliseconds."""


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

    def busy(self, cost_ms: float) -> None:
        """Write that the GUI thread was busy at once, if that was long."""
        if cost_ms > LONG_MS:
            self.event("busy", cost_ms=round(cost_ms, 3))

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
