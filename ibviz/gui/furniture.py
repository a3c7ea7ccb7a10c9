"""What stands in a window once it is up: menus, toolbar, activity bar, canvas, panels."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QToolBar, QToolButton, QVBoxLayout, QWidget

from ibviz.core.state import State
from ibviz.drawing.qtfonts import font, ready
from ibviz.gui.actions import Actions
from ibviz.gui.canvas import Canvas
from ibviz.gui.commands import CAPTIONED, MENUS, TABLE, TOOLBAR
from ibviz.gui.desk import Desk
from ibviz.gui.docks import DOCKS, Place
from ibviz.gui.document import Document
from ibviz.gui.drafts import Drafts
from ibviz.gui.filing import Filing
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.panes import Bottom, Pane
from ibviz.gui.results import Results
from ibviz.gui.settings import LAYOUT_VERSION
from ibviz.gui.status import Status
from ibviz.gui.style import icon
from ibviz.gui.welcome import Welcome
from ibviz.gui.whatif import WhatIf

if TYPE_CHECKING:
    from ibviz.gui.window import Window

@contextmanager
def reported() -> Iterator[None]:
    """Report a fault in the making of a panel, and go on without that panel."""
    try:
        yield
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


SIDES = {"left": Qt.DockWidgetArea.LeftDockWidgetArea, "right": Qt.DockWidgetArea.RightDockWidgetArea}
WIDE = {"left": 272, "right": 312}
NARROW = 1280
"""Windows narrower than this have captions and docks in their short form."""


def furnish(window: Window, state: State | None, path: Path | None) -> None:
    """Give a bare window its document and all that works on it."""
    ready()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setFont(font(13, 400))
        for widgets, size in {"QMenuBar": 13, "QMenu": 13, "QTipLabel": 12}.items():
            app.setFont(font(size, 400), widgets)
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
    window.files.came_from(path)
    window.canvas.remake()


class Furniture(QObject):
    """Bars and panels of one window; the panels are made when the first fabric is shown."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._theme = ""
        self.placed = False
        self.panes: dict[str, Pane] = {}
        self.bottom: Bottom | None = None
        self._make_menus()
        self._stage = QWidget()
        self._above = QVBoxLayout(self._stage)
        self._above.setContentsMargins(0, 0, 0, 0)
        self._above.setSpacing(0)
        self._above.addWidget(window.canvas, 1)
        window.pages.addWidget(QWidget())
        window.pages.addWidget(window.welcome)
        window.pages.addWidget(self._stage)
        self._bar = self._make_bar("tools", Qt.ToolBarArea.TopToolBarArea)
        self._activity = self._make_bar("activity", Qt.ToolBarArea.LeftToolBarArea)
        self._activity.setFixedWidth(48)
        window.top.set_font(font(13, 600))

    def show_page(self) -> None:
        """Show the picture with its panels where there is a fabric, else the welcome page."""
        window = self._window
        has = bool(len(window.desk.document.state.fabric.nodes))
        if has and not self.placed:
            self._place_panels()
        window.pages.setCurrentIndex(2 if has else 0 if window.expecting else 1)
        self._bar.setVisible(has)
        self._activity.setVisible(has and any(place.side == "left" for place in DOCKS))
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

    def _make_menus(self) -> None:
        for title, entries in MENUS.items():
            menu = self._window.top.addMenu(title)
            for entry in entries:
                self._add(menu, entry)

    def _add(self, menu: QMenu, entry: str) -> None:
        if not entry:
            menu.addSeparator()
        elif entry == "@recent":
            recent = menu.addMenu("Open recent")
            recent.aboutToShow.connect(lambda: self._window.files.list_recent(recent))
        elif entry == "@panels":
            panels = menu.addMenu("Panels")
            panels.aboutToShow.connect(lambda: self._list_panels(panels))
        else:
            menu.addAction(self._window.actions_[entry])

    def _list_panels(self, menu: QMenu) -> None:
        menu.clear()
        for pane in self.panes.values():
            menu.addAction(pane.toggleViewAction())
        if self.bottom is not None:
            menu.addAction(self.bottom.toggle)
        menu.setEnabled(bool(menu.actions()))

    def _make_bar(self, name: str, area: Qt.ToolBarArea) -> QToolBar:
        bar = QToolBar("Tools" if name == "tools" else "Panels", self._window)
        bar.setObjectName(name)
        bar.setMovable(False)
        bar.setIconSize(QSize(18, 18))
        bar.toggleViewAction().setVisible(False)
        self._window.addToolBar(area, bar)
        bar.hide()
        return bar

    def _place_panels(self) -> None:
        self.placed = True
        self._fill_toolbar()
        for place in DOCKS:
            with reported():
                if place.side in SIDES:
                    self._dock(place)
                elif place.side == "above":
                    self._above.insertWidget(self._above.count() - 1, place.factory(self._window.desk))
        below = [place for place in DOCKS if place.side == "bottom"]
        if below:
            with reported():
                self.bottom = Bottom(below, self._window.desk, self._window)
                self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.bottom)
        self._window.setCorner(Qt.Corner.BottomRightCorner, SIDES["right"])
        self._window.setCorner(Qt.Corner.BottomLeftCorner, SIDES["left"])
        _, docks = self._window.settings.layout("main")
        if docks:
            self._window.restoreState(docks, LAYOUT_VERSION)
        self.fit(self._window.width())
        if self._theme:
            self.dress(self._theme)

    def _dock(self, place: Place) -> None:
        window, pane = self._window, Pane(place, self._window.desk, self._window)
        before = [one for one in self.panes.values() if one.place.side == place.side]
        window.addDockWidget(SIDES[place.side], pane)
        if before:
            window.tabifyDockWidget(before[-1], pane)
            before[0].raise_()
        self.panes[place.name] = pane
        pane.setVisible(place.opened)
        wide = WIDE[place.side] if window.width() >= NARROW else 280
        window.resizeDocks([pane], [wide], Qt.Orientation.Horizontal)
        if place.side == "left":
            action = pane.toggleViewAction()
            action.setIcon(icon(place.icon or "menu", self._theme or "dark"))
            self._activity.addAction(action)

    def _fill_toolbar(self) -> None:
        for name in TOOLBAR:
            if not name:
                self._bar.addSeparator()
            elif name == "@space":
                space = QWidget()
                space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                self._bar.addWidget(space)
            elif name == "@bar":
                for place in (place for place in DOCKS if place.side == "bar"):
                    with reported():
                        self._bar.addWidget(place.factory(self._window.desk))
            else:
                self._bar.addAction(self._window.actions_[name])
                self._dress_button(name)

    def _dress_button(self, name: str) -> None:
        button = self._bar.widgetForAction(self._window.actions_[name])
        if isinstance(button, QToolButton):
            button.setAccessibleName(self._window.actions_[name].text().rstrip("…"))
            button.setFont(font(12, 500))
            button.setProperty("captioned", "true" if name in CAPTIONED else "")

    def fit(self, width: int) -> None:
        """Show captions where the window is wide enough for them."""
        style = Qt.ToolButtonStyle
        for name in CAPTIONED:
            button = self._bar.widgetForAction(self._window.actions_[name])
            if isinstance(button, QToolButton):
                wide = width >= NARROW
                button.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly)
