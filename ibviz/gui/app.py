"""Starts the window program: first an empty window, then what it needs, then the files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from ibviz.drawing.qtfonts import ready
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from ibviz.gui.window import Window


def application() -> QApplication:
    """Return the program's QApplication, made on the first call, with its font and name."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("ibviz")
    app.setDesktopFileName("ibviz")
    ready()
    return app


def run(files: Sequence[Path]) -> int:
    """Open a window, then each file, and stay until the last window is closed."""
    app = application()
    timings = Timings.from_environment()
    window = Window(Settings(), timings)
    window.show()
    timings.event("window")
    for path in files:
        window.files.read(path)
    code = app.exec()
    timings.close()
    return code
