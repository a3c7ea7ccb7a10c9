"""What every part of a window is given: the document and what hangs on it."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings


@dataclass(frozen=True, eq=False)
class Desk:
    """The document of one window, its results, how it is looked at, and the program's settings."""

    document: Document
    results: Results
    gaze: Gaze
    jobs: Jobs
    settings: Settings
    timings: Timings
