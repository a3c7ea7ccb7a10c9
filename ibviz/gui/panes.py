"""Frames for panels: docks with a head at the sides, and the dock with a strip of tabs at the bottom."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ibviz.drawing.qtfonts import font
from ibviz.gui.desk import Desk
from ibviz.gui.docks import Place
from ibviz.gui.style import icon

HEAD = 40
STRIP = 34
OPEN = 240
"""Height of the bottom dock when it is opened, pixels; it can be pulled from 200 upward."""


class Pane(QDockWidget):
    """A panel at a side under a head of 40 with its title and a button that closes it.

    Attributes
    ----------
    panel : QWidget or None
        None until it is made: the frame alone costs next to nothing.
    """

    def __init__(self, place: Place, parent: QWidget) -> None:
        super().__init__(place.title, parent)
        self.place = place
        self.panel: QWidget | None = None
        self.setObjectName(place.name)
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self.setWidget(_ground())
        self.setMinimumWidth(200 if place.side == "left" else 260)
        self._close = QToolButton()
        self._close.setAccessibleName(f"Close {place.title}")
        self._close.setToolTip(f"Close {place.title}; View, Panels opens it again")
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.close)
        self.setTitleBarWidget(self._head(place.title))

    def fill(self, desk: Desk) -> None:
        """Make the panel."""
        self.panel = self.place.factory(desk)
        ground = self.widget()
        self.setWidget(self.panel if isinstance(self.panel, QScrollArea) else _framed(self.panel))
        self.widget().show()
        ground.deleteLater()

    def _head(self, title: str) -> QWidget:
        head = QWidget()
        head.setObjectName("head")
        head.setFixedHeight(HEAD)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 0, 12, 0)
        row.addStrut(HEAD)
        label = QLabel(title)
        label.setFont(font(13, 600))
        row.addWidget(label, 1)
        row.addWidget(self._close)
        return head

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._close.setIcon(icon("close", theme_name, "t3", 16))
        if self.place.side == "left":
            self.toggleViewAction().setIcon(icon(self.place.icon or "menu", theme_name, "t2", 20))


def _ground() -> QWidget:
    """Return an empty area of a panel's colour."""
    ground = QWidget()
    ground.setObjectName("frame")
    return ground


def _framed(panel: QWidget) -> QWidget:
    """Return the panel in an area of its ground's colour."""
    frame = _ground()
    column = QVBoxLayout(frame)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(panel)
    return frame


class Bottom(QDockWidget):
    """The dock at the bottom: a strip of tabs, which closes to the strip alone.

    Signals
    -------
    seen(name)
        A panel is to be seen now.

    Attributes
    ----------
    places : dict of str to Place
        One a tab.
    panels : dict of str to QWidget
        Those that are made.
    """

    seen = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__("Tables", parent)
        self.setObjectName("bottom")
        self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.setTitleBarWidget(QWidget())
        self._desk, self._theme = desk, "dark"
        self.places: dict[str, Place] = {}
        self.panels: dict[str, QWidget] = {}
        self._tabs = QTabBar()
        self._tabs.setObjectName("strip")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.setFont(font(12, 500))
        self._tabs.setAccessibleName("Tables")
        self._pages = QStackedWidget()
        self.toggle = QAction("Tables", self)
        self.toggle.setCheckable(True)
        self.toggle.toggled.connect(self._open)
        self._button = QToolButton()
        self._button.setAutoRaise(True)
        self._button.setAccessibleName("Open or close the tables")
        self._button.setToolTip("Open or close the tables")
        self._button.clicked.connect(self.toggle.trigger)
        self._tabs.tabBarClicked.connect(self._clicked)
        self._tabs.currentChanged.connect(self._turn)
        self.setWidget(self._framed())
        self.toggle.setChecked(desk.settings.tables_open)
        self._open(desk.settings.tables_open)

    def add(self, place: Place) -> None:
        """Put a tab behind the others."""
        self.places[place.name] = place
        self._pages.addWidget(_ground())
        self._tabs.addTab(place.title)

    def fill(self, name: str) -> None:
        """Make the panel of a tab."""
        place, index = self.places[name], list(self.places).index(name)
        panel = self.panels[name] = place.factory(self._desk)
        ground, shown = self._pages.widget(index), self._pages.currentIndex()
        self._pages.insertWidget(index, panel)
        if ground is not None:
            self._pages.removeWidget(ground)
            ground.deleteLater()
        self._pages.setCurrentIndex(shown)
        count = getattr(panel, "count", None)
        if count is not None:
            count.connect(lambda text: self._tabs.setTabText(index, f"{place.title}  {text}".rstrip()))

    def _framed(self) -> QWidget:
        frame = _ground()
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        strip = QWidget()
        strip.setFixedHeight(STRIP)
        row = QHBoxLayout(strip)
        row.setContentsMargins(8, 0, 12, 0)
        row.addWidget(self._tabs, 1)
        row.addWidget(self._button)
        column.addWidget(strip)
        column.addWidget(self._pages, 1)
        return frame

    @property
    def opened(self) -> bool:
        """Whether more than the strip is to be seen."""
        return self.toggle.isChecked()

    @property
    def current(self) -> str:
        """The panel whose tab is chosen; empty if there is none."""
        index = self._tabs.currentIndex()
        return list(self.places)[index] if index >= 0 else ""

    def show_panel(self, name: str) -> None:
        """Open the dock on one of its panels."""
        self._tabs.setCurrentIndex(list(self.places).index(name))
        self.toggle.setChecked(True)

    def _turn(self, index: int) -> None:
        self._pages.setCurrentIndex(index)
        self._tell_seen()

    def _tell_seen(self) -> None:
        if self.opened and self.current:
            self.seen.emit(self.current)

    def _clicked(self, index: int) -> None:
        if index >= 0:
            self.toggle.setChecked(not (self.opened and index == self._tabs.currentIndex()))

    def _open(self, wanted: bool) -> None:
        self._desk.settings.tables_open = wanted
        self._pages.setVisible(wanted)
        self.setMinimumHeight(200 if wanted else STRIP)
        self.setMaximumHeight(16777215 if wanted else STRIP)
        window = self.parent()
        if (
            wanted
            and isinstance(window, QMainWindow)
            and window.dockWidgetArea(self) != Qt.DockWidgetArea.NoDockWidgetArea
        ):
            window.resizeDocks([self], [OPEN], Qt.Orientation.Vertical)
        self._tell()
        self._tell_seen()

    def _tell(self) -> None:
        self._button.setIcon(icon("chevron-down" if self.opened else "chevron-up", self._theme, "t3", 16))

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self._tell()
