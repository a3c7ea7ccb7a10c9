"""A segmented control: a few actions of which one is on, side by side in a trough."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from ibviz.drawing.qtfonts import font


class Segments(QFrame):
    """Shows checkable actions as the parts of one control.

    Parameters
    ----------
    name : str
        What is chosen by it, for those who hear it.
    actions : sequence of QAction
    parent : QWidget or None
    """

    def __init__(self, name: str, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("segments")
        self.setAccessibleName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(2)
        self.buttons = [self._button(action) for action in actions]
        for button in self.buttons:
            layout.addWidget(button)

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setObjectName("segment")
        button.setAutoRaise(True)
        button.setIconSize(QSize(16, 16))
        button.setFont(font(12, 500))
        button.setAccessibleName(action.text())
        return button

    def caption(self, shown: bool) -> None:
        """Show names beside the icons, or the icons alone."""
        style = Qt.ToolButtonStyle
        for button in self.buttons:
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly)
