"""The window: bars, canvas and docks around one document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMessageBox, QToolBar

from ibviz.core.state import State
from ibviz.gui.actions import Actions
from ibviz.gui.canvas import Canvas
from ibviz.gui.commands import MENUS, TABLE
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.filing import Filing
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import Results
from ibviz.gui.settings import LAYOUT_VERSION, Settings
from ibviz.gui.style import chosen, dress, icon
from ibviz.gui.timings import Timings
from ibviz.gui.whatif import WhatIf

TOOLS = ("edit.undo", "edit.redo", "", "view.fit", "view.in", "view.out", "", "simulate.fail", "simulate.repair", "", "file.export")


class Window(QMainWindow):
    """One document and its picture."""

    def __init__(self, settings: Settings, timings: Timings, state: State | None = None, path: Path | None = None):
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.setMinimumSize(800, 500)
        jobs = Jobs(self)
        document = Document(state, path, self)
        results = Results(document, jobs, self)
        self.desk = Desk(document, results, Gaze(parent=self), jobs, settings, timings)
        self.files = Filing(self)
        self.what_if = WhatIf(self)
        self.canvas = Canvas(self.desk)
        self.setCentralWidget(self.canvas)
        self.actions_ = Actions(self, TABLE)
        self._make_menus()
        self._make_toolbar()
        self.statusBar()
        self._restore()
        document.changed.connect(lambda before, after: self._refresh())
        document.selected.connect(lambda selection: self._refresh())
        document.filed.connect(self._refresh)
        self.desk.gaze.changed.connect(lambda before, after: self.actions_.refresh())
        self.dress()
        self._refresh()
        self.canvas.remake()

    def _make_menus(self) -> None:
        for title, entries in MENUS.items():
            menu = self.menuBar().addMenu(title)
            for entry in entries:
                self._add(menu, entry)

    def _add(self, menu: QMenu, entry: str) -> None:
        if not entry:
            menu.addSeparator()
        elif entry == "@recent":
            recent = menu.addMenu("Open recent")
            recent.aboutToShow.connect(lambda: self._list_recent(recent))
        elif not entry.startswith("@"):
            menu.addAction(self.actions_[entry])

    def _list_recent(self, menu: QMenu) -> None:
        menu.clear()
        for path in self.desk.settings.recent:
            action = menu.addAction(str(path).replace("&", "&&"), lambda p=path: self.files.read(p))
            action.setEnabled(path.exists())

    def _make_toolbar(self) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        for name in TOOLS:
            if name:
                bar.addAction(self.actions_[name])
            else:
                bar.addSeparator()
        self.addToolBar(bar)

    def show_document(self, state: State, path: Path | None, title: str) -> None:
        """Show a State that was read: in this window if it is unused, else in a new one."""
        if self.unused:
            self.adopt(state, path)
        else:
            window = Window(self.desk.settings, self.desk.timings, state, path)
            window.show()

    @property
    def unused(self) -> bool:
        """Whether this window shows nothing that would be lost."""
        document = self.desk.document
        return not len(document.state.fabric.nodes) and not document.modified

    def adopt(self, state: State, path: Path | None) -> None:
        """Put a State that was read into this window, with a history of its own."""
        self.desk.document.load(state, path)

    def say(self, sentence: str) -> None:
        """Say what was done, in the status bar."""
        self.statusBar().showMessage(sentence, 4000)

    def complain(self, sentence: str) -> None:
        """Say what cannot be done."""
        self.ask("ibviz", sentence, (QMessageBox.StandardButton.Ok,))

    def ask(self, title: str, sentence: str, buttons: tuple[Any, ...]) -> Any:
        """Ask something in plain text and return the button."""
        box = QMessageBox(self)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(sentence)
        for button in buttons:
            box.addButton(button)
        return QMessageBox.StandardButton(box.exec())

    def wear(self, wish: str) -> None:
        """Change the theme, live, in all windows."""
        self.desk.settings.theme = wish
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, Window):
                widget.dress()

    def dress(self) -> None:
        """Take on the theme of the settings."""
        name = chosen(self.desk.settings.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, name)
        self.actions_.dress(lambda one: icon(one, name))
        self.desk.gaze.change(theme=name)
        self.actions_.refresh()

    def _refresh(self) -> None:
        document = self.desk.document
        name = (document.path.name if document.path else document.state.name) or "New fabric"
        self.setWindowTitle(f"{name.replace('[*]', '[*][*]')}[*] - ibviz")
        self.setWindowModified(document.modified)
        stack = document.stack
        self.actions_["edit.undo"].setText(f"Undo {stack.undoText()}".rstrip().replace("&", "&&"))
        self.actions_["edit.redo"].setText(f"Redo {stack.redoText()}".rstrip().replace("&", "&&"))
        self.actions_.refresh()

    def _restore(self) -> None:
        geometry, docks = self.desk.settings.layout("main")
        if not geometry or not self.restoreGeometry(geometry):
            self.resize(1600, 1000)
        if docks:
            self.restoreState(docks, LAYOUT_VERSION)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask about unsaved changes, keep the layout, stop the work."""
        if not self.files.may_close():
            event.ignore()
            return
        self.desk.settings.keep_layout("main", self.saveGeometry(), self.saveState(LAYOUT_VERSION))
        self.desk.jobs.close()
        event.accept()

    def quit(self) -> None:
        """Close all windows, each with its question."""
        QApplication.closeAllWindows()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the files dropped."""
        self.files.dropped([Path(url.toLocalFile()) for url in event.mimeData().urls() if _is_file(url)])


def _is_file(url: QUrl) -> bool:
    return url.isLocalFile()

