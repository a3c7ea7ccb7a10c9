"""Open, save and export: what the File menu does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Progress
from ibviz.core.state import State

if TYPE_CHECKING:
    from ibviz.gui.window import Window

READABLE = "Fabrics (*.ibviz.yaml *.ibnetdiscover *.txt *.net *.gz *.xz);;All files (*)"
PROJECT = "ibviz project (*.ibviz.yaml)"
PICTURES = "SVG (*.svg);;PNG (*.png);;PDF (*.pdf)"


class Filing(QObject):
    """Opens and saves the document of one window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window

    def open(self) -> None:
        """Ask for a file and open it."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open fabric", "", READABLE)
        if path:
            self.read(Path(path))

    def read(self, path: Path) -> None:
        """Read a file in the background, then show it: here if this window is unused, else in a new one."""
        from ibviz.core.reading import read_state

        def work(progress: Progress) -> State:
            return read_state(path)

        self._window.desk.jobs.start(
            "open", f"Opening {path.name}", work, lambda state: self._opened(path, state), self.complain
        )

    def _opened(self, path: Path, state: State) -> None:
        self._window.desk.settings.add_recent(path)
        project = path if state.format == "ibviz" else None
        self._window.desk.timings.event("loaded")
        self._window.show_document(state, project, path.name)

    def save(self) -> None:
        """Save to the document's file; ask for one if it has none."""
        path = self._window.desk.document.path
        if path is None:
            self.save_as()
        else:
            self.write(path)

    def save_as(self) -> None:
        """Ask for a file and save there."""
        path, _ = QFileDialog.getSaveFileName(self._window, "Save fabric", self._suggested(".ibviz.yaml"), PROJECT)
        if path:
            self.write(Path(path if path.endswith(".ibviz.yaml") else path + ".ibviz.yaml"))

    def write(self, path: Path) -> bool:
        """Write the project file; tell whether that went well."""
        from ibviz.door import save

        try:
            save(self._window.desk.document.state, path)
        except IbvizError as error:
            self.complain(error)
            return False
        self._window.desk.document.saved_as(path)
        self._window.desk.settings.add_recent(path)
        return True

    def export(self) -> None:
        """Ask for a file and write what the screen shows."""
        path, chosen = QFileDialog.getSaveFileName(self._window, "Export picture", self._suggested(".svg"), PICTURES)
        if path:
            suffix = chosen.split("*")[1].rstrip(")")
            self.export_to(Path(path if "." in Path(path).name else path + suffix))

    def export_to(self, path: Path) -> None:
        """Write what the screen shows to a file, in the format of its suffix."""
        from ibviz.core.files import save
        from ibviz.core.registry import painters
        from ibviz.door import output_of, paint
        from ibviz.drawing.draw import draw

        try:
            scene = self._window.canvas.scene
            if scene is not None:
                drawing = draw(scene, self._window.desk.gaze.view)
                save(path, paint(drawing, output_of(painters, path)))
                self._window.say(f"Exported {path.name}")
        except IbvizError as error:
            self.complain(error)

    def _suggested(self, suffix: str) -> str:
        name = self._window.desk.document.state.name or "fabric"
        return name.replace("/", "-") + suffix

    def may_close(self) -> bool:
        """Ask what to do with unsaved changes; tell whether the window may close."""
        document = self._window.desk.document
        if not document.modified:
            return True
        buttons = QMessageBox.StandardButton
        answer = self._window.ask(
            "Save the changes?",
            f"{document.state.name or 'This fabric'} was changed since it was saved.",
            (buttons.Save, buttons.Discard, buttons.Cancel),
        )
        if answer == buttons.Save:
            self.save()
            return not document.modified
        return answer == buttons.Discard

    def complain(self, error: IbvizError) -> None:
        """Show a user's error: one sentence."""
        self._window.complain(str(error))

    def dropped(self, paths: Sequence[Path]) -> None:
        """Open what was dropped on the window."""
        for path in paths:
            self.read(path)
