"""Attaches a file of forwarding tables, or an ``opensm.conf``, to the document: the fabric is then routed by it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from ibviz.core.edit_scenarios import set_attached
from ibviz.core.errors import ReadError

if TYPE_CHECKING:
    from ibviz.core.attached import Attached
    from ibviz.core.progress import Progress
    from ibviz.gui.window import Window

KEY = "attach"
_FILTER = "Forwarding tables and settings (*.lft *.lfts *.fdbs *.dump *.txt *.conf);;All files (*)"


def ask_for_tables(window: Window) -> None:
    """Ask for a file of forwarding tables or of OpenSM's settings, and attach it."""
    path = window.desk.document.path or window.files.source
    folder = str(path.parent) if path is not None else ""
    chosen, _ = QFileDialog.getOpenFileName(window, "Attach forwarding tables", folder, _FILTER)
    if chosen:
        attach_file(window, Path(chosen))


def attach_file(window: Window, path: Path) -> None:
    """Attach a file, once it was read and fits the fabric; what does not fit is told in a sentence."""
    fabric = window.desk.document.state.fabric

    def work(progress: Progress) -> Attached:
        from ibviz.core.beside import SETTINGS, TABLES, attach
        from ibviz.core.wiring import wiring
        from ibviz.flow.fitting import must_fit
        from ibviz.flow.routes import tables_for

        found = attach(path, TABLES) or attach(path, SETTINGS)
        if found is None:
            raise ReadError(str(path), "holds neither forwarding tables nor settings of OpenSM")
        made = tables_for(wiring(fabric), found.choice, progress=progress)
        must_fit(made.routing, found.choice)
        return found

    def done(found: Attached) -> None:
        title = "Attach tables" if found.engine == "lft" else "Attach settings"
        window.desk.document.apply(title, lambda state: set_attached(state, found))

    window.desk.jobs.start(KEY, f"Reading {path.name}", work, done, window.files.complain)
