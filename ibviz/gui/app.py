"""Starts the window program: first an empty window, then what it needs, then the files."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from ibviz.gui.ahead import Ahead
from ibviz.gui.memory import share_heap
from ibviz.gui.opening import furnish_in_turns
from ibviz.gui.settings import Settings
from ibviz.gui.style import FUSION
from ibviz.gui.timings import Timings
from ibviz.gui.warming import Warming
from ibviz.gui.window import Window

HEAVY = (
    "numpy",
    "ibviz.drawing.qtfonts",
    "ibviz.gui.furniture",
    "ibviz.gui.questions",
    "ibviz.gui.banner",
    "ibviz.drawing.layered.vista",
    "ibviz.core.parcel",
)
"""What the window needs once it is up, in the order in which it is imported."""


GRACE_S = 1.0
"""How long threads have to end once the last window is closed, seconds."""


def application() -> QApplication:
    """Return the program's QApplication, made on the first call, with its name."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        # To set the style later, PySide would make a class of styles, with all their enumerations, in 30 ms.
        app = QApplication([*sys.argv[:1], "-style", "fusion"])
        app.setProperty(FUSION, True)
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

    gc.disable()
    share_heap()
    spare_features()
    app = application()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    timings = Timings.from_environment()
    settings = Settings()
    window = Window(settings, timings, furnished=False)
    window.show()
    app.processEvents()
    timings.event("window")
    timings.watch(window)
    restore = install()
    warming = Warming()
    warming.start(HEAVY, lambda: _begin(window, files, ahead), [list_shelves])
    code = app.exec()
    settings.sync()
    restore()
    timings.close()
    leave(code)
    return code


def leave(code: int, seconds: float = GRACE_S) -> None:
    """End the program here where a thread does not end, as one that reads what never answers; nothing waits for it."""
    end = time.monotonic() + seconds
    others = [
        one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon
    ]
    for one in others:
        one.join(max(0.0, end - time.monotonic()))
    if any(one.is_alive() for one in others):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def spare_features() -> None:
    """Let PySide not read the source of each module that is imported, in search of features that ibviz has no use for.

    Notes
    -----
    It does so for ``from __feature__ import …``, with `inspect.getsource`, and keeps all it read: a tenth of a
    second of the start, and 9 MB. Where it has other insides, nothing happens.
    """
    feature: Any = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda module: False


def list_shelves() -> None:
    """Read from the sources what is on the shelves that the toolbar names."""
    from ibviz.core.registry import engines, overlays, patterns

    for shelf in (overlays, patterns, engines):
        _ = shelf.entries


def collect_again() -> None:
    """Let garbage be collected from now on, but not be sought among all that the start has made."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _begin(window: Window, files: Sequence[Path], ahead: Ahead | None = None) -> None:
    """Furnish the window, then open the files."""
    furnish_in_turns(window, lambda: _open(window, files, ahead), expecting=bool(files))


def _open(window: Window, files: Sequence[Path], ahead: Ahead | None) -> None:
    """Open the files; of nothing to open, offer what a crash left."""
    window.furniture.settled.connect(collect_again)
    for path in files:
        window.files.read(path, ahead if path is files[0] else None)
    window.drafts.offer()
