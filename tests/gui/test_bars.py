"""Menus and toolbars are made from the table of actions."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from ibviz.gui.bars import NARROW
from ibviz.gui.commands import CAPTIONED, MENUS
from ibviz.gui.window import Window


def test_that_the_menus_are_those_of_the_table(window: Window) -> None:
    titles = [action.text() for action in window.top.actions()]
    assert titles == list(MENUS)
    file = window.top.actions()[0].menu()
    names = [action.objectName() for action in file.actions() if action.objectName()]
    assert names == [entry for entry in MENUS["File"] if entry and not entry.startswith("@")]


def test_that_captions_go_where_it_gets_narrow(window: Window) -> None:
    bar = window.furniture.bar
    button = bar.widgetForAction(window.actions_[CAPTIONED[0]])
    assert isinstance(button, QToolButton)
    bar.fit(NARROW)
    assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    window.resize(NARROW - 200, 600)
    assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
