"""Small parts of panels: words in a token's colour, and parts that follow the theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QWidget

from ibviz.drawing.qtfonts import font
from ibviz.gui.desk import Desk
from ibviz.gui.style import color
from ibviz.gui.tokens import tokens_of


def hex_of(theme_name: str, token: str) -> str:
    """Return the colour of a token as style sheets write it.

    Examples
    --------
    >>> hex_of("dark", "canvas")[0], len(hex_of("dark", "canvas"))
    ('#', 7)
    """
    return color(tokens_of(theme_name)[token]).name()


def follow_theme(desk: Desk, dress: Callable[[str], None]) -> None:
    """Call a function with the theme's name now and whenever it changes."""

    def changed(before: Any, after: Any) -> None:
        if before.theme != after.theme:
            dress(after.theme)

    desk.gaze.changed.connect(changed)
    dress(desk.gaze.view.theme)


def chip(theme_name: str) -> str:
    """Return the style of a button that says to what a panel is narrowed, and widens it again."""
    ground, ink = hex_of(theme_name, "acc_bg"), hex_of(theme_name, "acc")
    edge = hex_of(theme_name, "acc_bg")
    return (
        f"QToolButton {{ background: {ground}; color: {ink}; border: 1px solid {edge}; border-radius: 4px;"
        " padding: 2px 8px; }"
        f" QToolButton:hover, QToolButton:focus {{ border-color: {ink}; }}"
    )


class Words(QLabel):
    """A plain text in one of our fonts and the colour of a token."""

    def __init__(
        self,
        text: str = "",
        px: float = 12,
        weight: int = 400,
        token: str = "t2",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._token, self._theme = token, "dark"
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(px, weight))

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self.setStyleSheet(f"color: {hex_of(theme_name, self._token)}; background: transparent;")

    def take(self, token: str) -> None:
        """Take the colour of another token."""
        if token != self._token:
            self._token = token
            self.dress(self._theme)


class Line(Words):
    """Words on one line, with an ellipsis in the middle where there is no room for all."""

    @property
    def shown(self) -> str:
        """What can be read of the text."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Write what there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), self.shown)
        painter.end()


class TwoLines(Words):
    """Words on two lines at most, with an ellipsis at the end where there is no room for all."""

    @property
    def shown(self) -> tuple[str, str]:
        """What can be read of the text, by lines."""
        layout = QTextLayout(self.text(), self.font())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(max(self.width(), 1))
        layout.endLayout()
        first, rest = self.text()[: line.textLength()], self.text()[line.textLength() :]
        return first.rstrip(), self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, self.width())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of two lines."""
        return QSize(super().sizeHint().width(), 2 * self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Write what there is room for, from above."""
        painter, metrics = QPainter(self), self.fontMetrics()
        painter.setPen(self.palette().color(self.foregroundRole()))
        for at, line in enumerate(self.shown):
            painter.drawText(0, metrics.ascent() + at * metrics.lineSpacing(), line)
        painter.end()
