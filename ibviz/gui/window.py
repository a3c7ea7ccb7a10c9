"""The window: bars, canvas and docks around one document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QStackedWidget,
)

from ibviz.core.text import unturned
from ibviz.gui.settings import LAYOUT_VERSION, Settings
from ibviz.gui.style import chosen, dress, icon
from ibviz.gui.timings import Timings
from ibviz.gui.topbar import TopBar

if TYPE_CHECKING:
    from ibviz.core.state import State
    from ibviz.gui.actions import Actions
    from ibviz.gui.canvas import Canvas
    from ibviz.gui.desk import Desk
    from ibviz.gui.drafts import Drafts
    from ibviz.gui.filing import Filing
    from ibviz.gui.furniture import Furniture
    from ibviz.gui.status import Status
    from ibviz.gui.welcome import Welcome
    from ibviz.gui.whatif import WhatIf

SIZE = (1600, 1000)
LEAST = (800, 500)
TITLE_BAR = 40
"""Room for the title bar, whose height is not known before the window is shown."""


class Window(QMainWindow):
    """One document and its picture; the welcome page while there is none.

    Parameters
    ----------
    settings : Settings
    timings : Timings
    state : State or None
    path : Path or None
        The project file that the State is of.
    furnished : bool
        False for bars and ground alone, which are up before numpy is; `furnish` does the rest.
    """

    desk: Desk
    files: Filing
    drafts: Drafts
    what_if: WhatIf
    canvas: Canvas
    actions_: Actions
    status: Status
    welcome: Welcome
    furniture: Furniture

    def __init__(
        self,
        settings: Settings,
        timings: Timings,
        state: State | None = None,
        path: Path | None = None,
        *,
        furnished: bool = True,
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.setMinimumSize(*LEAST)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.settings, self.timings = settings, timings
        self.ready, self.expecting = False, False
        self.top = TopBar(self)
        self.setMenuBar(self.top)
        self.statusBar().setFixedHeight(28)
        self.statusBar().setSizeGripEnabled(False)
        self.pages = QStackedWidget(self)
        self.pages.setObjectName("ground")
        self.setCentralWidget(self.pages)
        self.setWindowTitle("ibviz")
        self._place()
        self._wear()
        if furnished:
            self.furnish(state, path)

    def furnish(
        self, state: State | None = None, path: Path | None = None, *, expecting: bool = False
    ) -> None:
        """Put in what works: document, actions, canvas, panels.

        Parameters
        ----------
        state : State or None
        path : Path or None
        expecting : bool
            Whether a file is about to be opened here, so that no welcome page comes up for a moment.
        """
        for _ in self.furnishing(state, path, expecting=expecting):
            pass

    def furnishing(
        self, state: State | None = None, path: Path | None = None, *, expecting: bool = False
    ) -> Iterator[bool]:
        """Do the same in steps, so that the window can answer between them."""
        from ibviz.gui.furniture import furnishing

        self.expecting = expecting
        yield from furnishing(self, state, path)
        yield True
        self.dress()
        yield True
        self.ready = True
        QApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.furniture.show_page()
        self.refresh()

    @property
    def unused(self) -> bool:
        """Whether this window shows nothing that would be lost."""
        document = self.desk.document
        return not len(document.state.fabric.nodes) and not document.modified

    def adopt(self, state: State, path: Path | None, source: Path | None = None) -> None:
        """Put a State that was read into this window, with a history of its own."""
        from ibviz.gui.remembering import recall

        self.expecting = False
        self.files.came_from(source or path)
        if len(state.fabric.nodes):
            self.furniture.make_room()
        self.desk.jobs.hold()
        with self.actions_.quiet():
            recall(self.desk.gaze, state.view)
            self.desk.document.load(state, path)
            self.furniture.show_page()
            self.canvas.setFocus()

    def say(self, sentence: str) -> None:
        """Say what was done, in the status bar."""
        self.status.say(sentence)

    def complain(self, sentence: str) -> None:
        """Say what cannot be done."""
        self.ask("ibviz", sentence, (QMessageBox.StandardButton.Ok,), sign="warning")

    def ask(
        self,
        title: str,
        sentence: str,
        buttons: tuple[Any, ...],
        *,
        sign: str = "help",
    ) -> Any:
        """Ask something in plain text and return the standard button, or the text of another one.

        Parameters
        ----------
        title, sentence : str
        buttons : tuple
            Standard buttons, or texts for others; the first is the default, Escape takes Cancel.
        sign : str
            Name in the set of icons.
        """
        box = QMessageBox(self)
        box.setWindowTitle(title)
        token = "warn" if sign == "warning" else "acc"
        box.setIconPixmap(icon(sign, chosen(self.settings.theme), token, 32).pixmap(32, 32))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(sentence)
        made: dict[QAbstractButton, Any] = {}
        first: QPushButton | None = None
        for button in buttons:
            role = QMessageBox.ButtonRole.AcceptRole
            one = box.addButton(button, role) if isinstance(button, str) else box.addButton(button)
            made[one] = button
            first = first or one
        if first is not None:
            box.setDefaultButton(first)
        if len(buttons) > 1 and QMessageBox.StandardButton.Cancel not in buttons:
            box.addButton(QMessageBox.StandardButton.Cancel).hide()  # else Escape does nothing
        box.exec()
        answer = made.get(box.clickedButton(), QMessageBox.StandardButton.Cancel)
        box.deleteLater()
        return answer

    def wear(self, wish: str) -> None:
        """Change the theme, live, in all windows."""
        self.settings.theme = wish
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, Window) and widget.ready:
                widget.dress()

    def _follow_system(self, *_: object) -> None:
        if self.settings.theme == "system":
            self.dress()

    def _wear(self) -> str:
        name = chosen(self.settings.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, name)
        self.top.dress(name)
        return name

    def dress(self) -> None:
        """Take on the theme of the settings."""
        name = self._wear()
        self.actions_.dress(lambda one: icon(one, name))
        self.furniture.dress(name)
        self.desk.gaze.change(theme=name)
        self.actions_.refresh()

    def refresh(self, *_: object) -> None:
        """Bring title, mark and actions up to date."""
        document = self.desk.document
        name = "" if self.unused else unturned(self.files.title())
        self.setWindowTitle(f"{name.replace('[*]', '[*][*]')}[*] - ibviz" if name else "ibviz")
        self.setWindowModified(document.modified and bool(name))
        self.top.show_document(name or "ibviz", document.modified)
        stack = document.stack
        self.actions_["edit.undo"].setText(f"Undo {stack.undoText()}".rstrip().replace("&", "&&"))
        self.actions_["edit.redo"].setText(f"Redo {stack.redoText()}".rstrip().replace("&", "&&"))
        self.actions_.refresh()

    def _place(self) -> None:
        """Take the place of the last session; never off the screen."""
        geometry, _ = self.settings.layout("main")
        screen = QApplication.primaryScreen().availableGeometry()
        fits = bool(geometry) and self.restoreGeometry(geometry)
        screens = [one.availableGeometry() for one in QApplication.screens()]
        seen = any(one.intersected(self.geometry()).width() >= LEAST[0] // 2 for one in screens)
        if not fits or not seen:
            self.resize(min(SIZE[0], screen.width()), min(SIZE[1], screen.height() - TITLE_BAR))
            self.move(screen.topLeft())  # the frame, so that the title bar is seen too

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Drop captions where it gets narrow."""
        super().resizeEvent(event)
        if self.ready and self.furniture.placed:
            self.furniture.bar.fit(self.width())

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask about unsaved changes, keep the layout, stop the work."""
        if not self.ready:
            event.accept()
            return
        if not self.files.may_close():
            event.ignore()
            return
        _, docks = self.settings.layout("main")
        if self.furniture.placed:
            docks = self.saveState(LAYOUT_VERSION)
        self.settings.keep_layout("main", self.saveGeometry(), docks)
        QApplication.styleHints().colorSchemeChanged.disconnect(self._follow_system)
        self.furniture.close()
        self.drafts.close()
        self.files.close()
        self.desk.jobs.close()
        event.accept()

    def quit(self) -> None:
        """Close all windows, each with its question; Cancel in one of them stops it."""
        QApplication.closeAllWindows()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files."""
        if self.ready and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the files dropped."""
        event.acceptProposedAction()
        self.files.dropped([local(url) for url in event.mimeData().urls() if url.isLocalFile()])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Look whether the file was changed meanwhile when the window gets the focus."""
        super().changeEvent(event)
        if self.ready and event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.files.look_again()


def local(url: QUrl) -> Path:
    """Return the path of a local file's URL."""
    return Path(url.toLocalFile())
