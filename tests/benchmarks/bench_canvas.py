"""How fluid ibviz is: ``python tests/benchmarks/bench_canvas.py [hosts ...]``; 1600 x 1000, 2 cores, no GPU.

A window is shown (offscreen unless QT_QPA_PLATFORM says otherwise), the wheel turns and the mouse drags, and the
figures come from what the program itself writes to IBVIZ_TIMINGS; in brackets what the thread itself computed meanwhile
(of a new load the process), which changes less with what else the machine does. Then the program is started as a user
would, from a dump, by `bench_start`; last comes the table of goals. It takes a minute a size, on a
busy machine three.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import bench_start
import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from ibviz.core.registry import builders
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.door import save
from ibviz.drawing.draw import view_for
from ibviz.drawing.qtfonts import ready
from ibviz.gui.canvas import Canvas
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings

TREES = {
    648: {"radix": 36, "levels": 2},
    11_664: {"radix": 36, "levels": 3},
    65_536: {"radix": 64, "levels": 3},
}
GOALS = {
    "frame in motion, fit": ("4", "6"),
    "frame in motion, mid": ("6", "8"),
    "frame in motion, close": ("5", "8"),
    "pan of the map": ("2", "6"),
    "input to paint, p95": ("16", "16"),
    "new load on screen, fit": ("8", "16"),
    "new load on screen, mid": ("8", "16"),
    "new load on screen, close": ("8", "16"),
    "GUI thread busy at once, p99": ("25", "25"),
    "GUI thread busy at once, longest": ("60", "60"),
    "start to first full picture": ("300", "600"),
    "process size, MB": ("120", "250"),
}
"""For 11,664 and for 65,536 hosts, milliseconds."""

Measured = tuple[float, float]
"""What the clock said, and what of it was computed."""

EVENTS = 60
LOADS = 5
PACE_S = 0.012
"""A mouse tells its place about this often, seconds."""


def rest(ms: int) -> None:
    """Let the window live; `QTest.qWait` would keep Python's lock meanwhile, and all threads waiting."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def clock() -> Measured:
    """Return the time, and what the process has computed until now, milliseconds."""
    return time.perf_counter() * 1000, time.process_time() * 1000


class Seen(Canvas):
    """A canvas that knows when it was painted first with each picture.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.first: dict[int, Measured] = {}

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint, and note it."""
        super().paintEvent(event)
        self.first.setdefault(id(self.kept), clock())


