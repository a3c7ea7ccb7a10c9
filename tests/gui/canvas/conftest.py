"""Canvases for tests: each on a desk of its own, its threads ended at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_canvas import Make

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.drawing.qtfonts import ready
from ibviz.gui.canvas import Canvas
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings


@pytest.fixture(autouse=True)
def application(qapp: Any) -> None:
    """A program with our font."""
    ready()


@pytest.fixture
def make_canvas(qtbot: Any, tmp_path: Path) -> Iterator[Make]:
    """Make a canvas that shows a fabric, at rest; with a load by `traffic=True`."""
    made: list[Canvas] = []

    def make(
        fabric: Fabric, *, size: tuple[int, int] = (1000, 700), traffic: bool = False, log: Path | None = None
    ) -> Canvas:
        settings = Settings(tmp_path / "settings.ini")
        settings.reduce_motion = True
        jobs = Jobs()
        document = Document(State(fabric, traffic=Choice("shift", {"k": "1"}) if traffic else None))
        results = Results(document, jobs)
        desk = Desk(document, results, Gaze(), jobs, settings, Timings(str(log) if log else ""))
        canvas = Canvas(desk)
        qtbot.addWidget(canvas)
        made.append(canvas)
        canvas.resize(*size)
        canvas.show()
        qtbot.waitExposed(canvas)
        if traffic:
            results.refresh()
            qtbot.waitUntil(lambda: results.load is not None and results.current, timeout=10_000)
        else:
            canvas.remake()
        qtbot.waitUntil(lambda: canvas.resting, timeout=10_000)
        return canvas

    yield make
    for canvas in made:
        canvas.close_painter()
        canvas.desk.jobs.close()
        canvas.desk.timings.close()
    qtbot.wait(1)
