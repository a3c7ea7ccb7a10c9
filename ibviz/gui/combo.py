"""A flat list to choose from: a field with a chevron, as the questions of the toolbar have it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from ibviz.gui.style import color, icon
from ibviz.gui.tokens import tokens_of

TALL = 30
"""Height, pixels."""


class Combo(QComboBox):
    """A combo box that paints itself from the tokens; the wheel scrolls the panel, not the choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._wrong = "dark", False
        self.setFixedHeight(TALL)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def dress(self, theme_name: str, *, wrong: bool = False) -> None:
        """Take on a theme; the border tells what is wrong."""
        self._theme, self._wrong = theme_name, wrong
        self.update()

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        """Name the field and the list that it opens."""
        super().setAccessibleName(name)
        self.view().setAccessibleName(name)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Leave the wheel to what is around."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint ground, value and chevron."""
        tokens, painter = tokens_of(self._theme), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "err" if self._wrong else "acc" if self.hasFocus() else "line"
        painter.setPen(color(tokens[edge]))
        painter.setBrush(color(tokens["hover" if self.underMouse() else "raised"]))
        painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 6, 6)
        painter.setFont(self.font())
        painter.setPen(color(tokens["t1" if self.isEnabled() else "t4"]))
        room = self.width() - 12 - 28.0
        text = QFontMetricsF(self.font()).elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room + 1
        )
        place = QRectF(12, 0, room + 2, self.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)
        top = (self.height() - 14) // 2
        icon("chevron-down", self._theme, "t3", 14).paint(painter, self.width() - 22, top, 14, 14)
        painter.end()
