"""What stands in a window once it is up: menus, toolbar, activity bar, canvas, panels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from ibviz.core.state import State
from ibviz.drawing.qtfonts import font, ready
from ibviz.gui.actions import Actions
from ibviz.gui.bars import NARROW, Bar, make_menus
from ibviz.gui.canvas import Canvas
from ibviz.gui.commands import ON_CANVAS, TABLE
from ibviz.gui.desk import Desk
from ibviz.gui.docks import DOCKS, Place
from ibviz.gui.document import Document
from ibviz.gui.drafts import Drafts
from ibviz.gui.filing import Filing
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.panes import Bottom, Pane
from ibviz.gui.reported import reported
from ibviz.gui.results import Results
from ibviz.gui.settings import LAYOUT_VERSION
from ibviz.gui.status import Status
from ibviz.gui.welcome import Welcome
from ibviz.gui.whatif import WhatIf

if TYPE_CHECKING:
    from ibviz.gui.window import Window

SIDES = {"left": Qt.DockWidgetArea.LeftDockWidgetArea, "right": Qt.DockWidgetArea.RightDockWidgetArea}
WIDE = {"left": 272, "right": 312}


def furnish(window: Window, state: State | None, path: Path | None) -> None:
    """Give a bare window its document and all that works on it."""
    ready()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setFont(font(13, 400))
        for widgets, size in {"QMenuBar": 13, "QMenu": 13, "QTipLabel": 12}.items():
            app.setFont(font(size, 400), widgets)  # type: ignore[arg-type]  # str is what it takes
    jobs = Jobs(window)
    document = Document(state, path, window)
    results = Results(document, jobs, window)
    window.desk = Desk(document, results, Gaze(parent=window), jobs, window.settings, window.timings)
    window.files = Filing(window)
    window.drafts = Drafts(window)
    window.what_if = WhatIf(window)
    window.canvas = Canvas(window.desk)
    window.status = Status(window.desk, window.statusBar())
    window.actions_ = Actions(window, TABLE)
    window.welcome = Welcome(window)
    window.furniture = Furniture(window)
    document.changed.connect(window.refresh)
    document.stack.indexChanged.connect(window.refresh)
    document.selected.connect(window.actions_.refresh)
    document.filed.connect(window.refresh)
    window.desk.gaze.changed.connect(window.actions_.refresh)
    window.desk.gaze.tooled.connect(window.actions_.refresh)
    window.canvas.offer([window.actions_[name] for name in ON_CANVAS])
    window.files.came_from(path)
    window.canvas.remake()


class Furniture(QObject):
    """Bars and panels of one window.

    Panels are made one a turn of the event loop while nothing else is to be done, and those that are
    missing when the first fabric is shown at once then.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._theme = ""
        self.placed = False
        self.panes: dict[str, Pane] = {}
        self.bottom: Bottom | None = None
        make_menus(window)
        self._stage = QWidget()
        self._above = QVBoxLayout(self._stage)
        self._above.setContentsMargins(0, 0, 0, 0)
        self._above.setSpacing(0)
        self._above.addWidget(window.canvas, 1)
        for page in (QWidget(), window.welcome, self._stage):
            window.pages.addWidget(page)
        self.bar = Bar("tools", "Tools", Qt.ToolBarArea.TopToolBarArea, window)
        self._activity = Bar("activity", "Panels", Qt.ToolBarArea.LeftToolBarArea, window)
        self._activity.setFixedWidth(48)
        window.top.set_font(font(13, 600))
        window.status.notes_asked.connect(lambda: self.show_panel("notes"))
        self._steps = self._making()
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._make_one)
        self._idle.start()

    def show_page(self) -> None:
        """Show the picture with its panels where there is a fabric, else the welcome page."""
        window = self._window
        has = bool(len(window.desk.document.state.fabric.nodes))
        if has and not self.placed:
            self._place_panels()
        comes = has and window.pages.currentIndex() != 2
        window.pages.setCurrentIndex(2 if has else 0 if window.expecting else 1)
        if comes:
            window.canvas.setFocus()
        self.bar.setVisible(has)
        self._activity.setVisible(has and any(pane.place.side == "left" for pane in self.panes.values()))
        if not has and not window.expecting:
            window.welcome.refresh()

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self._window.welcome.dress(theme_name)
        self._window.status.dress(theme_name)
        for pane in self.panes.values():
            pane.dress(theme_name)
        if self.bottom is not None:
            self.bottom.dress(theme_name)

    def list_panels(self, menu: QMenu) -> None:
        """Fill the menu of panels."""
        menu.clear()
        if not self.placed:
            menu.addAction("Panels come with a fabric").setEnabled(False)
            return
        for pane in self.panes.values():
            menu.addAction(pane.toggleViewAction())
        if self.bottom is not None:
            menu.addAction(self.bottom.toggle)

    def show_panel(self, name: str) -> None:
        """Open a panel by name, wherever it stands."""
        if name in self.panes:
            self.panes[name].show()
            self.panes[name].raise_()
        elif self.bottom is not None and name in self.bottom.panels:
            self.bottom.show_panel(name)

    def close(self) -> None:
        """Make no more panels."""
        self._idle.stop()

    def _make_one(self) -> None:
        if next(self._steps, None) is None:
            self._idle.stop()

    def _making(self) -> Iterator[bool]:
        """Make the bars and panels, hidden, one a step."""
        self.bar.fill([place for place in DOCKS if place.side == "bar"])
        yield True
        for place in DOCKS:
            with reported():
                if place.side in SIDES:
                    self._dock(place)
                elif place.side == "above":
                    self._above.insertWidget(self._above.count() - 1, place.factory(self._window.desk))
                else:
                    continue
            yield True
        below = [place for place in DOCKS if place.side == "bottom"]
        if below:
            self.bottom = Bottom(self._window.desk, self._window)
            self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.bottom)
            self.bottom.hide()
        for place in below:
            with reported():
                self.bottom.add(place)  # type: ignore[union-attr]
            yield True

    def _place_panels(self) -> None:
        """Make what is missing, and show all where it was in the last session."""
        self._idle.stop()
        for _ in self._steps:
            pass
        self.placed = True
        window = self._window
        for pane in self.panes.values():
            pane.setVisible(pane.place.opened)
            wide = WIDE[pane.place.side] if window.width() >= NARROW else 280
            window.resizeDocks([pane], [wide], Qt.Orientation.Horizontal)
        if self.bottom is not None:
            self.bottom.show()
        window.setCorner(Qt.Corner.BottomRightCorner, SIDES["right"])
        window.setCorner(Qt.Corner.BottomLeftCorner, SIDES["left"])
        _, docks = window.settings.layout("main")
        if docks:
            window.restoreState(docks, LAYOUT_VERSION)
        self.bar.fit(window.width())
        if self._theme:
            self.dress(self._theme)

    def _dock(self, place: Place) -> None:
        window, pane = self._window, Pane(place, self._window.desk, self._window)
        before = [one for one in self.panes.values() if one.place.side == place.side]
        window.addDockWidget(SIDES[place.side], pane)
        if before:
            window.tabifyDockWidget(before[-1], pane)
            before[0].raise_()
        pane.hide()
        self.panes[place.name] = pane
        if place.side == "left":
            self._activity.addAction(pane.toggleViewAction())
