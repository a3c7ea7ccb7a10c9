"""Starts the window program: first an empty window, then what it needs, then the files."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from ibviz.gui.ahead import Ahead
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from ibviz.gui.window import Window

HEAVY = ("numpy", "ibviz.drawing.qtfonts", "ibviz.core.reading", "ibviz.gui.furniture", "ibviz.gui.canvas")
"""What the window needs once it is up, in the order in which it is imported."""


class Warming(QObject):
    """Imports what is heavy in a thread, so that the window answers meanwhile.

    Signals
    -------
    done(error)
        None, or what an import raised.
    """

    done = Signal(object)

    def start(self, then: Callable[[], None]) -> None:
        """Import, then call something on the GUI thread."""
        self._then = then
        self.done.connect(self._end, Qt.ConnectionType.QueuedConnection)
        Thread(target=self._import, name="ibviz-imports", daemon=True).start()

    def _import(self) -> None:
        error: BaseException | None = None
        try:
            for name in HEAVY:
                import_module(name)
            for place in import_module("ibviz.gui.docks").DOCKS:
                import_module(place.module)
        except BaseException as caught:
            error = caught
        self.done.emit(error)

    def _end(self, error: BaseException | None) -> None:
        if error is not None:
            raise error
        self._then()


def application() -> QApplication:
    """Return the program's QApplication, made on the first call, with its name."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("ibviz")
    app.setApplicationDisplayName("ibviz")
    app.setDesktopFileName("ibviz")
    return app


def run(files: Sequence[Path], ahead: Ahead | None = None) -> int:
    """Open a window, then each file, and stay until the last window is closed.

    Parameters
    ----------
    files : sequence of Path
    ahead : Ahead or None
        The first of them, if it is being read already.
    """
    from ibviz.gui.crash import install

    app = application()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    timings = Timings.from_environment()
    settings = Settings()
    window = Window(settings, timings, furnished=False)
    window.show()
    app.processEvents()
    timings.event("window")
    restore = install()
    warming = Warming()
    warming.start(lambda: _begin(window, files, ahead))
    code = app.exec()
    settings.sync()
    restore()
    timings.close()
    return code


def _begin(window: Window, files: Sequence[Path], ahead: Ahead | None = None) -> None:
    """Furnish the window, then open the files; of nothing to open, offer what a crash left."""
    window.furnish(expecting=bool(files))
    for path in files:
        window.files.read(path, ahead if path is files[0] else None)
    window.drafts.offer()
