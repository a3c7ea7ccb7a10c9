"""How the window starts: ``python tests/benchmarks/bench_start.py [hosts ...]``, from a dump, as a user would.

Each run is a process of its own on the display at hand (1600 x 1000 under Xvfb, 2 cores, no GPU, are what the
goals are for). The figures come from IBVIZ_TIMINGS: wall time, and in brackets what the process itself computed, which
does not change with what else the machine does. Bytecode is compiled before, as pip leaves it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from ibviz.core.registry import builders
from ibviz.core.state import State
from ibviz.door import save

TREES = {
    648: {"radix": 36, "levels": 2},
    11_664: {"radix": 36, "levels": 3},
    65_536: {"radix": 64, "levels": 3},
}
RUNS = 5
STAYS_MS = 4000
"""How long a window stays once it has its fabric, milliseconds."""

PROGRAM = """
import sys
from pathlib import Path
from ibviz import cli
from ibviz.gui import start
check = start.check_start
def check_start():
    check()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from ibviz.gui import app
    from ibviz.gui.window import Window
    adopt = Window.adopt
    def adopted(self, *what):
        adopt(self, *what)
        QTimer.singleShot(int(sys.argv[2]), lambda: end(self))
    def end(self):
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        self.timings.event("size", mb=int(status["VmRSS"].split()[0]) / 1024)
        QApplication.closeAllWindows()
    Window.adopt = adopted
    if not sys.argv[1]:
        begin = app._open
        def opened(window, *what):
            begin(window, *what)
            QTimer.singleShot(500, lambda: end(window))
        app._open = opened
start.check_start = check_start
cli.main([sys.argv[1]] if sys.argv[1] else [])
"""


def run(folder: Path, file: str) -> list[dict[str, Any]]:
    """Start the program once and return what it told."""
    told = folder / "timings.jsonl"
    told.unlink(missing_ok=True)
    here = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "PYTHONPYCACHEPREFIX")}
    environment = os.environ | here | {"IBVIZ_TIMINGS": str(told)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [sys.executable, "-c", PROGRAM, file, str(STAYS_MS)]
    subprocess.run(words, env=environment, check=True, timeout=120)
    return [json.loads(line) for line in told.read_text().splitlines()]


def first(events: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """Return the first event of a name."""
    return next(
        (event for event in events if event["event"] == name), {"ms": float("nan"), "cpu_ms": float("nan")}
    )


def line(name: str, runs: list[list[dict[str, Any]]]) -> None:
    """Print the medians of some runs."""

    def of(event: str, key: str) -> float:
        return median(first(events, event).get(key, float("nan")) for events in runs)

    busy = [[event for event in events if event["event"] == "busy"] for events in runs]
    longest = median(max((event["cost_ms"] for event in each), default=0.0) for each in busy)
    own = median(max((event["own_ms"] for event in each), default=0.0) for each in busy)
    parts = [
        f"{part.replace('_', ' ')} {of(part, 'ms'):5.0f} ({of(part, 'cpu_ms'):4.0f})"
        for part in ("window", "first_paint")
    ]
    print(
        f"  {name:10} {', '.join(parts)} ms; busy at once p99 {of('beats', 'p99_ms'):3.0f},"
        f" longest {longest:4.0f} ({own:3.0f}) ms; size {of('size', 'mb'):4.0f} MB"
    )


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="ibviz-bench-") as name:
        folder = Path(name)
        run(folder, "")
        line("no file", [run(folder, "") for _ in range(RUNS)])
        for hosts in [int(text) for text in sys.argv[1:]] or list(TREES):
            dump = folder / f"{hosts}.ibnetdiscover"
            save(State(builders.get("fat-tree")(**TREES[hosts])), dump)
            run(folder, str(dump))
            line(f"{hosts:,}", [run(folder, str(dump)) for _ in range(RUNS)])


if __name__ == "__main__":
    main()