class Bench:
    """One canvas with its timings file."""

    def __init__(self, hosts: int) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ibviz-bench-"))
        self._log = self._folder / "timings.jsonl"
        fabric = builders.get("fat-tree")(**TREES[hosts])
        timings = Timings(str(self._log))
        self.jobs, document = Jobs(), Document(State(fabric, traffic=Choice("shift", {"k": "7"})))
        results = Results(document, self.jobs)
        settings = Settings(self._folder / "settings.ini")
        self.desk = Desk(document, results, Gaze(), self.jobs, settings, timings)
        self.canvas = Seen(self.desk)
        self.canvas.resize(1600, 1000)
        self.canvas.show()
        results.refresh()
        self.wait(lambda: results.load is not None and self.canvas.resting)

    def wait(self, done: Callable[[], bool], seconds: float = 120) -> None:
        """Let the window live until something is so."""
        until = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < until
            rest(5)

    def go(self, zoom: str) -> None:
        """Look at the whole (``fit``), at pods (``mid``) or at leaves (``close``)."""
        assert self.canvas.scene is not None
        view = view_for(self.canvas.scene, self.desk.gaze.view, zoom)
        self.desk.gaze.move(view.zoom, view.center, view.center_y)
        rest(150)
        self.wait(lambda: self.canvas.resting)

    def look_as(self, kind: str) -> None:
        """Turn to another view."""
        self.canvas.look_as(kind)
        self.wait(lambda: self.desk.gaze.view.kind == kind and self.canvas.resting)

    def recolored(self, step: int) -> Measured:
        """Return how long a new load takes, once it is there, until the canvas is painted with it, milliseconds.

        What was before shows through for 0.2 s from then on, less and less.
        """
        results, came = self.desk.results, []
        load, wish = results.load, Choice("shift", {"k": str(step)})
        told = results.changed.connect(lambda load: came.append(clock()))
        self.desk.document.apply("Traffic", lambda state: replace(state, traffic=wish))
        self.wait(lambda: results.load is not load)
        self.canvas.first.clear()
        shown = {id(self.canvas.kept)}
        self.wait(lambda: bool(self.canvas.first.keys() - shown))
        seen = next(at for name, at in self.canvas.first.items() if name not in shown)
        took, computed = (now - then for now, then in zip(seen, came[-1], strict=True))
        results.changed.disconnect(told)
        rest(300)
        self.wait(lambda: self.canvas.resting)
        return took, computed

    def told(self, work: Callable[[], None]) -> dict[str, list[float]]:
        """Return what was timed while something happened, by event."""
        rest(50)
        start = self._log.stat().st_size
        work()
        with self._log.open() as file:
            file.seek(start)
            lines = [json.loads(line) for line in file]
        found: dict[str, list[float]] = {"frame": [], "input": [], "busy": [], "own": [], "frame own": []}
        for line in lines:
            if line["event"] in found:
                found[line["event"]].append(line.get("cost_ms", line.get("to_paint_ms")))
            if line["event"] in ("busy", "frame"):
                found["own" if line["event"] == "busy" else "frame own"].append(line["own_ms"])
        return found

    def drag(self) -> None:
        """Drag the picture to and fro with the middle button."""
        self._mouse(QMouseEvent.Type.MouseButtonPress, 800, Qt.MouseButton.MiddleButton)
        for number in range(EVENTS):
            self._mouse(
                QMouseEvent.Type.MouseMove, 800 + 300 * np.sin(number / 9), Qt.MouseButton.MiddleButton
            )
            self._pause()
        self._mouse(QMouseEvent.Type.MouseButtonRelease, 800, Qt.MouseButton.MiddleButton)

    def turn(self) -> None:
        """Turn the wheel in and out."""
        for number in range(EVENTS):
            angle = 60 if number % 30 < 15 else -60
            spot = QPointF(800, 500)
            none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
            QApplication.sendEvent(
                self.canvas, QWheelEvent(spot, spot, QPoint(), QPoint(0, angle), *none, False)
            )
            self._pause()

    def hover(self) -> None:
        """Move the mouse over the picture."""
        for number in range(EVENTS):
            self._mouse(
                QMouseEvent.Type.MouseMove, 300 + 15 * number, Qt.MouseButton.NoButton, 250 + 3 * number
            )
            self._pause()

    def _mouse(self, kind: Any, x: float, button: Qt.MouseButton, y: float = 500) -> None:
        spot = QPointF(x, y)
        one = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseMove else button
        held = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, spot, spot, one, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.canvas, event)

    def _pause(self) -> None:
        until = time.perf_counter() + PACE_S
        while time.perf_counter() < until:
            QApplication.processEvents()
            time.sleep(0.001)

    def close(self) -> None:
        """End it."""
        self.canvas.close_painter()
        self.jobs.close()
        self.canvas.close()


def line(name: str, found: dict[str, list[float]]) -> None:
    """Print what was timed."""
    frames, inputs, busy = (np.array(found[each] or [0.0]) for each in ("frame", "input", "busy"))
    print(
        f"  {name:14} {len(found['frame']):3} frames, median {np.median(frames):5.1f} ({_middle(found)[1]:4.1f}),"
        f" p95 {np.percentile(frames, 95):5.1f};"
        f" input to paint median {np.median(inputs):5.1f}, p95 {np.percentile(inputs, 95):5.1f};"
        f" busy over 16: {len(found['busy']):2}, longest {busy.max():5.1f} ({max(found['own'], default=0.0):4.1f}) ms",
        flush=True,
    )


