"""Docks with a head, and the counts that tabs show."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from ibviz.gui.desk import Desk
from ibviz.gui.docks import Place
from ibviz.gui.panes import Bottom, Pane
from ibviz.gui.window import Window


class Counting(QWidget):
    count = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()


def place(side: str, maker: str = "Counting") -> Place:
    return Place("one", "One", side, __name__, maker)


def test_that_a_pane_is_closed_by_its_button(window: Window, qtbot: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        Place, "factory", lambda self, desk: QScrollArea() if self.side == "left" else QLabel()
    )
    for side in ("left", "right"):
        pane = Pane(place(side), window)
        pane.dress("light")
        pane.show()
        assert pane.panel is None
        pane.fill(window.desk)
        assert pane.panel is not None and pane.panel.isVisible()
        pane._close.click()
        assert not pane.isVisible()
        assert pane._close.accessibleName() == "Close One"
        pane.deleteLater()


def test_that_a_tab_shows_the_count_of_its_panel(window: Window, monkeypatch: Any) -> None:
    monkeypatch.setattr(Place, "factory", lambda self, desk: Counting(desk))
    bottom = Bottom(window.desk, window)
    bottom.add(place("bottom"))
    assert (bottom._tabs.tabText(0), bottom.panels) == ("One", {})
    bottom.fill("one")
    panel = bottom.panels["one"]
    assert isinstance(panel, Counting)
    panel.count.emit("1,280")
    assert bottom._tabs.tabText(0) == "One  1,280"
    panel.count.emit("")
    assert bottom._tabs.tabText(0) == "One"
    bottom.dress("light")
    bottom.deleteLater()
