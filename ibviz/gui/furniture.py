"""What stands in a window once it is up: menus, toolbar, activity bar, canvas, panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QVBoxLayout, QWidget

from ibviz.core.registry import engines, overlays, patterns
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
from ibviz.gui.warming import Warming
from ibviz.gui.welcome import Welcome
from ibviz.gui.whatif import WhatIf

if TYPE_CHECKING:
    from ibviz.gui.window import Window

SIDES = {"left": Qt.DockWidgetArea.LeftDockWidgetArea, "right": Qt.DockWidgetArea.RightDockWidgetArea}
WIDE = {"left": 272, "right": 312}


def furnishing(window: Window, state: State | None, path: Path | None) -> Iterator[bool]:
    """Give a bare window its document and all that works on it, a step each time."""
    ready()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setFont(font(13, 400))
        for widgets, size in {"QMenuBar": 13, "QMenu": 13, "QTipLabel": 12}.items():
            app.setFont(font(size, 400), widgets)  # type: ignore[arg-type]  # str is what it takes
    yield True
    jobs = Jobs(window)
    document = Document(state, path, window)
    results = Results(document, jobs, window)
    window.desk = Desk(document, results, Gaze(parent=window), jobs, window.settings, window.timings)
    window.files = Filing(window)
    window.drafts = Drafts(window)
    window.what_if = WhatIf(window)
    window.canvas = Canvas(window.desk)
    window.status = Status(window.desk, window.statusBar())
    yield True
    window.actions_ = Actions(window, TABLE)
    window.welcome = Welcome(window)
    window.furniture = Furniture(window)
    document.changed.connect(window.refresh)
    document.stack.indexChanged.connect(window.refresh)
    document.selected.connect(window.actions_.refresh)
    document.filed.connect(window.refresh)
    window.desk.gaze.changed.connect(window.actions_.refresh)
    window.canvas.stager.made.connect(window.actions_.refresh)
    window.desk.gaze.tooled.connect(window.actions_.refresh)
    window.canvas.offer([window.actions_[name] for name in ON_CANVAS])
    window.furniture.settled.connect(jobs.release)
    window.files.came_from(path)
    if not window.expecting:
        window.canvas.remake()


class Furniture(QObject):
    """Bars and panels of one window.

    Bars and the frames of panels are made one a turn of the event loop while nothing else is to be done, and
    those that are missing when the first fabric is shown at once then. What stands in the frames comes once
    the first picture is up, one a turn: what is open, then what tells a count on its tab. A closed panel is
    made when it is first opened.

    Signals
    -------
    settled()
        Nothing is left to be made for now.

    Attributes
    ----------
    panes : dict of str to Pane
        Docks at the sides by the names of their places.
    bottom : Bottom or None
    made : list of str
        Panels that are made, in the order in which they were.
    """

    settled = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._theme = ""
        self.placed, self._lively = False, False
        self.panes: dict[str, Pane] = {}
        self.bottom: Bottom | None = None
        self.made: list[str] = []
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
        window.canvas.keeper.taken.connect(self._liven)
        window.canvas.stager.made.connect(lambda scene: self._liven() if scene is None else None)
        self._warming = Warming(self)
        self._frames, self._insides = self._framing(), self._filling()
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._make_one)
        self._idle.start()

    def show_page(self) -> None:
        """Show the picture with its panels where there is a fabric, else the welcome page."""
        window = self._window
        has = bool(len(window.desk.document.state.fabric.nodes))
        self._turn(has)
        if not has and not window.expecting:
            window.welcome.refresh()
            self._warm(lambda: None)

    def make_room(self) -> None:
        """Show the canvas among the panels before there is anything on it, so that its first picture has its size."""
        self._turn(True)
        if (layout := self._window.layout()) is not None:
            layout.activate()

    def _turn(self, has: bool) -> None:
        window = self._window
        if has and not self.placed:
            self._place_panels()
        comes = has and window.pages.currentIndex() != 2
        window.pages.setCurrentIndex(2 if has else 0 if window.expecting else 1)
        if comes:
            window.canvas.setFocus()
        self.bar.setVisible(has)
        self._activity.setVisible(has and any(pane.place.side == "left" for pane in self.panes.values()))

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
        elif self.bottom is not None and name in self.bottom.places:
            self.bottom.show_panel(name)

    def close(self) -> None:
        """Make no more panels."""
        self._idle.stop()

    def finish(self) -> None:
        """Make all that is missing at once."""
        for _ in self._frames:
            pass
        for name in (*self.panes, *(self.bottom.places if self.bottom is not None else ())):
            self._fill(name)

    def _make_one(self) -> None:
        steps = self._insides if self._lively else self._frames
        if next(steps, None) is None:
            self._idle.stop()
            if self._lively or not self._window.expecting:
                self.settled.emit()

    def _framing(self) -> Iterator[bool]:
        """Make the bars and frames, hidden, one a step."""
        window = self._window
        self.bar.fill([place for place in DOCKS if place.side == "bar"])
        yield True
        for place in DOCKS:
            if place.side in SIDES:
                self._dock(place)
                yield True
            elif place.side == "above":
                with reported():
                    self._above.insertWidget(self._above.count() - 1, place.factory(window.desk))
                yield True
        below = [place for place in DOCKS if place.side == "bottom"]
        if below:
            self.bottom = Bottom(window.desk, window)
            for place in below:
                self.bottom.add(place)
            self.bottom.seen.connect(self._wanted)
            window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.bottom)
            self.bottom.hide()

    def _warm(self, then: Callable[[], None]) -> None:
        """Import what the panels are made of, then call something."""
        modules = dict.fromkeys(place.module for place in DOCKS)
        looks = [shelf.look for shelf in (overlays, patterns, engines) if not shelf.complete]
        self._warming.start(list(modules), then, looks)

    def _liven(self) -> None:
        """Begin to fill the frames: there is a picture, or there will be none."""
        if self.placed and not self._lively:
            self._lively = True
            self._warm(self._idle.start)

    def _filling(self) -> Iterator[bool]:
        """Make the panels that are seen, then those at the bottom, one a step."""
        seen = [name for name, pane in self.panes.items() if _is_seen(pane)]
        bottom = self.bottom
        # PySide makes its classes of all kinds of widgets when it first hands out one that is not of ours.
        QAbstractScrollArea().viewport()
        yield True
        if bottom is not None:
            seen += sorted(bottom.places, key=lambda name: not (bottom.opened and name == bottom.current))
        for name in seen:
            self._fill(name)
            yield True

    def _wanted(self, name: str) -> None:
        """Make a panel that is to be seen now, if it is not its turn later anyway."""
        if self._lively:
            self._fill(name)

    def _fill(self, name: str) -> None:
        if name in self.made:
            return
        self.made.append(name)
        with reported():
            if name in self.panes:
                self.panes[name].fill(self._window.desk)
            elif self.bottom is not None:
                self.bottom.fill(name)

    def _place_panels(self) -> None:
        """Make what is missing, and show all where it was in the last session."""
        self._idle.stop()
        for _ in self._frames:
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
        window, pane = self._window, Pane(place, self._window)
        before = [one for one in self.panes.values() if one.place.side == place.side]
        window.addDockWidget(SIDES[place.side], pane)
        if before:
            window.tabifyDockWidget(before[-1], pane)
            before[0].raise_()
        pane.hide()
        pane.visibilityChanged.connect(lambda seen: self._wanted(place.name) if seen else None)
        self.panes[place.name] = pane
        if place.side == "left":
            self._activity.addAction(pane.toggleViewAction())


def _is_seen(pane: Pane) -> bool:
    """Tell whether a pane is open and no other lies over it."""
    return pane.isVisible() and not pane.visibleRegion().isEmpty()
