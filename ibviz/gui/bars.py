"""Menus and toolbars, made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from ibviz.drawing.qtfonts import font
from ibviz.drawing.vistas import KINDS
from ibviz.gui.commands import CAPTIONED, MENUS, SUBMENUS, TOOLBAR
from ibviz.gui.matrix_levels import list_levels
from ibviz.gui.reported import reported
from ibviz.gui.segments import Segments

if TYPE_CHECKING:
    from ibviz.gui.docks import Place
    from ibviz.gui.window import Window

NARROW = 1280
"""Windows narrower than this have no captions on their buttons, pixels."""


def make_menus(window: Window) -> None:
    """Fill the menu bar."""
    for title, entries in MENUS.items():
        menu = window.top.addMenu(title)
        for entry in entries:
            _add(window, menu, entry)


def _add(window: Window, menu: QMenu, entry: str) -> None:
    if not entry:
        menu.addSeparator()
    elif entry == "@recent":
        recent = menu.addMenu("Open recent")
        recent.aboutToShow.connect(lambda: window.files.list_recent(recent))
    elif entry == "@panels":
        panels = menu.addMenu("Panels")
        panels.aboutToShow.connect(lambda: window.furniture.list_panels(panels))
    elif entry == "@matrix":
        levels = menu.addMenu("Matrix of")
        menu.aboutToShow.connect(lambda: list_levels(window, levels))
    elif entry in SUBMENUS:
        title, entries = SUBMENUS[entry]
        inner = menu.addMenu(title)
        for one in entries:
            _add(window, inner, one)
    else:
        menu.addAction(window.actions_[entry])


class Bar(QToolBar):
    """A bar that stays where it is, hidden until there is something to do with it."""

    def __init__(self, name: str, title: str, area: Qt.ToolBarArea, window: Window) -> None:
        super().__init__(title, window)
        self._window = window
        self._segments: Segments | None = None
        self.setObjectName(name)
        self.setMovable(False)
        self.setIconSize(QSize(18, 18))
        self.toggleViewAction().setVisible(False)
        window.addToolBar(area, self)
        self.hide()

    def fill(self, places: list[Place]) -> None:
        """Put in the actions of the toolbar, and the panels that stand in it."""
        for name in TOOLBAR:
            if not name:
                self.addSeparator()
            elif name == "@space":
                space = QWidget()
                space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                self.addWidget(space)
            elif name == "@views":
                actions = [self._window.actions_[f"view.{kind}"] for kind in KINDS]
                self._segments = Segments("View", actions)
                self.addWidget(self._segments)
            elif name == "@bar":
                for place in places:
                    with reported():
                        self.addWidget(place.factory(self._window.desk))
            else:
                self._add_action(name)

    def _add_action(self, name: str) -> None:
        action = self._window.actions_[name]
        self.addAction(action)
        button = self.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setAccessibleName(action.text().rstrip("…"))
            button.setFont(font(12, 500))
            button.setProperty("captioned", "true" if name in CAPTIONED else "")

    def fit(self, width: int) -> None:
        """Show captions where the window is wide enough for them."""
        style = Qt.ToolButtonStyle
        if self._segments is not None:
            self._segments.caption(width >= NARROW)
        for name in CAPTIONED:
            button = self.widgetForAction(self._window.actions_[name])
            if isinstance(button, QToolButton):
                wide = width >= NARROW
                button.setToolButtonStyle(
                    style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly
                )