def _middle(*found: dict[str, list[float]]) -> Measured:
    """Return the median of what a frame took."""
    took, own = ([ms for each in found for ms in each[name]] for name in ("frame", "frame own"))
    return float(np.median(took or [np.nan])), float(np.median(own or [np.nan]))


def fluid(hosts: int) -> dict[str, Measured]:
    """Measure one canvas, print what was timed, and return what the table needs."""
    bench, rows, inputs = Bench(hosts), {}, []

    def timed(name: str) -> list[dict[str, list[float]]]:
        found = []
        for what, work in (("pan", bench.drag), ("wheel", bench.turn), ("hover", bench.hover)):
            if name in ("fit", "mid", "close"):
                bench.go(name)
            found.append(bench.told(work))
            line(f"{name} {what}", found[-1])
            inputs.extend(found[-1]["input"])
        return found

    for zoom in ("fit", "mid", "close"):
        rows[f"frame in motion, {zoom}"] = _middle(*timed(zoom)[:2])
    for place, zoom in enumerate(("fit", "mid", "close")):
        bench.go(zoom)
        took = np.array([bench.recolored(8 + place * LOADS + number) for number in range(LOADS)])
        middle, computed = np.median(took, axis=0).tolist()
        print(
            f"  new load, {zoom:5} median {middle:5.1f} ({computed:4.1f}), longest {took[:, 0].max():5.1f} ms"
        )
        rows[f"new load on screen, {zoom}"] = middle, computed
    bench.look_as("map")
    rows["pan of the map"] = _middle(timed("map")[0])
    bench.look_as("matrix")
    timed("matrix")
    rows["input to paint, p95"] = float(np.percentile(inputs, 95)), np.nan
    bench.close()
    return rows


def started(hosts: int) -> dict[str, Measured]:
    """Start the program from a dump, once to warm up and once to measure; return what the table needs."""
    with tempfile.TemporaryDirectory(prefix="ibviz-bench-") as name:
        folder = Path(name)
        dump = folder / f"{hosts}.ibnetdiscover"
        save(State(builders.get("fat-tree")(**TREES[hosts])), dump)
        bench_start.run(folder, str(dump))
        events = bench_start.run(folder, str(dump))
    busy = [event for event in events if event["event"] == "busy"]
    longest = {key: max((event[key] for event in busy), default=0.0) for key in ("cost_ms", "own_ms")}
    picture = bench_start.first(events, "first_paint")
    return {
        "GUI thread busy at once, p99": (bench_start.first(events, "beats").get("p99_ms", np.nan), np.nan),
        "GUI thread busy at once, longest": (longest["cost_ms"], longest["own_ms"]),
        "start to first full picture": (picture["ms"], picture["cpu_ms"]),
        "process size, MB": (bench_start.first(events, "size").get("mb", np.nan), np.nan),
    }


def table(hosts: int, rows: dict[str, Measured]) -> None:
    """Print goals and what was reached, as the README has it."""
    print(f"\n| {hosts:,} hosts | goal | reached | computed |\n| --- | --- | --- | --- |")
    for name, goals in GOALS.items():
        goal = goals[0 if hosts <= 11_664 else 1]
        took, own = rows[name]
        print(f"| {name} | {goal} | {took:.1f} | {'' if np.isnan(own) else f'{own:.1f}'} |")
    print(flush=True)


def main() -> None:
    """Measure and print."""
    app = QApplication(sys.argv[:1])
    ready()
    for hosts in [int(text) for text in sys.argv[1:]] or list(TREES):
        began = time.monotonic()
        print(f"{hosts:,} hosts")
        table(hosts, fluid(hosts) | started(hosts))
        print(f"  measured in {time.monotonic() - began:.0f} s; load of the machine {os.getloadavg()[0]:.1f}")
    app.processEvents()


if __name__ == "__main__":
    main()
