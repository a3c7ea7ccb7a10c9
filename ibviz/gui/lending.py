"""Keys that fail and repair act in tables and lists too whose rows stand for nodes or cables, not on the canvas alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from ibviz.gui.window import Window

LENT = ("simulate.fail", "simulate.fail_alone", "simulate.repair", "simulate.restore", "simulate.before")
"""Actions of keys that type a character, which act on what is selected."""

_MARK = "rows_are_things"


def rows_are_things(widget: QWidget) -> None:
    """Say of a table or list that its selected rows are the selection: nobody types into it."""
    widget.setProperty(_MARK, True)


class Lender(QObject):
    """Lends the keys to such a table when it first has the focus; while an action is hindered, letters search."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._lend)

    def _lend(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is None or not now.property(_MARK) or not self._window.isAncestorOf(now):
            return
        for name in LENT:
            if name in list(self._window.actions_) and self._window.actions_[name] not in now.actions():
                now.addAction(self._window.actions_[name])
