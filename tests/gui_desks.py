"""Desks for tests of panels: a document with its results and jobs, without a window."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from fabrics import tree2, tree3
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import Note, State
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings


def small(traffic: str = "shift:k=3", *, down: Iterable[int] = (), nodes: Iterable[int] = ()) -> State:
    """Return four leaves, two spines, three hosts a leaf; trunk c of leaf l and spine s is row 2 l + s."""
    failed = frozenset(down), frozenset(nodes)
    scenario = Scenario("one", failed[1], failed[0])
    return State(
        tree2(4, 2, 3),
        "small",
        scenarios=(scenario,) if any(failed) else (),
        active="one" if any(failed) else "",
        traffic=Choice.parse(traffic),
        reading=(Note(7, "a line was odd"), Note(None, "<b>no line</b>")),
    )


def high(traffic: str = "all-to-all") -> State:
    """Return a tree of three levels: two pods of two leaves, two hosts a leaf."""
    return State(tree3(2, 2, 2, 2, 2), "high", traffic=Choice.parse(traffic))


def desk_of(state: State, folder: Path) -> Desk:
    """Make a desk without a window."""
    jobs = Jobs()
    document = Document(state)
    return Desk(document, Results(document, jobs), Gaze(), jobs, Settings(folder / "s.ini"), Timings())


def settle(desk: Desk, seconds: float = 8.0) -> None:
    """Let all jobs and coalesced changes come to their end."""
    end = time.monotonic() + seconds
    quiet = 0
    while quiet < 4 and time.monotonic() < end:
        QCoreApplication.processEvents()
        quiet = 0 if desk.jobs.keys else quiet + 1
        time.sleep(0.008)
    assert not desk.jobs.keys, f"still at work: {desk.jobs.keys}"


def close(desk: Desk, *widgets: QWidget) -> None:
    """Close panels and stop the jobs of their desk."""
    for widget in widgets:
        widget.close()
        widget.deleteLater()
    assert desk.jobs.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
